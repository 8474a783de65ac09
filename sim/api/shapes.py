"""Simple shapes as triangles, to build boards of in a few lines. Inches; wound outwards."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.board.model.given import inches, point, whole
from sim.errors import BautaError

__all__ = ["box", "cylinder"]

Point = tuple[float, float, float]
Floats = NDArray[np.float64]
THIN = 1e-3  # inches


def box(low: Point, high: Point) -> Floats:
    """The twelve triangles, (12, 3, 3), of an upright box between two corners.

    >>> box((0, 0, 0), (4, 2, 3)).shape
    (12, 3, 3)

    Raises:
        BautaError: a corner is no point, or the first is not lower than the second in x, y and z.
    """
    low, high = point("box: low corner", low), point("box: high corner", high)
    if not all(a < b for a, b in zip(low, high, strict=True)):
        raise BautaError(f"box: {low} is not lower than {high} in each of x, y and z: give the low corner first")
    (x, y, z), (X, Y, Z) = low, high
    a, b, c, d = (x, y, z), (X, y, z), (X, Y, z), (x, Y, z)
    e, f, g, h = (x, y, Z), (X, y, Z), (X, Y, Z), (x, Y, Z)
    quads = [(a, d, c, b), (e, f, g, h), (a, b, f, e), (b, c, g, f), (c, d, h, g), (d, a, e, h)]
    return np.array([t for p, q, r, s in quads for t in ((p, q, r), (p, r, s))], np.float64)


def cylinder(radius: float, height: float, at: Point = (0.0, 0.0, 0.0), sides: int = 64) -> Floats:
    """The triangles, (4 * sides, 3, 3), of an upright cylinder whose foot is centred at `at`.

    >>> cylinder(0.5, 2.0).shape
    (256, 3, 3)

    Raises:
        BautaError: a radius or height under a thousandth of an inch, or fewer than 3 sides.
    """
    radius, height = inches("cylinder: radius", radius, THIN), inches("cylinder: height", height, THIN)
    sides, at = whole("cylinder: sides", sides, 3, 10_000), point("cylinder: at", at)
    turns = np.arange(sides) * 2 * math.pi / sides
    low = np.column_stack([radius * np.cos(turns), radius * np.sin(turns), np.zeros(sides)])
    high = low + np.array([0, 0, height])
    after = np.roll(np.arange(sides), -1)
    foot, top = np.zeros((sides, 3)), np.tile([0.0, 0.0, height], (sides, 1))
    rings = [
        (low, low[after], high[after]),
        (low, high[after], high),
        (top, high, high[after]),
        (foot, low[after], low),
    ]
    return np.concatenate([np.stack(ring, axis=1) for ring in rings]) + np.array(at, np.float64)
