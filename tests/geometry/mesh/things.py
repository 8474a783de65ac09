"""Things of boxes, as the kernels of heights take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh.beneath import HIGH, Bins, Faces, bins_of
from sim.geometry.mesh.faces import upward_normals
from tests.shapes import Floats

LEVEL = 0.7  # the upward part of the normal of what things stand on


def faces_of(
    solids: list[Floats], water: tuple[int, ...] = (), open_ones: tuple[int, ...] = (), bare: bool = False
) -> Faces:
    """Each solid is a thing, and a part unless they are of a `bare` mesh; some are water, some bound nothing."""
    triangles = np.concatenate(solids)
    thing = np.repeat(np.arange(len(solids), dtype=np.int32), [len(solid) for solid in solids])
    up = upward_normals(triangles)
    return Faces(
        np.ascontiguousarray(triangles.reshape(-1, 9)),
        thing,
        np.where(np.abs(up) > 1e-9, np.sign(up), 0).astype(np.int8),
        up >= LEVEL,
        ~np.isin(thing, open_ones),
        np.isin(thing, water),
        np.zeros(len(solids), np.int32) if bare else np.arange(len(solids), dtype=np.int32),
    )


def binned(faces: Faces) -> Bins:
    return bins_of(faces.corners, faces.up, faces.thing)


def all_high(faces: Faces) -> NDArray[np.int8]:
    return np.full(int(faces.thing.max()) + 1, HIGH, np.int8)
