"""How far open water reaches round each place of a lattice: what stops a hull, as a field of distances. Inches, z up.

A distance field (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966): near what is in
the way it is measured, and further off it is spread in two passes over the lattice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import LADDER, WATER, Floats, Scene
from sim.geometry.ground.vessel_hulls import OVER, dry_at
from sim.geometry.ground.walls import FaceBits, Heights, solid_near

__all__ = ["MESH", "SURELY", "Hull", "WaterRoom", "keep_clear_of", "measure_room", "open_at", "spread"]

MESH = 0.125  # inches from one place of the lattice to the next
SURELY = 0.92  # what is spread over the lattice is at most this much of what it says
_NEAR = 0.5  # inches up to which walls are looked for
_FAR = 1e3  # where nothing is in the way


@dataclass(frozen=True, eq=False)
class WaterRoom(KernelStruct):
    """`room[i, j]` inches are open round the place (x + i * MESH, y + j * MESH); 0 where it is dry."""

    x: float
    y: float
    room: Floats


class Hull(NamedTuple):
    """How a vessel floats: the height of its water, and how high its hull stands over it."""

    level: float
    height: float


@njit(cache=True, nogil=True)
def measure_room(
    scene: Scene, water: WaterRoom, hull: Hull, south_west: tuple[int, int], north_east: tuple[int, int], buf: Floats
) -> None:
    """Measure the places of a rectangle anew, between two corners of the lattice."""
    heights = Heights(hull.level + OVER, hull.level + hull.height)
    for i in range(south_west[0], north_east[0]):
        for j in range(south_west[1], north_east[1]):
            x = water.x + i * MESH
            y = water.y + j * MESH
            if dry_at(scene, x, y, hull.level):
                water.room[i, j] = 0.0
                continue
            line = Segment(x, y, x, y)
            wall = solid_near(scene, line, heights, FaceBits(0, WATER | LADDER), _NEAR, 0.0, buf)
            water.room[i, j] = wall.distance if wall.terrain >= 0 else _FAR


@njit(cache=True, nogil=True)
def keep_clear_of(water: WaterRoom, x: float, y: float, radius: float) -> None:
    """A round thing lies in the water, or over it as low as a hull."""
    most = radius + _NEAR
    columns, rows = water.room.shape
    for i in range(max(0, int((x - most - water.x) / MESH)), min(columns, int((x + most - water.x) / MESH) + 2)):
        for j in range(max(0, int((y - most - water.y) / MESH)), min(rows, int((y + most - water.y) / MESH) + 2)):
            dx = water.x + i * MESH - x
            dy = water.y + j * MESH - y
            gap = max(0.0, (dx * dx + dy * dy) ** 0.5 - radius)
            water.room[i, j] = min(water.room[i, j], gap)


@njit(cache=True, nogil=True)
def spread(water: WaterRoom) -> None:
    """No place is further from what is in the way than one beside it, and the inches between them."""
    room = water.room
    columns, rows = room.shape
    askew = MESH * 2**0.5
    for i in range(columns):
        for j in range(rows):
            if i > 0:
                _nearer(room, i, j, i - 1, j, MESH)
                if j > 0:
                    _nearer(room, i, j, i - 1, j - 1, askew)
                if j + 1 < rows:
                    _nearer(room, i, j, i - 1, j + 1, askew)
            if j > 0:
                _nearer(room, i, j, i, j - 1, MESH)
    for i in range(columns - 1, -1, -1):
        for j in range(rows - 1, -1, -1):
            if i + 1 < columns:
                _nearer(room, i, j, i + 1, j, MESH)
                if j > 0:
                    _nearer(room, i, j, i + 1, j - 1, askew)
                if j + 1 < rows:
                    _nearer(room, i, j, i + 1, j + 1, askew)
            if j + 1 < rows:
                _nearer(room, i, j, i, j + 1, MESH)


@njit_noref
def _nearer(room: Floats, i: int, j: int, k: int, m: int, far: float) -> None:
    if room[k, m] + far < room[i, j]:
        room[i, j] = room[k, m] + far


@njit_noref
def open_at(water: WaterRoom, x: float, y: float) -> float:
    """How many inches are open round any place, between those of the lattice evenly; 0 beyond it."""
    room = water.room
    columns, rows = room.shape
    u = (x - water.x) / MESH
    v = (y - water.y) / MESH
    i = int(np.floor(u))
    j = int(np.floor(v))
    if i < 0 or j < 0 or i + 1 >= columns or j + 1 >= rows:
        return 0.0
    u -= i
    v -= j
    found: float = (1 - u) * ((1 - v) * room[i, j] + v * room[i, j + 1]) + u * (
        (1 - v) * room[i + 1, j] + v * room[i + 1, j + 1]
    )
    return found
