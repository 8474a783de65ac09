"""Compiled kernels: the proofs that a shaft is blocked, so that no beam of a cell passes, with which
`visibility.search` ends its cells.

A single blocker that fills the shaft proves it (shaft culling: Haines and Wallace 1991), and here a connected
surface counts as one blocker. The surface that a ray met is followed over all edges that meet the cell's shaft. If that
patch has no open edge in the shaft, keeps out of both boxes, and the ray crosses it an odd number of times, then every
segment of the cell crosses it (segments of a cell can be moved into one another without leaving the shaft, and the
number of crossings stays odd).

A sight is a beam, so one of its parallels is as good a thing to prove blocked: the same proof is tried for the
shaft moved by the beam's width to each side. That settles what a single ray cannot: edges that graze, and openings
thinner than the beam.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import Floats, Point, Soup, hits, meets, parallel, point, ray_between
from sim.geometry.ray.rays import UPRIGHT
from sim.geometry.sight.cross_sections import SWAY, certify_blocked_by_section, certify_narrow, may_meet_box
from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN, Shifts, fuse
from sim.geometry.sight.workspace import Shaft, Workspace
from sim.geometry.tolerance import BEAM, BEAM_PULL, NO_LENGTH, SHAFT_SLACK

PARALLELS = 0.1  # cells wider than this are no matter of the width of a beam
BULKY = 0.4  # all that stands in a shaft is not looked at together where its rays turn by more


@njit_noref
def shaft_of(a: Floats, b: Floats, planes: Floats) -> int:
    """The hull of two boxes as planes n.x <= d, written as rows (n, d): how many.

    Its faces are the sides of the box round both, and planes that touch both boxes along parallel edges, which
    are the common tangents of their outlines along each axis.
    """
    m = 0
    for k in range(3):
        for s in range(2):
            planes[m, :3] = 0
            planes[m, k] = 1 if s == 0 else -1
            planes[m, 3] = max(a[3 + k], b[3 + k]) if s == 0 else -min(a[k], b[k])
            m += 1
    for i in range(3):
        j = (i + 1) % 3
        for ca in range(4):
            ai = a[i] if ca & 1 == 0 else a[3 + i]
            aj = a[j] if ca & 2 == 0 else a[3 + j]
            for cb in range(4):
                ei = (b[i] if cb & 1 == 0 else b[3 + i]) - ai
                ej = (b[j] if cb & 2 == 0 else b[3 + j]) - aj
                length = (ei * ei + ej * ej) ** 0.5
                if length < NO_LENGTH:
                    continue
                ni, nj = ej / length, -ei / length
                for s in range(2):
                    if s == 1:
                        ni, nj = -ni, -nj
                    d = ni * ai + nj * aj
                    reach_a = max(ni * a[i], ni * a[3 + i]) + max(nj * a[j], nj * a[3 + j])
                    reach_b = max(ni * b[i], ni * b[3 + i]) + max(nj * b[j], nj * b[3 + j])
                    if max(reach_a, reach_b) <= d + 1e-12 * (abs(d) + 1) and m < planes.shape[0]:
                        planes[m, :3] = 0
                        planes[m, i] = ni
                        planes[m, j] = nj
                        planes[m, 3] = max(d, reach_a, reach_b)
                        m += 1
    return m


@njit_noref
def _outside(planes: Floats, m: int, x: float, y: float, z: float) -> int:
    """Which sides of the shaft a point is beyond, as bits."""
    bits = 0
    for i in range(m):
        if planes[i, 0] * x + planes[i, 1] * y + planes[i, 2] * z > planes[i, 3] + SHAFT_SLACK:
            bits |= 1 << i
    return bits


@njit_noref
def _edge_in(planes: Floats, m: int, t: Floats, q: int, e: int) -> bool:
    """Whether an edge of a triangle meets the shaft."""
    p, r = 3 * e, 3 * ((e + 1) % 3)
    enter = 0.0
    leave = 1.0
    for i in range(m):
        nx, ny, nz, d = planes[i, 0], planes[i, 1], planes[i, 2], planes[i, 3] + SHAFT_SLACK
        a = nx * t[q, p] + ny * t[q, p + 1] + nz * t[q, p + 2] - d
        b = nx * t[q, r] + ny * t[q, r + 1] + nz * t[q, r + 2] - d
        if a > 0:
            if b > 0:
                return False
            enter = max(enter, a / (a - b))
        elif b > 0:
            leave = min(leave, a / (a - b))
        if enter > leave:
            return False
    return True


@njit_noref
def lay_shaft(work: Workspace) -> None:
    """Write the planes of the workspace's shaft."""
    shaft, frame, local = work.shaft, work.pair.axes, work.local
    m = shaft_of(shaft.box_a, shaft.box_b, local)
    planes = shaft.planes
    for i in range(m):
        for k in range(3):
            planes[i, k] = local[i, 0] * frame[0, k] + local[i, 1] * frame[1, k] + local[i, 2] * frame[2, k]
        planes[i, 3] = local[i, 3]
    shaft.sides[0] = m


