"""A base that goes through the air in a straight line: how far until something is in its way. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.plan_distances import clip_slab, segment_polygon
from sim.geometry.ground.terrain_mesh import LADDER, SLAB, SLACK, WALK, WATER, Floats, Scene, cells, slab_of

LIFT = 1.0  # a jumping base clears what is this high over its line (JUMP-02)
RISE = 0.5  # flights go over what is in the way in steps of this height
_FINE = 0.002  # the way is known to this length
_THICK = 1e-6  # of a disc that goes level: what is cut at one height only is lost to rounding


@njit_noref
def solid_near(
    scene: Scene,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    low: float,
    high: float,
    limit: float,
    want: int,
    excluded: int,
    buf: Floats,
) -> tuple[float, int, int]:
    """The face between two heights nearest to a line seen from above: distance up to `limit`, terrain, triangle.

    Faces count that have one of the bits `want` (any face: 0) and none of `excluded`.
    """
    best = limit * limit
    which = -1
    index = -1
    number = 0
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(
            terrain, min(ax, bx) - limit, min(ay, by) - limit, max(ax, bx) + limit, max(ay, by) + limit
        )
        s0 = slab_of(terrain, low - 1e-6)
        for s in range(s0, slab_of(terrain, high) + 1):
            under = terrain.z + s * SLAB
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    b = (s * terrain.rows + j) * terrain.columns + i
                    for k in range(terrain.start[b], terrain.start[b + 1]):
                        t = terrain.item[k]
                        if s > s0 and terrain.bounds[t, 4] < under - 1e-6:
                            continue  # seen in the slab below
                        flag = terrain.flag[t]
                        if flag & excluded or (want and not flag & want):
                            continue
                        if terrain.bounds[t, 5] < low or terrain.bounds[t, 4] > high:
                            continue
                        count = clip_slab(terrain.corners[t], low, high, buf)
                        if count == 0:
                            continue
                        d = segment_polygon(buf[0], count, ax, ay, bx, by)
                        if d < best:
                            best = d
                            which = number
                            index = t
        number += 1
    return best**0.5, which, index


@njit_noref
def partly_on(scene: Scene, x: float, y: float, low: float, high: float, r: float, buf: Floats) -> bool:
    """Is any of the base over solid ground between two heights?"""
    return solid_near(scene, x, y, x, y, low, high, r - SLACK, WALK, WATER, buf)[1] >= 0


@njit(cache=True, nogil=True)
def sweep(
    scene: Scene, discs: Floats, start: Floats, end: Floats, r: float, lift: float, buf: Floats
) -> tuple[float, int, int, int]:
    """How far (0 to 1) a base, lifted over its line, gets from start to end.

    Also the terrain and triangle that stop it, or -1, -1 and the number of the base that does, or -1.
    """
    length = np.sqrt(((end - start) ** 2).sum())
    low = 0.0
    size = 1.0
    while low < 1.0 - 1e-12:
        high = min(1.0, low + size)
        ax = start[0] + low * (end[0] - start[0])
        ay = start[1] + low * (end[1] - start[1])
        az = start[2] + low * (end[2] - start[2]) + lift
        bx = start[0] + high * (end[0] - start[0])
        by = start[1] + high * (end[1] - start[1])
        bz = start[2] + high * (end[2] - start[2]) + lift
        base = -1
        for k in range(len(discs)):
            if min(az, bz) >= discs[k, 2] + discs[k, 4] or max(az, bz) <= discs[k, 2]:
                continue
            apart = r + discs[k, 3] - 2 * SLACK
            dx = bx - ax
            dy = by - ay
            cx = discs[k, 0] - ax
            cy = discs[k, 1] - ay
            along = cx * dx + cy * dy
            if along <= 0.0:
                if cx * cx + cy * cy < apart * apart and low > 0.0 and along == 0.0:
                    base = k
                continue
            t = min(1.0, along / (dx * dx + dy * dy))
            if (cx - t * dx) ** 2 + (cy - t * dy) ** 2 < apart * apart:
                base = k
        top = max(az, bz) + _THICK
        found = solid_near(scene, ax, ay, bx, by, min(az, bz), top, r - SLACK, 0, LADDER | WATER, buf)
        if base < 0 and found[1] < 0:
            low = high
            size = min(1.0, size * 2.0)
        elif (high - low) * length <= _FINE:
            return low, found[1], found[2], base
        else:
            size = (high - low) / 2.0
    return 1.0, -1, -1, -1


@njit(cache=True, nogil=True)
def _clear(scene: Scene, discs: Floats, way: Floats, corners: int, r: float, buf: Floats) -> bool:
    """Is a way along some corners free?"""
    free = True
    for k in range(corners - 1):
        free = free and sweep(scene, discs, way[k], way[k + 1], r, LIFT, buf)[0] >= 1.0
    return free


@njit(cache=True, nogil=True)
def flown(scene: Scene, discs: Floats, start: Floats, places: Floats, budget: float, r: float, buf: Floats) -> Floats:
    """How far places (n, 3) are through the air, up to `budget`: straight, or up and over what is in the way."""
    out = np.full(len(places), np.inf)
    way = np.empty((4, 3))
    for n in range(len(places)):
        place = places[n]
        flat = np.sqrt((place[0] - start[0]) ** 2 + (place[1] - start[1]) ** 2)
        straight = np.sqrt(flat * flat + (place[2] - start[2]) ** 2)
        if straight > budget:
            continue
        way[0] = start
        way[1] = place
        if _clear(scene, discs, way, 2, r, buf):
            out[n] = straight
            continue
        high = max(start[2], place[2])
        while out[n] == np.inf:
            high += RISE
            over = np.sqrt(flat * flat + (high - start[2]) ** 2) + high - place[2]
            up = high - start[2] + np.sqrt(flat * flat + (high - place[2]) ** 2)
            if min(over, up) > budget:
                break
            way[1] = place
            way[1, 2] = high
            way[2] = place
            if over <= budget and _clear(scene, discs, way, 3, r, buf):
                out[n] = over
            way[1] = start
            way[1, 2] = high
            if up <= budget and up < out[n] and _clear(scene, discs, way, 3, r, buf):
                out[n] = up
            around = high - start[2] + flat + high - place[2]
            if out[n] == np.inf and around <= budget:
                way[2] = place
                way[2, 2] = high
                way[3] = place
                if _clear(scene, discs, way, 4, r, buf):
                    out[n] = around
    return out
