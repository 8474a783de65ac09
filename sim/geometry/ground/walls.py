"""What stands in a body's way: the walls near its line, the faces between two heights, what it can climb. Inches, z up.

`buf` is scratch space of the kernels: `scratch()`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.near_lists import Rectangle, listed
from sim.geometry.ground.plan_distances import (
    Segment,
    clip_slab,
    nearest_on_polygon,
    point_along,
    points_along,
    segment_polygon,
)
from sim.geometry.ground.surface import NOTHING, surface
from sim.geometry.ground.terrain_mesh import (
    BOTTOM,
    EAST,
    IMPASSABLE,
    LADDER,
    NORTH,
    SLAB,
    SOUTH,
    TOP,
    WALK,
    WATER,
    WEST,
    Floats,
    Scene,
    Terrain,
    cells,
    slab_of,
)
from sim.geometry.tolerance import NO_LENGTH, STEP, STEP_SLACK

__all__ = ["FaceBits", "Heights", "climbable", "scratch", "solid_near", "wall_distance"]

_BAND = 0.25  # inches: a wall that is climbed has a face in each band of this height
_BACK = (0.005, 0.03)  # the foot of a face is looked for so far before it: right there, and beyond a crack
_LATELY = 8


class Wall(NamedTuple):
    """The nearest face: its distance (the limit of the search where there is none), and which it is (-1, -1)."""

    distance: float
    terrain: int
    triangle: int


class Heights(NamedTuple):
    """From a height up to another."""

    low: float
    high: float


class FaceBits(NamedTuple):
    """The faces that count: with one of the bits `want` (any face: 0), and with none of `excluded`."""

    want: int
    excluded: int


class _Solid(NamedTuple):
    """Faces that are looked for near a line, between two heights: the nearest up to `limit`, or the first that is as
    near as `enough` (squared)."""

    line: Segment
    around: Rectangle  # the line
    heights: Heights
    faces: FaceBits
    limit: float
    enough: float


class _Body(NamedTuple):
    """The upright centre line of a body that goes along a line over ground of this height, up to its head."""

    line: Segment
    around: Rectangle  # the line
    ground: float
    head: float


def scratch() -> Floats:
    """Room for the kernels to clip triangles in, and to note those that were looked at last."""
    return np.zeros((3, 12, 3))


@njit_noref
def wall_distance(scene: Scene, line: Segment, ground: float, head: float, limit: float, buf: Floats) -> Wall:
    """How near what blocks a body comes to its centre line, along a line over ground of this height.

    What blocks lies between a step above the ground and `head`. Looked for up to `limit` inches.
    """
    body = _Body(line, _rectangle_round(line), ground, head)
    best = limit * limit
    which = -1
    index = -1
    for number, terrain in enumerate(scene.terrains):
        near, out = listed(terrain, body.around, limit, _lowest(terrain, ground), head)
        if near >= 0:
            best, found = _nearest_listed(scene, terrain, near, out, body, best, buf)
        else:
            best, found = _nearest_binned(scene, terrain, limit, body, best, buf)
        if found >= 0:
            which = number
            index = found
    return Wall(best**0.5, which, index)


@njit_noref
def _lowest(terrain: Terrain, ground: float) -> float:
    """What lies lower is in nobody's way."""
    return (ground - STEP if terrain.barred else ground + STEP + STEP_SLACK) - 1e-6


@njit_noref
def _squared_gap(box: np.ndarray, around: Rectangle) -> float:
    """Squared distance between bounds and a rectangle, seen from above."""
    qx = max(0.0, max(box[WEST] - around.east, around.west - box[EAST]))
    qy = max(0.0, max(box[SOUTH] - around.north, around.south - box[NORTH]))
    gap: float = qx * qx + qy * qy
    return gap


@njit_noref
def _nearest_listed(
    scene: Scene, terrain: Terrain, near: int, out: float, body: _Body, best: float, buf: Floats
) -> tuple[float, int]:
    """The face of a list that comes nearest to a body, nearer than `best`: how near (squared), and which, or -1."""
    index = -1
    lowest = _lowest(terrain, body.ground)
    first = terrain.near.first[near]
    for k in range(first, first + terrain.near.count[near]):
        gap = max(0.0, terrain.near.gap[k] - out)
        if gap * gap >= best:
            break
        box = terrain.near.box[k]
        if box[TOP] <= lowest or box[BOTTOM] >= body.head or _squared_gap(box, body.around) >= best:
            continue
        d = _comes_near(scene, terrain, terrain.near.item[k], body, best, buf)
        if d < best:
            best = d
            index = terrain.near.item[k]
    return best, index


