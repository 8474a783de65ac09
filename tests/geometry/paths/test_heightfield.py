"""The lattice of places, and windows of it."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.paths.heightfield import (
    LEVELS,
    SPACING,
    UNKNOWN,
    Heightfield,
    Window,
    column_at,
    copy_of,
    empty_heightfield,
    forget,
    grown,
    level_at,
    nearest_column,
    whole_window,
    window_around,
    window_between,
)


@pytest.fixture
def field() -> Heightfield:
    """Nine columns by five, from -0.25, 0.5 on."""
    return empty_heightfield((-0.2, 0.55, 0.7, 1.0))


def test_a_field_covers_its_box(field: Heightfield) -> None:
    assert (field.x, field.y, field.columns, field.rows) == (-0.25, 0.5, 9, 5)
    assert whole_window(field) == Window(0, 0, 9, 5)
    assert (field.count == -1).all()


def test_a_copy_has_arrays_of_its_own(field: Heightfield) -> None:
    other = copy_of(field)
    other.count[:] = 2
    assert (field.count == -1).all()
    assert (other.x, other.columns) == (field.x, field.columns)


def test_a_window_keeps_to_the_field(field: Heightfield) -> None:
    assert window_between(field, -3, 1, 4, 99) == Window(0, 1, 5, 4)
    assert window_between(field, 20, 0, 30, 4).columns == 0
    assert grown(field, Window(2, 2, 3, 1), 1) == Window(1, 1, 5, 3)
    assert grown(field, Window(0, 0, 9, 5), 2) == whole_window(field)


def test_a_window_around_a_box_holds_all_of_it(field: Heightfield) -> None:
    i, j, columns, rows = window_around(field, (0.0, 0.6, 0.3, 0.7))
    low = field.x + i * SPACING, field.y + j * SPACING
    high = low[0] + (columns - 1) * SPACING, low[1] + (rows - 1) * SPACING
    assert low[0] <= 0.0 <= 0.3 <= high[0]
    assert low[1] <= 0.6 <= 0.7 <= high[1]


def test_columns_of_a_window_count_row_by_row(field: Heightfield) -> None:
    window = Window(2, 1, 3, 2)
    assert [column_at(field, window, w) for w in range(6)] == [11, 12, 13, 20, 21, 22]


def test_the_nearest_column_may_lie_beside_the_field(field: Heightfield) -> None:
    assert nearest_column(field, 0.05, 0.55) == (2, 0)
    assert nearest_column(field, -1.0, 0.5) == (-6, 0)


def test_what_is_forgotten_is_measured_again(field: Heightfield) -> None:
    field.count[:], field.plane[:] = 1, 1
    forget(field, Window(4, 2, 1, 1))
    assert np.flatnonzero(field.count == -1).tolist() == [2 * 9 + 4]
    assert (field.plane[:, 0] == UNKNOWN).sum() == 9  # and of those round it


def test_a_level_is_stepped_on_to_from_ground_within_a_step(field: Heightfield) -> None:
    field.count[0] = 2
    field.ground[0, :2] = 2.0, 0.0
    assert level_at(field, 0, 0, -0.25, 0.5, 0.9, 0.0) == (1, 0.0)
    assert level_at(field, 0, 0, -0.25, 0.5, 1.2, 0.0) == (0, 2.0)
    assert level_at(field, 0, 0, -0.25, 0.5, -1.2, 0.0)[0] == -1
    assert level_at(field, 0, 0, -0.25, 0.5, -1.2, 0.25)[0] == 1
    assert level_at(field, 0, 0, -0.25, 0.5, 9.0, 0.0)[0] == -1


def test_a_face_is_carried_on_to_the_point(field: Heightfield) -> None:
    field.count[0], field.slope[0, 0] = 1, (0.5, -0.25)
    assert level_at(field, 0, 0, 0.15, 0.9, 0.0, 0.0) == (0, pytest.approx(0.1))
    assert field.ground.shape[1] == LEVELS
