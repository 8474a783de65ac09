"""Where a hull can go on its water, sideways and turned too: a search over places and headings. Inches, z up.

The nodes are poses of the place about which riders stand (the lattice planner of hybrid A*: Dolgov, Thrun, Montemerlo
and Diebel, "Practical search techniques in path planning for autonomous driving", 2008, for a body that may go any
way). What a step costs is the most that any rider moves, so that a hull turns about a single rider for nothing. On
each step the outline is swept through the field of open water.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.open_water import SURELY, WaterRoom, open_at
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.open_list import OpenList, open_list, pop, push

__all__ = [
    "HEADINGS",
    "PACE",
    "HullSearch",
    "goes_straight",
    "hull_search",
    "nodes_near",
    "poses_of",
    "reach_hull",
    "way_back",
]

PACE = 0.5  # inches between two nodes
HEADINGS = 48  # all round
_TURN = 2 * np.pi / HEADINGS
_LEAST = 0.004  # inches that a turn costs at least, so that no way turns for nothing
_CLEAR = 0.06  # inches that a hull keeps from what is in its way
_APART, _TOGETHER = 0.15, 8  # inches between two samples of an outline; so many of them are looked at as one first
_LOOK = 0.1  # inches that no corner goes further between two looks
_UNKNOWN, _OPEN, _SHUT = 0, 1, 2
_AHEAD = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
_KNIGHTS = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
_STEPS = np.array(
    [(i, j, 0) for i, j in _AHEAD]
    + [(i, j, 0) for i, j in _KNIGHTS]
    + [(0, 0, 1), (0, 0, -1)]
    + [(i, j, k) for i, j in _AHEAD for k in (1, -1)],
    np.int64,
)


_TURNS = len(_AHEAD) + len(_KNIGHTS)  # the first step that turns on the spot


@dataclass(frozen=True, eq=False)
class HullSearch(KernelStruct):
    """Of poses of a hull about its middle of riders. Node (i, j, k) is the start's place, and (i - n) and (j - n) paces
    east and north of it, k turns further round; n is `reach`. `longest`: inches from that place to the farthest corner;
    `turning`: what the next heading costs.

    `cost`: inches that a rider has moved at most, infinite where no way leads, (2n + 1, 2n + 1, HEADINGS). `before`:
    the step by which it was come to, -1: none. `known`: whether the hull fits, where that was looked at. `outline`,
    (chunks, _TOGETHER, 2): samples of it as it lies at the start, about that place. `round`, (chunks, 3): circles round
    these. `steps`, (HEADINGS, steps): what each costs from each heading.
    """

    x: float
    y: float
    reach: int
    limit: float
    longest: float
    turning: float
    cost: Floats
    before: NDArray[np.int8]
    known: NDArray[np.int8]
    outline: Floats
    round: Floats
    steps: Floats
    waiting: OpenList


def hull_search(at: tuple[float, float], outline: Floats, riders: Floats, limit: float) -> HullSearch:
    """From where a hull lies: its corners (n, 2) and where its riders stand, both from `at`, the middle of the riders.

    Nothing is looked for that takes a rider further than `limit` inches.
    """
    reach = int(np.ceil(limit / PACE)) + 1
    wide = 2 * reach + 1
    samples = _samples(outline)
    middles = samples.mean(axis=1)
    radii = np.hypot(*np.moveaxis(samples - middles[:, None], -1, 0)).max(axis=1)
    return HullSearch(
        x=at[0],
        y=at[1],
        reach=reach,
        limit=limit,
        longest=float(np.hypot(outline[:, 0], outline[:, 1]).max()),
        turning=float(_costs(riders)[0, _TURNS]),
        cost=np.full((wide, wide, HEADINGS), np.inf),
        before=np.full((wide, wide, HEADINGS), -1, np.int8),
        known=np.zeros((wide, wide, HEADINGS), np.int8),
        outline=samples,
        round=np.column_stack([middles, radii]),
        steps=_costs(riders),
        waiting=open_list(wide * wide * HEADINGS * 2),
    )


def _samples(outline: Floats) -> Floats:
    """Points along an outline, so many together, the last ones as often as is needed."""
    points = []
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = max(1, int(np.ceil(np.hypot(*(b - a)) / _APART)))
        points += [a + (b - a) * n / count for n in range(count)]
    points += [points[-1]] * (-len(points) % _TOGETHER)
    return np.array(points).reshape(-1, _TOGETHER, 2)


def _costs(riders: Floats) -> Floats:
    """What each step costs from each heading: the most that a rider moves."""
    rider = riders[:, 0] + 1j * riders[:, 1] if len(riders) else np.zeros(1, complex)
    headings = np.exp(1j * _TURN * np.arange(HEADINGS))[:, None, None]
    turned = np.exp(1j * _TURN * _STEPS[:, 2])[None, :, None]
    ahead = (PACE * (_STEPS[:, 0] + 1j * _STEPS[:, 1]))[None, :, None]
    moved = np.abs(ahead + headings * (turned - 1) * rider[None, None, :]).max(axis=2)
    return np.asarray(np.maximum(moved, _LEAST) + _LEAST * (_STEPS[:, 2] != 0))


def poses_of(search: HullSearch, nodes: NDArray[np.int64]) -> Floats:
    """Where nodes (n, 3) are, and how far round from the start in degrees, from 0 on: (n, 3)."""
    where = np.array([search.x, search.y]) + (nodes[:, :2] - search.reach) * PACE
    return np.column_stack([where, nodes[:, 2] * 360.0 / HEADINGS])


def nodes_near(search: HullSearch, pose: tuple[float, float, float]) -> list[tuple[int, int, int]]:
    """Nodes about a pose that were come to, those first by which the way to it is shortest."""
    u, v = ((pose[0] - search.x) / PACE + search.reach, (pose[1] - search.y) / PACE + search.reach)
    w = pose[2] * HEADINGS / 360.0
    wide = len(search.cost)
    found = []
    for i in range(int(np.floor(u)), int(np.floor(u)) + 2):
        for j in range(int(np.floor(v)), int(np.floor(v)) + 2):
            for k in range(int(np.floor(w)) - 1, int(np.floor(w)) + 3):
                if 0 <= i < wide and 0 <= j < wide and np.isfinite(search.cost[i, j, k % HEADINGS]):
                    rest = PACE * float(np.hypot(u - i, v - j)) + search.turning * abs(w - k)
                    found.append((float(search.cost[i, j, k % HEADINGS]) + rest, (i, j, k % HEADINGS)))
    return [node for _, node in sorted(found)]


def way_back(search: HullSearch, node: tuple[int, int, int]) -> NDArray[np.int64]:
    """The nodes from the start to one that was come to, (n, 3)."""
    i, j, k = node
    found = [node]
    while search.before[i, j, k] >= 0:
        east, north, turn = _STEPS[search.before[i, j, k]].tolist()
        i, j, k = i - east, j - north, (k - turn) % HEADINGS
        found.append((i, j, k))
    return np.array(found[::-1])


@njit(cache=True, nogil=True)
def goes_straight(search: HullSearch, water: WaterRoom, start: Floats, end: Floats) -> bool:
    """May the hull go straight from one pose to another, x, y and degrees, turning evenly?"""
    by = (end[0] - start[0], end[1] - start[1], np.radians(end[2] - start[2]))
    return _sweeps_clear(search, water, (start[0], start[1], np.radians(start[2])), by)


@njit(cache=True, nogil=True)
def reach_hull(search: HullSearch, water: WaterRoom) -> None:
    """Find what each node costs, nearest first (Dijkstra 1959)."""
    n = search.reach
    wide = 2 * n + 1
    search.cost[n, n, 0] = 0.0
    push(search.waiting, 0.0, (n * wide + n) * HEADINGS)
    while search.waiting.size[0] > 0:
        cost, node = pop(search.waiting)
        k = node % HEADINGS
        j = node // HEADINGS % wide
        i = node // HEADINGS // wide
        if cost > search.cost[i, j, k]:
            continue
        for step in range(len(_STEPS)):
            far = cost + search.steps[k, step]
            to_i = i + _STEPS[step, 0]
            to_j = j + _STEPS[step, 1]
            if far > search.limit or min(to_i, to_j) < 0 or max(to_i, to_j) >= wide:
                continue
            to_k = (k + _STEPS[step, 2]) % HEADINGS
            if far >= search.cost[to_i, to_j, to_k] - 1e-9:
                continue
            if search.waiting.size[0] >= len(search.waiting.keys):
                return
            if not _fits(search, water, to_i, to_j, to_k) or not _goes(search, water, i, j, k, step):
                continue
            search.cost[to_i, to_j, to_k] = far
            search.before[to_i, to_j, to_k] = step
            push(search.waiting, far, (to_i * wide + to_j) * HEADINGS + to_k)


@njit_noref
def _fits(search: HullSearch, water: WaterRoom, i: int, j: int, k: int) -> bool:
    """Does the hull fit at a node?"""
    known = search.known[i, j, k]
    if known == _UNKNOWN:
        x = search.x + (i - search.reach) * PACE
        y = search.y + (j - search.reach) * PACE
        known = _OPEN if _lies_clear(search, water, x, y, k * _TURN) else _SHUT
        search.known[i, j, k] = known
    return bool(known == _OPEN)


@njit_noref
def _goes(search: HullSearch, water: WaterRoom, i: int, j: int, k: int, step: int) -> bool:
    """Does a step lead through open water? Where it ends was looked at."""
    x = search.x + (i - search.reach) * PACE
    y = search.y + (j - search.reach) * PACE
    east = _STEPS[step, 0] * PACE
    north = _STEPS[step, 1] * PACE
    return _sweeps_clear(search, water, (x, y, k * _TURN), (east, north, _STEPS[step, 2] * _TURN))


@njit_noref
def _sweeps_clear(
    search: HullSearch, water: WaterRoom, start: tuple[float, float, float], by: tuple[float, float, float]
) -> bool:
    """Is the whole outline in open water on its way from a pose, moved and turned evenly? Its ends are not looked
    at."""
    way = (by[0] ** 2 + by[1] ** 2) ** 0.5
    if open_at(water, start[0], start[1]) * SURELY > search.longest + way + _CLEAR:
        return True
    steps = max(1, int(np.ceil((way + search.longest * abs(by[2])) / _LOOK)))
    for step in range(1, steps):
        share = step / steps
        x = start[0] + share * by[0]
        y = start[1] + share * by[1]
        if not _lies_clear(search, water, x, y, start[2] + share * by[2]):
            return False
    return True


@njit_noref
def _lies_clear(search: HullSearch, water: WaterRoom, x: float, y: float, turn: float) -> bool:
    """Is the whole outline in open water?"""
    cos = np.cos(turn)
    sin = np.sin(turn)
    for n in range(len(search.round)):
        u = search.round[n, 0]
        v = search.round[n, 1]
        if open_at(water, x + cos * u - sin * v, y + sin * u + cos * v) * SURELY > search.round[n, 2] + _CLEAR:
            continue
        for m in range(_TOGETHER):
            u = search.outline[n, m, 0]
            v = search.outline[n, m, 1]
            if open_at(water, x + cos * u - sin * v, y + sin * u + cos * v) < _CLEAR:
                return False
    return True
