"""Hidden shares that can be worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.sight.cover import Hidden, hidden_share
from tests.shapes import Floats, box, frame, sphere

EYE = np.array([0.0, 0.0, 1.0])
BALL = sphere(0.5, (10, 0, 1))
# The ball's outline is a circle seen under asin(0.5 / 10); on the plane x = 5 its radius is 5 * tan of that.
OUTLINE = 5 * math.tan(math.asin(0.05))


def share(target: Floats, *walls: Floats) -> Hidden:
    things = [PlacedSolid(Solid(wall), Pose(), f"wall {i}") for i, wall in enumerate(walls)]
    return hidden_share(EYE, PlacedSolid(Solid(target), Pose()), Blockers(Solid(np.empty((0, 3, 3)))), things)


def expect(found: Hidden, exact: float) -> None:
    assert abs(found.share - exact) <= found.error + 1e-6
    assert abs(found.share - exact) < 0.01
    assert found.error < 0.1
    assert math.isclose(sum(part for _, part in found.by), found.share, abs_tol=1e-9)


@pytest.mark.parametrize("k", [-0.9, -0.3, 0.0, 0.4037, 0.8])
def test_a_ball_behind_a_wall(k: float) -> None:
    # The wall's top cuts the circle at k radii below its middle; the segment below has this share of it.
    exact = (math.acos(k) - k * math.sqrt(1 - k * k)) / math.pi
    expect(share(BALL, box((5, -20, -3), (5.001, 20, 1 - k * OUTLINE))), exact)


@pytest.mark.parametrize("k", [0.1, 0.2, 0.5])
def test_a_ball_behind_a_pole(k: float) -> None:
    # The pole hides a band of k radii to each side of the middle.
    exact = 2 / math.pi * (k * math.sqrt(1 - k * k) + math.asin(k))
    expect(share(BALL, box((5, -k * OUTLINE, -3), (5.001, k * OUTLINE, 6))), exact)


@pytest.mark.parametrize(("top", "exact"), [(0.75, 0.0), (0.9, 0.3), (1.0, 0.5), (1.2, 0.9), (1.3, 1.0)])
def test_a_board_behind_a_wall(top: float, exact: float) -> None:
    # A square 1 by 1 at distance 10, its middle level with the eye; a wall's top at distance 5 is seen against it
    # twice as far from the middle.
    expect(share(box((10, -0.5, 0.5), (10.01, 0.5, 1.5)), box((5, -20, -3), (5.0001, 20, top))), exact)


@pytest.mark.parametrize(("wide", "high"), [(0.25, 0.3), (0.5, 0.25), (0.1, 0.5)])
def test_a_board_seen_through_a_window(wide: float, high: float) -> None:
    # The window at distance 5 shows twice its width and height of the square at 10: all but that share is hidden.
    window = frame(5, 0.0001, (-wide / 2, wide / 2, 1 - high / 2, 1 + high / 2))
    expect(share(box((10, -0.5, 0.5), (10.01, 0.5, 1.5)), window), 1 - 4 * wide * high)


def test_what_two_walls_hide_counts_once() -> None:
    # One hides the lower half; the other, at distance 6, what lies south of -0.12 * 10 / 6 = -0.2: 0.3 of the square,
    # half of which is hidden already.
    low, side = box((5, -20, -3), (5.0001, 20, 1)), box((6, -20, -3), (6.0001, -0.12, 6))
    expect(share(box((10, -0.5, 0.5), (10.01, 0.5, 1.5)), low, side), 0.65)


def test_hidden_parts_add_up_by_what_hides_them() -> None:
    # The left half behind one wall, the lower half of the right behind another, a quarter each way over.
    found = share(
        box((10, -0.5, 0.5), (10.01, 0.5, 1.5)),
        box((5, 0, -3), (5.0001, 20, 6)),
        box((5, -20, -3), (5.0001, 0, 1)),
    )
    expect(found, 0.75)
    by = dict(found.by)
    assert by["wall 0"] == pytest.approx(0.5, abs=0.01)
    assert by["wall 1"] == pytest.approx(0.25, abs=0.01)


def test_a_body_does_not_hide_itself() -> None:
    # Two boards of one body, one behind the other.
    target = np.concatenate([box((10, -0.5, 0.5), (10.01, 0.5, 1.5)), box((9, -0.1, 0.8), (9.01, 0.1, 1.2))])
    assert share(target).share == 0


def test_what_stands_behind_hides_nothing() -> None:
    assert share(BALL, box((11, -20, -3), (11.1, 20, 6))).share == 0


def test_nearer_to_the_threshold_the_share_is_finer() -> None:
    k = 0.4037  # a quarter of the circle
    near = share(BALL, box((5, -20, -3), (5.001, 20, 1 - k * OUTLINE)))
    far = share(BALL, box((5, -20, -3), (5.001, 20, 1)))
    assert near.size > far.size
    assert near.error < far.error
