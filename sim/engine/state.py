"""The state of a game: plain data, changed by events alone; and the steps by which the game goes on."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar, get_origin, get_type_hints

import msgspec

from sim.engine.event_log import EventLog
from sim.engine.events import GameEvent
from sim.engine.requests import Rule

__all__ = ["GameState", "GameStep"]

S = TypeVar("S")
E = TypeVar("E", bound=GameEvent[Any])
T = TypeVar("T", bound="GameStep[Any]")


class GameStep(msgspec.Struct, Generic[S], frozen=True, tag_field="step"):
    """A part of a game that is still to come, kept as plain data in `todo`. Its `tag` is its name in saved games."""

    def run(self, game: S) -> Rule[None]:
        """The rule that plays this part."""
        raise NotImplementedError


class GameState(msgspec.Struct, Generic[E, T], kw_only=True):
    """Everything that a game is between two steps: what all games have of it.

    A game adds its own fields. Lists and dicts of a state are its own; the values in them are frozen, and shared
    between copies. Rules read a state freely and change it by `emit` alone.
    """

    setup: dict[str, Any] = {}  # what was agreed before the first answer
    todo: list[T] = []  # how the game goes on; the last is next
    thrown: int = 0  # dice thrown so far
    over: bool = False
    log: EventLog[E] = msgspec.field(default_factory=EventLog)  # all events so far, oldest first

    def emit(self, event: E) -> None:
        """Something happened: the one place where a rule changes the state."""
        self.apply(event)

    def apply(self, event: E) -> None:
        """An event takes effect, and is kept; also where it is shown or played again."""
        event.apply(self)
        self.log.append(event)

    def then(self, *steps: T) -> None:
        """The game goes on with these steps, in this order, before what was to come."""
        self.todo.extend(reversed(steps))

    def copy(self) -> Self:
        """Independent of this one; the values in it are frozen and shared."""
        fields, values = _own(type(self))
        return msgspec.structs.replace(self, **{f: own.copy() for f, own in zip(fields, values(self), strict=True)})

    def become(self, other: Self) -> None:
        """The same as another, and independent of it. Rules in hand hold the dicts and lists, so these stay."""
        for field in self.__struct_fields__:
            mine, theirs = getattr(self, field), getattr(other, field)
            if mine is theirs:
                continue
            if isinstance(mine, EventLog):
                mine.become(theirs)
            elif isinstance(mine, list):
                mine[:] = theirs
            elif isinstance(mine, dict):
                mine.update(theirs)
                for gone in mine.keys() - theirs.keys():
                    del mine[gone]
            else:
                setattr(self, field, theirs)


@cache
def _own(kind: type) -> tuple[tuple[str, ...], attrgetter[Any]]:
    """The fields of a kind of state that are lists and dicts, and its log; and what gets them."""
    fields = tuple(field for field, of in get_type_hints(kind).items() if get_origin(of) in (list, dict, EventLog))
    return fields, attrgetter(*fields)
