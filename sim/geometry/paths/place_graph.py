"""The lattice as a graph: its places numbered one after the other, and what leads from each to others. Inches, z up.

What distance fields are made on. A place has up to eight steps, as many knight's moves, and climbs; how far each leads
is computed once, for everybody who goes there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.plan_distances import longer
from sim.geometry.ground.terrain_mesh import DIFFICULT, Floats
from sim.geometry.paths.climb_links import COST, DOWN_ONLY, FOOT_GROUND, FOOT_X, FOOT_Y, TOP_GROUND, TOP_X, TOP_Y
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, column_at
from sim.geometry.paths.lattice_places import Longs, Units, place_near
from sim.geometry.paths.neighbours import DI, DIAGONAL, DJ, KNIGHT, STRAIGHT, UNIT, Steps

__all__ = ["KNIGHTS", "LENGTH", "MOVES", "ON_TO_DIFFICULT", "TO", "PlaceGraph", "node_of", "nodes_of", "place_graph"]

MOVES = 16  # from each place: a step in each of the eight directions, then
KNIGHTS = 8  # from here on as many knight's moves
LENGTH, ON_TO_DIFFICULT, TO = 255, 256, 9  # of a move: two masks, and by how many bits what is left is shifted
_LINE = 64  # bytes that a processor fetches at once
_LANDING = 2.5 * SPACING  # inches: so far from its ends a climb may begin and end on the lattice


@dataclass(frozen=True, eq=False)
class _Climbs(KernelStruct):
    """The climbs from each node: the first, the next of each, where it leads to, and how far. They count from 1, so
    that 0 is none: number 2n + 1 is row n of `links` from its foot, 2n + 2 the same from its top."""

    links: Floats  # see `climb_links`
    first: Units
    following: Units
    to: Units
    units: Units  # of a row


@dataclass(frozen=True, eq=False)
class PlaceGraph(KernelStruct):
    """The places of a window, as nodes in the order of their columns and levels.

    `first`: the first node of each column of the window, and how many nodes there are. `place`: column and level of
    each node, as one number (see `lattice_places`).

    `moves`: what leads from each node, 0 where nothing does: in the lowest bits how far, in units, then whether it
    leads from other ground on to difficult ground, then how many nodes further on the node is that it leads to. All
    moves of a node are fetched from memory at once: a search waits for little else.
    """

    field: Heightfield
    window: Window
    first: Units
    place: Longs
    bits: Units  # of the ground, see `terrain_mesh`
    moves: Units  # (nodes, MOVES)
    climbs: _Climbs


def place_graph(
    field: Heightfield, window: Window, steps: Steps, climb_links: Floats, *, outward: bool = True
) -> PlaceGraph:
    """The graph of a window by the steps that lead from its places; not `outward`: of ways towards the nodes, by the
    steps that lead there (see `neighbours.reverse_links`)."""
    levels = field.count.reshape(field.rows, field.columns)[
        window.j : window.j + window.rows, window.i : window.i + window.columns
    ].ravel()
    first = np.concatenate([np.zeros(1, np.int32), np.cumsum(np.maximum(levels, 0), dtype=np.int32)])
    nodes, climbs = int(first[-1]), len(climb_links)
    graph = PlaceGraph(
        field,
        window,
        first,
        np.empty(nodes, np.int64),
        np.empty(nodes, np.int32),
        _in_lines(nodes),
        _Climbs(
            climb_links,
            np.zeros(nodes, np.int32),
            np.zeros(2 * climbs + 1, np.int32),
            np.zeros(2 * climbs + 1, np.int32),
            np.zeros(climbs, np.int32),
        ),
    )
    _number(graph)
    _lead(graph, steps)
    _sort_climbs(graph, steps, outward)
    return graph


def _in_lines(nodes: int) -> Units:
    """Room for the moves of so many nodes, each node's in a line of its own."""
    room = np.empty((nodes + 1) * _LINE, np.uint8)
    begin = -room.ctypes.data % _LINE
    return room[begin : begin + nodes * _LINE].view(np.int32).reshape(nodes, MOVES)


@njit_noref
def node_of(graph: PlaceGraph, place: int) -> int:
    """The node of a place, or -1 where the window does not hold it."""
    c = place // LEVELS
    i = c % graph.field.columns - graph.window.i
    j = c // graph.field.columns - graph.window.j
    if not (0 <= i < graph.window.columns and 0 <= j < graph.window.rows):
        return -1
    w = j * graph.window.columns + i
    node: int = graph.first[w] + place % LEVELS
    return node if node < graph.first[w + 1] else -1


@njit(cache=True, nogil=True)
def nodes_of(graph: PlaceGraph, places: Longs) -> Longs:
    """The nodes of places; those that the window does not hold are left out."""
    out = np.empty(len(places), np.int64)
    used = 0
    for place in places:
        node = node_of(graph, place)
        if node >= 0:
            out[used] = node
            used += 1
    return out[:used]


