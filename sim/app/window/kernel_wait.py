"""What the window knows of the kernels: whether they are there, and how far they are while they are compiled."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from sim.board.preparation import READY, Preparation, Progress, prepare

__all__ = ["KernelWait"]


class KernelWait:
    """A preparation that is begun on another thread, since looking at kernels takes a second.

    Before `begin` nothing is waited for: a program that opens no game itself has its kernels compiled as they come.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "kernels")
        self._begun: Future[Preparation | None] | None = None

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

    def close(self) -> None:
        """Stop compiling; what has been compiled stays."""
        if self._begun is not None and (preparation := self._begun.result()) is not None:
            preparation.close()
        self._pool.shutdown()
