"""A queue for distances that are whole numbers, with no step very short or very long: a ring of buckets (Dial,
"Algorithm 360", 1969), each no wider than the shortest step (Denardo and Fox, "Shortest-route methods 1", 1979).

What waits in the nearest bucket comes no nearer any more, and may be taken out in any order. A bucket is a list that is
linked both ways, so that what turns out to be nearer is put into another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct

__all__ = ["FAR", "LONGEST", "SHORTEST", "SHUT", "BucketQueue", "bucket_queue", "clear", "is_certain", "nearest", "put"]

Units = NDArray[np.int32]

FAR = np.int32(2**30)  # how far everything is that has no distance
SHUT = np.int32(-1)  # nor will have one
_RING = 512  # buckets
SHORTEST = 32  # step, and how wide a bucket is
LONGEST = (_RING - 1) * SHORTEST  # step

_WAITING, _NOW = 0, 1


@dataclass(frozen=True, eq=False)
class BucketQueue(KernelStruct):
    """`distance` of each node, `FAR` where it has none; what waits is linked by `after` and `before`, -1 at an end,
    from the `head` of its bucket."""

    distance: Units  # (nodes,), as `after` and `before`
    head: Units  # (_RING,)
    after: Units
    before: Units
    state: NDArray[np.int64]  # how many wait, and the bucket that the search has come to, counted from distance 0 on


def bucket_queue(nodes: int) -> BucketQueue:
    """A queue in which nothing waits, for so many nodes."""
    return BucketQueue(
        np.full(nodes, FAR, np.int32),
        np.full(_RING, -1, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.zeros(2, np.int64),
    )


def clear(queue: BucketQueue) -> None:
    """Nothing waits any more; what has a distance keeps it."""
    queue.head[:] = -1
    queue.state[:] = 0


@njit_noref
def put(queue: BucketQueue, node: int, distance: int) -> None:
    """Let a node wait at a distance that is less than where it waited before."""
    before = queue.distance[node]
    queue.distance[node] = distance
    bucket = distance // SHORTEST
    if 0 <= before < FAR:
        if before // SHORTEST == bucket:
            return
        _unlink(queue, node, before)
    else:
        queue.state[_WAITING] += 1
    first = queue.head[bucket % _RING]
    queue.before[node] = -1
    queue.after[node] = first
    if first >= 0:
        queue.before[first] = node
    queue.head[bucket % _RING] = node


@njit_noref
def _unlink(queue: BucketQueue, node: int, distance: int) -> None:
    """Take a node out of the bucket in which it waits, at a distance."""
    before = queue.before[node]
    after = queue.after[node]
    if before >= 0:
        queue.after[before] = after
    else:
        queue.head[distance // SHORTEST % _RING] = after
    if after >= 0:
        queue.before[after] = before


@njit_noref
def nearest(queue: BucketQueue, limit: int) -> int:
    """Take out a node that no other can make nearer; -1 where none waits that is no further than `limit`."""
    while queue.state[_WAITING] > 0 and queue.state[_NOW] * SHORTEST <= limit:
        node = queue.head[queue.state[_NOW] % _RING]
        while node >= 0 and queue.distance[node] > limit:
            node = queue.after[node]
        if node >= 0:
            _unlink(queue, node, queue.distance[node])
            queue.state[_WAITING] -= 1
            return int(node)
        if (queue.state[_NOW] + 1) * SHORTEST > limit:
            return -1
        queue.state[_NOW] += 1
    return -1


@njit_noref
def is_certain(queue: BucketQueue, node: int) -> bool:
    """Can nothing that waits make a node nearer any more? Nor one that is shut."""
    distance = queue.distance[node]
    return bool(distance < FAR and distance // SHORTEST <= queue.state[_NOW])
