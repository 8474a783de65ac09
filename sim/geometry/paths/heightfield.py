"""The ground as a lattice of places, 1/8" apart, for the search of ways: a heightfield, several levels to a column (as
Recast's compact heightfield). Inches, z up.

Each column holds the levels over it, highest first, with how much room a base of one size has there. The lattice guides
the search; what it finds is measured exactly along its lines.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.terrain_mesh import Floats, Ints
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = [
    "GROUND",
    "LEVELS",
    "REST",
    "SPACING",
    "UNKNOWN",
    "Heightfield",
    "Window",
    "X",
    "Y",
    "column_at",
    "copy_of",
    "empty_heightfield",
    "forget",
    "grown",
    "level_at",
    "level_below",
    "nearest_column",
    "whole_window",
    "window_around",
    "window_between",
]

SPACING = 0.125
LEVELS = 6
UNKNOWN = 255  # of what is found when it is asked for
X, Y, GROUND, REST = range(4)  # columns of places on the way: where, the ground there, and the height of the base on it


class Window(NamedTuple):
    """The columns of a heightfield from i, j on, so many to the east and so many rows of them to the north."""

    i: int
    j: int
    columns: int
    rows: int


@dataclass(frozen=True, eq=False)
class Heightfield(KernelStruct):
    """Places of one base size.

    `clearance`: how much further than its rim the nearest wall or ledge is, for a base that goes over it.
    `stay_clearance`: the same for one that stays: shores count, and what hangs over the body where it rests.
    `plane`: is the ground of the four squares round it one plane (see `open_ground`)? Found when it is asked for.
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
    plane: NDArray[np.uint8]


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
        np.full((size, LEVELS), UNKNOWN, np.uint8),
    )


def copy_of(field: Heightfield) -> Heightfield:
    """Another field with the same places."""
    values = {own.name: getattr(field, own.name) for own in fields(field)}
    copies: dict[str, Any] = {name: v.copy() for name, v in values.items() if isinstance(v, np.ndarray)}
    return replace(field, **copies)


def window_around(field: Heightfield, box: tuple[float, float, float, float]) -> Window:
    """The columns within x, y, X, Y, and one more each way where the box ends between two."""
    i0, i1 = (int(np.clip((v - field.x) // SPACING, 0, field.columns - 1)) for v in (box[0], box[2] + SPACING))
    j0, j1 = (int(np.clip((v - field.y) // SPACING, 0, field.rows - 1)) for v in (box[1], box[3] + SPACING))
    return Window(i0, j0, i1 - i0 + 1, j1 - j0 + 1)


def window_between(field: Heightfield, i0: int, j0: int, i1: int, j1: int) -> Window:
    """The columns from i0, j0 to i1, j1, those left out that the field does not have."""
    i0, j0, i1, j1 = max(0, i0), max(0, j0), min(field.columns - 1, i1), min(field.rows - 1, j1)
    return Window(i0, j0, max(0, i1 - i0 + 1), max(0, j1 - j0 + 1))


def whole_window(field: Heightfield) -> Window:
    """All columns."""
    return Window(0, 0, field.columns, field.rows)


def grown(field: Heightfield, window: Window, by: int) -> Window:
    """A window and so many columns more, or less, on each side."""
    i, j, columns, rows = window
    return window_between(field, i - by, j - by, i + columns - 1 + by, j + rows - 1 + by)


def forget(field: Heightfield, window: Window) -> None:
    """Take the columns of a window for not yet measured."""
    i, j, columns, rows = window
    field.count.reshape(field.rows, field.columns)[j : j + rows, i : i + columns] = -1
    i, j, columns, rows = grown(field, window, 1)
    field.plane.reshape(field.rows, field.columns, LEVELS)[j : j + rows, i : i + columns] = UNKNOWN


@njit_noref
def column_at(field: Heightfield, window: Window, w: int) -> int:
    """The column of the field that is number `w` of a window, row by row."""
    return (window.j + w // window.columns) * field.columns + window.i + w % window.columns


@njit_noref
def nearest_column(field: Heightfield, x: float, y: float) -> tuple[int, int]:
    """i and j of the column nearest to a point, which may lie beside the field."""
    return int(np.floor((x - field.x) / SPACING + 0.5)), int(np.floor((y - field.y) / SPACING + 0.5))


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


@njit_noref
def level_below(field: Heightfield, c: int, k: int, ground: float, more: float) -> int:
    """The first level under this one that is no more than a step over ground of this height; -1 where it is itself, or
    there is none. `more` is allowed on top of a step down: what is allowed on top of one up may hang over the ground.
    """
    top = ground + STEP + STEP_SLACK
    if field.ground[c, k] <= top:
        return -1
    while k < field.count[c] and field.ground[c, k] > top:
        k += 1
    return k if k < field.count[c] and field.ground[c, k] >= ground - STEP - STEP_SLACK - more else -1
