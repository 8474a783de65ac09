"""The bar at the top: seats and scores, the round, buttons for the view and the game."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V, colour, font, key_button
from sim.app.table.model import HUMAN
from sim.app.table.tools import Tool
from sim.carnevale import scenarios

__all__ = ["TopBar"]


class TopBar(Panel):
    """Seats, round, buttons."""

    def draw(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        state = table.model.shown
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("bar", rect, flags=flags, alpha=0.96):
            turn = self._whose()
            x = rect.x + f.px(16)
            for number, seat in enumerate(state.seats.values()):
                x = self._seat(
                    x, rect, number, seat.id, seat.gang or seat.id.capitalize(), seat.vp, turn == seat.id
                ) + f.px(18)
            page = scenarios.find(state.scenario)
            rounds = f" of {page.rounds}" if page is not None else ""
            middle = f"Round {state.round}{rounds}" if state.round else "Setting up"
            with font(f, "title", 23):
                wide = imgui.calc_text_size(middle).x
                at = max(x + f.px(8), rect.w / 2 - wide / 2)
                imgui.set_cursor_screen_pos(V(at, rect.y + f.px(9)))
                colour(middle, theme.GOLD_BRIGHT)
            self._bar_buttons(rect)

    def _seat(self, x: float, rect: Rect, number: int, seat: str, gang: str, vp: int, turn: bool) -> float:
        f, draw = self.fonts, imgui.get_window_draw_list()
        middle = rect.y + rect.h / 2
        widgets.seat_mark(x + f.px(8), middle, f.px(8), number)
        with font(f, "title", 18):
            gang = widgets.fitted(gang, f.px(150))
            size = imgui.calc_text_size(gang)
            paint = theme.GOLD_BRIGHT if turn else theme.PARCHMENT
            draw.add_text(V(x + f.px(24), middle - size.y / 2 - f.px(5)), ink(paint), gang)
        with font(f, "text", 11.5):
            kind = self.table.model.players[seat]
            who = seat.capitalize() + ("" if kind == HUMAN else f", {kind} bot")
            who += ", Fortune's Favour" if self.table.model.shown.favour == seat else ""
            draw.add_text(V(x + f.px(24), middle + f.px(6)), ink(theme.FADED), who)
            wide = max(size.x, imgui.calc_text_size(who).x)
        right = x + f.px(24) + wide + f.px(12)
        with font(f, "bold", 20):
            score = str(vp)
            tall = imgui.calc_text_size(score)
            draw.add_text(V(right, middle - tall.y / 2), ink(theme.PARCHMENT), score)
        with font(f, "text", 11):
            draw.add_text(V(right + tall.x + f.px(3), middle - f.px(2)), ink(theme.FADED), "VP")
        end = right + tall.x + f.px(20)
        if turn:
            draw.add_line(
                V(x, rect.bottom - f.px(6)), V(end, rect.bottom - f.px(6)), ink(theme.seat_colour(number)), 2.5
            )
        return float(end)

    def _bar_buttons(self, rect: Rect) -> None:
        f, table = self.fonts, self.table
        speed = f"{table.sequencer.speed:g}x"
        items = [
            ("Undo", "Ctrl Z", "undo", table.model.undo_seat is not None, False, self._undo_words()),
            ("Tape", "M", "tape", True, table.tool is Tool.TAPE, "Measure anything: click two points or minis"),
            ("Top", "T", "top", True, False, "Look straight down"),
            ("Eye", "V", "eye", table.selected is not None, False, "See what the selected mini sees"),
            (speed, "+ -", "speed", True, False, "How fast turns are shown"),
            ("Help", "?", "help", True, False, "All keys"),
            ("Menu", "Esc", "pause", True, False, "Pause, sound, save, leave"),
        ]
        wide = 0.0
        sizes = []
        for label, key, *_ in items:
            with font(f, "bold", 11):
                mark = imgui.calc_text_size(key).x
            sizes.append(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x + mark + f.px(8))
            wide += sizes[-1] + f.px(5)
        x = rect.right - wide - f.px(8)
        for (label, key, command, able, lit, hint), size in zip(items, sizes, strict=True):
            imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
            if key_button(f, f"{label}##{command}", key, able=able, lit=lit, width=size, hint=hint):
                self.commands.append(command)
            x += size + f.px(5)

    def _undo_words(self) -> str:
        """What undo does, and what it never does."""
        marks = "Answers with a die or an eye at their corner can never be taken back."
        if self.table.model.undo_seat is None:
            return f"Nothing to take back: dice have been thrown or a secret shown. {marks}"
        return f"Take the last choice back. {marks}"

    def _whose(self) -> str | None:
        pending = self.table.model.pending
        if pending is not None:
            return pending.seat
        active = self.table.model.shown.active
        return self.table.model.shown[active].seat if active else None
