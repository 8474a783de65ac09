"""What is told of ladders that lead nowhere, and of steps and stairs that end short."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.folders import maps_dir
from sim.board.map_checks.checks import check_board
from sim.board.map_checks.leading import alone, off_walls, short_steps

HEAD = 'format = 1\nname = "Test"\nsize = [24, 24]\n[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 8\n'
HOUSE = 'piece = { kind = "house", floors = 2, width = 5, depth = 4, roof = "gable" }\nid = "house"\nat = [12, 19]\n'
FLAT = 'piece = { kind = "house", floors = 2, width = 5, depth = 4, roof = "flat" }\nid = "house"\nat = [12, 21]\n'
BOAT = 'piece = "sandolo"\nid = "boat"\nat = [12, 10]\nz = -0.75\n'


def made(*pieces: str) -> Board:
    return Board.of_map(HEAD + "".join(f"[[pieces]]\n{each}\n" for each in pieces), Path("test.toml"), drawn=False)


def piece(what: str, y: float, turn: float = 0) -> str:
    return f'piece = {what}\nid = "way"\nat = [12, {y}]\nturn = {turn}\n'


def told(board: Board) -> list[str]:
    return [issue.what for issue in check_board(board) if issue.where == "way"]


@pytest.mark.parametrize(
    ("y", "said"),
    [
        (16.9, []),
        (16.2, ['stands 0.8" off the wall that it leads up']),
        (15.9, ['stands 1.1" off the wall that it leads up']),
        (3.0, ["leads up no wall"]),
    ],
)
def test_a_ladder_leans_against_the_wall_that_it_leads_up(y: float, said: list[str]) -> None:
    assert told(made(HOUSE, piece('"ladder-4"', y))) == said


def test_a_boat_is_no_wall_for_a_ladder_down_a_quay() -> None:
    at_quay, off = (made(BOAT, piece('"quay-ladder"', y, 180)) for y in (8.0, 9.0))
    assert [*off_walls(at_quay), *alone(at_quay)] == []
    (short,) = off_walls(off)
    assert short.by == pytest.approx((0.0, -1.02), abs=0.01)


@pytest.mark.parametrize(
    "what", ['"water-steps"', '"jetty"', '{ kind = "stairs", water = true }', '{ kind = "quay", width = 3, depth = 2 }']
)
def test_steps_out_of_the_water_meet_the_bank(what: str) -> None:
    assert list(short_steps(made(piece(what, 8.0, 180)))) == []
    assert told(made(piece(what, 9.0, 180))) == ['ends 1.0" short of what it leads to']
    (short,) = short_steps(made(piece(what, 9.0, 180)))
    assert short.by == pytest.approx((0.0, -1.0), abs=0.01)


@pytest.mark.parametrize(("height", "y", "short"), [(3.7, 19.0, []), (3.7, 18.0, [1.0]), (2.0, 19.0, [])])
def test_a_stair_meets_the_roof_that_it_leads_to_or_a_wall(height: float, y: float, short: list[float]) -> None:
    stairs = f'{{ kind = "stairs", height = {height} }}'
    assert [one.inches for one in short_steps(made(FLAT, piece(stairs, y)))] == pytest.approx(short, abs=0.15)


def test_a_stair_that_stands_by_itself_is_a_place_to_stand_on() -> None:
    assert list(short_steps(made(piece('{ kind = "stairs", height = 2 }', 20.0)))) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_on_the_boards_of_the_program_all_lead_where_they_are_to(name: str) -> None:
    board = Board.load(name)
    assert [*alone(board), *off_walls(board), *short_steps(board)] == []
