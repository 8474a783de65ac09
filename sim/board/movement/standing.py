"""What a base stands on, where it falls to, and the nearest place to put it: GroundOf, DropOf, NearestSpot."""

from __future__ import annotations

from itertools import product

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import DropOf, GroundOf, NearestSpot
from sim.board.model.tableau import Barred, Figure, Point, Tableau
from sim.board.model.terrain import Landing, Meaning, VesselKind
from sim.board.model.verdicts import Drop, Ground, Spot
from sim.board.movement.nav_scene import PERCHES, NavScene, body_height, discs_of, nav_scene_of
from sim.geometry.ground.descent import column_clear, is_met
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_Z, Base, first_overlap
from sim.geometry.ground.footing import footing
from sim.geometry.ground.placement import (
    ANY,
    PEEK,
    SOLID,
    WET,
    PlacementRules,
    nearest_placement,
    placement_beside,
)
from sim.geometry.ground.surface import inside, surface
from sim.geometry.ground.under_base import ON, ROUNDED, carried_by, fallen_to
from sim.geometry.ground.walls import Heights
from sim.geometry.tolerance import LOW

__all__ = [
    "BURIED",
    "NOWHERE",
    "ON",
    "ROUNDED",
    "WALLED",
    "WOBBLE",
    "answer_nearest_spot",
    "carries",
    "drop",
    "ground_at",
    "is_inside",
    "point",
]

Floats = NDArray[np.float64]

_NO_BASES: Floats = np.zeros((0, 5))
SIDEWAYS = 6.0  # how far a falling base may be put aside
WOBBLE = 0.5  # a base that just cannot be placed is moved by so much at most (MOVE-05)
_ROUNDINGS = [(ROUNDED * i, ROUNDED * j) for i, j in sorted(product((-1, 0, 1), repeat=2), key=lambda d: d != (0, 0))]
_WHOLE, NOWHERE, WALLED, BURIED = 0, 1, 4, 5  # what `footing` says of a base


def point(x: float, y: float, z: float) -> Point:
    """A place as it enters the game: rounded to 0.001"."""
    return (round(float(x), 3) + 0.0, round(float(y), 3) + 0.0, round(float(z), 3) + 0.0)


def ground_at(nav: NavScene, figure: Figure, at: Point, discs: Floats) -> Ground:
    """What the figure stands on, put at a place."""
    x, y, z = float(at[0]), float(at[1]), float(at[2])
    base = Base(figure.radius, body_height(figure.base_mm))
    rest_z, part, carried, whole, free = carried_by(nav.scene, discs, x, y, z, base, nav.buf)
    if not carried:
        return Ground(at=at, whole=False, landing=Landing.SOLID, kind="air", free=free)
    return _named(nav, part, point(x, y, rest_z), whole, free)


def carries(found: tuple[float, float, int, int, int], z: float) -> bool:
    """Does this footing carry a base at height z? From the ground under its centre up to where it rests."""
    height, rest_z, which, _, _ = found
    return which >= 0 and height - ON <= z <= max(height, rest_z) + ON


def _named(nav: NavScene, part: int, at: Point, whole: bool, free: bool) -> Ground:
    meaning: Meaning = nav.meanings[part]
    name = nav.names[part]
    return Ground(
        at=at,
        whole=whole,
        landing=meaning.landing_spot,
        part=name,
        kind=meaning.kind.value,
        water=meaning.kind.value == "water",
        access=meaning.access,
        ruin=meaning.ruin,
        unstable=meaning.unstable,
        obstacle=meaning.obstacle.value if meaning.obstacle else None,
        vessel=name.rpartition("/")[0] if meaning.vessel else None,
        gondola=meaning.vessel is VesselKind.GONDOLA,
        free=free,
    )


def is_inside(nav: NavScene, figure: Figure, at: Point, discs: Floats) -> bool:
    """Is a base inside a solid at a place: its centre, over ground, and in no other base (ABIL-Ethereal)? A base that
    only its rim takes into a wall is not."""
    x, y, z = float(at[0]), float(at[1]), float(at[2])
    if surface(nav.scene, x, y, z + PEEK).terrain < 0 or not inside(nav.scene, x, y, z + ON):
        return False
    return first_overlap(discs, x, y, z, figure.radius - ROUNDED, body_height(figure.base_mm)) < 0


def answer_ground_of(board: Board, query: GroundOf, tableau: Tableau) -> Ground:
    """TERR-01: whole where the whole base is on solid ground, or the whole of it in water.

    `at` comes back with the height at which the base rests there. A base in the air has the kind "air".
    """
    put = query.at is not None and query.base_mm is not None
    figure = Figure(query.figure, query.at, query.base_mm) if put else tableau.figure(query.figure)  # type: ignore[arg-type]
    discs, _ = discs_of(tableau, (query.figure, *query.ignore))
    if query.off is not None:
        barred = (*tableau.barred, Barred(query.off, (query.figure,)))
        tableau = msgspec.structs.replace(tableau, barred=barred)
    return ground_at(nav_scene_of(board, tableau, query.figure), figure, query.at or figure.at, discs)


