"""Rays against triangles, exact in float64: the parallels of a beam, and whether one passes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.tolerance import BEAM, BEAM_PULL, JOINT, PULL

__all__ = ["UPRIGHT", "Bools", "Floats", "beam_clear", "bounds", "crosses", "parallels", "sides"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

UPRIGHT = 0.95  # a steeper ray has its sides by the x axis


def bounds(points: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest of each coordinate of points (n, k); faster than numpy's along rows."""
    columns = np.ascontiguousarray(points.T)
    return columns.min(axis=1), columns.max(axis=1)


def parallels(start: Floats, end: Floats, width: float = BEAM) -> tuple[Floats, Floats]:
    """The rays of a beam: the segment itself, four parallels at `width` to its sides, above and below, and four between
    those: where two joints cross, the others may all run in a joint."""
    way = end - start
    if not way.any():
        return start[None], end[None]
    side, above = sides(way)
    corners = [(i * side + k * above) * (0.5 * JOINT / BEAM) for i in (1, -1) for k in (1, -1)]
    offsets = np.array([np.zeros(3), side, -side, above, -above, *corners]) * width
    return start + offsets, end + offsets


def sides(way: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors square to a direction and to each other, the first of them level where it can be."""
    length = float(np.sqrt(way @ way))
    forward = way / length
    upright = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < UPRIGHT else np.array([1.0, 0.0, 0.0])
    side = np.cross(upright, forward)
    side /= np.sqrt(side @ side)
    return side, np.cross(forward, side)


def beam_clear(triangles: Floats, start: Floats, end: Floats, width: float = BEAM) -> bool:
    """Whether a beam passes between two points: exact in float64, on the triangles (n, 3, 3) themselves."""
    if not len(triangles):
        return True
    starts, ends = parallels(start, end, width)
    low = np.minimum(starts, ends).min(axis=0)
    high = np.maximum(starts, ends).max(axis=0)
    near = np.ones(len(triangles), np.bool_)
    for axis in range(3):
        corners = triangles[:, :, axis]
        near &= (corners.min(axis=1) <= high[axis]) & (corners.max(axis=1) >= low[axis])
    some = triangles[near]
    return not any(
        crosses(some, a, b, BEAM_PULL if i else PULL).any() for i, (a, b) in enumerate(zip(starts, ends, strict=True))
    )


def crosses(triangles: Floats, start: Floats, end: Floats, pull: float = PULL) -> Bools:
    """Which triangles the segment meets, its ends pulled in. Edges and corners count as the triangle."""
    way = end - start
    length = float(np.sqrt(way @ way))
    if length == 0:
        return np.zeros(len(triangles), np.bool_)
    # The axes are turned so that the ray runs along z: a shared edge then gives both its triangles the same
    # number, and nothing slips between them (Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, 2013).
    z = int(np.argmax(np.abs(way)))
    x, y = (z + 1) % 3, (z + 2) % 3
    moved = triangles - start
    depth = moved[:, :, z]
    across = moved[:, :, x] - way[x] / way[z] * depth
    upward = moved[:, :, y] - way[y] / way[z] * depth
    u = across[:, 2] * upward[:, 1] - upward[:, 2] * across[:, 1]
    v = across[:, 0] * upward[:, 2] - upward[:, 0] * across[:, 2]
    w = across[:, 1] * upward[:, 0] - upward[:, 1] * across[:, 0]
    total = u + v + w
    inside = ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0))
    meets = inside & (total != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (u * depth[:, 0] + v * depth[:, 1] + w * depth[:, 2]) / (total * way[z])
    pull = min(pull / length, 0.25)
    return np.asarray(meets & (along >= pull) & (along <= 1.0 - pull))
