"""The distance field: how far every place is from the nearest of some goals, on foot. A program plans by it. Inches,
z up.

One walk outwards over the lattice of a `Heightfield`, from the goals to everywhere (Dial's algorithm, 1969: distances
are small whole numbers, so places wait in a ring of buckets). Ways go from place to place, straight, across or by a
knight's move, so a distance is up to 1.5% too long or too short, and a gap that just lets the base through may be
missed: a guide, not a verdict.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.plan_distances import longer
from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER, Floats
from sim.geometry.paths.climb_links import COST, FOOT_GROUND, FOOT_X, FOOT_Y, ROLL, SLICK, TOP_GROUND, TOP_X, TOP_Y
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, level_at
from sim.geometry.paths.neighbours import DI, DJ, TIGHT, Steps
from sim.geometry.tolerance import STEP

_NEXT, _ACROSS, _KNIGHT = 51, 72, 114  # what a step costs over level ground, in units: as 1, root 2 and root 5
UNIT = 0.9865 * SPACING / _NEXT  # ways between those directions are 2.7% longer: half of that is taken off everywhere
FAR = np.int32(2**30)
_RING = 8192  # buckets: more than any one step takes


@njit_noref
def _leads(field: Heightfield, steps: Steps, c: int, k: int) -> bool:
    """Has a base room at a place, or lacks it so little that ways lead past it all the same?"""
    leads = field.clearance[c, k] >= 0.0
    for d in range(8):
        leads = leads or steps[c, k, d] >= 0
    return bool(leads)


@njit_noref
def _place_near(field: Heightfield, steps: Steps, x: float, y: float, ground: float, within: float) -> int:
    """The place (column * LEVELS + level) nearest to a point on the same level that ways lead to, or -1."""
    ci = int(np.floor((x - field.x) / SPACING + 0.5))
    cj = int(np.floor((y - field.y) / SPACING + 0.5))
    reach = int(np.ceil(within / SPACING))
    best = within
    found = -1
    for j in range(max(0, cj - reach), min(field.rows, cj + reach + 1)):
        for i in range(max(0, ci - reach), min(field.columns, ci + reach + 1)):
            c = j * field.columns + i
            px = field.x + i * SPACING
            py = field.y + j * SPACING
            apart = ((px - x) ** 2 + (py - y) ** 2) ** 0.5
            if apart >= best:
                continue
            k = level_at(field, i, j, px, py, ground, 0.3)[0]
            if k >= 0 and _leads(field, steps, c, k):
                best = apart
                found = c * LEVELS + k
    return found


@njit(cache=True, nogil=True)
def places_around(
    field: Heightfield, steps: Steps, x: float, y: float, ground: float
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The places where a walk from a point begins, and how far from it they are, in units rounded up."""
    out = np.empty(9, np.int64)
    far = np.empty(9, np.int32)
    used = 0
    ci = int(np.floor((x - field.x) / SPACING + 0.5))
    cj = int(np.floor((y - field.y) / SPACING + 0.5))
    for j in range(max(0, cj - 1), min(field.rows, cj + 2)):
        for i in range(max(0, ci - 1), min(field.columns, ci + 2)):
            px = field.x + i * SPACING
            py = field.y + j * SPACING
            k = level_at(field, i, j, px, py, ground, 0.0)[0]
            if k >= 0 and _leads(field, steps, j * field.columns + i, k):
                out[used] = (j * field.columns + i) * LEVELS + k
                far[used] = int(np.ceil(((px - x) ** 2 + (py - y) ** 2) ** 0.5 / UNIT))
                used += 1
    if used == 0:
        near = _place_near(field, steps, x, y, ground, 1.0)
        if near >= 0:
            out[0] = near
            far[0] = int(1.0 / UNIT)
            used = 1
    return out[:used], far[:used]


@njit(cache=True, nogil=True)
def occupied_places(field: Heightfield, discs: Floats, r: float, tall: float) -> NDArray[np.int64]:
    """The places where a base would overlap other bases, `discs` (x, y, z, radius, height)."""
    out = np.empty(1024, np.int64)
    used = 0
    for d in range(len(discs)):
        x, y, z, radius, high = discs[d]
        apart = radius + r
        i0 = max(0, int(np.ceil((x - apart - field.x) / SPACING)))
        i1 = min(field.columns - 1, int((x + apart - field.x) / SPACING))
        j0 = max(0, int(np.ceil((y - apart - field.y) / SPACING)))
        j1 = min(field.rows - 1, int((y + apart - field.y) / SPACING))
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                dx = field.x + i * SPACING - x
                dy = field.y + j * SPACING - y
                if dx * dx + dy * dy >= apart * apart:
                    continue
                c = j * field.columns + i
                for k in range(field.count[c]):
                    rest_z = field.rest_z[c, k]
                    if rest_z >= z + high or z >= rest_z + tall:
                        continue
                    if used == len(out):
                        longer = np.empty(2 * used, np.int64)
                        longer[:used] = out
                        out = longer
                    out[used] = c * LEVELS + k
                    used += 1
    return out[:used]


