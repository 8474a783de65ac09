"""Where ground ends: the lines at which a base would hang over a hole or a drop of more than a step. Inches, z up.

Every edge of a walkable face with no walkable face behind it is followed, and what lies just outside is looked up;
where that changes along the edge, the place is found to a thousandth of an inch. Cracks narrower than `CRACK` and
steep relief less than a step high do not end the ground; where there is such a crack, it is told, to be filled
(`cracks`). Small obstacles and debris are no ground here: whatever poles or rails a rim has, it ends where it ends
(TERR-09).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.plan_distances import triangle_holds
from sim.geometry.ground.surface import NOTHING, bits_at, surface
from sim.geometry.ground.terrain_mesh import (
    BOTTOM,
    LEDGE_COVER,
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Y,
    LEDGE_Z,
    PERCH,
    TOP,
    WALK,
    WATER,
    Floats,
    Ints,
    Scene,
    Terrain,
    area_above,
    bin_at,
    plane_at,
    slab_of,
)
from sim.geometry.mesh.shells import Shells
from sim.geometry.tolerance import CRACK, HOLD, STEP, STEP_SLACK

__all__ = ["BOTTOMLESS", "OUTWARD", "OVER_CRACK", "UNCOVERED", "followed", "free_edges", "looking"]

SPACING = 0.15  # of the places looked at along an edge, before the changes between them are found
OUTWARD = 0.75  # inches: what lies further from an edge does not tell on whether it is a ledge
UNCOVERED = 1e9
BOTTOMLESS = 99.0
OVER_CRACK = -1.0  # the drop of what is no ledge: ground goes on, beyond a crack
_FINE = 0.0005  # inches: so near is found where what lies outside changes
_COVERS = 0.3  # ground over an edge is another if it lies higher or lower by more

_BARELY = 4 * HOLD  # inches from an edge to where its own face no longer lies

_GROUND, _SHORE, _LEDGE, _CRACK = 0, 1, 2, 3


class _Edge(NamedTuple):
    """A free edge: its ends, the direction outward, and whether its face is water."""

    ax: float
    ay: float
    az: float
    bx: float
    by: float
    bz: float
    nx: float
    ny: float
    water: int


class _Outside(NamedTuple):
    """What lies just outside an edge: ground, shore, ledge, or ground beyond a crack; the ground that covers it; how
    deep the drop is."""

    state: int
    cover: float
    drop: float


@njit_noref
def _lowest_above(scene: Scene, x: float, y: float, bottom: float) -> float:
    """The lowest ground at a point that is higher than `bottom`."""
    best = UNCOVERED
    for terrain in scene.terrains:
        b = bin_at(terrain, x, y)
        if b < 0:
            continue
        for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
            t = terrain.ground_item[k]
            if terrain.bounds[t, TOP] <= bottom or terrain.bounds[t, BOTTOM] >= best:
                continue
            if triangle_holds(terrain.corners[t], x, y, HOLD):
                z = plane_at(terrain, t, x, y)
                if bottom < z < best:
                    best = z
    return best


@njit_noref
def _steep(scene: Scene, x: float, y: float, low: float, high: float) -> bool:
    """Is there a steep face, neither ground nor upright, at a point between two heights?"""
    for terrain in scene.terrains:
        lowest = bin_at(terrain, x, y)
        if lowest < 0:
            continue
        for s in range(slab_of(terrain, low - 1e-6), slab_of(terrain, high) + 1):
            b = s * terrain.rows * terrain.columns + lowest
            for k in range(terrain.start[b], terrain.start[b + 1]):
                t = terrain.item[k]
                if terrain.flag[t] & (WALK | PERCH):
                    continue
                if terrain.bounds[t, TOP] < low or terrain.bounds[t, BOTTOM] > high:
                    continue
                tri = terrain.corners[t]
                if area_above(tri) <= 1e-9 or not triangle_holds(tri, x, y, HOLD):
                    continue
                if low <= plane_at(terrain, t, x, y) <= high:
                    return True
    return False


@njit_noref
def _look(scene: Scene, edge: _Edge, at: float) -> _Outside:
    """What lies just outside an edge, at this share of it."""
    x = edge.ax + at * (edge.bx - edge.ax)
    y = edge.ay + at * (edge.by - edge.ay)
    z = edge.az + at * (edge.bz - edge.az)
    state = _outside(scene, edge, x, y, z)
    if state == _GROUND:
        return _Outside(_CRACK if _over_crack(scene, edge, x, y, z) else _GROUND, 0.0, OVER_CRACK)
    qx = x + edge.nx * CRACK
    qy = y + edge.ny * CRACK
    h = surface(scene, qx, qy, z + STEP + STEP_SLACK).height
    cover = _lowest_above(scene, qx, qy, max(z, h) + 0.01)
    if edge.water:  # a deck that lies over the water covers its edge
        cover = min(cover, _lowest_above(scene, x - edge.nx * CRACK, y - edge.ny * CRACK, z + 0.01))
    drop = 0.0
    if state == _LEDGE:
        low = surface(scene, qx, qy, z - STEP - STEP_SLACK).height
        drop = BOTTOMLESS if low == NOTHING else z - low
    return _Outside(state, cover, drop)


@njit_noref
def _over_crack(scene: Scene, edge: _Edge, x: float, y: float, z: float) -> bool:
    """Does the ground go on at this point of an edge, but not at once? Where it goes on a step lower it is for the edge
    down there to tell: nobody stands up here beyond this one."""
    top = z + STEP + STEP_SLACK
    barely = surface(scene, x + edge.nx * _BARELY, y + edge.ny * _BARELY, top).height
    beyond = surface(scene, x + edge.nx * CRACK, y + edge.ny * CRACK, top).height
    return bool(barely < z - STEP - STEP_SLACK and beyond >= z - CRACK)


@njit_noref
def _outside(scene: Scene, edge: _Edge, x: float, y: float, z: float) -> int:
    """Whether the ground goes on outside a point of an edge, beyond cracks and steep relief."""
    far = CRACK
    for _ in range(7):
        qx = x + edge.nx * far
        qy = y + edge.ny * far
        h, which, index = surface(scene, qx, qy, z + STEP + STEP_SLACK)
        if h >= z - STEP - STEP_SLACK:
            return _SHORE if (bits_at(scene, which, index) & WATER) != edge.water else _GROUND
        if not _steep(scene, qx, qy, z - STEP - STEP_SLACK, z + STEP + STEP_SLACK):
            return _LEDGE
        far = far + 0.03 if far < 0.1 else far + 0.2
    return _LEDGE


@njit_noref
def _change(scene: Scene, edge: _Edge, own: _Outside, low: float, high: float) -> tuple[float, float]:
    """Where between two shares of an edge what lies outside is no longer this, and the least drop before that."""
    length = ((edge.bx - edge.ax) ** 2 + (edge.by - edge.ay) ** 2) ** 0.5
    drop = own.drop
    while (high - low) * length > _FINE:
        mid = (low + high) / 2
        found = _look(scene, edge, mid)
        if found.state == own.state and abs(found.cover - own.cover) <= _COVERS:
            low = mid
            drop = min(drop, found.drop)
        else:
            high = mid
    return high, drop


@njit(cache=True, nogil=True)
def _kept(out: Floats, used: int, edge: _Edge, begin: float, end: float, own: _Outside) -> tuple[Floats, int]:
    """The ledges so far, and a stretch of an edge with this outside, unless ground goes on there; how many they are."""
    if own.state == _GROUND:
        return out, used
    if used == len(out):
        more = np.empty((2 * len(out), 8))
        for i in range(used):
            for k in range(8):  # numba takes a second to compile what copies an array into a part of another
                more[i, k] = out[i, k]
        out = more
    row = out[used]
    row[LEDGE_X] = edge.ax + begin * (edge.bx - edge.ax)
    row[LEDGE_Y] = edge.ay + begin * (edge.by - edge.ay)
    row[LEDGE_Z] = edge.az + begin * (edge.bz - edge.az)
    row[LEDGE_TO_X] = edge.ax + end * (edge.bx - edge.ax)
    row[LEDGE_TO_Y] = edge.ay + end * (edge.by - edge.ay)
    row[LEDGE_TO_Z] = edge.az + end * (edge.bz - edge.az)
    row[LEDGE_COVER] = own.cover
    row[LEDGE_DROP] = own.drop
    return out, used + 1


@njit(cache=True, nogil=True)
def followed(scene: Scene, edges: Floats, wet: Ints) -> tuple[Floats, Ints]:
    """The ledges and shores along free edges, in a scene without perches, and the stretches where there is a crack, as
    rows of `Terrain.ledges` with the drop `OVER_CRACK`; and of each edge how many there are along it."""
    out = np.empty((1024, 8))
    count = np.zeros(len(edges), np.int32)
    used = 0
    for e in range(len(edges)):
        ax, ay, az, bx, by, bz, nx, ny = edges[e]
        edge = _Edge(ax, ay, az, bx, by, bz, nx, ny, wet[e])
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        near = min(0.01 / length, 0.25)
        steps = max(1, int(np.ceil(length / SPACING)))
        count[e] = -used
        begin = 0.0  # of the stretch that is being followed
        held = near
        own = _look(scene, edge, near)
        for s in range(1, steps + 1):
            last = s == steps
            at = 1.0 - near if last else s / steps
            found = _look(scene, edge, at)
            if found.state != own.state or abs(found.cover - own.cover) > _COVERS:
                cut, drop = _change(scene, edge, own, held, at)
                out, used = _kept(out, used, edge, begin, cut, _Outside(own.state, own.cover, drop))
                begin = cut
                own = found
            elif not last:
                own = _Outside(own.state, own.cover, min(own.drop, found.drop))
            if last:
                out, used = _kept(out, used, edge, begin, 1.0, own)
            held = at
        count[e] += used
    return out[:used].copy(), count


def free_edges(flag: NDArray[np.int32], found: Shells) -> tuple[Floats, Ints, NDArray[np.intp]]:
    """The edges of walkable faces with no like face behind them: ends, outward direction; whether they are water; and
    of which face each is. `flag`: what each face of some shells is."""
    walk = (flag & (WALK | PERCH)) == WALK
    water = (flag & WATER).astype(np.int32)
    across = found.neighbour
    smooth = (across >= 0) & walk[across] & (water[across] == water[:, None])
    face, corner = np.nonzero(walk[:, None] & ~smooth)
    points = found.triangles
    a, b, c = points[face, corner], points[face, (corner + 1) % 3], points[face, (corner + 2) % 3]
    along = b[:, :2] - a[:, :2]
    length = np.hypot(along[:, 0], along[:, 1])
    out = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(length, 1e-12)[:, None]
    inward = np.einsum("ij,ij->i", out, c[:, :2] - a[:, :2]) > 0
    out[inward] *= -1
    kept = length > 1e-4
    ends = np.where(inward[:, None], np.hstack([b, a]), np.hstack([a, b]))  # outward lies to the right
    edges = np.column_stack([ends, out])[kept]
    return np.ascontiguousarray(edges), np.ascontiguousarray(water[face][kept]), face[kept]


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
