"""Words that rise over minis: what they lose and gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.board.model.tableau import Point
from sim.words.tongues import told

__all__ = ["RisingWords"]

LABEL, RISES = 35, 26  # pixels at 1280x800: from over the label of the mini that it happens to, so far up
FLOATS = 1.3  # seconds that a word is seen
TONES = {"life": theme.LIFE, "action": theme.ACTION, "alert": theme.ALERT}


class _Word(NamedTuple):
    words: str
    tone: Literal["life", "action", "alert"]
    at: Point
    left: float  # seconds


class RisingWords:
    """The words that are rising now."""

    def __init__(self) -> None:
        self._words: list[_Word] = []

    def __bool__(self) -> bool:
        return bool(self._words)

    def rise(self, words: str, tone: Literal["life", "action", "alert"], at: Point) -> None:
        """A word begins to rise from a place."""
        self._words.append(_Word(words, tone, at, FLOATS))

    def pass_time(self, seconds: float) -> None:
        self._words = [each._replace(left=each.left - seconds) for each in self._words if each.left > seconds]

    def clear(self) -> None:
        self._words = []

    def draw(
        self, fonts: Fonts, to_screen: Callable[[Point], tuple[float, float] | None], *, still: bool = False
    ) -> None:
        """Over the board, under the panels; `still`: they stand where they would have risen to."""
        draw = imgui.get_background_draw_list()
        for words, tone, at, left in self._words:
            place = to_screen(at)
            if place is None:
                continue
            with font(fonts, "bold", 22):
                size = imgui.calc_text_size(told(words))
                risen = LABEL + RISES * (1.0 if still else 1 - left / FLOATS)
                x, y = place[0] - size.x / 2, place[1] - size.y - fonts.px(risen)
                alpha = min(1.0, 2 * left / FLOATS)
                draw.add_text(V(x + 1.5, y + 1.5), ink((0, 0, 0, 1), alpha), told(words))
                draw.add_text(V(x, y), ink(TONES[tone], alpha), told(words))
