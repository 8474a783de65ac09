"""What stands in the way near a place is the same by lists of what is near and by a look through all bins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.ground.near_lists import nothing_listed
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_bins import build_terrain, empty_terrain
from sim.geometry.ground.terrain_mesh import CLIMB, IMPASSABLE, LADDER, WALK, Floats, Near, Scene, Terrain
from sim.geometry.ground.walls import scratch, wall_distance
from tests.shapes import box

pytestmark = pytest.mark.scenes

SIZE = 12.0


def heap(seed: int) -> Terrain:
    """A hundred crates, some of them turned, some impassable, some ladders."""
    rng = np.random.default_rng(seed)
    triangles, flags = [box((0, 0, -0.2), (SIZE, SIZE, 0))], [WALK] * 12
    for _ in range(100):
        x, y, z = rng.uniform(0, SIZE, 3) * (1, 1, 0.4)
        width, depth, height = rng.choice([0.1, 0.5, 2.0], 3)
        crate = box((-width, -depth, 0), (width, depth, height))
        turn = float(rng.choice([0.0, 0.3, 1.1]))
        c, s = np.cos(turn), np.sin(turn)
        triangles.append(crate @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (x, y, z))
        flags += [int(rng.choice([CLIMB, CLIMB | WALK, LADDER, IMPASSABLE]))] * 12
    made = np.concatenate(triangles)
    part = np.arange(len(made), dtype=np.int32)
    return build_terrain(made, np.array(flags, np.int32), part, (0.0, 0.0, SIZE, SIZE))


def scene(terrain: Terrain, lists: Near) -> Scene:
    return Scene((replace(terrain, near=lists), empty_terrain()))


TERRAIN = heap(1)
BINS = scene(TERRAIN, nothing_listed(np.zeros((0, 6)), 0.0, 0.0, 1))
LISTS = scene(TERRAIN, TERRAIN.near)

coordinate = st.floats(-0.5, SIZE + 0.5)
lines = st.tuples(
    coordinate, coordinate, st.floats(-0.3, 0.3), st.floats(-0.3, 0.3), st.floats(0, 6), st.floats(0.05, 1)
)


def nearest(asked: Scene, line: tuple[float, float, float, float, float, float]) -> float:
    x, y, dx, dy, ground, limit = line
    found: tuple[float, int, int] = wall_distance(
        asked, Segment(x, y, x + dx, y + dy), ground, ground + 1.3, limit, scratch()
    )
    return found[0]


@settings(deadline=None, max_examples=300)
@given(lines)
def test_walls_are_as_near_by_lists_as_by_bins(line: tuple[float, float, float, float, float, float]) -> None:
    expected = nearest(BINS, line)
    assert [nearest(LISTS, line) for _ in range(5)] == [expected] * 5


def test_lists_are_made_where_somebody_asks_again() -> None:
    lists = heap(2).near
    asked = scene(TERRAIN, lists)
    line = (6.0, 6.0, 0.05, 0.0, 0.5, 0.5)
    nearest(asked, line)
    assert lists.used.tolist() == [0, 0]
    for _ in range(5):
        nearest(asked, line)
    assert lists.used[0] > 0
    assert lists.used[1] == 1


@pytest.mark.parametrize("room", [0, 1, 40, 400])
def test_lists_without_room_are_given_up_and_nothing_is_missed(room: int) -> None:
    whole = nothing_listed(TERRAIN.bounds, TERRAIN.x, TERRAIN.y, TERRAIN.slabs)
    few = replace(whole, item=whole.item[:room].copy(), box=whole.box[:room].copy(), gap=whole.gap[:room].copy())
    asked = scene(TERRAIN, few)
    rng = np.random.default_rng(3)
    places: Floats = np.repeat(rng.uniform(0, SIZE, (40, 2)), 6, axis=0)
    for x, y in places:
        line = (float(x), float(y), 0.05, 0.05, 0.2, 0.6)
        assert nearest(asked, line) == nearest(BINS, line)
    assert few.used[0] <= room
