"""How flat a square of the lattice is: where a base goes freely, a way is known from the places round it. Inches, z
up."""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.ledge_distance import is_beyond, segment_of
from sim.geometry.ground.plan_distances import Segment, point_segment
from sim.geometry.ground.surface import GroundPoint, surface
from sim.geometry.ground.terrain_mesh import (
    BOTTOM,
    DIFFICULT,
    EAST,
    LEDGE_COVER,
    LEDGE_DROP,
    NORTH,
    SOUTH,
    TOP,
    WATER,
    WEST,
    Floats,
    Scene,
    Terrain,
    apart,
    cells,
    plane_at,
)
from sim.geometry.ground.walls import wall_distance
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

__all__ = [
    "FLAT",
    "PLANE",
    "SLOPED",
    "STEPPED",
    "STEPPED_ROUGH",
    "STEPPED_SHORE",
    "UNCLASSIFIED",
    "Square",
    "flatness_of",
]

PLANE = 1e-4  # faces that differ by less are one plane
UNCLASSIFIED, FLAT, STEPPED, STEPPED_SHORE, STEPPED_ROUGH = 0, 1, 2, 3, 4
SLOPED = 8  # a bit besides these of a stepped one: not all faces that are stepped on to there are level
_KINDS = WATER | DIFFICULT
_LEVEL = 1e-6  # inches an inch: no slope
_MORE = 0.08  # how much more than a step `walk` looks up and down


class Square(NamedTuple):
    """A square of the lattice: its south-western corner and its size."""

    x: float
    y: float
    size: float


class _Ground(NamedTuple):
    """The ground of a square: the height at its corner and the slope of the face there, the kind of that face; the
    lowest and the highest that the face comes to."""

    height: float
    east: float
    north: float
    kind: int
    low: float
    high: float


class _Heights(NamedTuple):
    """What the faces over a square come to: the lowest and the highest that is stepped on to; whether it is `one` plane
    with nothing above it, or all of it is level; whether some of it is water where the rest is not, or difficult."""

    low: float
    high: float
    one: bool
    level: bool
    shore: bool
    rough: bool


@njit_noref
def flatness_of(scene: Scene, square: Square, ground: GroundPoint, r: float, tall: float, buf: Floats) -> int:
    """How a base goes over a square on the level of this ground, which lies at its corner.

    `FLAT`: the ground is one plane, with nothing to step on to. `STEPPED`: it is of several heights, no more than a
    step apart, and nothing is in the way of a base anywhere within: who goes over it pays for the slopes alone.
    `STEPPED_SHORE`: stepped, but partly water; `STEPPED_ROUGH`: stepped, but partly difficult; each with `SLOPED` where
    slopes are to be paid for. Else `UNCLASSIFIED`.
    """
    own = _ground_of(scene, square, ground)
    found = _heights(scene, square, own)
    if found.one and _is_on_top(scene, square, own):
        return FLAT
    if found.high - found.low > STEP or (found.rough and found.shore):
        return UNCLASSIFIED
    if _leads_on(scene, square, found.low, found.high):
        return UNCLASSIFIED
    limit = r - SLACK + square.size * 0.7072
    if _wall_near(scene, square, found, Base(r, tall), limit, buf):
        return UNCLASSIFIED
    x = square.x + square.size / 2
    y = square.y + square.size / 2
    if _ledge_near(scene, x, y, found.low, found.high, limit):
        return UNCLASSIFIED
    sloped = 0 if found.level else SLOPED
    if found.rough:
        return STEPPED_ROUGH | sloped
    return (STEPPED_SHORE if found.shore else STEPPED) | sloped


@njit_noref
def _ground_of(scene: Scene, square: Square, ground: GroundPoint) -> _Ground:
    slope = scene.terrains[ground.terrain].slope[ground.triangle]
    kind = scene.terrains[ground.terrain].flag[ground.triangle] & _KINDS
    low = ground.height + (min(0.0, slope[0]) + min(0.0, slope[1])) * square.size
    high = ground.height + (max(0.0, slope[0]) + max(0.0, slope[1])) * square.size
    return _Ground(ground.height, slope[0], slope[1], kind, low, high)


@njit_noref
def _heights(scene: Scene, square: Square, own: _Ground) -> _Heights:
    """What the faces over a square come to that are stepped on to from its ground."""
    low = own.low
    high = own.high
    one = True
    even = _is_even(own.east, own.north)
    shore = False
    rough = False
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, square.x, square.y, square.x + square.size, square.y + square.size)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                    t = terrain.ground_item[k]
                    if _is_clear(terrain, t, square, low, high):
                        continue
                    bottom, top = _span_over(terrain, t, square)
                    if top < own.low - STEP - _MORE or bottom > own.high + STEP + _MORE:
                        continue
                    level, below = _beside(terrain, t, square, own)
                    if level or apart(terrain.corners[t], square.x, square.y, square.size):
                        continue
                    one = one and below
                    even = even and _is_even(terrain.slope[t, 0], terrain.slope[t, 1])
                    rough = rough or terrain.flag[t] & DIFFICULT != own.kind & DIFFICULT
                    shore = shore or terrain.flag[t] & WATER != own.kind & WATER
                    low = min(low, bottom)
                    high = max(high, top)
    return _Heights(low, high, one, even, shore, rough)


