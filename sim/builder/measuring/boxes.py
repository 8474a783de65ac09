"""Boxes seen from above: west, south, east, north, in inches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.board.movement.relaid_lattice import Box

__all__ = ["around", "box_of", "holds", "touches", "wider"]

Floats = NDArray[np.float64]


def box_of(triangles: Floats) -> Box:
    """The box round triangles (n, 3, 3)."""
    low, high = triangles.min((0, 1)), triangles.max((0, 1))
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def wider(box: Box, by: float) -> Box:
    """A box with so many inches more on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def holds(box: Box, other: Box) -> bool:
    """Does all of another box lie in a box?"""
    return box[0] <= other[0] and box[1] <= other[1] and box[2] >= other[2] and box[3] >= other[3]


def touches(one: Box, two: Box) -> bool:
    """Do two boxes have a point in common?"""
    return one[0] <= two[2] and one[2] >= two[0] and one[1] <= two[3] and one[3] >= two[1]


def around(boxes: Sequence[Box]) -> Box:
    """The box round some boxes."""
    west, south, east, north = zip(*boxes, strict=True)
    return (min(west), min(south), max(east), max(north))
