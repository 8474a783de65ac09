"""Small terrains for the tests of bases on the ground, made of boxes. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.ground.cracks import with_ledges
from sim.geometry.ground.ledges import followed, free_edges
from sim.geometry.ground.terrain_bins import build_terrain, empty_terrain, without_perches
from sim.geometry.ground.terrain_mesh import CLIMB, CLOSED, PERCH, SLOPE, WALK, WATER, Floats, Scene
from sim.geometry.ground.walls import scratch
from sim.geometry.mesh.faces import upward_normals
from sim.geometry.mesh.shells import shells
from tests.shapes import box

Point = tuple[float, float, float]
NOBODY = np.empty((0, 5))
BUF = scratch()


class Thing(NamedTuple):
    """Triangles that are one part, and the bits of all their faces."""

    triangles: Floats
    bits: int = 0


def block(low: Point, high: Point, bits: int = 0) -> Thing:
    return Thing(box(low, high), bits)


def ramp(x: float, to_x: float, y: float, to_y: float, height: float, bits: int = 0) -> Thing:
    """A wedge on the street that rises to the east."""
    wedge = box((x, y, 0.0), (to_x, to_y, height))
    top = (wedge[:, :, 2] > 0) & (wedge[:, :, 0] == x)
    wedge[top, 2] = 0.0
    area = np.linalg.norm(np.cross(wedge[:, 1] - wedge[:, 0], wedge[:, 2] - wedge[:, 0]), axis=1)
    return Thing(wedge[area > 1e-9], bits)


def street(low: Point = (0.0, 0.0, -1.0), high: Point = (8.0, 8.0, 0.0), bits: int = 0) -> Thing:
    return block(low, high, bits)


def flags_of(thing: Thing) -> NDArray[np.int32]:
    up = upward_normals(thing.triangles)
    flags = np.full(len(up), CLOSED | thing.bits, np.int32)
    if thing.bits & WATER:
        flags &= ~CLOSED
    flags[up >= SLOPE - 1e-6] |= WALK
    if not thing.bits & WATER:
        flags[(up < SLOPE - 1e-6) & (up > -SLOPE)] |= CLIMB
    return flags


def scene_of(*things: Thing) -> Scene:
    """A scene in which these are fixed and nothing moves, with its ledges."""
    part = np.repeat(np.arange(len(things), dtype=np.int32), [len(thing.triangles) for thing in things])
    found = shells(np.concatenate([thing.triangles for thing in things]), part)
    flags = np.concatenate([flags_of(thing) for thing in things])
    assert len(found.kept) == len(flags)
    corners = found.triangles.reshape(-1, 3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    whole = build_terrain(found.triangles, flags, part, (low[0], low[1], high[0], high[1]))
    ground = Scene((without_perches(whole), empty_terrain()))
    edges, wet, face = free_edges(flags, found)
    ledges, count = followed(ground, edges, wet)
    return Scene((with_ledges(whole, ledges, np.repeat(part[face], count)), empty_terrain()))


def disc(x: float, y: float, z: float = 0.0, radius: float = 0.5, height: float = 1.2) -> Floats:
    """Another base, as a row of discs."""
    return np.array([[x, y, z, radius, height]])


__all__ = ["BUF", "NOBODY", "PERCH", "block", "disc", "ramp", "scene_of", "street"]
