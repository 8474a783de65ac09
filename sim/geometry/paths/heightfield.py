"""The ground as a lattice of places, 1/8" apart, for the search of ways: a heightfield, several levels to a column (as
Recast's compact heightfield). Inches, z up.

Each column holds the levels over it, highest first, with how much room a base of one size has there. Columns are
measured when first wanted. The lattice guides the search; what it finds is measured exactly along its lines.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.flatness import Square, flatness_of
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import Surface, bits_at, inside, rest_height, surface
from sim.geometry.ground.terrain_mesh import Floats, Ints, Scene
from sim.geometry.ground.walls import wall_distance
from sim.geometry.tolerance import STEP, STEP_SLACK

SPACING = 0.125
LEVELS = 6
CLEARANCE_RANGE = 0.3  # how far beyond the base room is measured
CLOSE = 0.25  # places where a base lacks more room than this are left out
RIM = 0.14  # places that have less room than this have one beside them that touches what is in the way
RIM_CLEARANCE = 0.006


@dataclass(frozen=True, eq=False)
class Heightfield(KernelStruct):
    """Places of one base size.

    `clearance`: how much further than its rim the nearest wall or ledge is, for a base that goes over it.
    `stay_clearance`: the same for one that stays: shores count, and what hangs over the body where it rests.
    `flatness`: how a base goes over the square between the place and its three neighbours east and north (see
    `flatness_of`).
    """

    x: float
    y: float
    columns: int
    rows: int
    count: NDArray[np.int16]  # of levels; -1: not yet measured
    ground: Floats  # (columns * rows, LEVELS), as the others
    rest_z: Floats
    clearance: Floats
    stay_clearance: Floats
    flatness: NDArray[np.uint8]
    bits: Ints
    slope: Floats  # (..., 2): inches gained per inch east and north
    rim: Floats  # (..., 2): the place beside it that touches what is in the way, or NaN


def empty_heightfield(box: tuple[float, float, float, float]) -> Heightfield:
    """A field over x, y, X, Y in which nothing is measured yet."""
    x, y = np.floor(box[0] / SPACING) * SPACING, np.floor(box[1] / SPACING) * SPACING
    columns = int(np.ceil((box[2] - x) / SPACING)) + 1
    rows = int(np.ceil((box[3] - y) / SPACING)) + 1
    size = columns * rows
    return Heightfield(
        float(x),
        float(y),
        columns,
        rows,
        np.full(size, -1, np.int16),
        np.zeros((size, LEVELS)),
        np.zeros((size, LEVELS)),
        np.zeros((size, LEVELS)),
        np.zeros((size, LEVELS)),
        np.zeros((size, LEVELS), np.uint8),
        np.zeros((size, LEVELS), np.int32),
        np.zeros((size, LEVELS, 2)),
        np.full((size, LEVELS, 2), np.nan),
    )


def copy_of(field: Heightfield) -> Heightfield:
    """Another field with the same places."""
    values = {own.name: getattr(field, own.name) for own in fields(field)}
    copies: dict[str, Any] = {name: v.copy() for name, v in values.items() if isinstance(v, np.ndarray)}
    return replace(field, **copies)


def window_of(field: Heightfield, box: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """The columns within x, y, X, Y: first i and j, last i and j."""
    i0, i1 = (int(np.clip((v - field.x) // SPACING, 0, field.columns - 1)) for v in (box[0], box[2] + SPACING))
    j0, j1 = (int(np.clip((v - field.y) // SPACING, 0, field.rows - 1)) for v in (box[1], box[3] + SPACING))
    return i0, j0, i1, j1


@njit_noref
def _clearance(scene: Scene, x: float, y: float, ground: float, head: float, r: float, buf: Floats) -> float:
    edge = ledge_distance(scene, Segment(x, y, x, y), ground, r + CLEARANCE_RANGE, False)
    return min(edge, wall_distance(scene, Segment(x, y, x, y), ground, head, edge, buf)[0]) - r


@njit_noref
def touching(
    scene: Scene, x: float, y: float, ground: float, r: float, tall: float, clearance: float, buf: Floats
) -> tuple[float, float]:
    """The place beside this one where the base all but touches what is in its way; NaN where there is none."""
    px = x
    py = y
    h = 0.004
    gx = _clearance(scene, px + h, py, ground, ground + tall, r, buf) - clearance
    gy = _clearance(scene, px, py + h, ground, ground + tall, r, buf) - clearance
    size = (gx * gx + gy * gy) ** 0.5
    if size < h * 0.5:
        return np.nan, np.nan
    for _ in range(3):
        px += (RIM_CLEARANCE - clearance) * gx / size
        py += (RIM_CLEARANCE - clearance) * gy / size
        clearance = _clearance(scene, px, py, ground, ground + tall, r, buf)
        if RIM_CLEARANCE / 3 <= clearance <= 2 * RIM_CLEARANCE:
            break
    if abs(px - x) > 2 * RIM or abs(py - y) > 2 * RIM or not 0.0 <= clearance <= 4 * RIM_CLEARANCE:
        return np.nan, np.nan
    under = surface(scene, px, py, ground + 0.01)[0]
    if abs(under - ground) > 1e-6:
        return np.nan, np.nan
    return px, py


@njit_noref
def measure(
    scene: Scene, field: Heightfield, i0: int, i1: int, j0: int, j1: int, r: float, tall: float, buf: Floats
) -> None:
    """Measure the columns of a window that are not yet known."""
    for j in range(max(0, j0), min(field.rows, j1 + 1)):
        for i in range(max(0, i0), min(field.columns, i1 + 1)):
            c = j * field.columns + i
            if field.count[c] >= 0:
                continue
            x = field.x + i * SPACING
            y = field.y + j * SPACING
            top = 1e8
            used = 0
            for _ in range(24):
                ground, which, index = surface(scene, x, y, top)
                if which < 0 or used == LEVELS:
                    break
                top = ground - 0.02
                if inside(scene, x, y, ground + 0.01):
                    continue
                clearance = _clearance(scene, x, y, ground, ground + tall, r, buf)
                if clearance < -CLOSE:
                    continue
                rest_z = rest_height(scene, x, y, ground, r)
                stand = clearance
                if surface(scene, x, y, ground + STEP + STEP_SLACK)[0] > ground + 1e-6:
                    stand = -CLOSE  # what lies beneath a crate or a low jetty is no place
                elif rest_z > ground and clearance >= 0.0:
                    stand = min(clearance, _clearance(scene, x, y, ground, rest_z + tall, r, buf))
                slope = scene.terrains[which].slope[index]
                field.ground[c, used] = ground
                field.rest_z[c, used] = rest_z
                field.clearance[c, used] = clearance
                field.stay_clearance[c, used] = min(
                    stand, ledge_distance(scene, Segment(x, y, x, y), ground, r + CLEARANCE_RANGE, True) - r
                )
                field.flatness[c, used] = flatness_of(
                    scene, Square(x, y, SPACING), Surface(ground, which, index), r, tall, buf
                )
                field.bits[c, used] = bits_at(scene, which, index)
                field.slope[c, used, 0] = slope[0]
                field.slope[c, used, 1] = slope[1]
                if -0.02 < clearance < RIM:
                    px, py = touching(scene, x, y, ground, r, tall, clearance, buf)
                    field.rim[c, used, 0] = px
                    field.rim[c, used, 1] = py
                else:
                    field.rim[c, used, 0] = np.nan
                used += 1
            field.count[c] = used


@njit_noref
def level_at(field: Heightfield, i: int, j: int, x: float, y: float, ground: float, more: float) -> tuple[int, float]:
    """The level of column i, j whose face, carried on to a point, is stepped on to from ground of this height there.

    The level, or -1, and its height at the point. `more` is allowed on top of a step.
    """
    c = j * field.columns + i
    dx = x - field.x - i * SPACING
    dy = y - field.y - j * SPACING
    for k in range(field.count[c]):
        h = field.ground[c, k] + field.slope[c, k, 0] * dx + field.slope[c, k, 1] * dy
        if h <= ground + STEP + STEP_SLACK + more:
            if h >= ground - STEP - STEP_SLACK - more:
                return k, h
            return -1, 0.0
    return -1, 0.0
