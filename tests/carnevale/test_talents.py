"""Talents and injuries of a campaign, as they stand on a profile (CAMP-03, CAMP-05)."""

from __future__ import annotations

from math import comb
from typing import Any

import msgspec
import pytest

from sim.carnevale import rulebook
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Profile, Trait, Weapon
from sim.carnevale.events import Event, Pushed, Rerolled, Rolled
from sim.carnevale.odds import roll_odds
from sim.carnevale.preview import combat
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.talents import INJURIES, TALENTS, against_talent, with_injuries, with_talents
from sim.carnevale.vocabulary import lexicon, wrong_words
from sim.carnevale.will import SpendWill
from sim.engine.requests import measured
from tests.carnevale.fighters import duel, fighter, rolled, strike
from tests.carnevale.tables import Table, do, fight, of, only, plain_street, question

PLAIN = Profile(name="Beppe", weapons=(Weapon("Sword", abilities=("Stun",)), Weapon("Bow", range=12)))


@pytest.mark.rule("CAMP-03")
def test_the_talents_and_what_each_costs() -> None:
    by_price: dict[int, set[str]] = {}
    for talent, price in TALENTS.items():
        by_price.setdefault(price, set()).add(Trait.parse(talent).name)
    experts = {"Expert Marksman", "Expert Offence", "Expert Protection"}
    assert by_price == {
        4: {"Acrobatic", "Concealment", "Engage", "Slippery", *experts},
        6: {"Brave", "Fast Swimmer", "Knockback", "Parry", "Universal Shielding"},
        8: {"Berserk", "Brawler", "Expert Sorcerer", "First Strike", "Pickpocket"},
        10: {"Hunter"},
    }


@pytest.mark.rule("CAMP-03")
@pytest.mark.parametrize("talent", TALENTS)
def test_every_talent_is_an_ability_that_a_card_may_have(talent: str) -> None:
    learned = with_talents(PLAIN, [talent])
    assert learned != PLAIN
    assert list(wrong_words(learned, (), ())) == []
    mini = fighter("a", "north", (6, 6, 0), weapons=learned.weapons, abilities=learned.abilities)
    assert fight(plain_street(), mini).state["a"].profile.abilities == learned.abilities


@pytest.mark.rule("CAMP-03", "ABIL-Stacking")
def test_a_talent_stacks_on_what_is_there() -> None:
    parries = msgspec.structs.replace(PLAIN, abilities=("Berserk", "Parry (2)", "Bulky"))
    assert with_talents(parries, ["Parry (1)"]).abilities == ("Berserk", "Parry (3)", "Bulky")
    assert with_talents(PLAIN, ["Parry (1)", "Hunter", "Parry (1)"]).abilities == ("Parry (2)", "Hunter")


@pytest.mark.rule("CAMP-03", "ABIL-Stacking")
def test_no_more_than_three_count_but_of_universal_shielding() -> None:
    full = msgspec.structs.replace(PLAIN, abilities=("Parry (3)", "Universal Shielding (3)"))
    assert with_talents(full, ["Parry (1)"]) == full
    assert against_talent(full, "Parry (1)") == "Beppe has Parry (3), and no more counts"
    assert with_talents(full, ["Universal Shielding (1)"]).abilities == ("Parry (3)", "Universal Shielding (4)")
    assert against_talent(full, "Universal Shielding (1)") == ""


@pytest.mark.rule("CAMP-03")
def test_what_has_no_number_is_learned_once() -> None:
    brave = with_talents(PLAIN, ["Brave"])
    assert against_talent(PLAIN, "Brave") == ""
    assert against_talent(brave, "Brave") == "Beppe has Brave already"
    assert with_talents(brave, ["Brave"]) == brave


@pytest.mark.rule("CAMP-03", "WEAP-Knockback")
def test_a_powerful_blow_knocks_back_with_every_weapon_and_without() -> None:
    learned = with_talents(PLAIN, ["Knockback"])
    assert {w.name: w.abilities for w in learned.armoury} == {
        "Sword": ("Stun", "Knockback"), "Bow": ("Knockback",), "Unarmed": ("Knockback",),
    }  # fmt: skip
    assert against_talent(learned, "Knockback") == "Beppe has Knockback already"
    a, b = duel(a={"weapons": learned.weapons})
    table = fight(plain_street(), a, b, dice=[7, 7, 7, 7, 7, 2, 2, 2])
    assert of(do(table, "a", strike()), Pushed)


