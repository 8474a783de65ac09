"""Line of sight between bodies on small boards."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.rays import beam_clear
from sim.geometry.sight.sight import SAMPLES, Standing, Target, sight, sight_to_point
from tests.geometry.sight.shafts import wall
from tests.shapes import box

CUBE = Target.of(box((-0.2, -0.2, 0), (0.2, 0.2, 0.4)))
HERE, THERE = Standing(CUBE, Pose((0, 0, 0), 15)), Standing(CUBE, Pose((8, 0.3, 0), 50))
EMPTY = Blockers(Solid(np.empty((0, 3, 3))), movable=256)
WALLED = Blockers(Solid(wall(4)), movable=256)


def thing(x: float, name: str = "crate") -> PlacedSolid:
    return PlacedSolid(Solid(box((-0.5, -2, -1), (0.5, 2, 2))), Pose((x, 0, 0)), name)


def cloud(x: float, half: float = 1.0) -> PlacedSolid:
    return PlacedSolid(Solid(box((-half, -2, -1), (half, 2, 2))), Pose((x, 0, 0)), "smoke", is_volume=True)


def test_samples_lie_on_the_body_and_look_outwards() -> None:
    points, normals = CUBE.samples
    assert points.shape == (SAMPLES, 3)
    shifted = np.abs(points - [0, 0, 0.2])
    assert shifted.max(axis=1) == pytest.approx(0.2)
    assert ((points - [0, 0, 0.2]) * normals).sum(axis=1) == pytest.approx(0.2)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1)


def test_a_target_is_wound_outwards_and_fine() -> None:
    inwards = box((-0.2, -0.2, 0), (0.2, 0.2, 0.4))[:, ::-1]
    made = Target.of(inwards)
    assert len(made) > 12
    normals = np.cross(made.triangles[:, 1] - made.triangles[:, 0], made.triangles[:, 2] - made.triangles[:, 0])
    assert (((made.triangles.mean(axis=1) - [0, 0, 0.2]) * normals).sum(axis=1) > 0).all()


def test_a_standing_body_is_where_its_pose_takes_it() -> None:
    assert THERE.box[0] == pytest.approx(THERE.triangles.reshape(-1, 3).min(axis=0))
    points, normals = THERE.samples
    assert points[:, 0].min() > 7.5
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1)


def test_past_nothing_there_is_a_witness_between_the_bodies() -> None:
    found = sight(EMPTY, HERE, THERE)
    assert (found.visible, found.proven, found.gap_bound, found.blocker) == (True, True, 0.0, None)
    assert found.witness is not None
    assert found.witness[0][0] < 1 < 7 < found.witness[1][0]


def test_a_wall_is_a_proof() -> None:
    found = sight(WALLED, HERE, THERE)
    assert (found.visible, found.proven, found.grazing, found.gap_bound) == (False, True, False, 0.0)
    assert found.blocker == ""


def test_through_a_slit_there_is_a_beam() -> None:
    parts = np.concatenate([wall(4, 0.02, (-9, 0.1)), wall(4, 0.02, (0.13, 9))])
    found = sight(Blockers(Solid(parts), movable=64), HERE, THERE)
    assert found.visible
    assert found.witness is not None
    assert beam_clear(parts, *found.witness)


def test_what_was_not_decided_is_bounded() -> None:
    plain = Target(box((-0.25, -0.25, -0.25), (0.25, 0.25, 0.25)))
    ends = Standing(plain, Pose()), Standing(plain, Pose((10, 0.03, 0.05)))
    walls = Blockers(Solid(np.concatenate([wall(3, 0.01, (-9, 0.1)), wall(7, 0.01, (-0.1, 9))])), movable=64)
    found = sight(walls, *ends, budget=4)
    assert (found.visible, found.proven) == (False, False)
    assert 0 < found.gap_bound < 2
    assert sight(walls, *ends).proven


def test_the_same_is_seen_from_the_other_side() -> None:
    there, back = sight(EMPTY, HERE, THERE), sight(EMPTY, THERE, HERE)
    assert there.witness is not None
    assert back.witness is not None
    assert np.array_equal(there.witness, back.witness[::-1])


def test_what_is_placed_blocks_and_is_named_unless_it_is_left_out() -> None:
    crate = thing(4)
    found = sight(EMPTY, HERE, THERE, [crate])
    assert (found.visible, found.blocker) == (False, "crate")
    assert sight(EMPTY, HERE, THERE, [crate], but=[crate]).visible


def test_within_a_cloud_nobody_is_seen() -> None:
    found = sight(EMPTY, HERE, THERE, [cloud(8)])
    assert (found.visible, found.blocker, found.proven) == (False, "smoke", True)
    assert not sight(EMPTY, HERE, THERE, [cloud(0)]).visible


def test_what_sticks_out_of_a_cloud_is_seen() -> None:
    edge = sight(EMPTY, HERE, THERE, [cloud(9, 1.0)])
    assert edge.visible
    assert edge.witness is not None
    assert edge.witness[1][0] < 8 + 1e-9
    assert THERE.out_of(cloud(40)) is THERE


def test_a_point_is_seen_or_hidden() -> None:
    assert sight_to_point(EMPTY, HERE, np.array([8.0, 0, 0.2])).visible
    assert not sight_to_point(WALLED, HERE, np.array([8.0, 0, 0.2])).visible
    assert sight_to_point(WALLED, HERE, np.array([3.9, 0, 0.2])).visible
