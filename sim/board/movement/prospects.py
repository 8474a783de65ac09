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
from sim.board.movement.reach_areas import columns_of, places_at, room_in, straight_in
from sim.geometry.ground.terrain_mesh import WATER
from sim.geometry.paths.bucket_queue import FAR
from sim.geometry.paths.heightfield import LEVELS
from sim.geometry.paths.neighbours import UNIT
from sim.geometry.tolerance import STEP

Floats = NDArray[np.float64]

_SAFE = 0.05  # inches: places at the very end of the move are left to exact questions
_ASHORE = 2.0  # inches: who starts in water has so many more on land (MOVE-07)


def answer_prospect_of(board: Board, query: ProspectOf, tableau: Tableau) -> Prospect:
    """The places within the move, and the walk left from each. No places for a figure that hangs on a wall."""
    mover = query.mover
    path_search = PathSearch(board, mover, tableau)
    straight = mover.fly or mover.ethereal
    if query.goals and not straight:
        path_search.lattice = lattice_of(board, path_search.nav, path_search.figure.base_mm, whole=True)
    budget = float(mover.move)
    begun = path_search.start()
    window = path_search.window(budget)
    if straight:
        far = straight_in(path_search, window, budget)
    elif begun is not None:
        bases = path_search.bases()
        far = path_search.lattice.outward(begun, mover, query.rolls, window, bases)
    else:
        return _nowhere(len(query.goals))
    row, level = np.nonzero((room_in(path_search, window) > 0.0) & (far * LONGER <= budget - _SAFE))
    field = path_search.lattice.field
    column = columns_of(field, window)[row]
    at = places_at(field, window, row, level)
    cost = far[row, level]
    left = np.zeros((len(query.goals), len(at)))
    now = np.zeros(len(query.goals))
    for k, goals in enumerate(query.goals):
        if straight or begun is None:
            left[k] = _as_the_crow_flies(at, goals)
            now[k] = _as_the_crow_flies(np.array([path_search.figure.at], dtype=np.float64), goals)[0]
            continue
        own, begins = path_search.lattice.around(begun)
        swims = bool((field.bits.ravel()[own] & WATER).any())
        longest = budget + (_ASHORE if swims else 0.0)
        units = path_search.lattice.distance_field(goals, mover, query.care, longest, bases, query.crowd)
        left[k] = _inches(units[column * LEVELS + level])
        if _is_there(path_search.figure.at, goals):
            continue
        near = int(np.argmin(begins)) if len(own) else -1
        now[k] = _inches(units[own[near : near + 1]] + begins[near])[0] if near >= 0 else np.inf
    return Prospect(at, cost, left, now, field.bits[column, level] & WATER != 0)


def _nowhere(sets: int) -> Prospect:
    return Prospect(np.zeros((0, 3)), np.zeros(0), np.zeros((sets, 0)), np.full(sets, np.inf), np.zeros(0, np.bool_))


def _is_there(at: Point, goals: tuple[Goal, ...]) -> bool:
    """Is a point within one of the goals, no more than a step higher or lower?"""
    return any(math.hypot(at[0] - x, at[1] - y) <= radius and abs(at[2] - z) <= STEP for x, y, z, radius in goals)


def _inches(units: NDArray[np.int32]) -> Floats:
    return np.asarray(np.where(units < FAR, units * UNIT, np.inf))


def _as_the_crow_flies(at: Floats, goals: tuple[Goal, ...]) -> Floats:
    rows = np.array(goals, dtype=np.float64).reshape(-1, 4)
    apart = np.linalg.norm(at[:, None, :] - rows[None, :, :3], axis=2) - rows[None, :, 3]
    return np.asarray(np.maximum(apart.min(axis=1, initial=np.inf), 0.0))
