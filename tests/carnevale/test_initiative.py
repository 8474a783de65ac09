"""The start of a round: PLAN and initiative (TURN-02, 06)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.events import DiceThrown, InitiativeTaken, PointsSpent, Rolled
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, Refused
from sim.engine.session import Session
from tests.carnevale.tables import GAME, mini
from tests.carnevale.test_agendas import war


def round_two(dice: list[int], *minis: dict[str, Any]) -> Session[State]:
    """The second round of a free fight is about to begin."""
    seats = list(dict.fromkeys(m["seat"] for m in minis))
    gangs = [
        {"seat": seat, "members": [{k: v for k, v in m.items() if k != "seat"} for m in minis if m["seat"] == seat]}
        for seat in seats
    ]
    game = GAME.begin({"board": "none", "gangs": gangs})
    game.todo = [BeginRound(2)]
    return Session(GAME, game, ScriptedDice(dice), lambda _state, _query: None)


def first(session: Session[State]) -> tuple[str, ...]:
    (taken,) = (event for event in session.events if isinstance(event, InitiativeTaken))
    return taken.order


def captain(id: str, seat: str, cp: int) -> dict[str, Any]:
    return mini(id, seat, (0, 0, 0), cp=cp)


@pytest.mark.rule("TURN-02")
def test_each_player_rolls_the_remaining_command_points_of_one_and_most_sevens_begin() -> None:
    session = round_two([7, 6, 8, 9], captain("a", "north", 2), captain("b", "south", 2))
    assert first(session) == ("south", "north")


@pytest.mark.rule("TURN-02")
def test_a_player_with_several_captains_picks_one() -> None:
    session = round_two([1, 7, 2, 3], captain("a", "north", 3), captain("c", "north", 1), captain("b", "south", 2))
    assert isinstance(session.request, Choice)
    assert (session.request.prompt, session.request.options) == ("initiative", ("a", "c"))
    session.answer("c")  # one die: the 1; south's two dice: 7 and 2
    assert first(session) == ("south", "north")


@pytest.mark.rule("TURN-02")
def test_ties_roll_again() -> None:
    session = round_two([7, 8, 2, 9], captain("a", "north", 1), captain("b", "south", 1))
    assert first(session) == ("south", "north")
    assert session.state.thrown == 4


@pytest.mark.rule("TURN-02")
def test_the_dice_of_initiative_are_told_as_such() -> None:
    session = round_two([7, 6, 8, 9], captain("a", "north", 2), captain("b", "south", 2))
    thrown = [(e.who, e.purpose, e.faces) for e in session.events if isinstance(e, DiceThrown)]
    assert thrown == [("a", "initiative", (7, 6)), ("b", "initiative", (8, 9))]
    rolls = [(e.who, e.aces, e.dice, e.needed, e.outcome) for e in session.events if isinstance(e, Rolled)]
    assert rolls == [("a", 1, 2, 7, "success"), ("b", 2, 2, 7, "success")]


@pytest.mark.rule("TURN-02", "DICE-04")
@pytest.mark.parametrize(("dice", "aces"), [([6, 2, 3], 0), ([6, 7, 3], 1), ([10, 9, 3], 2), ([1, 6, 3], 0)])
def test_a_roll_for_initiative_succeeds_or_fails_and_no_more(dice: list[int], aces: int) -> None:
    session = round_two([*dice, 7, 7, 7], captain("a", "north", 3), captain("b", "south", 3))
    roll = next(e for e in session.events if isinstance(e, Rolled))
    assert (roll.faces, roll.aces, roll.outcome) == (tuple(dice), aces, "success" if aces else "fail")
    assert first(session)[0] == "south"


@pytest.mark.rule("TURN-02")
def test_without_command_points_the_roll_is_lost() -> None:
    session = round_two([], captain("a", "north", 0), captain("b", "south", 1))
    assert first(session) == ("south", "north")


@pytest.mark.rule("TURN-02")
def test_where_nobody_has_any_one_die_each_decides_and_the_highest_wins() -> None:
    session = round_two([4, 4, 3, 5], captain("a", "north", 0), captain("b", "south", 0))
    assert first(session) == ("south", "north")


def planning(dice: list[int]) -> Session[State]:
    """North holds A1; its four characters have a Command Point each. South holds none."""
    game = war("A1")
    game.todo = [BeginRound(2)]
    return Session(GAME, game, ScriptedDice(dice), lambda _state, _query: None)


@pytest.mark.rule("TURN-06")
def test_a_command_point_changes_an_agenda_at_the_start_of_a_round() -> None:
    session = planning([4, 1])
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.prompt) == ("north", "plan")
    session.answer({"who": "nl", "agenda": "A1"})
    assert session.state.seats["north"].agendas == ("B1",)
    (spent,) = (event for event in session.events if isinstance(event, PointsSpent))
    assert (spent.who, spent.what, spent.points) == ("nl", "cp", 1)


@pytest.mark.rule("TURN-06")
def test_each_character_plans_once_a_round_and_pays_for_it() -> None:
    session = planning([4, 1])
    session.answer({"who": "nl", "agenda": "A1"})
    for wrong in ({"who": "nl", "agenda": "B1"}, {"who": "nh", "agenda": "A1"}, {"who": "sl", "agenda": "B1"}):
        with pytest.raises(Refused, match="TURN-06"):
            session.answer(wrong)


@pytest.mark.rule("TURN-06")
def test_a_discarded_agenda_is_not_drawn_again() -> None:
    session = planning([1, 1, 4, 1])
    session.answer({"who": "nl", "agenda": "A1"})
    assert session.state.seats["north"].agendas == ("B1",)
