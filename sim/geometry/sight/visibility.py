"""Compiled kernels: the search for sight between two bodies, which ends with a witness or a proof.

A dual-tree search: both bodies are trees of boxes, and pairs of boxes are looked at. What lies between two boxes is
their shaft, and what blocks all of it is looked for there (shaft culling: Haines and Wallace 1991; conservative
visibility: Cohen-Or et al. 2003).

Both bodies are cut into parts, as that is needed. A *cell* is a pair of parts, its *shaft* the hull of their boxes
(Haines and Wallace, "Shaft culling for efficient ray-traced radiosity", 1991): all segments of the cell run in it. A
ray of the cell that is clear, with its parallels, is a witness and ends the query. Else it is tried to prove that no
beam of the cell passes (`shaft_proofs`). A cell that is neither is cut where that helps the proof, until it is as thin
as the beam.

Cells that may let a wide beam through come first: they hold what is seen, and once there are none of them, what is
left open is narrow, however long it may take to decide it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.ray_kernels import BvhArena, Floats, Ints, Soup, axes_of, clear, clear_beam, hits, meets, near
from sim.geometry.sight.body_tree import BodyTree, Seeds, build_tree, random_point, split
from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN
from sim.geometry.sight.openings import fit_beam
from sim.geometry.sight.shaft_proofs import Workspace, certify_blocked, judged, width
from sim.geometry.tolerance import BEAM, BEAM_PULL, FINEST, PULL

BLOCKED, VISIBLE, UNDECIDED = 0, 1, 2
PART_A, PART_B, CUT_B, AXIS, KIND = range(5)
"""Columns of a cell: its parts, whether the second one is to be cut, along which axis of the frame, and the above."""
ROUND = 0.024  # inches: what is undecided lets no round beam of this radius through
ROOT_RAYS = 128  # over the whole pair when the first proof fails
LIMIT = 560_000  # of work, as `Workspace.spent` counts it
DEPTH_WEIGHT = 0.35  # a part's extent along the sight counts less than across it
SLENDER = 16.0  # how much longer than thin cells become, where that helps a proof
CELL = 20  # of work, for the rays of a cell
TRIALS = 9  # rays of a cell that are looked at as beams, when one of them was clear
MOVED = 12  # clear rays of a sight that are moved to the middle of their opening


@njit(cache=True)
def _mean_hit(soup: Soup, a: Floats, b: Floats, found: Ints, number: int) -> float:
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
        at, _ = meets(soup.arena.triangles, found[i], (a[0], a[1], a[2]), x, y, z, d[x] * sz, d[y] * sz, sz)
        total += at
    return min(0.98, max(0.02, total / number))


@njit(cache=True)
def _widest_unblocked(
    soup: Soup, box_a: Floats, box_b: Floats, a: Floats, b: Floats, found: Ints, number: int
) -> float:
    """The greatest radius of a round beam that may pass a cell: it may not hold any place where the cell's ray a-b
    was blocked, and none of its axes is further from there than the cell is wide there."""
    best = max(width(box_a, box_b, 0.0), width(box_a, box_b, 1.0))
    if number == 0:
        return best
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    length = (dx * dx + dy * dy + dz * dz) ** 0.5
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    sz = 1.0 / d[z]
    for i in range(number):
        at, _ = meets(soup.arena.triangles, found[i], (a[0], a[1], a[2]), x, y, z, d[x] * sz, d[y] * sz, sz)
        if min(at, 1 - at) * length > 2 * BEAM_PULL:
            best = min(best, width(box_a, box_b, at))
    return best


class Pair(NamedTuple):
    """What a search goes through: what stands between two bodies, how they are seen from each other, and room."""

    soup: Soup
    work: Workspace
    frame: Floats  # rows are unit vectors: along the sight, to its side, upwards
    state: Seeds
    tally: Floats
    out: Floats


@njit(cache=True)
def _weights(tree: BodyTree, part: int, demand: Floats, weights: Floats) -> None:
    """How wide a part is along each axis, by how much a cut there would help the proof that failed."""
    most = max(demand[0], demand[1])
    for k in range(3):
        weights[k] = tree.boxes[part, 3 + k] - tree.boxes[part, k]
    weights[0] *= DEPTH_WEIGHT
    if most > 0:
        for k in range(2):
            if weights[1 + k] * max(demand[k] / most, 1 / SLENDER) > FINEST / 4:
                weights[1 + k] *= max(demand[k] / most, 1 / SLENDER)


@njit(cache=True)
def _kept(pair: Pair, na: int, nb: int, where: float, widest: float, kind: int, tail: int) -> int:
    """Add a cell that is to be cut: the number of cells then. The widest radius of those too small to be cut is kept in
    the tally."""
    work = pair.work
    wide_a, wide_b = np.empty(3), np.empty(3)
    _weights(work.a, na, np.zeros(2), wide_a)
    _weights(work.b, nb, np.zeros(2), wide_b)
    if max(wide_a.max(), wide_b.max()) <= FINEST / 2:
        pair.tally[4] = max(pair.tally[4], widest)
        return tail
    _weights(work.a, na, work.demand, wide_a)
    _weights(work.b, nb, work.demand, wide_b)
    second = wide_a.max() * (1 - where) < wide_b.max() * where
    cell = work.cells[tail]
    cell[PART_A], cell[PART_B], cell[CUT_B], cell[KIND] = na, nb, second, kind
    cell[AXIS] = wide_b.argmax() if second else wide_a.argmax()
    work.spared[tail] = widest
    return tail + 1


@njit(cache=True)
def _examined(pair: Pair, na: int, nb: int, kind: int, tail: int) -> int:
    """Look at a cell, and add it to those that are to be cut if it is not proven: the number of cells then, or -1 if
    there is a witness. `kind` is that of the cell that it was cut from."""
    soup, work, tally, state = pair.soup, pair.work, pair.tally, pair.state
    a, b = np.empty(3), np.empty(3)
    tally[0] += 1
    work.spent[0] += CELL
    # Two rays, of which the second goes on past what it meets first: the proof starts there.
    random_point(work.a, na, state, a)
    random_point(work.b, nb, state, b)
    number = 0
    if tally[0] == 1:
        number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], PULL, work.found)
    elif not clear(soup, a, b, PULL, work.found[:1]):
        random_point(work.a, na, state, a)
        random_point(work.b, nb, state, b)
        number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], PULL, work.found)
    if number == 0:
        if _accept_beam(soup, work, na, nb, state, a, b, BEAM, PULL, tally, pair.out):
            return -1
    else:
        tally[3] = work.found[0]
        if not tally[2]:
            pair.out[:3] = a
            pair.out[3:] = b
    where = _mean_hit(soup, a, b, work.found, number)
    widest = _widest_unblocked(soup, work.a.boxes[na], work.b.boxes[nb], a, b, work.found, number)
    widest += 0.0 if number else BEAM  # one of its parallels was blocked
    work.demand[:] = 0
    found = CLOSED
    if not certify_blocked(soup, work, na, nb, a, b, pair.frame, number):
        narrow = kind == NARROW or widest < ROUND
        found = judged(soup, work, na, nb, a, b, pair.frame, number, 0.0 if narrow else ROUND)
        if narrow and found == OPEN:
            found = NARROW
    if found == CLOSED:
        tally[1] += 1
        return tail
    return _kept(pair, na, nb, where, min(widest, ROUND) if found == NARROW else widest, found, tail)


@njit(cache=True)
def _child(tree: BodyTree, part: int, frame: Floats, axis: int) -> int:
    """The first of the two parts that a part is cut into; -1 where there is no room left."""
    if tree.child[part, axis] >= 0 or split(tree, part, frame, axis):
        return int(tree.child[part, axis])
    return int(tree.child[part].max())


@njit(cache=True)
def _next(cells: Ints, at: int, tail: int, kind: int) -> int:
    """The first cell of a kind from some place on, or the number of cells."""
    while at < tail and cells[at, KIND] != kind:
        at += 1
    return at


@njit(cache=True)
def _searched(pair: Pair) -> int:
    """Look at all cells of a pair: BLOCKED, VISIBLE or UNDECIDED."""
    soup, work, tally, state = pair.soup, pair.work, pair.tally, pair.state
    tail = _examined(pair, 0, 0, OPEN, 0)
    if tail > 0:
        a, b = np.empty(3), np.empty(3)
        for _ in range(ROOT_RAYS):
            random_point(work.a, 0, state, a)
            random_point(work.b, 0, state, b)
            if clear(soup, a, b, PULL, work.found[:1]) and _accept_beam(
                soup, work, 0, 0, state, a, b, BEAM, PULL, tally, pair.out
            ):
                return VISIBLE
    wide = narrow = 0
    while tail >= 0:
        wide = _next(work.cells, wide, tail, OPEN)
        if wide == tail:
            narrow = _next(work.cells, narrow, tail, NARROW)
        which = wide if wide < tail else narrow
        if which == tail:
            break
        if tail + 2 > work.cells.shape[0] or work.spent[0] > LIMIT:
            for i in range(min(wide, narrow), tail):
                if i >= (wide if work.cells[i, KIND] == OPEN else narrow):
                    tally[4] = max(tally[4], work.spared[i])
            break
        if wide < tail:
            wide += 1
        else:
            narrow += 1
        cell = work.cells[which]
        tree, part = (work.b, cell[PART_B]) if cell[CUT_B] else (work.a, cell[PART_A])
        child = _child(tree, part, pair.frame, cell[AXIS])
        if child < 0:
            tally[4] = max(tally[4], work.spared[which])
            continue
        for i in range(2):
            na = cell[PART_A] if cell[CUT_B] else child + i
            nb = child + i if cell[CUT_B] else cell[PART_B]
            tail = _examined(pair, na, nb, cell[KIND], tail)
            if tail < 0:
                return VISIBLE
    if tail < 0:
        return VISIBLE
    return UNDECIDED if tally[4] > 0 else BLOCKED


@njit(cache=True, nogil=True)
def search(
    arena: BvhArena,
    roots: Ints,
    work: Workspace,
    body_a: Floats,
    body_b: Floats,
    view: Floats,
    out: Floats,
    tally: Floats,
) -> int:
    """BLOCKED, VISIBLE or UNDECIDED.

    Args:
        roots: of the trees that count; work: a workspace, whose cells are the budget of the search.
        body_a, body_b: (n, 9) triangles that see and are seen.
        view: (7, 3) the frame of the pair and the boxes round both bodies, as `quick_test.quick_test` has them.
        out: (6,) the witness; where nothing is visible, the thin opening found, or the last ray blocked.
        tally: (6,) is filled with: cells, cells proven, thin openings met, a triangle that blocks (-1), the greatest
            radius of a round beam that what is left may let through, clear rays that were moved to the middle of their
            opening.
    """
    soup = near(Soup(arena, roots), np.minimum(view[3], view[5]) - BEAM, np.maximum(view[4], view[6]) + BEAM)
    frame = view[:3]
    build_tree(work.a, body_a, view[5], view[6], frame)
    build_tree(work.b, body_b, view[3], view[4], frame)
    work.spent[:] = 0
    tally[:] = 0
    tally[3] = -1
    if soup.arena.mark[0] > 2_000_000_000:
        soup.arena.seen[:] = 0
        soup.arena.mark[0] = 0
    state = np.array([0x9E3779B97F4A7C15], np.uint64)
    return _searched(Pair(soup, work, frame, state, tally, out))


@njit(cache=True)
def _accept_beam(
    soup: Soup,
    work: Workspace,
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
            random_point(work.a, na, state, start)
            random_point(work.b, nb, state, end)
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
        if fit_beam(soup, work.a, work.b, start, end, beam, pull, work.found):
            out[:3] = start
            out[3:] = end
            return True
    return False
