"""Bots plan an Ethereal's ways through a house that is too deep for one run."""

from __future__ import annotations

import pytest

from sim.bots import make
from sim.bots.contact import touches
from sim.bots.danger import Outlook
from sim.bots.stops_inside import stops_inside
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from tests.bots.test_seasoned import whole_turn
from tests.carnevale.tables import Table, fight, house, mini, street, take_turn


def haunted(ap: int = 3, deep: float = 5.5, abilities: tuple[str, ...] = ("Ethereal",)) -> Table:
    """An ethereal before a row of houses across the board, a weak enemy behind it."""
    a = mini("a", "north", (12, 7.4, 0), abilities=abilities, ap=ap, attack=6)
    b = mini("b", "south", (12, 8 + deep + 0.7, 0), lp=2, protection=1, attack=1)
    return fight(street(house((0, 8), (24, 8 + deep), 16.0)), a, b, dice=[9] * 80)


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize("bot", ["seasoned", "master"])
@pytest.mark.parametrize(("ap", "there"), [(3, True), (1, False)])
def test_it_charges_through_a_house_that_takes_two_runs(bot: str, ap: int, there: bool) -> None:
    table = haunted(ap)
    whole_turn(table, "a", make(bot, 1))
    assert (not table.state["b"].on_board or touches(table.state, "a", "b")) is there


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize(
    ("points", "deep", "abilities", "stops"),
    [
        (2, 5.5, ("Ethereal",), True),
        (2, 10.5, ("Ethereal",), False),  # too deep for two runs
        (3, 10.5, ("Ethereal",), True),
        (1, 5.5, ("Ethereal",), False),
        (2, 5.5, (), False),
    ],
)
def test_it_stops_inside_only_where_the_runs_after_lead_out(
    points: int, deep: float, abilities: tuple[str, ...], stops: bool
) -> None:
    table = haunted(3, deep, abilities)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    goal = table.state["b"].here
    found = list(stops_inside(plans, goal, points, 1.2))
    assert bool(found) is stops
    for _x, y, _z in found:
        assert 8 < y < 8 + deep
        assert goal[1] - 1.2 - y <= 5 * (points - 1)
