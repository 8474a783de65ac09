"""Which corners are one: hashing, union-find, welding."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.mesh.vertices import (
    find_set,
    number_sets,
    rounded,
    single_sets,
    unique_rows,
    unite_sets,
    welded,
    without_doubles,
)
from tests.shapes import box

small = st.integers(-3, 3)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(small, small, small), max_size=30))
def test_rows_are_numbered_by_the_first_of_their_kind(rows: list[tuple[int, int, int]]) -> None:
    number, first = unique_rows(np.array(rows, np.int64).reshape(-1, 3))
    order = list(dict.fromkeys(rows))
    assert number.tolist() == [order.index(row) for row in rows]
    assert first.tolist() == [rows.index(row) for row in order]


def test_the_table_of_rows_grows_with_them() -> None:
    rows = np.arange(3 * 2500, dtype=np.int64).reshape(-1, 3)
    number, first = unique_rows(np.concatenate([rows, rows]))
    assert number.tolist() == [*range(2500), *range(2500)]
    assert len(first) == 2500


def test_sets_that_are_united_are_one_under_their_lowest() -> None:
    groups = single_sets(6)
    unite_sets(groups, 4, 2)
    unite_sets(groups, 5, 4)
    unite_sets(groups, 1, 0)
    unite_sets(groups, 0, 1)
    assert [int(find_set(groups, i)) for i in range(6)] == [0, 0, 2, 3, 2, 2]
    assert number_sets(groups) == 3
    assert groups.tolist() == [0, 0, 1, 2, 1, 1]


@pytest.mark.parametrize(("apart", "points"), [(0.0, 8), (0.9e-5, 8), (1e-3, 16)])
def test_corners_closer_than_a_tolerance_are_one(apart: float, points: int) -> None:
    crate = box((0, 0, 0), (1, 1, 1))
    both = np.concatenate([crate, crate + np.array([apart, 0.0, 0.0])]).reshape(-1, 3)
    number, first = welded(both, 1e-5)
    assert len(first) == points
    assert number.max() == points - 1
    assert np.abs(both[first][number] - both).max() <= 1e-5


def test_corners_that_round_to_one_place_are_one() -> None:
    corners = np.array([[0.0, 0, 0], [0.04, 0, 0], [0.06, 0, 0], [0.1, 0, 0], [-0.0, 0, 0]])
    number, first = rounded(corners, 0.1)
    assert number.tolist() == [0, 0, 1, 1, 0]
    assert first.tolist() == [0, 2]


def test_of_triangles_that_repeat_one_another_the_first_is_kept() -> None:
    one, other = box((0, 0, 0), (1, 1, 1))[:2]
    turned, flipped = one[[1, 2, 0]], one[::-1]
    assert without_doubles(np.array([one, other, turned, flipped, one])).tolist() == [0, 1, 3]
