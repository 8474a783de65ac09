"""Scenes that proofs stumble over: faces that lie on each other, joints, hollow houses, sheets, holes, faces wound
wrongly, in float32 as print files have them. No ray may contradict a proof, and every witness must hold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, Pose, Solid
from sim.geometry.ray.ray_scene import RayScene
from sim.geometry.ray.rays import beam_clear
from sim.geometry.sight.sight import Standing, Target, sight
from tests.shapes import Floats, box, cylinder, frame, sphere

pytestmark = pytest.mark.scenes

RAYS = 60_000
BODY = Target.of(cylinder(0.25, 0.6, 16, (0, 0, 0.5)), cylinder(0.12, 0.2, 12, (0, 0, 1.1)))
Random = np.random.Generator


def wall_of_blocks(r: Random) -> list[Floats]:
    """Blocks on a grid, face to face, some a little short."""
    thick, wide, high, short = r.choice([0.05, 0.25, 1.0]), r.choice([0.25, 0.5]), 0.5, r.choice([0, 0.006, 0.02, 0.05])
    return [
        box((2, i * wide, k * high - 0.1), (2 + thick, (i + 1) * wide - short * (r.random() < 0.1), k * high + 0.4))
        for i in range(-int(4 / wide), int(4 / wide))
        for k in range(6)
    ]


def crates(r: Random) -> list[Floats]:
    """Boxes in steps of a quarter: they share faces, edges and corners, and stand in one another."""
    made = []
    for _ in range(25):
        low = r.integers([2, -8, -1], [18, 8, 5]) * 0.25 + r.choice([0, 0, 0.01], 3)
        made.append(box(tuple(low), tuple(low + r.integers(1, 8, 3) * 0.25)))
    return made


def stack_of_sheets(r: Random) -> list[Floats]:
    """Thin plates one on the other, or a hair's breadth apart, some of them half as wide."""
    made, x = [], 2.0
    for _ in range(4):
        thick = r.choice([0.001, 0.005, 0.02])
        made.append(box((x, -15 + r.choice([0, 14.9, 15.1]), -0.1), (x + thick, 15, r.uniform(1, 4))))
        made.append(box((x, -15, -0.1), (x + thick, r.choice([0.0, 0.1, -0.1]), r.uniform(1, 4))))
        x += thick + r.choice([0, 1e-6, 1e-4, 0.01])
    return made


def hollow_house(r: Random) -> list[Floats]:
    """A house with an inner shell, sometimes with a window in front of it or a shell wound outwards."""
    y = float(r.uniform(-0.3, 0.3))
    front = (
        frame(2, 1, (y, y + float(r.choice([0.02, 0.1])), 0.4, 1.2))
        if r.random() < 0.5
        else box((2, -6, -0.1), (3, 6, 4))
    )
    room = box((2.1, -5, 0), (2.9, 5, 3.9))
    return [front, room[:, ::-1].copy() if r.random() < 0.7 else room]


def rubbish(r: Random) -> list[Floats]:
    """Boxes and balls with holes, doubles and faces wound wrongly."""
    made = []
    for _ in range(8):
        x, y = r.uniform(1, 4), r.uniform(-1, 1)
        t = (
            box((x, y - 1, -0.1), (x + 0.3, y + 1, r.uniform(0.5, 3)))
            if r.random() < 0.6
            else sphere(0.5, (x, y, 0.7), 2)
        )
        t = t[r.random(len(t)) > 0.03]
        wrong = r.random(len(t)) < 0.1
        t[wrong] = t[wrong][:, ::-1]
        made.append(np.concatenate([t, t[: r.integers(1, 9)]]))
    return made


def open_sheets(r: Random) -> list[Floats]:
    """Single faces that have no inside."""
    made = []
    for _ in range(6):
        x, (y0, y1), z = r.uniform(1, 4), np.sort(r.uniform(-2, 2, 2)), r.uniform(0.5, 3)
        a, b, c, d = (x, y0 - 3, -0.2), (x + 0.2, y1, -0.2), (x - 0.2, y1, z), (x, y0 - 3, z)
        made.append(np.array([(a, b, c), (a, c, d)]))
    return made


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scene", [wall_of_blocks, crates, stack_of_sheets, hollow_house, rubbish, open_sheets])
def test_no_ray_contradicts_a_verdict(scene: Callable[[Random], list[Floats]], seed: int) -> None:
    r = np.random.default_rng(seed)
    turn = Pose((0, 0, 0), float(r.choice([0, 90, 33.3])))
    triangles = turn.out(np.concatenate([box((-20, -30, -0.2), (40, 30, 0)), *scene(r)]))
    if seed % 2:
        triangles = triangles.astype(np.float32).astype(np.float64)
    a, b = (
        Standing(BODY, Pose(tuple(turn.out(np.array([x, r.uniform(-0.3, 0.3), r.choice([0.003, 1.0])]))), 0.0))
        for x in (-0.5, 6.5)
    )
    found = sight(Blockers(Solid(triangles)), a, b)
    if found.visible:
        assert found.witness is not None
        assert beam_clear(triangles, *found.witness)
        return
    (starts, _), (ends, _) = a.samples, b.samples
    chosen = r.integers(0, len(starts), (2, RAYS))
    starts, ends = starts[chosen[0]], ends[chosen[1]]
    clear = np.flatnonzero(~RayScene(triangles).occluded(starts, ends))
    passed = [i for i in clear[:200] if beam_clear(triangles, starts[i], ends[i])]
    assert not (passed and found.proven)
    assert not passed or found.gap_bound > 0.008
