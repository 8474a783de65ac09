"""Lattices without the ways into what a mover keeps out of: water, or whatever lies high."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import HIGH, Shunned
from sim.board.movement.climb_search import Climbs
from sim.board.movement.lattice import Lattice
from sim.geometry.ground.terrain_mesh import WATER
from sim.geometry.paths.climb_links import FOOT_REST, FOOT_X, FOOT_Y, SLICK, TOP_REST
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield
from sim.geometry.paths.neighbours import DI, DJ

__all__ = ["keeping_out"]

_ALIKE = 0.3  # inches between the foot of a climb and the place of the lattice that it is at
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def keeping_out(lattice: Lattice, shuns: tuple[Shunned, ...]) -> Lattice:
    """A whole lattice without the steps and climbs that lead from elsewhere into these places; made once of each.

    Whoever is there already goes on there as ever, and comes out.
    """
    if not shuns:
        return lattice
    assert lattice.steps is not None
    if shuns not in lattice.variants:
        field = lattice.field
        closed = _closed(field, shuns)
        climbs = tuple(_without(own, field, shuns) for own in lattice.climbs)
        steps = _unlinked(field, lattice.steps, closed)
        lattice.variants[shuns] = Lattice(lattice.nav, lattice.base_mm, field, climbs, steps)
    return lattice.variants[shuns]


def _closed(field: Heightfield, shuns: tuple[Shunned, ...]) -> Flags:
    """Which places (columns, LEVELS) are kept out of."""
    there = np.arange(LEVELS)[None, :] < field.count[:, None]
    closed = np.zeros(there.shape, np.bool_)
    if "water" in shuns:
        closed |= field.bits & WATER != 0
    if "heights" in shuns:
        closed |= field.rest_z > HIGH
    return np.asarray(closed & there)


def _unlinked(field: Heightfield, steps: NDArray[np.int8], closed: Flags) -> NDArray[np.int8]:
    made = steps.copy()
    columns = np.arange(len(field.count))
    for way in range(8):
        beside = np.clip(columns + DI[way] + DJ[way] * field.columns, 0, len(columns) - 1)
        level = made[:, :, way]
        enters = (level >= 0) & closed[beside[:, None], np.maximum(level, 0)] & ~closed
        made[:, :, way] = np.where(enters, -1, level)
    return made


def _without(climbs: Climbs, field: Heightfield, shuns: tuple[Shunned, ...]) -> Climbs:
    rows = climbs.all()
    keep = np.ones(len(rows), np.bool_)
    if "water" in shuns:
        keep &= (rows[:, SLICK] == 0.0) & ~_in_water(field, rows)
    if "heights" in shuns:
        keep &= ~((rows[:, TOP_REST] > HIGH) & (rows[:, FOOT_REST] <= HIGH))
    return Climbs(climbs.nav, climbs.points, climbs.base_mm, np.ascontiguousarray(rows[keep]))


def _in_water(field: Heightfield, rows: Floats) -> Flags:
    """Which climbs have their foot in water."""
    i = np.clip(np.round((rows[:, FOOT_X] - field.x) / SPACING).astype(int), 0, field.columns - 1)
    j = np.clip(np.round((rows[:, FOOT_Y] - field.y) / SPACING).astype(int), 0, field.rows - 1)
    column = j * field.columns + i
    near = np.abs(field.rest_z[column] - rows[:, FOOT_REST, None]) < _ALIKE
    near &= np.arange(LEVELS)[None, :] < field.count[column][:, None]
    return np.asarray((near & (field.bits[column] & WATER != 0)).any(axis=1))
