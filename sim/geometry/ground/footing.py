"""Where a round base stands: the ground under a point, what it rests on, what stands in its way. Inches, z up.

A base is a level disc. It stands where the ground under the whole of it has no step of more than 1" and no hole
(no *ledge*: a line where the ground ends or drops further), and where nothing that rises more than 1" above the
ground beside it reaches into the body above it (no *wall*). It rests on the highest point under it. A small obstacle
or debris (a *perch*) is no part of other ground: it carries the base that has its centre over it, however little of it
is under the rest of the base (TERR-09).
The kernels take a scene of two terrains; `buf` is their scratch space (`walls.scratch`).
"""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import inside, rest_height, surface
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import wall_distance
from sim.geometry.tolerance import HOLD, SLACK, STEP, STEP_SLACK

WHOLE, NO_GROUND, OVER_LEDGE, OVER_SHORE, WALLED, BURIED = range(6)
"""How a base stands: whole; not at all; over a ledge; over a shore, partly in water; with a wall or ceiling in the way;
inside a solid, or under ground that it would step on to: what lies beneath a crate or a low jetty is no place."""


class Footing(NamedTuple):
    """What a base stands on: the ground at its centre, the height that it rests at, the terrain and triangle of that
    ground, and how it stands (`WHOLE` to `BURIED`)."""

    ground: float
    rest_z: float
    terrain: int
    triangle: int
    how: int


class Stand(NamedTuple):
    """As `Footing`, with no more than whether the base stands whole; where it does not, it rests on its ground."""

    ground: float
    rest_z: float
    terrain: int
    triangle: int
    whole: bool


@njit_noref
def clearance(scene: Scene, x: float, y: float, ground: float, tall: float, limit: float, buf: Floats) -> float:
    """The radius of the largest base, up to `limit`, that can be over this point of the ground with a body so tall."""
    at = Segment(x, y, x, y)
    edge = ledge_distance(scene, at, ground, limit, False)
    wall: float = wall_distance(scene, at, ground, ground + tall, edge, buf).distance
    return min(edge, wall)


@njit_noref
def footing(scene: Scene, x: float, y: float, top: float, r: float, tall: float, buf: Floats) -> Footing:
    """How a base stands over this point, on its highest ground up to `top`."""
    ground, which, index = surface(scene, x, y, top)
    if which < 0:
        return Footing(ground, ground, which, index, NO_GROUND)
    at = Segment(x, y, x, y)
    rest_z = rest_height(scene, x, y, ground, r)
    how = WHOLE
    if inside(scene, x, y, ground + 0.01) or _is_covered(scene, x, y, ground):
        how = BURIED
    elif wall_distance(scene, at, ground, rest_z + tall, r - SLACK, buf).terrain >= 0:
        how = WALLED
    elif ledge_distance(scene, at, ground, r, False) < r - SLACK:
        how = OVER_LEDGE
    elif ledge_distance(scene, at, ground, r, True) < r - SLACK:
        how = OVER_SHORE
    return Footing(ground, rest_z, which, index, how)


@njit_noref
def _is_covered(scene: Scene, x: float, y: float, ground: float) -> bool:
    """Is there more ground above, that a base here would step on to?"""
    return surface(scene, x, y, ground + STEP + STEP_SLACK).height > ground + HOLD


@njit_noref
def stands(scene: Scene, x: float, y: float, top: float, r: float, tall: float, buf: Floats) -> Stand:
    """As `footing`, where only whether it stands whole is asked: what is looked at first is what costs least."""
    ground, which, index = surface(scene, x, y, top)
    no = Stand(ground, ground, which, index, False)
    if which < 0 or _is_covered(scene, x, y, ground):
        return no
    at = Segment(x, y, x, y)
    limit = r - SLACK
    if ledge_distance(scene, at, ground, r, False) < limit or ledge_distance(scene, at, ground, r, True) < limit:
        return no
    if wall_distance(scene, at, ground, ground + tall, limit, buf).terrain >= 0 or inside(scene, x, y, ground + 0.01):
        return no
    rest_z = rest_height(scene, x, y, ground, r)
    if rest_z > ground and wall_distance(scene, at, ground, rest_z + tall, limit, buf).terrain >= 0:
        return no
    return Stand(ground, rest_z, which, index, True)
