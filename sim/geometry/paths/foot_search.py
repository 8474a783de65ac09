"""The foot of a climb: of the places on a line where the base stands whole the one nearest to the wall. Inches, z up.

A climb leads from its foot straight up to the height of a place on top, and level on to that; or level out from there,
and straight down. It is looked for from the wall outward, and is the same for both ways.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import OVER_SHORE, WHOLE, footing
from sim.geometry.ground.plan_distances import Segment, clip_slab, segment_polygon
from sim.geometry.ground.surface import bits_at, column_free, part_at, surface
from sim.geometry.ground.terrain_mesh import (
    ACCESS,
    BOTTOM,
    CLIMB,
    LADDER,
    TOP,
    WATER,
    Floats,
    Ints,
    Scene,
    cells,
    slab_of,
)
from sim.geometry.ground.walls import Heights, climbable, wall_distance
from sim.geometry.tolerance import STEP

__all__ = [
    "ANY_WAY",
    "NO_FACE",
    "NO_FOOT",
    "NO_ROOM",
    "OVERHUNG",
    "SLICK_WALL",
    "Climb",
    "Places",
    "keeps_touch",
    "nearest_foot",
]

ANY_WAY, NO_FOOT, OVERHUNG, NO_FACE, SLICK_WALL, NO_ROOM = range(6)
"""What keeps a climb from a foot: nothing; no base stands there; something juts out; there is no face to hold on to all
the way; it is a canal's; something stands on the level way on top."""

_OVER = 0.05  # inches: the way up is looked at from so far over the foot to so far over the top
_GRAZED = 0.05  # inches: what a base rests on so much higher than a little further out it only touches
_HAIR = 1e-6  # inches: what is no higher needs no climb


class Places(NamedTuple):
    """Places where a foot is looked for, in equal parts along a line from the wall outward: under what height the
    ground is looked for at each; and other bases, where no climb down ends."""

    line: Segment
    tops: Floats
    discs: Floats


class Climb(NamedTuple):
    """A climb to a height, and level on to a place on top that is no further from its foot; how far from its centre a
    base holds on to a face; whether it leads up; and the piece of each part of the scene."""

    high: float
    top_x: float
    top_y: float
    level: float
    hold: float
    up: bool
    pieces: Ints


class Foot(NamedTuple):
    """A foot: which of the places it is (-1: none), x, y, the height that the base rests at and the ground under its
    centre; what refuses a climb where there is none."""

    number: int
    x: float
    y: float
    rest: float
    ground: float
    refused: int


class _Stand(NamedTuple):
    """Where a base stands, whether whole: x, y, its rest, the ground, and whether that is water."""

    whole: bool
    x: float
    y: float
    rest: float
    ground: float
    wet: bool


@njit_noref
def nearest_foot(scene: Scene, places: Places, base: Base, climb: Climb, buf: Floats) -> Foot:
    """The foot of a climb: the first of some places where the base stands whole that nothing refuses.

    One where the base is put up on a step by its very rim is left for the next. Nothing may jut out over the foot of a
    climb down. On steps narrower than the base, where it stands nowhere so near as it walks, a climb up begins at the
    first place on the ground itself.
    """
    count = len(places.tops)
    why = NO_FOOT
    none = Foot(-1, 0.0, 0.0, 0.0, 0.0, NO_FOOT)
    grazing = none
    for k in range(count):
        here = _stand(scene, places, k, base, climb, buf)
        if not here.whole:
            continue
        refusal = _refusal(scene, here, base, climb, buf)
        if refusal != ANY_WAY:
            if why == NO_FOOT:
                why = refusal
            continue
        foot = Foot(k, here.x, here.y, here.rest, here.ground, ANY_WAY)
        if k + 1 == count:
            return foot
        further = _stand(scene, places, k + 1, base, climb, buf)
        if not further.whole or here.rest <= further.rest + _GRAZED:
            return foot
        if grazing.number < 0:
            grazing = foot
    if grazing.number >= 0:
        return grazing
    if climb.up:
        here = _stand(scene, places, 0, base, climb, buf)
        low = _Stand(True, here.x, here.y, here.ground, here.ground, here.wet)
        if _refusal(scene, low, base, climb, buf) == ANY_WAY:
            return Foot(0, low.x, low.y, low.rest, low.ground, ANY_WAY)
    return Foot(-1, 0.0, 0.0, 0.0, 0.0, why)


