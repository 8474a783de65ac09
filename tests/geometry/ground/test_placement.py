"""Where a base can be put."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ground.discs import Base
from sim.geometry.ground.placement import (
    ANY,
    SOLID,
    WET,
    Placement,
    PlacementRules,
    nearest_placement,
    placement_beside,
    settle,
)
from sim.geometry.ground.terrain_mesh import WATER, Floats
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc, scene_of, street

BODY = Base(0.5, 1.2)
SCENE = scene_of(
    street(),
    block((2.0, 2.0, 0.0), (4.0, 4.0, 3.0)),
    block((8.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER),
)
FREE = np.zeros(3, np.bool_)


def nearest(
    home: tuple[float, float, float],
    limit: float = 0.3,
    falls: bool = False,
    want: int = ANY,
    discs: Floats = NOBODY,
    forbidden: tuple[int, ...] = (),
) -> Placement:
    barred = FREE.copy()
    barred[list(forbidden)] = True
    return nearest_placement(SCENE, discs, barred, np.array(home), PlacementRules(BODY, limit, falls, want), BUF)


def test_a_base_settles_on_the_highest_place_below_where_it_stands() -> None:
    assert settle(SCENE, 3.0, 3.0, 9.0, BODY, ANY, BUF)[:2] == (3.0, 3.0)
    assert settle(SCENE, 6.0, 3.0, 9.0, BODY, ANY, BUF)[:2] == (0.0, 0.0)
    assert settle(SCENE, 20.0, 3.0, 9.0, BODY, ANY, BUF)[2] == -1


def test_a_base_settles_on_what_is_wanted() -> None:
    assert settle(SCENE, 10.0, 3.0, 9.0, BODY, WET, BUF)[1] == -0.5
    assert settle(SCENE, 10.0, 3.0, 9.0, BODY, SOLID, BUF)[2] == -1
    assert settle(SCENE, 6.0, 3.0, 9.0, BODY, WET, BUF)[2] == -1


def test_where_a_base_can_stand_it_stays() -> None:
    assert nearest((6.0, 6.0, 0.0)) == (6.0, 6.0, 0.0, 0.0)


def test_a_base_in_a_wall_goes_the_least_way_out() -> None:
    found = nearest((1.6, 3.0, 0.0))
    assert found.far == pytest.approx(0.1, abs=0.005)
    assert found.x == pytest.approx(1.5, abs=0.01)


def test_no_place_within_the_limit_is_infinitely_far() -> None:
    assert nearest((1.8, 3.0, 0.0), 0.1).far == math.inf


def test_a_base_beside_another_goes_the_least_way_off() -> None:
    found = nearest((6.0, 6.0, 0.0), discs=disc(5.2, 6.0))
    assert found.far == pytest.approx(0.2, abs=0.01)
    assert found.x > 6.0


def test_a_forbidden_part_is_no_place_nor_under_any_of_the_base() -> None:
    assert nearest((3.0, 3.0, 3.0), 0.2, forbidden=(1,)).far == math.inf
    assert nearest((6.0, 6.0, 0.0), 0.1, forbidden=(0,)).far == math.inf
    assert nearest((6.0, 6.0, 0.0), 0.1, forbidden=(1,)).far == 0.0


def test_true_distance_counts_the_height() -> None:
    assert nearest((6.0, 6.0, 0.25), 0.3).far == pytest.approx(0.25)


def test_who_falls_comes_down_however_deep_and_distance_is_seen_from_above() -> None:
    found = nearest((6.0, 6.0, 5.0), falls=True)
    assert found == (6.0, 6.0, 0.0, 0.0)


def test_who_falls_does_not_pass_through_others() -> None:
    found = nearest((6.0, 6.0, 5.0), falls=True, discs=disc(6.0, 5.2, 2.0))
    assert found.far == pytest.approx(0.2, abs=0.01)


def test_beside_another_base_is_in_contact_with_it() -> None:
    other = disc(6.0, 6.0)[0]
    rules = PlacementRules(BODY, 1.2, False, ANY)
    found = placement_beside(SCENE, disc(6.0, 6.0), FREE, other, np.array([7.1, 6.0, 0.0]), rules, BUF)
    assert math.dist(found[:2], (6.0, 6.0)) == pytest.approx(1.0, abs=0.003)
    assert found.far == pytest.approx(0.1, abs=0.01)


def test_nobody_is_beside_a_base_more_than_an_inch_below() -> None:
    other = disc(6.0, 6.0, 1.5)[0]
    rules = PlacementRules(BODY, 2.0, False, ANY)
    home = np.array([7.0, 6.0, 0.0])
    assert placement_beside(SCENE, NOBODY, FREE, other, home, rules, BUF).far == math.inf
