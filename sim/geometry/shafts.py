"""Compiled kernels: sight between two bodies, by witness or by proof.

Both bodies are sorted into trees of boxes. A *cell* is a pair of nodes, its *shaft* the hull of their boxes: all
segments of the cell run in it. A ray of the cell that is clear, with four parallels, is a witness and ends the
query. Else the surface that the ray met is followed over all edges that meet the shaft. If that patch has no open
edge in the shaft, keeps out of both boxes, and the ray crosses it an odd number of times, then every segment of
the cell crosses it (segments of a cell can be moved into one another without leaving the shaft, and the
number of crossings stays odd): the cell is proven blocked. Cells that are neither are split, the wider node first,
triangles last, until they are as thin as the beam.

A sight is a beam, so one of its parallels is as good a thing to prove blocked: the same proof is tried for the
shaft moved by the beam's width to each side. That settles what a single ray cannot: edges that graze, and openings
thinner than the beam.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.halves import Half, Seeds, cut, extent, heap, plant, point, slit
from sim.geometry.kernels import (
    Floats,
    Forest,
    Ints,
    Longs,
    Soup,
    axes_of,
    clear,
    clear_beam,
    hits,
    meets,
    near,
    parallel,
)
from sim.geometry.openings import widened
from sim.geometry.rays import UPRIGHT
from sim.geometry.sections import may_meet_box, walled
from sim.geometry.shared import Shared
from sim.geometry.tolerance import BEAM_PULL

BLOCKED, VISIBLE, UNDECIDED = 0, 1, 2
SEEDS = 8  # surfaces that a ray met, tried for a proof
PARALLELS = 0.1  # cells wider than this are no matter of the width of a beam
SLACK = 1e-7  # of the sides of a shaft
SIDES = 62  # of a shaft at most: there are 6, and 4 for each axis as a rule
PATCH = 1500  # triangles that a proof follows at most
CELL = 20  # of work, for the rays of a cell
TRIALS = 9  # rays of a cell that are looked at as beams, when one of them was clear
MOVED = 12  # clear rays of a sight that are moved to the middle of their opening


@dataclass(frozen=True, eq=False)
class Desk(Shared):
    """Room for one search at a time, used again by the next."""

    a: Half
    b: Half
    cells: Ints  # (budget, 2): pairs of nodes
    queue: Ints  # triangles of a surface that is followed
    planes: Floats  # (SIDES, 4): a shaft in the frame of the pair
    world: Floats  # and in the world
    found: Ints
    moved: Floats  # (4, 6): a ray and two boxes
    spent: Longs  # (1,): work on proofs, counted in triangles that a surface was followed over


def desk(triangles: int, budget: int) -> Desk:
    """Room for bodies of so many triangles and so many cells."""

    def half() -> Half:
        room = 2 * triangles + 2 * budget
        return Half(
            np.empty((room, 9)),
            np.empty((room, 6)),
            np.empty(room, np.int32),
            np.empty(room, np.int32),
            np.empty(room, np.int32),
            np.empty(2, np.int64),
        )

    return Desk(
        half(),
        half(),
        np.empty((budget, 2), np.int32),
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
    t = soup.forest.triangles
    soup.forest.mark[0] += 1
    mark = soup.forest.mark[0]
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    o = (a[0], a[1], a[2])
    sz = 1.0 / d[z]
    sx = d[x] * sz
    sy = d[y] * sz
    queue[0] = seed
    soup.forest.seen[seed] = mark
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
                n = soup.forest.beyond[q, e]
                if n < 0:
                    return False
                if soup.forest.seen[n] != mark:
                    if tail == queue.shape[0]:
                        return False
                    soup.forest.seen[n] = mark
                    queue[tail] = n
                    tail += 1
    return crossings % 2 == 1


@njit(cache=True)
def _shaft_between(work: Desk, box_a: Floats, box_b: Floats, frame: Floats) -> int:
    """Write the planes of a shaft to a desk: how many."""
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
def _width(box_a: Floats, box_b: Floats, along: float) -> float:
    """Corner to corner through all places that lie so far along the rays of a shaft, from 0 to 1."""
    total = 0.0
    for k in range(3):
        total += ((box_a[3 + k] - box_a[k]) * (1 - along) + (box_b[3 + k] - box_b[k]) * along) ** 2
    return float(total**0.5)


@njit(cache=True)
def proven(
    soup: Soup, work: Desk, na: int, nb: int, a: Floats, b: Floats, frame: Floats, number: int, pull: float, beam: float
) -> bool:
    """Whether no beam of a cell passes. `number` hits of its ray a-b stand in `work.found`."""
    box_a, box_b = work.a.boxes[na], work.b.boxes[nb]
    m = _shaft_between(work, box_a, box_b, frame)
    if _any_separates(soup, work.found, number, a, b, work.world, m, frame, box_a, box_b, work.queue, work.spent):
        return True
    # Over the cell the way turns, and with it the parallels: by so much they may differ from those of this ray.
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    spread = _width(box_a, box_b, 0.0) + _width(box_a, box_b, 1.0)
    turn = spread / (length - spread) if spread < 0.5 * length else 1.0
    if number > 0 and walled(soup, box_a, box_b, a, b, frame, work.queue, beam, turn, work.spent):
        return True
    if spread > PARALLELS:
        return False
    return _beside(soup, work, m, box_a, box_b, a, b, frame, spread, beam)


@njit(cache=True)
def narrow(
    soup: Soup, work: Desk, na: int, nb: int, a: Floats, b: Floats, frame: Floats, number: int, radius: float
) -> bool:
    """Whether no round beam of a cell passes that has this radius: as `proven`."""
    box_a, box_b = work.a.boxes[na], work.b.boxes[nb]
    m = _shaft_between(work, box_a, box_b, frame)
    if _any_separates(soup, work.found, number, a, b, work.world, m, frame, box_a, box_b, work.queue, work.spent):
        return True
    if number > 0 and walled(soup, box_a, box_b, a, b, frame, work.queue, radius, -1.0, work.spent):
        return True
    return _beside(
        soup, work, m, box_a, box_b, a, b, frame, _width(box_a, box_b, 0.0) + _width(box_a, box_b, 1.0), radius
    )


@njit(cache=True)
def _beside(
    soup: Soup,
    work: Desk,
    m: int,
    box_a: Floats,
    box_b: Floats,
    a: Floats,
    b: Floats,
    frame: Floats,
    spread: float,
    beam: float,
) -> bool:
    """Whether one of a beam's parallels is blocked in all of a cell, whose shaft stands on the desk."""
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
    tried = soup.forest.mark[0]
    for k in range(number):
        if soup.forest.seen[found[k]] > tried:
            continue  # on a surface that was followed from another hit
        if _separates(soup, found[k], a, b, planes, m, frame, box_a, box_b, queue, spent):
            return True
    return False


