"""What a climber holds on to: a face in base contact, from the foot up to the edge that is climbed on to. Inches."""

from __future__ import annotations

from typing import NamedTuple

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.surface import bits_at, column_free, surface
from sim.geometry.ground.terrain_mesh import ACCESS, CLIMB, LADDER, PERCH, Floats, Scene
from sim.geometry.ground.walls import Heights, climbable
from sim.geometry.tolerance import HOLD, SLACK, STEP

__all__ = [
    "ANY_WAY",
    "CLEAR",
    "NARROW",
    "NO_FACE",
    "OVERHUNG",
    "SLICK_WALL",
    "Rise",
    "Top",
    "edge_of",
    "hold",
    "rise_over",
]

ANY_WAY, OVERHUNG, NO_FACE, SLICK_WALL = range(4)
"""What keeps a base from holding on to a face all the way: nothing; something juts out; there is none; it is a
canal's."""

CLEAR = 0.05  # inches: the way up is looked at from so far over the foot to so far over the top
NARROW = 0.1  # inches: of what is climbed, at least


class Top(NamedTuple):
    """Where a base stands that has climbed: the ground under its centre, and the height that it rests at."""

    x: float
    y: float
    ground: float
    rest: float


class Rise(NamedTuple):
    """A climb between two heights, and between which of them it needs a face."""

    low: float
    high: float
    face: Heights


@njit_noref
def edge_of(scene: Scene, top: Top, r: float, foot_x: float, foot_y: float) -> float:
    """How high the edge is over which a climb leads on to a place where a base of this radius stands.

    A base rests on the highest point under it, but on a sloping roof it comes to stand over an edge that lies lower by
    all that the roof rises under it: above that the roof itself is in its way no longer, and there is no wall to hold
    on to. It is the ground under the rim towards the foot; the ground under the centre where only that is stood on
    (TERR-09).
    """
    under = surface(scene, top.x, top.y, top.ground + HOLD)
    if bits_at(scene, under.terrain, under.triangle) & PERCH:
        return top.ground
    far = ((foot_x - top.x) ** 2 + (foot_y - top.y) ** 2) ** 0.5
    if far < r:
        return top.rest
    part = (r - SLACK) / far
    x, y = top.x + part * (foot_x - top.x), top.y + part * (foot_y - top.y)
    height = surface(scene, x, y, top.rest + HOLD).height
    return min(height, top.rest) if height > top.ground - STEP - r else top.ground


@njit_noref
def rise_over(low: float, edge: float, high: float) -> Rise:
    """A climb from one height to another over an edge: it needs a face up to that; all the way where that is no higher
    than the foot, as before crates that are two steps together."""
    return Rise(low, high, Heights(low, edge if edge >= low + NARROW else high))


@njit_noref
def hold(scene: Scene, x: float, y: float, rise: Rise, reach: float, wet: bool, buf: Floats) -> int:
    """What keeps a base over this point from a climb, by a face no further from its centre than `reach`.

    `wet`: out of water, up the wall of a canal.
    """
    if not column_free(scene, x, y, rise.low + CLEAR, rise.high + CLEAR):
        return OVERHUNG
    held, which, face = climbable(scene, x, y, rise.face, reach, LADDER | CLIMB, buf)
    slick = wet and not (held and bits_at(scene, which, face) & ACCESS)
    if slick and not (held and climbable(scene, x, y, rise.face, reach, LADDER, buf)[0]):
        return SLICK_WALL
    return ANY_WAY if held else NO_FACE
