"""Compiled kernels that build a ray tree: a bounding volume hierarchy (BVH). Inches.

Nodes are split where the surface area heuristic costs least, over bins (Wald 2007).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref

__all__ = ["DEEP", "FEW", "LEAF", "build_bvh", "renumber_neighbours"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

BINS = 16
LEAF = 4
FEW = 16  # so many triangles are sorted by their bins: that takes less time than to fill the bins
DEEPEST = 48  # below that lists are halved, so that a way down the tree has room
DEEP = 96  # nodes that wait on a way down a tree, at most
NODE, START, END, DEPTH = range(4)
"""Columns of a node that is to be split: its triangles, and how deep it is."""


class _SplitBuffers(NamedTuple):
    """What splitting a node writes to."""

    bins: Floats  # (3, BINS, 6): of each axis, the box of what is in each bin
    held: Longs  # (3, BINS): how many there are
    area: Floats  # (BINS + 1,): of everything from a bin, or from one of a few triangles, to the last
    few: Longs  # (FEW,): a few triangles in the order of their bins
    own: Longs  # (FEW,): and these bins
    scale: Floats  # (3, 2): where the bins of each axis begin, and how many go into an inch; 0 where all are in one


@njit_noref
def _bound(box: Floats, start: int, end: int, boxes: Floats, node: int) -> None:
    """The box round some boxes, as a node's."""
    x, y, z = np.inf, np.inf, np.inf
    to_x, to_y, to_z = -np.inf, -np.inf, -np.inf
    for j in range(start, end):
        x, y, z = min(x, box[j, 0]), min(y, box[j, 1]), min(z, box[j, 2])
        to_x, to_y, to_z = max(to_x, box[j, 3]), max(to_y, box[j, 4]), max(to_z, box[j, 5])
    boxes[node, 0], boxes[node, 1], boxes[node, 2] = x, y, z
    boxes[node, 3], boxes[node, 4], boxes[node, 5] = to_x, to_y, to_z


@njit_noref
def _scale(box: Floats, start: int, end: int, scale: Floats) -> None:
    """Lay bins over the centres of some boxes."""
    x, y, z = np.inf, np.inf, np.inf
    to_x, to_y, to_z = -np.inf, -np.inf, -np.inf
    for j in range(start, end):
        at_x, at_y, at_z = box[j, 0] + box[j, 3], box[j, 1] + box[j, 4], box[j, 2] + box[j, 5]
        x, y, z = min(x, at_x), min(y, at_y), min(z, at_z)
        to_x, to_y, to_z = max(to_x, at_x), max(to_y, at_y), max(to_z, at_z)
    scale[0, 0], scale[1, 0], scale[2, 0] = 0.5 * x, 0.5 * y, 0.5 * z
    for k, high in enumerate((0.5 * to_x, 0.5 * to_y, 0.5 * to_z)):
        far = high - scale[k, 0]
        scale[k, 1] = BINS / far if far > 1e-12 else 0.0


@njit_noref
def _bin(box: Floats, j: int, axis: int, scale: Floats) -> int:
    """The bin of a box along an axis, by its centre."""
    return min(BINS - 1, int((0.5 * (box[j, axis] + box[j, 3 + axis]) - scale[axis, 0]) * scale[axis, 1]))


@njit_noref
def _best_split(box: Floats, start: int, end: int, buffers: _SplitBuffers) -> tuple[int, int]:
    """Where to split a node: the axis, and the first bin of the right half; -1 where all centres are in one place."""
    _scale(box, start, end, buffers.scale)
    few = end - start <= FEW
    if not few:
        _fill(box, start, end, buffers)
    best = np.inf
    axis = -1
    cut = 0
    for k in range(3):
        if buffers.scale[k, 1] == 0.0:
            continue
        cost, at = _best_split_of_few(box, start, end, k, buffers) if few else _best_split_of_bins(k, buffers)
        if cost < best:
            best = cost
            axis = k
            cut = at
    return axis, cut


