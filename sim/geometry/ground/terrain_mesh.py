"""Terrain as the movement kernels read it: triangles in bins, with what each face is to a mover. Inches, z up."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.mesh.faces import bounds_and_slopes

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

STEP = 1.0  # what is no higher is stepped over (MOVE-01, GEO-03)
STEP_SLACK = 0.005  # a step of 1.00" is stepped over, one of 1.01" is climbed
SLOPE = 0.70710678  # the upward part of the normal of a 45 degree face (TERR-01)
SLAB = 1.5  # height of a bin: tall buildings have little to say about who walks past them
NEAR = 0.25  # inches: the squares for which what is near is listed
REACH = 0.75  # what is near is within so many inches of a square: a 30 mm base, and a little more
SLABS = 2  # and in so many slabs
_FEW = 1000  # triangles: so few are looked through
_RINGS = 8  # of a list: near the square, less near, ...
_ASKS = 3  # a list is made at this ask: it costs as much as two or three looks at the bins
_LISTED = 3_000_000  # room in lists
_SQUARES = 1 << 23  # no more squares than these are kept lists for
BINS = 1 << 23  # at most
ENTRIES = 1 << 25  # of triangles in bins, at most, and 16 more for each triangle
PAD = 1e-6  # triangles lie in every bin that they touch
SLACK = 0.002  # places are rounded to 0.001": a base may overlap a wall by this


@dataclass(frozen=True, eq=False)
class Near(KernelStruct):
    """What stands in the way near a place, listed for each square of `NEAR` inches where somebody asks again and again.

    A list holds what blocks within `REACH` of its square in `SLABS` slabs, from the lowest on. Where there is no more
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

    `corners` (n, 9); `bounds` (n, 6) as x, X, y, Y, z, Z; `slope` (n, 2) the height gained per inch east and north;
    `box` and `ground_box`: for each of `item` and `ground_item` its bounds in brief, so that those who look through a
    bin read on and on; what they keep is decided by `bounds`;
    `ledges` (m, 8): ends x, y, z, x, y, z with the drop to their right, the lowest ground that covers it from above,
    and how far it drops (0: a shore, where solid ground meets water).
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
def apart(tri: Floats, x: float, y: float, cell: float) -> bool:
    """Is a square clear of a triangle, seen from above? Only ever says so where one of its edges separates them."""
    area = (tri[3] - tri[0]) * (tri[7] - tri[1]) - (tri[4] - tri[1]) * (tri[6] - tri[0])
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


@njit(cache=True, nogil=True)
def _bin(
    corners: Floats,
    bounds: Floats,
    keep: NDArray[np.bool_],
    x: float,
    y: float,
    z: float,
    cell: float,
    columns: int,
    rows: int,
    slabs: int,
) -> tuple[Ints, Ints]:
    """Triangles by bin, slab by slab and row by row: where each bin begins, and what is in them."""
    start = np.zeros(columns * rows * slabs + 1, np.int32)
    item = np.empty(0, np.int32)
    for turn in range(2):
        if turn == 1:
            total = 0
            for b in range(columns * rows * slabs):
                count = start[b]
                start[b] = total
                total += count
            start[columns * rows * slabs] = total
            item = np.empty(total, np.int32)
            fill = start[:-1].copy()
        for t in range(len(corners)):
            if not keep[t]:
                continue
            i0 = max(0, int(np.floor((bounds[t, 0] - PAD - x) / cell)))
            i1 = min(columns - 1, int(np.floor((bounds[t, 1] + PAD - x) / cell)))
            j0 = max(0, int(np.floor((bounds[t, 2] - PAD - y) / cell)))
            j1 = min(rows - 1, int(np.floor((bounds[t, 3] + PAD - y) / cell)))
            s0 = min(slabs - 1, max(0, int((bounds[t, 4] - PAD - z) / SLAB)))
            s1 = min(slabs - 1, max(0, int((bounds[t, 5] + PAD - z) / SLAB)))
            many = (i1 - i0) * (j1 - j0) > 2
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    if many and apart(corners[t], x + i * cell, y + j * cell, cell):
                        continue
                    for s in range(s0, s1 + 1):
                        b = (s * rows + j) * columns + i
                        if turn == 0:
                            start[b] += 1
                        else:
                            item[fill[b]] = t
                            fill[b] += 1
    return start, item


