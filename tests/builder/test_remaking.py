"""A part of a board made again: what stands outside it stays, and one edit takes all of it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely.geometry import Point, Polygon, box

from sim.board.board import Board
from sim.board.files.mapfile import MapFile, parse_map
from sim.board.map_checks.checks import check_board
from sim.builder.document import MapDocument
from sim.builder.errors import EditRefused
from sim.builder.generator.footprints import lies
from sim.builder.generator.making import made_map
from sim.builder.generator.remaking import remade

SOURCE = Path("made.toml")
WEST = ((0.0, 0.0), (11.0, 0.0), (11.0, 24.0), (0.0, 24.0))


@pytest.fixture(scope="module")
def text() -> str:
    return made_map((24.0, 24.0), 4, "canals")


def outside(made: MapFile) -> list[object]:
    return [made.canals, *(p for p in made.pieces if p.called == "bridge" or not Polygon(WEST).contains(Point(p.at)))]


def inside(made: MapFile) -> set[str]:
    return {p.id for p in made.pieces if p.called != "bridge" and Polygon(WEST).contains(Point(p.at))}


def errors(text: str) -> list[str]:
    return [str(i) for i in check_board(Board.of_map(text, SOURCE, drawn=False)) if i.severity == "error"]


@pytest.mark.parametrize("style", ["ruins", "dense"])
def test_a_part_is_made_again_and_all_else_stays(text: str, style: str) -> None:
    document = MapDocument(text, SOURCE)
    before = document.map
    assert document.apply(remade(before, WEST, style, 3, SOURCE))
    after = document.map
    assert outside(after) == outside(before)
    assert len(inside(after)) > 5
    assert not inside(after) & inside(before)
    assert errors(document.text) == []
    document.undo()
    assert document.text == text


def test_the_same_number_makes_the_same_part_and_another_another(text: str) -> None:
    made = parse_map(text)
    one, same, other = (remade(made, WEST, "ruins", seed, SOURCE).applied(made) for seed in (3, 3, 4))
    assert one == same
    assert outside(one) == outside(other)
    assert one != other


def test_open_ground_without_water_is_built_on() -> None:
    bare = parse_map('format = 1\nname = "Bare"\nsize = [24, 24]\n')
    made = remade(bare, ((2, 2), (20, 2), (20, 16), (2, 16)), "dense", 1, SOURCE).applied(bare)
    houses = [lies(p) for p in made.pieces if p.called in ("house", "palazzo", "church")]
    assert len(houses) > 2
    assert all(box(1.9, 1.9, 20.1, 16.1).contains(house) for house in houses)


def test_a_part_that_is_too_small_is_refused(text: str) -> None:
    with pytest.raises(EditRefused, match="mark a larger part"):
        remade(parse_map(text), ((0, 0), (5, 0), (5, 5)), "dense", 1, SOURCE)
