"""Equal rows are found as numpy finds them, in its order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.app.render.row_sets import row_sets

CHANCE = np.random.default_rng(5)
TABLES = {
    "numbers": CHANCE.integers(-3, 3, (200, 3)),
    "small numbers": CHANCE.integers(-9, 9, (200, 3)).astype(np.int8),
    "wide numbers": CHANCE.integers(-(1 << 62), 1 << 62, (200, 4)).repeat(2, axis=0),
    "many columns": CHANCE.integers(-(1 << 30), 1 << 30, (200, 6)).repeat(3, axis=0),
    "floats": CHANCE.normal(size=(100, 6)).repeat(3, axis=0),
    "both zeros": np.array([[0.0, 1.0], [-0.0, 1.0], [0.0, 2.0]]),
    "one row": np.array([[1, 2]]),
    "none": np.zeros((0, 3), np.int64),
}


@pytest.mark.parametrize("name", TABLES)
def test_equal_rows_are_those_of_numpy(name: str) -> None:
    rows: Any = TABLES[name]
    _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    found = row_sets(rows)
    np.testing.assert_array_equal(found.first, first)
    np.testing.assert_array_equal(found.which, which.ravel())
