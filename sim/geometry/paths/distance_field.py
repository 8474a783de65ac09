"""The distance field: how far every place is from the nearest of some goals, on foot. A program plans by it. Inches,
z up.

One walk outwards over the lattice of a `Heightfield`, from the goals as far as anybody asks and later on from there, or
to all that is near (Dial's algorithm, 1969: see `bucket_queue`). Ways go from place to place, straight, across or by a
knight's move, so a distance is up to 1.5% too long or too short, and a gap that just lets the base through may be
missed: a guide, not a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.prefetch import prefetch_row
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER
from sim.geometry.paths.bucket_queue import (
    FAR,
    LONGEST,
    SHUT,
    BucketQueue,
    bucket_queue,
    certain_until,
    clear,
    in_the_room_of,
    is_certain,
    nearest,
    put,
    take_out,
    wait_again,
)
from sim.geometry.paths.climb_links import COST, ROLL
from sim.geometry.paths.heightfield import LEVELS
from sim.geometry.paths.lattice_places import Longs, Units
from sim.geometry.paths.neighbours import STRAIGHT, UNIT
from sim.geometry.paths.place_graph import KNIGHTS, LENGTH, MOVES, ON_TO_DIFFICULT, TO, PlaceGraph, node_of, nodes_of
from sim.geometry.tolerance import STEP

__all__ = ["DistanceField", "GrowingRoom", "SearchRoom", "Travel", "inches_of"]

Floats = NDArray[np.float64]

EVERYWHERE = int(FAR) + 1  # of a search that has come to its end: all that it is known of


class Travel(NamedTuple):
    """For whom, and how, a distance field is measured.

    `limit`: how far, in inches; no climb is longer than `highest`. `caution`: the inches that a roll on the way is
    worth avoiding. No way leads over occupied places; with a `crowding` ways do, and every inch there counts for so
    many more.
    """

    climb: bool
    swim: bool  # it may not leave the water
    limit: float
    highest: float
    caution: float = 0.0
    crowding: float = 0.0


@dataclass(frozen=True, eq=False)
class _Search(KernelStruct):
    """Dial's algorithm at work; `care` and `jam` are what a roll and an occupied step cost, in units.

    `noted`: how many nodes it has come to, of which `touched` has the numbers, where there is room for them.
    """

    graph: PlaceGraph
    travel: Travel
    limit: int
    care: int
    jam: int
    jammed: NDArray[np.bool_]
    shut: bool  # are occupied places shut?
    queue: BucketQueue
    touched: Units
    noted: Longs  # (1,)


def _search(
    graph: PlaceGraph, travel: Travel, queue: BucketQueue, jammed: NDArray[np.bool_], touched: Units, occupied: Longs
) -> _Search:
    """A search that is to begin, with the occupied nodes jammed or shut."""
    search = _Search(
        graph,
        travel,
        _units_within(travel.limit),
        int(travel.caution / UNIT),
        int(travel.crowding * STRAIGHT),
        jammed,
        travel.crowding == 0.0 and len(occupied) > 0,
        queue,
        touched,
        np.zeros(1, np.int64),
    )
    if search.jam > 0:
        jammed[occupied] = True
    else:
        queue.distance[occupied] = SHUT
    return search


class DistanceField:
    """How far nodes are from the nearest of the places that are sources: measured as far out as was asked for."""

    def __init__(
        self, graph: PlaceGraph, travel: Travel, sources: Longs, begun: Units, occupied: Longs, room: GrowingRoom
    ) -> None:
        """`begun`: how far it is to each source, in units. Sources that the graph does not hold count for none."""
        queue = room.queue()
        room.take(self)
        jammed, untold = np.zeros(len(graph.place) if travel.crowding else 0, np.bool_), np.zeros(0, np.int32)
        search = _search(graph, travel, queue, jammed, untold, nodes_of(graph, occupied))
        _begin(search, sources, begun)
        self._search: _Search | None = search
        self._distance, self._room, self._waiting = queue.distance, room, np.zeros(0, np.int32)

    def inches(self, nodes: Longs, places: int, further: int = 0) -> Floats:
        """How far these nodes are, infinite where there is no way; from those after so many `places` it is so many
        units further."""
        told, search = np.empty(len(nodes)), self._search
        until = EVERYWHERE if search is None else certain_until(search.queue)
        if not _look_up(self._distance, until, nodes, places, further, told):
            assert search is not None
            if not self._room.is_of(self):
                self._room.take(self)
                wait_again(search.queue, self._waiting)
            if not _go_on(search, nodes):  # it has come everywhere
                self.leave()
                self._search = None
            _look_up(self._distance, EVERYWHERE, nodes, places, further, told)
        return told

    def leave(self) -> None:
        """Out of the room, for another."""
        if self._search is not None:
            self._waiting = take_out(self._search.queue)
        self._room.leave()


class GrowingRoom:
    """Room that the distance fields over a graph have by turns while they grow: a field keeps only what it has found,
    and what waits. It holds none of them: whoever asks no field any more is rid of it and its graph at once."""

    def __init__(self, graph: PlaceGraph) -> None:
        self._queue = bucket_queue(len(graph.place))
        self._taken: ref[DistanceField] | None = None

    def is_of(self, field: DistanceField) -> bool:
        """Does this field have it?"""
        return self._taken is not None and self._taken() is field

    def queue(self) -> BucketQueue:
        """A queue for one of them."""
        return in_the_room_of(self._queue)

    def take(self, field: DistanceField) -> None:
        """The room is this field's."""
        before = self._taken() if self._taken is not None else None
        if before is not None:
            before.leave()
        else:
            clear(self._queue)  # whoever had it may be gone
        self._taken = ref(field)

    def leave(self) -> None:
        """It is nobody's."""
        self._taken = None


