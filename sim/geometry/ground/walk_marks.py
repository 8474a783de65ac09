"""The marks of a walk: what `walk` tells of the way that a base went. Inches, z up."""

from __future__ import annotations

from sim.geometry.compile.kernels import njit
from sim.geometry.ground.surface import bits_at, part_at, rest_height
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.tolerance import SLACK, STEP

__all__ = [
    "MARK_COST",
    "MARK_GONE",
    "MARK_GROUND",
    "MARK_TERRAIN",
    "MARK_TRIANGLE",
    "MARK_X",
    "MARK_Y",
    "resting",
]

MARK_GONE, MARK_X, MARK_Y, MARK_GROUND, MARK_COST, MARK_TERRAIN, MARK_TRIANGLE = range(7)
"""Columns of marks: how far along the line, where, the height of the ground, the cost so far, which face."""


@njit(cache=True, nogil=True)
def resting(scene: Scene, marks: Floats, r: float) -> Floats:
    """The marks of a walk as a base meets them that is so wide: rows of how far along the line, x, y, the height that
    it rests at, the cost so far, and the flags and the part of the face.

    It does not rest on what is more than a step over the ground under its centre and under its rim by a rounding alone.
    """
    made = marks.copy()
    for row in made:
        which, index = int(row[MARK_TERRAIN]), int(row[MARK_TRIANGLE])
        x, y, ground = row[MARK_X], row[MARK_Y], row[MARK_GROUND]
        row[3] = rest_height(scene, x, y, ground, r)
        if row[3] > ground + STEP:
            row[3] = rest_height(scene, x, y, ground, r - SLACK)
        row[5] = bits_at(scene, which, index)
        row[6] = part_at(scene, which, index)
    return made
