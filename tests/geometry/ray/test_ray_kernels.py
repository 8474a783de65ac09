"""Rays against small scenes, exactly."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.ray_kernels import (
    MARKS,
    Ints,
    Soup,
    aimed,
    bounds,
    clear,
    clear_beam,
    first_hit,
    hits,
    meets,
    near,
    nearest,
    parallel,
    ray_between,
    renew_marks,
)
from sim.geometry.ray.rays import parallels, sides
from tests.shapes import Floats, box

ONE = np.empty(1, np.int32)


def soup_of(*parts: Floats) -> Soup:
    return Soup(*Blockers(Solid(np.concatenate(parts)), movable=64).trees())


@njit
def roots_near(soup: Soup, low: Floats, high: Floats) -> Ints:
    """By a kernel, since what points at an arena is not handed to Python."""
    return near(soup, low, high).roots


CUBE = soup_of(box((1, -1, -1), (2, 1, 1)))
START, END = (0.0, 0.1, 0.3), (4.0, 0.1, 0.3)


def test_a_ray_meets_front_and_back_of_a_cube() -> None:
    found = np.empty(8, np.int32)
    assert hits(CUBE, START, END, 0.0, found) == 2
    faces = CUBE.arena.triangles[found[:2]].reshape(2, 3, 3)
    assert sorted(set(faces[:, :, 0].ravel().tolist())) == [1, 2]


def test_hits_end_where_there_is_no_more_room() -> None:
    assert hits(CUBE, START, END, 0.0, ONE) == 1


def test_a_segment_ends_before_what_it_lies_on() -> None:
    found = np.empty(8, np.int32)
    assert hits(CUBE, START, (1.0, 0.1, 0.3), 0.0, found) == 1
    assert hits(CUBE, START, (1.0, 0.1, 0.3), 1e-3, found) == 0


def test_a_segment_without_length_meets_nothing() -> None:
    assert hits(CUBE, (1.0, 0.1, 0.3), (1.0, 0.1, 0.3), 0.0, ONE) == 0


def test_the_first_hit_is_told_with_how_far_it_is() -> None:
    a, b = np.array([0.0, 0.1, 0.3]), np.array([4.0, 0.1, 0.3])
    which, along = first_hit(CUBE, a, b)
    assert along == pytest.approx(0.25)
    assert np.all(CUBE.arena.triangles[which, ::3] == 1)
    assert first_hit(CUBE, b, a)[1] == pytest.approx(0.5)
    assert first_hit(CUBE, a, np.array([0.0, 9.0, 0.3])) == (-1, 1.0)


def test_of_what_was_met_the_nearest_is_picked() -> None:
    found = np.empty(8, np.int32)
    a, b = np.array(START), np.array(END)
    assert hits(CUBE, START, END, 0.0, found) == 2
    assert nearest(CUBE, a, b, found, 2) == first_hit(CUBE, a, b)[0]


def test_where_two_triangles_share_an_edge_both_say_so() -> None:
    square = np.array([[[1.0, -1, -1], [1, 1, -1], [1, 1, 1]], [[1, -1, -1], [1, 1, 1], [1, -1, 1]]]).reshape(-1, 9)
    ray = ray_between(np.zeros(3), np.array([2.0, 0, 0]))
    assert [meets(square, q, ray) for q in range(2)] == [(0.5, True), (0.5, True)]


@pytest.mark.parametrize("way", [(5, 1, 0.3), (0.2, 5, 1), (-0.4, 1, 5), (-5, -1, 2)])
def test_nothing_slips_between_the_triangles_round_a_corner(way: tuple[float, float, float]) -> None:
    rim = np.array([[np.cos(t), np.sin(t), 0.3 * np.sin(3 * t)] for t in np.arange(7) * 2 * np.pi / 7])
    forward = np.array(way) / np.linalg.norm(way)
    side, up = sides(forward)
    rim = rim @ np.array([side, up, forward])
    fan = soup_of(np.array([[np.zeros(3), rim[i], rim[(i + 1) % 7]] for i in range(7)]))
    for aim in (np.zeros(3), *(0.5 * rim)):
        assert not clear(fan, aim - 2 * forward, aim + 2 * forward, 0.0, ONE)


def test_parallels_are_those_of_the_batches() -> None:
    a, b = np.array([0.3, 0.2, 0.1]), np.array([4.0, -1.0, 2.0])
    starts, _ = parallels(a, b, 0.004)
    ours = np.array([parallel(a, b, k, 0.004) for k in range(8)])
    assert ours[[0, 1, 2, 3, 4, 6, 5, 7]] == pytest.approx(starts[1:] - a)
    assert ours @ (b - a) == pytest.approx(np.zeros(8))
    assert parallel(a, a, 0, 0.004) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("width", "passes"), [(0.006, False), (0.012, True)])
def test_a_beam_needs_a_slit_that_is_wide_enough(width: float, passes: bool) -> None:
    walls = soup_of(box((1, -3, -3), (1.1, -width / 2, 3)), box((1, width / 2, -3), (1.1, 3, 3)))
    a, b = np.zeros(3), np.array([3.0, 0, 0.1])
    assert clear(walls, a, b, 1e-4, ONE)
    assert clear_beam(walls, a, b, 0.004, ONE) == passes


def test_a_steep_beam_has_parallels_too() -> None:
    floor = soup_of(box((-3, 0.003, -0.1), (3, 3, 0)))
    assert not clear_beam(floor, np.array([0.0, 0, 2]), np.array([0.0, 0, -2]), 0.004, ONE)
    assert clear_beam(floor, np.array([0.0, -0.01, 2]), np.array([0.0, -0.01, -2]), 0.004, ONE)


def test_trees_that_are_elsewhere_are_left_out() -> None:
    blockers = Blockers(Solid(box((0, 0, 0), (1, 1, 1))), movable=64)
    things = [PlacedSolid(Solid(box((0, 0, 0), (1, 1, 1))), Pose((x, 0, 0))) for x in (3, 6)]
    soup = Soup(*blockers.trees(things))
    assert roots_near(soup, np.array([2.5, 0, 0]), np.array([4.5, 1, 1])).tolist() == [soup.roots[1]]
    assert len(roots_near(soup, np.full(3, -9.0), np.full(3, 9.0))) == 3


def test_a_tree_that_was_moved_is_where_its_pose_takes_it() -> None:
    shape = box((0, 0, 0), (2, 1, 1))
    thing = PlacedSolid(Solid(shape), Pose((5, 5, 1), 30))
    soup = Soup(*Blockers(Solid(np.empty((0, 3, 3))), movable=64).trees([thing]))
    written = soup.arena.triangles[:12].reshape(-1, 3)
    assert sorted(map(tuple, written.round(9).tolist())) == sorted(
        map(tuple, thing.triangles.reshape(-1, 3).round(9).tolist())
    )
    root = soup.arena.boxes[soup.roots[0]]
    assert root[:3] == pytest.approx(written.min(axis=0))
    assert root[3:] == pytest.approx(written.max(axis=0))


def test_bounds_are_those_of_the_corners_as_they_stand() -> None:
    corners, pose = np.random.default_rng(1).normal(size=(20, 3)), Pose((1, 2, 3), 77)
    low, high = np.empty(3), np.empty(3)
    bounds(corners, pose.row, low, high)
    assert low == pytest.approx(pose.out(corners).min(axis=0))
    assert high == pytest.approx(pose.out(corners).max(axis=0))


@pytest.mark.parametrize("way", [(1, 2, 0.5), (0, 0.1, 2), (0, 0, -3)])
def test_a_frame_is_aimed_as_the_sides_of_a_beam(way: tuple[float, float, float]) -> None:
    frame = np.zeros((3, 3))
    frame[0] = way
    aimed(frame)
    assert frame @ frame.T == pytest.approx(np.eye(3))
    assert frame[1:] == pytest.approx(np.array(sides(np.array(way, np.float64))))


def test_marks_are_wiped_before_numbers_run_out() -> None:
    soup = soup_of(box((0, 0, 0), (1, 1, 1)))
    soup.arena.seen[:], soup.arena.mark[0] = 7, MARKS
    renew_marks(soup)
    assert soup.arena.mark[0] == MARKS
    soup.arena.mark[0] = MARKS + 1
    renew_marks(soup)
    assert soup.arena.mark[0] == 0
    assert not soup.arena.seen.any()
