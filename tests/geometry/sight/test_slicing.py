"""Planes across a shaft, and what walls leave on them."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.plane_cuts import HEAD_U, LINES, NORMAL_U, SOUND, TAIL_U, Section
from sim.geometry.sight.slicing import cut_surfaces, lay_plane
from tests.geometry.sight.shafts import sheet, soup_of, wall, workspace
from tests.shapes import box


def across(x: float, normal: tuple[float, float, float] = (1, 0, 0)) -> tuple[Section, float]:
    """A plane across the shaft at a place on the x axis, and how far it is from the boxes."""
    work = workspace((0, 0, 0), (10, 0, 0))
    work.section.normal[:] = np.array(normal) / np.linalg.norm(normal)
    work.section.at[:] = (x, 0, 0)
    return work.section, lay_plane(work.shaft, work.pair.axes, work.section)


def test_halfway_a_shaft_is_as_wide_as_its_ends() -> None:
    section, apart = across(5)
    assert apart == pytest.approx(4.8)
    assert section.high - section.low == pytest.approx([0.4, 0.4], rel=0.05)
    assert section.base @ section.base.T == pytest.approx(np.eye(2))
    assert section.base @ section.normal == pytest.approx([0, 0])


@pytest.mark.parametrize("normal", [(1, 1, 0), (1, 0, 3), (1, 0.02, -0.01)])
def test_all_rays_of_the_shaft_cross_the_rectangle(normal: tuple[float, float, float]) -> None:
    section, apart = across(5, normal)
    assert apart > 0
    r = np.random.default_rng(2)
    for a, b in zip(r.uniform(-0.2, 0.2, (50, 3)), r.uniform(-0.2, 0.2, (50, 3)) + np.array([10, 0, 0]), strict=True):
        s = section.normal @ (section.at - a) / (section.normal @ (b - a))
        place = section.base @ (a + (b - a) * s - section.at)
        assert (place >= section.low - 1e-9).all()
        assert (place <= section.high + 1e-9).all()


@pytest.mark.parametrize("x", [0.1, 9.9, 20])
def test_a_plane_that_does_not_part_the_boxes_is_told(x: float) -> None:
    assert across(x)[1] <= 0


def test_a_wall_leaves_its_outline() -> None:
    section, _ = across(5)
    soup = soup_of(wall(4.9, 0.2, (-0.1, 0.15), (-0.12, 0.1)))
    m = cut_surfaces(soup, section, 0.0)
    lines = section.lines[:m]
    ways = lines[:, HEAD_U : HEAD_U + 2] - lines[:, TAIL_U : TAIL_U + 2]
    assert np.linalg.norm(ways, axis=1).sum() == pytest.approx(2 * (0.25 + 0.22))
    assert np.all(lines[:, SOUND] == 1)
    assert np.einsum("ij,ij->i", ways, lines[:, NORMAL_U : NORMAL_U + 2]) == pytest.approx(0)
    outwards = (lines[:, TAIL_U : TAIL_U + 2] - section.base @ [0, 0.025, -0.01]) * lines[:, NORMAL_U : NORMAL_U + 2]
    assert (outwards.sum(axis=1) > 0).all()


def test_what_is_beside_the_rectangle_is_left_out() -> None:
    section, _ = across(5)
    beside = soup_of(wall(4.9, 0.2, (0.3, 0.4), (-0.1, 0.1)))
    assert cut_surfaces(beside, section, 0.0) == 0
    assert cut_surfaces(beside, section, 0.15) > 0


def test_what_the_plane_does_not_meet_leaves_nothing() -> None:
    section, _ = across(5)
    assert cut_surfaces(soup_of(wall(3), wall(7)), section, 0.0) == 0


def test_a_sheet_leaves_a_line_that_bounds_no_solid() -> None:
    section, _ = across(5, (1, 0.5, 0))
    m = cut_surfaces(soup_of(sheet(5.0)), section, 0.0)
    assert m > 0
    assert not section.lines[:m, SOUND].any()


def test_more_lines_than_there_is_room_for_are_told() -> None:
    section, _ = across(5)
    posts = [box((4.9, y, -0.1), (5.1, y + 0.002, 0.1)) for y in np.linspace(-0.15, 0.15, LINES // 4)]
    assert cut_surfaces(soup_of(*posts), section, 0.0) == -1
