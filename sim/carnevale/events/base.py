"""What an event is: a frozen fact in the past tense, the change that it makes, and what was measured for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.board.model.verdicts import Leg, Verdict
from sim.engine.events import GameEvent

if TYPE_CHECKING:
    from sim.carnevale.state import State

Evidence = Verdict | Leg
"""What an event may carry of what was measured; a `Leg` is a stretch of the `Path` that was."""


class Event(GameEvent["State"], frozen=True, kw_only=True):
    """Base of all events."""

    def apply(self, state: State) -> None:
        """Change the state; by default an event changes nothing."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What was measured to decide it, in the order of its fields: what is drawn of it (GEO-12)."""
        fields = (getattr(self, name) for name in self.__struct_fields__)
        found = (part for field in fields for part in (field if isinstance(field, tuple) else (field,)))
        return tuple(part for part in found if isinstance(part, Verdict | Leg))
