"""Steps along the border of what lies at another level: where they lie, and how high each is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from sim.board.model.plans import common, union, without

__all__ = ["RISE", "Flights", "at_places", "flights"]

BANK = 0.02  # inches of ground that are the bank of a canal
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


def at_places(
    banks: Sequence[tuple[BaseGeometry, float]],
    water: BaseGeometry,
    places: Sequence[tuple[float, float]],
    wide: float,
) -> list[tuple[BaseGeometry, float]]:
    """Of what is beside some water, with its levels, so many inches of the bank that is next to each place."""
    beside = water.buffer(BANK)
    rims = [(common(other, beside), other, height) for other, height in banks]
    rims = [rim for rim in rims if not rim[0].is_empty]
    found = []
    for place in map(Point, places):
        if rims:
            rim, other, height = min(rims, key=lambda each: each[0].distance(place))
            found.append((common(other, nearest_points(rim, place)[0].buffer(wide / 2)), height))
    return found
