"""A mage steps through its own Gateway where the rest of its turn is worth more there."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.carnevale.legality import WhichAction
from sim.carnevale.magic.casting import Cast
from sim.engine.requests import Choice
from tests.carnevale.tables import Table, fight, house, mini, street, take_turn

MAGE = {"abilities": ("Mage (2)",), "spells": ("Gateway",), "wp": 5, "mind": 7, "dexterity": 1}
ROOF = 8.0


def before_a_house(deep: float) -> Table:
    """A mage who hardly climbs, before a house across the board so deep, and the one enemy that there is behind it."""
    wall = house((0, 10), (24, 10 + deep), ROOF, climbable=False)
    minis = mini("a", "north", (12, 8, 0), **MAGE), mini("b", "south", (12, 10 + deep + 3, 0), attack=1, lp=2)
    table = fight(street(wall), *minis, dice=[9, 9, 9, 9, 9, 2, 2] * 20)
    take_turn(table, "a")
    return table


@pytest.mark.rule("SPELL-Gateway")
def test_it_steps_through_a_house() -> None:
    table = before_a_house(2.0)
    bot: Any = make("seasoned", 1)
    answers = list[object]()
    while isinstance(table.request, Choice) and table.state["a"].ap:
        answers.append(bot.choose(table.state, table.request, table.measure))
        table.answer(answers[-1])
    assert Cast("Gateway", "a") in answers
    assert table.state["a"].here[1] > 12.0


@pytest.mark.rule("SPELL-Gateway")
def test_it_casts_none_that_leads_nowhere() -> None:
    table = before_a_house(9.0)
    assert isinstance(table.request, WhichAction)
    bot: Any = make("seasoned", 1)
    assert not isinstance(bot.choose(table.state, table.request, table.measure), Cast)
