"""A base that goes through the air in a straight line: how far until something is in its way. Inches, z up."""

from __future__ import annotations

import numpy as np
from numba import njit

from sim.geometry.plane import clip_slab, segment_polygon
from sim.geometry.terrain import LADDER, SLAB, SLACK, WALK, WATER, Floats, Scene, slab_of

LIFT = 1.0  # a jumping base clears what is this high over its line (JUMP-02)
_FINE = 0.002  # the way is known to this length


@njit(cache=True, nogil=True)
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
    shun: int,
    buf: Floats,
) -> tuple[float, int, int]:
    """The face between two heights nearest to a line seen from above: distance up to `limit`, terrain, triangle.

    Faces count that have one of the bits `want` (any face: 0) and none of `shun`.
    """
    best = limit * limit
    which = -1
    index = -1
    number = 0
    for terrain in scene:
        i0 = max(0, int((min(ax, bx) - limit - terrain.x) // terrain.cell))
        i1 = min(terrain.columns - 1, int((max(ax, bx) + limit - terrain.x) // terrain.cell))
        j0 = max(0, int((min(ay, by) - limit - terrain.y) // terrain.cell))
        j1 = min(terrain.rows - 1, int((max(ay, by) + limit - terrain.y) // terrain.cell))
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
                        if flag & shun or (want and not flag & want):
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


@njit(cache=True, nogil=True)
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
        found = solid_near(scene, ax, ay, bx, by, min(az, bz), max(az, bz), r - SLACK, 0, LADDER | WATER, buf)
        if base < 0 and found[1] < 0:
            low = high
            size = min(1.0, size * 2.0)
        elif (high - low) * length <= _FINE:
            return low, found[1], found[2], base
        else:
            size = (high - low) / 2.0
    return 1.0, -1, -1, -1
