"""Places by what is near them."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.paths.heightfield import LEVELS, Window
from sim.geometry.paths.lattice_places import goal_places, occupied_places, place_near, places_around, window_near
from sim.geometry.paths.neighbours import UNIT, Steps
from tests.geometry.ground.scenes import block, disc
from tests.geometry.paths.lattices import BASE, Land, land_of


@pytest.fixture(scope="module")
def yard() -> Land:
    """Open ground with a house in the east."""
    return land_of(block((1.5, 0.0, 0.0), (2.0, 2.0, 3.0)))


@pytest.fixture(scope="module")
def steps(yard: Land) -> Steps:
    return yard.steps()


def test_the_window_near_a_point_keeps_to_the_field(yard: Land) -> None:
    assert window_near(yard.field, 1.0, 1.0, 2) == Window(6, 6, 5, 5)
    assert window_near(yard.field, 0.0, 2.0, 1) == Window(0, 15, 2, 2)


def test_a_walk_begins_at_the_places_round_it(yard: Land, steps: Steps) -> None:
    places, far = places_around(yard.field, steps, 1.0, 1.0, 0.0)
    assert len(places) == 9
    assert far[places == yard.place(1.0, 1.0)].tolist() == [0]
    assert far[places == yard.place(1.125, 1.0)].tolist() == [int(np.ceil(0.125 / UNIT))]


def test_where_no_place_is_beside_it_the_nearest_within_an_inch_is_taken(yard: Land, steps: Steps) -> None:
    places, far = places_around(yard.field, steps, 1.75, 1.0, 0.0)
    assert len(places) == 1
    assert far.tolist() == [int(1.0 / UNIT)]
    assert len(places_around(yard.field, steps, 1.75, 1.0, -9.0)[0]) == 0


def test_the_nearest_place_is_one_that_ways_lead_to(yard: Land, steps: Steps) -> None:
    assert place_near(yard.field, steps, 0.98, 1.02, 0.0, 0.5) == yard.place(1.0, 1.0)
    assert place_near(yard.field, steps, 0.98, 1.02, 3.0, 0.5) == -1


def test_places_are_occupied_where_bases_would_overlap(yard: Land) -> None:
    occupied = occupied_places(yard.field, disc(0.75, 1.0, radius=0.25), BASE)
    at = occupied // LEVELS
    x, y = at % yard.field.columns * 0.125, at // yard.field.columns * 0.125
    assert (np.hypot(x - 0.75, y - 1.0) < 0.5).all()
    assert len(at) == sum(np.hypot(i, j) < 4 for i in range(-4, 5) for j in range(-4, 5))
    assert len(occupied_places(yard.field, disc(0.75, 1.0, 2.5, radius=0.25), BASE)) == 0


def test_a_great_crowd_occupies_more_places(yard: Land) -> None:
    crowd = np.concatenate([disc(0.75, 1.0, radius=0.4)] * 20)
    assert len(occupied_places(yard.field, crowd, BASE)) == 20 * len(occupied_places(yard.field, crowd[:1], BASE))


def test_a_goal_is_reached_where_a_base_can_stay(yard: Land) -> None:
    found = goal_places(yard.field, np.array([[1.25, 1.0, 0.0, 0.2]]))
    stay = yard.field.stay_clearance.ravel()[found]
    assert len(found) > 0
    assert (stay > 0.0).all()


def test_where_no_base_can_stay_it_is_enough_to_be_there(yard: Land) -> None:
    found = goal_places(yard.field, np.array([[1.3, 1.0, 0.0, 0.1]]))
    assert set(found.tolist()) == {yard.place(1.25, 1.0)}


def test_a_goal_on_another_level_is_not_reached_from_below(yard: Land) -> None:
    assert len(goal_places(yard.field, np.array([[1.0, 1.0, 2.0, 0.5]]))) == 0


def test_many_goals_have_many_places(yard: Land) -> None:
    one = goal_places(yard.field, np.array([[0.75, 1.0, 0.0, 0.6]]))
    assert len(goal_places(yard.field, np.array([[0.75, 1.0, 0.0, 0.6]] * 30))) == 30 * len(one)
