"""Placement: where a base comes to rest, straight down, or the least way to the side. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.descent import column_clear, room_at, way_clear
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, DISC_Z, Base, first_overlap
from sim.geometry.ground.footing import stands
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import NOTHING, bits_at, surface
from sim.geometry.ground.terrain_mesh import WATER, Floats, Scene
from sim.geometry.ground.walls import Heights
from sim.geometry.tolerance import LOW, SLACK, STEP

__all__ = [
    "ANY",
    "PEEK",
    "SOLID",
    "WET",
    "Placement",
    "PlacementRules",
    "nearest_placement",
    "placement_beside",
    "settle",
]

ANY, SOLID, WET = 0, 1, 2  # what is wanted under a spot
PEEK = 0.05  # how far over its given height a base's own ground may lie
_RING = 0.05
_APART, _NEAR = 0.1, 0.06  # inches between circles, and on them, of places looked at under a base
_RISE = 0.002  # a fall ends no higher than it began, but for what places are rounded by
_HAIR = 0.04  # inches outside the rim where the last circle lies: a corner between two of its places shows there
_STRAIGHT = 0.005  # inches: no farther aside is straight down, as places come rounded
_BENEATH = 1e-4  # inches: the next level is looked for from so far below one
_FEWEST, _BESIDE = 16, 720  # places on a circle, and round another base
_FINE = 2e-4  # inches: a place is the nearest to within so much

Bools = NDArray[np.bool_]


class PlacementRules(NamedTuple):
    """What counts as a place for a base.

    `falls`: the highest place below counts, however deep, if it is free and the base is moved level over it and comes
    straight down to it without passing through terrain or others; distance is measured from above. Otherwise all places
    within `limit` count by their true distance. `want`: ANY, SOLID or WET. `through`: nothing bars the level way: it
    begins in something that no way leads out of.
    """

    base: Base
    limit: float
    falls: bool
    want: int
    through: bool = False


class Placement(NamedTuple):
    """A place where a base can be put: its rest height, and how far it is (infinite: there is none)."""

    x: float
    y: float
    rest_z: float
    far: float


class _Search(NamedTuple):
    """A search for a place: what is there, which parts are no places, where it begins and how wide a base can set out
    from there, and what counts."""

    scene: Scene
    discs: Floats
    forbidden: Bools
    any_forbidden: bool
    home: Floats
    room: float
    rules: PlacementRules
    buf: Floats


class Settled(NamedTuple):
    """Where a base comes to rest: its ground and rest height, and the face of that ground (-1, -1: nowhere)."""

    ground: float
    rest_z: float
    terrain: int
    triangle: int


@njit_noref
def settle(
    scene: Scene, x: float, y: float, top: float, base: Base, want: int, buf: Floats
) -> tuple[float, float, int, int]:
    """The highest place straight below `top` where a base stands whole, as `Settled` has it; a plain tuple, as of
    `footing`."""
    for _ in range(24):
        found = stands(scene, x, y, top, base.radius, base.height, buf)
        if found.terrain < 0:
            break
        if found.whole:
            wet = (bits_at(scene, found.terrain, found.triangle) & WATER) != 0
            if want == ANY or (want == WET) == wet:
                return found.ground, found.rest_z, found.terrain, found.triangle
        top = found.ground - _BENEATH
    return NOTHING, NOTHING, -1, -1


@njit_noref
def _overhangs(scene: Scene, forbidden: Bools, x: float, y: float, rest_z: float, r: float) -> bool:
    """Does a base here lie partly over a part that is no place, within a step of it?"""
    rings = int(np.ceil(r / _APART))
    for ring in range(1, rings + 1):
        out = r * ring / rings + (_HAIR if ring == rings else 0.0)
        spokes = int(np.ceil(2 * np.pi * out / _NEAR))
        for s in range(spokes):
            px = x + out * np.cos(2 * np.pi * s / spokes)
            py = y + out * np.sin(2 * np.pi * s / spokes)
            _, which, index = surface(scene, px, py, rest_z + STEP)
            if which >= 0 and forbidden[scene.terrains[which].part[index]]:
                return True
    return False


@njit_noref
def _is_barred(search: _Search, x: float, y: float, found: Settled) -> bool:
    """Does a base that came to rest here lie on a part that is no place, or in another base?"""
    base = search.rules.base
    if search.forbidden[search.scene.terrains[found.terrain].part[found.triangle]]:
        return True
    if first_overlap(search.discs, x, y, found.rest_z, base.radius, base.height) >= 0:
        return True
    return search.any_forbidden and _overhangs(search.scene, search.forbidden, x, y, found.rest_z, base.radius)


@njit_noref
def _falls_to(search: _Search, x: float, y: float, rest_z: float) -> bool:
    """Does a base that falls come down here? It does not rise, nor pass through terrain or others: neither on its way
    aside nor on that down, under a bridge, say, over whose rim it hangs.
    """
    scene, base, home, buf = search.scene, search.rules.base, search.home, search.buf
    if rest_z > home[2] + _RISE:
        return False
    if first_overlap(search.discs, x, y, rest_z, base.radius, max(base.height, home[2] - rest_z)) >= 0:
        return False
    if not column_clear(scene, x, y, Heights(rest_z + base.height, home[2]), base.radius, buf):
        return False
    if search.rules.through or (x - home[0]) ** 2 + (y - home[1]) ** 2 <= _STRAIGHT * _STRAIGHT:
        return True
    return bool(way_clear(scene, search.discs, Segment(home[0], home[1], x, y), home[2], base, search.room, buf))


@njit_noref
def _search(scene: Scene, discs: Floats, forbidden: Bools, home: Floats, rules: PlacementRules, buf: Floats) -> _Search:
    room = room_at(scene, home[0], home[1], home[2], rules.base.radius, buf) if rules.falls else rules.base.radius
    return _Search(scene, discs, forbidden, bool(forbidden.any()), home, room, rules, buf)


@njit_noref
def _try(search: _Search, x: float, y: float, best: float) -> Placement:
    """A place over a point: infinitely far where the base cannot be put there, or no nearer than `best`."""
    rules = search.rules
    home = search.home
    flat = (x - home[0]) ** 2 + (y - home[1]) ** 2
    if flat >= best * best:
        return Placement(x, y, 0.0, np.inf)
    top = home[2] + PEEK if rules.falls else home[2] + rules.limit + PEEK
    least = np.inf
    at = 0.0
    for _ in range(12):
        found = Settled(*settle(search.scene, x, y, top, rules.base, rules.want, search.buf))
        if found.terrain < 0:
            break
        top = found.ground - _BENEATH
        if rules.falls and not _falls_to(search, x, y, found.rest_z):
            break
        if _is_barred(search, x, y, found):
            continue
        if rules.falls:
            return Placement(x, y, found.rest_z, flat**0.5)
        far = (flat + (found.rest_z - home[2]) ** 2) ** 0.5
        if far <= rules.limit and far < least:
            least = far
            at = found.rest_z
    return Placement(x, y, at, least)


@njit_noref
def nearest_placement(
    scene: Scene, discs: Floats, forbidden: Bools, home: Floats, rules: PlacementRules, buf: Floats
) -> Placement:
    """The place nearest to `home` where a base can be put.

    `forbidden` marks the parts that are no places, not even for a part of the base.
    """
    search = _search(scene, discs, forbidden, home, rules, buf)
    best = _on_rings(search)
    if best.far == np.inf:
        return best
    step = _RING
    while step > _FINE:
        nearer = _beside(search, best, step)
        if nearer.far < best.far:
            best = nearer
        else:
            step /= 2
    return best


@njit_noref
def _on_rings(search: _Search) -> Placement:
    """The nearest place on circles round the home."""
    home = search.home
    best = _try(search, home[0], home[1], np.inf)
    ring = _RING
    while ring <= search.rules.limit + 1e-9 and ring < best.far + _RING:
        spokes = max(_FEWEST, int(np.ceil(2 * np.pi * ring / _NEAR)))
        for s in range(spokes):
            px = home[0] + ring * np.cos(2 * np.pi * s / spokes)
            py = home[1] + ring * np.sin(2 * np.pi * s / spokes)
            found = _try(search, px, py, best.far)
            if found.far < best.far - 1e-9:
                best = found
        ring += _RING
    return best


@njit_noref
def _beside(search: _Search, best: Placement, step: float) -> Placement:
    """The first nearer place on a circle round the best one; the best one where there is none."""
    for s in range(_FEWEST):
        px = best.x + step * np.cos(2 * np.pi * s / _FEWEST)
        py = best.y + step * np.sin(2 * np.pi * s / _FEWEST)
        found = _try(search, px, py, best.far)
        if found.far < best.far - 1e-9:
            return found
    return best


@njit_noref
def placement_beside(
    scene: Scene, discs: Floats, forbidden: Bools, other: Floats, home: Floats, rules: PlacementRules, buf: Floats
) -> Placement:
    """As `nearest_placement`, but in base contact with the disc `other`: touching from above, at most 1" up or down."""
    search = _search(scene, discs, forbidden, home, rules, buf)
    best = Placement(home[0], home[1], 0.0, np.inf)
    apart = rules.base.radius + other[DISC_RADIUS] + SLACK / 2
    for s in range(_BESIDE):
        px = other[DISC_X] + apart * np.cos(2 * np.pi * s / _BESIDE)
        py = other[DISC_Y] + apart * np.sin(2 * np.pi * s / _BESIDE)
        if (px - home[0]) ** 2 + (py - home[1]) ** 2 > rules.limit * rules.limit:
            continue
        found = _try(search, px, py, best.far)
        if found.far < best.far and abs(found.rest_z - other[DISC_Z]) <= LOW + SLACK:
            best = found
    return best
