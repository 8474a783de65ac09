"""How flat a square of the lattice is: where a base goes freely, a way is known from the places round it. Inches, z
up."""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.footing import surface, wall_distance
from sim.geometry.ground.plan_distances import point_segment
from sim.geometry.ground.terrain_mesh import (
    DIFFICULT,
    SLACK,
    STEP,
    STEP_SLACK,
    WATER,
    Floats,
    Scene,
    Terrain,
    apart,
    cells,
)

PLANE = 1e-4  # faces that differ by less are one plane
UNCLASSIFIED, FLAT, STEPPED, STEPPED_SHORE, STEPPED_ROUGH = 0, 1, 2, 3, 4
_KINDS = WATER | DIFFICULT
_MORE = 0.08  # how much more than a step `walk` looks up and down


@njit_noref
def _ledge_near(scene: Scene, x: float, y: float, low: float, high: float, limit: float) -> bool:
    """Is there a ledge within `limit` to a base on any ground between two heights?"""
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, x - limit, y - limit, x + limit, y + limit)
        if len(terrain.ledges) == 0:
            continue
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ledge_start[b], terrain.ledge_start[b + 1]):
                    ledge = terrain.ledges[terrain.ledge_item[k]]
                    far = STEP + STEP_SLACK + limit
                    if ledge[7] == 0.0 or min(ledge[2], ledge[5]) > high + far or max(ledge[2], ledge[5]) < low - far:
                        continue
                    if ledge[6] <= low + STEP + STEP_SLACK:
                        continue  # covered by the ground that it is on
                    if point_segment(x, y, ledge[0], ledge[1], ledge[3], ledge[4]) < limit * limit:
                        return True
    return False


@njit_noref
def _heights(terrain: Terrain, t: int, x: float, y: float, size: float) -> tuple[float, float]:
    """The lowest and the highest that a face may lie over a square."""
    gx = terrain.slope[t, 0]
    gy = terrain.slope[t, 1]
    z = terrain.corners[t, 2] + (x - terrain.corners[t, 0]) * gx + (y - terrain.corners[t, 1]) * gy
    low = z + (min(0.0, gx) + min(0.0, gy)) * size
    high = z + (max(0.0, gx) + max(0.0, gy)) * size
    return max(low, terrain.bounds[t, 4]), min(high, terrain.bounds[t, 5])


@njit_noref
def flatness_of(
    scene: Scene,
    x: float,
    y: float,
    size: float,
    ground: float,
    which: int,
    index: int,
    r: float,
    tall: float,
    buf: Floats,
) -> int:
    """How a base goes over a square from x, y, on the level of this face.

    `FLAT`: the ground is one plane, with nothing to step on to. `STEPPED`: it is of several heights, no more than a
    step apart, and nothing is in the way of a base anywhere within: who goes over it pays for the slopes alone.
    `STEPPED_SHORE`: stepped, but partly water; `STEPPED_ROUGH`: stepped, but partly difficult. Else `UNCLASSIFIED`.
    """
    slope = scene.terrains[which].slope[index]
    kind = scene.terrains[which].flag[index] & _KINDS
    tilt_low = ground + (min(0.0, slope[0]) + min(0.0, slope[1])) * size
    tilt_high = ground + (max(0.0, slope[0]) + max(0.0, slope[1])) * size
    low = tilt_low
    high = tilt_high
    one = True
    shore = False
    rough = False
    for turn in range(2):
        for terrain in scene.terrains:
            i0, i1, j0, j1 = cells(terrain, x, y, x + size, y + size)
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    b = j * terrain.columns + i
                    for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                        t = terrain.ground_item[k]
                        if terrain.bounds[t, 0] > x + size or terrain.bounds[t, 1] < x:
                            continue
                        if terrain.bounds[t, 2] > y + size or terrain.bounds[t, 3] < y:
                            continue
                        if terrain.bounds[t, 5] < low - STEP - _MORE or terrain.bounds[t, 4] > high + STEP + _MORE:
                            continue
                        tri = terrain.corners[t]
                        bottom, top = _heights(terrain, t, x, y, size)
                        if turn == 1:
                            # whether more is stepped on to from the heights that were found
                            known = top < low - STEP - _MORE or bottom > high + STEP + _MORE
                            known = known or (bottom >= low and top <= high)
                            if not known and not apart(tri, x, y, size):
                                return UNCLASSIFIED
                            continue
                        if top < tilt_low - STEP - _MORE or bottom > tilt_high + STEP + _MORE:
                            continue
                        below = True
                        level = terrain.flag[t] & _KINDS == kind
                        for q in range(4):
                            px = x + size * (q % 2)
                            py = y + size * (q // 2)
                            h = ground + (px - x) * slope[0] + (py - y) * slope[1]
                            off = tri[2] + (px - tri[0]) * terrain.slope[t, 0] + (py - tri[1]) * terrain.slope[t, 1] - h
                            below = below and min(off, terrain.bounds[t, 5] - h) < -PLANE
                            level = level and -PLANE <= off <= PLANE
                        if level or apart(tri, x, y, size):
                            continue
                        one = one and below
                        rough = rough or terrain.flag[t] & DIFFICULT != kind & DIFFICULT
                        shore = shore or terrain.flag[t] & WATER != kind & WATER
                        low = min(low, bottom)
                        high = max(high, top)
        if turn == 0:
            for q in range(5):
                px = x + size * (0.5 if q == 4 else q % 2)
                py = y + size * (0.5 if q == 4 else q // 2)
                h = ground + (px - x) * slope[0] + (py - y) * slope[1]
                one = one and abs(surface(scene, px, py, h + PLANE)[0] - h) <= PLANE
            if one:
                return FLAT
            if high - low > STEP or (rough and shore):
                return UNCLASSIFIED
    limit = r - SLACK + size * 0.7072
    x += size / 2
    y += size / 2
    if wall_distance(scene, x, y, x, y, low, high + tall, limit, buf)[1] >= 0:
        return UNCLASSIFIED
    if _ledge_near(scene, x, y, low, high, limit):
        return UNCLASSIFIED
    if rough:
        return STEPPED_ROUGH
    return STEPPED_SHORE if shore else STEPPED
