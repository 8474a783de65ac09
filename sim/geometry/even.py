"""Where a base goes freely: there a way is known from the places of the lattice round it. Inches, z up."""

from __future__ import annotations

from sim.geometry.compiled import lean
from sim.geometry.ground import surface, wall_distance
from sim.geometry.plane import point_segment
from sim.geometry.terrain import BARRICADE, DIFFICULT, RUIN, SLACK, STEP, STEP_SLACK, WATER, Floats, Scene, apart

PLANE = 1e-4  # faces that differ by less are one plane
UNEVEN, EVEN, TAME = 0, 1, 2
_KINDS = WATER | DIFFICULT | BARRICADE | RUIN
_MORE = 0.08  # how much more than a step `walk` looks up and down


@lean
def _ledge_near(scene: Scene, x: float, y: float, low: float, high: float, limit: float) -> bool:
    """Is there a ledge within `limit` to a base on any ground between two heights?"""
    for terrain in scene:
        i0 = max(0, int((x - limit - terrain.x) // terrain.cell))
        i1 = min(terrain.columns - 1, int((x + limit - terrain.x) // terrain.cell))
        j0 = max(0, int((y - limit - terrain.y) // terrain.cell))
        j1 = min(terrain.rows - 1, int((y + limit - terrain.y) // terrain.cell))
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


@lean
def evenness(
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

    `EVEN`: the ground is one plane, with nothing to step on to. `TAME`: it is level ground of several heights, no more
    than a step apart, and nothing is in the way of a base anywhere within: who goes over it pays the length. All of it
    is of one kind, and of one part if it is a barricade, whose crossing is told. Else `UNEVEN`.
    """
    slope = scene[which].slope[index]
    kind = scene[which].flag[index] & _KINDS
    part = scene[which].part[index]
    tilt_low = ground + (min(0.0, slope[0]) + min(0.0, slope[1])) * size
    tilt_high = ground + (max(0.0, slope[0]) + max(0.0, slope[1])) * size
    low = tilt_low
    high = tilt_high
    one = True
    tame = not kind & BARRICADE
    for turn in range(2):
        number = 0
        for terrain in scene:
            i0 = max(0, int((x - terrain.x) // terrain.cell))
            i1 = min(terrain.columns - 1, int((x + size - terrain.x) // terrain.cell))
            j0 = max(0, int((y - terrain.y) // terrain.cell))
            j1 = min(terrain.rows - 1, int((y + size - terrain.y) // terrain.cell))
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    b = j * terrain.columns + i
                    for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                        t = terrain.ground_item[k]
                        if terrain.bounds[t, 0] > x + size or terrain.bounds[t, 1] < x:
                            continue
                        if terrain.bounds[t, 2] > y + size or terrain.bounds[t, 3] < y:
                            continue
                        bottom = terrain.bounds[t, 4]
                        top = terrain.bounds[t, 5]
                        if turn == 1:
                            # whether more is stepped on to from the heights that were found
                            if (
                                top < low - STEP - _MORE
                                or bottom > high + STEP + _MORE
                                or (bottom >= low and top <= high)
                            ):
                                continue
                            if not apart(terrain.corners[t], x, y, size):
                                return UNEVEN
                            continue
                        if top < tilt_low - STEP - _MORE or bottom > tilt_high + STEP + _MORE:
                            continue
                        tri = terrain.corners[t]
                        below = True
                        level = terrain.flag[t] & _KINDS == kind and (
                            not kind & BARRICADE or (terrain.part[t] == part and number == which)
                        )
                        for q in range(3):
                            off = tri[3 * q + 2] - ground
                            off -= (tri[3 * q] - x) * slope[0] + (tri[3 * q + 1] - y) * slope[1]
                            below = below and off < -PLANE
                            level = level and -PLANE <= off <= PLANE
                        if level or apart(tri, x, y, size):
                            continue
                        one = one and below
                        tame = tame and top - bottom < PLANE and terrain.flag[t] & _KINDS == kind
                        low = min(low, bottom)
                        high = max(high, top)
            number += 1
        if turn == 0:
            for q in range(5):
                px = x + size * (0.5 if q == 4 else q % 2)
                py = y + size * (0.5 if q == 4 else q // 2)
                h = ground + (px - x) * slope[0] + (py - y) * slope[1]
                one = one and abs(surface(scene, px, py, h + PLANE)[0] - h) <= PLANE
            if one:
                return EVEN
            if not tame or high - low > STEP or tilt_high - tilt_low > PLANE:
                return UNEVEN
    limit = r - SLACK + size * 0.7072
    x += size / 2
    y += size / 2
    if wall_distance(scene, x, y, x, y, low, high + tall, limit, buf)[1] >= 0:
        return UNEVEN
    return UNEVEN if _ledge_near(scene, x, y, low, high, limit) else TAME
