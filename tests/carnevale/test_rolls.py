"""Dice in play (DICE-01 to 08): pools, the Destiny Die, will points, re-rolls. Shown on Combat and Grapple."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import dice as dice_rules
from sim.carnevale.dice import Outcome, Result, is_ace
from sim.carnevale.dice import Table as Outcomes
from sim.carnevale.events import PointsSpent, Rerolled, Rolled
from sim.engine.requests import Choice
from tests.carnevale.fighters import duel, lp, rolled, strike
from tests.carnevale.tables import Table, do, fight, mini, of, only, plain_street, prompts_of

GRAPPLE = {"act": "grapple", "target": "b"}
WEAK: dict[str, Any] = {"attack": 1, "protection": 0}


def waiting(table: Table) -> tuple[str, str]:
    """Whom the game waits for, and what for."""
    assert isinstance(table.request, Choice)
    return table.request.seat, table.request.prompt


@pytest.mark.rule("DICE-01")
def test_a_pool_has_ten_dice_at_most() -> None:
    table = fight(plain_street(), *duel(a={"attack": 9, "wp": 4}, b={"lp": 30}), dice=[5] + [2] * 9 + [2] * 3)
    table.answer("a")
    table.answer(strike())
    assert isinstance(table.request, Choice)
    assert table.request.options == (0, 1)
    table.answer(1)
    assert rolled(list(table.events), "combat").dice == 10


@pytest.mark.rule("DICE-01", "DICE-04")
def test_a_roll_of_no_dice_is_a_fail() -> None:
    table = fight(plain_street(), *duel(a={"attack": 0}))
    events = do(table, "a", strike())
    assert (rolled(events, "combat").dice, rolled(events, "combat").outcome) == (0, "fail")


@pytest.mark.rule("DICE-02")
def test_a_ten_is_always_an_ace_and_a_one_never() -> None:
    hard, easy = duel(b={"dexterity": 10}), duel(b={"dexterity": 0})
    assert rolled(do(fight(plain_street(), *hard, dice=[2, 10, 9, 9, 9, 2, 2, 2]), "a", strike()), "combat").aces == 1
    assert rolled(do(fight(plain_street(), *easy, dice=[2, 1, 1, 1, 1, 2, 2, 2]), "a", strike()), "combat").aces == 1


@pytest.mark.rule("DICE-02")
@pytest.mark.parametrize(("face", "needed", "ace"), [(10, 11, True), (9, 10, False), (1, 1, False), (2, 2, True)])
def test_no_needed_number_takes_the_ten_away_or_makes_the_one_good(face: int, needed: int, ace: bool) -> None:
    assert is_ace(face, needed) is ace


TABLES = [  # of three Aces: success and critical; and what a fail and a fumble come to
    ("JUMP", 5, 7, 2, 1),
    ("FALL_SAVED", 3, 5, 0, 0),
    ("PROTECTION", 3, 4, 0, -1),
    ("GRAPPLE", 5, 5, 0, 0),
    ("DROWN", 5, 7, 0, 0),
    ("DIVE", 1, 2, 0, 0),
    ("ROW", 5, 7, 2, 0),
]


@pytest.mark.rule("JUMP-01", "FALL-02", "DICE-11", "ACT-06", "WATER-01", "WATER-05", "TERR-13")
@pytest.mark.parametrize(("name", "success", "critical", "fail", "fumble"), TABLES)
def test_the_outcome_tables_are_those_of_the_rulebook(
    name: str, success: int, critical: int, fail: int, fumble: int
) -> None:
    table: Outcomes = getattr(dice_rules, name)
    an_ace = 0 if name == "DIVE" else 1
    assert [table.read(Result(Outcome.SUCCESS, n)) for n in (3, 2)] == [success, success - an_ace]
    assert [table.read(Result(Outcome.CRITICAL, n)) for n in (3, 2)] == [critical, critical - an_ace]
    assert (table.read(Result(Outcome.FAIL, 0)), table.read(Result(Outcome.FUMBLE, 0))) == (fail, fumble)


@pytest.mark.rule("DICE-03", "DICE-04")
def test_a_single_die_is_the_destiny_die_and_a_ten_on_it_alone_is_no_critical() -> None:
    table = fight(plain_street(), *duel(a={**WEAK, "lp": 9}, b=WEAK), dice=[10])
    assert rolled(do(table, "a", strike()), "combat").outcome == "success"
    table = fight(plain_street(), *duel(a=WEAK, b=WEAK), dice=[1, 2])
    assert rolled(do(table, "a", strike()), "combat", "a").outcome == "fumble"


@pytest.mark.rule("DICE-04")
def test_a_one_on_the_destiny_die_is_no_fumble_where_another_die_is_an_ace() -> None:
    table = fight(plain_street(), *duel(), dice=[1, 5, 2, 2, 2, 2, 2, 2])
    assert rolled(do(table, "a", strike()), "combat").outcome == "success"


@pytest.mark.rule("DICE-04")
def test_a_ten_that_is_not_on_the_destiny_die_is_no_critical() -> None:
    table = fight(plain_street(), *duel(), dice=[5, 10, 2, 2, 2, 2, 2, 2])
    assert rolled(do(table, "a", strike()), "combat").outcome == "success"


@pytest.mark.rule("DICE-05")
def test_each_side_declares_will_points_until_all_have_passed() -> None:
    table = fight(plain_street(), *duel(a={"wp": 3}, b={"wp": 3}), dice=[2] * 6 + [7, *[2] * 6])
    table.answer("a")
    table.answer(GRAPPLE)
    asked = []
    for points in (0, 1, 2, 0):  # A passes; B spends 1; A may answer with 2; B passes
        asked.append(waiting(table))
        table.answer(points)
    assert asked == [("north", "will"), ("south", "will"), ("north", "will"), ("south", "will")]
    assert [(e.who, e.points) for e in of(list(table.events), PointsSpent) if e.what == "wp"] == [("b", 1), ("a", 2)]
    assert [r.dice for r in of(list(table.events), Rolled)] == [6, 7]


@pytest.mark.rule("DICE-05")
def test_no_more_than_two_will_points_a_roll_and_none_that_are_not_there() -> None:
    table = fight(plain_street(), *duel(a={"wp": 1}), dice=[2] * 9)
    table.answer("a")
    table.answer(strike())
    assert isinstance(table.request, Choice)
    assert table.request.options == (0, 1)
    assert table.refusal(2) is not None


@pytest.mark.rule("DICE-06", "ABIL-Expert-Offence", "ABIL-Parry")
def test_the_active_player_re_rolls_first_and_no_die_is_re_rolled_twice() -> None:
    able = duel(a={"abilities": ("Expert Offence (2)",)}, b={"abilities": ("Parry (2)",)})
    table = fight(plain_street(), *able, dice=[5, 9, 2, 2, 2, 9, 9, 2, 2, 2])
    table.answer("a")
    table.answer(strike())
    assert waiting(table) == ("north", "reroll")
    refusal = table.refusal((0,))
    assert refusal is not None
    assert refusal.rule == "DICE-06"
    assert table.refusal((1, 2, 3)) is not None
    table.answer((2,))
    assert waiting(table) == ("south", "reroll")
    assert table.refusal((2,)) is not None  # the fresh 9 stands
    table.answer((1,))
    events = list(table.events)
    assert [(e.seat, e.dice, e.faces) for e in of(events, Rerolled)] == [("north", (2,), (9,)), ("south", (1,), (9,))]
    assert rolled(events, "combat").faces == (5, 9, 9, 2, 2)


@pytest.mark.rule("DICE-06")
def test_all_of_one_players_re_rolls_come_at_once() -> None:
    able = duel(a={"abilities": ("Expert Offence (3)",)})
    table = fight(plain_street(), *able, dice=[2, 2, 2, 2, 2, 9, 2, 2, 2, 2])
    events = do(table, "a", strike(), reroll=(1,))
    assert only(events, Rerolled).sources == ("Expert Offence (3)",)


@pytest.mark.rule("DICE-07")
def test_a_basic_roll_needs_sevens() -> None:
    table = fight(plain_street(), *duel(), dice=[6, 6, 6, 6, 6, 7, 6, 6, 6, 6])
    events = do(table, "a", GRAPPLE)
    assert [(r.needed, r.aces) for r in of(events, Rolled)] == [(7, 0), (7, 1)]


@pytest.mark.rule("DICE-08")
def test_more_aces_of_the_target_than_dice_leave_nothing_to_roll() -> None:
    table = fight(plain_street(), *duel(a={"attack": 2}), dice=[7, 7, 7, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert (rolled(events, "grapple", "a").dice, rolled(events, "grapple", "a").outcome) == (0, "fail")


@pytest.mark.rule("DICE-12")
def test_life_points_lost_allow_no_protection_roll() -> None:
    table = fight(plain_street(), *duel(b={"protection": 10}), dice=[1, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike(), opportunity="decline")
    assert lp(table, "a") == 9
    assert [r.purpose for r in of(events, Rolled)] == ["combat"]


@pytest.mark.rule("DICE-05")
def test_whoever_is_asked_again_is_told_what_the_other_side_has_spent() -> None:
    anna = mini("a", "north", (6, 6, 0), name="Anna", wp=2)
    bruno = mini("b", "south", (7.18, 6, 0), name="Bruno", wp=2)
    table = fight(plain_street(), anna, bruno, dice=[2] * 30)
    asked = prompts_of(table, "a", {"act": "grapple", "target": "b"}, will=[1, 1, 0])
    told = [(choice.seat, choice.detail(table.state)) for choice in asked if choice.prompt == "will"]
    assert [seat for seat, _ in told[:3]] == ["north", "south", "north"]
    assert "has spent" not in told[0][1]
    assert told[1][1].startswith("Anna has spent 1 WP on it. ")
    assert told[2][1].startswith("Bruno has spent 1 WP on it. ")
