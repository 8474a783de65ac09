"""The master knows by the letter of the rules who holds what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sim.bots import make
from sim.bots.aims import Aims, StrictAims
from sim.carnevale.characters import Point
from sim.carnevale.objective import Objective
from sim.carnevale.objectives.scoring import holder
from sim.carnevale.rulings import Referee
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.requests import measured
from sim.engine.session import Session
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME

FAR = (("s1", "south", (18.0, 2.0, 0.0)),)


def caches(*at: Point, minis: Mapping[str, Point], profiles: Mapping[str, Mapping[str, Any]] | None = None) -> State:
    """Secure Arms with caches in these places."""
    stood = [(id, "north", place) for id, place in minis.items()]
    state = staged("secure-arms", *stood, *FAR, profiles=profiles or {})
    for n, place in enumerate(at):
        state.objectives[f"cache-{n}"] = Objective(f"cache-{n}", 2, at=place)
    return state


@pytest.mark.rule("SCEN-03")
def test_three_inches_count_from_edge_to_edge() -> None:
    state = caches((18.0, 26.0, 0.0), minis={"n1": (18.0, 29.9, 0.0)})
    referee = Referee(board_for("secure-arms"))
    held = measured(holder(state, state.objectives["cache-0"]), state, referee)
    assert held is not None
    assert held.seat == "north"
    assert StrictAims(state).alone("n1") == 2
    assert Aims(state).alone("n1") == 0
    state.set("n1", at=(18.0, 30.3, 0.0))
    assert measured(holder(state, state.objectives["cache-0"]), state, referee) is None
    assert StrictAims(state).alone("n1") == 0


@pytest.mark.rule("SCEN-03", "ABIL-Mindless")
def test_the_mindless_hold_nothing_and_keep_no_friend_away() -> None:
    mindless = {"n1": {"abilities": ("Mindless",)}}
    state = caches((18.0, 26.0, 0.0), minis={"n1": (18.0, 28.0, 0.0), "n2": (24.0, 26.0, 0.0)}, profiles=mindless)
    aims = StrictAims(state)
    assert not aims.free("n1")
    assert [aim.at for aim in aims.free("n2")] == [(18.0, 26.0, 0.0)]
    assert not Aims(state).free("n2")


@pytest.mark.rule("SCEN-06", "ABIL-Mindless")
@pytest.mark.parametrize(("bot", "held"), [("master", True), ("seasoned", False)])
def test_somebody_who_counts_goes_where_a_mindless_friend_stands(bot: str, held: bool) -> None:
    mindless = {"n1": {"abilities": ("Mindless",)}}
    state = caches((12.0, 27.0, 0.0), minis={"n1": (12.0, 28.0, 0.0), "n2": (17.0, 34.0, 0.0)}, profiles=mindless)
    state.then(BeginRound(4))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    play(session, {"north": make(bot, 1), "south": make("random", 2)}, until=lambda: session.state.round > 4)
    found = measured(holder(session.state, session.state.objectives["cache-0"]), session.state, session.measure)
    assert (found is not None) == held
