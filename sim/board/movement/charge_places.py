"""Where to charge an enemy: the place in base contact that a way to it leads to (MOVE-10).

Whoever points beside an enemy means that side of it; whoever points at the enemy itself means the place that takes
the shortest way, which is not always the nearest as the crow flies: a crate may stand in the way there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Figure, Point
from sim.board.movement.standing import ground_at, point
from sim.geometry.ground.footing import footing
from sim.geometry.ground.placement import PEEK
from sim.geometry.paths.heightfield import SPACING, Heightfield, Window
from sim.geometry.tolerance import STEP, STEP_SLACK

if TYPE_CHECKING:
    from sim.board.movement.path_search import PathSearch, Start

__all__ = ["by_way", "contact_places", "is_aimed", "places_between"]

Floats = NDArray[np.float64]

RING = 48  # places round a base that are looked at
PARTS = 4  # of the way from one of these to the next, where neither is free
GAP = 0.001  # inches between two bases in contact, so that rounding lets them touch still
_AIMED = 0.5  # of the other's radius: whoever points further out than this means that side
_BESIDE = 0.5  # inches from a place to those of the lattice that lead there


def contact_places(path_search: PathSearch, other: Figure, to: Point) -> Iterator[Point]:
    """The places round an enemy where the base stands in contact with it, on the ground within a step of its own:
    first those on the side of `to`."""
    apart = path_search.r + other.radius + GAP
    begin = math.atan2(to[1] - other.at[1], to[0] - other.at[0])
    for k in sorted(range(RING), key=lambda k: min(k, RING - k)):
        turn = begin + 2 * math.pi * k / RING
        place = _standing(path_search, other, apart * math.cos(turn), apart * math.sin(turn))
        if place is not None:
            yield place


def places_between(path_search: PathSearch, other: Figure) -> Iterator[Point]:
    """The places in contact with an enemy between those of `contact_places`, on arcs so short that none of those is on
    them: between stalls, walls and other bases."""
    apart = path_search.r + other.radius + GAP
    step = 2 * math.pi / RING
    ring = [_standing(path_search, other, apart * math.cos(k * step), apart * math.sin(k * step)) for k in range(RING)]
    for k in range(RING):
        if ring[k] is None and ring[(k + 1) % RING] is None:
            for part in range(1, PARTS):
                turn = (k + part / PARTS) * step
                place = _standing(path_search, other, apart * math.cos(turn), apart * math.sin(turn))
                if place is not None:
                    yield place


def _standing(path_search: PathSearch, other: Figure, east: float, north: float) -> Point | None:
    """Where the base stands so far from an enemy, on any ground within a step of the enemy's; None: nowhere."""
    x, y, z = other.at[0] + east, other.at[1] + north, other.at[2]
    top = z + STEP + STEP_SLACK
    for _ in range(3):
        found = footing(path_search.scene, x, y, top, path_search.r, path_search.tall, path_search.buf)
        if found[2] < 0 or found[1] < z - STEP:
            return None
        if found[4] == 0 and abs(found[1] - z) <= STEP:
            at = point(x, y, found[1])
            ground = ground_at(path_search.nav, path_search.figure, at, path_search.discs)
            return at if ground.whole and ground.free else None
        top = found[0] - PEEK
    return None


def is_aimed(to: Point, other: Figure) -> bool:
    """Does somebody who points here mean a side of the enemy, and not just the enemy?"""
    return math.hypot(to[0] - other.at[0], to[1] - other.at[1]) > _AIMED * other.radius


def by_way(
    path_search: PathSearch, start: Start, other: Figure, places: list[Point], rolls: bool
) -> list[tuple[float, Point]]:
    """The places round an enemy that ways from a start lead to, with about how far each is, the nearest first."""
    beside = path_search.r + other.radius + GAP + math.sqrt(2) * _BESIDE + SPACING
    found = path_search.find_round(start, *other.at[:2], beside, path_search.farthest, rolls)
    window, far = found.land.window, found.place_distances
    ways = [(_inches(path_search.lattice.field, window, far, place), place) for place in places]
    return sorted(way for way in ways if math.isfinite(way[0]))


def _inches(field: Heightfield, window: Window, far: Floats, place: Point) -> float:
    x, y, z = place
    i, j = round((x - field.x) / SPACING), round((y - field.y) / SPACING)
    reach = math.ceil(_BESIDE / SPACING)
    best = math.inf
    for v in range(max(window.j, j - reach), min(window.j + window.rows, j + reach + 1)):
        for u in range(max(window.i, i - reach), min(window.i + window.columns, i + reach + 1)):
            column = v * field.columns + u
            px, py = field.x + u * SPACING, field.y + v * SPACING
            own = far[(v - window.j) * window.columns + u - window.i]
            for level in range(max(0, int(field.count[column]))):
                if abs(field.rest_z[column, level] - z) <= STEP:
                    best = min(best, float(own[level]) + math.hypot(px - x, py - y))
    return best
