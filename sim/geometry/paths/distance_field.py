"""The distance field: how far every place is from the nearest of some goals, on foot. A program plans by it. Inches,
z up.

One walk outwards over the lattice of a `Heightfield`, from the goals to everywhere (Dial's algorithm, 1969: see
`bucket_queue`). Ways go from place to place, straight, across or by a knight's move, so a distance is up to 1.5% too
long or too short, and a gap that just lets the base through may be missed: a guide, not a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.plan_distances import longer
from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER, Floats
from sim.geometry.paths.bucket_queue import FAR, LONGEST, SHUT, BucketQueue, bucket_queue, nearest, put
from sim.geometry.paths.climb_links import COST, FOOT_GROUND, FOOT_X, FOOT_Y, ROLL, SLICK, TOP_GROUND, TOP_X, TOP_Y
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield
from sim.geometry.paths.lattice_places import Longs, Units, place_near
from sim.geometry.paths.neighbours import DI, DIAGONAL, DJ, KNIGHT, STRAIGHT, UNIT, Steps
from sim.geometry.tolerance import STEP

_LANDING = 2.5 * SPACING  # inches: so far from its ends a climb may begin and end on the lattice


class Travel(NamedTuple):
    """For whom, and how, a distance field is measured.

    `outward`: ways lead from the sources, and steps from the places (see `neighbours.link_neighbours`); else towards
    them (see `neighbours.reverse_links`). `limit`: how far, in inches; no climb is longer than `highest`. `caution`:
    the inches that a roll on the way is worth avoiding. No way leads over occupied places; with a `crowding` ways do,
    and every inch there counts for so many more.
    """

    climb: bool
    swim: bool  # it may not leave the water
    outward: bool
    limit: float
    highest: float
    caution: float = 0.0
    crowding: float = 0.0


@dataclass(frozen=True, eq=False)
class _Climbs(KernelStruct):
    """The climbs from each place, in the sense of the search: the first, the next of each, where it leads to, and how
    far. Climbs count from 1, so that 0 is none: number 2n + 1 is row n from its foot, 2n + 2 the same from its top."""

    first: Units
    following: Units
    to: Longs
    far: Units


@dataclass(frozen=True, eq=False)
class _Search(KernelStruct):
    """Dial's algorithm at work; `care` and `jam` are what a roll and an occupied step cost, in units."""

    field: Heightfield
    steps: Steps
    rows: Floats  # of climbs
    climbs: _Climbs
    travel: Travel
    care: int
    jam: int
    jammed: NDArray[np.bool_]
    queue: BucketQueue


def distance_field(
    field: Heightfield,
    steps: Steps,
    climb_links: Floats,
    travel: Travel,
    sources: Longs,
    begun: Units,
    occupied: Longs,
) -> Units:
    """How far each place is from the nearest source, in units; `FAR` where there is no way. `begun`: how far it is to
    each source, in units."""
    size = field.columns * field.rows * LEVELS
    climbs = len(climb_links)
    search = _Search(
        field,
        steps,
        climb_links,
        _Climbs(
            np.zeros(size if travel.climb else 0, np.int32),
            np.zeros(2 * climbs + 1, np.int32),
            np.zeros(2 * climbs + 1, np.int64),
            np.zeros(climbs, np.int32),
        ),
        travel,
        int(travel.caution / UNIT),
        int(travel.crowding * STRAIGHT),
        np.zeros(size, np.bool_),
        bucket_queue(size),
    )
    if search.jam > 0:
        search.jammed[occupied] = True
    else:
        search.queue.distance[occupied] = SHUT
    _spread(search, sources, begun, _units_within(travel.limit))
    distance = search.queue.distance
    distance[occupied] = np.where(distance[occupied] < 0, FAR, distance[occupied])
    return distance


def _units_within(inches: float) -> int:
    """The most units that are no longer than so many inches."""
    units = int(inches / UNIT)
    return units if units * UNIT <= inches else units - 1


@njit_noref
def _spread(search: _Search, sources: Longs, begun: Units, limit: int) -> None:
    """The search, from the sources to everywhere."""
    if search.travel.climb:
        _sort_climbs(search)
    queue = search.queue
    for n in range(len(sources)):
        if begun[n] < queue.distance[sources[n]] or queue.distance[sources[n]] == SHUT:
            put(queue, sources[n], begun[n])
    while True:
        node = nearest(queue, limit)
        if node < 0:
            return
        rough = _roughness(search, node)
        _knights_moves(search, node, rough)
        _single_steps(search, node, rough)
        if search.travel.climb:
            _floors(search, node)
            _climb_on(search, node)


