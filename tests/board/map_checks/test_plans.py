"""Shapes seen from above."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

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
