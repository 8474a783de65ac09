"""Where a figure could go, and how far on it is from there (`ProspectOf`): the distance map that a program plans by."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import EVERYWHERE, ProspectOf
from sim.board.model.tableau import Point, Tableau
from sim.board.model.verdicts import Prospect
from sim.board.movement.lattice import LONGER, lattice_of
from sim.board.movement.move_ends import InTheWay, MoveEnds
from sim.board.movement.path_search import PathSearch
from sim.board.movement.reach_areas import places_of, straight_in
from sim.board.movement.shunning import keeping_out
from sim.board.movement.ways_to import Goal
from sim.geometry.ground.terrain_mesh import PERCH, WATER
from sim.geometry.paths.clearance import has_room, straight_within
from sim.geometry.paths.distance_field import inches_of
from sim.geometry.paths.lattice_places import Longs, points_at
from sim.geometry.paths.neighbours import UNIT
from sim.geometry.paths.place_graph import nodes_of
from sim.geometry.paths.trodden_columns import is_near, trodden_columns
from sim.geometry.tolerance import STEP

__all__ = ["answer_prospect_of"]

Floats = NDArray[np.float64]

_SAFE = 0.05  # inches: places at the very end of the move are left to exact questions
_NOBODY = np.zeros((0, 5))  # bases that are in the way
_ASHORE = 2.0  # inches: who starts in water has so many more on land (MOVE-07)


def answer_prospect_of(board: Board, query: ProspectOf, tableau: Tableau) -> Prospect:
    """The places within the move, and the walk left from each. No places for a figure that hangs on a wall.

    To be read only: the board keeps it, and hands the same to whoever asks next.
    """
    found = _prospect(board, query, tableau)
    return Prospect(*(_read_only(getattr(found, name)) for name in found.__struct_fields__))


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers; the array itself stays as it is, since kernels are compiled for such as can be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def _prospect(board: Board, query: ProspectOf, tableau: Tableau) -> Prospect:
    mover = query.mover
    path_search = PathSearch(board, mover, tableau)
    straight = mover.fly or mover.ethereal
    if (query.goals or mover.shuns) and not straight:
        whole = lattice_of(board, path_search.nav, path_search.figure.base_mm, whole=True)
        path_search.lattice = keeping_out(whole, mover.shuns)
    if straight:
        return _straight_on(path_search, query)
    begun = path_search.start()
    if begun is None:
        return _nowhere(len(query.goals))
    ends = _ends(path_search, query, begun)
    left, now = _left(path_search, query, ends)
    return Prospect(ends.at, ends.cost, left, now, ends.wet, ends.perch)


def _straight_on(path_search: PathSearch, query: ProspectOf) -> Prospect:
    """For those who pass over whatever stands between, or through it."""
    field, figure = path_search.lattice.field, path_search.figure
    budget = float(query.mover.move)
    window = path_search.window(budget)
    if query.mover.ethereal:
        places, cost = straight_within(field, window, np.array(figure.at, dtype=np.float64), budget)
    else:
        far = straight_in(path_search, window, budget)
        row, level = np.nonzero(np.isfinite(far))
        places, cost = places_of(field, window, row, level), far[row, level]
    within = _stays(path_search, query, places, cost)
    places, cost = places[within], cost[within]
    at = points_at(field, places)
    here = np.array([figure.at], dtype=np.float64)
    left = np.array([_as_the_crow_flies(at, goals) for goals in query.goals]).reshape(len(query.goals), len(at))
    now = np.array([_as_the_crow_flies(here, goals)[0] for goals in query.goals])
    bits = field.bits.ravel()[places]
    return Prospect(at, cost, left, now, bits & WATER != 0, bits & PERCH != 0)


def _looks_for(query: ProspectOf) -> float:
    """Inches of a move that places are looked for: nobody looks further."""
    return min(float(query.mover.move), query.within * LONGER + 2 * _SAFE)


def _stays(path_search: PathSearch, query: ProspectOf, places: Longs, cost: Floats) -> Longs:
    """Which of these places a move may end at."""
    lattice = path_search.lattice
    within = np.flatnonzero((cost * LONGER <= float(query.mover.move) - _SAFE) & (cost <= query.within))
    close = lattice.close(path_search.discs, np.array(path_search.figure.at), _looks_for(query))
    return within[has_room(lattice.field, places[within], close, lattice.base, query.mover.water_only)]


def _ends(path_search: PathSearch, query: ProspectOf, begun: Floats) -> MoveEnds:
    """Where the move may end: kept, of a whole lattice, by what it hangs on: of other bases those where it leads."""
    lattice, mover, figure, near = path_search.lattice, query.mover, path_search.figure, _looks_for(query)
    bases = path_search.bases()

    def made() -> MoveEnds:
        return _found(path_search, query, begun, bases)

    if not lattice.is_whole:
        return made()

    def matter(others: Floats, ends: MoveEnds) -> bool:
        return is_near(lattice.field, ends.trodden, others, lattice.base.radius)

    met = InTheWay.of(lattice.close(bases, begun, near), lattice.close(path_search.discs, np.array(figure.at), near))
    moves = (
        figure.at,
        begun.tobytes(),
        mover.move,
        mover.climb,
        mover.water_only,
        query.rolls,
        query.within,
        bool(query.goals),
    )
    return lattice.move_ends.of(moves, met, made, matter)


def _found(path_search: PathSearch, query: ProspectOf, begun: Floats, bases: Floats) -> MoveEnds:
    lattice, field, mover = path_search.lattice, path_search.lattice.field, query.mover
    window = path_search.window(float(mover.move))
    graph, nodes, units = lattice.outward(begun, mover, query.rolls, window, bases, _looks_for(query))
    trodden = trodden_columns(graph, nodes)
    places, cost = graph.place[nodes], np.asarray(units * UNIT, np.float64)
    within = _stays(path_search, query, places, cost)
    places, cost, nodes = places[within], cost[within], nodes[within]
    at = lattice.points[nodes] if lattice.is_whole else points_at(field, places)
    bits = field.bits.ravel()[places]
    wet, perch = bits & WATER != 0, bits & PERCH != 0
    if not query.goals:
        return MoveEnds(at, cost, wet, perch, nodes, None, trodden)
    own, begins = lattice.around(begun)
    first = int(np.argmin(begins)) if len(own) else -1
    return MoveEnds(
        at,
        cost,
        wet,
        perch,
        np.concatenate([nodes, nodes_of(graph, own[first : first + 1])]),
        int(begins[first]) if len(own) else None,
        trodden,
        swims=bool((field.bits.ravel()[own] & WATER).any()),
    )


def _left(path_search: PathSearch, query: ProspectOf, ends: MoveEnds) -> tuple[Floats, Floats]:
    """How far on it is to each set of goals from where a move may end, and from where the figure is."""
    left, now = np.empty((len(query.goals), len(ends.at))), np.zeros(len(query.goals))
    if not query.goals:
        return left, now
    ways, bases = path_search.lattice.ways_to, path_search.bases() if query.crowd > 0.0 else _NOBODY
    longest = float(query.mover.move) + (_ASHORE if ends.swims else 0.0)
    travel = ways.travel(query.mover, query.care, longest, query.crowd if len(bases) else 0.0)
    how, places = (query.care, query.crowd, query.told, bases.tobytes()), len(ends.at)

    def made(goals: tuple[Goal, ...]) -> tuple[Floats, float]:
        if query.told < EVERYWHERE:
            far = inches_of(ways.near(goals, travel, bases, query.told, ends.nodes), places, ends.begins or 0)
        else:
            far = ways.of(goals, travel, bases).inches(ends.nodes, places, ends.begins or 0)
        return far[:places], float(far[places]) if ends.begins is not None else np.inf

    for k, goals in enumerate(query.goals):
        left[k], far = ends.left((goals, *how), partial(made, goals))
        if not _is_there(path_search.figure.at, goals):
            now[k] = far
    return left, now


def _nowhere(sets: int) -> Prospect:
    none = np.zeros(0, np.bool_)
    return Prospect(np.zeros((0, 3)), np.zeros(0), np.zeros((sets, 0)), np.full(sets, np.inf), none, none)


def _is_there(at: Point, goals: tuple[Goal, ...]) -> bool:
    """Is a point within one of the goals, no more than a step higher or lower?"""
    return any(math.hypot(at[0] - x, at[1] - y) <= radius and abs(at[2] - z) <= STEP for x, y, z, radius in goals)


def _as_the_crow_flies(at: Floats, goals: tuple[Goal, ...]) -> Floats:
    rows = np.array(goals, dtype=np.float64).reshape(-1, 4)
    apart = np.linalg.norm(at[:, None, :] - rows[None, :, :3], axis=2) - rows[None, :, 3]
    return np.asarray(np.maximum(apart.min(axis=1, initial=np.inf), 0.0))
