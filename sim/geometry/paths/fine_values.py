"""Where a move may end, between the places of a lattice: values 1/32" apart, positive within the area. Inches, z up.

What keeps a base from ending somewhere is that it has no room there, or that its move does not last. Either is followed
from place to place by itself, so that the tip between a wall and the end of a move is found as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z
from sim.geometry.ground.terrain_mesh import DIFFICULT, Floats
from sim.geometry.paths.clearance import NO_PLACE
from sim.geometry.paths.contours import FOREIGN
from sim.geometry.paths.fine_rooms import ACROSS, FINE, Cell, Corners, FineRooms, Ground, is_told, jumps, square_of
from sim.geometry.paths.heightfield import SPACING, Window
from sim.geometry.paths.lattice_places import Longs
from sim.geometry.paths.measuring import CLOSE
from sim.geometry.paths.surroundings import Surroundings, may_enter

__all__ = ["NEARLY", "Lasting", "fine_values"]

NEARLY = -0.1  # a place that lacks no more may have some of the area beside it
_FULL = 0.09  # a square with more room, and more of a move left, at each corner is all in the area
_LEFT_OUT = -0.2  # a place that is left out for what it lacks has no more room than this, as those beside it tell
_LEFT, _BEFORE = 1, 2  # of what `shut` tells
_UNREACHED = 0.01  # inches: where so much of a move should be left and no way was found, something is in the way


@dataclass(frozen=True, eq=False)
class Lasting(KernelStruct):
    """What is told of the places of a window, (columns * rows, LEVELS) all.

    `room`: of a base that stays there. `left`: of the move, minus infinity where no way was found; `before`: the same
    of a mover that makes no rolls, where only what it does not reach counts, else empty. `values`: all in one, as
    storeys are made of.
    """

    room: Floats
    left: Floats
    before: Floats
    values: Floats


@dataclass(frozen=True, eq=False)
class _Storey(KernelStruct):
    """A storey within a box of the window. Of each column of the window: `level`; how much of a move is left, `left`
    and `before`, guessed from those beside it where no way was found; and `shut`: there should be one.

    `odd`: squares that are measured. `out`: the values.
    """

    level: Longs
    left: Floats
    before: Floats
    shut: NDArray[np.uint8]
    odd: NDArray[np.uint8]
    out: Floats


class _Point(NamedTuple):
    """A point of a square that was measured: the numbers of the square and of the point in it, and the column of the
    window that is next to it."""

    square: int
    number: int
    place: int


def fine_values(land: Surroundings, fine: FineRooms, lasting: Lasting, level: Longs, box: Window) -> Floats | None:
    """The values of a storey (`level` of each column of the window) in a box of columns (i, j counted from the window's
    first), as rows from the south; None where there is no place for what has to be measured."""
    size = len(level)
    storey = _Storey(
        level,
        np.empty(size),
        np.empty(size if len(lasting.before) else 0),
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint8),
        np.empty((FINE * (box.rows - 1) + 1, FINE * (box.columns - 1) + 1)),
    )
    return storey.out if _find(land, fine, lasting, storey, box) else None


@njit_noref
def _find(land: Surroundings, fine: FineRooms, lasting: Lasting, storey: _Storey, box: Window) -> bool:
    width = land.window.columns
    for j in range(box.j, box.j + box.rows):
        for i in range(box.i, box.i + box.columns):
            w = j * width + i
            if _guess(land.window, lasting, storey, lasting.left, storey.left, w):
                storey.shut[w] |= _LEFT
            if len(lasting.before) > 0 and _guess(land.window, lasting, storey, lasting.before, storey.before, w):
                storey.shut[w] |= _BEFORE
    storey.out[:, :] = NO_PLACE
    for j in range(box.j, box.j + box.rows - 1):
        for i in range(box.i, box.i + box.columns - 1):
            _even_square(land, lasting, storey, box, j * width + i)
    for j in range(box.j, box.j + box.rows - 1):
        for i in range(box.i, box.i + box.columns - 1):
            if storey.odd[j * width + i] and not _odd_square(land, fine, storey, box, j * width + i):
                return False
    return True


@njit_noref
def _guess(window: Window, lasting: Lasting, storey: _Storey, left: Floats, out: Floats, w: int) -> bool:
    """How much of a move is left at a place; where no way was found, as much as the places beside it say. Whether
    there should be a way by what they say."""
    k = storey.level[w]
    if k >= 0 and left[w, k] > -np.inf:
        out[w] = left[w, k]
        return False
    best = -1.0
    i = w % window.columns
    j = w // window.columns
    for v in range(max(0, j - 1), min(window.rows, j + 2)):
        for u in range(max(0, i - 1), min(window.columns, i + 2)):
            n = v * window.columns + u
            q = storey.level[n]
            if q >= 0 and left[n, q] > -np.inf:
                best = max(best, left[n, q] - SPACING * ((u - i) ** 2 + (v - j) ** 2) ** 0.5)
    out[w] = best
    return bool(k >= 0 and lasting.room[w, k] > 0.0 and best > _UNREACHED)


@njit_noref
def _room_at(lasting: Lasting, storey: _Storey, w: int) -> float:
    """The room at a place of a storey; not a number where there is none."""
    k = storey.level[w]
    return float(lasting.room[w, k]) if k >= 0 else np.nan


@njit_noref
def _rooms(lasting: Lasting, storey: _Storey, w: int, width: int) -> tuple[Corners, int]:
    """The room at the corners of a square, and how many of them are missing. One that is may lack so much that it was
    left out: then it has what the others lead to."""
    sw = _room_at(lasting, storey, w)
    se = _room_at(lasting, storey, w + 1)
    nw = _room_at(lasting, storey, w + width)
    ne = _room_at(lasting, storey, w + width + 1)
    missing = int(np.isnan(sw)) + int(np.isnan(se)) + int(np.isnan(nw)) + int(np.isnan(ne))
    if missing == 1:
        sw, se, nw, ne = (
            se + nw - ne if np.isnan(sw) else sw,
            sw + ne - nw if np.isnan(se) else se,
            sw + ne - se if np.isnan(nw) else nw,
            se + nw - sw if np.isnan(ne) else ne,
        )
        if min(sw, se, nw, ne) < _LEFT_OUT:
            missing = 0
    sw = -CLOSE if np.isnan(sw) else sw
    se = -CLOSE if np.isnan(se) else se
    nw = -CLOSE if np.isnan(nw) else nw
    ne = -CLOSE if np.isnan(ne) else ne
    return Corners(sw, se, nw, ne), missing


@njit_noref
def _even_square(land: Surroundings, lasting: Lasting, storey: _Storey, box: Window, w: int) -> None:
    """The values in a square whose room its corners tell; others are marked as odd."""
    width = land.window.columns
    near = False
    full = True
    shut = False
    for n in (w, w + 1, w + width, w + width + 1):
        k = storey.level[n]
        if k == FOREIGN:
            return
        shut = shut or storey.shut[n] != 0
        own = lasting.values[n, k] if k >= 0 else -np.inf
        near = near or own > NEARLY
        full = full and own > _FULL
    if not near:
        return
    room, missing = _rooms(lasting, storey, w, width)
    jump = jumps(room, SPACING)
    if full and not jump:
        _write(land.window, storey, box, w, Corners(1.0, 1.0, 1.0, 1.0))
        return
    least = min(room.sw, room.se, room.nw, room.ne)
    most = max(room.sw, room.se, room.nw, room.ne)
    told = missing == 0 and (not jump if least > 0.0 else is_told(room, SPACING))
    storey.odd[w] = 1 if shut or (most > 0.0 and not told) else 0
    _write(land.window, storey, box, w, room)


@njit_noref
def _mixed(corners: Corners, east: float, north: float) -> float:
    """What lies between four corners, so many parts to the east and to the north."""
    south = (1.0 - east) * corners.sw + east * corners.se
    far = (1.0 - east) * corners.nw + east * corners.ne
    return (1.0 - north) * south + north * far


@njit_noref
def _four(values: Floats, w: int, width: int) -> Corners:
    return Corners(values[w], values[w + 1], values[w + width], values[w + width + 1])


@njit_noref
def _write(window: Window, storey: _Storey, box: Window, w: int, room: Corners) -> None:
    """The values of a square with such room at its corners."""
    width = window.columns
    left = _four(storey.left, w, width)
    some = len(storey.before) > 0
    before = _four(storey.before, w, width) if some else left
    u = FINE * (w % width - box.i)
    v = FINE * (w // width - box.j)
    for b in range(ACROSS):
        for a in range(ACROSS):
            value = min(_mixed(room, a / FINE, b / FINE), _mixed(left, a / FINE, b / FINE))
            if some:
                value = min(value, -_mixed(before, a / FINE, b / FINE))
            storey.out[v + b, u + a] = value


@njit_noref
def _odd_square(land: Surroundings, fine: FineRooms, storey: _Storey, box: Window, w: int) -> bool:
    """The values in a square that is measured; False where there is no place for it."""
    window = land.window
    width = window.columns
    level = storey.level
    i = w % width
    j = w // width
    cell = Cell(window.i + i, window.j + j, level[w], level[w + 1], level[w + width], level[w + width + 1])
    n = square_of(Ground(fine, land.scene, land.field, land.base, land.scratch.buf), cell)
    if n < 0:
        return False
    left = _four(storey.left, w, width)
    some = len(storey.before) > 0
    before = _four(storey.before, w, width) if some else left
    for b in range(ACROSS):
        for a in range(ACROSS):
            p = b * ACROSS + a
            point = _Point(n, p, w + (a + FINE // 2) // FINE + (b + FINE // 2) // FINE * width)
            value = min(fine.rooms[n, p], _mixed(left, a / FINE, b / FINE))
            if some and _may_be(land, fine, storey, point, _BEFORE):
                value = min(value, -_mixed(before, a / FINE, b / FINE))
            if not _may_be(land, fine, storey, point, _LEFT):
                value = min(value, NO_PLACE)
            if value > NO_PLACE and len(land.discs) > 0:
                x = land.field.x + (cell.i + a / FINE) * SPACING
                y = land.field.y + (cell.j + b / FINE) * SPACING
                value = min(value, _beside_others(land, x, y, fine.rests[n, p]))
            storey.out[FINE * (j - box.j) + b, FINE * (i - box.i) + a] = value
    return True


@njit_noref
def _may_be(land: Surroundings, fine: FineRooms, storey: _Storey, point: _Point, which: int) -> bool:
    """May the mover be on the ground at a point of a square, and does a way lead there? Where none leads to the place
    next to it, though the mover might be on its ground, none leads to the point. `which`: `_LEFT`, or `_BEFORE` without
    rolls."""
    if not _may_enter(land, fine.bits[point.square, point.number], which):
        return False
    near = point.place
    if not storey.shut[near] & which:
        return True
    column = (land.window.j + near // land.window.columns) * land.field.columns
    column += land.window.i + near % land.window.columns
    return not _may_enter(land, land.field.bits[column, storey.level[near]], which)


@njit_noref
def _may_enter(land: Surroundings, bits: int, which: int) -> bool:
    """May the mover be on such ground, by what `which` tells?"""
    return may_enter(land.rules, bits) and not (which == _BEFORE and bits & DIFFICULT != 0)


@njit_noref
def _beside_others(land: Surroundings, x: float, y: float, rest: float) -> float:
    """The room that other bases leave at a point."""
    room = np.inf
    for disc in land.discs:
        if rest < disc[DISC_Z] + disc[DISC_HEIGHT] and disc[DISC_Z] < rest + land.base.height:
            apart = ((x - disc[DISC_X]) ** 2 + (y - disc[DISC_Y]) ** 2) ** 0.5
            room = min(room, apart - disc[DISC_RADIUS] - land.base.radius)
    return room
