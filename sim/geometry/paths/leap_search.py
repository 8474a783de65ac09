"""The inches that a jump onto an area of a heightfield takes: many jumps of one base, in one go. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.touch_down import flight, touch_down
from sim.geometry.paths.dry_areas import NOWHERE, Labels
from sim.geometry.paths.heightfield import LEVELS, Heightfield, nearest_column

__all__ = ["APART", "LeapAim", "LeapFound", "leap_search", "place_near"]

APART = 0.3  # inches of height between a base and the place that it is at
_BESIDE = 2  # columns beside a point in which its place is looked for


class LeapAim(NamedTuple):
    """From where is jumped, at what, and how: the area that is wanted; the best roll, `longest` inches; by how much a
    jump may be too short and still arrive, `nudged`; to what the least that arrives is wanted, `fine` inches."""

    start: Floats
    to: Floats
    area: int
    longest: int
    nudged: float
    fine: float


class LeapFound(NamedTuple):
    """The least inches that arrive, NaN where none do; the whole inches that do, as bits: bit n for n of them; the way
    of the longest jump, to where it comes to stand."""

    least: float
    carries: int
    way: Floats


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


class _Leap(NamedTuple):
    """A jump that is tried: what is there, the areas, the base, and from where to where."""

    scene: Scene
    field: Heightfield
    labels: Labels
    base: Base
    start: Floats
    to: Floats
    area: int
    buf: Floats


@njit(cache=True, nogil=True)
def _arrived(leap: _Leap, length: float) -> tuple[Floats, bool]:
    """The way of a jump of so many inches, and whether it comes down on the area."""
    nobody = np.empty((0, 5))
    flown = flight(leap.scene, nobody, leap.start, leap.to, length, leap.base.radius, leap.buf)
    way = leap.to - leap.start
    way[2] = 0.0
    way /= (way[0] ** 2 + way[1] ** 2) ** 0.5
    end = flown.way[len(flown.way) - 1]
    down = touch_down(leap.scene, nobody, end, flown.low, way, leap.base, leap.buf)
    if not down.stands:
        return flown.way, False
    x, y, z = round(down.x, 3), round(down.y, 3), round(down.z, 3)
    corners = np.empty((len(flown.way) + 1, 3))
    corners[:-1] = flown.way
    corners[-1] = np.array((x, y, z))
    place = place_near(leap.field, leap.labels, x, y, z, APART)
    return corners, place >= 0 and leap.labels[place] == leap.area


@njit(cache=True, nogil=True)
def leap_search(scene: Scene, field: Heightfield, labels: Labels, aim: LeapAim, base: Base, buf: Floats) -> LeapFound:
    """What jumps from a place at a point aside of it take to come down on an area."""
    start, to = aim.start, aim.to
    leap = _Leap(scene, field, labels, base, start, to, aim.area, buf)
    way, arrives = _arrived(leap, float(aim.longest))
    if not arrives:
        return LeapFound(np.nan, 0, way)
    far = ((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2 + (to[2] - start[2]) ** 2) ** 0.5
    least = high = far
    low = max(0.0, far - aim.nudged)
    while high - low > aim.fine:
        middle = (low + high) / 2
        if _arrived(leap, middle)[1]:
            least = high = middle
        else:
            low = middle
    carries = 0
    for n in range(1, aim.longest + 1):
        if n >= far or (n >= least - aim.fine and _arrived(leap, float(n))[1]):
            carries |= 1 << n
    return LeapFound(least, carries, way)
