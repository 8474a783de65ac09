"""Places of a lattice by what is near them: where walks begin and end, and who stands in the way. Inches, z up.

A place is told by one number: its column times `LEVELS`, and its level.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, level_at, nearest_column
from sim.geometry.paths.neighbours import TIGHT, UNIT, Steps
from sim.geometry.tolerance import STEP

__all__ = [
    "Longs",
    "Units",
    "goal_places",
    "occupied_places",
    "place_near",
    "places_around",
    "points_at",
    "window_near",
]

Longs = NDArray[np.int64]
Units = NDArray[np.int32]  # of the distance field, see `neighbours.UNIT`


def points_at(field: Heightfield, places: Longs) -> Floats:
    """Where places are: x, y, rest."""
    row, column = np.divmod(places // LEVELS, field.columns)
    return np.column_stack([field.x + column * SPACING, field.y + row * SPACING, field.rest_z.ravel()[places]])


@njit_noref
def window_near(field: Heightfield, x: float, y: float, reach: int) -> Window:
    """The columns no more than so many from the one nearest to a point, east or west and north or south."""
    ci, cj = nearest_column(field, x, y)
    i = max(0, ci - reach)
    j = max(0, cj - reach)
    return Window(i, j, min(field.columns, ci + reach + 1) - i, min(field.rows, cj + reach + 1) - j)


@njit_noref
def _leads(field: Heightfield, steps: Steps, c: int, k: int) -> bool:
    """Has a base room at a place, or lacks it so little that ways lead past it all the same?"""
    leads = field.clearance[c, k] >= 0.0
    for d in range(8):
        leads = leads or steps[c, k, d] >= 0
    return bool(leads)


@njit_noref
def place_near(field: Heightfield, steps: Steps, x: float, y: float, ground: float, within: float) -> int:
    """The place nearest to a point on the same level that ways lead to, or -1."""
    window = window_near(field, x, y, int(np.ceil(within / SPACING)))
    best = within
    found = -1
    for j in range(window.j, window.j + window.rows):
        for i in range(window.i, window.i + window.columns):
            px = field.x + i * SPACING
            py = field.y + j * SPACING
            apart = ((px - x) ** 2 + (py - y) ** 2) ** 0.5
            if apart >= best:
                continue
            c = j * field.columns + i
            k = level_at(field, i, j, px, py, ground, 0.3)[0]
            if k >= 0 and _leads(field, steps, c, k):
                best = apart
                found = c * LEVELS + k
    return found


@njit(cache=True, nogil=True)
def places_around(field: Heightfield, steps: Steps, x: float, y: float, ground: float) -> tuple[Longs, Units]:
    """The places where a walk from a point begins, and how far from it they are, in units rounded up."""
    out = np.empty(9, np.int64)
    far = np.empty(9, np.int32)
    used = 0
    window = window_near(field, x, y, 1)
    for j in range(window.j, window.j + window.rows):
        for i in range(window.i, window.i + window.columns):
            px = field.x + i * SPACING
            py = field.y + j * SPACING
            c = j * field.columns + i
            k = level_at(field, i, j, px, py, ground, 0.0)[0]
            if k >= 0 and _leads(field, steps, c, k):
                out[used] = c * LEVELS + k
                far[used] = int(np.ceil(((px - x) ** 2 + (py - y) ** 2) ** 0.5 / UNIT))
                used += 1
    if used == 0:
        near = place_near(field, steps, x, y, ground, 1.0)
        if near >= 0:
            out[0] = near
            far[0] = int(1.0 / UNIT)
            used = 1
    return out[:used], far[:used]


@njit(cache=True, nogil=True)
def _longer(places: Longs) -> Longs:
    """The same places with room for as many more."""
    out = np.empty(2 * len(places), np.int64)
    for i in range(len(places)):
        out[i] = places[i]
    return out


@njit(cache=True, nogil=True)
def occupied_places(field: Heightfield, discs: Floats, base: Base) -> Longs:
    """The places where a base would overlap other bases, `discs` (x, y, z, radius, height)."""
    out = np.empty(1024, np.int64)
    used = 0
    for d in range(len(discs)):
        x, y, z, radius, high = discs[d]
        apart = radius + base.radius
        i0 = max(0, int(np.ceil((x - apart - field.x) / SPACING)))
        i1 = min(field.columns - 1, int((x + apart - field.x) / SPACING))
        j0 = max(0, int(np.ceil((y - apart - field.y) / SPACING)))
        j1 = min(field.rows - 1, int((y + apart - field.y) / SPACING))
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                dx = field.x + i * SPACING - x
                dy = field.y + j * SPACING - y
                if dx * dx + dy * dy >= apart * apart:
                    continue
                c = j * field.columns + i
                for k in range(field.count[c]):
                    rest_z = field.rest_z[c, k]
                    if rest_z >= z + high or z >= rest_z + base.height:
                        continue
                    if used == len(out):
                        out = _longer(out)
                    out[used] = c * LEVELS + k
                    used += 1
    return out[:used]


@njit(cache=True, nogil=True)
def goal_places(field: Heightfield, goals: Floats) -> Longs:
    """The places within the radius of goals (x, y, z, radius), no more than a step higher or lower.

    Of each goal those where a base can stay; only where there are none, those where it can be at all.
    """
    out = np.empty(1024, np.int64)
    used = 0
    for g in range(len(goals)):
        begun = used
        for stays in (True, False):
            if used > begun:
                break
            out, used = _places_in(field, goals[g], stays, out, used)
    return out[:used]


@njit(cache=True, nogil=True)
def _places_in(field: Heightfield, goal: Floats, stays: bool, out: Longs, used: int) -> tuple[Longs, int]:
    """Puts the places within a goal behind those that were found so far."""
    x, y, z, radius = goal
    window = window_near(field, x, y, int(np.ceil(radius / SPACING)))
    for j in range(window.j, window.j + window.rows):
        for i in range(window.i, window.i + window.columns):
            dx = field.x + i * SPACING - x
            dy = field.y + j * SPACING - y
            if dx * dx + dy * dy > radius * radius:
                continue
            c = j * field.columns + i
            for k in range(field.count[c]):
                if field.clearance[c, k] < TIGHT or abs(field.rest_z[c, k] - z) > STEP:
                    continue
                if stays and field.stay_clearance[c, k] <= 0.0:
                    continue
                if used == len(out):
                    out = _longer(out)
                out[used] = c * LEVELS + k
                used += 1
    return out, used
