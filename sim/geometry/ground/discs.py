"""Other bases in the way: upright cylinders that no base may enter. Inches, z up.

They are rows of `discs`, columns `DISC_X` to `DISC_HEIGHT`: the centre of the underside, radius and height.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.tolerance import SLACK

__all__ = [
    "DISC_HEIGHT",
    "DISC_RADIUS",
    "DISC_X",
    "DISC_Y",
    "DISC_Z",
    "Base",
    "first_overlap",
    "is_level_with",
    "runs_into",
]

DISC_X, DISC_Y, DISC_Z, DISC_RADIUS, DISC_HEIGHT = range(5)


class Base(NamedTuple):
    """A round base and the body on it: the agent of navigation meshes."""

    radius: float
    height: float


@njit_noref
def is_level_with(discs: Floats, k: int, low: float, high: float) -> bool:
    """Is any of a disc between two heights?"""
    level: bool = low < discs[k, DISC_Z] + discs[k, DISC_HEIGHT] and discs[k, DISC_Z] < high
    return level


@njit_noref
def runs_into(discs: Floats, k: int, line: Segment, r: float) -> bool:
    """Does a base that goes along a line come over a disc, seen from above? One that it moves away from is let be."""
    apart = r + discs[k, DISC_RADIUS] - 2 * SLACK
    dx = line.bx - line.ax
    dy = line.by - line.ay
    cx = discs[k, DISC_X] - line.ax
    cy = discs[k, DISC_Y] - line.ay
    along = cx * dx + cy * dy
    if along <= 0.0:
        return False
    t = min(1.0, along / (dx * dx + dy * dy))
    into: bool = (cx - t * dx) ** 2 + (cy - t * dy) ** 2 < apart * apart
    return into


@njit_noref
def first_overlap(discs: Floats, x: float, y: float, z: float, r: float, tall: float) -> int:
    """The first disc that a base here would overlap, or -1."""
    for k in range(len(discs)):
        apart = r + discs[k, DISC_RADIUS] - 2 * SLACK
        if (discs[k, DISC_X] - x) ** 2 + (discs[k, DISC_Y] - y) ** 2 < apart * apart and is_level_with(
            discs, k, z, z + tall
        ):
            return k
    return -1
