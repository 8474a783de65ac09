"""Terrain built: triangles sorted into bins. Inches, z up."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.near_lists import nothing_listed
from sim.geometry.ground.terrain_mesh import (
    BOTTOM,
    EAST,
    IMPASSABLE,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_X,
    LEDGE_Y,
    NORTH,
    PERCH,
    SLAB,
    SOUTH,
    TOP,
    WALK,
    WEST,
    Briefs,
    Floats,
    Ints,
    Terrain,
    apart,
)
from sim.geometry.mesh.faces import bounds_and_slopes
from sim.geometry.tolerance import HOLD

__all__ = ["BINS", "bin_ledges", "briefly", "build_terrain", "empty_terrain", "without_perches"]

BINS = 1 << 23  # at most
ENTRIES = 1 << 25  # of triangles in bins, at most, and 16 more for each triangle


class Grid(NamedTuple):
    """Bins: the corner of the first, how wide they are, and how many: to the east, to the north and up."""

    x: float
    y: float
    z: float
    cell: float
    columns: int
    rows: int
    slabs: int


class _Touched(NamedTuple):
    """The bins that a box touches: the first and the last column, row and slab."""

    i0: int
    i1: int
    j0: int
    j1: int
    s0: int
    s1: int


@njit_noref
def _touched(bounds: Floats, t: int, grid: Grid) -> _Touched:
    x, y, z, cell = grid.x, grid.y, grid.z, grid.cell
    return _Touched(
        max(0, int(np.floor((bounds[t, WEST] - HOLD - x) / cell))),
        min(grid.columns - 1, int(np.floor((bounds[t, EAST] + HOLD - x) / cell))),
        max(0, int(np.floor((bounds[t, SOUTH] - HOLD - y) / cell))),
        min(grid.rows - 1, int(np.floor((bounds[t, NORTH] + HOLD - y) / cell))),
        min(grid.slabs - 1, max(0, int((bounds[t, BOTTOM] - HOLD - z) / SLAB))),
        min(grid.slabs - 1, max(0, int((bounds[t, TOP] + HOLD - z) / SLAB))),
    )


@njit_noref
def _count(corners: Floats, bounds: Floats, t: int, grid: Grid, start: Ints) -> None:
    """Count a triangle in each bin that it lies in."""
    in_bins = _touched(bounds, t, grid)
    many = (in_bins.i1 - in_bins.i0) * (in_bins.j1 - in_bins.j0) > 2
    for j in range(in_bins.j0, in_bins.j1 + 1):
        for i in range(in_bins.i0, in_bins.i1 + 1):
            if many and apart(corners[t], grid.x + i * grid.cell, grid.y + j * grid.cell, grid.cell):
                continue
            for s in range(in_bins.s0, in_bins.s1 + 1):
                start[(s * grid.rows + j) * grid.columns + i] += 1


@njit_noref
def _fill(corners: Floats, bounds: Floats, t: int, grid: Grid, item: Ints, fill: Ints) -> None:
    """Put a triangle into each bin that it lies in, at the place that comes next."""
    in_bins = _touched(bounds, t, grid)
    many = (in_bins.i1 - in_bins.i0) * (in_bins.j1 - in_bins.j0) > 2
    for j in range(in_bins.j0, in_bins.j1 + 1):
        for i in range(in_bins.i0, in_bins.i1 + 1):
            if many and apart(corners[t], grid.x + i * grid.cell, grid.y + j * grid.cell, grid.cell):
                continue
            for s in range(in_bins.s0, in_bins.s1 + 1):
                b = (s * grid.rows + j) * grid.columns + i
                item[fill[b]] = t
                fill[b] += 1


@njit(cache=True, nogil=True)
def _bin(corners: Floats, bounds: Floats, keep: NDArray[np.bool_], grid: Grid) -> tuple[Ints, Ints]:
    """Triangles by bin, slab by slab and row by row: where each bin begins, and what is in them."""
    bins = grid.columns * grid.rows * grid.slabs
    start = np.zeros(bins + 1, np.int32)
    for t in range(len(corners)):
        if keep[t]:
            _count(corners, bounds, t, grid, start)
    total = 0
    for b in range(bins):
        count = start[b]
        start[b] = total
        total += count
    start[bins] = total
    item = np.empty(total, np.int32)
    fill = start[:-1].copy()
    for t in range(len(corners)):
        if keep[t]:
            _fill(corners, bounds, t, grid, item, fill)
    return start, item


@njit(cache=True, nogil=True)
def briefly(bounds: Floats) -> Briefs:
    """The bounds of triangles in half the room, no tighter than they are."""
    out = np.empty(bounds.shape, np.float32)
    for t in range(len(bounds)):
        for c in range(6):
            exact = bounds[t, c]
            brief = np.float32(exact)
            if c % 2 == 0 and brief > exact:
                brief = np.nextafter(brief, np.float32(-np.inf))
            elif c % 2 == 1 and brief < exact:
                brief = np.nextafter(brief, np.float32(np.inf))
            out[t, c] = brief
    return out


@njit_noref
def _entries(bounds: Floats, cell: float, slabs: int) -> float:
    """About how many bins of that width triangles come to be in."""
    total = 0.0
    for t in range(len(bounds)):
        wide = (bounds[t, EAST] - bounds[t, WEST]) / cell + 1.0
        deep = (bounds[t, NORTH] - bounds[t, SOUTH]) / cell + 1.0
        total += wide * deep * min(slabs, (bounds[t, TOP] - bounds[t, BOTTOM]) / SLAB + 1.0)
    return total


def _ground_grid(terrain: Terrain) -> Grid:
    """The bins of a terrain's ground and ledges: one slab."""
    return Grid(terrain.x, terrain.y, terrain.z, terrain.cell, terrain.columns, terrain.rows, 1)


