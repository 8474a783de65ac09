"""What a climber holds on to: a face in base contact, from the foot up to the edge that is climbed on to. Inches."""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.surface import bits_at, column_free, surface
from sim.geometry.ground.terrain_mesh import ACCESS, CLIMB, LADDER, PERCH, Floats, Scene
from sim.geometry.ground.walls import Heights, climbable
from sim.geometry.tolerance import HOLD, SLACK, STEP

__all__ = ["ANY_WAY", "CLEAR", "NARROW", "NO_FACE", "OVERHUNG", "SLICK_WALL", "edge_of", "hold", "wall_of"]

ANY_WAY, OVERHUNG, NO_FACE, SLICK_WALL = range(4)
"""What keeps a base from holding on to a face all the way: nothing; something juts out; there is none; it is a
canal's."""

CLEAR = 0.05  # inches: the way up is looked at from so far over the foot to so far over the top
NARROW = 0.1  # inches: of what is climbed, at least


@njit_noref
def edge_of(
    scene: Scene, x: float, y: float, ground: float, rest: float, r: float, foot_x: float, foot_y: float
) -> float:
    """How high the edge is over which a climb leads on to a place where a base stands.

    A base rests on the highest point under it, but on a sloping roof it comes to stand over an edge that lies lower by
    all that the roof rises under it: above that the roof itself is in its way no longer, and there is no wall to hold
    on to. It is the ground under the rim towards the foot; the ground under the centre where only that is stood on
    (TERR-09).
    """
    under = surface(scene, x, y, ground + HOLD)
    if bits_at(scene, under.terrain, under.triangle) & PERCH:
        return ground
    far = ((foot_x - x) ** 2 + (foot_y - y) ** 2) ** 0.5
    if far < r:
        return rest
    part = (r - SLACK) / far
    height = surface(scene, x + part * (foot_x - x), y + part * (foot_y - y), rest + HOLD).height
    return min(height, rest) if height > ground - STEP - r else ground


@njit_noref
def wall_of(low: float, edge: float, high: float) -> Heights:
    """Between what heights a climb needs a face that leads from one to another over an edge: up to that; all the way
    where that is no higher than the foot, as before crates that are two steps together."""
    return Heights(low, edge if edge >= low + NARROW else high)


@njit_noref
def hold(scene: Scene, x: float, y: float, climb: Heights, wall: Heights, reach: float, wet: bool, buf: Floats) -> int:
    """What keeps a base over this point from climbing between two heights, by a face between two others that is no
    further from its centre than `reach`.

    `wet`: out of water, up the wall of a canal.
    """
    if not column_free(scene, x, y, climb.low + CLEAR, climb.high + CLEAR):
        return OVERHUNG
    held, which, face = climbable(scene, x, y, wall, reach, LADDER | CLIMB, buf)
    slick = wet and not (held and bits_at(scene, which, face) & ACCESS)
    if slick and not (held and climbable(scene, x, y, wall, reach, LADDER, buf)[0]):
        return SLICK_WALL
    return ANY_WAY if held else NO_FACE
