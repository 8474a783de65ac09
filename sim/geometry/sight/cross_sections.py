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

The same cut also says whether a round beam of some width could pass it (`certify_narrow`).
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.bvh import DEEP
from sim.geometry.ray.ray_kernels import Floats, Ints, Soup, hits, meets, parallel, point, ray_between
from sim.geometry.sight.plane_cuts import SHIFTS, Cut, Section, is_all_narrow, is_all_near, is_all_solid
from sim.geometry.sight.slicing import cut_surfaces, lay_plane
from sim.geometry.sight.workspace import CROSSED, Crossings, Shaft, Workspace
from sim.geometry.tolerance import BEAM, BEAM_PULL, JOINT, NO_LENGTH, PULL, THINNEST

__all__ = [
    "SWAY",
    "box_hits",
    "certify_barred",
    "certify_blocked_by_section",
    "certify_narrow",
    "cross_surfaces",
    "may_meet_box",
]

TRIES = 3  # planes tried, the thickest solid first
ALONG = 0.15  # a plane is laid along no face that is seen at a flatter angle: this is its sine
SWAY = 0.25  # of the beam's half-width: where its parallels differ by more, no use is made of them
PRICE = 20  # of work, to lay a plane
GRANT = 30_000  # of work on sections before one is a proof, and again for each that is
SHARE = 0.1  # of all work, for sections beyond that: through lattices and fences few are proofs, and they take long


@njit(cache=True)
def box_hits(soup: Soup, low: Floats, high: Floats, found: Ints) -> int:
    """Triangles whose tree leaves meet an upright box of the world: how many, -1 if there is no room for them."""
    stack = np.empty(DEEP, np.int32)
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


@njit_noref
def cross_surfaces(soup: Soup, a: Floats, b: Floats, found: Ints, crossings: Crossings) -> int:
    """Write the closed surfaces that are crossed from a to b: how many, or -1 where that is unclear."""
    number = hits(soup, point(a), point(b), 0.0, found)
    if number == found.shape[0]:
        return -1
    t = soup.arena.triangles
    along, step, triangle = crossings.along, crossings.step, crossings.triangle
    ray = ray_between(a, b)
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    m = 0
    for i in range(number):
        q = found[i]
        if not soup.arena.sound[q]:
            continue
        at, edge = meets(t, q, ray)
        if edge:
            return -1
        ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
        wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
        facing = dx * (uy * wz - uz * wy) + dy * (uz * wx - ux * wz) + dz * (ux * wy - uy * wx)
        k = m
        while k > 0 and along[k - 1] > at:
            along[k] = along[k - 1]
            step[k] = step[k - 1]
            triangle[k] = triangle[k - 1]
            k -= 1
        along[k] = at
        step[k] = 1 if facing < 0 else -1
        triangle[k] = q
        m += 1
    return m


@njit_noref
def _thickest(crossings: Crossings, number: int, thinner: float, least: float) -> tuple[int, int, float]:
    """The thickest solid on a ray that is thinner than `thinner` and not than `least`, in lengths of the ray: by which
    crossing it is entered, the winding number in it, and its thickness; the number is 0 where there is none."""
    along, step = crossings.along, crossings.step
    thickest, which, depth, running = least, 0, 0, 0
    for i in range(number - 1):
        running += step[i]
        thick = along[i + 1] - along[i]
        if running != 0 and thick > thickest and thick < thinner:
            thickest, which, depth = thick, i, running
    return which, depth, thickest


@njit_noref
def _face_normal(t: Floats, q: int, way: Floats, n: Floats) -> float:
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


@njit_noref
def _edge_along(t: Floats, q: int, out: Floats) -> None:
    """Write the direction of a triangle's second longest edge, of length 1: of a long face's half it is that along the
    face, for the longest is across it."""
    lengths = (_edge_length(t, q, 0), _edge_length(t, q, 1), _edge_length(t, q, 2))
    least, most = min(lengths), max(lengths)
    for e in range(3):
        if least <= lengths[e] < most or least == most:
            tail, head = 3 * e, 3 * (e + 1 if e < 2 else 0)
            for k in range(3):
                out[k] = (t[q, head + k] - t[q, tail + k]) / max(lengths[e], NO_LENGTH)
            if lengths[e] > least:
                return