@njit_noref
def _nearest_binned(
    scene: Scene, terrain: Terrain, limit: float, body: _Body, best: float, buf: Floats
) -> tuple[float, int]:
    """As `_nearest_listed`, of the faces in the bins."""
    index = -1
    lowest = _lowest(terrain, body.ground)
    around = body.around
    looked = 0
    for k in range(_LATELY):
        buf[2, k, 0] = -1.0
    i0, i1, j0, j1 = cells(
        terrain, around.west - limit, around.south - limit, around.east + limit, around.north + limit
    )
    for s in range(slab_of(terrain, lowest), slab_of(terrain, body.head) + 1):
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                if _square_is_far(terrain, i, j, body, best):
                    continue
                b = (s * terrain.rows + j) * terrain.columns + i
                for k in range(terrain.start[b], terrain.start[b + 1]):
                    box = terrain.box[k]
                    if box[TOP] <= lowest or box[BOTTOM] >= body.head or _squared_gap(box, around) >= best:
                        continue
                    t = terrain.item[k]
                    if _lately(buf, looked, t):
                        continue
                    looked += 1
                    d = _comes_near(scene, terrain, t, body, best, buf)
                    if d < best:
                        best = d
                        index = t
    return best, index


@njit_noref
def _square_is_far(terrain: Terrain, i: int, j: int, body: _Body, best: float) -> bool:
    """Is all that is in a square of bins at least as far from a body as `best` (squared)?"""
    around = body.around
    left = terrain.x + i * terrain.cell
    below = terrain.y + j * terrain.cell
    qx = max(0.0, max(left - around.east, around.west - left - terrain.cell))
    qy = max(0.0, max(below - around.north, around.south - below - terrain.cell))
    if qx * qx + qy * qy >= best:
        return True
    ux = body.line.bx - body.line.ax
    uy = body.line.by - body.line.ay
    length = (ux * ux + uy * uy) ** 0.5
    if length <= 2.0 * terrain.cell:
        return False
    # beside a long line
    px = terrain.x + (i + 0.5) * terrain.cell - body.line.ax
    py = terrain.y + (j + 0.5) * terrain.cell - body.line.ay
    far: bool = abs(px * uy - py * ux) > (best**0.5 + 0.71 * terrain.cell) * length
    return far


@njit_noref
def _lately(buf: Floats, looked: int, number: float) -> bool:
    """Is a triangle among those that were looked at last? Large ones lie in many bins. Else it is noted."""
    for k in range(_LATELY):
        if buf[2, k, 0] == number:
            return True
    buf[2, looked % _LATELY, 0] = number
    return False


@njit_noref
def _comes_near(scene: Scene, terrain: Terrain, t: int, body: _Body, best: float, buf: Floats) -> float:
    """How near (squared) a face that blocks a body comes to its line; `best` where it is no nearer."""
    flag = terrain.flag[t]
    ground = body.ground
    top = terrain.bounds[t, TOP]
    floor = ground + STEP + STEP_SLACK
    low = ground - STEP if flag & IMPASSABLE else floor
    if flag & (LADDER | WATER) or top <= low or terrain.bounds[t, BOTTOM] >= body.head:
        return best
    if _is_aside(terrain, t, body.line, best):
        return best
    d, excused = _comes_near_there(scene, terrain, t, body, low, best, buf)
    if excused:  # by what is before it where it is nearest: it may be in the way from elsewhere
        places = points_along(body.line)
        for k in range(places if places > 1 else 0):
            at = point_along(body.line, k, places)
            there = _Body(at, _rectangle_round(at), ground, body.head)
            if _squared_gap(terrain.bounds[t], there.around) < d:
                d = _comes_near_there(scene, terrain, t, there, low, d, buf)[0]
    return d


@njit_noref
def _comes_near_there(
    scene: Scene, terrain: Terrain, t: int, body: _Body, low: float, best: float, buf: Floats
) -> tuple[float, bool]:
    """How near (squared) a face that blocks above `low` comes to a line, as it is where it comes nearest; and whether
    less of it blocks there, because the ground rises before it."""
    flag, top = terrain.flag[t], terrain.bounds[t, TOP]
    ground, line = body.ground, body.line
    floor = ground + STEP + STEP_SLACK
    count = clip_slab(terrain.corners[t], low, body.head, buf)
    if count == 0:
        return best, False
    d = segment_polygon(buf[0], count, line)
    if d >= best:
        return best, False
    if flag & IMPASSABLE or top > floor + d**0.5 + STEP:
        return d, False
    if flag & WALK and top <= floor + d**0.5:
        return best, False  # ground that is stepped on to; its own walls block where it is too high
    # it may stand on ground that rises towards it: how high is it above its own foot?
    foot = _foot(scene, buf[0], count, line, ground + d**0.5 + STEP + STEP_SLACK)
    if foot <= ground + 1e-6:
        return d, False
    over = min(foot, ground + d**0.5) + STEP + STEP_SLACK
    count = clip_slab(terrain.corners[t], over, body.head, buf)
    return min(best, segment_polygon(buf[0], count, line)) if count > 0 else best, True


