"""The game so far: its rounds, how life and points went, its deeds, the luck of the dice, and every throw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.layout import Rect
from sim.app.hud.luck_chart import draw_luck
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V, colour, font, marked
from sim.app.table.glossary import agenda_words
from sim.app.table.key_bindings import TURNED
from sim.app.table.model import HUMAN, TableModel
from sim.carnevale import scenarios
from sim.carnevale.dice import is_ace
from sim.carnevale.events import Event
from sim.carnevale.luck import SeatLuck, Throw, luck_of
from sim.carnevale.names import Names, roll_named, seat_called
from sim.carnevale.setup import begin
from sim.carnevale.state import Seat
from sim.carnevale.summary import Deed, GameStanding, deeds_of, round_words, standings_of
from sim.percent import percent
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["STORY", "StoryPage"]

STORY = (say("Rounds"), say("Curves"), say("Deeds"), say("Luck"), say("Dice"))
SOURCE = say("as games between seasoned bots tell; a draw is shared, agendas in hand are left out")
MOST = 400  # throws that are listed
BESIDE = 2  # gangs that are told of on one line
FACES, TOLD = 0.34, 0.69  # of the width: where their faces begin, and where it is told how likely they were


class _Story:
    """What a game so far came to; each part is worked out when it is first opened."""

    def __init__(self, setup: dict[str, Any], log: Sequence[Event]) -> None:
        self._setup, self._log = setup, log

    @cached_property
    def standings(self) -> list[GameStanding]:
        return standings_of(self._setup, self._log)

    @cached_property
    def deeds(self) -> list[Deed]:
        return deeds_of(self._setup, self._log)

    @cached_property
    def luck(self) -> tuple[SeatLuck, ...]:
        return luck_of(self._log, {c.id: c.seat for c in begin(self._setup).characters.values()})


class StoryPage:
    """Tells of what has been shown of a game. `tab`: what is open, one of `tabs`."""

    def __init__(self, model: TableModel, fonts: Fonts, tabs: Sequence[str] = STORY) -> None:
        self.model, self.fonts, self.tabs = model, fonts, tabs
        self.tab = tabs[0]
        self.scroll = KeyScroll()
        self.asked = ""  # what the button of a deed asks for: "film#NUMBER", the film from that event on
        self._told: tuple[Event | None, _Story] | None = None  # and the event that was shown last then

    def story(self) -> _Story:
        """Worked out once, until more is shown or something is taken back."""
        shown, latest = self.model.shown, self.model.latest
        if self._told is None or self._told[0] is not latest:
            self._told = (latest, _Story(shown.setup, tuple(shown.log)))
        return self._told[1]

    @property
    def has_film(self) -> bool:
        """May the film of the game be opened from here?"""
        return False

    def draw_tabs(self, width: float) -> None:
        """A row of buttons; what is open is lit."""
        f, gap, tabs = self.fonts, self.fonts.px(6), self.tabs
        wide = (width - gap * (len(tabs) - 1)) / len(tabs)
        for number, tab in enumerate(tabs):
            if number:
                imgui.same_line(0, gap)
            if key_button(f, marked(tab, "tab"), str(number + 1), lit=self.tab == tab, width=wide):
                self.tab = tab

    def press(self, key: str) -> str:
        """A key went down: `TURNED` where it opens a tab or scrolls in it, else nothing."""
        if self.scroll.turn(key):
            return TURNED
        if key.isdecimal() and 0 < int(key) <= len(self.tabs):
            self.tab = self.tabs[int(key) - 1]
            return TURNED
        return ""

    def draw(self, rect: Rect) -> None:
        """What is open, within a panel of the caller's."""
        imgui.set_cursor_screen_pos(V(rect.x, rect.y))
        imgui.begin_child("story", V(rect.w, rect.h))
        match self.tab:
            case "Rounds":
                self._rounds()
            case "Curves":
                self._curves(rect)
            case "Deeds":
                self._deeds(rect)
            case "Luck":
                for luck in self.story().luck:
                    self._seat(luck.seat)
                    draw_luck(self.fonts, luck, rect.w - self.fonts.px(14))
            case "Dice":
                self._dice(rect)
        imgui.dummy(V(0, 0))  # ImGui wants an item after the last move of its cursor
        self.scroll.draw()
        imgui.end_child()

    def _seat(self, seat: str) -> None:
        """A gang's mark and name, as a heading."""
        f, at = self.fonts, imgui.get_cursor_screen_pos()
        widgets.seat_mark(at.x + f.px(8), at.y + f.px(12), f.px(6), self.model.seat_number(seat))
        imgui.set_cursor_screen_pos(V(at.x + f.px(22), at.y))
        widgets.title(f, seat_called(seat, self.model.shown.seats[seat].gang), 19)

    def _scenario(self) -> None:
        """What is played, how it is won, and what whoever looks wants to bring about: while it is."""
        page = scenarios.find(self.model.shown.scenario)
        if page is not None and not self.model.over:
            widgets.title(self.fonts, term(page.title), 18)
            with font(self.fonts, "text", 14):
                widgets.wrapped(scenarios.page_words(self.model.shown))
            imgui.dummy(V(1, self.fonts.px(4)))
        for seat in self.model.shown.seats.values():
            if self.model.players[seat.id] == HUMAN and not self.model.over:
                self._agendas(seat)

    def _agendas(self, seat: Seat) -> None:
        """Those that a gang may still score, in full: the panel beside the board lacks room for large letters. Nothing
        is told of those that whoever looks may not see."""
        own = [(what, words) for what, words in map(agenda_words, self.model.agendas(seat.id)) if words]
        if not own:
            return
        gang = seat_called(seat.id, seat.gang)
        widgets.title(self.fonts, say("{what}: {gang}", what=say("Agendas"), gang=gang), 18)
        with font(self.fonts, "text", 14):
            for what, words in own:
                widgets.wrapped(say("{what}: {words}", what=what, words=words))
        imgui.dummy(V(1, self.fonts.px(4)))

    def _rounds(self) -> None:
        f, standings, name = self.fonts, self.story().standings, self._gang_names()
        self._scenario()
        for number in sorted({each.round for each in standings if each.round}):
            last = [each for each in standings if each.round == number][-1]
            widgets.title(f, say("Round {number}", number=number), 18)
            with font(f, "text", 14):
                widgets.wrapped(say("{words}.", words=round_words(standings, number, name)))
            with font(f, "text", 12.5):
                parts = [
                    say(
                        "{seat}: {life} LP, {standing} standing, {points} VP",
                        seat=name(seat),
                        life=last.life[seat],
                        standing=last.minis[seat],
                        points=last.points[seat],
                    )
                    for seat in last.life
                ]
                for line in parts if len(parts) > BESIDE else [joined("    ", parts)]:  # nobody's name ends on the next
                    widgets.wrapped(line, theme.FADED)
            imgui.dummy(V(1, f.px(4)))
        if not any(each.round for each in standings):
            widgets.wrapped(say("The first round has not begun."), theme.FADED)

    def _gang_names(self) -> Names:
        seats = self.model.shown.seats
        return lambda seat: seat_called(seat, seats[seat].gang)

    def _curves(self, rect: Rect) -> None:
        """How likely each gang was to win, its Life Points and Victory Points, turn by turn."""
        f, standings = self.fonts, self.story().standings
        told = bool(standings[0].chances)
        tall = max(f.px(130), (rect.h - f.px(12)) / (3 if told else 2))
        if told:
            self.draw_chances(Rect(rect.x, rect.y, rect.w, tall))
        for title, values in (
            (say("Life Points"), [each.life for each in standings]),
            (say("Victory Points"), [each.points for each in standings]),
        ):
            self._curve(title, "", 1, values, Rect(rect.x, rect.y, rect.w, tall))

    def draw_chances(self, rect: Rect) -> None:
        """How likely each gang was to win, from the cursor on, as wide and tall as the rectangle."""
        standings = self.story().standings
        shares = [{seat: round(100 * chance) for seat, chance in each.chances.items()} for each in standings]
        self._curve(say("Chance to win, in percent"), SOURCE, 100, shares, rect)

    def _curve(self, title: str, source: str, most: int, values: Sequence[dict[str, int]], rect: Rect) -> None:
        """A chart with its title and what it is made of. `most`: what it is high enough for, at least."""
        f, at = self.fonts, imgui.get_cursor_screen_pos()
        widgets.title(f, title, 17)
        imgui.same_line(0, f.px(12))
        room = rect.right - imgui.get_cursor_screen_pos().x - f.px(20)
        widgets.headline(f, source, 12.5, room, theme.FADED, face="text")
        chart = Rect(at.x + f.px(34), at.y + f.px(28), rect.w - f.px(60), rect.h - f.px(54))
        self._chart(chart, values, self.story().standings, most)
        imgui.set_cursor_screen_pos(V(at.x, at.y + rect.h))

    def _chart(
        self, rect: Rect, values: Sequence[dict[str, int]], standings: Sequence[GameStanding], most: int
    ) -> None:
        """`most`: what it is high enough for, at least; it grows with what is shown."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        most = max(most, *(n for each in values for n in each.values()))
        draw.add_rect_filled(V(rect.x, rect.y), V(rect.right, rect.bottom), ink((0, 0, 0, 0.45)), 2.0)
        step = rect.w / max(1, len(values) - 1)
        with font(f, "text", 11.5):
            for n in sorted({0, most, most // 2}):
                y = rect.bottom - rect.h * n / most
                draw.add_line(V(rect.x, y), V(rect.right, y), ink(theme.GOLD_DIM, 0.5), 1.0)
                draw.add_text(V(rect.x - f.px(26), y - f.px(7)), ink(theme.FADED), str(n))
            for i, each in enumerate(standings):
                if i and each.round != standings[i - 1].round:
                    x = rect.x + step * max(0, i - 1)
                    draw.add_line(V(x, rect.y), V(x, rect.bottom), ink(theme.GOLD_DIM, 0.7), 1.0)
                    draw.add_text(
                        V(x + 3, rect.bottom + f.px(2)), ink(theme.FADED), told(say("Round {round}", round=each.round))
                    )
        for number, seat in enumerate(self.model.shown.seats):
            aside = f.px(1.5) * (number - (len(self.model.shown.seats) - 1) / 2)  # equal curves lie beside each other
            points: Points = [
                V(rect.x + step * i, rect.bottom - rect.h * each[seat] / most + aside) for i, each in enumerate(values)
            ]
            draw.add_polyline(points, ink(theme.seat_colour(number)), 0, 2.2)
            for point in points[:: max(1, len(points) // 8)]:
                widgets.seat_mark(point.x, point.y, f.px(4), number)
            widgets.seat_mark(points[-1].x, points[-1].y, f.px(5), number)

    def _deeds(self, rect: Rect) -> None:
        f, shown, name = self.fonts, self.model.shown, self.model.names
        deeds = self.story().deeds
        for deed in deeds:
            at = imgui.get_cursor_screen_pos()
            with font(f, "title", 17):
                colour(deed.title, theme.GOLD_BRIGHT)
            widgets.seat_mark(at.x + f.px(210), at.y + f.px(11), f.px(5), self.model.seat_number(shown[deed.who].seat))
            imgui.set_cursor_screen_pos(V(at.x + f.px(224), at.y + f.px(2)))
            with font(f, "text", 14):
                squeezed(f, say("{who} {deed}", who=name(deed.who), deed=deed.words), rect.w - f.px(320))
            if self.has_film:
                imgui.set_cursor_screen_pos(V(at.x + rect.w - f.px(90), at.y - f.px(2)))
                if key_button(f, marked(say("Film"), f"from {deed.title}"), width=f.px(76)):
                    self.asked = f"film#{deed.number - 1}"
            imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(30)))
        if not deeds:
            widgets.wrapped(say("Nothing yet that will be told."), theme.FADED)

    def _dice(self, rect: Rect) -> None:
        """Every throw, the last first: who, what for, the faces, and how likely so many Aces were."""
        f, name = self.fonts, self.model.names
        throws: list[Throw] = sorted((t for luck in self.story().luck for t in luck.throws), key=lambda t: -t.number)
        if not throws:
            widgets.wrapped(say("No dice have been thrown for Aces yet."), theme.FADED)
        faces, told_at = rect.w * FACES, rect.w * TOLD  # columns
        for throw in throws[:MOST]:
            at = imgui.get_cursor_screen_pos()
            if not imgui.is_rect_visible(V(rect.w, f.px(27))):
                imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(27)))
                imgui.dummy(V(1, 0))
                continue
            step = min(f.px(27.3), (told_at - faces - f.px(4)) / len(throw.faces))
            widgets.seat_mark(at.x + f.px(8), at.y + f.px(12), f.px(4.5), self.model.seat_number(throw.seat))
            with font(f, "text", 13):
                imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y + f.px(4)))
                said = {"who": name(throw.who), "purpose": roll_named(throw.purpose), "needed": throw.needed}
                words = say("{who}: {purpose}, {needed}+", **said)
                if throw.again:
                    words = say("{who}: {purpose}, again, {needed}+", **said)
                squeezed(f, words, faces - f.px(26))
            for i, face in enumerate(throw.faces):
                x, golden = at.x + faces + (i + 0.5) * step, i == throw.destiny
                widgets.die(f, x, at.y + f.px(12), step / 2.6, face, destiny=golden, ace=is_ace(face, throw.needed))
            with font(f, "text", 12.5):
                imgui.set_cursor_screen_pos(V(at.x + told_at, at.y + f.px(4)))
                words = counted(
                    "{n} Ace, {expected:.1f} expected; so many or more: {chance}",
                    "{n} Aces, {expected:.1f} expected; so many or more: {chance}",
                    throw.aces,
                    expected=throw.expected,
                    chance=percent(throw.at_least()),
                )
                squeezed(f, words, rect.w - told_at - f.px(16), theme.FADED)
            imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(27)))
            imgui.dummy(V(1, 0))
