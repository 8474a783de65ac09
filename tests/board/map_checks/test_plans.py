"""Shapes seen from above."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sim.board.model import plans
from sim.board.model.plans import union, union_of_triangles

CORNER = st.tuples(st.integers(0, 6), st.integers(0, 6))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(CORNER, CORNER, CORNER), min_size=1, max_size=25), st.floats(0.0, 6.3))
def test_triangles_cover_what_all_of_them_cover_together(corners: list[object], turn: float) -> None:
    """However they overlap, and whichever way round they are; turned, so that few edges run along an axis."""
    cos, sin = np.cos(turn), np.sin(turn)
    flat: NDArray[np.float64] = np.array(corners, np.float64) @ np.array([[cos, sin], [-sin, cos]])
    one, two = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    flat = flat[np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) > 1e-6]
    want = union(shapely.polygons(flat))
    assert union_of_triangles(flat).symmetric_difference(want).area < 1e-4
    twice = union_of_triangles(np.concatenate([flat, flat[:, ::-1]]))
    assert twice.symmetric_difference(want).area < 1e-4


def rough_wall(seed: int = 1) -> NDArray[np.float64]:
    """An upright wall of 9 by 6 inches as a scan has it, seen from above: every face of it lies over the others."""
    along, up = np.mgrid[0:90, 0:60]
    noise = np.random.default_rng(seed).uniform(-0.015, 0.015, (90, 60, 2))
    at = np.stack([along * 0.1, np.zeros_like(up, float)], axis=-1) + noise
    a, b, c, d = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], axis=-2), np.stack([a, c, d], axis=-2)]).reshape(-1, 3, 2)


def test_the_folds_of_a_rough_wall_are_not_crossed_with_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its edges crosses many others: all crossings of a scanned church were not found in minutes."""
    crossed = []
    real = shapely.polygonize
    monkeypatch.setattr(plans.shapely, "polygonize", lambda lines: crossed.append(1) or real(lines))
    wall = rough_wall()
    seen = union_of_triangles(wall)
    assert not crossed
    assert seen.symmetric_difference(union(shapely.polygons(wall))).area < 1e-4
    assert 8.9 * 0.02 < seen.area < 8.95 * 0.04


def test_a_large_surface_that_hangs_together_is_known_by_its_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.mgrid[0:100, 0:100] * 0.05
    at = np.stack([x, y], axis=-1)
    a, b, c, d = at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]
    flat = np.concatenate([np.stack([a, b, c], axis=-2), np.stack([a, c, d], axis=-2)]).reshape(-1, 3, 2)
    monkeypatch.setattr(plans.shapely, "polygons", None)  # no triangle is looked at by itself
    assert abs(union_of_triangles(flat).area - 4.95**2) < 1e-3
