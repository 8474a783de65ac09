"""The board in fewer triangles: what is drawn of it, beyond a reach, while the view moves in software."""

from __future__ import annotations

import msgspec
import numpy as np

from sim.app.render.light import Baked
from sim.app.render.surface import Patch, Surface, roughened, surface

BIG = (2.0, 0.35)  # inches: what is larger, and has longer edges, is no small thing
NEAR_BY = 6  # corners of the fine surface whose light a coarse corner takes the mean of


class Level(msgspec.Struct, frozen=True):
    """How coarse a surface is, in inches: what edges of large faces are cut to, and the grid that the corners of
    small things, and of fine detail, are drawn together on."""

    grain: float
    small: float
    fine: float


LEVELS = {"far": Level(3.0, 0.15, 0.24), "afar": Level(5.0, 0.30, 0.38)}


def is_big(patch: Patch) -> bool:
    """Would its mirror image be missed in moving water?"""
    if not len(patch.triangles):
        return False
    spread = np.ptp(patch.triangles.reshape(-1, 3), axis=0).max()
    edge = np.median(np.linalg.norm(patch.triangles[:, 1] - patch.triangles[:, 0], axis=1))
    return bool(spread > BIG[0] and edge > BIG[1])


def coarse(patch: Patch, level: Level) -> Surface:
    """One patch in fewer triangles."""
    if not patch.fine and is_big(patch):
        return surface(patch, grain=level.grain)
    made = surface(patch, fine=False)
    return roughened(made, Baked.none(len(made.points)), level.fine if patch.fine else level.small)[0]


def light_of(far: Surface, near: Surface, baked: Baked) -> Baked:
    """The light of a coarse surface, from the fine one's."""
    from scipy.spatial import cKDTree

    if not len(far.points):
        return Baked.none(0)
    keys = np.round(np.hstack([near.points * 50, near.normals * 8])).astype(np.int32)
    _, first = np.unique(keys, axis=0, return_index=True)
    tree = cKDTree(np.hstack([near.points[first], near.normals[first]]))
    sought, corner = np.unique(np.hstack([far.points, far.normals]), axis=0, return_inverse=True)
    _, found = tree.query(sought, k=min(NEAR_BY, len(first)))
    which = first[found.reshape(len(sought), -1)]
    corner = corner.ravel()
    return Baked(baked.gi[which].mean(1)[corner], baked.open[which].mean(1)[corner], baked.sun[which].mean(1)[corner])
