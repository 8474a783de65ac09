"""Hulls on their water."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.surface import part_at
from sim.geometry.ground.terrain_mesh import WATER
from sim.geometry.ground.vessel_hulls import AFLOAT, ASHORE, BASE, STOPPED, hull_fits, outline
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc, scene_of, street

SCENE = scene_of(
    street((0.0, 0.0, -3.0), (2.0, 8.0, 0.0)),
    block((2.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER),
    block((9.0, 3.0, -3.0), (9.3, 3.3, 2.0)),  # a pole
)
BOAT = outline(np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [0.0, 1.0], [1.5, 0.5]]))


def lies(x: float, y: float, discs: np.ndarray = NOBODY) -> tuple[int, int, int]:
    return hull_fits(SCENE, discs, BOAT + np.array([x, y, 0.0]), -0.5, 0.8, 1e-3, BUF)


def test_an_outline_is_the_hull_counter_clockwise() -> None:
    assert len(BOAT) == 4
    x, y = BOAT[:, 0], BOAT[:, 1]
    assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() == pytest.approx(2 * 3.0)


def test_open_water_carries_a_hull() -> None:
    assert lies(4.0, 5.0) == (AFLOAT, -1, -1)


def test_a_quay_stops_a_hull() -> None:
    code, terrain, triangle = lies(1.5, 5.0)
    assert code == STOPPED
    assert part_at(SCENE, terrain, triangle) == 0


def test_a_pole_at_its_side_stops_a_hull() -> None:
    code, terrain, triangle = lies(6.2, 3.0)
    assert code == STOPPED
    assert part_at(SCENE, terrain, triangle) == 2


def test_beyond_the_water_a_hull_is_ashore() -> None:
    assert lies(10.0, 5.0)[0] == ASHORE
    shoal = scene_of(block((2.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER), block((6.0, 4.0, -3.0), (7.0, 5.0, -0.49)))
    hull = BOAT * 1.5 + np.array([5.0, 3.7, 0.0])
    assert hull_fits(shoal, NOBODY, hull, -0.5, 0.8, 1e-3, BUF)[0] == ASHORE


def test_a_side_that_alone_is_over_a_shoal_is_ashore() -> None:
    shoal = scene_of(block((2.0, 0.0, -3.0), (12.0, 8.0, -0.5), WATER), block((5.0, 4.95, -3.0), (8.0, 5.05, -0.49)))
    hull = BOAT + np.array([5.0, 4.0, 0.0])
    assert hull_fits(shoal, NOBODY, hull, -0.5, 0.8, 1e-3, BUF)[0] == ASHORE


@pytest.mark.parametrize(
    ("x", "y", "z", "met"),
    [(5.5, 5.5, -0.5, True), (7.4, 5.5, -0.5, True), (8.0, 5.5, -0.5, False), (5.5, 5.5, 1.0, False)],
)
def test_a_base_under_or_beside_a_hull_is_in_its_way(x: float, y: float, z: float, met: bool) -> None:
    assert lies(4.0, 5.0, disc(x, y, z)) == ((BASE, -1, 0) if met else (AFLOAT, -1, -1))
