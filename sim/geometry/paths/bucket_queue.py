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

__all__ = [
    "FAR",
    "LONGEST",
    "SHORTEST",
    "SHUT",
    "BucketQueue",
    "bucket_queue",
    "certain_until",
    "clear",
    "in_the_room_of",
    "is_certain",
    "nearest",
    "put",
    "take_out",
    "wait_again",
]

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


def in_the_room_of(queue: BucketQueue) -> BucketQueue:
    """Another queue that has the room of one by turns with it: `take_out` what waits, and let it `wait_again`."""
    distance, state = np.full(len(queue.distance), FAR, np.int32), np.zeros(2, np.int64)
    return queue.but(distance=distance, state=state)


def take_out(queue: BucketQueue) -> Units:
    """All nodes that wait, out of the room."""
    nodes = np.empty(queue.state[_WAITING], np.int32)
    _take_out(queue, nodes)
    return nodes


@njit_noref
def _take_out(queue: BucketQueue, nodes: Units) -> None:
    count = 0
    for bucket in range(_RING):
        node = queue.head[bucket]
        queue.head[bucket] = -1
        while node >= 0:
            nodes[count] = node
            count += 1
            node = queue.after[node]


@njit_noref
def wait_again(queue: BucketQueue, nodes: Units) -> None:
    """Let nodes that were taken out wait where they waited."""
    for node in nodes:
        _link(queue, node, queue.distance[node])


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
    _link(queue, node, distance)


@njit_noref
def _link(queue: BucketQueue, node: int, distance: int) -> None:
    """Let a node wait in the bucket of a distance."""
    bucket = distance // SHORTEST % _RING
    first = queue.head[bucket]
    queue.before[node] = -1
    queue.after[node] = first
    if first >= 0:
        queue.before[first] = node
    queue.head[bucket] = node


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


def certain_until(queue: BucketQueue) -> int:
    """What is nearer is certain."""
    return min(int(FAR), (int(queue.state[_NOW]) + 1) * SHORTEST)
