"""Where a figure could go, and how far on it is from there (`ProspectOf`): the distance map that a program plans by."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import ProspectOf
from sim.board.model.tableau import Point, Tableau
from sim.board.model.verdicts import Prospect
from sim.board.movement.lattice import LONGER, Goal, lattice_of
from sim.board.movement.path_search import PathSearch
from sim.board.movement.reach_areas import places_of, straight_in
from sim.board.movement.shunning import keeping_out
from sim.geometry.ground.terrain_mesh import PERCH, WATER
from sim.geometry.paths.bucket_queue import FAR
from sim.geometry.paths.clearance import has_room, straight_within
from sim.geometry.paths.lattice_places import points_at
from sim.geometry.paths.neighbours import UNIT
from sim.geometry.paths.place_graph import nodes_of
from sim.geometry.tolerance import STEP

__all__ = ["answer_prospect_of"]

Floats = NDArray[np.float64]

_SAFE = 0.05  # inches: places at the very end of the move are left to exact questions
_ASHORE = 2.0  # inches: who starts in water has so many more on land (MOVE-07)


def answer_prospect_of(board: Board, query: ProspectOf, tableau: Tableau) -> Prospect:
    """The places within the move, and the walk left from each. No places for a figure that hangs on a wall."""
    mover = query.mover
    path_search = PathSearch(board, mover, tableau)
    straight = mover.fly or mover.ethereal
    if (query.goals or mover.shuns) and not straight:
        whole = lattice_of(board, path_search.nav, path_search.figure.base_mm, whole=True)
        path_search.lattice = keeping_out(whole, mover.shuns)
    budget = float(mover.move)
    near = min(budget, query.within * LONGER + 2 * _SAFE)  # nobody looks further
    begun = path_search.start()
    window = path_search.window(budget)
    lattice, field = path_search.lattice, path_search.lattice.field
    bases = path_search.bases()
    if mover.ethereal:
        places, cost = straight_within(field, window, np.array(path_search.figure.at, dtype=np.float64), budget)
    elif mover.fly:
        far = straight_in(path_search, window, budget)
        row, level = np.nonzero(np.isfinite(far))
        places, cost = places_of(field, window, row, level), far[row, level]
    elif begun is not None:
        graph, nodes, units = lattice.outward(begun, mover, query.rolls, window, bases, near)
        places, cost = graph.place[nodes], np.asarray(units * UNIT, np.float64)
    else:
        return _nowhere(len(query.goals))
    within = np.flatnonzero((cost * LONGER <= budget - _SAFE) & (cost <= query.within))
    close = lattice.close(path_search.discs, np.array(path_search.figure.at), near)
    within = within[has_room(field, places[within], close, lattice.base, mover.water_only)]
    places, cost = places[within], cost[within]
    at = points_at(field, places) if straight or not lattice.is_whole else lattice.points[nodes[within]]
    left = np.zeros((len(query.goals), len(at)))
    now = np.zeros(len(query.goals))
    if straight or begun is None:
        here = np.array([path_search.figure.at], dtype=np.float64)
        for k, goals in enumerate(query.goals):
            left[k], now[k] = _as_the_crow_flies(at, goals), _as_the_crow_flies(here, goals)[0]
    elif query.goals:
        own, begins = lattice.around(begun)
        swims = bool((field.bits.ravel()[own] & WATER).any())
        longest = budget + (_ASHORE if swims else 0.0)
        first = int(np.argmin(begins)) if len(own) else -1
        nodes = np.concatenate([nodes[within], nodes_of(graph, own[first : first + 1])])
        for k, goals in enumerate(query.goals):
            units = lattice.distance_field(goals, mover, query.care, longest, bases, query.crowd).at(nodes)
            left[k] = _inches(units[: len(places)])
            if not _is_there(path_search.figure.at, goals):
                now[k] = _inches(units[len(places) :] + begins[first])[0] if len(own) else np.inf
    bits = field.bits.ravel()[places]
    return Prospect(at, cost, left, now, bits & WATER != 0, bits & PERCH != 0)


def _nowhere(sets: int) -> Prospect:
    none = np.zeros(0, np.bool_)
    return Prospect(np.zeros((0, 3)), np.zeros(0), np.zeros((sets, 0)), np.full(sets, np.inf), none, none)


def _is_there(at: Point, goals: tuple[Goal, ...]) -> bool:
    """Is a point within one of the goals, no more than a step higher or lower?"""
    return any(math.hypot(at[0] - x, at[1] - y) <= radius and abs(at[2] - z) <= STEP for x, y, z, radius in goals)


def _inches(units: NDArray[np.int32]) -> Floats:
    return np.asarray(np.where(units < FAR, units * UNIT, np.inf))


def _as_the_crow_flies(at: Floats, goals: tuple[Goal, ...]) -> Floats:
    rows = np.array(goals, dtype=np.float64).reshape(-1, 4)
    apart = np.linalg.norm(at[:, None, :] - rows[None, :, :3], axis=2) - rows[None, :, 3]
    return np.asarray(np.maximum(apart.min(axis=1, initial=np.inf), 0.0))
