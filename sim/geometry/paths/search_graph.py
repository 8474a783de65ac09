"""The graph that Theta* searches: its nodes, and what is known of each so far. Inches, z up.

A node is a place of the lattice (numbered column by column of the window, level by level), the rim beside one
(`places` further on: a place that touches what is in the way, so that ways go tight round corners), or one of the extra
nodes behind them all: the start, the goal, then the foot and the top of each climb link.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.terrain_mesh import RUIN, Floats, Ints
from sim.geometry.paths.climb_links import COST, DOWN_ONLY, FOOT_REST, FOOT_X, ROLL, TOP_REST, TOP_X
from sim.geometry.paths.heightfield import (
    GROUND,
    LEVELS,
    REST,
    SPACING,
    Heightfield,
    Window,
    X,
    Y,
    column_at,
    nearest_column,
)
from sim.geometry.paths.open_list import Longs, OpenList, open_list
from sim.geometry.paths.surroundings import Surroundings
from sim.geometry.tolerance import SLACK, STEP

__all__ = [
    "BARRED",
    "BEFORE",
    "CLEAR",
    "CLIMBED",
    "NO_GOAL",
    "SETTLED",
    "SURE",
    "SearchGraph",
    "ahead_of",
    "climb_from",
    "flat_distance",
    "nothing_tried",
    "rise",
    "search_graph",
    "storeys_of",
    "way_to_goal",
]

# what is known of a node: its distance is measured; settled; not to be entered; looked at; reached by a climb; reached
# by an earlier search without rolls
SURE, SETTLED, BARRED, CLEAR, CLIMBED, BEFORE = 1, 2, 4, 8, 16, 32

NO_GOAL: Floats = np.zeros(0)
_ROOM = 4096  # for pushes, besides one for each node


@dataclass(frozen=True, eq=False)
class Tried(KernelStruct):
    """What was tried to reach the nodes, so that nothing is measured twice: when each was settled, counted from 1 on;
    and of nodes that the line from their parent does not lead to, that parent and 1 (`failed`), how many were `settled`
    when the nodes beside were tried, and 1 (`since`), the best of these (-1: none leads there) and the distance by it.
    """

    order: Ints
    failed: Ints
    since: Ints
    best: Ints
    by_best: Floats
    settled: Longs  # (1,)


def nothing_tried(nodes: int) -> Tried:
    """Of a search that has not begun."""
    order, failed, since = (np.zeros(nodes, np.int32) for _ in range(3))
    return Tried(order, failed, since, np.empty(nodes, np.int32), np.empty(nodes), np.zeros(1, np.int64))


@dataclass(frozen=True, eq=False)
class SearchGraph(KernelStruct):
    """A search from the start to the goal, or, without one, to all that is no further than `budget`.

    `start_width`: the radius that has room where it begins: a base that a wall overlaps may still walk away from it.
    `first_place`: the number of the lowest place of each column of the window, and how many there are; `column_of`: the
    column of each place. `positions`: x, y and ground of each node; x is NaN where there is none. `distance` and
    `parent`: of the way to each node, the g-value and the last corner of Theta*. `first_beside` and `next_beside`: the
    extra nodes by each column of the window. `towards`: x, y and inches: ways are only of use so near to there; empty
    where they are anywhere.
    """

    land: Surroundings
    climb_links: Floats
    goal: Floats  # x, y, ground, rest; empty where there is none
    towards: Floats
    budget: float
    start_width: float
    places: int
    first_place: Ints
    column_of: Ints
    positions: Floats
    first_beside: Longs
    next_beside: Longs
    distance: Floats
    parent: Longs
    state: NDArray[np.uint8]
    tried: Tried
    waiting: OpenList

    @property
    def start(self) -> int:
        return 2 * self.places

    @property
    def place_distances(self) -> Floats:
        """Of the ways to the places of the window, (columns * rows, LEVELS); infinite where none was found."""
        far = np.full((len(self.first_place) - 1, LEVELS), -np.inf)
        self.raise_left(0.0, far)
        return -far

    def raise_left(self, most: float, left: Floats) -> None:
        """Note where the ways to the places of the window leave more of a move of so many inches than is noted as
        `left`, (columns * rows, LEVELS)."""
        _raise_left(self.first_place, self.distance, most, left)

    def raise_beside(self, most: float, left: Floats) -> None:
        """The same of places that have no room, by the ways to their rims and to the ends of climbs beside them: what
        lies between places goes by those, too."""
        _raise_beside(self, most, left)


def search_graph(
    land: Surroundings,
    start: Floats,
    goal: Floats,
    climb_links: Floats,
    budget: float,
    start_width: float,
    towards: Floats = NO_GOAL,
) -> SearchGraph:
    """A search that has not begun. `start`, `goal`: x, y, ground, rest. `towards`: as of a search without a goal."""
    window = land.window
    first_place = np.empty(window.columns * window.rows + 1, np.int32)
    _count_places(land.field, window, first_place)
    places = int(first_place[-1])
    nodes = 2 * places + 2 + 2 * len(climb_links)
    positions = np.empty((nodes, 3))
    extra = positions[2 * places :]
    extra[0] = start[:REST]
    extra[1] = goal[:REST] if len(goal) else np.nan
    extra[2::2] = climb_links[:, FOOT_X : FOOT_X + REST]
    extra[3::2] = climb_links[:, TOP_X : TOP_X + REST]
    first, following = np.empty(window.columns * window.rows, np.int64), np.empty(len(extra), np.int64)
    column_of = np.empty(places, np.int32)
    _place_nodes(land.field, window, first_place, column_of, positions)
    _sort_extra(land.field, window, extra, first, following)
    return SearchGraph(
        land,
        climb_links,
        goal,
        np.array([goal[X], goal[Y], 0.0]) if len(goal) else towards,
        float(budget),
        float(start_width),
        places,
        first_place,
        column_of,
        positions,
        first,
        following,
        np.full(nodes, np.inf),
        np.full(nodes, -1, np.int64),
        np.zeros(nodes, np.uint8),
        nothing_tried(nodes),
        open_list(nodes + _ROOM),
    )


@njit_noref
def _count_places(field: Heightfield, window: Window, first_place: Ints) -> None:
    """Write the number of the lowest place of each column of a window, and how many places there are."""
    first_place[0] = 0
    for w in range(window.columns * window.rows):
        first_place[w + 1] = first_place[w] + max(0, field.count[column_at(field, window, w)])


@njit_noref
def _raise_left(first_place: Ints, distance: Floats, most: float, left: Floats) -> None:
    """Of places in rows of levels, by column."""
    for w in range(len(left)):
        for m in range(first_place[w], first_place[w + 1]):
            k = m - first_place[w]
            left[w, k] = max(left[w, k], most - distance[m])


@njit_noref
def _raise_beside(graph: SearchGraph, most: float, left: Floats) -> None:
    """Of places without room: by their rims, then by the extra nodes in the columns round them."""
    window = graph.land.window
    for m in range(graph.places):
        if graph.distance[m] == np.inf and graph.distance[graph.places + m] < np.inf:
            _raise_one(graph, m, graph.places + m, most, left)
    for w in range(window.columns * window.rows):
        e = graph.first_beside[w]
        while e >= 0:
            n = 2 * graph.places + e
            if graph.distance[n] < np.inf:
                i = w % window.columns
                j = w // window.columns
                for v in range(max(0, j - 1), min(window.rows, j + 2)):
                    for u in range(max(0, i - 1), min(window.columns, i + 2)):
                        beside = v * window.columns + u
                        for m in range(graph.first_place[beside], graph.first_place[beside + 1]):
                            if abs(graph.positions[m, GROUND] - graph.positions[n, GROUND]) <= STEP / 2:
                                _raise_one(graph, m, n, most, left)
            e = graph.next_beside[e]


@njit_noref
def _raise_one(graph: SearchGraph, m: int, n: int, most: float, left: Floats) -> None:
    """Of a place by one node beside it, if it has no room."""
    field = graph.land.field
    w = graph.column_of[m]
    k = m - graph.first_place[w]
    if field.clearance[column_at(field, graph.land.window, w), k] < -SLACK:
        left[w, k] = max(left[w, k], most - graph.distance[n] - flat_distance(graph, n, m))


@njit_noref
def _place_nodes(field: Heightfield, window: Window, first_place: Ints, column_of: Ints, positions: Floats) -> None:
    """Where the places of the window and their rims are."""
    places = len(column_of)
    for w in range(window.columns * window.rows):
        c = column_at(field, window, w)
        x = field.x + (window.i + w % window.columns) * SPACING
        y = field.y + (window.j + w // window.columns) * SPACING
        for k in range(field.count[c]):
            m = first_place[w] + k
            column_of[m] = w
            positions[m, X] = x
            positions[m, Y] = y
            positions[m, GROUND] = field.ground[c, k]
            positions[places + m, X] = field.rim[c, k, 0]
            positions[places + m, Y] = field.rim[c, k, 1]
            positions[places + m, GROUND] = field.ground[c, k]


@njit_noref
def _sort_extra(field: Heightfield, window: Window, extra: Floats, first: Longs, following: Longs) -> None:
    """Sort the extra nodes, all but the start, by the columns that they lie beside."""
    first[:] = -1
    following[:] = -1
    for e in range(1, len(extra)):
        if np.isnan(extra[e, X]):
            continue
        ci, cj = nearest_column(field, extra[e, X], extra[e, Y])
        i = ci - window.i
        j = cj - window.j
        if 0 <= i < window.columns and 0 <= j < window.rows:
            following[e] = first[j * window.columns + i]
            first[j * window.columns + i] = e


@njit_noref
def flat_distance(graph: SearchGraph, a: int, b: int) -> float:
    """Between two nodes, seen from above: no way is shorter."""
    dx = graph.positions[b, X] - graph.positions[a, X]
    dy = graph.positions[b, Y] - graph.positions[a, Y]
    far: float = (dx**2 + dy**2) ** 0.5
    return far


@njit_noref
def ahead_of(graph: SearchGraph, node: int) -> float:
    """No way on to the goal, or to where ways are of use, is shorter than this: the h-value of A*."""
    towards = graph.towards
    if len(towards) == 0:
        return 0.0
    far = ((graph.positions[node, X] - towards[0]) ** 2 + (graph.positions[node, Y] - towards[1]) ** 2) ** 0.5
    left: float = max(0.0, far - towards[2])
    return left


@njit_noref
def climb_from(graph: SearchGraph, node: int) -> tuple[int, float]:
    """Where the climb leads that a node is an end of, and what it costs, infinite where it may not be gone."""
    number = node - 2 * graph.places - 2
    link = graph.climb_links[number // 2]
    up = number % 2 == 0
    allowed = (graph.land.rules.rolls or link[ROLL] == 0.0) and not (up and link[DOWN_ONLY] > 0.0)
    return node + 1 if up else node - 1, link[COST] if allowed else np.inf


@njit_noref
def storeys_of(graph: SearchGraph, place: int) -> tuple[int, int]:
    """The first place of the column of one in a ruin, and how many there are; none elsewhere."""
    field = graph.land.field
    w = graph.column_of[place]
    c = column_at(field, graph.land.window, w)
    first = graph.first_place[w]
    return first, field.count[c] if field.bits[c, place - first] & RUIN else 0


@njit_noref
def rise(graph: SearchGraph, place: int, to: int) -> float:
    """How far it is straight up or down in a ruin from a place to another of its column, infinite where no climb is or
    nobody can stand there."""
    field = graph.land.field
    w = graph.column_of[place]
    c = column_at(field, graph.land.window, w)
    k, q = place - graph.first_place[w], to - graph.first_place[w]
    inches: float = abs(field.rest_z[c, q] - field.rest_z[c, k])
    stands = field.bits[c, k] & field.bits[c, q] & RUIN and field.stay_clearance[c, q] >= 0.0
    return inches if stands and inches > STEP else np.inf


def way_to_goal(graph: SearchGraph) -> tuple[tuple[float, float, float], ...] | None:
    """The corners of the way that was found to the goal, the start left out; None where none was found.

    Those of the lattice are on its ground, others at the height where the base rests.
    """
    node = graph.start + 1
    if not np.isfinite(graph.distance[node]):
        return None
    corners = []
    while node != graph.start:
        x, y, ground = graph.positions[node]
        corners.append((float(x), float(y), float(ground if node < graph.start else _rest_of(graph, node))))
        node = int(graph.parent[node])
    return tuple(reversed(corners))


def _rest_of(graph: SearchGraph, node: int) -> float:
    """The height at which the base rests at the goal, or at the foot or the top of a climb."""
    link, end = divmod(node - graph.start - 2, 2)
    return float(graph.goal[REST] if link < 0 else graph.climb_links[link, (FOOT_REST, TOP_REST)[end]])