@njit_noref
def separates(soup: Soup, work: Workspace, shaft: Shaft, seed: int) -> bool:
    """Whether the surface through a triangle parts the two ends of a shaft: the proof of a cell."""
    t, arena = soup.arena.triangles, soup.arena
    planes, m, frame, queue = shaft.planes, shaft.sides[0], work.pair.axes, work.queue
    arena.mark[0] += 1
    mark = arena.mark[0]
    ray = ray_between(shaft.a, shaft.b)
    queue[0] = seed
    arena.seen[seed] = mark
    head, tail, crossings = 0, 1, 0
    while head < tail:
        q = queue[head]
        head += 1
        work.spent[0] += 1
        along, edge = meets(t, q, ray)
        if along >= 0 and along <= 1:
            if edge:
                return False  # an edge would be counted twice: let another ray decide
            crossings += 1
        if may_meet_box(t, q, frame, shaft.box_a) or may_meet_box(t, q, frame, shaft.box_b):
            return False
        one = _outside(planes, m, t[q, 0], t[q, 1], t[q, 2])
        two = _outside(planes, m, t[q, 3], t[q, 4], t[q, 5])
        three = _outside(planes, m, t[q, 6], t[q, 7], t[q, 8])
        for e in range(3):
            start, end = (one, two) if e == 0 else ((two, three) if e == 1 else (three, one))
            if start & end:
                continue
            if start == 0 or end == 0 or _edge_in(planes, m, t, q, e):
                n = arena.beyond[q, e]
                if n < 0:
                    return False
                if arena.seen[n] != mark:
                    if tail == queue.shape[0]:
                        return False
                    arena.seen[n] = mark
                    queue[tail] = n
                    tail += 1
    return crossings % 2 == 1


@njit_noref
def any_separates(soup: Soup, work: Workspace, shaft: Shaft, number: int) -> bool:
    """Whether one of the surfaces that the ray of a shaft met is a proof; the hits stand in the workspace."""
    found, tried = work.found, soup.arena.mark[0]
    for k in range(number):
        if soup.arena.seen[found[k]] > tried:
            continue  # on a surface that was followed from another hit
        if separates(soup, work, shaft, found[k]):
            return True
    return False


@njit_noref
def width(box_a: Floats, box_b: Floats, along: float) -> float:
    """Corner to corner through all places that lie so far along the rays of a shaft, from 0 to 1."""
    total = 0.0
    for k in range(3):
        total += ((box_a[3 + k] - box_a[k]) * (1 - along) + (box_b[3 + k] - box_b[k]) * along) ** 2
    return float(total**0.5)


@njit_noref
def _distance(a: Floats, b: Floats) -> float:
    return float(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5)


@njit_noref
def turning(shaft: Shaft) -> float:
    """By how much the rays of a shaft turn away from one of them, as a tangent: 1 where they turn too much to tell."""
    length = _distance(shaft.a, shaft.b)
    spread = width(shaft.box_a, shaft.box_b, 0.0) + width(shaft.box_a, shaft.box_b, 1.0)
    return spread / (length - spread) if spread < 0.5 * length else 1.0


@njit(cache=True)
def certify_blocked(soup: Soup, work: Workspace, number: int) -> bool:
    """Whether one surface or one cross-section shows that no beam of the workspace's shaft passes. `number` hits of its
    ray stand in `found`."""
    lay_shaft(work)
    if any_separates(soup, work, work.shaft, number):
        return True
    # Over the cell the way turns, and with it the parallels: by so much they may differ from those of this ray.
    return number > 0 and certify_blocked_by_section(soup, work, turning(work.shaft))