@njit_noref
def _edge_length(t: Floats, q: int, e: int) -> float:
    tail, head = 3 * e, 3 * (e + 1 if e < 2 else 0)
    x, y, z = t[q, head] - t[q, tail], t[q, head + 1] - t[q, tail + 1], t[q, head + 2] - t[q, tail + 2]
    return float((x * x + y * y + z * z) ** 0.5)


@njit(cache=True)
def _is_free(soup: Soup, box: Floats, frame: Floats, found: Ints) -> bool:
    """Whether no closed surface comes into a box of the frame: all ways from it to a plane then count alike."""
    low = np.full(3, np.inf)
    high = np.full(3, -np.inf)
    for c in range(8):
        for k in range(3):
            v = 0.0
            for i in range(3):
                v += frame[i, k] * (box[i] if c & (1 << i) == 0 else box[3 + i])
            low[k] = min(low[k], v)
            high[k] = max(high[k], v)
    number = box_hits(soup, low, high, found)
    for i in range(number):
        if may_meet_box(soup.arena.triangles, found[i], frame, box):
            return False
    return number >= 0


@njit(cache=True)
def _aim(soup: Soup, work: Workspace, triangle: int, middle: float, way: Floats) -> tuple[float, float]:
    """Lay the section through a place of the shaft's ray, along the face of a triangle or, where that does not part
    the boxes, square to the sight: how far it is from the boxes, and the cosine between its normal and the ray."""
    shaft, section, frame = work.shaft, work.section, work.pair.axes
    n, at = section.normal, section.at
    for k in range(3):
        at[k] = shaft.a[k] + (shaft.b[k] - shaft.a[k]) * middle
    work.spent[0] += PRICE
    _edge_along(soup.arena.triangles, triangle, section.base[0])
    cosine = _face_normal(soup.arena.triangles, triangle, way, n)
    apart = lay_plane(shaft, frame, section) if cosine > ALONG else 0.0
    if apart <= 0:
        cosine = 0.0
        for k in range(3):
            n[k] = frame[0, k]
            cosine += n[k] * way[k]
        _edge_along(soup.arena.triangles, triangle, section.base[0])
        apart = lay_plane(shaft, frame, section)
    return apart, cosine


