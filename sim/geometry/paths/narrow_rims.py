"""The rims of ground beyond which it falls by two steps one close to the other: by more than a step, and more than the
way there is long. Inches, z up.

No ledges: the first step is one that is stepped down. But whoever stands below has a wall before him, and a base that
comes from above does not stand between the two: they are climbed, as the rail of a terrace that has a sill outside.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.surface import surface
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import (
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Y,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Y,
    LEDGE_Z,
    PERCH,
    WALK,
    WATER,
    Floats,
    Scene,
    Terrain,
)
from sim.geometry.paths.climb_links import HIGHEST
from sim.geometry.paths.perch_rims import outer_edges
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = ["narrow_rims"]

_BESIDE = 0.02  # inches beyond a rim: there is the first step down
_LEAST = 0.05  # inches: of that
_BEYOND = np.array([0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5])  # inches: the second step is looked for so far out
_PIECE = 0.5  # inches: rims are looked at piece by piece


def narrow_rims(terrain: Terrain) -> Floats:
    """The pieces of the rims of what a terrain is walked on that fall so, as rows of `Terrain.ledges`."""
    own = (terrain.flag & (WALK | PERCH | WATER)) == WALK
    rims = outer_edges(terrain.corners[own].reshape(-1, 3, 3))
    ends = rims[:, LEDGE_TO_X : LEDGE_TO_Z + 1] - rims[:, LEDGE_X : LEDGE_Z + 1]
    count = np.maximum(1, np.ceil(np.hypot(ends[:, 0], ends[:, 1]) / _PIECE)).astype(int)
    which = np.repeat(np.arange(len(rims)), count)
    part = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    pieces = rims[which]
    for column, share in ((LEDGE_X, part / count[which]), (LEDGE_TO_X, (part + 1) / count[which])):
        pieces[:, column : column + 3] = rims[which, LEDGE_X : LEDGE_Z + 1] + ends[which] * share[:, None]
    falls = np.zeros(len(pieces), np.bool_)
    _find(Scene((terrain, empty_terrain())), pieces, _BEYOND, falls)
    pieces[:, LEDGE_DROP] = HIGHEST
    return np.asarray(pieces[falls])


@njit_noref
def _find(scene: Scene, pieces: Floats, beyond: Floats, falls: np.ndarray) -> None:
    """Which pieces fall so at their middle or near an end."""
    for n in range(len(pieces)):
        row = pieces[n]
        for along in (0.5, 0.1, 0.9):
            if _falls(scene, row, along, beyond):
                falls[n] = True
                break


@njit_noref
def _falls(scene: Scene, row: Floats, along: float, beyond: Floats) -> bool:
    """Does the ground beyond a point of a rim fall by a step that is not too high, and close by so much further that
    both are no step?"""
    dx = row[LEDGE_TO_X] - row[LEDGE_X]
    dy = row[LEDGE_TO_Y] - row[LEDGE_Y]
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1e-6:
        return False
    x = row[LEDGE_X] + along * dx
    y = row[LEDGE_Y] + along * dy
    z = row[LEDGE_Z] + along * (row[LEDGE_TO_Z] - row[LEDGE_Z])
    out_x = dy / length
    out_y = -dx / length
    high = z + STEP + STEP_SLACK
    if surface(scene, x - out_x * _BESIDE, y - out_y * _BESIDE, high).height > z + _LEAST:
        return False  # a bar below a rail
    first = surface(scene, x + out_x * _BESIDE, y + out_y * _BESIDE, high).height
    if not z - STEP - STEP_SLACK <= first <= z - _LEAST:
        return False
    for far in beyond:
        height = surface(scene, x + out_x * far, y + out_y * far, high).height
        if height > z:
            return False
        if height < z - STEP - STEP_SLACK - far:
            return True
    return False
