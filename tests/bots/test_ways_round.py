"""Who is close by, but not to be reached straight, is charged by the way that there is."""

from __future__ import annotations

from math import dist

import pytest

from sim.board.model.queries import PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.plan_reasons import Charges
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import Run
from sim.carnevale.legality import WhichAction
from tests.carnevale.tables import fight, house, mini, street, take_turn

WALL = house((8, 2), (9, 9), 6.0, climbable=False)


@pytest.mark.rule("MOVE-10")
def test_the_first_of_two_runs_to_an_enemy_leads_along_the_way_there() -> None:
    """Places of a lattice lay beside the enemy as it seemed, and a large base swam to and fro among them: it did not
    fit in between."""
    able = {"move": 6, "ap": 2}
    table = fight(street(WALL), mini("a", "north", (6, 6, 0), **able), mini("b", "south", (11, 6, 0)), dice=[5] * 60)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a", most=2)
    plans.left[0][:] = 0.0  # as if every place were at its side
    plan = TurnPlan(1.0, Run(to=(11, 6, 0)), Charges("b", 1, 0.5), True, beside="b")
    assert isinstance(table.request, WhichAction)
    step = next(
        each
        for each in first_steps(plans, plan, 2)
        if isinstance(each, Run) and table.request.region.refusal(table.state, table.measure, each) is None
    )
    assert step.to is not None
    assert dist(step.to, (6, 6, 0)) > 3.0
    there = table.state.copy()
    there.set("a", at=step.to)
    path: Path = table.measure(there, PathTo(candidate_places.runner(there, "a", table.measure), (11, 6, 0)))
    assert path.refusal is None
    assert [contact.id for contact in path.contacts] == ["b"]
