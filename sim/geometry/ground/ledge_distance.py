"""How near ledges come to a base: the lines at which it would hang over a hole or a drop. Inches, z up.

They are found in `ledges`. What lies more than a step above is a ledge of the ground that rises to it: the rim of an
awning ends no ground below it.
"""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.plan_distances import (
    Segment,
    nearest_places,
    point_along,
    point_segment,
    points_along,
    segment_segment,
)
from sim.geometry.ground.surface import rises_to, surface
from sim.geometry.ground.terrain_mesh import (
    LEDGE_COVER,
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Y,
    LEDGE_Z,
    PERCH,
    Floats,
    Scene,
    cells,
)
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = ["is_beyond", "ledge_distance", "segment_of"]

_FLUSH = 1e-3  # what lies no higher than this over a perch is not what a base there rests on


@njit_noref
def segment_of(ledge: Floats) -> Segment:
    """A ledge, seen from above."""
    return Segment(ledge[LEDGE_X], ledge[LEDGE_Y], ledge[LEDGE_TO_X], ledge[LEDGE_TO_Y])


@njit_noref
def is_beyond(ledge: Floats, low: float, high: float, far: float) -> bool:
    """Does a ledge lie further than so far above or below all ground between two heights?"""
    bottom = min(ledge[LEDGE_Z], ledge[LEDGE_TO_Z])
    beyond: bool = bottom > high + far or max(ledge[LEDGE_Z], ledge[LEDGE_TO_Z]) < low - far
    return beyond


@njit_noref
def _perched(scene: Scene, x: float, y: float, ground: float) -> bool:
    """Is the ground of this height at a point that of a small obstacle or debris?"""
    height, which, index = surface(scene, x, y, ground + 0.01)
    return which >= 0 and height > ground - 0.01 and (scene.terrains[which].flag[index] & PERCH) != 0


@njit_noref
def _is_apart(ledge: Floats, line: Segment, best: float) -> bool:
    """Are the bounds of a ledge and of a line, seen from above, at least as far apart as `best` (squared)?"""
    west, east = min(line.ax, line.bx), max(line.ax, line.bx)
    south, north = min(line.ay, line.by), max(line.ay, line.by)
    qx = max(0.0, max(min(ledge[LEDGE_X], ledge[LEDGE_TO_X]) - east, west - max(ledge[LEDGE_X], ledge[LEDGE_TO_X])))
    qy = max(0.0, max(min(ledge[LEDGE_Y], ledge[LEDGE_TO_Y]) - north, south - max(ledge[LEDGE_Y], ledge[LEDGE_TO_Y])))
    apart: bool = qx * qx + qy * qy >= best
    return apart


@njit_noref
def _lower_part(ledge: Floats, top: float) -> Segment:
    """What of a ledge that begins or ends below this height lies below it, seen from above."""
    own = segment_of(ledge)
    z, to_z = ledge[LEDGE_Z], ledge[LEDGE_TO_Z]
    if max(z, to_z) <= top:
        return own
    share = (top - z) / (to_z - z)
    x, y = own.ax + share * (own.bx - own.ax), own.ay + share * (own.by - own.ay)
    return Segment(own.ax, own.ay, x, y) if z < to_z else Segment(x, y, own.bx, own.by)


@njit_noref
def _is_risen_to(scene: Scene, ledge: Floats, line: Segment, ground: float) -> bool:
    """Does the ground rise to a ledge that lies more than a step above it, where it is nearest to a line?"""
    pair = nearest_places(line, segment_of(ledge))
    long = (ledge[LEDGE_TO_X] - ledge[LEDGE_X]) ** 2 + (ledge[LEDGE_TO_Y] - ledge[LEDGE_Y]) ** 2
    along = (pair.bx - ledge[LEDGE_X]) ** 2 + (pair.by - ledge[LEDGE_Y]) ** 2
    share = (along / long) ** 0.5 if long > 0.0 else 0.0
    z = ledge[LEDGE_Z] + share * (ledge[LEDGE_TO_Z] - ledge[LEDGE_Z])
    return rises_to(scene, pair.ax, pair.ay, ground, pair.bx, pair.by, z)


@njit_noref
def _how_near(scene: Scene, ledge: Floats, line: Segment, ground: float, best: float) -> float:
    """How near (squared) a ledge comes to a line over ground of this height; `best` where it is no nearer, or is no
    ledge of that ground."""
    if _is_apart(ledge, line, best):
        return best
    d, excused = _how_near_there(scene, ledge, line, ground, best)
    if excused:  # as it is where it is nearest: it may be one of that ground from elsewhere
        places = points_along(line)
        for k in range(places if places > 1 else 0):
            d = _how_near_there(scene, ledge, point_along(line, k, places), ground, d)[0]
    return d


@njit_noref
def _how_near_there(scene: Scene, ledge: Floats, line: Segment, ground: float, best: float) -> tuple[float, bool]:
    """The same, as it is where it comes nearest; and whether it, or its upper part, is no ledge of that ground there
    because it lies too high over it or too low."""
    own = segment_of(ledge)
    at_point = line.ax == line.bx and line.ay == line.by
    d = point_segment(line.ax, line.ay, own) if at_point else segment_segment(line, own)
    if d >= best:
        return best, False
    far = STEP + STEP_SLACK + d**0.5
    if ledge[LEDGE_COVER] <= ground + far:
        return best, False  # covered by the ground that we are on
    if is_beyond(ledge, ground, ground, far):
        return best, True  # of other ground
    top = ground + STEP + STEP_SLACK
    if max(ledge[LEDGE_Z], ledge[LEDGE_TO_Z]) <= top or _is_risen_to(scene, ledge, line, ground):
        return d, False
    if min(ledge[LEDGE_Z], ledge[LEDGE_TO_Z]) >= top:
        return best, True  # it hangs over the ground
    low = _lower_part(ledge, top)
    return min(best, point_segment(line.ax, line.ay, low) if at_point else segment_segment(line, low)), True


@njit_noref
def ledge_distance(scene: Scene, line: Segment, ground: float, limit: float, shores: bool) -> float:
    """How near a ledge (or, with `shores`, a shore) comes to a line over ground of this height, up to `limit`.

    Whoever has the centre over a perch has no ledges lower than its top (TERR-09).
    """
    best = limit * limit
    perched = -1  # not yet asked: ledges are seldom near
    west, east = min(line.ax, line.bx), max(line.ax, line.bx)
    south, north = min(line.ay, line.by), max(line.ay, line.by)
    for terrain in scene.terrains:
        if len(terrain.ledges) == 0:
            continue
        i0, i1, j0, j1 = cells(terrain, west - limit, south - limit, east + limit, north + limit)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ledge_start[b], terrain.ledge_start[b + 1]):
                    ledge = terrain.ledges[terrain.ledge_item[k]]
                    if (ledge[LEDGE_DROP] == 0.0) != shores or is_beyond(
                        ledge, ground, ground, STEP + STEP_SLACK + limit
                    ):
                        continue
                    d = _how_near(scene, ledge, line, ground, best)
                    if d >= best:
                        continue
                    if max(ledge[LEDGE_Z], ledge[LEDGE_TO_Z]) <= ground + _FLUSH:
                        if perched < 0:
                            both = _perched(scene, line.ax, line.ay, ground) and _perched(
                                scene, line.bx, line.by, ground
                            )
                            perched = 1 if both else 0
                        if perched:
                            continue
                    best = d
    near: float = best**0.5
    return near
