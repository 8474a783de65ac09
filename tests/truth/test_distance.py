"""Distances that can be worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ground.distance import between, flat_distance
from sim.geometry.sight.template_shapes import circle, on_body, over_column, teardrop
from tests.shapes import box, cylinder

R = 15 / 25.4  # of a 30 mm base


@pytest.mark.parametrize(
    ("b", "horizontal", "vertical"),
    [
        ((5, 0, 0), 5 - 2 * R, 0.0),
        ((3, 4, 2), 5 - 2 * R, 2.0),
        ((1, 0, 3), 0.0, 3.0),  # one above the other
        ((0, 0, 0), 0.0, 0.0),
    ],
)
def test_the_distance_of_two_bases(b: tuple[float, float, float], horizontal: float, vertical: float) -> None:
    found = between((0, 0, 0), R, b, R)
    assert found.horizontal == pytest.approx(horizontal)
    assert found.vertical == vertical
    assert found.distance == pytest.approx(math.hypot(horizontal, vertical))
    assert math.dist(*found.closest) == pytest.approx(found.distance)


def test_from_a_point_to_a_box_seen_from_above() -> None:
    crate = box((2, 2, 0), (3, 3, 1))
    assert flat_distance((2.5, 2.5, 9), crate) == 0
    assert flat_distance((5, 2.5, 0), crate) == pytest.approx(2)
    assert flat_distance((6, 7, 0), crate) == pytest.approx(5)


@pytest.mark.parametrize(("y", "touched"), [(1.655, True), (1.664, False)])
def test_how_wide_a_teardrop_is(y: float, touched: bool) -> None:
    # Round ends of radius 0.375 and 1.5 with their middles 0.375 and 6.5 along: the sides rise by sin b =
    # 1.125 / 6.125. The side is r away from a base of radius r = 15 mm that stands 4 along where
    # y cos b = r + 0.375 + 3.625 sin b, which is y = 1.6594.
    sheet = teardrop(np.array([0, 0, 0.5]), np.array([1, 0, 0.5]), 8.0, 3.0, 0.75)
    assert bool(len(over_column(sheet, np.array([4.0, y, 0.0]), R, 1.3))) == touched
    assert len(on_body(sheet, cylinder(0.3, 1.3, 16, (4, 1.2, 0))))


def test_the_ends_of_a_teardrop() -> None:
    sheet = teardrop(np.zeros(3), np.array([0.0, 2.0, 0.0]), 8.0, 3.0, 0.75)
    assert sheet.outline[:, 0].min() == pytest.approx(0, abs=1e-3)
    assert sheet.outline[:, 0].max() == pytest.approx(8, abs=2e-3)
    assert np.ptp(sheet.outline[:, 1]) == pytest.approx(3, abs=4e-3)
    area = circle(1.5)
    assert 0.5 * abs(
        (area[:, 0] * np.roll(area[:, 1], -1) - area[:, 1] * np.roll(area[:, 0], -1)).sum()
    ) == pytest.approx(math.pi * 2.25)
