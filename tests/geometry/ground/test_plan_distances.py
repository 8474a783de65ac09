"""Distances in plan, against what is plain to see."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.ground.plan_distances import (
    Segment,
    clip_slab,
    leaves,
    longer,
    nearest_on_polygon,
    nearest_places,
    point_segment,
    polygon_holds,
    segment_polygon,
    segment_segment,
    triangle_holds,
)
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.ground.walls import scratch

EAST = Segment(0.0, 0.0, 4.0, 0.0)
SQUARE = np.array([[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]])
TRIANGLE = np.array([0.0, 0, 0, 4, 0, 0, 0, 4, 2])

number = st.floats(-5, 5).map(lambda value: round(value, 3))
segments = st.builds(Segment, number, number, number, number)


@pytest.mark.parametrize(("x", "y", "expected"), [(2, 3, 9), (-3, 4, 25), (7, 4, 25), (1, 0, 0)])
def test_a_point_is_as_far_from_a_segment_as_from_its_nearest_point(x: float, y: float, expected: float) -> None:
    assert point_segment(float(x), float(y), EAST) == expected


def test_a_segment_without_length_is_a_point() -> None:
    assert point_segment(3.0, 4.0, Segment(0.0, 0.0, 0.0, 0.0)) == 25.0


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Segment(1.0, -1.0, 1.0, 1.0), 0.0),  # they cross
        (Segment(1.0, 2.0, 3.0, 2.0), 4.0),  # side by side
        (Segment(7.0, 4.0, 9.0, 8.0), 25.0),  # from end to end
        (Segment(2.0, 1.0, 2.0, 5.0), 1.0),  # from end to middle
    ],
)
def test_segments_are_as_far_apart_as_their_nearest_points(other: Segment, expected: float) -> None:
    assert segment_segment(EAST, other) == segment_segment(other, EAST) == expected


@settings(deadline=None, max_examples=60)
@given(segments, segments)
def test_no_two_points_of_segments_are_nearer_than_the_segments(first: Segment, second: Segment) -> None:
    near = segment_segment(first, second) ** 0.5
    shares = np.linspace(0, 1, 9)
    a = [(first.ax + s * (first.bx - first.ax), first.ay + s * (first.by - first.ay)) for s in shares]
    b = [(second.ax + s * (second.bx - second.ax), second.ay + s * (second.by - second.ay)) for s in shares]
    assert min(math.dist(p, q) for p in a for q in b) >= near - 1e-6


@settings(deadline=None, max_examples=60)
@given(segments, segments)
def test_the_nearest_places_lie_on_the_segments_and_are_as_near_as_these(first: Segment, second: Segment) -> None:
    pair = nearest_places(first, second)
    assert math.dist((pair.ax, pair.ay), (pair.bx, pair.by)) == pytest.approx(
        segment_segment(first, second) ** 0.5, abs=1e-6
    )
    assert point_segment(pair.ax, pair.ay, first) < 1e-12
    assert point_segment(pair.bx, pair.by, second) < 1e-12


def test_a_triangle_within_the_slab_is_left_whole() -> None:
    buf = scratch()
    assert clip_slab(TRIANGLE, 0.0, 2.0, buf) == 3
    assert buf[0, :3].ravel().tolist() == TRIANGLE.tolist()


def test_a_slab_cuts_a_triangle_at_its_heights() -> None:
    buf = scratch()
    count = clip_slab(TRIANGLE, 0.5, 1.5, buf)
    assert count == 4
    assert buf[0, :count, 2].min() == 0.5
    assert buf[0, :count, 2].max() == 1.5
    assert buf[0, :count, 1].tolist() == pytest.approx((2 * buf[0, :count, 2]).tolist())


@pytest.mark.parametrize(("low", "high"), [(2.5, 3.0), (-2.0, -1.0)])
def test_nothing_is_left_of_a_triangle_outside_the_slab(low: float, high: float) -> None:
    assert clip_slab(TRIANGLE, low, high, scratch()) == 0


@pytest.mark.parametrize(("x", "y", "held"), [(1.0, 1.0, True), (2.5, 1.0, False), (-0.1, 1.0, False)])
@pytest.mark.parametrize("polygon", [SQUARE, SQUARE[::-1].copy()])
def test_a_polygon_holds_what_is_within_whichever_way_it_is_wound(
    polygon: Floats, x: float, y: float, held: bool
) -> None:
    assert polygon_holds(polygon, 4, x, y) == held


def test_a_polygon_seen_edge_on_holds_nothing() -> None:
    assert not polygon_holds(np.array([[0.0, 0, 0], [2, 0, 0], [2, 0, 1]]), 3, 1.0, 0.0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (Segment(1.0, 1.0, 1.0, 1.0), 0.0),  # a point within
        (Segment(1.0, 1.0, 9.0, 9.0), 0.0),  # an end within
        (Segment(-1.0, 1.0, 5.0, 1.0), 0.0),  # right through
        (Segment(5.0, 1.0, 5.0, 1.0), 9.0),
        (Segment(4.0, -3.0, 4.0, 3.0), 4.0),
        (Segment(5.0, 6.0, 8.0, 9.0), 25.0),
    ],
)
def test_a_segment_is_as_far_from_a_polygon_as_from_its_nearest_edge(line: Segment, expected: float) -> None:
    assert segment_polygon(SQUARE, 4, line) == pytest.approx(expected)


@pytest.mark.parametrize("wall", [[[0.0, 0, 0], [2, 0, 0], [2, 0, 1]], [[0.0, 0, 0], [0, 2, 0], [0, 2, 1]]])
def test_an_upright_polygon_is_a_segment_seen_from_above(wall: list[list[float]]) -> None:
    polygon = np.array(wall)
    assert segment_polygon(polygon, 3, Segment(-3.0, -4.0, -3.0, -4.0)) == 25.0
    assert segment_polygon(polygon, 3, Segment(1.0, 1.0, 1.0, -1.0)) == (0.0 if wall[1][0] else 1.0)


def test_the_nearest_points_of_an_outline_and_a_line_are_found() -> None:
    assert nearest_on_polygon(SQUARE, 4, Segment(5.0, 1.0, 5.0, 1.0)) == (2.0, 1.0, 5.0, 1.0)
    assert nearest_on_polygon(SQUARE, 4, Segment(3.0, -9.0, 3.0, 0.0)) == (2.0, 0.0, 3.0, 0.0)
    assert nearest_on_polygon(SQUARE, 4, Segment(4.0, 0.0, 4.0, -4.0)) == (2.0, 0.0, 4.0, 0.0)


@pytest.mark.parametrize(
    ("x", "y", "slack", "held"),
    [
        (1.0, 1.0, 0.0, True),
        (0.0, 0.0, 0.0, True),
        (3.0, 3.0, 0.0, False),
        (1.0, -0.01, 0.0, False),
        (1.0, -0.01, 0.02, True),
    ],
)
def test_a_triangle_holds_what_lies_within_or_nearly_so(x: float, y: float, slack: float, held: bool) -> None:
    turned = TRIANGLE.reshape(3, 3)[::-1].ravel().copy()
    assert triangle_holds(TRIANGLE, x, y, slack) == triangle_holds(turned, x, y, slack) == held


def test_an_upright_triangle_holds_nothing() -> None:
    assert not triangle_holds(np.array([0.0, 0, 0, 2, 0, 0, 2, 0, 1]), 1.0, 0.0, 1.0)


def test_an_inch_on_a_slope_is_longer_the_way_it_rises() -> None:
    assert longer(0.75, 0.0, 1.0, 0.0) == 1.25
    assert longer(0.75, 0.0, 0.0, 1.0) == 1.0


def test_what_is_too_steep_to_walk_on_is_a_step_and_costs_nothing() -> None:
    assert longer(3.0, 0.0, 1.0, 0.0) == 1.0


def test_a_line_leaves_a_triangle_at_the_edge_that_it_goes_towards() -> None:
    assert leaves(TRIANGLE, 1.0, 1.0, 1.0, 0.0) == pytest.approx(2.0)
    assert leaves(TRIANGLE, 1.0, 1.0, -1.0, 0.0) == pytest.approx(1.0)
    turned = TRIANGLE.reshape(3, 3)[::-1].ravel().copy()
    assert leaves(turned, 1.0, 1.0, 0.0, -1.0) == pytest.approx(1.0)


def test_a_line_never_leaves_a_triangle_seen_edge_on() -> None:
    assert leaves(np.array([0.0, 0, 0, 2, 0, 0, 2, 0, 1]), 1.0, 0.0, 1.0, 0.0) == math.inf
