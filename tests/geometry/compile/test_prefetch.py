"""Memory that is asked for ahead of its use."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from sim.geometry.compile.prefetch import prefetch_row
from sim.geometry.ground.terrain_mesh import Ints


def second(array: Ints) -> int:
    prefetch_row(array, 1)
    return int(array[1, 0])


@pytest.mark.parametrize("run", [second, njit(second)])
def test_what_is_asked_for_ahead_stays_what_it_is(run: object) -> None:
    assert callable(run)
    rows = np.arange(12, dtype=np.int32).reshape(3, 4)
    assert run(rows) == 4
    assert run(rows[:, ::2]) == 4
    assert np.array_equal(rows.ravel(), np.arange(12))
