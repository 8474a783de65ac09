"""Which ways lead where: places that can be entered and not left, that only swimmers come to, or nobody."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import breadth_first_order

from sim.board.map_checks.checks import Issue
from sim.board.model.tableau import Point
from sim.board.parts import STREETS
from sim.builder.measuring.land import STREET, Ints, Land
from sim.builder.measuring.leaps import Leap
from sim.geometry.paths.climb_links import COST, DOWN_ONLY, FOOT_REST, FOOT_X, FOOT_Y, TOP_REST, TOP_X, TOP_Y
from sim.geometry.paths.heightfield import LEVELS, SPACING
from sim.geometry.paths.neighbours import DI, DJ
from sim.words import say

__all__ = ["findings", "joined_by_climbs"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CLIMB = 8.0  # inches: the most that is climbed without a landing
FAR_JUMP, EASY_JUMP = 6, 4  # inches that a roll may carry, and that it often does
LARGE = 1.0  # square inches on which a base can stand: smaller places are not told of
ASIDE = 0.15  # inches: who goes by its base and so much over an edge can stand beside its foot
BESIDE = 3.0  # inches round an area in which the climbs into it are looked for
WAIST = 0.6  # inches over the ground
SKY = 500.0  # inches over any board
DEEP = 1.0  # inches: less is a step


class _Edges(msgspec.Struct, frozen=True, eq=False):
    """Ways from place to place."""

    start: Ints
    end: Ints

    def graph(self, land: Land, kept: Bools | None = None) -> csr_array:
        start, end = (self.start, self.end) if kept is None else (self.start[kept], self.end[kept])
        size = land.linked.size
        return coo_array((np.ones(len(start), np.int8), (start, end)), (size, size)).tocsr()


def findings(land: Land, leaps: Iterable[Leap]) -> list[Issue]:
    """What is wrong with the ways of a board, worst first. It finds all climbs, which takes seconds the first time."""
    if not land.areas:
        return []
    rows = land.lattice.climbs[0].all()
    climbs, walked, all_leaps = _climbs(land, rows), _Edges(*land.links), tuple(leaps)
    short = _joined(walked, climbs[0], _jumped(land, all_leaps, EASY_JUMP))
    ways = _joined(short, _jumped(land, all_leaps, FAR_JUMP), _falls(land))
    home = _home(land)
    comes = _reached(ways.graph(land), home, land)
    goes = _reached(ways.graph(land).T.tocsr(), home, land)
    dry = ~land.wet[short.start] & ~land.wet[short.end]
    walks = _reached(short.graph(land, dry), home, land)
    found = []
    for nodes in _told(land):
        finding = _finding(land, nodes, comes, goes, walks, climbs[1])
        if finding is not None:
            found.append(finding)
    return sorted(found, key=lambda each: each.severity)


def joined_by_climbs(land: Land, suspected: Callable[[Point], bool]) -> bool:
    """Do walks and short climbs, found only near them, lead from the largest street to all areas whose middle is
    suspected, and back? If not, only `findings` knows whether something is wrong: jumps and falls lead there too."""
    home = _home(land)
    label = land.labels[home]
    doubted = [n for n in _told(land) if land.labels[n[0]] != label and suspected(_middle(land, n))]
    if not doubted:
        return True
    rows = np.concatenate([_near(land, nodes) for nodes in doubted])
    short = _joined(_Edges(*land.links), _climbs(land, rows)[0])
    graph = short.graph(land, ~land.wet[short.start] & ~land.wet[short.end])
    both = _reached(graph, home, land) & _reached(graph.T.tocsr(), home, land)
    return all(both[nodes].any() for nodes in doubted)


def _near(land: Land, nodes: Ints) -> Floats:
    """The climbs into and out of an area."""
    at = land.at(nodes)[:, :2]
    low, high = at.min(0), at.max(0)
    x, y = (low + high) / 2
    return land.lattice.climbs[0].near(float(x), float(y), float(np.hypot(*(high - low)) / 2 + BESIDE))


def _told(land: Land) -> Iterator[Ints]:
    """The areas that are large enough to be told of."""
    return (nodes for nodes in land.areas.values() if len(nodes) * SPACING**2 >= LARGE)


def _middle(land: Land, nodes: Ints) -> Point:
    """The place of an area next to its middle."""
    at = land.at(nodes)
    middle = at[np.argmin(np.hypot(*(at - np.median(at, axis=0))[:, :2].T))]
    return (float(middle[0]), float(middle[1]), float(middle[2]))


def _finding(land: Land, nodes: Ints, comes: Bools, goes: Bools, walks: Bools, high: Floats) -> Issue | None:
    place = _middle(land, nodes)
    if comes[nodes].any() and not goes[nodes].any():
        return Issue("error", land.part_under(place), say("can be entered and not left"),
                       say("add a ladder, a lower wall or a way out"), place)  # fmt: skip
    if not comes[nodes].any():
        own = np.isin(high[:, 1], nodes)
        if own.any():
            climb = float(high[own, 0].min())
            what = say(
                'only a climb of {climb:.1f}" without a landing leads here; {most:g}" is the most',
                climb=climb, most=CLIMB,
            )  # fmt: skip
            return Issue("error", land.part_under(place), what, say("add a balcony, a scaffold or a lower roof"), place)
        if _is_hollow(land, place):
            return None
        return Issue("warning", land.part_under(place), say("no way leads here: no walk, climb or jump"),
                       say("add a ladder, or a roof to jump from"), place)  # fmt: skip
    if not walks[nodes].any() and float(np.median(land.at(nodes)[:, 2])) <= STREET:
        return Issue("warning", land.part_under(place), say("only swimmers and those who fall come here"),
                       say("add a bridge"), place)  # fmt: skip
    return None


def _is_hollow(land: Land, place: Point) -> bool:
    """Is a place to which no way leads the street below what stands there hollow, as houses of a scan and of a mesh
    without a floor do? Nobody wants to be there."""
    over = np.array([place]) + np.array([[0.0, 0.0, WAIST], [0.0, 0.0, SKY]])
    return land.part_under(place).startswith(STREETS) and bool(land.hidden(over[:1], over[1:])[0])


def _home(land: Land) -> int:
    """A place of the largest area at the level of the street."""
    street = {label: nodes for label, nodes in land.areas.items() if np.median(land.at(nodes)[:, 2]) <= STREET}
    return int(max((street or land.areas).values(), key=len)[0])


def _reached(graph: csr_array, home: int, land: Land) -> Bools:
    made = np.zeros(land.linked.size, np.bool_)
    made[breadth_first_order(graph, home, return_predecessors=False)] = True
    return made


def _joined(*ways: _Edges) -> _Edges:
    return _Edges(np.concatenate([w.start for w in ways]), np.concatenate([w.end for w in ways]))


def _climbs(land: Land, rows: Floats) -> tuple[_Edges, Floats]:
    """Of some climbs those of at most 8", both ways but for those out of water that is slick; and of higher ones their
    inches and the place on top of each."""
    foot = np.array([land.node_near(p) for p in rows[:, [FOOT_X, FOOT_Y, FOOT_REST]]], dtype=np.int64)
    top = np.array([land.node_near(p) for p in rows[:, [TOP_X, TOP_Y, TOP_REST]]], dtype=np.int64)
    there = (foot >= 0) & (top >= 0)
    short = there & (rows[:, TOP_REST] - rows[:, FOOT_REST] <= CLIMB)
    up = short & (rows[:, DOWN_ONLY] == 0)
    high = there & ~short & (rows[:, DOWN_ONLY] == 0)
    edges = _Edges(np.concatenate([foot[up], top[short]]), np.concatenate([top[up], foot[short]]))
    return edges, np.column_stack([rows[high, COST], top[high]])


def _jumped(land: Land, leaps: Iterable[Leap], most: int) -> _Edges:
    legs = [leg for leap in leaps for leg in (leap.there, leap.back) if leg.carries and leg.carries[0] <= most]
    ends = [(land.node_near(leg.start), land.node_near(leg.end)) for leg in legs]
    held = np.array([pair for pair in ends if min(pair) >= 0], dtype=np.int64).reshape(-1, 2)
    return _Edges(held[:, 0], held[:, 1])


def _falls(land: Land) -> _Edges:
    """Over edges: from places where a step leads nowhere, down to what lies a base aside, if nothing is between."""
    field = land.field
    starts, ends = [], []
    aside = math.ceil((2 * land.radius + ASIDE) / SPACING)
    for way in range(0, 8, 2):
        column, level = np.nonzero((land.steps[:, :, way] < 0) & land.linked.reshape(-1, LEVELS))
        i, j = column % field.columns + aside * DI[way], column // field.columns + aside * DJ[way]
        on = (i >= 0) & (i < field.columns) & (j >= 0) & (j < field.rows)
        column, level, beside = column[on], level[on], (j * field.columns + i)[on]
        here = field.rest_z[column, level]
        below = land.linked.reshape(-1, LEVELS)[beside] & (field.rest_z[beside] < here[:, None] - DEEP)
        which = np.argmax(np.where(below, field.rest_z[beside], -np.inf), axis=1)
        some = below.any(axis=1)
        starts.append((column * LEVELS + level)[some])
        ends.append((beside * LEVELS + which)[some])
    start, end = np.concatenate(starts), np.concatenate(ends)
    up = np.array([0.0, 0.0, WAIST])
    eye, lands = land.at(start) + up, land.at(end) + up
    over = np.column_stack([lands[:, :2], eye[:, 2]])
    free = ~land.hidden(eye, over) & ~land.hidden(over, lands)
    return _Edges(start[free], end[free])
