"""The master climbs to caches that lie on roofs."""

from __future__ import annotations

import pytest

from sim.bots import make
from sim.bots.aims import StrictAims
from sim.bots.climbs_to_aims import ClimbToAim, climb_to_aim
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.ways_up import climbs
from sim.bots.weights import weights_of
from sim.carnevale.characters import Point
from sim.carnevale.events import Rolled
from sim.carnevale.legality import WhichAction
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound, BeginTurn
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME

ROOF, STREET = (14.0, 12.0, 8.0), (11.3, 8.0, 0.0)


def below(cache: Point, **profile: int) -> State:
    """One in the street by a house of 8", and a cache."""
    able = {"move": 5, "dexterity": 9, "wp": 1, "ap": 3} | profile
    who = ("n1", "north", (11.0, 12.0, 0.0)), ("s1", "south", (30.0, 2.0, 0.0))
    state = staged("secure-arms", *who, profiles={"n1": able})
    state.objectives["cache-0"] = Objective("cache-0", 2, at=cache)
    return state


@pytest.mark.rule("MOVE-03", "SCEN-06")
@pytest.mark.parametrize(("bot", "climbs"), [("master", True), ("seasoned", False)])
def test_a_cache_on_a_roof_is_climbed_to(bot: str, climbs: bool) -> None:
    reasons: list[str] = []
    state = below(ROOF)
    state.then(BeginRound(4))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    bots = {"north": make(bot, 1), "south": make("random", 2)}
    play(session, bots, until=lambda: session.state.round > 4, told=lambda _, why: reasons.append(why))
    assert (session.state["n1"].here[2] == pytest.approx(8.0, abs=0.05)) == climbs
    assert ("N1 climbs to what scores." in reasons) == climbs


def climb_of(state: State) -> ClimbToAim | None:
    """At the beginning of its turn."""
    state.then(BeginTurn("n1"))
    session = Session(GAME, state, SeededDice(1), Referee(board_for("secure-arms")))
    choice = session.request
    assert isinstance(choice, WhichAction)
    outlook = Outlook(session.state, session.measure, weights_of("master"), aims=StrictAims)
    outlook.strikes.now = "n1"
    return climb_to_aim(choice, session.measure, TurnPlans(outlook, "n1"), session.state["n1"].ap)


@pytest.mark.rule("MOVE-03", "MOVE-04")
def test_the_better_climber_is_likelier_to_get_there() -> None:
    """Eight inches take two actions: two rolls."""
    able, clumsy = climb_of(below(ROOF)), climb_of(below(ROOF, dexterity=2, wp=0))
    assert able is not None
    assert clumsy is not None
    assert able.chance > 0.98
    assert clumsy.chance == pytest.approx(0.64**2)
    assert able.worth > clumsy.worth
    assert able.run.path[-1][2] > 3.0  # on to the wall


@pytest.mark.rule("MOVE-04")
@pytest.mark.parametrize(("move", "x", "rolls"), [(9, 11.0, 2), (5, 11.0, 2), (5, 9.0, 3), (4, 11.0, 3)])
def test_the_chance_of_a_climb_is_that_of_all_the_rolls_it_takes(move: int, x: float, rolls: int) -> None:
    """As many as are rolled where the bot climbs there: of two climbs over three actions, told as likely, both fell."""
    state = below(ROOF, dexterity=9, wp=0, move=move)
    state.set("n1", at=(x, 12.0, 0.0))
    climb, one = climb_of(state.copy()), climbs(state, "n1")
    assert climb is not None
    assert climb.chance == pytest.approx(one**rolls)
    state.then(BeginRound(4))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    play(session, {"north": make("master", 1), "south": make("random", 2)}, until=lambda: session.state.round > 4)
    assert sum(isinstance(event, Rolled) and event.purpose == "climb" for event in session.state.log) == rolls


def test_nobody_climbs_where_no_climb_is_wanted() -> None:
    assert climb_of(below(STREET)) is None
    assert climb_of(below(ROOF, move=2)) is None  # too high for three actions
