"""Where gangs are set up: the strips and corners of a board that must have open ground, for how many bases.

Each has room for a gang of plain minis, and a place for the largest base there is, where nothing else is put."""

from __future__ import annotations

import msgspec
import numpy as np
import shapely
from shapely.geometry import Point as Place
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from sim.board.model.plans import common
from sim.board.model.tableau import MM
from sim.builder.generator.shapes import Point

__all__ = ["LARGE", "Muster", "musters"]

BASE = 15 * MM  # radius
LARGE = 30 * MM + 0.1  # of the largest base, with some room to spare
DEEP, DOZEN, CROWD = 8.0, 13, 11  # inches of the strips along edges, and the bases that they hold; less the corners
ASIDE, FEW = 12.0, 7  # in the middle of an edge only
END = 6.0  # inches of the end of a long board
LONG = 1.8  # of one side over the other: a board for a way from end to end
SMALL = 30.0  # inches: the gangs on smaller boards are smaller


class Muster(msgspec.Struct, frozen=True, eq=False):
    """A zone, and how many 30 mm bases it must hold."""

    zone: BaseGeometry
    wanted: int

    def room(self, ground: BaseGeometry) -> int:
        """How many bases stand on open ground in it."""
        free = common(ground, self.zone).buffer(-BASE)
        if free.is_empty:
            return 0
        x0, y0, x1, y1 = self.zone.bounds
        step = 2 * BASE + 0.06
        count = 0
        for row, y in enumerate(np.arange(y0, y1, step * 0.87)):
            xs = np.arange(x0 + (step / 2 if row % 2 else 0.0), x1, step)
            count += int(shapely.contains_xy(free, xs, np.full(len(xs), y)).sum())
        return count

    def for_large(self, ground: BaseGeometry) -> BaseGeometry:
        """Where on open ground in it the middle of a large base may be."""
        return common(ground, self.zone).buffer(-LARGE)

    def lacks(self, ground: BaseGeometry) -> bool:
        """Is there too little room on this open ground?"""
        return bool(self.room(ground) < self.wanted or self.for_large(ground).is_empty)


def musters(size: Point) -> list[Muster]:
    """The zones of a board, the smallest first: those of two gangs, and of three and four. Along all edges, for four
    less the corners; on wide boards in the middle of each; on long ones the ends, whole and in halves; in all corners.
    """
    w, d = size
    made = list[Muster]()
    if min(size) - 2 * ASIDE >= 10:
        made += [Muster(zone, FEW) for zone in _strips(size, DEEP, ASIDE)]
        made += [Muster(zone, CROWD) for zone in _strips(size, DEEP, DEEP)]
    elif max(size) >= LONG * min(size):
        made += [Muster(zone, FEW) for zone in _halves(size, END)]
    reach, count = (8.0, 8) if min(size) < SMALL else (12.0, 10)
    made += [Muster(Place(x, y).buffer(reach), count) for x, y in ((0.0, 0.0), (w, d))]  # of two gangs
    made += [Muster(Place(x, y).buffer(reach), count - 1) for x, y in ((0.0, d), (w, 0.0))]
    return made + [Muster(zone, DOZEN) for zone in _strips(size, DEEP, 0.0)]


def _strips(size: Point, deep: float, aside: float) -> list[BaseGeometry]:
    """Along the north, south, west and east edges, so many inches less at both ends."""
    w, d = size
    return [
        box(aside, d - deep, w - aside, d), box(aside, 0, w - aside, deep),
        box(0, aside, deep, d - aside), box(w - deep, aside, w, d - aside),
    ]  # fmt: skip


def _halves(size: Point, deep: float) -> list[BaseGeometry]:
    """The two halves of the west or south end of a long board."""
    w, d = size
    if w > d:
        return [box(0, 0, deep, d / 2), box(0, d / 2, deep, d)]
    return [box(0, 0, w / 2, deep), box(w / 2, 0, w, deep)]
