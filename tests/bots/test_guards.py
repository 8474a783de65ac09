"""Those who plan know that whoever is on guard strikes first."""

from __future__ import annotations

import pytest

from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import Guard, Hide
from tests.carnevale.tables import fight, mini, plain_street, take_turn


def charge_of(bot: str, guarding: bool) -> float:
    """What it is worth to charge somebody who is on guard, or not."""
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (8, 6, 0)))
    table.state.set("b", guarding=guarding)
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of(bot)), "a").ranked(2)
    return next(plan.worth for plan in plans if plan.attacks)


@pytest.mark.rule("ACT-02", "MOVE-10")
@pytest.mark.parametrize("bot", ["seasoned", "master"])
def test_a_charge_at_a_guard_is_worth_less_by_the_blow_that_it_strikes(bot: str) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (8, 6, 0)))
    outlook = Outlook(table.state, table.measure, weights_of(bot))
    blow = outlook.strikes.blow("b", "a")
    assert blow is not None
    assert charge_of(bot, True) == pytest.approx(charge_of(bot, False) - outlook.harm([blow], "a"), abs=0.02)


@pytest.mark.rule("ACT-02")
def test_only_those_within_its_reach_are_in_its_way() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (8, 6, 0)))
    table.state.set("b", guarding=True)
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("master")), "a")
    far = plans.straight[0] > 2.0
    assert far.any()
    assert not plans.guarded[far].any()
    assert plans.guarded[plans.left[0] <= 0.0].all()


@pytest.mark.rule("ACT-02")
@pytest.mark.parametrize(("used", "guards"), [((), True), (("weapon:Musket",), False)])
def test_whoever_has_a_loaded_gun_watches_whoever_may_come_in_sight(used: tuple[str, ...], guards: bool) -> None:
    """A guard shoots, too: its worth was that of a blow alone, so that whoever had nobody near went on no guard."""
    gun = {"weapons": ({"name": "Musket", "range": 20, "damage": 3, "abilities": ["Reload (1)"]},)}
    meek = mini("b", "south", (22, 6, 0), attack=1, ap=1, move=2)
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), ap=1, **gun), meek)
    take_turn(table, "a")
    table.state.set("a", used=used)
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    outlook.strikes.now = "a"
    worth = {type(plan.first): plan.worth for plan in TurnPlans(outlook, "a").ranked(1)}
    assert (worth[Guard] > worth[Hide] + 0.05) == guards
