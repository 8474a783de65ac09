"""Vessels that a map lays where none could be rowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.folders import maps_dir
from sim.board.map_checks.moorings import debris, moorings

MAP = """format = 1
name = "Test"
size = [24, 24]
[[canals]]
id = "rio"
outline = [[0, 8], [24, 8], [24, 14], [0, 14]]
"""


def gondola(id: str, x: float, y: float, z: float = -0.75, turn: float = 0.0) -> str:
    return f'[[pieces]]\npiece = "gondola"\nid = "{id}"\nat = [{x}, {y}]\nz = {z}\nturn = {turn}\n'


def wrong(tmp_path: Path, *pieces: str) -> list[tuple[str, str, str]]:
    path = tmp_path / "test.toml"
    path.write_text(MAP + "".join(pieces))
    return list(moorings(Board.load(path)))


@pytest.mark.rule("TERR-12")
@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ((gondola("a", 6, 11),), []),
        ((gondola("a", 6, 11, 0.0),), [("a", 'hovers 0.75" above its water', "set z = -0.75")]),
        ((gondola("a", 6, 11, -1.0),), [("a", 'lies 0.25" under its water', "set z = -0.75")]),
        ((gondola("a", 6, 4),), [("a", "lies over no water", "move it onto a canal")]),
        ((gondola("a", 1, 11),), [("a", "reaches over the edge of the board", "move it in")]),
        ((gondola("a", 6, 10), gondola("b", 7, 10.5)), [("a and b", "lie in one another", "move one of them")]),
        ((gondola("a", 6, 9.5), gondola("b", 6, 12.5)), []),
        (
            (gondola("a", 6, 10), gondola("b", 18, 11), gondola("c", 7, 10.5, turn=180)),
            [("a and c", "lie in one another", "move one of them")],
        ),
    ],
)
def test_a_vessel_that_does_not_rest_on_its_water_is_named(
    tmp_path: Path, pieces: tuple[str, ...], said: list[tuple[str, str, str]]
) -> None:
    assert wrong(tmp_path, *pieces) == said


@pytest.mark.rule("TERR-12")
def test_a_vessel_with_its_bow_on_the_street_lies_aground(tmp_path: Path) -> None:
    ((where, what, mend),) = wrong(tmp_path, gondola("a", 12, 11, turn=90.0))
    assert (where, mend) == ("a", "move or turn it")
    assert "aground" in what


@pytest.mark.rule("TERR-12")
def test_a_vessel_in_a_pole_is_named(tmp_path: Path) -> None:
    palo = '[[pieces]]\npiece = "palo"\nid = "palo"\nat = [6, 11]\n'
    found = wrong(tmp_path, gondola("a", 6, 11), palo)
    assert [(where.split("/")[0], what) for where, what, _ in found][:1] == [("a and palo", "stand in one another")]


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_the_maps_of_the_program_lay_their_vessels_well(name: str) -> None:
    assert list(moorings(Board.load(name))) == []
    assert list(debris(Board.load(name))) == []


@pytest.mark.rule("TERR-10")
@pytest.mark.parametrize(
    ("y", "z", "said"),
    [(11, -0.75, []), (11, 0.0, ['hovers 0.47" above its water']), (4, 0.0, ["is debris and lies over no water"])],
)
def test_debris_lies_in_its_water(tmp_path: Path, y: float, z: float, said: list[str]) -> None:
    path = tmp_path / "test.toml"
    path.write_text(MAP + f'[[pieces]]\npiece = "sandolo"\nat = [6, {y}]\nz = {z}\n')
    assert [what for _, what, _ in debris(Board.load(path))] == said