@pytest.mark.rule("CAMP-03")
@pytest.mark.parametrize("talent", ["Free Attack", "Parry (2)", "Vampiric Attack (1)", "Limited Movement"])
def test_what_is_no_talent_is_refused(talent: str) -> None:
    with pytest.raises(ValueError, match="is no talent"):
        with_talents(PLAIN, [talent])


# --- injuries -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-05")
def test_an_injury_is_an_ability_in_the_next_game() -> None:
    assert with_injuries(PLAIN, ["Broken Leg", "Broken Arm"]).abilities == ("Limited Movement", "Broken Arm")
    assert with_injuries(PLAIN, ["Broken Leg", "Broken Leg"]).abilities == ("Limited Movement",)
    assert set(INJURIES.values()) <= lexicon().all.keys()
    with pytest.raises(ValueError, match="is no injury"):
        with_injuries(PLAIN, ["Amnesia"])


def broken(dice: list[int], **more: Any) -> Table:
    """A, with a broken arm, stands in base contact with B."""
    a, b = duel(a={"abilities": ("Broken Arm", *more.pop("abilities", ()))}, b=more)
    return fight(plain_street(), a, b, dice=dice)


def attack_of(events: list[Event]) -> Rolled:
    return rolled(events, "combat")


@pytest.mark.rule("CAMP-05", "DICE-06")
def test_a_broken_arm_throws_every_ace_of_an_attack_again_but_the_destiny_die() -> None:
    table = broken([9, 8, 8, 2, 8, 2, 8, 3, 7, 2, 2])
    events = do(table, "a", strike())
    again = only(events, Rerolled)
    assert (again.seat, again.dice, again.faces, again.sources) == ("north", (1, 2, 4), (2, 8, 3), ("Broken Arm",))
    assert attack_of(events).faces == (9, 2, 8, 2, 3)


@pytest.mark.rule("CAMP-05")
def test_without_an_ace_nothing_is_thrown_again() -> None:
    assert of(do(broken([9, 2, 2, 2, 2, 2, 2, 2]), "a", strike()), Rerolled) == []


@pytest.mark.rule("CAMP-05", "DICE-06")
def test_what_a_broken_arm_threw_again_is_re_rolled_by_nobody() -> None:
    table = broken([2, 8, 8, 2, 2, 8, 2], abilities=("Expert Offence (2)",))
    asked = question(table, "a", strike(), "reroll")
    assert isinstance(asked, RerollDice)
    assert (asked.faces, asked.among) == ((2, 8, 2, 2, 2), (3, 4))


@pytest.mark.rule("CAMP-05")
def test_other_rolls_of_a_broken_arm_are_as_ever() -> None:
    table = fight(plain_street(), *duel(b={"abilities": ("Broken Arm",)}), dice=[9, 8, 8, 8, 8, 9, 8, 8])
    assert of(do(table, "a", strike()), Rerolled) == []  # neither when it is attacked, nor in its protection
    table = broken([2, 2, 2, 2, 2, 9, 8, 8, 8, 8])
    assert of(do(table, "a", {"act": "grapple", "target": "b"}), Rerolled) == []


@pytest.mark.rule("CAMP-05", "DICE-13")
@pytest.mark.parametrize(("abilities", "own"), [((), 0), (("Expert Offence (2)",), 2)])
def test_odds_and_previews_know_a_broken_arm(abilities: tuple[str, ...], own: int) -> None:
    table = fight(plain_street(), *duel(a={"abilities": ("Broken Arm", *abilities), "wp": 2}))
    shown = measured(combat(table.state, "a", Combat("b", "Sword")), table.state, table.measure)
    asked = question(table, "a", strike(), "will")
    assert isinstance(asked, SpendWill)
    assert shown.loss.roll == asked.odds(5) == roll_odds(5, shown.needed, own, 10)


@pytest.mark.rule("CAMP-05", "DICE-13")
def test_every_plain_die_must_be_an_ace_twice() -> None:
    """On 6+ a plain die ends as an Ace with a half times a half, and the Destiny Die with a half."""
    plain = [comb(4, n) * 0.25**n * 0.75 ** (4 - n) for n in range(5)]
    aces = [0.5 * (plain[n] if n < 5 else 0) + 0.5 * (plain[n - 1] if n else 0) for n in range(6)]
    assert roll_odds(5, 6, 0, 10).aces == pytest.approx(aces)


@pytest.mark.rule("CAMP-05")
def test_the_book_tells_what_a_broken_arm_is() -> None:
    (entry,) = rulebook.find("Broken Arm")
    assert entry.text.startswith("An injury of a campaign")
    assert "Broken Arm" not in lexicon().own
