"""Compiled kernels: triangles cut in two where a corner of an open edge lies on another open edge. Inches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.mesh.adjacency import pair_edges, pair_open_edges, sound
from sim.geometry.tolerance import STITCH

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Flags = NDArray[np.uint8]

GRID = 4  # cells of the grid of open corners, for each of them
PATIENCE = 1 << 24  # cells and corners looked at for cuts, and 40 more for each open edge: cracked models ask for less
GROWTH = 8  # triangles for each that there was: heaps of sheets as close as `STITCH` would be cut without end


class _OpenCorners(NamedTuple):
    """The corners of open edges, in a grid of cells: where it begins, how wide the cells are and how many there are
    along each axis; where the corners of each begin, and which they are."""

    low: Floats
    cell: float
    size: Longs
    start: Longs
    item: Longs


class _Slab(NamedTuple):
    """What of an edge from point a to point b lies in a slab of cells: the axis that it runs along most, the number of
    the slab on that axis, and from which to which share of the edge."""

    a: int
    b: int
    axis: int
    number: int
    begin: float
    end: float


@njit(cache=True, nogil=True)
def _open_corners(points: Floats, faces: Ints, beyond: Ints) -> tuple[Longs, int]:
    """The corners of open edges, and how many such edges there are."""
    loose = np.zeros(points.shape[0], np.uint8)
    edges = 0
    for q in range(faces.shape[0]):
        for e in range(3):
            if beyond[q, e] < 0:
                loose[faces[q, e]] = loose[faces[q, (e + 1) % 3]] = 1
                edges += 1
    return np.flatnonzero(loose), edges


@njit(cache=True, nogil=True)
def _in_cells(points: Floats, corners: Longs) -> _OpenCorners:
    """Corners in the finest grid that takes no more room than they do."""
    low = np.full(3, np.inf)
    high = np.full(3, -np.inf)
    for c in corners:
        for k in range(3):
            low[k] = min(low[k], points[c, k])
            high[k] = max(high[k], points[c, k])
    size = np.empty(3, np.int64)
    cell = 4 * STITCH
    while True:
        total = 1.0
        for k in range(3):
            size[k] = int(min((high[k] - low[k]) / cell, 1e6)) + 1
            total *= size[k]
        if total <= GRID * corners.shape[0] + 64:
            break
        cell *= 1.5
    start = np.zeros(size[0] * size[1] * size[2] + 1, np.int64)
    own = np.empty(corners.shape[0], np.int64)
    for i in range(corners.shape[0]):
        at = 0
        for k in range(3):
            at = at * size[k] + min(size[k] - 1, int((points[corners[i], k] - low[k]) / cell))
        own[i] = at
        start[at + 1] += 1
    for at in range(start.shape[0] - 1):
        start[at + 1] += start[at]
    fill = start[:-1].copy()
    item = np.empty(corners.shape[0], np.int64)
    for i in range(corners.shape[0]):
        item[fill[own[i]]] = corners[i]
        fill[own[i]] += 1
    return _OpenCorners(low, cell, size, start, item)


@njit_noref
def _cells_along(points: Floats, grid: _OpenCorners, slab: _Slab, k: int) -> tuple[int, int]:
    """The first and the last cell, along an axis, of those that a part of an edge comes near to."""
    if k == slab.axis:
        return slab.number, slab.number
    start = points[slab.a, k]
    way = points[slab.b, k] - start
    u = start + way * slab.begin - grid.low[k]
    v = start + way * slab.end - grid.low[k]
    first = max(0, int((min(u, v) - STITCH) / grid.cell))
    last = min(grid.size[k] - 1, int(max(0.0, max(u, v) + STITCH) / grid.cell))
    return first, last


@njit_noref
def _off_middle(points: Floats, a: int, b: int, c: int) -> float:
    """How far from the middle of an edge, as a share of it, a corner lies on it; infinite where it does not, or where
    it lies at an end."""
    squared = 0.0
    along = 0.0
    for k in range(3):
        squared += (points[b, k] - points[a, k]) ** 2
        along += (points[c, k] - points[a, k]) * (points[b, k] - points[a, k])
    along /= squared
    if min(along, 1 - along) * squared**0.5 <= STITCH:
        return np.inf
    off = 0.0
    for k in range(3):
        off += (points[c, k] - points[a, k] - along * (points[b, k] - points[a, k])) ** 2
    if off > STITCH * STITCH:
        return np.inf
    middle: float = abs(along - 0.5)
    return middle


@njit_noref
def _middlemost(points: Floats, grid: _OpenCorners, a: int, b: int) -> tuple[float, int, int]:
    """The corner that lies on an edge nearest to its middle: how far from it, which corner, or -1, and how many cells
    and corners were looked at."""
    best = np.inf
    corner = -1
    looked = 0
    long = 0
    squared = 0.0
    for k in range(3):
        if abs(points[a, k] - points[b, k]) > abs(points[a, long] - points[b, long]):
            long = k
        squared += (points[b, k] - points[a, k]) ** 2
    if squared**0.5 <= 2 * STITCH:
        return best, corner, looked
    start, end, low = points[a, long], points[b, long], grid.low[long]
    far = end - start
    i0 = int((min(start, end) - STITCH - low) / grid.cell)
    i1 = int((max(start, end) + STITCH - low) / grid.cell)
    for i in range(max(i0, 0), min(i1, grid.size[long] - 1) + 1):
        s0 = (low + i * grid.cell - STITCH - start) / far
        s1 = (low + (i + 1) * grid.cell + STITCH - start) / far
        slab = _Slab(a, b, long, i, max(0.0, min(s0, s1)), min(1.0, max(s0, s1)))
        x0, x1 = _cells_along(points, grid, slab, 0)
        y0, y1 = _cells_along(points, grid, slab, 1)
        z0, z1 = _cells_along(points, grid, slab, 2)
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                at = (x * grid.size[1] + y) * grid.size[2]
                first, last = grid.start[at + z0], grid.start[at + z1 + 1]
                looked += 1 + last - first
                for r in range(first, last):
                    c = grid.item[r]
                    if c in (a, b):
                        continue
                    off = _off_middle(points, a, b, c)
                    if off < best:
                        best = off
                        corner = c
    return best, corner, looked


@njit(cache=True, nogil=True)
def _cuts(points: Floats, faces: Ints, beyond: Ints) -> tuple[Longs, bool]:
    """Rows (triangle, its open edge, the corner that lies on it): at most one a triangle, the middlemost corner. And
    whether all was looked at, within the patience."""
    corners, edges = _open_corners(points, faces, beyond)
    cuts = np.empty((edges, 3), np.int64)
    patience = PATIENCE + 40 * edges
    if edges == 0:
        return cuts, True
    grid = _in_cells(points, corners)
    number = 0
    for q in range(faces.shape[0]):
        if patience < 0:
            break
        best = np.inf
        for e in range(3):
            if beyond[q, e] >= 0:
                continue
            off, corner, looked = _middlemost(points, grid, faces[q, e], faces[q, (e + 1) % 3])
            patience -= looked
            if off < best:
                best = off
                cuts[number, 0] = q
                cuts[number, 1] = e
                cuts[number, 2] = corner
        if best < np.inf:
            number += 1
    return cuts[:number], patience >= 0


@njit(cache=True, nogil=True)
def split_at_corners(points: Floats, faces: Ints, rounds: int) -> tuple[Ints, Longs, Ints, Flags]:
    """Triangles cut in two where a corner of an open edge lies on another open edge, so that surfaces go on there;
    what is beyond all measure is left open.

    Returns the triangles, the one that each came from, their neighbours, and which are `sound`.
    """
    source = np.arange(faces.shape[0])
    beyond = pair_edges(faces, True)
    most = GROWTH * faces.shape[0] + 1000
    for _ in range(rounds):
        cuts, whole = _cuts(points, faces, beyond)
        n, more = faces.shape[0], cuts.shape[0]
        if more == 0 or n + more > most:
            break
        grown = np.empty((n + more, 3), np.int32)
        grown[:n] = faces
        from_which = np.empty(n + more, np.int64)
        from_which[:n] = source
        for i in range(more):
            q, e, corner = cuts[i, 0], cuts[i, 1], cuts[i, 2]
            a, b, c = faces[q, e], faces[q, (e + 1) % 3], faces[q, (e + 2) % 3]
            grown[q, 0], grown[q, 1], grown[q, 2] = a, corner, c
            grown[n + i, 0], grown[n + i, 1], grown[n + i, 2] = corner, b, c
            from_which[n + i] = source[q]
        faces = grown
        source = from_which
        beyond = pair_edges(faces, True)
        if not whole:
            break
    pair_open_edges(faces, beyond)
    return faces, source, beyond, sound(faces, beyond)
