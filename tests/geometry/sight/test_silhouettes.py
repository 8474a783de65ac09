"""Windows round bodies, and what is counted through them."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.sight.raster import View, raster
from sim.geometry.sight.silhouettes import BODY, COUNTS, HIDDEN, HIDDEN_RIM, PARTED, SEEN_RIM, Tally, look, window
from tests.shapes import Floats, box

SIZE = 64
SQUARE = box((10, -2.5, -2.5), (10.5, 2.5, 2.5))
AHEAD = View(np.zeros(3), np.eye(3), np.full(2, -0.5), np.full(2, 0.5))


def fresh(eye: tuple[float, float, float]) -> View:
    return View(np.array(eye, np.float64), np.empty((3, 3)), np.empty(2), np.empty(2))


def counted(*walls: Floats, by_angle: bool = False) -> tuple[Floats, dict[str, float]]:
    """What `look` counts of the square, and by the names of walls what they hide."""
    blockers = Blockers(Solid(np.empty((0, 3, 3))))
    things = [PlacedSolid(Solid(wall), Pose(), f"wall {i}") for i, wall in enumerate(walls)]
    forest, obstacles, target = blockers.trees_and_target(things, PlacedSolid(Solid(SQUARE), Pose()))
    tally = Tally(np.zeros(COUNTS), np.empty(SIZE * SIZE, np.int32), np.empty(SIZE * SIZE))
    runs = look(forest, obstacles, target, AHEAD, by_angle, raster(SIZE), tally)
    return tally.counts, blockers.shares(tally.blockers[:runs], tally.weights[:runs])


def test_a_window_fits_its_body() -> None:
    view = fresh((0, 0, 0))
    assert window(SQUARE.reshape(-1, 3), Pose().row, 0.05, view)
    assert view.frame == pytest.approx(np.eye(3))
    assert view.low == pytest.approx(np.array([-0.25, -0.25]))
    assert view.high == pytest.approx(np.array([0.25, 0.25]))


def test_a_window_follows_a_turned_body() -> None:
    view = fresh((3, 4, 5))
    assert window(SQUARE.reshape(-1, 3), Pose((3, 4, 5), 90).row, 0.05, view)
    assert view.frame[0] == pytest.approx(np.array([0, 1, 0]))
    assert view.high == pytest.approx(np.array([0.25, 0.25]))


@pytest.mark.parametrize("eye", [(10.25, 0, 0), (10.25, 2.6, 0), (10.2, 0, 0)])
def test_an_eye_within_or_beside_a_body_has_no_window(eye: tuple[float, float, float]) -> None:
    assert not window(SQUARE.reshape(-1, 3), Pose().row, 0.05, fresh(eye))


def test_a_body_alone_is_counted_and_nothing_hides_it() -> None:
    counts, by = counted()
    assert counts[BODY] == pytest.approx(0.25, abs=0.005)
    assert counts[HIDDEN] == counts[HIDDEN_RIM] == counts[PARTED] == 0
    assert not by
    # Its outline is half the window on each of four sides.
    assert counts[SEEN_RIM] * SIZE**4 == pytest.approx(4 * SIZE / 2, rel=0.3)


def test_the_edge_between_hidden_and_seen_is_counted_in_pixels() -> None:
    counts, _ = counted(box((5, 0, -9), (5.1, 9, 9)))
    assert counts[HIDDEN] == pytest.approx(counts[BODY] / 2, rel=0.02)
    assert counts[PARTED] * SIZE**4 == pytest.approx(SIZE / 2, rel=0.3)
    assert counts[HIDDEN_RIM] == pytest.approx(counts[SEEN_RIM], rel=0.3)


def test_what_hides_the_samples_adds_up() -> None:
    counts, by = counted(box((5, 0, -9), (5.1, 9, 9)), box((6, -9, -9), (6.1, 0, 0)))
    assert sum(by.values()) == pytest.approx(float(counts[HIDDEN]))
    assert by["wall 0"] == pytest.approx(2 * by["wall 1"], rel=0.05)


def test_by_angle_the_whole_is_the_solid_angle() -> None:
    # Of a square of half-width a at distance d: 4 asin(a^2 / (a^2 + d^2)) (each face of a cube, for a = d: 4 pi / 6).
    counts, _ = counted(by_angle=True)
    assert counts[BODY] == pytest.approx(4 * np.arcsin(2.5**2 / (2.5**2 + 10**2)), rel=0.02)