def bin_ledges(terrain: Terrain, ledges: Floats) -> Terrain:
    """The same terrain with these ledges."""
    x, y = ledges[:, [LEDGE_X, LEDGE_TO_X]], ledges[:, [LEDGE_Y, LEDGE_TO_Y]]
    level = np.zeros(len(ledges))
    bounds = np.column_stack([x.min(axis=1), x.max(axis=1), y.min(axis=1), y.max(axis=1), level, level])
    every = np.ones(len(ledges), dtype=np.bool_)
    start, item = _bin(np.zeros((len(ledges), 9)), bounds, every, _ground_grid(terrain))
    return replace(terrain, ledges=np.ascontiguousarray(ledges), ledge_start=start, ledge_item=item)


def without_perches(terrain: Terrain) -> Terrain:
    """The same terrain, its ground without small obstacles and debris: they widen no other ground (TERR-09)."""
    if not (terrain.flag & PERCH).any():
        return terrain
    stays = terrain.flag[terrain.ground_item] & PERCH == 0
    start = np.concatenate([[0], np.cumsum(stays)]).astype(np.int32)[terrain.ground_start]
    return replace(
        terrain,
        ground_start=start,
        ground_item=terrain.ground_item[stays],
        ground_box=np.ascontiguousarray(terrain.ground_box[stays]),
    )


def build_terrain(
    triangles: Floats, flag: NDArray[np.int32], part: NDArray[np.int32], box: tuple[float, float, float, float]
) -> Terrain:
    """Put triangles (n, 3, 3) into bins over `box` (x, y, X, Y); ledges are added later."""
    corners = np.ascontiguousarray(triangles.reshape(-1, 9))
    bounds, slope = bounds_and_slopes(corners.reshape(-1, 3, 3))
    width, depth = max(box[2] - box[0], 0.1), max(box[3] - box[1], 0.1)
    cell = float(np.clip(np.sqrt(width * depth / max(len(corners), 1)) * 2.5, 0.2, 0.75))
    everything = np.ones(len(corners), dtype=np.bool_)
    bottom, top = (float(bounds[:, BOTTOM].min()), float(bounds[:, TOP].max())) if len(corners) else (0.0, 0.0)
    slabs = max(1, min(40, int((top - bottom) / SLAB) + 1))
    x, y = float(box[0]), float(box[1])
    while True:
        columns, rows = int(width / cell) + 1, int(depth / cell) + 1
        if columns * rows * slabs <= BINS and _entries(bounds, cell, slabs) <= ENTRIES + 16 * len(corners):
            break
        cell *= 1.5  # a mesh in millimetres, or a heap of large triangles
    start, item = _bin(corners, bounds, everything, Grid(x, y, bottom, cell, columns, rows, slabs))
    ground = Grid(x, y, bottom, cell, columns, rows, 1)
    ground_start, ground_item = _bin(corners, bounds, (flag & WALK) > 0, ground)
    none = np.zeros(columns * rows + 1, np.int32)
    brief = briefly(bounds)
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
        brief[item],
        ground_start,
        ground_item,
        brief[ground_item],
        np.zeros((0, 8)),
        none,
        np.zeros(0, np.int32),
    )


def empty_terrain() -> Terrain:
    """No terrain at all: the movable half of a scene in which nothing moves."""
    none = np.zeros(0, np.int32)
    return build_terrain(np.zeros((0, 3, 3)), none, none, (0.0, 0.0, 1.0, 1.0))
