"""Steps along the border of what lies at another level: where they lie, and how high each is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from sim.board.model.plans import common, union, without

__all__ = ["RISE", "Flights", "flights"]

RISE = 0.25  # inches of a step, at most: all are stepped over (MOVE-01)


class Flights(msgspec.Struct, frozen=True):
    """What steps take of a place, from the outermost on, each with its height; and what they leave of it."""

    steps: tuple[tuple[BaseGeometry, float], ...]
    rest: BaseGeometry


def flights(place: BaseGeometry, level: float, beside: Sequence[tuple[BaseGeometry, float]], tread: float) -> Flights:
    """Steps within a place of one level, along whatever of another level is beside it.

    `beside`: shapes with their levels. `tread`: inches from one step to the next; 0: there are none.
    """
    steps: list[tuple[BaseGeometry, float]] = []
    if tread <= 0:
        return Flights((), place)
    for other, height in sorted(beside, key=lambda pair: abs(pair[1] - level)):
        count = math.ceil(abs(level - height) / RISE - 1e-9)
        for number in range(1, count):
            near = other.buffer(number * tread, join_style="mitre", mitre_limit=2.0)
            taken = common(place, near)
            if taken.area > 1e-6:
                steps.append((taken, height + (level - height) * number / count))
                place = without(place, near)
    return Flights(tuple(steps), place if not place.is_empty else union([Polygon()]))
