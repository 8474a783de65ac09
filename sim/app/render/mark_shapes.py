"""The shapes of marks as vertices: ribbons that the line shader widens, dashes, rings, polygons with holes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.palettes import Colour
from sim.app.render.vertex_buffers import PLAIN, WIDE, geom_node
from sim.board.model.tableau import Point

__all__ = ["as_point", "dashes", "dots", "even", "plain_lines", "ribbon", "ring_node", "triangulated"]

Floats = NDArray[np.float64]


def ring_node(inner: float, outer: float, colour: Colour, segments: int = 48) -> Any:
    """A flat ring (a disc where `inner` is 0) about its own origin."""
    angle = np.linspace(0, 2 * np.pi, segments + 1)
    circle = np.stack([np.cos(angle), np.sin(angle), np.zeros(segments + 1)], 1)
    rows = np.zeros(2 * (segments + 1), PLAIN)
    rows["vertex"][: segments + 1] = circle * inner
    rows["vertex"][segments + 1 :] = circle * outer
    rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
    a = np.arange(segments)
    b = a + segments + 1
    return geom_node(rows, np.stack([a, b, b + 1, a, b + 1, a + 1], 1).astype(np.uint32), "ring")


def as_point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))


def dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes, each as long as the gap after it."""
    made: list[list[Point]] = []
    far = 0.0
    for a, b in pairwise(points):
        length = math.dist(a, b)
        at = 0.0
        while at < length - 1e-9:
            phase = (far + at) % (2 * dash)
            step = min((dash if phase < dash else 2 * dash) - phase, length - at)
            if phase < dash and step > 1e-9:
                made.append([_between(a, b, at / length), _between(a, b, (at + step) / length)])
            at += max(step, 1e-6)
        far += length
    return made


def even(points: Sequence[Point], longest: float) -> list[Point]:
    """A line with more points, so that no stretch is longer than `longest`."""
    made = [points[0]]
    for a, b in pairwise(points):
        count = max(math.ceil(math.dist(a, b) / longest), 1)
        made.extend(_between(a, b, k / count) for k in range(1, count + 1))
    return made


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def ribbon(ways: Sequence[Sequence[Point]], colour: Colour, width: float) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Quads that the line shader widens on the screen: each vertex knows the other end and its side."""
    starts = np.array([p for way in ways for p in way[:-1]], dtype=np.float64).reshape(-1, 3)
    ends = np.array([p for way in ways for p in way[1:]], dtype=np.float64).reshape(-1, 3)
    count = len(starts)
    rows = np.zeros((count, 4), WIDE)
    for k, (own, other, side, sense) in enumerate(
        ((starts, ends, -1, 1), (starts, ends, 1, 1), (ends, starts, 1, -1), (ends, starts, -1, -1))
    ):
        rows["vertex"][:, k], rows["toward"][:, k] = own, other
        rows["side"][:, k] = (side, width, sense)
    rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
    index = np.arange(count)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])
    return rows.reshape(-1), index.astype(np.uint32)


def dots(points: Sequence[Point], colour: Colour, size: float) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Squares as short lines: their ends are moved apart along the view's right, in the shader, by their length."""
    ends = [[(x - size * 0.004, y, z), (x + size * 0.004, y, z)] for x, y, z in points]
    return ribbon(ends, colour, size)


def plain_lines(ways: Sequence[Sequence[Point]], colour: Colour, width: float) -> Any:
    from panda3d.core import LineSegs

    pen = LineSegs("line")
    pen.set_thickness(max(width * 0.6, 1.0))
    pen.set_color(*colour)
    for way in ways:
        pen.move_to(*way[0])
        for point in way[1:]:
            pen.draw_to(*point)
    return pen.create()


def triangulated(shape: Any, z: float) -> Floats:
    """A polygon with holes as triangles at height z."""
    import mapbox_earcut

    if shape.is_empty or shape.area < 1e-9:
        return np.zeros((0, 3, 3))
    rings = [np.asarray(r.coords)[:-1, :2] for r in (shape.exterior, *shape.interiors)]
    points = np.vstack(rings)
    ends = np.cumsum([len(r) for r in rings]).astype(np.uint32)
    faces = mapbox_earcut.triangulate_float64(points, ends).reshape(-1, 3)
    return np.asarray(np.column_stack([points, np.full(len(points), z)])[faces])
