"""How far it is to goals over a whole lattice: measured outwards from the goals, as far as anybody asks, and kept."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import Mover
from sim.board.most_recent import MostRecent
from sim.geometry.ground.discs import Base
from sim.geometry.paths.bucket_queue import FAR
from sim.geometry.paths.distance_field import DistanceField, GrowingRoom, SearchRoom, Travel
from sim.geometry.paths.heightfield import Heightfield
from sim.geometry.paths.lattice_places import Longs, goal_places, occupied_places
from sim.geometry.paths.neighbours import UNIT
from sim.geometry.paths.place_graph import PlaceGraph

__all__ = ["LONGER", "Goal", "WaysTo"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

Goal = tuple[float, float, float, float]  # x, y, z, radius

LONGER = 1.015  # a way over the lattice is too short by no more
_KEPT = 40  # distances to goals, more than gangs are large: 0.3 MB each, and while they grow three times as much
_HERE = 0.4  # inches: to the foot of a climb from where a base can stay, and on from its top


class WaysTo:
    """The ways to goals over the graph of a lattice; `highest`: no climb of it costs more inches."""

    def __init__(self, field: Heightfield, base: Base, graph: PlaceGraph, highest: float) -> None:
        """`graph`: what leads to each place."""
        self._field, self._base, self._graph, self._highest = field, base, graph, highest
        self._kept = MostRecent[object, DistanceField](_KEPT)

    @cached_property
    def _room(self) -> SearchRoom:
        return SearchRoom(self._graph)

    @cached_property
    def _growing(self) -> GrowingRoom:
        return GrowingRoom(self._graph)

    def travel(self, mover: Mover, care: float, longest: float, crowd: float) -> Travel:
        """How somebody goes: no climb takes more than a move of `longest` inches, as nobody plans to hang on a wall
        (MOVE-04); a roll is worth avoiding for `care` inches; every inch over other bases counts for `crowd` more."""
        return Travel(
            climb=mover.climb,
            swim=mover.water_only,
            limit=float(FAR * UNIT),
            highest=float(min(longest / LONGER - _HERE, self._highest)),  # higher makes no difference
            caution=float(care),
            crowding=float(crowd),
        )

    def of(self, goals: tuple[Goal, ...], travel: Travel, discs: Floats) -> DistanceField:
        """How far the nodes of the graph are from the nearest goal; `discs` are other bases, where these matter."""
        asked = (goals, travel, discs.tobytes() if travel.crowding else b"")
        return self._kept.of(
            asked, lambda: DistanceField(self._graph, travel, *self._begun(goals, travel, discs), self._growing)
        )

    def near(self, goals: tuple[Goal, ...], travel: Travel, discs: Floats, inches: float, nodes: Longs) -> Ints:
        """How far some nodes are, in units, where it is no more than so many inches; `FAR` elsewhere. Nothing is kept:
        it is for goals that are asked about once."""
        near, far = self._room.within(travel._replace(limit=inches), *self._begun(goals, travel, discs))
        found = np.full(len(nodes), FAR, np.int32)
        if len(near):
            row = np.minimum(np.searchsorted(near, nodes), len(near) - 1)
            there = near[row] == nodes
            found[there] = far[row[there]]
        return found

    def _begun(self, goals: tuple[Goal, ...], travel: Travel, discs: Floats) -> tuple[Longs, Ints, Longs]:
        """Where a search from the goals begins, how far that is from them, and what is occupied."""
        sources = goal_places(self._field, np.array(goals, dtype=np.float64).reshape(-1, 4))
        jams = travel.crowding > 0.0
        taken = occupied_places(self._field, discs, self._base) if jams else np.zeros(0, np.int64)
        return sources, np.zeros(len(sources), np.int32), taken
