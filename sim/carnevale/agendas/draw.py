"""Drawing agendas (SCEN-11): two dice, table and number; what cannot be is drawn again."""

from __future__ import annotations

from sim.carnevale import scenario
from sim.carnevale.agendas import base
from sim.carnevale.agendas.history import Characters
from sim.carnevale.dice import SIDES
from sim.carnevale.events import DiceThrown, Event
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Roll, Rule, subroutine
from sim.words import joined, say

__all__ = ["AgendaDrawn", "AgendaShown", "DrawAgendas", "draw", "is_secret", "read"]


class AgendaShown(Event, frozen=True, omit_defaults=True, kw_only=True):
    """An agenda of a seat comes to light: for the seat as it is drawn, for all others once it is achieved."""

    seat: str
    agenda: str
    secret: bool = False  # until now, or for all others (SCEN-10)

    @property
    def reveals(self) -> bool:
        return self.secret

    def is_foreseen(self, seat: str) -> bool:
        return seat == self.seat


class AgendaDrawn(AgendaShown, frozen=True, kw_only=True, tag="agenda_drawn"):
    faces: tuple[int, ...]

    def seen_by(self, seat: str) -> bool:
        return not self.secret or seat == self.seat

    @property
    def may_hide(self) -> bool:
        return self.secret

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, agendas=(*state.seats[self.seat].agendas, self.agenda))


class DrawAgendas(Step, frozen=True, tag="draw_agendas"):
    seat: str
    number: int

    def run(self, game: State) -> Rule[None]:
        for _ in range(self.number):
            yield from draw(game, self.seat)


@subroutine
def draw(game: State, seat: str) -> Rule[None]:
    """One agenda that the seat does not hold or has had, and that those left could achieve; none if there is none."""
    gangs, secret = Characters(game).left(), is_secret(game)
    had = {event.agenda for event in game.log if isinstance(event, AgendaDrawn) and event.seat == seat}
    page, number, again = scenario.of(game), len(had) + 1, ""
    tables = page.agenda_tables if page is not None else scenario.Scenario.agenda_tables
    drawable = {id for table in tables for id in base.in_table(table)}
    left = {id for id in drawable - had if (card := base.find(id)) and card.possible(gangs, seat)}
    draws = say("Agenda {number} for {seat}", seat=names_of(game)(seat), number=number)
    if page is not None and number <= page.agendas:
        draws = say("Agenda {number} of {most} for {seat}", seat=names_of(game)(seat), number=number, most=page.agendas)
    while left:
        faces: tuple[int, ...] = yield Roll(
            seat=seat,
            who=seat,
            purpose="agenda",
            dice=2,
            sides=SIDES,
            asks=draws,
            how=joined(" ", (again, say("Throw 2 dice: the table's first, then the number's."))),
        )
        game.emit(DiceThrown(who=seat, purpose="agenda", faces=faces, secret=seat if secret else None))
        drawn = read(faces, tables)
        if drawn in left:
            game.emit(AgendaDrawn(seat=seat, agenda=drawn, faces=faces, secret=secret))
            return
        again = say("That one is not in play; again.")


def is_secret(game: State) -> bool:
    """Are agendas secret until they are achieved (SCEN-10)?"""
    page = scenario.of(game)
    return page is not None and "secret" in page.agenda_rules


def read(faces: tuple[int, ...], tables: str) -> str:
    """The agenda that two dice show: each table but the last has three faces of the first die, the last has the ten.

    A table with fewer than ten agendas is counted through again: 6 to 10 are 1 to 5 in a table of five.
    """
    table, number = faces
    agendas = base.in_table(tables[(table - 1) // 3])
    return agendas[(number - 1) % len(agendas)]
