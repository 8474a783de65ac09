"""Where a figure could go, and how far on it is from there (`ProspectOf`): the distance map that a program plans by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.lattice import Goal, lattice_of
from sim.board.queries import ProspectOf
from sim.board.reaches import Seeker, columns_of, places_at, room_in, straight_in
from sim.board.tableau import Tableau
from sim.board.verdicts import Prospect
from sim.geometry.field import LEVELS
from sim.geometry.travel import FAR, UNIT, place_near

Floats = NDArray[np.float64]

_SAFE = 0.05  # inches: places at the very end of the move are left to exact questions
_LONGER = 1.015  # a way over the lattice is too short by no more
_NEAR = 1.0  # inches: a base that overlaps a wall stands this near to a place of the lattice


def answer_prospect_of(board: Board, query: ProspectOf, tableau: Tableau) -> Prospect:
    """The places within the move, and the walk left from each. No places for a figure that hangs on a wall."""
    mover = query.mover
    seeker = Seeker(board, mover, tableau)
    straight = mover.fly or mover.ethereal
    if query.goals and not straight:
        seeker.lattice = lattice_of(board, seeker.land, seeker.figure.base_mm, whole=True)
    budget = float(mover.move)
    begun = seeker.start()
    window = seeker.window(budget)
    if straight:
        far = straight_in(seeker, window, budget)
    elif begun is not None:
        far = seeker.lattice.outward(begun, mover, query.rolls, window, seeker.bases())
    else:
        return _nowhere(len(query.goals))
    row, level = np.nonzero((room_in(seeker, window) > 0.0) & (far * _LONGER <= budget - _SAFE))
    field = seeker.lattice.field
    column = columns_of(field, window)[row]
    at = places_at(field, window, row, level)
    cost = far[row, level]
    left = np.zeros((len(query.goals), len(at)))
    now = np.zeros(len(query.goals))
    own = -1 if straight or begun is None else place_near(field, begun[0], begun[1], begun[2], _NEAR)
    for k, goals in enumerate(query.goals):
        if straight:
            left[k] = _as_the_crow_flies(at, goals)
            now[k] = _as_the_crow_flies(np.array([seeker.figure.at], dtype=np.float64), goals)[0]
        else:
            units = seeker.lattice.travel(goals, mover, query.care)
            left[k] = _inches(units[column * LEVELS + level])
            now[k] = _inches(units[[own]])[0] if own >= 0 else np.inf
    return Prospect(at, cost, left, now)


def _nowhere(sets: int) -> Prospect:
    return Prospect(np.zeros((0, 3)), np.zeros(0), np.zeros((sets, 0)), np.full(sets, np.inf))


def _inches(units: NDArray[np.int32]) -> Floats:
    return np.asarray(np.where(units < FAR, units * UNIT, np.inf))


def _as_the_crow_flies(at: Floats, goals: tuple[Goal, ...]) -> Floats:
    rows = np.array(goals, dtype=np.float64).reshape(-1, 4)
    apart = np.linalg.norm(at[:, None, :] - rows[None, :, :3], axis=2) - rows[None, :, 3]
    return np.asarray(np.maximum(apart.min(axis=1, initial=np.inf), 0.0))
