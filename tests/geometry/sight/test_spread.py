"""Points spread evenly, however many of them are taken."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.spread import spread_points


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_every_beginning_fills_the_unit_cube(dimensions: int) -> None:
    points = spread_points(256, dimensions)
    assert points.shape == (256, dimensions)
    assert ((points >= 0) & (points < 1)).all()
    for count in (16, 64, 256):
        assert points[:count].mean(axis=0) == pytest.approx(np.full(dimensions, 0.5), abs=1.5 / count**0.5 / 2)


def test_in_one_dimension_no_gap_is_much_wider_than_another() -> None:
    gaps = np.diff(np.sort(spread_points(100, 1)[:, 0]))
    assert gaps.max() < 0.03  # chance alone would leave gaps of 0.05


def test_more_points_begin_with_the_same() -> None:
    assert np.array_equal(spread_points(10, 2), spread_points(50, 2)[:10])
