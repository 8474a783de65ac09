"""Distances between bases, points, edges and zones (GEO-02, GEO-04).

A base is a level disc: the centre of its underside and its radius, in inches. A point is a disc of radius 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.tolerance import LOW, TOUCH

__all__ = ["between", "flat_distance", "heights_within", "in_contact", "is_inside"]

TURNS = np.arange(32) * math.pi / 16
WAYS = np.column_stack([np.cos(TURNS), np.sin(TURNS)])  # out of a disc, as a polygon about it has its sides

Point = tuple[float, float, float]
Flat = tuple[float, float]


class Apart(NamedTuple):
    """How far two level discs are from each other, and where they are nearest."""

    distance: float
    horizontal: float
    vertical: float
    touch: bool  # base contact: touching seen from above, at most 1" of height between (GEO-04)
    closest: tuple[Point, Point]


def between(a: Point, a_radius: float, b: Point, b_radius: float) -> Apart:
    """The straight distance between the closest points of two discs (GEO-02)."""
    x, y, vertical = b[0] - a[0], b[1] - a[1], abs(b[2] - a[2])
    centres = math.hypot(x, y)
    gap = centres - a_radius - b_radius
    if gap <= 0.0:
        return Apart(vertical, 0.0, vertical, _touch(gap, vertical), _closest(a, a_radius, b, b_radius, centres))
    x, y = x / centres, y / centres
    closest = (
        (a[0] + x * a_radius, a[1] + y * a_radius, a[2]),
        (b[0] - x * b_radius, b[1] - y * b_radius, b[2]),
    )
    return Apart(math.hypot(gap, vertical), gap, vertical, _touch(gap, vertical), closest)


def in_contact(a: Point, a_radius: float, b: Point, b_radius: float) -> bool:
    """Base contact: two bases touch seen from above, and their heights differ by 1" or less (GEO-04).

    Whoever foretells a contact asks here, so that the distance measured afterwards agrees.
    """
    return _touch(math.hypot(b[0] - a[0], b[1] - a[1]) - a_radius - b_radius, abs(b[2] - a[2]))


def _touch(gap: float, vertical: float) -> bool:
    """Is a gap between two bases seen from above, and so much between their heights, base contact? The one test."""
    return gap <= TOUCH and vertical <= LOW + 1e-9


def _closest(a: Point, a_radius: float, b: Point, b_radius: float, centres: float) -> tuple[Point, Point]:
    """The points of two discs that are nearest to each other, where they overlap or touch seen from above: the same
    point, seen so."""
    if centres < 1e-12:
        return (a, b)
    x, y = (b[0] - a[0]) / centres, (b[1] - a[1]) / centres
    reach_a = min(a_radius, centres)
    reach_b = min(b_radius, centres - reach_a)
    return (
        (a[0] + x * reach_a, a[1] + y * reach_a, a[2]),
        (b[0] - x * reach_b, b[1] - y * reach_b, b[2]),
    )


def is_inside(place: Flat, outline: Sequence[Flat]) -> bool:
    """Whether a place is within an area given by its corners (a ray from it crosses the outline oddly often)."""
    x, y = place
    inside = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def flat_distance(at: Point, triangles: NDArray[np.float64]) -> float:
    """From a point to the nearest of some triangles (n, 3, 3), seen from above; inf where there are none."""
    if not len(triangles):
        return math.inf
    place = np.array(at[:2])
    a = triangles[:, :, :2]
    b = np.roll(a, -1, axis=1)
    way = b - a
    to = place - a
    square = np.einsum("ijk,ijk->ij", way, way)
    t = np.clip(np.einsum("ijk,ijk->ij", to, way) / np.maximum(square, 1e-18), 0, 1)
    gap = to - t[:, :, None] * way
    turn = way[:, :, 0] * to[:, :, 1] - way[:, :, 1] * to[:, :, 0]
    area = way[:, 0, 0] * way[:, 1, 1] - way[:, 0, 1] * way[:, 1, 0]
    inside = (np.abs(area) > 1e-12) & ((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))
    return 0.0 if inside.any() else float(np.sqrt(np.einsum("ijk,ijk->ij", gap, gap)).min())


def heights_within(at: Point, reach: float, triangles: NDArray[np.float64]) -> tuple[float, float] | None:
    """The lowest and the highest height of what of some triangles (n, 3, 3) lies within reach of a point, seen from
    above; None where nothing does."""
    place = np.array(at[:2])
    near = (triangles[:, :, :2].min(axis=1) <= place + reach) & (triangles[:, :, :2].max(axis=1) >= place - reach)
    triangles = triangles[near.all(axis=1)]
    corners = triangles.reshape(-1, 3)
    inside = corners[((corners[:, :2] - place) ** 2).sum(axis=1) <= reach * reach, 2]
    low, high = (float(inside.min()), float(inside.max())) if len(inside) else (math.inf, -math.inf)
    for triangle in triangles:
        if triangle[:, 2].min() >= low and triangle[:, 2].max() <= high:
            continue  # wherever it is cut, it tells nothing new
        for way, limit in zip(WAYS, WAYS @ place + reach, strict=True):
            triangle = _cut(triangle, triangle[:, :2] @ way - limit)
            if not len(triangle):
                break
        else:
            low, high = min(low, float(triangle[:, 2].min())), max(high, float(triangle[:, 2].max()))
    return (low, high) if low <= high else None


def _cut(outline: NDArray[np.float64], beyond: NDArray[np.float64]) -> NDArray[np.float64]:
    """What of a convex outline (n, 3) is not `beyond` an upright plane."""
    kept = []
    for i, (here, over) in enumerate(zip(outline, beyond, strict=True)):
        j = (i + 1) % len(outline)
        if over <= 0.0:
            kept.append(here)
        if over * beyond[j] < 0.0:
            kept.append(here + (outline[j] - here) * (over / (over - beyond[j])))
    return np.array(kept).reshape(-1, 3)
