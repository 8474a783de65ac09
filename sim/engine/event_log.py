"""All events of a game, in a list whose copies share what they hold.

States are copied many times a second, at each checkpoint and for each view, and what happened before is the same in all
of them. Which of its events may be hidden from some is noted as they come about: to look at some thousand events took
ten times as long as all else of a view.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from itertools import islice
from typing import Any, TypeVar, overload

from sim.engine.events import GameEvent

__all__ = ["EventLog"]

E = TypeVar("E", bound=GameEvent[Any])
R = TypeVar("R")


class _Beginning:
    """The first events of a log, which its copies have in common; and what readers have made of them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.read: dict[object, Any] = {}


class EventLog(MutableSequence[E]):
    """A list of events. A copy takes over none until it is changed itself; whoever made the list adds to it in place,
    behind what the copies see. So several threads may each have a copy of their own."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, events: Iterable[E] = ()) -> None:
        own = list(events)
        self._hold(own, [number for number, event in enumerate(own) if event.may_hide])

    def _hold(self, events: list[E], hideable: list[int]) -> None:
        """Hold a list that is nobody else's; which of its events may be hidden from some."""
        self._events, self._count, self._hideable, self._is_own = events, len(events), hideable, True
        self._beginning = _Beginning(0)

    @property
    def _hideable_here(self) -> list[int]:
        """The numbers of those of its events that may be hidden from some."""
        return self._hideable[: bisect_left(self._hideable, self._count)]

    def copy(self) -> EventLog[E]:
        """Independent of this one."""
        copy: EventLog[E] = EventLog.__new__(EventLog)
        copy.become(self)
        return copy

    def become(self, other: EventLog[E]) -> None:
        """The same as another, and independent of it."""
        count, beginning = other._count, other._beginning  # looked at once: somebody may add to the other
        if beginning.count != count:
            beginning = other._beginning = _Beginning(count)
        self._events, self._count, self._hideable, self._is_own = other._events, count, other._hideable, False
        self._beginning = beginning

    def beginning(self, reader: Callable[[Sequence[E]], R]) -> tuple[R, Sequence[E]]:
        """What a reader makes of the events that this log and others have begun with as copies of one log, and the
        events since. It reads them once for all copies, so nobody changes what it made."""
        beginning = self._beginning
        if reader not in beginning.read:
            beginning.read[reader] = reader(self._events[: beginning.count])
        return beginning.read[reader], self[beginning.count :]

    def seen_by(self, seat: str) -> EventLog[E]:
        """Without the events that a seat may not see."""
        hideable = self._hideable_here
        hidden = [number for number in hideable if not self._events[number].seen_by(seat)]
        if not hidden:
            return self.copy()
        shown, gone = self[:], frozenset(hidden)
        for number in reversed(hidden):
            del shown[number]
        seen: EventLog[E] = EventLog.__new__(EventLog)
        seen._hold(shown, [number - bisect_left(hidden, number) for number in hideable if number not in gone])
        return seen

    def append(self, event: E) -> None:
        """At the end."""
        if not self._is_own:
            beginning = self._beginning
            self._hold(self[:], self._hideable_here)
            self._beginning = beginning
        if event.may_hide:
            self._hideable.append(self._count)
        self._events.append(event)
        self._count += 1

    def insert(self, index: int, event: E) -> None:
        """Before the event of that number."""
        self[index:index] = [event]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[E]:
        return islice(self._events, self._count)

    def __reversed__(self) -> Iterator[E]:
        return map(self._events.__getitem__, range(self._count - 1, -1, -1))

    @overload
    def __getitem__(self, index: int) -> E: ...
    @overload
    def __getitem__(self, index: slice) -> list[E]: ...
    def __getitem__(self, index: int | slice) -> E | list[E]:
        numbers = range(self._count)[index]
        if isinstance(numbers, int):
            return self._events[numbers]
        if numbers.step == 1:
            return self._events[numbers.start : numbers.stop]
        return [self._events[number] for number in numbers]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        events = self[:]
        events[index] = value
        self.become(EventLog(events))

    def __delitem__(self, index: int | slice) -> None:
        events = self[:]
        del events[index]
        self.become(EventLog(events))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, EventLog):
            return self._count == other._count and all(a is b or a == b for a, b in zip(self, other, strict=True))
        return isinstance(other, list) and self[:] == other

    def __repr__(self) -> str:
        return repr(self[:])
