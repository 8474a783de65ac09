"""What each triangle is by itself."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.mesh.faces import bounds_and_slopes, flip_shells, shell_sums, upward_normals, with_area
from tests.shapes import box

RAMP = np.array([[[0.0, 0, 0], [4, 0, 2], [0, 4, 0]]])
CRATE = box((0, 0, 0), (2, 3, 4))


def test_triangles_without_area_and_those_that_are_no_numbers_are_left_out() -> None:
    thin, lost = RAMP[0].copy(), RAMP[0].copy()
    thin[2] = thin[1]
    lost[0, 0] = np.nan
    assert with_area(np.array([thin, RAMP[0], lost]), 1e-9).tolist() == [1]


def test_the_sums_of_a_shell_are_its_volume_and_what_looks_up_and_down() -> None:
    triangles = np.concatenate([CRATE, CRATE + 10.0, RAMP])
    shell = np.repeat(np.arange(3, dtype=np.int32), [12, 12, 1])
    volume, up, down = shell_sums(triangles, shell, 3)
    assert volume[:2] == pytest.approx(6 * 24.0)
    assert up == pytest.approx([12.0, 12.0, 16.0])
    assert down == pytest.approx([12.0, 12.0, 0.0])


def test_shells_that_are_wrong_are_turned_over_with_their_neighbours() -> None:
    triangles, neighbour = CRATE.copy(), np.tile(np.array([7, 8, 9], np.int32), (12, 1))
    shell = np.repeat(np.array([0, 1], np.int32), 6)
    flip_shells(triangles, neighbour, shell, np.array([False, True]))
    assert np.array_equal(triangles[:6], CRATE[:6])
    assert np.array_equal(triangles[6:], CRATE[6:, ::-1])
    assert neighbour[0].tolist() == [7, 8, 9]
    assert neighbour[6].tolist() == [8, 7, 9]


def test_normals_have_an_upward_part() -> None:
    assert upward_normals(CRATE).round(9).tolist() == [-1, -1, 1, 1, *[0] * 8]
    assert upward_normals(RAMP) == pytest.approx([1 / 1.25**0.5])


def test_bounds_and_slopes() -> None:
    bounds, slope = bounds_and_slopes(np.concatenate([RAMP, CRATE[4:5]]))
    assert bounds[0].tolist() == [0, 4, 0, 4, 0, 2]
    assert slope[0].tolist() == [0.5, 0.0]
    assert slope[1].tolist() == [0.0, 0.0]  # upright
