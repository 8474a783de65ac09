"""A board's light worked out in a process of its own, while the board is shown in a plain one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Generic, TypeVar

from sim.app.companion import begun
from sim.app.render.board_surfaces import BoardSurfaces
from sim.board.board import Board

__all__ = ["LightBake"]

T = TypeVar("T")

POLITE = 5  # how much the process gives way to the window ("niceness")
PATIENCE = 5  # seconds that it is given to end once it was told to


class LightBake(Generic[T]):
    """Baking the light of a board from its files, at an hour. What is baked is found in the cache, by `read`."""

    def __init__(self, source: Path, hour: str, read: Callable[[], T], pool: Executor | None = None) -> None:
        """`pool`: where it is read, which takes half a second; else it is read at once."""
        self._process = begun(__name__, [str(source), hour])
        self._read, self._pool = read, pool
        self._reading: Future[T] | None = None

    @property
    def over(self) -> bool:
        return self._process.poll() is not None

    def arrived(self) -> T | None:
        """What was read of it; None until it is there."""
        if not self.over:
            return None
        if self._pool is None:
            return self._read()
        self._reading = self._reading or self._pool.submit(self._read)
        return self._reading.result() if self._reading.done() else None

    def close(self) -> None:
        """Stop it where it is still at it."""
        if not self.over:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def main(source: str, hour: str) -> None:
    if hasattr(os, "nice"):
        os.nice(POLITE)
    surfaces = BoardSurfaces(Board.load(source), hour)
    surfaces.baked_proxy()  # first: whoever finds the other finds this one too
    surfaces.baked()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
