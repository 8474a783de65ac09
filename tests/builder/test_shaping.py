"""Made pieces are shaped by their parameters, drawn, stretched, grouped and mirrored, each by an edit of the text."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sim.board.architecture.plans import BridgePlan, HousePlan, PalazzoPlan, Towards
from sim.board.files.mapfile import PiecePlacement
from sim.builder.document import MapDocument
from sim.builder.edits import Edit, Group, Mirror, PlacePieces, Point
from sim.builder.errors import EditRefused
from sim.builder.shaping import Reshape, building_on, plan_with, row_of_houses, stretched

TEXT = """format = 1
name = "X"
size = [36, 24]

[[pieces]]
id = "ca"
piece = { kind = "house", floors = 2, doors = ["east"] } # the first
at = [6, 6]

[[pieces]]
id = "tall"
at = [16, 6] # its plan stands below

[pieces.piece] # as a table
kind = "house"
floors = 4 # high
width = 5.5
"""


def opened() -> MapDocument:
    return MapDocument(TEXT, Path("map.toml"))


def after(*edits: Edit) -> MapDocument:
    document = opened()
    for edit in edits:
        assert document.apply(edit)
    return document


def plan(document: MapDocument, id: str) -> HousePlan:
    found = next(p.piece for p in document.map.pieces if p.id == id)
    assert isinstance(found, HousePlan)
    return found


def test_a_parameter_is_changed_in_its_place_and_taken_back() -> None:
    document = opened()
    document.apply(Reshape("tall", plan_with(plan(document, "tall"), "floors", 5)))
    document.apply(Reshape("ca", plan_with(plan(document, "ca"), "roof", "flat")))
    assert 'piece = {kind = "house", floors = 2, doors = ["east"], roof = "flat"} # the first' in document.text
    assert "floors = 5 # high" in document.text
    document.undo()
    document.undo()
    assert document.text == TEXT


@pytest.mark.parametrize(
    ("name", "value"), [("floors", 99), ("roof", "thatched"), ("colour", "red"), ("width", "wide")]
)
def test_a_value_that_a_piece_cannot_have_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(EditRefused, match=f"^{name} is .*: give "):
        plan_with(HousePlan(), name, value)


@pytest.mark.parametrize("kind", [HousePlan, PalazzoPlan])
def test_a_building_stands_on_the_plot_that_was_drawn(kind: type[HousePlan] | type[PalazzoPlan]) -> None:
    corners = ((10.0, 12.0), (17.0, 12.0), (17.0, 16.0), (13.0, 18.0), (10.0, 18.0))
    document = after(building_on(corners, kind))
    placed = document.map.pieces[-1]
    assert isinstance(placed.piece, kind)
    stands = [(placed.at[0] + x, placed.at[1] + y) for x, y in placed.piece.outline]
    assert stands == [pytest.approx(corner) for corner in corners]


def test_a_plot_that_crosses_itself_is_refused() -> None:
    with pytest.raises(EditRefused, match="crosses itself"):
        building_on(((0, 0), (6, 6), (6, 0), (0, 6)))


def test_a_bridge_reaches_from_one_point_to_the_other() -> None:
    placed = after(stretched("bridge", (4, 4), (10, 12))).map.pieces[-1]
    assert isinstance(placed.piece, BridgePlan)
    assert placed.piece.length == 10
    assert (placed.at, placed.turn) == ((7, 8), pytest.approx(math.degrees(math.atan2(8, 6)), abs=0.01))


@pytest.mark.parametrize(("end", "long"), [((8.5, 4), "4.5"), ((94, 4), "90.0")])
def test_a_bridge_that_is_too_short_or_too_long_is_refused_with_what_lengths_there_are(end: Point, long: str) -> None:
    with pytest.raises(EditRefused) as refused:
        stretched("bridge", (4, 4), end)
    assert str(refused.value) == f'a bridge of {long}": length is {long}: give a number from 5 to 16'


def test_a_plan_that_cannot_be_says_what_may_stand_there() -> None:
    with pytest.raises(EditRefused, match=r"^floors is 9: give a whole number from 1 to 5$"):
        plan_with(HousePlan(), "floors", 9)


@pytest.mark.parametrize("long", [3.5, 7.0, 7.9, 11.2, 20.0, 29.3])
def test_a_row_of_houses_fills_its_line_and_none_is_too_narrow(long: float) -> None:
    pieces = after(row_of_houses((2, 18), (2 + long, 18))).map.pieces[2:]
    plans = [p.piece for p in pieces if isinstance(p.piece, HousePlan)]
    assert sum(p.width for p in plans) == pytest.approx(long, abs=0.02)
    assert min(p.width for p in plans) >= 3.5
    left = 2.0
    for placed, made in zip(pieces, plans, strict=True):
        assert placed.at == (pytest.approx(left + made.width / 2, abs=0.01), pytest.approx(18 + made.depth / 2))
        left += made.width
    assert [Towards.WEST in p.blind for p in plans] == [n > 0 for n in range(len(plans))]
    assert [Towards.EAST in p.blind for p in plans] == [n < len(plans) - 1 for n in range(len(plans))]


def test_a_longer_row_begins_with_the_same_houses() -> None:
    short, longer = (after(row_of_houses((2, 18), (2 + long, 18))).map.pieces[2:] for long in (20.0, 26.0))
    assert short[:2] == longer[:2]


@pytest.mark.parametrize(
    ("start", "end"),
    [((0, 4), (0, 20)), ((0, 24), (24, 24)), ((24, 20), (24, 4)), ((4, 4), (4, 20)), ((20, 4), (4, 4))],
)
def test_a_row_along_an_edge_of_the_board_lies_on_the_board_and_looks_to_the_right_all_the_same(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    row, wished = (after(row_of_houses(start, end, size=size)).map.pieces[2:] for size in ((24.0, 24.0), None))
    assert all(0 < x < 24 and 0 < y < 24 for x, y in (placed.at for placed in row))
    assert [placed.turn for placed in row] == [placed.turn for placed in wished]
    assert (row == wished) == all(0 < x < 24 and 0 < y < 24 for x, y in (placed.at for placed in wished))


def test_a_group_is_kept_in_the_text_and_copies_are_a_group_of_their_own() -> None:
    document = after(Group(("ca", "tall")))
    assert document.text.count('group = "group"') == 2
    document.apply(PlacePieces(document.map.pieces))
    assert [p.group for p in document.map.pieces] == ["group", "group", "group-2", "group-2"]
    document.apply(Group(("ca",), together=False))
    assert [p.group for p in document.map.pieces] == ["", "group", "group-2", "group-2"]


def test_the_images_of_a_group_are_another_group() -> None:
    document = opened()
    two = tuple(PiecePlacement("casse", (x, 16.0), group="market") for x in (4.0, 6.0))
    assert document.apply(PlacePieces(two), "east-west")
    assert [p.group for p in document.map.pieces[2:]] == ["market", "market", "market-2", "market-2"]
    assert document.apply(Group(("casse", "casse-2")), "east-west")
    groups = [p.group for p in document.map.pieces[2:]]
    assert groups[0] == groups[1] != groups[2] == groups[3]


def placed_as(document: MapDocument, id: str) -> PiecePlacement:
    return next(piece for piece in document.map.pieces if id in (piece.id, piece.piece))


def test_a_made_piece_is_mirrored_with_its_doors_and_its_ground_plan() -> None:
    corners = ((10.0, 12.0), (17.0, 12.0), (17.0, 16.0), (13.0, 18.0), (10.0, 18.0))
    document = after(Mirror(("ca",), "x", 6.0), building_on(corners), Mirror(("house",), "x", 13.0))
    assert (plan(document, "ca").doors, placed_as(document, "ca").mirror) == ((Towards.EAST,), True)
    placed, outline = document.map.pieces[-1], plan(document, "house").outline
    assert placed.mirror
    stands = {(round(placed.at[0] - x, 2), round(placed.at[1] + y, 2)) for x, y in outline}
    assert stands == {(26 - x, y) for x, y in corners}
    document.apply(Mirror(("ca",), "x", 6.0))
    assert placed_as(document, "ca") == placed_as(opened(), "ca")
