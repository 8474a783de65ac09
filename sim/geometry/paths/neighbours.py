"""Which places of a lattice a base steps between: what the ways of `distance_field` are made of. Inches, z up.

Each place has up to eight neighbours, as in Recast's compact heightfield: one in each of the columns round its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import UNCLASSIFIED
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.side_by_side import in_threads
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walk import ARRIVED, Walker, walked
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, level_at
from sim.geometry.paths.measuring import touching

__all__ = [
    "DI",
    "DIAGONAL",
    "DJ",
    "KNIGHT",
    "STRAIGHT",
    "TIGHT",
    "UNIT",
    "UNLINKED",
    "Steps",
    "link_neighbours",
    "reverse_links",
]

UNLINKED = -2  # among steps
_ROWS = 20  # so many are worth a thread of their own
TIGHT = -0.07  # a place may lack this much room, half of the way to the next: the way goes past it
DI = np.array([1, 1, 0, -1, -1, -1, 0, 1])  # of the eight directions, anticlockwise from east
DJ = np.array([0, 1, 1, 1, 0, -1, -1, -1])

STRAIGHT, DIAGONAL, KNIGHT = 51, 72, 114  # what a step costs over level ground, in units: as 1, root 2 and root 5
UNIT = (
    0.9865 * SPACING / STRAIGHT
)  # ways between those directions are 2.7% longer: half of that is taken off everywhere

Steps = NDArray[np.int8]  # (columns * rows, LEVELS, 8): the level of the next column, or -1; UNLINKED: not yet known


@dataclass(frozen=True, eq=False)
class _Linker(KernelStruct):
    """Places being linked. `passable`: 1 where the base has room, -1 where not, 0 where nobody has asked."""

    scene: Scene
    field: Heightfield
    base: Base
    passable: Steps
    nobody: Floats  # no other bases are in the way
    marks: Floats  # scratch space, as the other
    buf: Floats


def link_neighbours(scene: Scene, field: Heightfield, base: Base, steps: Steps, window: Window, buf: Floats) -> None:
    """The level of each of the 8 next columns that a base steps to, or -1, for the columns of a window not yet linked.

    Over uneven ground `walk` is asked, for as much of the base as has room at both ends.
    """
    passable = np.zeros((len(field.count), LEVELS), np.int8)

    def linked(own: Scene, room: Floats, first: int, end: int) -> None:
        linker = _Linker(own, field, base, passable, np.empty((0, 5)), np.empty((64, 7)), room)
        _link(linker, steps, Window(window.i, window.j + first, window.columns, end - first))

    in_threads(scene, buf, window.rows, _ROWS, linked)


@njit_noref
def _link(linker: _Linker, steps: Steps, window: Window) -> None:
    field = linker.field
    for j in range(window.j, window.j + window.rows):
        for i in range(window.i, window.i + window.columns):
            c = j * field.columns + i
            if steps[c, 0, 0] != UNLINKED:
                continue
            for k in range(LEVELS):
                passable = k < field.count[c] and _is_passable(linker, i, j, k)
                for d in range(8):
                    steps[c, k, d] = _step_from(linker, i, j, k, d) if passable else -1


@njit_noref
def _step_from(linker: _Linker, i: int, j: int, k: int, d: int) -> int:
    """The level of the next column in a direction that a base steps to from a level of this one, or -1."""
    field = linker.field
    ni = i + DI[d]
    nj = j + DJ[d]
    if not (0 <= ni < field.columns and 0 <= nj < field.rows):
        return -1
    c = j * field.columns + i
    n = nj * field.columns + ni
    x = field.x + ni * SPACING
    y = field.y + nj * SPACING
    ground = field.ground[c, k]
    to = level_at(field, ni, nj, x, y, ground, 1.5 * SPACING)[0]
    if to < 0 or not _is_passable(linker, ni, nj, to):
        return -1
    if field.flatness[c, k] != UNCLASSIFIED and field.flatness[n, to] != UNCLASSIFIED:
        return to
    width = linker.base.radius + min(0.0, field.clearance[c, k], field.clearance[n, to])
    walker = Walker(linker.scene, linker.nobody, Base(width, linker.base.height), False, linker.buf)
    line = Segment(field.x + i * SPACING, field.y + j * SPACING, x, y)
    why = walked(walker, line, ground, linker.marks, True).why
    return to if why == ARRIVED else -1


@njit_noref
def _is_passable(linker: _Linker, i: int, j: int, k: int) -> bool:
    """Has the base room at a place, or beside it, where it lacks a little?"""
    field = linker.field
    c = j * field.columns + i
    if linker.passable[c, k] == 0:
        clearance = field.clearance[c, k]
        free = clearance >= 0.0
        if not free and clearance >= TIGHT:
            x = field.x + i * SPACING
            y = field.y + j * SPACING
            beside = touching(linker.scene, linker.base, x, y, field.ground[c, k], clearance, linker.buf)
            free = not np.isnan(beside[0])
        linker.passable[c, k] = 1 if free else -1
    passes: bool = linker.passable[c, k] > 0
    return passes


def reverse_links(field: Heightfield, steps: Steps) -> Steps:
    """The steps the other way: the level of each of the 8 columns round a place from which a base steps to it.

    A base may step off where it cannot step up again, so they are not the same.
    """
    out: Steps = np.full(steps.shape, -1, np.int8)
    _reverse(field, steps, out)
    return out


@njit_noref
def _reverse(field: Heightfield, steps: Steps, out: Steps) -> None:
    for c in range(len(field.count)):
        for k in range(field.count[c]):
            for d in range(8):
                to = steps[c, k, d]
                if to < 0:
                    continue
                n = c + DJ[d] * field.columns + DI[d]
                back = (d + 4) % 8
                own = out[n, to, back]
                if own < 0 or field.stay_clearance[c, k] > field.stay_clearance[c, own]:
                    out[n, to, back] = k
