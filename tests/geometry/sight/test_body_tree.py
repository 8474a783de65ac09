"""Bodies cut into parts: nothing is lost, and points are drawn from all of them."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.body_tree import BodyTree, build_tree, facing, make_body_tree, random, random_point, split
from tests.shapes import Floats, box, sphere

FAR = np.array([9.0, 0.4, 0.4]), np.array([9.2, 0.6, 0.6])
CUBE = box((0, 0, 0), (1, 1, 1)).reshape(-1, 9)


def built(body: Floats, room: int = 400) -> BodyTree:
    tree = make_body_tree(room)
    build_tree(tree, np.ascontiguousarray(body), *FAR, np.eye(3))
    return tree


def area(tree: BodyTree, node: int) -> float:
    t = tree.triangles[tree.start[node] : tree.end[node]].reshape(-1, 3, 3)
    return float(np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum() / 2)


def test_only_what_faces_the_other_body_is_looked_at() -> None:
    kept = CUBE[facing(CUBE, *FAR)]
    assert np.all(kept.reshape(-1, 3)[:, 0] == 1)
    assert len(kept) == 2


def test_all_of_a_body_is_looked_at_from_within() -> None:
    inwards = CUBE.reshape(-1, 3, 3)[:, ::-1].reshape(-1, 9)
    assert len(facing(np.ascontiguousarray(inwards), np.full(3, -9.0), np.full(3, 9.0))) == 12
    assert len(facing(CUBE, np.full(3, 0.4), np.full(3, 0.6))) == 12


def test_the_first_part_is_all_that_faces() -> None:
    tree = built(CUBE)
    assert tree.size.tolist() == [1, 2]
    assert tree.boxes[0].tolist() == [1, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_cut_loses_nothing(axis: int) -> None:
    tree = built(sphere(0.5, (0, 0, 0), 1).reshape(-1, 9))
    assert split(tree, 0, np.eye(3), axis)
    one = tree.child[0, axis]
    assert area(tree, one) + area(tree, one + 1) == pytest.approx(area(tree, 0))
    middle = tree.boxes[0, [axis, 3 + axis]].mean()
    assert tree.boxes[one, 3 + axis] == pytest.approx(middle)
    assert tree.boxes[one + 1, axis] == pytest.approx(middle)


def test_a_part_without_extent_along_an_axis_is_not_cut() -> None:
    tree = built(CUBE)
    assert not split(tree, 0, np.eye(3), 0) or area(tree, tree.child[0, 0]) > 0


def test_without_room_nothing_is_cut() -> None:
    assert not split(built(CUBE, 2), 0, np.eye(3), 1)


def test_random_numbers_are_even_and_the_same_each_time() -> None:
    states = [np.array([12345], np.uint64) for _ in range(2)]
    one, other = ([random(state) for _ in range(2000)] for state in states)
    assert one == other
    assert 0 <= min(one) < 0.01
    assert 0.99 < max(one) < 1
    assert np.mean(one) == pytest.approx(0.5, abs=0.03)


def test_random_points_lie_on_the_part() -> None:
    tree, state, point = built(CUBE), np.array([99], np.uint64), np.empty(3)
    drawn = []
    for _ in range(200):
        random_point(tree, 0, state, point)
        drawn.append(point.copy())
    points = np.array(drawn)
    assert points[:, 0] == pytest.approx(1)
    assert points[:, 1:].min() >= 0
    assert points[:, 1:].max() <= 1
    assert points[:, 1:].mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.06)
