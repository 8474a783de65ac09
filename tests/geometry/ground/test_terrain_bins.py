"""Terrain built: triangles sorted into bins."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground import terrain_bins
from sim.geometry.ground.terrain_bins import bin_ledges, briefly, build_terrain, empty_terrain, without_perches
from sim.geometry.ground.terrain_mesh import IMPASSABLE, PERCH, WALK, Floats, Ints, Terrain
from tests.geometry.ground.scenes import block, flags_of, street

BOX = (0.0, 0.0, 8.0, 8.0)


def built(bits: int = 0) -> Terrain:
    things = street(), block((2.0, 2.0, 0.0), (3.0, 3.0, 4.0), bits)
    triangles = np.concatenate([thing.triangles for thing in things])
    part = np.repeat(np.arange(2, dtype=np.int32), 12)
    return build_terrain(triangles, np.concatenate([flags_of(thing) for thing in things]), part, BOX)


def in_bins(start: Ints, item: Ints) -> set[int]:
    assert start[0] == 0
    assert start[-1] == len(item)
    assert (np.diff(start) >= 0).all()
    return set(item.tolist())


def test_every_triangle_lies_in_a_bin_and_ground_in_its_own() -> None:
    terrain = built()
    assert in_bins(terrain.start, terrain.item) == set(range(24))
    ground = in_bins(terrain.ground_start, terrain.ground_item)
    assert ground == set(np.flatnonzero(terrain.flag & WALK).tolist())
    assert len(ground) == 4


def test_a_triangle_lies_in_the_bins_that_its_box_touches() -> None:
    terrain = built()
    column, row = (int((2.5 - start) / terrain.cell) for start in (terrain.x, terrain.y))
    for slab in range(terrain.slabs):
        b = (slab * terrain.rows + row) * terrain.columns + column
        held = terrain.item[terrain.start[b] : terrain.start[b + 1]]
        assert (held >= 12).any(), "the tower stands in all slabs"


def test_bounds_in_brief_are_no_tighter_than_they_are() -> None:
    exact: Floats = np.random.default_rng(0).uniform(-50, 50, (200, 6))
    brief = briefly(exact).astype(np.float64)
    assert (brief[:, ::2] <= exact[:, ::2]).all()
    assert (brief[:, 1::2] >= exact[:, 1::2]).all()
    assert np.abs(brief - exact).max() < 1e-5


def test_what_is_impassable_is_known_of_the_whole() -> None:
    assert not built().barred
    assert built(IMPASSABLE).barred


def test_ledges_are_put_into_bins_of_one_slab() -> None:
    terrain = built()
    ledges = np.array([[0.5, 0.5, 0.0, 7.5, 0.5, 0.0, 1e9, 2.0], [1.0, 7.0, 3.0, 1.0, 7.9, 3.0, 1e9, 0.0]])
    with_ledges = bin_ledges(terrain, ledges)
    assert len(with_ledges.ledge_start) == terrain.columns * terrain.rows + 1
    assert in_bins(with_ledges.ledge_start, with_ledges.ledge_item) == {0, 1}
    assert (with_ledges.ledge_item == 0).sum() > 5  # in each of the bins along it
    assert len(terrain.ledges) == 0


def test_perches_are_no_ground_for_others() -> None:
    plain, perched = built(), built(PERCH)
    assert without_perches(plain) is plain
    left = without_perches(perched)
    assert len(in_bins(left.ground_start, left.ground_item)) == 2
    assert len(in_bins(perched.ground_start, perched.ground_item)) == 4
    assert left.item is perched.item


def test_bins_widen_until_there_are_no_more_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    terrain = built()
    monkeypatch.setattr(terrain_bins, "BINS", 100)
    wider = build_terrain(terrain.corners.reshape(-1, 3, 3), terrain.flag, terrain.part, BOX)
    assert wider.columns * wider.rows * wider.slabs <= 100
    assert wider.cell > terrain.cell


def test_no_terrain_has_bins_and_nothing_in_them() -> None:
    terrain = empty_terrain()
    assert terrain.columns * terrain.rows > 0
    assert len(terrain.item) == len(terrain.ground_item) == len(terrain.ledges) == 0
