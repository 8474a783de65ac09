"""Bots jump through terrain for their agendas where the rules let them."""

from __future__ import annotations

from math import cos, pi, sin

import msgspec
import pytest

from sim.bots.agenda_jumps import agenda_jump
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.legality import WhichAction
from tests.carnevale.tables import fight, house, mini, street, take_turn


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02", "AGENDA-B6")
@pytest.mark.parametrize(("abilities", "jumps"), [((), False), (("Ethereal",), True)])
def test_an_ethereal_jumps_four_inches_between_posts(abilities: tuple[str, ...], jumps: bool) -> None:
    """Within a ring of posts no jump is so long; out of it one sees between them, where no base fits in."""
    ring = [(11.5 + 2.95 * cos(k * pi / 12), 11.5 + 2.95 * sin(k * pi / 12)) for k in range(24)]
    posts = [house((x - 0.1, y - 0.1), (x + 0.1, y + 0.1), 8, f"{k}") for k, (x, y) in enumerate(ring)]
    a = mini("a", "north", (11.5, 11.5, 0), abilities=abilities, dexterity=7)
    table = fight(street(*posts), a, mini("b", "south", (22, 22, 0)))
    seat = table.state.seats["north"]
    table.state.seats["north"] = msgspec.structs.replace(seat, agendas=("B6",))
    take_turn(table, "a")
    assert isinstance(table.request, WhichAction)
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("master")), "a")
    plans.wishes.vp = 1.0  # a free fight scores nothing
    found = agenda_jump(table.request, table.measure, plans, 3)
    assert (found is not None) is jumps
