"""Compiled kernels: a third proof that nothing is seen, by everything that stands in a shaft, taken together.

One wall behind another, or a louvre: no surface and no cross-section parts two bodies, yet nothing passes. So
everything in the shaft of a cell is laid over one plane, along the middle of the shaft, as Durand and others do in
"Conservative visibility preprocessing using extended projections" (2000). What is laid there are the outlines of
surfaces; a ray through a place of the plane crosses as many surfaces as lie over that place, unless it turns away from
the middle so much that it passes an outline on the other side. By how much it can is known: the further from the plane
an outline stands, the more; for a small cell, by little.

So a part of the plane is closed if more surfaces lie over its middle than there are outlines that a ray through the
part may be beyond. The plane is halved until all its parts are closed, or one of them is found open.

Any set of triangles makes a proof: outlines are the edges beyond which the set does not go on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.ray_kernels import Floats, Ints, Longs, Soup
from sim.geometry.tolerance import BEAM_PULL, JOINT

OUTLINES = 500  # at most, in one shaft
WORTH = 1500  # work on one plane: more is better spent on smaller cells
HELD = 64  # parts of a plane at once
SMALLEST = 0.0005  # inches: no part is halved that is smaller
WELDED = 2e-5  # corners that are one may lie so far from each other
OPEN, UNCLEAR, NARROW, CLOSED = range(4)
TU, TV, HU, HV, REACH_U, REACH_V, TWIST = range(7)
"""Columns of an outline: it runs from the place (TU, TV) to (HU, HV), its surface to its left. A ray through a place of
the plane may be so far beside that place where the outline is; and how much that differs along the outline."""


class Tube(NamedTuple):
    """The rays of a cell by where they cross two planes square to the sight. In the frame of the pair: along the
    sight, to its side, upwards."""

    near: float  # along the sight
    far: float
    middle_near: Floats  # (2,) of the rectangle that they cross, to the side and upwards
    middle_far: Floats
    half_near: Floats  # (2,) half its sides
    half_far: Floats


class Plane(NamedTuple):
    """Outlines on one plane square to the sight, measured from where the middle ray of a tube crosses it."""

    outlines: Floats  # (n, 7), as the columns above, those of a surface in a row
    first: Ints  # of each surface, and their end
    half_u: float  # of the rectangle that the rays of the tube cross
    half_v: float


@njit(cache=True)
def tube_of(box_a: Floats, box_b: Floats) -> Tube:
    """The rays between two boxes that stand one behind the other: `far` is below `near` where they do not."""
    near, far = box_a[3], box_b[0]
    middle_near, middle_far, half_near, half_far = np.empty(2), np.empty(2), np.empty(2), np.empty(2)
    # a ray runs on from its end to the plane, and may have drawn nearer to the other box by so much
    on_a = (box_a[3] - box_a[0]) / max(far - box_a[0], 1e-9)
    on_b = (box_b[3] - box_b[0]) / max(box_b[3] - near, 1e-9)
    for k in range(2):
        a0, a1, b0, b1 = box_a[1 + k], box_a[4 + k], box_b[1 + k], box_b[4 + k]
        low, high = min(a0, a0 + on_a * (b0 - a0)), max(a1, a1 + on_a * (b1 - a1))
        middle_near[k], half_near[k] = 0.5 * (low + high), 0.5 * (high - low)
        low, high = min(b0, b0 + on_b * (a0 - b0)), max(b1, b1 + on_b * (a1 - b1))
        middle_far[k], half_far[k] = 0.5 * (low + high), 0.5 * (high - low)
    return Tube(near, far, middle_near, middle_far, half_near, half_far)


@njit(cache=True)
def _laid_out(tube: Tube, frame: Floats, axes: Floats) -> None:
    """Rows (x, y, z, constant) that take a place of the world to how far it is between the planes of a tube, from 0 to
    1, and how far to the side and upwards from its middle ray."""
    long = tube.far - tube.near
    for k in range(3):
        axes[0, k] = frame[0, k] / long
    axes[0, 3] = -tube.near / long
    for i in range(2):
        slope = tube.middle_far[i] - tube.middle_near[i]
        for k in range(3):
            axes[1 + i, k] = frame[1 + i, k] - slope * axes[0, k]
        axes[1 + i, 3] = -tube.middle_near[i] - slope * axes[0, 3]


@njit(cache=True)
def _gathered(
    soup: Soup, tube: Tube, axes: Floats, ends: float, grow: float, base: int, found: Ints, spent: Longs
) -> int:
    """Triangles that may stand in a tube, wholly between its planes (`ends` inches off) and facing its near one (all,
    where a surface is open): how many, -1 if there is no room for them. Each is marked in `seen`: `base`, and twice its
    place in `found`, and 1 if it faces the far plane."""
    margin = ends / (tube.far - tube.near)
    t, boxes = soup.arena.triangles, soup.arena.boxes
    stack = np.empty(96, np.int32)
    c, h = np.empty(3), np.empty(3)
    p = np.empty((3, 3))
    number = visits = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            visits += 1
            for i in range(3):
                c[i], h[i] = axes[i, 3], 0.0
                for k in range(3):
                    c[i] += axes[i, k] * 0.5 * (boxes[node, k] + boxes[node, 3 + k])
                    h[i] += abs(axes[i, k]) * 0.5 * (boxes[node, 3 + k] - boxes[node, k])
            if c[0] + h[0] < margin or c[0] - h[0] > 1 - margin:
                continue
            apart = False
            for i in range(2):
                one = tube.half_near[i] + (tube.half_far[i] - tube.half_near[i]) * max(0.0, c[0] - h[0])
                two = tube.half_near[i] + (tube.half_far[i] - tube.half_near[i]) * min(1.0, c[0] + h[0])
                if abs(c[1 + i]) - h[1 + i] > max(one, two) + grow:
                    apart = True
            if apart:
                continue
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
                for v in range(3):
                    for i in range(3):
                        p[v, i] = axes[i, 3]
                        for k in range(3):
                            p[v, i] += axes[i, k] * t[q, 3 * v + k]
                first, last = min(p[0, 0], p[1, 0], p[2, 0]), max(p[0, 0], p[1, 0], p[2, 0])
                if first < margin or last > 1 - margin:
                    continue
                apart = False
                for i in range(2):
                    one = tube.half_near[i] + (tube.half_far[i] - tube.half_near[i]) * first
                    two = tube.half_near[i] + (tube.half_far[i] - tube.half_near[i]) * last
                    most = max(one, two) + grow
                    if min(p[0, 1 + i], p[1, 1 + i], p[2, 1 + i]) > most:
                        apart = True
                    if max(p[0, 1 + i], p[1, 1 + i], p[2, 1 + i]) < -most:
                        apart = True
                if apart:
                    continue
                area = (p[1, 1] - p[0, 1]) * (p[2, 2] - p[0, 2]) - (p[1, 2] - p[0, 2]) * (p[2, 1] - p[0, 1])
                if area == 0 or (area > 0 and soup.arena.sound[q]):
                    continue
                if number == found.shape[0]:
                    return -1
                soup.arena.seen[q] = base + 2 * number + (area > 0)
                found[number] = q
                number += 1
    spent[0] += visits // 8 + number // 4
    return number


@njit(cache=True)
def _root(parent: Ints, i: int) -> int:
    """The one that stands for a set of numbers (union-find with path halving)."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@njit(cache=True)
