"""Whoever flies gets through the air to where others do not get, and lands there."""

from __future__ import annotations

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import ProspectOf
from sim.bots import candidate_places, make
from sim.bots.danger import Outlook
from sim.bots.flights import flight, flights_of
from sim.bots.threats import danger
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.events import Fell, Moved
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.bots.test_seasoned import whole_turn
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME, Table, canal, fight, house, mini, of, street, take_turn

pytestmark = pytest.mark.rule("ABIL-Flight")

WEAK = {"lp": 1, "protection": 0, "ap": 1}


def walled(height: float) -> Board:
    """A house right across the street, from x = 10 to x = 13, that nobody climbs."""
    return street(house((10, 0), (13, 24), height, climbable=False))


def hunt(board: Board, *, flies: bool, ap: int = 2, foe: float = 16.0) -> Table:
    """One on this side, an easy prey on the other."""
    able = {"abilities": ("Flight",)} if flies else {}
    hunter = mini("a", "north", (8, 12, 0), move=6, ap=ap, attack=9, dexterity=1, **able)
    return fight(board, hunter, mini("b", "south", (foe, 12, 0), **WEAK), dice=[9] * 90)


def plans_of(table: Table, who: str = "a") -> TurnPlans:
    take_turn(table, who)
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    outlook.strikes.now = who
    return TurnPlans(outlook, who)


@pytest.mark.parametrize("flies", [True, False])
@pytest.mark.parametrize(("board", "foe"), [(walled(2.5), 16.0), (canal(), 20.0)], ids=["house", "canal"])
def test_it_charges_whom_a_walker_does_not_reach(board: Board, foe: float, flies: bool) -> None:
    table = hunt(board, flies=flies, foe=foe)
    whole_turn(table, "a")
    assert table.state["b"].alive != flies
    assert any(moved.how == "fly" for moved in of(table.events, Moved)) == flies


def test_over_a_house_it_flies_on_from_mid_air() -> None:
    table = hunt(walled(2.5), flies=True)
    whole_turn(table, "a")
    first, *_, last = [moved for moved in of(table.events, Moved) if moved.how == "fly"]
    assert first.on_wall
    assert not last.on_wall


@pytest.mark.parametrize("ap", [1, 2, 3])
def test_it_ends_no_turn_in_mid_air(ap: int) -> None:
    table = hunt(walled(9.0), flies=True, ap=ap)
    whole_turn(table, "a")
    assert not table.state["a"].on_wall
    assert not of(table.events, Fell)


def test_from_mid_air_it_comes_down() -> None:
    table = hunt(street(), flies=True, foe=22.0)
    table.state.set("a", at=(8.0, 12.0, 4.0), on_wall=True)
    plan = plans_of(table).ranked(1)[0]
    assert plan.to is not None
    assert plan.to[2] == pytest.approx(0.0, abs=0.05)


def test_it_lands_on_a_roof_where_something_scores() -> None:
    able = {"move": 6, "ap": 3, "abilities": ("Flight",)}
    who = ("n1", "north", (11.0, 12.0, 0.0)), ("s1", "south", (30.0, 2.0, 0.0))
    state = staged("secure-arms", *who, profiles={"n1": able})
    state.objectives["cache-0"] = Objective("cache-0", 2, at=(14.0, 12.0, 8.0))
    state.then(BeginRound(4))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    bots = {"north": make("seasoned", 1), "south": make("random", 2)}
    play(session, bots, until=lambda: session.state.round > 4)
    assert session.state["n1"].here[2] == pytest.approx(8.0, abs=0.05)
    assert not [moved for moved in of(session.events, Moved) if moved.how == "climb"]


def test_ways_through_the_air_are_about_as_long_as_the_board_measures_them() -> None:
    table = hunt(walled(2.5), flies=True)
    take_turn(table, "a")
    mover = flight(candidate_places.runner(table.state, "a", table.measure))
    exact = table.measure(table.state, ProspectOf(mover))
    found = flights_of(table.state, "a", table.measure, mover, 6.0)
    apart = np.linalg.norm(exact.at[:, None] - found.at[None], axis=2)
    row = apart.argmin(axis=0)
    same = (apart.min(axis=0) < 0.01) & (found.cost < 5.8)
    assert same.sum() > 60
    assert np.abs(exact.cost[row[same]] - found.cost[same]).max() < 1.0
    assert (found.at[same, 2] > 2.0).any()


@pytest.mark.parametrize(("abilities", "comes"), [(("Flight",), True), ((), False)])
def test_danger_comes_straight_from_whoever_flies(abilities: tuple[str, ...], comes: bool) -> None:
    foe = mini("b", "south", (14.5, 12, 0), attack=9, ap=2, abilities=abilities)
    table = fight(walled(4.0), mini("a", "north", (8, 12, 0)), foe)
    assert bool(danger(table.state, table.measure, "a")) == comes
    take_turn(table, "a")
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    plans = TurnPlans(outlook, "a")
    here = plans.dangers[0, 0]
    assert (here > 0.1) == comes


def test_who_does_not_fly_runs() -> None:
    plans = plans_of(hunt(street(), flies=False, foe=12.0))
    assert not plans.flies
    assert not plans.run((9.0, 9.0, 0.0)).fly
    assert plans_of(hunt(street(), flies=True, foe=12.0)).run((9.0, 9.0, 0.0)).fly
