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

FILLED = 0.92  # of the room: as much is well used
LEAST = 0.72  # of the letters that are wanted: smaller ones are hard to read, and the rest is scrolled to


class FittedLetters:
    """How much smaller the letters of one panel are, found while it is drawn."""

    def __init__(self) -> None:
        self.is_found = True  # else the panel is to be drawn once more
        self._about: object = None
        self._begin()

    def _begin(self) -> None:
        self.share = self._too_large = 1.0
        self._tall = 0.0  # as it was drawn last
        self._room = 0.0  # in which larger letters did not fit; 0: all fitted
        self._fitted = 0.0  # the share that did, while a larger one is tried

    @contextmanager
    def fonts(self, fonts: Fonts, about: object) -> Iterator[Fonts]:
        """The fonts to draw with, as large as can be for what the panel is `about`; gaps go with letters."""
        about = (about, fonts.scale)
        if about != self._about:
            self._about = about
            self._begin()
        f = fonts if self.share == 1.0 else msgspec.structs.replace(fonts, scale=fonts.scale * self.share)
        pushed = theme.push_gaps(self.share)
        try:
            with font(f, "text", 15):
                yield f
        finally:
            imgui.pop_style_var(pushed)

    def drawn(self, tall: float, room: float) -> None:
        """So tall it was, in so much room. A panel that grows has its room when it is drawn again: only one that wants
        as much twice, and does not get it, may not grow. Smaller letters may have made fewer rows: where much room is
        left then, letters halfway between are tried."""
        twice, self._tall = abs(tall - self._tall) <= 1, tall
        self.is_found = True
        if tall <= room + 1:
            if not self._fitted and tall < FILLED * self._room:
                self._fitted, self.share = self.share, (self.share + self._too_large) / 2
                self.is_found = False
        elif self.share > LEAST:
            self.is_found = False
            if twice and self.share > self._fitted > 0:
                self.share = self._fitted
            elif twice:
                self._room, self._too_large = room, self.share
                self.share = max(LEAST, self.share * room / tall)
