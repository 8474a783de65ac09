"""Where the lattice tells that a base goes freely."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.paths.heightfield import LEVELS, SPACING, Window, copy_of, whole_window
from sim.geometry.paths.open_ground import Direction, Radii, crossing, open_ahead, open_radii
from tests.geometry.ground.scenes import block
from tests.geometry.paths.lattices import Land, land_of


@pytest.fixture(scope="module")
def yard() -> Land:
    """Open ground, with a house in the west and a crate in the north."""
    return land_of(block((-0.5, 0.0, 0.0), (0.5, 4.0, 3.0)), block((1.5, 3.0, 0.0), (2.5, 4.0, 0.5)), size=(4.0, 4.0))


@pytest.fixture(scope="module")
def radii(yard: Land) -> Radii:
    return open_radii(yard.field, whole_window(yard.field))


def test_open_ground_is_open_as_far_as_the_nearest_place_without_room(yard: Land, radii: Radii) -> None:
    own = radii[:, 0].reshape(yard.field.rows, yard.field.columns)
    assert own[16, 6:13].tolist() == [1, 1, 2, 3, 4, 5, 6]  # from 3/4" on, where the base just stands
    assert own[16, 0] == 0  # on the roof it hangs over the edge


def test_the_rim_of_a_crate_is_looked_at(yard: Land, radii: Radii) -> None:
    assert radii[yard.place(2.0, 3.0) // LEVELS, 0] == 0
    assert radii[yard.place(2.0, 2.875) // LEVELS, 0] == 0


def test_a_border_of_the_window_is_looked_at(yard: Land) -> None:
    window = Window(10, 10, 5, 5)
    own = open_radii(yard.field, window)[:, 0].reshape(5, 5)
    assert not own[[0, 4]].any()
    assert not own[:, [0, 4]].any()
    assert own[2, 2] == 3


def test_what_was_found_before_is_found_again(yard: Land) -> None:
    fresh = copy_of(yard.field)
    window = whole_window(fresh)
    assert np.array_equal(open_radii(fresh, window), open_radii(fresh, window))


def test_a_line_crosses_the_border_of_a_square(yard: Land) -> None:
    half = math.sqrt(0.5)
    assert crossing(Direction(1.0, 0.0), 0.5, 0.1) == 0.5
    assert crossing(Direction(half, half), 0.5, 0.1) == pytest.approx(0.1 / half)
    assert crossing(Direction(0.0, -1.0), 0.5, 0.1) == 0.1


def test_ahead_it_is_open_as_far_as_the_radius_of_the_nearest_place(yard: Land, radii: Radii) -> None:
    window = whole_window(yard.field)
    far, c, k, h = open_ahead(yard.field, window, radii, 8.25, 16.0, 0.0, Direction(1.0, 0.0))
    assert (c, k, h) == (yard.place(1.0, 2.0) // LEVELS, 0, 0.0)
    assert far == pytest.approx((1 - 0.25) * SPACING)


def test_beside_a_wall_it_is_open_as_far_as_the_clearance(yard: Land, radii: Radii) -> None:
    window = whole_window(yard.field)
    near = yard.field.clearance[yard.place(0.875, 2.0) // LEVELS, 0]
    one = radii.copy()
    one[yard.place(0.875, 2.0) // LEVELS, 0] = 1
    far = open_ahead(yard.field, window, one, 7.0, 16.0, 0.0, Direction(0.0, 1.0))[0]
    assert far == pytest.approx(min(near, SPACING))


def test_on_another_level_nothing_is_told(yard: Land, radii: Radii) -> None:
    window = whole_window(yard.field)
    assert open_ahead(yard.field, window, radii, 8.0, 16.0, 0.5, Direction(1.0, 0.0))[0] == 0.0
