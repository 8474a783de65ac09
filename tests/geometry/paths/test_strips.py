"""Strips of ground between the places of a lattice."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.clearance import clearance_at
from sim.geometry.paths.heightfield import LEVELS, SPACING, X, Y, whole_window
from sim.geometry.paths.search_graph import SearchGraph
from sim.geometry.paths.strips import STRIP_FAR, STRIP_HEIGHT, STRIP_ROOM, no_rooms, strip_pairs, strips
from tests.geometry.ground.scenes import BUF, NOBODY, block, disc
from tests.geometry.paths.lattices import BASE, Land, at, found, land_of

ROOM = 0.015  # inches to either side of a base in the alley
MIDDLE = 8.5 * SPACING  # of the alley: half way between two columns


@pytest.fixture(scope="module")
def alley() -> Land:
    """An alley to the north, 2" long, that a base just goes through, out of a court."""
    half = BASE.radius + ROOM
    return land_of(
        block((-1.0, 1.0, 0.0), (MIDDLE - half, 4.0, 3.0)),
        block((MIDDLE + half, 1.0, 0.0), (4.0, 4.0, 3.0)),
        size=(2.0, 3.0),
    )


def asked(land: Land, graph: SearchGraph, discs: Floats = NOBODY) -> tuple[Floats, Floats]:
    """The strips that a search leads to, and what was measured of the pairs."""
    window = whole_window(land.field)
    free = clearance_at(land.field, window, discs, BASE, False)
    pairs = strip_pairs(land.field, window, free)
    rooms = no_rooms(pairs)
    return strips(graph, pairs, free, discs, rooms, BUF), rooms


def in_alley(rows: Floats) -> Floats:
    return rows[(rows[:, Y] > 1.3) & (rows[:, Y] < 2.7)]


def test_between_two_walls_a_strip_has_the_room_that_they_leave(alley: Land) -> None:
    rows = in_alley(asked(alley, found(alley, at(MIDDLE, 0.5)))[0])
    assert len(rows) == len(np.arange(1.375, 2.7, SPACING))
    assert rows[:, X] == pytest.approx(MIDDLE)
    assert rows[:, STRIP_ROOM] == pytest.approx(ROOM, abs=1e-3)
    assert rows[:, STRIP_HEIGHT] == pytest.approx(0.0)
    assert rows[:, STRIP_FAR] == pytest.approx(rows[:, Y] - 0.5, abs=0.02)


def test_a_strip_goes_on_a_little_beyond_the_move(alley: Land) -> None:
    far = in_alley(asked(alley, found(alley, at(MIDDLE, 0.5), budget=1.5))[0])[:, STRIP_FAR]
    assert 1.5 < far.max() <= 1.5 + SPACING


def test_only_what_is_reached_is_measured(alley: Land) -> None:
    measured = [
        int((~np.isnan(asked(alley, found(alley, at(MIDDLE, 0.5), budget=budget))[1][:, 0])).sum())
        for budget in (0.2, 1.5, 9.0)
    ]
    assert measured[0] < measured[1] < measured[2]


def test_whoever_stands_in_an_alley_ends_its_strip(alley: Land) -> None:
    other = disc(MIDDLE, 2.5, radius=0.25)
    rows = in_alley(asked(alley, found(alley, at(MIDDLE, 0.5), discs=other), other)[0])
    assert 1.7 < rows[:, Y].max() <= 2.0


def test_open_ground_has_no_pairs() -> None:
    plain = land_of()
    window = whole_window(plain.field)
    inner = np.ones((window.columns * window.rows, LEVELS))
    assert len(strip_pairs(plain.field, window, inner)) == 0
