"""Cracks between faces of the ground, filled: a base that has its centre over one stands as it does beside it. Inches.

Pieces that are put side by side seldom meet to a hair. What is open between them by no more than `CRACK` has no ledges,
so that ways lead over it; the ground under a point would lie deep down in it all the same.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.ground.ledges import OVER_CRACK
from sim.geometry.ground.terrain_bins import bin_ledges, build_terrain
from sim.geometry.ground.terrain_mesh import (
    ACCESS,
    DIFFICULT,
    EAST,
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Z,
    NORTH,
    RUIN,
    SOUTH,
    WALK,
    WATER,
    WEST,
    Floats,
    Ints,
    Terrain,
)
from sim.geometry.tolerance import CRACK

__all__ = ["with_ledges"]

_KINDS = WALK | WATER | DIFFICULT | RUIN | ACCESS  # what a filling has of the ground that it goes on from
_ROOM = 0.1  # inches round the bins


def with_ledges(terrain: Terrain, found: Floats, part: Ints) -> Terrain:
    """The terrain with what was found along its edges: its ledges, and its cracks filled. `part`: whose each is."""
    over = found[:, LEDGE_DROP] == OVER_CRACK
    if over.any():
        terrain = _filled(terrain, _fillings(found[over]), np.repeat(part[over], 2))
    return bin_ledges(terrain, found[~over])


def _fillings(cracks: Floats) -> Floats:
    """Two triangles over each crack (2 n, 9), level across it."""
    a, b = cracks[:, LEDGE_X : LEDGE_Z + 1], cracks[:, LEDGE_TO_X : LEDGE_TO_Z + 1]
    along = b - a
    out = np.stack([along[:, 1], -along[:, 0], np.zeros(len(along))], axis=1)
    out *= CRACK / np.maximum(np.linalg.norm(out, axis=1), 1e-12)[:, None]
    quads = np.stack([np.hstack([a, a + out, b + out]), np.hstack([a, b + out, b])], axis=1)
    return np.asarray(quads.reshape(-1, 9))


def _filled(terrain: Terrain, more: Floats, part: Ints) -> Terrain:
    """The terrain with more faces, each of the kind that the ground of its part is."""
    ground = terrain.flag & WALK > 0
    kinds = np.full(int(terrain.part.max()) + 1, _KINDS, np.int32)
    np.bitwise_and.at(kinds, terrain.part[ground], terrain.flag[ground])
    bounds = terrain.bounds
    box = (
        float(bounds[:, WEST].min()) - _ROOM,
        float(bounds[:, SOUTH].min()) - _ROOM,
        float(bounds[:, EAST].max()) + _ROOM,
        float(bounds[:, NORTH].max()) + _ROOM,
    )
    corners = np.concatenate([terrain.corners, more]).reshape(-1, 3, 3)
    flag, parts = np.concatenate([terrain.flag, kinds[part]]), np.concatenate([terrain.part, part])
    return build_terrain(corners, flag, parts.astype(np.int32), box)
