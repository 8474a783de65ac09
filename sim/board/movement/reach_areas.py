"""Everywhere that a move can end (MOVE): `ReachOf`."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import ReachOf
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Level, Reach
from sim.board.movement.beyond_walls import Missed, beyond_walls
from sim.board.movement.path_search import PathSearch, Start
from sim.board.movement.water_exits import spared_ways
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.sweep import flown
from sim.geometry.paths.clearance import clearance_at, straight_distances
from sim.geometry.paths.climb_links import ROLL
from sim.geometry.paths.contours import areas, extent, storeys
from sim.geometry.paths.fine_rooms import FINE, longer_rooms
from sim.geometry.paths.fine_values import NEARLY, Lasting, fine_values, heights_between, lasting
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window
from sim.geometry.paths.lattice_places import Longs, points_at
from sim.geometry.paths.search_graph import NO_GOAL, SearchGraph
from sim.geometry.paths.strips import STRIP_FAR, STRIP_HEIGHT, STRIP_ROOM, no_rooms, strip_pairs, strips
from sim.geometry.paths.surroundings import Surroundings
from sim.geometry.paths.theta_star import search_on_with_rolls
from sim.geometry.tolerance import STEP

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = ["places_of", "straight_in"]

Floats = NDArray[np.float64]

_SAFE = 0.002  # an area is drawn this much short of what the move costs
_LEAST = 0.01  # square inches: smaller areas are no levels
_NEXT = 1.5  # spacings between places of one strip


def answer_reach_of(board: Board, query: ReachOf, tableau: Tableau) -> Reach:
    """Everywhere that a move can end with the whole base on solid ground, or wholly in water.

    One level for each area that hangs together; areas that take a roll come apart from those that do not.
    """
    budget, most = float(query.mover.move), max(float(query.mover.move), float(query.spared))
    path_search = PathSearch(board, msgspec.structs.replace(query.mover, move=most), tableau)
    window = path_search.window(most)
    free = room_in(path_search, window)
    if query.mover.fly or query.mover.ethereal:
        left = budget - _SAFE - straight_in(path_search, window, budget)
        land = path_search.land(window, rolls=True, discs=path_search.discs)
        levels = _levels(path_search, land, lasting(path_search.discs, free, left))
        return Reach(tuple(levels), round(math.fsum(lev.area for lev in levels), 6))
    climbing = path_search.mover.climb and (
        path_search.has(window, bits.RUIN)
        or bool(path_search.lattice.climbs_within(path_search.figure.at, most)[:, ROLL].any())
    )
    may_roll = climbing or path_search.has(window, bits.DIFFICULT)
    plain, full = np.full(free.shape, -np.inf), np.full(free.shape, -np.inf)  # inches left
    narrow = _Strips(path_search, window, free)
    levels = []
    walked = rolled = None  # what lies round who makes no rolls, and who does
    for start in path_search.starts():
        found = path_search.find(start, NO_GOAL, most, False, askew=may_roll)
        if not start.rolls:
            walked = found.land
            ways = _noted(path_search, found, budget - _SAFE - start.cost, most - budget, plain)
            narrow.plain += [narrow.of(each, start, spared) for each, spared in ways]
        if may_roll or start.rolls:
            found = search_on_with_rolls(found)
            rolled = found.land
            ways = _noted(path_search, found, budget - _SAFE - start.cost, most - budget, full)
            narrow.rolled += [narrow.of(each, start, spared) for each, spared in ways]
    if walked is not None and path_search.mover.climb:
        beyond = _note_beyond(path_search, window, free, budget - _SAFE, plain, full)
        if beyond and rolled is None:
            rolled = walked
            np.maximum(full, plain, out=full)
    if walked is not None:
        levels += _levels(path_search, walked, lasting(path_search.discs, free, plain))
    if rolled is not None:
        levels += _levels(path_search, rolled, lasting(path_search.discs, free, full, plain))
    levels += _strip_levels(np.concatenate(narrow.plain), np.concatenate(narrow.rolled), budget - _SAFE)
    return Reach(tuple(levels), round(math.fsum(lev.area for lev in levels), 6))


def _note_beyond(
    path_search: PathSearch, window: Window, free: Floats, most: float, plain: Floats, full: Floats
) -> bool:
    """Note where only a straight line over a wall leads, as what it leaves of the move; whether there is such a place
    that takes a roll."""
    column, level = np.nonzero((free >= 0.0) & (np.maximum(plain, full) < 0.0))
    field = path_search.lattice.field
    missed = Missed(column, level, points_at(field, places_of(field, window, column, level)))
    rolls = False
    for n, path in beyond_walls(path_search, window, missed, most):
        place = column[n], level[n]
        full[place] = max(full[place], most - path.cost)
        rolls = rolls or path.rolls > 0
        if not path.rolls:
            plain[place] = full[place]
    return rolls


def _noted(
    path_search: PathSearch, found: SearchGraph, most: float, more: float, left: Floats
) -> list[tuple[SearchGraph, float]]:
    """The ways of a search, and those that are spared so many inches more, noted as what they leave of the move."""
    ways = [(found, 0.0)]
    if more and (len(found.climb_links) or path_search.has(found.land.window, bits.ACCESS)):
        ways.append((spared_ways(path_search, found, most), more))
    for each, spared in ways:
        each.raise_left(most + spared, left)
        each.raise_beside(most + spared, left)
    return ways


class _Strips:
    """The places on strips narrower than the lattice that searches lead to, `plain` and `rolled`: without rolls and
    with them. Between the same places there is the same room: it is measured once."""

    def __init__(self, path_search: PathSearch, window: Window, free: Floats) -> None:
        self._path_search, self._free = path_search, free
        self._pairs = strip_pairs(path_search.lattice.field, window, free)
        self._rooms = no_rooms(self._pairs)
        self.plain, self.rolled = [np.empty((0, 5))], [np.empty((0, 5))]

    def of(self, found: SearchGraph, start: Start, spared: float) -> Floats:
        """Those that a search from a start leads to, and just beyond the move; `spared`: inches of them."""
        by = self._path_search
        rows = strips(found, self._pairs, self._free, by.discs, self._rooms, by.buf)
        rows[:, STRIP_FAR] += start.cost - spared
        return rows


def _strip_levels(plain: Floats, rolled: Floats, budget: float) -> list[Level]:
    """Strips as levels of their own: those reached without a roll, then what only a roll leads to."""
    known = {tuple(row[:2]) for row in plain[plain[:, STRIP_FAR] <= budget].tolist()}
    only = np.array([row for row in rolled.tolist() if tuple(row[:2]) not in known]).reshape(-1, 5)
    return [*_beads(plain, budget, False), *_beads(only, budget, True)]


def _beads(rows: Floats, budget: float, needs_roll: bool) -> list[Level]:
    """Discs round the places of strips, joined where they are next to each other, as far as the budget lasts."""
    lasts = rows[:, STRIP_FAR] <= budget
    if not lasts.any():
        return []
    import shapely

    at, far, heights = rows[:, :2], rows[:, STRIP_FAR], rows[:, STRIP_HEIGHT]
    apart = np.hypot(at[:, None, 0] - at[:, 0], at[:, None, 1] - at[:, 1])
    one, two = np.nonzero(lasts[:, None] & (far > far[:, None]) & (apart < _NEXT * SPACING))
    level = np.abs(heights[one] - heights[two]) < STEP
    one, two = one[level], two[level]
    share = np.minimum(1.0, (budget - far[one]) / (far[two] - far[one]))
    lines = shapely.linestrings(np.stack([at[one], at[one] + (at[two] - at[one]) * share[:, None]], axis=1))
    room = np.minimum(rows[one, STRIP_ROOM], rows[two, STRIP_ROOM])
    discs = shapely.buffer(shapely.points(at[lasts]), rows[lasts, STRIP_ROOM], quad_segs=3)
    made = shapely.union_all([*discs, *shapely.buffer(lines, room, quad_segs=3)])
    levels = []
    for polygon in shapely.get_parts(made):
        own = heights[shapely.contains_xy(polygon, at)]
        z = (round(float(own.min()), 3), round(float(own.max()), 3))
        levels.append(Level(z, (_rings(polygon),), needs_roll, round(polygon.area, 6)))
    return levels


def columns_of(field: Heightfield, window: Window) -> NDArray[np.int64]:
    i = window.i + np.arange(window.columns)
    j = window.j + np.arange(window.rows)
    return np.asarray((j[:, None] * field.columns + i[None, :]).ravel())


def places_of(field: Heightfield, window: Window, row: Longs, level: Longs) -> Longs:
    """The given levels of the given columns of a window, as numbers (see `lattice_places`)."""
    return np.asarray(columns_of(field, window)[row] * LEVELS + level)


def room_in(path_search: PathSearch, window: Window) -> Floats:
    """How much room the base has at each place of the window; negative where it cannot end."""
    field, mover = path_search.lattice.field, path_search.mover
    return clearance_at(field, window, path_search.discs, path_search.lattice.base, mover.water_only)


def _levels(path_search: PathSearch, land: Surroundings, lasts: Lasting) -> list[Level]:
    """The areas of a move, storey by storey."""
    import shapely

    lattice, window = path_search.lattice, land.window
    field = lattice.field
    levels = []
    for storey in storeys(field, lasts.values, window, NEARLY):
        box, low, high = extent(field, window, lasts.values, storey, NEARLY)
        found = fine_values(land, lattice.fine, lasts, storey, box)
        while found is None:
            lattice.fine = longer_rooms(lattice.fine)
            found = fine_values(land, lattice.fine, lasts, storey, box)
        x, y = field.x + (window.i + box.i) * SPACING, field.y + (window.j + box.j) * SPACING
        polygons = areas(*found, x, y, SPACING / FINE)
        area = math.fsum(shapely.area(polygons))
        if area < _LEAST:
            continue
        low, high = heights_between(land, lasts, storey, box, found[0], low, high)
        z = (round(low, 3), round(high, 3))
        levels.append(Level(z, tuple(_rings(p) for p in polygons), len(lasts.before) > 0, round(area, 6)))
    return levels


def _rings(polygon: Polygon) -> tuple[tuple[tuple[float, float], ...], ...]:
    import shapely

    corners, ring = shapely.get_coordinates(shapely.get_rings(polygon), return_index=True)
    drawn = list(zip(*np.round(corners, 4).T.tolist(), strict=True))
    ends = np.flatnonzero(ring[1:] != ring[:-1]) + 1
    return tuple(tuple(drawn[first:last]) for first, last in pairwise((0, *ends.tolist(), len(drawn))))


def straight_in(path_search: PathSearch, window: Window, budget: float) -> Floats:
    """How far each place is for one that flies or is ethereal; infinite where that is barred."""
    field = path_search.lattice.field
    at = np.array(path_search.figure.at, dtype=np.float64)
    far = np.asarray(straight_distances(field, window, at))
    if path_search.mover.ethereal:
        return far
    row, level = np.nonzero(far <= budget + SPACING)
    places = points_at(field, places_of(field, window, row, level))
    far[row, level] = flown(
        path_search.scene, path_search.discs, at, places, budget + SPACING, path_search.r, path_search.buf
    )
    return far
