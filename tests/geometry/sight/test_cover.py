"""The error told of a share of cover, against rays by the hundred thousand."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.sight.cover import BESIDE, PRECISE, THRESHOLD, Hidden, hidden_share
from sim.geometry.sight.raster import View
from sim.geometry.sight.silhouettes import window
from tests.shapes import Floats, box, cylinder

EYE = np.array([0.1, 0.2, 1.3])
RAYS = 400  # each way


def body(rng: np.random.Generator) -> Floats:
    """A trunk, a head and two arms, one of them stretched out."""
    arm = box((-0.05, 0.2, 0.9), (0.05, float(rng.uniform(0.4, 0.8)), 0.98))
    return np.concatenate(
        [cylinder(0.22, 0.9, 16), cylinder(0.12, 0.25, 12, (0, 0, 1.0)), arm, box((0, -0.4, 0.3), (0.06, -0.2, 0.9))]
    )


def scene(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A body 3" to 20" from the eye, and what stands between: blocks, a wall, a fence."""
    far = float(rng.uniform(3, 20))
    walls = [box((-30, -30, -1), (30, 30, -0.001))]
    for _ in range(int(rng.integers(0, 5))):
        x, y = far * rng.uniform(0.2, 0.9), rng.uniform(-0.6, 0.4)
        walls.append(box((x, y, 0), (x + 0.2, y + rng.uniform(0.05, 0.5), rng.uniform(0.3, 2))))
    if rng.random() < 0.5:
        x = far * float(rng.uniform(0.3, 0.95))
        walls.append(box((x, -9, -0.1), (x + 0.1, 9, float(rng.uniform(0.2, 1.4)))))
    if rng.random() < 0.3:
        x, step = far * 0.7, float(rng.uniform(0.02, 0.2))
        walls += [box((x, k * step, 0), (x + 0.01, (k + 0.4) * step, 2)) for k in range(-20, 20)]
    pose = Pose((far, float(rng.uniform(-0.3, 0.3)), 0), float(rng.uniform(0, 360)))
    return pose.out(body(rng)), np.concatenate(walls)


def by_rays(target: Solid, walls: Solid) -> float:
    """The share of the rays to the body that a wall stops before it."""
    view = View(EYE, np.empty((3, 3)), np.empty(2), np.empty(2))
    assert window(target.corners, Pose().row, BESIDE, view)
    grid = (np.arange(RAYS) + 0.5) / RAYS
    side, up = np.meshgrid(*(view.low[k] + (view.high[k] - view.low[k]) * grid for k in range(2)))
    ways = np.column_stack([np.ones(side.size), side.ravel(), up.ravel()]) @ view.frame
    starts = np.broadcast_to(EYE, ways.shape)
    _, body = target.rays.first_hits(starts, ways)
    _, wall = walls.rays.first_hits(starts, ways)
    return float((wall < body - 1e-4)[np.isfinite(body)].mean())


def asked(target: Floats, walls: Floats) -> tuple[Hidden, Solid, Solid]:
    one, other = Solid(target), Solid(walls)
    return hidden_share(EYE, PlacedSolid(one, Pose()), Blockers(other)), one, other


@pytest.mark.scenes
@pytest.mark.parametrize("seed", range(60))
def test_no_share_is_wrong_by_more_than_it_tells(seed: int) -> None:
    found, target, walls = asked(*scene(np.random.default_rng(seed)))
    assert found.error <= PRECISE
    assert abs(found.share - by_rays(target, walls)) <= found.error + 0.002
    assert sum(share for _, share in found.by) == pytest.approx(found.share, abs=1e-9)


def test_the_error_shrinks_with_what_is_left_open() -> None:
    target = box((10, -0.5, 0), (10.1, 0.5, 2))
    alone, half = (asked(target, box((5, -9, -9), (5.1, 9, top)))[0] for top in (-1.0, 1.1))
    assert alone.share == 0
    assert alone.error < half.error < PRECISE


def test_a_share_at_the_threshold_is_looked_at_more_closely() -> None:
    # A square 2 by 2 at 10, its middle ahead of the eye, and a wall at 5 whose top is seen at a share of its height.
    def top(share: float) -> float:
        return float(EYE[2] + (2 * share - 1) * (5 - EYE[0]) / (10 - EYE[0]))

    target = box((10, EYE[1] - 1, EYE[2] - 1), (10.0001, EYE[1] + 1, EYE[2] + 1))
    near, clear = (asked(target, box((5, -9, -9), (5.0001, 9, top(s))))[0] for s in (THRESHOLD, 0.6))
    assert near.size > clear.size
    assert near.share == pytest.approx(THRESHOLD, abs=near.error)
    assert clear.share == pytest.approx(0.6, abs=clear.error)


def test_of_what_is_all_round_the_eye_directions_are_counted() -> None:
    # A wide wall close before the eye; what hides its left half fills half of the directions to it.
    target = box((0.4, -20, -20), (0.5, 20, 20))
    found = hidden_share(
        np.zeros(3),
        PlacedSolid(Solid(target), Pose()),
        Blockers(Solid(box((0.1, 0, -30), (0.2, 30, 30)))),
    )
    assert found.share == pytest.approx(0.5, abs=found.error)
    assert found.error <= PRECISE
