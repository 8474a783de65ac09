"""Whether anybody gets up a ladder without a roll, which is what it is there for (TERR-07)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.board.map_checks.checks import Issue
from sim.board.map_checks.leading import Ladder, deck_ladders, ladders
from sim.builder.measuring.land import Land
from sim.geometry.paths.climb_links import FOOT_GROUND, FOOT_X, FOOT_Y, RELIEF, ROLL, TOP_REST
from sim.geometry.tolerance import STEP
from sim.words import say

__all__ = ["useless_ladders", "useless_scaffolds"]

BASE = 30.0  # mm: at the foot of many a ladder there is no room for larger ones
TALL = 1.05  # inches: a lower ladder leads up what is stepped over
LOWER = 1.0  # inches that the place on top may be lower than the ladder
WIDE = 3.0  # inches round the middle of a ladder in which feet of climbs are looked for


def useless_ladders(land: Land) -> Iterator[Issue]:
    """Ladders that nobody gets up without a roll: too short for their wall, or with something in the way. Ways out of
    the water have another use, and are left out."""
    if land.base_mm > BASE:
        return
    for ladder in ladders(land.board):
        if ladder.access or ladder.high - ladder.low <= TALL:
            continue
        rolls = _rolls(land, ladder)
        if (rolls == 0.0).any():
            continue
        if len(rolls):
            what = say("is too short for its wall: who climbs here must roll all the same")
            mend = say("use a longer one, or put it against a lower wall")
        else:
            what = say("nobody gets up it: something is in the way at its foot or at its top")
            mend = say("clear what is there, or put it elsewhere")
        x, y = ladder.plan.centroid.coords[0]
        yield Issue("warning", ladder.id, what, mend, (round(x, 3), round(y, 3), round(ladder.low, 3)))


def useless_scaffolds(land: Land) -> Iterator[Issue]:
    """Scaffolds whose decks nobody gets up to by their ladders: one is barred, and told of the lowest."""
    if land.base_mm > BASE:
        return
    told = set[str]()
    for ladder in deck_ladders(land.board):
        if ladder.id in told or ladder.access or (_rolls(land, ladder) == 0.0).any():
            continue
        told.add(ladder.id)
        x, y = ladder.plan.centroid.coords[0]
        yield Issue(
            "warning", ladder.id, say("nobody gets up its ladder: something is in the way at its foot or at its top"),
            say("clear what is there, or turn it round"), (round(x, 3), round(y, 3), round(ladder.low, 3)),
        )  # fmt: skip


def _rolls(land: Land, ladder: Ladder) -> NDArray[np.float64]:
    """Of each climb on to a place at the top of a ladder, from where a base reaches its rungs, whether it takes a
    roll."""
    x, y = ladder.plan.centroid.coords[0]
    rows = land.lattice.climbs[0].near(x, y, WIDE)
    rows = rows[(rows[:, FOOT_GROUND] <= ladder.low + STEP) & (rows[:, TOP_REST] >= ladder.high - LOWER)]
    apart = shapely.distance(shapely.points(rows[:, [FOOT_X, FOOT_Y]]), ladder.plan)
    held: NDArray[np.float64] = rows[apart <= land.radius + RELIEF, ROLL]
    return held
