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
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z, Base
from sim.geometry.ground.surface import rest_height, surface
from sim.geometry.ground.terrain_mesh import DIFFICULT, Floats
from sim.geometry.paths.clearance import NO_PLACE
from sim.geometry.paths.contours import FOREIGN, NO_LEVEL
from sim.geometry.paths.fine_rooms import ACROSS, FINE, Cell, Corners, FineRooms, RoomSource, is_told, jumps, square_of
from sim.geometry.paths.heightfield import LEVELS, SPACING, Window, column_at
from sim.geometry.paths.lattice_places import Longs
from sim.geometry.paths.measuring import CLOSE
from sim.geometry.paths.surroundings import Surroundings, may_enter
from sim.geometry.tolerance import ROUNDING, STEP, STEP_SLACK

__all__ = ["EMPTY", "EVEN", "FULL", "HOLLOW", "NEARLY", "ODD", "Lasting", "fine_values", "heights_between", "lasting"]

EMPTY, FULL, HOLLOW, EVEN, ODD = range(5)
"""Sorts of squares: all outside; all within; outside but for its sides; told by its corners; measured."""

NEARLY = -0.1  # a place that lacks no more may have some of the area beside it
_ENDS = 1.42 * SPACING  # a move that has no more left ends in the squares round there
_FULL = 0.09  # a square with more room, and more of a move left, at each corner is all in the area
_LEFT_OUT = -0.2  # a place that is left out for what it lacks has no more room than this, as those beside it tell
_FAR = -1.0  # inches: what is beyond a move is beyond it by more than what is looked at
_LEFT, _BEFORE = 1, 2  # of what `shut` tells
_BEYOND = -1e-4  # inches: and where it is hardly more than none, it is none
_ALIKE = 0.02  # inches: places whose heights differ by no more lie as high
_UNREACHED = 0.01  # inches: where so much of a move should be left and no way was found, something is in the way

_NOTHING: Floats = np.empty((0, LEVELS))


@dataclass(frozen=True, eq=False)
class Lasting(KernelStruct):
    """What is told of the places of a window. `discs`: other bases.

    Of each level, (columns * rows, LEVELS): `room`, of a base that stays there; `left` of the move, minus infinity
    where no way was found; `before`, the same of a mover that makes no rolls, where only what it does not reach counts,
    else empty; `values`, all in one, as storeys are made of.

    Of a storey, found in turn: how much of a move is left, guessed from the places beside where no way was found
    (`guess`, and of `before` in its second row); `shut`, where there should be a way; and what sort of square lies to
    the north-east (`EMPTY` to `ODD`).
    """

    discs: Floats
    room: Floats
    left: Floats
    before: Floats
    values: Floats
    guess: Floats
    shut: NDArray[np.uint8]
    squares: NDArray[np.uint8]


def lasting(discs: Floats, room: Floats, left: Floats, before: Floats = _NOTHING) -> Lasting:
    """What is told of places that have such room, where a move lasts so long."""
    size = len(room)
    values = np.empty(room.shape)
    _join(room, left, before, values)
    return Lasting(
        discs, room, left, before, values, np.empty((2, size)), np.empty(size, np.uint8), np.empty(size, np.uint8)
    )


@njit_noref
def _join(room: Floats, left: Floats, before: Floats, values: Floats) -> None:
    """Positive where there is room and the move lasts. A place that hardly lacks room counts only where the move ends
    too: there a tip of the area may lie between places."""
    for w in range(len(room)):
        for k in range(LEVELS):
            value = min(room[w, k], left[w, k]) if left[w, k] > -np.inf else _FAR
            if len(before) > 0 and before[w, k] > -np.inf:
                gains = before[w, k] < 0.0 and left[w, k] > before[w, k] + ROUNDING
                value = min(value, -before[w, k]) if gains else _FAR
            if value <= 0.0 and left[w, k] > _ENDS:
                value = min(value, NEARLY)
            values[w, k] = value


class _Point(NamedTuple):
    """A point of a square that was measured: what its ground is; the column of the window that is next to it, and its
    level in the storey."""

    bits: int
    near: int
    level: int


