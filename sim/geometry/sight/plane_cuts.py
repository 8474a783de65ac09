"""Compiled kernels: a plane cut by surfaces, and whether a rectangle of it is closed. Inches.

The cut is rows (u, v, u, v, normal u, v, sound): lines, which way their surface looks, and 1 where that is a closed
surface wound one way. How deep inside solids a place is, is known at 0, 0 and counted from there.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.ray_kernels import Floats, Longs

PARTS = 600  # of a cross-section that are looked at
LEAST = 0.0008  # inches: smaller parts are as their middle is


@njit(cache=True)
def _side(ay: float, az: float, by: float, bz: float, py: float, pz: float) -> float:
    return (by - ay) * (pz - az) - (bz - az) * (py - ay)


@njit(cache=True)
def _depth_at(cuts: Floats, m: int, depth: int, sy: float, sz: float, py: float, pz: float) -> int:
    """The winding number at a point of the plane, known at another: by the lines crossed on the way. 0 in doubt."""
    for i in range(m):
        if cuts[i, 6] == 0:
            continue
        ay, az, by, bz = cuts[i, 0], cuts[i, 1], cuts[i, 2], cuts[i, 3]
        u = _side(sy, sz, py, pz, ay, az)
        v = _side(sy, sz, py, pz, by, bz)
        if (u > 0 and v > 0) or (u < 0 and v < 0):
            continue
        p = _side(ay, az, by, bz, sy, sz)
        q = _side(ay, az, by, bz, py, pz)
        if (p > 0 and q > 0) or (p < 0 and q < 0):
            continue
        if u == 0 or v == 0 or p == 0 or q == 0:
            if ay == by and az == bz:
                continue
            return 0
        depth += 1 if cuts[i, 4] * (py - sy) + cuts[i, 5] * (pz - sz) < 0 else -1
    return depth


@njit(cache=True)
def _crossed(cuts: Floats, m: int, y0: float, z0: float, y1: float, z1: float) -> bool:
    """Whether a line runs through a rectangle of the plane."""
    for i in range(m):
        if cuts[i, 6] == 0:
            continue
        ay, az, by, bz = cuts[i, 0], cuts[i, 1], cuts[i, 2], cuts[i, 3]
        if max(ay, by) <= y0 or min(ay, by) >= y1 or max(az, bz) <= z0 or min(az, bz) >= z1:
            continue
        # the line's own direction parts them, or they meet
        p = _side(ay, az, by, bz, y0, z0)
        q = _side(ay, az, by, bz, y1, z0)
        r = _side(ay, az, by, bz, y0, z1)
        s = _side(ay, az, by, bz, y1, z1)
        if not (min(p, q, r, s) >= 0 or max(p, q, r, s) <= 0):
            return True
    return False


@njit(cache=True)
def _nearest(cuts: Floats, m: int, y: float, z: float) -> float:
    """How far the nearest line is from a place, of surfaces closed or not."""
    best = np.inf
    for i in range(m):
        ay, az = cuts[i, 0], cuts[i, 1]
        dy, dz = cuts[i, 2] - ay, cuts[i, 3] - az
        squared = dy * dy + dz * dz
        s = 0.0
        if squared > 0:
            s = min(1.0, max(0.0, ((y - ay) * dy + (z - az) * dz) / squared))
        best = min(best, (ay + dy * s - y) ** 2 + (az + dz * s - z) ** 2)
    return float(best**0.5)


@njit(cache=True)
def _parted(
    cuts: Floats, m: int, y0: float, z0: float, y1: float, z1: float, p: float, q: float, doubt: float
) -> tuple[int, float]:
    """Where a part of the plane is best cut in two: the axis, and at which place. Where a line along an axis meets it,
    moved by p, q; else in the middle of the longer side."""
    best = -1.0
    axis, at = 0, 0.0
    for i in range(m):
        if cuts[i, 6] == 0:
            continue
        for k in range(2):
            one, two = cuts[i, k], cuts[i, 2 + k]
            if abs(one - two) > 1e-5:
                continue
            low, high, by = (y0, y1, p) if k == 0 else (z0, z1, q)
            least, most, beside = (z0, z1, q) if k == 0 else (y0, y1, p)
            place = 0.5 * (one + two) - by
            place += -doubt if place > 0.5 * (low + high) else doubt
            if place <= low + 1e-5 or place >= high - 1e-5:
                continue
            if (
                min(cuts[i, 1 - k], cuts[i, 3 - k]) >= most + beside
                or max(cuts[i, 1 - k], cuts[i, 3 - k]) <= least + beside
            ):
                continue
            good = min(place - low, high - place) * (most - least)
            if good > best:
                best, axis, at = good, k, place
    if best > 0:
        return axis, at
    return (0, 0.5 * (y0 + y1)) if y1 - y0 >= z1 - z0 else (1, 0.5 * (z0 + z1))


@njit(cache=True)
def _beside(cuts: Floats, m: int, depth: int, y: float, z: float, shifts: Floats) -> int:
    """-1 where a place of the plane is inside a solid; else the first of `shifts` that leads into one, or -2."""
    if _depth_at(cuts, m, depth, 0.0, 0.0, y, z) != 0:
        return -1
    for k in range(shifts.shape[0]):
        if _depth_at(cuts, m, depth, 0.0, 0.0, y + shifts[k, 0], z + shifts[k, 1]) != 0:
            return k
    return -2


@njit(cache=True)
def is_all_solid(
    cuts: Floats,
    m: int,
    depth: int,
    low: Floats,
    high: Floats,
    shifts: Floats,
    doubt: float,
    parts: Floats,
    spent: Longs,
) -> bool:
    """Whether every place of a rectangle of the plane is inside a solid, or one of those is that lie so much beside it
    (`shifts`, give or take `doubt`). `depth` is the winding number at 0, 0."""
    furthest = 0.0
    for k in range(shifts.shape[0]):
        furthest = max(furthest, abs(shifts[k, 0]), abs(shifts[k, 1]))
    for c in range(4):  # most that are open are open there
        y = low[0] if c & 1 == 0 else high[0]
        z = low[1] if c & 2 == 0 else high[1]
        spent[0] += 1 + m // 32
        if _beside(cuts, m, depth, y, z, shifts) == -2:
            return False
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = low[0], low[1], high[0], high[1]
    left = 1
    for _ in range(PARTS):
        if left == 0:
            return True
        left -= 1
        y0, z0, y1, z1 = parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3]
        spent[0] += 1 + m // 16
        which = _beside(cuts, m, depth, 0.5 * (y0 + y1), 0.5 * (z0 + z1), shifts)
        if which == -2:
            return False
        closed = which == -1 and not _crossed(cuts, m, y0, z0, y1, z1)
        if min(y1 - y0, z1 - z0) < 4 * furthest:
            for k in range(shifts.shape[0]):
                if closed:
                    break
                p, q = shifts[k, 0], shifts[k, 1]
                spent[0] += m // 32
                closed = _depth_at(
                    cuts, m, depth, 0.0, 0.0, 0.5 * (y0 + y1) + p, 0.5 * (z0 + z1) + q
                ) != 0 and not _crossed(cuts, m, y0 + p - doubt, z0 + q - doubt, y1 + p + doubt, z1 + q + doubt)
        if closed or max(y1 - y0, z1 - z0) <= LEAST:
            continue
        if left + 2 > parts.shape[0]:
            return False
        if which == -1:
            axis, at = _parted(cuts, m, y0, z0, y1, z1, 0.0, 0.0, 0.0)
        else:
            axis, at = _parted(cuts, m, y0, z0, y1, z1, shifts[which, 0], shifts[which, 1], doubt)
        parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3] = y0, z0, y1, z1
        parts[left + 1, 0], parts[left + 1, 1], parts[left + 1, 2], parts[left + 1, 3] = y0, z0, y1, z1
        parts[left, 2 + axis] = at
        parts[left + 1, axis] = at
        left += 2
    return False


@njit(cache=True)
def is_all_narrow(
    cuts: Floats, m: int, depth: int, low: Floats, high: Floats, radius: float, parts: Floats, spent: Longs
) -> bool:
    """Whether every place of a rectangle of the plane is inside a solid, or nearer than a radius to a surface."""
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = low[0], low[1], high[0], high[1]
    left = 1
    for _ in range(PARTS):
        if left == 0:
            return True
        left -= 1
        y0, z0, y1, z1 = parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3]
        y, z = 0.5 * (y0 + y1), 0.5 * (z0 + z1)
        reach = 0.5 * ((y1 - y0) ** 2 + (z1 - z0) ** 2) ** 0.5
        spent[0] += 1 + m // 16
        near = _nearest(cuts, m, y, z)
        if near + reach <= radius:
            continue
        within = _depth_at(cuts, m, depth, 0.0, 0.0, y, z) != 0
        if within and (near >= reach or not _crossed(cuts, m, y0, z0, y1, z1)):
            continue
        if (near > radius and not within) or left + 2 > parts.shape[0]:
            return False
        parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3] = y0, z0, y1, z1
        parts[left + 1, 0], parts[left + 1, 1], parts[left + 1, 2], parts[left + 1, 3] = y0, z0, y1, z1
        axis = 0 if y1 - y0 >= z1 - z0 else 1
        parts[left, 2 + axis] = y if axis == 0 else z
        parts[left + 1, axis] = y if axis == 0 else z
        left += 2
    return False
