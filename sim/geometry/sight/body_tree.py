"""Compiled kernels: a body cut into ever smaller parts, for the search of sight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.ray_kernels import Floats, Ints, Longs

__all__ = ["BodyTree", "Seeds", "build_tree", "facing", "make_body_tree", "random", "random_point", "split"]

Seeds = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class BodyTree(KernelStruct):
    """One body in parts: each is cut in two along the sight, to its side or upwards, as that is needed."""

    triangles: Floats  # (room, 9), world
    boxes: Floats  # (room, 6), in the frame of the pair
    start: Ints
    end: Ints  # a node's triangles
    child: Ints  # (room, 3): the first of two children by the axis that was cut, -1 where it was not
    size: Longs  # (2,): nodes and triangles in use


def make_body_tree(room: int) -> BodyTree:
    """Room for so many nodes, and as many triangles."""
    return BodyTree(
        np.empty((room, 9)),
        np.empty((room, 6)),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty((room, 3), np.int32),
        np.empty(2, np.int64),
    )


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
def build_tree(tree: BodyTree, body: Floats, low: Floats, high: Floats, frame: Floats) -> None:
    """Make all triangles of a body that face a box the first part."""
    keep = facing(body, low, high)
    for j in range(keep.shape[0]):
        tree.triangles[j] = body[keep[j]]
    tree.size[1] = keep.shape[0]
    _leaf(tree, 0, 0, keep.shape[0], frame)
    tree.size[0] = 1


@njit(cache=True)
def _leaf(tree: BodyTree, node: int, start: int, end: int, frame: Floats) -> None:
    """Make a node of some triangles that stand side by side."""
    tree.start[node] = start
    tree.end[node] = end
    tree.child[node] = -1
    low = np.full(3, np.inf)
    high = np.full(3, -np.inf)
    for q in range(start, end):
        _box(tree.triangles, q, frame, tree.boxes, node)
        for k in range(3):
            low[k] = min(low[k], tree.boxes[node, k])
            high[k] = max(high[k], tree.boxes[node, 3 + k])
    tree.boxes[node, :3] = low
    tree.boxes[node, 3:] = high


@njit(cache=True)
def split(tree: BodyTree, node: int, frame: Floats, axis: int) -> bool:
    """Give a node two children along an axis of the frame: its triangles, cut by a plane through its middle.

    False where there is no room left.
    """
    middle = 0.5 * (tree.boxes[node, axis] + tree.boxes[node, 3 + axis])
    nodes, used = tree.size[0], tree.size[1]
    if nodes + 2 > tree.boxes.shape[0]:
        return False
    t = tree.triangles
    height = np.empty(3)
    corners = np.empty((4, 3))
    for side in range(2):
        first = used
        for q in range(tree.start[node], tree.end[node]):
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
        _leaf(tree, nodes + side, first, used, frame)
    tree.child[node, axis] = nodes
    tree.size[0] = nodes + 2
    tree.size[1] = used
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
def random_point(tree: BodyTree, node: int, state: Seeds, out: Floats) -> None:
    """A random point on a random triangle of a node."""
    t = tree.triangles
    i = tree.start[node] + int(random(state) * (tree.end[node] - tree.start[node]))
    u = random(state)
    v = random(state)
    if u + v > 1:
        u = 1 - u
        v = 1 - v
    for k in range(3):
        out[k] = t[i, k] + u * (t[i, 3 + k] - t[i, k]) + v * (t[i, 6 + k] - t[i, k])
