"""Letters of a panel no larger than lets all of it be seen, where it may not grow: nobody scrolls to an answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font

__all__ = ["FittedLetters"]

LEAST = 0.72  # of the letters that are wanted: smaller ones are hard to read, and the rest is scrolled to


class FittedLetters:
    """How much smaller the letters of one panel are, found while it is drawn."""

    def __init__(self) -> None:
        self.share = 1.0
        self.is_found = True  # else the panel is to be drawn once more
        self._about: object = None
        self._tall = 0.0  # as it was drawn last

    @contextmanager
    def fonts(self, fonts: Fonts, about: object) -> Iterator[Fonts]:
        """The fonts to draw with, as large as can be for what the panel is `about`; gaps go with letters."""
        about = (about, fonts.scale)
        if about != self._about:
            self._about, self.share, self._tall = about, 1.0, 0.0
        f = fonts if self.share == 1.0 else msgspec.structs.replace(fonts, scale=fonts.scale * self.share)
        pushed = theme.push_gaps(self.share)
        try:
            with font(f, "text", 15):
                yield f
        finally:
            imgui.pop_style_var(pushed)

    def drawn(self, tall: float, room: float) -> None:
        """So tall it was, in so much room. A panel that grows has its room when it is drawn again: only one that wants
        as much twice, and does not get it, may not grow."""
        self.is_found = tall <= room + 1 or self.share == LEAST
        if not self.is_found and abs(tall - self._tall) <= 1:
            self.share = max(LEAST, self.share * room / tall)
        self._tall = tall
