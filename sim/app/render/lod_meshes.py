"""The board in fewer triangles: what is drawn of it, beyond a reach, while the view moves in software."""

from __future__ import annotations

import msgspec
import numpy as np

from sim.app.render.baked_light import Baked
from sim.app.render.row_sets import row_sets
from sim.app.render.surface import Floats, Ints, Patch, Surface, surface

__all__ = ["LEVELS", "DetailLevel", "coarse_surface", "is_big", "light_of", "simplified"]

BIG = (2.0, 0.35)  # inches: what is larger, and has longer edges, is no small thing
NEAR_BY = 6  # corners of the fine surface whose light a coarse corner takes the mean of


class DetailLevel(msgspec.Struct, frozen=True):
    """How coarse a surface is, in inches: what edges of large faces are cut to, and the grid that the corners of
    small things, and of fine detail, are drawn together on; where there is a grid for `large` things, theirs, too."""

    grain: float
    small: float
    fine: float
    large: float | None = None


LEVELS = {"far": DetailLevel(3.0, 0.15, 0.24), "afar": DetailLevel(5.0, 0.30, 0.38)}


def is_big(patch: Patch) -> bool:
    """Would its mirror image be missed in moving water?"""
    if not len(patch.triangles):
        return False
    spread = np.ptp(patch.triangles.reshape(-1, 3), axis=0).max()
    edge = np.median(np.linalg.norm(patch.triangles[:, 1] - patch.triangles[:, 0], axis=1))
    return bool(spread > BIG[0] and edge > BIG[1])


def coarse_surface(patch: Patch, level: DetailLevel) -> Surface:
    """One patch in fewer triangles."""
    large = not patch.fine and is_big(patch)
    if large and level.large is None:
        return surface(patch, grain=level.grain)
    made = surface(patch, fine=False)
    grid = level.large if large and level.large is not None else level.fine if patch.fine else level.small
    return simplified(made, Baked.none(len(made.points)), grid)[0]


def light_of(far: Surface, near: Surface, baked: Baked) -> Baked:
    """The light of a coarse surface, from the fine one's."""
    from scipy.spatial import cKDTree

    if not len(far.points):
        return Baked.none(0)
    keys = np.round(np.hstack([near.points * 50, near.normals * 8])).astype(np.int32)
    first = row_sets(keys).first
    tree = cKDTree(np.hstack([near.points[first], near.normals[first]]))
    places = np.hstack([far.points, far.normals])
    once, corner = row_sets(places)
    _, found = tree.query(places[once], k=min(NEAR_BY, len(first)))
    which = first[found.reshape(len(once), -1)]
    return Baked(baked.gi[which].mean(1)[corner], baked.open[which].mean(1)[corner], baked.sun[which].mean(1)[corner])


def simplified(surface: Surface, shade: Baked, grid: float) -> tuple[Surface, Baked]:
    """The same thing with its corners drawn together on a grid: far fewer triangles and vertices, for far away.

    Vertex clustering (Rossignac and Borrel, Multi-resolution 3D approximations for rendering complex scenes, 1993).
    """
    cells = np.round(surface.points / grid).astype(np.int64)
    which = row_sets(cells).which
    middle = _means(surface.points, which)
    faces = which.reshape(-1, 3)
    kept = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    once = np.zeros(len(faces), dtype=bool)
    once[row_sets(np.sort(faces, axis=1)).first] = True  # two sheets that met become one
    kept &= once
    made = surface.part(kept)
    if not made.count:
        return made, shade.part(kept)
    place = faces[kept].reshape(-1)
    # corners of a cell that look the same way, of the same texture, become one vertex
    looks = np.column_stack([place, np.round(made.normals * 1.4), made.uv[:, 2]]).astype(np.int64)
    vertex = row_sets(looks).which
    normals = _means(made.normals, vertex)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    uv, tint = _means(made.uv, vertex), _means(made.tint, vertex)
    return Surface(middle[place], normals[vertex], uv[vertex], tint[vertex]), shade.part(kept)


def _means(rows: Floats, which: Ints) -> Floats:
    """The mean of the rows of each group."""
    count = np.bincount(which)
    return np.stack([np.bincount(which, rows[:, k]) / count for k in range(rows.shape[1])], axis=1)
