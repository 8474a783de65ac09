"""Why a bot did what it did, in whole sentences: those that everybody may hear at once, and those that must wait."""

from __future__ import annotations

import msgspec

from sim.words import joined

__all__ = ["NO_REASON", "Reason"]


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
