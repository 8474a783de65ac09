"""The part of the start screen from which a board is built, or a real table measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import colour, marked
from sim.words import say
from sim.words.tongues import told

__all__ = ["SIZES", "BuildPanel", "BuildRequest"]

SIZES = ((24.0, 24.0), (24.0, 48.0), (36.0, 36.0), (48.0, 48.0))
"""Boards in inches: two feet by two, two by four, three by three, four by four."""


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
        self.size = 0
        self.asked: BuildRequest | None = None
        self.measures = False

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("build", rect):
            widgets.title(f, say("Build a board, measure a table"), 22)
            self._row(say("New"))
            imgui.set_next_item_width(imgui.get_content_region_avail().x - f.px(206))
            entered, self.name = imgui.input_text_with_hint(
                "##new name", told(say("its name")), self.name, int(imgui.InputTextFlags_.enter_returns_true)
            )
            imgui.same_line(0, f.px(4))
            imgui.set_next_item_width(f.px(108))
            sizes = [f'{w:g}" x {d:g}"' for w, d in SIZES]
            _, self.size = imgui.combo("##new size", self.size, sizes)
            imgui.same_line(0, f.px(4))
            able = bool(self.name.strip())
            if (key_button(f, say("Build"), able=able, lit=able, width=f.px(90)) or entered) and able:
                self.asked = BuildRequest(name=self.name.strip(), size=SIZES[self.size])
            self._row(say("Change"))
            imgui.set_next_item_width(imgui.get_content_region_avail().x - f.px(94))
            _, self.map = imgui.combo("##change", self.map, [self.nice(name) for name in self.maps], theme.LISTED)
            imgui.same_line(0, f.px(4))
            if key_button(f, marked(say("Build"), "change"), width=f.px(90)):
                self.asked = BuildRequest(map=self.maps[self.map])
            self._row(say("Measure"))
            hint = say("Your minis on a board or a mesh of your own, without a game: who sees whom")
            wide = imgui.get_content_region_avail().x
            self.measures |= key_button(f, say("Who sees whom on a real table"), "M", hint=hint, width=wide)

    def _row(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(86))
