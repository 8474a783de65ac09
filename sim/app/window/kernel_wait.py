"""What the window knows of the kernels: whether they are there, and how far they are while they are compiled."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local

from sim.board.kernel_warmup import needed
from sim.board.model.queries import Query
from sim.board.preparation import READY, Preparation, Progress, prepare

__all__ = ["LOOKS", "SET_UP", "Abandoned", "KernelWait"]


log = logging.getLogger("sim.app")

SET_UP = "ground"  # what a gang is set up by
LOOKS = ("sight", "meshes")  # without Embree, what the light of a board and its picking are measured by


class Abandoned(BaseException):
    """Nobody wants any longer what was to be measured; not an error, so nobody reports it."""


class KernelWait:
    """A preparation that is begun on another thread, since looking at kernels takes a second.

    Before `begin` nothing is waited for: a program that opens no game itself has its kernels compiled as they come.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "kernels")
        self._begun: Future[Preparation | None] | None = None
        self._abandoned = 0  # how often all who wait were sent away
        self._job = local()  # of this thread: `before`, how often that was when it was handed in; is it `lasting`?
        self.awaited = ""  # the measure that something waits for

    def begin(self) -> None:
        """Compile what is not there yet."""
        self._begun = self._pool.submit(prepare)

    @property
    def progress(self) -> Progress:
        """How far it is; never waits."""
        if self._begun is None:
            return READY
        if not self._begun.done():
            return Progress((), 0.0)
        preparation = self._begun.result()
        return READY if preparation is None else preparation.progress

    def as_job(self, work: Callable[[], None], *, lasting: bool) -> Callable[[], None]:
        """The same work, which waits no longer, and not anew, once `abandon` is called: a job asks one query after
        another, and is sent away while it measures one. Unless it is `lasting` it asks no more then at all."""
        before = self._abandoned

        def job() -> None:
            self._job.before, self._job.lasting = before, lasting
            try:
                work()
            finally:
                del self._job.before, self._job.lasting

        return job

    def until(self, query: Query) -> None:
        """Wait until a query can be answered without compiling anything.

        Raises:
            Abandoned: `abandon` was called meanwhile, or since the job was handed in that asks.
        """
        before: int = getattr(self._job, "before", self._abandoned)
        if self._abandoned > before and not getattr(self._job, "lasting", True):
            raise Abandoned
        preparation = None if self._begun is None else self._begun.result()
        measure = needed(query)
        if preparation is None or preparation.has(measure):
            return
        self.awaited = measure
        try:
            if not preparation.until(measure, lambda: self._abandoned > before):
                raise Abandoned
        finally:
            self.awaited = ""

    def has(self, measure: str) -> bool:
        """Is what a measure needs there? Never waits."""
        if self._begun is None:
            return True
        if not self._begun.done():
            return False
        preparation = self._begun.result()
        return preparation is None or preparation.has(measure)

    def abandon(self) -> None:
        """Send all who wait away."""
        self._abandoned += 1
        if self._begun is not None and self._begun.done() and (preparation := self._begun.result()) is not None:
            preparation.look()

    def close(self) -> None:
        """Stop compiling; what has been compiled stays."""
        if self._begun is not None and (preparation := self._begun.result()) is not None:
            if trouble := preparation.progress.trouble:
                log.warning("%s: what is missing is compiled when it is first needed", trouble)
            preparation.close()
        self._pool.shutdown()