def fine_values(
    land: Surroundings, fine: FineRooms, lasts: Lasting, level: Longs, box: Window
) -> tuple[Floats, NDArray[np.uint8]] | None:
    """The values of a storey (`level` of each column of the window) in a box of columns (i, j counted from the window's
    first), as rows from the south, and the sort of each square; None where there is no place for what has to be
    measured. Only in squares that are neither empty nor full are there values."""
    out = np.empty((FINE * (box.rows - 1) + 1, FINE * (box.columns - 1) + 1))
    if not _find(land, fine, lasts, level, box, out):
        return None
    squares = lasts.squares.reshape(land.window.rows, land.window.columns)
    own = squares[box.j : box.j + box.rows - 1, box.i : box.i + box.columns - 1] > FULL
    return out, own.view(np.uint8)


@njit_noref
def _find(land: Surroundings, fine: FineRooms, lasts: Lasting, level: Longs, box: Window, out: Floats) -> bool:
    width = land.window.columns
    squares = lasts.squares
    for j in range(box.j, box.j + box.rows):
        for i in range(box.i, box.i + box.columns):
            squares[j * width + i] = EMPTY
            _guess_all(land.window, lasts, level, j * width + i)
    for j in range(box.j, box.j + box.rows - 1):
        for i in range(box.i, box.i + box.columns - 1):
            squares[j * width + i] = _sort(lasts, level, j * width + i, width)
    for j in range(box.j, box.j + box.rows - 1):
        for i in range(box.i, box.i + box.columns - 1):
            _mark_round(squares, box, i, j, width)
    for sort in (HOLLOW, EVEN, ODD):  # sides are as the last of these tells
        for j in range(box.j, box.j + box.rows - 1):
            for i in range(box.i, box.i + box.columns - 1):
                w = j * width + i
                if squares[w] != sort:
                    continue
                if sort != ODD:
                    _write(lasts, level, box, out, w, width)
                elif not _measured_square(land, fine, lasts, level, box, out, w):
                    return False
    return True


@njit_noref
def _mark_round(squares: NDArray[np.uint8], box: Window, i: int, j: int, width: int) -> None:
    """Those round a square share its sides: those round one that is measured have sides that are."""
    odd = squares[j * width + i] == ODD
    if not odd and squares[j * width + i] != EVEN:
        return
    for v in range(max(box.j, j - 1), min(box.j + box.rows - 1, j + 2)):
        for u in range(max(box.i, i - 1), min(box.i + box.columns - 1, i + 2)):
            n = v * width + u
            if squares[n] == EMPTY:
                squares[n] = HOLLOW
            elif squares[n] == FULL and odd:
                squares[n] = EVEN


@njit_noref
def _guess_all(window: Window, lasts: Lasting, level: Longs, w: int) -> None:
    """How much of a move is left at a place of a storey, and whether ways are shut there."""
    lasts.shut[w] = 0
    if level[w] == NO_LEVEL and not _is_of_it(window, level, w):
        return
    if _guess(window, lasts, level, lasts.left, 0, w):
        lasts.shut[w] |= _LEFT
    if len(lasts.before) > 0 and _guess(window, lasts, level, lasts.before, 1, w):
        lasts.shut[w] |= _BEFORE


@njit_noref
def _is_of_it(window: Window, level: Longs, w: int) -> bool:
    """Is any of the places beside one a part of the storey?"""
    i = w % window.columns
    j = w // window.columns
    for v in range(max(0, j - 1), min(window.rows, j + 2)):
        for u in range(max(0, i - 1), min(window.columns, i + 2)):
            if level[v * window.columns + u] >= 0:
                return True
    return False


@njit_noref
def _guess(window: Window, lasts: Lasting, level: Longs, left: Floats, row: int, w: int) -> bool:
    """How much of a move is left at a place; where no way was found, as much as the places beside it say. Whether
    there should be a way by what they say."""
    k = level[w]
    if k >= 0 and left[w, k] > -np.inf:
        lasts.guess[row, w] = left[w, k]
        return False
    best = _FAR
    i = w % window.columns
    j = w // window.columns
    for v in range(max(0, j - 1), min(window.rows, j + 2)):
        for u in range(max(0, i - 1), min(window.columns, i + 2)):
            n = v * window.columns + u
            q = level[n]
            if q >= 0 and left[n, q] > -np.inf:
                best = max(best, left[n, q] - SPACING * ((u - i) ** 2 + (v - j) ** 2) ** 0.5)
    free = k >= 0 and lasts.room[w, k] > 0.0
    shut = free and best > _UNREACHED
    lasts.guess[row, w] = min(best, _BEYOND) if free and not shut else best
    return bool(shut)


