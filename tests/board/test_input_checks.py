"""What a board refuses to measure by, and how it says so."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from sim.board.board import Board
from sim.board.input_checks import check_tableau
from sim.board.model.errors import BoardError, MissingError, TableauError
from sim.board.model.queries import DropOf, JumpAlong, Mover, PathAlong, PathTo, Query, SightOf, SightTo
from sim.board.model.tableau import Figure, Marker, Tableau, VesselAt
from sim.board.model.terrain import Meaning
from tests.shapes import box

A = Figure("a", (2.0, 2.0, 0.0))


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.from_parts([("ground/street", Meaning(), box((0, 0, -1), (12, 12, 0)))], size=(12.0, 12.0))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Figure("b", (nan, 2.0, 0.0)), r"figure 'b': at is \(nan"),
        (Figure("b", (5.0, inf, 0.0)), r"figure 'b': at .* finite"),
        (Figure("b", (5.0, 2.0, 1e7)), r"figure 'b': at .* within"),
        (Figure("b", (5.0, 2.0)), "figure 'b': at .* three numbers"),  # type: ignore[arg-type]
        (Figure("b", [5.0, 2.0, 0.0]), "figure 'b': at .* tuple"),  # type: ignore[arg-type]
        (Figure("b", ("5", 2.0, 0.0)), "figure 'b': at .* three numbers"),  # type: ignore[arg-type]
        (Figure("b", (5.0, 2.0, 0.0), 0.0), "figure 'b': base_mm is 0.0: give a number from 1 to 300"),
        (Figure("b", (5.0, 2.0, 0.0), -30.0), "figure 'b': base_mm is -30.0"),
        (Figure("b", (5.0, 2.0, 0.0), nan), "figure 'b': base_mm is nan"),
        (Figure("b", (5.0, 2.0, 0.0), facing=inf), "figure 'b': facing is inf"),
        (Figure("a", (5.0, 2.0, 0.0)), "two figures are called 'a'"),
    ],
)
def test_a_figure_that_cannot_be_is_named_with_its_field(board: Board, wrong: Figure, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        board.answer(SightOf("a", "b"), Tableau((A, wrong)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"markers": (Marker("m", "smoke", (1.0, nan, 0.0)),)}, "marker 'm': at"),
        ({"markers": (Marker("m", "smoke", (1.0, 1.0, 0.0), radius=0.0),)}, "marker 'm': radius"),
        ({"vessels": (VesselAt("v", (1.0, 1.0, 0.0), nan),)}, "vessel 'v': turn"),
    ],
)
def test_markers_and_vessels_too(board: Board, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BoardError, match=said):
        board.answer(SightTo("a", (4.0, 4.0, 1.0)), Tableau((A,), **wrong))


@pytest.mark.parametrize("at", [(nan, 4.0, 0.0), (4.0, 4.0, -inf), [4.0, 4.0, 0.0]])
def test_a_query_for_a_place_that_cannot_be_is_named_with_its_field(board: Board, at: Any) -> None:
    with pytest.raises(BoardError, match="DropOf: at"):
        board.answer(DropOf("a", at), Tableau((A,)))


def test_who_is_not_there_is_named_with_those_who_are(board: Board) -> None:
    with pytest.raises(KeyError) as raised:
        board.answer(SightOf("a", "c"), Tableau((A,)))
    assert isinstance(raised.value, BoardError)
    assert str(raised.value) == "no figure or marker 'c' in the tableau; there are: 'a'"


@pytest.mark.parametrize(
    "query",
    [
        PathTo(Mover("a", 5.0, enemies=("a", "z")), (4.0, 4.0, 0.0)),
        PathAlong(Mover("a", 5.0, ignore=("z",)), ((4.0, 4.0, 0.0),)),
        JumpAlong("a", (4.0, 4.0, 0.0), 3.0, enemies=("z",)),
        DropOf("a", (4.0, 4.0, 1.0), ignore=("z",)),
    ],
    ids=lambda query: type(query).__name__,
)
def test_enemies_and_whoever_is_ignored_are_there(board: Board, query: Query) -> None:
    with pytest.raises(MissingError, match="no figure or marker 'z' in the tableau; there are: 'a'"):
        board.answer(query, Tableau((A,)))


@pytest.mark.parametrize(
    "wrong", [("gondola#1",), (None,), (VesselAt("g", (nan, 0.0, 0.0)),), (VesselAt("g", (0.0, 0.0, 0.0), inf),)]
)
def test_what_is_no_vessel_is_told_where_all_else_is_plain(wrong: tuple[object, ...]) -> None:
    with pytest.raises(TableauError):
        check_tableau(Tableau((Figure("a", (1.0, 1.0, 0.0)),), wrong))  # type: ignore[arg-type]


def test_two_vessels_of_one_name_are_told() -> None:
    afloat = VesselAt("g", (1.0, 1.0, 0.0))
    check_tableau(Tableau((), (afloat,)))
    with pytest.raises(TableauError, match="two vessels are called 'g'"):
        check_tableau(Tableau((), (afloat, afloat)))
