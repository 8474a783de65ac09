"""Everything in a shaft together: closed, narrow or open."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.sight.fusion import CLOSED, NARROW, OPEN, UNCLEAR, Shifts, Tile, close, fuse, look
from sim.geometry.sight.projection import Projection
from tests.geometry.sight.shafts import sheet, soup_of, wall, workspace
from tests.shapes import Floats

ALONE = Shifts(np.zeros((1, 2)), 0.0)


def plane(*squares: tuple[float, float, float, float], reach: float = 0.0, half: float = 1.0) -> Projection:
    """Squares on a plane, beside whose outlines rays may be by so much."""
    rows: list[tuple[float, ...]] = []
    for u0, v0, u1, v1 in squares:
        corners = [(u0, v0), (u1, v0), (u1, v1), (u0, v1)]
        rows += [(*corners[i], *corners[(i + 1) % 4], reach, reach, 0.0) for i in range(4)]
    return Projection(np.array(rows), np.arange(0, len(rows) + 1, 4, dtype=np.int32), half, half)


def closed(asked: Projection, shifts: Shifts = ALONE, radius: float = 0.0) -> tuple[int, Floats]:
    demand = np.zeros(2)
    return int(close(asked, shifts, radius, demand, np.zeros(1, np.int64))), demand


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        (Tile(0, 0, 0.1, 0.1), CLOSED),
        (Tile(0.9, 0, 0.2, 0.1), UNCLEAR),
        (Tile(1.1, 0.01, 0.2, 0.1), OPEN),
        (Tile(3, 3, 0.1, 0.1), OPEN),
    ],
)
def test_a_tile_is_closed_within_and_open_beside_a_surface(tile: Tile, expected: int) -> None:
    assert look(plane((-1, -1, 1, 1)), tile, 0.0) == expected


def test_near_an_outline_a_ray_may_be_beyond_it() -> None:
    tile = Tile(0.9, 0.01, 0.01, 0.01)
    assert look(plane((-1, -1, 1, 1), reach=0.05), tile, 0.0) == CLOSED
    assert look(plane((-1, -1, 1, 1), reach=0.2), tile, 0.0) == OPEN


def test_beside_an_outline_no_wide_beam_passes() -> None:
    assert look(plane((-1, -1, 1, 1)), Tile(1.1, 0.01, 0.01, 0.01), 0.2) == NARROW
    assert look(plane((-1, -1, 1, 1)), Tile(1.5, 0.01, 0.01, 0.01), 0.2) == OPEN
    assert look(plane((-1, -1, 1, 1)), Tile(1.1, 0.01, 0.3, 0.3), 0.2) == UNCLEAR


def test_surfaces_one_behind_the_other_close_a_plane_together() -> None:
    assert closed(plane((-2, -2, 0.1, 2), (-0.1, -2, 2, 2)))[0] == CLOSED


def test_a_gap_between_them_is_open_and_tells_which_way_to_cut() -> None:
    found, demand = closed(plane((-2, -2, 0, 2), (0.2, -2, 2, 2), reach=0.15))
    assert found == OPEN
    assert demand[0] > demand[1]


def test_a_gap_is_narrow_for_what_is_wider() -> None:
    two = plane((-2, -2, -0.02, 2), (0.02, -2, 2, 2))
    assert closed(two, radius=0.05)[0] == NARROW
    assert closed(two, radius=0.005)[0] == OPEN


def test_a_gap_is_closed_where_a_parallel_always_meets_something() -> None:
    two = plane((-2, -2, -0.002, 2), (0.002, -2, 2, 2), half=0.1)
    beam = np.array([(0, 0), (0.004, 0), (-0.004, 0), (0, 0.004), (0, -0.004)])
    assert closed(two)[0] == OPEN
    assert closed(two, Shifts(beam, 1e-5))[0] == CLOSED


def fused(*parts: Floats, half: float = 0.2, radius: float = 0.0) -> int:
    return int(fuse(soup_of(*parts), workspace(half=half), ALONE, radius))


def test_walls_that_overlap_as_seen_are_a_proof() -> None:
    assert fused(wall(4.9, 0.01, (-5, 0.1)), wall(5.1, 0.01, (-0.1, 5))) == CLOSED
    assert fused(sheet(4.9, (-5, 0.1)), sheet(5.1, (-0.1, 5))) == CLOSED


def test_walls_far_apart_are_passed_between() -> None:
    assert fused(wall(2, 0.01, (-5, 0.05)), wall(8, 0.01, (-0.05, 5))) == OPEN


def test_a_narrow_gap_is_told() -> None:
    two = wall(4.9, 0.01, (-5, 0)), wall(4.9, 0.01, (0.02, 5))
    assert fused(*two, half=0.02) == OPEN
    assert fused(*two, half=0.02, radius=0.024) == NARROW


def test_in_an_empty_shaft_everything_passes() -> None:
    assert fused(wall(20)) == OPEN


def test_of_boxes_too_near_to_each_other_nothing_is_said() -> None:
    work = workspace((0, 0, 0), (0.5, 0, 0))
    assert fuse(soup_of(wall(0.24, 0.01)), work, ALONE, 0.0) == OPEN
