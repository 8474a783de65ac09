"""Work that measures or thinks, away from the thread that draws."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Desk:
    """One job at a time, on one thread of its own, so that nothing is measured twice at once.

    `poll` hands results back on the caller's thread. An error of a job is raised there.
    """

    def __init__(self, threaded: bool = True) -> None:
        self._pool = ThreadPoolExecutor(1, "desk") if threaded else None
        self._job: tuple[Future[Any], Callable[[Any], None]] | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None

    def submit(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do `work`, then call `done` with its result. Only when not busy."""
        assert self._job is None
        if self._pool is not None:
            self._job = (self._pool.submit(work), done)
            return
        future: Future[Any] = Future()
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)
        self._job = (future, done)

    def poll(self) -> bool:
        """Hand a finished job's result back. True if there was one."""
        if self._job is None or not self._job[0].done():
            return False
        future, done = self._job
        self._job = None
        done(future.result())
        return True

    def finish(self) -> None:
        """Wait for the job in hand and forget what it found."""
        if self._job is not None:
            future, _ = self._job
            self._job = None
            future.exception()

    def close(self) -> None:
        """Wait for the job in hand, and do no more."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
