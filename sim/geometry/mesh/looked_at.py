"""Compiled kernels: at which points a thing is looked at to find how high it stands (GEO-03). Inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.mesh.beneath import SLACK, Bins, Faces, lies_over

__all__ = ["cuts", "is_coarse", "points", "twins", "undersides"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Point = tuple[float, float, float]

SPACING = 0.2  # between the places where a large face is looked at
_FINEST = 128  # parts of an edge
_UNDER = 1e-3  # so far below a face the place just below it is
_STEEP = 0.7  # the upward part of the normal of what is steep is less
_ODD = -7046029254386353131  # 2^64 over the golden ratio: spreads the bits of a number (Knuth, Sorting and Searching)


@njit_noref
def cuts(t: Floats) -> tuple[int, int, int, int]:
    """Into how many stretches the edges of a triangle are cut to be looked at, and its inside along two of them."""
    first = np.sqrt((t[3] - t[0]) ** 2 + (t[4] - t[1]) ** 2 + (t[5] - t[2]) ** 2)
    second = np.sqrt((t[6] - t[3]) ** 2 + (t[7] - t[4]) ** 2 + (t[8] - t[5]) ** 2)
    third = np.sqrt((t[0] - t[6]) ** 2 + (t[1] - t[7]) ** 2 + (t[2] - t[8]) ** 2)
    area = abs((t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]))
    longest = max(first, second, third)
    inner = 0
    if area > SPACING * longest:  # seen from above, wider than a stretch
        inner = min(_FINEST, int(np.ceil(longest / SPACING)))
    a = max(1, min(_FINEST, int(np.ceil(first / SPACING))))
    b = max(1, min(_FINEST, int(np.ceil(second / SPACING))))
    c = max(1, min(_FINEST, int(np.ceil(third / SPACING))))
    return a, b, c, inner


@njit(cache=True, nogil=True)
def points(faces: Faces, own: Ints, fine: bool) -> Floats:
    """Where a thing is looked at: its corners, the highest first, and if `fine` points along its edges and all over its
    large faces."""
    count = 0
    for q in own:
        count += 4
        if fine:
            a, b, c, inner = cuts(faces.corners[q])
            count += a + b + c - 3 + inner * (inner + 1) // 2
    out = np.empty((count, 3))
    count = 0
    for q in own:
        t = faces.corners[q]
        for k in range(3):
            out[count + k] = t[3 * k : 3 * k + 3]
            out[count + 3, k] = (t[k] + t[3 + k] + t[6 + k]) / 3.0
        count += 4
        if not fine:
            continue
        a, b, c, inner = cuts(t)
        for e in range(3):
            f = (e + 1) % 3
            parts = a if e == 0 else b if e == 1 else c
            for i in range(1, parts):
                for k in range(3):
                    out[count, k] = t[3 * e + k] + i / parts * (t[3 * f + k] - t[3 * e + k])
                count += 1
        for i in range(inner):
            for j in range(inner - i):
                u, v = (i + 1 / 3) / inner, (j + 1 / 3) / inner
                for k in range(3):
                    out[count, k] = t[k] + u * (t[3 + k] - t[k]) + v * (t[6 + k] - t[k])
                count += 1
    highest = np.argmax(out[:, 2])
    for k in range(3):
        out[0, k], out[highest, k] = out[highest, k], out[0, k]
    return out


@njit_noref
def is_coarse(faces: Faces, own: Ints) -> bool:
    """Has a thing an edge that is cut to be looked at?"""
    for q in own:
        a, b, c, inner = cuts(faces.corners[q])
        if a + b + c + inner > 3:
            return True
    return False


@njit(cache=True, nogil=True)
def twins(at: Floats) -> Longs:
    """Of each point the first that is the same: triangles share their corners."""
    n = at.shape[0]
    bits = at.view(np.int64)
    size = 16
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, np.int64)  # open addressing
    first = np.empty(n, np.int64)
    for s in range(n):
        mixed = ((bits[s, 0] * _ODD ^ bits[s, 1]) * _ODD ^ bits[s, 2]) * _ODD
        slot = (mixed >> 32 ^ mixed >> 48) & (size - 1)
        while True:
            other = table[slot]
            if other < 0:
                table[slot] = s
                first[s] = s
                break
            if bits[other, 0] == bits[s, 0] and bits[other, 1] == bits[s, 1] and bits[other, 2] == bits[s, 2]:
                first[s] = other
                break
            slot = (slot + 1) & (size - 1)
    return first


@njit(cache=True, nogil=True)
def undersides(bins: Bins, faces: Faces, own: Ints, thing: int) -> tuple[Floats, int]:
    """The places on the steep faces of a thing just below what they pass up through: there it is highest above what
    lies under that, between a deck and the street. And how many faces were looked at."""
    out = np.empty((8, 3))
    count = looks = 0
    for q in own:
        t = faces.corners[q]
        ax, ay, az = t[3] - t[0], t[4] - t[1], t[5] - t[2]
        bx, by, bz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
        nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        level = np.hypot(nx, ny)
        if abs(nz) >= _STEEP * np.hypot(level, nz) or level == 0.0:
            continue
        sx, sy = -ny / level, nx / level  # the level way along the face
        first, last = _stretch(t, sx, sy)
        parts = min(_FINEST, int(np.ceil((last - first) / SPACING)))
        for i in range(parts + 1):
            # a narrow face is looked at in its middle, a wide one from end to end
            along = 0.5 * (first + last) if last - first < 0.25 * SPACING else first + i / parts * (last - first)
            foot, head = _slit(t, sx, sy, along)
            looked, count, out = _passed(bins, faces, thing, foot, head, out, count)
            looks += looked
            if last - first < 0.25 * SPACING:
                break
    return out[:count], looks


@njit_noref
def _stretch(t: Floats, sx: float, sy: float) -> tuple[float, float]:
    """From where to where a triangle reaches along a level way."""
    a, b, c = t[0] * sx + t[1] * sy, t[3] * sx + t[4] * sy, t[6] * sx + t[7] * sy
    return min(a, b, c), max(a, b, c)


@njit_noref
def _slit(t: Floats, sx: float, sy: float, along: float) -> tuple[Point, Point]:
    """The lowest and the highest point of a triangle so far along a level way."""
    foot, head = (0.0, 0.0, np.inf), (0.0, 0.0, -np.inf)
    for e in range(3):
        f = (e + 1) % 3
        a = t[3 * e] * sx + t[3 * e + 1] * sy - along
        b = t[3 * f] * sx + t[3 * f + 1] * sy - along
        for k in range(2):  # an upright edge lies in the slit from end to end
            if abs(a) <= 1e-9 and abs(b) <= 1e-9:
                share = float(k)
            elif a * b <= 0.0 or abs(a) <= 1e-9 or abs(b) <= 1e-9:
                share = min(1.0, max(0.0, a / (a - b)))
            else:
                continue
            x = t[3 * e] + share * (t[3 * f] - t[3 * e])
            y = t[3 * e + 1] + share * (t[3 * f + 1] - t[3 * e + 1])
            z = t[3 * e + 2] + share * (t[3 * f + 2] - t[3 * e + 2])
            if z < foot[2]:
                foot = (x, y, z)
            if z > head[2]:
                head = (x, y, z)
    return foot, head


@njit(cache=True, nogil=True)
def _passed(
    bins: Bins, faces: Faces, thing: int, foot: Point, head: Point, out: Floats, count: int
) -> tuple[int, int, Floats]:
    """Add to `out`, which holds `count` points, the places just below what a thing passes from `foot` up to `head`."""
    looks = 0
    rise = head[2] - foot[2]
    if not rise > 2 * _UNDER:
        return looks, count, out
    aside = np.hypot(head[0] - foot[0], head[1] - foot[1])
    parts = max(1, min(_FINEST, int(np.ceil(aside / SPACING))))
    for i in range(parts):
        share = (i + 0.5) / parts
        x, y = foot[0] + share * (head[0] - foot[0]), foot[1] + share * (head[1] - foot[1])
        low, high = foot[2] + i / parts * rise, foot[2] + (i + 1) / parts * rise
        c, r = int((x - bins.x) / bins.cell), int((y - bins.y) / bins.cell)
        if not (0 <= c < bins.columns and 0 <= r < bins.rows):
            continue
        east, north = x - bins.x, y - bins.y
        for k in range(bins.start[r * bins.columns + c], bins.start[r * bins.columns + c + 1]):
            looks += 1
            box = bins.reach[k]
            if bins.thing[k] == thing or not (box[0] <= east <= box[1] and box[2] <= north <= box[3]):
                continue
            q = bins.item[k]
            if faces.up[q] == 1 and (faces.closed[q] or not faces.level[q]):
                continue  # the top of a solid: what is just below it is within
            on, height = lies_over(faces.corners[q], x, y, SLACK)
            height -= _UNDER
            if not on or not low <= height <= high:
                continue
            if count == len(out):
                wider = np.empty((2 * count, 3))
                wider[:count] = out
                out = wider
            share = (height - foot[2]) / rise
            out[count, 0] = foot[0] + share * (head[0] - foot[0])
            out[count, 1] = foot[1] + share * (head[1] - foot[1])
            out[count, 2] = height
            count += 1
    return looks, count, out
