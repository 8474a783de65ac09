"""Room between the places of a lattice, against scenes whose room is known: it is the distance to what is in the way,
less the radius of the base."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import WATER
from sim.geometry.paths.fine_rooms import (
    ACROSS,
    FINE,
    Cell,
    Corners,
    FineRooms,
    RoomSource,
    fine_rooms,
    is_told,
    jumps,
    longer_rooms,
    square_of,
)
from sim.geometry.paths.heightfield import LEVELS, SPACING
from sim.geometry.paths.measuring import CLOSE
from tests.geometry.ground.scenes import BUF, block
from tests.geometry.paths.lattices import BASE, Land, land_of

R = BASE.radius
TOLD = 0.012  # inches: room that its quarter tells is read off corners of 1/16"


def source(land: Land, fine: FineRooms | None = None) -> RoomSource:
    return RoomSource(fine_rooms(land.field) if fine is None else fine, land.scene, land.field, BASE, BUF)


def cell(land: Land, i: int, j: int, *levels: int) -> Cell:
    """A square by its south-western column, with the highest levels of its columns if none are told."""
    columns = [(j + b) * land.field.columns + i + a for b, a in product((0, 1), (0, 1))]
    own = levels or [0 if land.field.count[c] > 0 else -1 for c in columns]
    return Cell(i, j, *own)


def measured(land: Land, i: int, j: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x and y of the points of a square, and the room there."""
    own = source(land)
    n = square_of(own, cell(land, i, j))
    assert n == 0
    points = np.arange(ACROSS) * SPACING / FINE
    x, y = land.field.x + i * SPACING + points, land.field.y + j * SPACING + points
    return *np.meshgrid(x, y), own.fine.rooms[n].reshape(ACROSS, ACROSS)


@pytest.mark.parametrize(
    ("room", "told", "jump"),
    [
        ((0.0, 0.125, 0.0, 0.125), True, False),  # straight away from a wall
        ((0.0, 0.0884, 0.0884, 0.1768), True, False),  # and askew
        ((0.0, 0.0, 0.0, 0.0), False, False),  # along a ridge between two walls
        ((-0.25, 0.2, -0.25, 0.2), False, True),  # over the edge of a crate
        ((0.0, 0.12, 0.0, 0.06), False, False),  # a corner
    ],
)
def test_room_that_grows_an_inch_an_inch_is_told_by_its_corners(
    room: tuple[float, float, float, float], told: bool, jump: bool
) -> None:
    assert is_told(Corners(*room), SPACING) == told
    assert jumps(Corners(*room), SPACING) == jump


def test_before_the_corner_of_a_wall_room_is_the_distance_to_it() -> None:
    at = (1.06, 1.06)  # of the corner; the wall lies to the north-east of it
    land = land_of(block((*at, 0.0), (3.0, 3.0, 3.0)))
    i = j = round((at[0] - R * 0.7071) // SPACING)
    x, y, rooms = measured(land, i, j)
    dx, dy = np.maximum(at[0] - x, 0.0), np.maximum(at[1] - y, 0.0)
    assert rooms == pytest.approx(np.hypot(dx, dy) - R, abs=TOLD)


def test_between_two_walls_there_is_room_where_the_lattice_has_none() -> None:
    middle, room = 8.5 * SPACING, 0.02
    land = land_of(
        block((-1.0, 0.5, 0.0), (middle - R - room, 3.0, 3.0)), block((middle + R + room, 0.5, 0.0), (3.0, 3.0, 3.0))
    )
    x, _, rooms = measured(land, 8, 8)
    assert land.field.stay_clearance[land.place(8 * SPACING, 1.0) // LEVELS, 0] < 0.0
    assert rooms == pytest.approx(room - np.abs(x - middle), abs=TOLD)
    assert rooms[:, FINE // 2] == pytest.approx(room, abs=1e-3)


def test_the_ground_and_the_rest_of_each_point_are_told() -> None:
    pool = 1.06
    land = land_of(block((pool, -1.0, 0.0), (3.0, 3.0, 0.1), WATER), size=(2.0, 2.0))
    own = source(land)
    n = square_of(own, cell(land, 8, 8))
    x = 8 * SPACING + np.arange(ACROSS) * SPACING / FINE
    looked_at = np.s_[::2, ::2]  # others are as the nearest of these
    wet = own.fine.bits[n].reshape(ACROSS, ACROSS) & WATER != 0
    assert (wet[looked_at] == (x > pool)[::2]).all()
    assert own.fine.rests[n].reshape(ACROSS, ACROSS)[looked_at] == pytest.approx(0.1)


def test_at_the_end_of_the_ground_room_is_the_distance_to_it() -> None:
    x, _, rooms = measured(land_of(size=(2.0, 2.0)), 14, 8)
    assert rooms == pytest.approx(2.0 - x - R, abs=TOLD)


def test_where_nothing_is_under_a_point_there_is_no_room() -> None:
    land = land_of(size=(1.95, 2.0))  # the last column of its lattice lies beyond it
    own = source(land)
    n = square_of(own, Cell(15, 8, 0, -1, 0, -1))
    assert (own.fine.rooms[n].reshape(ACROSS, ACROSS)[:, -1] == -CLOSE).all()


def test_a_square_is_measured_once_and_kept_when_the_memory_grows() -> None:
    land = land_of(block((1.06, 1.06, 0.0), (3.0, 3.0, 3.0)))
    own = source(land)
    one, two = cell(land, 6, 6), cell(land, 7, 6)
    assert [square_of(own, one), square_of(own, two), square_of(own, one)] == [0, 1, 0]
    assert own.fine.used[0] == 2
    small = replace(own.fine, **{name: getattr(own.fine, name)[:2] for name in ("rooms", "rests", "bits")})
    full = source(land, small)
    assert square_of(full, cell(land, 8, 6)) == -1
    longer = source(land, longer_rooms(small))
    assert len(longer.fine.rooms) == 4
    assert longer.fine.rooms[:2] == pytest.approx(small.rooms, nan_ok=True)
    assert square_of(longer, two) == 1
    assert square_of(longer, cell(land, 8, 6)) == 2
