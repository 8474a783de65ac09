"""Where nothing counts without an agenda (SCEN-10), what is held is worth as much as that is likely, and the first
agenda is worth all of it."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.bots.agenda_chances import counts
from sim.bots.agenda_choices import given_up
from sim.bots.agenda_wishes import dropped
from sim.bots.aims import Aims, StrictAims
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.carnevale.stages import board_for, scores, staged
from tests.carnevale.tables import GAME

BY_THE_POOL, FAR_OFF = (11.5, 15.0, 0.0), (30.0, 21.0, 0.0)  # caches
MINIS = (
    ("n1", "north", (6.0, 12.0, 0.0)),
    ("n2", "north", (8.0, 12.0, 0.0)),
    ("n3", "north", (10.2, 15.0, 0.0)),
    ("n4", "north", (30.0, 20.0, 0.0)),
    ("s1", "south", (18.0, 2.0, 0.0)),
)


def last_round(north: tuple[str, ...] = ("B5", "A1"), south: tuple[str, ...] = ("A9", "A1"), round_: int = 5) -> State:
    """Two caches held by the north, four points, and agendas in hand."""
    profiles = {"s1": {"attack": 1, "lp": 3}}
    state = staged("secure-arms", *MINIS, agendas={"north": north, "south": south}, profiles=profiles)
    for n, at in enumerate((BY_THE_POOL, FAR_OFF)):
        state.objectives[f"cache-{n}"] = Objective(f"cache-{n}", 2, at=at)
    state.round = round_
    return state


@pytest.mark.rule("SCEN-06", "SCEN-10")
@pytest.mark.parametrize("bot", ["seasoned", "master"])
def test_a_cache_is_left_for_the_agenda_without_which_nothing_counts(bot: str) -> None:
    """Three in the water make four points of two caches count; the third was by one of these, and stayed there: 0."""
    state = last_round()
    state.then(BeginRound(5))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    play(session, {"north": make(bot, 1), "south": make("random", 2)})
    assert scores(session.state)["north"] >= 3


@pytest.mark.rule("SCEN-06", "SCEN-10", "TURN-06")
@pytest.mark.parametrize("changed", [dropped, given_up])
def test_an_agenda_that_hardly_comes_about_is_changed_sooner_where_much_hangs_on_it(changed: Any) -> None:
    """A gang that held 10 points of caches kept five such agendas to the end, and scored nothing."""
    choice = DropAgenda(seat="north", agendas=("C10", "B9"), planners=("n1",))
    plans = []
    for caches in (True, False):
        state = last_round(north=("C10", "B9"), round_=4)
        if not caches:
            state.objectives.clear()
            state.set_seat("north", scored=("C5",))
        plans.append(changed(state, choice, 0.2))
    assert plans[0] is not None
    assert plans[1] is None


@pytest.mark.rule("SCEN-10")
def test_the_later_it_is_the_less_likely_an_agenda_comes_about() -> None:
    likely = [counts(last_round(round_=round_), "north") for round_ in (1, 3, 5)]
    assert 1.0 > likely[0] > likely[1] > likely[2] > 0.0


@pytest.mark.rule("SCEN-10")
def test_who_has_an_agenda_scores_whatever_it_holds() -> None:
    state = last_round()
    state.set_seat("north", scored=("C5",))
    assert counts(state, "north") == 1.0
    assert counts(last_round((), ()), "north") == 1.0  # a game without them


@pytest.mark.rule("SCEN-06", "SCEN-10")
@pytest.mark.parametrize("kind", [Aims, StrictAims])
def test_in_the_last_round_a_cache_is_worth_what_counts_of_it(kind: type[Aims]) -> None:
    """To its holder without an agenda hardly anything; but it is worth keeping from an enemy who has one."""
    state = last_round()
    state.set_seat("south", scored=("C5",))
    little = 2 * counts(state, "north")
    assert little < 1.5
    assert [aim.vp for aim in kind(state).of("n1")] == pytest.approx([little, little])
    assert [aim.vp for aim in kind(state).of("s1")] == [2.0, 2.0]
    state.set("s1", at=(30.0, 22.5, 0.0))
    assert [aim.vp for aim in kind(state).of("n1")] == pytest.approx([little, 2.0])
    state.round = 4  # the enemy may still come
    assert [aim.vp for aim in kind(state).of("n1")] == [2.0, 2.0]
