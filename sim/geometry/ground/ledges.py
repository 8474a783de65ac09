"""Where ground ends: the lines at which a base would hang over a hole or a drop of more than a step. Inches, z up.

Every edge of a walkable face with no walkable face behind it is followed, and what lies just outside is looked up;
where that changes along the edge, the place is found to a thousandth of an inch. Cracks narrower than `CRACK` and
steep relief less than a step high do not end the ground. Small obstacles and debris are no ground here: whatever
poles or rails a rim has, it ends where it ends (TERR-09).
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.footing import NOTHING, bits_at, surface
from sim.geometry.ground.plan_distances import triangle_holds
from sim.geometry.ground.terrain_mesh import PERCH, STEP, STEP_SLACK, WALK, WATER, Floats, Ints, Scene, Terrain, slab_of
from sim.geometry.mesh.shells import Shells

CRACK = 0.02
SPACING = 0.15  # of the places looked at along an edge, before the changes between them are found
UNCOVERED = 1e9
BOTTOMLESS = 99.0

_GROUND, _SHORE, _LEDGE = 0, 1, 2


@njit_noref
def _lowest_above(scene: Scene, x: float, y: float, bottom: float) -> float:
    """The lowest ground at a point that is higher than `bottom`."""
    best = UNCOVERED
    for terrain in scene.terrains:
        i = int(np.floor((x - terrain.x) / terrain.cell))
        j = int(np.floor((y - terrain.y) / terrain.cell))
        if 0 <= i < terrain.columns and 0 <= j < terrain.rows:
            b = j * terrain.columns + i
            for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                t = terrain.ground_item[k]
                if terrain.bounds[t, 5] <= bottom or terrain.bounds[t, 4] >= best:
                    continue
                tri = terrain.corners[t]
                if triangle_holds(tri, x, y, 1e-6):
                    z = tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1]
                    if bottom < z < best:
                        best = z
    return best


@njit_noref
def _steep(scene: Scene, x: float, y: float, low: float, high: float) -> bool:
    """Is there a steep face, neither ground nor upright, at a point between two heights?"""
    for terrain in scene.terrains:
        i = int(np.floor((x - terrain.x) / terrain.cell))
        j = int(np.floor((y - terrain.y) / terrain.cell))
        if 0 <= i < terrain.columns and 0 <= j < terrain.rows:
            for s in range(slab_of(terrain, low - 1e-6), slab_of(terrain, high) + 1):
                b = (s * terrain.rows + j) * terrain.columns + i
                for k in range(terrain.start[b], terrain.start[b + 1]):
                    t = terrain.item[k]
                    if terrain.flag[t] & (WALK | PERCH) or terrain.bounds[t, 5] < low or terrain.bounds[t, 4] > high:
                        continue
                    tri = terrain.corners[t]
                    if (tri[3] - tri[0]) * (tri[7] - tri[1]) - (tri[4] - tri[1]) * (tri[6] - tri[0]) <= 1e-9:
                        continue
                    if triangle_holds(tri, x, y, 1e-6):
                        z = tri[2] + (x - tri[0]) * terrain.slope[t, 0] + (y - tri[1]) * terrain.slope[t, 1]
                        if low <= z <= high:
                            return True
    return False


@njit_noref
def _look(scene: Scene, x: float, y: float, z: float, nx: float, ny: float, water: int) -> tuple[int, float, float]:
    """What lies just outside an edge: ground, shore or ledge; the ground that covers it; how deep the drop is."""
    far = CRACK
    state = _LEDGE
    for _ in range(7):
        qx = x + nx * far
        qy = y + ny * far
        h, which, index = surface(scene, qx, qy, z + STEP + STEP_SLACK)
        if h >= z - STEP - STEP_SLACK:
            state = _SHORE if (bits_at(scene, which, index) & WATER) != water else _GROUND
            break
        if not _steep(scene, qx, qy, z - STEP - STEP_SLACK, z + STEP + STEP_SLACK):
            break
        far = far + 0.03 if far < 0.1 else far + 0.2
    if state == _GROUND:
        return state, 0.0, 0.0
    qx = x + nx * CRACK
    qy = y + ny * CRACK
    h = surface(scene, qx, qy, z + STEP + STEP_SLACK)[0]
    cap = _lowest_above(scene, qx, qy, max(z, h) + 0.01)
    if water:  # a deck that lies over the water covers its edge
        cap = min(cap, _lowest_above(scene, x - nx * CRACK, y - ny * CRACK, z + 0.01))
    drop = 0.0
    if state == _LEDGE:
        low = surface(scene, qx, qy, z - STEP - STEP_SLACK)[0]
        drop = BOTTOMLESS if low == NOTHING else z - low
    return state, cap, drop


@njit(cache=True, nogil=True)
def _follow(scene: Scene, edges: Floats, wet: Ints) -> Floats:
    out = np.empty((1024, 8))
    used = 0
    for e in range(len(edges)):
        ax, ay, az, bx, by, bz, nx, ny = edges[e]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        near = min(0.01 / length, 0.25)
        steps = max(1, int(np.ceil(length / SPACING)))
        begin = 0.0  # of the stretch that is being followed
        held = near
        state, cap, drop = _look(
            scene, ax + held * (bx - ax), ay + held * (by - ay), az + held * (bz - az), nx, ny, wet[e]
        )
        for s in range(1, steps + 1):
            t = s / steps if s < steps else 1.0 - near
            now, over, deep = _look(scene, ax + t * (bx - ax), ay + t * (by - ay), az + t * (bz - az), nx, ny, wet[e])
            last = s == steps
            change = now != state or abs(over - cap) > 0.3
            cut = 1.0
            if change:
                low = held
                high = t
                while (high - low) * length > 0.0005:
                    mid = (low + high) / 2
                    m = _look(scene, ax + mid * (bx - ax), ay + mid * (by - ay), az + mid * (bz - az), nx, ny, wet[e])
                    if m[0] == state and abs(m[1] - cap) <= 0.3:
                        low = mid
                        drop = min(drop, m[2])
                    else:
                        high = mid
                cut = high
            if change or last:
                if state != _GROUND:
                    if used == len(out):
                        more = np.empty((2 * len(out), 8))
                        more[:used] = out
                        out = more
                    row = out[used]
                    row[0] = ax + begin * (bx - ax)
                    row[1] = ay + begin * (by - ay)
                    row[2] = az + begin * (bz - az)
                    row[3] = ax + cut * (bx - ax)
                    row[4] = ay + cut * (by - ay)
                    row[5] = az + cut * (bz - az)
                    row[6] = cap
                    row[7] = drop
                    used += 1
                if change and last and now != _GROUND:
                    if used == len(out):
                        more = np.empty((2 * len(out), 8))
                        more[:used] = out
                        out = more
                    row = out[used]
                    row[0] = ax + cut * (bx - ax)
                    row[1] = ay + cut * (by - ay)
                    row[2] = az + cut * (bz - az)
                    row[3] = bx
                    row[4] = by
                    row[5] = bz
                    row[6] = over
                    row[7] = deep
                    used += 1
            if change:
                begin = cut
                state = now
                cap = over
                drop = deep
            elif not last:
                drop = min(drop, deep)
            held = t
    return out[:used].copy()


def free_edges(terrain: Terrain, found: Shells) -> tuple[Floats, Ints]:
    """The edges of walkable faces with no like face behind them: ends, outward direction; and whether they are water.

    `found` holds the same triangles in the same order.
    """
    walk = (terrain.flag & (WALK | PERCH)) == WALK
    water = (terrain.flag & WATER).astype(np.int32)
    across = found.neighbour
    smooth = (across >= 0) & walk[across] & (water[across] == water[:, None])
    face, corner = np.nonzero(walk[:, None] & ~smooth)
    points = terrain.corners.reshape(-1, 3, 3)
    a, b, c = points[face, corner], points[face, (corner + 1) % 3], points[face, (corner + 2) % 3]
    along = b[:, :2] - a[:, :2]
    length = np.hypot(along[:, 0], along[:, 1])
    out = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(length, 1e-12)[:, None]
    inward = np.einsum("ij,ij->i", out, c[:, :2] - a[:, :2]) > 0
    out[inward] *= -1
    kept = length > 1e-4
    ends = np.where(inward[:, None], np.hstack([b, a]), np.hstack([a, b]))  # outward lies to the right
    edges = np.column_stack([ends, out])[kept]
    return np.ascontiguousarray(edges), np.ascontiguousarray(water[face][kept])


@njit(cache=True, nogil=True)
def looking(terrain: Terrain, edges: Floats) -> tuple[float, int]:
    """About how many faces are looked at to find the ledges along free edges of a terrain, and the bin of ground, of
    those that the edges have their middles in, with the most faces."""
    total = 0.0
    worst = 0
    most = -1
    for e in range(len(edges)):
        ax, ay, _, bx, by, _, _, _ = edges[e]
        i = min(terrain.columns - 1, max(0, int((0.5 * (ax + bx) - terrain.x) / terrain.cell)))
        j = min(terrain.rows - 1, max(0, int((0.5 * (ay + by) - terrain.y) / terrain.cell)))
        b = j * terrain.columns + i
        held = terrain.ground_start[b + 1] - terrain.ground_start[b]
        total += (((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / SPACING + 2.0) * (held + 16.0)
        if held > most:
            most = held
            worst = b
    return total, worst


def find_ledges(scene: Scene, edges: Floats, wet: Ints) -> Floats:
    """The ledges and shores along free edges, as rows of `Terrain.ledges`, in a scene without perches."""
    return np.asarray(_follow(scene, edges, wet))
