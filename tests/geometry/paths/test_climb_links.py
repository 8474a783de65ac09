"""Where walls are climbed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import ACCESS, IMPASSABLE, LADDER, WATER, Floats
from sim.geometry.paths.climb_links import (
    COST,
    FOOT_GROUND,
    FOOT_REST,
    FOOT_X,
    FOOT_Y,
    ROLL,
    SLICK,
    TOP_GROUND,
    TOP_REST,
    TOP_X,
    TOP_Y,
    find_climb_links,
    points_on,
)
from sim.geometry.tolerance import SLACK
from tests.geometry.ground.scenes import BUF, block, scene_of, street
from tests.geometry.paths.lattices import BASE

HOUSE = block((2.0, 1.0, 0.0), (4.0, 3.0, 2.5))


def links_of(*things: object) -> Floats:
    """Of the west wall of a house, from 1" to 3"."""
    scene = scene_of(street((0.0, 0.0, -1.0), (4.0, 4.0, 0.0)), *things)  # type: ignore[arg-type]
    ledges = scene.terrains[0].ledges
    west = ledges[(ledges[:, 0] == 2.0) & (ledges[:, 3] == 2.0)]
    return find_climb_links(scene, points_on(west), BASE, BUF)


@pytest.fixture(scope="module")
def links() -> Floats:
    return links_of(HOUSE)


def test_a_climb_leads_from_the_foot_of_a_wall_to_its_top(links: Floats) -> None:
    assert len(links) > 8
    assert np.allclose(links[:, FOOT_X], 2.0 - BASE.radius, atol=2 * SLACK)
    assert np.allclose(links[:, TOP_X], 2.0 + BASE.radius, atol=SLACK)
    assert np.allclose(links[:, FOOT_Y], links[:, TOP_Y])
    assert (links[:, [FOOT_GROUND, FOOT_REST]] == 0.0).all()
    assert (links[:, [TOP_GROUND, TOP_REST]] == 2.5).all()


def test_a_climb_costs_its_height_and_the_way_over_the_edge(links: Floats) -> None:
    assert np.allclose(links[:, COST], 2.5 + links[:, TOP_X] - links[:, FOOT_X])


def test_a_base_climbs_where_it_stands_whole_on_top(links: Floats) -> None:
    assert links[:, TOP_Y].min() >= 1.0 + BASE.radius - SLACK
    assert links[:, TOP_Y].max() <= 3.0 - BASE.radius + SLACK


def test_a_wall_takes_a_roll_and_a_ladder_none(links: Floats) -> None:
    assert (links[:, ROLL] == 1.0).all()
    with_ladder = links_of(HOUSE, block((1.95, 1.9, 0.0), (2.0, 2.1, 2.5), LADDER))
    easy = with_ladder[with_ladder[:, ROLL] == 0.0]
    assert len(easy) > 0
    assert (abs(easy[:, FOOT_Y] - 2.0) < 0.1 + BASE.radius + 0.3).all()
    assert (with_ladder[:, ROLL] == 1.0).any()


def test_a_step_is_no_climb() -> None:
    assert len(links_of(block((2.0, 1.0, 0.0), (4.0, 3.0, 1.0)))) == 0


def test_no_move_climbs_higher_than_fourteen_inches() -> None:
    assert len(links_of(block((2.0, 1.0, 0.0), (4.0, 3.0, 14.5)))) == 0


def test_nobody_climbs_through_a_balcony() -> None:
    overhung = links_of(HOUSE, block((1.0, 1.0, 1.6), (2.0, 3.0, 1.8), IMPASSABLE))
    assert len(overhung) == 0


@pytest.mark.parametrize(("bits", "slick"), [(0, 1.0), (ACCESS, 0.0)])
def test_out_of_the_water_walls_are_slick_but_for_an_access(bits: int, slick: float) -> None:
    scene = scene_of(
        block((2.0, 0.0, -2.0), (4.0, 4.0, 0.5), bits),
        block((0.0, 0.0, -2.0), (2.0, 4.0, -0.75), WATER),
    )
    ledges = scene.terrains[0].ledges
    links = find_climb_links(scene, points_on(ledges[(ledges[:, 0] == 2.0) & (ledges[:, 3] == 2.0)]), BASE, BUF)
    assert len(links) > 0
    assert (links[:, SLICK] == slick).all()
    assert math.isclose(links[0, TOP_REST] - links[0, FOOT_REST], 1.25)
