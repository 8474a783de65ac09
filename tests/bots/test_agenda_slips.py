"""The master breaks away for an agenda that asks for it."""

from __future__ import annotations

import pytest

from sim.bots.agenda_slips import slip_wish
from sim.bots.agenda_wishes import AgendaWishes
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.events import Disengaged
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from tests.carnevale.stages import board_for, staged

SLIPPED = Disengaged(who="n1", against="s1", outcome="success")


def beside(agenda: str = "B10") -> State:
    minis = ("n1", "north", (18.0, 18.0, 0.0)), ("s1", "south", (18.0, 19.1, 0.0))
    return staged("gang-war", *minis, agendas={"north": (agenda,)})


@pytest.mark.rule("AGENDA-B10", "MOVE-12")
def test_the_second_time_is_worth_twice_the_first() -> None:
    state = beside()
    assert slip_wish(AgendaWishes(state, "north"), "n1", 0.45) == pytest.approx(0.45)
    state.emit(SLIPPED)
    assert slip_wish(AgendaWishes(state, "north"), "n1", 0.45) == pytest.approx(0.9)
    assert slip_wish(AgendaWishes(beside("A1"), "north"), "n1", 0.45) == 0.0
    assert slip_wish(AgendaWishes(state, "north"), "n1", 0.0) == 0.0


@pytest.mark.rule("AGENDA-B10")
def test_in_the_last_round_there_must_be_actions_for_both() -> None:
    state = beside()
    state.round = 5
    state.set("n1", ap=2)
    assert slip_wish(AgendaWishes(state, "north"), "n1", 0.45) == 0.0
    state.set("n1", ap=3)
    assert slip_wish(AgendaWishes(state, "north"), "n1", 0.45) > 0.0


@pytest.mark.rule("AGENDA-B10", "MOVE-12")
@pytest.mark.parametrize(("bot", "less"), [("master", True), ("seasoned", False)])
def test_it_costs_less_to_break_away_with_such_an_agenda(bot: str, less: bool) -> None:
    measure = Referee(board_for("gang-war"))
    with_it, without = (
        TurnPlans(Outlook(beside(agenda), measure, weights_of(bot)), "n1").leaving for agenda in ("B10", "A1")
    )
    assert (with_it < without - 0.1) == less
