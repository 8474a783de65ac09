"""What a search walks past."""

from __future__ import annotations

from sim.geometry.ground.terrain_mesh import DIFFICULT, WALK, WATER
from sim.geometry.paths.surroundings import may_enter
from tests.geometry.paths.lattices import ROLLS, SWIMS, WALKS


def test_difficult_ground_is_for_who_rolls() -> None:
    assert may_enter(ROLLS, WALK | DIFFICULT)
    assert not may_enter(WALKS, WALK | DIFFICULT)
    assert may_enter(WALKS, WALK | WATER)


def test_who_swims_does_not_leave_the_water() -> None:
    assert may_enter(SWIMS, WATER)
    assert not may_enter(SWIMS, WALK)
