"""The way of a jump (JUMP-02)."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.jump_arcs import JumpArc, jump_arc, way_off
from sim.geometry.ground.plan_distances import Heading
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.terrain_mesh import Floats, Scene
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc, ramp, scene_of, street

R, LIFT = 0.5, 0.05
ROOF = block((1.0, 2.0, 0.0), (4.0, 6.0, 3.0))
SCENE = scene_of(street((0.0, 0.0, -1.0), (12.0, 8.0, 0.0)), ROOF)
EAST = Heading(2.0, 4.0, 1.0, 0.0)


def at(x: float, y: float, z: float) -> Floats:
    return np.array([x, y, z])


def arc(
    start: Floats, to: Floats, share: float = 1.0, discs: Floats = NOBODY, scene: Scene = SCENE
) -> tuple[Floats, int, int, int]:
    return jump_arc(scene, discs, start, to, JumpArc(share, R, LIFT), BUF)


def test_a_base_has_left_its_roof_when_its_whole_disc_is_beyond_the_edge() -> None:
    assert way_off(SCENE, EAST, 3.0, 9.0, R) == pytest.approx(2.5)
    assert way_off(SCENE, EAST, 3.0, 1.0, R) == 1.0
    slanting = Heading(2.0, 4.0, 2**-0.5, 2**-0.5)
    assert way_off(SCENE, slanting, 3.0, 9.0, R) == pytest.approx(2 * 2**0.5 + R, abs=0.3)


def test_who_stands_on_nothing_has_left_it() -> None:
    assert way_off(SCENE, Heading(20.0, 4.0, 1.0, 0.0), 3.0, 9.0, R) == 0.0
    assert way_off(SCENE, Heading(6.0, 4.0, 1.0, 0.0), 5.0, 9.0, R) == 0.0


def test_what_is_of_one_piece_is_left_as_a_whole() -> None:
    flush = block((4.0, 2.0, 0.0), (6.0, 6.0, 3.05))
    scene = scene_of(street((0.0, 0.0, -1.0), (12.0, 8.0, 0.0)), ROOF, flush)
    assert way_off(scene, EAST, 3.0, 9.0, R) == pytest.approx(4.5)
    lower = block((4.0, 2.0, 0.0), (6.0, 6.0, 2.5))
    scene = scene_of(street((0.0, 0.0, -1.0), (12.0, 8.0, 0.0)), ROOF, lower)
    assert way_off(scene, EAST, 3.0, 9.0, R) == pytest.approx(2.5)


def test_what_stands_on_a_roof_is_no_piece_of_it() -> None:
    chest = block((3.0, 2.0, 3.0), (4.0, 6.0, 3.6))
    scene = scene_of(street((0.0, 0.0, -1.0), (12.0, 8.0, 0.0)), ROOF, chest)
    assert way_off(scene, EAST, 3.0, 9.0, R) == pytest.approx(2.5)


def test_a_slope_is_followed_to_its_end() -> None:
    scene = scene_of(street((0.0, 0.0, -1.0), (12.0, 8.0, 0.0)), ramp(1.0, 4.0, 2.0, 6.0, 1.5))
    assert way_off(scene, EAST, 0.5, 9.0, R) == pytest.approx(2.5, abs=1e-6)


def test_a_level_jump_is_straight() -> None:
    way, which, _, base = arc(at(6, 4, 0), at(10, 4, 0))
    assert way.tolist() == [[6, 4, 0], [10, 4, 0]]
    assert (which, base) == (-1, -1)


def test_a_jump_upward_rises_first() -> None:
    way, which, _, _ = arc(at(6, 4, 0), at(3, 4, 3))
    assert way.tolist() == [[6, 4, 0], [6, 4, 3], [3, 4, 3]]
    assert which == -1


def test_a_jump_downward_goes_level_until_it_has_left_its_roof() -> None:
    way, which, _, _ = arc(at(2, 4, 3), at(10, 4, 0))
    assert way.tolist() == [[2, 4, 3], [pytest.approx(4.5), 4, 3], [10, 4, 0]]
    assert which == -1


def test_a_short_jump_ends_over_the_roof_that_it_began_on() -> None:
    way, _, _, _ = arc(at(2, 4, 3), at(10, 4, 0), 0.25)
    assert way.tolist() == [[2, 4, 3], [4, 4, 3]]


def test_a_jump_straight_up_or_down_has_one_leg() -> None:
    assert arc(at(6, 4, 0), at(6, 4, 2), 0.5)[0].tolist() == [[6, 4, 0], [6, 4, 1]]


def test_a_wall_ends_a_jump() -> None:
    way, which, triangle, base = arc(at(8, 4, 0), at(2, 4, 0))
    assert way[-1, 0] == pytest.approx(4.5, abs=0.01)
    assert part_at(SCENE, which, triangle) == 1
    assert base == -1


def test_another_body_ends_a_jump_a_hair_before_it() -> None:
    way, which, _, base = arc(at(6, 4, 0), at(10, 4, 0), discs=disc(9.0, 4.0))
    assert (which, base) == (-1, 0)
    assert way[-1, 0] == pytest.approx(8.0, abs=0.006)


@pytest.mark.parametrize(
    "other",
    [disc(9.0, 6.0), disc(9.0, 4.0, 2.0), disc(5.2, 4.0), disc(9.0, 4.0, -1.3)],
    ids=["aside", "above", "behind", "below"],
)
def test_a_body_that_is_not_in_the_way_ends_no_jump(other: Floats) -> None:
    assert arc(at(6, 4, 0), at(10, 4, 0), discs=other)[3] == -1


def test_a_body_below_ends_a_drop_and_one_beside_does_not() -> None:
    way, _, _, base = arc(at(6, 4, 4), at(6, 4, 0), discs=disc(6.2, 4.0))
    assert base == 0
    assert way[-1, 2] == pytest.approx(1.2 - LIFT)
    assert arc(at(6, 4, 4), at(6, 4, 0), discs=disc(7.2, 4.0))[3] == -1
    assert arc(at(6, 4, 0), at(6, 4, 3), discs=disc(6.2, 4.0, -1.3))[3] == -1


def test_a_body_met_from_above_ends_a_slanting_jump() -> None:
    way, _, _, base = arc(at(2, 4, 3), at(10, 4, 0), discs=disc(9.0, 4.0))
    assert base == 0
    assert 6.0 < way[-1, 0] < 9.0


@pytest.mark.rule("JUMP-02")
def test_a_head_under_the_way_stops_a_jump_where_the_base_comes_down_to_it() -> None:
    """Seen from above they come together 0.7" earlier: that is no contact, so high over him."""
    way, _, _, base = arc(at(2, 4, 3), at(10, 4, 0), discs=disc(8.2, 4.0))
    down = 3 - (1.2 - LIFT)  # inches, from the roof that it has left at x = 4.5
    assert base == 0
    assert way[-1] == pytest.approx((4.5 + 5.5 * down / 3, 4, 1.2 - LIFT), abs=0.003)
