"""The room of a base between the places of a lattice, 1/32" apart, where these do not tell it. Inches, z up.

Room is a distance, so it grows by no more than an inch an inch; where it grows by as much, it is known between four
places as well as at them. It is not where it jumps, over the edge of a crate or below an awning, nor in narrow corners:
such a square is measured, its middle and those of its sides first, and then whichever quarter is still not told (a
quadtree). What was measured is kept with the lattice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.discs import Base
from sim.geometry.ground.surface import bits_at, inside, surface
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield
from sim.geometry.paths.measuring import CLOSE, room_at
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = [
    "ACROSS",
    "FINE",
    "Cell",
    "Corners",
    "FineRooms",
    "RoomSource",
    "fine_rooms",
    "is_told",
    "jumps",
    "longer_rooms",
    "square_of",
]

FINE = 4  # parts of a spacing
ACROSS = FINE + 1  # points in a row of a square
_BLOCKS = 256  # squares at first
_JUMP = 0.004  # inches: room changes by no more than this on top of the way
_STEEP = 0.93  # inches an inch: where room grows by as much, it grows evenly
_TWIST = 0.16  # of the spacing: and its two diagonals agree by this
_DOUBT = 0.06  # inches: a quarter with more room at each corner, or with so much too little, is not looked at again


class Corners(NamedTuple):
    """Four numbers of a square: south-west, south-east, north-west, north-east."""

    sw: float
    se: float
    nw: float
    ne: float


class Cell(NamedTuple):
    """A square of a heightfield: the column and row of its south-western place, and the levels of its four places in a
    storey, -1 where there is none."""

    i: int
    j: int
    sw: int
    se: int
    nw: int
    ne: int


class _Between(NamedTuple):
    """Where a square begins, and its lowest and highest ground."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class FineRooms(KernelStruct):
    """Squares that were measured, of one heightfield.

    `number`: one more than the number of a square, by the highest of its four places and which corner that is; 0 where
    it was not measured. Of each point of a square, row by row from the south-west: `rooms`, `rests` (the height of the
    base there) and `bits` (of the ground).
    """

    number: NDArray[np.int32]  # (columns * rows, LEVELS, 4)
    rooms: Floats  # (squares, ACROSS * ACROSS), as the others
    rests: Floats
    bits: NDArray[np.int32]
    used: NDArray[np.int64]  # (1,)


class RoomSource(NamedTuple):
    """Whatever squares are measured on, and where they are kept."""

    fine: FineRooms
    scene: Scene
    field: Heightfield
    base: Base
    buf: Floats


def fine_rooms(field: Heightfield) -> FineRooms:
    """Nothing measured yet."""
    shape = (_BLOCKS, ACROSS * ACROSS)
    number = np.zeros((len(field.count), LEVELS, 4), np.int32)
    return FineRooms(number, np.empty(shape), np.empty(shape), np.empty(shape, np.int32), np.zeros(1, np.int64))


def longer_rooms(fine: FineRooms) -> FineRooms:
    """The same with place for twice as many."""
    rooms, rests, bits = (np.concatenate([a, np.empty_like(a)]) for a in (fine.rooms, fine.rests, fine.bits))
    return replace(fine, rooms=rooms, rests=rests, bits=bits)


@njit_noref
def jumps(room: Corners, apart: float) -> bool:
    """Does room change by more than the way between two neighbours of four places?"""
    most = 1.02 * apart + _JUMP
    return (
        abs(room.sw - room.se) > most
        or abs(room.nw - room.ne) > most
        or abs(room.sw - room.nw) > most
        or abs(room.se - room.ne) > most
    )


@njit_noref
def is_told(room: Corners, apart: float) -> bool:
    """Does room grow evenly between four places, so that it is known everywhere between them?"""
    east = (room.se - room.sw + room.ne - room.nw) / (2.0 * apart)
    north = (room.nw - room.sw + room.ne - room.se) / (2.0 * apart)
    even = abs(room.sw + room.ne - room.se - room.nw) < _TWIST * apart
    return even and east * east + north * north > _STEEP * _STEEP and not jumps(room, apart)


@njit_noref
def square_of(ground: RoomSource, cell: Cell) -> int:
    """The number of a square, measured if it was not yet; -1 where there is no place for more."""
    fine = ground.fine
    column, level, corner = _highest(ground.field, cell)
    known = fine.number[column, level, corner]
    if known > 0:
        return int(known) - 1
    made = fine.used[0]
    if made == len(fine.rooms):
        return -1
    _measure(ground, cell, made, ground.field.ground[column, level])
    fine.used[0] = made + 1
    fine.number[column, level, corner] = made + 1
    return int(made)


