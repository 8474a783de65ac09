"""Shares of games and differences between them, with the intervals that they are known to."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

import msgspec

__all__ = ["ShareChange", "ShareOfGames", "difference", "wilson"]

NORMAL_95 = 1.959964  # standard deviations


class ShareOfGames(msgspec.Struct, frozen=True):
    """Of so many games, the share that was won (a draw is half), with its interval of 95%."""

    games: int
    share: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


class ShareChange(msgspec.Struct, frozen=True):
    """A difference of shares, from pairs of games of the same seeds, with its interval of 95%."""

    pairs: int
    change: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Does the interval leave out that there is none?"""
        return self.low > 0.0 or self.high < 0.0


def wilson(won: float, games: int) -> ShareOfGames:
    """The score interval of Wilson (1927) of a share.

    Where draws count as half, games differ less from each other than it takes them to, and it is a little too wide.
    """
    if games == 0:
        return ShareOfGames(0, 0.5, 0.0, 1.0)
    share, z = won / games, NORMAL_95
    shrunk = 1.0 + z * z / games
    middle = (share + z * z / (2 * games)) / shrunk
    half = z / shrunk * sqrt(share * (1.0 - share) / games + z * z / (4 * games * games))
    return ShareOfGames(games, round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def difference(before: Sequence[float], after: Sequence[float]) -> ShareChange:
    """What changed from the scores of pairs to those of the same pairs played otherwise (normal approximation).

    A pair is taken to differ by a whole game once more than it did: few that happen to be alike prove nothing.
    """
    changes = [a - b for a, b in zip(after, before, strict=True)]
    if not changes:
        return ShareChange(0, 0.0, -1.0, 1.0)
    mean, n = fmean(changes), len(changes)
    variance = (sum((change - mean) ** 2 for change in changes) + 1.0) / n
    half = NORMAL_95 * sqrt(variance / n)
    return ShareChange(n, round(mean, 4), round(max(-1.0, mean - half), 4), round(min(1.0, mean + half), 4))
