"""Compiled kernels: a second proof that nothing is seen, by a cross-section.

Where solids only touch or overlap (a parapet on a slab, two houses wall to wall) no single surface parts two
bodies, and following surfaces proves nothing at the joint. But cut the solids with a plane between the bodies: if
all of the cut through the shaft lies inside one solid or another, nothing passes. How deep inside a point is, is
its winding number: surfaces crossed inwards less surfaces crossed outwards, on any way there from outside. That
takes closed surfaces; others are left out of the count.

A gap is looked into at `SLIVER` from its edges, so cracks are passed over. Where all rays of the shaft run nearly
one way, a place also counts as inside if one of the beam's parallels would be: then it is looked at again a beam's
width from the edges, and a gap that no beam fits through is none.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.kernels import Floats, Ints, Soup, axes_of, hits, meets
from sim.geometry.tolerance import BEAM, BEAM_PULL, PULL

SLIVER = 0.0015
CROSSED = 64  # surfaces that a ray may cross
CUTS = 128  # lines of a cross-section
THINNEST = 0.01  # solid that a plane is laid through: faces that lie on each other bound nothing to count from
TRIES = 3  # planes tried, the thickest solid first
STEP = 0.01  # along a line of a cross-section, between the places looked at
FINE_STEP = 0.001  # where it matters whether a beam fits


@njit(cache=True)
def box_hits(soup: Soup, low: Floats, high: Floats, found: Ints) -> int:
    """Triangles whose tree leaves meet an upright box of the world: how many, -1 if there is no room for them."""
    stack = np.empty(96, np.int32)
    number = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            apart = False
            for k in range(3):
                if soup.forest.boxes[node, k] > high[k] or soup.forest.boxes[node, 3 + k] < low[k]:
                    apart = True
            if apart:
                continue
            if soup.forest.leaf[node] == 0:
                stack[depth] = soup.forest.left[node]
                stack[depth + 1] = soup.forest.left[node] + 1
                depth += 2
                continue
            for q in range(soup.forest.first[node], soup.forest.first[node] + soup.forest.leaf[node]):
                if soup.forest.sound[q]:
                    if number == found.shape[0]:
                        return -1
                    found[number] = q
                    number += 1
    return number


@njit(cache=True)
def _depths(soup: Soup, a: Floats, b: Floats, found: Ints, along: Floats, step: Ints) -> int:
    """Closed surfaces crossed from a to b, in order: where, and 1 inwards or -1 outwards. -1 where that is unclear."""
    number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], 0.0, found)
    if number == found.shape[0]:
        return -1
    t = soup.forest.triangles
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    o = (a[0], a[1], a[2])
    sz = 1.0 / d[z]
    sx = d[x] * sz
    sy = d[y] * sz
    m = 0
    for i in range(number):
        q = found[i]
        if not soup.forest.sound[q]:
            continue
        at, edge = meets(t, q, o, x, y, z, sx, sy, sz)
        if edge:
            return -1
        ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
        wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
        facing = dx * (uy * wz - uz * wy) + dy * (uz * wx - ux * wz) + dz * (ux * wy - uy * wx)
        k = m
        while k > 0 and along[k - 1] > at:
            along[k] = along[k - 1]
            step[k] = step[k - 1]
            k -= 1
        along[k] = at
        step[k] = 1 if facing < 0 else -1
        m += 1
    return m


@njit(cache=True)
def _cut_at(soup: Soup, frame: Floats, x0: float, low: Floats, high: Floats, found: Ints, cuts: Floats) -> int:
    """Lines (y, z, y, z, normal y, z) where closed surfaces cross a rectangle of the plane x = x0: how many, or -1."""
    corner_low = np.full(3, np.inf)
    corner_high = np.full(3, -np.inf)
    for c in range(4):
        y = low[0] - 2 * BEAM if c & 1 == 0 else high[0] + 2 * BEAM
        z = low[1] - 2 * BEAM if c & 2 == 0 else high[1] + 2 * BEAM
        for k in range(3):
            v = frame[0, k] * x0 + frame[1, k] * y + frame[2, k] * z
            corner_low[k] = min(corner_low[k], v - 1e-6)
            corner_high[k] = max(corner_high[k], v + 1e-6)
    number = box_hits(soup, corner_low, corner_high, found)
    if number < 0:
        return -1
    v = np.empty((3, 3))
    m = 0
    for i in range(number):
        q = found[i]
        above = 0
        for c in range(3):
            for k in range(3):
                v[c, k] = (
                    frame[k, 0] * soup.forest.triangles[q, 3 * c]
                    + frame[k, 1] * soup.forest.triangles[q, 3 * c + 1]
                    + frame[k, 2] * soup.forest.triangles[q, 3 * c + 2]
                )
            if v[c, 0] >= x0:
                above += 1
        if above == 0 or above == 3:
            continue
        if m == cuts.shape[0]:
            return -1
        end = 0
        for c in range(3):
            n = (c + 1) % 3
            if (v[c, 0] >= x0) != (v[n, 0] >= x0):
                s = (x0 - v[c, 0]) / (v[n, 0] - v[c, 0])
                cuts[m, 2 * end] = v[c, 1] + (v[n, 1] - v[c, 1]) * s
                cuts[m, 2 * end + 1] = v[c, 2] + (v[n, 2] - v[c, 2]) * s
                end += 1
        for k in range(2):
            if (
                min(cuts[m, k], cuts[m, 2 + k]) > high[k] + 2 * BEAM
                or max(cuts[m, k], cuts[m, 2 + k]) < low[k] - 2 * BEAM
            ):
                end = 0
        if end < 2:
            continue
        ux, uy, uz = v[1, 0] - v[0, 0], v[1, 1] - v[0, 1], v[1, 2] - v[0, 2]
        wx, wy, wz = v[2, 0] - v[0, 0], v[2, 1] - v[0, 1], v[2, 2] - v[0, 2]
        cuts[m, 4] = uz * wx - ux * wz
        cuts[m, 5] = ux * wy - uy * wx
        m += 1
    return m


@njit(cache=True)
def _side(ay: float, az: float, by: float, bz: float, py: float, pz: float) -> float:
    return (by - ay) * (pz - az) - (bz - az) * (py - ay)


@njit(cache=True)
def _depth_at(cuts: Floats, m: int, depth: int, sy: float, sz: float, py: float, pz: float) -> int:
    """The winding number at a point of the plane, known at another: by the lines crossed on the way. 0 in doubt."""
    for i in range(m):
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
def _within(
    ay: float, az: float, by: float, bz: float, low: Floats, high: Floats, margin: float
) -> tuple[float, float]:
    """From where to where a line runs in a rectangle, or so much beyond it, in shares of its length."""
    start = 0.0
    end = 1.0
    for k in range(2):
        at, way = (ay, by - ay) if k == 0 else (az, bz - az)
        least, most = low[k] - margin - at, high[k] + margin - at
        if abs(way) < 1e-15:
            if least > 0 or most < 0:
                return 1.0, 0.0
        else:
            start = max(start, min(least / way, most / way))
            end = min(end, max(least / way, most / way))
    return start, end


@njit(cache=True)
def _closed_at(cuts: Floats, m: int, depth: int, sy: float, sz: float, py: float, pz: float, beam: float) -> bool:
    """Whether nothing passes at a point of the plane: no ray, or, with a `beam`, not all its five."""
    if _depth_at(cuts, m, depth, sy, sz, py, pz) != 0:
        return True
    if beam > 0:
        for k in range(4):
            w = beam if k % 2 == 0 else -beam
            y, z = (py + w, pz) if k < 2 else (py, pz + w)
            if _depth_at(cuts, m, depth, sy, sz, y, z) != 0:
                return True
    return False


@njit(cache=True)
def _solid(
    cuts: Floats, m: int, depth: int, sy: float, sz: float, low: Floats, high: Floats, splits: Floats, beam: float
) -> bool:
    """Whether every part of the rectangle is inside a solid: looked at on both sides of every line in it."""
    if depth == 0:
        return False
    for c in range(4):
        y = low[0] if c & 1 == 0 else high[0]
        z = low[1] if c & 2 == 0 else high[1]
        if not _closed_at(cuts, m, depth, sy, sz, y, z, beam):
            return False
    for i in range(m):
        ay, az, by, bz = cuts[i, 0], cuts[i, 1], cuts[i, 2], cuts[i, 3]
        length = ((by - ay) ** 2 + (bz - az) ** 2) ** 0.5
        if length < 1e-9:
            continue
        ny, nz = -(bz - az) / length, (by - ay) / length
        start, end = _within(ay, az, by, bz, low, high, 2 * BEAM)
        if start >= end:
            continue
        number = 2
        splits[0] = start
        splits[1] = end
        # What lies in the rectangle itself is looked at by itself, however short it is.
        enters, leaves = _within(ay, az, by, bz, low, high, 0.0)
        if enters < leaves:
            splits[2] = enters
            splits[3] = leaves
            number = 4
        for j in range(m):
            p = _side(ay, az, by, bz, cuts[j, 0], cuts[j, 1])
            q = _side(ay, az, by, bz, cuts[j, 2], cuts[j, 3])
            if (p > 0) != (q > 0):
                s = p / (p - q)
                y = cuts[j, 0] + (cuts[j, 2] - cuts[j, 0]) * s
                z = cuts[j, 1] + (cuts[j, 3] - cuts[j, 1]) * s
                t = ((y - ay) * (by - ay) + (z - az) * (bz - az)) / (length * length)
                if t > start and t < end:
                    splits[number] = t
                    number += 1
        ordered = np.sort(splits[:number])
        for k in range(number - 1):
            piece = (ordered[k + 1] - ordered[k]) * length
            if piece < 1e-7:
                continue
            places = int(piece / (STEP if beam == 0 else FINE_STEP)) + 1
            for w in range(places):
                t = ordered[k] + (ordered[k + 1] - ordered[k]) * (w + 0.5) / places
                y, z = ay + (by - ay) * t, az + (bz - az) * t
                for side in range(4 if beam > 0 else 2):
                    off = SLIVER if side < 2 else 1.125 * beam
                    if side % 2 == 1:
                        off = -off
                    py, pz = y + ny * off, z + nz * off
                    if py < low[0] or py > high[0] or pz < low[1] or pz > high[1]:
                        continue
                    if not _closed_at(cuts, m, depth, sy, sz, py, pz, beam):
                        return False
    return True


@njit(cache=True)
def walled(
    soup: Soup, box_a: Floats, box_b: Floats, a: Floats, b: Floats, frame: Floats, found: Ints, beam: float
) -> bool:
    """Whether a plane between two boxes lies inside solids wherever their shaft meets it; a-b is a ray of the shaft.

    `beam` is the beam's half-width where the rays of the shaft run nearly one way, else 0.
    """
    along = np.empty(CROSSED)
    step = np.empty(CROSSED, np.int32)
    number = _depths(soup, a, b, found[:CROSSED], along, step)
    if number < 2:
        return False
    # All ways from one box count alike only if no closed surface is in it.
    low3 = np.full(3, np.inf)
    high3 = np.full(3, -np.inf)
    for c in range(8):
        for k in range(3):
            v = 0.0
            for i in range(3):
                v += frame[i, k] * (box_a[i] if c & (1 << i) == 0 else box_a[3 + i])
            low3[k] = min(low3[k], v)
            high3[k] = max(high3[k], v)
    inside = box_hits(soup, low3, high3, found)
    if inside < 0:
        return False
    for i in range(inside):
        if may_meet_box(soup.forest.triangles, found[i], frame, box_a):
            return False
    xa = frame[0, 0] * a[0] + frame[0, 1] * a[1] + frame[0, 2] * a[2]
    xb = frame[0, 0] * b[0] + frame[0, 1] * b[1] + frame[0, 2] * b[2]
    low = np.empty(2)
    high = np.empty(2)
    cuts = np.empty((CUTS, 6))
    splits = np.empty(CUTS + 4)
    beyond = np.inf
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    for _ in range(TRIES):
        thickest = THINNEST / length
        middle = 0.0
        depth = 0
        running = 0
        for i in range(number - 1):
            running += step[i]
            thick = along[i + 1] - along[i]
            if running != 0 and thick > thickest and thick < beyond:
                thickest = thick
                middle = 0.5 * (along[i] + along[i + 1])
                depth = running
        if depth == 0:
            return False
        beyond = thickest
        x0 = xa + (xb - xa) * middle
        if x0 <= box_a[3] or x0 >= box_b[0]:
            continue
        first = (x0 - box_a[3]) / (box_b[3] - box_a[3])
        last = (x0 - box_a[0]) / (box_b[0] - box_a[0])
        for k in range(2):
            low[k] = min(
                box_a[k + 1] + (box_b[k + 1] - box_a[k + 1]) * first,
                box_a[k + 1] + (box_b[k + 1] - box_a[k + 1]) * last,
            )
            high[k] = max(
                box_a[k + 4] + (box_b[k + 4] - box_a[k + 4]) * first,
                box_a[k + 4] + (box_b[k + 4] - box_a[k + 4]) * last,
            )
        m = _cut_at(soup, frame, x0, low, high, found, cuts)
        if m < 0:
            continue
        at_y = 0.0
        at_z = 0.0
        for k in range(3):
            p = a[k] + (b[k] - a[k]) * middle
            at_y += frame[1, k] * p
            at_z += frame[2, k] * p
        clear_of_ends = min(x0 - box_a[3], box_b[0] - x0) > 2 * BEAM_PULL
        if _solid(cuts, m, depth, at_y, at_z, low, high, splits, beam if clear_of_ends else 0.0):
            return True
    return False


@njit(cache=True)
def may_meet_box(t: Floats, q: int, frame: Floats, box: Floats) -> bool:
    """Whether a triangle may come within a ray's pull of a box of the frame: by its own box, and by its plane."""
    for k in range(3):
        x, y, z = frame[k, 0], frame[k, 1], frame[k, 2]
        a = x * t[q, 0] + y * t[q, 1] + z * t[q, 2]
        b = x * t[q, 3] + y * t[q, 4] + z * t[q, 5]
        c = x * t[q, 6] + y * t[q, 7] + z * t[q, 8]
        if max(a, b, c) < box[k] - 2 * PULL or min(a, b, c) > box[3 + k] + 2 * PULL:
            return False
    ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
    wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
    nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    d = -(nx * t[q, 0] + ny * t[q, 1] + nz * t[q, 2])
    r = 1e-12
    for k in range(3):
        n = frame[k, 0] * nx + frame[k, 1] * ny + frame[k, 2] * nz
        d += n * 0.5 * (box[k] + box[3 + k])
        r += abs(n) * (0.5 * (box[3 + k] - box[k]) + 2 * PULL)
    return bool(abs(d) <= r)
