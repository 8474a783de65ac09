"""The master spends Will Points and re-rolls where agendas ask only that they be spent."""

from __future__ import annotations

import pytest

from sim.bots.agenda_choices import prospect
from sim.bots.agenda_spending import able_to_run_out, dice_again, reroll_wish, will_wish
from sim.bots.agenda_wishes import AgendaWishes
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.events import Jumped, PointsSpent, Rerolled
from sim.carnevale.rerolls import RerollDice
from tests.bots.rounds import FAR, SPREAD, a_round, came_about
from tests.carnevale.stages import staged

ABLE = {id: {"wp": 2} for id, *_ in SPREAD}


@pytest.mark.rule("AGENDA-B1", "DICE-05", "JUMP-08")
def test_six_will_points_go_into_jumps_where_nobody_fights() -> None:
    state = a_round(SPREAD, "B1")
    assert came_about(state, "B1")
    assert sum(isinstance(event, Jumped) for event in state.log) >= 3
    assert not came_about(a_round(SPREAD, "B1", "seasoned"), "B1")


@pytest.mark.rule("AGENDA-A10")
def test_near_the_end_three_spend_their_last_will_point() -> None:
    assert came_about(a_round(SPREAD, "A10", round_=4), "A10")
    assert not came_about(a_round(SPREAD, "A10", round_=2), "A10")  # it serves better in a fight


@pytest.mark.rule("AGENDA-C7", "DICE-06")
def test_an_acrobat_jumps_to_throw_six_dice_again() -> None:
    state = a_round(SPREAD, "C7", abilities=("Acrobatic (3)",))
    assert came_about(state, "C7")
    again = [event for event in state.log if isinstance(event, Rerolled) and event.seat == "north"]
    assert sum(len(event.dice) for event in again) >= 6


@pytest.mark.rule("AGENDA-B1")
def test_will_is_wished_for_only_where_six_can_still_be_spent_in_the_round() -> None:
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": ("B1",)}, profiles=ABLE)
    state.set("n1", ap=2)
    assert will_wish(AgendaWishes(state, "north"), "n1") == pytest.approx(1 / 6)
    state.emit(PointsSpent(who="n2", what="wp", points=2, on="jump"))
    assert will_wish(AgendaWishes(state, "north"), "n1") == pytest.approx(1 / 4)
    state.set("n3", had_turn=True)
    assert will_wish(AgendaWishes(state, "north"), "n1") == 0.0
    assert prospect(state, "north", "B1") == 0.0


@pytest.mark.rule("AGENDA-A10")
def test_only_what_was_spent_since_it_was_drawn_counts() -> None:
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": ("A10",)}, profiles=ABLE)
    state.emit(PointsSpent(who="n2", what="wp", points=2, on="jump"))
    assert able_to_run_out(state, "north")[0] == 1
    assert prospect(state, "north", "A10") > 0.5
    state.emit(AgendaDrawn(seat="north", agenda="A10", faces=(1, 10)))
    assert able_to_run_out(state, "north")[0] == 0
    assert prospect(state, "north", "A10") == 0.0  # n2 has none to spend any more


@pytest.mark.rule("AGENDA-C7", "DICE-06")
def test_aces_of_a_jump_are_thrown_again_last_and_those_of_a_fight_never() -> None:
    state = staged("gang-war", *SPREAD, *FAR, agendas={"north": ("C7",)})
    roll = {"seat": "north", "who": "n1", "against": None, "needed": 7, "own": True, "defends": False}
    dice = {"faces": (5, 9, 2, 8), "aces": (1, 3), "among": (1, 2, 3), "most": 2, "free": 2}
    jump = RerollDice(purpose="jump", **roll, **dice)  # type: ignore[arg-type]
    fight = RerollDice(purpose="combat", **roll, **dice)  # type: ignore[arg-type]
    wishes = AgendaWishes(state, "north")
    assert dice_again(wishes, jump) == (2, 1)
    assert dice_again(wishes, fight) is None
    assert dice_again(AgendaWishes(state, "south"), jump) is None
    assert reroll_wish(wishes, "n1") == 0.0  # it re-rolls nothing
