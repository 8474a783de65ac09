"""Rays are cast by Embree where it is installed, and by our own tree where it is not: the answers are the same."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.geometry.ray.ray_scene import CHOICE, RayScene

ROOT = Path(__file__).parents[3]
Floats = NDArray[np.float64]

WITHOUT_EMBREE = "import sys; sys.modules['embreex'] = None; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
ENGINE = "from sim.geometry.ray.ray_scene import engine; print(engine())"


def rooms(seed: int) -> Floats:
    """A few hundred triangles in a box of 10": slabs of all slants, upright and level ones among them."""
    r = np.random.default_rng(seed)
    corners = r.uniform(0, 10, (300, 1, 3)) + r.normal(0, 0.7, (300, 3, 3))
    corners[:60, :, 2] = corners[:60, :1, 2]
    corners[60:120, :, 0] = corners[60:120, :1, 0]
    return np.asarray(corners)


def answers(engine: str, monkeypatch: pytest.MonkeyPatch, seed: int) -> tuple[Floats, Floats, Floats]:
    from sim.geometry.ray import ray_scene

    monkeypatch.setenv(CHOICE, engine)
    ray_scene.engine.cache_clear()
    scene = RayScene(rooms(seed))
    r = np.random.default_rng(seed + 1)
    starts, ends = r.uniform(-1, 11, (2, 4000, 3))
    ends[:500, :2] = starts[:500, :2]  # straight up and down
    which, along = scene.first_hits(starts, ends - starts, np.full(len(starts), 1.0))
    occluded = scene.occluded(starts, ends)
    ray_scene.engine.cache_clear()
    return which, along, occluded


needs_embree = pytest.mark.skipif(importlib.util.find_spec("embreex") is None, reason="there is no Embree to compare")


@pytest.mark.scenes
@needs_embree
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_engines_meet_the_same_triangles(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, along, blocked = answers("embree", monkeypatch, seed)
    ours, our_along, our_blocked = answers("own", monkeypatch, seed)
    same = theirs == ours
    assert same.mean() > 0.999  # but for rays along an edge, within what a float32 is good to
    met = same & (ours >= 0)
    assert met.sum() > 1000
    assert np.abs(along[met] - our_along[met]).max() < 1e-4
    assert (blocked == our_blocked).mean() > 0.999


def test_our_own_tree_lets_nothing_through_at_an_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square of two triangles: rays at its diagonal meet one of them."""
    from sim.geometry.ray.ray_batches import OwnTree

    square = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]], np.float64)
    at = np.random.default_rng(4).uniform(0, 1, 5000)
    starts = np.random.default_rng(5).uniform(-3, 3, (5000, 3)) * [1, 1, 0] + [0, 0, 2]
    ends = np.stack([at, at, np.zeros(5000)], axis=1)
    assert OwnTree(square).occluded(starts, 2 * (ends - starts)).all()


def test_a_ray_of_no_length_meets_nothing() -> None:
    from sim.geometry.ray.ray_batches import OwnTree

    triangle = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], np.float64)
    assert not OwnTree(triangle).occluded(np.array([[0.2, 0.2, 0.0]]), np.zeros((1, 3))).any()


def chosen(code: str = ENGINE, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True
    )


@needs_embree
def test_the_engine_is_chosen_at_the_start() -> None:
    assert chosen(**{CHOICE: ""}).stdout.split() == ["embree"]
    assert chosen(**{CHOICE: "own"}).stdout.split() == ["own"]


def test_without_embree_our_own_tree_answers() -> None:
    hidden = f"import sys; sys.modules['embreex'] = None; {ENGINE}"
    assert chosen(hidden, **{CHOICE: ""}).stdout.split() == ["own"]
    assert "embreex is not installed" in chosen(hidden, **{CHOICE: "embree"}).stderr


def test_an_engine_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert "BAUTA_RAYS=bvh: there is no such ray engine; write embree or own" in chosen(**{CHOICE: "bvh"}).stderr


@pytest.mark.scenes
def test_what_is_known_of_blasts_and_journeys_holds_without_embree() -> None:
    """Templates, and journeys, once more in a fresh Python: of all scenes whose answer is known they alone ask rays.
    Sight, cover, distances, the ground and single jumps do not."""
    scenes = ["tests/board/sight/test_templates.py", "tests/truth/test_journeys.py"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_EMBREE, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *scenes],
        cwd=ROOT,
        env={**os.environ, CHOICE: ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
