"""Bots tell by arithmetic who touches whom: as the board does."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model.queries import DistanceOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance
from sim.bots.contact import breaks_away, touches
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.odds import opposed_odds
from tests.carnevale.tables import fight, mini, plain_street


@pytest.mark.rule("GEO-04")
@pytest.mark.parametrize(("apart", "touch"), [(-0.002, True), (0.003, True), (0.015, False), (0.1, False)])
def test_whoever_stands_a_hair_away_is_not_touched(apart: float, touch: bool) -> None:
    beside = round(6.0 + 30 * MM + apart, 3)
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (beside, 6, 0)))
    assert table.state["a"].profile.size == 30
    measured: Distance = table.measure(table.state, DistanceOf("a", "b"))
    assert measured.base_contact is touch
    assert touches(table.state, "a", "b") is touch
    assert Outlook(table.state, table.measure, weights_of("seasoned")).touch("a", "b") is touch


@pytest.mark.rule("MOVE-12")
def test_the_chance_to_break_away_knows_bases_and_what_stuns() -> None:
    """Big bases were told 59% and got away once in five times."""

    def away(size: int = 30, stunned: bool = False, abilities: tuple[str, ...] = ()) -> float:
        own = mini("a", "north", (6, 6, 0), size=size, dexterity=4, abilities=abilities)
        table = fight(plain_street(), own, mini("b", "south", (7.0, 6, 0), size=30, dexterity=4))
        table.state.set("a", stunned=stunned)
        return breaks_away(table.state, "a", "b")

    assert away() == pytest.approx(opposed_odds(4, 4).succeeds)
    assert away(size=50) == pytest.approx(opposed_odds(4, 5).succeeds)
    assert away(size=25) == pytest.approx(opposed_odds(5, 4).succeeds)
    assert away(stunned=True) == pytest.approx(opposed_odds(3, 4).succeeds)
    assert away(abilities=("Slippery",)) == 1.0


@pytest.mark.rule("MOVE-12")
def test_what_it_costs_to_leave_hangs_on_that_chance() -> None:
    def leaving(**of: Any) -> float:
        own = mini("a", "north", (6, 6, 0), dexterity=4, **of)
        table = fight(plain_street(), own, mini("b", "south", (7.0, 6, 0), dexterity=4))
        return TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a").leaving

    assert leaving(size=50) > 1.1 * leaving()
    assert leaving(abilities=("Slippery",)) == 0.0
