"""The flight of a base that jumps, and where it comes down (JUMP-02 to 04). Inches, z up.

It comes down between a step above its way and a step below its place on the straight line; water is no solid ground.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import NO_GROUND, WHOLE, footing
from sim.geometry.ground.jump_arcs import JumpArc, jump_arc
from sim.geometry.ground.surface import bits_at, surface
from sim.geometry.ground.sweep import LIFT, partly_on
from sim.geometry.ground.terrain_mesh import WATER, Floats, Scene
from sim.geometry.ground.under_base import under_base
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = ["FlightEnd", "TouchDown", "flight", "touch_down"]

CLEARED = LIFT + STEP_SLACK  # a parapet of 1.00" is jumped over, one of 1.01" is not
NUDGE = 1.0  # the most that a base is moved on to stand wholly (JUMP-04)
_PACE = 1 / 32
_FINE = 5e-4  # inches, to which the least nudge is known
_SAME = 0.002  # inches: places come rounded
_LOOKS = 8  # at grounds that lie over one another


class FlightEnd(NamedTuple):
    """The corners of a way through the air, the last of which is where it ends; what stopped it: the terrain and
    triangle, or -1, -1, and the number of the base, or -1; the lower of its end and of its place on the straight line;
    the inches of that line that it went."""

    way: Floats
    terrain: int
    triangle: int
    base: int
    low: float
    length: float


class TouchDown(NamedTuple):
    """Where a base that came down stands, and how far it was nudged on for it; not `stands`: it falls."""

    x: float
    y: float
    z: float
    nudged: float
    stands: bool


class _End(NamedTuple):
    """Where a base ends that is to stand there, and the lowest that the ground may be."""

    x: float
    y: float
    z: float
    lowest: float


@njit_noref
def _over_water(scene: Scene, x: float, y: float, z: float, top: float) -> float:
    """The height of a place, or of the water over it: water stops no arc, but no base flies below it."""
    for _ in range(_LOOKS):
        under = surface(scene, x, y, top)
        if under.terrain < 0 or under.height <= z:
            break
        if bits_at(scene, under.terrain, under.triangle) & WATER:
            z = under.height
            break
        top = under.height - 1e-4
    return float(z)


@njit(cache=True, nogil=True)
def flight(scene: Scene, discs: Floats, start: Floats, to: Floats, length: float, r: float, buf: Floats) -> FlightEnd:
    """A jump of so many inches of the straight line to a point, or as far as that."""
    flat = ((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2) ** 0.5
    far = ((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2 + (to[2] - start[2]) ** 2) ** 0.5
    share = min(1.0, max(0.0, length) / far) if far > 0.0 else 1.0
    way, which, index, base = jump_arc(scene, discs, start, to, JumpArc(share, r, CLEARED), buf)
    end = way[len(way) - 1]
    end[2] = _over_water(scene, end[0], end[1], end[2], max(end[2], start[2]))
    if flat < _SAME:
        return FlightEnd(way, which, index, base, end[2], abs(end[2] - start[2]))
    along = min(1.0, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 / flat)
    over = (which >= 0 or base >= 0) and along > 1.0 - 1e-6  # straight down to its point, and held over it
    low = end[2] if over else min(end[2], start[2] + along * (to[2] - start[2]))
    return FlightEnd(way, which, index, base, low, along * far)


@njit_noref
def _stand(scene: Scene, discs: Floats, end: _End, base: Base, buf: Floats) -> TouchDown:
    """Where a base that ends here stands wholly on solid ground: a step over it, or below down to the lowest."""
    x, y = round(end.x, 3), round(end.y, 3)  # as it enters the game
    z, lowest = end.z, end.lowest
    top = z + STEP + STEP_SLACK
    no = TouchDown(x, y, z, 0.0, False)
    for _ in range(_LOOKS):
        ground, rest_z, which, index, how = footing(scene, x, y, top, base.radius, base.height, buf)
        if how == NO_GROUND or rest_z < lowest - STEP_SLACK:
            return no
        if how == WHOLE and rest_z <= z + STEP + STEP_SLACK:
            if bits_at(scene, which, index) & WATER:
                return no
            return TouchDown(x, y, rest_z, 0.0, first_overlap(discs, x, y, rest_z, base.radius, base.height) < 0)
        top = ground - 1e-4
    return no


@njit_noref
def _partly(scene: Scene, end: Floats, lowest: float, r: float, buf: Floats) -> float:
    """How high, to an inch, the ground lies over a height on which a part of the base comes down first; or NaN."""
    x, y = end[0], end[1]
    top: float = end[2] + STEP
    if lowest >= top or not partly_on(scene, x, y, lowest, top, r, buf):
        return np.nan
    while top - STEP > lowest and not partly_on(scene, x, y, top - STEP, top, r, buf):
        top -= STEP
    return top - STEP


@njit(cache=True, nogil=True)
def _nudged(scene: Scene, discs: Floats, end: Floats, way: Floats, lowest: float, base: Base, buf: Floats) -> TouchDown:
    """JUMP-04: up to 1" on in a direction, level, until it stands wholly, on ground no lower than this."""
    arc = jump_arc(scene, discs, end, end + way * NUDGE, JumpArc(1.0, base.radius, CLEARED), buf)[0]
    free = arc[len(arc) - 1]
    most = ((free[0] - end[0]) ** 2 + (free[1] - end[1]) ** 2) ** 0.5
    for step in range(1, int(np.floor(most / _PACE + 1e-6)) + 1):
        high = step * _PACE
        found = _stand(scene, discs, _End(end[0] + way[0] * high, end[1] + way[1] * high, end[2], lowest), base, buf)
        if not found.stands:
            continue
        low = high - _PACE
        while high - low > _FINE:
            mid = (low + high) / 2
            nearer = _stand(scene, discs, _End(end[0] + way[0] * mid, end[1] + way[1] * mid, end[2], lowest), base, buf)
            if nearer.stands:
                high = mid
                found = nearer
            else:
                low = mid
        return TouchDown(found.x, found.y, found.z, high, True)
    return TouchDown(end[0], end[1], end[2], 0.0, False)


@njit(cache=True, nogil=True)
def touch_down(scene: Scene, discs: Floats, end: Floats, low: float, way: Floats, base: Base, buf: Floats) -> TouchDown:
    """Where a base comes to stand whose flight ended, or that it falls. `way`: the level direction of its flight."""
    found = _stand(scene, discs, _End(end[0], end[1], end[2], low - STEP), base, buf)
    partly = _partly(scene, end, found.z + STEP + 2 * STEP_SLACK if found.stands else low - STEP, base.radius, buf)
    if partly == partly:
        found = TouchDown(end[0], end[1], end[2], 0.0, False)
        on_head = first_overlap(discs, end[0], end[1], end[2], base.radius, base.height) >= 0
        if not on_head and (way[0] != 0.0 or way[1] != 0.0):
            found = _nudged(scene, discs, end, way, max(partly, low) - STEP, base, buf)
    if not found.stands:
        x, y, z = round(end[0], 3), round(end[1], 3), round(end[2], 3)
        _, rest_z, which, index, how, carried, free = under_base(scene, discs, x, y, z, base, buf)
        if carried and how == WHOLE and free:  # rounding alone kept it off
            found = TouchDown(x, y, round(rest_z, 3), 0.0, bits_at(scene, which, index) & WATER == 0)
    return found