@njit_noref
def _is_even(east: float, north: float) -> bool:
    """Is a face with such slopes level?"""
    return abs(east) < _LEVEL and abs(north) < _LEVEL


@njit_noref
def _is_clear(terrain: Terrain, t: int, square: Square, low: float, high: float) -> bool:
    """Do the bounds of a face lie off a square, or further than a step above or below what lies between two heights?"""
    if terrain.bounds[t, WEST] > square.x + square.size or terrain.bounds[t, EAST] < square.x:
        return True
    if terrain.bounds[t, SOUTH] > square.y + square.size or terrain.bounds[t, NORTH] < square.y:
        return True
    clear: bool = terrain.bounds[t, TOP] < low - STEP - _MORE or terrain.bounds[t, BOTTOM] > high + STEP + _MORE
    return clear


@njit_noref
def _span_over(terrain: Terrain, t: int, square: Square) -> tuple[float, float]:
    """The lowest and the highest that a face may lie over a square."""
    gx = terrain.slope[t, 0]
    gy = terrain.slope[t, 1]
    z = plane_at(terrain, t, square.x, square.y)
    low = z + (min(0.0, gx) + min(0.0, gy)) * square.size
    high = z + (max(0.0, gx) + max(0.0, gy)) * square.size
    return max(low, terrain.bounds[t, BOTTOM]), min(high, terrain.bounds[t, TOP])


@njit_noref
def _beside(terrain: Terrain, t: int, square: Square, own: _Ground) -> tuple[bool, bool]:
    """Is a face of one plane and kind with the ground of a square? Or wholly below it?"""
    below = True
    level = terrain.flag[t] & _KINDS == own.kind
    for q in range(4):
        px = square.x + square.size * (q % 2)
        py = square.y + square.size * (q // 2)
        h = own.height + (px - square.x) * own.east + (py - square.y) * own.north
        off = plane_at(terrain, t, px, py) - h
        below = below and min(off, terrain.bounds[t, TOP] - h) < -PLANE
        level = level and -PLANE <= off <= PLANE
    return level, below


@njit_noref
def _is_on_top(scene: Scene, square: Square, own: _Ground) -> bool:
    """Is the ground of a square the highest at its corners and its middle?"""
    for q in range(5):
        px = square.x + square.size * (0.5 if q == 4 else q % 2)
        py = square.y + square.size * (0.5 if q == 4 else q // 2)
        h = own.height + (px - square.x) * own.east + (py - square.y) * own.north
        if abs(surface(scene, px, py, h + PLANE).height - h) > PLANE:
            return False
    return True


@njit_noref
def _leads_on(scene: Scene, square: Square, low: float, high: float) -> bool:
    """Is more stepped on to from ground between two heights, above or below it?"""
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, square.x, square.y, square.x + square.size, square.y + square.size)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                    t = terrain.ground_item[k]
                    if _is_clear(terrain, t, square, low, high):
                        continue
                    bottom, top = _span_over(terrain, t, square)
                    known = top < low - STEP - _MORE or bottom > high + STEP + _MORE
                    known = known or (bottom >= low and top <= high)
                    if not known and not apart(terrain.corners[t], square.x, square.y, square.size):
                        return True
    return False


@njit_noref
def _wall_near(scene: Scene, square: Square, found: _Heights, base: Base, limit: float, buf: Floats) -> bool:
    """Is a wall in the way of a base somewhere on a square? `limit`: how near to its middle.

    A wall counts from its foot where the ground may rise to it, by no more than it is away: for who is nearer it may
    count where it does not for who stands in the middle. It is looked for from lower ground first, then from all sides.
    """
    x = square.x + square.size / 2
    y = square.y + square.size / 2
    head = found.high + base.height
    middle = Segment(x, y, x, y)
    below = found.low - square.size * 0.7072
    if wall_distance(scene, middle, found.low, head, limit, buf).terrain >= 0:
        return True
    if found.high - found.low < PLANE or wall_distance(scene, middle, below, head, limit, buf).terrain < 0:
        return False
    beyond_x = square.x + square.size
    beyond_y = square.y + square.size
    for side in (
        Segment(square.x, square.y, beyond_x, square.y),
        Segment(square.x, beyond_y, beyond_x, beyond_y),
        Segment(square.x, square.y, square.x, beyond_y),
        Segment(beyond_x, square.y, beyond_x, beyond_y),
    ):
        if wall_distance(scene, side, found.low, head, base.radius - SLACK, buf).terrain >= 0:
            return True
    return False


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
                    if ledge[LEDGE_DROP] == 0.0 or is_beyond(ledge, low, high, STEP + STEP_SLACK + limit):
                        continue
                    if ledge[LEDGE_COVER] <= low + STEP + STEP_SLACK:
                        continue  # covered by the ground that it is on
                    if point_segment(x, y, segment_of(ledge)) < limit * limit:
                        return True
    return False