class SearchRoom:
    """Room for searches over one graph, one after the other: for all that is near. A field's own memory would take
    longer to get than most of them."""

    def __init__(self, graph: PlaceGraph) -> None:
        nodes = len(graph.place)
        self._graph, self._queue = graph, bucket_queue(nodes)
        self._jammed, self._touched = np.zeros(nodes, np.bool_), np.empty(nodes, np.int32)

    def within(self, travel: Travel, sources: Longs, begun: Units, occupied: Longs) -> tuple[Longs, Units]:
        """The nodes that are no further from the nearest source than the limit, in their order, and how far each is, in
        units; the rest is as in `DistanceField`."""
        taken = nodes_of(self._graph, occupied)
        search = _search(self._graph, travel, self._queue, self._jammed, self._touched, taken)
        _begin(search, sources, begun)
        _go_everywhere(search)
        distance, touched = self._queue.distance, self._touched[: search.noted[0]]
        near = np.sort(touched[distance[touched] <= search.limit]).astype(np.int64)
        far = distance[near]
        distance[touched], distance[taken], self._jammed[taken] = FAR, FAR, False
        clear(self._queue)
        return near, far


def _units_within(inches: float) -> int:
    """The most units that are no longer than so many inches."""
    units = int(inches / UNIT)
    return units if units * UNIT <= inches else units - 1


@njit_noref
def _begin(search: _Search, sources: Longs, begun: Units) -> None:
    """Let the sources wait, from which the search begins."""
    queue = search.queue
    for n in range(len(sources)):
        node = node_of(search.graph, sources[n])
        if node >= 0 and (begun[n] < queue.distance[node] or queue.distance[node] == SHUT):
            _note(search, node)
            put(queue, node, begun[n])


@njit_noref
def _go_everywhere(search: _Search) -> None:
    """The search, to its end."""
    while _goes_on(search):
        pass


@njit_noref
def _go_on(search: _Search, nodes: Longs) -> bool:
    """The search, until it is certain how far all of these nodes are; False: it has come to its end."""
    for n in range(len(nodes)):
        while not is_certain(search.queue, nodes[n]):
            if not _goes_on(search):
                return False
    return True


