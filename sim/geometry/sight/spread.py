"""Evenly spread points in a fixed order: the same verdict every time, and better than chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["spread_points"]


def spread_points(count: int, dimensions: int) -> NDArray[np.float64]:
    """The first points of the R sequence in the unit cube (Roberts 2018): well spread, however many are taken."""
    g = 2.0
    for _ in range(40):
        g = (1 + g) ** (1 / (dimensions + 1))
    steps = (1 / g) ** np.arange(1, dimensions + 1)
    return np.asarray((0.5 + np.arange(1, count + 1)[:, None] * steps) % 1.0)
