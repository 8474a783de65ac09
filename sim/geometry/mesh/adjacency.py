"""Compiled kernels: which edges of triangles meet, and what hangs together. Inches.

Everything here is found in the order of the triangles, so that the same mesh gives the same numbers on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.mesh.vertices import number_sets, single_sets, unique_rows, unite_sets
from sim.geometry.tolerance import STITCH

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Flags = NDArray[np.uint8]

GRID = 4  # cells of the grid of open corners, for each of them
PATIENCE = 1 << 24  # cells and corners looked at for cuts, and 40 more for each open edge: cracked models ask for less
GROWTH = 8  # triangles for each that there was: heaps of sheets as close as `STITCH` would be cut without end


@njit(cache=True, nogil=True)
def _edges(faces: Ints, beyond: Ints) -> tuple[Ints, Flags]:
    """The edges with nothing `beyond` them, those of the same two points in a row: 3 * triangle + corner, in order;
    and 1 where another two points begin. Edges of no length are left out.

    Sorted by counting, by their higher point and then by their lower one: that takes the same time however many
    triangles share a point, and walks through memory nearly in order, as points that are near have near numbers.
    """
    points = 0
    for q in range(faces.shape[0]):
        points = max(points, faces[q, 0] + 1, faces[q, 1] + 1, faces[q, 2] + 1)
    by_high = np.zeros(points + 1, np.int32)
    by_low = np.zeros(points + 1, np.int32)
    for q in range(faces.shape[0]):
        for e in range(3):
            a, b = faces[q, e], faces[q, e + 1 if e < 2 else 0]
            if beyond[q, e] < 0 and a != b:
                by_high[max(a, b) + 1] += 1
                by_low[min(a, b) + 1] += 1
    for p in range(points):
        by_high[p + 1] += by_high[p]
        by_low[p + 1] += by_low[p]
    count = by_high[points]
    rows = np.empty(count, np.int64)
    for q in range(faces.shape[0]):
        for e in range(3):
            a, b = faces[q, e], faces[q, e + 1 if e < 2 else 0]
            if beyond[q, e] < 0 and a != b:
                high = max(a, b)
                rows[by_high[high]] = (np.int64(min(a, b)) << 32) | np.int64(3 * q + e)
                by_high[high] += 1  # in the end, where the next one's begin
    sorted_rows = np.empty(count, np.int64)
    i = 0
    for high in range(points):
        while i < by_high[high]:
            low = rows[i] >> 32
            sorted_rows[by_low[low]] = (np.int64(high) << 32) | (rows[i] & 0xFFFFFFFF)
            by_low[low] += 1
            i += 1
    edge = np.empty(count, np.int32)
    begins = np.empty(count, np.uint8)
    i = 0
    for low in range(points):
        last = -1
        while i < by_low[low]:
            high = sorted_rows[i] >> 32
            edge[i] = sorted_rows[i] & 0xFFFFFFFF
            begins[i] = high != last
            last = high
            i += 1
    return edge, begins


@njit(cache=True, nogil=True)
def _rises(faces: Ints, edge: int) -> bool:
    """Whether an edge runs from its lower point to its higher one."""
    q, e = edge // 3, edge % 3
    return bool(faces[q, e] < faces[q, e + 1 if e < 2 else 0])


@njit(cache=True, nogil=True)
def pair_edges(faces: Ints, wound: bool) -> Ints:
    """For each triangle and each of its edges (0-1, 1-2, 2-0) the triangle beyond that edge; -1 at an open edge.

    An edge of more than two triangles, where solids touch, joins those that run along it in opposite directions
    first; any pairing keeps a surface closed, which is all that a proof by parity asks. `wound` joins those only.
    """
    beyond = np.full(faces.shape, -1, np.int32)
    for q in range(faces.shape[0]):
        for e in range(3):
            if faces[q, e] == faces[q, e + 1 if e < 2 else 0]:
                beyond[q, e] = q  # nothing lies beyond an edge of no length
    edge, begins = _edges(faces, beyond)
    waiting = edge  # edges without a partner yet are written over those that were read: all of them run one way
    first = last = 0
    for i in range(edge.shape[0]):
        e = edge[i]
        if begins[i]:
            first = last = i
        if first < last and _rises(faces, waiting[first]) != _rises(faces, e):
            other = waiting[first]
            beyond[e // 3, e % 3] = other // 3
            beyond[other // 3, other % 3] = e // 3
            first += 1
        else:
            waiting[last] = e
            last += 1
    if not wound:
        _pair_open_edges(faces, beyond)
    return beyond


@njit(cache=True, nogil=True)
def _pair_open_edges(faces: Ints, beyond: Ints) -> None:
    """Join open edges that lie on each other, whichever way they run."""
    edge, begins = _edges(faces, beyond)
    waits = False
    for i in range(edge.shape[0]):
        if begins[i] or not waits:
            waits = True
            continue
        e, other = edge[i], edge[i - 1]
        beyond[e // 3, e % 3] = other // 3
        beyond[other // 3, other % 3] = e // 3
        waits = False


@njit(cache=True, nogil=True)
def sound(faces: Ints, beyond: Ints) -> Flags:
    """1 for triangles of surfaces that are closed and wound one way: each edge runs there on one side, back on the
    other."""
    n = faces.shape[0]
    groups = single_sets(n)
    fits = np.ones(n, np.uint8)
    for q in range(n):
        for e in range(3):
            a, b, other = faces[q, e], faces[q, e + 1 if e < 2 else 0], beyond[q, e]
            if other < 0:
                fits[q] = 0
                continue
            if other < q:  # each pair once
                unite_sets(groups, q, other)
            if a == b:
                continue
            back = False
            for k in range(3):
                back |= faces[other, k] == b and faces[other, k + 1 if k < 2 else 0] == a
            if not back:
                fits[q] = 0
    count = number_sets(groups)
    whole = np.ones(count, np.uint8)
    for q in range(n):
        if not fits[q]:
            whole[groups[q]] = 0
    for q in range(n):
        fits[q] = whole[groups[q]]
    return fits


@njit(cache=True, nogil=True)
def _cuts(points: Floats, faces: Ints, beyond: Ints) -> tuple[Longs, bool]:
    """Rows (triangle, its open edge, the corner that lies on it): at most one a triangle, the middlemost corner. And
    whether all was looked at, within the patience."""
    n = faces.shape[0]
    loose = np.zeros(points.shape[0], np.uint8)
    edges = 0
    for q in range(n):
        for e in range(3):
            if beyond[q, e] < 0:
                loose[faces[q, e]] = loose[faces[q, (e + 1) % 3]] = 1
                edges += 1
    corners = np.flatnonzero(loose)
    cuts = np.empty((edges, 3), np.int64)
    patience = PATIENCE + 40 * edges
    if edges == 0:
        return cuts, True
    # The open corners in the finest grid that takes no more room than they do.
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
    first = np.empty(3, np.int64)
    last = np.empty(3, np.int64)
    number = 0
    for q in range(n):
        if patience < 0:
            break
        best = np.inf
        for e in range(3):
            if beyond[q, e] >= 0:
                continue
            a, b = faces[q, e], faces[q, (e + 1) % 3]
            long = 0
            for k in range(3):
                if abs(points[a, k] - points[b, k]) > abs(points[a, long] - points[b, long]):
                    long = k
            far = points[b, long] - points[a, long]
            squared = 0.0
            for k in range(3):
                squared += (points[b, k] - points[a, k]) ** 2
            reach = squared**0.5
            if reach <= 2 * STITCH:
                continue
            i0 = int((min(points[a, long], points[b, long]) - STITCH - low[long]) / cell)
            i1 = int((max(points[a, long], points[b, long]) + STITCH - low[long]) / cell)
            for i in range(max(i0, 0), min(i1, size[long] - 1) + 1):
                # what of the edge lies in this slab of cells
                s0 = (low[long] + i * cell - STITCH - points[a, long]) / far
                s1 = (low[long] + (i + 1) * cell + STITCH - points[a, long]) / far
                s0, s1 = max(0.0, min(s0, s1)), min(1.0, max(s0, s1))
                for k in range(3):
                    if k == long:
                        first[k] = last[k] = i
                        continue
                    u = points[a, k] + (points[b, k] - points[a, k]) * s0 - low[k]
                    v = points[a, k] + (points[b, k] - points[a, k]) * s1 - low[k]
                    first[k] = max(0, int((min(u, v) - STITCH) / cell))
                    last[k] = min(size[k] - 1, int(max(0.0, max(u, v) + STITCH) / cell))
                for x in range(first[0], last[0] + 1):
                    for y in range(first[1], last[1] + 1):
                        at = (x * size[1] + y) * size[2]
                        patience -= 1 + start[at + last[2] + 1] - start[at + first[2]]
                        for r in range(start[at + first[2]], start[at + last[2] + 1]):
                            c = item[r]
                            if c in (a, b):
                                continue
                            along = 0.0
                            for k in range(3):
                                along += (points[c, k] - points[a, k]) * (points[b, k] - points[a, k])
                            along /= squared
                            if min(along, 1 - along) * reach <= STITCH or abs(along - 0.5) >= best:
                                continue
                            off = 0.0
                            for k in range(3):
                                off += (points[c, k] - points[a, k] - along * (points[b, k] - points[a, k])) ** 2
                            if off <= STITCH * STITCH:
                                best = abs(along - 0.5)
                                cuts[number, 0] = q
                                cuts[number, 1] = e
                                cuts[number, 2] = c
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
    _pair_open_edges(faces, beyond)
    return faces, source, beyond, sound(faces, beyond)


@njit(cache=True, nogil=True)
def connected_pieces(vertex: Ints, part: Ints) -> tuple[Ints, Ints, Longs, Longs, Longs]:
    """Triangles by the surfaces that they make up: those of one part that have an edge in common hang together.

    The triangles of a part stand in a row. Returns the surface of each triangle, the neighbour over each edge (-1
    unless there is exactly one), and of each surface how unlike it runs along its edges: edges with more triangles
    one way than the other, and edges of two triangles that run the same way, counted by their first triangle. And the
    triangles that repeat another: same part, same points, same sense of turning.
    """
    groups = single_sets(vertex.shape[0])
    beyond = np.full(vertex.shape, -1, np.int32)
    edge, begins = _edges(vertex, beyond)
    for i in range(1, edge.shape[0]):
        if part[edge[i] // 3] != part[edge[i - 1] // 3]:
            begins[i] = 1
        elif not begins[i]:
            unite_sets(groups, edge[i] // 3, edge[i - 1] // 3)
    count = number_sets(groups)
    uneven = np.zeros(count, np.int64)
    clashes = np.zeros(count, np.int64)
    crowded = np.zeros(vertex.shape[0], np.uint8)
    i = 0
    while i < edge.shape[0]:
        q = edge[i] // 3
        uses = 0
        balance = 0
        while i < edge.shape[0] and (uses == 0 or not begins[i]):
            balance += 1 if _rises(vertex, edge[i]) else -1
            uses += 1
            i += 1
        if balance != 0:
            uneven[groups[q]] += 1
        if uses == 2:
            row, other = edge[i - 2], edge[i - 1]
            beyond[row // 3, row % 3] = other // 3
            beyond[other // 3, other % 3] = row // 3
            if balance != 0:
                clashes[groups[q]] += 2  # both its edges, as every edge is counted
        if uses + abs(balance) >= 4:  # two run the same way
            for k in range(i - uses, i):
                crowded[edge[k] // 3] += 1
    return groups, beyond, uneven, clashes, _repeated(vertex, part, np.flatnonzero(crowded == 3))


@njit(cache=True, nogil=True)
def _repeated(vertex: Ints, part: Ints, among: Longs) -> Longs:
    """Which of some triangles have the part and the points of an earlier one, in the same sense of turning."""
    keys = np.empty((among.shape[0], 3), np.int64)
    for i in range(among.shape[0]):
        q = among[i]
        a, b, c = vertex[q, 0], vertex[q, 1], vertex[q, 2]
        while a > b or a > c:  # the same corner first
            a, b, c = b, c, a
        keys[i, 0], keys[i, 1], keys[i, 2] = a, b, (np.int64(part[q]) << 32) | c
    number, first = unique_rows(keys)
    more = np.empty(number.shape[0] - first.shape[0], np.int64)
    count = 0
    for i in range(number.shape[0]):
        if first[number[i]] != i:
            more[count] = among[i]
            count += 1
    return more
