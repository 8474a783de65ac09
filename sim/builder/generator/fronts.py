"""The walls of a plot: which stand against a neighbour, over water, or on a street, and what room is before them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from sim.builder.generator.shapes import Point

__all__ = ["PlotWall", "front_of", "plot_walls", "turn_of"]

Before = Literal["neighbour", "water", "street", "edge"]
AHEAD = 7.0  # inches: further than that is all the same


class PlotWall(msgspec.Struct, frozen=True):
    """A wall from corner to corner, anticlockwise round its plot."""

    a: Point
    b: Point
    before: Before
    room: float  # inches to the next house, straight ahead

    @property
    def length(self) -> float:
        return math.dist(self.a, self.b)

    @property
    def middle(self) -> Point:
        return ((self.a[0] + self.b[0]) / 2, (self.a[1] + self.b[1]) / 2)

    @property
    def out(self) -> Point:
        """Unit vector away from the plot."""
        return ((self.b[1] - self.a[1]) / self.length, (self.a[0] - self.b[0]) / self.length)

    def ahead(self, deep: float, aside: float = 0.0) -> Polygon:
        """The ground before it."""
        (dx, dy), (ax, ay), (bx, by) = self.out, self.a, self.b
        ux, uy = (bx - ax) / self.length * aside, (by - ay) / self.length * aside
        return Polygon(
            [(ax + ux, ay + uy), (ax + ux + dx * deep, ay + uy + dy * deep),
             (bx - ux + dx * deep, by - uy + dy * deep), (bx - ux, by - uy)]
        )  # fmt: skip


def plot_walls(
    plot: Polygon, others: Sequence[BaseGeometry], water: BaseGeometry, board: BaseGeometry
) -> list[PlotWall]:
    """The walls of a plot among all others."""
    corners = list(orient(plot).exterior.coords)
    apart = shapely.distance(np.array(others, dtype=object), plot) if len(others) else ()
    near = [o for o, far in zip(others, apart, strict=True) if far < AHEAD and o is not plot]
    wide = [o.buffer(0.12) for o in near]
    found = []
    for a, b in itertools.pairwise(corners):
        wall = PlotWall((a[0], a[1]), (b[0], b[1]), "street", AHEAD)
        line = LineString([a, b])
        shared = sum(line.intersection(w).length for o, w in zip(near, wide, strict=True) if o.distance(line) < 0.12)
        before: Before = "street"
        (x, y), (dx, dy) = wall.middle, wall.out
        sight = LineString([(x + dx * 0.1, y + dy * 0.1), (x + dx * AHEAD, y + dy * AHEAD)])
        front = wall.ahead(0.5, 0.1 * wall.length)
        if shared > 0.45 * wall.length:
            before = "neighbour"
        elif board.intersection(front).area < 0.5 * front.area:
            before = "edge"
        elif water.intersection(front).area > 0.5 * front.area:
            before = "water"
        hits = [float(sight.intersection(o).distance(line)) for o in near if o.intersects(sight)]
        found.append(msgspec.structs.replace(wall, before=before, room=min(hits, default=AHEAD)))
    return found


def front_of(walls: Sequence[PlotWall], water: float = 1.0) -> PlotWall:
    """The wall that is shown: a long one with room before it. `water`: what a canal is worth against a street."""
    worth = {"street": 1.0, "water": 0.8 * water, "edge": 0.12, "neighbour": 0.03}
    return max(walls, key=lambda w: min(w.length, 6.0) * worth[w.before] * (1.0 + 0.12 * w.room))


def turn_of(wall: PlotWall) -> int:
    """The degrees by which a house is turned that looks out of this wall; unturned it looks south."""
    return round(math.degrees(math.atan2(wall.out[0], -wall.out[1]))) % 360
