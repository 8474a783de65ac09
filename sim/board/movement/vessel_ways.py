"""The ways of vessels on their water (TERR-13, 14): `SailTo` and `WatersOf`.

A search over a lattice of poses tells where a vessel can go. A way that it finds is straightened, and then checked as
one that a player gives is; so nothing is allowed that only the search takes for possible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import RowTo, SailTo, WatersOf
from sim.board.model.tableau import Tableau, VesselAt
from sim.board.model.verdicts import VesselMove, VesselPlace, Waters
from sim.board.most_recent import MostRecent
from sim.board.movement.hulls import berth_of, carried, hull_of, middle_of, posed, turned, turned_by
from sim.board.movement.rowing import fits_at_end
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
_ROUNDS = 3  # times that a way is pulled straight
_PULLS = (1.0, 0.5, 0.2)  # shares of the way to between its neighbours that a corner is pulled, the first that is open
_LONG = 0.6  # inches: legs that are longer have a corner more by then
_CLOSE = 9  # poses of a leg at which its length is reckoned
_ROUNDED = 0.02  # inches that a length may be off
_BEYOND = 0.8  # inches that are looked at beyond a length: a way is shorter once it is pulled straight
_MOST_TURN = 150.0  # degrees of one leg, so that it is clear which way round


class _Ways:
    """Where a vessel can go from where it lies, found once."""

    def __init__(self, board: Board, tableau: Tableau, piece: str, riders: tuple[str, ...], length: float) -> None:
        self.lies = berth_of(board, tableau, piece)
        self.middle = middle_of((tableau.figure(rider).at for rider in riders), self.lies)
        hull, height = hull_of(board, board.vessel(piece))
        seats = np.array([tableau.figure(rider).at[:2] for rider in riders]).reshape(-1, 2)
        corners = posed(hull, self.lies)[:, :2] - self.middle[:2]
        self.seats = seats @ np.array([1, 1j]) - complex(*self.middle[:2])
        self.water = water_room(board, tableau, self.lies, riders, height)
        self.search: HullSearch = hull_search(self.middle[:2], corners, seats - self.middle[:2], length + _BEYOND)
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

    def to(self, goal: Pose, length: float) -> Iterator[list[Pose]]:
        """Ways to a pose that are no longer, without it: from the nodes about it, the nearest first."""
        for node in nodes_near(self.search, goal)[:_TRIES]:
            poses = self.way(node)
            end = (goal[0], goal[1], poses[-1][2] + turned_by(poses[-1][2], goal[2]))
            way = self.fewest([*poses, end])
            for _ in range(_ROUNDS):
                way = self.fewest(self.tightened(_halved(way)))
            if len(way) == 2:  # straight for the middle of the riders
                way.insert(1, _between(*way))
            if self.far(way) <= length + _ROUNDED:
                yield way[1:-1]

    def way(self, node: tuple[int, int, int]) -> list[Pose]:
        """The poses of the lattice from the start to a node, turns counted on and on."""
        poses: list[Pose] = []
        for x, y, turn in poses_of(self.search, way_back(self.search, node)).tolist():
            on = poses[-1][2] + turned_by(poses[-1][2], turn) if poses else turn
            poses.append((x, y, on))
        return poses

    def fewest(self, poses: list[Pose]) -> list[Pose]:
        """The same way with as few corners as the open water allows."""
        kept, at, last = [poses[0]], 0, len(poses) - 1
        while at < last:
            low, high = at + 1, min(last, at + 2)
            while high < last and self.straight(poses[at], poses[high]):
                low, high = high, min(last, at + 2 * (high - at))
            if high == last and self.straight(poses[at], poses[last]):
                low = last
            while high - low > 1:
                half = (low + high) // 2
                low, high = (half, high) if self.straight(poses[at], poses[half]) else (low, half)
            at = low
            kept.append(poses[at])
        return kept

    def tightened(self, poses: list[Pose]) -> list[Pose]:
        """The same way with each corner pulled between those beside it, as far as the open water allows."""
        poses = list(poses)
        for n in range(1, len(poses) - 1):
            a, b, c = poses[n - 1 : n + 2]
            for share in _PULLS:
                between = _between(a, c)
                pulled = (b[0] + share * (between[0] - b[0]), b[1] + share * (between[1] - b[1]), b[2])
                if self.straight(a, pulled) and self.straight(pulled, c):
                    poses[n] = pulled
                    break
        return poses

    def straight(self, a: Pose, b: Pose) -> bool:
        """Does open water lead straight from one pose to another?"""
        return abs(b[2] - a[2]) <= _MOST_TURN and goes_straight(self.search, self.water, np.array(a), np.array(b))

    def far(self, poses: list[Pose]) -> float:
        """How far the rider goes who goes furthest, about: straight between poses that are close together."""
        x, y, turn = (np.concatenate([np.linspace(a[n], b[n], _CLOSE) for a, b in pairwise(poses)]) for n in range(3))
        seats = self.seats if len(self.seats) else np.zeros(1, complex)
        on = (x + 1j * y)[:, None] + np.exp(1j * np.radians(turn))[:, None] * seats[None, :]
        return float(np.abs(np.diff(on, axis=0)).sum(axis=0).max())


def _halved(poses: list[Pose]) -> list[Pose]:
    """A way with a corner more in the middle of each longer leg."""
    found = [poses[0]]
    for a, b in pairwise(poses):
        if math.dist(a[:2], b[:2]) > _LONG:
            found.append(_between(a, b))
        found.append(b)
    return found


def _between(a: Pose, b: Pose) -> Pose:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2


def answer_sail_to(board: Board, query: SailTo, tableau: Tableau) -> VesselMove:
    """TERR-13: straight where that is allowed; else by the bends that a search finds, no longer than 18".

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    piece, to, turn, riders, length = query.piece, query.to, query.turn, query.riders, query.length
    straight = _rowed(board, RowTo(piece, to, turn, riders, length), tableau)
    if straight.refusal is None and not (query.shortest and turned_by(berth_of(board, tableau, piece).turn, turn)):
        return straight
    if not fits_at_end(board, query, tableau):
        return straight
    ways = _ways_of(board, tableau, piece, riders, min(length, _LOOKED))
    for found in ways.to(ways.pose((to[0], to[1], turn)), length):
        by = tuple(map(ways.place, found))
        move = _rowed(board, RowTo(piece, to, turn, riders, length, by), tableau)
        if move.refusal is None:
            return min(move, straight, key=_length) if straight.refusal is None else move
    if straight.refusal is None:
        return straight
    why = say('no way of {far:g}" leads there; straight: {why}', far=min(length, _LOOKED), why=straight.refusal[1])
    return msgspec.structs.replace(straight, refusal=("TERR-13", why))


