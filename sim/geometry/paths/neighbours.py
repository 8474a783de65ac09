"""Which places of a lattice a base steps between: what the ways of `distance_field` are made of. Inches, z up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import UNCLASSIFIED
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walk import ARRIVED, Walker, walked
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, level_at, touching

UNLINKED = -2  # among steps
TIGHT = -0.07  # a place may lack this much room, half of the way to the next: the way goes past it
DI = np.array([1, 1, 0, -1, -1, -1, 0, 1])
DJ = np.array([0, 1, 1, 1, 0, -1, -1, -1])

Steps = NDArray[np.int8]


@njit(cache=True, nogil=True)
def link_neighbours(
    scene: Scene,
    field: Heightfield,
    steps: Steps,
    i0: int,
    i1: int,
    j0: int,
    j1: int,
    r: float,
    tall: float,
    buf: Floats,
) -> None:
    """The level of each of the 8 next columns that a base steps to, or -1, for the columns of a window not yet linked.

    Over uneven ground `walk` is asked, for as much of the base as has room at both ends.
    """
    passable = np.zeros((len(field.count), LEVELS), np.int8)
    none = np.empty((0, 5))
    marks = np.empty((64, 7))
    for j in range(max(0, j0), min(field.rows, j1 + 1)):
        for i in range(max(0, i0), min(field.columns, i1 + 1)):
            c = j * field.columns + i
            if steps[c, 0, 0] != UNLINKED:
                continue
            for k in range(LEVELS):
                for d in range(8):
                    steps[c, k, d] = -1
            for k in range(field.count[c]):
                if not _is_passable(scene, field, i, j, k, passable, r, tall, buf):
                    continue
                for d in range(8):
                    ni = i + DI[d]
                    nj = j + DJ[d]
                    if not (0 <= ni < field.columns and 0 <= nj < field.rows):
                        continue
                    x = field.x + ni * SPACING
                    y = field.y + nj * SPACING
                    n = nj * field.columns + ni
                    to = level_at(field, ni, nj, x, y, field.ground[c, k], 1.5 * SPACING)[0]
                    if to < 0 or not _is_passable(scene, field, ni, nj, to, passable, r, tall, buf):
                        continue
                    if field.flatness[c, k] == UNCLASSIFIED or field.flatness[n, to] == UNCLASSIFIED:
                        here = field.ground[c, k]
                        width = r + min(0.0, field.clearance[c, k], field.clearance[n, to])
                        sx = field.x + i * SPACING
                        sy = field.y + j * SPACING
                        walker = Walker(scene, none, Base(width, tall), False, buf)
                        why = walked(walker, Segment(sx, sy, x, y), here, marks, True)[2]
                        if why != ARRIVED:
                            continue
                    steps[c, k, d] = to


@njit(cache=True, nogil=True)
def reverse_links(field: Heightfield, steps: Steps) -> Steps:
    """The steps the other way: the level of each of the 8 columns round a place from which a base steps to it.

    A base may step off where it cannot step up again, so they are not the same.
    """
    out = np.full(steps.shape, -1, np.int8)
    for c in range(len(field.count)):
        for k in range(field.count[c]):
            for d in range(8):
                to = steps[c, k, d]
                if to < 0:
                    continue
                n = c + DJ[d] * field.columns + DI[d]
                own = out[n, to, (d + 4) % 8]
                if own < 0 or field.stay_clearance[c, k] > field.stay_clearance[c, own]:
                    out[n, to, (d + 4) % 8] = k
    return out


@njit_noref
def _is_passable(
    scene: Scene, field: Heightfield, i: int, j: int, k: int, known: Steps, r: float, tall: float, buf: Floats
) -> bool:
    """Has the base room at a place, or beside it, where it lacks a little? `known`: 1 where it has, -1 where not."""
    c = j * field.columns + i
    if known[c, k] == 0:
        clearance = field.clearance[c, k]
        free = clearance >= 0.0
        if not free and clearance >= TIGHT:
            x = field.x + i * SPACING
            y = field.y + j * SPACING
            free = not np.isnan(touching(scene, x, y, field.ground[c, k], r, tall, clearance, buf)[0])
        known[c, k] = 1 if free else -1
    passes: bool = known[c, k] > 0
    return passes