@njit(cache=True, nogil=True)
def goal_places(field: Heightfield, goals: Floats) -> NDArray[np.int64]:
    """The places within the radius of goals (x, y, z, radius), no more than a step higher or lower.

    Of each goal those where a base can stay; only where there are none, those where it can be at all.
    """
    out = np.empty(1024, np.int64)
    used = 0
    for g in range(len(goals)):
        x, y, z, radius = goals[g]
        reach = int(np.ceil(radius / SPACING))
        ci = int(np.floor((x - field.x) / SPACING + 0.5))
        cj = int(np.floor((y - field.y) / SPACING + 0.5))
        begun = used
        for stays in (True, False):
            if used > begun:
                break
            for j in range(max(0, cj - reach), min(field.rows, cj + reach + 1)):
                for i in range(max(0, ci - reach), min(field.columns, ci + reach + 1)):
                    dx = field.x + i * SPACING - x
                    dy = field.y + j * SPACING - y
                    if dx * dx + dy * dy > radius * radius:
                        continue
                    c = j * field.columns + i
                    for k in range(field.count[c]):
                        if field.clearance[c, k] < TIGHT or abs(field.rest_z[c, k] - z) > STEP:
                            continue
                        if stays and field.stay_clearance[c, k] <= 0.0:
                            continue
                        if used == len(out):
                            longer = np.empty(2 * used, np.int64)
                            longer[:used] = out
                            out = longer
                        out[used] = c * LEVELS + k
                        used += 1
    return out[:used]


