"""How a base stands."""

from __future__ import annotations

import pytest

from sim.geometry.ground.footing import (
    BURIED,
    NO_GROUND,
    OVER_LEDGE,
    OVER_SHORE,
    WALLED,
    WHOLE,
    clearance,
    footing,
    stands,
)
from sim.geometry.ground.terrain_mesh import WATER
from tests.geometry.ground.scenes import BUF, block, scene_of, street

SCENE = scene_of(
    street(),
    block((8.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER),
    block((2.0, 2.0, 0.0), (4.0, 4.0, 3.0)),  # a house
    block((5.0, 2.0, 0.0), (6.0, 3.0, 0.6)),  # a crate
    block((2.0, 5.5, 0.7), (4.0, 7.5, 0.9)),  # a low jetty
    block((5.0, 5.5, 1.7), (6.5, 7.0, 1.9)),  # an awning
)
R, TALL = 0.5, 2.0
PLACES = [
    (1.0, 1.0, 0.1, WHOLE, 0.0),
    (3.0, 3.0, 4.0, WHOLE, 3.0),
    (5.5, 2.5, 0.7, WHOLE, 0.6),
    (4.8, 2.5, 0.1, WHOLE, 0.6),  # with the rim on the crate
    (5.5, 3.4, 0.1, WHOLE, 0.6),  # half on the crate
    (-4.0, 1.0, 9.0, NO_GROUND, -1e9),
    (2.2, 3.0, 4.0, OVER_LEDGE, 3.0),
    (0.3, 1.0, 0.1, OVER_LEDGE, 0.0),
    (7.8, 4.0, 0.1, OVER_SHORE, 0.0),
    (10.0, 4.0, 0.1, WHOLE, -0.5),
    (1.7, 3.0, 0.1, WALLED, 0.0),
    (5.7, 6.2, 0.1, WALLED, 0.0),  # no room for the body beneath the awning
    (3.0, 3.0, 1.0, BURIED, 0.0),
    (3.0, 6.5, 0.1, BURIED, 0.9),  # beneath the jetty, on to which it would step
]


@pytest.mark.parametrize(("x", "y", "top", "how", "rest_z"), PLACES)
def test_a_base_stands_as_the_ground_and_the_walls_have_it(
    x: float, y: float, top: float, how: int, rest_z: float
) -> None:
    found = footing(SCENE, x, y, top, R, TALL, BUF)
    assert found.how == how
    assert found.rest_z == pytest.approx(rest_z)


@pytest.mark.parametrize(("x", "y", "top", "how", "rest_z"), PLACES)
def test_whether_it_stands_whole_is_the_same_when_only_that_is_asked(
    x: float, y: float, top: float, how: int, rest_z: float
) -> None:
    found = stands(SCENE, x, y, top, R, TALL, BUF)
    assert found.whole == (how == WHOLE)
    if found.whole:
        assert found[:4] == footing(SCENE, x, y, top, R, TALL, BUF)[:4]


def test_a_base_that_rests_higher_needs_its_room_there() -> None:
    scene = scene_of(street(), block((3.0, 3.0, 0.0), (4.0, 4.0, 0.5)), block((2.0, 2.0, 1.5), (5.0, 5.0, 2.0)))
    assert not stands(scene, 2.6, 3.5, 0.1, 0.5, 1.2, BUF).whole
    assert stands(scene, 2.6, 3.5, 0.1, 0.5, 0.9, BUF).whole


def test_clearance_is_up_to_the_nearest_wall_or_ledge() -> None:
    assert clearance(SCENE, 1.4, 3.0, 0.0, TALL, 2.0, BUF) == pytest.approx(0.6)
    assert clearance(SCENE, 0.9, 1.0, 0.0, TALL, 2.0, BUF) == pytest.approx(0.9)
    assert clearance(SCENE, 1.4, 3.0, 0.0, TALL, 0.25, BUF) == pytest.approx(0.25)
