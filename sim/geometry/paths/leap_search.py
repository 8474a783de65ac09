"""The inches that a jump onto an area of a heightfield takes: many jumps of one base, in one go. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.touch_down import flight, touch_down
from sim.geometry.paths.heightfield import LEVELS, Heightfield, nearest_column

__all__ = ["NOWHERE", "Labels", "LeapAim", "LeapFound", "leap_search", "place_near"]

Labels = NDArray[np.int32]  # of each place the number of its area, -1 where it is of none, NOWHERE where no step leads
NOWHERE = -2
_BESIDE = 2  # columns beside a point in which its place is looked for


class LeapAim(NamedTuple):
    """What is jumped at, and how: the area that is wanted; a roll of `longest` inches is the best; one that is so much
    too short, `nudged`, may still arrive; the least that arrives is wanted to `fine` inches."""

    area: int
    longest: int
    nudged: float
    fine: float


class LeapFound(NamedTuple):
    """The least inches that arrive, NaN where none do, and the whole inches that do, as bits: bit n for n of them."""

    least: float
    carries: int


@njit_noref
def place_near(field: Heightfield, labels: Labels, x: float, y: float, z: float, apart: float) -> int:
    """The place that steps lead to next to a point, within two columns and so many inches of height, or -1."""
    i, j = nearest_column(field, x, y)
    best = np.inf
    found = -1
    if not (0 <= i < field.columns and 0 <= j < field.rows):
        return -1
    for v in range(max(j - _BESIDE, 0), min(j + _BESIDE + 1, field.rows)):
        for u in range(max(i - _BESIDE, 0), min(i + _BESIDE + 1, field.columns)):
            c = v * field.columns + u
            aside = float((u - i) ** 2 + (v - j) ** 2) ** 0.5
            for k in range(LEVELS):
                rise = abs(field.rest_z[c, k] - z)
                if labels[c * LEVELS + k] != NOWHERE and rise <= apart and aside + rise < best:
                    best = aside + rise
                    found = c * LEVELS + k
    return found


@njit(cache=True, nogil=True)
def _arrives(
    scene: Scene, field: Heightfield, labels: Labels, start: Floats, to: Floats, length: float, area: int,
    base: Base, buf: Floats,
) -> bool:  # fmt: skip
    """Does a jump of so many inches come down on the area?"""
    nobody = np.empty((0, 5))
    flown = flight(scene, nobody, start, to, length, base.radius, buf)
    way = to - start
    way[2] = 0.0
    way /= (way[0] ** 2 + way[1] ** 2) ** 0.5
    down = touch_down(scene, nobody, flown.way[len(flown.way) - 1], flown.low, way, base, buf)
    if not down.stands:
        return False
    place = place_near(field, labels, round(down.x, 3), round(down.y, 3), round(down.z, 3), 0.3)
    return place >= 0 and labels[place] == area


@njit(cache=True, nogil=True)
def leap_search(
    scene: Scene, field: Heightfield, labels: Labels, start: Floats, to: Floats, aim: LeapAim, base: Base, buf: Floats
) -> LeapFound:
    """What jumps from a place at a point aside of it take to come down on an area."""
    if not _arrives(scene, field, labels, start, to, float(aim.longest), aim.area, base, buf):
        return LeapFound(np.nan, 0)
    far = ((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2 + (to[2] - start[2]) ** 2) ** 0.5
    least = high = far
    low = max(0.0, far - aim.nudged)
    while high - low > aim.fine:
        middle = (low + high) / 2
        if _arrives(scene, field, labels, start, to, middle, aim.area, base, buf):
            least = high = middle
        else:
            low = middle
    carries = 0
    for n in range(1, aim.longest + 1):
        if n >= far or (
            n >= least - aim.fine and _arrives(scene, field, labels, start, to, float(n), aim.area, base, buf)
        ):
            carries |= 1 << n
    return LeapFound(least, carries)
