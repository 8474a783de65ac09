"""Bots tell by arithmetic who touches whom: as the board does."""

from __future__ import annotations

import pytest

from sim.board.model.queries import DistanceOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance
from sim.bots.contact import touches
from sim.bots.danger import Outlook
from sim.bots.weights import weights_of
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
