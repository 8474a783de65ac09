"""Agendas at the end of a round: what was achieved scores, or is kept for double (SCEN-10, 11)."""

from __future__ import annotations

from collections.abc import Collection

from sim.carnevale import scenario
from sim.carnevale.agendas import base
from sim.carnevale.agendas.draw import AgendaDrawn, AgendaShown, draw, is_secret
from sim.carnevale.agendas.history import History
from sim.carnevale.agendas.table_c import thrown_into_canals
from sim.carnevale.events import Forfeited, Scored
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Gesture, Label, Option, Rule
from sim.words import counted, say, term

__all__ = ["KEEP", "SCORE", "AgendaAchieved", "AgendaKept", "ScoreOrKeep", "achieved", "forfeit", "in_canals", "so_far"]

SCORE, KEEP = "score", "keep"


class AgendaAchieved(AgendaShown, frozen=True, tag="agenda_achieved"):
    def apply(self, state: State) -> None:
        old = state.seats[self.seat]
        state.set_seat(
            self.seat,
            agendas=tuple(a for a in old.agendas if a != self.agenda),
            doubled=tuple(a for a in old.doubled if a != self.agenda),
            scored=(*old.scored, self.agenda),
        )


class AgendaKept(AgendaShown, frozen=True, tag="agenda_kept"):
    """Achieved once, and kept in play for double."""

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, doubled=(*state.seats[self.seat].doubled, self.agenda))


class ScoreOrKeep(Question, frozen=True, kw_only=True, tag="double"):
    """An agenda is achieved: score it, or keep it in play for double (SCEN-10)."""

    gesture = Gesture.LIST

    agenda: str
    title: str
    vp: int

    @property
    def options(self) -> tuple[Option, ...]:
        return (SCORE, KEEP)

    @property
    def default(self) -> str:
        return SCORE

    def asks(self, state: State) -> str:
        return say("Agenda achieved: {title}", title=term(self.title))

    def detail(self, state: State) -> str:
        page = scenario.of(state)
        if page is not None and state.round >= page.rounds:
            return say("Score now: this was the last round, and what is kept scores nothing.")
        return say("Score now, or keep it in play for double.")

    def label(self, state: State, answer: object) -> Label:
        if answer == KEEP:
            return Label(say("Keep it for double"), say("{vp} VP if it is achieved again", vp=2 * self.vp))
        return Label(say("Score it now"), say("{vp} VP", vp=self.vp))


class ScoreAgenda(Step, frozen=True, tag="score_agenda"):
    """What a seat has achieved scores, or is kept for double."""

    seat: str
    agenda: str

    def run(self, game: State) -> Rule[None]:
        seat, id = self.seat, self.agenda
        page, card = scenario.of(game), base.find(id)
        assert page is not None
        assert card is not None
        kept = id in game.seats[seat].doubled
        if "double" in page.agenda_rules and not kept:
            answer: str = yield ScoreOrKeep(seat=seat, agenda=id, title=card.title, vp=page.agenda_vp)
            if answer == KEEP:
                game.emit(AgendaKept(seat=seat, agenda=id, secret=is_secret(game)))
                return
        game.emit(AgendaAchieved(seat=seat, agenda=id, secret=is_secret(game)))
        if "total" in page.agenda_rules:
            _score_total(game, page, seat)
            return
        game.emit(
            Scored(
                seat=seat,
                vp=page.agenda_vp * (2 if kept else 1),
                why=say("{title} ({id})", title=term(card.title), id=id),
            )
        )
        if "cycle" in page.agenda_rules:
            yield from draw(game, seat)


def achieved(game: State, of: str | None = None, among: Collection[str] | None = None) -> list[ScoreAgenda]:
    """Every open agenda whose condition is met, by seats in initiative order; the history is read once for all.
    `of`: of this seat alone; `among`: of these agendas."""
    if scenario.of(game) is None:
        return []
    seats = [seat for seat in game.initiative or tuple(game.seats) if of in (None, seat)]
    drawn = [(seat, id) for seat in seats for id in game.seats[seat].agendas if among is None or id in among]
    if not drawn:
        return []
    history, begun = History(game), _begun(game)
    return [
        ScoreAgenda(seat, id)
        for seat, id in drawn
        if (card := base.find(id)) and card.achieved(history, seat, begun.get((seat, id), 0))
    ]


def so_far(game: State, seat: str) -> dict[str, base.AgendaProgress]:
    """How far each open agenda of a seat has come since it was drawn, or kept."""
    history, begun = History(game), _begun(game)
    cards = {id: base.find(id) for id in game.seats[seat].agendas}
    return {
        id: card.progress(history, seat, begun.get((seat, id), 0)) for id, card in cards.items() if card is not None
    }


def in_canals(game: State, seat: str) -> frozenset[str]:
    """The enemies that a seat who holds Into the Rio (C3) has thrown into a canal since it drew that."""
    return frozenset(thrown_into_canals(History(game), seat, _begun(game).get((seat, "C3"), 0)))


def _score_total(game: State, page: scenario.Scenario, seat: str) -> None:
    """All of a seat's agendas score at once, with the last of them, or never."""
    held = game.seats[seat]
    if held.agendas:
        return
    doubled = {event.agenda for event in game.log if isinstance(event, AgendaKept) and event.seat == seat}
    vp = sum(page.agenda_vp * (2 if id in doubled else 1) for id in held.scored)
    game.emit(Scored(seat=seat, vp=vp, why=counted("all {n} agendas", "all {n} agendas", len(held.scored))))


def forfeit(game: State, page: scenario.Scenario) -> None:
    """Secondary: a seat that has achieved no agenda scores nothing at all."""
    if "secondary" not in page.agenda_rules:
        return
    for seat in list(game.seats.values()):
        if seat.vp and not seat.scored and not seat.doubled:
            game.emit(Forfeited(seat=seat.id, vp=seat.vp, why=say("no agenda achieved")))


def _begun(game: State) -> dict[tuple[str, str], int]:
    """Where in the log the condition of a seat's agenda starts to count: when it was last drawn, or kept."""
    begun = {}
    for number, event in enumerate(game.log):
        if type(event) is AgendaDrawn or type(event) is AgendaKept:
            begun[event.seat, event.agenda] = number
    return begun
