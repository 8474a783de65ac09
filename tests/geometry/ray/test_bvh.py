"""Ray trees hold every triangle once, in boxes that are as small as they can be."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.bvh import FEW, LEAF, build_bvh, renumber_neighbours
from tests.shapes import Floats


def scattered(count: int) -> Floats:
    r = np.random.default_rng(count)
    return np.asarray(r.uniform(0, 10, (count, 1, 3)) + r.normal(0, 0.3, (count, 3, 3))).reshape(-1, 9)


@pytest.mark.parametrize("count", [1, LEAF, LEAF + 1, FEW, 150])
def test_every_triangle_is_in_one_leaf_within_its_box(count: int) -> None:
    triangles = scattered(count)
    boxes, left, leaf, first, order = build_bvh(triangles)
    held = []
    for node in range(len(boxes)):
        if leaf[node]:
            assert leaf[node] <= LEAF
            own = order[first[node] : first[node] + leaf[node]]
            corners = triangles[own].reshape(-1, 3)
            assert boxes[node, :3] == pytest.approx(corners.min(axis=0))
            assert boxes[node, 3:] == pytest.approx(corners.max(axis=0))
            held += own.tolist()
        else:
            children = boxes[left[node] : left[node] + 2]
            assert boxes[node, :3] == pytest.approx(children[:, :3].min(axis=0))
            assert boxes[node, 3:] == pytest.approx(children[:, 3:].max(axis=0))
    assert sorted(held) == list(range(count))


def test_two_heaps_are_parted_first() -> None:
    triangles = np.concatenate([scattered(20), scattered(20) + 100])
    boxes, left, _, _, _ = build_bvh(triangles)
    one, other = boxes[left[0]], boxes[left[0] + 1]
    assert (one[3:] < other[:3]).all() or (other[3:] < one[:3]).all()


def test_triangles_in_one_place_are_halved() -> None:
    boxes, _, leaf, _, order = build_bvh(np.repeat(scattered(1), 40, axis=0))
    assert leaf.max() <= LEAF
    assert sorted(order.tolist()) == list(range(40))
    assert len(boxes) < 40


def test_neighbours_are_renumbered() -> None:
    beyond = np.array([[1, 2, -1], [0, -1, 2], [-1, 0, 1]], np.int32)
    order = np.array([2, 0, 1])
    made = renumber_neighbours(beyond, order)
    assert made.tolist() == [[-1, 1, 2], [2, 0, -1], [1, -1, 0]]
