"""Compiled kernels: sight between two bodies, by witness or by proof.

Both bodies are sorted into trees of boxes. A *cell* is a pair of nodes, its *shaft* the hull of their boxes: all
segments of the cell run in it. A ray of the cell that is clear, with its parallels, is a witness and ends the
query. Else it is tried to prove that no beam of the cell passes (`proofs`). Cells that are neither are split, the
wider node first, triangles last, until they are as thin as the beam.

The same search with a wide beam says how wide an opening could be at most that was missed.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.halves import Seeds, cut, extent, heap, plant, point, slit
from sim.geometry.kernels import Floats, Forest, Ints, Soup, axes_of, clear, clear_beam, hits, meets, near
from sim.geometry.openings import widened
from sim.geometry.proofs import Desk, narrow, proven, width
from sim.geometry.tolerance import BEAM_PULL

BLOCKED, VISIBLE, UNDECIDED = 0, 1, 2
CELL = 20  # of work, for the rays of a cell
TRIALS = 9  # rays of a cell that are looked at as beams, when one of them was clear
MOVED = 12  # clear rays of a sight that are moved to the middle of their opening


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
    best = max(width(box_a, box_b, 0.0), width(box_a, box_b, 1.0))
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
            best = min(best, width(box_a, box_b, at))
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
