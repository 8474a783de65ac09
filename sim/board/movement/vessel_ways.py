"""The ways of vessels on their water (TERR-13, 14): `SailTo` and `WatersOf`.

A search over a lattice of poses tells where a vessel can go. A way that it finds is straightened, and then checked as
one that a player gives is; so nothing is allowed that only the search takes for possible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import RowTo, SailTo, WatersOf
from sim.board.model.tableau import Tableau, VesselAt
from sim.board.model.verdicts import VesselMove, VesselPlace, Waters
from sim.board.most_recent import MostRecent
from sim.board.movement.hulls import berth_of, carried, hull_of, middle_of, posed, turned, turned_by
from sim.board.movement.rowing import answer_row_to, end_refusal
from sim.board.movement.water_rooms import water_room
from sim.geometry.paths.hull_search import (
    HullSearch,
    goes_straight,
    hull_search,
    nodes_near,
    poses_of,
    reach_hull,
    way_back,
)
from sim.words import say

__all__ = ["answer_sail_to", "answer_waters_of"]

Floats = NDArray[np.float64]
Pose = tuple[float, float, float]  # of the middle of the riders, and degrees further round than at the start

_KEPT = 6  # searches
_LOOKED = 18.0  # inches: no way round bends is looked for that is longer
_TRIES = 6  # nodes from which it is tried
_MOST_TURN = 150.0  # degrees of one leg, so that it is clear which way round


class _Ways:
    """Where a vessel can go from where it lies, found once."""

    def __init__(self, board: Board, tableau: Tableau, piece: str, riders: tuple[str, ...], length: float) -> None:
        self.lies = berth_of(board, tableau, piece)
        self.middle = middle_of((tableau.figure(rider).at for rider in riders), self.lies)
        hull, height = hull_of(board, board.vessel(piece))
        seats = np.array([tableau.figure(rider).at[:2] for rider in riders]).reshape(-1, 2)
        corners = posed(hull, self.lies)[:, :2] - self.middle[:2]
        self.water = water_room(board, tableau, self.lies, riders, height)
        self.search: HullSearch = hull_search(self.middle[:2], corners, seats - self.middle[:2], length)
        reach_hull(self.search, self.water)

    def pose(self, place: VesselPlace) -> Pose:
        """As the search counts it."""
        there = VesselAt(self.lies.piece, (place[0], place[1], self.lies.at[2]), place[2])
        x, y, _ = carried(self.middle, self.lies, there)
        return x, y, turned_by(self.lies.turn, place[2])

    def place(self, pose: Pose) -> VesselPlace:
        """As a query gives it."""
        x, y = turned(self.lies.at[0] - self.middle[0], self.lies.at[1] - self.middle[1], pose[2])
        return round(float(pose[0] + x), 3), round(float(pose[1] + y), 3), round((self.lies.turn + pose[2]) % 360.0, 3)

    def to(self, goal: Pose) -> Iterator[list[Pose]]:
        """Ways to a pose, without it: from the nodes about it, those first by which it is nearest."""
        for node in nodes_near(self.search, goal)[:_TRIES]:
            yield self.straightened(self.way(node), goal)

    def way(self, node: tuple[int, int, int]) -> list[Pose]:
        """The poses of the lattice from the start to a node, turns counted on and on."""
        poses: list[Pose] = []
        for x, y, turn in poses_of(self.search, way_back(self.search, node)).tolist():
            if poses:
                turn = poses[-1][2] + turned_by(poses[-1][2], turn)
            poses.append((x, y, turn))
        return poses

    def straightened(self, poses: list[Pose], goal: Pose) -> list[Pose]:
        """The same way with as few corners as the open water allows, to the goal, which is not told."""
        goal = (goal[0], goal[1], poses[-1][2] + turned_by(poses[-1][2], goal[2]))
        every, kept, at = [*poses, goal], [], 0
        last = len(every) - 1
        while at < last:
            step, to = 1, at + 1
            while to < last:
                further = min(last, at + 2 * step)
                if not self._shorter(every, at, further):
                    break
                step, to = further - at, further
            low, high = to, min(last, at + 2 * step)
            while high - low > 1:
                half = (low + high) // 2
                low, high = (half, high) if self._shorter(every, at, half) else (low, half)
            at = low
            kept.append(every[at])
        if len(kept) == 1:  # straight for the middle of the riders
            kept = [_between(poses[0], goal), goal]
        return kept[:-1]

    def _shorter(self, poses: Sequence[Pose], a: int, b: int) -> bool:
        start, end = poses[a], poses[b]
        if abs(end[2] - start[2]) > _MOST_TURN:
            return False
        return goes_straight(self.search, self.water, np.array(start), np.array(end))


def _between(a: Pose, b: Pose) -> Pose:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2


def answer_sail_to(board: Board, query: SailTo, tableau: Tableau) -> VesselMove:
    """TERR-13: straight where that is allowed; else by the bends that a search finds, no longer than 18".

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    piece, to, turn, riders, length = query.piece, query.to, query.turn, query.riders, query.length
    straight = answer_row_to(board, RowTo(piece, to, turn, riders, length), tableau)
    if straight.refusal is None:
        return straight
    stopped = end_refusal(board, query, tableau)
    if stopped is not None:
        return msgspec.structs.replace(straight, refusal=stopped)
    ways = _ways_of(board, tableau, piece, riders, min(length, _LOOKED))
    for found in ways.to(ways.pose((to[0], to[1], turn))):
        by = tuple(map(ways.place, found))
        move = answer_row_to(board, RowTo(piece, to, turn, riders, length, by), tableau)
        if move.refusal is None:
            return msgspec.structs.replace(move, by=by)
    why = say('no way of {far:g}" leads there; straight: {why}', far=min(length, _LOOKED), why=straight.refusal[1])
    return msgspec.structs.replace(straight, refusal=("TERR-13", why))


def answer_waters_of(board: Board, query: WatersOf, tableau: Tableau) -> Waters:
    """TERR-13: the poses of the lattice that a search comes to, no further than 18".

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    ways = _ways_of(board, tableau, query.piece, query.riders, min(query.length, _LOOKED))
    nodes = np.argwhere(np.isfinite(ways.search.cost))
    x, y, turn = poses_of(ways.search, nodes).T
    offset = complex(ways.lies.at[0] - ways.middle[0], ways.lies.at[1] - ways.middle[1])
    origin = x + 1j * y + offset * np.exp(1j * np.radians(turn))
    poses = np.column_stack([origin.real, origin.imag, (ways.lies.turn + turn) % 360.0])
    return Waters(np.round(poses, 3), ways.search.cost[tuple(nodes.T)])


def _ways_of(board: Board, tableau: Tableau, piece: str, riders: tuple[str, ...], length: float) -> _Ways:
    kept = board.derived("ways afloat", lambda: MostRecent[object, _Ways](_KEPT))
    return kept.of((tableau, piece, riders, length), lambda: _Ways(board, tableau, piece, riders, length))
