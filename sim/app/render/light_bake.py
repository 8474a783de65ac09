"""A board's light worked out in a process of its own, while the board is shown in a plain one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sim.app.companion import begun
from sim.app.render.board_surfaces import BoardSurfaces
from sim.board.board import Board

__all__ = ["LightBake"]

POLITE = 5  # how much the process gives way to the window ("niceness")
PATIENCE = 5  # seconds that it is given to end once it was told to


class LightBake:
    """Baking the light of a board from its files, at an hour. What is baked is found in the cache."""

    def __init__(self, source: Path, hour: str) -> None:
        self._process = begun(__name__, [str(source), hour])

    @property
    def over(self) -> bool:
        return self._process.poll() is not None

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
