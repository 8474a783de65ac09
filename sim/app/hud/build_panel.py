"""The part of the start screen from which a board is built, or a real table measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import colour, marked
from sim.words import say
from sim.words.tongues import told

__all__ = ["SIZES", "BuildPanel", "BuildRequest", "size_of"]

SIZES = ((24.0, 24.0), (24.0, 48.0), (36.0, 36.0), (48.0, 48.0))
"""Boards in inches: two feet by two, two by four, three by three, four by four."""
_SIDE = r"(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:\"|”|″|in)?"
_SIZE = re.compile(rf"{_SIDE}(?:\s*[xX×*]\s*{_SIDE})?")
NO_PREVIEW = int(imgui.ComboFlags_.no_preview)


class BuildRequest(msgspec.Struct, frozen=True):
    """A board to build on: a map's name or file, or a new one by its name and size.

    With neither it is the board that was built before the game that was just left, with its history.
    """

    map: str = ""
    name: str = ""
    size: tuple[float, float] = SIZES[0]


class BuildPanel:
    """Asks which board to build. `asked` is set once that is known; `measures`: a real table is to be measured."""

    def __init__(self, fonts: Fonts, maps: Sequence[str], map: int, nice: Callable[[str], str]) -> None:
        self.fonts, self.maps, self.map, self.nice = fonts, maps, map, nice
        self.name = ""
        self.size = _written(SIZES[0])  # as it stands in its field
        self.asked: BuildRequest | None = None
        self.measures = False

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("build", rect):
            widgets.title(f, say("Build a board, measure a table"), 22)
            self._row(say("New"))
            imgui.set_next_item_width(imgui.get_content_region_avail().x - f.px(206))
            done = int(imgui.InputTextFlags_.enter_returns_true)
            named, self.name = imgui.input_text_with_hint("##new name", told(say("its name")), self.name, done)
            f.stops.here()
            imgui.same_line(0, f.px(4))
            sized = self._size()
            imgui.same_line(0, f.px(4))
            size = size_of(self.size)
            able = bool(self.name.strip()) and size is not None
            hint = say("Give it a name, and its width x depth in inches, as in 30 x 40") if not able else ""
            wished = key_button(f, say("Build"), able=able, lit=able, hint=hint, width=f.px(90))
            if (wished or named or sized) and able and size is not None:
                self.asked = BuildRequest(name=self.name.strip(), size=size)
            self._row(say("Change"))
            imgui.set_next_item_width(imgui.get_content_region_avail().x - f.px(94))
            self._board()
            imgui.same_line(0, f.px(4))
            if key_button(f, marked(say("Build"), "change"), width=f.px(90)):
                self.asked = BuildRequest(map=self.maps[self.map])
            self._row(say("Measure"))
            hint = say("Your minis on a board or a mesh of your own, without a game: who sees whom")
            wide = imgui.get_content_region_avail().x
            self.measures |= key_button(f, say("Who sees whom on a real table"), "M", hint=hint, width=wide)

    def _board(self) -> None:
        """The one that is changed, of a list."""
        chosen = one_of(self.fonts, "change", self.maps[self.map], self.maps, self.nice, imgui.calc_item_width())
        self.map = self.maps.index(chosen)

    def _size(self) -> bool:
        """The field of a new board's size, which is typed or taken from a list; was Enter pressed in it?"""
        f = self.fonts
        imgui.set_next_item_width(f.px(80))
        flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
        wrong = size_of(self.size) is None
        if wrong:
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*theme.ALERT))
        entered, self.size = imgui.input_text("##new size", self.size, int(flags))
        f.stops.here()
        if wrong:
            imgui.pop_style_color()
        if imgui.is_item_hovered() and not imgui.is_item_active():
            widgets.tooltip(f, say("Inches east x north: typed, or one of the list"))
        imgui.same_line(0, 0)
        sizes = [_written(size) for size in SIZES]
        self.size = one_of(f, "sizes", self.size, sizes, str, 0, shown="", flags=NO_PREVIEW)
        return entered

    def _row(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(86))


def size_of(typed: str) -> tuple[float, float] | None:
    """The sides of a board as people write them, in inches: `24 x 36`, `24x36"`, `30,5 × 40`; of one number a square
    board. None of what is no size."""
    found = _SIZE.fullmatch(typed.strip())
    if found is None:
        return None
    wide, deep = (float(side.replace(",", ".")) for side in (found[1], found[2] or found[1]))
    return (wide, deep)


def _written(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g}"
