"""What lies straight below and above a point: ground, tops, and whether the point is buried (GEO-03). Inches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref

__all__ = [
    "DECK",
    "HIGH",
    "IS_LOW",
    "NARROW",
    "SLACK",
    "SUNK",
    "WATER",
    "Bins",
    "Faces",
    "beneath",
    "bins_of",
    "lies_over",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]

SLACK = 1e-4  # a thing 1" high to within rounding is 1" high
SUNK = 0.3  # a thing may stand so deep in its ground, and stands on what is so far below it
_EDGE = 0.05  # a point so near to the edge of a face is over it: rails are set along edges

HIGH, IS_LOW, DECK = 0, 1, 2
"""What a thing is: high, and ground for others; low; or low, and ground for others all the same."""
WATER, NARROW = 3, 4  # what is found to lie below; high, and ground for other parts than its own


class Bins(NamedTuple):
    """Faces that are not upright, by squares seen from above."""

    x: float
    y: float
    cell: float
    columns: int
    rows: int
    start: Longs
    item: Ints
    thing: Ints  # that the items are of
    reach: NDArray[np.float32]  # (items, 4): outside of x, X, y, Y from the corner no place is over the face


class Faces(NamedTuple):
    """Triangles (n, 9), and of each: its thing; 1 if it looks up, -1 if down, 0 if upright; whether it is gentle
    enough to stand on; whether it bounds a closed solid; whether it is water. And of each thing its part."""

    corners: Floats
    thing: Ints
    up: NDArray[np.int8]
    level: Bools
    closed: Bools
    water: Bools
    part: Ints


@njit(cache=True, nogil=True)
def bins_of(corners: Floats, up: NDArray[np.int8], thing: Ints) -> Bins:
    """Sort what is not upright into squares, so wide that a face lies in few of them."""
    n = corners.shape[0]
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    for q in range(n):
        for k in range(3):
            x0, x1 = min(x0, corners[q, 3 * k]), max(x1, corners[q, 3 * k])
            y0, y1 = min(y0, corners[q, 3 * k + 1]), max(y1, corners[q, 3 * k + 1])
    some = 2.0 * np.sqrt(max((x1 - x0) * (y1 - y0), 0.0) / max(n, 1))  # of four faces, seen from above
    cell = max(min(0.5, some), 0.05, (x1 - x0) / 512, (y1 - y0) / 512)
    span = np.empty((n, 4), np.int32)
    while True:
        columns, rows = int((x1 - x0) / cell) + 2, int((y1 - y0) / cell) + 2
        entries = 0
        for q in range(n):
            t = corners[q]
            span[q, 0] = int(max(0.0, (min(t[0], t[3], t[6]) - _EDGE - x0) / cell))
            span[q, 1] = int((max(t[0], t[3], t[6]) + _EDGE - x0) / cell)
            span[q, 2] = int(max(0.0, (min(t[1], t[4], t[7]) - _EDGE - y0) / cell))
            span[q, 3] = int((max(t[1], t[4], t[7]) + _EDGE - y0) / cell)
            if up[q] != 0:
                entries += (span[q, 1] - span[q, 0] + 1) * (span[q, 3] - span[q, 2] + 1)
        if entries <= 16 * n + 1_000_000:
            break
        cell *= 2.0
    start = np.zeros(columns * rows + 1, np.int64)
    for q in range(n):
        if up[q] != 0:
            for r in range(span[q, 2], span[q, 3] + 1):
                for c in range(span[q, 0], span[q, 1] + 1):
                    start[r * columns + c + 1] += 1
    for i in range(columns * rows):
        start[i + 1] += start[i]
    item = np.empty(start[columns * rows], np.int32)
    room = start[:-1].copy()
    for q in range(n):
        if up[q] != 0:
            for r in range(span[q, 2], span[q, 3] + 1):
                for c in range(span[q, 0], span[q, 1] + 1):
                    item[room[r * columns + c]] = q
                    room[r * columns + c] += 1
    boxes = np.empty((n, 4), np.float32)
    wider = SLACK + 1e-6 * max(x1 - x0, y1 - y0)  # than what single numbers are off
    for q in range(n):
        if up[q] != 0:
            x, to_x, y, to_y = _reach(corners[q], _EDGE)
            boxes[q, 0], boxes[q, 1] = x - x0 - wider, to_x - x0 + wider
            boxes[q, 2], boxes[q, 3] = y - y0 - wider, to_y - y0 + wider
    return Bins(x0, y0, cell, columns, rows, start, item, thing[item], boxes[item])


@njit_noref
def _reach(t: Floats, slack: float) -> tuple[float, float, float, float]:
    """The box x, X, y, Y round all places that `lies_over` says a face is over."""
    ax, ay = t[3] - t[0], t[4] - t[1]
    bx, by = t[6] - t[0], t[7] - t[1]
    least = _least(ax, ay, bx, by, slack)
    most = 1.0 - 2.0 * least
    x = t[0] + least * (ax + bx), t[0] + most * ax + least * bx, t[0] + least * ax + most * bx
    y = t[1] + least * (ay + by), t[1] + most * ay + least * by, t[1] + least * ay + most * by
    return min(x), max(x), min(y), max(y)


@njit_noref
def _least(ax: float, ay: float, bx: float, by: float, slack: float) -> float:
    """The least share of a corner at which a place still counts as over a face with these two sides."""
    longest = np.sqrt(max(ax * ax + ay * ay, bx * bx + by * by, (ax - bx) ** 2 + (ay - by) ** 2))
    least: float = -slack * longest / abs(ax * by - ay * bx)
    return least


@njit_noref
def lies_over(t: Floats, x: float, y: float, slack: float) -> tuple[bool, float]:
    """Does a face lie over or under a place, its edges as wide as `slack`, and how high is its plane there?"""
    ax, ay = t[3] - t[0], t[4] - t[1]
    bx, by = t[6] - t[0], t[7] - t[1]
    area = ax * by - ay * bx
    dx, dy = x - t[0], y - t[1]
    u = (dx * by - dy * bx) / area
    v = (ax * dy - ay * dx) / area
    least = _least(ax, ay, bx, by, slack)
    return u >= least and v >= least and u + v <= 1.0 - least, t[2] + u * (t[5] - t[2]) + v * (t[8] - t[2])


@njit_noref
def _is_ground(faces: Faces, state: NDArray[np.int8], other: int, own: int) -> bool:
    """Is another thing ground for this one?"""
    if state[other] == NARROW:
        return bool(faces.part[other] != faces.part[own])
    return state[other] in (HIGH, DECK)


@njit_noref
def beneath(
    bins: Bins, faces: Faces, state: NDArray[np.int8], x: float, y: float, z: float, own: int
) -> tuple[float, int, float, int, int]:
    """What lies straight below and above a point of a thing: the highest ground (-inf: none), and whether that is a low
    deck or water; the highest top of anything; 1 if the point is buried, 2 if it is under water, else 0; and how many
    faces were looked at."""
    c, r = int((x - bins.x) / bins.cell), int((y - bins.y) / bins.cell)
    ground = top = -np.inf
    next_up = np.inf
    what = depth = 0
    wet = False
    if not (0 <= c < bins.columns and 0 <= r < bins.rows):
        return ground, what, top, 0, 1
    first, last = bins.start[r * bins.columns + c], bins.start[r * bins.columns + c + 1]
    east, north = x - bins.x, y - bins.y
    for i in range(first, last):
        other = bins.thing[i]
        box = bins.reach[i]
        if other == own or east < box[0] or east > box[1] or north < box[2] or north > box[3]:
            continue
        q = bins.item[i]
        t = faces.corners[q]
        on, height = lies_over(t, x, y, _EDGE)
        if not on:
            continue
        if faces.closed[q] and height > z + SLACK:
            # a hair aside, so that no two faces share the point
            on, _ = lies_over(t, x + 3.1e-6, y + 1.7e-6, 0.0)
            depth += faces.up[q] if on else 0
        if not faces.level[q]:
            continue
        if height <= z + SUNK:
            top = max(top, height)
            if _is_ground(faces, state, other, own) and height > ground:
                ground, what = height, WATER if faces.water[q] else state[other]
        elif _is_ground(faces, state, other, own) and height < next_up:
            next_up, wet = height, faces.water[q]
    hidden = 0
    if depth > 0:
        hidden = 1
    elif ground == -np.inf and next_up < np.inf:
        hidden = 2 if wet else 1
    return ground, what, top, hidden, last - first + 1
