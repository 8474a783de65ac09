"""The clearance field: how much room a base has at each place, other bases and the shore counted in. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z, Base
from sim.geometry.ground.terrain_mesh import WATER, Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, column_at

NO_PLACE = -0.05  # inches: the room where there is no place
_NEAR = 1.0  # inches: bases further than this leave what room the terrain leaves


def clearance_at(field: Heightfield, window: Window, discs: Floats, base: Base, swim: bool) -> Floats:
    """The room at each place of a window, as (columns * rows, LEVELS).

    Negative where the base cannot end: on a shore, in a wall or in one of the other bases, `discs` (x, y, z, radius,
    height); with `swim` anywhere but in water.
    """
    out = np.full((window.columns * window.rows, LEVELS), NO_PLACE)
    _terrain_clearance(field, window, swim, out)
    for disc in discs:
        _keep_from(field, window, disc, base, swim, out)
    return out


@njit_noref
def _terrain_clearance(field: Heightfield, window: Window, swim: bool, out: Floats) -> None:
    """What room the terrain leaves."""
    for w in range(len(out)):
        c = column_at(field, window, w)
        for k in range(field.count[c]):
            if not swim or field.bits[c, k] & WATER:
                out[w, k] = field.stay_clearance[c, k]


@njit_noref
def _keep_from(field: Heightfield, window: Window, disc: Floats, base: Base, swim: bool, out: Floats) -> None:
    """What room one of the other bases leaves of that; places that are none stay so."""
    x = disc[DISC_X]
    y = disc[DISC_Y]
    low = disc[DISC_Z]
    high = low + disc[DISC_HEIGHT]
    reach = disc[DISC_RADIUS] + base.radius + _NEAR
    i0 = max(0, int(np.floor((x - reach - field.x) / SPACING)) - window.i)
    i1 = min(window.columns - 1, int(np.ceil((x + reach - field.x) / SPACING)) - window.i)
    j0 = max(0, int(np.floor((y - reach - field.y) / SPACING)) - window.j)
    j1 = min(window.rows - 1, int(np.ceil((y + reach - field.y) / SPACING)) - window.j)
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            dx = field.x + (window.i + i) * SPACING - x
            dy = field.y + (window.j + j) * SPACING - y
            apart = np.sqrt(dx * dx + dy * dy) - disc[DISC_RADIUS] - base.radius
            if apart >= _NEAR:
                continue
            w = j * window.columns + i
            c = column_at(field, window, w)
            for k in range(field.count[c]):
                rest_z = field.rest_z[c, k]
                there = not swim or field.bits[c, k] & WATER
                if there and rest_z < high and low < rest_z + base.height:
                    out[w, k] = min(out[w, k], apart)


@njit(cache=True, nogil=True)
def straight_distances(field: Heightfield, window: Window, at: Floats) -> Floats:
    """How far each place of a window is from a point, through whatever stands between; infinite where there is none."""
    out = np.full((window.columns * window.rows, LEVELS), np.inf)
    for w in range(len(out)):
        i = window.i + w % window.columns
        j = window.j + w // window.columns
        c = j * field.columns + i
        dx = field.x + i * SPACING - at[0]
        dy = field.y + j * SPACING - at[1]
        for k in range(field.count[c]):
            dz = field.rest_z[c, k] - at[2]
            out[w, k] = np.sqrt(dx * dx + dy * dy + dz * dz)
    return out


@njit(cache=True, nogil=True)
def has_any(field: Heightfield, window: Window, bit: int) -> bool:
    """Is there ground of a kind anywhere in a window?"""
    for w in range(window.columns * window.rows):
        c = column_at(field, window, w)
        for k in range(field.count[c]):
            if field.bits[c, k] & bit:
                return True
    return False