@njit_noref
def _place_at(field: Heightfield, cell: Cell, corner: int) -> tuple[int, int]:
    """The column and the level of a corner of a square, south-west, south-east, north-west, north-east."""
    column = (cell.j + corner // 2) * field.columns + cell.i + corner % 2
    level = cell.sw
    if corner == 1:
        level = cell.se
    elif corner == 2:
        level = cell.nw
    elif corner == 3:
        level = cell.ne
    return column, level


@njit_noref
def _highest(field: Heightfield, cell: Cell) -> tuple[int, int, int]:
    """The column, the level and the number of the corner with the highest ground."""
    best = (-1, -1, -1)
    high = -np.inf
    for corner in range(4):
        column, level = _place_at(field, cell, corner)
        if level >= 0 and field.ground[column, level] > high:
            high = field.ground[column, level]
            best = (column, level, corner)
    return best


@njit_noref
def _measure(ground: RoomSource, cell: Cell, n: int, high: float) -> None:
    """Measure a square: its middle and those of its sides, and of each quarter that these do not tell."""
    fine = ground.fine
    field = ground.field
    low = high
    fine.rooms[n, :] = np.nan
    for corner in range(4):
        column, level = _place_at(field, cell, corner)
        p = FINE * (corner // 2) * ACROSS + FINE * (corner % 2)
        fine.rooms[n, p] = -CLOSE
        fine.rests[n, p] = high
        fine.bits[n, p] = 0
        if level >= 0:
            fine.rooms[n, p] = field.stay_clearance[column, level]
            fine.rests[n, p] = field.rest_z[column, level]
            fine.bits[n, p] = field.bits[column, level]
            low = min(low, field.ground[column, level])
    between = _Between(field.x + cell.i * SPACING, field.y + cell.j * SPACING, low, high)
    half = FINE // 2
    _look(ground, between, n, 0, 0, half)
    for v in range(0, FINE, half):
        for u in range(0, FINE, half):
            if _is_in_doubt(fine.rooms[n], u, v):
                _look(ground, between, n, u, v, 1)
            else:
                _fill(fine, n, u, v)


@njit_noref
def _is_in_doubt(rooms: Floats, u: int, v: int) -> bool:
    """Is the room in the quarter from a point of the square on not told by that at its corners?"""
    half = FINE // 2
    p = v * ACROSS + u
    q = p + half * ACROSS
    room = Corners(rooms[p], rooms[p + half], rooms[q], rooms[q + half])
    least = min(room.sw, room.se, room.nw, room.ne)
    most = max(room.sw, room.se, room.nw, room.ne)
    if is_told(room, 0.5 * SPACING):
        return False
    return jumps(room, 0.5 * SPACING) or (least < _DOUBT and most > -_DOUBT)


@njit_noref
def _look(ground: RoomSource, between: _Between, n: int, u: int, v: int, step: int) -> None:
    """Measure the middle, and the middles of the sides, of a part of a square that is two steps wide."""
    for q in range(1, 9, 2):
        _look_at(ground, between, n, u + (q % 3) * step, v + (q // 3) * step)
    _look_at(ground, between, n, u + step, v + step)


@njit_noref
def _look_at(ground: RoomSource, between: _Between, n: int, u: int, v: int) -> None:
    """Measure a point of a square, unless that is done."""
    fine = ground.fine
    scene = ground.scene
    p = v * ACROSS + u
    if not np.isnan(fine.rooms[n, p]):
        return
    x = between.x + u * SPACING / FINE
    y = between.y + v * SPACING / FINE
    fine.rooms[n, p] = -CLOSE
    fine.rests[n, p] = between.high
    under = surface(scene, x, y, between.high + STEP + STEP_SLACK)
    fine.bits[n, p] = bits_at(scene, under.terrain, under.triangle)
    if under.terrain < 0 or under.height < between.low - STEP - STEP_SLACK:
        return
    if not inside(scene, x, y, under.height + 0.01):
        fine.rooms[n, p], fine.rests[n, p] = room_at(scene, ground.base, x, y, under.height, ground.buf)


@njit_noref
def _fill(fine: FineRooms, n: int, u: int, v: int) -> None:
    """The points within a quarter whose corners tell its room; the ground there is that of the nearest corner."""
    half = FINE // 2
    p = v * ACROSS + u
    rooms = fine.rooms[n]
    sw, se, nw, ne = rooms[p], rooms[p + half], rooms[p + half * ACROSS], rooms[p + half * ACROSS + half]
    for b in range(half + 1):
        for a in range(half + 1):
            own = p + b * ACROSS + a
            if not np.isnan(rooms[own]):
                continue
            east = a / half
            north = b / half
            rooms[own] = (1 - north) * ((1 - east) * sw + east * se) + north * ((1 - east) * nw + east * ne)
            near = p + (b + half // 2) // half * half * ACROSS + (a + half // 2) // half * half
            fine.rests[n, own] = fine.rests[n, near]
            fine.bits[n, own] = fine.bits[n, near]
