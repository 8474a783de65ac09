"""A base that walks over the ground."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.discs import Base
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import BARRICADE, DIFFICULT, WATER, Floats, Scene
from sim.geometry.ground.walk import (
    ARRIVED,
    BASE,
    DRY,
    LEDGE,
    WALL,
    Walker,
    walk,
    walked,
)
from sim.geometry.ground.walk_marks import MARK_COST, MARK_GONE, MARK_GROUND, MARK_X
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc, ramp, scene_of, street

BODY = Base(0.5, 1.2)
STREET = scene_of(street())


def went(
    scene: Scene, line: Segment, ground: float = 0.0, discs: Floats = NOBODY, swims: bool = False
) -> tuple[float, float, int, Floats, int]:
    return walk(scene, discs, line, ground, BODY, swims, BUF)


def test_level_ground_costs_its_length() -> None:
    gone, cost, why, marks, begun = went(STREET, Segment(1.0, 1.0, 4.0, 5.0))
    assert (gone, cost) == (pytest.approx(5.0), pytest.approx(5.0))
    assert (why, begun, len(marks)) == (ARRIVED, 1, 2)
    assert marks[1, MARK_X] == pytest.approx(4.0)


def test_who_stays_has_arrived() -> None:
    gone, cost, why, _, begun = went(STREET, Segment(2.0, 2.0, 2.0, 2.0))
    assert (gone, cost, why, begun) == (0.0, 0.0, ARRIVED, 1)


def test_a_walk_that_begins_on_nothing_does_not_begin() -> None:
    assert went(STREET, Segment(-3.0, 2.0, 2.0, 2.0))[4] == 0


def test_a_wall_holds_the_base_at_its_rim() -> None:
    scene = scene_of(street(), block((5.0, 0.0, 0.0), (6.0, 8.0, 3.0)))
    gone, cost, why, _, _ = went(scene, Segment(1.0, 4.0, 7.0, 4.0))
    assert why == WALL
    assert gone == cost == pytest.approx(3.5, abs=0.003)


def test_a_ledge_holds_the_base_at_its_rim() -> None:
    gone, _, why, _, _ = went(STREET, Segment(4.0, 4.0, 9.0, 4.0))
    assert why == LEDGE
    assert gone == pytest.approx(3.5, abs=0.003)


@pytest.mark.parametrize("begun", [1.0, 1.01, 1.03, 1.05])  # the ground is looked up every sixteenth of an inch
def test_a_crack_is_walked_over_and_a_gap_is_not(begun: float) -> None:
    for wide, how in ((0.015, ARRIVED), (0.04, LEDGE)):
        scene = scene_of(
            street(), block((0.0, 0.0, 0.0), (4.0, 8.0, 2.0)), block((4.0 + wide, 0.0, 0.0), (8.0, 8.0, 2.0))
        )
        gone, cost, why, _, _ = went(scene, Segment(begun, 4.0, 6.0, 4.0), ground=2.0)
        assert why == how
        assert gone == cost == pytest.approx(6.0 - begun if how == ARRIVED else 3.5 - begun, abs=0.003)


def test_another_base_is_in_the_way_unless_it_is_left_behind() -> None:
    gone, _, why, _, _ = went(STREET, Segment(1.0, 4.0, 7.0, 4.0), discs=disc(4.0, 4.0))
    assert why == BASE
    assert gone == pytest.approx(2.0, abs=0.005)
    assert went(STREET, Segment(5.0, 4.0, 7.0, 4.0), discs=disc(4.0, 4.0))[2] == ARRIVED
    assert went(STREET, Segment(1.0, 4.0, 7.0, 4.0), discs=disc(4.0, 4.0, 2.0))[2] == ARRIVED


def test_a_slope_costs_its_length_along_it() -> None:
    scene = scene_of(street(), ramp(2.0, 6.0, 1.0, 7.0, 3.0))
    gone, cost, why, marks, _ = went(scene, Segment(3.0, 4.0, 5.0, 4.0), ground=0.75)
    assert (gone, why) == (pytest.approx(2.0), ARRIVED)
    assert cost == pytest.approx(2.5)
    assert marks[-1, MARK_GROUND] == pytest.approx(2.25)


def test_a_step_costs_nothing_and_is_marked_on_both_its_edges() -> None:
    scene = scene_of(street(), block((4.0, 0.0, 0.0), (8.0, 8.0, 0.8)))
    _, cost, why, marks, _ = went(scene, Segment(2.0, 4.0, 6.0, 4.0))
    assert (cost, why) == (pytest.approx(4.0, abs=1e-3), ARRIVED)
    assert marks[:, MARK_GROUND].tolist() == pytest.approx([0.0, 0.0, 0.8, 0.8])
    assert marks[1, MARK_GONE] == marks[2, MARK_GONE] == pytest.approx(2.0, abs=1e-3)
    assert (np.diff(marks[:, MARK_COST]) >= 0).all()


def test_a_base_steps_down_as_far_as_up() -> None:
    scene = scene_of(street(), block((4.0, 0.0, 0.0), (8.0, 8.0, 0.8)))
    assert went(scene, Segment(6.0, 4.0, 2.0, 4.0), ground=0.8)[2] == ARRIVED
    higher = scene_of(street(), block((4.0, 0.0, 0.0), (8.0, 8.0, 1.5)))
    assert went(higher, Segment(6.0, 4.0, 2.0, 4.0), ground=1.5)[2] == LEDGE


@pytest.mark.parametrize("bits", [DIFFICULT, BARRICADE])
def test_where_the_kind_of_ground_changes_there_is_a_mark(bits: int) -> None:
    scene = scene_of(street((0.0, 0.0, -1.0), (4.0, 8.0, 0.0)), street((4.0, 0.0, -1.0), (8.0, 8.0, 0.0), bits))
    _, _, why, marks, _ = went(scene, Segment(2.0, 4.0, 6.0, 4.0))
    assert why == ARRIVED
    assert len(marks) == 3
    assert marks[1, MARK_GONE] == pytest.approx(2.0, abs=1e-3)


def test_one_barricade_is_another_part_than_the_next() -> None:
    halves = (
        street((0.0, 0.0, -1.0), (4.0, 8.0, 0.0), BARRICADE),
        street((4.0, 0.0, -1.0), (8.0, 8.0, 0.0), BARRICADE),
    )
    assert len(went(scene_of(*halves), Segment(2.0, 4.0, 6.0, 4.0))[3]) == 3


def test_who_swims_does_not_leave_the_water() -> None:
    scene = scene_of(street(), block((-6.0, 0.0, -3.0), (0.0, 8.0, -0.5), WATER))
    gone, _, why, _, _ = went(scene, Segment(-4.0, 4.0, 3.0, 4.0), ground=-0.5, swims=True)
    assert why == DRY
    assert gone == pytest.approx(4.0, abs=1e-2)
    assert went(scene, Segment(-4.0, 4.0, 3.0, 4.0), ground=-0.5)[2] == ARRIVED


def test_the_ground_of_a_walk_is_told_face_by_face() -> None:
    scene = scene_of(street(), ramp(2.0, 4.0, 0.0, 8.0, 1.0), block((4.0, 0.0, 0.0), (8.0, 8.0, 1.0)))
    _, cost, why, marks, _ = went(scene, Segment(1.0, 4.0, 6.0, 4.0))
    assert why == ARRIVED
    assert cost == pytest.approx(3.0 + 5**0.5, abs=1e-2)
    assert marks[-1, MARK_GROUND] == 1.0


def test_a_wall_on_a_slope_holds_the_base_on_it() -> None:
    scene = scene_of(street(), ramp(2.0, 6.0, 1.0, 7.0, 2.0), block((5.0, 1.0, 0.0), (5.5, 7.0, 6.0)))
    gone, cost, why, marks, _ = went(scene, Segment(2.6, 4.0, 5.5, 4.0), ground=0.3)
    assert why == WALL
    assert gone == pytest.approx(1.9, abs=0.01)
    assert cost == pytest.approx(1.9 * 1.25**0.5, abs=0.01)
    assert marks[-1, MARK_GROUND] == pytest.approx(0.3 + 0.5 * gone, abs=0.01)


def test_marks_without_room_are_counted_all_the_same() -> None:
    scene = scene_of(street(), block((4.0, 0.0, 0.0), (8.0, 8.0, 0.8)))
    walker = Walker(scene, NOBODY, BODY, False, BUF)
    full = walked(walker, Segment(2.0, 4.0, 6.0, 4.0), 0.0, np.empty((64, 7)), False)
    short = walked(walker, Segment(2.0, 4.0, 6.0, 4.0), 0.0, np.empty((1, 7)), False)
    assert full == short
    assert full.marks == 4


def test_whether_a_walk_arrives_is_known_without_where_it_ends() -> None:
    scene = scene_of(street(), block((5.0, 0.0, 0.0), (6.0, 8.0, 3.0)))
    walker = Walker(scene, NOBODY, BODY, False, BUF)
    assert walked(walker, Segment(1.0, 4.0, 7.0, 4.0), 0.0, np.empty((64, 7)), True).why == WALL
    assert walked(walker, Segment(1.0, 4.0, 4.0, 4.0), 0.0, np.empty((64, 7)), True).why == ARRIVED
