"""The search between two cubes: a witness, a proof, or what is left open."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Pose
from sim.geometry.ray.ray_kernels import Soup, clear_beam
from sim.geometry.sight.quick_test import Posed, frame_pair
from sim.geometry.sight.sight import Target
from sim.geometry.sight.visibility import BLOCKED, UNDECIDED, VISIBLE, search
from sim.geometry.sight.workspace import BLOCKER, EXAMINED, PROVEN, THIN, WIDEST, Workspace, make_workspace
from sim.geometry.tolerance import BEAM
from tests.geometry.sight.shafts import sheet, soup_of, wall
from tests.shapes import Floats, box

CUBE = Target(box((-0.25, -0.25, -0.25), (0.25, 0.25, 0.25)))
FAR = Pose((10, 0.03, 0.05))
STAGGERED = wall(3, 0.01, (-9, 0.1)), wall(7, 0.01, (-0.1, 9))  # no way between them is straight enough


def searched(*parts: Floats, budget: int = 400) -> tuple[int, Workspace, Soup]:
    soup, work = soup_of(*parts), make_workspace(64, budget)
    assert frame_pair(work.pair, Posed(CUBE.body_samples, Pose().row), Posed(CUBE.body_samples, FAR.row))
    bodies = [np.ascontiguousarray(pose.out(CUBE.triangles)).reshape(-1, 9) for pose in (Pose(), FAR)]
    return int(search(soup.arena, soup.roots, work, *bodies)), work, soup


def slit(width: float) -> tuple[Floats, Floats]:
    return wall(5, 0.02, (-9, 0.07)), wall(5, 0.02, (0.07 + width, 9))


def test_past_nothing_there_is_a_witness_at_once() -> None:
    found, work, soup = searched(wall(40))
    assert found == VISIBLE
    assert work.tally[EXAMINED] == 1
    start, end = work.witness[:3], work.witness[3:]
    assert np.abs(start).max() == pytest.approx(0.25)
    assert np.abs(end - FAR.at).max() == pytest.approx(0.25)
    assert clear_beam(soup, start, end, BEAM, np.empty(1, np.int32))


@pytest.mark.parametrize("parts", [[wall(4)], [wall(4, 1, (-9, 0.1)), wall(4.2, 1, (-0.1, 9))], [sheet(4)]])
def test_a_wall_is_proven_with_one_cell(parts: list[Floats]) -> None:
    found, work, _ = searched(*parts)
    assert found == BLOCKED
    assert work.tally[[EXAMINED, PROVEN, THIN, WIDEST]].tolist() == [1, 1, 0, 0]
    assert work.tally[BLOCKER] >= 0


def test_where_one_proof_does_not_do_the_bodies_are_cut() -> None:
    found, work, _ = searched(*STAGGERED)
    assert found == BLOCKED
    assert work.tally[EXAMINED] > 1


@pytest.mark.parametrize("width", [0.03, 0.1])
def test_a_slit_is_found(width: float) -> None:
    found, work, soup = searched(*slit(width))
    assert found == VISIBLE
    assert clear_beam(soup, work.witness[:3], work.witness[3:], BEAM, np.empty(1, np.int32))


def test_a_slit_that_no_beam_fits_through_is_not_seen_through() -> None:
    found, work, _ = searched(*slit(0.004))
    assert found != VISIBLE
    assert work.tally[WIDEST] < 0.03


def test_without_room_for_more_cells_what_may_be_open_is_bounded() -> None:
    found, work, _ = searched(*STAGGERED, budget=4)
    assert found == UNDECIDED
    assert 0 < work.tally[WIDEST] < 1


def test_the_same_search_has_the_same_end() -> None:
    one, other = (searched(*slit(0.05))[1] for _ in range(2))
    assert one.witness.tolist() == other.witness.tolist()
    assert one.tally.tolist() == other.tally.tolist()
