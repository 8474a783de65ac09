"""Danger knows what enemy mages could cast, and that a berserker strikes harder when it is nearly dead."""

from __future__ import annotations

from typing import Any

import pytest

from sim.app.table.previews import Lookout
from sim.app.table.previews.from_there import Threatened
from sim.bots.threats import Threat, danger
from sim.carnevale import action_odds
from sim.carnevale.magic.spells import named
from sim.engine.requests import measured
from tests.carnevale.tables import Table, fight, mini, plain_street

SWORD = {"weapons": ({"name": "Sword", "damage": 1},)}


def mage(*spells: str, at: tuple[float, float, float] = (10, 6, 0), **more: Any) -> dict[str, Any]:
    """An enemy who hardly walks and hardly fights."""
    able = {"abilities": ("Mage (2)",), "spells": spells, "wp": 5, "mind": 6, "ap": 1, "attack": 1, "move": 1}
    return mini("b", "south", at, **able | more)


def threat(table: Table) -> Threat:
    (found,) = danger(table.state, table.measure, "a")
    return found


def shown(table: Table) -> Threatened | None:
    found = Lookout(table.state, table.measure).from_there("a", table.state["a"].here, 1)
    assert found is not None
    return found.facing[0].threat


def mean_of(table: Table, name: str) -> float:
    spell = named(name)
    assert spell is not None
    roll = measured(action_odds.magic_roll(table.state, "b", spell), table.state, table.measure)
    return action_odds.spell_loss(table.state, "b", spell, "a", roll).mean


@pytest.mark.rule("SPELL-Summon-Vermin", "MAGIC-02", "DICE-13")
def test_danger_knows_the_spell_of_a_mage_by_its_exact_odds() -> None:
    """It is 6 inches off, and its bare hands reach nobody."""
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mage("Summon Vermin"))
    found = threat(table)
    assert (found.enemy, found.weapon, found.attacks) == ("b", "Summon Vermin", 1)
    assert found.lost == pytest.approx(mean_of(table, "Summon Vermin"))
    assert found.lost > 0.5


@pytest.mark.rule("SPELL-Summon-Vermin", "SPELL-Boiling-Veins", "DICE-13")
@pytest.mark.parametrize(("spell", "lost"), [("Summon Vermin", 1.2), ("Boiling Veins", 0.0)])
def test_one_die_and_no_protection_are_reckoned_by_hand(spell: str, lost: float) -> None:
    """Six faces of ten are Aces on 5+: 2 Damage. A single Ace, less an X of 1, boils nothing."""
    table = fight(
        plain_street(), mini("a", "north", (4, 6, 0), protection=0), mage(spell, mind=1, abilities=("Mage (1)",))
    )
    assert sum(each.lost for each in danger(table.state, table.measure, "a")) == pytest.approx(lost)


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize(
    "spoilt", [{"used": ("spell:Summon Vermin", "spell:Cantrip of Justice")}, {"wp": 0}], ids=["tried", "no Will"]
)
def test_a_spell_that_cannot_be_cast_is_no_danger(spoilt: dict[str, Any]) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mage("Summon Vermin"))
    table.state.set("b", **spoilt)
    assert not danger(table.state, table.measure, "a")


@pytest.mark.rule("MAGIC-02")
def test_a_spell_reaches_no_further_than_it_reaches() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mage("Summon Vermin", at=(21, 6, 0)))
    assert not danger(table.state, table.measure, "a")


@pytest.mark.rule("MAGIC-03", "DICE-13")
def test_whoever_fails_a_spell_tries_no_other() -> None:
    """So two spells take less together than each for itself; the cantrip reaches no further than 3 inches."""
    spells = "Boiling Veins", "Blood Drain"
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), lp=40), mage(*spells, ap=2, mind=4))
    found = threat(table)
    one, other = (mean_of(table, name) for name in spells)
    spell = named(found.weapon)
    assert spell is not None
    assert found.attacks == 2
    fails = 1.0 - measured(action_odds.magic_roll(table.state, "b", spell), table.state, table.measure).succeeds
    first, second = (one, other) if found.weapon == spells[0] else (other, one)
    assert found.lost == pytest.approx(first + (1.0 - fails) * second)


@pytest.mark.rule("SPELL-Holy-Light")
@pytest.mark.parametrize(("abilities", "harmed"), [((), False), (("Mage (0)",), True)])
def test_holy_light_is_a_danger_to_mages_alone(abilities: tuple[str, ...], harmed: bool) -> None:
    target = mini("a", "north", (6, 6, 0), abilities=abilities, keywords=("Discipline (Divinity)",))
    table = fight(plain_street(), target, mage("Holy Light"))
    assert bool(danger(table.state, table.measure, "a")) == harmed
    if harmed:
        assert threat(table).weapon == "Holy Light"


@pytest.mark.rule("ABIL-Berserk", "DICE-13")
def test_danger_knows_that_a_berserker_near_death_comes_with_more() -> None:
    """From 6 to 5 Life Points: an Action Point and a die more."""
    berserk = mini("b", "south", (6, 6, 0), abilities=("Berserk",), ap=2, attack=4, **SWORD)
    told = {}
    for life in (6, 5):
        table = fight(plain_street(), mini("a", "north", (4, 6, 0), lp=30), berserk)
        table.state.set("b", lp=life)
        told[life] = threat(table)
    stronger = mini("b", "south", (6, 6, 0), ap=3, attack=5, **SWORD)
    exact = threat(fight(plain_street(), mini("a", "north", (4, 6, 0), lp=30), stronger))
    assert told[5].attacks == told[6].attacks + 1
    assert told[5].lost == pytest.approx(exact.lost)
    assert told[6].lost < told[5].lost


@pytest.mark.rule("ABIL-Berserk")
def test_who_has_its_turn_has_risen_already() -> None:
    berserk = mini("b", "south", (6, 6, 0), abilities=("Berserk",), ap=2, attack=4, lp=5, **SWORD)
    table = fight(plain_street(), berserk, mini("a", "north", (4, 6, 0), lp=30))
    before = threat(table)
    table.answer("b")
    assert table.state["b"].ap == 3
    now = threat(table)
    assert (now.attacks, now.lost) == (before.attacks, pytest.approx(before.lost))


@pytest.mark.rule("SPELL-Summon-Vermin", "DICE-13")
def test_what_a_place_costs_tells_the_spell_that_reaches_it() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mage("Summon Vermin"))
    found = shown(table)
    assert found is not None
    assert (found.how, found.weapon, found.attacks) == ("casts", "Summon Vermin", 1)
    assert found.lost == pytest.approx(mean_of(table, "Summon Vermin"))


@pytest.mark.rule("SPELL-Summon-Vermin")
def test_what_a_place_costs_tells_the_spell_of_a_mage_who_comes_nearer() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mage("Summon Vermin", at=(19, 6, 0), ap=2, move=4))
    found = shown(table)
    assert found is not None
    assert (found.how, found.weapon) == ("comes and casts", "Summon Vermin")


@pytest.mark.rule("ABIL-Berserk", "DICE-13")
def test_what_a_place_costs_knows_a_berserker_near_death() -> None:
    berserk = mini("b", "south", (6, 6, 0), abilities=("Berserk",), ap=2, attack=4, lp=5, **SWORD)
    stronger = mini("b", "south", (6, 6, 0), ap=3, attack=5, lp=5, **SWORD)
    one, other = (shown(fight(plain_street(), mini("a", "north", (4, 6, 0), lp=30), b)) for b in (berserk, stronger))
    assert one is not None
    assert other is not None
    assert (one.attacks, one.lost) == (other.attacks, pytest.approx(other.lost))
