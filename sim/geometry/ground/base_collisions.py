"""Other bases in the way of one that walks, by the height at which it rests. Inches, z up.

A base rests on the highest ground under it, not on that under its centre: on a rim it goes over the heads of those
below, and with a step under its rim it is as high as whoever stands above. What it rests on changes on its way, also
where the ground under its centre does not: that is looked at again and again, where another base is near.
"""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, Base, is_level_with
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import rest_height
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.tolerance import NO_LENGTH, SLACK, STEP, STEP_SLACK

__all__ = ["discs_hold", "is_taken", "may_hold", "steps_into"]

_PACE = 0.0625  # inches: so often it is looked at what a base rests on that passes over or under another


@njit_noref
def _may_be_level(discs: Floats, k: int, low: float, high: float, base: Base) -> bool:
    """May a base over ground between two heights be as high as a disc, whatever it rests on? That is a step higher at
    the most, or by its radius where the ground rises to its rim (at 45 degrees at the most): see `rest_height`."""
    level: bool = is_level_with(discs, k, low, high + STEP + STEP_SLACK + base.radius + base.height)
    return level


@njit_noref
def _is_level(scene: Scene, discs: Floats, k: int, x: float, y: float, ground: float, base: Base) -> bool:
    """Is a base as high as a disc, where it rests over this ground?"""
    rest = rest_height(scene, x, y, ground, base.radius)
    level: bool = is_level_with(discs, k, rest, rest + base.height)
    return level


@njit_noref
def _is_near(discs: Floats, k: int, x: float, y: float, base: Base) -> bool:
    """Do a base and a disc overlap, seen from above?"""
    apart = base.radius + discs[k, DISC_RADIUS] - 2 * SLACK
    near: bool = (discs[k, DISC_X] - x) ** 2 + (discs[k, DISC_Y] - y) ** 2 < apart * apart
    return near


@njit_noref
def is_taken(scene: Scene, discs: Floats, x: float, y: float, ground: float, base: Base) -> bool:
    """Does another base stand where one would be over this ground?"""
    for k in range(len(discs)):
        if (
            _is_near(discs, k, x, y, base)
            and _may_be_level(discs, k, ground, ground, base)
            and _is_level(scene, discs, k, x, y, ground, base)
        ):
            return True
    return False


@njit_noref
def steps_into(scene: Scene, discs: Floats, x: float, y: float, base: Base, before: float, after: float) -> bool:
    """Is a disc in the way of a base that steps from ground of one height to ground of another, and was not before?"""
    low, high = min(before, after), max(before, after)
    for k in range(len(discs)):
        if (
            _is_near(discs, k, x, y, base)
            and _may_be_level(discs, k, low, high, base)
            and not _is_level(scene, discs, k, x, y, before, base)
            and _is_level(scene, discs, k, x, y, after, base)
        ):
            return True
    return False


@njit_noref
def may_hold(discs: Floats, line: Segment, low: float, high: float, base: Base) -> bool:
    """May another base be in the way along a line, over ground between two heights, whatever it rests on?"""
    for k in range(len(discs)):
        first, last = _over(discs, k, line, base.radius)[:2]
        if first <= last and _may_be_level(discs, k, low, high, base):
            return True
    return False


@njit_noref
def discs_hold(scene: Scene, discs: Floats, line: Segment, ground: float, rise: float, base: Base) -> bool:
    """Is another base in the way along a line, over ground of this height that gains so many inches by its end?

    One that it is in where it begins is not, as long as it moves away.
    """
    low, high = ground + min(0.0, rise), ground + max(0.0, rise)
    for k in range(len(discs)):
        if _may_be_level(discs, k, low, high, base) and _holds(scene, discs, k, line, ground, rise, base):
            return True
    return False


@njit_noref
def _over(discs: Floats, k: int, line: Segment, r: float) -> tuple[float, float, float]:
    """From how far on a line, and up to where, a base overlaps a disc, seen from above (the first beyond the last: it
    does not); and how far on it is nearest to its middle."""
    dx = line.bx - line.ax
    dy = line.by - line.ay
    length = (dx * dx + dy * dy) ** 0.5
    apart = r + discs[k, DISC_RADIUS] - 2 * SLACK
    if length < NO_LENGTH or apart <= 0.0:
        return 1.0, 0.0, 0.0
    cx = discs[k, DISC_X] - line.ax
    cy = discs[k, DISC_Y] - line.ay
    along = (cx * dx + cy * dy) / length
    square = apart * apart - cx * cx - cy * cy + along * along
    if square <= 0.0:
        return 1.0, 0.0, along
    half = square**0.5
    if along + half <= 0.0 or along - half >= length:
        return 1.0, 0.0, along
    return max(0.0, along - half), min(length, along + half), along


@njit_noref
def _holds(scene: Scene, discs: Floats, k: int, line: Segment, ground: float, rise: float, base: Base) -> bool:
    """Is one other base in the way along a line?"""
    first, last, along = _over(discs, k, line, base.radius)
    if first > last:
        return False
    length = ((line.bx - line.ax) ** 2 + (line.by - line.ay) ** 2) ** 0.5
    if along <= 0.0 and _is_level(scene, discs, k, line.ax, line.ay, ground, base):
        return False
    s = first
    while True:
        t = s / length
        x, y = line.ax + t * (line.bx - line.ax), line.ay + t * (line.by - line.ay)
        if _is_level(scene, discs, k, x, y, ground + t * rise, base):
            return True
        if s >= last:
            return False
        s = min(last, s + _PACE)
