"""Where a move may end, against areas that are known: a disc, cut off by whatever is in the way of a base."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry import box as rectangle
from shapely.geometry.base import BaseGeometry

from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.clearance import clearance_at
from sim.geometry.paths.contours import areas, storeys
from sim.geometry.paths.fine_rooms import FINE, FineRooms, fine_rooms
from sim.geometry.paths.fine_values import NEARLY, Lasting, fine_values, lasting
from sim.geometry.paths.heightfield import LEVELS, SPACING, Window, whole_window
from tests.geometry.ground.scenes import NOBODY, block, disc
from tests.geometry.paths.lattices import BASE, WALKS, Land, land_of

R = BASE.radius
AT, MOVE = (1.53, 1.47), 0.8  # where moves begin, and how far they go
BOUND = 0.02  # inches: an edge lies no further from where it should be


def left_of(land: Land, move: float = MOVE) -> Floats:
    """What is left of a move that goes straight to everywhere on the street."""
    columns = np.arange(land.field.columns * land.field.rows)
    x = land.field.x + columns % land.field.columns * SPACING
    y = land.field.y + columns // land.field.columns * SPACING
    left = np.full((len(columns), LEVELS), -np.inf)
    there = (np.arange(LEVELS) < land.field.count[:, None]) & (land.field.ground == 0.0)
    far = np.hypot(x - AT[0], y - AT[1])
    left[there] = (move - np.broadcast_to(far[:, None], left.shape))[there]
    left[left < -2 * SPACING] = -np.inf  # nobody looks further
    return left


def lasts_on(land: Land, discs: Floats = NOBODY) -> Lasting:
    return lasting(discs, clearance_at(land.field, whole_window(land.field), discs, BASE, False), left_of(land))


def drawn(land: Land, lasts: Lasting, fine: FineRooms | None = None) -> BaseGeometry:
    """The area of a move, of all storeys."""
    window = whole_window(land.field)
    found: list[Polygon] = []
    for storey in storeys(land.field, lasts.values, window, NEARLY):
        kept = fine_rooms(land.field) if fine is None else fine
        made = fine_values(land.around(WALKS), kept, lasts, storey, Window(0, 0, window.columns, window.rows))
        assert made is not None
        found += areas(*made, land.field.x, land.field.y, SPACING / FINE)
    return shapely.union_all(found)


def check(area: BaseGeometry, truth: BaseGeometry, bound: float = BOUND) -> None:
    """Does nothing of either lie further than the bound outside the other?"""
    assert area.difference(truth.buffer(bound)).area < 1e-6
    assert truth.difference(area.buffer(bound)).area < 1e-6


def round_it(move: float = MOVE) -> Polygon:
    return Point(AT).buffer(move, quad_segs=64)


def test_over_open_ground_it_is_a_disc() -> None:
    land = land_of(size=(3.0, 3.0))
    area = drawn(land, lasts_on(land))
    check(area, round_it())
    assert area.area == pytest.approx(np.pi * MOVE**2, rel=0.01)


@pytest.mark.parametrize("wall", [1.9, 2.0 + 0.5 * SPACING, 2.4, 2.5])
def test_a_wall_cuts_it_off_a_radius_before(wall: float) -> None:
    land = land_of(block((wall, -1.0, 0.0), (4.0, 4.0, 3.0)), size=(3.0, 3.0))
    check(drawn(land, lasts_on(land)), round_it() & rectangle(-9, -9, wall - R, 9))


def test_round_the_corner_of_a_wall_it_keeps_its_distance_too() -> None:
    wall = rectangle(1.9, 1.8, 9.0, 9.0)
    land = land_of(block((1.9, 1.8, 0.0), (4.0, 4.0, 3.0)), size=(3.0, 3.0))
    check(drawn(land, lasts_on(land)), round_it() - wall.buffer(R, quad_segs=64))


def test_other_bases_are_kept_from() -> None:
    land, other = land_of(size=(3.0, 3.0)), disc(1.9, 1.6, radius=0.3)
    check(drawn(land, lasts_on(land, other)), round_it() - Point(1.9, 1.6).buffer(0.3 + R, quad_segs=64), 0.05)


def test_of_a_move_that_rolls_only_what_is_gained_counts() -> None:
    land = land_of(size=(3.0, 3.0))
    room = clearance_at(land.field, whole_window(land.field), NOBODY, BASE, False)
    without = left_of(land, 0.4)
    area = drawn(land, lasting(NOBODY, room, left_of(land), without))
    check(area, round_it() - round_it(0.4), 0.03)


def test_where_no_memory_is_left_nothing_is_told() -> None:
    land = land_of(block((1.9, 1.8, 0.0), (4.0, 4.0, 3.0)), size=(3.0, 3.0))
    fine = fine_rooms(land.field)
    full = replace(fine, **{name: getattr(fine, name)[:0] for name in ("rooms", "rests", "bits")})
    lasts, window = lasts_on(land), whole_window(land.field)
    (storey, *_) = storeys(land.field, lasts.values, window, NEARLY)
    assert fine_values(land.around(WALKS), full, lasts, storey, Window(0, 0, window.columns, window.rows)) is None


def test_squares_are_measured_once_for_all_moves() -> None:
    land = land_of(block((1.9, 1.8, 0.0), (4.0, 4.0, 3.0)), size=(3.0, 3.0))
    fine = fine_rooms(land.field)
    first = drawn(land, lasts_on(land), fine)
    used = int(fine.used[0])
    assert used > 0
    assert drawn(land, lasts_on(land), fine).equals(first)
    assert fine.used[0] == used
