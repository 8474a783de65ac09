"""What stands in a shaft, laid over one plane."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.ray_kernels import Soup
from sim.geometry.sight.projection import (
    HEAD_U,
    OUTLINES,
    REACH_U,
    TAIL_U,
    TAIL_V,
    TWIST,
    Projection,
    align,
    gather,
    project,
    tube_of,
)
from tests.geometry.sight.shafts import sheet, soup_of, wall, workspace
from tests.shapes import Floats

LITTLE = (-0.1, 0.1)


def projected(*parts: Floats) -> tuple[Projection, int]:
    work, soup = workspace((0, 0, 0), (10, 0, 0)), soup_of(*parts)
    tube = tube_of(work.shaft)
    align(tube, work.pair.axes)
    number, base = gather(soup, work, tube, 0.04, 0.0)
    return project(soup, tube, work.queue[: max(number, 0)], base), number


def gathered(soup: Soup) -> Floats:
    work = workspace((0, 0, 0), (10, 0, 0))
    tube = tube_of(work.shaft)
    align(tube, work.pair.axes)
    number, _ = gather(soup, work, tube, 0.04, 0.0)
    return soup.arena.triangles[work.queue[:number]].reshape(-1, 3, 3)


def test_a_tube_runs_between_the_faces_of_the_boxes() -> None:
    tube = tube_of(workspace((0, 0, 0), (10, 1, 2)).shaft)
    assert (tube.near, tube.far) == pytest.approx((0.2, 9.8))
    assert tube.middle_near == pytest.approx([0, 0], abs=0.05)
    assert tube.middle_far == pytest.approx([1, 2], abs=0.05)
    assert (tube.half_near >= 0.2).all()


def test_boxes_side_by_side_have_no_tube() -> None:
    tube = tube_of(workspace((0, 0, 0), (0.1, 5, 0)).shaft)
    assert tube.far < tube.near


def test_along_a_tube_its_ends_are_0_and_1_and_its_middle_ray_0() -> None:
    tube = tube_of(workspace((0, 0, 0), (10, 1, 2)).shaft)
    align(tube, np.eye(3))
    ends = [(tube.near, *tube.middle_near, 1), (tube.far, *tube.middle_far, 1)]
    assert tube.axes @ np.array(ends).T == pytest.approx(np.array([[0, 1], [0, 0], [0, 0]]))


def test_fronts_of_solids_are_gathered_and_both_sides_of_sheets() -> None:
    assert np.all(gathered(soup_of(wall(4, 1, LITTLE, LITTLE)))[:, :, 0] == 4)
    assert len(gathered(soup_of(wall(4, 1, LITTLE, LITTLE)))) == 2
    turned = sheet(4, LITTLE, LITTLE)[:, ::-1].copy()
    assert len(gathered(soup_of(turned))) == 2


@pytest.mark.parametrize(("x", "y"), [(4, (2, 3)), (-3, LITTLE), (12, LITTLE), (9.79, LITTLE)])
def test_what_is_outside_the_tube_is_left_out(x: float, y: tuple[float, float]) -> None:
    assert len(gathered(soup_of(wall(x, 0.001, y, LITTLE)))) == 0


def test_a_wall_leaves_its_four_edges_round_its_left() -> None:
    plane, number = projected(wall(5, 0.1, LITTLE, LITTLE))
    assert number == 2
    assert plane.first.tolist() == [0, 4]
    lines = plane.outlines
    ways = lines[:, HEAD_U : HEAD_U + 2] - lines[:, TAIL_U : TAIL_U + 2]
    assert np.abs(ways).sum() == pytest.approx(4 * 0.2)
    to_left = lines[:, TAIL_U] * ways[:, 1] - lines[:, TAIL_V] * ways[:, 0]
    assert (to_left > 0).all()
    assert plane.half_u == pytest.approx(0.2, rel=0.05)


def test_on_its_own_plane_an_outline_is_where_it_is() -> None:
    plane, _ = projected(wall(5, 0.1, LITTLE, LITTLE))
    assert plane.outlines[:, REACH_U].max() < 1e-5
    assert plane.outlines[:, TWIST].max() < 1e-5


def test_further_from_the_plane_rays_may_be_further_beside() -> None:
    plane, _ = projected(wall(3, 0.1, LITTLE, LITTLE), wall(7, 0.1, LITTLE, LITTLE))
    assert plane.first.tolist() == [0, 4, 8]
    assert plane.outlines[:, REACH_U] == pytest.approx(0.2 * 0.4, rel=0.15)


@pytest.mark.parametrize(("joint", "edges"), [(0.0, 6), (0.003, 6), (0.02, 8)])
def test_between_walls_side_by_side_there_is_no_edge(joint: float, edges: int) -> None:
    plane, _ = projected(wall(5, 0.1, (-0.1, 0), LITTLE), wall(5, 0.1, (joint, 0.1), LITTLE))
    assert len(plane.outlines) == edges
    assert len(plane.first) == (3 if edges == 8 else 2)


def test_more_than_there_is_room_for_is_told() -> None:
    many = [sheet(5, (y, y + 0.0001), LITTLE) for y in np.linspace(-0.15, 0.15, OUTLINES // 4 + 1)]
    plane, number = projected(*many)
    assert number == 2 * len(many)
    assert len(plane.outlines) == 0