@njit(cache=True, nogil=True)
def boxes(bounds: Floats, item: Ints) -> Briefs:
    """The bounds of these triangles, no tighter than they are."""
    out = np.empty((len(item), 6), np.float32)
    for k in range(len(item)):
        for c in range(6):
            exact = bounds[item[k], c]
            brief = np.float32(exact)
            if c % 2 == 0 and brief > exact:
                brief = np.nextafter(brief, np.float32(-np.inf))
            elif c % 2 == 1 and brief < exact:
                brief = np.nextafter(brief, np.float32(np.inf))
            out[k, c] = brief
    return out


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
    columns, rows = int((bounds[:, 1].max() - x) / NEAR) + 1, int((bounds[:, 3].max() - y) / NEAR) + 1
    if columns * rows * slabs > _SQUARES:
        return _NO_LISTS
    return _empty_lists(columns, rows, slabs, len(bounds), _LISTED)


@njit_noref
def listed(
    terrain: Terrain,
    low_x: float,
    high_x: float,
    low_y: float,
    high_y: float,
    limit: float,
    low: float,
    high: float,
) -> tuple[int, float]:
    """The list that holds all that blocks within `limit` of a box, or -1; and how far the box is out of its square."""
    near = terrain.near
    if near.columns == 0:
        return -1, 0.0
    i = int(np.floor((0.5 * (low_x + high_x) - terrain.x) / NEAR))
    j = int(np.floor((0.5 * (low_y + high_y) - terrain.y) / NEAR))
    if not (0 <= i < near.columns and 0 <= j < near.rows):
        return -1, 0.0
    x = terrain.x + i * NEAR
    y = terrain.y + j * NEAR
    out = max(x - low_x, y - low_y, high_x - x - NEAR, high_y - y - NEAR, 0.0)
    slab = slab_of(terrain, low)
    if out + limit > REACH or slab_of(terrain, high) >= slab + SLABS:
        return -1, 0.0
    b = (slab * near.rows + j) * near.columns + i
    if near.first[b] < 0:
        near.first[b] -= 1
        far = NEAR + REACH
        if near.first[b] >= -_ASKS or not _list(terrain, b, x - REACH, y - REACH, x + far, y + far, slab):
            return -1, 0.0
    return b, out


@njit_noref
def _list(terrain: Terrain, b: int, x: float, y: float, to_x: float, to_y: float, slab: int) -> bool:
    """Make the list of a square: what blocks in a rectangle, in the slabs from this one on. False if it has no room."""
    near = terrain.near
    i0, i1, j0, j1 = cells(terrain, x, y, to_x, to_y)
    begun = int(near.used[0])
    used = begun
    near.used[1] += 1
    for s in range(slab, min(slab + SLABS, terrain.slabs)):
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                c = (s * terrain.rows + j) * terrain.columns + i
                for k in range(terrain.start[c], terrain.start[c + 1]):
                    box = terrain.box[k]
                    t = terrain.item[k]
                    if box[0] > to_x or box[1] < x or box[2] > to_y or box[3] < y or near.seen[t] == near.used[1]:
                        continue
                    near.seen[t] = near.used[1]
                    if terrain.flag[t] & (LADDER | WATER):
                        continue
                    if 2 * (used - begun) + begun + 2 > len(near.item):
                        near.first[:] = -1
                        near.used[0] = 0
                        return False
                    near.item[used] = k
                    used += 1
    # the nearest first, by rings: into the room behind, and back
    number = used - begun
    end = used
    for ring in range(_RINGS):
        for q in range(begun, used):
            box = terrain.box[near.item[q]]
            east = max(0.0, box[0] - to_x + REACH, x + REACH - box[1])
            north = max(0.0, box[2] - to_y + REACH, y + REACH - box[3])
            if min(_RINGS - 1, int((east * east + north * north) ** 0.5 / REACH * _RINGS)) == ring:
                near.item[end] = near.item[q]
                near.gap[end - number] = ring * REACH / _RINGS
                end += 1
    for q in range(begun, used):
        k = near.item[q + number]
        near.item[q] = terrain.item[k]
        for e in range(6):
            near.box[q, e] = terrain.box[k, e]
    near.first[b] = begun
    near.count[b] = number
    near.used[0] = used
    return True


