"""What the table does of itself while gangs are set up: the last zone is taken, the rest of a gang is placed."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

import pytest

from sim.app.table import rest_of_gang
from sim.app.table.controller import TableController
from sim.app.table.model import TableModel
from sim.bots.proposals import proposals
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import Place, SetUpMini, WhichZone
from sim.carnevale.scenarios.gondolas import WhereMoored
from sim.engine.dice import SeededDice
from sim.engine.session import Session
from tests.app.table_games import ready
from tests.app.test_enemys_turn import told_in
from tests.app.test_table_window import until
from tests.carnevale.stages import board_for, setup
from tests.carnevale.tables import GAME, fight, house, mini, street

SCENARIO = "gang-war"
GANGS = {seat: tuple(f"{seat[0]}{n}" for n in range(6)) for seat in ("north", "south")}


def table() -> TableController:
    """Two people have moored their gondolas, and one of them is asked for a zone."""
    board = board_for(SCENARIO)
    session = Session(GAME, GAME.begin(setup(SCENARIO, GANGS)), SeededDice(3), Referee(board))
    at = ready(TableController(TableModel(board, session, {})))
    while isinstance(choice := at.choice, WhereMoored):
        at.give(next(proposals(session.state, choice, session.measure, Random(1))))
        ready(at)
    return at


def first_gang_stands() -> TableController:
    at = table()
    assert isinstance(at.choice, WhichZone)
    at.give(at.choice.free[0])
    ready(at)
    at.deploy_remaining()
    return ready(at)


def places(at: TableController, seat: str) -> list[tuple[float, float, float]]:
    return [c.here for c in at.model.session.state.on_board() if c.seat == seat]


@pytest.mark.rule("SCEN-02")
def test_the_last_zone_is_taken_without_a_question_and_is_no_choice_to_take_back() -> None:
    at = first_gang_stands()
    assert isinstance(at.choice, SetUpMini)
    seats, second = at.model.session.state.seats, at.choice.seat
    assert seats[second].zone is not None
    assert len({seat.zone for seat in seats.values()}) == len(GANGS)
    assert at.model.session.undoable(second) is None


@pytest.mark.rule("SCEN-02")
def test_the_rest_of_a_gang_stands_apart_and_the_same_each_time() -> None:
    once, again = first_gang_stands(), first_gang_stands()
    seat = next(seat for seat in GANGS if places(once, seat))
    stand = places(once, seat)
    assert len(stand) == len(GANGS[seat])
    assert min(dist(a, b) for i, a in enumerate(stand) for b in stand[:i]) > 2.5
    assert places(again, seat) == stand


def test_whoever_waits_for_the_rest_to_be_placed_is_told_so(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said that so it happens, for as long as places were measured."""
    window.play(table().model)
    at = window.table
    until(window, lambda: at.menu is not None)
    at.give(at.choice.free[0])
    until(window, lambda: at.menu is not None and isinstance(at.choice, SetUpMini))
    assert "Top looks straight down" in at.menu.detail, "houses hide the streets"
    with monkeypatch.context() as held:
        held.setattr(at.worker, "poll", lambda: None)
        at.deploy_remaining()
        told = told_in(window, monkeypatch)
    assert "The rest is set up" in told
    assert "So it happens" not in told
    until(window, lambda: at.menu is not None)
    assert "The rest is set up" not in told_in(window, monkeypatch)


def test_nobody_is_set_up_in_the_only_way_out_of_a_friend(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of a gang stood in the lane that its leader had to come through."""
    walls = [(9, 9, 10, 15), (10, 14, 15, 15), (14, 9, 15, 14), (10, 9, 11.2, 10), (12.8, 9, 14, 10)]
    court = street(*(house((a, b), (c, d), 8.0, f"wall-{a}-{b}", climbable=False) for a, b, c, d in walls))
    minis = [("a", "north", (12, 12.5, 0)), ("b", "north", (20, 20, 0)), ("s", "south", (1, 1, 0))]
    game = fight(court, *(mini(id, seat, at) for id, seat, at in minis))
    view, aside = game.state.copy(), Place("b", (4.0, 20.0, 0.0))
    view.set("b", at=None)
    offered = [Place("b", (12.0, 9.5, 0.0)), aside]
    monkeypatch.setattr(rest_of_gang, "proposals", lambda *_: iter(offered))
    choice: Any = None
    assert rest_of_gang.next_place(view, choice, game.measure, Random(1)) == aside
    offered.remove(aside)
    assert rest_of_gang.next_place(view, choice, game.measure, Random(1)) == offered[0], "there is no other"
