"""Compiled kernels: a second proof that nothing is seen, by a cross-section.

Where solids only touch or overlap (a parapet on a slab, two houses wall to wall) no single surface parts two
bodies, and following surfaces proves nothing at the joint. But cut the solids with a plane between the bodies, along
the face that a ray met or square to the sight: if all of the cut through the shaft lies inside one solid or another,
nothing passes. How deep inside a point is, is its winding number: surfaces crossed inwards less surfaces crossed
outwards, on any way there from outside. That takes closed surfaces; others are left out of the count.

A place also counts as inside if one beside it is, nearer than half of what a joint may be wide (`JOINT`). Where all
rays of the shaft run nearly one way, that may be where one of the beam's parallels passes: a gap that no beam fits
through is none.

The same cut also says how wide a round beam could be at most that passes it (`narrow`).
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.kernels import Floats, Ints, Longs, Soup, axes_of, hits, meets, parallel
from sim.geometry.tolerance import BEAM_PULL, JOINT, PULL

CROSSED = 64  # surfaces that a ray may cross
CUTS = 160  # lines of a cross-section
THINNEST = 0.002  # solid that a plane is laid through: faces that lie on each other bound nothing to count from
TRIES = 3  # planes tried, the thickest solid first
ALONG = 0.15  # a plane is laid along no face that is seen at a flatter angle: this is its sine
SWAY = 0.25  # of the beam's half-width: where its parallels differ by more, no use is made of them
PARTS = 600  # of a cross-section that are looked at
LEAST = 0.0008  # inches: smaller parts are as their middle is


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
def _depths(soup: Soup, a: Floats, b: Floats, found: Ints, along: Floats, step: Ints, which: Ints) -> int:
    """Closed surfaces crossed from a to b, in order: where, 1 inwards or -1 outwards, and by which triangle. How many,
    or -1 where that is unclear."""
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
            which[k] = which[k - 1]
            k -= 1
        along[k] = at
        step[k] = 1 if facing < 0 else -1
        which[k] = q
        m += 1
    return m


@njit(cache=True)
def _face(t: Floats, q: int, way: Floats, n: Floats) -> float:
    """Write the normal of a triangle, of length 1 and along a way; returns the cosine between them."""
    ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
    wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
    n[0], n[1], n[2] = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    long = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) ** 0.5
    cosine = n[0] * way[0] + n[1] * way[1] + n[2] * way[2]
    if long == 0:
        return 0.0
    if cosine < 0:
        long = -long
    for k in range(3):
        n[k] /= long
    return float(min(1.0, cosine / long))


@njit(cache=True)
def _laid(
    box_a: Floats, box_b: Floats, frame: Floats, n: Floats, at: Floats, base: Floats, low: Floats, high: Floats
) -> float:
    """Lay a plane through a place between two boxes and find where their shaft meets it.

    Args:
        n: (3,) its normal, of length 1, towards the second box.
        base: (2, 3) gets two directions in the plane; low, high: (2,) the rectangle along them, from `at`.

    Returns how far the plane is from the boxes: 0 or less where it does not part them.
    """
    length = (n[0] * n[0] + n[1] * n[1]) ** 0.5
    if length > 0.2:
        base[0, 0], base[0, 1], base[0, 2] = -n[1] / length, n[0] / length, 0.0
    else:
        length = (n[1] * n[1] + n[2] * n[2]) ** 0.5
        base[0, 0], base[0, 1], base[0, 2] = 0.0, -n[2] / length, n[1] / length
    base[1, 0] = n[1] * base[0, 2] - n[2] * base[0, 1]
    base[1, 1] = n[2] * base[0, 0] - n[0] * base[0, 2]
    base[1, 2] = n[0] * base[0, 1] - n[1] * base[0, 0]
    corner = np.empty((16, 3))  # of both boxes: the height over the plane, and where in it
    apart = np.inf
    for c in range(16):
        box = box_a if c < 8 else box_b
        h = u = v = 0.0
        for k in range(3):
            w = -at[k]
            for i in range(3):
                w += frame[i, k] * (box[i] if c & (1 << i) == 0 else box[3 + i])
            h += n[k] * w
            u += base[0, k] * w
            v += base[1, k] * w
        corner[c, 0], corner[c, 1], corner[c, 2] = h, u, v
        apart = min(apart, -h if c < 8 else h)
    if apart <= 1e-6:
        return 0.0
    low[:] = np.inf
    high[:] = -np.inf
    for c in range(8):
        for e in range(8, 16):
            s = corner[c, 0] / (corner[c, 0] - corner[e, 0])
            for k in range(2):
                w = corner[c, 1 + k] + (corner[e, 1 + k] - corner[c, 1 + k]) * s
                low[k] = min(low[k], w)
                high[k] = max(high[k], w)
    return float(apart)


@njit(cache=True)
def _cut_along(
    soup: Soup, n: Floats, at: Floats, base: Floats, low: Floats, high: Floats, margin: float, cuts: Floats
) -> int:
    """Lines (u, v, u, v, normal u, v, sound) where surfaces cross a rectangle of a plane, as `_laid` has it: how many,
    or -1."""
    world_low = np.empty(3)
    world_high = np.empty(3)
    level = 0.0
    for k in range(3):
        world_low[k] = at[k] - 1e-6
        world_high[k] = at[k] + 1e-6
        level += n[k] * at[k]
        for i in range(2):
            one, two = base[i, k] * (low[i] - margin), base[i, k] * (high[i] + margin)
            world_low[k] += min(one, two)
            world_high[k] += max(one, two)
    t = soup.forest.triangles
    boxes = soup.forest.boxes
    stack = np.empty(96, np.int32)
    h = np.empty(3)
    m = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            apart = False
            least = most = -level
            for k in range(3):
                if boxes[node, k] > world_high[k] or boxes[node, 3 + k] < world_low[k]:
                    apart = True
                one, two = n[k] * boxes[node, k], n[k] * boxes[node, 3 + k]
                least += min(one, two)
                most += max(one, two)
            if apart or least > 0 or most < 0:
                continue
            if soup.forest.leaf[node] == 0:
                stack[depth] = soup.forest.left[node]
                stack[depth + 1] = soup.forest.left[node] + 1
                depth += 2
                continue
            for q in range(soup.forest.first[node], soup.forest.first[node] + soup.forest.leaf[node]):
                above = 0
                for c in range(3):
                    h[c] = n[0] * t[q, 3 * c] + n[1] * t[q, 3 * c + 1] + n[2] * t[q, 3 * c + 2] - level
                    if h[c] >= 0:
                        above += 1
                if above == 0 or above == 3:
                    continue
                if m == cuts.shape[0]:
                    return -1
                end = 0
                for c in range(3):
                    o = c + 1 if c < 2 else 0
                    if (h[c] >= 0) != (h[o] >= 0):
                        s = h[c] / (h[c] - h[o])
                        for i in range(2):
                            w = 0.0
                            for k in range(3):
                                w += base[i, k] * (t[q, 3 * c + k] + (t[q, 3 * o + k] - t[q, 3 * c + k]) * s - at[k])
                            cuts[m, 2 * end + i] = w
                        end += 1
                for i in range(2):
                    if (
                        min(cuts[m, i], cuts[m, 2 + i]) > high[i] + margin
                        or max(cuts[m, i], cuts[m, 2 + i]) < low[i] - margin
                    ):
                        end = 0
                if end < 2:
                    continue
                ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
                wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
                nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
                cuts[m, 4] = base[0, 0] * nx + base[0, 1] * ny + base[0, 2] * nz
                cuts[m, 5] = base[1, 0] * nx + base[1, 1] * ny + base[1, 2] * nz
                cuts[m, 6] = soup.forest.sound[q]
                m += 1
    return m


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
def _solid(
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
def _choked(
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


@njit(cache=True)
def walled(
    soup: Soup,
    box_a: Floats,
    box_b: Floats,
    a: Floats,
    b: Floats,
    frame: Floats,
    found: Ints,
    beam: float,
    turn: float,
    spent: Longs,
) -> bool:
    """Whether a plane between two boxes lies inside solids wherever their shaft meets it; a-b is a ray of the shaft.

    `turn` is how much the rays of the shaft turn, as a tangent: where it is small, one of the beam's parallels may be
    what is inside. With `turn` below 0, whether no round beam passes the plane whose radius is `beam`.
    `spent` counts the work: one for about as much as following a surface over one triangle.
    """
    along = np.empty(CROSSED)
    step = np.empty(CROSSED, np.int32)
    face = np.empty(CROSSED, np.int32)
    number = _depths(soup, a, b, found[:CROSSED], along, step, face)
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
    way = np.empty(3)
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    for k in range(3):
        way[k] = (b[k] - a[k]) / length
    inside = box_hits(soup, low3, high3, found)
    if inside < 0:
        return False
    for i in range(inside):
        if may_meet_box(soup.forest.triangles, found[i], frame, box_a):
            return False
    cuts = np.empty((CUTS, 7))
    parts = np.empty((64, 4))
    low, high = np.empty(2), np.empty(2)
    base = np.empty((2, 3))
    n = np.empty(3)
    at = np.empty(3)
    shifts = np.empty((8, 2))
    beyond = np.inf
    for _ in range(TRIES):
        thickest = THINNEST / length
        middle = 0.0
        depth = 0
        running = 0
        which = 0
        for i in range(number - 1):
            running += step[i]
            thick = along[i + 1] - along[i]
            if running != 0 and thick > thickest and thick < beyond:
                thickest = thick
                middle = 0.5 * (along[i] + along[i + 1])
                depth = running
                which = i
        if depth == 0:
            return False
        beyond = thickest
        for k in range(3):
            at[k] = a[k] + (b[k] - a[k]) * middle
        spent[0] += 20
        cosine = _face(soup.forest.triangles, face[which], way, n)
        apart = _laid(box_a, box_b, frame, n, at, base, low, high) if cosine > ALONG else 0.0
        if apart <= 0:
            cosine = 0.0
            for k in range(3):
                n[k] = frame[0, k]
                cosine += n[k] * way[k]
            apart = _laid(box_a, box_b, frame, n, at, base, low, high)
        if apart <= 0 or cosine < ALONG:
            continue
        if turn < 0:
            if apart <= 2 * BEAM_PULL:
                continue
            m = _cut_along(soup, n, at, base, low, high, 2 * beam, cuts)
            if m >= 0 and _choked(cuts, m, depth, low, high, beam, parts, spent):
                return True
            continue
        m = _cut_along(soup, n, at, base, low, high, 2 * beam / cosine, cuts)
        if m < 0:
            continue
        doubt = 0.0
        for k in range(4):
            w = 0.5 * JOINT if k % 2 == 0 else -0.5 * JOINT
            shifts[k, 0] = shifts[k, 1] = 0.0
            shifts[k, k // 2] = w
            shifts[4 + k, 0], shifts[4 + k, 1] = w, 0.5 * JOINT if k < 2 else -0.5 * JOINT
        # How far the parallels of the other rays cross the plane from where this ray's do: they turn with the ray, and
        # the flatter it meets the plane, the further a turn takes them.
        sine = max(0.0, 1 - cosine * cosine) ** 0.5
        turned_by = beam * turn * (abs(way[2]) + sine / (cosine * cosine) + turn)
        if turned_by < SWAY * beam and apart > 2 * BEAM_PULL:
            doubt = turned_by
            for k in range(8):
                x, y, z = parallel(a, b, k, beam)
                s = (n[0] * x + n[1] * y + n[2] * z) / cosine
                x, y, z = x - way[0] * s, y - way[1] * s, z - way[2] * s
                for i in range(2):
                    shifts[k, i] = base[i, 0] * x + base[i, 1] * y + base[i, 2] * z
        if _solid(cuts, m, depth, low, high, shifts, doubt, parts, spent):
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
