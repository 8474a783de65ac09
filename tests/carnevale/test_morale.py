"""Morale, where the table plays with it (CAMP-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import sim.bots  # noqa: F401  (registers them)
from sim.bots.base import BOTS
from sim.carnevale import morale
from sim.carnevale.aftermath import outcome
from sim.carnevale.events import (
    Escaped,
    Event,
    Fled,
    Killed,
    LeftOut,
    PointsGained,
    PointsLost,
    Rolled,
    RoundBegan,
    RoundEnded,
    Stunned,
    TurnBegan,
    Wavered,
)
from sim.carnevale.morale import FLEE, ROLL, RollOrFlee
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate
from sim.carnevale.odds import roll_odds
from sim.carnevale.options import Options
from sim.carnevale.scenarios.street_fight import StreetFight
from sim.carnevale.state import State
from sim.carnevale.turn import BeginTurn, EndGame, EndRound
from sim.carnevale.will import SpendWill
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import fight, of, only, plain_street
from tests.carnevale.test_agendas import GAME, kill, war

PASS, FAIL, CRITICAL, FUMBLE = [7, 2, 2, 2], [2, 2, 2, 2], [10, 7, 2, 2], [1, 2, 2, 2]


def fought(*lost: Event, morale: bool = True, profiles: dict[str, dict[str, Any]] | None = None) -> State:
    """A Gang War with morale in its first round, in which this has happened."""
    game = war(profiles=profiles)
    game.options = Options(morale=morale)
    for event in lost:
        game.emit(event)
    return game


def unmeasured(_state: State, _query: object) -> Any:
    """Nothing is measured in these tests."""


def begin(game: State, step: Any) -> Session[State]:
    """This step, and what it comes to; every request waits."""
    game.todo = []
    game.then(step)
    return Session(GAME, game, ScriptedDice([]), unmeasured, step=True)


def settle(table: Session[State], dice: Sequence[int] = (), **answers: str) -> list[Event]:
    """Tests are taken with these dice: characters do as they are told here, or roll, without Will Points. All that
    happened until then."""
    left = list(dice)
    while (request := table.request) is not None:
        if isinstance(request, Roll) and request.purpose == "morale":
            faces, left = left[: request.dice], left[request.dice :]
            table.answer(tuple(faces))
        elif isinstance(request, RollOrFlee):
            table.answer(answers.get(request.who, ROLL))
        elif isinstance(request, SpendWill):
            table.answer(0)
        else:
            break
    return list(table.events)


def ended(game: State, dice: Sequence[int] = (), **answers: str) -> State:
    """The game once the round has ended."""
    table = begin(game, EndRound())
    settle(table, dice, **answers)
    return table.state


def ends(game: State, dice: Sequence[int] = (), **answers: str) -> list[Event]:
    """What has happened once the round has ended."""
    return list(ended(game, dice, **answers).log)


def who_rolled(events: Sequence[Event]) -> list[str]:
    """Who rolled for its morale, in order."""
    return [event.who for event in of(events, Rolled) if event.purpose == "morale"]


LEADER = kill("nl", "sl")
THREE = [kill("nl", who) for who in ("sh", "sk", "sm")]


# --- when a gang is tested ------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-04")
def test_a_gang_that_lost_its_leader_in_the_round_is_tested_all_of_it_and_the_other_is_not() -> None:
    events = ends(fought(LEADER), PASS * 3)
    assert who_rolled(events) == ["sh", "sk", "sm"]
    assert only(events, Wavered) == Wavered(seat="south", left=3, began=4, leaders=("sl",))


@pytest.mark.rule("CAMP-04")
def test_a_leader_lost_in_an_earlier_round_is_no_reason_any_more() -> None:
    assert who_rolled(ends(fought(LEADER, RoundBegan(round=2)))) == []


@pytest.mark.rule("CAMP-04")
@pytest.mark.parametrize(("lost", "who"), [(2, []), (3, ["sl"])])
def test_a_gang_of_which_a_quarter_is_left_is_tested(lost: int, who: list[str]) -> None:
    events = ends(fought(*THREE[:lost], RoundBegan(round=2)), PASS)
    assert who_rolled(events) == who


@pytest.mark.rule("CAMP-04")
def test_a_gang_of_which_a_quarter_is_left_is_tested_round_after_round() -> None:
    game = ended(fought(*THREE), PASS)
    game.emit(RoundBegan(round=2))
    assert who_rolled(ends(game, PASS)) == ["sl", "sl"]


@pytest.mark.rule("CAMP-04")
def test_a_gang_of_which_nobody_is_left_is_not_spoken_of() -> None:
    assert of(ends(fought(LEADER, *THREE)), Wavered) == []


@pytest.mark.rule("CAMP-04")
def test_a_test_is_taken_once_whatever_the_reasons() -> None:
    events = ends(fought(LEADER, *THREE[:2]), PASS)
    assert who_rolled(events) == ["sm"]


@pytest.mark.rule("CAMP-04")
def test_whoever_fled_is_lost_and_whoever_left_as_the_scenario_asks_is_not() -> None:
    here = (0.0, 0.0, 0.0)
    away = [Escaped(who=who, where=here) for who in ("sh", "sk", "sm")]
    assert who_rolled(ends(fought(*away))) == []
    fled = [Fled(who=who, where=here) for who in ("sh", "sk", "sm")]
    assert who_rolled(ends(fought(*fled), PASS)) == ["sl"]


@pytest.mark.rule("CAMP-04", "SCEN-14")
def test_whoever_found_no_room_was_never_present() -> None:
    absent = [LeftOut(who=who) for who in ("sk", "sm")]
    assert who_rolled(ends(fought(*absent, THREE[0]))) == []  # one of two
    assert who_rolled(ends(fought(LeftOut(who="sk"), *THREE[:1]))) == []  # two of three


@pytest.mark.rule("CAMP-04")
def test_a_leader_who_fled_is_missed_too() -> None:
    events = ends(fought(Fled(who="sl", where=(0.0, 0.0, 0.0))), PASS * 3)
    assert who_rolled(events) == ["sh", "sk", "sm"]


@pytest.mark.rule("CAMP-04")
def test_without_the_option_nobody_is_ever_tested() -> None:
    events = ends(fought(LEADER, *THREE[:2], morale=False))
    assert (who_rolled(events), of(events, Wavered)) == ([], [])
    assert not Options().morale


@pytest.mark.rule("CAMP-04", "TURN-03")
def test_tests_come_before_the_round_is_over_and_points_are_counted() -> None:
    events = ends(fought(LEADER), FUMBLE + PASS * 2)
    kinds = [type(event) for event in events if isinstance(event, Wavered | Fled | RoundEnded)]
    assert kinds == [Wavered, Fled, RoundEnded]


# --- what comes of a test -------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-04")
def test_a_success_changes_nothing() -> None:
    events = ends(fought(*THREE), PASS)
    assert of(events, Stunned) == of(events, PointsLost) == of(events, PointsGained) == of(events, Fled) == []


@pytest.mark.rule("CAMP-04")
@pytest.mark.parametrize(("wp", "left"), [(2, 1), (0, 0)])
def test_a_fail_stuns_and_costs_a_will_point_where_there_is_one(wp: int, left: int) -> None:
    game = fought(*THREE)
    game.set("sl", wp=wp)
    after = ended(game, FAIL)
    assert (after["sl"].stunned, after["sl"].wp) == (True, left)
    assert len(of(after.log, PointsLost)) == wp - left
    assert after["sl"].on_board


@pytest.mark.rule("CAMP-04", "TURN-05")
@pytest.mark.parametrize(("wp", "after"), [(1, 2), (2, 2)])
def test_a_critical_brings_a_will_point_back_but_none_over_the_starting_number(wp: int, after: int) -> None:
    game = fought(*THREE)
    game.set("sl", wp=wp)
    assert ended(game, CRITICAL)["sl"].wp == after


@pytest.mark.rule("CAMP-04")
def test_a_fumble_flees_out_of_the_game_and_is_no_casualty() -> None:
    game = ended(fought(*THREE), FUMBLE)
    assert only(game.log, Fled).who == "sl"
    assert (game["sl"].alive, game["sl"].on_board) == (True, False)
    assert [each.who for each in of(game.log, Killed)] == ["sh", "sk", "sm"]
    found = outcome(begin(game, EndGame()).state)
    south = next(each for each in found.seats if each.seat == "south")
    assert (south.casualties, south.away, south.standing) == (("sh", "sk", "sm"), ("sl",), ())


@pytest.mark.rule("CAMP-04")
def test_a_character_may_choose_to_flee_and_rolls_nothing() -> None:
    game = fought(LEADER)
    events = ends(game, PASS * 2, sh=FLEE)
    assert only(events, Fled).who == "sh"
    assert who_rolled(events) == ["sk", "sm"]


@pytest.mark.rule("CAMP-04", "DICE-05", "DICE-07", "ACT-09")
def test_it_is_a_basic_roll_of_mind_with_will_points_and_all_modifiers() -> None:
    game = fought(*THREE)
    game.set("sl", stunned=True)
    table = begin(game, EndRound())
    table.answer(ROLL)
    assert isinstance(table.request, SpendWill)
    table.answer(2)
    table.answer((7, 2, 2, 2, 2))
    roll = next(event for event in of(table.events, Rolled) if event.purpose == "morale")
    assert (roll.dice, roll.needed, roll.aces) == (4 - 1 + 2, 7, 1)


@pytest.mark.rule("CAMP-04", "ABIL-Brave", "ABIL-Mindless")
def test_neither_the_brave_nor_the_mindless_are_exempt() -> None:
    game = fought(LEADER, profiles={"sh": {"abilities": ("Brave",)}, "sk": {"abilities": ("Mindless",)}})
    assert who_rolled(ends(game, PASS * 3)) == ["sh", "sk", "sm"]


@pytest.mark.rule("CAMP-04", "SCEN-09")
def test_to_flee_is_not_to_get_away_over_the_far_edge() -> None:
    fleeing, away = war(), war()
    for game, event in ((fleeing, Fled), (away, Escaped)):
        game.set_seat("north", side="attacker")
        game.set_seat("south", side="defender")
        game.emit(event(who="nk", where=(0.0, 0.0, 0.0)))
        list(StreetFight().score(game))
    assert (fleeing.seats["north"].vp, away.seats["north"].vp) == (0, 1)


# --- whoever failed is tested again ---------------------------------------------------------------------------


def failed() -> State:
    """South's Leader, the last of its gang, has failed its test."""
    game = ended(fought(*THREE), FAIL)
    game.emit(RoundBegan(round=2))
    return game


