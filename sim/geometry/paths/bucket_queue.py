"""A queue for distances that are small whole numbers: a ring of buckets (Dial, "Algorithm 360", 1969).

What waits at a distance lies in one bucket, in a list that is linked both ways, so that it is taken out and put into
another when it turns out to be nearer. No step may be longer than the ring.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct

Units = NDArray[np.int32]

FAR = np.int32(2**30)  # how far everything is that has no distance
SHUT = np.int32(-1)  # nor will have one
RING = 8192  # buckets
LONGEST = RING - 1  # step

_WAITING, _NOW = 0, 1


@dataclass(frozen=True, eq=False)
class BucketQueue(KernelStruct):
    """`distance` of each node, `FAR` where it has none; what waits is linked by `after` and `before`, -1 at an end,
    from the `head` of its bucket."""

    distance: Units  # (nodes,), as `after` and `before`
    head: Units  # (RING,)
    after: Units
    before: Units
    state: NDArray[np.int64]  # how many wait, and the distance that the search has come to


def bucket_queue(nodes: int) -> BucketQueue:
    """A queue in which nothing waits, for so many nodes."""
    return BucketQueue(
        np.full(nodes, FAR, np.int32),
        np.full(RING, -1, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.zeros(2, np.int64),
    )


@njit_noref
def put(queue: BucketQueue, node: int, distance: int) -> None:
    """Let a node wait at a distance, wherever it waited before."""
    if 0 <= queue.distance[node] < FAR:
        _unlink(queue, node)
    else:
        queue.state[_WAITING] += 1
    bucket = distance % RING
    first = queue.head[bucket]
    queue.distance[node] = distance
    queue.before[node] = -1
    queue.after[node] = first
    if first >= 0:
        queue.before[first] = node
    queue.head[bucket] = node


@njit_noref
def _unlink(queue: BucketQueue, node: int) -> None:
    """Take a node out of the bucket in which it waits."""
    before = queue.before[node]
    after = queue.after[node]
    if before >= 0:
        queue.after[before] = after
    else:
        queue.head[queue.distance[node] % RING] = after
    if after >= 0:
        queue.before[after] = before


@njit_noref
def nearest(queue: BucketQueue, limit: int) -> int:
    """Take out one of the nearest nodes that wait; -1 where nothing does that is no further than `limit`."""
    while queue.state[_WAITING] > 0 and queue.state[_NOW] <= limit:
        bucket = queue.state[_NOW] % RING
        node = queue.head[bucket]
        if node >= 0:
            _unlink(queue, node)
            queue.state[_WAITING] -= 1
            return int(node)
        queue.state[_NOW] += 1
    return -1
