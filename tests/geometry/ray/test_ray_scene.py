"""Scenes of rays, whichever engine answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sim.geometry.ray.ray_scene import CHOICE, ENGINES, RayScene, engine, ray_tree
from tests.shapes import box

CUBE = box((1, -1, -1), (2, 1, 1))
STARTS, ENDS = np.array([[0.0, 0.1, 0.3], [0, 5, 0]]), np.array([[4.0, 0.1, 0.3], [4, 5, 0]])


@pytest.fixture(params=ENGINES)
def scene(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[RayScene]:
    if request.param == "embree":
        pytest.importorskip("embreex")
    monkeypatch.setenv(CHOICE, request.param)
    engine.cache_clear()
    made = RayScene(CUBE)
    made.prepare()
    assert made.tree() is made.tree()
    yield made
    engine.cache_clear()


def test_what_stands_between_blocks(scene: RayScene) -> None:
    assert scene.occluded(STARTS, ENDS).tolist() == [True, False]


def test_both_sides_of_a_triangle_block(scene: RayScene) -> None:
    assert scene.occluded(ENDS, STARTS).tolist() == [True, False]
    assert scene.occluded(np.array([[1.5, 0.1, 0.3]]), ENDS[:1]).tolist() == [True]


def test_a_segment_may_end_on_what_it_meets(scene: RayScene) -> None:
    assert not scene.occluded(STARTS[:1], np.array([[1.0, 0.1, 0.3]])).any()


def test_first_hits_are_counted_in_lengths_of_the_way(scene: RayScene) -> None:
    which, along = scene.first_hits(STARTS, ENDS - STARTS)
    assert along[0] == pytest.approx(0.25)
    assert np.isinf(along[1])
    assert np.all(CUBE[which[0], :, 0] == 1)
    assert which[1] == -1


def test_nothing_is_met_beyond_a_limit(scene: RayScene) -> None:
    which, along = scene.first_hits(STARTS[:1], np.array([[1.0, 0, 0]]), np.array([0.9]))
    assert which.tolist() == [-1]
    assert np.isinf(along).all()


def test_a_scene_of_nothing_blocks_nothing() -> None:
    empty = RayScene(np.empty((0, 3, 3)))
    empty.prepare()
    assert len(empty) == 0
    assert not empty.occluded(STARTS, ENDS).any()
    assert empty.first_hits(STARTS, ENDS - STARTS)[0].tolist() == [-1, -1]
    low, high = empty.box
    assert (low > high).all()


def test_no_rays_are_no_answers() -> None:
    assert len(RayScene(CUBE).occluded(np.empty((0, 3)), np.empty((0, 3)))) == 0
    assert len(RayScene(CUBE).first_hits(np.empty((0, 3)), np.empty((0, 3)))[0]) == 0


def test_our_own_tree_is_had_without_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "own")
    engine.cache_clear()
    assert ray_tree(CUBE).occluded(STARTS, ENDS - STARTS).tolist() == [True, False]
    engine.cache_clear()
