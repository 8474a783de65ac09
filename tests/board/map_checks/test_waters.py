"""Canals that meet have one level of water, or the check says which of them lies lower."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.map_checks.checks import check_board

HEAD = 'format = 1\nname = "Waters"\nsize = [24, 24]\n'
BROAD = '[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 6\n'


def said(*canals: str) -> list[str]:
    board = Board.of_map(HEAD + BROAD + "".join(canals), Path("waters.toml"))
    return [str(issue) for issue in check_board(board) if "which it meets" in issue.what]


def narrow(surface: float, end: float) -> str:
    return f'[[canals]]\nid = "rio-2"\nline = [[6, 24], [6, {end}]]\nwidth = 4\nsurface = {surface}\n'


@pytest.mark.parametrize("end", [12.0, 15.0])  # it runs into the other, or ends at its bank
def test_a_canal_that_meets_a_higher_one_is_told(end: float) -> None:
    assert said(narrow(-1.5, end)) == [
        'warning: rio-2: its water lies 0.75" lower than that of rio, which it meets: give both one level: -0.75'
    ]


def test_canals_of_one_level_or_that_do_not_meet_are_well() -> None:
    assert said(narrow(-0.75, 12.0)) == []
    assert said(narrow(-1.5, 18.0)) == []
