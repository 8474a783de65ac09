"""Upright prisms: round things made of triangles."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["prism"]


def prism(radius: float, height: float, sides: int) -> NDArray[np.float64]:
    """Triangles (4 * sides - 4, 3, 3), their fronts outwards, of a closed prism about the upright on z = 0, in inches.
    Its corners are `radius` from its middle, so that it lies within the cylinder."""
    turns = np.arange(sides) * 2 * math.pi / sides
    ring = np.column_stack([np.cos(turns), np.sin(turns)]) * radius
    foot = np.column_stack([ring, np.zeros(sides)])
    top = np.column_stack([ring, np.full(sides, height)])
    faces = []
    for i in range(sides):
        j = (i + 1) % sides
        faces += [(foot[i], foot[j], top[j]), (foot[i], top[j], top[i])]
        faces += [(top[i], top[j], top[0]), (foot[j], foot[i], foot[0])] if i not in (0, sides - 1) else []
    return np.array(faces)
