"""The seasoned bot casts what is of plain use: by what Life Points are worth to its plans, friends counted too."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.bots.danger import Outlook
from sim.bots.planned_spells import spell_worth
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import Combat
from sim.carnevale.disciplines.runes import WhatMadnessDoes
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import SpellTargets
from sim.engine.requests import Choice
from tests.carnevale.tables import Table, fight, mini, plain_street, take_turn

AXE = ({"name": "Axe", "damage": 4},)


def mage(*spells: str, level: int = 1, **more: Any) -> dict[str, Any]:
    """Who has one action, and is no fighter."""
    able = {"abilities": (f"Mage ({level})",), "spells": spells, "wp": 5, "mind": 7, "ap": 1, "attack": 1, "move": 2}
    return able | more


def chosen(table: Table) -> Any:
    take_turn(table, "a")
    return asked(table)


def asked(table: Table) -> Any:
    assert isinstance(table.request, Choice)
    return make("seasoned", 1).choose(table.state, table.request, table.measure)


def worth(table: Table, cast: Cast) -> float:
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    return spell_worth(TurnPlans(outlook, "a"), cast, 0)[0]


@pytest.mark.rule("SPELL-Madness")
@pytest.mark.parametrize(("beside", "casts"), [((8.9, 6, 0), True), ((20, 6, 0), False)])
def test_madness_has_an_enemy_strike_its_friend(beside: tuple[float, float, float], casts: bool) -> None:
    """It is not cast on one who can hurt nobody."""
    strong = mini("b", "south", (7.8, 6, 0), attack=9, weapons=AXE, move=1)
    minis = mini("a", "north", (6, 6, 0), **mage("Madness")), strong, mini("c", "south", beside, lp=4, protection=1)
    table = fight(plain_street(), *minis, dice=[9] * 10 + [2] * 60)
    answer = chosen(table)
    assert (answer == Cast("Madness", "b")) == casts
    if casts:
        table.answer(answer)
        while not isinstance(table.request, WhatMadnessDoes):
            assert isinstance(table.request, Choice)
            table.answer(table.request.default)
        assert asked(table) == Combat("c", "Axe")


@pytest.mark.rule("SPELL-Fiery-Rhetoric")
@pytest.mark.parametrize(("spent", "casts"), [(1, True), (0, False)])
def test_rhetoric_gives_back_a_command_point_that_was_spent(spent: int, casts: bool) -> None:
    minis = mini("a", "north", (6, 6, 0), **mage("Fiery Rhetoric")), mini("c", "north", (7.2, 6, 0), cp=2)
    table = fight(plain_street(), *minis, mini("b", "south", (22, 22, 0)), dice=[5] * 60)
    table.state.set("c", cp=2 - spent)
    assert (chosen(table) == Cast("Fiery Rhetoric", "c")) == casts


@pytest.mark.rule("SPELL-Renewed-Vigour")
def test_vigour_is_for_those_who_are_stunned() -> None:
    minis = mini("a", "north", (6, 6, 0), **mage("Renewed Vigour")), mini("c", "north", (9, 6, 0))
    table = fight(plain_street(), *minis, mini("b", "south", (22, 22, 0)), dice=[5] * 60)
    assert worth(table, Cast("Renewed Vigour")) == 0.0
    table.state.set("c", stunned=1)
    assert chosen(table) == Cast("Renewed Vigour")


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
@pytest.mark.parametrize(("foe", "casts"), [((11, 6, 0), True), ((20, 6, 0), False)])
def test_claws_tear_enemies_not_friends(foe: tuple[float, float, float], casts: bool) -> None:
    """With no enemy near they would tear a friend."""
    minis = mini("a", "north", (6, 6, 0), **mage("Mother Hydra's Claws")), mini("c", "north", (6, 9, 0))
    table = fight(plain_street(), *minis, mini("b", "south", foe, lp=3), dice=[5] * 60)
    assert (chosen(table) == Cast("Mother Hydra's Claws")) == casts


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
def test_whom_claws_tear_is_who_is_worth_most() -> None:
    foes = mini("b", "south", (8, 8, 0), lp=12), mini("d", "south", (8, 4, 0), lp=2, cost=30)
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), *foes)
    choice = SpellTargets(seat="north", who="a", spell="Mother Hydra's Claws", among=("b", "d"), most=1, least=1)
    assert make("seasoned", 1).choose(table.state, choice, table.measure) == ("d",)


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
def test_breath_is_held_where_friends_stand_in_it() -> None:
    foe = mini("b", "south", (11, 6, 0), lp=4)
    for friends, casts in (
        ((), True),
        ((mini("c", "north", (9, 6, 0), lp=4), mini("d", "north", (12.5, 6, 0))), False),
    ):
        breath = mini("a", "north", (6, 6, 0), **mage("Kraken's Breath", level=2))
        table = fight(plain_street(), breath, foe, *friends, dice=[5] * 60)
        assert (chosen(table) == Cast("Kraken's Breath", "b")) == casts


@pytest.mark.rule("SPELL-Groundsnap")
def test_the_ground_opens_under_enemies() -> None:
    foes = mini("b", "south", (11, 6, 0), lp=2, protection=1), mini("c", "south", (12.2, 6, 0), lp=2, protection=1)
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), **mage("Groundsnap", level=3)), *foes, dice=[5] * 60)
    assert chosen(table) == Cast("Groundsnap", to=(11, 6, 0))


@pytest.mark.rule("SPELL-Aqua-Curativa")
def test_a_font_is_for_friends_who_bleed_and_stay() -> None:
    minis = mini("a", "north", (6, 6, 0), **mage("Aqua Curativa")), mini("c", "north", (7.2, 6, 0), lp=12)
    table = fight(plain_street(), *minis, mini("b", "south", (22, 22, 0)), dice=[5] * 60)
    table.state.set("c", lp=3)
    assert worth(table, Cast("Aqua Curativa", "c")) <= 0.0
    table.state.set("c", had_turn=True)
    assert worth(table, Cast("Aqua Curativa", "c")) > 0.05
