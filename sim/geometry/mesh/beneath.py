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
    "Below",
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
_EDGE = 0.06  # a point so near to the edge of a face may stand on it: rails are set along edges
_HAIR = 1e-4  # a point so near to the edge of a face is over it

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
        columns, rows = int((x1 - x0 + _EDGE) / cell) + 2, int((y1 - y0 + _EDGE) / cell) + 2
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
            t = corners[q]
            aside = _EDGE + wider
            boxes[q, 0], boxes[q, 1] = min(t[0], t[3], t[6]) - x0 - aside, max(t[0], t[3], t[6]) - x0 + aside
            boxes[q, 2], boxes[q, 3] = min(t[1], t[4], t[7]) - y0 - aside, max(t[1], t[4], t[7]) - y0 + aside
    return Bins(x0, y0, cell, columns, rows, start, item, thing[item], boxes[item])


@njit_noref
def lies_over(t: Floats, x: float, y: float, slack: float) -> tuple[bool, float]:
    """Does a face lie over or under a place, or no farther than `slack` beside it, and how high is its plane there?"""
    ax, ay = t[3] - t[0], t[4] - t[1]
    bx, by = t[6] - t[0], t[7] - t[1]
    area = ax * by - ay * bx
    dx, dy = x - t[0], y - t[1]
    u = (dx * by - dy * bx) / area
    v = (ax * dy - ay * dx) / area
    height = t[2] + u * (t[5] - t[2]) + v * (t[8] - t[2])
    if u >= 0.0 and v >= 0.0 and u + v <= 1.0:
        return True, height
    if slack == 0.0:
        return False, height
    # by the distance from its sides: what is left of a share of a long and thin face is far away
    near = min(_beside(dx, dy, ax, ay), _beside(dx, dy, bx, by), _beside(dx - ax, dy - ay, bx - ax, by - ay))
    return near <= slack * slack, height


@njit_noref
def _beside(dx: float, dy: float, ax: float, ay: float) -> float:
    """The squared distance of a place from a stretch that begins at the origin."""
    along = ax * ax + ay * ay
    share = 0.0 if along == 0.0 else min(1.0, max(0.0, (dx * ax + dy * ay) / along))
    beside: float = (dx - share * ax) ** 2 + (dy - share * ay) ** 2
    return beside


@njit_noref
def _is_ground(faces: Faces, state: NDArray[np.int8], other: int, own: int) -> bool:
    """Is another thing ground for this one?"""
    if state[other] == NARROW:
        return bool(faces.part[other] != faces.part[own])
    return state[other] in (HIGH, DECK)


class Below(NamedTuple):
    """What lies straight below a point of a thing, and above it; -inf where there is none.

    ground: the highest ground that the point may stand on: what is a little beside it and a little above it, too.
    over: whether that is a low deck or water.
    top: the highest top of anything, likewise.
    hidden: 1 if the point is buried, 2 if it is under water, else 0.
    sure: the highest ground that is straight below.
    bed: the highest top of anything that is straight below.
    faces: how many were looked at.
    """

    ground: float
    over: int
    top: float
    hidden: int
    sure: float
    bed: float
    faces: int


@njit_noref
def beneath(bins: Bins, faces: Faces, state: NDArray[np.int8], x: float, y: float, z: float, own: int) -> Below:
    """What lies straight below and above a point of a thing."""
    c, r = int((x - bins.x) / bins.cell), int((y - bins.y) / bins.cell)
    ground = top = sure = bed = -np.inf
    next_up = np.inf
    what = depth = 0
    wet = False
    first = last = np.int64(0)
    if 0 <= c < bins.columns and 0 <= r < bins.rows:
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
        is_ground = _is_ground(faces, state, other, own)
        if height <= z + SUNK:
            top = max(top, height)
            if is_ground and height > ground:
                ground, what = height, WATER if faces.water[q] else state[other]
            if height <= z + SLACK and (height > bed or (is_ground and height > sure)):
                on, _ = lies_over(t, x, y, _HAIR)
                if on:
                    bed = max(bed, height)
                    sure = max(sure, height) if is_ground else sure
        elif is_ground and height < next_up:
            next_up, wet = height, faces.water[q]
    hidden = 0
    if depth > 0:
        hidden = 1
    elif ground == -np.inf and next_up < np.inf:
        hidden = 2 if wet else 1
    return Below(ground, what, top, hidden, sure, bed, int(last - first) + 1)
