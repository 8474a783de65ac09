"""What the samples of a raster show, against what can be worked out on paper."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.ray_kernels import Soup
from sim.geometry.sight.raster import FREE, Raster, View, draw_body, draw_obstacles, raster
from tests.shapes import Floats, box

SIZE = 64
NOTHING = np.empty((0, 3, 3))
AHEAD = View(np.zeros(3), np.eye(3), np.full(2, -0.5), np.full(2, 0.5))  # along x, a window of 1 by 1 at distance 1
SQUARE = box((10, -2.5, -2.5), (10.5, 2.5, 2.5))  # fills the middle half of it each way


def drawn(body: Floats, *walls: Floats, view: View = AHEAD) -> tuple[Raster, int, int, Blockers]:
    """A raster, how many samples show the body, how many of them are hidden, and the obstacles."""
    blockers = Blockers(Solid(NOTHING))
    things = [PlacedSolid(Solid(wall), Pose(), f"wall {i}") for i, wall in enumerate(walls)]
    forest, obstacles, target = blockers.trees_and_target(things, PlacedSolid(Solid(body), Pose()))
    page = raster(SIZE)
    count, far = draw_body(Soup(forest, target), view, page)
    return page, count, draw_obstacles(Soup(forest, obstacles), count, far, view, page) if count else 0, blockers


def places(page: Raster) -> tuple[Floats, Floats]:
    """To the side and upwards, where the samples lie on the plane at distance 1."""
    return page.x / SIZE - 0.5, page.y / SIZE - 0.5


def test_there_is_one_sample_in_each_pixel() -> None:
    page = raster(SIZE)
    assert np.array_equal(np.floor(page.x), np.broadcast_to(np.arange(SIZE), (SIZE, SIZE)))
    assert np.array_equal(np.floor(page.y), np.broadcast_to(np.arange(SIZE)[:, None], (SIZE, SIZE)))


def test_a_body_is_where_its_front_is() -> None:
    page, count, _, _ = drawn(SQUARE)
    side, up = places(page)
    within = (abs(side) < 0.25) & (abs(up) < 0.25)
    assert np.array_equal(page.inverse > 0, within)
    assert count == within.sum()
    assert page.inverse[within] == pytest.approx(0.1)


def test_how_far_a_slanted_body_is() -> None:
    # The plane x = 10 + y: at (1, s, t) times x, x = 10 / (1 - s).
    slanted = np.array([[[8.0, -2, -3], [12, 2, -3], [12, 2, 3]], [[8, -2, -3], [12, 2, 3], [8, -2, 3]]])
    page, _, _, _ = drawn(slanted)
    side, _ = places(page)
    shown = page.inverse > 0
    assert shown.sum() > 500
    assert page.inverse[shown] == pytest.approx((1 - side[shown]) / 10)


def test_the_nearest_of_a_body_counts() -> None:
    page, _, _, _ = drawn(np.concatenate([SQUARE, box((5, -0.5, -0.5), (5.5, 0.5, 0.5))]))
    side, up = places(page)
    assert page.inverse[(abs(side) < 0.1) & (abs(up) < 0.1)] == pytest.approx(0.2)


def test_a_wall_hides_what_it_stands_before() -> None:
    page, count, hidden, blockers = drawn(SQUARE, box((5, 0, -9), (5.1, 9, 9)))
    side, _ = places(page)
    shown = page.inverse > 0
    assert np.array_equal(page.hider != FREE, shown & (side > 0))
    assert hidden == (shown & (side > 0)).sum() < count
    assert {blockers.name_of(int(number)) for number in np.unique(page.hider[page.hider != FREE])} == {"wall 0"}


def test_seen_samples_are_counted_by_tiles() -> None:
    page, count, hidden, _ = drawn(SQUARE, box((5, 0, -9), (5.1, 9, 9)))
    assert page.seen.sum() == count - hidden
    assert page.seen.min() == 0


def test_what_stands_behind_or_beside_hides_nothing() -> None:
    assert drawn(SQUARE, box((11, -9, -9), (11.1, 9, 9)), box((5, 3, -9), (5.1, 9, 9)))[2] == 0


def test_what_the_body_is_half_sunk_in_hides_that_half() -> None:
    page, _, hidden, _ = drawn(SQUARE, box((9, -9, -9), (20, 9, 0)))
    _, up = places(page)
    shown = page.inverse > 0
    # The ground's near edge is seen before the body up to its own top, level with the eye.
    assert hidden == (shown & (up < 0)).sum()


def test_a_wall_that_reaches_behind_the_eye_hides_what_is_ahead() -> None:
    # A floor one inch below the eye and under the body's middle hides nothing of it but what lies below the floor.
    page, _, _, _ = drawn(SQUARE, box((-50, -50, -2), (50, 50, -1)))
    _, up = places(page)
    shown = page.inverse > 0
    assert np.array_equal(page.hider != FREE, shown & (up < -0.1))


def test_a_body_behind_the_eye_is_not_drawn() -> None:
    assert drawn(box((-10, -2, -2), (-9, 2, 2)))[1] == 0


def test_more_walls_hide_more_of_the_same_samples() -> None:
    rng = np.random.default_rng(3)
    walls = [box((x, y, z), (x + 0.1, y + 1, z + 1)) for x, y, z in rng.uniform((2, -2, -2), (8, 1, 1), (12, 3))]
    before = drawn(SQUARE)[0].hider != FREE
    for k in range(1, len(walls) + 1):
        now = drawn(SQUARE, *walls[:k])[0].hider != FREE
        assert not (before & ~now).any()
        before = now
    assert before.any()
