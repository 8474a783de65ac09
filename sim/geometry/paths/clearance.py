"""The clearance field: how much room a base has at each place, other bases and the shore counted in. Inches, z up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.ground.terrain_mesh import WATER, Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield

NO_PLACE = -0.05  # inches: the room where there is no place
_NEAR = 1.0  # inches: bases further than this leave what room the terrain leaves


@njit(cache=True, nogil=True)
def clearance_at(
    field: Heightfield, window: NDArray[np.int64], discs: Floats, r: float, tall: float, water_only: bool
) -> Floats:
    """The room at each place of a window of columns (i, j, columns, rows), as (columns * rows, LEVELS).

    Negative where the base cannot end: on a shore, in a wall or in one of the other bases, `discs` (x, y, z, radius,
    height); with `water_only` anywhere but in water.
    """
    wn = window[2]
    out = np.full((wn * window[3], LEVELS), NO_PLACE)
    for w in range(len(out)):
        c = (window[1] + w // wn) * field.columns + window[0] + w % wn
        for k in range(field.count[c]):
            if not water_only or field.bits[c, k] & WATER:
                out[w, k] = field.stay_clearance[c, k]
    for d in range(len(discs)):
        x, y, low, radius, high = discs[d]
        reach = radius + r + _NEAR
        i0 = max(0, int(np.floor((x - reach - field.x) / SPACING)) - window[0])
        i1 = min(wn - 1, int(np.ceil((x + reach - field.x) / SPACING)) - window[0])
        j0 = max(0, int(np.floor((y - reach - field.y) / SPACING)) - window[1])
        j1 = min(window[3] - 1, int(np.ceil((y + reach - field.y) / SPACING)) - window[1])
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                px = field.x + (window[0] + i) * SPACING - x
                py = field.y + (window[1] + j) * SPACING - y
                apart = np.sqrt(px * px + py * py) - radius - r
                if apart >= _NEAR:
                    continue
                w = j * wn + i
                c = (window[1] + j) * field.columns + window[0] + i
                for k in range(field.count[c]):
                    rest_z = field.rest_z[c, k]
                    there = not water_only or field.bits[c, k] & WATER
                    if there and rest_z < low + high and low < rest_z + tall:
                        out[w, k] = min(out[w, k], apart)
    return out


@njit(cache=True, nogil=True)
def straight_distances(field: Heightfield, window: NDArray[np.int64], at: Floats) -> Floats:
    """How far each place of a window is from a point, through whatever stands between; infinite where there is none."""
    wn = window[2]
    out = np.full((wn * window[3], LEVELS), np.inf)
    for w in range(len(out)):
        i = window[0] + w % wn
        j = window[1] + w // wn
        c = j * field.columns + i
        dx = field.x + i * SPACING - at[0]
        dy = field.y + j * SPACING - at[1]
        for k in range(field.count[c]):
            dz = field.rest_z[c, k] - at[2]
            out[w, k] = np.sqrt(dx * dx + dy * dy + dz * dz)
    return out


@njit(cache=True, nogil=True)
def has_any(field: Heightfield, window: NDArray[np.int64], bit: int) -> bool:
    """Is there ground of a kind anywhere in a window?"""
    for j in range(window[1], window[1] + window[3]):
        for c in range(j * field.columns + window[0], j * field.columns + window[0] + window[2]):
            for k in range(field.count[c]):
                if field.bits[c, k] & bit:
                    return True
    return False
