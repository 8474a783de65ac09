"""The foot of a climb: of the places on a line where the base stands whole the one nearest to the wall. Inches, z up.

A climb leads from its foot straight up to the height of a place on top, and level on to that; or level out from there,
and straight down. It is looked for from the wall outward, and is the same for both ways.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import OVER_SHORE, WHOLE, footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, column_free
from sim.geometry.ground.terrain_mesh import WATER, Floats, Scene
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.climb_faces import ANY_WAY, CLEAR, Top, edge_of, hold, rise_over
from sim.geometry.tolerance import SLACK

__all__ = [
    "NO_FOOT",
    "NO_ROOM",
    "TOO_FAR",
    "Climb",
    "Places",
    "nearest_foot",
]

NO_FOOT, NO_ROOM, TOO_FAR = range(4, 7)
"""What keeps a climb from a foot, beside what keeps a base from holding on (`climb_faces`): no base stands there;
something stands on the level way on top; that is too long."""

_GRAZED = 0.05  # inches: what a base rests on so much higher than a little further out it only touches
_HAIR = 1e-6  # inches: what is no higher needs no climb


class Places(NamedTuple):
    """Places where a foot is looked for, in equal parts along a line from the wall outward: under what height the
    ground is looked for at each; and other bases, where no climb down ends."""

    line: Segment
    tops: Floats
    discs: Floats


class Climb(NamedTuple):
    """A climb to the height of a place on top, and level on to that, which way is no longer than `level`; how far from
    its centre a base holds on to a face; and whether it leads up."""

    top: Top
    level: float
    hold: float
    up: bool


class Foot(NamedTuple):
    """A foot: what part of the line leads to it from the wall (-1: there is none), x, y, the height that the base rests
    at and the ground under its centre; what refuses a climb where there is none."""

    part: float
    x: float
    y: float
    rest: float
    ground: float
    refused: int


class _Stand(NamedTuple):
    """Where a base stands, whether whole: what part of the line leads there, x, y, its rest, the ground, and whether
    that is water."""

    whole: bool
    part: float
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
    grazing = Foot(-1.0, 0.0, 0.0, 0.0, 0.0, NO_FOOT)
    stood = False
    for k in range(count):
        here = _stand(scene, places, float(k), base, climb, buf)
        if not here.whole:
            stood = False
            continue
        close = here if stood or k == 0 else _closest(scene, places, k, here, base, climb, buf)
        stood = True
        off = _off_wall(scene, places, close, here, base, climb, buf)
        refusal = _refusal(scene, off, base, climb, buf)
        if refusal == ANY_WAY:
            here = off
        elif close.part < here.part:
            refusal = _refusal(scene, close, base, climb, buf)
            if refusal == ANY_WAY:
                here = close
            else:
                refusal = _refusal(scene, here, base, climb, buf)
        if refusal != ANY_WAY:
            if why == NO_FOOT:
                why = refusal
            continue
        foot = Foot(here.part, here.x, here.y, here.rest, here.ground, ANY_WAY)
        if k + 1 == count:
            return foot
        further = _stand(scene, places, k + 1.0, base, climb, buf)
        if not further.whole or here.rest <= further.rest + _GRAZED:
            return foot
        if grazing.part < 0.0:
            grazing = foot
    if grazing.part >= 0.0:
        return grazing
    if climb.up:
        here = _stand(scene, places, 0.0, base, climb, buf)
        low = _Stand(True, 0.0, here.x, here.y, here.ground, here.ground, here.wet)
        if _refusal(scene, low, base, climb, buf) == ANY_WAY:
            return Foot(0.0, low.x, low.y, low.rest, low.ground, ANY_WAY)
    return Foot(-1.0, 0.0, 0.0, 0.0, 0.0, why)


@njit_noref
def _closest(scene: Scene, places: Places, k: int, here: _Stand, base: Base, climb: Climb, buf: Floats) -> _Stand:
    """Between a place where the base stands and the one before it, where it does not, the one nearest to the wall where
    it stands. Where it is put up on a step there by its rim, the place itself."""
    line = places.line
    length = ((line.bx - line.ax) ** 2 + (line.by - line.ay) ** 2) ** 0.5
    hair = SLACK / 2 * (len(places.tops) - 1) / length
    low, high = k - 1.0, float(k)
    while high - low > hair:
        middle = (low + high) / 2
        if _stand(scene, places, middle, base, climb, buf).whole:
            high = middle
        else:
            low = middle
    close = _stand(scene, places, high, base, climb, buf)
    return close if close.rest <= here.rest + _GRAZED else here


@njit_noref
def _off_wall(
    scene: Scene, places: Places, close: _Stand, here: _Stand, base: Base, climb: Climb, buf: Floats
) -> _Stand:
    """Where the base stands a hair further from the wall than as close as it can, if there is such a place: places are
    rounded, and this one must not come to lie where it does not stand."""
    if close.part >= here.part:
        return close
    line = places.line
    length = ((line.bx - line.ax) ** 2 + (line.by - line.ay) ** 2) ** 0.5
    off = _stand(scene, places, min(close.part + SLACK / length, here.part) * (len(places.tops) - 1), base, climb, buf)
    return off if off.whole and off.rest <= here.rest + _GRAZED else close


@njit_noref
def _stand(scene: Scene, places: Places, place: float, base: Base, climb: Climb, buf: Floats) -> _Stand:
    """How the base stands at a place, or between two."""
    line = places.line
    part = place / max(1, len(places.tops) - 1)
    x = line.ax + part * (line.bx - line.ax)
    y = line.ay + part * (line.by - line.ay)
    ground, rest, which, face, how = footing(scene, x, y, places.tops[int(place)], base.radius, base.height, buf)
    whole = how in (WHOLE, OVER_SHORE)
    if whole and not climb.up:
        over = column_free(scene, x, y, ground + CLEAR, climb.top.rest + CLEAR)
        whole = over and first_overlap(places.discs, x, y, rest, base.radius, base.height) < 0
    return _Stand(whole, part, x, y, rest, ground, bool(bits_at(scene, which, face) & WATER))


@njit_noref
def _refusal(scene: Scene, foot: _Stand, base: Base, climb: Climb, buf: Floats) -> int:
    """What refuses a climb from where a base rests."""
    x, y = foot.x, foot.y
    away = ((x - climb.top.x) ** 2 + (y - climb.top.y) ** 2) ** 0.5
    if foot.rest >= climb.top.rest - _HAIR:
        return NO_FOOT
    if away > climb.level:
        return TOO_FAR
    edge = edge_of(scene, climb.top, base.radius, x, y)
    rise = rise_over(foot.rest, edge, climb.top.rest)
    refusal = hold(scene, x, y, rise, climb.hold, climb.up and foot.wet, buf)
    if refusal != ANY_WAY:
        return refusal
    if away > 0.0:
        way = Segment(x, y, climb.top.x, climb.top.y)
        if wall_distance(scene, way, climb.top.rest, climb.top.rest + base.height, base.radius * 0.5, buf).terrain >= 0:
            return NO_ROOM
    return ANY_WAY