@njit_noref
def _fill(box: Floats, start: int, end: int, buffers: _SplitBuffers) -> None:
    """Put boxes into the bins of all axes."""
    bins, held = buffers.bins, buffers.held
    for k in range(3):
        for b in range(BINS):
            held[k, b] = 0
            for q in range(3):
                bins[k, b, q] = np.inf
                bins[k, b, 3 + q] = -np.inf
    for j in range(start, end):
        x, y, z, to_x, to_y, to_z = box[j, 0], box[j, 1], box[j, 2], box[j, 3], box[j, 4], box[j, 5]
        for k in range(3):
            b = _bin(box, j, k, buffers.scale)
            held[k, b] += 1
            bins[k, b, 0] = min(bins[k, b, 0], x)
            bins[k, b, 1] = min(bins[k, b, 1], y)
            bins[k, b, 2] = min(bins[k, b, 2], z)
            bins[k, b, 3] = max(bins[k, b, 3], to_x)
            bins[k, b, 4] = max(bins[k, b, 4], to_y)
            bins[k, b, 5] = max(bins[k, b, 5], to_z)


@njit_noref
def _best_split_of_bins(axis: int, buffers: _SplitBuffers) -> tuple[float, int]:
    """The cheapest cut of an axis between bins, and its cost."""
    bins, held, area = buffers.bins, buffers.held, buffers.area
    x, y, z, to_x, to_y, to_z = np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf
    right = 0
    for b in range(BINS - 1, 0, -1):
        if held[axis, b] > 0:
            right += held[axis, b]
            x, y, z = min(x, bins[axis, b, 0]), min(y, bins[axis, b, 1]), min(z, bins[axis, b, 2])
            to_x, to_y = max(to_x, bins[axis, b, 3]), max(to_y, bins[axis, b, 4])
            to_z = max(to_z, bins[axis, b, 5])
            area[b] = _area(to_x - x, to_y - y, to_z - z)
        elif right > 0:
            area[b] = area[b + 1]
    x, y, z, to_x, to_y, to_z = np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf
    left = 0
    right += held[axis, 0]
    best = np.inf
    cut = 0
    for b in range(BINS - 1):
        if held[axis, b] == 0:
            continue
        left += held[axis, b]
        right -= held[axis, b]
        if right == 0:
            break
        x, y, z = min(x, bins[axis, b, 0]), min(y, bins[axis, b, 1]), min(z, bins[axis, b, 2])
        to_x, to_y, to_z = max(to_x, bins[axis, b, 3]), max(to_y, bins[axis, b, 4]), max(to_z, bins[axis, b, 5])
        cost = left * _area(to_x - x, to_y - y, to_z - z) + right * area[b + 1]
        if cost < best:
            best = cost
            cut = b + 1
    return best, cut


@njit_noref
def _best_split_of_few(box: Floats, start: int, end: int, axis: int, buffers: _SplitBuffers) -> tuple[float, int]:
    """As `_best_split_of_bins`, of few boxes that are in no bins: the same cut."""
    few, own, area = buffers.few, buffers.own, buffers.area
    n = end - start
    for i in range(n):
        b = _bin(box, start + i, axis, buffers.scale)
        at = i
        while at > 0 and own[at - 1] > b:
            own[at], few[at] = own[at - 1], few[at - 1]
            at -= 1
        own[at], few[at] = b, start + i
    x, y, z, to_x, to_y, to_z = np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf
    for i in range(n - 1, 0, -1):
        j = few[i]
        x, y, z = min(x, box[j, 0]), min(y, box[j, 1]), min(z, box[j, 2])
        to_x, to_y, to_z = max(to_x, box[j, 3]), max(to_y, box[j, 4]), max(to_z, box[j, 5])
        area[i] = _area(to_x - x, to_y - y, to_z - z)
    x, y, z, to_x, to_y, to_z = np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf
    best = np.inf
    cut = 0
    for i in range(n - 1):
        j = few[i]
        x, y, z = min(x, box[j, 0]), min(y, box[j, 1]), min(z, box[j, 2])
        to_x, to_y, to_z = max(to_x, box[j, 3]), max(to_y, box[j, 4]), max(to_z, box[j, 5])
        if own[i] == own[i + 1]:
            continue
        cost = (i + 1) * _area(to_x - x, to_y - y, to_z - z) + (n - 1 - i) * area[i + 1]
        if cost < best:
            best = cost
            cut = own[i] + 1
    return best, cut


