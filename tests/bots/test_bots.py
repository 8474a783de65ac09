"""Bots play whole games by the rules, and greedy knows what is good for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.bots import UnknownBot, command_evaluation, evaluation, make
from sim.bots.duel import one_game, setup_of
from sim.bots.greedy import GreedyBot
from sim.carnevale.actions import Combat, Order, UseAbility
from sim.carnevale.characters import Command
from sim.carnevale.events import Deployed
from sim.carnevale.game import Carnevale
from sim.carnevale.magic.casting import Cast
from sim.carnevale.referee import Referee
from sim.carnevale.setup import Setup, WrongSetup
from sim.engine.bots import BadBot, let_answer
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale.tables import fight, mini, plain_street, take_turn

SEATS = {"north": "random", "south": "random"}


@cache
def san_canciano() -> Board:
    return Board.load("san-canciano")


def small_war(seed: int) -> Setup:
    """Gang War with the first four of each gang: short enough to play often."""
    setup = setup_of(san_canciano(), "san-canciano", "gang-war", tuple(SEATS), (), seed)
    gangs = tuple(msgspec.structs.replace(gang, members=gang.members[:4]) for gang in setup.gangs)
    return msgspec.structs.replace(setup, gangs=gangs)


def test_a_random_game_ends_and_comes_out_the_same_again() -> None:
    first, session = one_game(san_canciano(), small_war(3), SEATS, "san-canciano")
    again, clone = one_game(san_canciano(), small_war(3), SEATS, "san-canciano")
    assert session.over
    assert (first.score, first.events, first.dice) == (again.score, again.events, again.dice)
    assert session.events == clone.events


@pytest.mark.rule("SCEN-02", "GEO-12")
def test_who_is_set_up_is_told_what_it_stands_on() -> None:
    _, session = one_game(san_canciano(), small_war(3), SEATS, "san-canciano")
    set_up = [event for event in session.events if isinstance(event, Deployed)]
    assert set_up
    for event in set_up:
        assert event.ground is not None
        assert event.ground.whole
        assert event.ground.at == pytest.approx(event.at, abs=0.01)


def test_an_illegal_answer_is_an_error_of_the_bot() -> None:
    class Cheat:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            return "checkmate"

    setup = small_war(1)
    state = Carnevale().begin(msgspec.to_builtins(setup))
    session = Session(Carnevale(), state, SeededDice(1), Referee(san_canciano()))
    with pytest.raises(BadBot, match=r"Cheat \(north\) answered 'checkmate' to 'gondola'"):
        play(session, {"north": Cheat(), "south": Cheat()})


def test_greedy_strikes_the_enemy_that_it_would_kill() -> None:
    table = fight(
        plain_street(),
        mini("a", "north", (6, 6, 0)),
        mini("b", "south", (7.1, 6, 0), lp=10),
        mini("c", "south", (4.9, 6, 0), lp=1),
        dice=[5] * 40,
    )
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    answer = make("greedy", 1).choose(table.state, table.request, table.measure)
    assert isinstance(answer, Combat)
    assert answer.target == "c"


def test_greedy_closes_with_an_enemy_out_of_reach() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 4, 0)), mini("b", "south", (20, 4, 0)))
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    before = evaluation.nearest(table.state, "a")
    table.answer(make("greedy", 1).choose(table.state, table.request, table.measure))
    after = evaluation.nearest(table.state, "a")
    assert before is not None
    assert after is not None
    assert after[1] < before[1] - 2


def chosen(table: Any) -> Any:
    """What greedy does in the turn of "a"."""
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    return make("greedy", 1).choose(table.state, table.request, table.measure)


def test_greedy_casts_what_costs_an_enemy_its_life() -> None:
    knows = {"abilities": ("Mage (2)",), "spells": ("Boiling Veins", "Blood Drain"), "mind": 7, "wp": 4}
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), **knows), mini("b", "south", (11, 6, 0), lp=4))
    answer = chosen(table)
    assert isinstance(answer, Cast)
    assert (answer.spell, answer.target) == ("Boiling Veins", "b")


def test_greedy_heals_a_friend_who_bleeds_and_no_other() -> None:
    knows = {"abilities": ("Mage (3)",), "spells": ("Healing",), "mind": 7, "wp": 4}
    for lost, wanted in ((0, False), (8, True)):
        friend = mini("c", "north", (6, 9, 0), lp=12)
        table = fight(plain_street(), mini("a", "north", (6, 6, 0), **knows), friend, mini("b", "south", (20, 6, 0)))
        table.state.set("c", lp=12 - lost)
        answer = chosen(table)
        assert (isinstance(answer, Cast) and answer.target == "c") is wanted


def test_greedy_orders_whoever_can_charge_to_do_more() -> None:
    for far, wanted in ((6.0, True), (16.0, False)):
        captain = mini("c", "north", (4, 9, 0), cp=2)
        table = fight(plain_street(), mini("a", "north", (4, 6, 0), ap=2), captain, mini("b", "south", (4 + far, 6, 0)))
        assert isinstance(chosen(table), Order) is wanted


def test_greedy_uses_a_command_ability_where_it_helps_two_who_fight() -> None:
    rally = Command("Rally", "aura", stat="attack", change=1)
    for far, wanted in ((6.0, True), (16.0, False)):
        a = mini("a", "north", (4, 6, 0), cp=2, commands=(rally,))
        table = fight(plain_street(), a, mini("c", "north", (4, 9, 0)), mini("b", "south", (4 + far, 7, 0)))
        assert (chosen(table) == UseAbility("Rally")) is wanted


@pytest.mark.parametrize(("beside", "done", "wanted"), [(7.1, False, True), (9.0, False, False), (7.1, True, False)])
def test_who_slips_away_must_be_held_and_have_its_turn_to_come(beside: float, done: bool, wanted: bool) -> None:
    slip = Command("Slip", "aura", grants=("Slippery",))
    a, b = mini("a", "north", (6, 6, 0), cp=2, commands=(slip,)), mini("b", "south", (beside, 6, 0))
    table = fight(plain_street(), a, b, mini("c", "north", (6, 9, 0)), mini("d", "south", (beside, 9, 0)))
    table.state.set("c", had_turn=done)
    assert (command_evaluation.ability(table.state, "a", UseAbility("Slip")) > 0.0) is wanted


def test_what_a_kill_is_worth_grows_with_its_chance() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (7.1, 6, 0), lp=4))
    assert evaluation.life(table.state, "north", "b", (0.5, 0.5)) < evaluation.life(
        table.state, "a", "b", (0.5, 0, 0, 0, 0.5)
    )
    assert evaluation.life(table.state, "north", "b", (1.0,)) == 0


def test_unknown_bots_and_scenarios_are_named() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'clever'; there are: greedy, master, novice, random"):
        make("clever", 1)
    with pytest.raises(WrongSetup, match="there is no scenario 'peace'"):
        setup_of(san_canciano(), "san-canciano", "peace", tuple(SEATS), (), 1)
    with pytest.raises(WrongSetup, match="1 gang for 2 seats"):
        setup_of(san_canciano(), "san-canciano", "gang-war", tuple(SEATS), ("guild",), 1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere.py:Clever", r"nowhere\.py: there is no such file"),
        ("sim.bots.nowhere:Clever", r"sim\.bots\.nowhere, of a bot, cannot be imported"),
        ("sim.bots.greedy:Clever", r"sim\.bots\.greedy has no bot 'Clever'"),
        ("sim.bots.greedy:Choice", r"sim\.bots\.greedy has no bot 'Choice'"),
    ],
)
def test_a_bot_that_is_not_where_it_is_said_to_be_is_an_error_of_one_line(name: str, why: str) -> None:
    with pytest.raises(UnknownBot, match=why):
        make(name, 1)


def test_a_bot_may_be_named_by_its_module_and_class() -> None:
    assert isinstance(make("sim.bots.greedy:GreedyBot", 1), GreedyBot)


def test_a_bot_of_a_file_that_fails_is_told_with_its_line(tmp_path: Path) -> None:
    text = """
        class Mine:
            def __init__(self, seed):
                pass

            def choose(self, *asked):
                return 1 / 0
    """
    (tmp_path / "mine.py").write_text(dedent(text).lstrip(), encoding="utf-8")
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (7.1, 6, 0)))
    with pytest.raises(BadBot, match=r"division by zero \(line 6 of .*mine\.py\)"):
        let_answer(table, make(f"{tmp_path / 'mine.py'}:Mine", 1), "Mine")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def choose(self, *asked): raise GeneratorExit", "fails at 'turn': GeneratorExit"),
        ("reason = property(lambda self: 1 / 0)", "cannot tell why it did that: ZeroDivisionError"),
    ],
)
def test_a_bot_of_a_file_may_fail_in_any_way(tmp_path: Path, body: str, told: str) -> None:
    text = f"from sim.bots.greedy import GreedyBot\n\nclass Mine(GreedyBot):\n    {body}\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (7.1, 6, 0)))
    with pytest.raises(BadBot, match=told):
        let_answer(table, make(f"{tmp_path / 'mine.py'}:Mine", 1), "Mine")


@pytest.mark.parametrize("forced", ["view['b'], 'lp', 1", "choice, 'waiting', ()"])
def test_a_bot_that_changes_the_game_is_named(tmp_path: Path, forced: str) -> None:
    text = f"""
        from msgspec.structs import force_setattr
        from sim.bots.random_bot import RandomCarnevaleBot

        class Forger(RandomCarnevaleBot):
            def choose(self, view, choice, measure):
                answer = super().choose(view, choice, measure)
                force_setattr({forced})
                return answer
    """
    (tmp_path / "forger.py").write_text(dedent(text).lstrip(), encoding="utf-8")
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (7.1, 6, 0)))
    with pytest.raises(BadBot, match=r"Forger \(north\) changed the game itself at 'turn'"):
        let_answer(table, make(f"{tmp_path / 'forger.py'}:Forger", 1), "Forger")


def test_what_a_bot_prints_is_not_in_what_a_command_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
        from sim.bots.random_bot import RandomCarnevaleBot

        print("read")

        class Talker(RandomCarnevaleBot):
            def __init__(self, seed):
                print("made")
                super().__init__(seed)

            def choose(self, *asked):
                print("asked")
                return super().choose(*asked)
    """
    (tmp_path / "talker.py").write_text(dedent(text).lstrip(), encoding="utf-8")
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (7.1, 6, 0)))
    let_answer(table, make(f"{tmp_path / 'talker.py'}:Talker", 1), "Talker")
    assert capsys.readouterr() == ("", "read\nmade\nasked\n")
