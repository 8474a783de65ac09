"""The clearance field: how much room a base has at each place, other bases and the shore counted in. Inches, z up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z, Base
from sim.geometry.ground.terrain_mesh import WATER, Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, column_at
from sim.geometry.paths.lattice_places import Longs

__all__ = ["NO_PLACE", "clearance_at", "has_any", "has_room", "straight_distances", "straight_within"]

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
def has_room(field: Heightfield, places: Longs, discs: Floats, base: Base, swim: bool) -> NDArray[np.bool_]:
    """Can a base end at each of these places: is the room there, as `clearance_at` measures it, more than none?"""
    out = np.empty(len(places), np.bool_)
    for n in range(len(places)):
        c = places[n] // LEVELS
        k = places[n] % LEVELS
        free = field.stay_clearance[c, k] > 0.0 and (not swim or field.bits[c, k] & WATER != 0)
        if free:
            x = field.x + c % field.columns * SPACING
            y = field.y + c // field.columns * SPACING
            rest_z = field.rest_z[c, k]
            for disc in discs:
                dx = x - disc[DISC_X]
                dy = y - disc[DISC_Y]
                reach = disc[DISC_RADIUS] + base.radius + _NEAR
                square = dx * dx + dy * dy
                if square >= reach * reach or np.sqrt(square) - disc[DISC_RADIUS] - base.radius > 0.0:
                    continue
                low = disc[DISC_Z]
                if rest_z < low + disc[DISC_HEIGHT] and low < rest_z + base.height:
                    free = False
                    break
        out[n] = free
    return out


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
def straight_within(field: Heightfield, window: Window, at: Floats, limit: float) -> tuple[Longs, Floats]:
    """The places of a window that are no further than this from a point, through whatever stands between, and how far
    each is."""
    places = np.empty(window.columns * window.rows * LEVELS, np.int64)
    far = np.empty(len(places))
    used = 0
    for w in range(window.columns * window.rows):
        i = window.i + w % window.columns
        j = window.j + w // window.columns
        c = j * field.columns + i
        dx = field.x + i * SPACING - at[0]
        dy = field.y + j * SPACING - at[1]
        if dx * dx + dy * dy > limit * limit + 1.0:
            continue
        for k in range(field.count[c]):
            dz = field.rest_z[c, k] - at[2]
            apart = np.sqrt(dx * dx + dy * dy + dz * dz)
            if apart <= limit:
                places[used] = c * LEVELS + k
                far[used] = apart
                used += 1
    return places[:used].copy(), far[:used].copy()


@njit(cache=True, nogil=True)
def has_any(field: Heightfield, window: Window, bit: int) -> bool:
    """Is there ground of a kind anywhere in a window?"""
    for w in range(window.columns * window.rows):
        c = column_at(field, window, w)
        for k in range(field.count[c]):
            if field.bits[c, k] & bit:
                return True
    return False
