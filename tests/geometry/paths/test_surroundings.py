"""What a search walks past."""

from __future__ import annotations

import pytest

from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import DIFFICULT, WALK, WATER
from sim.geometry.paths.surroundings import discs_hold, may_enter
from tests.geometry.ground.scenes import disc
from tests.geometry.paths.lattices import BASE, ROLLS, SWIMS, WALKS


def test_difficult_ground_is_for_who_rolls() -> None:
    assert may_enter(ROLLS, WALK | DIFFICULT)
    assert not may_enter(WALKS, WALK | DIFFICULT)
    assert may_enter(WALKS, WALK | WATER)


def test_who_swims_does_not_leave_the_water() -> None:
    assert may_enter(SWIMS, WATER)
    assert not may_enter(SWIMS, WALK)


@pytest.mark.parametrize(
    ("way", "held"),
    [
        (Segment(0.0, 0.0, 2.0, 0.0), True),  # through it
        (Segment(0.0, 0.76, 2.0, 0.76), False),  # past it: 1/4" and 1/2" apart
        (Segment(0.0, 0.74, 2.0, 0.74), True),
        (Segment(0.0, 0.0, 0.2, 0.0), False),  # not so far
        (Segment(0.5, 0.0, 0.0, 0.0), False),  # away from it
    ],
)
def test_a_base_on_the_way_holds(way: Segment, held: bool) -> None:
    assert discs_hold(disc(1.0, 0.0), way, 0.0, BASE) is held


@pytest.mark.parametrize(("ground", "held"), [(0.0, True), (1.19, True), (1.2, False), (-1.9, True), (-2.0, False)])
def test_a_base_above_or_below_holds_nobody(ground: float, held: bool) -> None:
    assert discs_hold(disc(1.0, 0.0), Segment(0.0, 0.0, 2.0, 0.0), ground, BASE) is held
