"""What a straight way costs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import DIFFICULT, WATER, Floats
from sim.geometry.paths.heightfield import Window
from sim.geometry.paths.line_cost import line_cost
from sim.geometry.paths.surroundings import Surroundings, search_scratch, surroundings
from tests.geometry.ground.scenes import NOBODY, block, disc, ramp
from tests.geometry.paths.lattices import BASE, ROLLS, SWIMS, WALKS, Land, land_of

BLOCKED = math.inf


@pytest.fixture(scope="module")
def yard() -> Land:
    """From west to east: open ground, a house, a crate; a ramp in the south, rubble and a ditch in the north."""
    return land_of(
        block((1.52, 1.5, 0.0), (2.0, 2.5, 3.0)),
        block((2.75, 1.5, 0.0), (3.25, 2.5, 0.5)),
        ramp(1.0, 3.0, 0.0, 1.0, 0.8),
        block((1.0, 3.0, 0.0), (2.0, 4.0, 0.1), DIFFICULT),
        block((3.0, 3.0, 0.0), (4.0, 4.0, 0.1), WATER),
        size=(4.0, 4.0),
    )


@pytest.fixture(scope="module")
def land(yard: Land) -> Surroundings:
    return yard.around()


def place(x: float, y: float, ground: float = 0.0) -> Floats:
    return np.array([x, y, ground])


def cost(land: Surroundings, a: tuple[float, ...], b: tuple[float, ...], width: float = BASE.radius) -> float:
    return line_cost(land, place(*a), place(*b), width)


def test_over_open_ground_it_costs_its_length(land: Surroundings) -> None:
    assert cost(land, (0.5, 1.3), (1.1, 2.1)) == pytest.approx(1.0)
    assert cost(land, (0.5, 1.3), (0.5, 1.3)) == 0.0
    assert cost(land, (0.5, 1.3), (0.5, 1.3, 0.5)) == BLOCKED


def test_no_line_leads_through_a_wall(land: Surroundings) -> None:
    assert cost(land, (1.0, 2.0), (2.4, 2.0)) == BLOCKED


@pytest.mark.parametrize(("y", "free"), [(1.24, True), (1.26, False)])
def test_a_line_grazes_a_wall_no_closer_than_the_base_allows(land: Surroundings, y: float, free: bool) -> None:
    assert bool(cost(land, (1.75, y), (2.2, y)) < BLOCKED) is free


def test_who_begins_in_the_way_of_a_wall_needs_less_room(land: Surroundings) -> None:
    assert cost(land, (1.75, 1.3), (2.2, 1.3)) == BLOCKED
    assert cost(land, (1.75, 1.3), (2.2, 1.3), width=0.19) == pytest.approx(0.45)


def test_steps_cost_nothing(land: Surroundings) -> None:
    assert cost(land, (2.4, 2.0), (3.0, 2.0, 0.5)) == pytest.approx(0.6)
    assert cost(land, (2.4, 2.0), (3.6, 2.0)) == pytest.approx(1.2)


def test_a_line_ends_on_the_level_that_is_meant(land: Surroundings) -> None:
    assert cost(land, (2.4, 2.0), (3.0, 2.0)) == BLOCKED


def test_a_slope_is_measured_along_it(land: Surroundings) -> None:
    assert cost(land, (1.5, 0.5, 0.2), (2.5, 0.5, 0.6)) == pytest.approx(math.hypot(1.0, 0.4))
    assert cost(land, (2.0, 0.3, 0.4), (2.0, 0.7, 0.4)) == pytest.approx(0.4)


def test_on_to_a_ramp_the_slope_counts_where_it_is(land: Surroundings) -> None:
    assert cost(land, (0.6, 0.5), (2.0, 0.5, 0.4)) == pytest.approx(0.4 + math.hypot(1.0, 0.4), abs=0.01)


def test_difficult_ground_takes_a_roll(yard: Land, land: Surroundings) -> None:
    assert cost(land, (0.7, 3.5), (1.5, 3.5, 0.1)) == BLOCKED
    assert cost(yard.around(ROLLS), (0.7, 3.5), (1.5, 3.5, 0.1)) == pytest.approx(0.8)
    assert cost(yard.around(ROLLS), (1.3, 3.5, 0.1), (1.6, 3.5, 0.1)) == pytest.approx(0.3)
    assert cost(land, (1.3, 3.5, 0.1), (1.6, 3.5, 0.1)) == BLOCKED


def test_who_swims_keeps_to_the_water(yard: Land) -> None:
    assert cost(yard.around(SWIMS), (3.4, 3.5, 0.1), (3.6, 3.5, 0.1)) == pytest.approx(0.2)
    assert cost(yard.around(SWIMS), (3.4, 3.5, 0.1), (2.5, 3.5)) == BLOCKED
    assert cost(yard.around(WALKS), (3.4, 3.5, 0.1), (2.5, 3.5)) == pytest.approx(0.9)


def test_no_line_leads_over_the_edge(land: Surroundings) -> None:
    assert cost(land, (3.5, 1.0), (3.9, 1.0)) == BLOCKED


def test_no_line_leads_out_of_what_is_measured(yard: Land) -> None:
    part = surroundings(yard.scene, yard.field, Window(0, 8, 10, 8), BASE, WALKS, NOBODY, search_scratch())
    assert line_cost(part, place(0.5, 1.3), place(1.1, 1.3), BASE.radius) == pytest.approx(0.6)
    assert line_cost(part, place(0.5, 1.3), place(1.3, 1.3), BASE.radius) == BLOCKED


def test_another_base_is_in_the_way(yard: Land) -> None:
    there = yard.around(discs=disc(1.0, 2.0, radius=0.25))
    assert cost(there, (0.45, 1.3), (0.45, 2.7)) == pytest.approx(1.4)
    assert cost(there, (0.6, 1.3), (0.6, 2.7)) == BLOCKED
    above = yard.around(discs=disc(1.0, 2.0, 2.5, radius=0.25))
    assert cost(above, (0.6, 1.3), (0.6, 2.7)) == pytest.approx(1.4)


def test_another_base_on_a_crate_is_in_the_way(yard: Land) -> None:
    there = yard.around(discs=disc(3.0, 2.0, 0.5, radius=0.2))
    assert cost(there, (2.4, 2.0), (3.5, 2.0)) == BLOCKED


def test_what_was_found_free_is_free_again(yard: Land) -> None:
    land = yard.around(discs=NOBODY)
    once = cost(land, (1.2, 1.3), (1.2, 2.7))
    assert land.free.any()
    assert cost(land, (1.2, 1.3), (1.2, 2.7)) == once == pytest.approx(1.4)
