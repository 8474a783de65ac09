"""Carnevale as the engine sees it: its types, how it begins, and what each seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sim.carnevale import abilities, actions, disciplines, items, scenario, weapons, yielding  # noqa: F401  (to register them)
from sim.carnevale.actions.counter import OfferCounter
from sim.carnevale.agendas import base
from sim.carnevale.agendas.history import Characters
from sim.carnevale.event import BaseEvent
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.turn import Act, BeginTurn, EndRound, EndTurn, NextTurn
from sim.engine.requests import Choice, Measure
from sim.engine.stepwise import StepwiseGame

__all__ = ["Carnevale"]

OPEN = (Act, BeginTurn, EndRound, EndTurn, NextTurn, OfferCounter)  # steps that hold nothing that anybody hides


class Carnevale(StepwiseGame[State]):
    """The rules; holds nothing itself."""

    name = "carnevale"
    state_type, step_type = State, Step
    event_type: type[BaseEvent[State]] = BaseEvent

    def begin(self, setup: dict[str, Any]) -> State:
        return begin(setup)

    def seats(self, state: State) -> Sequence[str]:
        return tuple(state.seats)

    def view(self, state: State, seat: str) -> State:
        """The state as a seat may see it: neither other seats' secret agendas nor the values of hidden objectives."""
        hidden = super().view(state, seat)
        page = scenario.of(state)
        if page is not None and "secret" in page.agenda_rules:
            for other in state.seats.values():
                if other.id != seat:
                    hidden.set_seat(other.id, agendas=tuple(a if a in other.doubled else "?" for a in other.agendas))
        for o in state.objectives.values():
            if o.value is not None and not o.revealed:
                hidden.set_objective(o.id, value=None)
        return hidden

    def spans(self, state: State) -> Mapping[str, str]:
        return yielding.spans(state)

    def conditions(self) -> Mapping[str, str]:
        return yielding.CONDITIONS

    def excepted(self, state: State, choice: Choice, unless: Mapping[str, int], measure: Measure) -> bool:
        return yielding.excepted(state, choice, unless, measure)

    def known(self, state: State, seat: str) -> State | None:
        """A state between two steps as a seat may know it, and how it goes on: where only turns are to come."""
        if not all(isinstance(step, OPEN) for step in state.todo):
            return None
        known = self.view(state, seat)
        known.todo = list(state.todo)
        return known

    def sampled(self, known: State, seat: str, rng: Random) -> State:
        """The same with other seats' secret agendas drawn by chance, of those that their gangs could achieve."""
        state, gangs = self.copy(known), Characters(known)
        for other in known.seats.values():
            if "?" in other.agendas:
                page = scenario.of(known)
                tables = page.agenda_tables if page is not None else ""
                seen = {*other.agendas, *other.scored}
                left = [id for table in tables for id in base.in_table(table) if id not in seen]
                left = [id for id in left if (card := base.find(id)) and card.possible(gangs, other.id)]
                rng.shuffle(left)
                state.set_seat(other.id, agendas=tuple(left.pop() if a == "?" and left else a for a in other.agendas))
        return state