@njit_noref
def _room_at(lasts: Lasting, level: Longs, w: int) -> float:
    """The room at a place of a storey; not a number where there is none."""
    k = level[w]
    return float(lasts.room[w, k]) if k >= 0 else np.nan


@njit_noref
def _rooms(lasts: Lasting, level: Longs, w: int, width: int) -> tuple[Corners, int]:
    """The room at the corners of a square, and how many of them are missing. One that is may lack so much that it was
    left out: then it has what the others lead to."""
    sw = _room_at(lasts, level, w)
    se = _room_at(lasts, level, w + 1)
    nw = _room_at(lasts, level, w + width)
    ne = _room_at(lasts, level, w + width + 1)
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
def _sort(lasts: Lasting, level: Longs, w: int, width: int) -> int:
    """What sort of square lies to the north-east of a place."""
    near = False
    full = True
    shut = False
    for n in (w, w + 1, w + width, w + width + 1):
        k = level[n]
        if k == FOREIGN:
            return EMPTY
        shut = shut or lasts.shut[n] != 0
        own = lasts.values[n, k] if k >= 0 else -np.inf
        near = near or own > NEARLY
        full = full and own > _FULL
    if not near:
        return EMPTY
    if shut:
        return ODD
    room, missing = _rooms(lasts, level, w, width)
    jump = jumps(room, SPACING)
    if full and not jump:
        return FULL
    least = min(room.sw, room.se, room.nw, room.ne)
    most = max(room.sw, room.se, room.nw, room.ne)
    told = missing == 0 and (not jump if least > 0.0 else is_told(room, SPACING))
    return EVEN if told or most <= 0.0 else ODD


@njit_noref
def _mixed(corners: Corners, east: float, north: float) -> float:
    """What lies between four corners, so many parts to the east and to the north."""
    south = (1.0 - east) * corners.sw + east * corners.se
    far = (1.0 - east) * corners.nw + east * corners.ne
    return (1.0 - north) * south + north * far


@njit_noref
def _guesses(lasts: Lasting, row: int, w: int, width: int) -> Corners:
    """How much of a move is left at the corners of a square."""
    guess = lasts.guess
    return Corners(guess[row, w], guess[row, w + 1], guess[row, w + width], guess[row, w + width + 1])