@pytest.mark.rule("CAMP-04")
def test_whoever_failed_is_tested_again_as_its_next_turn_begins_until_it_does_not_fail() -> None:
    table = begin(failed(), BeginTurn("sl"))
    events = settle(table, PASS[:3])  # it is Stunned: a die fewer
    assert who_rolled(events) == ["sl", "sl"]
    assert [type(e) for e in events if isinstance(e, TurnBegan | Rolled)][-2:] == [TurnBegan, Rolled]
    assert who_rolled(settle(begin(table.state, BeginTurn("sl")))) == ["sl", "sl"]


@pytest.mark.rule("CAMP-04")
def test_whoever_fails_again_is_tested_again_in_the_turn_after() -> None:
    table = begin(failed(), BeginTurn("sl"))
    settle(table, FAIL[:3])
    assert who_rolled(settle(begin(table.state, BeginTurn("sl")), PASS[:3])) == ["sl", "sl", "sl"]


@pytest.mark.rule("CAMP-04")
def test_whoever_passed_is_not_tested_again_as_its_turn_begins() -> None:
    game = ended(fought(*THREE), PASS)
    assert who_rolled(settle(begin(game, BeginTurn("sl")))) == ["sl"]


@pytest.mark.rule("CAMP-04")
def test_whoever_flees_as_its_turn_begins_has_no_turn() -> None:
    table = begin(failed(), BeginTurn("sl"))
    events = settle(table, sl=FLEE)
    assert only(events, Fled).who == "sl"
    assert not isinstance(table.request, Choice) or table.request.prompt != "act"