def drop(
    nav: NavScene, figure: Figure, start: Point, discs: Floats, others: tuple[Figure, ...], *, aside: bool = True
) -> Drop:
    """Straight down to where the base can stand (FALL-01), aside where terrain or minis are in the way (FALL-04).

    Where it stands it stays. Else it ends no higher than `start`, and is put aside only where it cannot stand and be
    free straight below, or something that carries a part of it is in the way down: then by the least distance, level
    and straight down, through neither terrain nor others. Where it falls on others, whatever is under them, it ends
    where it touches one, if there is room. Not `aside`, nowhere.
    """
    begun = ground_at(nav, figure, start, discs)
    if begun.whole and begun.free:
        return _dropped(start, begun, whole=True)
    x, y, z = map(float, start)
    high = max(z, begun.at[2]) if begun.whole else z
    r, tall = figure.radius, body_height(figure.base_mm)
    home = np.array([x, y, high])
    rest_z, found, stands, stands_z, part, whole, free = fallen_to(nav.scene, discs, x, y, z, Base(r, tall), nav.buf)
    found = found and rest_z <= high + ROUNDED
    met = _met(nav, discs, (x, y, z), max(tall + rest_z, high) if found else high + tall, r - ROUNDED)
    down = Heights(rest_z + tall, z)
    if found and not met and column_clear(nav.scene, x, y, down, r - ROUNDED, nav.buf):
        if not stands or (x, y) != point(x, y, 0.0)[:2]:
            ground = ground_at(nav, figure, _resting(nav, x, y, rest_z, r, tall), discs)
            if ground.free:  # rounding may take it a hair into another
                return _dropped(start, ground)
        elif free:
            return _dropped(start, _named(nav, part, point(x, y, stands_z), whole, free))
    if not aside:
        return Drop(start, None, 0.0, Landing.SOLID, None, False, None, 0.0, tuple(others[k].id for k in met))
    put = _put_aside(nav, figure, home, met, discs)
    if put is not None and not met and len(discs) and put[1].at[2] >= high - ROUNDED:  # back where it fell from
        met = _met_past_terrain(nav, figure, home, discs)
        put = _put_aside(nav, figure, home, met, discs) if met else put
    if put is not None and met and not begun.whole and put[1].at[2] >= high - ROUNDED:  # no room below in contact
        put = _put_aside(nav, figure, home - [0.0, 0.0, LOW + ROUNDED], met, discs) or put
    onto = tuple(others[k].id for k in met)
    if put is None:
        return Drop(start, None, 0.0, Landing.SOLID, None, False, None, 0.0, onto)
    return _dropped(start, put[1], nudged=round(put[0], 3), onto=onto)


def _put_aside(
    nav: NavScene, figure: Figure, home: Floats, met: list[int], discs: Floats
) -> tuple[float, Ground] | None:
    """How far aside a falling base comes to stand that falls on others, or that terrain is in the way of; and on what.
    None: there is no such place."""
    r, tall = figure.radius, body_height(figure.base_mm)
    for others_at in (discs, _pillars(discs)):
        x, y, rest_z, far = _aside(nav, figure, home, discs[met], others_at)
        if not np.isfinite(far):
            return None
        ground = ground_at(nav, figure, _resting(nav, x, y, rest_z, r, tall), discs)
        if ground.free:
            break
    return far, ground


def _met_past_terrain(nav: NavScene, figure: Figure, home: Floats, discs: Floats) -> list[int]:
    """Those on whom a base comes down that terrain keeps from falling straight: where it would if nobody were there."""
    nobody, r, tall = np.zeros(len(nav.names), dtype=np.bool_), figure.radius, body_height(figure.base_mm)
    rules = PlacementRules(Base(r + ROUNDED, tall), SIDEWAYS, True, ANY)
    x, y, rest_z, far = nearest_placement(nav.scene, _NO_BASES, nobody, home, rules, nav.buf)
    if not np.isfinite(far):
        return []
    return _met(nav, discs, (float(x), float(y), float(home[2])), max(tall + rest_z, float(home[2])), r - ROUNDED)


def _met(nav: NavScene, discs: Floats, start: Point, feet: float, r: float) -> list[int]:
    """Those on whom a base comes down that falls from here, by number: whoever is met first, and others as high.

    It meets no feet as high as `feet`.
    """
    x, y, z = start
    way = Heights(feet, z)
    met = [k for k in range(len(discs)) if is_met(nav.scene, discs[k], x, y, way, r, nav.buf)]
    first = max(met, key=lambda k: float(discs[k, DISC_Z] + discs[k, DISC_HEIGHT]), default=None)
    return [k for k in met if abs(discs[k, DISC_Z] - discs[first, DISC_Z]) <= LOW]


