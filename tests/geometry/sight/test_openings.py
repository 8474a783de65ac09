"""A ray that just passes is moved to the middle of its opening."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.ray_kernels import Soup, clear, clear_beam
from sim.geometry.sight.body_tree import build_tree
from sim.geometry.sight.openings import FURTHEST, clear_beside, fit_beam
from sim.geometry.sight.workspace import Workspace
from sim.geometry.tolerance import BEAM, PULL
from tests.geometry.sight.shafts import soup_of, wall, workspace
from tests.shapes import box

ONE = np.empty(1, np.int32)


def slit(width: float) -> Soup:
    """An upright slit in a wall, its middle at y = 0."""
    return soup_of(wall(5, 0.1, (-9, -width / 2)), wall(5, 0.1, (width / 2, 9)))


def between_bodies() -> Workspace:
    """Two cubes, half an inch wide."""
    work = workspace((0, 0, 0), (10, 0, 0), 0.25)
    for tree, x, other in ((work.a, -0.5, 10.0), (work.b, 10.0, 0.0)):
        body = box((x, -0.25, -0.25), (x + 0.5, 0.25, 0.25)).reshape(-1, 9)
        build_tree(tree, body, np.array([other, -0.2, -0.2]), np.array([other + 0.1, 0.2, 0.2]), np.eye(3))
    return work


def test_how_far_a_ray_can_be_moved_is_found() -> None:
    ray = np.array([[0, 0.02, 0], [10, 0.02, 0]])
    move = np.array([[0, 1.0, 0], [0, 1, 0]])
    moved = np.empty((2, 3))
    assert clear_beside(slit(0.1), ray, move, moved, ONE) == pytest.approx(0.03, abs=0.003)
    assert clear_beside(slit(0.1), ray, -move, moved, ONE) == pytest.approx(0.07, abs=0.006)
    assert clear_beside(soup_of(wall(50)), ray, move, moved, ONE) == FURTHEST


@pytest.mark.parametrize("y", [0.009, -0.0095, 0.0099])
def test_a_ray_at_the_edge_of_a_slit_is_moved_until_a_beam_passes(y: float) -> None:
    soup = slit(0.02)
    ray = np.array([[0, y, 0.01], [10, y, 0.02]])
    assert not clear_beam(soup, ray[0], ray[1], BEAM, ONE)
    assert fit_beam(soup, between_bodies(), ray)
    assert clear(soup, ray[0], ray[1], PULL, ONE)
    assert clear_beam(soup, ray[0], ray[1], BEAM, ONE)
    assert ray[:, 0].tolist() == pytest.approx([0, 10])


def test_a_ray_is_turned_to_run_along_a_deep_slit() -> None:
    deep = soup_of(wall(3, 4, (-9, -0.006)), wall(3, 4, (0.006, 9)))
    ray = np.array([[0, -0.0075, 0.01], [10, 0.0075, 0.01]])
    assert clear(deep, ray[0], ray[1], PULL, ONE)
    assert not clear_beam(deep, ray[0], ray[1], BEAM, ONE)
    assert fit_beam(deep, between_bodies(), ray)
    assert clear_beam(deep, ray[0], ray[1], BEAM, ONE)


def test_no_beam_fits_into_a_slit_that_is_too_narrow() -> None:
    ray = np.array([[0, 0.001, 0.01], [10, 0.001, 0.02]])
    assert not fit_beam(slit(0.006), between_bodies(), ray)
