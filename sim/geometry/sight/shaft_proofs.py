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

from dataclasses import dataclass

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.ray_kernels import Floats, Ints, Longs, Soup, axes_of, hits, meets, parallel
from sim.geometry.ray.rays import UPRIGHT
from sim.geometry.sight.body_tree import BodyTree
from sim.geometry.sight.cross_sections import SWAY, certify_by_section, may_meet_box
from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN, fused
from sim.geometry.tolerance import BEAM, BEAM_PULL

SEEDS = 8  # surfaces that a ray met, tried for a proof
PARALLELS = 0.1  # cells wider than this are no matter of the width of a beam
SLACK = 1e-7  # of the sides of a shaft
SIDES = 62  # of a shaft at most: there are 6, and 4 for each axis as a rule
BULKY = 0.4  # all that stands in a shaft is not looked at together where its rays turn by more
PATCH = 1500  # triangles that a proof follows at most


@dataclass(frozen=True, eq=False)
class Workspace(KernelStruct):
    """Room for one search at a time, used again by the next."""

    a: BodyTree
    b: BodyTree
    cells: Ints  # (budget, 5), as `visibility` has them
    spared: Floats  # (budget,): the greatest radius of a round beam that may pass a cell
    demand: Floats  # (2,): how much cells that are thinner to the side, upwards, would help the proof that failed last
    queue: Ints  # triangles of a surface that is followed
    planes: Floats  # (SIDES, 4): a shaft in the frame of the pair
    world: Floats  # and in the world
    found: Ints
    moved: Floats  # (4, 6): a ray and two boxes
    spent: Longs  # (1,): work on proofs, counted in triangles that a surface was followed over


def make_workspace(triangles: int, budget: int) -> Workspace:
    """Room for bodies of so many triangles and so many cells."""

    def tree() -> BodyTree:
        room = 4 * triangles + 4 * budget
        return BodyTree(
            np.empty((room, 9)),
            np.empty((room, 6)),
            np.empty(room, np.int32),
            np.empty(room, np.int32),
            np.empty((room, 3), np.int32),
            np.empty(2, np.int64),
        )

    return Workspace(
        tree(),
        tree(),
        np.empty((budget, 5), np.int32),
        np.empty(budget),
        np.zeros(2),
        np.empty(PATCH, np.int32),
        np.empty((SIDES, 4)),
        np.empty((SIDES, 4)),
        np.empty(SEEDS, np.int32),
        np.empty((4, 6)),
        np.zeros(1, np.int64),
    )


@njit(cache=True)
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
                if length < 1e-9:
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


@njit(cache=True)
def _outside(planes: Floats, m: int, x: float, y: float, z: float) -> int:
    """Which sides of the shaft a point is beyond, as bits."""
    bits = 0
    for i in range(m):
        if planes[i, 0] * x + planes[i, 1] * y + planes[i, 2] * z > planes[i, 3] + SLACK:
            bits |= 1 << i
    return bits


@njit(cache=True)
def _edge_in(planes: Floats, m: int, t: Floats, q: int, e: int) -> bool:
    """Whether an edge of a triangle meets the shaft."""
    p, r = 3 * e, 3 * ((e + 1) % 3)
    enter = 0.0
    leave = 1.0
    for i in range(m):
        nx, ny, nz, d = planes[i, 0], planes[i, 1], planes[i, 2], planes[i, 3] + SLACK
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


@njit(cache=True)
def _separates(
    soup: Soup,
    seed: int,
    a: Floats,
    b: Floats,
    planes: Floats,
    m: int,
    frame: Floats,
    box_a: Floats,
    box_b: Floats,
    queue: Ints,
    spent: Longs,
) -> bool:
    """Whether the surface through a triangle parts the two ends of the shaft: the proof of a cell."""
    t = soup.arena.triangles
    soup.arena.mark[0] += 1
    mark = soup.arena.mark[0]
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    o = (a[0], a[1], a[2])
    sz = 1.0 / d[z]
    sx = d[x] * sz
    sy = d[y] * sz
    queue[0] = seed
    soup.arena.seen[seed] = mark
    head, tail, crossings = 0, 1, 0
    while head < tail:
        q = queue[head]
        head += 1
        spent[0] += 1
        along, edge = meets(t, q, o, x, y, z, sx, sy, sz)
        if along >= 0 and along <= 1:
            if edge:
                return False  # an edge would be counted twice: let another ray decide
            crossings += 1
        if may_meet_box(t, q, frame, box_a) or may_meet_box(t, q, frame, box_b):
            return False
        one = _outside(planes, m, t[q, 0], t[q, 1], t[q, 2])
        two = _outside(planes, m, t[q, 3], t[q, 4], t[q, 5])
        three = _outside(planes, m, t[q, 6], t[q, 7], t[q, 8])
        for e in range(3):
            start, end = (one, two) if e == 0 else ((two, three) if e == 1 else (three, one))
            if start & end:
                continue
            if start == 0 or end == 0 or _edge_in(planes, m, t, q, e):
                n = soup.arena.beyond[q, e]
                if n < 0:
                    return False
                if soup.arena.seen[n] != mark:
                    if tail == queue.shape[0]:
                        return False
                    soup.arena.seen[n] = mark
                    queue[tail] = n
                    tail += 1
    return crossings % 2 == 1


