"""Pointing at everything: nothing is amiss in the beginning of a game, and what is amiss is told once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.engine.requests import Refusal
from tools import pointing
from tools.pointing import Pointer

BOARD = "campiello-dei-remi"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(BOARD)


def pointed(board: Board, each: int) -> Pointer:
    pointer = Pointer(board, BOARD, 3)
    pointer.game(each)
    return pointer


def test_what_a_table_tells_comes_about_and_is_borne_out_by_the_rules(board: Board) -> None:
    pointer = pointed(board, 12)
    assert pointer.pointed > 50
    assert pointer.finds == {}


def test_an_exception_is_told_once_with_where_it_was_raised(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError("of inches")

    monkeypatch.setattr(pointing, "preview_job", lambda *_: breaks)
    (find,) = pointed(board, 3).finds
    assert find.startswith("ZeroDivisionError: of inches (test_pointing.py:")


def test_a_preview_that_refuses_what_the_rules_take_is_a_find(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    job = pointing.preview_job

    def refused(*given: Any) -> Any:
        found = job(*given)()
        return lambda: found and msgspec.structs.replace(found, refusal=found.refusal or Refusal("MOVE-01", "no"))

    monkeypatch.setattr(pointing, "preview_job", refused)
    assert any(find.startswith("told MOVE-01: no of ") for find in pointed(board, 6).finds)
