"""Compiled kernels: a second proof that nothing is seen, by a cross-section of all that stands between
(blockers fused: conservative visibility, Cohen-Or et al. 2003; inside and outside by winding numbers).

Where solids only touch or overlap (a parapet on a slab, two houses wall to wall) no single surface parts two
bodies, and following surfaces proves nothing at the joint. But cut the solids with a plane between the bodies, along
the face that a ray met or square to the sight: if all of the cut through the shaft lies inside one solid or another,
nothing passes. How deep inside a point is, is its winding number: surfaces crossed inwards less surfaces crossed
outwards, on any way there from outside. That takes closed surfaces; others are left out of the count.

A place also counts as inside if one beside it is, nearer than half of what a joint may be wide (`JOINT`). Where all
rays of the shaft run nearly one way, that may be where one of the beam's parallels passes: a gap that no beam fits
through is none.

The same cut also says how wide a round beam could be at most that passes it (`certify_narrow`).
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.ray_kernels import Floats, Ints, Longs, Soup, axes_of, hits, meets, parallel
from sim.geometry.sight.plane_cuts import is_all_narrow, is_all_solid
from sim.geometry.tolerance import BEAM_PULL, JOINT, PULL

CROSSED = 64  # surfaces that a ray may cross
CUTS = 160  # lines of a cross-section
THINNEST = 0.002  # solid that a plane is laid through: faces that lie on each other bound nothing to count from
TRIES = 3  # planes tried, the thickest solid first
ALONG = 0.15  # a plane is laid along no face that is seen at a flatter angle: this is its sine
SWAY = 0.25  # of the beam's half-width: where its parallels differ by more, no use is made of them


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
                if soup.arena.boxes[node, k] > high[k] or soup.arena.boxes[node, 3 + k] < low[k]:
                    apart = True
            if apart:
                continue
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
                if soup.arena.sound[q]:
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
    t = soup.arena.triangles
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
        if not soup.arena.sound[q]:
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
    t = soup.arena.triangles
    boxes = soup.arena.boxes
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
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
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
                cuts[m, 6] = soup.arena.sound[q]
                m += 1
    return m


@njit(cache=True)
def certify_by_section(
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
        if may_meet_box(soup.arena.triangles, found[i], frame, box_a):
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
        cosine = _face(soup.arena.triangles, face[which], way, n)
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
            if m >= 0 and is_all_narrow(cuts, m, depth, low, high, beam, parts, spent):
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
        if is_all_solid(cuts, m, depth, low, high, shifts, doubt, parts, spent):
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