@njit(cache=True)
def _where(soup: Soup, a: Floats, b: Floats, found: Ints, number: int) -> float:
    """How far along a ray its hits are on average, from 0 to 1. The nearer they are to one end, the less it helps to
    split that end: a shaft is there as wide as the other."""
    if number == 0:
        return 0.5
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    sz = 1.0 / d[z]
    total = 0.0
    for i in range(number):
        at, _ = meets(soup.forest.triangles, found[i], (a[0], a[1], a[2]), x, y, z, d[x] * sz, d[y] * sz, sz)
        total += at
    return min(0.98, max(0.02, total / number))


@njit(cache=True)
def _spared(soup: Soup, box_a: Floats, box_b: Floats, a: Floats, b: Floats, found: Ints, number: int) -> float:
    """The greatest radius of a round beam that may pass a cell: it may not hold any place where the cell's ray a-b
    was blocked, and none of its axes is further from there than the cell is wide there."""
    best = max(_width(box_a, box_b, 0.0), _width(box_a, box_b, 1.0))
    if number == 0:
        return best
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    length = (dx * dx + dy * dy + dz * dz) ** 0.5
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    sz = 1.0 / d[z]
    for i in range(number):
        at, _ = meets(soup.forest.triangles, found[i], (a[0], a[1], a[2]), x, y, z, d[x] * sz, d[y] * sz, sz)
        if min(at, 1 - at) * length > 2 * BEAM_PULL:
            best = min(best, _width(box_a, box_b, at))
    return best


