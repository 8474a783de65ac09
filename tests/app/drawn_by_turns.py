"""A window and another screen draw by turns: `python -m tests.app.drawn_by_turns FOLDER` keeps what they showed.

In a process of its own, as the reference pictures are: what is compared to the bit hangs on no other test.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from sim.app.render.board_view import BoardView
from sim.app.render.screen import open_screen
from sim.app.window.table_window import TableWindow
from sim.board.model.hours import HourName
from tests.app.pictures import SIZE
from tests.app.reference_stages import Pixels, prepare, settled, small, turn
from tests.app.render_boards import house_on_a_quay

__all__ = ["KEPT", "seen"]

KEPT = "drawn.npz"


def seen(window: TableWindow, hour: HourName, folder: Path) -> Pixels:
    """A turn at this hour, once all of it is drawn."""
    folder.mkdir()
    os.environ["BAUTA_DATA"] = str(folder)
    turn(hour)(window)
    settled(window)
    return small(window)


def draw(folder: Path) -> None:
    """A board by day, another screen, the board by night, and both once more."""
    window, shown = TableWindow((1280, 800), offscreen=True, threaded=False), {}
    if window.screen.shaders:
        prepare(window)
        shown["before"] = seen(window, "noon", folder / "first")
        screen = open_screen(SIZE)
        view = BoardView(screen, house_on_a_quay(), size=SIZE)
        shown["other"] = np.asarray(view.picture(1))
        shown["by_night"] = seen(window, "night", folder / "between")
        shown["again"] = seen(window, "noon", folder / "again")
        shown["other_again"] = np.asarray(view.picture(1))
        screen.close()
    np.savez(folder / KEPT, **shown)  # type: ignore[arg-type]
    window.close_game()


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
