"""When enough games have been played: a sequential test of the zones, or an interval that is narrow enough.

Either looks at the games in their order, so that it does not matter who played how many at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Protocol

import msgspec

from sim.bots.strength import Sprt, elo_of
from sim.engine.requests import GameError
from sim.playtest.shares import wilson

__all__ = ["ERROR", "UNFAIR", "FairEnough", "NarrowEnough", "Until", "until_of"]

UNFAIR = 0.60  # the share of games at which a zone is called better
ERROR = 0.05  # how likely it is at most that a fair board is called unfair, shared out among its zones
NARROWEST = 0.005  # half an interval's width


class Until(Protocol):
    """When to stop."""

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """Why it is enough, in a word: "fair", "unfair", "narrow". None: more must be played."""
        ...


class FairEnough(msgspec.Struct, frozen=True):
    """Does a zone win 60% of the games, or half of them? Two sequential tests, one for each zone (Sobel and Wald 1949).

    "unfair" where one of them says 60%, "fair" where both say half. What lies between is called either.
    """

    def verdict(self, pairs: Sequence[float]) -> str | None:
        test = Sprt(0.0, elo_of(UNFAIR), ERROR / 2)
        first, second = test.verdict(pairs), test.verdict([1.0 - score for score in pairs])
        if first or second:
            return "unfair"
        return "fair" if first is False and second is False else None


class NarrowEnough(msgspec.Struct, frozen=True):
    """Is the share of the zones known to so much up and down?"""

    half_width: float

    def verdict(self, pairs: Sequence[float]) -> str | None:
        known = wilson(2.0 * sum(pairs), 2 * len(pairs))
        return "narrow" if known.half_width <= self.half_width else None


def until_of(text: str) -> Until:
    """`fair`, or a percentage as in `5%`. Raises GameError."""
    if text == "fair":
        return FairEnough()
    number = text.removesuffix("%")
    try:
        half = float(number) / 100.0 if text.endswith("%") and "_" not in number else float("nan")
    except ValueError:
        half = float("nan")
    if not (isfinite(half) and NARROWEST <= half <= 0.5):
        raise GameError(f"--until {text}: write fair, or how far the share may be off, from 0.5% to 50%, as in 5%")
    return NarrowEnough(half)