def _edges(soup: Soup, axes: Floats, found: Ints, number: int, base: int, parent: Ints, rows: Floats) -> int:
    """Write the edges beyond which the surfaces of some triangles end, as rows (place, place, triangle), each place as
    `axes` has it: how many, -1 without room. `parent` joins the triangles that hang together."""
    t, seen = soup.arena.triangles, soup.arena.seen
    m = 0
    for j in range(number):
        parent[j] = j
    for j in range(number):
        q = found[j]
        for e in range(3):
            n = soup.arena.beyond[q, e]
            if n >= 0 and seen[n] >= base and (seen[n] - base) & 1 == (seen[q] - base) & 1:
                parent[_root(parent, j)] = _root(parent, (seen[n] - base) >> 1)
                continue
            if m == rows.shape[0]:
                return -1
            tail, head = 3 * e, 3 * (e + 1 if e < 2 else 0)
            if (seen[q] - base) & 1 == 0:  # front faces turn right as they are looked at
                tail, head = head, tail
            for i in range(3):
                rows[m, i] = rows[m, 3 + i] = axes[i, 3]
                for k in range(3):
                    rows[m, i] += axes[i, k] * t[q, tail + k]
                    rows[m, 3 + i] += axes[i, k] * t[q, head + k]
            rows[m, 6] = j
            m += 1
    return m


