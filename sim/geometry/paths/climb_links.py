"""Where walls can be climbed: links between a place at the foot and one on top of a ledge. Inches, z up.

What Detour calls off-mesh connections: ways from level to level beside those over the ground.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import NO_GROUND, OVER_SHORE, WHOLE, footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.side_by_side import in_threads
from sim.geometry.ground.surface import bits_at, column_free, surface
from sim.geometry.ground.terrain_mesh import (
    ACCESS,
    CLIMB,
    LADDER,
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Y,
    LEDGE_Z,
    PERCH,
    WATER,
    Floats,
    Scene,
)
from sim.geometry.ground.walls import climbable, wall_distance
from sim.geometry.paths.climb_faces import CLEAR, Top, edge_of, rise_over
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

__all__ = [
    "ASKEW",
    "COLUMNS",
    "COST",
    "DOWN_ONLY",
    "FOOT_GROUND",
    "FOOT_REST",
    "FOOT_X",
    "FOOT_Y",
    "HIGHEST",
    "NO_CLIMB_LINKS",
    "OVER",
    "RELIEF",
    "ROLL",
    "SLICK",
    "STRAIGHT",
    "TOP_GROUND",
    "TOP_REST",
    "TOP_X",
    "TOP_Y",
    "find_climb_links",
    "nearest_ends",
    "points_on",
]

SPACING = 0.125  # of the places along a ledge
RELIEF = 0.3  # how far a climbed face may lie behind the rim of the base: sills, doorways, the thickness of a ladder
OVER = RELIEF  # the level way over the edge of a climb is so much longer than the base is wide at most (MOVE-14)
HIGHEST = 14.0  # inches: no move climbs more
_SHORTEST = 1e-6  # inches: of a ledge that has a direction
_PACE = 0.05  # inches: the foot of a climb is looked for so often, out from the wall
_BACK = 0.01  # inches: so far over the edge of a small obstacle its centre is brought: its place will be rounded
_CLOSE = 1e-3  # inches: so near to where it just stands it is brought to the wall
_MANY = 300  # points: so many are worth a thread of their own
_LEVELS = 4  # under an edge that are looked at

# columns of a climb link
COLUMNS = range(12)
FOOT_X, FOOT_Y, FOOT_GROUND, FOOT_REST, TOP_X, TOP_Y, TOP_GROUND, TOP_REST, COST, ROLL, SLICK, DOWN_ONLY = COLUMNS

STRAIGHT: Floats = np.array([0.0])
ASKEW: Floats = np.array([-0.5, 0.5])
"""Directions of climbs: straight out from the wall, and what shortens a way that comes along it."""

NO_CLIMB_LINKS: Floats = np.zeros((0, len(COLUMNS)))


@njit(cache=True, nogil=True)
def nearest_ends(links: Floats, x: float, y: float) -> Floats:
    """How far the nearer end of each climb is from a point, seen from above."""
    apart = np.empty(len(links))
    for k in range(len(links)):
        foot = math.hypot(links[k, FOOT_X] - x, links[k, FOOT_Y] - y)
        top = math.hypot(links[k, TOP_X] - x, links[k, TOP_Y] - y)
        apart[k] = min(foot, top)
    return apart


@dataclass(frozen=True, eq=False)
class _Wanted(KernelStruct):
    """For whom climbs are looked for, and where those that are found are written down."""

    scene: Scene
    base: Base
    rows: Floats
    buf: Floats  # scratch space


class _Edge(NamedTuple):
    """A point of a ledge, and the direction in plan in which it is looked for ground below: see `points_on`."""

    x: float
    y: float
    z: float
    out_x: float
    out_y: float


class _Stand(NamedTuple):
    """Where a base stands: the ground under its centre, the height at which it rests, and what it stands on."""

    x: float
    y: float
    ground: float
    rest: float
    which: int  # terrain
    face: int


def points_on(ledges: Floats, turns: Floats = STRAIGHT) -> Floats:
    """Where climbs over some ledges are looked for: rows of x, y, z and the direction in plan that leads out from there
    (x, y; as long as to go one inch out from the wall). Where two ledges go on into each other there is one.

    `turns`: `STRAIGHT` or `ASKEW`; askew half as many are enough, for these lie as near as others to where a way leads.
    """
    drop = ledges[:, LEDGE_DROP]
    start = ledges[:, [LEDGE_X, LEDGE_Y, LEDGE_Z]]
    way = ledges[:, [LEDGE_TO_X, LEDGE_TO_Y, LEDGE_TO_Z]] - start
    length = np.hypot(way[:, 0], way[:, 1])
    those = np.flatnonzero((drop > STEP) & (drop <= HIGHEST) & (length > _SHORTEST))
    steps = np.maximum(1, np.ceil(length[those] / SPACING)).astype(int)
    ledge = np.repeat(those, steps + 1)
    number = np.arange(len(ledge)) - np.repeat(np.cumsum(steps + 1) - steps - 1, steps + 1)
    along = number / np.repeat(steps, steps + 1)
    at = start[ledge] + way[ledge] * along[:, None]
    out = np.stack([way[ledge, 1], -way[ledge, 0]], axis=1) / length[ledge, None]
    rows = []
    for turn in turns:
        some = (turn == 0.0) | (number % 2 == 0)
        askew = np.stack([out[:, 0] - turn * out[:, 1], out[:, 1] + turn * out[:, 0]], axis=1)
        rows.append(np.concatenate([at, askew], axis=1)[some])
    points = np.concatenate(rows)
    return np.ascontiguousarray(points[_unlike(points)])


def _unlike(points: Floats) -> NDArray[np.intp]:
    """The first of the points that are the same to a thousandth of an inch, in their order."""
    whole = np.rint(points * 1000).astype(np.int64)
    whole -= whole.min(axis=0, initial=0)
    x, y, z, out_x, out_y = whole.T
    span = whole.max(axis=0, initial=0) + 1
    at, way = x * span[1] + y, (z * span[3] + out_x) * span[4] + out_y
    order = np.lexsort((way, at))
    new = np.ones(len(points), np.bool_)
    new[1:] = (np.diff(at[order]) != 0) | (np.diff(way[order]) != 0)
    return np.sort(order[new])


def find_climb_links(scene: Scene, points: Floats, base: Base, buf: Floats) -> Floats:
    """The climbs over some points of ledges (see `points_on`) for one base size, as rows.

    `SLICK` marks those that nobody climbs out of water, and `DOWN_ONLY` these, and those that others find to lead only
    down.
    """

    def found(own: Scene, room: Floats, first: int, end: int) -> Floats:
        wanted = _Wanted(own, base, np.empty((end - first, len(COLUMNS))), room)
        return wanted.rows[: _find(wanted, points[first:end])].copy()

    return np.concatenate([NO_CLIMB_LINKS, *in_threads(scene, buf, len(points), _MANY, found)])


@njit_noref
def _find(wanted: _Wanted, points: Floats) -> int:
    """Write down the climbs over some points; how many there are."""
    used = 0
    for point in points:
        used += _link(wanted, _Edge(point[0], point[1], point[2], point[3], point[4]), wanted.rows[used])
    return used


@njit_noref
def _link(wanted: _Wanted, edge: _Edge, row: Floats) -> int:
    """Write down the climb over a point of a ledge; 1 if there is one, else 0."""
    scene = wanted.scene
    base = wanted.base
    back = _BACK
    ground, rest, which, face, code = _on_top(wanted, edge, back)
    if code != WHOLE and not _is_perch(scene, edge):
        back = base.radius + SLACK / 2
        ground, rest, which, face, code = _on_top(wanted, edge, back)
    if code != WHOLE or abs(ground - edge.z) > STEP + base.radius:
        return 0
    top = _Stand(edge.x - edge.out_x * back, edge.y - edge.out_y * back, ground, rest, which, face)
    level = (edge.out_x * edge.out_x + edge.out_y * edge.out_y) ** 0.5  # that leads an inch out from the wall
    away, below = _foot_below(wanted, edge, rest, (2 * base.radius + OVER) / level - back)
    if away < 0.0:
        return 0
    away = _close_up(wanted, edge, away, below, rest)
    fx = edge.x + edge.out_x * away
    fy = edge.y + edge.out_y * away
    ground, rest, which, face, code = footing(scene, fx, fy, below + 0.3, base.radius, base.height, wanted.buf)
    if code not in (WHOLE, OVER_SHORE):
        return 0
    return _write_down(wanted, _Stand(fx, fy, ground, rest, which, face), top, row)


@njit_noref
def _on_top(wanted: _Wanted, edge: _Edge, back: float) -> tuple[float, float, int, int, int]:
    """How the base stands so far over an edge."""
    base = wanted.base
    x = edge.x - edge.out_x * back
    y = edge.y - edge.out_y * back
    found: tuple[float, float, int, int, int] = footing(
        wanted.scene, x, y, edge.z + STEP + base.radius, base.radius, base.height, wanted.buf
    )
    return found


@njit_noref
def _is_perch(scene: Scene, edge: _Edge) -> bool:
    """Is it the edge of a small obstacle, on which a base stands as soon as its centre is over it (TERR-09)?"""
    top, which, face = surface(scene, edge.x - edge.out_x * _BACK, edge.y - edge.out_y * _BACK, edge.z + _BACK)
    return bool(which >= 0 and abs(top - edge.z) <= STEP and bits_at(scene, which, face) & PERCH)


@njit_noref
def _foot_below(wanted: _Wanted, edge: _Edge, top_rest: float, far: float) -> tuple[float, float]:
    """How far from an edge the base first stands, a climb below it, and the ground there; -1 where it does not so far
    out."""
    base = wanted.base
    away = _PACE
    while away <= far:
        x = edge.x + edge.out_x * away
        y = edge.y + edge.out_y * away
        below = edge.z - STEP - STEP_SLACK
        for _ in range(_LEVELS):
            ground, rest, _, _, code = footing(wanted.scene, x, y, below, base.radius, base.height, wanted.buf)
            if code == NO_GROUND:
                break
            if code in (WHOLE, OVER_SHORE) and rest < top_rest:  # on a slope it may rest less than a step lower
                if column_free(wanted.scene, x, y, ground + CLEAR, top_rest + CLEAR):
                    return away, ground
                break  # what juts out above has to be passed
            below = ground - 1e-4
        away += _PACE
    return -1.0, 0.0


@njit_noref
def _close_up(wanted: _Wanted, edge: _Edge, away: float, ground: float, top_rest: float) -> float:
    """As close to the wall as the base can stand, lower than on top, and a hair more: its place will be rounded."""
    base = wanted.base
    low = away - _PACE
    while away - low > _CLOSE:
        mid = (low + away) / 2
        x = edge.x + edge.out_x * mid
        y = edge.y + edge.out_y * mid
        here, rest, _, _, code = footing(wanted.scene, x, y, ground + 0.01, base.radius, base.height, wanted.buf)
        stands = code in (WHOLE, OVER_SHORE) and abs(here - ground) < 0.3 and rest < top_rest
        if stands and column_free(wanted.scene, x, y, here + CLEAR, top_rest + CLEAR):
            away = mid
        else:
            low = mid
    return away + SLACK


@njit_noref
def _write_down(wanted: _Wanted, foot: _Stand, top: _Stand, row: Floats) -> int:
    """Write down the climb from a foot to a top; 1 if there is a face to climb and nothing in the way, else 0."""
    scene = wanted.scene
    r = wanted.base.radius
    if not column_free(scene, foot.x, foot.y, foot.ground + CLEAR, top.rest + CLEAR):
        return 0
    edge = edge_of(scene, Top(top.x, top.y, top.ground, top.rest), r, foot.x, foot.y)
    wall = rise_over(foot.rest, edge, top.rest).face
    held = climbable(scene, foot.x, foot.y, wall, r + RELIEF, LADDER, wanted.buf)
    roll = not held[0]
    if roll:
        held = climbable(scene, foot.x, foot.y, wall, r + RELIEF, LADDER | CLIMB, wanted.buf)
        if not held[0]:
            return 0
    over = top.rest + wanted.base.height
    line = Segment(foot.x, foot.y, top.x, top.y)
    if wall_distance(scene, line, top.rest, over, r * 0.5, wanted.buf).terrain >= 0:
        return 0  # walls stand on the level way over the edge
    wet = bits_at(scene, foot.which, foot.face) & WATER
    row[FOOT_X] = foot.x
    row[FOOT_Y] = foot.y
    row[FOOT_GROUND] = foot.ground
    row[FOOT_REST] = foot.rest
    row[TOP_X] = top.x
    row[TOP_Y] = top.y
    row[TOP_GROUND] = top.ground
    row[TOP_REST] = top.rest
    row[COST] = top.rest - foot.rest + ((foot.x - top.x) ** 2 + (foot.y - top.y) ** 2) ** 0.5
    row[ROLL] = 1.0 if roll else 0.0
    row[SLICK] = 1.0 if roll and wet and not bits_at(scene, held[1], held[2]) & ACCESS else 0.0
    row[DOWN_ONLY] = row[SLICK]
    return 1