@njit_noref
def _number(graph: PlaceGraph) -> None:
    """Which place each node is."""
    for w in range(len(graph.first) - 1):
        c = column_at(graph.field, graph.window, w)
        for k in range(graph.first[w + 1] - graph.first[w]):
            node = graph.first[w] + k
            graph.place[node] = c * LEVELS + k
            graph.bits[node] = graph.field.bits[c, k]


@njit_noref
def _next_place(graph: PlaceGraph, steps: Steps, place: int, d: int) -> int:
    """The place that a step in a direction leads to, or -1."""
    c = place // LEVELS
    level = steps[c, place % LEVELS, d]
    if level < 0:
        return -1
    to: int = (c + DJ[d] * graph.field.columns + DI[d]) * LEVELS + level
    return to


@njit_noref
def _lead(graph: PlaceGraph, steps: Steps) -> None:
    """Where moves lead, and how far: steps, straight or across, and a straight one with one across."""
    for node in range(len(graph.place)):
        place = graph.place[node]
        for d in range(8):
            to = _next_place(graph, steps, place, d)
            _set_move(graph, node, d, to, DIAGONAL if d % 2 else STRAIGHT)
            by = _next_place(graph, steps, place, d - d % 2)
            if by >= 0 and node_of(graph, by) >= 0:
                by = _next_place(graph, steps, by, (d + 1) % 8 if d % 2 == 0 else (d + 6) % 8)
            _set_move(graph, node, KNIGHTS + d, by, KNIGHT)


@njit_noref
def _set_move(graph: PlaceGraph, node: int, move: int, place: int, level: int) -> None:
    """Note where a move leads, which is so long over level ground."""
    to = node_of(graph, place) if place >= 0 else -1
    if to < 0:
        graph.moves[node, move] = 0
        return
    length = int(level * _steepness(graph.field, graph.place[node], place, move % 8))
    rim = graph.bits[to] & DIFFICULT and not graph.bits[node] & DIFFICULT
    graph.moves[node, move] = ((to - node) << TO) + (ON_TO_DIFFICULT if rim else 0) + length


@njit_noref
def _steepness(field: Heightfield, a: int, b: int, d: int) -> float:
    """How much longer than over level ground the way between two places is, in about the direction `d`."""
    c = a // LEVELS
    n = b // LEVELS
    x = field.slope[c, a % LEVELS, 0] + field.slope[n, b % LEVELS, 0]
    y = field.slope[c, a % LEVELS, 1] + field.slope[n, b % LEVELS, 1]
    if x == 0.0 and y == 0.0:
        return 1.0
    far = 0.7071 if d % 2 else 1.0
    long: float = longer(0.5 * x, 0.5 * y, far * DI[d], far * DJ[d])
    return long


@njit_noref
def _sort_climbs(graph: PlaceGraph, steps: Steps, outward: bool) -> None:
    """Sort the climbs by the nodes that they lead from; some lead only down."""
    field = graph.field
    climbs = graph.climbs
    for n in range(len(climbs.links)):
        row = climbs.links[n]
        foot = place_near(field, steps, row[FOOT_X], row[FOOT_Y], row[FOOT_GROUND], _LANDING)
        top = place_near(field, steps, row[TOP_X], row[TOP_Y], row[TOP_GROUND], _LANDING)
        if foot < 0 or top < 0 or node_of(graph, foot) < 0 or node_of(graph, top) < 0:
            continue
        aside = _beside(field, foot, row[FOOT_X], row[FOOT_Y]) + _beside(field, top, row[TOP_X], row[TOP_Y])
        climbs.units[n] = int((row[COST] + aside) / UNIT)
        down_only = row[DOWN_ONLY] != 0.0
        if not (down_only and outward):
            # the search leads up: whoever is on top comes down to this foot, or goes outward
            _add_climb(climbs, 2 * n + 1, node_of(graph, foot), node_of(graph, top))
        if not down_only or outward:
            _add_climb(climbs, 2 * n + 2, node_of(graph, top), node_of(graph, foot))


@njit_noref
def _add_climb(climbs: _Climbs, number: int, node: int, to: int) -> None:
    """One more climb from a node."""
    climbs.to[number] = to
    climbs.following[number] = climbs.first[node]
    climbs.first[node] = number


@njit_noref
def _beside(field: Heightfield, place: int, x: float, y: float) -> float:
    """How far a point is from a place, seen from above."""
    c = place // LEVELS
    dx = field.x + c % field.columns * SPACING - x
    dy = field.y + c // field.columns * SPACING - y
    far: float = (dx * dx + dy * dy) ** 0.5
    return far
