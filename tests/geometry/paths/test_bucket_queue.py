"""A queue of buckets, by distance."""

from __future__ import annotations

from sim.geometry.paths.bucket_queue import FAR, LONGEST, SHORTEST, BucketQueue, bucket_queue, nearest, put


def drained(queue: BucketQueue, limit: int = 10**6) -> list[int]:
    out = []
    while (node := nearest(queue, limit)) >= 0:
        out.append(node)
    return out


def test_the_nearest_comes_out_first() -> None:
    queue = bucket_queue(4)
    for node, distance in enumerate((300, 100, 200)):
        put(queue, node, distance)
    assert drained(queue) == [1, 2, 0]
    assert queue.distance.tolist() == [300, 100, 200, FAR]


def test_a_node_that_turns_out_to_be_nearer_comes_out_once() -> None:
    queue = bucket_queue(3)
    for node in range(3):
        put(queue, node, 207)
    put(queue, 1, 103)  # from the middle of its bucket
    put(queue, 0, 145)  # from an end of it
    put(queue, 2, 206)  # it stays in its own
    assert drained(queue) == [1, 0, 2]
    assert queue.distance.tolist() == [145, 103, 206]


def test_no_other_makes_what_comes_out_nearer() -> None:
    queue = bucket_queue(3)
    put(queue, 0, SHORTEST + 1)
    put(queue, 1, SHORTEST)
    assert sorted((nearest(queue, 10**6), nearest(queue, 10**6))) == [0, 1]
    put(queue, 2, 2 * SHORTEST)
    assert drained(queue) == [2]


def test_nothing_further_than_the_limit_comes_out() -> None:
    queue = bucket_queue(2)
    put(queue, 0, 5)
    put(queue, 1, 6)
    assert drained(queue, 5) == [0]
    assert drained(queue, 6) == [1]


def test_distances_go_round_the_ring_of_buckets() -> None:
    queue = bucket_queue(3)
    put(queue, 0, LONGEST - 2)
    assert nearest(queue, 10**6) == 0
    put(queue, 1, LONGEST - 2 + LONGEST)
    put(queue, 2, LONGEST + 2 * SHORTEST)
    assert drained(queue) == [2, 1]
