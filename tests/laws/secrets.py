"""Hidden things stay hidden: what a seat's view must not show (SCEN-04, SCEN-10)."""

from __future__ import annotations

import re
from typing import NoReturn

import msgspec

from sim.carnevale import scenarios
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.plan import AgendaDiscarded
from sim.carnevale.events import Event
from sim.carnevale.game import Carnevale
from sim.carnevale.state import State
from tests.laws.broken import Broken

GAME = Carnevale()
AGENDA = re.compile(rb'"([A-D](?:10|[1-9]))"')


class Shown(msgspec.Struct):
    """What a seat has been shown of a game by its events so far."""

    events: list[Event] = []
    agendas: set[str] = set()  # that those events name


class Veil:
    """Watches what the seats of one game can see. `look` raises Broken; an event that was looked at stays as it was."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.event = 0
        self.shown: dict[str, Shown] = {}

    def look(self, state: State) -> None:
        """Every seat's view as bytes: no secret of another seat, no hidden value, and not the seed of the dice."""
        self.event = len(state.log)
        for seat in state.seats:
            view: State = GAME.view(state, seat)
            shown = self._told(seat, view.log)
            if view.setup:
                self.broken("SCEN-10", f"{seat} can see the setup, with the seed of the dice")
            for o in view.objectives.values():
                if o.value is not None and not o.revealed:
                    self.broken("SCEN-04", f"{seat} can see the value of {o.id}")
            besides = GAME.encode(msgspec.structs.replace(view, log=[]))
            for agenda in sorted((shown.agendas | named(besides)) & secrets(state, seat)):
                self.broken("SCEN-10", f"{seat} can see that another holds {agenda}")

    def _told(self, seat: str, log: list[Event]) -> Shown:
        """What a view's log tells, the events that were looked at before not read again."""
        shown = self.shown.setdefault(seat, Shown())
        if any(now is not then for now, then in zip(log, shown.events, strict=False)) or len(log) < len(shown.events):
            self.broken("SCEN-10", f"what {seat} was told has changed afterwards")
        new = log[len(shown.events) :]
        for event in new:
            if not event.seen_by(seat):
                self.broken("SCEN-10", f"{seat} can see {event}")
        shown.agendas |= named(msgspec.json.encode(new, enc_hook=str))
        shown.events += new
        return shown

    def broken(self, law: str, why: str) -> NoReturn:
        raise Broken(self.game, self.event, law, why)


def named(shown: bytes) -> set[str]:
    """The agendas that this JSON names."""
    return {found.decode() for found in AGENDA.findall(shown)}


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
