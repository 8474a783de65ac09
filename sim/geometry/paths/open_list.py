"""The open list of a search: a binary heap (Williams 1964), the node with the lowest key on top.

A node is pushed again when its key falls; what was pushed before stays, and is passed over when it comes up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.terrain_mesh import Floats

__all__ = ["Longs", "OpenList", "longer_list", "open_list", "pop", "push"]

Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OpenList(KernelStruct):
    """The first `size[0]` rows are a heap: no key is higher than those of its children, at 2p + 1 and 2p + 2."""

    keys: Floats
    nodes: Longs
    size: Longs  # (1,)


def open_list(room: int) -> OpenList:
    """An empty list with room for so many pushes."""
    return OpenList(np.empty(room), np.empty(room, np.int64), np.zeros(1, np.int64))


def longer_list(old: OpenList) -> OpenList:
    """The same list with twice the room."""
    new = open_list(2 * len(old.keys))
    new.keys[: len(old.keys)] = old.keys
    new.nodes[: len(old.nodes)] = old.nodes
    new.size[:] = old.size
    return new


@njit_noref
def push(heap: OpenList, key: float, node: int) -> None:
    """Put a node in. There must be room for it."""
    keys = heap.keys
    nodes = heap.nodes
    p = heap.size[0]
    heap.size[0] = p + 1
    while p > 0 and keys[(p - 1) // 2] > key:
        keys[p] = keys[(p - 1) // 2]
        nodes[p] = nodes[(p - 1) // 2]
        p = (p - 1) // 2
    keys[p] = key
    nodes[p] = node


@njit_noref
def pop(heap: OpenList) -> tuple[float, int]:
    """Take out the lowest key and its node. There must be one."""
    keys = heap.keys
    nodes = heap.nodes
    lowest = keys[0], nodes[0]
    size = heap.size[0] - 1
    heap.size[0] = size
    key = keys[size]
    node = nodes[size]
    p = 0
    while True:
        c = 2 * p + 1
        if c >= size:
            break
        if c + 1 < size and keys[c + 1] < keys[c]:
            c += 1
        if keys[c] >= key:
            break
        keys[p] = keys[c]
        nodes[p] = nodes[c]
        p = c
    keys[p] = key
    nodes[p] = node
    return lowest
