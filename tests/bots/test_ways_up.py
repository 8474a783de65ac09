"""Whoever is too far from a cache on a roof to climb there goes to the wall where the climb begins."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.bots.aims import StrictAims
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.ways_up import WaysUp
from sim.bots.weights import weights_of
from sim.carnevale.characters import Point
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.scenario import Aim
from sim.carnevale.state import State
from tests.carnevale.stages import board_for, staged

ROOF = (14.0, 12.0, 8.0)  # of a house of 8"


def far_below(cache: Point, friend: Point = (34.0, 34.0, 0.0)) -> State:
    able = {"move": 4, "dexterity": 9, "wp": 1, "ap": 2}
    minis = ("n1", "north", (2.0, 20.0, 0.0)), ("n2", "north", friend), ("s1", "south", (30.0, 2.0, 0.0))
    state = staged("secure-arms", *minis, profiles={"n1": able})
    state.objectives["cache-0"] = Objective("cache-0", 2, at=cache)
    return state


def plans_of(state: State, ways_up: WaysUp | None) -> TurnPlans:
    measure = Referee(board_for("secure-arms"))
    outlook = Outlook(state, measure, weights_of("master"), aims=StrictAims, ways_up=ways_up)
    outlook.strikes.now = "n1"
    return TurnPlans(outlook, "n1")


def plans_from(state: State, seat: str = "north") -> TurnPlans:
    return plans_of(state, WaysUp(seat, state))


@pytest.mark.rule("MOVE-03", "SCEN-06")
def test_it_goes_to_the_wall_of_a_roof_that_is_too_far_to_be_climbed() -> None:
    plans = plans_from(far_below(ROOF))
    assert len(plans.feet) == 1
    foot = plans.feet[0]
    assert foot.at[2] == pytest.approx(0.0, abs=0.1)
    assert 1.8 < foot.vp < 2.0  # less what may go wrong
    to = plans.ranked(2)[0].to
    assert to is not None
    assert Aim(to, 0.0, 0.0) != foot
    assert abs(to[0] - foot.at[0]) + abs(to[1] - foot.at[1]) < abs(2.0 - foot.at[0]) + abs(20.0 - foot.at[1]) - 4.0


def test_nobody_else_goes_there() -> None:
    foot = plans_from(far_below(ROOF)).feet[0]
    assert not plans_from(far_below(ROOF, friend=foot.at)).feet
    assert not plans_from(far_below(ROOF), "south").feet
    assert not plans_of(far_below(ROOF), None).feet
    assert not plans_from(far_below((14.0, 22.0, 0.0))).feet


def test_what_was_asked_before_changes_nothing() -> None:
    """As the game goes on from place to place, and its Will Points go: who resumes it asks with nothing known."""
    known, found = dict[Any, Any](), []
    for at, wp in (
        ((2.0, 20.0, 0.0), 1),
        ((26.0, 8.0, 0.0), 1),
        ((26.0, 8.0, 0.0), 0),
        ((20.0, 5.0, 0.0), 0),
        ((14.0, 24.0, 0.0), 1),
    ):
        state = far_below(ROOF)
        state.set("n1", at=at, wp=wp)
        found.append(plans_of(state, WaysUp("north", state, known)).feet)
        assert found[-1] == plans_of(state, WaysUp("north", state)).feet
    assert len(set(found)) > 2


def test_what_is_imagined_changes_nothing() -> None:
    """A foot is told from where a mini stands now, also when a place is looked at where it would go."""
    now = far_below(ROOF)
    known = WaysUp("north", now)
    there = now.copy()
    there.set("n1", at=(26.0, 8.0, 0.0))
    imagined = plans_of(there, known).feet
    assert plans_of(now, known).feet == plans_of(now, WaysUp("north", now)).feet == imagined


@pytest.mark.rule("TERR-01", "SCEN-06")
def test_nobody_goes_to_a_wall_where_there_is_no_room_to_stand() -> None:
    """From a canal of San Canciano, the way up to a cache leads over a quay that is too narrow for a large base."""
    able = {"size": 60, "move": 4, "dexterity": 3, "ap": 3, "abilities": ["Water Creature"]}
    minis = ("n1", "north", (10.125, 14.125, -0.75)), ("s1", "south", (30.0, 2.0, 0.0))
    state = staged("secure-arms", *minis, profiles={"n1": able})
    state.objectives["cache-0"] = Objective("cache-0", 2, at=(8.259, 12.277, 7.85))
    aims = StrictAims(state).free("n1")
    assert len(aims) == 1
    assert WaysUp("north", state).feet(state, Referee(Board.load("san-canciano")), "n1", aims) == ()
