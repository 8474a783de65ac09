"""The master jumps for its agendas, and keeps for double what will come about again."""

from __future__ import annotations

import pytest

from sim.bots import make
from sim.bots.agenda_choices import given_up, scored_or_kept
from sim.bots.agenda_jumps import jump_wish, will_for_jump
from sim.bots.agenda_wishes import AgendaWishes
from sim.bots.base import BOTS
from sim.bots.master import MasterBot
from sim.carnevale.agendas.check import KEEP, SCORE, ScoreOrKeep
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.events import Fell, Jumped, LostLife
from sim.carnevale.referee import Referee
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.session import Session
from sim.engine.table import GameTable
from tests.bots.rounds import FAR, SPREAD, a_round, came_about
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME

WILLING = {id: {"wp": 2} for id, *_ in SPREAD}
BY_THE_POOL = (("n1", "north", (4.2, 15.0, 0.0)), ("n2", "north", (7.0, 12.2, 0.0)), ("n3", "north", (9.8, 15.0, 0.0)))


@pytest.mark.rule("AGENDA-C8", "JUMP-01")
def test_it_jumps_where_it_goes_for_four_long_jumps_in_a_round() -> None:
    reasons: list[str] = []
    state = a_round(SPREAD, "C8", told=lambda _, why: reasons.append(why))
    assert "N2 chose Jump for an agenda." in reasons
    assert came_about(state, "C8")
    assert not any(isinstance(event, Fell) for event in state.log)
    assert not came_about(a_round(SPREAD, "C8", "seasoned"), "C8")


@pytest.mark.rule("SCEN-10")
def test_its_opponent_is_not_told_what_it_does_for_an_agenda() -> None:
    """Else it would hear which one that is long before it may know."""
    able = {id: {"dexterity": 7, "wp": 2, "lp": 8} for id, *_ in SPREAD}
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": ("C8",)}, profiles=able)
    state.then(BeginRound(1))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("gang-war")))
    table = GameTable(session, {"north": "master"}, BOTS)
    helper = make("random", 2)
    while session.state.round < 2:
        table.show_all()
        if table.bot_turn:
            assert table.think()
        else:
            assert table.choice is not None
            assert table.answer(helper.choose(session.state, table.choice, session.measure))
    assert any(isinstance(event, Jumped) for event in session.events)
    told = table.reasons(0, len(session.events))
    assert told
    assert not any("agenda" in why or "VP" in why for why in told)


@pytest.mark.rule("AGENDA-D1", "JUMP-08")
def test_it_pays_for_three_controlled_landings_in_a_round() -> None:
    state = a_round(SPREAD, "D1")
    assert came_about(state, "D1")
    assert sum(isinstance(event, Jumped) and event.controlled for event in state.log) == 3


@pytest.mark.rule("AGENDA-D3", "JUMP-06")
def test_it_jumps_into_water_for_three_falls_into_it() -> None:
    state = a_round(BY_THE_POOL, "D3")
    assert came_about(state, "D3")
    assert not any(isinstance(event, LostLife) for event in state.log)


@pytest.mark.rule("AGENDA-B6")
def test_three_long_jumps_in_a_turn_are_wished_for_only_by_whoever_has_points_for_them() -> None:
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": ("B6",)})
    state.set("n1", ap=3)
    state.set("n2", ap=2)
    wishes = AgendaWishes(state, "north")
    assert jump_wish(wishes, "n1").long > 0.0
    assert jump_wish(wishes, "n2").long == 0.0


@pytest.mark.parametrize(("agenda", "points"), [("C8", 1), ("D1", 0), ("C5", None)])
def test_will_goes_to_jumps_that_must_lead_far(agenda: str, points: int | None) -> None:
    able = {id: {"wp": 2, "dexterity": 6} for id, *_ in SPREAD}
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": (agenda,)}, profiles=able)
    state.set("n1", ap=2)
    assert will_for_jump(state, "north", "n1") == points


@pytest.mark.rule("TURN-06")
@pytest.mark.parametrize(
    ("agendas", "round_", "given"),
    [
        (("C8", "D1"), 1, None),
        (("A1", "C5"), 4, "A1"),
        (("A1", "C5"), 5, "A1"),
        (("C1", "C5"), 5, None),
        (("A2", "D4"), 1, "A2"),
        (("C9", "C10"), 1, "C10"),
    ],
)
def test_it_gives_up_till_the_end_what_takes_too_long(agendas: tuple[str, ...], round_: int, given: str | None) -> None:
    """A Gang War has five rounds; what can come about within one is as good in the last."""
    state = staged("gang-war", *SPREAD, *FAR, profiles=WILLING)
    state.round = round_
    plan = given_up(state, DropAgenda(seat="north", agendas=agendas, planners=("n1",)), 0.07)
    assert (plan.agenda if plan is not None else None) == given


@pytest.mark.rule("SCEN-10")
@pytest.mark.parametrize(
    ("scenario", "agenda", "round_", "answer"),
    [
        ("gang-war", "C5", 4, KEEP),
        ("gang-war", "C5", 5, SCORE),
        ("gang-war", "D5", 4, SCORE),
        ("gang-war", "D1", 2, KEEP),
        ("acquisition", "D1", 2, SCORE),
        ("acquisition", "C5", 2, KEEP),
        ("gang-war", "A1", 1, SCORE),
        ("gang-war", "C8", 3, KEEP),
        ("gang-war", "B1", 4, KEEP),
        ("gang-war", "C4", 4, SCORE),
        ("acquisition", "D3", 2, KEEP),
    ],
)
def test_what_will_come_about_again_is_kept_for_double(scenario: str, agenda: str, round_: int, answer: str) -> None:
    """A Gang War has five rounds; where agendas are drawn anew, less is kept."""
    state = staged(scenario, *SPREAD, ("s1", "south", (20.0, 20.0, 0.0)), profiles=WILLING)
    state.round = round_
    choice = ScoreOrKeep(seat="north", agenda=agenda, title="", vp=1)
    assert scored_or_kept(state, choice) == answer
    assert MasterBot(1).choose(state, choice, Referee(board_for(scenario))) == answer


@pytest.mark.rule("SCEN-10", "AGENDA-D1")
def test_nothing_is_kept_for_double_that_the_points_left_do_not_allow() -> None:
    spent = {id: {"wp": 0} for id, *_ in SPREAD}
    for profiles, answer in ((WILLING, KEEP), (spent, SCORE)):
        state = staged("gang-war", *SPREAD, *FAR, profiles=profiles)
        state.round = 2
        assert scored_or_kept(state, ScoreOrKeep(seat="north", agenda="D1", title="", vp=1)) == answer
