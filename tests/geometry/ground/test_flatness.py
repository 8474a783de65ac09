"""How flat a square of the lattice is."""

from __future__ import annotations

import pytest

from sim.geometry.ground.flatness import (
    FLAT,
    SLOPED,
    STEPPED,
    STEPPED_ROUGH,
    STEPPED_SHORE,
    UNCLASSIFIED,
    Square,
    flatness_of,
)
from sim.geometry.ground.surface import surface
from sim.geometry.ground.terrain_mesh import DIFFICULT, WATER, Scene
from tests.geometry.ground.scenes import BUF, block, ramp, scene_of, street

SIZE = 0.125


def flatness(scene: Scene, x: float, y: float, top: float = 9.0) -> int:
    return int(flatness_of(scene, Square(x, y, SIZE), surface(scene, x, y, top), 0.5, 1.2, BUF))


def test_open_street_is_flat() -> None:
    assert flatness(scene_of(street()), 4.0, 4.0) == FLAT


def test_a_slope_of_one_plane_is_flat() -> None:
    assert flatness(scene_of(street(), ramp(1.0, 7.0, 1.0, 7.0, 1.5)), 4.0, 4.0) == FLAT


@pytest.mark.parametrize(
    ("bits", "expected"),
    [(0, STEPPED), (DIFFICULT, STEPPED_ROUGH), (WATER, STEPPED_SHORE), (WATER | DIFFICULT, UNCLASSIFIED)],
)
def test_a_step_within_is_of_the_kind_that_it_leads_to(bits: int, expected: int) -> None:
    scene = scene_of(street(), block((4.05, 2.0, 0.0), (7.0, 6.0, 0.5), bits))
    assert flatness(scene, 4.0, 4.0) == expected


def test_a_step_beside_a_slope_is_stepped_and_sloped() -> None:
    kerb = block((4.05, 2.0, 0.0), (7.0, 6.0, 0.5))
    assert flatness(scene_of(street(), kerb, ramp(3.0, 7.0, 1.0, 7.0, 0.6)), 4.0, 4.0) == STEPPED | SLOPED


def test_what_lies_wholly_below_leaves_a_square_flat() -> None:
    scene = scene_of(street(), block((2.0, 2.0, -0.9), (6.0, 6.0, -0.1)))
    assert flatness(scene, 4.0, 4.0) == FLAT


def test_more_than_a_step_within_is_to_be_walked() -> None:
    assert flatness(scene_of(street(), block((4.05, 2.0, 0.0), (7.0, 6.0, 1.05))), 4.0, 4.0) == UNCLASSIFIED


def test_steps_that_lead_on_to_more_are_to_be_walked() -> None:
    stairs = block((4.04, 2.0, 0.0), (7.0, 6.0, 0.7)), block((4.08, 2.0, 0.0), (7.0, 6.0, 1.4))
    assert flatness(scene_of(street(), *stairs), 4.0, 4.0) == UNCLASSIFIED


def test_steps_beside_a_wall_are_to_be_walked() -> None:
    step, wall = block((4.05, 2.0, 0.0), (7.0, 6.0, 0.5)), block((3.0, 4.4, 0.0), (5.0, 5.0, 4.0))
    assert flatness(scene_of(street(), step, wall), 4.0, 4.0) == UNCLASSIFIED
    assert flatness(scene_of(street(), step, wall), 4.0, 3.0) == STEPPED


def test_steps_beside_a_ledge_are_to_be_walked() -> None:
    scene = scene_of(street(), block((4.05, 0.0, 0.0), (7.0, 6.0, 0.5)))
    assert flatness(scene, 4.0, 0.3) == UNCLASSIFIED
    assert flatness(scene, 4.0, 3.0) == STEPPED
