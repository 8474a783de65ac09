"""Things of boxes, as the kernels of heights take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh.beneath import HIGH, NARROW, Bins, Faces, bins_of
from sim.geometry.mesh.faces import upward_normals
from sim.geometry.mesh.heights import FLOOR, NO_ROOM, ROOM, UNTOLD, Things, low_things
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


def judged(
    *solids: Floats,
    never: tuple[int, ...] = (0,),
    wide: tuple[int, ...] = (),
    water: tuple[int, ...] = (),
    open_ones: tuple[int, ...] = (),
    bare: bool = False,
) -> list[int]:
    """What each solid is, the first of them the street."""
    faces = faces_of(list(solids), water, open_ones, bare)
    count = len(solids)
    start = np.cumsum([0, *(len(solid) for solid in solids)])
    bottoms = np.array([solid[:, :, 2].min() for solid in solids])
    things = Things(
        start,
        np.arange(start[-1], dtype=np.int32),
        np.argsort(bottoms, kind="stable"),
        np.isin(np.arange(count), never),
        np.where(np.isin(np.arange(count), wide), FLOOR, NO_ROOM if bare else ROOM).astype(np.int8),
        np.full((count, 2), UNTOLD, np.int8),
        np.full(count, bare),
    )
    found = low_things(faces, things)
    for number in range(count):  # what some were found to be before changes nothing for the others
        told = things._replace(told=np.where(np.arange(count)[:, None] == number, UNTOLD, found).astype(np.int8))
        assert low_things(faces, told).tolist() == found.tolist()
    return np.where(found[:, 1] == NARROW, HIGH, found[:, 1]).tolist()
