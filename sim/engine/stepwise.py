"""Games whose state says itself how they go on: all of the engine's `Game` but the rules."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from sim.engine.event_log import EventLog
from sim.engine.events import GameEvent
from sim.engine.requests import Choice, Measure, Rule
from sim.engine.state import GameState, GameStep
from sim.words import in_english

__all__ = ["StepwiseGame", "any_of"]

S = TypeVar("S", bound=GameState[Any, Any])


class StepwiseGame(Generic[S]):
    """The base of a game's rules: a subclass names itself and its types, and says how a game begins.

    It holds nothing of any one game. See `sim.engine` for what else a game needs.
    """

    name: str  # in the headers of journals
    state_type: type[S]
    event_type: type[GameEvent[S]]  # the base of the game's events
    step_type: type[GameStep[S]]

    def begin(self, setup: dict[str, Any]) -> S:
        """The first state of a game; raises GameError where the setup is wrong."""
        raise NotImplementedError

    def seats(self, state: S) -> Sequence[str]:
        """The seats of this game, in their order round the table."""
        raise NotImplementedError

    def view(self, state: S, seat: str) -> S:
        """The state as a seat may see it: no setup (it may hold a seed), no steps to come, no event hidden from it.

        A game with other secrets hides these too, in what this returns, which is the caller's own.
        """
        seen = state.copy()
        seen.setup, seen.todo = {}, []
        seen.log = state.log.seen_by(seat)
        return seen

    def spans(self, state: S) -> Mapping[str, str]:
        """How long a yield may last, each span with a name for the one that it is now."""
        return {"game": ""}

    def conditions(self) -> Mapping[str, str]:
        """The exceptions that a yield may have, each in words."""
        return {}

    def excepted(self, state: S, choice: Choice, unless: Mapping[str, int], measure: Measure) -> bool:
        """Does one of these exceptions hold for this window, or can that not be told?"""
        return bool(unless)

    def procedure(self, state: S) -> Rule[None] | None:
        """The next step of the state; None: the game is over."""
        if state.over or not state.todo:
            return None
        rule: Rule[None] = state.todo.pop().run(state)
        return rule

    def copy(self, state: S) -> S:
        """An independent state."""
        return state.copy()

    def unchanged(self, state: S, kept: S) -> bool:
        """Has nothing happened since a copy of this state was kept? Events alone change a state, but for its steps."""
        return len(state.log) == len(kept.log) and state.todo == kept.todo

    def restore(self, state: S, kept: S) -> None:
        """Make a state the same as one that was kept, and still independent of it."""
        state.become(kept)

    def encode(self, state: S) -> bytes:
        """The state as JSON."""
        return msgspec.json.encode(state, enc_hook=_plain)

    def decode(self, data: bytes) -> S:
        """The state of its JSON. Raises msgspec.ValidationError for what is no state of this game."""
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        decoders = _decoders(self.state_type, self.event_type, self.step_type)
        fields = {field: decoders[field].decode(part) for field, part in parts.items()}
        return self.state_type(**{**fields, "log": EventLog(fields.get("log", ()))})

    def events(self, state: S) -> Sequence[Any]:
        """All events so far, oldest first."""
        log: Sequence[Any] = state.log
        return log

    def dice_thrown(self, state: S) -> int:
        """How many dice the game has thrown so far."""
        return state.thrown

    def reveals(self, event: GameEvent[S]) -> bool:
        """Does this event show a seat something hidden? Undo stops there."""
        return event.reveals


def _plain(value: object) -> Any:
    """What the encoder of a state does not know itself: its log, and messages."""
    return value[:] if isinstance(value, EventLog) else in_english(value)


@cache
def any_of(base: type) -> Any:
    """The union of all kinds of events, or of steps, for decoding by tag: the leaves below a base class."""
    return reduce(operator.or_, sorted(_leaves(base), key=lambda kind: kind.__name__))


def _leaves(base: type) -> list[Any]:
    below: list[type] = base.__subclasses__()
    return [leaf for kind in below for leaf in _leaves(kind)] if below else [base]


@cache
def _decoders(state: type, event: type, step: type) -> dict[str, msgspec.json.Decoder[Any]]:
    """What reads each field of a state: its events and steps by their tags, the rest by its type."""
    types = get_type_hints(state) | {"log": list[any_of(event)], "todo": list[any_of(step)]}  # type: ignore[misc]
    return {field: msgspec.json.Decoder(types[field]) for field in state.__struct_fields__}  # type: ignore[attr-defined]