# --- what is asked and told -----------------------------------------------------------------------------------


def asked() -> tuple[State, RollOrFlee]:
    table = begin(fought(LEADER), EndRound())
    assert isinstance(table.request, RollOrFlee)
    return table.state, table.request


@pytest.mark.rule("CAMP-04", "DICE-13")
def test_the_question_tells_the_exact_odds_of_the_roll() -> None:
    game, choice = asked()
    assert choice.odds == roll_odds(4)
    assert choice.detail(game) == (
        "Dice 4: base 4; an Ace on 7+. Success 87%, of that Critical 8%: 1 WP more; Fail 11%: Stunned, 1 WP lost, and "
        "tested again; Fumble 2%: it flees."
    )
    assert choice.label(game, FLEE).hint == "out of the game, but no casualty"
    assert choice.default == ROLL


@pytest.mark.rule("CAMP-04")
@pytest.mark.parametrize("bot", ["novice", "seasoned", "master", "greedy", "straightforward"])
def test_bots_stand_and_roll(bot: str) -> None:
    game, choice = asked()
    assert BOTS.make(bot, 1).choose(game, choice, unmeasured) == ROLL


@pytest.mark.rule("CAMP-04")
def test_what_happens_is_told() -> None:
    game = fought(LEADER)
    events = ends(game, PASS * 2, sh=FLEE)
    told = [narrate(event, names_of(game)) for event in events if isinstance(event, Wavered | Fled)]
    assert told == ["Leader, the Leader, is lost to South: each takes a morale test.", "Hero flees from the fight."]
    few = Wavered(seat="south", left=1, began=4)
    assert narrate(few, names_of(game)) == "Of South 1 of 4 still fight: each takes a morale test."


@pytest.mark.rule("CAMP-04")
def test_the_state_is_kept_and_read_between_tests() -> None:
    table = begin(fought(LEADER), EndRound())
    table.answer(ROLL)
    table.answer(0)
    table.answer(tuple(PASS))
    again = GAME.decode(GAME.encode(table.state))
    assert msgspec.to_builtins(again.todo) == msgspec.to_builtins(table.state.todo)
    assert morale.MoraleTest("sm") in again.todo


@pytest.mark.rule("CAMP-04")
def test_the_setup_of_a_game_switches_it_on() -> None:
    minis = [fighter("a", "north", (6, 6, 0), keywords=("Leader",)), fighter("b", "north", (9, 6, 0))]
    table = fight(plain_street(), *minis, fighter("z", "south", (20, 20, 0)), options={"morale": True})
    assert table.state.options.morale
