"""Terrain as the movement kernels read it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import SLAB, apart, area_above, bin_at, cells, plane_at, slab_of
from tests.geometry.ground.scenes import ramp, scene_of, street

TERRAIN = replace(empty_terrain(), x=0.0, y=0.0, z=-1.0, cell=0.5, columns=10, rows=4, slabs=3)
CORNERS = np.array([0.0, 0, 0, 4, 0, 0, 0, 4, 0])


@pytest.mark.parametrize(("z", "slab"), [(-9.0, 0), (-1.0, 0), (-1.0 + SLAB, 1), (-1.0 + 2.5 * SLAB, 2), (99.0, 2)])
def test_heights_lie_in_slabs_and_beyond_them_in_the_last(z: float, slab: int) -> None:
    assert slab_of(TERRAIN, z) == slab


def test_a_rectangle_touches_the_bins_from_corner_to_corner() -> None:
    assert cells(TERRAIN, 0.6, -3.0, 1.9, 0.4) == (1, 3, 0, 0)
    assert cells(TERRAIN, -9.0, -9.0, 99.0, 99.0) == (0, 9, 0, 3)


@pytest.mark.parametrize(
    ("x", "y", "where"), [(0.1, 0.1, 0), (0.6, 0.6, 11), (-0.1, 0.0, -1), (5.1, 0.0, -1), (1.0, 2.1, -1)]
)
def test_a_point_lies_in_one_bin_or_beyond_them_all(x: float, y: float, where: int) -> None:
    assert bin_at(TERRAIN, x, y) == where


@pytest.mark.parametrize("corners", [CORNERS, CORNERS.reshape(3, 3)[::-1].ravel().copy()])
def test_squares_are_parted_from_a_triangle_by_an_edge_of_it(corners: np.ndarray) -> None:
    assert apart(corners, 3.0, 3.0, 0.5)
    assert not apart(corners, 1.5, 1.5, 0.5)
    assert not apart(corners, 1.8, 1.8, 0.5)
    assert apart(corners, -1.0, 1.0, 0.5)


def test_an_upright_triangle_parts_nothing() -> None:
    assert not apart(np.array([0.0, 0, 0, 4, 0, 0, 4, 0, 2]), 3.0, 3.0, 0.5)


def test_what_looks_down_has_less_than_no_area_above() -> None:
    assert area_above(CORNERS) == 16.0
    assert area_above(CORNERS.reshape(3, 3)[::-1].ravel()) == -16.0


def test_the_plane_of_a_face_goes_on_beyond_it() -> None:
    terrain = scene_of(street(), ramp(2.0, 4.0, 1.0, 3.0, 1.0)).terrains[0]
    sloping = int(np.flatnonzero(terrain.slope[:, 0] > 0.1)[0])
    assert plane_at(terrain, sloping, 3.0, 2.0) == pytest.approx(0.5)
    assert plane_at(terrain, sloping, 6.0, 9.0) == pytest.approx(2.0)
