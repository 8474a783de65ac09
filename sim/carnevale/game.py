"""Carnevale as the engine sees it: its types, how it begins, and what each seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.carnevale import abilities, actions, disciplines, items, scenario, weapons  # noqa: F401  (to register them)
from sim.carnevale.event import BaseEvent
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.stepwise import StepwiseGame


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
