"""Work on a thread of its own that goes on while something else is measured, as most of that is done without Python.

Boards answer one thread after another, so such work may ask a board; what measures without asking it may not go on
beside it, unless it has lists and rooms of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread, current_thread
from typing import Generic, TypeVar

from sim.board.board import Board
from sim.board.model.queries import Query

__all__ = ["Left", "Meanwhile"]

Found = TypeVar("Found")

OFTEN = 0.02  # seconds between looks, while it is waited for


class Left(Exception):
    """Nobody wants what is being worked out."""


class Meanwhile(Thread, Generic[Found]):
    """What `work` comes to, of a board. Begun at once; given up by `leave`, the next time that it asks the board."""

    def __init__(self, board: Board, work: Callable[[Board], Found]) -> None:
        super().__init__(daemon=True)
        self._board, self._work = board, work
        self._found: list[Found] = []
        self._wrong: BaseException | None = None
        self.is_left = False
        board.awaited = _look_up
        self.start()

    def run(self) -> None:
        """What the thread does."""
        try:
            self._found.append(self._work(self._board))
        except BaseException as wrong:  # told to whoever waits for it
            self._wrong = wrong

    def result(self, look_up: Callable[[], None]) -> Found:
        """Wait for it, and `look_up` now and then. Raises what that or the work raised; Left."""
        while self.is_alive():
            self.join(OFTEN)
            look_up()
        if self._wrong is not None:
            raise self._wrong
        return self._found[0]

    def leave(self) -> None:
        """It is not wanted any more."""
        self.is_left = True


def _look_up(_: Query) -> None:
    own = current_thread()
    if isinstance(own, Meanwhile) and own.is_left:
        raise Left
