"""Markers and templates laid over figures: the round blast marker and the teardrop (GEO-13, GEO-14).

A template lies in a plane, as two directions from an origin; a figure is the upright column over its base, as high
as its body, together with the body itself. What they share is a set of points of the template; the figure is hit
if one of them is not cut off from where the blow comes from.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sim.geometry.ray.blockers import PlacedSolid
from sim.geometry.ray.rays import Floats
from sim.geometry.sight.spread import spread_points
from sim.geometry.tolerance import NO_LENGTH

SIDES = 96  # of circles, as polygons of the same area
POINTS = 192  # of what template and figure share, tried for a clear line


class PlaneShape(NamedTuple):
    """A convex outline (n, 2), counter-clockwise, in a plane of the world: point = origin + s * along + t * across."""

    outline: Floats
    origin: Floats
    along: Floats
    across: Floats

    def out(self, flat: Floats) -> Floats:
        """Points (n, 2) of the shape, in the world."""
        return np.asarray(self.origin + flat[:, :1] * self.along + flat[:, 1:] * self.across)


def circle(radius: float, centre: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """A circle's outline, as a polygon of the same area."""
    turns = np.arange(SIDES) * 2 * math.pi / SIDES
    fair = radius * math.sqrt(2 * math.pi / (SIDES * math.sin(2 * math.pi / SIDES)))
    return np.column_stack([centre[0] + fair * np.cos(turns), centre[1] + fair * np.sin(turns)])


def teardrop(start: Floats, towards: Floats, length: float, wide: float, narrow: float) -> PlaneShape:
    """The teardrop with its small end at `start`: two round ends, `narrow` and `wide` across, and their tangents."""
    way = towards - start
    along = way / np.sqrt(way @ way)
    across = np.array([-along[1], along[0], 0.0])
    flat = np.sqrt(across @ across)
    across = across / flat if flat > NO_LENGTH else np.array([0.0, 1.0, 0.0])
    ends = np.concatenate([circle(narrow / 2, (narrow / 2, 0.0)), circle(wide / 2, (length - wide / 2, 0.0))])
    return PlaneShape(_hull(ends), start, along, across)


def _hull(points: Floats) -> Floats:
    """The convex hull of points (n, 2), counter-clockwise (Andrew 1979)."""
    ranked = sorted(map(tuple, points.tolist()))

    def chain(order: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for p in order:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return np.array(chain(ranked) + chain(ranked[::-1]))


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def clipped(outline: Floats, normal: Floats, limit: float) -> Floats:
    """What of a convex outline lies where normal . point <= limit (Sutherland, Hodgman 1974)."""
    if not len(outline):
        return outline
    depth = outline @ normal - limit
    after, depth_after = np.roll(outline, -1, axis=0), np.roll(depth, -1)
    kept = []
    for p, q, d, e in zip(outline, after, depth, depth_after, strict=True):
        if d <= 0:
            kept.append(p)
        if (d < 0 < e) or (e < 0 < d):
            kept.append(p + (q - p) * (d / (d - e)))
    return np.array(kept).reshape(-1, 2)


def over_column(plane_shape: PlaneShape, foot: Floats, radius: float, height: float) -> Floats:
    """Points of a shape within the upright column over a base: (n, 3), none where they do not meet."""
    shape = plane_shape.outline
    sides = [(np.array([math.cos(t), math.sin(t), 0.0]), radius) for t in np.arange(SIDES) * 2 * math.pi / SIDES]
    ends = [(np.array([0.0, 0.0, 1.0]), height), (np.array([0.0, 0.0, -1.0]), 0.0)]
    for normal, reach in [*sides, *ends]:
        within = np.array([normal @ plane_shape.along, normal @ plane_shape.across])
        limit = float(normal @ (foot - plane_shape.origin)) + reach
        if np.abs(within).max() < 1e-12:
            if limit < -NO_LENGTH:
                return np.empty((0, 3))
            continue
        shape = clipped(shape, within, limit)
    if len(shape) < 3:
        return np.empty((0, 3))
    return plane_shape.out(_filled(shape))


def _filled(outline: Floats) -> Floats:
    """Points spread over a convex outline, its corners first."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    spread = low + (high - low) * spread_points(POINTS, 2)
    ways = np.roll(outline, -1, axis=0) - outline
    to = spread[:, None, :] - outline[None, :, :]
    inside = (ways[None, :, 0] * to[:, :, 1] - ways[None, :, 1] * to[:, :, 0] >= 0).all(axis=1)
    return np.concatenate([outline.mean(axis=0)[None], outline, spread[inside]])


def on_body(plane_shape: PlaneShape, triangles: Floats) -> Floats:
    """Points of a shape on the triangles (n, 3, 3) of a body: where its plane cuts them, within its outline."""
    normal = np.cross(plane_shape.along, plane_shape.across)
    height = (triangles - plane_shape.origin) @ normal
    cut = triangles[(height.min(axis=1) <= 0) & (height.max(axis=1) >= 0)]
    found = []
    for triangle in cut:
        over = (triangle - plane_shape.origin) @ normal
        for i in range(3):
            j = (i + 1) % 3
            if (over[i] > 0) != (over[j] > 0):
                found.append(triangle[i] + (triangle[j] - triangle[i]) * (over[i] / (over[i] - over[j])))
    if not found:
        return np.empty((0, 3))
    points = np.array(found)
    flat = np.column_stack(
        [(points - plane_shape.origin) @ plane_shape.along, (points - plane_shape.origin) @ plane_shape.across]
    )
    ways = np.roll(plane_shape.outline, -1, axis=0) - plane_shape.outline
    to = flat[:, None, :] - plane_shape.outline[None, :, :]
    inside = (ways[None, :, 0] * to[:, :, 1] - ways[None, :, 1] * to[:, :, 0] >= -1e-9).all(axis=1)
    return points[inside]


def cut_off(start: Floats, points: Floats, terrain: Sequence[PlacedSolid]) -> str | None:
    """None if one of the points has a clear line from `start`; else what stands between it and the nearest."""
    starts = np.broadcast_to(start, points.shape)
    blocked = np.zeros(len(points), np.bool_)
    for thing in terrain:
        blocked |= thing.occluded(starts, points)
    if not blocked.all():
        return None
    nearest = points[np.argmin(((points - start) ** 2).sum(axis=1))][None]
    best, name = math.inf, ""
    for thing in terrain:
        which, along = thing.first_hits(start[None], nearest - start)
        if which[0] >= 0 and along[0] < best:
            best, name = float(along[0]), thing.name_of(int(which[0]))
    return name
