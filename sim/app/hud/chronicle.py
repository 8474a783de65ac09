"""The log in sentences; a click on one shows its evidence on the board."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.part import Part
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.controller import Table
from sim.carnevale.events import ActionBegan, Event

LINES = 160  # of the log that are kept on screen
HEADINGS = ("round_began", "turn_began")


def _told_again(event: Event) -> bool:
    """Is it an action whose own events tell it better?"""
    return isinstance(event, ActionBegan) and event.action in ("run", "jump") and not event.opportunity


class Chronicle(Part):
    """What has happened."""

    def __init__(self, table: Table, fonts: Fonts, wishes: list[str]) -> None:
        super().__init__(table, fonts, wishes)
        self._lines: list[tuple[int, str, str]] = []  # (event, kind, sentence)
        self._told = 0
        self._scroll = False
        self._tall = 0.0  # the panel when it was last drawn

    def draw(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        self._read_log()
        with widgets.panel("log", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, "Chronicle", 17)
            imgui.begin_child("lines", V(0, 0))
            with font(f, "text", 13):
                for number, kind, words in self._lines[-LINES:]:
                    heading = kind in HEADINGS
                    shown = table.evidence == number
                    paint = theme.GOLD_BRIGHT if shown or heading else theme.PARCHMENT
                    if kind in ("rolled", "rerolled"):
                        paint = theme.GOLD_BRIGHT if shown else theme.FADED
                    if heading:
                        imgui.dummy(V(1, f.px(2)))
                    widgets.wrapped(words, paint)
                    if imgui.is_item_hovered():
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
        if len(log) < self._told:
            self._lines, self._told = [], 0
        if len(log) > self._told:
            for number in range(self._told, len(log)):
                event = log[number]
                words = self.table.model.sentence(event)
                if words and not _told_again(event):
                    self._lines.append((number, str(type(event).__struct_config__.tag), words))
            self._told = len(log)
            self._scroll = True