@njit(cache=True)
def _shaft_between(work: Workspace, box_a: Floats, box_b: Floats, frame: Floats) -> int:
    """Write the planes of a shaft to a workspace: how many."""
    m = shaft_of(box_a, box_b, work.planes)
    world = work.world
    for i in range(m):
        for k in range(3):
            world[i, k] = (
                work.planes[i, 0] * frame[0, k] + work.planes[i, 1] * frame[1, k] + work.planes[i, 2] * frame[2, k]
            )
        world[i, 3] = work.planes[i, 3]
    return m


@njit(cache=True)
def width(box_a: Floats, box_b: Floats, along: float) -> float:
    """Corner to corner through all places that lie so far along the rays of a shaft, from 0 to 1."""
    total = 0.0
    for k in range(3):
        total += ((box_a[3 + k] - box_a[k]) * (1 - along) + (box_b[3 + k] - box_b[k]) * along) ** 2
    return float(total**0.5)


@njit(cache=True)
def turning(box_a: Floats, box_b: Floats, a: Floats, b: Floats) -> float:
    """By how much the rays of a shaft turn away from one of them, as a tangent: 1 where they turn too much to tell."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    spread = width(box_a, box_b, 0.0) + width(box_a, box_b, 1.0)
    return spread / (length - spread) if spread < 0.5 * length else 1.0


@njit(cache=True)
def certify_blocked(
    soup: Soup, work: Workspace, na: int, nb: int, a: Floats, b: Floats, frame: Floats, number: int
) -> bool:
    """Whether one surface or one cross-section shows that no beam of a cell passes. `number` hits of its ray a-b stand
    in `work.found`."""
    box_a, box_b = work.a.boxes[na], work.b.boxes[nb]
    m = _shaft_between(work, box_a, box_b, frame)
    if _any_separates(soup, work.found, number, a, b, work.world, m, frame, box_a, box_b, work.queue, work.spent):
        return True
    # Over the cell the way turns, and with it the parallels: by so much they may differ from those of this ray.
    turn = turning(box_a, box_b, a, b)
    return number > 0 and certify_by_section(soup, box_a, box_b, a, b, frame, work.queue, BEAM, turn, work.spent)


@njit(cache=True)
def judged(
    soup: Soup, work: Workspace, na: int, nb: int, a: Floats, b: Floats, frame: Floats, number: int, radius: float
) -> int:
    """CLOSED if no beam of a cell passes that is not `certify_blocked`; NARROW if no round beam passes that has a
    radius, which is not looked at if that is 0; else OPEN."""
    box_a, box_b = work.a.boxes[na], work.b.boxes[nb]
    spread = width(box_a, box_b, 0.0) + width(box_a, box_b, 1.0)
    turn = turning(box_a, box_b, a, b)
    result = OPEN
    if radius > 0:
        if turn < BULKY:
            alone = np.zeros((1, 2))
            result = fused(soup, box_a, box_b, frame, work.queue, alone, 0.0, radius, work.demand, work.spent)
        if result == CLOSED:
            return CLOSED
        crossed = result == OPEN and number > 0
        if crossed and certify_by_section(soup, box_a, box_b, a, b, frame, work.queue, radius, -1.0, work.spent):
            result = NARROW
        if result == OPEN:
            m = _shaft_between(work, box_a, box_b, frame)
            if _beside(soup, work, m, box_a, box_b, a, b, frame, spread, radius):
                result = NARROW
        if result == OPEN:
            return OPEN
    if turn < BULKY and number > 0 and _fused(soup, work, box_a, box_b, a, b, frame, turn):
        return CLOSED
    if spread <= PARALLELS:
        m = _shaft_between(work, box_a, box_b, frame)
        if _beside(soup, work, m, box_a, box_b, a, b, frame, spread, BEAM):
            return CLOSED
    return result


@njit(cache=True)
def _fused(
    soup: Soup,
    work: Workspace,
    box_a: Floats,
    box_b: Floats,
    a: Floats,
    b: Floats,
    frame: Floats,
    turn: float,
) -> bool:
    """Whether all that stands in a shaft together is a proof, for the ray or for one of its parallels."""
    way = np.empty(3)
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    cosine = 0.0
    for k in range(3):
        way[k] = (b[k] - a[k]) / length
        cosine += way[k] * frame[0, k]
    doubt = np.inf
    if cosine > 0.5 and abs(abs(way[2]) - UPRIGHT) > turn:
        doubt = BEAM * turn * (abs(way[2]) + (1 - cosine * cosine) ** 0.5 / (cosine * cosine) + turn)
    shifts = np.zeros((9 if doubt < SWAY * BEAM else 1, 2))
    for k in range(shifts.shape[0] - 1):
        v = parallel(a, b, k, BEAM)
        along = (v[0] * frame[0, 0] + v[1] * frame[0, 1] + v[2] * frame[0, 2]) / cosine
        for i in range(2):
            for c in range(3):
                shifts[1 + k, i] += (v[c] - way[c] * along) * frame[1 + i, c]
    found = fused(soup, box_a, box_b, frame, work.queue, shifts, doubt, 0.0, work.demand, work.spent)
    return found == CLOSED


@njit(cache=True)
def _beside(
    soup: Soup,
    work: Workspace,
    m: int,
    box_a: Floats,
    box_b: Floats,
    a: Floats,
    b: Floats,
    frame: Floats,
    spread: float,
    beam: float,
) -> bool:
    """Whether one of a beam's parallels is blocked in all of a cell, whose shaft stands on the workspace."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    if spread > 0.3 * length:
        return False
    spread = spread / (length - spread)
    if abs(abs(b[2] - a[2]) / length - UPRIGHT) < spread:
        return False
    world, found = work.world, work.found
    slack = 4 * spread * beam
    ends = slack + BEAM_PULL  # what is nearer to the ends is no hindrance to a parallel
    moved_a, moved_b, moved_box_a, moved_box_b = work.moved[0, :3], work.moved[1, :3], work.moved[2], work.moved[3]
    for k in range(4):
        v = parallel(a, b, k, beam)
        for i in range(3):
            moved_a[i] = a[i] + v[i]
            moved_b[i] = b[i] + v[i]
            shift = frame[i, 0] * v[0] + frame[i, 1] * v[1] + frame[i, 2] * v[2]
            moved_box_a[i] = box_a[i] + shift - ends
            moved_box_a[3 + i] = box_a[3 + i] + shift + ends
            moved_box_b[i] = box_b[i] + shift - ends
            moved_box_b[3 + i] = box_b[3 + i] + shift + ends
        number = hits(soup, moved_a[0], moved_a[1], moved_a[2], moved_b[0], moved_b[1], moved_b[2], BEAM_PULL, found)
        if number == 0:
            continue
        for i in range(m):
            shift = world[i, 0] * v[0] + world[i, 1] * v[1] + world[i, 2] * v[2]
            world[i, 3] = work.planes[i, 3] + shift + slack
        if _any_separates(
            soup, found, number, moved_a, moved_b, world, m, frame, moved_box_a, moved_box_b, work.queue, work.spent
        ):
            return True
    return False


@njit(cache=True)
def _any_separates(
    soup: Soup,
    found: Ints,
    number: int,
    a: Floats,
    b: Floats,
    planes: Floats,
    m: int,
    frame: Floats,
    box_a: Floats,
    box_b: Floats,
    queue: Ints,
    spent: Longs,
) -> bool:
    """Whether one of the surfaces that a ray met is a proof."""
    tried = soup.arena.mark[0]
    for k in range(number):
        if soup.arena.seen[found[k]] > tried:
            continue  # on a surface that was followed from another hit
        if _separates(soup, found[k], a, b, planes, m, frame, box_a, box_b, queue, spent):
            return True
    return False
