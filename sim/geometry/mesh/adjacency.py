"""Compiled kernels: which edges of triangles meet, and what hangs together. Inches.

Everything here is found in the order of the triangles, so that the same mesh gives the same numbers on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.mesh.vertices import number_sets, single_sets, unique_rows, unite_sets

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Flags = NDArray[np.uint8]


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
        pair_open_edges(faces, beyond)
    return beyond


@njit(cache=True, nogil=True)
def pair_open_edges(faces: Ints, beyond: Ints) -> None:
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
