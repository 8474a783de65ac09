"""What is in hand snaps to walls, quays, corners and the grid; pieces are aligned and spread."""

from __future__ import annotations

import numpy as np
import pytest

from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.builder.arranging import aligned, distributed
from sim.builder.snapping import edges_of, on_grid, placed_edges, snap_to_edges

SQUARE = edges_of([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def test_a_house_snaps_to_a_wall_that_is_near_and_no_further() -> None:
    wall = np.array([[[5.0, 0.0], [5.0, 9.0]]])
    snap = snap_to_edges(placed_edges(SQUARE, (3.8, 4), 0), [wall], 0.4)
    assert snap is not None
    assert snap.by == pytest.approx((0.2, 0))
    assert snap_to_edges(placed_edges(SQUARE, (3.4, 4), 0), [wall], 0.4) is None
    assert snap_to_edges(placed_edges(SQUARE, (3.8, 4), 10), [wall], 0.4) is None, "not parallel"


def test_a_house_snaps_into_a_corner() -> None:
    corner = [np.array([[[5.0, 0.0], [5.0, 9.0]]]), np.array([[[0.0, 7.0], [9.0, 7.0]]])]
    snap = snap_to_edges(placed_edges(SQUARE, (3.9, 5.8), 90), corner, 0.4)
    assert snap is not None
    assert snap.by == pytest.approx((0.1, 0.2))
    assert len(snap.edges) == 2


def test_walls_far_along_do_not_pull() -> None:
    wall = np.array([[[5.0, 20.0], [5.0, 29.0]]])
    assert snap_to_edges(placed_edges(SQUARE, (3.8, 4), 0), [wall], 0.4) is None


def test_the_grid_is_the_nearest_crossing() -> None:
    assert on_grid((1.3, 2.8), 0.5) == (1.5, 3.0)
    assert on_grid((1.3, 2.8), 0) == (1.3, 2.8)


BOXES = {"a": (0.0, 0.0, 2.0, 2.0), "b": (3.0, 5.0, 4.0, 9.0), "c": (10.0, 1.0, 14.0, 2.0)}
MAP = MapFile(1, "X", (24, 24), pieces=tuple(PiecePlacement("botte", (x[0], x[1]), id) for id, x in BOXES.items()))


def test_pieces_are_aligned_by_a_side() -> None:
    made = aligned(MAP, BOXES, "south").applied(MAP)
    assert [p.at for p in made.pieces] == [(0, 0), (3, 0), (10, 0)]
    made = aligned(MAP, BOXES, "east").applied(MAP)
    assert [p.at[0] for p in made.pieces] == [12, 13, 10]


def test_pieces_are_spread_with_even_gaps() -> None:
    made = distributed(MAP, BOXES, "x").applied(MAP)
    assert [p.at[0] for p in made.pieces] == [0, 5.5, 10]
