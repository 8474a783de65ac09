"""The quick test settles what is plain to see, and leaves the rest."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Pose
from sim.geometry.ray.ray_kernels import clear_beam
from sim.geometry.sight.quick_test import Posed, frame_pair, quick_test
from sim.geometry.sight.sight import Target
from sim.geometry.sight.visibility import BLOCKED, UNDECIDED, VISIBLE
from sim.geometry.sight.workspace import Workspace, make_workspace
from sim.geometry.tolerance import BEAM
from tests.geometry.sight.shafts import soup_of, wall
from tests.shapes import Floats, box

CUBE = Target(box((-0.25, -0.25, 0), (0.25, 0.25, 0.5)))
HERE, THERE = Pose((0, 0, 0), 20), Pose((10, 2, 1), 70)


def asked(*parts: Floats, there: Pose = THERE) -> tuple[tuple[int, int], Workspace]:
    soup, work = soup_of(*parts), make_workspace(16, 16)
    body = CUBE.body_samples
    return quick_test(soup.arena, soup.roots, work, body, body, HERE.row, there.row), work


def test_a_pair_is_framed_along_the_sight() -> None:
    pair = make_workspace(4, 4).pair
    assert frame_pair(pair, Posed(CUBE.body_samples, HERE.row), Posed(CUBE.body_samples, THERE.row))
    assert pair.axes @ pair.axes.T == pytest.approx(np.eye(3))
    assert pair.axes[0] == pytest.approx(np.array([10, 2, 1]) / 105**0.5)
    corners = THERE.out(CUBE.triangles.reshape(-1, 3))
    assert pair.low_b == pytest.approx(corners.min(axis=0))
    assert pair.high_b == pytest.approx(corners.max(axis=0))


def test_who_stands_in_the_others_place_is_seen() -> None:
    pair = make_workspace(4, 4).pair
    assert not frame_pair(pair, Posed(CUBE.body_samples, HERE.row), Posed(CUBE.body_samples, HERE.row))
    (verdict, _), work = asked(wall(4), there=HERE)
    assert verdict == VISIBLE
    assert work.witness == pytest.approx([0, 0, 0.25] * 2)


def test_past_nothing_the_first_beam_is_the_witness() -> None:
    (verdict, blocker), work = asked(wall(40))
    assert (verdict, blocker) == (VISIBLE, -1)
    assert clear_beam(soup_of(wall(40)), work.witness[:3], work.witness[3:], BEAM, np.empty(1, np.int32))


def test_a_wall_is_proven_and_named() -> None:
    (verdict, blocker), _ = asked(wall(4), wall(6))
    assert verdict == BLOCKED
    nearest = soup_of(wall(4), wall(6)).arena.triangles[blocker].reshape(3, 3)
    assert nearest[:, 0].max() <= 4.1


def test_over_a_low_wall_a_beam_is_found() -> None:
    assert asked(wall(4, z=(-1, 0.4)))[0][0] == VISIBLE


def test_a_slit_is_left_to_the_search() -> None:
    assert asked(wall(4, 0.1, (-9, 0.8)), wall(4, 0.1, (0.806, 9)))[0] == (UNDECIDED, -1)
