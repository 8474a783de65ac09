"""The start of a round: PLAN and initiative (TURN-02, 06)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.events import DiceThrown, GameEnded, InitiativeTaken, Killed, PointsSpent, Rolled, Scored
from sim.carnevale.narration import narrate
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound, EndGame, EndRound
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


ALONE = {"board": "none", "gangs": [{"seat": "n", "members": [{"id": "a", "at": (0, 0, 0), "profile": {"name": "A"}}]}]}


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
def test_captains_are_offered_with_the_most_command_points_first() -> None:
    north = [captain("a", "north", 1), captain("c", "north", 3), captain("d", "north", 0), captain("e", "north", 2)]
    session = round_two([7] * 9, *north, captain("b", "south", 1))
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.options, session.request.default) == ("north", ("c", "e", "a"), "c")


@pytest.mark.rule("TURN-02")
@pytest.mark.parametrize(
    ("cps", "dice", "begins"),
    [
        ((1, 1, 1), [7, 2, 7, 2, 7], "west"),  # only those that tie roll again
        ((1, 1, 1), [2, 2, 2, 2, 7, 2], "south"),
        ((0, 1, 0), [], "south"),
        ((2, 0, 2), [7, 7, 7, 2], "north"),
        ((0, 0, 0), [3, 3, 9], "west"),
        ((0, 0, 0), [3, 3, 2, 8, 9], "south"),
    ],
)
def test_who_begins_among_three(cps: tuple[int, ...], dice: list[int], begins: str) -> None:
    seats = ("north", "south", "west")
    session = round_two(dice, *(captain(seat[0], seat, cp) for seat, cp in zip(seats, cps, strict=True)))
    at = seats.index(begins)
    assert first(session) == (*seats[at:], *seats[:at])
    assert session.state.thrown == len(dice)


@pytest.mark.rule("TURN-02", "TURN-05")
@pytest.mark.parametrize(("gone", "begins"), [("n", "south"), ("s", "north"), ("ns", "north")])
def test_whoever_has_nobody_left_does_not_roll(gone: str, begins: str) -> None:
    game = round_two([], captain("n", "north", 0), captain("s", "south", 0), captain("w", "north", 1)).state
    game = GAME.begin(game.setup)
    game.todo = []
    for who in (*gone, "w"):
        game.emit(Killed(who=who, by=None, why="fall", where=(0, 0, 0)))
    game.then(BeginRound(2))
    session: Session[State] = Session(GAME, game, ScriptedDice([]), lambda _state, _query: None)
    assert first(session)[0] == begins


@pytest.mark.rule("TURN-01", "TURN-03")
@pytest.mark.parametrize(
    ("scenario", "number", "alive", "over"),
    [("free", 5, True, False), ("free", 5, False, True), ("gang-war", 4, True, False), ("gang-war", 5, True, True)],
)
def test_the_last_round_is_the_scenarios_or_that_after_which_nobody_is_left(
    scenario: str, number: int, alive: bool, over: bool
) -> None:
    game = GAME.begin(ALONE)
    game.todo, game.round, game.scenario = [], number, scenario
    if not alive:
        game.emit(Killed(who="a", by=None, why="fall", where=(0, 0, 0)))
    game.then(EndRound())
    session: Session[State] = Session(GAME, game, ScriptedDice([]), lambda _state, _query: None)
    assert session.state.over is over
    assert session.state.round == (number if over else number + 1)
    ended = [(e.winners, e.scores) for e in session.events if isinstance(e, GameEnded)]
    assert ended == ([(("n",), {"n": 0 if scenario == "free" else 1})] if over else [])


@pytest.mark.rule("TURN-03")
@pytest.mark.parametrize(
    ("points", "winners"), [((3, 1), ("north",)), ((1, 2), ("south",)), ((2, 2), ("north", "south"))]
)
def test_the_most_victory_points_win(points: tuple[int, int], winners: tuple[str, ...]) -> None:
    game = round_two([7, 2], captain("a", "north", 1), captain("b", "south", 1)).state
    game.todo = []
    for seat, vp in zip(("north", "south"), points, strict=True):
        game.emit(Scored(seat=seat, vp=vp, why="test"))
    game.then(EndGame())
    session: Session[State] = Session(GAME, game, ScriptedDice([]), lambda _state, _query: None)
    (ended,) = (e for e in session.events if isinstance(e, GameEnded))
    assert (ended.winners, ended.scores) == (winners, dict(zip(("north", "south"), points, strict=True)))
    assert (session.state.over, session.state.winners) == (True, winners)


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
def test_without_command_points_the_roll_is_lost_and_why_is_told() -> None:
    session = round_two([], captain("a", "north", 0), captain("b", "south", 1))
    assert first(session) == ("south", "north")
    told = [narrate(event, str) for event in session.events]
    assert "The initiative goes to south, as nobody else has Command Points left to roll for it." in told


@pytest.mark.rule("TURN-02")
@pytest.mark.parametrize("cps", [(0, 0), (1, 1)])
def test_who_rolled_for_the_initiative_is_told_by_the_rolls(cps: tuple[int, int]) -> None:
    session = round_two([7, 3], *(captain(id, seat, cp) for (id, seat), cp in zip(("an", "bs"), cps, strict=True)))
    assert [narrate(e, str) for e in session.events if isinstance(e, InitiativeTaken)] == ["The initiative goes to n."]


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
