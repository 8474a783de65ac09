"""Templates over bases and bodies, against areas and places worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ray.blockers import PlacedSolid, Pose, Solid
from sim.geometry.sight.template_shapes import PlaneShape, circle, clipped, cut_off, on_body, over_column, teardrop
from tests.shapes import Floats, box

LEVEL = (np.array([1.0, 0, 0]), np.array([0.0, 1, 0]))
SQUARE = np.array([[0.0, 0], [2, 0], [2, 2], [0, 2]])


def area(outline: Floats) -> float:
    x, y = outline.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def blast(radius: float, height: float = 0.5) -> PlaneShape:
    return PlaneShape(circle(radius), np.array([0, 0, height]), *LEVEL)


def test_a_circle_has_the_area_of_a_circle() -> None:
    assert area(circle(1.5)) == pytest.approx(math.pi * 1.5**2)
    assert circle(1.0, (3.0, 4.0)).mean(axis=0) == pytest.approx([3, 4])


def test_a_teardrop_reaches_as_far_and_wide_as_it_says() -> None:
    drop = teardrop(np.array([1.0, 1, 1]), np.array([1.0, 9, 1]), 8.0, 2.0, 0.5)
    placed = drop.out(drop.outline)
    assert placed[:, 1].min() == pytest.approx(1, abs=0.01)
    assert placed[:, 1].max() == pytest.approx(9, abs=0.01)
    assert np.ptp(placed[:, 0]) == pytest.approx(2, abs=0.01)
    assert np.ptp(placed[placed[:, 1] < 1.25][:, 0]) < 0.6
    assert np.all(placed[:, 2] == 1)
    assert area(drop.outline) > 0


def test_a_teardrop_straight_down_has_a_side_too() -> None:
    drop = teardrop(np.zeros(3), np.array([0.0, 0, -4]), 4.0, 1.0, 0.5)
    assert np.ptp(drop.out(drop.outline)[:, 1]) == pytest.approx(1, abs=0.01)


def test_clipping_leaves_what_is_on_one_side() -> None:
    assert area(clipped(SQUARE, np.array([1.0, 0]), 0.5)) == pytest.approx(1)
    assert area(clipped(SQUARE, np.array([1.0, 0]), 9.0)) == pytest.approx(4)
    assert len(clipped(SQUARE, np.array([1.0, 0]), -1.0)) == 0
    assert len(clipped(np.empty((0, 2)), np.array([1.0, 0]), 1.0)) == 0


def test_what_a_template_shares_with_a_column_is_in_both() -> None:
    points = over_column(blast(1.0), np.array([1.5, 0, 0]), 0.6, 1.3)
    assert len(points) > 20
    assert (np.hypot(points[:, 0], points[:, 1]) < 1.001).all()
    assert (np.hypot(points[:, 0] - 1.5, points[:, 1]) < 0.61).all()


@pytest.mark.parametrize(
    ("foot", "height"), [((1.7, 0, 0), 1.3), ((0.5, 0, 0.6), 1.3), ((0.5, 0, -2), 1.3), ((0.5, 0, 0), 0.4)]
)
def test_a_column_beside_above_or_below_shares_nothing(foot: tuple[float, float, float], height: float) -> None:
    assert len(over_column(blast(1.0), np.array(foot, np.float64), 0.6, height)) == 0


def test_a_template_touches_a_body_where_its_plane_cuts_it() -> None:
    body = box((0.5, -0.2, 0), (0.9, 0.2, 1))
    points = on_body(blast(1.0), body)
    assert len(points)
    assert points[:, 2] == pytest.approx(0.5)
    assert (np.hypot(points[:, 0], points[:, 1]) <= 1.001).all()
    assert len(on_body(blast(1.0, 2.0), body)) == 0
    assert len(on_body(blast(0.4), body)) == 0


def test_who_is_behind_a_wall_is_cut_off_by_it() -> None:
    wall = PlacedSolid(Solid(box((1, -1, 0), (1.1, 1, 2))), Pose(), "wall")
    far = PlacedSolid(Solid(box((2, -3, 0), (2.1, 3, 2))), Pose(), "house")
    start = np.array([0.0, 0, 0.5])
    behind = np.array([[3.0, 0, 0.5], [3.2, 0, 0.5]])
    assert cut_off(start, behind, [far, wall]) == "wall"
    assert cut_off(start, np.array([[0.5, 0, 0.5], [3.0, 0, 0.5]]), [far, wall]) is None
    assert cut_off(start, behind, []) is None
