"""A game of several gangs in words: whose everybody is, is told wherever somebody is told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.games import start
from sim.app.table.model import TableModel
from sim.carnevale.setup import GangSetup, Setup
from sim.engine.dice import SeededDice
from tests.app.table_games import free_fight, member
from tests.app.text_games import told
from tests.carnevale.fighters import TOUCH
from tests.carnevale.tables import street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def three(folder: Path) -> TableModel:
    """A in base contact with B of the South; C of the East 6 inches off."""
    gangs = tuple(
        GangSetup(seat, (member(id, at),), f"The {seat.capitalize()}")
        for seat, id, at in (("north", "a", (6, 6, 0)), ("south", "b", (6, 6 + TOUCH, 0)), ("east", "c", (12, 6, 0)))
    )
    board = street()
    return start(Setup("street", gangs, size=board.size, seed=1), board, {}, folder / "game.jsonl", SeededDice(1))


@pytest.mark.rule("TURN-02")
def test_in_which_order_gangs_take_turns_is_told_with_the_initiative(tmp_path: Path) -> None:
    said = told(three(tmp_path))
    assert "The initiative goes to The North.\n  After it: The South then The East.\n" in said


def test_an_enemy_that_is_looked_at_is_told_with_its_gang(tmp_path: Path) -> None:
    said = told(three(tmp_path), "a", "look enemies")
    assert "  B, enemy of The South: in base contact, " in said
    assert "  C, enemy of The East: 4.8 inches from base to base, " in said


def test_who_sees_somebody_is_told_with_its_gang(tmp_path: Path) -> None:
    said = told(three(tmp_path), "a", "who sees me")
    assert "B of The South, 1.2 inches north, sees A, in base contact." in said
    assert "C of The East, 6 inches east, sees A" in said


def test_whom_an_attack_goes_against_is_told_with_its_gang(tmp_path: Path) -> None:
    assert "Unarmed against B: enemy of The South; base contact; " in told(three(tmp_path), "a")


def test_what_may_come_of_a_place_is_told_of_each_with_its_gang(tmp_path: Path) -> None:
    assert "  C of The East sees it there at " in told(three(tmp_path), "a", "try go 3 south")


def test_a_friend_among_those_to_be_thrown_is_told_as_one_s_own(tmp_path: Path) -> None:
    north = [member("a", (6, 6, 0)), member("f", (6, 6 + TOUCH, 0))]
    said = told(free_fight(street(), tmp_path, north, [member("b", (20, 20, 0))]), "a")
    assert "Grapple F: yours; base contact; " in said