@njit_noref
def _write(lasts: Lasting, level: Longs, box: Window, out: Floats, w: int, width: int) -> None:
    """The values of a square as its corners tell them; none, where it is hollow."""
    hollow = lasts.squares[w] == HOLLOW
    room, _ = _rooms(lasts, level, w, width)
    left = _guesses(lasts, 0, w, width)
    some = len(lasts.before) > 0
    before = _guesses(lasts, 1, w, width) if some else left
    u = FINE * (w % width - box.i)
    v = FINE * (w // width - box.j)
    for b in range(ACROSS):
        for a in range(ACROSS):
            value = min(_mixed(room, a / FINE, b / FINE), _mixed(left, a / FINE, b / FINE))
            if some:
                value = min(value, -_mixed(before, a / FINE, b / FINE))
            out[v + b, u + a] = NO_PLACE if hollow else value


@njit_noref
def _measured_square(
    land: Surroundings, fine: FineRooms, lasts: Lasting, level: Longs, box: Window, out: Floats, w: int
) -> bool:
    """The values in a square that is measured; False where there is no place for it."""
    window = land.window
    width = window.columns
    i = w % width
    j = w // width
    cell = Cell(window.i + i, window.j + j, level[w], level[w + 1], level[w + width], level[w + width + 1])
    n = square_of(RoomSource(fine, land.scene, land.field, land.base, land.scratch.buf), cell)
    if n < 0:
        return False
    left = _guesses(lasts, 0, w, width)
    some = len(lasts.before) > 0
    before = _guesses(lasts, 1, w, width) if some else left
    for b in range(ACROSS):
        for a in range(ACROSS):
            p = b * ACROSS + a
            near = w + (a + FINE // 2) // FINE + (b + FINE // 2) // FINE * width
            point = _Point(fine.bits[n, p], near, level[near])
            value = min(fine.rooms[n, p], _mixed(left, a / FINE, b / FINE))
            if some and _may_be(land, lasts, point, _BEFORE):
                value = min(value, -_mixed(before, a / FINE, b / FINE))
            if not _may_be(land, lasts, point, _LEFT):
                value = min(value, NO_PLACE)
            if value > NO_PLACE and len(lasts.discs) > 0:
                x = land.field.x + (cell.i + a / FINE) * SPACING
                y = land.field.y + (cell.j + b / FINE) * SPACING
                value = min(value, _beside_others(lasts.discs, land.base, x, y, fine.rests[n, p]))
            out[FINE * (j - box.j) + b, FINE * (i - box.i) + a] = value
    return True


@njit_noref
def heights_between(
    land: Surroundings, lasts: Lasting, level: Longs, box: Window, values: Floats, low: float, high: float
) -> tuple[float, float]:
    """The lowest and the highest that a base rests in an area: so low and so high at places in it, and between places
    where its edge runs (`values`: see `fine_values`)."""
    field = land.field
    window = land.window
    for j in range(box.j, box.j + box.rows - 1):
        for i in range(box.i, box.i + box.columns - 1):
            w = j * window.columns + i
            if lasts.squares[w] <= FULL:
                continue
            top = -np.inf
            least = np.inf
            most = -np.inf
            for n in (w, w + 1, w + window.columns, w + window.columns + 1):
                if level[n] >= 0:
                    c = column_at(field, window, n)
                    top = max(top, field.ground[c, level[n]])
                    least = min(least, field.rest_z[c, level[n]])
                    most = max(most, field.rest_z[c, level[n]])
            if least >= low - _ALIKE and most <= high + _ALIKE:
                continue
            for b in range(0, ACROSS, 2):
                for a in range(b % 4, ACROSS, 4 - b % 4):  # corners, the middle, and that of a side
                    if values[FINE * (j - box.j) + b, FINE * (i - box.i) + a] <= 0.0:
                        continue
                    x = field.x + (window.i + i + a / FINE) * SPACING
                    y = field.y + (window.j + j + b / FINE) * SPACING
                    ground = surface(land.scene, x, y, top + STEP + STEP_SLACK).height
                    rest = rest_height(land.scene, x, y, ground, land.base.radius)
                    low = min(low, rest)
                    high = max(high, rest)
    return low, high


@njit_noref
def _may_be(land: Surroundings, lasts: Lasting, point: _Point, which: int) -> bool:
    """May the mover be on the ground at a point of a square, and does a way lead there? Where none leads to the place
    next to it, though the mover might be on its ground, none leads to the point. `which`: `_LEFT`, or `_BEFORE` without
    rolls."""
    if not _may_enter(land, point.bits, which):
        return False
    if not lasts.shut[point.near] & which:
        return True
    column = (land.window.j + point.near // land.window.columns) * land.field.columns
    column += land.window.i + point.near % land.window.columns
    return not _may_enter(land, land.field.bits[column, point.level], which)


@njit_noref
def _may_enter(land: Surroundings, bits: int, which: int) -> bool:
    """May the mover be on such ground, by what `which` tells?"""
    return may_enter(land.rules, bits) and not (which == _BEFORE and bits & DIFFICULT != 0)


@njit_noref
def _beside_others(discs: Floats, base: Base, x: float, y: float, rest: float) -> float:
    """The room that other bases leave at a point."""
    room = np.inf
    for disc in discs:
        if rest < disc[DISC_Z] + disc[DISC_HEIGHT] and disc[DISC_Z] < rest + base.height:
            apart = ((x - disc[DISC_X]) ** 2 + (y - disc[DISC_Y]) ** 2) ** 0.5
            room = min(room, apart - disc[DISC_RADIUS] - base.radius)
    return room
