"""A base that goes through the air in a straight line: how far until something is in its way. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, is_level_with, runs_into
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import LADDER, WALK, WATER, Floats, Scene
from sim.geometry.ground.walls import FaceBits, Heights, solid_near
from sim.geometry.tolerance import LOW, SLACK

__all__ = ["LIFT", "RISE", "UNSTOPPED", "flight", "flown", "partly_on", "sweep"]

UNSTOPPED, TERRAIN = -1, -2  # what ends a flight, where no base does
LIFT = LOW  # a jumping base clears what is this high over its line (JUMP-02)
RISE = 0.5  # flights go over what is in the way in steps of this height
_FINE = 0.002  # the way is known to this length
_THICK = 1e-6  # of a disc that goes level: what is cut at one height only is lost to rounding


class Swept(NamedTuple):
    """How far (0 to 1) a base got, and what stopped it: the terrain and triangle, or -1, -1 and the number of the base,
    or -1."""

    free: float
    terrain: int
    triangle: int
    base: int


@njit_noref
def partly_on(scene: Scene, x: float, y: float, low: float, high: float, r: float, buf: Floats) -> bool:
    """Is any of the base over solid ground between two heights?"""
    at = Segment(x, y, x, y)
    return solid_near(scene, at, Heights(low, high), FaceBits(WALK, WATER), r - SLACK, r - SLACK, buf).terrain >= 0


@njit_noref
def _base_met(discs: Floats, line: Segment, heights: Heights, r: float, begun: bool) -> int:
    """The last of other bases that a base comes over on a stretch of its way, or -1; `begun`: it is on its way."""
    base = -1
    for k in range(len(discs)):
        if not is_level_with(discs, k, heights.low, heights.high):
            continue
        if runs_into(discs, k, line, r) or (begun and _is_over(discs, k, line, r)):
            base = k
    return base


@njit_noref
def _is_over(discs: Floats, k: int, line: Segment, r: float) -> bool:
    """Is a base over a disc where a stretch begins that leads neither to it nor away from it?"""
    apart = r + discs[k, DISC_RADIUS] - 2 * SLACK
    cx = discs[k, DISC_X] - line.ax
    cy = discs[k, DISC_Y] - line.ay
    along = cx * (line.bx - line.ax) + cy * (line.by - line.ay)
    over: bool = along == 0.0 and cx * cx + cy * cy < apart * apart
    return over


@njit(cache=True, nogil=True)
def sweep(scene: Scene, discs: Floats, start: Floats, end: Floats, r: float, lift: float, buf: Floats) -> Swept:
    """How far a base, lifted over its line, gets from start to end."""
    length = np.sqrt(((end - start) ** 2).sum())
    low = 0.0
    size = 1.0
    while low < 1.0 - 1e-12:
        high = min(1.0, low + size)
        line, heights = _stretch(start, end, low, high, lift)
        base = _base_met(discs, line, heights, r, low > 0.0)
        if base < 0 and not _is_solid(scene, line, heights, r, buf):
            low = high
            size = min(1.0, size * 2.0)
        elif (high - low) * length <= _FINE:
            within = Heights(heights.low, heights.high + _THICK)
            found = solid_near(scene, line, within, FaceBits(0, LADDER | WATER), r - SLACK, 0.0, buf)
            return Swept(low, found.terrain, found.triangle, base)
        else:
            size = (high - low) / 2.0
    return Swept(1.0, -1, -1, -1)


@njit_noref
def _stretch(start: Floats, end: Floats, low: float, high: float, lift: float) -> tuple[Segment, Heights]:
    """From one share of a way to another."""
    line = Segment(
        start[0] + low * (end[0] - start[0]),
        start[1] + low * (end[1] - start[1]),
        start[0] + high * (end[0] - start[0]),
        start[1] + high * (end[1] - start[1]),
    )
    az = start[2] + low * (end[2] - start[2]) + lift
    bz = start[2] + high * (end[2] - start[2]) + lift
    return line, Heights(min(az, bz), max(az, bz))


@njit_noref
def _is_solid(scene: Scene, line: Segment, heights: Heights, r: float, buf: Floats) -> bool:
    """Is there terrain in the way of a base along a line, between two heights?"""
    within = Heights(heights.low, heights.high + _THICK)
    return solid_near(scene, line, within, FaceBits(0, LADDER | WATER), r - SLACK, r - SLACK, buf).terrain >= 0


@njit_noref
def _passes(scene: Scene, discs: Floats, start: Floats, end: Floats, r: float, buf: Floats) -> bool:
    """Does a base get all the way from start to end, as `sweep` tells? Where terrain is, nobody asks where it begins:
    most ways that lead into it do so in the middle of a stretch."""
    length = np.sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2 + (end[2] - start[2]) ** 2)
    low = 0.0
    size = 1.0
    while low < 1.0 - 1e-12:
        high = min(1.0, low + size)
        line, heights = _stretch(start, end, low, high, LIFT)
        met = _base_met(discs, line, heights, r, low > 0.0) >= 0
        solid = _is_solid(scene, line, heights, r, buf)
        if not met and not solid:
            low = high
            size = min(1.0, size * 2.0)
            continue
        if (high - low) * length <= _FINE:
            return False
        middle = (low + high) / 2.0
        if solid and _is_solid(scene, *_stretch(start, end, middle, middle, LIFT), r, buf):
            return False
        size = (high - low) / 2.0
    return True


@njit(cache=True, nogil=True)
def _clear(scene: Scene, discs: Floats, way: Floats, corners: int, r: float, buf: Floats) -> bool:
    """Is a way along some corners free?"""
    for k in range(corners - 1):
        if _barred(scene, way[k], way[k + 1], r, buf):
            return False
    free = True
    for k in range(corners - 1):
        free = free and _passes(scene, discs, way[k], way[k + 1], r, buf)
    return free


@njit(cache=True, nogil=True)
def flight(scene: Scene, discs: Floats, way: Floats, r: float, buf: Floats) -> tuple[float, int]:
    """How many inches a base flies along corners (n, 3), and what stops it: another base, `TERRAIN`, or nothing."""
    inches = 0.0
    for k in range(len(way) - 1):
        found = sweep(scene, discs, way[k], way[k + 1], r, LIFT, buf)
        inches += found.free * np.sqrt(((way[k + 1] - way[k]) ** 2).sum())
        if found.free < 1.0:
            return inches, found.base if found.base >= 0 else TERRAIN
    return inches, UNSTOPPED


@njit_noref
def _barred(scene: Scene, start: Floats, end: Floats, r: float, buf: Floats) -> bool:
    """Does terrain stand in a way that is level or upright? What such a base passes over is told at once, while an
    askew one has to be looked for piece by piece; of others, nothing is told."""
    level = start[2] == end[2]
    if not level and (start[0] != end[0] or start[1] != end[1]):
        return False
    line = Segment(start[0], start[1], end[0], end[1])
    return _is_solid(scene, line, Heights(min(start[2], end[2]) + LIFT, max(start[2], end[2]) + LIFT), r, buf)


@njit(cache=True, nogil=True)
def flown(scene: Scene, discs: Floats, start: Floats, places: Floats, budget: float, r: float, buf: Floats) -> Floats:
    """How far places (n, 3) are through the air, up to `budget`: straight, or up and over what is in the way."""
    out = np.full(len(places), np.inf)
    way = np.empty((4, 3))
    for n in range(len(places)):
        place = places[n]
        flat = np.sqrt((place[0] - start[0]) ** 2 + (place[1] - start[1]) ** 2)
        straight = np.sqrt(flat * flat + (place[2] - start[2]) ** 2)
        if straight > budget:
            continue
        way[0] = start
        way[1] = place
        if _clear(scene, discs, way, 2, r, buf):
            out[n] = straight
            continue
        high = max(start[2], place[2])
        while out[n] == np.inf:
            high += RISE
            over = np.sqrt(flat * flat + (high - start[2]) ** 2) + high - place[2]
            up = high - start[2] + np.sqrt(flat * flat + (high - place[2]) ** 2)
            if min(over, up) > budget:
                break
            way[1] = place
            way[1, 2] = high
            way[2] = place
            if over <= budget and _clear(scene, discs, way, 3, r, buf):
                out[n] = over
            way[1] = start
            way[1, 2] = high
            if up <= budget and up < out[n] and _clear(scene, discs, way, 3, r, buf):
                out[n] = up
            around = high - start[2] + flat + high - place[2]
            if out[n] == np.inf and around <= budget:
                way[2] = place
                way[2, 2] = high
                way[3] = place
                if _clear(scene, discs, way, 4, r, buf):
                    out[n] = around
    return out
