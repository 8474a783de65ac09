"""Distances between bases, edges and zones (GEO-02, GEO-04)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ground.distance import between, flat_distance, in_contact, is_inside

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def test_bases_are_as_far_apart_as_their_rims() -> None:
    found = between((0, 0, 0), 0.5, (6, 0, 0), 0.5)
    assert (found.distance, found.horizontal, found.vertical, found.touch) == (5.0, 5.0, 0.0, False)
    assert found.closest == ((0.5, 0, 0), (5.5, 0, 0))


def test_distance_is_straight_from_height_to_height() -> None:
    assert between((0, 0, 0), 0.5, (4, 0, 4), 0.5).distance == 5.0


def test_bases_over_each_other_are_apart_by_their_height() -> None:
    found = between((0, 0, 0), 1.0, (0.5, 0, 3), 1.0)
    assert found.distance == 3.0
    assert found.closest[0][:2] == found.closest[1][:2]


def test_bases_with_one_centre_are_nearest_there() -> None:
    assert between((1, 2, 0), 0.5, (1, 2, 2), 0.5).closest == ((1, 2, 0), (1, 2, 2))


@pytest.mark.parametrize(
    ("x", "z", "touch"), [(1.0, 0.0, True), (1.0, 1.0, True), (1.0, 1.01, False), (1.02, 0.0, False)]
)
def test_bases_touch_side_by_side_within_an_inch_of_height(x: float, z: float, touch: bool) -> None:
    assert in_contact((0, 0, 0), 0.5, (x, 0, z), 0.5) == touch


def test_a_place_is_inside_where_a_ray_crosses_the_outline_oddly_often() -> None:
    dent = (*SQUARE[:3], (2.0, 1.0), SQUARE[3])
    assert is_inside((2.0, 0.5), dent)
    assert not is_inside((2.0, 3.0), dent)


def test_triangles_are_as_far_as_the_nearest_seen_from_above() -> None:
    triangles = np.array([[[0, 0, 0], [4, 0, 9], [0, 4, 0]], [[10, 0, 0], [12, 0, 0], [10, 2, 5]]], float)
    assert flat_distance((1, 1, 50), triangles) == 0.0
    assert flat_distance((7, 0, 0), triangles) == 3.0
    assert flat_distance((7, 0, 0), triangles[:0]) == math.inf
