"""Single rays and beams on paper."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.rays import beam_clear, bounds, crosses, parallels, sides
from sim.geometry.tolerance import BEAM, JOINT
from tests.shapes import box

CUBE = box((1, -1, -1), (2, 1, 1))


def test_bounds_are_the_least_and_the_greatest() -> None:
    low, high = bounds(np.array([[1.0, 5, 2], [3, 4, -1]]))
    assert (low.tolist(), high.tolist()) == ([1, 4, -1], [3, 5, 2])


@pytest.mark.parametrize("way", [(3.0, 0, 0), (1, 2, 0.5), (0, 0, 2), (0.01, 0, -1)])
def test_sides_are_square_to_the_way_and_to_each_other(way: tuple[float, float, float]) -> None:
    forward = np.array(way) / np.linalg.norm(way)
    frame = np.array([forward, *sides(np.array(way))])
    assert frame @ frame.T == pytest.approx(np.eye(3))
    assert np.linalg.det(frame) == pytest.approx(1)


def test_a_level_way_has_its_sides_level_and_upright() -> None:
    side, up = sides(np.array([2.0, 0, 0]))
    assert side == pytest.approx([0, 1, 0])
    assert up == pytest.approx([0, 0, 1])


def test_a_beam_is_its_middle_four_at_its_width_and_four_between() -> None:
    starts, ends = parallels(np.zeros(3), np.array([5.0, 0, 0]))
    away = np.linalg.norm(starts, axis=1)
    assert away == pytest.approx([0, *[BEAM] * 4, *[JOINT / 2 * 2**0.5] * 4])
    assert ends - starts == pytest.approx(np.broadcast_to([5.0, 0, 0], (9, 3)))


def test_a_beam_without_length_is_a_point() -> None:
    starts, ends = parallels(np.ones(3), np.ones(3))
    assert (starts.tolist(), ends.tolist()) == ([[1, 1, 1]], [[1, 1, 1]])
    assert not crosses(CUBE, np.ones(3), np.ones(3)).any()


def test_a_ray_crosses_front_and_back() -> None:
    met = crosses(CUBE, np.array([0, 0.1, 0.3]), np.array([3.0, 0.1, 0.3]))
    assert sorted(CUBE[met][:, 0, 0].tolist()) == [1, 2]


@pytest.mark.parametrize(("beside", "passes"), [(0.003, False), (0.005, True)])
def test_a_beam_passes_beside_what_is_further_than_its_width(beside: float, passes: bool) -> None:
    start, end = np.array([0, 1 + beside, 0.3]), np.array([3.0, 1 + beside, 0.3])
    assert beam_clear(CUBE, start, end) == passes
    assert beam_clear(CUBE, start, end, 0.0)


def test_nothing_stops_a_beam_where_there_is_nothing() -> None:
    assert beam_clear(np.empty((0, 3, 3)), np.zeros(3), np.ones(3))


def test_a_beam_may_touch_at_its_ends_what_they_lie_on() -> None:
    assert beam_clear(CUBE, np.array([0, 0.1, 0.3]), np.array([1.0, 0.1, 0.3]))
    assert not beam_clear(CUBE, np.array([0, 0.1, 0.3]), np.array([1.1, 0.1, 0.3]))
