"""Greedy gets out of ruins and canals, and spends no action on a run that leads nowhere."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from sim.board.board import Board
from sim.board.model.queries import EVERYWHERE, CoverOf, Mover, PathTo, ProspectOf, Query, SightOf
from sim.board.model.terrain import Kind
from sim.bots import evaluation, make
from sim.bots.greedy import least_way_in, way_in
from sim.bots.run_evaluation import RunCandidates
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Run
from sim.carnevale.legality import END
from sim.carnevale.scenarios.deployment import Place
from sim.carnevale.state import State
from sim.engine.requests import Choice
from tests.carnevale.tables import Table, canal, fight, house, mini, plain_street, street, take_turn

VALET = {"size": 30, "move": 5, "dexterity": 4}
HOUND = {"size": 30, "move": 8, "dexterity": 5}


@cache
def san_canciano() -> Board:
    return Board.load("san-canciano")


def play(table: Table, rounds: int, seat: str = "south") -> None:
    """So many rounds in which greedy plays one seat, and the other does nothing."""
    bot = make("greedy", 1)
    while isinstance(table.request, Choice) and table.state.round <= rounds:
        choice = table.request
        if choice.seat == seat:
            table.answer(bot.choose(table.game.view(table.state, seat), choice, table.measure))
        else:
            table.answer(END if END in choice.options else choice.default)


def chosen(table: Table, who: str) -> Any:
    take_turn(table, who)
    assert isinstance(table.request, Choice)
    return make("greedy", 1).choose(table.state, table.request, table.measure)


@pytest.mark.rule("TERR-02")
@pytest.mark.parametrize("who", ["valet", "hound", "both"])
def test_who_stands_in_a_ruin_leaves_it(who: str) -> None:
    minis = {
        "valet": mini("valet", "south", (18.875, 3.875, 0.446), **VALET),
        "hound": mini("hound", "south", (17.75, 3.375, 0.307), **HOUND),
    }
    own = list(minis.values()) if who == "both" else [minis[who]]
    table = fight(san_canciano(), *own, mini("foe", "north", (16.875, 23.625, 0.0)), dice=[8, 7, 9] * 200)
    play(table, 3)
    for id in minis if who == "both" else [who]:
        assert table.state[id].here[1] > 6.0  # its walls end at 5"


@pytest.mark.rule("TERR-02")
def test_who_stands_on_rubble_tries_the_roll() -> None:
    rubble = house((4, 4), (9, 20), 0.4, "rubble", kind=Kind.DIFFICULT)
    table = fight(
        street(rubble), mini("a", "south", (6, 12, 0.4)), mini("foe", "north", (20, 12, 0)), dice=[8, 7, 9] * 20
    )
    answer = chosen(table, "a")
    assert isinstance(answer, Run)
    assert answer.to is not None
    assert answer.to[0] > 9.0


@pytest.mark.rule("WATER-04")
def test_who_cannot_fight_while_it_swims_comes_ashore() -> None:
    table = fight(
        canal(), mini("a", "south", (14.9, 12, -0.75)), mini("foe", "north", (16.8, 12.3, 0)), dice=[5, 6, 4] * 80
    )
    play(table, 1)
    assert table.state["a"].here[2] == pytest.approx(0.0)


@pytest.mark.rule("MOVE-10")
@pytest.mark.parametrize("walled", [False, True])
def test_only_a_run_that_ends_in_contact_is_worth_an_attack(walled: bool) -> None:
    wall = house((8.0, 2), (8.1, 22), 6.0, "wall", climbable=False)
    table = fight(
        street(*[wall] * walled),
        mini("a", "south", (6, 12, 0)),
        mini("foe", "north", (8.75, 12, 0), lp=1),  # a hair from the wall
    )
    take_turn(table, "a")
    worths = [value for value, _ in RunCandidates(table.state, table.measure, "a", Random(1))]
    assert (max(worths) > 0.2) is not walled


@pytest.mark.rule("MOVE-10")
def test_a_charge_goes_round_what_stands_in_the_straight_way() -> None:
    post = house((8.5, 11.8), (8.9, 12.2), 6.0, "post", climbable=False)  # beside the enemy
    table = fight(street(post), mini("a", "south", (6, 12, 0)), mini("foe", "north", (9.6, 12, 0), lp=1))
    answer = chosen(table, "a")
    assert isinstance(answer, Run)
    assert answer.to is not None
    path = table.measure(table.state, PathTo(Mover("a", 5.0, enemies=("foe",)), answer.to))
    assert [contact.id for contact in path.contacts] == ["foe"]


@pytest.mark.rule("ACT-02")
def test_who_is_on_guard_still_goes_where_it_is_wanted() -> None:
    table = fight(plain_street(), mini("a", "south", (3, 12, 0)), mini("foe", "north", (21, 12, 0)))
    table.state.set("a", guarding=True)
    assert isinstance(chosen(table, "a"), Run)


@pytest.mark.rule("ACT-02")
def test_guard_is_kept_for_the_last_point() -> None:
    table = fight(plain_street(), mini("a", "south", (3, 12, 0), move=1), mini("foe", "north", (12, 12, 0)))
    assert isinstance(chosen(table, "a"), Run)


GUN = {"weapons": ({"name": "gun", "range": 24, "evasion": 0, "penetration": 0, "damage": 1},)}
LOW_WALL = house((11.0, 10), (11.3, 14), 1.2, "wall")


def shooter() -> Table:
    """Who shoots far, and an enemy behind a wall."""
    table = fight(
        street(LOW_WALL), mini("a", "south", (6, 12, 0), ap=2, **GUN), mini("foe", "north", (11.9, 12, 0), lp=3)
    )
    take_turn(table, "a")
    return table


@pytest.mark.rule("GEO-10")
@pytest.mark.parametrize("at", [(6.0, 12.0, 0.0), (11.9, 6.0, 0.0), (6.0, 2.0, 0.0)])
def test_no_cover_makes_an_attack_worth_more_than_it_is_at_most(at: tuple[float, float, float]) -> None:
    table = shooter()
    table.state.set("a", at=at)
    action, how = Combat("foe", "gun"), How()
    worth = evaluation.attack(table.state, table.measure, "a", action, how)
    at_most = evaluation.at_most(table.state, table.measure, "a", action, how)
    assert 0.0 < worth <= at_most


def test_what_no_attack_can_make_worth_more_is_not_measured() -> None:
    table = shooter()
    asked: list[Query] = []

    def measure(state: State, query: Any) -> Any:
        asked.append(query)
        return table.measure(state, query)

    told = RunCandidates(table.state, measure, "a", Random(1))
    best = max(value for value, _ in told)
    assert any(isinstance(query, SightOf | CoverOf) for query in asked)
    asked.clear()
    others = RunCandidates(table.state, measure, "a", Random(1))
    others.best = 10.0
    assert not list(others)
    assert not any(isinstance(query, SightOf | CoverOf) for query in asked)
    others = RunCandidates(table.state, measure, "a", Random(1))
    others.best = best - 1e-6
    assert [value for value, _ in others] == [best]


def test_no_way_in_is_shorter_than_the_least() -> None:
    table = fight(san_canciano(), mini("a", "south", (18, 30, 0)), mini("foe", "north", (18, 4, 0)))
    for x, y in ((18.0, 30.0), (3.0, 33.0), (33.5, 12.0), (18.0, 20.0), (9.0, 5.0)):
        place = Place("a", (x, y, 0.0))
        assert least_way_in(table.state, place) <= way_in(table.state, table.measure, place)


def test_ways_are_asked_for_to_the_nearest_enemy_alone() -> None:
    table = fight(
        plain_street(),
        mini("a", "south", (4, 12, 0)),
        mini("near", "north", (8, 12, 0)),
        mini("far", "north", (22, 12, 0)),
    )
    take_turn(table, "a")
    aimed, far = [], []

    def measure(state: State, query: Any) -> Any:
        if isinstance(query, PathTo):
            aimed.append(query.to)
        if isinstance(query, ProspectOf) and query.told == EVERYWHERE:
            far.append(len(query.goals))
        return table.measure(state, query)

    assert isinstance(table.request, Choice)
    answer = make("straightforward", 1).choose(table.state, table.request, measure)
    assert answer == Run(to=(8, 12, 0))
    assert set(aimed) == {(8, 12, 0)}
    assert far == [1]  # walk, to whoever is the nearest
