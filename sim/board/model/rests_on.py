"""What bears a base up that rests higher than the ground under its centre: the foot of a bridge, a low step."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from sim.board.model.tableau import Point
from sim.board.model.verdicts import PointInfo

__all__ = ["borne_up_by"]

EVEN = 0.05  # inches: no more than this lower is as high
SHARES = (0.99, 0.66, 0.33)  # of a base, on which it is looked for; on its rim first
LOOKS = 32  # round the base


def borne_up_by(at: Point, radius: float, under: Callable[[Point], PointInfo]) -> str | None:
    """The part on which a base at `at` rests; None where that is the ground under its centre, or none is found.

    `under` tells what lies at a place, as it is seen from there down.
    """
    x, y, z = at
    if z - under((x, y, z + EVEN)).at[2] <= EVEN:
        return None
    for share in SHARES:
        for i in range(LOOKS):
            way = 2 * pi * i / LOOKS
            there = under((x + share * radius * cos(way), y + share * radius * sin(way), z + EVEN))
            if there.part is not None and z - there.at[2] <= EVEN:
                return there.part
    return None
