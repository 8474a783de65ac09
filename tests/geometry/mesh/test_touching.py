"""Surfaces that touch are one thing."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.mesh.touching import TOUCHING, join_touching
from tests.shapes import Floats, box

CRATE = box((0, 0, 0), (1, 1, 1))


def things(*solids: Floats) -> list[int]:
    """The thing that each solid is of."""
    triangles = np.concatenate(solids).reshape(-1, 9)
    shell = np.repeat(np.arange(len(solids), dtype=np.int32), [len(solid) for solid in solids])
    found = join_touching(triangles, shell)
    firsts = np.cumsum([0, *(len(solid) for solid in solids[:-1])])
    assert all((found[shell == k] == found[first]).all() for k, first in enumerate(firsts))
    return [int(found[first]) for first in firsts]


def moved(solid: Floats, x: float, y: float, z: float) -> Floats:
    return solid + np.array([x, y, z])


def turned(solid: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return solid @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])


@pytest.mark.parametrize(("gap", "one"), [(0.0, True), (0.9 * TOUCHING, True), (1.1 * TOUCHING, False)])
@pytest.mark.parametrize("way", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_crates_a_hair_apart_are_one_thing(way: tuple[int, int, int], gap: float, one: bool) -> None:
    assert things(CRATE, CRATE + (1 + gap) * np.array(way)) == ([0, 0] if one else [0, 1])


def test_what_touches_by_another_touches() -> None:
    row = [moved(CRATE, x, 0.0, 0.0) for x in (0, 2, 1, 5)]
    assert things(*row) == [0, 0, 0, 1]


def test_things_are_numbered_in_their_order() -> None:
    assert things(CRATE + 9.0, CRATE, moved(CRATE, 0.5, 0.5, 1.0)) == [0, 1, 1]


def test_boxes_that_overlap_do_not_make_their_contents_touch() -> None:
    beam = turned(box((-2, -0.1, 0), (2, 0.1, 0.2)), 0.8)
    assert things(beam, moved(CRATE, 0.6, -1.1, 0.0)) == [0, 1]
    assert things(beam, moved(CRATE, 0.6, 0.3, 0.0)) == [0, 0]


def test_edges_that_pass_each_other_askew_are_apart() -> None:
    one = np.array([[[-1.0, 0, 0], [1, 0, 0], [0, 0, -1]]])
    other = np.array([[[0.0, -1, 0.1], [0, 1, 0.1], [0, 0, 1]]])
    assert things(one, other) == [0, 1]
    assert things(one, other - (0.0, 0.0, 0.09)) == [0, 0]


def test_triangles_without_area_part_nothing() -> None:
    thread = np.array([[[0.0, 0, 0], [1, 0, 0], [1, 0, 0]]])
    assert things(thread, moved(thread, 0.5, 0.0, 0.0)) == [0, 0]