def _aside(
    nav: NavScene, figure: Figure, home: Floats, met: Floats, discs: Floats
) -> tuple[float, float, float, float]:
    """The least way aside to where a falling base stands free: x, y, rest and how far (infinite: there is none).

    Where it falls on others that is in base contact with one of them, if there is such a place. Where it begins in
    something, such as a house, that no way leads out of, it comes out beside it.
    """
    nobody = np.zeros(len(nav.names), dtype=np.bool_)
    scene, buf = nav.scene, nav.buf
    rules = PlacementRules(Base(figure.radius + ROUNDED, body_height(figure.base_mm)), SIDEWAYS, True, ANY)
    found = [placement_beside(scene, discs, nobody, row, home, rules, buf) for row in met]
    if found and np.isfinite(min(spot[3] for spot in found)):
        return min(found, key=lambda spot: spot[3])
    nearest = nearest_placement(scene, discs, nobody, home, rules, buf)
    if np.isfinite(nearest[3]):
        return nearest
    return nearest_placement(scene, discs, nobody, home, rules._replace(through=True), buf)


def _dropped(
    start: Point, ground: Ground, *, whole: bool = False, nudged: float = 0.0, onto: tuple[str, ...] = ()
) -> Drop:
    """The verdict on a base that comes to rest on this ground."""
    fallen = max(0.0, round(float(start[2]) - ground.at[2], 3))
    return Drop(start, ground.at, fallen, ground.landing, ground.part, whole, ground, nudged, onto)


def _pillars(discs: Floats) -> Floats:
    """Other bases with nothing over or under them: a place found over a head may, rounded, lie lower, and in it."""
    return np.asarray(discs + np.array([0.0, 0.0, -SIDEWAYS, 0.0, 2 * SIDEWAYS]))


def _resting(nav: NavScene, x: float, y: float, rest_z: float, r: float, tall: float) -> Point:
    """A place that was found, rounded so that the base stands there, with the height at which it rests: if it can,
    on what it rested on before, which its rim may have touched by a hair."""
    whole: Point | None = None
    for east, north in _ROUNDINGS:
        px, py, _ = point(x + east, y + north, rest_z)
        found = footing(nav.scene, px, py, rest_z + PEEK, r, tall, nav.buf)
        if found[4] == _WHOLE:
            here = point(px, py, found[1])
            if abs(found[1] - rest_z) < ON:
                return here
            whole = whole or here
    return whole or point(x, y, rest_z)


def answer_drop_of(board: Board, query: DropOf, tableau: Tableau) -> Drop:
    """FALL-01: see `drop`. `rest` is None where nothing is below, within 6" to the side."""
    figure = tableau.figure(query.figure)
    discs, others = discs_of(tableau, (query.figure, *query.ignore))
    return drop(nav_scene_of(board, tableau, query.figure), figure, query.at, discs, others, aside=query.aside)


def answer_nearest_spot(board: Board, query: NearestSpot, tableau: Tableau) -> Spot:
    """The nearest place, by true distance, where the base stands whole and free, within the limit.

    Raises:
        KeyError: `touching` names no figure, or `clear_of` no marker.
    """
    nav = nav_scene_of(board, tableau, query.figure)
    figure = tableau.figure(query.figure)
    discs, _ = discs_of(tableau, (query.figure, *query.ignore))
    if query.clear_of is not None:
        marker = tableau.figure(query.clear_of)  # hits whoever is at most 1" higher or lower (GEO-13)
        under = [*marker.at[:2], marker.at[2] - LOW, marker.radius, 2 * LOW]
        discs = np.vstack([discs, np.array([under])])
    want = {"ground": SOLID, "water": WET, "any": ANY}[query.on]
    forbidden = np.array([_is_of(name, query.off) for name in nav.names], dtype=np.bool_)
    if query.stays:
        forbidden |= np.array([meaning.obstacle in PERCHES for meaning in nav.meanings], dtype=np.bool_)
    r, tall = figure.radius + ROUNDED, body_height(figure.base_mm)
    home = np.array(query.near, dtype=np.float64)
    rules = PlacementRules(Base(r, tall), float(query.limit), False, want)
    spot = Spot(None, 0.0)
    for others_at in (discs, _pillars(discs)):
        if query.touching is None:
            x, y, rest_z, far = nearest_placement(nav.scene, others_at, forbidden, home, rules, nav.buf)
        else:
            other = tableau.figure(query.touching)
            row = np.array([*other.at, other.radius, body_height(other.base_mm)])
            x, y, rest_z, far = placement_beside(nav.scene, others_at, forbidden, row, home, rules, nav.buf)
        if not np.isfinite(far):
            return Spot(None, 0.0)
        at = _resting(nav, x, y, rest_z, figure.radius, tall)
        spot = Spot(at, round(far, 3), ground_at(nav, figure, at, discs))
        if spot.ground is not None and spot.ground.free:
            break
    return spot


def _is_of(name: str, off: str | None) -> bool:
    """Is it this part, or a part of this piece?"""
    return off is not None and (name == off or name.startswith(off + "/"))