@njit(cache=True)
def _without_seams(rows: Floats, m: int, long: float, parent: Ints) -> int:
    """Leave out the edges that lie on each other, where two surfaces go on as one: a joint between them is closed."""
    key = np.empty(m)
    for i in range(m):
        key[i] = (
            rows[i, 0] * long + rows[i, 3] * long + 1.3 * (rows[i, 1] + rows[i, 4]) + 1.7 * (rows[i, 2] + rows[i, 5])
        )
    order = np.argsort(key)
    gone = np.zeros(m, np.uint8)
    for i in range(m):
        one = order[i]
        if gone[one]:
            continue
        for j in range(i + 1, m):
            two = order[j]
            if key[two] - key[one] > 8 * JOINT:
                break
            if gone[two]:
                continue
            tails = ((rows[one, 0] - rows[two, 3]) * long) ** 2
            heads = ((rows[one, 3] - rows[two, 0]) * long) ** 2
            for k in range(1, 3):
                tails += (rows[one, k] - rows[two, 3 + k]) ** 2
                heads += (rows[one, 3 + k] - rows[two, k]) ** 2
            if max(tails, heads) < JOINT * JOINT:
                gone[one] = gone[two] = 1
                parent[_root(parent, int(rows[one, 6]))] = _root(parent, int(rows[two, 6]))
                break
    left = 0
    for i in range(m):
        if not gone[i]:
            rows[left] = rows[i]
            left += 1
    return left


@njit(cache=True)
def _outlines(soup: Soup, tube: Tube, axes: Floats, found: Ints, number: int, base: int) -> Plane:
    """Lay the outlines of triangles over the plane that is in the midst of them. No outlines: there was no room."""
    rows = np.empty((OUTLINES, 7))
    parent = np.empty(number, np.int32)
    m = _edges(soup, axes, found, number, base, parent, rows)
    if m > 0:
        m = _without_seams(rows, m, tube.far - tube.near, parent)
    lines = np.empty((max(m, 0), 7))
    first = np.empty(max(m, 0) + 1, np.int32)
    if m <= 0:
        return Plane(lines, first[:1], 0.0, 0.0)
    at = 0.0
    surface = np.empty(m, np.int32)
    for i in range(m):
        at += (rows[i, 0] + rows[i, 3]) / (2 * m)
        surface[i] = _root(parent, int(rows[i, 6]))
    order = np.argsort(surface)
    turn_u, turn_v = tube.half_near[0] + tube.half_far[0], tube.half_near[1] + tube.half_far[1]
    count = 0
    for i in range(m):
        row = rows[order[i]]
        if i == 0 or surface[order[i]] != surface[order[i - 1]]:
            first[count] = i
            count += 1
        off = max(abs(row[0] - at), abs(row[3] - at))
        lines[i, TU], lines[i, TV], lines[i, HU], lines[i, HV] = row[1], row[2], row[4], row[5]
        lines[i, REACH_U], lines[i, REACH_V] = off * turn_u + 1e-6, off * turn_v + 1e-6
        lines[i, TWIST] = 2 * abs(row[0] - row[3]) * (turn_u + turn_v) + 1e-6
    first[count] = m
    return Plane(
        lines,
        first[: count + 1],
        tube.half_near[0] + (tube.half_far[0] - tube.half_near[0]) * at,
        tube.half_near[1] + (tube.half_far[1] - tube.half_near[1]) * at,
    )


@njit(cache=True)
def _looked_at(plane: Plane, u: float, v: float, half_u: float, half_v: float, radius: float) -> int:
    """CLOSED if no ray passes a part of the plane with its middle at u, v; OPEN if one passes its middle, however small
    it is made. NARROW if some may pass, but none that stays as far as a radius from all outlines."""
    looked = OPEN
    for i in range(plane.first.shape[0] - 1):
        one = _under(plane.outlines[plane.first[i] : plane.first[i + 1]], u, v, half_u, half_v)
        if one == CLOSED:
            return CLOSED
        if one == UNCLEAR:
            looked = UNCLEAR
    if radius > 0:
        if _near_one(plane.outlines, u, v, half_u, half_v, radius):
            return NARROW
        if looked == OPEN and _near_one(plane.outlines, u, v, 0.0, 0.0, radius):
            looked = UNCLEAR
    return looked


