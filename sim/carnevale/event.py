"""What an event is: a frozen fact in the past tense, the change that it makes, and what was measured for it.

The events themselves stand in `events`. They change a `State`, which keeps them in its log; so this base of theirs,
which the state is made of, leaves the kind of state open.
"""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from sim.board.model.verdicts import Leg, Verdict
from sim.engine.events import GameEvent

__all__ = ["BaseEvent", "Evidence"]

S = TypeVar("S")

Evidence = Verdict | Leg
"""What an event may carry of what was measured; a `Leg` is a stretch of the `Path` that was."""


class BaseEvent(GameEvent[S], Generic[S], frozen=True, kw_only=True):
    """Base of all events of this game, for a state of type S."""

    def happening(self, state: S) -> Self | None:
        """The event as it comes about in this state; None: nothing comes of it, and no event is made."""
        return self

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What was measured to decide it, in the order of its fields: what is drawn of it (GEO-12)."""
        fields = (getattr(self, name) for name in self.__struct_fields__)
        found = (part for field in fields for part in (field if isinstance(field, tuple) else (field,)))
        return tuple(part for part in found if isinstance(part, Verdict | Leg))
