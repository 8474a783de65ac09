"""Shapes seen from above, put together and cut.

GEOS stumbles over some corners that nearly meet. What it cannot do with the shapes as they are is done with their
corners on a grid much finer than anything that is measured here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

__all__ = ["common", "has_room", "union", "union_of_triangles", "without"]

Floats = NDArray[np.float64]

GRID = 1e-6  # inches
CLOSE = 0.01  # inches: circles are found to this
MANY = 5000  # lines: fewer are crossed with one another in no time
ASKED = 256  # lines that stand for all
TANGLED = 40.0  # lines that one of them meets: on a surface that hangs together it is five


def union(shapes: Sequence[BaseGeometry] | Any) -> BaseGeometry:
    """All of some shapes."""
    return _steady(shapely.union_all, shapes)


def union_of_triangles(flat: Floats) -> BaseGeometry:
    """All of some triangles (n, 3, 2), of which none is a line.

    Where all are taken counter-clockwise, an edge that two of them share runs both ways and bounds nothing. What the
    edges that are left enclose is covered where they wind round it (the winding number, as nonzero fills have it). Of a
    large surface that hangs together those are few: this takes a thirtieth of what `union` takes for the house of a
    scan, and as long for some small parts. Corners are told to `GRID`. An upright wall with a rough surface has nothing
    but folds seen from above, and all of them cross: there triangles are put together neighbour by neighbour.
    """
    starts, ends, times = _rims(flat)
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    if _is_tangled(lines):
        return union(shapely.polygons(flat))
    noded = shapely.union_all(lines, grid_size=GRID)  # edges that nearly lie on each other are one
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    inside = shapely.get_coordinates(shapely.point_on_surface(faces))
    return union(faces[_winding(inside, starts, ends, times) > 0])


def _is_tangled(lines: NDArray[Any]) -> bool:
    """Do so many lines cross that each crossing had better not be found? Some of them tell how many the rest meet."""
    if len(lines) < MANY:
        return False
    some = lines[:: len(lines) // ASKED]
    met = len(shapely.STRtree(lines).query(some)[0])
    return met > TANGLED * len(some)


def _rims(flat: Floats) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """From where to where the edges of triangles run that do not cancel each other, and how many times."""
    one, two = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    clockwise = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] < 0.0
    corners = np.where(clockwise[:, None, None], flat[:, ::-1], flat).reshape(-1, 2) + 0.0  # so that -0.0 is 0.0
    points, number = np.unique(np.ascontiguousarray(corners).view(np.complex128), return_inverse=True)
    starts = number.reshape(-1, 3)
    ends = starts[:, (1, 2, 0)]
    edge, which = np.unique(
        np.minimum(starts, ends).ravel() * len(points) + np.maximum(starts, ends).ravel(), return_inverse=True
    )
    times = np.bincount(which.ravel(), np.where(starts < ends, 1, -1).ravel()).astype(np.int64)
    some = np.flatnonzero(times)
    at = np.column_stack([points.real, points.imag])
    return at[edge[some] // len(points)], at[edge[some] % len(points)], times[some]


def _winding(points: Floats, starts: Floats, ends: Floats, times: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often edges wind round each point, by their crossings of a ray to the east (Sunday's algorithm)."""
    if not len(points):
        return np.zeros(0, np.int64)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    x, y = points.T
    tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    which, edge = tree.query(shapely.box(x, y, np.maximum(x, high[:, 0].max()), y))
    (from_x, from_y), (to_x, to_y), x, y = starts[edge].T, ends[edge].T, x[which], y[which]
    left = (to_x - from_x) * (y - from_y) - (x - from_x) * (to_y - from_y)
    up = (from_y <= y) & (to_y > y) & (left > 0.0)
    down = (from_y > y) & (to_y <= y) & (left < 0.0)
    turns = times[edge] * (up.astype(np.int64) - down)
    return np.bincount(which, turns, len(points)).astype(np.int64)


def has_room(shape: BaseGeometry, radius: float) -> bool:
    """Does a circle fit into a shape? As `buffer(-radius)` says, where that is close; where it is not, as its largest
    circle does, which is found in a thousandth of the time where outlines are as ragged as those of scans."""
    if shape.area < radius * radius:
        return False
    found = shapely.maximum_inscribed_circle(shape, tolerance=CLOSE).length
    if abs(found - radius) > 2 * CLOSE:
        return bool(found > radius)
    return not shape.buffer(-radius).is_empty


def common(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """What two shapes share."""
    return _steady(shapely.intersection, one, other)


def without(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """What of one shape the other does not cover."""
    return _steady(shapely.difference, one, other)


def _steady(operation: Callable[..., BaseGeometry], *shapes: Any) -> BaseGeometry:
    try:
        return operation(*shapes)
    except shapely.errors.GEOSException:
        return operation(*(shapely.make_valid(each) for each in shapes), grid_size=GRID)
