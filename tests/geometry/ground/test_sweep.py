"""A base that goes through the air."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.geometry.ground.surface import part_at
from sim.geometry.ground.sweep import LIFT, flown, partly_on, sweep
from sim.geometry.ground.terrain_mesh import WATER, Floats
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc, scene_of, street

SCENE = scene_of(street(), block((4.0, 0.0, 0.0), (5.0, 8.0, 3.0)), block((1.0, 6.0, 0.0), (3.0, 7.0, 0.5), WATER))
R = 0.5


def at(x: float, y: float, z: float) -> Floats:
    return np.array([x, y, z])


def test_the_air_over_everything_is_free() -> None:
    assert tuple(sweep(SCENE, NOBODY, at(1, 4, 4), at(7, 4, 4), R, 0.0, BUF)) == (1.0, -1, -1, -1)


def test_a_wall_stops_the_base_at_its_rim() -> None:
    found = sweep(SCENE, NOBODY, at(1, 4, 1), at(7, 4, 1), R, 0.0, BUF)
    assert found.free == pytest.approx(2.5 / 6, abs=1e-3)
    assert part_at(SCENE, found.terrain, found.triangle) == 1
    assert found.base == -1


def test_a_lifted_base_clears_what_is_below_it() -> None:
    assert sweep(SCENE, NOBODY, at(1, 4, 2.5), at(7, 4, 2.5), R, LIFT, BUF).free == 1.0
    assert sweep(SCENE, NOBODY, at(1, 4, 2.5), at(7, 4, 2.5), R, 0.0, BUF).free < 1.0


def test_another_body_stops_the_base() -> None:
    found = sweep(SCENE, disc(2.5, 4.0, 1.0), at(1, 4, 1.5), at(3, 4, 1.5), 0.25, 0.0, BUF)
    assert found.free == pytest.approx(0.75 / 2, abs=2e-3)
    assert (found.terrain, found.base) == (-1, 0)


def test_a_body_beside_the_way_or_below_it_stops_nobody() -> None:
    assert sweep(SCENE, disc(2.5, 6.0), at(1, 4, 1), at(3, 4, 1), R, 0.0, BUF).free == 1.0
    assert sweep(SCENE, disc(2.5, 4.0), at(1, 4, 2), at(3, 4, 2), R, 0.0, BUF).free == 1.0
    assert sweep(SCENE, disc(1.5, 4.0), at(1.4, 4, 1), at(1, 4, 1), R, 0.0, BUF).free == 1.0  # it goes away from it


def test_a_base_that_comes_straight_down_to_the_street_meets_the_body_on_it() -> None:
    assert sweep(SCENE, disc(1.0, 4.0), at(1, 4, 3), at(1, 4, -1), R, 0.0, BUF).base == 0
    assert sweep(SCENE, disc(2.1, 4.0), at(1, 4, 3), at(1, 4, -1), R, 0.0, BUF).base == -1


def test_a_base_is_partly_on_solid_ground_that_any_of_it_is_over() -> None:
    assert partly_on(SCENE, 3.7, 4.0, 2.5, 3.5, R, BUF)
    assert not partly_on(SCENE, 3.4, 4.0, 2.5, 3.5, R, BUF)
    assert not partly_on(SCENE, 2.0, 6.5, 0.2, 1.0, R, BUF)  # water


def test_a_flight_is_straight_where_it_can_be() -> None:
    places = np.array([[3.0, 4.0, 0.0], [1.0, 1.0, 4.0], [7.9, 7.9, 9.0]])
    far = flown(SCENE, NOBODY, at(1.0, 4.0, 0.0), places, 6.0, R, BUF)
    assert far.tolist() == [2.0, 5.0, np.inf]


@given(st.lists(st.tuples(*[st.floats(0.6, 7.4)] * 2, st.floats(0.0, 4.0)), min_size=2, max_size=2))
def test_a_flight_is_straight_just_where_the_sweep_gets_all_the_way(ends: list[tuple[float, float, float]]) -> None:
    start, place = at(*ends[0]), at(*ends[1])
    others = disc(3.0, 3.0, 0.0)
    straight = float(np.linalg.norm(place - start))
    far = float(flown(SCENE, others, start, place[None], 30.0, R, BUF)[0])
    if sweep(SCENE, others, start, place, R, LIFT, BUF).free == 1.0:
        assert far == pytest.approx(straight, abs=1e-9)
    else:
        assert far > straight + 1e-9


def test_a_flight_goes_up_and_over_what_is_in_the_way() -> None:
    places = np.array([[7.0, 4.0, 0.0]])
    assert flown(SCENE, NOBODY, at(1.0, 4.0, 0.0), places, 12.0, R, BUF)[0] == 6.0 + 2 * 2.5
    assert flown(SCENE, NOBODY, at(1.0, 4.0, 0.0), places, 10.0, R, BUF)[0] == np.inf


def test_a_flight_to_a_roof_goes_up_first() -> None:
    far = float(flown(SCENE, NOBODY, at(3.0, 4.0, 0.0), np.array([[4.5, 4.0, 3.0]]), 12.0, R, BUF)[0])
    assert far == pytest.approx(3.5 + np.hypot(1.5, 0.5))


def test_a_flight_beside_two_walls_goes_up_along_and_down() -> None:
    court = scene_of(street(), block((2.0, 0.0, 0.0), (2.5, 8.0, 3.0)), block((5.5, 0.0, 0.0), (6.0, 8.0, 3.0)))
    far = float(flown(court, NOBODY, at(1.4, 4.0, 0.0), np.array([[6.6, 4.0, 0.0]]), 12.0, R, BUF)[0])
    assert far == pytest.approx(5.2 + 2 * 2.5, abs=1.1)
