"""What is shown before an attack is what is rolled (DICE-13)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import preview
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.characters import Weapon
from sim.carnevale.dice import Outcome
from sim.carnevale.odds import opposed_odds, roll_odds
from sim.engine.requests import measured
from tests.carnevale.fighters import duel, fighter, rolled, strike
from tests.carnevale.tables import Meaning, Table, block, canal, do, fight, plain_street, street

WALL = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))
HAMMER = Weapon("Hammer", evasion=1, damage=1, penetration=-1)


def seen(table: Table, action: Combat) -> preview.CombatPreview:
    return measured(preview.combat(table.state, "a", action), table.state, table.measure)


@pytest.mark.parametrize(
    ("a", "b", "apart", "weapon"),
    [
        ({}, {}, 1.18, "Sword"),
        ({"abilities": ("Brawler (2)",)}, {}, 1.18, "Sword"),
        ({"abilities": ("Hunter",)}, {"size": 40, "protection": 6}, 1.37, "Sword"),
        ({"weapons": (HAMMER,)}, {"abilities": ("Universal Shielding (3)",)}, 1.18, "Hammer"),
        ({}, {"abilities": ("Concealment (2)",)}, 6, "Bow"),
        ({}, {"abilities": ("Bulky", "Concealment (2)")}, 6, "Bow"),
    ],
)
@pytest.mark.rule("DICE-13")
def test_the_numbers_shown_are_those_rolled(a: Any, b: Any, apart: float, weapon: str) -> None:
    other = fighter("c", "south", (7.18, 6, 0))
    table = fight(street(WALL), *duel(a=a, b=b, apart=apart), other, dice=[9] * 5 + [2] * 40)
    shown = seen(table, Combat("b", weapon))
    events = do(table, "a", strike(weapon))
    attack, armour = rolled(events, "combat"), rolled(events, "protection")
    assert (shown.attack.total, shown.needed) == (attack.dice, attack.needed)
    assert shown.protection.total == armour.dice
    assert [str(m) for m in shown.protection.modifiers] == [str(m) for m in armour.modifiers]


@pytest.mark.rule("DICE-13", "MOVE-13", "ABIL-First-Strike", "WEAP-Two-handed")
def test_an_attack_of_opportunity_is_shown_with_its_own_numbers() -> None:
    pike = {"weapons": (Weapon("Pike", abilities=("Two-handed",)),), "abilities": ("First Strike (2)",)}
    table, action = fight(plain_street(), *duel(a=pike)), Combat("b", "Pike")
    how = How(opportunity=True, charging=True)
    shown = measured(preview.combat(table.state, "a", action, how), table.state, table.measure)
    assert (shown.attack.total, shown.needed) == (7, 6)
    assert (seen(table, action).attack.total, seen(table, action).needed) == (5, 5)


@pytest.mark.rule("DICE-13")
def test_re_rolls_of_both_sides_are_counted() -> None:
    able = duel(a={"abilities": ("Expert Offence (2)",)}, b={"abilities": ("Parry (1)", "Expert Protection (3)")})
    shown = seen(fight(plain_street(), *able), Combat("b", "Sword"))
    assert (shown.rerolls, shown.parried, shown.protection_rerolls) == (2, 1, 3)


@pytest.mark.rule("DICE-13", "ABIL-Fear")
def test_fear_is_in_the_odds() -> None:
    plain = seen(fight(plain_street(), *duel()), Combat("b", "Sword"))
    feared = seen(fight(plain_street(), *duel(a={"abilities": ("Fear (2)",)})), Combat("b", "Sword"))
    brave = seen(
        fight(plain_street(), *duel(a={"abilities": ("Fear (2)",)}, b={"abilities": ("Brave",)})), Combat("b", "Sword")
    )
    assert feared.fear is not None
    assert feared.fear.total == 2
    assert feared.loss.mean > plain.loss.mean
    assert brave.loss == plain.loss
    assert sum(feared.loss.life_lost) == pytest.approx(1)
    assert sum(p for _, _, p in feared.loss.roll.joint) == pytest.approx(1)


@pytest.mark.rule("DICE-13", "WEAP-Harmless")
def test_a_harmless_weapon_takes_no_more_than_a_criticals_point() -> None:
    net = {"weapons": (Weapon("Net", damage=3, abilities=("Harmless",)),)}
    shown = seen(fight(plain_street(), *duel(a=net)), Combat("b", "Net"))
    assert shown.loss.kill(2) == 0
    assert shown.loss.kill(1) == pytest.approx(shown.loss.roll.of(Outcome.CRITICAL))


@pytest.mark.rule("DICE-13")
def test_grapples_and_drownings_show_both_pools() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75), size=40), fighter("b", "south", (13.37, 6, -0.75))]
    table = fight(canal(), *minis)
    for action in (Grapple("b"), Drown("b")):
        shown = measured(preview.opposed(table.state, "a", action), table.state, table.measure)
        assert shown.against is not None
        assert (shown.attack.total, shown.against.total) == (6, 5)
        assert sum(shown.odds.aces) == pytest.approx(1)


@pytest.mark.rule("DICE-13", "DICE-08", "ACT-08", "ABIL-Expert-Grappler")
@pytest.mark.parametrize("friend", [False, True])
def test_the_odds_of_a_grapple_are_those_of_both_pools_and_their_re_rolls(friend: bool) -> None:
    able = {"attack": 6, "abilities": ("Expert Grappler (2)",)}
    minis = duel(a=able, b={"attack": 3, "abilities": ("Expert Grappler (1)",)})
    minis[1]["seat"] = "north" if friend else "south"
    table = fight(plain_street(), *minis, fighter("c", "south", (20, 20, 0)))
    shown = measured(preview.opposed(table.state, "a", Grapple("b")), table.state, table.measure)
    wanted = roll_odds(6, rerolls=2) if friend else opposed_odds(6, 3, rerolls=2, against_rerolls=1)
    assert (shown.against is None, shown.rerolls, shown.against_rerolls) == (friend, 2, 1)
    assert shown.odds.outcomes == pytest.approx(wanted.outcomes)
    assert shown.odds.aces == pytest.approx(wanted.aces)


@pytest.mark.rule("DICE-13", "WEAP-Poisoned")
def test_the_chance_to_kill_counts_the_poison() -> None:
    """One Ace of one die on 5+ (0.6), no armour, and then 3 more on a 1 to 6: 4 LP are lost with 0.6 x 0.6."""
    fang: dict[str, Any] = {"attack": 1}
    for abilities, kill in ((("Poisoned",), 0.36), (("Poisoned", "Harmless"), 0.0)):
        fang["weapons"] = (Weapon("Fang", abilities=abilities),)
        table = fight(plain_street(), *duel(a=fang, b={"protection": 0, "dexterity": 5}))
        shown = seen(table, Combat("b", "Fang"))
        assert sum(shown.loss.life_lost) == pytest.approx(1)
        assert shown.loss.kill(4) == pytest.approx(kill)
