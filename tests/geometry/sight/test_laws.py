"""Laws that hold for any scene."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.ground.distance import between
from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.ray_scene import RayScene
from sim.geometry.ray.rays import beam_clear
from sim.geometry.sight.cover import hidden_share
from sim.geometry.sight.sight import Standing, Target, sight
from tests.shapes import Floats, box, cylinder

pytestmark = pytest.mark.scenes

TARGET = Target.of(cylinder(0.2, 0.6, 16, (0, 0, 0.5)), cylinder(0.12, 0.2, 12, (0, 0, 1.1)))
BODY = Solid(cylinder(0.25, 1.3, 16))
GROUND = box((-5, -5, -0.2), (15, 15, 0))

coordinate = st.integers(-40, 140).map(lambda v: v / 10 + 0.037)
places = st.tuples(coordinate, coordinate, st.sampled_from([0.003, 1.5, 3.2]))
sizes = st.tuples(st.integers(1, 30), st.integers(1, 30), st.integers(3, 40)).map(lambda s: tuple(v / 10 for v in s))
crates = st.lists(st.tuples(coordinate, coordinate, sizes), min_size=1, max_size=6)

Crates = list[tuple[float, float, tuple[float, float, float]]]
Place = tuple[float, float, float]


def terrain(crates: Crates) -> Floats:
    boxes = [box((x, y, -0.05), (x + w, y + d, h)) for x, y, (w, d, h) in crates]
    return np.concatenate([GROUND, *boxes])


def standing(at: Place, turn: float = 0.0) -> Standing:
    return Standing(TARGET, Pose(at, turn))


@settings(deadline=None, max_examples=30)
@given(crates, places, places)
def test_sight_is_mutual(crates: Crates, a: Place, b: Place) -> None:
    blockers = Blockers(Solid(terrain(crates)))
    there, back = sight(blockers, standing(a), standing(b)), sight(blockers, standing(b), standing(a))
    assert there[:1] + there[2:] == back[:1] + back[2:]
    if there.witness is not None and back.witness is not None:
        assert np.array_equal(there.witness[0], back.witness[1])
        assert np.array_equal(there.witness[1], back.witness[0])


@settings(deadline=None, max_examples=30)
@given(crates, places, places)
def test_no_ray_passes_where_none_is_proven_to(crates: Crates, a: Place, b: Place) -> None:
    scene = terrain(crates)
    blockers = Blockers(Solid(scene))
    found = sight(blockers, standing(a), standing(b))
    if found.visible:
        assert found.witness is not None
        assert beam_clear(scene, *found.witness)
    else:
        (starts, _), (ends, _) = standing(a).samples, standing(b).samples
        pairs = np.random.default_rng(1).integers(0, len(starts), (4000, 2))
        open_ = ~blockers.occluded(starts[pairs[:, 0]], ends[pairs[:, 1]])
        assert not any(beam_clear(scene, starts[i], ends[j]) for i, j in pairs[open_])


@settings(deadline=None, max_examples=20)
@given(crates, crates, places, places)
def test_more_terrain_never_opens_a_sight_or_uncovers(some: Crates, more: Crates, a: Place, b: Place) -> None:
    few, many = Solid(terrain(some)), Solid(terrain(some + more))
    if not sight(Blockers(few), standing(a), standing(b)).visible:
        assert not sight(Blockers(many), standing(a), standing(b)).visible
    eye, body = np.array(a) + np.array([0, 0, 1.2]), PlacedSolid(BODY, Pose(b))
    less, least = (hidden_share(eye, body, Blockers(s)) for s in (few, many))
    assert least.share >= less.share - less.error - least.error


@settings(deadline=None, max_examples=20)
@given(crates, places, places, st.floats(0, 360), places)
def test_moving_the_whole_scene_changes_no_verdict(crates: Crates, a: Place, b: Place, turn: float, by: Place) -> None:
    here = sight(Blockers(Solid(terrain(crates))), standing(a), standing(b))
    pose = Pose(by, turn)
    moved = Blockers(Solid(pose.out(terrain(crates))))
    there = sight(moved, *(standing(tuple(pose.out(np.array(p)).tolist()), turn) for p in (a, b)))
    if not (here.grazing or there.grazing) and (here.visible or here.proven) and (there.visible or there.proven):
        assert here.visible == there.visible
    eye = np.array(a) + np.array([0, 0, 1.2])
    less = hidden_share(eye, PlacedSolid(BODY, Pose(b)), Blockers(Solid(terrain(crates))))
    more = hidden_share(pose.out(eye), PlacedSolid(BODY, Pose(tuple(pose.out(np.array(b)).tolist()), turn)), moved)
    assert abs(less.share - more.share) <= less.error + more.error + 1e-6


@settings(deadline=None, max_examples=15)
@given(crates, places, places, st.floats(0, 360))
def test_a_movable_thing_blocks_as_fixed_terrain_does(crates: Crates, a: Place, b: Place, turn: float) -> None:
    pose = Pose((5, 5, 0), turn)
    thing = PlacedSolid(Solid(box((-2, -0.5, -0.05), (2, 0.5, 4))), pose, "thing")
    apart = sight(Blockers(Solid(terrain(crates))), standing(a), standing(b), [thing])
    fixed = sight(Blockers(Solid(np.concatenate([terrain(crates), thing.triangles]))), standing(a), standing(b))
    if not (apart.grazing or fixed.grazing) and (apart.visible or apart.proven) and (fixed.visible or fixed.proven):
        assert apart.visible == fixed.visible


bases = st.tuples(coordinate, coordinate, coordinate)
radii = st.sampled_from([0.59, 0.79, 1.18])


@given(bases, radii, bases, radii, bases)
def test_distance_is_symmetric_and_moves_no_more_than_a_base(
    a: Place, ra: float, b: Place, rb: float, c: Place
) -> None:
    there, back = between(a, ra, b, rb), between(b, rb, a, ra)
    assert math.isclose(there.distance, back.distance, abs_tol=1e-12)
    assert there.closest == back.closest[::-1] or math.isclose(
        math.dist(*there.closest), math.dist(*back.closest), abs_tol=1e-9
    )
    overlap = math.hypot(a[0] - b[0], a[1] - b[1]) <= ra + rb and a[2] == b[2]
    assert (there.distance == 0) == overlap
    assert abs(between(c, ra, b, rb).distance - there.distance) <= math.dist(a, c) + 1e-9
    assert math.isclose(math.dist(*there.closest), there.distance, abs_tol=1e-9)


@settings(deadline=None, max_examples=20)
@given(crates, st.integers(0, 2**31))
def test_batches_agree_with_the_exact_test(crates: Crates, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = terrain(crates)
    starts, ends = rng.uniform(-4, 14, (2, 64, 3))
    starts[:, 2], ends[:, 2] = rng.uniform(0.2, 4, (2, 64))
    hits = RayScene(scene).occluded(starts, ends)
    for start, end, hit in zip(starts, ends, hits, strict=True):
        if hit:
            assert not beam_clear(scene, start, end, 0.0)
