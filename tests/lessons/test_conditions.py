"""What conditions of lessons ask of the rules."""

from __future__ import annotations

import pytest

from sim.lessons.conditions import Condition, LeapTo, Situation, holds
from tests.carnevale.tables import fight, house, mini, street


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
@pytest.mark.parametrize(("abilities", "arrives"), [((), False), (("Ethereal",), True)])
def test_a_lesson_tells_where_a_jump_of_an_ethereal_leads(abilities: tuple[str, ...], arrives: bool) -> None:
    walls = house((7, 4), (7.3, 9.75), 5, "one"), house((7, 10.25), (7.3, 16), 5, "other")
    table = fight(street(*walls), mini("a", "north", (5, 10, 0), abilities=abilities), mini("b", "south", (20, 20, 0)))
    there = LeapTo("a", (9, 10, 0), 4, (9, 10, 0), 0.5)
    assert holds(Condition(lands=there), Situation(table.state, table.measure)) is arrives
