"""Hidden things stay hidden: what a seat's view must not show (SCEN-04, SCEN-10)."""

from __future__ import annotations

import msgspec

from sim.carnevale import scenarios
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.plan import AgendaDiscarded
from sim.carnevale.game import Carnevale
from sim.carnevale.state import State
from tests.laws.broken import Broken

GAME = Carnevale()


def look(game: str, state: State) -> None:
    """Every seat's view as bytes: no secret of another seat, no hidden value, and not the seed of the dice."""
    for seat in state.seats:
        view = GAME.view(state, seat)
        shown = msgspec.json.encode(view)
        for agenda in secrets(state, seat):
            if f'"{agenda}"'.encode() in shown:
                raise Broken(game, len(state.log), "SCEN-10", f"{seat} can see that another holds {agenda}")
        for o in view.objectives.values():
            if o.value is not None and not o.revealed:
                raise Broken(game, len(state.log), "SCEN-04", f"{seat} can see the value of {o.id}")
        for event in view.log:
            if not event.seen_by(seat):
                raise Broken(game, len(state.log), "SCEN-10", f"{seat} can see {event}")
        if view.setup:
            raise Broken(game, len(state.log), "SCEN-10", f"{seat} can see the setup, with the seed of the dice")


def secrets(state: State, seat: str) -> set[str]:
    """Agendas that other seats hold or have held in secret, and of which this seat has no way to know."""
    page = scenarios.of(state)
    if page is None or "secret" not in page.agenda_rules:
        return set()
    hidden: set[str] = set()
    known: set[str] = set()
    for event in state.log:
        match event:
            case AgendaDrawn() | AgendaDiscarded():
                (known if event.seat == seat else hidden).add(event.agenda)
            case AgendaKept() | AgendaAchieved():
                known.add(event.agenda)
    return hidden - known
