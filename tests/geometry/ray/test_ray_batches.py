"""Batches through our own tree, against every triangle one by one."""

from __future__ import annotations

import numpy as np

from sim.geometry.ray.ray_batches import OwnTree
from sim.geometry.ray.rays import crosses
from tests.shapes import box

R = np.random.default_rng(4)
TRIANGLES = R.uniform(0, 6, (60, 1, 3)) + R.normal(0, 0.8, (60, 3, 3))
STARTS, ENDS = R.uniform(-1, 7, (2, 60, 3))


def test_what_a_batch_meets_is_what_a_triangle_at_a_time_is_met() -> None:
    blocked = OwnTree(TRIANGLES).occluded(STARTS, ENDS - STARTS)
    expected = [crosses(TRIANGLES, a, b, 0.0).any() for a, b in zip(STARTS, ENDS, strict=True)]
    assert blocked.tolist() == expected
    assert 0 < blocked.sum() < len(blocked)


def test_the_first_of_what_is_met_is_told() -> None:
    tree = OwnTree(box((1, -1, -1), (2, 1, 1)))
    starts, ways = np.array([[0, 0.1, 0.3], [4, 0.1, 0.3], [0, 5, 0]]), np.array([[1.0, 0, 0], [-1, 0, 0], [1, 0, 0]])
    which, along = tree.first_hits(starts, ways, np.full(3, 9.0))
    assert along.tolist() == [1, 2, 9]
    corners = box((1, -1, -1), (2, 1, 1))[which[:2]]
    assert np.all(corners[0, :, 0] == 1)
    assert np.all(corners[1, :, 0] == 2)
    assert which[2] == -1


def test_a_ray_goes_no_further_than_its_limit() -> None:
    tree = OwnTree(box((1, -1, -1), (2, 1, 1)))
    which, along = tree.first_hits(np.array([[0.0, 0.1, 0.3]]), np.array([[1.0, 0, 0]]), np.array([0.9]))
    assert (which.tolist(), along.tolist()) == ([-1], [0.9])


def test_a_ray_without_a_direction_meets_nothing() -> None:
    assert not OwnTree(TRIANGLES).occluded(TRIANGLES[0, :1], np.zeros((1, 3))).any()
