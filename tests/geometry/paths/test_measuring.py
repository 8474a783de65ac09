"""How the lattice is measured."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.flatness import FLAT
from sim.geometry.ground.terrain_mesh import WATER
from sim.geometry.paths.heightfield import LEVELS, empty_heightfield, whole_window
from sim.geometry.paths.measuring import CLEARANCE_RANGE, RIM_CLEARANCE, measure, touching
from tests.geometry.ground.scenes import BUF, block, scene_of, street
from tests.geometry.paths.lattices import BASE, Land, land_of, lattice_over


@pytest.fixture(scope="module")
def yard() -> Land:
    """A house in the west, a crate and a low jetty in the east."""
    return land_of(
        block((-0.5, 0.0, 0.0), (0.5, 2.0, 3.0)),
        block((1.5, 0.0, 0.0), (2.0, 0.5, 0.5)),
        block((1.5, 1.5, 0.6), (2.0, 2.0, 0.8)),
    )


def at(land: Land, x: float, y: float) -> tuple[int, int]:
    place = land.place(x, y)
    return place // LEVELS, land.field.count[place // LEVELS] - 1


def test_clearance_is_how_much_further_than_the_rim_a_wall_is(yard: Land) -> None:
    for x in (0.75, 0.875, 1.0):
        c, k = at(yard, x, 1.0)
        assert yard.field.clearance[c, k] == pytest.approx(min(x - 0.5 - BASE.radius, CLEARANCE_RANGE))


def test_levels_stand_the_highest_first(yard: Land) -> None:
    c, _ = at(yard, 0.25, 1.0)
    assert yard.field.count[c] == 1  # the roof: what is inside is no place
    assert yard.field.ground[c, 0] == 3.0
    c, _ = at(yard, 1.75, 1.75)
    assert yard.field.ground[c, : yard.field.count[c]].tolist() == pytest.approx([0.8, 0.0])


def test_a_base_beside_a_crate_rests_on_it(yard: Land) -> None:
    c, k = at(yard, 1.375, 0.25)
    assert (yard.field.ground[c, k], yard.field.rest_z[c, k]) == (0.0, pytest.approx(0.5))


def test_nobody_stays_under_a_low_jetty(yard: Land) -> None:
    c, _ = at(yard, 1.75, 1.75)
    assert yard.field.stay_clearance[c, 1] < 0.0


def test_places_near_a_wall_have_one_that_touches_it(yard: Land) -> None:
    c, k = at(yard, 0.75, 1.0)
    x, y = yard.field.rim[c, k]
    assert x == pytest.approx(0.5 + BASE.radius + RIM_CLEARANCE, abs=RIM_CLEARANCE)
    assert y == pytest.approx(1.0, abs=0.01)
    c, k = at(yard, 1.0, 1.0)
    assert np.isnan(yard.field.rim[c, k, 0])


def test_where_nothing_is_near_nothing_is_touched(yard: Land) -> None:
    assert np.isnan(touching(yard.scene, BASE, 1.0, 1.0, 0.0, CLEARANCE_RANGE, BUF)[0])


def test_open_ground_is_flat(yard: Land) -> None:
    c, k = at(yard, 1.0, 1.0)
    assert yard.field.flatness[c, k] == FLAT


def test_a_base_may_go_over_a_shore_but_not_stay_there() -> None:
    scene = scene_of(street((0.0, 0.0, -2.0), (1.0, 1.0, 0.0)), block((1.0, 0.0, -2.0), (2.0, 1.0, -0.5), WATER))
    land = lattice_over(scene, (2.0, 1.0))
    c, k = at(land, 0.875, 0.5)
    assert land.field.clearance[c, k] > 0.0 > land.field.stay_clearance[c, k]
    c, k = at(land, 1.5, 0.5)
    assert land.field.bits[c, k] & WATER
    assert land.field.stay_clearance[c, k] > 0.0


def test_what_is_measured_is_left_alone() -> None:
    scene = scene_of(street((0.0, 0.0, -1.0), (0.5, 0.5, 0.0)))
    field = empty_heightfield((0.0, 0.0, 0.5, 0.5))
    field.count[:] = 0
    field.count[0] = -1
    measure(scene, field, whole_window(field), BASE, BUF)
    assert field.count[1:].tolist() == [0] * 24
