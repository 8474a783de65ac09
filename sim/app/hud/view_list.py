"""All that changes the view, in a list under the bar: for whoever has a mouse and no key at hand."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sim.app.hud import widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.app.table.controller import TableController
from sim.app.table.key_actions import eye_of
from sim.app.table.tools import Tool
from sim.words import say

__all__ = ["COMMAND", "ROWS", "ViewList"]

COMMAND = "view list"  # opens and closes it
WIDE = 268  # at 1280x800


class ViewRow(NamedTuple):
    """A line: words, key, and what it asks of the window, or the key that it holds until it is clicked again."""

    words: str
    key: str
    command: str = ""
    held: str = ""


ROWS = (
    ViewRow(say("Straight from above"), "T", "top"),
    ViewRow(say("The mini's eye"), "V", "eye"),
    ViewRow(say("Centre on the mini"), "C", "centre"),
    ViewRow(say("The whole board"), "Home", "home"),
    ViewRow(say("Open the houses"), "PgDn", "open"),
    ViewRow(say("Close them"), "PgUp", "close"),
    ViewRow(say("Names, life, actions"), "Alt", held="alt"),
    ViewRow(say("Who sees whom"), "O", held="o"),
    ViewRow(say("What it costs to stand where"), "I", held="i"),
    ViewRow(say("Measuring tape"), "M", "tape"),
    ViewRow(say("Pace of what is shown"), "+ -", "speed"),
    ViewRow(say("Hide the panels"), "L", "panels"),
)
OF_A_MINI = ("eye", "centre")


class ViewList(Panel):
    """`held`: keys that count as held, until their line is clicked again. `looks`: how the camera looks, as it calls
    that."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self.is_open = False
        self.held: set[str] = set()
        self.looks = "orbit"
        self.tall = 300.0  # as it was drawn last

    def draw(self, bar: Rect) -> Rect | None:
        """Under the bar, where it is open. A click on anything else closes it. Returns where it lies."""
        if not self.is_open:
            return None
        f = self.fonts
        wide = min(f.px(WIDE), bar.w - f.px(20))
        top = bar.bottom + f.px(2)
        tall = min(self.tall, imgui.get_io().display_size.y - top - f.px(4))  # the rest is scrolled to
        rect = Rect(max(bar.right - wide - f.px(100), f.px(8)), top, wide, tall)
        flags = int(imgui.WindowFlags_.no_scrollbar) if self.tall <= tall + 1 else 0
        with widgets.panel("view list", rect, flags=flags, alpha=0.97, front=True), font(f, "text", 14):
            for row in ROWS:
                lit = row.held in self.held if row.held else self.is_on(row.command)
                able = row.command not in OF_A_MINI or eye_of(self.table) is not None
                own = imgui.get_content_region_avail().x
                if key_button(f, row.words, row.key, lit=lit, able=able, width=own):
                    self._press(row)
            self.tall = widgets.used(f)
        x, y = imgui.get_mouse_pos().x, imgui.get_mouse_pos().y
        if imgui.is_mouse_clicked(0) and not rect.holds(x, y) and not bar.holds(x, y):
            self.is_open = False
        return rect

    def is_on(self, command: str) -> bool:
        """Is it what one looks by now, so that it leads back?"""
        return command == self.looks or (command == "tape" and self.table.tool is Tool.TAPE)

    def _press(self, row: ViewRow) -> None:
        if row.held:
            self.held ^= {row.held}
        else:
            self.commands.append(row.command)
            self.is_open = row.command == "speed"
