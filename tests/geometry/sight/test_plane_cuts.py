"""A plane with the outlines of squares on it: what is inside, and what is closed."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.plane_cuts import (
    LINES,
    Cut,
    PlaneRect,
    Section,
    crosses_part,
    is_all_narrow,
    is_all_near,
    is_all_solid,
    make_section,
    nearest_line,
    winding_number,
)
from sim.geometry.tolerance import JOINT
from tests.shapes import Floats

HALF = JOINT / 2


def square(u0: float, v0: float, u1: float, v1: float, sound: float = 1.0) -> Floats:
    """The outline of a solid that the plane cuts."""
    return np.array(
        [
            (u0, v0, u1, v0, 0, -1, sound),
            (u1, v0, u1, v1, 1, 0, sound),
            (u1, v1, u0, v1, 0, 1, sound),
            (u0, v1, u0, v0, -1, 0, sound),
        ]
    )


def section(u0: float, v0: float, u1: float, v1: float) -> Section:
    """A rectangle, and joints closed all round."""
    made = make_section()
    made.low[:], made.high[:] = (u0, v0), (u1, v1)
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]
    made.shifts[:] = np.array(ways) * HALF
    return made


def cut(*squares: Floats, depth: int = 1) -> Cut:
    return Cut(np.concatenate(squares), depth)


def solid(made: Section, asked: Cut) -> bool:
    return bool(is_all_solid(made, asked, 0.0, np.zeros(1, np.int64)))


def narrow(made: Section, asked: Cut, radius: float) -> bool:
    return bool(is_all_narrow(made, asked, radius, np.zeros(1, np.int64)))


ONE = cut(square(-1, -1, 1, 1))


@pytest.mark.parametrize(("u", "v", "inside"), [(0.5, 0.3, 1), (-0.9, 0.2, 1), (1.5, 0.3, 0), (0.2, -1.01, 0)])
def test_a_place_is_inside_by_the_lines_crossed(u: float, v: float, inside: int) -> None:
    assert winding_number(ONE, u, v) == inside


def test_in_two_solids_at_once_is_twice_inside() -> None:
    both = cut(square(-1, -1, 1, 1), square(0.5, -2, 3, 2))
    assert [winding_number(both, u, 0.1) for u in (0.3, 0.7, 2.0, 3.5)] == [1, 2, 1, 0]


def test_through_a_corner_nothing_is_known() -> None:
    assert winding_number(ONE, 2.0, 2.0) == 0


def test_surfaces_that_are_open_are_not_counted() -> None:
    sheet = square(0.2, -1, 0.4, 1, sound=0.0)
    assert winding_number(cut(square(-1, -1, 1, 1), sheet), 0.7, 0.1) == 1


def test_lines_run_through_a_part_or_beside_it() -> None:
    assert crosses_part(ONE, PlaneRect(0.5, -0.2, 1.5, 0.2))
    assert not crosses_part(ONE, PlaneRect(-0.5, -0.5, 0.5, 0.5))
    assert not crosses_part(ONE, PlaneRect(0.5, -0.5, 1.0, 0.5))  # it ends on the line
    slanted = Cut(np.array([[0.0, 1, 1, 0, 1, 1, 1]]), 0)
    assert not crosses_part(slanted, PlaneRect(0, 0, 0.4, 0.4))
    assert crosses_part(slanted, PlaneRect(0, 0, 0.6, 0.6))


def test_the_nearest_line_is_as_far_as_its_nearest_place() -> None:
    assert nearest_line(ONE, 0.0, 0.4) == pytest.approx(0.6)
    assert nearest_line(ONE, 4.0, 5.0) == pytest.approx(5.0)
    assert np.isinf(nearest_line(Cut(np.empty((0, 7)), 0), 0.0, 0.0))


def test_a_rectangle_within_a_solid_is_solid() -> None:
    assert solid(section(-0.5, -0.5, 0.5, 0.5), ONE)
    assert not solid(section(-0.5, -0.5, 1.5, 0.5), ONE)


def test_solids_side_by_side_are_solid_together() -> None:
    both = cut(square(-1, -1, 0.3, 1), square(0.3, -1, 2, 1))
    assert solid(section(-0.5, -0.5, 1.5, 0.5), both)


@pytest.mark.parametrize(("joint", "closed"), [(0.8 * JOINT, True), (1.2 * JOINT, False)])
def test_joints_narrower_than_the_tolerance_are_closed(joint: float, closed: bool) -> None:
    both = cut(square(-1, -1, 0.3, 1), square(0.3 + joint, -1, 2, 1))
    assert solid(section(-0.5, -0.5, 1.5, 0.5), both) == closed


def test_a_hole_in_the_middle_is_found() -> None:
    hole = square(0.1, 0.1, 0.3, 0.3)
    hole[:, 4:6] *= -1
    assert not solid(section(-0.5, -0.5, 0.5, 0.5), cut(square(-1, -1, 1, 1), hole))


@pytest.mark.parametrize(("radius", "closed"), [(0.04, False), (0.06, True)])
def test_a_slit_is_narrow_for_what_is_wider(radius: float, closed: bool) -> None:
    both = cut(square(-1, -1, 0.3, 1), square(0.4, -1, 2, 1))
    assert narrow(section(-0.5, -0.5, 1.5, 0.5), both, radius) == closed


def test_sheets_are_as_good_as_solids_to_leave_no_room() -> None:
    bars = [square(u, -1, u + 0.01, 1, sound=0.0) for u in np.arange(-0.6, 0.7, 0.05)]
    assert narrow(section(-0.2, -0.2, 0.2, 0.2), cut(*bars, depth=0), 0.04)
    assert not narrow(section(-0.2, -0.2, 0.2, 0.2), cut(*bars, depth=0), 0.015)


@pytest.mark.parametrize(("radius", "closed"), [(0.018, False), (0.022, True)])
def test_bars_are_near_everywhere_if_half_a_gap_is(radius: float, closed: bool) -> None:
    bars = [square(u, -1, u + 0.01, 1, sound=0.0) for u in np.arange(-0.6, 0.7, 0.05)]
    asked = cut(*bars, depth=0)
    assert is_all_near(section(-0.5, -0.5, 0.5, 0.5), asked, radius, np.zeros(1, np.int64)) == closed


def test_the_inside_of_what_is_thick_is_not_near() -> None:
    assert not is_all_near(section(-0.5, -0.5, 0.5, 0.5), ONE, 0.4, np.zeros(1, np.int64))
    assert is_all_near(section(-0.5, -0.5, 0.5, 0.5), ONE, 1.6, np.zeros(1, np.int64))


def test_there_is_room_for_so_many_lines() -> None:
    assert make_section().lines.shape == (LINES, 7)
