"""The open list of a search."""

from __future__ import annotations

import numpy as np

from sim.geometry.paths.open_list import longer_list, open_list, pop, push


def test_the_lowest_key_comes_out_first() -> None:
    keys = np.random.default_rng(3).permutation(40).astype(float)
    heap = open_list(64)
    for node, key in enumerate(keys):
        push(heap, key, node)
    out = [pop(heap) for _ in keys]
    assert [key for key, _ in out] == sorted(keys)
    assert all(keys[node] == key for key, node in out)
    assert heap.size[0] == 0


def test_a_longer_list_holds_what_the_old_one_held() -> None:
    heap = open_list(3)
    for node, key in enumerate((2.0, 1.0, 3.0)):
        push(heap, key, node)
    longer = longer_list(heap)
    push(longer, 0.5, 3)
    assert len(longer.keys) == 6
    assert [pop(longer)[1] for _ in range(4)] == [3, 1, 0, 2]
