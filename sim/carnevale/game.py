"""Carnevale as the engine sees it: from a setup to a state, from a rest to the next, and to bytes and back."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import cache, reduce
from typing import Any, get_type_hints

import msgspec

from sim.carnevale import abilities, magic, weapons  # noqa: F401  (their plug-ins register themselves)
from sim.carnevale.equipment import items  # noqa: F401
from sim.carnevale.events import Event
from sim.carnevale.scenarios import base as scenarios
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Rule


class Carnevale:
    """The rules; holds nothing itself."""

    name = "carnevale"

    def begin(self, setup: dict[str, Any]) -> State:
        return begin(setup)

    def procedure(self, state: State) -> Rule[None] | None:
        if state.over or not state.todo:
            return None
        return state.todo.pop().run(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def restore(self, state: State, kept: State) -> None:
        state.become(kept)

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        decoders = _decoders()
        return State(**{field: decoders[field].decode(part) for field, part in parts.items()})

    def events(self, state: State) -> Sequence[Event]:
        return state.log

    def dice_thrown(self, state: State) -> int:
        return state.thrown

    def reveals(self, event: Event) -> bool:
        return event.reveals

    def view(self, state: State, seat: str) -> State:
        """The state as a seat may see it: what is to come is left out, as it names agendas that are still secret."""
        hidden = msgspec.structs.replace(state.copy(), setup={}, todo=[])
        hidden.log = [event for event in state.log if not event.veils or event.seen_by(seat)]
        page = scenarios.of(state)
        if page is not None and "secret" in page.agenda_rules:
            for other in state.seats.values():
                if other.id != seat:
                    hidden.set_seat(other.id, agendas=tuple(a if a in other.doubled else "?" for a in other.agendas))
        for o in state.objectives.values():
            if o.value is not None and not o.revealed:
                hidden.set_objective(o.id, value=None)
        return hidden


@cache
def _decoders() -> dict[str, msgspec.json.Decoder[Any]]:
    """What reads each field of a state: its events and steps by their tags, the rest by its type."""
    types = get_type_hints(State) | {"log": list[any_of(Event)], "todo": list[any_of(Step)]}  # type: ignore[misc]
    return {field: msgspec.json.Decoder(types[field]) for field in State.__struct_fields__}


@cache
def any_of(base: type) -> Any:
    """The union of all kinds of events, or of steps, for decoding."""
    return reduce(operator.or_, sorted(_leaves(base), key=lambda kind: kind.__name__))


def _leaves(base: type) -> list[Any]:
    below: list[type] = base.__subclasses__()
    return [leaf for kind in below for leaf in _leaves(kind)] if below else [base]
