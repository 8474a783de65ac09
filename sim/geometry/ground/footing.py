"""Where a round base stands: the ground under a point, what it rests on, what stands in its way. Inches, z up.

A base is a level disc. It stands where the ground under the whole of it has no step of more than 1" and no hole
(no *ledge*: a line where the ground ends or drops further), and where nothing that rises more than 1" above the
ground beside it reaches into the body above it (no *wall*). It rests on the highest point under it. A small obstacle
or debris (a *perch*) is no part of other ground: it carries the base that has its centre over it, however little of it
is under the rest of the base (TERR-09). The kernels take a scene of two terrains; `buf` is their scratch space.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.plan_distances import (
    clip_slab,
    point_segment,
    segment_polygon,
    segment_segment,
    triangle_holds,
)
from sim.geometry.ground.terrain_mesh import (
    CLIMB,
    CLOSED,
    IMPASSABLE,
    LADDER,
    PAD,
    PERCH,
    SLAB,
    SLACK,
    STEP,
    STEP_SLACK,
    WALK,
    WATER,
    Floats,
    Scene,
    Terrain,
    cells,
    listed,
    slab_of,
)

NOTHING = -1e9  # the height of no ground
_LATELY = 8
_HOLD = 1e-6  # a point this far outside a triangle still lies on it
_FLUSH = 1e-3  # what lies no higher than this over a perch is not what a base there rests on


def scratch() -> Floats:
    """Room for the kernels to clip triangles in, and to note those that were looked at last."""
    return np.zeros((3, 12, 3))


@njit_noref
def surface(scene: Scene, x: float, y: float, top: float) -> tuple[float, int, int]:
    """The highest ground at a point that is no higher than `top`: height, terrain and triangle (NOTHING, -1, -1)."""
    best = NOTHING
    which = -1
    index = -1
    number = 0
    for terrain in scene.terrains:
        i = int(np.floor((x - terrain.x) / terrain.cell))
        j = int(np.floor((y - terrain.y) / terrain.cell))
        if 0 <= i < terrain.columns and 0 <= j < terrain.rows:
            b = j * terrain.columns + i
            for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                box = terrain.ground_box[k]
                if x < box[0] - _HOLD or x > box[1] + _HOLD or y < box[2] - _HOLD or y > box[3] + _HOLD:
                    continue
                if box[4] > top or box[5] <= best:
                    continue
                t = terrain.ground_item[k]
                if terrain.bounds[t, 5] <= best:
                    continue  # as high: those in brief are a hair wider
                tri = terrain.corners[t]
                if not triangle_holds(tri, x, y, _HOLD):
                    continue
                z = tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1]
                if best < z <= top:
                    best = z
                    which = number
                    index = t
        number += 1
    return best, which, index


@njit_noref
def inside(scene: Scene, x: float, y: float, z: float) -> bool:
    """Is the point within a solid? Counts the closed faces above it, in and out."""
    x += 1.3e-5  # off the edges that models share
    y += 2.7e-5
    depth = 0
    for terrain in scene.terrains:
        i = int(np.floor((x - terrain.x) / terrain.cell))
        j = int(np.floor((y - terrain.y) / terrain.cell))
        if not (0 <= i < terrain.columns and 0 <= j < terrain.rows):
            continue
        s0 = slab_of(terrain, z - 1e-6)
        for s in range(s0, terrain.slabs):
            b = (s * terrain.rows + j) * terrain.columns + i
            for k in range(terrain.start[b], terrain.start[b + 1]):
                t = terrain.item[k]
                if s > s0 and slab_of(terrain, terrain.bounds[t, 4] - PAD) < s:
                    continue  # counted in a slab below
                if not terrain.flag[t] & CLOSED or terrain.bounds[t, 5] < z:
                    continue
                tri = terrain.corners[t]
                if not triangle_holds(tri, x, y, 0.0):
                    continue
                if tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1] <= z:
                    continue
                area = (tri[3] - tri[0]) * (tri[7] - tri[1]) - (tri[4] - tri[1]) * (tri[6] - tri[0])
                depth += 1 if area > 0.0 else -1
    return depth > 0


@njit_noref
def _highest(tri: Floats, gx: float, gy: float, x: float, y: float, r: float, ground: float) -> float:
    """The highest point of a face under a disc that can be stepped on to from the ground at its centre."""
    best = NOTHING
    steep = (gx * gx + gy * gy) ** 0.5
    if steep > 1e-9:
        px = x + r * gx / steep
        py = y + r * gy / steep
        if triangle_holds(tri, px, py, 0.0):
            z = tri[2] + (px - tri[0]) * gx + (py - tri[1]) * gy
            if z <= ground + STEP + STEP_SLACK + r:
                best = z
    for i in range(3):
        ax = tri[3 * i] - x
        ay = tri[3 * i + 1] - y
        az = tri[3 * i + 2]
        d2 = ax * ax + ay * ay
        if d2 <= r * r and az > best and az <= ground + STEP + STEP_SLACK + d2**0.5:
            best = az
        j = (i + 1) % 3
        ux = tri[3 * j] - tri[3 * i]
        uy = tri[3 * j + 1] - tri[3 * i + 1]
        a = ux * ux + uy * uy
        if a < 1e-12:
            continue
        half = ax * ux + ay * uy
        root = half * half - a * (d2 - r * r)
        if root <= 0.0:
            continue
        for sign in (-1.0, 1.0):
            t = (-half + sign * root**0.5) / a
            if 0.0 <= t <= 1.0:
                z = az + t * (tri[3 * j + 2] - az)
                if z > best and z <= ground + STEP + STEP_SLACK + r:
                    best = z
    return best


@njit_noref
def rest_height(scene: Scene, x: float, y: float, ground: float, r: float) -> float:
    """Where a base over ground of this height at its centre rests: on the highest ground under it."""
    best = ground
    r = max(r - SLACK, 1e-4)
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, x - r, y - r, x + r, y + r)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                    box = terrain.ground_box[k]
                    if box[5] <= best or box[4] > ground + STEP + STEP_SLACK + r:
                        continue
                    if box[0] > x + r or box[1] < x - r or box[2] > y + r or box[3] < y - r:
                        continue
                    t = terrain.ground_item[k]
                    if terrain.bounds[t, 5] <= best:
                        continue
                    z = _highest(terrain.corners[t], terrain.slope[t, 0], terrain.slope[t, 1], x, y, r, ground)
                    best = max(best, z)
    return best


@njit_noref
def _lately(buf: Floats, looked: int, number: float) -> bool:
    """Is a triangle among those that were looked at last? Large ones lie in many bins. Else it is noted."""
    for k in range(_LATELY):
        if buf[2, k, 0] == number:
            return True
    buf[2, looked % _LATELY, 0] = number
    return False


@njit_noref
def _comes_near(
    scene: Scene,
    terrain: Terrain,
    t: int,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    ground: float,
    head: float,
    best: float,
    buf: Floats,
) -> float:
    """How near (squared) a face that blocks a body comes to its line from a to b; `best` where it is no nearer."""
    flag = terrain.flag[t]
    floor = ground + STEP + STEP_SLACK
    low = ground - STEP if flag & IMPASSABLE else floor
    if flag & (LADDER | WATER) or terrain.bounds[t, 5] <= low or terrain.bounds[t, 4] >= head:
        return best
    # wholly to one side of the line, and as far?
    ux = bx - ax
    uy = by - ay
    px = 0.5 * (terrain.bounds[t, 0] + terrain.bounds[t, 1])
    py = 0.5 * (terrain.bounds[t, 2] + terrain.bounds[t, 3])
    wide = (terrain.bounds[t, 1] - px) * abs(uy) + (terrain.bounds[t, 3] - py) * abs(ux)
    off = abs((px - ax) * uy - (py - ay) * ux) - wide
    if off > 0.0 and off * off >= best * (ux * ux + uy * uy):
        return best
    count = clip_slab(terrain.corners[t], low, head, buf)
    if count == 0:
        return best
    d = segment_polygon(buf[0], count, ax, ay, bx, by)
    if d >= best:
        return best
    if not flag & IMPASSABLE and terrain.bounds[t, 5] <= floor + d**0.5 + STEP:
        # it may stand on ground that rises towards it: how high is it above its own foot?
        px, py = _nearest(buf[0], count, ax, ay, bx, by)
        foot = surface(scene, px, py, ground + d**0.5 + STEP + STEP_SLACK)[0]
        if flag & WALK and terrain.bounds[t, 5] <= floor + d**0.5:
            return best  # ground that is stepped on to; its own walls block where it is too high
        if foot > ground + 1e-6:
            over = min(foot, ground + d**0.5) + STEP + STEP_SLACK
            count = clip_slab(terrain.corners[t], over, head, buf)
            if count == 0:
                return best
            d = min(best, segment_polygon(buf[0], count, ax, ay, bx, by))
    return d


@njit_noref
def wall_distance(
    scene: Scene,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    ground: float,
    head: float,
    limit: float,
    buf: Floats,
) -> tuple[float, int, int]:
    """How near what blocks a body comes to its centre line from a to b, over ground of this height.

    What blocks lies between a step above the ground and `head`. Up to `limit` inches; the terrain and triangle too.
    """
    best = limit * limit
    which = -1
    index = -1
    number = 0
    low_x, high_x = min(ax, bx), max(ax, bx)
    low_y, high_y = min(ay, by), max(ay, by)
    looked = 0
    for k in range(_LATELY):
        buf[2, k, 0] = -1.0
    for terrain in scene.terrains:
        lowest = (ground - STEP if terrain.barred else ground + STEP + STEP_SLACK) - 1e-6
        near, out = listed(terrain, low_x, high_x, low_y, high_y, limit, lowest, head)
        if near >= 0:
            first = terrain.near.first[near]
            for k in range(first, first + terrain.near.count[near]):
                gap = max(0.0, terrain.near.gap[k] - out)
                if gap * gap >= best:
                    break
                box = terrain.near.box[k]
                if box[5] <= lowest or box[4] >= head:
                    continue
                qx = max(0.0, max(box[0] - high_x, low_x - box[1]))
                qy = max(0.0, max(box[2] - high_y, low_y - box[3]))
                if qx * qx + qy * qy >= best:
                    continue
                t = terrain.near.item[k]
                d = _comes_near(scene, terrain, t, ax, ay, bx, by, ground, head, best, buf)
                if d < best:
                    best = d
                    which = number
                    index = t
            number += 1
            continue
        i0, i1, j0, j1 = cells(terrain, low_x - limit, low_y - limit, high_x + limit, high_y + limit)
        ux = bx - ax
        uy = by - ay
        length = (ux * ux + uy * uy) ** 0.5
        for s in range(slab_of(terrain, lowest), slab_of(terrain, head) + 1):
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    left = terrain.x + i * terrain.cell
                    below = terrain.y + j * terrain.cell
                    qx = max(0.0, max(left - high_x, low_x - left - terrain.cell))
                    qy = max(0.0, max(below - high_y, low_y - below - terrain.cell))
                    if qx * qx + qy * qy >= best:
                        continue
                    if length > 2.0 * terrain.cell:
                        # leave out the squares far from the line
                        px = terrain.x + (i + 0.5) * terrain.cell - ax
                        py = terrain.y + (j + 0.5) * terrain.cell - ay
                        if abs(px * uy - py * ux) > (best**0.5 + 0.71 * terrain.cell) * length:
                            continue
                    b = (s * terrain.rows + j) * terrain.columns + i
                    for k in range(terrain.start[b], terrain.start[b + 1]):
                        box = terrain.box[k]
                        if box[5] <= lowest or box[4] >= head:
                            continue
                        qx = max(0.0, max(box[0] - high_x, low_x - box[1]))
                        qy = max(0.0, max(box[2] - high_y, low_y - box[3]))
                        if qx * qx + qy * qy >= best:
                            continue
                        t = terrain.item[k]
                        if _lately(buf, looked, 2.0 * t + number):
                            continue
                        looked += 1
                        d = _comes_near(scene, terrain, t, ax, ay, bx, by, ground, head, best, buf)
                        if d < best:
                            best = d
                            which = number
                            index = t
        number += 1
    return best**0.5, which, index


@njit_noref
def _nearest(poly: Floats, count: int, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """A point a little before the corner or edge of a polygon that comes nearest to a segment."""
    best = np.inf
    nx = poly[0, 0]
    ny = poly[0, 1]
    fx = ax
    fy = ay
    ux = bx - ax
    uy = by - ay
    length = ux * ux + uy * uy
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        ex = poly[j, 0] - poly[i, 0]
        ey = poly[j, 1] - poly[i, 1]
        edge = ex * ex + ey * ey
        for turn in range(3):
            # from either end of the segment to the edge, and from the corner to the segment
            if turn == 2:
                s = 0.0
                if length > 0.0:
                    s = min(1.0, max(0.0, ((poly[i, 0] - ax) * ux + (poly[i, 1] - ay) * uy) / length))
                qx = ax + s * ux
                qy = ay + s * uy
                px = poly[i, 0]
                py = poly[i, 1]
            else:
                qx = ax if turn == 0 else bx
                qy = ay if turn == 0 else by
                t = 0.0
                if edge > 0.0:
                    t = min(1.0, max(0.0, ((qx - poly[i, 0]) * ex + (qy - poly[i, 1]) * ey) / edge))
                px = poly[i, 0] + t * ex
                py = poly[i, 1] + t * ey
            d = (px - qx) ** 2 + (py - qy) ** 2
            if d < best:
                best = d
                nx = px
                ny = py
                fx = qx
                fy = qy
    far = best**0.5
    if far < 1e-9:
        return nx, ny
    back = min(0.03, far)
    return nx + (fx - nx) / far * back, ny + (fy - ny) / far * back


@njit_noref
def _perched(scene: Scene, x: float, y: float, ground: float) -> bool:
    """Is the ground of this height at a point that of a small obstacle or debris?"""
    height, which, index = surface(scene, x, y, ground + 0.01)
    return which >= 0 and height > ground - 0.01 and (scene.terrains[which].flag[index] & PERCH) != 0


@njit_noref
def ledge_distance(
    scene: Scene, ax: float, ay: float, bx: float, by: float, ground: float, limit: float, shores: bool
) -> float:
    """How near a ledge (or, with `shores`, a shore) comes to the line from a to b, over ground of this height.

    Whoever has the centre over a perch has no ledges lower than its top (TERR-09).
    """
    best = limit * limit
    perched = -1  # not yet asked: ledges are seldom near
    low_x, high_x = min(ax, bx), max(ax, bx)
    low_y, high_y = min(ay, by), max(ay, by)
    most = STEP + STEP_SLACK + limit
    for terrain in scene.terrains:
        if len(terrain.ledges) == 0:
            continue
        i0, i1, j0, j1 = cells(terrain, low_x - limit, low_y - limit, high_x + limit, high_y + limit)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ledge_start[b], terrain.ledge_start[b + 1]):
                    ledge = terrain.ledges[terrain.ledge_item[k]]
                    if (ledge[7] == 0.0) != shores:
                        continue
                    if min(ledge[2], ledge[5]) > ground + most or max(ledge[2], ledge[5]) < ground - most:
                        continue
                    qx = max(0.0, max(min(ledge[0], ledge[3]) - high_x, low_x - max(ledge[0], ledge[3])))
                    qy = max(0.0, max(min(ledge[1], ledge[4]) - high_y, low_y - max(ledge[1], ledge[4])))
                    if qx * qx + qy * qy >= best:
                        continue
                    d = (
                        segment_segment(ax, ay, bx, by, ledge[0], ledge[1], ledge[3], ledge[4])
                        if (ax != bx or ay != by)
                        else point_segment(ax, ay, ledge[0], ledge[1], ledge[3], ledge[4])
                    )
                    if d >= best:
                        continue
                    far = STEP + STEP_SLACK + d**0.5
                    if min(ledge[2], ledge[5]) > ground + far or max(ledge[2], ledge[5]) < ground - far:
                        continue
                    if ledge[6] <= ground + far:
                        continue  # covered by the ground that we are on
                    if max(ledge[2], ledge[5]) <= ground + _FLUSH:
                        if perched < 0:
                            both = _perched(scene, ax, ay, ground) and _perched(scene, bx, by, ground)
                            perched = 1 if both else 0
                        if perched:
                            continue
                    best = d
    near: float = best**0.5
    return near


@njit_noref
def clearance(scene: Scene, x: float, y: float, ground: float, tall: float, limit: float, buf: Floats) -> float:
    """The radius of the largest base, up to `limit`, that can be over this point of the ground with a body so tall."""
    edge = ledge_distance(scene, x, y, x, y, ground, limit, False)
    wall: float = wall_distance(scene, x, y, x, y, ground, ground + tall, edge, buf)[0]
    return min(edge, wall)


@njit_noref
def footing(
    scene: Scene, x: float, y: float, top: float, r: float, tall: float, buf: Floats
) -> tuple[float, float, int, int, int]:
    """Can a base stand over this point, on its highest ground up to `top`?

    Ground height at the centre, rest height, terrain, triangle, and a code: 0 stands whole, 1 no ground,
    2 over a ledge, 3 over a shore (partly in water), 4 a wall or ceiling in the way, 5 inside a solid, or under ground
    that it would step on to: what lies beneath a crate or a low jetty is no place.
    """
    ground, which, index = surface(scene, x, y, top)
    if which < 0:
        return ground, ground, which, index, 1
    rest_z = rest_height(scene, x, y, ground, r)
    if inside(scene, x, y, ground + 0.01):
        return ground, rest_z, which, index, 5
    if surface(scene, x, y, ground + STEP + STEP_SLACK)[0] > ground + _HOLD:
        return ground, rest_z, which, index, 5
    if wall_distance(scene, x, y, x, y, ground, rest_z + tall, r - SLACK, buf)[1] >= 0:
        return ground, rest_z, which, index, 4
    if ledge_distance(scene, x, y, x, y, ground, r, False) < r - SLACK:
        return ground, rest_z, which, index, 2
    if ledge_distance(scene, x, y, x, y, ground, r, True) < r - SLACK:
        return ground, rest_z, which, index, 3
    return ground, rest_z, which, index, 0


@njit_noref
def stands(
    scene: Scene, x: float, y: float, top: float, r: float, tall: float, buf: Floats
) -> tuple[float, float, int, int, bool]:
    """As `footing`, where only whether it stands whole is asked: what is looked at first is what costs least.

    Ground height, rest height (no more than the ground where it does not stand), terrain, triangle, and whether.
    """
    ground, which, index = surface(scene, x, y, top)
    if which < 0 or surface(scene, x, y, ground + STEP + STEP_SLACK)[0] > ground + _HOLD:
        return ground, ground, which, index, False
    limit = r - SLACK
    if ledge_distance(scene, x, y, x, y, ground, r, False) < limit:
        return ground, ground, which, index, False
    if ledge_distance(scene, x, y, x, y, ground, r, True) < limit:
        return ground, ground, which, index, False
    if wall_distance(scene, x, y, x, y, ground, ground + tall, limit, buf)[1] >= 0:
        return ground, ground, which, index, False
    if inside(scene, x, y, ground + 0.01):
        return ground, ground, which, index, False
    rest_z = rest_height(scene, x, y, ground, r)
    if rest_z > ground and wall_distance(scene, x, y, x, y, ground, rest_z + tall, limit, buf)[1] >= 0:
        return ground, ground, which, index, False
    return ground, rest_z, which, index, True


@njit_noref
def face_contact(
    scene: Scene, x: float, y: float, low: float, high: float, r: float, bits: int, buf: Floats
) -> tuple[float, int, int]:
    """The nearest face with one of these bits (`CLIMB`, `LADDER`) between two heights, up to r: distance and which."""
    best = r * r
    which = -1
    index = -1
    number = 0
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, x - r, y - r, x + r, y + r)
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
                        if not terrain.flag[t] & bits:
                            continue
                        if terrain.bounds[t, 5] < low or terrain.bounds[t, 4] > high:
                            continue
                        count = clip_slab(terrain.corners[t], low, high, buf)
                        if count == 0:
                            continue
                        d = segment_polygon(buf[0], count, x, y, x, y)
                        if d < best:
                            best = d
                            which = number
                            index = t
        number += 1
    return best**0.5, which, index


@njit_noref
def climbable(
    scene: Scene, x: float, y: float, low: float, high: float, r: float, relief: float, bits: int, buf: Floats
) -> tuple[bool, int, int]:
    """Is there a face to climb in contact with the base all the way between two heights?

    Looked for in bands of 1/4"; the face may lie up to `relief` behind the rim of the base (sills, doorways).
    The last 1/4" below the top may be a cornice or a rail. The terrain and triangle of the lowest band.
    """
    bands = max(1, int(np.ceil((high - low) / 0.25)))
    which = -1
    index = -1
    for band in range(bands):
        a = low + (high - low) * band / bands
        b = low + (high - low) * (band + 1) / bands
        found = face_contact(scene, x, y, a + 1e-6, b - 1e-6, r + relief, bits, buf)
        if found[1] < 0:
            return False, which, index
        if which < 0:
            which = found[1]
            index = found[2]
    return True, which, index


@njit_noref
def bits_at(scene: Scene, which: int, index: int) -> int:
    """The flags of a triangle of the scene; 0 where there is none."""
    if which < 0:
        return 0
    return int(scene.terrains[which].flag[index])


@njit_noref
def part_at(scene: Scene, which: int, index: int) -> int:
    """The part of a triangle of the scene; -1 where there is none."""
    if which < 0:
        return -1
    return int(scene.terrains[which].part[index])


FACES = CLIMB | LADDER