def _rowed(board: Board, query: RowTo, tableau: Tableau) -> VesselMove:
    """As whoever gives such an answer is told: it is measured once."""
    return cast(VesselMove, board.answer(query, tableau))


def _length(move: VesselMove) -> float:
    return move.rider_moved


def answer_waters_of(board: Board, query: WatersOf, tableau: Tableau) -> Waters:
    """TERR-13: the poses of the lattice that a search comes to, no further than 18".

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    ways = _ways_of(board, tableau, query.piece, query.riders, min(query.length, _LOOKED))
    nodes = np.argwhere(ways.search.cost <= query.length)
    x, y, turn = poses_of(ways.search, nodes).T
    offset = complex(ways.lies.at[0] - ways.middle[0], ways.lies.at[1] - ways.middle[1])
    origin = x + 1j * y + offset * np.exp(1j * np.radians(turn))
    poses = np.column_stack([origin.real, origin.imag, (ways.lies.turn + turn) % 360.0])
    outline, _ = hull_of(board, board.vessel(query.piece))
    return Waters(np.round(poses, 3), ways.search.cost[tuple(nodes.T)], outline[:, :2])


def _ways_of(board: Board, tableau: Tableau, piece: str, riders: tuple[str, ...], length: float) -> _Ways:
    kept = board.derived("ways afloat", lambda: MostRecent[object, _Ways](_KEPT))
    return kept.of((tableau, piece, riders, length), lambda: _Ways(board, tableau, piece, riders, length))
