"""Why a bot did what it did, in whole sentences: those that everybody may hear at once, and those that must wait."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sim.words import joined
from sim.words.sayings import Saying, as_messages, sayings_of

__all__ = ["NO_REASON", "GivenReason", "KeptReason", "Reason"]


class Reason(msgspec.Struct, frozen=True):
    """Of one answer. `to_all`: what everybody may hear at once. `after`: what tells secrets of its seat or how that
    weighs things, for its own seat alone, and for all once the game is over."""

    to_all: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.to_all or self.after)

    def words(self, *, whole: bool) -> str:
        """The sentences one after the other, those for all or the whole; empty: there is nothing to tell."""
        sentences = (*self.to_all, *self.after) if whole else self.to_all
        return joined(" ", sentences) if sentences else ""


NO_REASON = Reason()


class KeptReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason as a file holds it, in English. `sayings`: how its words were said, by the words."""

    to_all: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    sayings: dict[str, Saying] = {}

    @staticmethod
    def of(why: Reason) -> KeptReason:
        """To be written."""
        return KeptReason(why.to_all, why.after, sayings_of((*why.to_all, *why.after)))

    def reason(self) -> Reason:
        """As it was given."""
        made = as_messages((*self.to_all, *self.after), self.sayings)
        return Reason(tuple(made[each] for each in self.to_all), tuple(made[each] for each in self.after))


class GivenReason(NamedTuple):
    """Why a bot gave an answer: how many answers and events there were before it, and whose it was."""

    answers: int
    events: int
    seat: str
    why: Reason

    def words(self, *, whole: bool) -> str:
        """As those of a reason."""
        return self.why.words(whole=whole)
