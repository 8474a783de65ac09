"""A base that walks in a straight line and follows the ground. Inches, z up.

What it costs: the horizontal length, measured along the slope where the ground slopes; steps cost nothing (MOVE-01).
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.footing import bits_at, ledge_distance, part_at, surface, wall_distance
from sim.geometry.ground.plan_distances import leaves, longer, triangle_holds
from sim.geometry.ground.terrain_mesh import (
    BARRICADE,
    DIFFICULT,
    LADDER,
    RUIN,
    SLACK,
    STEP,
    STEP_SLACK,
    WATER,
    Floats,
    Scene,
    slab_of,
)

ARRIVED, WALL, LEDGE, BASE, DRY = 0, 1, 2, 3, 4  # why a walk ended (DRY: it may not leave the water)
PACE = 0.0625  # ground is looked up this often; what happens between is found by halving
_NEAR = 2.4e-4  # inches: so near is found where the ground changes
KINDS = WATER | DIFFICULT | BARRICADE | RUIN


@njit_noref
def _held(
    scene: Scene,
    discs: Floats,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    ground: float,
    r: float,
    tall: float,
    buf: Floats,
) -> int:
    """What keeps a base from the straight way over level ground: 0 nothing, else WALL, LEDGE or BASE."""
    for k in range(len(discs)):
        if ground >= discs[k, 2] + discs[k, 4] or discs[k, 2] >= ground + tall:
            continue
        apart = r + discs[k, 3] - 2 * SLACK
        dx = bx - ax
        dy = by - ay
        cx = discs[k, 0] - ax
        cy = discs[k, 1] - ay
        along = cx * dx + cy * dy
        if along <= 0.0:
            continue  # it moves away
        length = dx * dx + dy * dy
        t = min(1.0, along / length)
        if (cx - t * dx) ** 2 + (cy - t * dy) ** 2 < apart * apart:
            return BASE
    if wall_distance(scene, ax, ay, bx, by, ground, ground + tall, r - SLACK, buf)[1] >= 0:
        return WALL
    if ledge_distance(scene, ax, ay, bx, by, ground, r, False) < r - SLACK:
        return LEDGE
    return 0


@njit_noref
def _free_to(
    scene: Scene,
    discs: Floats,
    line: Floats,
    low: float,
    high: float,
    ground: float,
    r: float,
    tall: float,
    whether: bool,
    buf: Floats,
) -> tuple[float, int]:
    """How far along a line (x, y, direction) a level stretch from `low` to `high` is free, and what holds it there;
    only whether it is free all along, if no more is asked."""
    x, y, dx, dy = line
    ax = x + low * dx
    ay = y + low * dy
    held = _held(scene, discs, ax, ay, x + high * dx, y + high * dy, ground, r, tall, buf)
    if not held:
        return high, 0
    if whether:
        return low, held
    while high - low > 1e-4:
        mid = (low + high) / 2
        now = _held(scene, discs, ax, ay, x + mid * dx, y + mid * dy, ground, r, tall, buf)
        if now:
            high = mid
            held = now
        else:
            low = mid
    return low, held


@njit_noref
def _mark(
    marks: Floats, used: int, gone: float, line: Floats, height: float, cost: float, which: int, index: int
) -> int:
    """One more mark, where there is room for it; how many there would be."""
    if used < len(marks):
        row = marks[used]
        row[0] = gone
        row[1] = line[0] + gone * line[2]
        row[2] = line[1] + gone * line[3]
        row[3] = height
        row[4] = cost
        row[5] = which
        row[6] = index
    return used + 1


@njit(cache=True, nogil=True)
def walk(
    scene: Scene,
    discs: Floats,
    ax: float,
    ay: float,
    ground: float,
    bx: float,
    by: float,
    r: float,
    tall: float,
    swim: bool,
    buf: Floats,
) -> tuple[float, float, int, Floats, int]:
    """From a to b over the ground that begins at this height, as far as it goes.

    The length reached in plan, the cost, why it ended, and marks: rows of length, x, y, ground, cost so far, terrain
    and triangle where the walk begins, where the kind of ground changes or its height turns, and where it ends.
    """
    marks = np.empty((64, 7))
    line = np.empty(4)
    while True:
        gone, cost, why, used, begun = walked(
            scene, discs, ax, ay, ground, bx, by, r, tall, swim, marks, line, False, buf
        )
        if used <= len(marks):
            return gone, cost, why, marks[:used].copy(), begun
        marks = np.empty((used, 7))


@njit_noref
def walked(
    scene: Scene,
    discs: Floats,
    ax: float,
    ay: float,
    ground: float,
    bx: float,
    by: float,
    r: float,
    tall: float,
    swim: bool,
    marks: Floats,
    line: Floats,
    whether: bool,
    buf: Floats,
) -> tuple[float, float, int, int, int]:
    """As `walk`, with room for the marks (and `line`: for 4 numbers); how many there are, even if there was no room.

    `whether`: only whether it arrives is asked, not where else it ends.
    """
    used = 0
    dx = bx - ax
    dy = by - ay
    length = (dx * dx + dy * dy) ** 0.5
    height, which, index = surface(scene, ax, ay, ground + 0.01)
    line[0] = ax
    line[1] = ay
    line[2] = dx / max(length, 1e-12)
    line[3] = dy / max(length, 1e-12)
    used = _mark(marks, used, 0.0, line, height, 0.0, which, index)
    if which < 0:
        return 0.0, 0.0, LEDGE, used, 0
    if length < 1e-9:
        return 0.0, 0.0, ARRIVED, used, 1
    dx /= length
    dy /= length
    cost = 0.0
    gone = 0.0  # how far the way is known to be free
    level_from = 0.0  # the stretch of level ground that is not yet tested
    kind = bits_at(scene, which, index) & KINDS
    part = part_at(scene, which, index)
    why = ARRIVED
    while gone < length:
        ahead = min(length, gone + PACE)
        h, w, t = surface(scene, ax + ahead * dx, ay + ahead * dy, height + STEP + STEP_SLACK + (ahead - gone))
        missing = w < 0 or h < height - STEP - STEP_SLACK - (ahead - gone)
        dry = swim and not missing and not bits_at(scene, w, t) & WATER
        flat = not missing and not dry and abs(h - height) < 1e-7
        fresh = (
            missing
            or dry
            or not flat
            or (bits_at(scene, w, t) & KINDS) != kind
            or ((kind & BARRICADE) != 0 and part_at(scene, w, t) != part)
        )
        if not fresh and ahead < length:
            cost += ahead - gone
            gone = ahead
            continue
        # test the level stretch that ends here (or at b)
        upto = gone if fresh else ahead
        if upto > level_from:
            low, held = _free_to(scene, discs, line, level_from, upto, height, r, tall, whether, buf)
            if held:
                cost -= max(0.0, gone - low)
                gone = low
                why = held
                break
            level_from = upto
        if not fresh:
            cost += ahead - gone
            gone = ahead
            break
        # the ground changes before `ahead`: find the place
        low = gone
        high = ahead
        before = height
        if w == which and t == index and not missing:
            # on the same face, and half way there too: it does not change
            hm, wm, tm = surface(
                scene,
                ax + (gone + high) / 2 * dx,
                ay + (gone + high) / 2 * dy,
                height + STEP + STEP_SLACK + (high - gone) / 2,
            )
            if wm == which and tm == index:
                low = high
                before = h
        elif not missing and which >= 0:
            # it leaves the face where the line does, unless something lies on it before, or the next is as high
            edge = leaves(scene.terrains[which].corners[index], ax, ay, dx, dy)
            if gone + _NEAR < edge < high - _NEAR:
                sure = edge - _NEAR
                hm, wm, tm = surface(scene, ax + sure * dx, ay + sure * dy, height + STEP + STEP_SLACK + (sure - gone))
                after = edge + _NEAR
                ha, wa, ta = surface(
                    scene, ax + after * dx, ay + after * dy, height + STEP + STEP_SLACK + (after - gone)
                )
                level = wa >= 0 and abs(ha - height) < 1e-7 and (bits_at(scene, wa, ta) & KINDS) == kind
                if wm == which and tm == index and not level:
                    low = sure
                    high = after
                    before = hm
        while high - low > 2.1 * _NEAR:
            mid = (low + high) / 2
            hm, wm, tm = surface(scene, ax + mid * dx, ay + mid * dy, height + STEP + STEP_SLACK + (mid - gone))
            same = (
                wm >= 0
                and (bits_at(scene, wm, tm) & KINDS) == kind
                and (not (kind & BARRICADE) or part_at(scene, wm, tm) == part)
                and wm == which
                and triangle_holds(scene.terrains[which].corners[index], ax + mid * dx, ay + mid * dy, 1e-6)
                and tm == index
            )
            if same or (wm >= 0 and abs(hm - height) < 1e-7 and (bits_at(scene, wm, tm) & KINDS) == kind):
                low = mid
                before = hm
            else:
                high = mid
        turn = high
        if missing:
            turn = low
        if turn - gone > 1e-9:
            # up to the change along the face that it is on
            slope = scene.terrains[which].slope[index]
            rise = slope[0] * dx + slope[1] * dy
            factor = longer(slope[0], slope[1], dx, dy)
            if abs(before - height) < 1e-7:
                rise = 0.0
                factor = 1.0
            low, held = _free_to(scene, discs, line, gone, turn, max(height, before), r, tall, whether, buf)
            if held:
                cost += (low - gone) * factor
                height += rise * (low - gone)
                gone = low
                why = held
                break
            cost += (turn - gone) * factor
            gone = turn
        if missing:
            why = LEDGE
            height = before
            break
        h, w, t = surface(scene, ax + gone * dx, ay + gone * dy, before + STEP + STEP_SLACK + 1e-3)
        if w < 0 or h < before - STEP - STEP_SLACK - 1e-3:
            why = LEDGE
            height = before
            break
        if swim and not bits_at(scene, w, t) & WATER:
            why = DRY
            break
        if abs(h - before) > 0.02:  # a step: both its edges
            used = _mark(marks, used, gone, line, before, cost, which, index)
        height = h
        which = w
        index = t
        kind = bits_at(scene, w, t) & KINDS
        part = part_at(scene, w, t)
        used = _mark(marks, used, gone, line, h, cost, which, index)
        level_from = gone
    h, w, t = surface(scene, ax + gone * dx, ay + gone * dy, height + 0.01)
    if w >= 0 and h > height - 0.01:
        height = h
        which = w
        index = t
    used = _mark(marks, used, gone, line, height, cost, which, index)
    return gone, cost, why, used, 1


@njit_noref
def column_free(scene: Scene, x: float, y: float, low: float, high: float) -> bool:
    """Does no face cross the upright line over a point between two heights?"""
    for terrain in scene.terrains:
        i = int(np.floor((x - terrain.x) / terrain.cell))
        j = int(np.floor((y - terrain.y) / terrain.cell))
        if not (0 <= i < terrain.columns and 0 <= j < terrain.rows):
            continue
        s0 = slab_of(terrain, low - 1e-6)
        for s in range(s0, slab_of(terrain, high) + 1):
            b = (s * terrain.rows + j) * terrain.columns + i
            for k in range(terrain.start[b], terrain.start[b + 1]):
                t = terrain.item[k]
                if terrain.flag[t] & (LADDER | WATER) or terrain.bounds[t, 5] <= low or terrain.bounds[t, 4] >= high:
                    continue
                tri = terrain.corners[t]
                if not triangle_holds(tri, x, y, 0.0):
                    continue
                z = tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1]
                if low < z < high:
                    return False
    return True
