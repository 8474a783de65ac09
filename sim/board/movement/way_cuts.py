"""A way that takes more than one move, cut where one of them ends: on the ground, or on a wall on the way up or down it
(MOVE-04)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import dist

from sim.board.model.tableau import Point
from sim.board.model.verdicts import Leg

__all__ = ["CLIMBED", "LEAST_CLIMB", "climbed", "length", "stretch"]

CLIMBED = ("climb", "ladder")  # kinds of legs that are climbs up or down a wall
LEAST_CLIMB = 0.5  # inches: no climb on to a wall is shorter
_UPRIGHT = 0.002  # inches: a climb goes straight up


def climbed(leg: Leg, inches: float, under: float) -> tuple[Point, ...]:
    """The corners of so many inches of a climb that end on its wall, so far `under` its edge at least; else none."""
    if leg.kind not in CLIMBED or inches < LEAST_CLIMB:
        return ()
    up = leg.points[1][2] > leg.points[0][2]
    (x, y, low), (over_x, over_y, high) = leg.points[:2] if up else (leg.points[-1], leg.points[-2])
    if dist((x, y), (over_x, over_y)) > _UPRIGHT or high - low < LEAST_CLIMB + under:
        return ()
    if up:
        return ((x, y, round(low + min(inches, high - low - under), 3)),)
    down = min(inches - length(leg.points[:-1]), high - low - LEAST_CLIMB)
    return (*leg.points[1:-1], (x, y, round(high - down, 3))) if down >= max(LEAST_CLIMB, under) else ()


def length(points: Sequence[Point]) -> float:
    """Inches along some corners."""
    return sum(dist(a, b) for a, b in itertools.pairwise(points))


def stretch(leg: Leg, begin: float, end: float) -> tuple[Point, ...]:
    """The corners of a leg from so many inches of its cost to so many, the place where that begins left out."""
    whole = length(leg.points)
    if leg.cost <= 0.0 or whole <= 0.0:
        return leg.points[1:]
    first, last = begin * whole / leg.cost, end * whole / leg.cost
    found, gone = list[Point](), 0.0
    for a, b in itertools.pairwise(leg.points):
        here, gone = gone, gone + dist(a, b)
        if gone <= first + 1e-9 or gone == here:
            continue
        if gone >= last - 1e-9:
            share = min(1.0, (last - here) / (gone - here))
            x, y, z = (p + share * (q - p) for p, q in zip(a, b, strict=True))
            return (*found, (round(x, 3), round(y, 3), round(z, 3)))
        found.append(b)
    return tuple(found) or leg.points[-1:]
