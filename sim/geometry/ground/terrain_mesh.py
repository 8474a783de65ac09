"""Terrain as the movement kernels read it: triangles in bins, with what each face is to a mover. Inches, z up.

It is built in `terrain_bins`; `near_lists` keeps what stands in the way near places that are asked for again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

__all__ = ["SLACK", "STEP", "STEP_SLACK"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Briefs = NDArray[np.float32]

# What a face is to a mover, as bits.
WALK = 1  # solid or difficult ground, or water: a base rests on it
WATER = 2
DIFFICULT = 4
RUIN = 8
CLIMB = 16  # a steep face that can be climbed
LADDER = 32  # climbed without a roll; stands in nobody's way
CLOSED = 64  # bounds a solid: what lies behind it is inside
IMPASSABLE = 128  # no base may be over it
ACCESS = 256
BARRICADE = 512
LOW = 1024  # of a part that is ignored for moving: its steep faces are ground too
PERCH = 2048  # of a small obstacle or debris: it carries the base that has its centre over it, and no other (TERR-09)

WEST, EAST, SOUTH, NORTH, BOTTOM, TOP = range(6)
"""Columns of the bounds of faces."""
LEDGE_X, LEDGE_Y, LEDGE_Z, LEDGE_TO_X, LEDGE_TO_Y, LEDGE_TO_Z, LEDGE_COVER, LEDGE_DROP = range(8)
"""Columns of ledges: both ends, the drop to their right; the lowest ground that covers one from above; and how far it
drops (0: a shore, where solid ground meets water)."""

SLOPE = 0.70710678  # the upward part of the normal of a 45 degree face (TERR-01)
SLAB = 1.5  # height of a bin: tall buildings have little to say about who walks past them


@dataclass(frozen=True, eq=False)
class Near(KernelStruct):
    """What stands in the way near a place, listed for each square of 1/4" where somebody asks again and again.

    A list holds what blocks within reach of its square in some slabs, from the lowest on. Where there is no more
    room for lists, all are given up and begun again.
    """

    columns: int  # 0: no lists are kept
    rows: int
    first: Ints  # (slabs * rows * columns,): where a list begins; -1, -2 ... where there is none yet, once for each ask
    count: Ints
    item: Ints  # triangles, list after list
    box: Briefs  # their bounds in brief
    gap: Briefs  # no further than this from the square, the nearest first
    used: Ints  # (2,): of `item`; and lists that were made
    seen: Ints  # (n,): the last list that a triangle came into


@dataclass(frozen=True, eq=False)
class Terrain(KernelStruct):
    """One set of triangles.

    `corners` (n, 9); `bounds` (n, 6), columns `WEST` to `TOP`; `slope` (n, 2) the height gained per inch east and
    north;
    `box` and `ground_box`: for each of `item` and `ground_item` its bounds in brief, so that those who look through a
    bin read on and on; what they keep is decided by `bounds`;
    `ledges` (m, 8), columns `LEDGE_X` to `LEDGE_DROP`.
    """

    corners: Floats
    bounds: Floats
    slope: Floats
    flag: Ints
    part: Ints
    x: float
    y: float
    z: float
    cell: float
    columns: int
    rows: int
    slabs: int
    near: Near
    barred: bool  # some of it is impassable
    start: Ints
    item: Ints
    box: Briefs
    ground_start: Ints
    ground_item: Ints
    ground_box: Briefs
    ledges: Floats
    ledge_start: Ints
    ledge_item: Ints


@dataclass(frozen=True, eq=False)
class Scene(KernelStruct):
    """What is fixed, and what may move."""

    terrains: tuple[Terrain, Terrain]


@njit_noref
def bin_at(terrain: Terrain, x: float, y: float) -> int:
    """The bin of the lowest slab, and of the ground, that a point lies in, seen from above; -1 beyond them all."""
    i = int(np.floor((x - terrain.x) / terrain.cell))
    j = int(np.floor((y - terrain.y) / terrain.cell))
    if 0 <= i < terrain.columns and 0 <= j < terrain.rows:
        return j * terrain.columns + i
    return -1


@njit_noref
def plane_at(terrain: Terrain, t: int, x: float, y: float) -> float:
    """The height of the plane of a face at a point."""
    tri = terrain.corners[t]
    height: float = tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1]
    return height


@njit_noref
def area_above(tri: Floats) -> float:
    """Twice the area of a triangle (9 numbers) seen from above: less than 0 where it looks down."""
    area: float = (tri[3] - tri[0]) * (tri[7] - tri[1]) - (tri[4] - tri[1]) * (tri[6] - tri[0])
    return area


@njit_noref
def apart(tri: Floats, x: float, y: float, cell: float) -> bool:
    """Is a square clear of a triangle, seen from above? Only ever says so where one of its edges separates them."""
    area = area_above(tri)
    if abs(area) < 1e-9:
        return False
    sign = 1.0 if area > 0.0 else -1.0
    for i in range(3):
        j = (i + 1) % 3
        ex = sign * (tri[3 * j] - tri[3 * i])
        ey = sign * (tri[3 * j + 1] - tri[3 * i + 1])
        # the corner of the square that lies furthest to the left of the edge
        px = x if ey > 0.0 else x + cell
        py = y + cell if ex > 0.0 else y
        if ex * (py - tri[3 * i + 1]) - ey * (px - tri[3 * i]) < -1e-6:
            return True
    return False


@njit_noref
def slab_of(terrain: Terrain, z: float) -> int:
    """The slab of bins that holds a height."""
    return min(terrain.slabs - 1, max(0, int((z - terrain.z) / SLAB)))


@njit_noref
def cells(terrain: Terrain, x: float, y: float, to_x: float, to_y: float) -> tuple[int, int, int, int]:
    """The bins that a rectangle touches: the first and the last column, the first and the last row."""
    cell = terrain.cell  # (a division and a floor: `//` by a float takes twenty times as long)
    i0 = max(0, int(np.floor((x - terrain.x) / cell)))
    i1 = min(terrain.columns - 1, int(np.floor((to_x - terrain.x) / cell)))
    j0 = max(0, int(np.floor((y - terrain.y) / cell)))
    j1 = min(terrain.rows - 1, int(np.floor((to_y - terrain.y) / cell)))
    return i0, i1, j0, j1
