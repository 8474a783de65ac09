"""Which bases touch, as far as where they stand tells: to measure it on the board takes longer; and who gets away."""

from __future__ import annotations

from math import dist

from sim.board.model.tableau import MM
from sim.carnevale import disengaging, hooks
from sim.carnevale.odds import opposed_odds
from sim.carnevale.preview import rerolls
from sim.carnevale.state import State
from sim.carnevale.stats import stat

__all__ = ["CONTACT", "LEVEL", "breaks_away", "gap", "touch", "touches"]

CONTACT, LEVEL = 0.01, 1.0  # inches: bases that are no further apart touch, at heights that are no further apart


def touch(view: State, a: str, b: str) -> float:
    """How far apart the centres of two bases in contact are."""
    return (view[a].profile.size + view[b].profile.size) * MM / 2


def gap(view: State, a: str, b: str) -> float:
    """How far apart two bases are, seen from above."""
    return max(0.0, dist(view[a].here[:2], view[b].here[:2]) - touch(view, a, b))


def touches(view: State, a: str, b: str) -> bool:
    """Do two bases touch?"""
    return gap(view, a, b) <= CONTACT and abs(view[a].here[2] - view[b].here[2]) <= LEVEL


def breaks_away(view: State, who: str, enemy: str) -> float:
    """How likely a run of it gets away from an enemy that it touches (MOVE-12), Will Points apart."""
    mine, theirs, extra, against = disengaging.contest(view, who, enemy, "run")
    settled = hooks.forced(view, mine)
    if settled is not None:
        return float(settled[0].succeeded)
    own, other = stat(view, mine, extra).total, stat(view, theirs, against).total
    again, again_other = rerolls(view, mine, who), rerolls(view, theirs, enemy)
    return opposed_odds(own, other, rerolls=again, against_rerolls=again_other).succeeds