def inches_of(units: Units, places: int, further: int) -> Floats:
    """Distances in inches, infinite where there is no way; after so many `places` so many units further."""
    told = np.empty(len(units))
    _look_up(units, EVERYWHERE, np.arange(len(units)), places, further, told)
    return told


@njit_noref
def _look_up(distance: Units, until: int, nodes: Longs, places: int, further: int, told: Floats) -> bool:
    """Into `told`, how far nodes are, as `inches_of` tells it; False: one of them is not nearer than `until`."""
    for n in range(len(told)):
        far = distance[nodes[n]]
        if far >= until:
            return False
        told[n] = _inches(far, further if n >= places else 0)
    return True


@njit_noref
def _inches(units: int, further: int) -> float:
    return float((units + further) * UNIT) if 0 <= units < FAR else np.inf


@njit_noref
def _goes_on(search: _Search) -> bool:
    """Go on from one more node; is there any?"""
    node = nearest(search.queue, search.limit)
    if node < 0:
        return False
    _move_on(search, node)
    if search.travel.climb:
        _floors(search, node)
        _climb_on(search, node)
    return True


@njit_noref
def _note(search: _Search, node: int) -> None:
    """Note a node that the search comes to for the first time."""
    if len(search.touched) > 0 and not 0 <= search.queue.distance[node] < FAR:
        search.touched[search.noted[0]] = node
        search.noted[0] += 1


@njit_noref
def _reach(search: _Search, node: int, distance: int) -> None:
    """A way of this length leads to a node."""
    if distance >= search.queue.distance[node]:
        return
    if not search.travel.swim or search.graph.bits[node] & WATER:
        _note(search, node)
        prefetch_row(search.graph.moves, node)
        put(search.queue, node, distance)


@njit_noref
def _move_on(search: _Search, node: int) -> None:
    """On by steps and knight's moves; they cost more over difficult ground, on to it (TERR-02) and among bases."""
    graph = search.graph
    distance = search.queue.distance
    moves = graph.moves
    now = distance[node]
    rough = search.care // 4 if graph.bits[node] & DIFFICULT else 0
    if search.jam > 0 and search.jammed[node]:
        rough += search.jam
    for number in range(MOVES):
        move = moves[node, number]
        if move == 0:
            continue
        step = (move & LENGTH) + rough
        if number >= KNIGHTS:
            step += rough
            if search.shut and distance[node + (moves[node, (number - KNIGHTS) & ~1] >> TO)] < 0:
                continue  # somebody stands between
        if move & ON_TO_DIFFICULT:
            step += search.care // 4
        to = node + (move >> TO)
        if now + min(step, LONGEST) < distance[to]:  # seldom
            _reach(search, to, now + min(step, LONGEST))


@njit_noref
def _floors(search: _Search, node: int) -> None:
    """On between the floors of a ruin, straight up or down (TERR-08)."""
    if not search.graph.bits[node] & RUIN:
        return
    field = search.graph.field
    c = search.graph.place[node] // LEVELS
    k = search.graph.place[node] % LEVELS
    if field.clearance[c, k] < 0.0:
        return
    for q in range(field.count[c]):
        if q == k or not field.bits[c, q] & RUIN or field.clearance[c, q] < 0.0:
            continue
        rise = abs(field.rest_z[c, q] - field.rest_z[c, k])
        if STEP < rise <= search.travel.highest:
            step = int(rise / UNIT) + search.care
            _reach(search, node + q - k, search.queue.distance[node] + min(step, LONGEST))


@njit_noref
def _climb_on(search: _Search, node: int) -> None:
    """On by the climbs that begin at a place."""
    climbs = search.graph.climbs
    number = climbs.first[node]
    while number > 0:
        n = (number - 1) // 2
        if climbs.links[n, COST] <= search.travel.highest:
            care = search.care if climbs.links[n, ROLL] > 0.0 else 0
            step = min(LONGEST, climbs.units[n] + care)
            _reach(search, climbs.to[number], search.queue.distance[node] + step)
        number = climbs.following[number]
