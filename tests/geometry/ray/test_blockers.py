"""What stands in the way: the board, and what is placed on it."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid, corners_of
from sim.geometry.ray.ray_kernels import Soup, first_hit
from tests.shapes import box

CUBE, NEXT = box((0, 0, 0), (1, 1, 1)), box((2, 0, 0), (3, 1, 1))
NOTHING = np.empty((0, 3, 3))


def crowd(count: int, name: str = "") -> list[PlacedSolid]:
    """Cubes in a row along x, two inches from each other, from x = 2 on."""
    return [PlacedSolid(Solid(CUBE), Pose((2 * i + 2, 0, 0)), name or f"cube {i}") for i in range(count)]


def met(blockers: Blockers, placed: list[PlacedSolid], but: list[PlacedSolid] | None = None) -> str | None:
    """What a ray along the row meets first."""
    soup = Soup(*blockers.trees(placed, but or []))
    which, _ = first_hit(soup, np.array([-1, 0.3, 0.4]), np.array([99, 0.3, 0.4]))
    return blockers.name_of(which)


def test_a_pose_and_back_is_where_it_was() -> None:
    pose, points = Pose((1, 2, 3), 40), np.random.default_rng(1).normal(size=(5, 3))
    assert pose.into(pose.out(points)) == pytest.approx(points)
    assert pose.turned_into(pose.turned_out(points)) == pytest.approx(points)
    assert Pose((0, 0, 1), 90).out(np.array([1.0, 0, 0])) == pytest.approx([0, 1, 1])


def test_corners_are_told_once() -> None:
    assert len(corners_of(CUBE)) == 8


def test_a_box_is_round_all_that_stands_there() -> None:
    low, high = PlacedSolid(Solid(CUBE), Pose((5, 5, 5), 90)).box
    assert low == pytest.approx([4, 5, 5])
    assert high == pytest.approx([5, 6, 6])


def test_what_is_apart_from_a_box_does_not_meet_it() -> None:
    thing = PlacedSolid(Solid(CUBE), Pose((5, 0, 0)))
    assert thing.meets(np.zeros(3), np.array([5.5, 1, 1]))
    assert not thing.meets(np.zeros(3), np.array([4.5, 1, 1]))
    assert not PlacedSolid(Solid(NOTHING), Pose()).meets(np.full(3, -9.0), np.full(3, 9.0))


def test_rays_are_carried_into_the_frame_of_a_thing() -> None:
    thing = PlacedSolid(Solid(CUBE), Pose((5, 5, 5), 30), "thing")
    middle = thing.pose.out(np.array([0.5, 0.4, 0.3]))
    assert thing.occluded(np.zeros((1, 3)), middle[None]).all()
    which, along = thing.first_hits(np.zeros((1, 3)), middle[None])
    assert which[0] >= 0
    assert 0 < along[0] < 1


def test_board_and_things_block_together() -> None:
    blockers = Blockers(Solid(CUBE))
    starts = np.array([[0.5, 0.4, -1], [2.5, 0.4, -1], [8.5, 0.4, -1]])
    ends = starts + np.array([0, 0, 3])
    assert blockers.occluded(starts, ends).tolist() == [True, False, False]
    assert blockers.occluded(starts, ends, crowd(1)).tolist() == [True, True, False]
    assert blockers.occluded(starts[:1], ends[:1], crowd(1)).tolist() == [True]


def test_names_are_those_of_the_parts() -> None:
    two = Solid(np.concatenate([CUBE, NEXT]), np.repeat([0, 1], 12).astype(np.int32), ("one", "other"))
    assert (two.name_of(0), two.name_of(12)) == ("one", "other")
    blockers = Blockers(two, movable=64)
    assert met(blockers, []) == "one"
    assert blockers.name_of(-1) is None


def test_a_name_of_its_own_goes_before_those_of_the_parts() -> None:
    part = Solid(CUBE, np.zeros(12, np.int32), ("plank",))
    assert PlacedSolid(part, Pose(), "boat").name_of(3) == "boat"
    assert PlacedSolid(part, Pose()).name_of(3) == "plank"


def test_each_part_may_be_called_otherwise_where_a_solid_stands() -> None:
    two = Solid(np.concatenate([CUBE, NEXT]), np.repeat([0, 1], 12).astype(np.int32), ("one", "other"))
    thing = PlacedSolid(two, Pose(), ("mini", "mini/base"))
    assert (thing.name, thing.name_of(0), thing.name_of(12)) == ("mini", "mini", "mini/base")
    shares = thing.shares(np.array([0, 5, 12], np.int32), np.array([1.0, 2.0, 4.0]))
    assert shares == {"mini": 3, "mini/base": 4}


def test_shares_are_added_up_by_name() -> None:
    two = Solid(np.concatenate([CUBE, NEXT]), np.repeat([0, 1], 12).astype(np.int32), ("one", "other"))
    thing = PlacedSolid(Solid(CUBE), Pose((9, 0, 0)), "thing")
    blockers = Blockers(two, movable=64)
    blockers.trees([thing])
    source = two.tree["source"]
    numbers = np.array([np.flatnonzero(source == 0)[0], np.flatnonzero(source == 20)[0], 24, 30])
    assert blockers.shares(numbers, np.array([1.0, 2, 3, 4])) == {"one": 1, "other": 2, "thing": 7}


def test_what_is_left_out_is_not_met() -> None:
    blockers, things = Blockers(Solid(NOTHING), movable=64), crowd(3)
    assert met(blockers, things) == "cube 0"
    assert met(blockers, things, things[:1]) == "cube 1"
    assert met(blockers, things) == "cube 0"


def test_a_crowd_is_written_once() -> None:
    blockers, things = Blockers(Solid(CUBE), movable=64), crowd(2)
    arena, roots = blockers.trees(things)
    again, same = blockers.trees(things)
    assert again is arena
    assert same.tolist() == roots.tolist()


def test_room_is_made_for_a_greater_crowd() -> None:
    blockers = Blockers(Solid(CUBE - np.array([9, 0, 0])), movable=16)
    small = blockers.trees(crowd(1))[0]
    grown, roots = blockers.trees(crowd(6))
    assert len(grown.seen) > len(small.seen)
    assert len(roots) == 7
    assert met(blockers, crowd(6)) == "cube 0"


def test_old_things_give_way_to_new_ones() -> None:
    blockers = Blockers(Solid(NOTHING), movable=64)
    for i in range(8):
        assert met(blockers, crowd(2, f"round {i}")) == f"round {i}"


def test_a_thing_of_nothing_has_no_tree() -> None:
    blockers = Blockers(Solid(CUBE), movable=64)
    empty = PlacedSolid(Solid(NOTHING), Pose(), "nothing")
    assert len(blockers.trees([empty])[1]) == 1
    assert [len(part) for part in blockers.trees_and_target([], empty)[1:]] == [1, 0]
