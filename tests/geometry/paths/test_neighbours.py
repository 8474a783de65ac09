"""Which places a base steps between."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.paths.heightfield import LEVELS, Window
from sim.geometry.paths.neighbours import DI, DJ, UNLINKED, Steps, link_neighbours, reverse_links
from tests.geometry.ground.scenes import BUF, block, ramp
from tests.geometry.paths.lattices import BASE, Land, land_of

EAST, WEST = 0, 4


@pytest.fixture(scope="module")
def yard() -> Land:
    """A house in the west, in the east a crate as high as a step, a ramp in the south, and a terrace in the north."""
    return land_of(
        block((-0.5, 0.0, 0.0), (0.5, 4.0, 3.0)),
        block((2.0, 1.5, 0.0), (3.0, 2.5, 0.9)),
        ramp(1.0, 3.0, 0.0, 1.0, 0.8),
        block((1.5, 3.0, 0.0), (3.0, 4.0, 2.5)),
        size=(3.0, 4.0),
    )


@pytest.fixture(scope="module")
def steps(yard: Land) -> Steps:
    return yard.steps()


def leads(land: Land, steps: Steps, x: float, y: float, d: int) -> int:
    place = land.place(x, y)
    c = place // LEVELS
    return int(steps[c, land.field.count[c] - 1, d])


def test_over_open_ground_a_base_steps_to_all_sides(yard: Land, steps: Steps) -> None:
    assert [leads(yard, steps, 1.375, 2.0, d) for d in range(8)] == [0] * 8


def test_nobody_steps_into_a_wall(yard: Land, steps: Steps) -> None:
    assert leads(yard, steps, 0.75, 2.0, WEST) == -1
    assert leads(yard, steps, 0.75, 2.0, EAST) == 0


def test_a_base_steps_on_to_a_crate(yard: Land, steps: Steps) -> None:
    assert leads(yard, steps, 1.875, 2.0, EAST) >= 0
    assert leads(yard, steps, 2.0, 2.0, WEST) >= 0


def test_nobody_steps_on_to_a_terrace_or_off_it(yard: Land, steps: Steps) -> None:
    assert leads(yard, steps, 2.25, 2.75, 2) == -1
    assert leads(yard, steps, 2.25, 3.25, 6) == -1


def test_a_base_goes_up_a_ramp(yard: Land, steps: Steps) -> None:
    assert leads(yard, steps, 2.0, 0.5, EAST) == 0
    assert leads(yard, steps, 2.0, 0.5, WEST) == 0


def test_steps_reversed_lead_from_where_they_led_to(yard: Land, steps: Steps) -> None:
    back = reverse_links(yard.field, steps)
    came = set()
    for c, k, d in np.argwhere(back >= 0):
        n = c + DJ[d] * yard.field.columns + DI[d]
        assert steps[n, back[c, k, d], (d + 4) % 8] == k
        came.add((c, k, (d + 4) % 8))
    led = {(c + DJ[d] * yard.field.columns + DI[d], steps[c, k, d], d) for c, k, d in np.argwhere(steps >= 0)}
    assert came == led


def test_what_is_linked_is_left_alone(yard: Land) -> None:
    made = np.full((len(yard.field.count), LEVELS, 8), UNLINKED, np.int8)
    made[0] = 5
    link_neighbours(yard.scene, yard.field, BASE, made, Window(0, 0, 2, 1), BUF)
    assert (made[0] == 5).all()
    assert (made[1] != UNLINKED).all()
    assert (made[2:] == UNLINKED).all()
