"""What changes the game, away from the thread that draws: answers that people give, and bots that think."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sim.app.table.guarded import guarded
from sim.app.table.worker import Worker

__all__ = ["AnswerJobs"]

T = TypeVar("T")


class AnswerJobs:
    """One at a time. What goes wrong is said to `fail`."""

    def __init__(self, worker: Worker, fail: Callable[[str], None]) -> None:
        self._worker, self._fail = worker, fail
        self.under_way = False
        self._thinks = False  # is it a bot that only thinks so far?

    def run(self, work: Callable[[], T], done: Callable[[T | None], None], *, thinks: bool = False) -> None:
        """Do it, then call `done` on this thread. What is being measured no longer matters, and is not waited for.

        `thinks`: nothing is lost where that is given up.
        """
        self.under_way, self._thinks = True, thinks
        self._worker.forget()

        def finished(result: T | None) -> None:
            self.under_way = False
            done(result)

        self._worker.submit(guarded(work, self._fail), finished, lasting=not thinks)

    def close(self) -> None:
        """Begin nothing more. What a person has answered is taken in first; nobody waits for a bot's thought."""
        self._worker.close(wait=self.under_way and not self._thinks)
