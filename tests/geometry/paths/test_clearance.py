"""How much room a base has at each place."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import RUIN, WATER
from sim.geometry.paths.clearance import NO_PLACE, clearance_at, has_any, has_room, straight_distances, straight_within
from sim.geometry.paths.heightfield import LEVELS, Window, whole_window
from tests.geometry.ground.scenes import NOBODY, block, disc, scene_of, street
from tests.geometry.paths.lattices import BASE, Land, lattice_over

SIZE = (2.0, 2.0)


@pytest.fixture(scope="module")
def quay() -> Land:
    """A street in the west, water in the east."""
    scene = scene_of(street((0.0, 0.0, -2.0), (1.0, 2.0, 0.0)), block((1.0, 0.0, -2.0), (2.0, 2.0, -0.5), WATER))
    return lattice_over(scene, SIZE)


def test_the_terrain_leaves_what_room_was_measured(quay: Land) -> None:
    room = clearance_at(quay.field, whole_window(quay.field), NOBODY, BASE, False)
    there = np.arange(LEVELS)[None, :] < quay.field.count[:, None]
    assert np.array_equal(room[there], quay.field.stay_clearance[there])
    assert (room[~there] == NO_PLACE).all()


def test_who_swims_has_room_in_the_water(quay: Land) -> None:
    room = clearance_at(quay.field, whole_window(quay.field), disc(0.5, 1.0, radius=0.25), BASE, True)
    assert room[quay.place(1.5, 1.0) // LEVELS, 0] > 0.0
    assert room[quay.place(0.5, 1.0) // LEVELS, 0] == NO_PLACE


def test_other_bases_leave_the_room_up_to_them(quay: Land) -> None:
    window = whole_window(quay.field)
    room = clearance_at(quay.field, window, disc(0.5, 0.5, radius=0.25), BASE, False)
    assert room[quay.place(0.5, 1.0) // LEVELS, 0] == pytest.approx(0.0)
    assert room[quay.place(0.5, 0.75) // LEVELS, 0] == pytest.approx(-0.25)
    above = clearance_at(quay.field, window, disc(0.5, 0.5, 2.5, radius=0.25), BASE, False)
    assert np.array_equal(above, clearance_at(quay.field, window, NOBODY, BASE, False))


def test_in_a_window_columns_count_from_its_corner(quay: Land) -> None:
    discs = disc(0.5, 0.5, radius=0.25)
    room = clearance_at(quay.field, Window(3, 2, 4, 5), discs, BASE, False)
    whole = clearance_at(quay.field, whole_window(quay.field), discs, BASE, False)
    assert np.array_equal(room.reshape(5, 4, LEVELS), whole.reshape(17, 17, LEVELS)[2:7, 3:7])


def test_straight_distances_are_those_of_the_air(quay: Land) -> None:
    far = straight_distances(quay.field, whole_window(quay.field), np.array([0.5, 0.5, 0.0]))
    assert far[quay.place(1.5, 0.5) // LEVELS, 0] == pytest.approx(np.hypot(1.0, 0.5))
    assert np.isinf(far[0, LEVELS - 1])


def test_ground_of_a_kind_is_there_or_not(quay: Land) -> None:
    assert has_any(quay.field, whole_window(quay.field), WATER)
    assert not has_any(quay.field, Window(0, 0, 6, 17), WATER)
    assert not has_any(quay.field, whole_window(quay.field), RUIN)


@pytest.mark.parametrize("swim", [False, True])
def test_a_base_has_room_where_more_than_none_is_left(quay: Land, swim: bool) -> None:
    discs = np.concatenate([disc(0.5, 1.0, radius=0.25), disc(1.5, 1.5, 2.5, radius=0.25)])
    places = np.flatnonzero(np.arange(LEVELS)[None, :] < quay.field.count[:, None])
    room = clearance_at(quay.field, whole_window(quay.field), discs, BASE, swim).ravel()[places]
    free = has_room(quay.field, places, discs, BASE, swim)
    assert np.array_equal(free, room > 0.0)
    assert free.any()


def test_places_within_reach_through_walls_are_those_that_are_near_enough(quay: Land) -> None:
    at, window = np.array([0.6, 1.0, 0.3]), Window(2, 1, 12, 14)
    columns = (np.arange(1, 15)[:, None] * quay.field.columns + np.arange(2, 14)).ravel()
    far = straight_distances(quay.field, window, at)
    row, level = np.nonzero(far <= 0.8)
    places, apart = straight_within(quay.field, window, at, 0.8)
    assert np.array_equal(places, columns[row] * LEVELS + level)
    assert np.array_equal(apart, far[row, level])
    assert 0 < len(places) < len(far)