@njit(cache=True, nogil=True)
def search(
    forest: Forest,
    roots: Ints,
    work: Desk,
    body_a: Floats,
    body_b: Floats,
    box_a: Floats,
    box_b: Floats,
    frame: Floats,
    root_rays: int,
    pull: float,
    beam: float,
    finest: float,
    lean: int,
    limit: int,
    radius: float,
    out: Floats,
    tally: Floats,
) -> int:
    """BLOCKED, VISIBLE or UNDECIDED.

    Args:
        lean: 0 for cells as wide as high. Long slits want long cells: 1 for cells that are thin to their side first, 2
            for those that are thin upwards.
        limit: of work, as `Desk.spent` counts it; and there may be no more cells than the desk has room for.
        radius: 0, or BLOCKED only says that no round beam passes that is so wide.
        body_a, body_b: (n, 9) triangles that see and are seen; box_a, box_b: (2, 3) the boxes round them.
        frame: rows are unit vectors: along the sight, to its side, upwards.
        roots: of the trees that count; work: a desk, whose cells are the budget of the search.
        root_rays: over the whole pair when the first proof fails.
        out: (6,) the witness; where nothing is visible, the thin opening found, or the last ray blocked.
        tally: (6,) cells, cells proven, thin openings met, a triangle that blocks (-1), the greatest radius of a round
            beam that what is left may let through, clear rays that were moved to the middle of their opening; of
            those and of thin openings, what was met before is added to.
    """
    state = np.array([0x9E3779B97F4A7C15], np.uint64)
    soup = near(Soup(forest, roots), np.minimum(box_a[0], box_b[0]) - beam, np.maximum(box_a[1], box_b[1]) + beam)
    half_a, half_b, cells = work.a, work.b, work.cells
    if lean == 0:
        plant(half_a, body_a, box_b[0], box_b[1], frame)
        plant(half_b, body_b, box_a[0], box_a[1], frame)
    else:
        heap(half_a, body_a, box_b[0], box_b[1], frame)
        heap(half_b, body_b, box_a[0], box_a[1], frame)
    found = work.found
    a = np.empty(3)
    b = np.empty(3)
    one = np.empty(1, np.int32)
    cells[0, 0] = 0
    cells[0, 1] = 0
    head, tail = 0, 1
    left = 0.0
    work.spent[0] = 0
    tally[3] = -1
    if soup.forest.mark[0] > 2_000_000_000:
        soup.forest.seen[:] = 0
        soup.forest.mark[0] = 0
    while head < tail:
        na, nb = cells[head, 0], cells[head, 1]
        head += 1
        tally[0] += 1
        work.spent[0] += CELL
        # Two rays, of which the second goes on past what it meets first: the proof starts there.
        point(half_a, na, state, a)
        point(half_b, nb, state, b)
        number = 0
        if head == 1:
            number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], pull, found)
        elif not clear(soup, a, b, pull, one):
            point(half_a, na, state, a)
            point(half_b, nb, state, b)
            number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], pull, found)
        if number == 0:
            if _wide(soup, work, na, nb, state, a, b, beam, pull, tally, out):
                return VISIBLE
        else:
            tally[3] = found[0]
        where = _where(soup, a, b, found, number)
        spared = np.inf
        if radius > 0:
            spared = _spared(soup, half_a.boxes[na], half_b.boxes[nb], a, b, found, number)
            spared += 0.0 if number else beam  # one of its parallels was blocked
            if spared < radius or narrow(soup, work, na, nb, a, b, frame, number, radius):
                tally[1] += 1
                continue
        elif proven(soup, work, na, nb, a, b, frame, number, pull, beam):
            tally[1] += 1
            continue
        if head == 1:
            for _ in range(root_rays):
                point(half_a, 0, state, a)
                point(half_b, 0, state, b)
                if clear(soup, a, b, pull, one) and _wide(soup, work, 0, 0, state, a, b, beam, pull, tally, out):
                    return VISIBLE
        wide_a = extent(half_a.boxes, na, lean)
        wide_b = extent(half_b.boxes, nb, lean)
        done = max(wide_a, wide_b) <= finest
        if not done:
            if tail + 2 > cells.shape[0] or work.spent[0] > limit:
                break
            first = wide_a * (1 - where) >= wide_b * where
            half = half_a if first else half_b
            node = na if first else nb
            done = half.child[node] < 0 and not (slit(half, node, frame, lean) if lean else cut(half, node, frame))
        if done:
            if radius == 0:
                number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], pull, found)
                spared = _spared(soup, half_a.boxes[na], half_b.boxes[nb], a, b, found, number)
                spared += 0.0 if number else beam
            left = max(left, spared)
            continue
        child = half.child[node]
        for i in range(2):
            cells[tail, 0] = child + i if first else na
            cells[tail, 1] = nb if first else child + i
            tail += 1
    if head < tail:  # out of budget: what is left is looked at once more, and said
        for i in range(max(head - 1, 0), tail):
            na, nb = cells[i, 0], cells[i, 1]
            point(half_a, na, state, a)
            point(half_b, nb, state, b)
            number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], pull, found)
            spared = _spared(soup, half_a.boxes[na], half_b.boxes[nb], a, b, found, number)
            if number == 0:
                if _wide(soup, work, na, nb, state, a, b, beam, pull, tally, out):
                    return VISIBLE
                spared += beam
            left = max(left, spared)
    if not tally[2]:
        out[:3] = a
        out[3:] = b
    tally[4] = left
    return UNDECIDED if left > 0 else BLOCKED


@njit(cache=True)
def _wide(
    soup: Soup,
    work: Desk,
    na: int,
    nb: int,
    state: Seeds,
    a: Floats,
    b: Floats,
    beam: float,
    pull: float,
    tally: Floats,
    out: Floats,
) -> bool:
    """Whether the opening that a clear ray a-b found lets a beam through, here or close by; writes the witness."""
    one = work.found[:1]
    if not tally[2]:
        out[:3] = a
        out[3:] = b
    tally[2] += 1
    start, end = a.copy(), b.copy()
    for trial in range(TRIALS):
        if trial > 0:
            point(work.a, na, state, start)
            point(work.b, nb, state, end)
            if not clear(soup, start, end, pull, one):
                continue
        if clear_beam(soup, start, end, beam, one):
            out[:3] = start
            out[3:] = end
            return True
    if tally[5] < MOVED:
        tally[5] += 1
        start[:] = a
        end[:] = b
        if widened(soup, work.a, work.b, start, end, beam, pull, work.found):
            out[:3] = start
            out[3:] = end
            return True
    return False
