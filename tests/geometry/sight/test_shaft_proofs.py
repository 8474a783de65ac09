"""Shafts, and the surfaces that part their ends."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.ray_kernels import Soup, hits, point
from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN
from sim.geometry.sight.shaft_proofs import (
    any_separates,
    certify_blocked,
    judge,
    lay_shaft,
    separates,
    shaft_of,
    turning,
    width,
)
from sim.geometry.sight.workspace import SIDES, Workspace
from sim.geometry.tolerance import PULL, ROUND
from tests.geometry.sight.shafts import sheet, soup_of, wall, workspace
from tests.shapes import Floats, sphere

BOX_A, BOX_B = np.array([0.0, 0, 0, 1, 1, 1]), np.array([5.0, 2, 3, 6, 2.5, 5])


def met(soup: Soup, work: Workspace) -> int:
    """Write the planes of the shaft, and what its ray meets: how much."""
    lay_shaft(work)
    return int(hits(soup, point(work.shaft.a), point(work.shaft.b), PULL, work.found))


def judged(*parts: Floats, half: float = 0.2, radius: float = 0.0) -> int:
    work, soup = workspace(half=half), soup_of(*parts)
    number = met(soup, work)
    assert not certify_blocked(soup, work, number)
    return int(judge(soup, work, number, radius))


def test_a_shaft_holds_all_segments_between_its_boxes() -> None:
    planes = np.empty((SIDES, 4))
    m = shaft_of(BOX_A, BOX_B, planes)
    assert 6 < m <= SIDES
    r = np.random.default_rng(3)
    a = r.uniform(BOX_A[:3], BOX_A[3:], (200, 3))
    b = r.uniform(BOX_B[:3], BOX_B[3:], (200, 3))
    points = a + (b - a) * r.random((200, 1))
    assert (points @ planes[:m, :3].T <= planes[:m, 3] + 1e-9).all()


def test_a_shaft_is_no_wider_than_it_has_to_be() -> None:
    planes = np.empty((SIDES, 4))
    m = shaft_of(np.array([0.0, 0, 0, 1, 1, 1]), np.array([9.0, 0, 0, 10, 1, 1]), planes)
    for outside in ([5, 1.01, 0.5], [5, -0.01, 0.5], [5, 0.5, 1.01], [-0.01, 0.5, 0.5], [10.01, 0.5, 0.5]):
        assert (planes[:m, :3] @ outside > planes[:m, 3]).any()
    m = shaft_of(BOX_A, BOX_B, planes)
    assert (planes[:m, :3] @ [3, 0.5, 4] > planes[:m, 3]).any()  # in the box round both, but beside the way


@pytest.mark.parametrize(("along", "expected"), [(0.0, 3**0.5), (1.0, (1 + 0.25 + 4) ** 0.5)])
def test_a_shaft_is_as_wide_as_its_boxes_at_its_ends(along: float, expected: float) -> None:
    assert width(BOX_A, BOX_B, along) == pytest.approx(expected)


def test_thin_shafts_turn_little() -> None:
    assert turning(workspace(half=0.01).shaft) == pytest.approx(0.004 * 3**0.5, rel=0.05)
    assert turning(workspace(half=2.0).shaft) == 1.0


@pytest.mark.parametrize("parts", [[wall(4)], [sheet(4)], [sphere(2.0, (5, 0.1, 0.1), 2)]])
def test_a_surface_across_the_shaft_parts_its_ends(parts: list[Floats]) -> None:
    work, soup = workspace(), soup_of(*parts)
    number = met(soup, work)
    assert any_separates(soup, work, work.shaft, number)


def test_a_surface_that_is_crossed_twice_can_be_gone_round() -> None:
    work, soup = workspace(), soup_of(sphere(0.1, (5, 0.02, 0.03), 1))
    number = met(soup, work)
    assert number == 2
    assert not any_separates(soup, work, work.shaft, number)


def test_a_sheet_that_ends_in_the_shaft_proves_nothing() -> None:
    work, soup = workspace(), soup_of(sheet(4, (-5, 0.1)))
    assert met(soup, work) == 1
    assert not separates(soup, work, work.shaft, work.found[0])


def test_a_surface_that_touches_a_box_proves_nothing() -> None:
    work, soup = workspace(), soup_of(sheet(0.1))
    assert met(soup, work) == 1
    assert not separates(soup, work, work.shaft, work.found[0])


def test_work_is_counted() -> None:
    work, soup = workspace(), soup_of(sheet(4))
    assert separates(soup, work, work.shaft, work.found[0]) if met(soup, work) else False
    assert work.spent[0] == 2


@pytest.mark.parametrize(
    ("parts", "proven"),
    [
        ([wall(4)], True),
        ([wall(4, 1, (-5, 0.05)), wall(4, 1, (-0.1, 5))], True),
        ([wall(4, z=(-5, 0.1))], False),
        ([wall(40)], False),
    ],
)
def test_one_wall_or_one_cross_section_is_a_proof(parts: list[Floats], proven: bool) -> None:
    work, soup = workspace(), soup_of(*parts)
    assert certify_blocked(soup, work, met(soup, work)) == proven


def test_walls_that_overlap_as_seen_are_a_proof_together() -> None:
    assert judged(wall(4.9, 0.01, (-5, 0.1)), wall(5.1, 0.01, (-0.1, 5))) == CLOSED


def test_a_wide_gap_is_open() -> None:
    assert judged(wall(4, z=(-5, 0.1)), radius=ROUND) == OPEN
    assert judged(wall(4, z=(-5, 0.1))) == OPEN


def test_a_gap_wider_than_the_beam_and_narrower_than_the_radius_is_narrow() -> None:
    two = wall(4.9, 0.01, (-5, 0.012)), wall(4.9, 0.01, (0.032, 5))
    assert judged(*two, half=0.01, radius=ROUND) == NARROW


def test_a_gap_thinner_than_the_beam_is_closed() -> None:
    two = sheet(5, (-5, 0.0105)), sheet(5, (0.0165, 5))
    assert judged(*two, half=0.0005) == CLOSED
