"""Work that measures or thinks, away from the thread that draws."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

__all__ = ["JobWait", "Worker"]

T = TypeVar("T")


class JobWait(Protocol):
    """What jobs may have to wait for."""

    def abandon(self) -> None:
        """Send all who wait away at once, so that nobody waits for a job that is not wanted."""

    def as_job(self, work: Callable[[], None], *, lasting: bool) -> Callable[[], None]:
        """The same work, which waits no longer, and not anew, once `abandon` is called, and measures nothing more
        unless it is `lasting`."""


class _Nothing:
    """Nothing is waited for."""

    def abandon(self) -> None:
        pass

    def as_job(self, work: Callable[[], None], *, lasting: bool) -> Callable[[], None]:
        return work


class Worker:
    """One job at a time, on one thread of its own, so that nothing is measured twice at once.

    `poll` hands results back on the caller's thread. An error of a job is raised there.
    """

    def __init__(self, threaded: bool = True, awaited: JobWait | None = None) -> None:
        self.threaded = threaded
        self._awaited = awaited or _Nothing()
        self._pool = ThreadPoolExecutor(1, "worker") if threaded else None
        self._job: tuple[Future[None], Callable[[], None]] | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None

    @property
    def ready(self) -> bool:
        """Is a job done, whose result `poll` would hand back?"""
        return self._job is not None and self._job[0].done()

    def submit(self, work: Callable[[], T], done: Callable[[T], None], *, lasting: bool = False) -> None:
        """Do `work`, then call `done` with its result. Only when not busy. `lasting`: it changes something, so it is
        done to its end once it is begun."""
        assert self._job is None
        results: list[T] = []

        def run() -> None:
            results.append(work())

        def hand_over() -> None:
            done(results[0])

        job = self._awaited.as_job(run, lasting=lasting)
        if self._pool is not None:
            self._job = (self._pool.submit(job), hand_over)
            return
        future: Future[None] = Future()
        try:
            job()
            future.set_result(None)
        except BaseException as error:
            future.set_exception(error)
        self._job = (future, hand_over)

    def poll(self) -> bool:
        """Hand a finished job's result back. True if there was one."""
        if self._job is None or not self._job[0].done():
            return False
        future, hand_over = self._job
        self._job = None
        future.result()
        hand_over()
        return True

    def forget(self) -> Future[None] | None:
        """Nobody wants the job in hand any longer. What is submitted now begins once it has given up."""
        if self._job is None:
            return None
        future, _ = self._job
        self._job = None
        self._awaited.abandon()
        return future

    def finish(self) -> None:
        """Wait until the job in hand has given up, or is done, and forget what it found."""
        if (future := self.forget()) is not None:
            future.exception()

    def close(self, *, wait: bool = True) -> None:
        """Do no more. `wait` for the job in hand; else it is done for nobody."""
        if self._pool is not None:
            self._awaited.abandon()
            self._pool.shutdown(wait=wait, cancel_futures=not wait)
