"""Strips of ground that are narrower than the lattice is wide, between its places. Inches, z up.

The room of a base grows by no more than an inch an inch. So between two places without room there is some only where
both lack little: there it is measured where it can be greatest (as Lipschitz functions are maximised: Piyavskii 1972).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z
from sim.geometry.ground.surface import bits_at, surface
from sim.geometry.ground.terrain_mesh import WATER, Floats
from sim.geometry.paths.heightfield import GROUND, LEVELS, SPACING, Heightfield, Window, X, Y, column_at
from sim.geometry.paths.lattice_places import Longs
from sim.geometry.paths.measuring import LEAST, SAME, room_at
from sim.geometry.paths.search_graph import SearchGraph
from sim.geometry.paths.surroundings import Surroundings

__all__ = ["STRIP_FAR", "STRIP_HEIGHT", "STRIP_ROOM", "no_rooms", "strip_pairs", "strips"]

STRIP_ROOM, STRIP_HEIGHT, STRIP_FAR = 2, 3, 4  # columns of a row, after x and y: see `strips`
_ROWS = 256  # at first


class _Between(NamedTuple):
    """A place between two of the lattice, and the ground of the higher one."""

    x: float
    y: float
    top: float


def no_rooms(pairs: Longs) -> Floats:
    """Of each pair: the room between its places and the height where a base rests there; nothing was measured yet."""
    return np.full((len(pairs), 2), np.nan)


@njit(cache=True, nogil=True)
def strip_pairs(field: Heightfield, window: Window, free: Floats) -> Longs:
    """The neighbouring places of a window that lack little room, between which a base may have some: rows of two
    numbers, column of the window * LEVELS + level.

    Args:
        free: the room at the places of the window, (columns * rows, LEVELS).
    """
    pairs = np.empty((_ROWS, 2), np.int64)
    number = 0
    for w in range(len(free)):
        c = column_at(field, window, w)
        for k in range(field.count[c]):
            if not LEAST - SPACING < free[w, k] <= LEAST:
                continue
            for axis in range(2):
                beside = w % window.columns + 1 < window.columns if axis == 0 else w // window.columns + 1 < window.rows
                v = w + (1 if axis == 0 else window.columns)
                n = c + (1 if axis == 0 else field.columns)
                for q in range(field.count[n] if beside else 0):
                    if free[v, q] > LEAST or free[w, k] + free[v, q] + SPACING < 2 * LEAST:
                        continue
                    if abs(field.ground[c, k] - field.ground[n, q]) > SAME:
                        continue
                    if number == len(pairs):
                        more = np.empty((2 * number, 2), np.int64)
                        more[:number] = pairs
                        pairs = more
                    pairs[number, 0] = w * LEVELS + k
                    pairs[number, 1] = v * LEVELS + q
                    number += 1
    return pairs[:number].copy()


@njit(cache=True, nogil=True)
def strips(graph: SearchGraph, pairs: Longs, free: Floats, discs: Floats, rooms: Floats, buf: Floats) -> Floats:
    """Where a base stands on strips between places that have hardly any room: rows of x, y, the room there, the height
    where it rests and how far it is; some of them just beyond the budget.

    Args:
        graph: a search to everywhere.
        pairs: see `strip_pairs`; `free`: what it was asked with.
        discs: other bases.
        rooms: what was measured between the pairs; what is measured now is written there.
    """
    rows = np.empty((len(pairs), 5))
    number = 0
    for p in range(len(pairs)):
        if _is_strip(graph, pairs[p], free, discs, rows[number], rooms[p], buf):
            number += 1
    return rows[:number].copy()


@njit_noref
def _is_strip(
    graph: SearchGraph, pair: Longs, free: Floats, discs: Floats, row: Floats, known: Floats, buf: Floats
) -> bool:
    """Whether a base stands between the places of a pair, where it has most room, and is led there; writes the row of
    it, and what room there is, if that was not known."""
    first, second = pair[0] // LEVELS, pair[1] // LEVELS
    one, two = graph.first_place[first] + pair[0] % LEVELS, graph.first_place[second] + pair[1] % LEVELS
    here, there = graph.positions[one], graph.positions[two]
    on = 0.5 * (1 + (free[second, pair[1] % LEVELS] - free[first, pair[0] % LEVELS]) / SPACING)
    row[X] = here[X] + (there[X] - here[X]) * on
    row[Y] = here[Y] + (there[Y] - here[Y]) * on
    row[STRIP_FAR] = min(_distance(graph, one, row[X], row[Y]), _distance(graph, two, row[X], row[Y]))
    if row[STRIP_FAR] > graph.budget + SPACING:
        return False
    if np.isnan(known[0]):
        at = _Between(row[X], row[Y], max(here[GROUND], there[GROUND]))
        known[0], known[1] = _room(graph.land, at, discs, buf)
    row[STRIP_ROOM], row[STRIP_HEIGHT] = known[0], known[1]
    return bool(row[STRIP_ROOM] >= LEAST)


@njit_noref
def _distance(graph: SearchGraph, node: int, x: float, y: float) -> float:
    """How far a point is by a place of the lattice or by its rim; infinite where neither is reached."""
    best = np.inf
    for m in (node, node + graph.places):
        if graph.distance[m] < np.inf:
            on = ((graph.positions[m, X] - x) ** 2 + (graph.positions[m, Y] - y) ** 2) ** 0.5
            best = min(best, graph.distance[m] + on)
    return best


@njit_noref
def _room(land: Surroundings, at: _Between, discs: Floats, buf: Floats) -> tuple[float, float]:
    """The room of a base that stays at a point, other bases counted in, and the height where it rests; below 0 where
    there is none."""
    under = surface(land.scene, at.x, at.y, at.top + SAME)
    if under.height < at.top - SAME or (
        land.rules.swim and not bits_at(land.scene, under.terrain, under.triangle) & WATER
    ):
        return -1.0, at.top
    room, height = room_at(land.scene, land.base, at.x, at.y, under.height, buf)
    for disc in discs:
        if height < disc[DISC_Z] + disc[DISC_HEIGHT] and disc[DISC_Z] < height + land.base.height:
            apart = ((at.x - disc[DISC_X]) ** 2 + (at.y - disc[DISC_Y]) ** 2) ** 0.5
            room = min(room, apart - disc[DISC_RADIUS] - land.base.radius)
    return room, height
