"""A stat as it is now: what it started from, and everything that changes it (DICE-01)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.board.model.verdicts import Sight
from sim.carnevale import hooks
from sim.carnevale.characters import Stat
from sim.carnevale.dice import MOST_DICE, Modifier
from sim.carnevale.hooks import RollContext
from sim.carnevale.state import State
from sim.engine.requests import Rule
from sim.words import joined, say

__all__ = ["STATS", "Number", "at_present", "number", "stat"]

STATS: tuple[Stat, ...] = ("move", "dexterity", "attack", "protection", "mind")  # as they stand on cards

STUNNED = ("move", "attack", "dexterity", "mind")  # ACT-09


class Number(msgspec.Struct, frozen=True):
    """A stat as it is now: what it started from, and everything that changes it."""

    base: int
    modifiers: tuple[Modifier, ...] = ()
    sight: Sight | None = None  # of whoever's stat stands in for it

    @property
    def total(self) -> int:
        return max(0, min(MOST_DICE, self.base + sum(m.change for m in self.modifiers)))

    def __str__(self) -> str:
        base = say("{total}: base {base}", total=self.total, base=self.base)
        return joined(", ", (base, *map(str, self.modifiers)))


def stat(game: State, context: RollContext, extra: Sequence[Modifier] = (), base: int | None = None) -> Number:
    """A character's stat for a purpose, each change with its source; always 0 to 10 (DICE-01).

    `base`: a number that stands in for the profile's.
    """
    c = game[context.who]
    own: int = getattr(c.profile, context.stat)
    start = own if base is None else base
    modifiers = [m for m in (*hooks.stat_modifiers(game, context), *extra) if m.change]
    if c.underwater and context.stat == "protection":
        modifiers.append(Modifier(2 * c.underwater, say("Underwater")))  # WATER-02
    if c.stunned and context.stat in STUNNED and start + sum(m.change for m in modifiers) > 1:
        modifiers.append(Modifier(-1, say("Stunned")))  # to no less than 1 (ACT-09)
    floor, total = hooks.least(game, context), start + sum(m.change for m in modifiers)
    if floor is not None and total < min(floor.change, own):
        modifiers.append(Modifier(min(floor.change, own) - total, floor.source))
    return Number(start, tuple(modifiers))


def at_present(game: State, who: str) -> tuple[Number, ...]:
    """The stats of a character, in the order of `STATS`, with what changes them whatever they are for."""
    return tuple(stat(game, RollContext(purpose="", who=who, stat=each)) for each in STATS)


def number(game: State, context: RollContext, extra: Sequence[Modifier] = ()) -> Rule[Number]:
    """A stat as it is rolled: another's may stand in for it (ABIL-Companion)."""
    lent = yield from hooks.borrowed(game, context)
    if lent is None:
        return stat(game, context, extra)
    return msgspec.structs.replace(stat(game, context, extra, lent.value), sight=lent.sight)
