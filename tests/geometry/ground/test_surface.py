"""The ground under a point."""

from __future__ import annotations

import pytest

from sim.geometry.ground.surface import NOTHING, bits_at, column_free, inside, part_at, rest_height, surface
from sim.geometry.ground.terrain_mesh import DIFFICULT, LADDER, WALK
from tests.geometry.ground.scenes import block, ramp, scene_of, street

HOUSE = block((2.0, 2.0, 0.0), (4.0, 4.0, 3.0), DIFFICULT)
AWNING = block((5.0, 2.0, 2.0), (6.0, 4.0, 2.2))
SCENE = scene_of(street(), HOUSE, AWNING, ramp(1.0, 3.0, 5.0, 7.0, 1.0))


@pytest.mark.parametrize(
    ("x", "y", "top", "height"),
    [
        (1.0, 1.0, 0.5, 0.0),
        (3.0, 3.0, 9.0, 3.0),
        (3.0, 3.0, 2.0, 0.0),  # the street runs on beneath the house
        (5.5, 3.0, 9.0, 2.2),
        (5.5, 3.0, 1.0, 0.0),
        (2.0, 6.0, 9.0, 0.5),  # half way up the ramp
        (1.0, 1.0, -0.5, NOTHING),
        (-3.0, 1.0, 9.0, NOTHING),
    ],
)
def test_the_highest_ground_no_higher_than_asked_counts(x: float, y: float, top: float, height: float) -> None:
    assert surface(SCENE, x, y, top).height == pytest.approx(height)


def test_ground_tells_its_face() -> None:
    found = surface(SCENE, 3.0, 3.0, 9.0)
    assert bits_at(SCENE, found.terrain, found.triangle) & (WALK | DIFFICULT) == WALK | DIFFICULT
    assert part_at(SCENE, found.terrain, found.triangle) == 1


def test_no_ground_has_no_bits_and_no_part() -> None:
    found = surface(SCENE, -3.0, 1.0, 9.0)
    assert (bits_at(SCENE, found.terrain, found.triangle), part_at(SCENE, found.terrain, found.triangle)) == (0, -1)


@pytest.mark.parametrize(
    ("x", "y", "z", "within"),
    [
        (3.0, 3.0, 1.5, True),
        (3.0, 3.0, 3.1, False),
        (1.0, 1.0, 0.1, False),
        (1.0, 1.0, -0.5, True),
        (-2.0, 1.0, 0.0, False),
    ],
)
def test_a_point_is_inside_a_solid_between_its_faces(x: float, y: float, z: float, within: bool) -> None:
    assert inside(SCENE, x, y, z) == within


@pytest.mark.parametrize(
    ("x", "low", "high", "free"),
    [(5.5, 0.1, 1.9, True), (5.5, 0.1, 2.1, False), (7.0, 0.1, 9.0, True), (-2.0, 0.0, 9.0, True)],
)
def test_a_column_is_free_where_no_face_crosses_it(x: float, low: float, high: float, free: bool) -> None:
    assert column_free(SCENE, x, 3.0, low, high) == free


def test_a_ladder_is_in_no_columns_way() -> None:
    scene = scene_of(street(), block((5.0, 2.0, 2.0), (6.0, 4.0, 2.2), LADDER))
    assert column_free(scene, 5.5, 3.0, 0.1, 5.0)


def test_a_base_rests_on_the_highest_ground_under_it() -> None:
    crates = scene_of(street(), block((3.0, 3.0, 0.0), (4.0, 4.0, 0.6)))
    assert rest_height(crates, 2.7, 3.5, 0.0, 0.5) == pytest.approx(0.6)
    assert rest_height(crates, 2.4, 3.5, 0.0, 0.5) == 0.0
    assert rest_height(crates, 2.7, 2.7, 0.0, 0.5) == pytest.approx(0.6)  # a corner of the crate


def test_a_base_does_not_rest_on_what_it_cannot_step_on_to() -> None:
    assert rest_height(SCENE, 1.6, 3.0, 0.0, 0.5) == 0.0


def test_a_base_on_a_ramp_rests_where_its_upper_rim_does() -> None:
    assert rest_height(SCENE, 2.0, 6.0, 0.5, 0.4) == pytest.approx(0.5 + 0.5 * 0.398)


def test_a_base_does_not_rest_on_a_slope_that_hangs_over_it() -> None:
    """A slab that slants up from the street: one goes up it, but beside it, it hangs a step and more up."""
    slab = block((5.0, 3.0, 0.0), (8.0, 5.0, 0.1))
    slab.triangles[..., 2] += 0.5 * (slab.triangles[..., 0] - 5.0)
    slanting = scene_of(street(), slab)
    assert rest_height(slanting, 5.6, 4.0, 0.4, 0.5) == pytest.approx(0.4 + 0.5 * 0.498)
    half = (0.498**2 - 0.4**2) ** 0.5  # of its edge that is under the base
    assert rest_height(slanting, 6.3, 2.6, 0.0, 0.5) == pytest.approx(0.5 * (1.3 + half) + 0.1)
    assert rest_height(slanting, 7.4, 2.6, 0.0, 0.5) == 0.0