@njit_noref
def _foot(scene: Scene, poly: Floats, count: int, line: Segment, top: float) -> float:
    """The highest ground up to `top` before a polygon, where it comes nearest to a segment: what stands back from the
    rim of a deck by less than a crack is wide stands on the deck."""
    x, y, fx, fy = nearest_on_polygon(poly, count, line)
    far = ((x - fx) ** 2 + (y - fy) ** 2) ** 0.5
    ground = NOTHING
    for back in _BACK:
        share = min(back, far) / max(far, NO_LENGTH)
        ground = max(ground, surface(scene, x + (fx - x) * share, y + (fy - y) * share, top).height)
    return ground


@njit_noref
def _is_aside(terrain: Terrain, t: int, line: Segment, best: float) -> bool:
    """Do the bounds of a face lie wholly to one side of a line, and as far as `best` (squared)?"""
    ux = line.bx - line.ax
    uy = line.by - line.ay
    px = 0.5 * (terrain.bounds[t, WEST] + terrain.bounds[t, EAST])
    py = 0.5 * (terrain.bounds[t, SOUTH] + terrain.bounds[t, NORTH])
    wide = (terrain.bounds[t, EAST] - px) * abs(uy) + (terrain.bounds[t, NORTH] - py) * abs(ux)
    off = abs((px - line.ax) * uy - (py - line.ay) * ux) - wide
    aside: bool = off > 0.0 and off * off >= best * (ux * ux + uy * uy)
    return aside


@njit_noref
def solid_near(
    scene: Scene, line: Segment, heights: Heights, faces: FaceBits, limit: float, enough: float, buf: Floats
) -> Wall:
    """The face between two heights nearest to a line seen from above, up to `limit` inches; the first to be found that
    is as near as `enough` (as `limit`, where it only matters whether there is one)."""
    asked = _Solid(line, _rectangle_round(line), heights, faces, limit, enough * enough)
    best = limit * limit
    which = -1
    index = -1
    for number, terrain in enumerate(scene.terrains):
        best, found = _nearest_solid(terrain, asked, best, buf)
        if found >= 0:
            which = number
            index = found
            if best <= asked.enough:
                break
    return Wall(best**0.5, which, index)


@njit_noref
def _nearest_solid(terrain: Terrain, asked: _Solid, best: float, buf: Floats) -> tuple[float, int]:
    """The face of a terrain that is nearer to a line than `best`: how near (squared), and which, or -1."""
    index = -1
    around, limit = asked.around, asked.limit
    low, high = asked.heights
    i0, i1, j0, j1 = cells(
        terrain, around.west - limit, around.south - limit, around.east + limit, around.north + limit
    )
    s0 = slab_of(terrain, low - 1e-6)
    for s in range(s0, slab_of(terrain, high) + 1):
        under = terrain.z + s * SLAB
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = (s * terrain.rows + j) * terrain.columns + i
                for k in range(terrain.start[b], terrain.start[b + 1]):
                    t = terrain.item[k]
                    if s > s0 and terrain.bounds[t, BOTTOM] < under - 1e-6:
                        continue  # seen in the slab below
                    if not _counts(terrain.flag[t], asked.faces):
                        continue
                    if terrain.bounds[t, TOP] < low or terrain.bounds[t, BOTTOM] > high:
                        continue
                    if _squared_gap(terrain.bounds[t], around) >= best or _is_aside(terrain, t, asked.line, best):
                        continue
                    count = clip_slab(terrain.corners[t], low, high, buf)
                    if count == 0:
                        continue
                    d = segment_polygon(buf[0], count, asked.line)
                    if d < best:
                        best = d
                        index = t
                        if best <= asked.enough:
                            return best, index
    return best, index


@njit_noref
def _counts(flag: int, faces: FaceBits) -> bool:
    return not flag & faces.excluded and (not faces.want or bool(flag & faces.want))


@njit_noref
def _rectangle_round(line: Segment) -> Rectangle:
    return Rectangle(min(line.ax, line.bx), max(line.ax, line.bx), min(line.ay, line.by), max(line.ay, line.by))


@njit_noref
def climbable(
    scene: Scene, x: float, y: float, heights: Heights, reach: float, bits: int, buf: Floats
) -> tuple[bool, int, int]:
    """Is there a face with one of these bits (`CLIMB`, `LADDER`) within reach of a point all the way between two
    heights?

    Looked for in bands of 1/4". The terrain and triangle of the lowest band.
    """
    low, high = heights
    bands = max(1, int(np.ceil((high - low) / _BAND)))
    which = -1
    index = -1
    for band in range(bands):
        bottom = low + (high - low) * band / bands
        top = low + (high - low) * (band + 1) / bands
        within = Heights(bottom + 1e-6, top - 1e-6)
        found = solid_near(scene, Segment(x, y, x, y), within, FaceBits(bits, 0), reach, 0.0, buf)
        if found.terrain < 0:
            return False, which, index
        if which < 0:
            which = found.terrain
            index = found.triangle
    return True, which, index
