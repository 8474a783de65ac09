"""A Harmless weapon does no Damage, so nothing that needs Damage comes of it (WEAP-Harmless)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import rosters
from sim.carnevale.action_odds import attacks
from sim.carnevale.actions.combat import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Attacked, Damaged, LostLife, PointsGained, Pushed, Rolled, Stunned
from sim.engine.requests import measured
from sim.words.tongues import load
from tests.carnevale.fighters import duel, lp, rolled, strike
from tests.carnevale.tables import do, fight, of, only, plain_street

ACES = [5, 9, 9, 2, 2]  # three, no Critical
CRITICAL = [10, 9, 9, 2, 2]


def armed(*abilities: str, **weapon: Any) -> dict[str, Any]:
    return {"weapons": (Weapon("Net", abilities=("Harmless", *abilities), **weapon),)}


@pytest.mark.rule("WEAP-Harmless", "WEAP-Stun")
def test_a_harmless_weapon_does_not_stun() -> None:
    table = fight(plain_street(), *duel(a=armed("Stun", damage=3)), dice=ACES)
    events = do(table, "a", strike("Net"))
    assert rolled(events, "combat").aces == 3
    assert only(events, Attacked).damage == 0
    assert not of(events, Stunned)
    assert not of(events, Damaged)


@pytest.mark.rule("WEAP-Harmless", "WEAP-Knockback")
def test_a_harmless_weapon_does_not_knock_back() -> None:
    table = fight(plain_street(), *duel(a=armed("Knockback")), dice=ACES)
    before = table.state["b"].here
    assert not of(do(table, "a", strike("Net")), Pushed)
    assert table.state["b"].here == before


@pytest.mark.rule("WEAP-Harmless", "WEAP-Poisoned")
def test_a_harmless_weapon_does_not_poison_not_even_with_a_critical() -> None:
    table = fight(plain_street(), *duel(a=armed("Poisoned")), dice=CRITICAL)
    events = do(table, "a", strike("Net"))
    assert [roll.purpose for roll in of(events, Rolled)] == ["combat"]
    assert lp(table, "b") == 9  # the Life Point of the Critical is no Damage


@pytest.mark.rule("WEAP-Harmless", "WEAP-Stun", "WEAP-Knockback")
def test_what_its_own_data_say_follows_without_damage_does() -> None:
    net = armed("Stun", "Knockback", without_damage=("Stun",))
    table = fight(plain_street(), *duel(a=net), dice=ACES)
    events = do(table, "a", strike("Net"))
    assert only(events, Stunned).who == "b"
    assert not of(events, Pushed)
    assert lp(table, "b") == 10


@pytest.mark.rule("WEAP-Harmless", "ABIL-Vampiric-Attack", "ACT-03")
def test_a_critical_of_a_harmless_weapon_feeds_a_vampire_its_one_life_point() -> None:
    vampire = {**armed(), "abilities": ("Vampiric Attack (1)",)}
    wounded = [LostLife(who="a", lost=3, why="before")]
    table = fight(plain_street(), *duel(a=vampire), dice=CRITICAL, before=wounded)
    assert only(do(table, "a", strike("Net")), PointsGained).what == "lp"
    table = fight(plain_street(), *duel(a=vampire), dice=ACES, before=wounded)
    assert not of(do(table, "a", strike("Net")), PointsGained)


@pytest.mark.rule("WEAP-Harmless", "EQUIP-10")
def test_poison_is_not_wasted_on_a_harmless_weapon() -> None:
    table = fight(plain_street(), *duel(a=armed()), dice=ACES, equipment={"north": ["poison"]})
    events = do(table, "a", strike("Net"))
    assert table.state.seats["north"].equipment == ("poison",)
    assert not of(events, Stunned)


@pytest.mark.rule("WEAP-Stun", "WEAP-Knockback", "ACT-04")
def test_a_weapon_whose_damage_eats_all_aces_does_none_and_so_no_more() -> None:
    feather = {"weapons": (Weapon("Feather", damage=-3, abilities=("Stun", "Knockback")),)}
    table = fight(plain_street(), *duel(a=feather), dice=ACES)
    events = do(table, "a", strike("Feather"))
    assert not of(events, Stunned)
    assert not of(events, Pushed)


@pytest.mark.rule("WEAP-Poisoned", "ACT-03")
def test_the_life_point_of_a_critical_poisons_where_the_damage_was_saved() -> None:
    fang = {"weapons": (Weapon("Fang", abilities=("Poisoned",)),)}
    table = fight(plain_street(), *duel(a=fang), dice=[*[10, 9, 2, 2, 2], 7, 7, 2, 3])
    events = do(table, "a", strike("Fang"))
    assert rolled(events, "poison").outcome == "fail"
    assert lp(table, "b") == 10 - 1 - 3


@pytest.mark.rule("DICE-13", "WEAP-Harmless", "WEAP-Poisoned")
def test_the_odds_know_that_a_harmless_weapon_does_not_poison() -> None:
    table = fight(plain_street(), *duel(a=armed("Poisoned"), b={"lp": 2}))
    found = measured(attacks.kill(table.state, "a", Combat("b", "Net"), 1), table.state, table.measure)
    assert found.kill == 0.0


@pytest.mark.rule("WEAP-Harmless")
def test_a_roster_says_what_follows_without_damage_only_of_what_the_weapon_has(tmp_path: Any) -> None:
    text = (
        'format = 1\nfaction = "Guild"\n[[characters]]\nname = "Fisher"\nrank = "Henchman"\ncost = 10\nap = 2\nlp = 8\n'
        "move = 4\ndexterity = 4\nattack = 4\nprotection = 2\nmind = 3\n"
        '[[characters.weapons]]\nname = "Net"\nabilities = ["Harmless"]\nwithout_damage = ["Stun"]\n'
    )
    file = tmp_path / "guild.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(
        rosters.WrongData, match=r"weapons\[0\] \"Net\": without_damage\[0\] is 'Stun': it follows without Damage"
    ):
        rosters.read_roster(file)


def test_what_follows_without_damage_goes_by_its_name_in_every_language() -> None:
    net = Weapon("Net", abilities=("Harmless", "Stun"), without_damage=("Stun",))
    assert net.words[1] == "Stun without Damage"
    assert load("fr").told(net.words[1]) == "Étourdir sans Dégâts"
