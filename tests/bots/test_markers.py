"""Whoever attacks with a blast or a template thinks of friends beside the target, and of itself."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.bots.danger import Outlook
from sim.bots.markers import own_losses
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from tests.carnevale.tables import Table, fight, mini, plain_street, take_turn


def thrower(ability: str, *friends: tuple[float, float, float], at: tuple[float, float, float] = (4, 12, 0)) -> Table:
    """One with such a weapon, an enemy 6" on, and friends."""
    bomb = {"weapons": (Weapon("Bomb", range=8, damage=3, abilities=(ability,)),), "attack": 7, "ap": 1, "move": 1}
    beside = [mini(f"f{n}", "north", place, protection=1) for n, place in enumerate(friends)]
    table = fight(plain_street(), mini("a", "north", at, **bomb), mini("b", "south", (10, 12, 0)), *beside)
    take_turn(table, "a")
    return table


def lost(table: Table) -> float:
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    return own_losses(outlook, table.state, "a", Combat("b", "Bomb"))


@pytest.mark.rule("GEO-13", "WEAP-Blast")
@pytest.mark.parametrize(("friends", "throws"), [((), True), (((11.3, 12, 0), (10, 13.3, 0)), False)])
def test_a_blast_that_takes_more_from_friends_than_from_the_enemy_is_not_thrown(friends: Any, throws: bool) -> None:
    table = thrower("Blast", *friends)
    answer = make("seasoned", 1).choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    assert isinstance(answer, Combat) == throws
    assert (lost(table) == 0.0) == throws


@pytest.mark.rule("GEO-13", "WEAP-Blast")
def test_whoever_stands_under_its_own_blast_counts() -> None:
    assert lost(thrower("Blast", at=(8.6, 12, 0))) > 0.1


@pytest.mark.rule("GEO-14", "WEAP-Template")
def test_a_template_that_can_be_begun_past_a_friend_costs_nothing() -> None:
    assert lost(thrower("Template", (5.4, 12, 0))) == 0.0
    assert lost(thrower("Template", (11.3, 12, 0))) > 0.0


@pytest.mark.rule("GEO-13", "WEAP-Blast")
@pytest.mark.parametrize(("friends", "charges"), [((), True), (((11.2, 12, 0), (10, 13.2, 0), (10, 10.8, 0)), False)])
def test_a_charge_counts_what_its_blast_takes_from_friends(friends: Any, charges: bool) -> None:
    """It was counted only of attacks from where the attacker stands."""
    able = {"weapons": (Weapon("Brazier", damage=3, abilities=("Blast",)),), "attack": 7, "ap": 1, "lp": 15}
    beside = [mini(f"f{n}", "north", place, protection=1, lp=4) for n, place in enumerate(friends)]
    foe = mini("b", "south", (10, 12, 0), attack=1, lp=2, cost=30)
    table = fight(plain_street(), mini("a", "north", (6, 12, 0), **able), foe, *beside)
    take_turn(table, "a")
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    best = TurnPlans(outlook, "a").best(1)
    assert (best.beside == "b") == charges
