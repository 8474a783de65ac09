"""How much stronger one bot is than another: Elo from pairs of games, and when enough of them have been played.

A pair of games with the bots exchanged counts as one draw of a score from 0 to 1 (both lost to both won). The
sequential test is Wald's, with the likelihoods of the generalised SPRT (Van den Bergh, "A practical introduction to
the GSPRT", 2019), normal for the mean of pairs, as testers of chess programs use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import fmean

import msgspec

__all__ = ["NORMAL_95", "Sprt", "Strength", "elo_of", "share_of", "strength"]

NORMAL_95 = 1.96  # standard deviations
BARELY = 0.01  # of a game: a share is told as no nearer to 0 or 1
EVEN = 0.125  # the variance of pairs between equals that never draw
DOUBT = 12  # pairs of that variance are added: a few pairs that happen to be alike prove nothing


class Strength(msgspec.Struct, frozen=True):
    """Over so many pairs: the share of games won (a draw is half), and Elo with its interval of 95%."""

    pairs: int
    share: float
    elo: float
    low: float
    high: float


def share_of(elo: float) -> float:
    """The share of games that whoever is so much stronger wins."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def elo_of(share: float) -> float:
    """How much stronger whoever wins this share of games is."""
    within = min(1.0 - BARELY, max(BARELY, share))
    return -400.0 * log10(1.0 / within - 1.0)


def strength(pairs: Sequence[float]) -> Strength:
    """Of the scores of pairs, each from 0 to 1."""
    share = fmean(pairs) if pairs else 0.5
    half = NORMAL_95 * sqrt(_variance(pairs) / max(1, len(pairs)))
    return Strength(len(pairs), share, elo_of(share), elo_of(share - half), elo_of(share + half))


class Sprt(msgspec.Struct, frozen=True):
    """Is a bot `more` Elo stronger, or only `less`? Each error at most so likely."""

    less: float
    more: float
    error: float = 0.05

    def likelihood(self, pairs: Sequence[float]) -> float:
        """The logarithm of how many times likelier these scores are if it is `more` stronger."""
        if len(pairs) < 2:
            return 0.0
        low, high = share_of(self.less), share_of(self.more)
        return len(pairs) * (high - low) * (2.0 * fmean(pairs) - low - high) / (2.0 * _variance(pairs))

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """True: it is `more` stronger. None: more pairs must be played."""
        bound, found = log((1.0 - self.error) / self.error), self.likelihood(pairs)
        return None if abs(found) < bound else found > 0


def _variance(pairs: Sequence[float]) -> float:
    squares = sum((score - fmean(pairs)) ** 2 for score in pairs)
    return (squares + DOUBT * EVEN) / (len(pairs) + DOUBT)
