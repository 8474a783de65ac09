"""A picture of a game as it was left, for the list of saved games: the board alone, small, beside the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.app.table.games import picture_of

__all__ = ["keep_picture"]

SIZE = (320, 200)  # pixels


def keep_picture(base: Any, ui: Any, journal: Path) -> None:
    """Keep what the window shows without its panels, where there is one on a screen: also one whose frame was just
    asked to close it. A picture that cannot be written is left out."""
    from panda3d.core import Filename, GraphicsWindow, PNMImage

    if not isinstance(base.win, GraphicsWindow) or not base.win.get_properties().get_open():
        return
    ui.hide()
    base.graphics_engine.render_frame()
    image, small = PNMImage(), PNMImage(*SIZE)
    shown = base.win.get_screenshot(image)
    ui.show()
    if not shown:
        return
    wide, tall = image.get_x_size(), image.get_y_size()
    across = min(wide, tall * SIZE[0] // SIZE[1])  # the middle of the window
    along = min(tall, wide * SIZE[1] // SIZE[0])
    middle = PNMImage(across, along)
    middle.copy_sub_image(image, 0, 0, (wide - across) // 2, (tall - along) // 2, across, along)
    small.gaussian_filter_from(0.6, middle)
    small.write(Filename.from_os_specific(str(picture_of(journal))))
