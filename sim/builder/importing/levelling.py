"""A scan or print that lies askew is turned until three points of it are level."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.builder.errors import BuilderError
from sim.builder.importing.foreign import Foreign
from sim.words import say

__all__ = ["levelling", "turned"]

Floats = NDArray[np.float64]
Point = tuple[float, float, float]

FLAT = 0.02  # sine between two sides of a triangle: its points are in a row, and would level nothing


def levelling(level: Sequence[Point]) -> tuple[Floats, float]:
    """The turn that makes three points level, the first two from west to east, and how far it tilts, in degrees.

    Raises BuilderError where they are in a row.
    """
    a, b, c = (np.array(point, dtype=np.float64) for point in level)
    normal = np.cross(b - a, c - a)
    if np.linalg.norm(normal) < FLAT * max(float(np.linalg.norm(b - a) * np.linalg.norm(c - a)), 1e-30):
        raise BuilderError(say("--level: the three points are in a row: give corners of a triangle"))
    normal /= np.linalg.norm(normal)
    if normal[2] < 0:  # whichever way round they were given
        normal = -normal
    east = (b - a) / np.linalg.norm(b - a)
    turn = np.stack([east, np.cross(normal, east), normal])
    return turn, float(np.degrees(np.arccos(np.clip(normal[2], -1.0, 1.0))))


def turned(foreign: Foreign, turn: Floats) -> Foreign:
    """A mesh that was levelled: as one without nodes of ours, which would stand as they did."""
    parts = tuple(msgspec.structs.replace(part, triangles=part.triangles @ turn.T) for part in foreign.parts)
    colours = foreign.colours
    if colours is not None:
        colours = msgspec.structs.replace(colours, points=colours.points @ turn.T)
    return msgspec.structs.replace(foreign, parts=parts, colours=colours, nodes=())
