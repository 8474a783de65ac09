"""Is there room in a shape? As shapely's buffers say, by a way that takes no time where outlines are ragged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import MultiPolygon, Point, Polygon, box

from sim.board.model.plans import has_room

RADIUS = 0.59


def star(points: int, seed: int, least: float, most: float) -> Polygon:
    """A ragged shape round the origin."""
    far = np.random.default_rng(seed).uniform(least, most, points)
    turn = np.linspace(0.0, 2 * np.pi, points, endpoint=False)
    return Polygon(np.column_stack([far * np.cos(turn), far * np.sin(turn)]))


@given(st.integers(5, 60), st.integers(0, 2**32 - 1), st.floats(0.1, 1.2), st.floats(0.01, 1.5))
def test_a_circle_fits_where_a_shape_made_smaller_by_it_is_left(
    points: int, seed: int, least: float, more: float
) -> None:
    shape = star(points, seed, least, least + more).buffer(0)
    assert has_room(shape, RADIUS) == (not shape.buffer(-RADIUS).is_empty)


@pytest.mark.parametrize(("wide", "fits"), [(2 * RADIUS + 0.001, True), (2 * RADIUS - 0.001, False), (3.0, True)])
def test_a_plank_as_wide_as_a_base_is_told_to_the_last_digit(wide: float, fits: bool) -> None:
    assert has_room(box(0, 0, 8, wide), RADIUS) is fits


def test_room_is_looked_for_in_all_parts_of_a_shape_and_not_in_its_holes() -> None:
    ring = Point(0, 0).buffer(2).difference(Point(0, 0).buffer(1))
    assert not has_room(ring, RADIUS)
    assert has_room(MultiPolygon([ring, box(5, 0, 7, 2)]), RADIUS)
    assert not has_room(Polygon(), RADIUS)
