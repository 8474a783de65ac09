"""Compiled kernels: the search for sight between two bodies, which ends with a witness or a proof.

A dual-tree search (Gray and Moore, "N-body problems in statistical learning", 2000): both bodies are trees of boxes,
and pairs of boxes are looked at. What lies between two boxes is their shaft, and what blocks all of it is looked for
there (shaft culling: Haines and Wallace 1991; conservative visibility: Cohen-Or et al. 2003).

Both bodies are cut into parts, as that is needed. A *cell* is a pair of parts, its *shaft* the hull of their boxes
(Haines and Wallace, "Shaft culling for efficient ray-traced radiosity", 1991): all segments of the cell run in it. A
ray of the cell that is clear, with its parallels, is a witness and ends the query. Else it is tried to prove that no
beam of the cell passes (`shaft_proofs`). A cell that is neither is cut where that helps the proof, until it is as thin
as the beam.

Cells that may let a wide beam through come first: they hold what is seen, and once there are none of them, what is
left open is narrow, however long it may take to decide it.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import (
    BvhArena,
    Floats,
    Ints,
    Soup,
    clear,
    clear_beam,
    hits,
    meets,
    near,
    point,
    ray_between,
    renew_marks,
)
from sim.geometry.sight.body_tree import BodyTree, build_tree, random_point, split
from sim.geometry.sight.cross_sections import certify_barred
from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN
from sim.geometry.sight.grain import DIRECTIONS, add_edges, lay_along
from sim.geometry.sight.openings import fit_beam
from sim.geometry.sight.shaft_proofs import certify_blocked, judge, width
from sim.geometry.sight.workspace import BLOCKER, EXAMINED, FITTED, PROVEN, THIN, WIDEST, Shaft, Workspace
from sim.geometry.tolerance import BEAM, BEAM_PULL, FINEST, PULL, ROUND

__all__ = ["BLOCKED", "UNDECIDED", "VISIBLE", "search"]

BLOCKED, VISIBLE, UNDECIDED = 0, 1, 2
PART_A, PART_B, CUT_B, AXIS, KIND = range(5)
"""Columns of a cell: its parts, whether the second one is to be cut, along which axis of the frame, and the above."""
SEED = 0x9E3779B97F4A7C15  # of the random points: the golden ratio, as Steele and others (2014) take it
ROOT_RAYS = 128  # over the whole pair when the first proof fails
LIMIT = 900_000  # of work, as `Workspace.spent` counts it
WIDE_LIMIT = 1_200_000  # while a wide beam may pass
DEPTH_WEIGHT = 0.35  # a part's extent along the sight counts less than across it
SLENDER = 16.0  # how much longer than thin cells become, where that helps a proof
CELL = 80  # of work, for the rays of a cell
RAY = 16  # of work, for one more ray
RAY_SHARE = 150  # of work on proofs that failed, for one more ray
TRIALS = 9  # rays of a cell that are looked at as beams, when one of them was clear
# Of round beams that are looked for in what was left open.
RADII = (ROUND, 0.025, 0.03, 0.035, 0.04, 0.045, 0.05, 0.06, 0.08, 0.1, 0.2)
PLANES = 4  # tried for each of them, through where a random ray is blocked
MOVED = 12  # clear rays of a sight that are moved to the middle of their opening


@njit_noref
def _mean_hit(soup: Soup, shaft: Shaft, found: Ints, number: int) -> float:
    """How far along a ray its hits are on average, from 0 to 1. The nearer they are to one end, the less it helps to
    split that end: a shaft is there as wide as the other."""
    if number == 0:
        return 0.5
    ray = ray_between(shaft.a, shaft.b)
    total = 0.0
    for i in range(number):
        at, _ = meets(soup.arena.triangles, found[i], ray)
        total += at
    return min(0.98, max(0.02, total / number))


@njit_noref
def _widest_unblocked(soup: Soup, shaft: Shaft, found: Ints, number: int) -> float:
    """The greatest radius of a round beam that may pass a shaft: it may not hold any place where the shaft's ray was
    blocked, and none of its axes is further from there than the shaft is wide there."""
    box_a, box_b, a, b = shaft.box_a, shaft.box_b, shaft.a, shaft.b
    best = max(width(box_a, box_b, 0.0), width(box_a, box_b, 1.0))
    if number == 0:
        return best
    ray = ray_between(a, b)
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5
    for i in range(number):
        at, _ = meets(soup.arena.triangles, found[i], ray)
        if min(at, 1 - at) * length > 2 * BEAM_PULL:
            best = min(best, width(box_a, box_b, at))
    return best


@njit_noref
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
def _keep(work: Workspace, na: int, nb: int, where: float, widest: float, kind: int, tail: int) -> int:
    """Add a cell that is to be cut: the number of cells then. The widest radius of those too small to be cut is kept in
    the tally."""
    wide_a, wide_b = np.empty(3), np.empty(3)
    _weights(work.a, na, np.zeros(2), wide_a)
    _weights(work.b, nb, np.zeros(2), wide_b)
    if max(wide_a.max(), wide_b.max()) <= FINEST / 2:
        work.tally[WIDEST] = max(work.tally[WIDEST], widest)
        return tail
    _weights(work.a, na, work.demand, wide_a)
    _weights(work.b, nb, work.demand, wide_b)
    second = wide_a.max() * (1 - where) < wide_b.max() * where
    cell = work.cells[tail]
    cell[PART_A], cell[PART_B], cell[CUT_B], cell[KIND] = na, nb, second, kind
    cell[AXIS] = wide_b.argmax() if second else wide_a.argmax()
    work.spared[tail] = widest
    return tail + 1


@njit_noref
def _try_rays(soup: Soup, work: Workspace, na: int, nb: int) -> int:
    """Look along two rays between two parts; the second goes on past what it meets first, for a proof starts there.
    It, or the first where that is clear, is the ray of the workspace's shaft; returns how many hits of it were
    found."""
    a, b = work.shaft.a, work.shaft.b
    random_point(work.a, na, work.random, a)
    random_point(work.b, nb, work.random, b)
    if work.tally[EXAMINED] > 1:
        if clear(soup, a, b, PULL, work.found[:1]):
            return 0
        random_point(work.a, na, work.random, a)
        random_point(work.b, nb, work.random, b)
    return hits(soup, point(a), point(b), PULL, work.found)


@njit(cache=True)
def _examine(soup: Soup, work: Workspace, na: int, nb: int, kind: int, tail: int) -> int:
    """Look at a cell, and add it to those that are to be cut if it is not proven: the number of cells then, or -1 if
    there is a witness. `kind` is that of the cell that it was cut from."""
    tally, shaft = work.tally, work.shaft
    shaft.box_a[:] = work.a.boxes[na]
    shaft.box_b[:] = work.b.boxes[nb]
    tally[EXAMINED] += 1
    work.spent[0] += CELL
    number = _try_rays(soup, work, na, nb)
    if number == 0:
        if _accept_beam(soup, work, na, nb):
            return -1
    else:
        tally[BLOCKER] = work.found[0]
        if not tally[THIN]:
            work.witness[:3] = shaft.a
            work.witness[3:] = shaft.b
    where = _mean_hit(soup, shaft, work.found, number)
    widest = _widest_unblocked(soup, shaft, work.found, number)
    widest += 0.0 if number else BEAM  # one of its parallels was blocked
    work.demand[:] = 0
    found = CLOSED
    before = work.spent[0]
    if not certify_blocked(soup, work, number):
        narrow = kind == NARROW or widest < ROUND
        found = judge(soup, work, number, 0.0 if narrow else ROUND)
        if narrow and found == OPEN:
            found = NARROW
    if found == CLOSED:
        tally[PROVEN] += 1
        return tail
    if _finds_beam(soup, work, na, nb, (work.spent[0] - before) // RAY_SHARE):
        return -1
    return _keep(work, na, nb, where, min(widest, ROUND) if found == NARROW else widest, found, tail)


@njit(cache=True)
def _finds_beam(soup: Soup, work: Workspace, na: int, nb: int, rays: int) -> bool:
    """Whether one of so many more rays between two parts finds a beam: where proofs take long, rays cost little."""
    a, b = work.shaft.a, work.shaft.b
    work.spent[0] += RAY * rays
    for _ in range(rays):
        random_point(work.a, na, work.random, a)
        random_point(work.b, nb, work.random, b)
        if clear(soup, a, b, PULL, work.found[:1]) and _accept_beam(soup, work, na, nb):
            return True
    return False


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
def _shoot(soup: Soup, work: Workspace, grains: Floats) -> int:
    """Whether one of many rays between the whole bodies finds a beam: -1; else how many directions of edges were met,
    which are written."""
    a, b = work.shaft.a, work.shaft.b
    number = 0
    for _ in range(ROOT_RAYS):
        random_point(work.a, 0, work.random, a)
        random_point(work.b, 0, work.random, b)
        if clear(soup, a, b, PULL, work.found[:1]):
            if _accept_beam(soup, work, 0, 0):
                return -1
        else:
            number = add_edges(soup, work.found[0], grains, number)
    return number


@njit(cache=True)
def _bound(soup: Soup, work: Workspace) -> None:
    """Bound what was left open once more, by bars or slats that stand between the whole bodies."""
    shaft, tally = work.shaft, work.tally
    shaft.box_a[:] = work.a.boxes[0]
    shaft.box_b[:] = work.b.boxes[0]
    for radius in RADII:
        if radius >= tally[WIDEST]:
            return
        for _ in range(PLANES):
            random_point(work.a, 0, work.random, shaft.a)
            random_point(work.b, 0, work.random, shaft.b)
            if certify_barred(soup, work, radius):
                tally[WIDEST] = radius
                return


@njit_noref
def _left_open(work: Workspace, wide: int, narrow: int, tail: int) -> None:
    """Keep the widest radius of the cells that are not looked at any more: those of a kind from some place on."""
    for i in range(min(wide, narrow), tail):
        if i >= (wide if work.cells[i, KIND] == OPEN else narrow):
            work.tally[WIDEST] = max(work.tally[WIDEST], work.spared[i])


@njit(cache=True)
def _search(soup: Soup, work: Workspace, frame: Floats, body_a: Floats, body_b: Floats) -> int:
    """Look at all cells of a pair: BLOCKED, VISIBLE or UNDECIDED."""
    tally = work.tally
    tail = _examine(soup, work, 0, 0, OPEN, 0)
    if tail > 0:
        grains = np.empty((DIRECTIONS, 4))
        number = _shoot(soup, work, grains)
        if number < 0:
            return VISIBLE
        if lay_along(grains, number, frame):
            pair = work.pair
            build_tree(work.a, body_a, pair.low_b, pair.high_b, frame)
            build_tree(work.b, body_b, pair.low_a, pair.high_a, frame)
            tally[WIDEST] = 0
            tail = _examine(soup, work, 0, 0, OPEN, 0)
    wide = narrow = 0
    while tail >= 0:
        wide = _next(work.cells, wide, tail, OPEN)
        if wide == tail:
            narrow = _next(work.cells, narrow, tail, NARROW)
        which = wide if wide < tail else narrow
        if which == tail:
            break
        if tail + 2 > work.cells.shape[0] or work.spent[0] > (WIDE_LIMIT if wide < tail else LIMIT):
            _left_open(work, wide, narrow, tail)
            _bound(soup, work)
            break
        if wide < tail:
            wide += 1
        else:
            narrow += 1
        cell = work.cells[which]
        tree, part = (work.b, cell[PART_B]) if cell[CUT_B] else (work.a, cell[PART_A])
        child = _child(tree, part, frame, cell[AXIS])
        if child < 0:
            tally[WIDEST] = max(tally[WIDEST], work.spared[which])
            continue
        for i in range(2):
            na = cell[PART_A] if cell[CUT_B] else child + i
            nb = child + i if cell[CUT_B] else cell[PART_B]
            tail = _examine(soup, work, na, nb, cell[KIND], tail)
            if tail < 0:
                return VISIBLE
    if tail < 0:
        return VISIBLE
    return UNDECIDED if tally[WIDEST] > 0 else BLOCKED


@njit(cache=True, nogil=True)
def search(arena: BvhArena, roots: Ints, work: Workspace, body_a: Floats, body_b: Floats) -> int:
    """BLOCKED, VISIBLE or UNDECIDED; the witness and what was counted stand in the workspace.

    Args:
        roots: of the trees that count.
        work: a workspace with the frame of the pair, as `quick_test.frame_pair` writes it; its cells are the budget.
        body_a, body_b: (n, 9) triangles that see and are seen.
    """
    pair = work.pair
    soup = near(
        Soup(arena, roots), np.minimum(pair.low_a, pair.low_b) - BEAM, np.maximum(pair.high_a, pair.high_b) + BEAM
    )
    build_tree(work.a, body_a, pair.low_b, pair.high_b, pair.axes)
    build_tree(work.b, body_b, pair.low_a, pair.high_a, pair.axes)
    work.spent[:] = 0
    work.efforts[:] = 0
    work.tally[:] = 0
    work.tally[BLOCKER] = -1
    work.random[0] = SEED
    renew_marks(soup)
    return _search(soup, work, pair.axes, body_a, body_b)


@njit(cache=True)
def _accept_beam(soup: Soup, work: Workspace, na: int, nb: int) -> bool:
    """Whether the opening that the clear ray of the workspace's shaft found lets a beam through, here or close by;
    writes the witness."""
    one, tally, witness = work.found[:1], work.tally, work.witness
    if not tally[THIN]:
        witness[:3] = work.shaft.a
        witness[3:] = work.shaft.b
    tally[THIN] += 1
    ray = np.empty((2, 3))
    start, end = ray[0], ray[1]
    start[:] = work.shaft.a
    end[:] = work.shaft.b
    found = False
    for trial in range(TRIALS):
        if trial > 0:
            random_point(work.a, na, work.random, start)
            random_point(work.b, nb, work.random, end)
            if not clear(soup, start, end, PULL, one):
                continue
        if clear_beam(soup, start, end, BEAM, one):
            found = True
            break
    if not found and tally[FITTED] < MOVED:
        tally[FITTED] += 1
        start[:] = work.shaft.a
        end[:] = work.shaft.b
        found = fit_beam(soup, work, ray)
    if found:
        witness[:3] = start
        witness[3:] = end
    return found
