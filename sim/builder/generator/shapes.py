"""Plane shapes as the generator cuts them: the frame a block lies in, cuts along a line, and what is sound."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from sim.board.files.canals import polygons
from sim.board.model.plans import without

__all__ = [
    "Lie",
    "Point",
    "cut",
    "image",
    "lie_of",
    "opened",
    "pieces_of",
    "rounded_ring",
    "strip",
    "without_short_walls",
]

Point = tuple[float, float]


class Lie(msgspec.Struct, frozen=True):
    """How a shape lies: its longer way, and its extents along and across that, about a corner."""

    corner: Point
    along: Point  # unit vector
    length: float
    width: float

    @property
    def across(self) -> Point:
        return (-self.along[1], self.along[0])

    def at(self, u: float, v: float) -> Point:
        (x, y), (a, b), (c, d) = self.corner, self.along, self.across
        return (x + u * a + v * c, y + u * b + v * d)


def lie_of(shape: BaseGeometry) -> Lie:
    """The narrowest rectangle round a shape, its longer side first."""
    corners = np.array(orient(shape.minimum_rotated_rectangle).exterior.coords)[:4, :2]
    sides = [corners[1] - corners[0], corners[3] - corners[0]]
    a, b = (float(np.hypot(*s)) for s in sides)
    if a >= b:
        return Lie(_point(corners[0]), _point(sides[0] / a), a, b)
    way = corners[2] - corners[1]
    return Lie(_point(corners[1]), _point(way / b), b, a)


def _point(pair: np.ndarray) -> Point:
    return (float(pair[0]), float(pair[1]))


def pieces_of(shape: BaseGeometry, least: float = 0.05) -> list[Polygon]:
    """The polygons of a shape that are no crumbs, in an order that does not hang on how they were made."""
    found = [p for p in polygons(shape) if p.area > least]
    return sorted(found, key=lambda p: (round(p.centroid.x, 2), round(p.centroid.y, 2)))


def opened(shape: BaseGeometry, width: float) -> BaseGeometry:
    """A shape without what is narrower than a width."""
    return shape.buffer(-width / 2, join_style="mitre").buffer(width / 2 - 1e-4, join_style="mitre").intersection(shape)


def strip(points: Iterable[Point], width: float) -> BaseGeometry:
    """A line as wide as a street."""
    return LineString(list(points)).buffer(width / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)


def cut(shape: Polygon, points: Iterable[Point], width: float) -> list[Polygon]:
    """What is left of a shape on the sides of a street."""
    return pieces_of(without(shape, strip(points, width)))


def rounded_ring(shape: Polygon, digits: int = 2) -> tuple[Point, ...]:
    """The corners of a shape in order, those in a row left out."""
    ring = [(round(x, digits), round(y, digits)) for x, y in orient(shape).exterior.coords[:-1]]
    kept: list[Point] = []
    for k, here in enumerate(ring):
        before, after = ring[k - 1], ring[(k + 1) % len(ring)]
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) > 0.012 * max(math.dist(before, here) + math.dist(here, after), 0.1) and here != after:
            kept.append(here)
    return tuple(kept)


def image(shape: BaseGeometry, size: tuple[float, float]) -> BaseGeometry:
    """A shape after a half turn of the board."""
    from shapely import affinity

    return affinity.affine_transform(shape, [-1, 0, 0, -1, size[0], size[1]])


def without_short_walls(shape: Polygon, least: float, within: BaseGeometry, loose: float = 0.35) -> Polygon:
    """A shape whose walls have a least length, by leaving out corners: outer ones first, so that it grows little, and
    never out of what it lies within."""
    for slack in (loose, 0.04):
        ring = [(float(x), float(y)) for x, y in orient(shape.simplify(slack)).exterior.coords[:-1]]
        while len(ring) > 4:
            lengths = [math.dist(p, ring[(k + 1) % len(ring)]) for k, p in enumerate(ring)]
            k = min(range(len(ring)), key=lambda n: lengths[n])
            if lengths[k] >= least:
                break
            ring.pop(min((k, (k + 1) % len(ring)), key=lambda n: _grows(ring, n)))
        made = Polygon(ring)
        if made.is_valid and made.area > 0.6 * shape.area and made.difference(within).area < 0.02:
            return made
    return shape


def _grows(ring: list[Point], k: int) -> float:
    """What leaving out a corner costs: its triangle, and fourfold where that was outside."""
    (ax, ay), (bx, by), (cx, cy) = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
    area = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    return area if area >= 0 else -4 * area
