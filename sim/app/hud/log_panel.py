"""The log in sentences, and what was measured for each; who points at one or clicks it sees that on the board."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.controller import TableController
from sim.app.table.playback import is_redundant
from sim.carnevale import evidence

__all__ = ["LogPanel"]

LINES = 160  # of the log that are kept on screen
HEADINGS = ("round_began", "turn_began")


class LogLine(NamedTuple):
    """A line of the log: the number of its event, what kind that is, its sentence, and what was measured for it."""

    number: int
    kind: str
    words: str
    measured: str


class LogPanel(Panel):
    """What has happened."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self._lines: list[LogLine] = []
        self._event_count = 0
        self._scroll = False
        self._tall = 0.0  # the panel when it was last drawn

    def draw(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        self._read_log()
        with widgets.panel("log", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, "Chronicle", 17)
            imgui.begin_child("lines", V(0, 0))
            with font(f, "text", 13):
                table.line = None
                for number, kind, words, measured in self._lines[-LINES:]:
                    heading = kind in HEADINGS
                    shown = table.evidence == number
                    paint = theme.GOLD_BRIGHT if shown or heading else theme.PARCHMENT
                    if kind in ("rolled", "rerolled"):
                        paint = theme.GOLD_BRIGHT if shown else theme.FADED
                    if heading:
                        imgui.dummy(V(1, f.px(2)))
                    imgui.begin_group()
                    widgets.wrapped(words, paint)
                    if measured:
                        with font(f, "text", 11):
                            widgets.wrapped(measured, theme.FADED)
                    imgui.end_group()
                    if imgui.is_item_hovered():
                        table.line = number
                        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
                        imgui.get_window_draw_list().add_rect_filled(low, high, ink(theme.GOLD, 0.10), 2.0)
                    if imgui.is_item_clicked():
                        table.evidence = None if shown else number
            imgui.dummy(V(1, f.px(10)))
            if self._scroll or rect.h != self._tall:
                imgui.set_scroll_here_y(1.0)
                self._scroll, self._tall = False, rect.h
            imgui.end_child()

    def _read_log(self) -> None:
        """Take in what has been shown since; after an undo, begin again."""
        log = self.table.model.shown.log
        if len(log) < self._event_count:
            self._lines, self._event_count = [], 0
        if len(log) > self._event_count:
            for number in range(self._event_count, len(log)):
                event = log[number]
                words = self.table.model.sentence(event)
                if words and not is_redundant(event):
                    kind, model = str(type(event).__struct_config__.tag), self.table.model
                    measured = evidence.words(event, model.names) if model.open_to_all(event) else ""
                    self._lines.append(LogLine(number, kind, words, measured))
            self._event_count = len(log)
            self._scroll = True