@njit(cache=True, nogil=True)
def distance_field(
    field: Heightfield,
    steps: Steps,
    climb_links: Floats,
    sources: NDArray[np.int64],
    climb: bool,
    water_only: bool,
    caution: float,
    begun: NDArray[np.int32],
    occupied: NDArray[np.int64],
    crowding: float,
    outward: bool,
    limit: float,
    highest: float,
) -> NDArray[np.int32]:
    """How far each place is from the nearest source, in units; `FAR` where there is no way within `limit` inches.

    `outward`, ways lead from the sources, and `steps` from the places (see `neighbours.link_neighbours`); else towards
    them (see `neighbours.reverse_links`). `climb_links` are the climbs; none is longer than `highest` inches.
    `caution`: the inches that a roll on the way is worth avoiding; `begun`: how far it is to each source. `occupied`
    are places that no way leads over; with a `crowding` ways do, and every inch there counts for so many more.
    """
    size = field.columns * field.rows * LEVELS
    far = np.full(size, FAR, np.int32)
    after = np.full(size, -1, np.int32)  # in its bucket
    before = np.full(size, -1, np.int32)
    head = np.full(_RING, -1, np.int32)
    care = int(caution / UNIT)
    jam = int(crowding * _NEXT)
    jammed = np.zeros(size if jam > 0 else 0, np.bool_)
    most = _RING - 1

    # climbs by the place that they lead to, in the sense of the search; out of slick ones nobody climbs
    first = np.full(size if climb else 0, -1, np.int32)
    more = np.full(2 * len(climb_links), -1, np.int32)
    to = np.full(2 * len(climb_links), -1, np.int64)
    long = np.zeros(len(climb_links), np.int32)
    if climb:
        for p in range(len(climb_links)):
            row = climb_links[p]
            if row[COST] > highest:
                continue
            foot = _place_near(field, steps, row[FOOT_X], row[FOOT_Y], row[FOOT_GROUND], 2.5 * SPACING)
            top = _place_near(field, steps, row[TOP_X], row[TOP_Y], row[TOP_GROUND], 2.5 * SPACING)
            if foot < 0 or top < 0:
                continue
            more_of = _beside(field, foot, row[FOOT_X], row[FOOT_Y]) + _beside(field, top, row[TOP_X], row[TOP_Y])
            long[p] = int((row[COST] + more_of) / UNIT)
            slick = row[SLICK] != 0.0
            if not (slick and outward):
                to[2 * p] = top  # the search leads up: whoever is on top comes down to this foot, or goes outward
                more[2 * p] = first[foot]
                first[foot] = 2 * p
            if not slick or outward:
                to[2 * p + 1] = foot
                more[2 * p + 1] = first[top]
                first[top] = 2 * p + 1

    for place in occupied:
        if jam > 0:
            jammed[place] = True
        else:
            far[place] = -1
    waiting = 0
    for q in range(len(sources)):
        if begun[q] < far[sources[q]] or far[sources[q]] == -1:
            waiting += _move(far, head, after, before, sources[q], begun[q])
    now = 0
    while waiting > 0 and now * UNIT <= limit:
        bucket = now % _RING
        node = head[bucket]
        if node < 0:
            now += 1
            continue
        head[bucket] = after[node]
        if after[node] >= 0:
            before[after[node]] = -1
        waiting -= 1
        c = node // LEVELS
        k = node % LEVELS
        rough = care // 4 if field.bits[c, k] & DIFFICULT else 0
        if jam > 0 and jammed[node]:
            rough += jam
        for d in range(8):
            # a knight's move: straight, then across
            level = steps[c, k, d - d % 2]
            if level < 0:
                continue
            by = c + DJ[d - d % 2] * field.columns + DI[d - d % 2]
            if far[by * LEVELS + level] < 0:
                continue
            turn = (d + 1) % 8 if d % 2 == 0 else (d + 6) % 8
            last = steps[by, level, turn]
            if last < 0:
                continue
            m = (by + DJ[turn] * field.columns + DI[turn]) * LEVELS + last
            if now + _KNIGHT + 2 * rough >= far[m]:
                continue
            step = int(_KNIGHT * _steep(field, node, m, d)) + 2 * rough + _over_rim(field, node, m, care)
            if now + step >= far[m] or (water_only and not field.bits[m // LEVELS, m % LEVELS] & WATER):
                continue
            waiting += _move(far, head, after, before, m, now + min(step, most))
        for d in range(8 + LEVELS + 1):
            m = -1
            step = 0
            if d < 8:
                level = steps[c, k, d]
                if level >= 0:
                    m = (c + DJ[d] * field.columns + DI[d]) * LEVELS + level
                    step = (_ACROSS if d % 2 else _NEXT) + rough
                    if now + step >= far[m]:
                        continue
                    step = int((step - rough) * _steep(field, node, m, d)) + rough + _over_rim(field, node, m, care)
            elif d < 8 + LEVELS:
                q = d - 8
                if climb and q != k and q < field.count[c] and field.bits[c, k] & field.bits[c, q] & RUIN:
                    rise = abs(field.rest_z[c, q] - field.rest_z[c, k])
                    if STEP < rise <= highest and field.clearance[c, q] >= 0.0 and field.clearance[c, k] >= 0.0:
                        m = c * LEVELS + q
                        step = int(rise / UNIT) + care
            elif climb:
                e = first[node]
                while e >= 0:
                    row = climb_links[e // 2]
                    step = min(most, long[e // 2] + (care if row[ROLL] > 0.0 else 0))
                    m = to[e]
                    e = more[e]
                    if now + step < far[m] and not (water_only and not field.bits[m // LEVELS, m % LEVELS] & WATER):
                        waiting += _move(far, head, after, before, m, now + step)
                continue
            if m < 0 or now + step >= far[m]:
                continue
            if water_only and not field.bits[m // LEVELS, m % LEVELS] & WATER:
                continue
            waiting += _move(far, head, after, before, m, now + min(step, most))
    for place in occupied:
        if far[place] < 0:
            far[place] = FAR
    return far


@njit_noref
def _beside(field: Heightfield, node: int, x: float, y: float) -> float:
    """How far a point is from a place, seen from above."""
    c = node // LEVELS
    dx = field.x + c % field.columns * SPACING - x
    dy = field.y + c // field.columns * SPACING - y
    far: float = (dx * dx + dy * dy) ** 0.5
    return far


@njit_noref
def _over_rim(field: Heightfield, a: int, b: int, care: int) -> int:
    """What it costs more to go from other ground to difficult ground: what a step on it does (TERR-02)."""
    if care == 0 or field.bits[a // LEVELS, a % LEVELS] & DIFFICULT:
        return 0
    return care // 4 if field.bits[b // LEVELS, b % LEVELS] & DIFFICULT else 0


@njit_noref
def _steep(field: Heightfield, a: int, b: int, d: int) -> float:
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


@njit(cache=True, nogil=True)
def _move(
    far: NDArray[np.int32],
    head: NDArray[np.int32],
    after: NDArray[np.int32],
    before: NDArray[np.int32],
    m: int,
    new: int,
) -> int:
    """Put a place into the bucket of its new distance; 1 where it did not wait in one."""
    fresh = 1
    if 0 <= far[m] < FAR:
        fresh = 0
        old = far[m] % _RING
        if before[m] >= 0:
            after[before[m]] = after[m]
        else:
            head[old] = after[m]
        if after[m] >= 0:
            before[after[m]] = before[m]
    far[m] = new
    bucket = new % _RING
    before[m] = -1
    after[m] = head[bucket]
    if head[bucket] >= 0:
        before[head[bucket]] = m
    head[bucket] = m
    return fresh