@njit_noref
def _reach(search: _Search, node: int, distance: int) -> None:
    """A way of this length leads to a node."""
    if distance >= search.queue.distance[node]:
        return
    if not search.travel.swim or search.field.bits[node // LEVELS, node % LEVELS] & WATER:
        put(search.queue, node, distance)


@njit_noref
def _roughness(search: _Search, node: int) -> int:
    """What a step from a place costs more: over difficult ground, and among other bases."""
    rough = search.care // 4 if search.field.bits[node // LEVELS, node % LEVELS] & DIFFICULT else 0
    if search.jam > 0 and search.jammed[node]:
        rough += search.jam
    return rough


@njit_noref
def _next_place(search: _Search, node: int, d: int) -> int:
    """The place that a step in a direction leads to, or -1."""
    c = node // LEVELS
    level = search.steps[c, node % LEVELS, d]
    if level < 0:
        return -1
    place: int = (c + DJ[d] * search.field.columns + DI[d]) * LEVELS + level
    return place


@njit_noref
def _knights_moves(search: _Search, node: int, rough: int) -> None:
    """On by a straight step and one across."""
    distance = search.queue.distance
    now = distance[node]
    for d in range(8):
        by = _next_place(search, node, d - d % 2)
        if by < 0 or distance[by] < 0:
            continue
        m = _next_place(search, by, (d + 1) % 8 if d % 2 == 0 else (d + 6) % 8)
        if m < 0 or now + KNIGHT + 2 * rough >= distance[m]:
            continue
        step = int(KNIGHT * _steepness(search.field, node, m, d)) + 2 * rough + _over_rim(search, node, m)
        _reach(search, m, now + min(step, LONGEST))


@njit_noref
def _single_steps(search: _Search, node: int, rough: int) -> None:
    """On by one step, straight or across."""
    now = search.queue.distance[node]
    for d in range(8):
        m = _next_place(search, node, d)
        long = DIAGONAL if d % 2 else STRAIGHT
        if m < 0 or now + long + rough >= search.queue.distance[m]:
            continue
        step = int(long * _steepness(search.field, node, m, d)) + rough + _over_rim(search, node, m)
        _reach(search, m, now + min(step, LONGEST))


@njit_noref
def _floors(search: _Search, node: int) -> None:
    """On between the floors of a ruin, straight up or down (TERR-08)."""
    field = search.field
    c = node // LEVELS
    k = node % LEVELS
    if not field.bits[c, k] & RUIN or field.clearance[c, k] < 0.0:
        return
    for q in range(field.count[c]):
        if q == k or not field.bits[c, q] & RUIN or field.clearance[c, q] < 0.0:
            continue
        rise = abs(field.rest_z[c, q] - field.rest_z[c, k])
        if STEP < rise <= search.travel.highest:
            step = int(rise / UNIT) + search.care
            _reach(search, c * LEVELS + q, search.queue.distance[node] + min(step, LONGEST))


@njit_noref
def _climb_on(search: _Search, node: int) -> None:
    """On by the climbs that begin at a place."""
    climbs = search.climbs
    e = climbs.first[node]
    while e > 0:
        n = (e - 1) // 2
        care = search.care if search.rows[n, ROLL] > 0.0 else 0
        step = min(LONGEST, climbs.far[n] + care)
        _reach(search, climbs.to[e], search.queue.distance[node] + step)
        e = climbs.following[e]


@njit_noref
def _sort_climbs(search: _Search) -> None:
    """Sort the climbs by the places that they lead from; out of slick ones nobody climbs."""
    field = search.field
    climbs = search.climbs
    outward = search.travel.outward
    for n in range(len(search.rows)):
        row = search.rows[n]
        if row[COST] > search.travel.highest:
            continue
        foot = place_near(field, search.steps, row[FOOT_X], row[FOOT_Y], row[FOOT_GROUND], _LANDING)
        top = place_near(field, search.steps, row[TOP_X], row[TOP_Y], row[TOP_GROUND], _LANDING)
        if foot < 0 or top < 0:
            continue
        aside = _beside(field, foot, row[FOOT_X], row[FOOT_Y]) + _beside(field, top, row[TOP_X], row[TOP_Y])
        climbs.far[n] = int((row[COST] + aside) / UNIT)
        slick = row[SLICK] != 0.0
        if not (slick and outward):
            # the search leads up: whoever is on top comes down to this foot, or goes outward
            _add_climb(climbs, 2 * n + 1, foot, top)
        if not slick or outward:
            _add_climb(climbs, 2 * n + 2, top, foot)


@njit_noref
def _add_climb(climbs: _Climbs, number: int, place: int, to: int) -> None:
    """One more climb from a place."""
    climbs.to[number] = to
    climbs.following[number] = climbs.first[place]
    climbs.first[place] = number


@njit_noref
def _beside(field: Heightfield, node: int, x: float, y: float) -> float:
    """How far a point is from a place, seen from above."""
    c = node // LEVELS
    dx = field.x + c % field.columns * SPACING - x
    dy = field.y + c // field.columns * SPACING - y
    far: float = (dx * dx + dy * dy) ** 0.5
    return far


@njit_noref
def _over_rim(search: _Search, a: int, b: int) -> int:
    """What it costs more to go from other ground to difficult ground: what a step on it does (TERR-02)."""
    bits = search.field.bits
    if search.care == 0 or bits[a // LEVELS, a % LEVELS] & DIFFICULT:
        return 0
    return search.care // 4 if bits[b // LEVELS, b % LEVELS] & DIFFICULT else 0


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
