"""Where the lattice tells that a base goes freely: how far round each place, and along a line. Inches, z up.

Clearance changes by no more than the way that is gone (it is a distance), so what has room at a place has room beside
it. How many squares of such ground lie round a place is a distance transform of two passes over the lattice (Rosenfeld
and Pfaltz 1966), in steps of a king at chess.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.flatness import FLAT, PLANE
from sim.geometry.paths.heightfield import LEVELS, SPACING, UNKNOWN, Heightfield, Window, column_at
from sim.geometry.paths.measuring import CLOSE

JUMP = 0.003  # clearance changes by no more than this on top of the way that is gone
CLEAR = 0.05  # with so much room walls that come and go with the height of a slope do not matter
_OPEN = 0.14  # inches: with so much room at the places round it, there is room between them
_WIDE = 9  # squares, and one: no wider open ground is looked for

Radii = NDArray[np.uint8]


class Direction(NamedTuple):
    """A direction in plan, of length 1."""

    x: float
    y: float


def open_radii(field: Heightfield, window: Window) -> Radii:
    """Where a base goes freely round each place of a window, (columns * rows, LEVELS).

    0: it is to be looked at. 1: the ground of the four squares round it is one plane, and clearance changes with the
    way that is gone. 1 + n: so it is, and there is room, everywhere within n squares of it. Where clearance changes by
    more, walls come and go with what they stand on.
    """
    out: Radii = np.zeros((window.columns * window.rows, LEVELS), np.uint8)
    _find_planes(field, window, out)
    _grow(field, window, out)
    return out


@njit_noref
def _find_planes(field: Heightfield, window: Window, out: Radii) -> None:
    """1 where all round a place is one plane, 2 where there is room besides.

    Not at the border of the window: what lies beyond it may not have been measured.
    """
    for j in range(1, window.rows - 1):
        for i in range(1, window.columns - 1):
            w = j * window.columns + i
            c = column_at(field, window, w)
            for k in range(field.count[c]):
                if field.plane[c, k] == UNKNOWN:
                    field.plane[c, k] = 1 if _is_plane(field, c, k) else 0
                if field.plane[c, k]:
                    out[w, k] = 2 if field.clearance[c, k] >= _OPEN else 1


@njit_noref
def _is_plane(field: Heightfield, c: int, k: int) -> bool:
    """Is the ground of the four squares round a place one plane, and does clearance change as it should there?"""
    if field.flatness[c, k] != FLAT:
        return False
    for d in range(9):
        di = d % 3 - 1
        dj = d // 3 - 1
        ahead = di > 0 or dj > 0
        least = field.clearance[c, k] - SPACING * (di * di + dj * dj) ** 0.5 - JUMP
        q = level_on_plane(field, c, k, di, dj)
        if q < 0:
            if not (ahead and least < -CLOSE):
                return False
            continue
        n = c + dj * field.columns + di
        if not (field.clearance[n, q] > least and (ahead or field.flatness[n, q] == FLAT)):
            return False
    return True


@njit_noref
def _grow(field: Heightfield, window: Window, out: Radii) -> None:
    """How many squares of open ground lie round each place: forth and back, each place by those before it."""
    last = window.columns * window.rows - 1
    for turn in range(2):
        for at in range(last + 1):
            w = at if turn == 0 else last - at
            c = column_at(field, window, w)
            for k in range(field.count[c]):
                if out[w, k] < 2:
                    continue
                most = _WIDE if turn == 0 else int(out[w, k])
                for d in range(4):
                    di = d - 1 if d < 3 else -1
                    dj = -1 if d < 3 else 0
                    if turn == 1:
                        di = -di
                        dj = -dj
                    q = level_on_plane(field, c, k, di, dj)
                    beside = int(out[w + dj * window.columns + di, q]) if q >= 0 else 1
                    most = min(most, max(beside, 1) + 1)
                out[w, k] = most


@njit_noref
def level_on_plane(field: Heightfield, c: int, k: int, di: int, dj: int) -> int:
    """The level of a neighbouring column that lies on the plane of a level, or -1."""
    n = c + dj * field.columns + di
    h = field.ground[c, k] + SPACING * (di * field.slope[c, k, 0] + dj * field.slope[c, k, 1])
    for q in range(field.count[n]):
        if abs(field.ground[n, q] - h) < PLANE:
            return q
    return -1


@njit_noref
def crossing(heading: Direction, east: float, north: float) -> float:
    """How far it is to the border of a square, so many inches ahead in x and in y."""
    far = np.inf
    if abs(heading.x) > 1e-9:
        far = east / abs(heading.x)
    if abs(heading.y) > 1e-9:
        far = min(far, north / abs(heading.y))
    return far


@njit_noref
def open_ahead(
    field: Heightfield, window: Window, radii: Radii, u: float, v: float, ground: float, heading: Direction
) -> tuple[float, int, int, float]:
    """How far a base goes freely from a point (in squares of the lattice) in a direction, as the nearest place tells;
    0.0 if that cannot tell.

    Also the column and level of that place, and the height of its plane at the point.
    """
    i = min(max(int(u + 0.5), window.i), window.i + window.columns - 1)
    j = min(max(int(v + 0.5), window.j), window.j + window.rows - 1)
    c = j * field.columns + i
    w = (j - window.j) * window.columns + i - window.i
    for k in range(field.count[c]):
        around = int(radii[w, k])
        if around == 0:
            continue
        h = field.ground[c, k] + SPACING * ((u - i) * field.slope[c, k, 0] + (v - j) * field.slope[c, k, 1])
        if abs(h - ground) > 5 * PLANE:
            continue
        clearance = np.inf
        if around > 1:
            around -= 1
        else:
            clearance = field.clearance[c, k] - SPACING * ((u - i) ** 2 + (v - j) ** 2) ** 0.5
            if clearance < CLEAR:
                break
        east = (around + (i - u if heading.x > 0.0 else u - i)) * SPACING
        north = (around + (j - v if heading.y > 0.0 else v - j)) * SPACING
        return min(clearance, crossing(heading, east, north)), c, k, h
    return 0.0, c, -1, ground