@njit(cache=True)
def _near_one(lines: Floats, u: float, v: float, half_u: float, half_v: float, radius: float) -> bool:
    """Whether there is an outline that all rays through a part of the plane come nearer than a radius to."""
    squared = radius * radius
    for i in range(lines.shape[0]):
        au, av = lines[i, TU] - u, lines[i, TV] - v
        du, dv = lines[i, HU] - lines[i, TU], lines[i, HV] - lines[i, TV]
        wide_u, wide_v = half_u + lines[i, REACH_U], half_v + lines[i, REACH_V]
        if wide_u * wide_u + wide_v * wide_v > squared and min(wide_u, wide_v) > radius:
            continue
        length = max(du * du + dv * dv, 1e-18)
        near = True
        for c in range(-1, 4):  # the middle, and the corners of where they may be: no place is further away
            u0 = 0.0 if c < 0 else (wide_u if c & 1 else -wide_u)
            v0 = 0.0 if c < 0 else (wide_v if c & 2 else -wide_v)
            along = min(1.0, max(0.0, ((u0 - au) * du + (v0 - av) * dv) / length))
            if (au + along * du - u0) ** 2 + (av + along * dv - v0) ** 2 > squared:
                near = False
                break
        if near:
            return True
    return False


@njit(cache=True)
def _under(lines: Floats, u: float, v: float, half_u: float, half_v: float) -> int:
    """Whether every ray through a part of the plane crosses a surface with these outlines; OPEN where some ray through
    its middle may not."""
    over = 0  # how often the surface lies over the middle
    lost = lost_here = 0  # outlines that a ray through the part, through its middle, may be beyond
    unclear = False
    for i in range(lines.shape[0]):
        au, av, bu, bv = lines[i, TU] - u, lines[i, TV] - v, lines[i, HU] - u, lines[i, HV] - v
        reach_u, reach_v = lines[i, REACH_U], lines[i, REACH_V]
        du, dv = bu - au, bv - av
        side = au * bv - bu * av  # times the length: how far the middle is to the left
        if (abs(av) < WELDED and au > -WELDED) or (abs(bv) < WELDED and bu > -WELDED):
            unclear = True
        if (av <= 0) != (bv <= 0) and (side > 0) == (dv > 0):
            over += 1 if dv > 0 else -1
        wide_u, wide_v = half_u + reach_u, half_v + reach_v
        if min(au, bu) > wide_u or max(au, bu) < -wide_u or min(av, bv) > wide_v or max(av, bv) < -wide_v:
            continue
        if abs(side) > abs(du) * wide_v + abs(dv) * wide_u:
            continue
        if side < 0 and side * side > lines[i, TWIST] ** 2 * (du * du + dv * dv):
            continue  # who passes this outline finds one more surface beyond it
        lost += 1
        if min(au, bu) > reach_u or max(au, bu) < -reach_u or min(av, bv) > reach_v or max(av, bv) < -reach_v:
            continue
        if abs(side) <= abs(du) * reach_v + abs(dv) * reach_u:
            lost_here += 1
    if unclear:
        return UNCLEAR
    if over > lost:
        return CLOSED
    return UNCLEAR if over > lost_here else OPEN


@njit(cache=True)
def _crossways(lines: Floats, u: float, v: float, half_u: float, half_v: float) -> int:
    """Along which axis a part of a plane is best halved: across the outlines in it."""
    across_u = across_v = 0.0
    for i in range(lines.shape[0]):
        au, av, bu, bv = lines[i, TU] - u, lines[i, TV] - v, lines[i, HU] - u, lines[i, HV] - v
        wide_u, wide_v = half_u + lines[i, REACH_U], half_v + lines[i, REACH_V]
        if min(au, bu) > wide_u or max(au, bu) < -wide_u or min(av, bv) > wide_v or max(av, bv) < -wide_v:
            continue
        du, dv = abs(bu - au), abs(bv - av)
        if abs(au * bv - bu * av) <= du * wide_v + dv * wide_u:
            length = max((du * du + dv * dv) ** 0.5, 1e-12)
            across_u += dv / length * half_u
            across_v += du / length * half_v
    if across_u == across_v:
        return 0 if half_u >= half_v else 1
    return 0 if across_u > across_v else 1


@njit(cache=True)
def _beside(
    plane: Plane, u: float, v: float, half_u: float, half_v: float, shifts: Floats, first: int, doubt: float
) -> tuple[int, int]:
    """As `_looked_at`, for a part of the plane or one of those that are so much beside it (`shifts`, give or take
    `doubt`), and which of them is closed; `first` is tried first."""
    best = OPEN
    for j in range(shifts.shape[0]):
        k = (first + j) % shifts.shape[0]
        off = doubt if k > 0 else 0.0
        looked = _looked_at(plane, u + shifts[k, 0], v + shifts[k, 1], half_u + off, half_v + off, 0.0)
        if looked == CLOSED:
            return CLOSED, k
        best = max(best, looked)
    return best, first


