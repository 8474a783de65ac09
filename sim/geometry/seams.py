"""Compiled kernels: which corners of triangles are one, which edges meet, and what hangs together. Inches.

Everything here is found in the order of the triangles, so that the same mesh gives the same numbers on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compiled import njit
from sim.geometry.tolerance import STITCH

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Flags = NDArray[np.uint8]

GRID = 4  # cells of the grid of open corners, for each of them


@njit(cache=True, nogil=True)
def _mixed(a: int, b: int, c: int) -> int:
    """A number for three (splitmix64: Steele, Lea, Flood 2014)."""
    x = np.uint64(0x9E3779B97F4A7C15)
    for k in range(3):
        v = np.uint64(a if k == 0 else (b if k == 1 else c))
        x = (x ^ v) + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        x = x ^ (x >> np.uint64(31))
    return int(x >> np.uint64(1))


@njit(cache=True, nogil=True)
def _table(count: int) -> Longs:
    """Room for so many entries, by their hashes."""
    size = 16
    while size < 2 * count:
        size *= 2
    return np.full(size, -1, np.int64)


@njit(cache=True, nogil=True)
def root(groups: Longs, i: int) -> int:
    """The lowest of the group that a thing is in."""
    while groups[i] != i:
        groups[i] = groups[groups[i]]
        i = groups[i]
    return i


@njit(cache=True, nogil=True)
def join(groups: Longs, i: int, j: int) -> None:
    """Make two groups one."""
    i = root(groups, i)
    j = root(groups, j)
    if i < j:
        groups[j] = i
    else:
        groups[i] = j


@njit(cache=True, nogil=True)
def _by_cell(keys: Longs, groups: Longs) -> None:
    """Join those whose rows (n, 3) are equal."""
    table = _table(keys.shape[0])
    mask = table.shape[0] - 1
    for i in range(keys.shape[0]):
        at = _mixed(keys[i, 0], keys[i, 1], keys[i, 2]) & mask
        while True:
            other = table[at]
            if other < 0:
                table[at] = i
                break
            if keys[other, 0] == keys[i, 0] and keys[other, 1] == keys[i, 1] and keys[other, 2] == keys[i, 2]:
                join(groups, i, other)
                break
            at = (at + 1) & mask


@njit(cache=True, nogil=True)
def alike(keys: Longs) -> Longs:
    """For each row (n, 3) the first that is equal to it."""
    groups = np.arange(keys.shape[0])
    _by_cell(keys, groups)
    for i in range(groups.shape[0]):
        groups[i] = groups[groups[i]]
    return groups


@njit(cache=True, nogil=True)
def welded(corners: Floats, within: float) -> tuple[Longs, Longs]:
    """Corners (n, 3) closer than `within` made one: the number of each, and the first corner of each number.

    Cells are four times as wide as `within`, looked at twice with a shift: corners on either side of one grid's border
    share a cell of the other.
    """
    n = corners.shape[0]
    groups = np.arange(n)
    keys = np.empty((n, 3), np.int64)
    for turn in range(2):
        for i in range(n):
            for k in range(3):
                keys[i, k] = int(np.floor(corners[i, k] / (4.0 * within) + 0.5 * turn))
        _by_cell(keys, groups)
    return _numbered(groups)


@njit(cache=True, nogil=True)
def rounded(corners: Floats, grain: float) -> tuple[Longs, Longs]:
    """As `welded`, of corners that round to the same place."""
    n = corners.shape[0]
    groups = np.arange(n)
    keys = np.empty((n, 3), np.int64)
    for k in range(3):
        low = np.inf
        for i in range(n):
            low = min(low, corners[i, k])
        for i in range(n):
            keys[i, k] = int(np.rint((corners[i, k] - low) / grain))
    _by_cell(keys, groups)
    return _numbered(groups)


@njit(cache=True, nogil=True)
def _numbered(groups: Longs) -> tuple[Longs, Longs]:
    number = np.empty(groups.shape[0], np.int64)
    first = np.empty(groups.shape[0], np.int64)
    count = 0
    for i in range(groups.shape[0]):
        r = root(groups, i)
        if r == i:
            number[i] = count
            first[count] = i
            count += 1
        else:
            number[i] = number[r]
    return number, first[:count].copy()


@njit(cache=True, nogil=True)
def paired(faces: Longs, wound: bool) -> Ints:
    """For each triangle and each of its edges (0-1, 1-2, 2-0) the triangle beyond that edge; -1 at an open edge.

    An edge of more than two triangles, where solids touch, joins those that run along it in opposite directions
    first; any pairing keeps a surface closed, which is all that a proof by parity asks. `wound` joins those only.
    """
    count = 3 * faces.shape[0]
    beyond = np.full((faces.shape[0], 3), -1, np.int32)
    table = _table(count)
    mask = table.shape[0] - 1
    # Edges that wait for a partner stand in a row: the first of each, the last, and the next of each. All of a row
    # run the same way, or the first would have been the partner of the last.
    head = np.full(count, -1, np.int64)
    tail = np.full(count, -1, np.int64)
    following = np.full(count, -1, np.int64)
    for e in range(count):
        a, b = faces[e // 3, e % 3], faces[e // 3, (e + 1) % 3]
        if a == b:
            beyond[e // 3, e % 3] = e // 3  # nothing lies beyond an edge of no length
            continue
        low, high = min(a, b), max(a, b)
        at = _mixed(low, high, 0) & mask
        while True:
            row = table[at]
            if row < 0:
                table[at] = e
                row = e
                break
            c, d = faces[row // 3, row % 3], faces[row // 3, (row + 1) % 3]
            if min(c, d) == low and max(c, d) == high:
                break
            at = (at + 1) & mask
        waiting = head[row]
        if waiting >= 0 and (faces[waiting // 3, waiting % 3] < faces[waiting // 3, (waiting + 1) % 3]) != (a < b):
            beyond[e // 3, e % 3] = waiting // 3
            beyond[waiting // 3, waiting % 3] = e // 3
            head[row] = following[waiting]
        elif waiting < 0:
            head[row] = tail[row] = e
        else:
            following[tail[row]] = e
            tail[row] = e
    if not wound:
        _pair_rest(faces, beyond)
    return beyond


@njit(cache=True, nogil=True)
def _pair_rest(faces: Longs, beyond: Ints) -> None:
    """Join open edges that lie on each other, whichever way they run."""
    left = np.flatnonzero(beyond.ravel() < 0)
    table = _table(left.shape[0])
    mask = table.shape[0] - 1
    waiting = np.zeros(left.shape[0], np.uint8)
    for i in range(left.shape[0]):
        e = left[i]
        a, b = faces[e // 3, e % 3], faces[e // 3, (e + 1) % 3]
        low, high = min(a, b), max(a, b)
        at = _mixed(low, high, 0) & mask
        while table[at] >= 0:
            other = left[table[at]]
            c, d = faces[other // 3, other % 3], faces[other // 3, (other + 1) % 3]
            if min(c, d) == low and max(c, d) == high:
                break
            at = (at + 1) & mask
        if table[at] >= 0 and waiting[table[at]]:
            other = left[table[at]]
            waiting[table[at]] = 0
            beyond[e // 3, e % 3] = other // 3
            beyond[other // 3, other % 3] = e // 3
        else:
            table[at] = i
            waiting[i] = 1


@njit(cache=True, nogil=True)
def sound(faces: Longs, beyond: Ints) -> Flags:
    """1 for triangles of surfaces that are closed and wound one way: each edge runs there on one side, back on the
    other."""
    n = faces.shape[0]
    groups = np.arange(n)
    fits = np.ones(n, np.uint8)
    for q in range(n):
        for e in range(3):
            a, b, other = faces[q, e], faces[q, (e + 1) % 3], beyond[q, e]
            if other < 0:
                fits[q] = 0
                continue
            join(groups, q, other)
            if a == b:
                continue
            back = False
            for k in range(3):
                back |= faces[other, k] == b and faces[other, (k + 1) % 3] == a
            if not back:
                fits[q] = 0
    for q in range(n):
        if not fits[q]:
            fits[root(groups, q)] = 0
    for q in range(n):
        fits[q] = fits[root(groups, q)]
    return fits


@njit(cache=True, nogil=True)
def _cuts(points: Floats, faces: Longs, beyond: Ints) -> Longs:
    """Rows (triangle, its open edge, the corner that lies on it): at most one a triangle, the middlemost corner."""
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
    if edges == 0:
        return cuts
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
    return cuts[:number]


@njit(cache=True, nogil=True)
def sewn(points: Floats, faces: Longs, rounds: int) -> tuple[Longs, Longs, Ints, Flags]:
    """Triangles cut in two where a corner of an open edge lies on another open edge, so that surfaces go on there.

    Returns the triangles, the one that each came from, their neighbours, and which are `sound`.
    """
    source = np.arange(faces.shape[0])
    beyond = paired(faces, True)
    for _ in range(rounds):
        cuts = _cuts(points, faces, beyond)
        n, more = faces.shape[0], cuts.shape[0]
        if more == 0:
            break
        grown = np.empty((n + more, 3), np.int64)
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
        beyond = paired(faces, True)
    _pair_rest(faces, beyond)
    return faces, source, beyond, sound(faces, beyond)


@njit(cache=True, nogil=True)
def pieces(vertex: Longs, part: Ints) -> tuple[Longs, Longs, Longs, Longs]:
    """Triangles by the surfaces that they make up: those of one part that have an edge in common hang together.

    Returns the surface of each triangle, the neighbour over each edge (-1 unless there is exactly one), and of each
    surface how unlike it runs along its edges: edges with more triangles one way than the other, and edges of two
    triangles that run the same way, counted by their first triangle.
    """
    count = 3 * vertex.shape[0]
    groups = np.arange(vertex.shape[0])
    beyond = np.full((vertex.shape[0], 3), -1, np.int64)
    table = _table(count)
    mask = table.shape[0] - 1
    uses = np.zeros(count, np.int64)
    balance = np.zeros(count, np.int64)
    second = np.full(count, -1, np.int64)
    for e in range(count):
        q = e // 3
        a, b = vertex[q, e % 3], vertex[q, (e + 1) % 3]
        if a == b:
            continue
        low, high = min(a, b), max(a, b)
        at = _mixed(low, high, part[q]) & mask
        while True:
            row = table[at]
            if row < 0:
                table[at] = e
                row = e
                break
            r = row // 3
            c, d = vertex[r, row % 3], vertex[r, (row + 1) % 3]
            if min(c, d) == low and max(c, d) == high and part[r] == part[q]:
                break
            at = (at + 1) & mask
        uses[row] += 1
        balance[row] += 1 if a < b else -1
        if uses[row] == 2:
            second[row] = e
        join(groups, q, row // 3)
    surface, first = _numbered(groups)
    uneven = np.zeros(first.shape[0], np.int64)
    clashes = np.zeros(first.shape[0], np.int64)
    for row in range(count):
        if uses[row] == 0:
            continue
        q = row // 3
        if balance[row] != 0:
            uneven[surface[q]] += 1
        if uses[row] == 2:
            other = second[row]
            beyond[q, row % 3] = other // 3
            beyond[other // 3, other % 3] = q
            if abs(balance[row]) == 2:
                clashes[surface[q]] += 2  # both its edges, as every edge is counted
    return surface, beyond, uneven, clashes
