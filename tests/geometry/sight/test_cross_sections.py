"""A cross-section of all that stands in a shaft proves what no single surface does."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.cross_sections import (
    box_hits,
    certify_blocked_by_section,
    certify_narrow,
    cross_surfaces,
    may_meet_box,
)
from sim.geometry.sight.shaft_proofs import turning
from sim.geometry.tolerance import JOINT
from tests.geometry.sight.shafts import sheet, soup_of, wall, workspace
from tests.shapes import Floats

OVERLAPPING = wall(4, 1, (-5, 0.05)), wall(4, 1, (-0.1, 5))


def blocked(*parts: Floats, half: float = 0.2) -> bool:
    work = workspace(half=half)
    return bool(certify_blocked_by_section(soup_of(*parts), work, turning(work.shaft)))


def test_closed_surfaces_are_crossed_in_order_inwards_and_outwards() -> None:
    work = workspace()
    soup = soup_of(wall(6, 1), wall(2, 1), sheet(5))
    assert cross_surfaces(soup, work.shaft.a, work.shaft.b, work.queue[:64], work.crossings) == 4
    assert work.crossings.along[:4] == pytest.approx([0.2, 0.3, 0.6, 0.7])
    assert work.crossings.step[:4].tolist() == [1, -1, 1, -1]


def test_a_ray_along_an_edge_says_nothing() -> None:
    work = workspace((0, 0, 0), (10, 0, 0))
    soup = soup_of(wall(2, 1, (0, 3)))
    assert cross_surfaces(soup, work.shaft.a, work.shaft.b, work.queue[:64], work.crossings) == -1


def test_more_surfaces_than_there_is_room_for_say_nothing() -> None:
    work = workspace()
    assert cross_surfaces(soup_of(wall(2), wall(3)), work.shaft.a, work.shaft.b, work.queue[:4], work.crossings) == -1


def test_what_may_be_in_a_box_is_found() -> None:
    work = workspace()
    soup = soup_of(wall(2), wall(6))
    low, high = np.array([1.5, -9, -9]), np.array([3.0, 9, 9])
    count = box_hits(soup, low, high, work.queue)
    near = soup.arena.triangles[work.queue[:count]].reshape(-1, 3, 3)
    assert (near[:, :, 0].max(axis=1) < 3).sum() == 12
    assert box_hits(soup, low, high, work.queue[:3]) == -1
    assert box_hits(soup, low - 20, low - 10, work.queue) == 0


@pytest.mark.parametrize(("x", "meets"), [(0.0, True), (0.199, True), (0.21, False)])
def test_a_triangle_meets_a_box_or_is_beside_it(x: float, meets: bool) -> None:
    work = workspace((0, 0, 0), (10, 0, 0))
    triangles = np.array([[x, -1, -1, x, 3, -1, x, -1, 3]], np.float64)
    assert may_meet_box(triangles, 0, np.eye(3), work.shaft.box_a) == meets


def test_a_triangle_that_cuts_off_no_corner_of_a_box_is_beside_it() -> None:
    work = workspace((0, 0, 0), (10, 0, 0))
    slanted = np.array([[0.35, 0.15, -9, 0.15, 0.35, -9, 0.25, 0.25, 9]], np.float64)
    assert not may_meet_box(slanted, 0, np.eye(3), work.shaft.box_a)


def test_one_wall_is_enough() -> None:
    assert blocked(wall(4))


def test_walls_that_overlap_are_solid_together() -> None:
    assert blocked(*OVERLAPPING)


@pytest.mark.parametrize(("joint", "closed"), [(0.0, True), (0.7 * JOINT, True), (0.03, False)])
def test_walls_side_by_side_are_closed_but_for_a_gap(joint: float, closed: bool) -> None:
    assert blocked(wall(4, 1, (-5, -0.05)), wall(4, 1, (-0.05 + joint, 5)), half=0.08) == closed


def test_a_wall_that_is_too_low_proves_nothing() -> None:
    assert not blocked(wall(4, 1, z=(-5, 0.1)))


def test_sheets_have_no_inside() -> None:
    assert not blocked(sheet(4), sheet(5))


def test_out_of_a_solid_every_way_crosses_its_surface() -> None:
    assert blocked(wall(-1, 3), wall(4))


def test_with_a_solid_that_reaches_into_the_box_nothing_is_proven() -> None:
    assert not blocked(wall(0.1, 3, (0, 5)), wall(4))


@pytest.mark.parametrize(("radius", "proven"), [(0.024, False), (0.06, True)])
def test_a_slit_lets_no_wider_beam_through(radius: float, proven: bool) -> None:
    work = workspace((0, 0.06, 0.02), (10, 0.06, 0.02))
    soup = soup_of(wall(4, 1, (-5, -0.05)), wall(4, 1, (0.05, 5)))
    assert certify_narrow(soup, work, radius) == proven


def test_where_the_face_is_seen_too_flat_a_plane_square_to_the_sight_is_laid() -> None:
    # The ray comes in and goes out by faces at 4 degrees to it; the wedge fills the shaft in its middle.
    wedge = np.concatenate([wall(3, 4, (-0.28, 0.28), (-5, 5))])
    wedge[..., 1] += 0.0 + 0.07 * (wedge[..., 0] - 5)
    work = workspace((0, -0.35, 0.02), (10, 0.35, 0.02), 0.02)
    assert certify_blocked_by_section(soup_of(wedge), work, turning(work.shaft))


@pytest.mark.parametrize("joint", [0.004, 0.02])
def test_rays_that_turn_much_have_joints_closed_no_wider_than_the_tolerance(joint: float) -> None:
    work = workspace(half=0.4)
    assert turning(work.shaft) > 0.1
    soup = soup_of(wall(4, 1, (-5, -0.05)), wall(4, 1, (-0.05 + joint, 5)))
    assert certify_blocked_by_section(soup, work, 1.0) == (joint < JOINT)


def test_a_plane_too_near_to_a_box_says_nothing_of_round_beams() -> None:
    near = workspace(half=0.2)
    assert not certify_narrow(soup_of(wall(0.21, 0.02)), near, 0.1)
    assert certify_narrow(soup_of(wall(3, 0.02)), near, 0.1)
