"""`ProspectOf`: where a move could end, and how far on it is from there."""

import math

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.lattice import lattice_of
from sim.board.queries import Mover, PathTo, ProspectOf
from sim.board.tableau import Figure, Tableau
from sim.board.terrain import Meaning
from sim.board.terrains import land_of
from sim.board.verdicts import Path, Prospect
from tests.board.places import wedge
from tests.shapes import box

STREET = ("ground/street", Meaning(climbable=False), box((0, 0, -4), (24, 24, 0)))
WALL = ("wall/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 20, 6)))  # open only in the north
GOAL = ((20.0, 4.0, 0.0, 1.0),)


def prospect(board: Board, mover: Mover, at: tuple[float, float, float], goals: tuple = GOAL) -> Prospect:
    found = board.answer(ProspectOf(mover, (goals,)), Tableau((Figure("a", at),)))
    assert isinstance(found, Prospect)
    return found


def test_places_lie_within_the_move_and_each_can_be_walked_to() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0), (9.0, 10.0, 0.0))
    assert len(found.at) > 1000
    assert found.cost.max() <= 4.0
    for row in range(0, len(found.at), 97):
        path = board.answer(PathTo(Mover("a", 4.0), tuple(found.at[row])), Tableau((Figure("a", (9.0, 10.0, 0.0)),)))
        assert isinstance(path, Path)
        assert path.refusal is None
        assert path.cost == pytest.approx(found.cost[row], abs=0.06)


def test_the_way_left_goes_round_a_wall() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0), (9.0, 4.0, 0.0))
    r = 15 / 25.4  # round both corners of the wall, the base touching them, to the rim of the goal
    round_it = math.hypot(2.5, 16.0) + 1.0 + r * math.pi / 2 + math.hypot(7.5, 16.0) - 1.0
    assert round_it - 0.3 <= found.now[0] <= round_it * 1.09
    best = found.at[int(np.argmin(found.left[0]))]
    assert best[1] > 7.5  # towards the opening, not at the goal
    assert found.left[0].min() == pytest.approx(found.now[0] - 4.0, abs=0.4)


@pytest.mark.parametrize(("gap", "passes"), [(30 / 25.4 - 0.05, False), (30 / 25.4 + 0.05, True)])
def test_a_gap_lets_a_base_through_that_fits_into_it(gap: float, passes: bool) -> None:
    north = ("north/wall", Meaning(climbable=False), box((11.5, 10 + gap / 2, 0), (12.5, 24, 6)))
    south = ("south/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 10 - gap / 2, 6)))
    found = prospect(Board.from_parts([STREET, north, south], size=(24, 24)), Mover("a", 6.0), (9.0, 10.0, 0.0))
    assert (found.at[:, 0].max() > 12.0) == passes
    assert np.isfinite(found.now[0]) == passes


@pytest.mark.parametrize("degrees", [0, 20, 40])
def test_a_slope_makes_a_way_longer(degrees: float) -> None:
    ramp = wedge(4, 0, 24, 24, 20 * math.tan(math.radians(degrees))) if degrees else box((4, 0, -4), (24, 24, 0))
    board = Board.from_parts([STREET, ("ramp/ramp", Meaning(climbable=False), ramp)], size=(24, 24))
    found = prospect(board, Mover("a", 6.0), (2.0, 12.0, 0.0))
    ahead = (abs(found.at[:, 1] - 12.0) < 0.01) & (found.at[:, 0] > 4.0)
    far = 2.0 + (found.at[ahead, 0] - 4.0) / math.cos(math.radians(degrees))
    assert found.cost[ahead] == pytest.approx(far, rel=0.03)


def test_there_is_no_way_left_where_a_wall_closes_the_street() -> None:
    shut = ("wall/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 24, 6)))
    found = prospect(Board.from_parts([STREET, shut], size=(24, 24)), Mover("a", 4.0), (9.0, 4.0, 0.0))
    assert len(found.at)
    assert np.isinf(found.left[0]).all()
    assert np.isinf(found.now[0])


def test_a_climb_leads_over_a_wall_where_climbs_are_allowed() -> None:
    shut = ("wall/wall", Meaning(), box((10.5, 0, 0), (13.5, 24, 3)))
    board = Board.from_parts([STREET, shut], size=(24, 24))
    over = prospect(board, Mover("a", 4.0), (9.0, 4.0, 0.0))
    straight = 20.0 - 9.0 - 1.0
    assert straight + 6.0 <= over.now[0] <= straight + 6.0 + 4.0 + 2.5  # up 3", down 3", and 2" of care for each roll
    assert np.isinf(prospect(board, Mover("a", 4.0, climb=False), (9.0, 4.0, 0.0)).now[0])


def test_whoever_flies_goes_straight() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0, fly=True), (9.0, 4.0, 0.0))
    assert found.now[0] == pytest.approx(10.0)


def test_a_lattice_kept_on_disk_says_the_same(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path))
    at = (9.0, 4.0, 0.0)
    fresh = prospect(Board.from_parts([STREET, WALL], size=(24, 24)), Mover("a", 4.0), at)
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    assert lattice_of(board, land_of(board, Tableau(())), 30.0).is_whole  # read, not measured
    again = prospect(board, Mover("a", 4.0), at)
    for name in ("at", "cost", "left"):
        assert np.array_equal(getattr(fresh, name), getattr(again, name))
