"""Sight past walls of many solids: joints are closed, and what stays undecided is bounded by what a beam can have."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, Pose, Solid
from sim.geometry.ray.ray_scene import RayScene
from sim.geometry.ray.rays import beam_clear
from sim.geometry.sight.sight import Seen, Standing, Target, sight
from tests.geometry.sight.cracked import (
    GROUND,
    Scene,
    bricks,
    crossed_lattices,
    cubes,
    fence,
    lattice,
    louvre,
    shutters,
    slanted_lattice,
    tiles,
    tilted_louvre,
    two_fences,
    two_layers,
    voxels,
)
from tests.shapes import Floats, box, cylinder

pytestmark = pytest.mark.scenes

BODY = Target.of(cylinder(0.25, 0.6, 16, (0, 0, 0.5)), cylinder(0.12, 0.2, 12, (0, 0, 1.1)))
PAIRS = 5
BOUND = 0.05
CELLS = 12_000  # of all searches of a pair: what bounds the time


def pairs() -> Iterator[tuple[Standing, Standing]]:
    r = np.random.default_rng(11)
    for _ in range(PAIRS):
        feet = r.choice([0.003, 1.0], 2)
        a = Pose((r.uniform(-2, 2.2), r.uniform(-1.5, 1.5), feet[0]), r.uniform(0, 360))
        b = Pose((r.uniform(4.6, 9), r.uniform(-1.5, 1.5), feet[1]), r.uniform(0, 360))
        yield Standing(BODY, a), Standing(BODY, b)


def scene(parts: list[Floats]) -> Floats:
    return np.concatenate([GROUND, *parts])


def found_in(parts: list[Floats]) -> list[Seen]:
    blockers = Blockers(Solid(scene(parts)))
    return [sight(blockers, a, b) for a, b in pairs()]


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("joint", [0.0, 0.0005, 0.002, 0.004])
@pytest.mark.parametrize("wall", [tiles, two_layers, bricks])
def test_joints_narrower_than_the_tolerance_are_closed(wall: Scene, joint: float) -> None:
    for found in found_in(wall(joint)):
        assert not found.visible
        assert found.proven


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("joint", [0.0, 0.0005, 0.002, 0.004])
def test_joints_of_thin_tiles_are_closed(joint: float) -> None:
    for found in found_in(tiles(joint, thick=0.02)):
        assert not found.visible
        assert found.proven


@pytest.mark.rule("GEO-06")
def test_no_beam_passes_where_joints_cross() -> None:
    # Straight at a crossing: the beam's parallels to its sides, above and below all run in a joint.
    wall = scene(tiles(0.004))
    assert not beam_clear(wall, np.array([0, 0.498, 0.998]), np.array([8, 0.498, 0.998]))
    assert beam_clear(scene(tiles(0.012)), np.array([0, 0.494, 0.994]), np.array([8, 0.494, 0.994]))


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("turn", [0.0, 31.0])
def test_a_gap_of_a_fence_that_faces_both_is_seen_through(turn: float) -> None:
    # A gap runs from y = -0.01 to 0.01; both stand on its line.
    pose = Pose((0, 0, 0), turn)
    blockers = Blockers(Solid(pose.out(scene(fence(0.02, shift=-0.01 - 0.12 + 4 - 28 * 0.14)))))
    ends = [Standing(BODY, Pose(tuple(pose.out(np.array([x, 0.0, 0.003]))))) for x in (0.0, 6.0)]
    assert sight(blockers, *ends).visible


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(
    ("parts", "width"),
    [
        (tiles, 0.006),
        (tiles, 0.01),
        (bricks, 0.01),
        (two_layers, 0.01),
        (two_layers, 0.02),
        (lattice, 0.006),
        (lattice, 0.02),
        (fence, 0.006),
        (fence, 0.01),
        (two_fences, 0.01),
        (two_fences, 0.02),
        (louvre, 0.1),
        (louvre, 0.16),
        (voxels, 0.0),
        (voxels, 0.004),
    ],
)
def test_what_is_left_open_is_narrow(parts: Scene, width: float) -> None:
    for found in found_in(parts(width)):
        assert found.cells <= CELLS
        assert found.visible or found.gap_bound < BOUND


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("gap", [0.0, 0.001, 0.01])
def test_no_beam_is_wider_than_what_a_ruin_leaves_open(gap: float) -> None:
    wall = scene(cubes(gap))
    blockers, rays, r = Blockers(Solid(wall)), RayScene(wall), np.random.default_rng(5)
    for a, b in pairs():
        found = sight(blockers, a, b)
        assert found.cells <= CELLS
        assert found.visible or found.gap_bound < BOUND
        if found.visible:
            assert found.witness is not None
            assert beam_clear(wall, *found.witness)
            continue
        (starts, _), (ends, _) = a.samples, b.samples
        chosen = r.integers(0, len(starts), (2, 20_000))
        starts, ends = starts[chosen[0]], ends[chosen[1]]
        for i in np.flatnonzero(~rays.occluded(starts, ends))[:100]:
            assert not beam_clear(wall, starts[i], ends[i], max(0.004, found.gap_bound / 2 + 1e-6))


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("gap", [0.05, 0.07])
def test_no_wider_beam_is_told_than_the_gaps_of_a_lattice_have_room_for(gap: float) -> None:
    wall = scene(crossed_lattices(gap))
    blockers, rays, r = Blockers(Solid(wall)), RayScene(wall), np.random.default_rng(5)
    for a, b in pairs():
        found = sight(blockers, a, b)
        assert found.visible or found.gap_bound < gap + 0.0101
        if found.visible or not found.gap_bound:
            continue
        (starts, _), (ends, _) = a.samples, b.samples
        chosen = r.integers(0, len(starts), (2, 20_000))
        starts, ends = starts[chosen[0]], ends[chosen[1]]
        for i in np.flatnonzero(~rays.occluded(starts, ends))[:100]:
            assert not beam_clear(wall, starts[i], ends[i], found.gap_bound / 2 + 1e-6)


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("turn", [0.0, 20.0, -35.0])
@pytest.mark.parametrize("pitch", [0.08, 0.12, 0.16])
@pytest.mark.parametrize("parts", [tilted_louvre, shutters])
def test_slats_are_decided_with_few_cells(parts: Scene, pitch: float, turn: float) -> None:
    # Whatever way they run: a search whose boxes lie along them has to cut these across the slats only.
    middle, pose = np.array([3.2, 0, 0]), Pose((0, 0, 0), turn)
    for found in found_in([pose.out(part - middle) + middle for part in parts(pitch)]):
        assert found.visible or found.proven
        assert found.cells <= 400


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize("gap", [0.01, 0.02])
def test_bars_that_slant_are_told_narrow(gap: float) -> None:
    for found in found_in(slanted_lattice(gap)):
        assert found.visible or found.gap_bound < BOUND


@pytest.mark.rule("GEO-06")
def test_a_beam_past_lattices_is_found_where_proofs_take_long() -> None:
    # One ray of some 500 is clear there, and most of those are beams.
    wall = scene([*lattice(0.06), *lattice(0.09, 3.3)])
    seen = [sight(Blockers(Solid(wall)), a, b) for a, b in pairs()]
    rays, r = RayScene(wall), np.random.default_rng(5)
    for found, (a, b) in zip(seen, pairs(), strict=True):
        (starts, _), (ends, _) = a.samples, b.samples
        chosen = r.integers(0, len(starts), (2, 20_000))
        starts, ends = starts[chosen[0]], ends[chosen[1]]
        clear = np.flatnonzero(~rays.occluded(starts, ends))[:100]
        assert found.visible or not any(beam_clear(wall, starts[i], ends[i], 0.01) for i in clear)


@pytest.mark.rule("GEO-06")
def test_a_hole_through_a_deep_ruin_is_looked_for_longer_than_a_narrow_gap() -> None:
    # A search that stopped at the work that narrow cells may cost told of a beam 0.69" wide, and had not found it.
    a = Pose((2.128872, -1.356635, 1.0), np.degrees(np.arctan2(-0.537673, 0.843153)))
    b = Pose((5.027974, 0.162825, 0.003), np.degrees(np.arctan2(0.487787, -0.872963)))
    wall = scene(voxels(0.0291048))
    found = sight(Blockers(Solid(wall)), Standing(BODY, a), Standing(BODY, b))
    assert found.visible
    assert found.witness is not None
    assert beam_clear(wall, *found.witness)


@pytest.mark.rule("GEO-06")
def test_a_wall_slanting_away_is_proven_with_few_cells() -> None:
    # Thin boards end to end, at 60 degrees to the sight.
    pose = Pose((3.0, 0, 0), 60.0)
    boards = [pose.out(box((0, y, -0.1), (0.02, y + 0.5, 3))) for y in np.arange(-8, 8, 0.5)]
    a, b = Standing(BODY, Pose((0, 0, 0.003))), Standing(BODY, Pose((6, 0, 0.003)))
    found = sight(Blockers(Solid(scene(boards))), a, b)
    assert found.proven
    assert not found.visible
    assert found.cells <= 3
