"""Ladders that nobody gets up without a roll are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.folders import maps_dir
from sim.builder.generator.making import made_map
from sim.builder.measuring.ladders import useless_ladders, useless_scaffolds
from sim.builder.measuring.land import Land

HEAD = 'format = 1\nname = "Test"\nsize = [24, 24]\n[[canals]]\nid = "rio"\nline = [[0, 4], [24, 4]]\nwidth = 4\n'
TOO_SHORT = "is too short for its wall: who climbs here must roll all the same"
BARRED = "nobody gets up it: something is in the way at its foot or at its top"


def told(board: Board) -> list[tuple[str, str]]:
    return [(issue.where, str(issue.what)) for issue in useless_ladders(Land(board, 30.0))]


def made(floors: int, ladder: str, *others: str, roof: str = "gable") -> Board:
    house = f'piece = {{ kind = "house", floors = {floors}, width = 5, depth = 4, roof = "{roof}" }}\nat = [12, 16]'
    pieces = (house, f'piece = "{ladder}"\nid = "ladder"\nat = [12, 13.93]', *others)
    text = HEAD + "".join(f"[[pieces]]\n{each}\n" for each in pieces)
    return Board.of_map(text, Path("test.toml"), drawn=False)


@pytest.mark.rule("TERR-07")
@pytest.mark.parametrize(
    ("floors", "ladder", "said"),
    [
        (2, "ladder-4", []),
        (3, "ladder-6", []),
        (3, "ladder-4", [("ladder", TOO_SHORT)]),
        (4, "ladder-6", [("ladder", TOO_SHORT)]),
    ],
)
def test_a_ladder_that_ends_below_the_edge_of_its_wall_spares_no_roll(
    floors: int, ladder: str, said: list[tuple[str, str]]
) -> None:
    assert told(made(floors, ladder)) == said


@pytest.mark.parametrize(("y", "said"), [(13.2, [("ladder", BARRED)]), (11.5, [])])
def test_a_ladder_with_a_wall_close_before_its_foot_is_climbed_by_nobody(y: float, said: list[tuple[str, str]]) -> None:
    wall = f'piece = {{ kind = "wall", length = 4, height = 2 }}\nat = [12, {y}]'
    assert told(made(2, "ladder-4", wall)) == said


def test_boards_that_are_made_have_ladders_that_reach() -> None:
    text = made_map((24.0, 24.0), 11, "canals")
    assert told(Board.of_map(text, Path("made.toml"), drawn=False)) == []


def scaffold(y: float, turn: int) -> list[tuple[str, str]]:
    """A scaffold before the south wall of a house: what is said of it."""
    board = made(3, "ladder-6", f'piece = "scaffold"\nid = "works"\nat = [5, {y}]\nturn = {turn}', WALL)
    return [(issue.where, str(issue.what)) for issue in useless_scaffolds(Land(board, 30.0))]


WALL = 'piece = { kind = "wall", length = 8, height = 6 }\nat = [5, 20]'


@pytest.mark.rule("TERR-07")
def test_a_scaffold_whose_ladders_face_a_wall_is_climbed_by_nobody() -> None:
    told = [("works", "nobody gets up its ladder: something is in the way at its foot or at its top")]
    assert (scaffold(18.7, 180), scaffold(18.7, 0)) == (told, [])


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_no_ladder_of_the_boards_of_the_program_is_useless(name: str) -> None:
    assert told(Board.load(name)) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_somebody_gets_up_the_scaffolds_of_the_boards_of_the_program(name: str) -> None:
    assert not list(useless_scaffolds(Land(Board.load(name), 30.0)))
