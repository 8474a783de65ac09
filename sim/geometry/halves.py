"""Compiled kernels: a body as a binary tree over its triangles, for the search of sight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compiled import njit
from sim.geometry.kernels import Floats, Ints, Longs
from sim.geometry.shared import Shared

Seeds = NDArray[np.uint64]

DEPTH_WEIGHT = 0.35  # a cell's extent along the sight counts less than across it
SLENDER = 16.0  # how much longer than thin the cells become that lean


@dataclass(frozen=True, eq=False)
class Half(Shared):
    """One body as a binary tree over its triangles; leaves are cut in two as they are needed."""

    triangles: Floats  # (room, 9), world
    boxes: Floats  # (room, 6), in the frame of the pair
    start: Ints
    end: Ints  # a node's triangles
    child: Ints  # the first of two children, -1 in a leaf
    size: Longs  # (2,): nodes and triangles in use


@njit(cache=True)
def _spread(x: int) -> int:
    """Ten bits with two zeros between each, for a Morton code."""
    x &= 0x3FF
    x = (x | (x << 16)) & 0x030000FF
    x = (x | (x << 8)) & 0x0300F00F
    x = (x | (x << 4)) & 0x030C30C3
    return (x | (x << 2)) & 0x09249249


@njit(cache=True)
def facing(body: Floats, low: Floats, high: Floats) -> Longs:
    """Numbers of the triangles whose front can be seen from somewhere in a box."""
    keep = np.empty(body.shape[0], np.int64)
    m = 0
    for i in range(body.shape[0]):
        ax, ay, az = body[i, 3] - body[i, 0], body[i, 4] - body[i, 1], body[i, 5] - body[i, 2]
        bx, by, bz = body[i, 6] - body[i, 0], body[i, 7] - body[i, 1], body[i, 8] - body[i, 2]
        nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        best = (
            max(nx * (low[0] - body[i, 0]), nx * (high[0] - body[i, 0]))
            + max(ny * (low[1] - body[i, 1]), ny * (high[1] - body[i, 1]))
            + max(nz * (low[2] - body[i, 2]), nz * (high[2] - body[i, 2]))
        )
        if best > 1e-12:
            keep[m] = i
            m += 1
    if m == 0:  # the bodies stand inside each other: everything may face
        for i in range(body.shape[0]):
            keep[i] = i
        m = body.shape[0]
    return keep[:m]


@njit(cache=True)
def _box(triangles: Floats, q: int, frame: Floats, boxes: Floats, node: int) -> None:
    """Write the box of a triangle, in the frame of the pair."""
    for k in range(3):
        low = np.inf
        high = -np.inf
        for c in range(3):
            v = (
                frame[k, 0] * triangles[q, 3 * c]
                + frame[k, 1] * triangles[q, 3 * c + 1]
                + frame[k, 2] * triangles[q, 3 * c + 2]
            )
            low = min(low, v)
            high = max(high, v)
        boxes[node, k] = low
        boxes[node, 3 + k] = high


@njit(cache=True)
def heap(half: Half, body: Floats, low: Floats, high: Floats, frame: Floats) -> None:
    """All triangles of a body that face a box as one leaf, for `slit`."""
    keep = facing(body, low, high)
    for j in range(keep.shape[0]):
        half.triangles[j] = body[keep[j]]
    half.size[1] = keep.shape[0]
    _leaf(half, 0, 0, keep.shape[0], frame)
    half.size[0] = 1


@njit(cache=True)
def _leaf(half: Half, node: int, start: int, end: int, frame: Floats) -> None:
    """Make a node of some triangles that stand side by side."""
    half.start[node] = start
    half.end[node] = end
    half.child[node] = -1
    low = np.full(3, np.inf)
    high = np.full(3, -np.inf)
    for q in range(start, end):
        _box(half.triangles, q, frame, half.boxes, node)
        for k in range(3):
            low[k] = min(low[k], half.boxes[node, k])
            high[k] = max(high[k], half.boxes[node, 3 + k])
    half.boxes[node, :3] = low
    half.boxes[node, 3:] = high


@njit(cache=True)
def slit(half: Half, node: int, frame: Floats, lean: int) -> bool:
    """Give a leaf two children: all its triangles cut in two by a plane, so that they stay longest as `lean` says.

    False where there is no room left.
    """
    axis = 0
    for k in range(1, 3):
        if _weighed(half.boxes, node, k, lean) > _weighed(half.boxes, node, axis, lean):
            axis = k
    middle = 0.5 * (half.boxes[node, axis] + half.boxes[node, 3 + axis])
    nodes, used = half.size[0], half.size[1]
    if nodes + 2 > half.boxes.shape[0]:
        return False
    t = half.triangles
    height = np.empty(3)
    corners = np.empty((4, 3))
    for side in range(2):
        first = used
        for q in range(half.start[node], half.end[node]):
            for c in range(3):
                height[c] = -middle
                for k in range(3):
                    height[c] += frame[axis, k] * t[q, 3 * c + k]
                if side == 1:
                    height[c] = -height[c]
            m = 0
            for c in range(3):
                n = (c + 1) % 3
                if height[c] <= 0:
                    corners[m] = t[q, 3 * c : 3 * c + 3]
                    m += 1
                if (height[c] < 0 and height[n] > 0) or (height[c] > 0 and height[n] < 0):
                    s = height[c] / (height[c] - height[n])
                    for k in range(3):
                        corners[m, k] = t[q, 3 * c + k] + (t[q, 3 * n + k] - t[q, 3 * c + k]) * s
                    m += 1
            for c in range(1, m - 1):
                if used == t.shape[0]:
                    return False
                t[used, :3] = corners[0]
                t[used, 3:6] = corners[c]
                t[used, 6:] = corners[c + 1]
                used += 1
        if used == first:
            return False
        _leaf(half, nodes + side, first, used, frame)
    half.child[node] = nodes
    half.size[0] = nodes + 2
    half.size[1] = used
    return True


@njit(cache=True)
def _weighed(boxes: Floats, node: int, axis: int, lean: int) -> float:
    """How wide a node is along an axis, by how much that counts."""
    wide = boxes[node, 3 + axis] - boxes[node, axis]
    if axis == 0:
        return float(DEPTH_WEIGHT * wide)
    return float(wide if lean in (0, axis) else wide / SLENDER)


@njit(cache=True)
def plant(half: Half, body: Floats, low: Floats, high: Floats, frame: Floats) -> None:
    """Grow the tree over the triangles of a body that face a box, along a Morton curve across the sight."""
    keep = facing(body, low, high)
    m = keep.shape[0]
    across = np.empty((m, 2))
    for j in range(m):
        for k in range(2):
            across[j, k] = 0.0
            for c in range(9):
                across[j, k] += frame[k + 1, c % 3] * body[keep[j], c]
    base = np.array([across[:, 0].min(), across[:, 1].min()])
    extent = max(across[:, 0].max() - base[0], across[:, 1].max() - base[1], 1e-9)
    key = np.empty(m, np.int64)
    for j in range(m):
        y = int((across[j, 0] - base[0]) / extent * 1023)
        z = int((across[j, 1] - base[1]) / extent * 1023)
        key[j] = _spread(y) | (_spread(z) << 1)
    order = np.argsort(key)
    for j in range(m):
        for c in range(9):
            half.triangles[j, c] = body[keep[order[j]], c]
    nodes = 1
    half.start[0] = 0
    half.end[0] = m
    half.child[0] = -1
    me = 0
    while me < nodes:
        a, b = half.start[me], half.end[me]
        if b - a > 1:
            middle = _highest_bit_split(key, order, a, b)
            half.child[me] = nodes
            half.start[nodes] = a
            half.end[nodes] = middle
            half.start[nodes + 1] = middle
            half.end[nodes + 1] = b
            half.child[nodes] = -1
            half.child[nodes + 1] = -1
            nodes += 2
        me += 1
    for me in range(nodes - 1, -1, -1):
        if half.child[me] < 0:
            _box(half.triangles, half.start[me], frame, half.boxes, me)
        else:
            c = half.child[me]
            for k in range(3):
                half.boxes[me, k] = min(half.boxes[c, k], half.boxes[c + 1, k])
                half.boxes[me, 3 + k] = max(half.boxes[c, 3 + k], half.boxes[c + 1, 3 + k])
    half.size[0] = nodes
    half.size[1] = m


@njit(cache=True)
def _highest_bit_split(key: Longs, order: Longs, a: int, b: int) -> int:
    """Where sorted keys first differ in their highest differing bit; the middle where they are equal."""
    first, last = key[order[a]], key[order[b - 1]]
    if first == last:
        return (a + b) // 2
    bit = 1
    while ((first ^ last) >> 1) >= bit:
        bit <<= 1
    low, high = a, b - 1
    while low + 1 < high:
        middle = (low + high) // 2
        if (key[order[middle]] ^ first) >= bit:
            high = middle
        else:
            low = middle
    return high


@njit(cache=True)
def cut(half: Half, node: int, frame: Floats) -> bool:
    """Give a leaf two children: its triangle halved at its longest edge. False where there is no room left."""
    nodes, used = half.size[0], half.size[1]
    if nodes + 2 > half.boxes.shape[0] or used + 2 > half.triangles.shape[0]:
        return False
    t = half.triangles
    q = half.start[node]
    best = -1.0
    edge = 0
    for e in range(3):
        f = (e + 1) % 3
        length = 0.0
        for k in range(3):
            length += (t[q, 3 * e + k] - t[q, 3 * f + k]) ** 2
        if length > best:
            best = length
            edge = e
    f = (edge + 1) % 3
    for c in range(9):
        t[used, c] = t[q, c]
        t[used + 1, c] = t[q, c]
    for k in range(3):
        middle = 0.5 * (t[q, 3 * edge + k] + t[q, 3 * f + k])
        t[used, 3 * f + k] = middle
        t[used + 1, 3 * edge + k] = middle
    half.child[node] = nodes
    for i in range(2):
        half.start[nodes + i] = used + i
        half.end[nodes + i] = used + i + 1
        half.child[nodes + i] = -1
        _box(t, used + i, frame, half.boxes, nodes + i)
    half.size[0] = nodes + 2
    half.size[1] = used + 2
    return True


@njit(cache=True)
def random(state: Seeds) -> float:
    """The next number in [0, 1) of a small generator of our own: the same verdict on every machine."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return float((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True)
def point(half: Half, node: int, state: Seeds, out: Floats) -> None:
    """A random point on a random triangle of a node."""
    t = half.triangles
    i = half.start[node] + int(random(state) * (half.end[node] - half.start[node]))
    u = random(state)
    v = random(state)
    if u + v > 1:
        u = 1 - u
        v = 1 - v
    for k in range(3):
        out[k] = t[i, k] + u * (t[i, 3 + k] - t[i, k]) + v * (t[i, 6 + k] - t[i, k])


@njit(cache=True)
def extent(boxes: Floats, node: int, lean: int) -> float:
    """How wide a node is across the sight; along one axis first if it leans: 1 to its side, 2 upwards."""
    return max(
        _weighed(boxes, node, 0, lean),
        _weighed(boxes, node, 1, lean),
        _weighed(boxes, node, 2, lean),
    )
