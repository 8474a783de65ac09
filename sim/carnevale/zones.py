"""Deployment zones (SCEN-02, 12)."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from sim.carnevale.characters import Point
from sim.carnevale.fields import Name, OwnName, Side

__all__ = ["Zone", "corners", "edges", "inside_each"]

_CURVE = 12  # straight pieces that a quarter circle is drawn with


Spot = tuple[Side, Side]


class Zone(msgspec.Struct, frozen=True):
    """Where one gang deploys, seen from above: a rectangle, or what of it lies within `reach` of a corner, or within
    the corners of a polygon."""

    name: Name
    x: Spot
    y: Spot
    corner: Spot | None = None
    reach: Side = 0.0  # inches from that corner
    polygon: Annotated[tuple[Spot, ...], Meta(max_length=100)] = ()  # `x` and `y` are its box
    side: OwnName = ""  # in scenarios with sides, whose it is; the scenarios' own zones do not say

    @classmethod
    def within(cls, name: str, polygon: tuple[tuple[float, float], ...], side: str = "") -> Zone:
        """A zone of any outline."""
        xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
        return cls(name, (min(xs), max(xs)), (min(ys), max(ys)), polygon=polygon, side=side)

    def holds(self, at: Point, radius: float) -> bool:
        """Is the whole base inside?"""
        (x0, x1), (y0, y1) = self.x, self.y
        if not (x0 + radius <= at[0] <= x1 - radius and y0 + radius <= at[1] <= y1 - radius):
            return False
        if self.polygon:
            return _inside(self.polygon, at) and _to_rim(self.polygon, at) >= radius
        return self.corner is None or dist(self.corner, at[:2]) + radius <= self.reach

    def holds_each(self, at: NDArray[np.float64], radius: float) -> NDArray[np.bool_]:
        """The same of each of many places, (places, 3)."""
        (x0, x1), (y0, y1) = self.x, self.y
        x, y = at[:, 0], at[:, 1]
        inside = (x0 + radius <= x) & (x <= x1 - radius) & (y0 + radius <= y) & (y <= y1 - radius)
        if self.polygon or self.corner is not None:
            inside[inside] = [self.holds(tuple(each), radius) for each in at[inside].tolist()]
        return np.asarray(inside)

    def has(self, at: Point) -> bool:
        """Is this place in it?"""
        return self.holds(at, 0.0)

    def gap(self, at: Point) -> float:
        """Inches from a place to the nearest point of the zone, seen from above; 0 inside."""
        if self.polygon:
            return 0.0 if _inside(self.polygon, at) else _to_rim(self.polygon, at)
        if self.corner is not None:
            return max(0.0, dist(self.corner, at[:2]) - self.reach)
        (x0, x1), (y0, y1) = self.x, self.y
        return hypot(max(x0 - at[0], 0.0, at[0] - x1), max(y0 - at[1], 0.0, at[1] - y1))

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Its corners in order, to be drawn; a curve in short pieces."""
        (x0, x1), (y0, y1) = self.x, self.y
        if self.polygon:
            return self.polygon
        if self.corner is None:
            return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        cx, cy = self.corner
        sx, sy = (1 if cx == x0 else -1), (1 if cy == y0 else -1)
        turns = [i * pi / 2 / _CURVE for i in range(_CURVE + 1)]
        return ((cx, cy), *((cx + sx * self.reach * cos(t), cy + sy * self.reach * sin(t)) for t in turns))


def _inside(polygon: tuple[tuple[float, float], ...], at: Point) -> bool:
    """Does a ray from here to the east cross the outline an odd number of times?"""
    x, y = at[:2]
    odd = False
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            odd = not odd
    return odd


def inside_each(polygon: tuple[tuple[float, float], ...], at: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The same of each of many places, (places, 3)."""
    x, y = at[:, 0], at[:, 1]
    odd = np.zeros(len(at), np.bool_)
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        if y0 != y1:
            odd ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return odd


def _to_rim(polygon: tuple[tuple[float, float], ...], at: Point) -> float:
    """Inches from a place to the nearest point of an outline."""
    x, y = at[:2]
    nearest = float("inf")
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        share = 0.0 if length == 0.0 else min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / length))
        nearest = min(nearest, hypot(x - x0 - share * dx, y - y0 - share * dy))
    return nearest


def edges(players: int, size: tuple[float, float], deep: float, aside: float = 0.0) -> tuple[Zone, ...]:
    """Opposite edges for two players; for three and four all edges, less the corners (SCEN-12).

    `deep`: inches from the edge; `aside`: inches that the zones keep from the board's other edges.
    """
    width, depth = size
    if players == 2:
        across = (aside, width - aside)
        return (
            Zone("north edge", across, (depth - deep, depth)),
            Zone("south edge", across, (0.0, deep)),
        )
    aside = max(aside, deep)
    across, along = (aside, width - aside), (aside, depth - aside)
    return (
        Zone("north edge", across, (depth - deep, depth)),
        Zone("east edge", (width - deep, width), along),
        Zone("south edge", across, (0.0, deep)),
        Zone("west edge", (0.0, deep), along),
    )


def corners(players: int, size: tuple[float, float], reach: float) -> tuple[Zone, ...]:
    """Opposite corners for two players, all four for three and four (SCEN-12): all within `reach` inches of them."""
    width, depth = size
    low_x, high_x, low_y, high_y = (0.0, reach), (width - reach, width), (0.0, reach), (depth - reach, depth)
    northeast = Zone("north-east corner", high_x, high_y, (width, depth), reach)
    southeast = Zone("south-east corner", high_x, low_y, (width, 0.0), reach)
    southwest = Zone("south-west corner", low_x, low_y, (0.0, 0.0), reach)
    northwest = Zone("north-west corner", low_x, high_y, (0.0, depth), reach)
    return (northeast, southwest) if players == 2 else (northeast, southeast, southwest, northwest)
