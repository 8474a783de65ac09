"""A base that falls: what its way aside and straight down meets, and whom it comes down on. Inches, z up.

Its way is level to the place over which it comes down, and from there an upright column as wide as the base.
"""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z, Base, is_level_with, runs_into
from sim.geometry.ground.footing import stands
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.sweep import LIFT
from sim.geometry.ground.terrain_mesh import LADDER, WATER, Floats, Scene
from sim.geometry.ground.walls import FaceBits, Heights, solid_near
from sim.geometry.tolerance import SLACK, STEP_SLACK

__all__ = ["column_clear", "is_met", "let_down", "room_at", "way_clear"]

_MIDDLE = 0.01  # inches: a base that begins in something solid goes aside by its middle, which is so wide
_RISE = SLACK  # a base that is moved aside rises no higher, but for what places are rounded by
_PACE = 0.1  # inches: so often on its way it is looked whether it would be set down
_OVER = LIFT + STEP_SLACK  # inches over the base: what is lower is cleared, as by a jump
_BRUSH = 0.02  # inches: a base that begins no deeper in another touches it, and goes by it or away
_THICK = 1e-6  # of a disc that goes level: what is cut at one height only is lost to rounding
_FINE = 5e-4  # inches, to which the height is known at which a base is let down on something


@njit_noref
def _solid(scene: Scene, line: Segment, low: float, high: float, r: float, buf: Floats) -> bool:
    """Is there terrain nearer than `r` to a line between two heights?"""
    return solid_near(scene, line, Heights(low, high), FaceBits(0, LADDER | WATER), r, r, buf).terrain >= 0


@njit_noref
def column_clear(scene: Scene, x: float, y: float, heights: Heights, r: float, buf: Floats) -> bool:
    """Does a base come straight down between two heights and meet no terrain?"""
    low, high = heights
    return high <= low or not _solid(scene, Segment(x, y, x, y), low, high + SLACK, r - SLACK, buf)


@njit_noref
def room_at(scene: Scene, x: float, y: float, z: float, r: float, buf: Floats) -> float:
    """How wide a base, up to a radius, can set out level from a place: what it begins in it does not come nearer to."""
    within = Heights(z + _OVER, z + _OVER + _THICK)
    found = solid_near(scene, Segment(x, y, x, y), within, FaceBits(0, LADDER | WATER), r, 0.0, buf)
    return max(_MIDDLE, float(found.distance) - SLACK)


@njit_noref
def way_clear(scene: Scene, discs: Floats, line: Segment, z: float, base: Base, room: float, buf: Floats) -> bool:
    """Can a base at a height be moved level along a line? It passes through no terrain but what is low, through no
    other base but one that it begins in, and over no place higher than itself: it would be set down there."""
    if _solid(scene, line, z + _OVER, z + _OVER + _THICK, room, buf):
        return False
    for k in range(len(discs)):
        apart = base.radius + discs[k, DISC_RADIUS] - _BRUSH
        if (discs[k, DISC_X] - line.ax) ** 2 + (discs[k, DISC_Y] - line.ay) ** 2 < apart * apart:
            continue
        if is_level_with(discs, k, z, z + base.height) and runs_into(discs, k, line, base.radius):
            return False
    far = ((line.bx - line.ax) ** 2 + (line.by - line.ay) ** 2) ** 0.5
    paces = int(far / _PACE)
    for pace in range(1, paces + 1):
        x = line.ax + (line.bx - line.ax) * pace * _PACE / far
        y = line.ay + (line.by - line.ay) * pace * _PACE / far
        found = stands(scene, x, y, z + _OVER, base.radius, base.height, buf)
        if found.whole and found.rest_z > z + _RISE:
            return False
    return True


@njit_noref
def is_met(scene: Scene, disc: Floats, x: float, y: float, heights: Heights, r: float, buf: Floats) -> bool:
    """Does a base that falls from a height come down on a disc? `heights`: the highest that feet in its way may be, and
    where it falls from. Terrain that would carry a part of it, higher than the head, keeps it off."""
    feet, start = heights
    apart = r + disc[DISC_RADIUS] - 2 * SLACK
    if (disc[DISC_X] - x) ** 2 + (disc[DISC_Y] - y) ** 2 >= apart * apart or disc[DISC_Z] >= feet:
        return False
    head = disc[DISC_Z] + disc[DISC_HEIGHT]
    return bool(column_clear(scene, x, y, Heights(head, start), r, buf))


@njit_noref
def let_down(scene: Scene, x: float, y: float, z: float, r: float, buf: Floats) -> float:
    """The height at which a base, lifted over a place and let down, first lies on something; that of the place, where
    nothing that it cleared lies under it."""
    at = Segment(x, y, x, y)
    top = z + _OVER
    r -= 2 * SLACK  # places come rounded: a wall beside it carries nobody
    if not _solid(scene, at, z + SLACK, top, r, buf) or _solid(scene, at, top, top + _THICK, r, buf):
        return z
    low = z
    high = top
    while high - low > _FINE:
        mid = (low + high) / 2
        if _solid(scene, at, mid, top, r, buf):
            low = mid
        else:
            high = mid
    return high