@njit_noref
def _shift(shaft: Shaft, section: Section, way: Floats, cosine: float, apart: float, turn: float) -> float:
    """Write where else a place of the section may be inside solids, and return how far that is off.

    These are the ways across half a joint; where all rays of the shaft run nearly one way, those to where the beam's
    parallels cross the plane. How far the parallels of the other rays cross it from where this ray's do is the doubt:
    they turn with the ray, and the flatter it meets the plane, the further a turn takes them.
    """
    shifts, n, base = section.shifts, section.normal, section.base
    sine = max(0.0, 1 - cosine * cosine) ** 0.5
    turned_by = BEAM * turn * (abs(way[2]) + sine / (cosine * cosine) + turn)
    if turned_by < SWAY * BEAM and apart > 2 * BEAM_PULL:
        for k in range(SHIFTS):
            x, y, z = parallel(shaft.a, shaft.b, k, BEAM)
            s = (n[0] * x + n[1] * y + n[2] * z) / cosine
            x, y, z = x - way[0] * s, y - way[1] * s, z - way[2] * s
            for i in range(2):
                shifts[k, i] = base[i, 0] * x + base[i, 1] * y + base[i, 2] * z
        return float(turned_by)
    for k in range(4):
        w = 0.5 * JOINT if k % 2 == 0 else -0.5 * JOINT
        shifts[k, 0] = shifts[k, 1] = 0.0
        shifts[k, k // 2] = w
        shifts[4 + k, 0], shifts[4 + k, 1] = w, 0.5 * JOINT if k < 2 else -0.5 * JOINT
    return 0.0


@njit(cache=True)
def _certify(soup: Soup, work: Workspace, turn: float, radius: float) -> bool:
    """As `certify_blocked_by_section`; with a radius above 0, as `certify_narrow`."""
    shaft, section, crossings = work.shaft, work.section, work.crossings
    number = cross_surfaces(soup, shaft.a, shaft.b, work.queue[:CROSSED], crossings)
    if number < 2 or not _is_free(soup, shaft.box_a, work.pair.axes, work.queue):
        return False
    a, b = shaft.a, shaft.b
    way = np.empty(3)
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    for k in range(3):
        way[k] = (b[k] - a[k]) / length
    thickness = np.inf
    for _ in range(TRIES):
        which, depth, thickness = _thickest(crossings, number, thickness, THINNEST / length)
        if depth == 0:
            return False
        middle = 0.5 * (crossings.along[which] + crossings.along[which + 1])
        apart, cosine = _aim(soup, work, crossings.triangle[which], middle, way)
        if apart <= 0 or cosine < ALONG:
            continue
        if radius > 0:
            if apart > 2 * BEAM_PULL:
                m = cut_surfaces(soup, section, 2 * radius)
                if m >= 0 and is_all_narrow(section, Cut(section.lines[:m], depth), radius, work.spent):
                    return True
            continue
        m = cut_surfaces(soup, section, 2 * BEAM / cosine)
        if m >= 0:
            doubt = _shift(shaft, section, way, cosine, apart, turn)
            if is_all_solid(section, Cut(section.lines[:m], depth), doubt, work.spent):
                return True
    return False


@njit(cache=True)
def _certify_within_grant(soup: Soup, work: Workspace, turn: float, radius: float) -> bool:
    """As `_certify`; False where such proofs have failed too often in this search."""
    effort = work.efforts[0 if radius == 0 else 1]
    if effort[0] > GRANT * (1 + effort[1]) + SHARE * work.spent[0]:
        return False
    before = work.spent[0]
    found = _certify(soup, work, turn, radius)
    effort[0] += work.spent[0] - before
    effort[1] += int(found)
    return found


@njit(cache=True)
def certify_blocked_by_section(soup: Soup, work: Workspace, turn: float) -> bool:
    """Whether a plane between the boxes of the workspace's shaft lies inside solids wherever the shaft meets it.

    `turn` is how much the rays of the shaft turn, as a tangent: where it is small, one of the beam's parallels may be
    what is inside.
    """
    return _certify_within_grant(soup, work, turn, 0.0)


@njit(cache=True)
def certify_narrow(soup: Soup, work: Workspace, radius: float) -> bool:
    """Whether there is a plane between the boxes of the workspace's shaft that no round beam of a radius passes."""
    return _certify_within_grant(soup, work, 0.0, radius)


@njit(cache=True)
def certify_barred(soup: Soup, work: Workspace, radius: float) -> bool:
    """Whether there is a plane between the boxes of the workspace's shaft that is nearer than a radius to surfaces
    everywhere, as bars or slats may be: no round beam of that radius passes it.

    What is a solid's inside is not asked: so the boxes may reach into something, and nothing need be closed but what
    the shaft's ray meets, where planes are tried.
    """
    shaft, section, crossings = work.shaft, work.section, work.crossings
    number = cross_surfaces(soup, shaft.a, shaft.b, work.queue[:CROSSED], crossings)
    way = np.empty(3)
    length = ((shaft.b[0] - shaft.a[0]) ** 2 + (shaft.b[1] - shaft.a[1]) ** 2 + (shaft.b[2] - shaft.a[2]) ** 2) ** 0.5
    for k in range(3):
        way[k] = (shaft.b[k] - shaft.a[k]) / length
    thickness = np.inf
    for _ in range(TRIES if number >= 2 else 0):
        which, depth, thickness = _thickest(crossings, number, thickness, THINNEST / length)
        if depth == 0:
            return False
        middle = 0.5 * (crossings.along[which] + crossings.along[which + 1])
        apart, cosine = _aim(soup, work, crossings.triangle[which], middle, way)
        if apart <= 2 * BEAM_PULL + radius or cosine < ALONG:
            continue
        m = cut_surfaces(soup, section, radius)
        if m > 0 and is_all_near(section, Cut(section.lines[:m], 0), radius, work.spent):
            return True
    return False


@njit_noref
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
