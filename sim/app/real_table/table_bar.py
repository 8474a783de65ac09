"""The bar over a real table: whose it is, and what can be measured."""

from __future__ import annotations

from collections.abc import Collection

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width, keyed_first
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.app.real_table.desk import TableDesk, TableTool
from sim.words import joined, say

__all__ = ["draw_table_bar"]

TITLE = 150  # at 1280x800: of the table's name in the bar, at the least


def draw_table_bar(rect: Rect, desk: TableDesk, commands: list[str], fonts: Fonts, *, matrix: bool) -> None:
    """`commands`: what its buttons ask of the window. `matrix`: is it shown?"""
    f, tool = fonts, desk.tool
    rows = [
        (
            say("Tape"),
            "M",
            "tape",
            tool is TableTool.TAPE,
            say("From the chosen mini to a place: inches, and sight"),
        ),
        (say("Reach"), "R", "reach", desk.shows_reach, say("Where the chosen mini can go in one move")),
        (say("Jump"), "J", "jump", tool is TableTool.JUMP, say("Where a jump towards a place ends")),
        (say("Marker"), "X", "marker", tool is TableTool.MARKER, say("Whom a round marker hits")),
        (say("Teardrop"), "T", "teardrop", tool is TableTool.TEARDROP, say("Whom a teardrop from the chosen hits")),
        (say("Push"), "P", "push", tool is TableTool.PUSH, say("Where the chosen mini lands that is pushed there")),
        (say("Way"), "G", "way", tool is TableTool.WAY, say("How the chosen mini gets there, turn by turn")),
        (say("Smoke"), "F", "smoke", tool is TableTool.SMOKE, say("Lay smoke down by a click, or take it away")),
        (say('{inches:g}"', inches=desk.inches), "] [", "more", False, say("How far or wide that is: ] more, [ less")),
        (say("Matrix"), "U", "table", matrix, say("Who sees whom, as a table")),
        (say("Page"), "F4", "page", False, say("All of it as a page for a phone, beside the table's file")),
        (say("Undo"), "Ctrl Z", "undo", False, say("Take the last change back")),
        (say("Top"), "K", "top", False, say("Look straight down")),
        (say("Keys"), "F1", "help", False, say("All keys")),
        (say("Back"), "Esc", "back", False, say("To the start screen; the file has it all")),
    ]
    with widgets.panel("table bar", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.96):
        if sum(key_width(f, label) + f.px(5) for label, *_ in rows) + f.px(TITLE) > rect.w:
            rows = [row for row in rows if row[2] not in ("undo", "top")]  # in a small window keys alone

        def wide_of(keyed: Collection[str]) -> float:
            return sum(key_width(f, label, own if does in keyed else "") + f.px(5) for label, own, does, *_ in rows)

        keyed = keyed_first(("help", "back", *(row[2] for row in rows[:-2])), wide_of, rect.w - f.px(TITLE))
        x = rect.right - f.px(8)
        for label, own, command, lit, hint in reversed(rows):
            key = own if command in keyed else ""
            said = hint if key else say("{hint} ({key})", hint=hint, key=on_keyboard(f.keys.shown(own)))
            wide = key_width(f, label, key)
            x -= wide + f.px(5)
            imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
            if key_button(f, widgets.marked(label, command), key, lit=lit, hint=said, width=wide):
                commands.append(command)
        with font(f, "title", 21):
            words = joined(", ", dict.fromkeys((desk.path.stem, desk.board.name)))
            place = V(rect.x + f.px(16), rect.y + f.px(10))
            draw = imgui.get_window_draw_list()
            widgets.draw_fitted(draw, place, words, x - rect.x - f.px(28), ink(theme.GOLD_BRIGHT))