@njit_noref
def _area(x: float, y: float, z: float) -> float:
    return x * y + y * z + z * x


@njit_noref
def _partition(box: Floats, order: Longs, start: int, end: int, axis: int, cut: int, scale: Floats) -> int:
    """Put the boxes of the bins before the cut first: where the others begin."""
    middle = start
    last = end - 1
    while middle <= last:
        if _bin(box, middle, axis, scale) < cut:
            middle += 1
        else:
            order[middle], order[last] = order[last], order[middle]
            for k in range(6):
                box[middle, k], box[last, k] = box[last, k], box[middle, k]
            last -= 1
    return middle


@njit(cache=True, nogil=True)
def build_bvh(triangles: Floats) -> tuple[Floats, Ints, Ints, Ints, Longs]:
    """A binary tree of triangles (n, 9) by the surface area heuristic over 16 bins: boxes, left, count, first, order
    of triangles.

    The triangles' boxes change places with their numbers, so that those of a node stand in a row in memory.
    """
    n = triangles.shape[0]
    box = np.empty((n, 6))
    for i in range(n):
        for k in range(3):
            a, b, c = triangles[i, k], triangles[i, 3 + k], triangles[i, 6 + k]
            box[i, k] = min(a, b, c)
            box[i, 3 + k] = max(a, b, c)
    order = np.arange(n)
    boxes = np.empty((2 * n + 1, 6))
    left = np.full(2 * n + 1, -1, np.int32)
    count = np.zeros(2 * n + 1, np.int32)
    first = np.zeros(2 * n + 1, np.int32)
    nodes = 1
    waiting = np.empty((128, 4), np.int64)
    waiting[0, NODE], waiting[0, START], waiting[0, END], waiting[0, DEPTH] = 0, 0, n, 0
    wait = 1
    buffers = _SplitBuffers(
        np.empty((3, BINS, 6)),
        np.empty((3, BINS), np.int64),
        np.empty(BINS + 1),
        np.empty(FEW, np.int64),
        np.empty(FEW, np.int64),
        np.empty((3, 2)),
    )
    while wait > 0:
        wait -= 1
        me, depth = waiting[wait, NODE], waiting[wait, DEPTH]
        start, end = waiting[wait, START], waiting[wait, END]
        _bound(box, start, end, boxes, me)
        if end - start <= LEAF:
            count[me] = end - start
            first[me] = start
            continue
        axis, cut = _best_split(box, start, end, buffers) if depth < DEEPEST else (-1, 0)
        middle = (start + end) // 2  # where all centres are in one place, or too deep: so that leaves stay small
        if axis >= 0:
            middle = _partition(box, order, start, end, axis, cut, buffers.scale)
        left[me] = nodes
        for child in range(2):
            waiting[wait, NODE] = nodes + child
            waiting[wait, START] = middle if child else start
            waiting[wait, END] = end if child else middle
            waiting[wait, DEPTH] = depth + 1
            wait += 1
        nodes += 2
    return boxes[:nodes].copy(), left[:nodes].copy(), count[:nodes].copy(), first[:nodes].copy(), order


@njit(cache=True, nogil=True)
def renumber_neighbours(beyond: Ints, order: Longs) -> Ints:
    """The neighbours (n, 3) of triangles that are put in another order, by their new numbers; -1 stays."""
    rank = np.empty(order.shape[0], np.int32)
    for i in range(order.shape[0]):
        rank[order[i]] = i
    made = np.empty(beyond.shape, np.int32)
    for i in range(order.shape[0]):
        for k in range(3):
            other = beyond[order[i], k]
            made[i, k] = rank[other] if other >= 0 else -1
    return made