@njit_noref
def _entries(bounds: Floats, cell: float, slabs: int) -> float:
    """About how many bins of that width triangles come to be in."""
    total = 0.0
    for t in range(len(bounds)):
        wide = (bounds[t, 1] - bounds[t, 0]) / cell + 1.0
        deep = (bounds[t, 3] - bounds[t, 2]) / cell + 1.0
        total += wide * deep * min(slabs, (bounds[t, 5] - bounds[t, 4]) / SLAB + 1.0)
    return total


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


def bin_ledges(terrain: Terrain, ledges: Floats) -> Terrain:
    """The same terrain with these ledges."""
    bounds = np.column_stack(
        [
            ledges[:, [0, 3]].min(axis=1),
            ledges[:, [0, 3]].max(axis=1),
            ledges[:, [1, 4]].min(axis=1),
            ledges[:, [1, 4]].max(axis=1),
            np.zeros(len(ledges)),
            np.zeros(len(ledges)),
        ]
    )
    corners = np.zeros((len(ledges), 9))
    start, item = _bin(
        corners,
        bounds,
        np.ones(len(ledges), dtype=np.bool_),
        terrain.x,
        terrain.y,
        terrain.z,
        terrain.cell,
        terrain.columns,
        terrain.rows,
        1,
    )
    return replace(terrain, ledges=np.ascontiguousarray(ledges), ledge_start=start, ledge_item=item)


def without_perches(terrain: Terrain) -> Terrain:
    """The same terrain, its ground without small obstacles and debris: they widen no other ground (TERR-09)."""
    if not (terrain.flag & PERCH).any():
        return terrain
    start, item = _bin(
        terrain.corners,
        terrain.bounds,
        (terrain.flag & (WALK | PERCH)) == WALK,
        terrain.x,
        terrain.y,
        terrain.z,
        terrain.cell,
        terrain.columns,
        terrain.rows,
        1,
    )
    return replace(terrain, ground_start=start, ground_item=item, ground_box=boxes(terrain.bounds, item))


def build_terrain(
    triangles: Floats, flag: NDArray[np.int32], part: NDArray[np.int32], box: tuple[float, float, float, float]
) -> Terrain:
    """Put triangles (n, 3, 3) into bins over `box` (x, y, X, Y); ledges are added later."""
    corners = np.ascontiguousarray(triangles.reshape(-1, 9))
    bounds, slope = bounds_and_slopes(corners.reshape(-1, 3, 3))
    width, depth = max(box[2] - box[0], 0.1), max(box[3] - box[1], 0.1)
    cell = float(np.clip(np.sqrt(width * depth / max(len(corners), 1)) * 2.5, 0.2, 0.75))
    everything = np.ones(len(corners), dtype=np.bool_)
    bottom, top = (float(bounds[:, 4].min()), float(bounds[:, 5].max())) if len(corners) else (0.0, 0.0)
    slabs = max(1, min(40, int((top - bottom) / SLAB) + 1))
    x, y = float(box[0]), float(box[1])
    while True:
        columns, rows = int(width / cell) + 1, int(depth / cell) + 1
        if columns * rows * slabs <= BINS and _entries(bounds, cell, slabs) <= ENTRIES + 16 * len(corners):
            break
        cell *= 1.5  # a mesh in millimetres, or a heap of large triangles
    start, item = _bin(corners, bounds, everything, x, y, bottom, cell, columns, rows, slabs)
    ground_start, ground_item = _bin(corners, bounds, (flag & WALK) > 0, x, y, bottom, cell, columns, rows, 1)
    none = np.zeros(columns * rows + 1, np.int32)
    return Terrain(
        corners,
        bounds,
        slope,
        np.ascontiguousarray(flag, dtype=np.int32),
        np.ascontiguousarray(part, dtype=np.int32),
        x,
        y,
        bottom,
        cell,
        columns,
        rows,
        slabs,
        nothing_listed(bounds, x, y, slabs),
        bool((flag & IMPASSABLE).any()),
        start,
        item,
        boxes(bounds, item),
        ground_start,
        ground_item,
        boxes(bounds, ground_item),
        np.zeros((0, 8)),
        none,
        np.zeros(0, np.int32),
    )


def empty_terrain() -> Terrain:
    """No terrain at all: the movable half of a scene in which nothing moves."""
    none = np.zeros(0, np.int32)
    return build_terrain(np.zeros((0, 3, 3)), none, none, (0.0, 0.0, 1.0, 1.0))
