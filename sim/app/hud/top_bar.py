"""The bar at the top: seats and scores, the round, buttons for the view and the game."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width, keyed_first
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.view_list import COMMAND, ViewList
from sim.app.hud.widgets import V, colour, font, marked
from sim.app.key_map import on_keyboard
from sim.app.table.controller import TableController
from sim.app.table.key_actions import eye_of
from sim.app.table.model import HUMAN
from sim.carnevale import scenarios
from sim.carnevale.names import seat_called
from sim.carnevale.state import State
from sim.lessons.lesson_file import SCRIPTED
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["SPARE", "TopBar"]

NAMED = 36  # at 1280x800: of a gang's name, at least; a narrower one is told by a tooltip
SEAT = 150  # at 1280x800: of a seat with its score, at least
REST = 400  # the same, of the round and the buttons that stay
SPARE = ("speed", "eye", "top", "tape", "help")  # buttons that give way, the first one first
SHORTENED = "help"  # the one of them that is named by its key alone before it gives way
LESS = 20  # so much of the room of names and round it takes then
NAMED_FIRST = ("help", "pause", "undo", "tape", "eye", "top", "speed")  # whose keys are shown, where not all have room
ONE_LINE, TWO_LINES = 18.0, (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)  # sizes of a gang's name
PLAYER = 11.0  # the same, of who plays it, under the score


class BarButton(NamedTuple):
    """A button of the bar, and what it asks of the window."""

    label: str
    key: str
    command: str
    hint: str
    able: bool = True
    lit: bool = False


class TopBar(Panel):
    """Seats, round, buttons; and the list that one of them opens."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self.views = ViewList(table, fonts, commands)

    def draw(self, rect: Rect) -> None:
        whole, seats = self.fonts, len(self.table.model.shown.seats)
        share = rect.w / ((SEAT + 18) * seats + REST)  # smaller letters, where many seats leave no room for large ones
        self.fonts = whole if whole.scale <= share else msgspec.structs.replace(whole, scale=max(share, 1.0))
        own = self.fonts if seats > 2 else whole  # of buttons: beside two gangs there is room for large ones
        pushed = theme.push_gaps(own.scale / whole.scale)
        with font(own, "text", 15):
            self._drawn(rect)
        imgui.pop_style_var(pushed)
        self.fonts = whole

    def _drawn(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        state = table.model.shown
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("bar", rect, flags=flags, alpha=0.96):
            middle, wide = self._middle(state)
            buttons = self._buttons()
            least = (f.px(SEAT) + f.px(18)) * len(state.seats) + wide + f.px(48)
            for spare in SPARE:  # what keys do as well gives way to the names of gangs, where text is large
                if least + self._width(buttons, ()) >= rect.w and spare == SHORTENED:
                    buttons = [self._as_its_key(button) if button.command == spare else button for button in buttons]
                    least -= f.px(LESS)
                if least + self._width(buttons, ()) >= rect.w:
                    buttons = [button for button in buttons if button.command != spare]
            keyed = keyed_first(NAMED_FIRST, lambda those: self._width(buttons, those), rect.w - least - 1)
            right = rect.right - self._width(buttons, keyed) - f.px(8)
            turn = self._whose()
            x = rect.x + f.px(16)
            room = (right - wide - f.px(40) - x) / max(1, len(state.seats)) - f.px(18)
            peopled = {c.seat for c in state.characters.values()}  # in a lesson nobody may be met
            for number, seat in enumerate(state.seats.values()):
                if seat.id not in peopled:
                    continue
                gang = seat_called(seat.id, seat.gang)
                x = self._seat(x, rect, number, seat.id, gang, seat.vp, turn == seat.id, room) + f.px(18)
            with font(f, "title", 23):
                own = imgui.calc_text_size(middle).x
                at = min(max(x + f.px(4), rect.w / 2 - own / 2), right - own - f.px(12))
                imgui.set_cursor_screen_pos(V(at, rect.y + f.px(9)))
                colour(middle, theme.GOLD_BRIGHT)
            self._draw_buttons(buttons, right, rect, keyed)

    def _middle(self, state: State) -> tuple[str, float]:
        """Which round it is, and the room that this has in every round: else buttons would come and go with them."""
        page = scenarios.find(state.scenario)
        words = [say("Setting up"), *([say("Round {round}", round=state.round)] if page is None else ())]
        rounds = page.rounds if page is not None else 0
        words += [say("Round {round} of {rounds}", round=number, rounds=rounds) for number in range(1, rounds + 1)]
        with font(self.fonts, "title", 23):
            wide = max(imgui.calc_text_size(told(each)).x for each in words)
        return told(words[min(state.round, len(words) - 1)]), float(wide)

    def _seat(self, x: float, rect: Rect, number: int, seat: str, gang: str, vp: int, turn: bool, room: float) -> float:
        """Its mark, name and score, and who plays it; its tooltip has all of that. Returns where it ends: what finds no
        room gives way, who plays it first, then its name."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        middle = rect.y + rect.h / 2
        widgets.seat_mark(x + f.px(8), middle, f.px(8), number)
        right, rows = x + f.px(24), 0
        if room - f.px(64) >= f.px(NAMED):
            right, rows = self._named(right, middle, gang, seat, turn=turn, room=room)
        raised = f.px(6) if rows > 1 else 0.0
        with font(f, "bold", 20):
            score = str(vp)
            tall = imgui.calc_text_size(score)
            draw.add_text(V(right, middle - raised - tall.y / 2), ink(theme.PARCHMENT), score)
        end = right + tall.x
        with font(f, "text", 11):
            unit = told(say("VP"))
            wide = imgui.calc_text_size(unit).x
            if rows or end + f.px(3) + wide <= x + room:
                draw.add_text(V(end + f.px(3), middle - raised - f.px(2)), ink(theme.FADED), unit)
                end += f.px(20) if rows else f.px(3) + wide
        if rows > 1:
            end = self._played(right, x + room, end, middle + f.px(6), seat)
        if turn:
            low = rect.bottom - f.px(3.5)  # under all letters
            draw.add_line(V(x, low), V(end, low), ink(theme.seat_colour(number)), 2.5)
        if imgui.is_mouse_hovering_rect(V(x, rect.y), V(end, rect.bottom)):
            widgets.tooltip(f, joined("\n", (gang, self._who(seat))), x)
        return float(end)

    def _named(self, x: float, middle: float, gang: str, seat: str, *, turn: bool, room: float) -> tuple[float, int]:
        """A gang's name, and under one on a single line who plays it. Returns where its score begins, and its rows."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        lines, size = self._name(gang, min(f.px(150), room - f.px(64)))
        if len(lines) > 1:  # who plays it stands under the score, if both find room beside each other
            with font(f, "text", PLAYER):
                beside = min(imgui.calc_text_size(told(self._player(seat))).x, f.px(60))
            narrow = self._name(gang, min(f.px(150), room - f.px(36) - beside))
            lines, size = narrow if len(narrow[0]) > 1 else (lines, size)
        with font(f, "title", size):
            wide, high = max(imgui.calc_text_size(line).x for line in lines), imgui.get_text_line_height()
            top = middle - high * len(lines) / 2 - (f.px(6) if len(lines) == 1 else 0.0)
            for row, line in enumerate(lines):
                paint = theme.GOLD_BRIGHT if turn else theme.PARCHMENT
                draw.add_text(V(x, top + row * high), ink(paint), line)
        if len(lines) == 1:
            with font(f, "text", 11.5):
                who, most = told(self._who(seat)), max(room - f.px(64), wide)
                if imgui.calc_text_size(who).x <= most:  # else its tooltip tells
                    draw.add_text(V(x, middle + f.px(4)), ink(theme.FADED), widgets.fitted(who, most))
                    wide = max(wide, imgui.calc_text_size(who).x)
        return x + wide + f.px(12), len(lines)

    def _played(self, x: float, most: float, end: float, top: float, seat: str) -> float:
        """Who plays a seat, under its score; returns where that ends. In letters that nobody reads it is left out."""
        f, draw, player = self.fonts, imgui.get_window_draw_list(), self._player(seat)
        with font(f, "text", PLAYER):
            wide = max(most, end) - x
            if imgui.calc_text_size(told(player)).x * widgets.HEADLINE[-1] <= wide:
                end = max(end, x + widgets.draw_fitted(draw, V(x, top), player, wide, ink(theme.FADED)))
        return end

    def _name(self, gang: str, room: float) -> tuple[list[str], float]:
        """A gang's name as it fits, and in which size: on one line, else on two."""
        words = told(gang)
        with font(self.fonts, "title", ONE_LINE):
            if imgui.calc_text_size(words).x <= room:
                return [words], ONE_LINE
        parts = words.split()
        for size in TWO_LINES if len(parts) > 1 else ():
            with font(self.fonts, "title", size):
                cuts = [[" ".join(parts[:n]), " ".join(parts[n:])] for n in range(1, len(parts))]
                lines = min(cuts, key=lambda cut: max(imgui.calc_text_size(line).x for line in cut))
                if all(imgui.calc_text_size(line).x <= room for line in lines):
                    return lines, size
        with font(self.fonts, "title", ONE_LINE):
            return [widgets.fitted(gang, room)], ONE_LINE

    def _player(self, seat: str) -> str:
        """Who plays a seat: no point of the compass, for a gang begins where its player chose."""
        model = self.table.model
        kind, number = model.players[seat], model.seat_number(seat) + 1
        who = say("You") if model.humans == (seat,) else say("Player {number}", number=number)
        if kind not in (HUMAN, SCRIPTED):
            who = say("{kind} bot", kind=term(kind.capitalize()))
        return who

    def _who(self, seat: str) -> str:
        """Who plays a seat, and has Fortune's Favour."""
        who = self._player(seat)
        if self.table.model.shown.favour == seat:
            who = say("{seat}, Fortune's Favour", seat=who)
        return who

    def _buttons(self) -> list[BarButton]:
        table = self.table
        speed = f"{table.sequencer.speed:g}x"
        return [
            BarButton(say("Undo"), "Ctrl Z", "undo", self._undo_words(), able=table.model.undo_seat is not None),
            BarButton(
                say("Tape"),
                "M",
                "tape",
                say("Measure anything: choose two points or minis"),
                lit=self.views.is_on("tape"),
            ),
            BarButton(say("Top"), "T", "top", say("Look straight down"), lit=self.views.is_on("top")),
            BarButton(
                say("Eye"),
                "V",
                "eye",
                say("See what the selected mini sees"),
                able=eye_of(table) is not None,
                lit=self.views.is_on("eye"),
            ),
            BarButton(
                say("View"),
                "",
                COMMAND,
                ""
                if self.views.is_open
                else say("Where one looks from, names, who sees whom, what it costs to stand where"),
                lit=self.views.is_open,
            ),
            BarButton(speed, "+ -", "speed", say("How fast turns are shown")),
            BarButton(say("Help"), "?", "help", say("All keys")),
            BarButton(say("Menu"), "Esc", "pause", say("Pause, looks, sound, save, leave")),
        ]

    def _as_its_key(self, button: BarButton) -> BarButton:
        """Named by its key alone, and its words with what it does."""
        hint = say("{what}: {words}", what=button.label, words=button.hint)
        return button._replace(label=on_keyboard(self.fonts.keys.shown(button.key)), key="", hint=hint)

    def _size(self, button: BarButton, keyed: Collection[str]) -> float:
        return key_width(self.fonts, button.label, button.key if button.command in keyed else "")

    def _width(self, buttons: list[BarButton], keyed: Collection[str]) -> float:
        """All of them beside each other; `keyed`: the commands of those that show their key."""
        return sum(self._size(button, keyed) + self.fonts.px(5) for button in buttons)

    def _draw_buttons(self, buttons: list[BarButton], x: float, rect: Rect, keyed: Collection[str]) -> None:
        f = self.fonts
        for button in buttons:
            wide, keys = self._size(button, keyed), button.command in keyed
            imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
            hint = button.hint
            if button.key and not keys:
                hint = say("{hint} ({key})", hint=hint, key=on_keyboard(f.keys.shown(button.key)))
            label, key = marked(button.label, button.command), button.key if keys else ""
            if key_button(f, label, key, able=button.able, lit=button.lit, width=wide, hint=hint):
                self.commands.append(button.command)
            x += wide + f.px(5)

    def _undo_words(self) -> str:
        """What undo does, and what it never does."""
        if self.table.model.undo_seat is None:
            return say(
                "Nothing to take back: {why}. Answers with a die or an eye at their corner can never be taken back.",
                why=self.table.model.undo_barred,
            )
        if self.table.model.undo_retypes:
            return say("Type the last dice anew. What was chosen before them stands.")
        return say("Take the last choice back. Answers with a die or an eye at their corner can never be taken back.")

    def _whose(self) -> str | None:
        pending = self.table.model.pending
        if pending is not None:
            return pending.seat
        active = self.table.model.shown.active
        return self.table.model.shown[active].seat if active else None
