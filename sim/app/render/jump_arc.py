"""The line that a jump is drawn and shown along."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sim.board.model.tableau import Point

__all__ = ["arc"]

ROUNDING = 0.6  # inches of either side of a corner that an arc rounds
FINE = 0.25  # inches between the points of an arc, at the most
HOP = 0.5  # inches that a jump is drawn over its way, at the most


def arc(way: Sequence[Point], steps: int = 6) -> list[Point]:
    """A jump's line: the way of its base, the corners rounded, with a hop in it.

    The hop is lower than the inch that the base is lifted over its way (JUMP-02): the line touches nothing.
    """
    corners = [p for n, p in enumerate(way) if n == 0 or math.dist(p, way[n - 1]) > 1e-3]
    made = corners[:1]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        a, b = (_toward(corner, end) for end in (before, after))
        for k in range(steps + 1):
            t = k / steps
            made.append(_mix(_mix(a, corner, t), _mix(corner, b, t), t))
    made += corners[1:][-1:]
    parts = [max(1, math.ceil(math.dist(p, q) / FINE)) for p, q in pairwise(made)]
    made = [*(_mix(p, q, k / n) for (p, q), n in zip(pairwise(made), parts, strict=True) for k in range(n)), made[-1]]
    flat = np.cumsum([0.0, *(math.dist(p[:2], q[:2]) for p, q in pairwise(made))])
    hop = HOP * np.sin(np.pi * flat / max(float(flat[-1]), 1e-9))
    return [(x, y, z + float(up)) for (x, y, z), up in zip(made, hop, strict=True)]


def _toward(a: Point, b: Point) -> Point:
    """The point where the rounding of a corner begins."""
    return _mix(a, b, min(0.5, ROUNDING / math.dist(a, b)))


def _mix(a: Point, b: Point, t: float) -> Point:
    x, y, z = (p + (q - p) * t for p, q in zip(a, b, strict=True))
    return (x, y, z)