@njit_noref
def _stand(scene: Scene, places: Places, k: int, base: Base, climb: Climb, buf: Floats) -> _Stand:
    """How the base stands at a place."""
    line = places.line
    part = k / max(1, len(places.tops) - 1)
    x = line.ax + part * (line.bx - line.ax)
    y = line.ay + part * (line.by - line.ay)
    ground, rest, which, face, how = footing(scene, x, y, places.tops[k], base.radius, base.height, buf)
    whole = how in (WHOLE, OVER_SHORE)
    if whole and not climb.up:
        over = column_free(scene, x, y, ground + _OVER, climb.high + _OVER)
        whole = over and first_overlap(places.discs, x, y, rest, base.radius, base.height) < 0
    return _Stand(whole, x, y, rest, ground, bool(bits_at(scene, which, face) & WATER))


@njit_noref
def _refusal(scene: Scene, foot: _Stand, base: Base, climb: Climb, buf: Floats) -> int:
    """What refuses a climb from where a base rests."""
    x, y = foot.x, foot.y
    away = ((x - climb.top_x) ** 2 + (y - climb.top_y) ** 2) ** 0.5
    if foot.rest >= climb.high - _HAIR or away > climb.level:
        return NO_FOOT
    if not column_free(scene, x, y, foot.rest + _OVER, climb.high + _OVER):
        return OVERHUNG
    wall = Heights(foot.rest, climb.high)
    held, which, face = climbable(scene, x, y, wall, climb.hold, LADDER | CLIMB, buf)
    slick = climb.up and foot.wet and not (held and bits_at(scene, which, face) & ACCESS)
    if slick and not (held and climbable(scene, x, y, wall, climb.hold, LADDER, buf)[0]):
        return SLICK_WALL
    if not held:
        return NO_FACE
    if not keeps_touch(scene, x, y, base, climb, buf):
        return NO_FACE
    if away > 0.0:
        way = Segment(x, y, climb.top_x, climb.top_y)
        if wall_distance(scene, way, climb.high, climb.high + base.height, base.radius * 0.5, buf).terrain >= 0:
            return NO_ROOM
    return ANY_WAY


@njit_noref
def keeps_touch(scene: Scene, x: float, y: float, base: Base, climb: Climb, buf: Floats) -> bool:
    """Does a base over this point, level with the top of a climb, touch the piece on which its centre is there?

    Straight over an edge it does.
    """
    away = ((x - climb.top_x) ** 2 + (y - climb.top_y) ** 2) ** 0.5
    if away <= base.radius + climb.hold:
        return True
    ground = surface(scene, climb.top_x, climb.top_y, climb.high + _OVER)
    own = part_at(scene, ground.terrain, ground.triangle)
    return own < 0 or _touches(scene, Segment(x, y, x, y), climb, climb.pieces[own], buf)


@njit_noref
def _touches(scene: Scene, at: Segment, climb: Climb, piece: int, buf: Floats) -> bool:
    """Does a base at a point hold on to a piece at most a step below the top of a climb?"""
    low, high, reach = climb.high - STEP, climb.high + _OVER, climb.hold
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, at.ax - reach, at.ay - reach, at.ax + reach, at.ay + reach)
        for s in range(slab_of(terrain, low), slab_of(terrain, high) + 1):
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    b = (s * terrain.rows + j) * terrain.columns + i
                    for k in range(terrain.start[b], terrain.start[b + 1]):
                        t = terrain.item[k]
                        if climb.pieces[terrain.part[t]] != piece:
                            continue
                        if terrain.bounds[t, TOP] < low or terrain.bounds[t, BOTTOM] > high:
                            continue
                        count = clip_slab(terrain.corners[t], low, high, buf)
                        if count > 0 and segment_polygon(buf[0], count, at) <= reach * reach:
                            return True
    return False