@njit(cache=True)
def judge(soup: Soup, work: Workspace, number: int, radius: float) -> int:
    """CLOSED if no beam of the workspace's shaft passes, which is not `certify_blocked` as was found before; NARROW if
    no round beam passes that has a radius, which is not looked at if that is 0; else OPEN."""
    shaft = work.shaft
    spread = width(shaft.box_a, shaft.box_b, 0.0) + width(shaft.box_a, shaft.box_b, 1.0)
    turn = turning(shaft)
    result = OPEN
    if radius > 0:
        if turn < BULKY:
            result = fuse(soup, work, Shifts(np.zeros((1, 2)), 0.0), radius)
        if result == CLOSED:
            return CLOSED
        if result == OPEN and number > 0 and certify_narrow(soup, work, radius):
            result = NARROW
        if result == OPEN and _blocks_a_parallel(soup, work, spread, radius):
            result = NARROW
        if result == OPEN:
            return OPEN
    if turn < BULKY and number > 0 and _fuses(soup, work, turn):
        return CLOSED
    if spread <= PARALLELS and _blocks_a_parallel(soup, work, spread, BEAM):
        return CLOSED
    return result


@njit(cache=True)
def _fuses(soup: Soup, work: Workspace, turn: float) -> bool:
    """Whether all that stands in a shaft together is a proof, for the ray or for one of its parallels."""
    frame, a, b = work.pair.axes, work.shaft.a, work.shaft.b
    way = np.empty(3)
    length = _distance(a, b)
    cosine = 0.0
    for k in range(3):
        way[k] = (b[k] - a[k]) / length
        cosine += way[k] * frame[0, k]
    doubt = np.inf
    if cosine > 0.5 and abs(abs(way[2]) - UPRIGHT) > turn:
        doubt = BEAM * turn * (abs(way[2]) + (1 - cosine * cosine) ** 0.5 / (cosine * cosine) + turn)
    ways = np.zeros((9 if doubt < SWAY * BEAM else 1, 2))
    for k in range(ways.shape[0] - 1):
        v = parallel(a, b, k, BEAM)
        along = (v[0] * frame[0, 0] + v[1] * frame[0, 1] + v[2] * frame[0, 2]) / cosine
        for i in range(2):
            for c in range(3):
                ways[1 + k, i] += (v[c] - way[c] * along) * frame[1 + i, c]
    return fuse(soup, work, Shifts(ways, doubt), 0.0) == CLOSED


@njit_noref
def _blocks_a_parallel(soup: Soup, work: Workspace, spread: float, beam: float) -> bool:
    """Whether one of a beam's parallels is blocked in all of the workspace's shaft, whose planes are written. `spread`
    is how wide both its ends are together."""
    a, b = work.shaft.a, work.shaft.b
    length = _distance(a, b)
    if spread > 0.3 * length:
        return False
    turn = spread / (length - spread)
    if abs(abs(b[2] - a[2]) / length - UPRIGHT) < turn:
        return False
    slack = 4 * turn * beam
    for k in range(4):
        v = parallel(a, b, k, beam)
        _move(work, v, slack)
        number = hits(soup, point(work.moved.a), point(work.moved.b), BEAM_PULL, work.found)
        if number > 0 and any_separates(soup, work, work.moved, number):
            return True
    return False


@njit_noref
def _move(work: Workspace, way: Point, slack: float) -> None:
    """Write the workspace's shaft as moved along a way, and widened by a slack."""
    shaft, moved, frame = work.shaft, work.moved, work.pair.axes
    ends = slack + BEAM_PULL  # what is nearer to the ends is no hindrance to a parallel
    for i in range(3):
        moved.a[i] = shaft.a[i] + way[i]
        moved.b[i] = shaft.b[i] + way[i]
        shift = frame[i, 0] * way[0] + frame[i, 1] * way[1] + frame[i, 2] * way[2]
        moved.box_a[i] = shaft.box_a[i] + shift - ends
        moved.box_a[3 + i] = shaft.box_a[3 + i] + shift + ends
        moved.box_b[i] = shaft.box_b[i] + shift - ends
        moved.box_b[3 + i] = shaft.box_b[3 + i] + shift + ends
    m = shaft.sides[0]
    planes = shaft.planes
    for i in range(m):
        shift = planes[i, 0] * way[0] + planes[i, 1] * way[1] + planes[i, 2] * way[2]
        for k in range(3):
            moved.planes[i, k] = planes[i, k]
        moved.planes[i, 3] = planes[i, 3] + shift + slack
    moved.sides[0] = m
