"""What happened: the base of a game's events."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

__all__ = ["GameEvent"]

S = TypeVar("S")


class GameEvent(msgspec.Struct, Generic[S], frozen=True, tag_field="event", kw_only=True):
    """A fact in the past tense, and the one change that it makes of a state of type S.

    Each kind is a frozen subclass with a `tag` of its own, in snake case, and encodes to JSON as `{"event": tag,
    ...}`. Nothing but an event changes a state, so that a state can be built again from its events.
    """

    def apply(self, state: S) -> None:
        """Change the state; by default an event changes nothing."""

    def seen_by(self, seat: str) -> bool:
        """May this seat see the event as it happens? A view leaves out every event that its seat may not see."""
        return True

    @property
    def may_hide(self) -> bool:
        """Is there a seat that may not see it? Quick, as it spares views to look at most of what happened."""
        return type(self).seen_by is not GameEvent.seen_by

    @property
    def reveals(self) -> bool:
        """Does it show a seat something that was hidden? Undo stops there."""
        return False

    def is_foreseen(self, seat: str) -> bool:
        """Can this seat know beforehand that it would happen? Else it is not told what it could not take back."""
        return True
