"""A new game that goes on from a moment of a film: where it would, and who would play it."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.film.sources import FilmSource
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.app.table.games import read_note
from sim.app.table.model import HUMAN
from sim.board.files.file_names import nice
from sim.bots import base as bots
from sim.carnevale.names import seat_called
from sim.errors import BautaError
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["GoingOn"]

ROW = 32  # at 1280x800: of a seat
SHARED = say(
    "A new game begins that shares all answers until then; this one stays as it is. "
    "Dice thrown in the same order fall as they did here."
)
UNKNOWN = say("Who played it is not known here.")


class GoingOn:
    """`able`: can a new game go on from there? `where`: in words, or why none can. `players`: seat by seat, who is to
    play it; the dialog lets that be chosen."""

    def __init__(self, source: FilmSource, number: int) -> None:
        self.source, self.number = source, number
        self.able, self.where = self._where()
        played = read_note(source.path).players
        self.known = bool(played)
        self.players = {seat.id: played.get(seat.id, HUMAN) for seat in source.film.seats}
        self.kinds = tuple(dict.fromkeys((HUMAN, *bots.names(), *self.players.values())))

    def _where(self) -> tuple[bool, str]:
        source = self.source
        try:
            point = source.point(self.number)
        except BautaError as error:
            return False, str(error)
        if point is None:
            return False, say(
                "A film's file holds no answers: only the journal of a game (.jsonl) can be gone on from."
            )
        back = self.number - point.events
        gang = next((seat.gang for seat in source.film.seats if seat.id == point.seat), "")
        seat = gang or term(point.seat.capitalize())
        if back > 0:
            return True, counted(
                "The next choice is up to {seat}, at event {number}, {n} event before this.",
                "The next choice is up to {seat}, at event {number}, {n} events before this.",
                back,
                seat=seat,
                number=point.events,
            )
        return True, say("The next choice is up to {seat}, at event {number}.", seat=seat, number=point.events)

    @property
    def _words(self) -> str:
        return SHARED if self.known else joined(" ", (SHARED, UNKNOWN))

    def turn(self, number: str) -> None:
        """Let the next one play the seat of that number, as it stands beside it."""
        seats = list(self.players)
        if number.isdecimal() and 0 < int(number) <= len(seats):
            seat = seats[int(number) - 1]
            self.players[seat] = self.kinds[(self.kinds.index(self.players[seat]) + 1) % len(self.kinds)]

    def draw(self, fonts: Fonts, width: float, height: float) -> str:
        """What a new game from here would be. Returns "confirm", "back", or nothing."""
        f, seats = fonts, self.source.film.seats if self.able else ()
        wide = min(f.px(480), width - 20)
        tall = f.px(116) + imgui.calc_text_size(told(self.where), wrap_width=wide - f.px(26)).y
        if self.able:
            with font(f, "text", 13):
                tall += imgui.calc_text_size(told(self._words), wrap_width=wide - f.px(26)).y + f.px(6)
            tall += f.px(ROW) * len(seats) + f.px(6)
        rect = centred(width, height, wide, tall)
        dim(width, height)
        said = ""
        with widgets.panel("go on from here", rect, alpha=0.98, front=True):
            if not imgui.is_popup_open("", int(imgui.PopupFlags_.any_popup)):  # a list of players lies over it
                imgui.set_window_focus()
            widgets.title(f, say("Go on from here"), 24)
            widgets.wrapped(self.where, theme.PARCHMENT if self.able else theme.ALERT)
            if self.able:
                with font(f, "text", 13):
                    widgets.wrapped(self._words, theme.FADED)
            for number, seat in enumerate(seats):
                self._seat(f, rect, number, seat.id, seat_called(seat.id, seat.gang))
            half = (rect.w - f.px(32)) / 2
            imgui.set_cursor_screen_pos(
                V(rect.x + f.px(12), max(imgui.get_cursor_screen_pos().y, rect.bottom - f.px(44)))
            )
            if key_button(f, say("Go on"), "Enter", lit=True, able=self.able, width=half):
                said = "confirm"
            imgui.same_line()
            if key_button(f, say("Back"), "Esc", width=half):
                said = "back"
        return said

    def _seat(self, f: Fonts, rect: Rect, number: int, seat: str, gang: str) -> None:
        """A gang, and who is to play it."""
        at = imgui.get_cursor_screen_pos()
        room = (rect.w - f.px(46)) / 2
        widgets.seat_mark(at.x + f.px(8), at.y + f.px(13), f.px(6.5), number)
        draw = imgui.get_window_draw_list()
        widgets.draw_fitted(draw, V(at.x + f.px(22), at.y + f.px(4)), gang, room - f.px(24), theme.ink(theme.PARCHMENT))
        with font(f, "bold", 11):  # the key that lets the next one play it
            draw.add_text(V(at.x + f.px(8) + room, at.y + f.px(7)), theme.ink(theme.GOLD), str(number + 1))
        imgui.set_cursor_screen_pos(V(at.x + f.px(22) + room, at.y))
        self.players[seat] = one_of(f, f"plays {seat}", self.players[seat], self.kinds, _who, room)
        imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(ROW)))


def _who(kind: str) -> str:
    return say("A person") if kind == HUMAN else say("{kind} bot", kind=term(nice(kind)))