@njit(cache=True)
def _closed(plane: Plane, shifts: Floats, doubt: float, radius: float, demand: Floats, spent: Longs) -> int:
    """CLOSED if every part of the plane is, or one beside it; NARROW if all are closed or narrow; else OPEN."""
    parts = np.empty((HELD, 4))  # middle and half sides
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = 0.0, 0.0, plane.half_u, plane.half_v
    held = 1
    price = 1 + plane.outlines.shape[0] // 16
    last = 0
    furthest = np.abs(shifts).max()
    result = CLOSED
    u = v = 0.0
    limit = spent[0] + WORTH
    while spent[0] < limit:
        if held == 0:
            return result
        held -= 1
        u, v, half_u, half_v = parts[held, 0], parts[held, 1], parts[held, 2], parts[held, 3]
        spent[0] += price
        looked = _looked_at(plane, u, v, half_u, half_v, radius)
        thin = min(half_u, half_v) < 4 * furthest
        if shifts.shape[0] > 1 and (looked == OPEN or (looked == UNCLEAR and thin)):
            spent[0] += price * shifts.shape[0]
            looked, last = _beside(plane, u, v, half_u, half_v, shifts, last, doubt)
        if looked >= NARROW:
            result = min(result, looked)
            continue
        if looked == OPEN or held + 2 > HELD or max(half_u, half_v) < SMALLEST:
            break
        axis = _crossways(plane.outlines, u, v, half_u, half_v)
        for side in range(2):
            parts[held, 0], parts[held, 1], parts[held, 2], parts[held, 3] = u, v, half_u, half_v
            parts[held, 2 + axis] *= 0.5
            parts[held, axis] += parts[held, 2 + axis] if side else -parts[held, 2 + axis]
            held += 1
    _demanded(plane.outlines, u, v, demand)
    return OPEN


@njit(cache=True)
def _demanded(lines: Floats, u: float, v: float, demand: Floats) -> None:
    """How far to the side and upwards rays through a place of the plane turn at the outlines that they may be beyond:
    0 and 0 where there are none."""
    demand[:] = 0
    for i in range(lines.shape[0]):
        au, av, bu, bv = lines[i, TU] - u, lines[i, TV] - v, lines[i, HU] - u, lines[i, HV] - v
        reach_u, reach_v = lines[i, REACH_U], lines[i, REACH_V]
        if min(au, bu) > reach_u or max(au, bu) < -reach_u or min(av, bv) > reach_v or max(av, bv) < -reach_v:
            continue
        du, dv = abs(bu - au), abs(bv - av)
        if abs(au * bv - bu * av) <= du * reach_v + dv * reach_u:
            length = max((du * du + dv * dv) ** 0.5, 1e-12)
            demand[0] += dv / length * reach_u
            demand[1] += du / length * reach_v


@njit(cache=True)
def fused(
    soup: Soup,
    box_a: Floats,
    box_b: Floats,
    frame: Floats,
    found: Ints,
    shifts: Floats,
    doubt: float,
    radius: float,
    demand: Floats,
    spent: Longs,
) -> int:
    """CLOSED if no beam passes between two boxes of the frame, as it or one of its parallels is always blocked.

    Args:
        shifts: (n, 2) in the frame, to the side and upwards, the first of them 0, 0: where the parallels are, give or
            take `doubt`.
        radius: above 0, the result may be NARROW too: no round beam passes that is so wide.
        demand: (2,) gets what would help where the result is OPEN: cells thinner to the side, or upwards.
    """
    tube = tube_of(box_a, box_b)
    ends = 2 * BEAM_PULL + radius
    if tube.far - tube.near < 3 * ends:
        return OPEN
    axes = np.empty((3, 4))
    _laid_out(tube, frame, axes)
    grow = radius
    for k in range(shifts.shape[0]):
        grow = max(grow, abs(shifts[k, 0]) + doubt, abs(shifts[k, 1]) + doubt)
    base = soup.arena.mark[0] + 1
    soup.arena.mark[0] += 2 * found.shape[0]
    number = _gathered(soup, tube, axes, ends, grow, base, found, spent)
    if number <= 0:
        return OPEN
    plane = _outlines(soup, tube, axes, found, number, base)
    if plane.outlines.shape[0] == 0:
        return OPEN
    return _closed(plane, shifts, doubt, radius, demand, spent)
