"""Lists of what stands in the way near places that are asked for again and again. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.terrain_mesh import (
    EAST,
    LADDER,
    NORTH,
    SOUTH,
    WATER,
    WEST,
    Briefs,
    Floats,
    Near,
    Terrain,
    cells,
    slab_of,
)

NEAR = 0.25  # inches: the squares for which what is near is listed
REACH = 0.75  # what is near is within so many inches of a square: a 30 mm base, and a little more
SLABS = 2  # and in so many slabs
_FEW = 1000  # triangles: so few are looked through
_RINGS = 8  # of a list: near the square, less near, ...
_ASKS = 3  # a list is made at this ask: it costs as much as two or three looks at the bins
_LISTED = 3_000_000  # room in lists
_SQUARES = 1 << 23  # no more squares than these are kept lists for


class Rectangle(NamedTuple):
    """Seen from above."""

    west: float
    east: float
    south: float
    north: float


def _empty_lists(columns: int, rows: int, slabs: int, triangles: int, room: int) -> Near:
    return Near(
        columns,
        rows,
        np.full(columns * rows * slabs, -1, np.int32),
        np.zeros(columns * rows * slabs, np.int32),
        np.empty(room, np.int32),
        np.empty((room, 6), np.float32),
        np.empty(room, np.float32),
        np.zeros(2, np.int32),
        np.zeros(triangles, np.int32),
    )


_NO_LISTS = _empty_lists(0, 0, 0, 0, 0)  # one for all that move: it is written down for the kernels once


def nothing_listed(bounds: Floats, x: float, y: float, slabs: int) -> Near:
    """Empty lists for a terrain that begins at x, y."""
    if len(bounds) <= _FEW:
        return _NO_LISTS
    columns, rows = int((bounds[:, EAST].max() - x) / NEAR) + 1, int((bounds[:, NORTH].max() - y) / NEAR) + 1
    if columns * rows * slabs > _SQUARES:
        return _NO_LISTS
    return _empty_lists(columns, rows, slabs, len(bounds), _LISTED)


@njit_noref
def listed(terrain: Terrain, around: Rectangle, limit: float, low: float, high: float) -> tuple[int, float]:
    """The list that holds all that blocks within `limit` of a rectangle between two heights, or -1; and how far the
    rectangle is out of its square."""
    near = terrain.near
    if near.columns == 0:
        return -1, 0.0
    i = int(np.floor((0.5 * (around.west + around.east) - terrain.x) / NEAR))
    j = int(np.floor((0.5 * (around.south + around.north) - terrain.y) / NEAR))
    if not (0 <= i < near.columns and 0 <= j < near.rows):
        return -1, 0.0
    x = terrain.x + i * NEAR
    y = terrain.y + j * NEAR
    out = max(x - around.west, y - around.south, around.east - x - NEAR, around.north - y - NEAR, 0.0)
    slab = slab_of(terrain, low)
    if out + limit > REACH or slab_of(terrain, high) >= slab + SLABS:
        return -1, 0.0
    b = (slab * near.rows + j) * near.columns + i
    if near.first[b] < 0:
        near.first[b] -= 1
        far = NEAR + REACH
        if near.first[b] >= -_ASKS or not _list(terrain, b, Rectangle(x - REACH, x + far, y - REACH, y + far), slab):
            return -1, 0.0
    return b, out


@njit_noref
def _list(terrain: Terrain, b: int, within: Rectangle, slab: int) -> bool:
    """Make the list of a square: what blocks in a rectangle, in the slabs from this one on. False if it has no room."""
    near = terrain.near
    begun = int(near.used[0])
    near.used[1] += 1
    used = _collect(terrain, within, slab, begun)
    if used < 0:
        near.first[:] = -1
        near.used[0] = 0
        return False
    _by_rings(terrain, within, begun, used)
    near.first[b] = begun
    near.count[b] = used - begun
    near.used[0] = used
    return True


@njit_noref
def _collect(terrain: Terrain, within: Rectangle, slab: int, begun: int) -> int:
    """Note what blocks in a rectangle from `begun` on, by its place in the bins: where it ends; -1: no room."""
    near = terrain.near
    i0, i1, j0, j1 = cells(terrain, within.west, within.south, within.east, within.north)
    used = begun
    for s in range(slab, min(slab + SLABS, terrain.slabs)):
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                c = (s * terrain.rows + j) * terrain.columns + i
                for k in range(terrain.start[c], terrain.start[c + 1]):
                    t = terrain.item[k]
                    if _beyond(terrain.box[k], within) or near.seen[t] == near.used[1]:
                        continue
                    near.seen[t] = near.used[1]
                    if terrain.flag[t] & (LADDER | WATER):
                        continue
                    if 2 * (used - begun) + begun + 2 > len(near.item):
                        return -1
                    near.item[used] = k
                    used += 1
    return used


@njit_noref
def _beyond(box: Briefs, within: Rectangle) -> bool:
    """Lie these bounds wholly outside a rectangle?"""
    outside: bool = (
        box[WEST] > within.east or box[EAST] < within.west or box[SOUTH] > within.north or box[NORTH] < within.south
    )
    return outside


@njit_noref
def _by_rings(terrain: Terrain, within: Rectangle, begun: int, used: int) -> None:
    """Order what was noted, the nearest first, by rings: into the room behind, and back with its bounds."""
    near = terrain.near
    number = used - begun
    end = used
    for ring in range(_RINGS):
        for q in range(begun, used):
            box = terrain.box[near.item[q]]
            east = max(0.0, box[WEST] - within.east + REACH, within.west + REACH - box[EAST])
            north = max(0.0, box[SOUTH] - within.north + REACH, within.south + REACH - box[NORTH])
            if min(_RINGS - 1, int((east * east + north * north) ** 0.5 / REACH * _RINGS)) == ring:
                near.item[end] = near.item[q]
                near.gap[end - number] = ring * REACH / _RINGS
                end += 1
    for q in range(begun, used):
        k = near.item[q + number]
        near.item[q] = terrain.item[k]
        for e in range(6):
            near.box[q, e] = terrain.box[k, e]
