"""What is foreseen of whole actions, number by number: with what, how often, and who comes in between (DICE-13)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sim.board.board import Board
from sim.board.model.terrain import Landing
from sim.carnevale import action_odds
from sim.carnevale.action_odds import ClimbOdds, JumpOdds, KillOdds, SpellOdds
from sim.carnevale.action_odds.attacks import harm_of
from sim.carnevale.actions import Combat, Grapple, Jump, Run
from sim.carnevale.characters import Effect, Trait, Weapon
from sim.carnevale.dice import FALL_SAVED, JUMP, Outcome, Result
from sim.carnevale.events import CounterGained, EffectBegan, Event, LostLife, PointsSpent, Used
from sim.carnevale.exchange_odds import Blow, Side, Stroke, fall_chance, strikes
from sim.carnevale.magic.casting import Cast
from sim.carnevale.odds import Odds, opposed_odds, roll_odds
from sim.carnevale.optimal_roll import PendingRoll
from sim.engine.requests import measured
from tests.carnevale.fighters import TOUCH, duel, fighter
from tests.carnevale.tables import (
    Kind,
    Meaning,
    Table,
    block,
    canal,
    do,
    fight,
    house,
    mini,
    of,
    plain_street,
    roof_street,
    street,
)

BASE = 30 / 25.4
KNIFE = Weapon("Knife")
GUARDING = CounterGained(who="b", counter="guarding")


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, "weapons": (KNIFE,), **profile}


def armed(*weapons: Weapon, **profile: Any) -> dict[str, Any]:
    return {"weapons": weapons, **profile}


def shown(table: Table, rule: Any) -> Any:
    return measured(rule, table.state, table.measure)


def kill(table: Table, weapon: str = "Knife", attacks: int | None = None) -> KillOdds:
    found: KillOdds = shown(table, action_odds.kill(table.state, "a", Combat("b", weapon), attacks))
    return found


def charge(table: Table, weapon: str = "Knife") -> KillOdds:
    found: KillOdds = shown(table, action_odds.charge_to_kill(table.state, "a", Combat("b", weapon)))
    return found


# --- blows --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "ACT-03", "ACT-04")
def test_a_blow_is_foreseen_in_all_its_numbers() -> None:
    axe = Weapon("Axe", evasion=1, damage=2, penetration=-1, abilities=("Poisoned", "Black Powder"))
    a = {**has("Expert Offence (2)", "Fear (1)", attack=6, lp=7, wp=2), "weapons": (axe,)}
    b = has("Parry (1)", "Expert Protection (3)", mind=4, dexterity=4, protection=5, lp=9, wp=1)
    found = kill(fight(plain_street(), *duel(a=a, b=b)), "Axe", attacks=2)
    blow = Blow(6, 5, 2, 4, rerolls=2, parried=1, protection_rerolls=3, fear=3, fumble=2, poison=3)
    assert found.strokes == (Stroke(blow), Stroke(blow))
    assert (found.attacker.life, found.attacker.will, found.attacker.answers) == (7, 2, ())
    assert (found.target.life, found.target.will) == (9, 1)
    assert found.target.answers == (Blow(5, 5, 0, 3),)
    assert (found.attacks, len(found.by_attack)) == (2, 2)
    assert found.kill == found.by_attack[-1] == fall_chance(found.strokes, found.attacker, found.target)
    assert found.by_attack[0] == fall_chance(found.strokes[:1], found.attacker, found.target)


@pytest.mark.rule("DICE-13", "WEAP-Harmless")
def test_a_harmless_blow_is_foreseen_as_such() -> None:
    stick = armed(Weapon("Stick", damage=3, abilities=("Harmless", "Poisoned")))
    blow = kill(fight(plain_street(), *duel(a=stick)), "Stick").strokes[0].blow
    assert (blow.harmless, blow.poison, blow.fear) == (True, 0, None)


@pytest.mark.rule("DICE-13", "ACT-03", "ACT-05")
@pytest.mark.parametrize(
    ("weapons", "apart", "answer"),
    [
        ((KNIFE,), 6.0, None),
        ((KNIFE, Weapon("Gun", range=12, abilities=("Reload (1)",))), 6.0, Blow(5, 5, 0, 3)),
        ((KNIFE, Weapon("Bow", range=12)), 6.0, Blow(5, 5, 0, 3)),
        ((Weapon("Cudgel", abilities=("Two-handed",)),), TOUCH, Blow(5, 5, 0, 4)),  # Unarmed is the better one
        ((Weapon("Maul", damage=3, abilities=("Two-handed",)),), TOUCH, Blow(5, 6, 3, 3)),
        ((KNIFE, Weapon("Sabre", damage=1)), TOUCH, Blow(5, 5, 1, 3)),
    ],
)
def test_a_fumble_is_answered_by_the_best_weapon_that_reaches(
    weapons: tuple[Weapon, ...], apart: float, answer: Blow | None
) -> None:
    archer = armed(Weapon("Bow", range=12), lp=2)
    table = fight(plain_street(), *duel(a=archer, b=armed(*weapons), apart=apart))
    assert kill(table, "Bow").target.answers == (() if answer is None else (answer,))


@pytest.mark.rule("DICE-13", "ACT-03", "MOVE-13")
def test_what_answers_a_fumble_may_end_the_attacks_of_whoever_lives_through_the_fumbles() -> None:
    two, answer = strikes(Blow(2, 9), 2), Blow(10, 2, damage=9)
    safe = fall_chance(two, Side(9), Side(3))
    assert fall_chance(two, Side(9), Side(3, answers=(answer,))) < safe
    assert fall_chance(two, Side(200), Side(3, answers=(answer,))) == pytest.approx(safe)


@pytest.mark.rule("DICE-13", "ACT-03", "DICE-07")
@pytest.mark.parametrize("fumble", [5, 6, 9])
def test_a_fumble_that_costs_more_than_is_left_costs_all_that_is_left(fumble: int) -> None:
    dear, all_of_it, one_left = (
        fall_chance(strikes(Blow(2, 9, fumble=cost), 2), Side(4), Side(3)) for cost in (fumble, 4, 3)
    )
    assert dear == pytest.approx(all_of_it)
    assert dear < one_left - 0.001


@pytest.mark.rule("DICE-13", "ACT-03")
def test_how_bad_a_blow_is_goes_by_what_it_does_at_once() -> None:
    """One die kills nobody of two Life Points; it is the less, the fewer Aces it shows."""
    weak, weaker, strong = harm_of(Blow(1, 2), 2), harm_of(Blow(1, 9), 2), harm_of(Blow(2, 2), 2)
    assert 0 < weaker < weak < 0.01
    assert strong == pytest.approx(fall_chance(strikes(Blow(2, 2), 1), Side(99), Side(2)), abs=0.01)
    assert strong > 0.7


@pytest.mark.rule("DICE-13", "ACT-03")
def test_of_blows_that_kill_nobody_the_worst_costs_the_most_life() -> None:
    worse = [Blow(1, 10), Blow(1, 7), Blow(3, 9), Blow(1, 7, damage=1), Blow(2, 7), Blow(3, 7, damage=1)]
    harms = [harm_of(blow, 90) for blow in worse]
    assert harms == sorted(set(harms))
    assert harm_of(Blow(1, 7, damage=-2), 90) == 0
    assert harm_of(Blow(1, 7, damage=1), 90) == pytest.approx(0.0008)  # four times in ten, 2 LP
    lame = Blow(10, 2, damage=9, harmless=True)  # a Critical costs its Life Point all the same
    assert harm_of(lame, 90) == pytest.approx(0.0001)


@pytest.mark.rule("DICE-13", "ACT-03", "DICE-11")
def test_what_protection_saves_is_no_harm() -> None:
    many, pointed = Blow(8, 7, protection=10), Blow(4, 7, protection=0)
    assert harm_of(many, 90) < harm_of(pointed, 90)
    assert [harm_of(Blow(6, 7, protection=dice), 90) for dice in range(10, -1, -1)] == sorted(
        {harm_of(Blow(6, 7, protection=dice), 90) for dice in range(11)}
    )


@pytest.mark.rule("DICE-13", "WEAP-Reload")
@pytest.mark.parametrize(
    ("most", "used", "ap", "attacks"),
    [(1, 0, 3, 1), (2, 0, 3, 2), (3, 0, 3, 3), (3, 0, 2, 2), (3, 1, 3, 2), (2, 2, 3, 1)],
)
def test_a_weapon_is_foreseen_as_often_as_ap_and_reload_allow(most: int, used: int, ap: int, attacks: int) -> None:
    musket = armed(Weapon("Musket", range=12, abilities=(f"Reload ({most})",)), ap=ap)
    table = fight(plain_street(), *duel(a=musket, apart=6))
    for _ in range(used):
        table.state.emit(Used(who="a", what="weapon:Musket", each="round"))
    assert kill(table, "Musket").attacks == attacks


@pytest.mark.rule("DICE-13", "WEAP-Reload", "ACT-03")
def test_an_empty_weapon_answers_nothing() -> None:
    gun = armed(Weapon("Gun", range=12, damage=3, abilities=("Reload (1)",)))
    table = fight(plain_street(), *duel(b=gun))
    assert kill(table, "Sword").target.answers == (Blow(5, 5, 3, 3),)
    table.state.emit(Used(who="b", what="weapon:Gun", each="round"))
    assert kill(table, "Sword").target.answers == (Blow(5, 5, 0, 4),)


# --- charges ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "MOVE-10", "MOVE-11")
@pytest.mark.parametrize(("height", "armour"), [(2.9, 7), (3.0, 2), (3.2, 2)])
def test_a_charge_from_three_inches_is_foreseen_as_one_from_above(height: float, armour: int) -> None:
    minis = [fighter("a", "north", (6, 7.3, height), **has()), fighter("b", "south", (6, 11, 0), protection=7)]
    found = charge(fight(street(house((2, 2), (10, 8), height)), *minis))
    assert [stroke.blow.protection for stroke in found.strokes] == [armour, 7, 7]


@pytest.mark.rule("DICE-13", "MOVE-11")
def test_a_charge_on_one_roof_is_not_foreseen_as_one_from_above() -> None:
    minis = [fighter("a", "north", (6, 4, 5), **has()), fighter("b", "south", (6, 9, 5), protection=7)]
    found = charge(fight(street(house((2, 2), (10, 12), 5)), *minis))
    assert [stroke.blow.protection for stroke in found.strokes] == [7, 7, 7]


@pytest.mark.rule("DICE-13", "GEO-11", "MOVE-10")
def test_a_charge_is_foreseen_without_cover_for_it_ends_in_base_contact() -> None:
    wall = ("wall/stones", Meaning(), block((6.1, 7.5, 0), (9, 8, 4)))
    found = charge(fight(street(wall), *duel(a=has(), b=has(protection=3), apart=4)))
    assert (found.first.cover.in_cover, found.first.protection.total) == (False, 3)


@pytest.mark.rule("DICE-13", "ACT-01", "ACT-02")
def test_a_guard_is_foreseen_that_the_charger_does_not_see() -> None:
    """The charger is hidden, in the open, and sees nothing over 6" away; the guard sees it."""
    guard = fighter("c", "south", (13.5, 6, 0), weapons=(Weapon("Bow", range=12),))
    events = [CounterGained(who="c", counter="guarding"), CounterGained(who="a", counter="hidden")]
    assert charge(fight(plain_street(), *duel(a=has(), b=has(), apart=4), guard, before=events)).before == ("c",)


@pytest.mark.rule("DICE-13", "MOVE-10", "TURN-04", "ABIL-First-Strike", "WEAP-Two-handed")
@pytest.mark.parametrize(("ap", "reload", "attacks"), [(1, 9, 1), (2, 9, 2), (3, 9, 3), (3, 1, 1), (3, 2, 2)])
def test_a_charge_is_its_attack_and_one_for_each_ap_left(ap: int, reload: int, attacks: int) -> None:
    able = (f"Reload ({reload})", "Two-handed") if reload < 9 else ("Two-handed",)
    a = {**has("First Strike (2)", ap=ap), "weapons": (Weapon("Pike", abilities=able),)}
    found = charge(fight(plain_street(), *duel(a=a, apart=4)), "Pike")
    assert found.attacks == attacks
    assert [(s.blow.dice, s.blow.needed) for s in found.strokes] == [(7, 6), (5, 5), (5, 5)][:attacks]


@pytest.mark.rule("DICE-13", "ABIL-Brawler", "ABIL-Bodyguard", "ACT-02")
@pytest.mark.parametrize(
    ("place", "able", "guarding", "crowd", "before"),
    [
        ((9, 10), ("Bodyguard (Leader)",), False, 2, ("c",)),  # it comes into contact
        ((9, 10), (), False, 1, ()),
        ((12, 10), (), True, 1, ("c",)),  # a guard shoots from where it stands
    ],
)
def test_who_comes_in_between_and_who_is_then_in_contact(
    place: tuple[float, float], able: tuple[str, ...], guarding: bool, crowd: int, before: tuple[str, ...]
) -> None:
    other = fighter("c", "south", (*place, 0), abilities=able)
    events: list[Event] = [CounterGained(who="c", counter="guarding")] if guarding else []
    minis = duel(a=has("Brawler (3)"), b=has(keywords=("Leader",)), apart=4)
    found = charge(fight(plain_street(), *minis, other, before=events))
    assert found.before == before
    own = next(stroke for stroke in found.strokes if stroke.by == "attacker")
    assert own.blow.dice == (8 if crowd > 1 else 5)


@pytest.mark.rule("DICE-13", "ABIL-Bodyguard")
@pytest.mark.parametrize(
    ("guard", "counts"),
    [
        ({"abilities": ("Bodyguard (Leader)",)}, True),
        ({"abilities": ("Bodyguard (Hero)", "Bodyguard (Leader)")}, True),
        ({"abilities": ("Bodyguard (Hero)",)}, False),
        ({"abilities": ("Companion (Leader)",)}, False),
        ({"abilities": ("Bodyguard (Leader)",), "seat": "third"}, False),
        ({"abilities": ("Bodyguard (Leader)",), "apart": 5.9}, True),
        ({"abilities": ("Bodyguard (Leader)",), "apart": 6.1}, False),
        ({"abilities": ("Bodyguard (Leader)",), "busy": True}, False),
    ],
)
def test_which_bodyguards_are_foreseen(guard: dict[str, Any], counts: bool) -> None:
    seat, apart, busy = guard.get("seat", "south"), guard.get("apart", 2.0), guard.get("busy", False)
    x = round(6 + BASE + apart, 3)
    more = [fighter("c", seat, (x, 10, 0), abilities=guard["abilities"])]
    more += [fighter("d", "north", (x + TOUCH, 10, 0))] if busy else []
    table = fight(plain_street(), *duel(a=has(), b=has(keywords=("Leader",)), apart=4), *more)
    assert charge(table).before == (("c",) if counts else ())


@pytest.mark.rule("DICE-13", "ABIL-Bodyguard")
def test_whoever_is_no_bodyguard_keeps_no_other_from_being_one() -> None:
    plain = fighter("c", "south", (4, 10, 0))
    body = fighter("d", "south", (8, 10, 0), abilities=("Bodyguard (Leader)",))
    table = fight(plain_street(), *duel(a=has(), b=has(keywords=("Leader",)), apart=4), plain, body)
    assert charge(table).before == ("d",)


@pytest.mark.rule("DICE-13", "ACT-02", "GEO-06")
def test_a_guard_is_foreseen_that_sees_and_reaches_the_charger() -> None:
    wall = ("wall/stones", Meaning(), block((8, 0, 0), (8.4, 24, 4)))
    guard = fighter("c", "south", (12, 10, 0))
    events = [CounterGained(who="c", counter="guarding")]
    for board, weapons, counts in (
        (plain_street(), (Weapon("Bow", range=12),), True),
        (street(wall), (Weapon("Bow", range=12),), False),
        (plain_street(), (KNIFE,), False),
    ):
        guard["profile"]["weapons"] = [{"name": w.name, "range": w.range} for w in weapons]
        found = charge(fight(board, *duel(a=has(), b=has(), apart=4), guard, before=events))
        assert (found.before, found.strokes[0].by) == ((("c",), "other") if counts else ((), "attacker"))


@pytest.mark.rule("DICE-13", "ACT-02", "MOVE-10", "ABIL-Brawler", "WEAP-Two-handed")
def test_a_target_on_guard_strikes_first_and_is_no_crowd() -> None:
    pike = Weapon("Pike", damage=1, abilities=("Two-handed",))
    b = {**armed(pike, keywords=("Leader",)), "abilities": ("Bodyguard (Leader)",)}
    found = charge(fight(plain_street(), *duel(a=has("Brawler (3)"), b=b, apart=4), before=[GUARDING]))
    assert found.before == ("b",)
    assert found.strokes[0] == Stroke(Blow(5, 6, 1, 3), "target")
    assert found.strokes[1].blow.dice == 5
    assert found.target.answers == (Blow(5, 6, 1, 3),)
    assert (found.first.distance.distance, found.first.distance.base_contact) == (0.0, True)
    assert len(found.by_attack) == found.attacks == len(found.strokes) - 1
    assert found.by_attack[-1] == found.kill


@pytest.mark.rule("DICE-13", "ABIL-Bodyguard")
def test_nobody_is_its_own_bodyguard() -> None:
    b = {**has("Bodyguard (Leader)"), "keywords": ("Leader",)}
    assert charge(fight(plain_street(), *duel(a=has(), b=b, apart=4))).before == ()


@pytest.mark.rule("DICE-13", "ACT-02", "MOVE-10")
@pytest.mark.parametrize("first", [0, 1])
def test_who_comes_in_between_strikes_with_its_worst_weapon(first: int) -> None:
    bows = [Weapon("Short Bow", range=12), Weapon("Long Bow", range=12, damage=2)]
    guard = fighter("c", "south", (12, 10, 0), weapons=(bows[first], bows[1 - first]))
    events = [CounterGained(who="c", counter="guarding")]
    found = charge(fight(plain_street(), *duel(a=has(), b=has(), apart=4), guard, before=events))
    assert [(s.by, s.blow.damage) for s in found.strokes[:1]] == [("other", 2)]


@pytest.mark.rule("DICE-13", "DICE-05", "ACT-02")
@pytest.mark.parametrize(("attack", "will", "dice"), [(5, 0, 5), (5, 1, 6), (5, 4, 7), (9, 4, 10)])
def test_anothers_will_points_are_in_its_dice_and_the_targets_are_played(attack: int, will: int, dice: int) -> None:
    guard = fighter("c", "south", (12, 10, 0), attack=attack, wp=will, weapons=(Weapon("Bow", range=12),))
    events = [GUARDING, CounterGained(who="c", counter="guarding")]
    table = fight(plain_street(), *duel(a=has(), b=has(wp=2), apart=4), guard, before=events)
    found = charge(table)
    assert [(s.by, s.blow.dice) for s in found.strokes[:2]] == [("target", 5), ("other", dice)]
    assert found.target.will == 2


# --- contests and spells ------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "ACT-06", "ACT-08", "DICE-05")
@pytest.mark.parametrize(("mine", "theirs"), list(product((0, 1, 3), (0, 2))))
def test_a_grapple_is_foreseen_with_the_will_of_both(mine: int, theirs: int) -> None:
    friend = fighter("c", "north", (6 + TOUCH, 6, 0))
    table = fight(plain_street(), *duel(a={"wp": mine, "attack": 4}, b={"wp": theirs, "attack": 6}), friend)
    chance = shown(table, action_odds.contest(table.state, "a", Grapple("b")))
    assert chance == pytest.approx(opposed_odds(4 + min(2, mine), 6 + theirs).succeeds)
    chance = shown(table, action_odds.contest(table.state, "a", Grapple("c")))
    assert chance == pytest.approx(roll_odds(4 + min(2, mine)).succeeds)


def mage(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities or ("Mage (1)",), "spells": ("Healing",), "mind": 4, **profile}


def spell(*minis: dict[str, Any], name: str = "Healing") -> SpellOdds:
    table = fight(plain_street(), *minis)
    found: SpellOdds = shown(table, action_odds.cast(table.state, "a", Cast(name, "a")))
    return found


@pytest.mark.rule("DICE-13", "ABIL-Companion")
def test_a_spell_is_foreseen_with_the_mind_that_stands_in() -> None:
    caster = fighter("a", "north", (6, 6, 0), **mage("Mage (1)", "Companion (Sage)", wp=1))
    assert spell(caster, fighter("c", "north", (8, 6, 0), mind=7, keywords=("Sage",))).roll == PendingRoll(7, 5)


@pytest.mark.rule("DICE-13", "MAGIC-02", "DICE-05")
@pytest.mark.parametrize(("will", "left"), [(0, 0), (1, 0), (2, 1), (3, 2), (6, 2)])
def test_a_spells_cost_is_paid_before_its_will_points(will: int, left: int) -> None:
    from sim.carnevale.magic.spells import named

    healing = named("Healing")
    assert healing is not None
    assert healing.cost == 1
    found = spell(fighter("a", "north", (6, 6, 0), **mage(wp=will)))
    assert found.alone == pytest.approx(roll_odds(4 + left, healing.difficulty).succeeds)
    assert found.roll == PendingRoll(4, healing.difficulty)
    assert (found.dispeller, found.dispelled, found.succeeds) == (None, None, found.alone)


@pytest.mark.rule("DICE-13", "MAGIC-04", "ABIL-Expert-Sorcerer")
@pytest.mark.parametrize(("will", "level", "expert"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1)])
def test_a_dispeller_pays_first_and_counts_no_more_aces_than_its_level(will: int, level: int, expert: int) -> None:
    able = (f"Mage ({level})", *([f"Expert Sorcerer ({expert})"] if expert else []))
    enemy = fighter("b", "south", (12, 6, 0), **mage(*able, mind=5, wp=will))
    found = spell(fighter("a", "north", (6, 6, 0), **mage(wp=1)), enemy)
    dice = 5 + min(2, will - 1)
    expected = opposed_odds(4, dice, found.roll.needed, against_rerolls=expert, most_against=level).succeeds
    assert (found.dispeller, found.dispelled) == ("b", pytest.approx(expected))


@pytest.mark.rule("DICE-13", "MAGIC-04")
@pytest.mark.parametrize(("first", "second", "best"), [(3, 8, "c"), (8, 3, "b"), (5, 5, "b")])
def test_the_best_dispeller_is_foreseen(first: int, second: int, best: str) -> None:
    minis = [
        fighter("b", "south", (12, 6, 0), **mage("Mage (3)", wp=1, mind=first)),
        fighter("c", "south", (6, 12, 0), **mage("Mage (3)", wp=1, mind=second)),
    ]
    assert spell(fighter("a", "north", (6, 6, 0), **mage(wp=1)), *minis).dispeller == best


# --- jumps --------------------------------------------------------------------------------------------------


def leap(table: Table, to: tuple[float, float, float], **more: Any) -> JumpOdds:
    found: JumpOdds = shown(table, action_odds.jump(table.state, "a", Jump(to, **more)))
    return found


def chance(odds: Odds, least: int) -> float:
    """That a jump carries so many inches or more."""
    return sum(p for outcome, aces, p in odds.joint if JUMP.read(Result(outcome, aces)) >= least)


@pytest.mark.rule("DICE-13", "JUMP-01", "DICE-05")
@pytest.mark.parametrize("will", [0, 1, 2, 5])
@pytest.mark.parametrize("far", [1.0, 2.04, 3.0, 4.0, 5.02])
def test_a_jump_arrives_that_carries_to_its_point(far: float, will: int) -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), wp=will))
    found = leap(table, (6 + far, 6, 0))
    spends = range(min(2, will) + 1)
    arrives = [chance(roll_odds(5 + n), int(far)) for n in spends]
    assert [each.will for each in found.by_will] == list(spends)
    assert [each.arrives for each in found.by_will] == pytest.approx(arrives)
    assert found.arrives == pytest.approx(max(arrives))
    assert (found.lands, found.will, found.life_lost, found.dies) == pytest.approx((1.0, 0, 0.0, 0.0))
    assert found.breaks_away == 1.0


@pytest.mark.rule("DICE-13", "JUMP-04", "JUMP-09")
def test_a_charge_and_an_inch_to_stand_wholly_count_as_arriving() -> None:
    table = fight(plain_street(), *duel(apart=4))
    assert leap(table, (6, 10, 0)).arrives == pytest.approx(chance(roll_odds(5), 3))
    roofs = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=20))
    short = leap(roofs, (14.2, 12, 8))  # over the edge of the other roof
    assert short.arrives == pytest.approx(short.lands)
    further = leap(roofs, (14.7, 12, 8))  # 5" and the inch to stand on the edge leave it short of this
    assert further.lands == pytest.approx(chance(roll_odds(5), 5))
    assert further.arrives == pytest.approx(chance(roll_odds(5), 6))


@pytest.mark.rule("DICE-13", "JUMP-01", "FALL-02")
def test_where_all_lengths_fall_the_least_fall_is_chosen() -> None:
    """Off a roof of 8": up to 2" come down on a ledge 3" below, and more in the street. Aces carry *up to* an inch
    each, and so it is the ledge, but for a Critical, which carries 4" at least."""
    board = street(house((4, 4), (10, 20), 8), house((10, 4), (12, 20), 5))
    found = leap(fight(board, fighter("a", "north", (9.4, 12, 8), lp=20)), (15, 12, 8))
    assert [end.harm for end in found.ends][:4] == [3, 3, 8, 8]
    cost = {
        harm: sum(p * max(0, harm - FALL_SAVED.read(Result(o, n))) for o, n, p in roll_odds(5).joint) for harm in (3, 8)
    }
    far = roll_odds(5).of(Outcome.CRITICAL)
    assert found.life_lost == found.unaided == pytest.approx((1 - far) * cost[3] + far * cost[8])


@pytest.mark.rule("DICE-13", "JUMP-01")
def test_each_ace_carries_up_to_an_inch() -> None:
    """From 6" to a roof's edge at 10": up to 3" stand; a Critical carries 4" or more whatever is chosen."""
    table = fight(roof_street(), fighter("a", "north", (6, 12, 8), lp=20))
    found = leap(table, (12.7, 12, 8))
    odds = roll_odds(5)
    assert found.lands == pytest.approx(1 - odds.of(Outcome.CRITICAL))
    assert [end.length for end in found.ends] == list(range(1, 15))
    assert [end.length for end in found.ends if end.length < 8 and end.harm == 0] == [1, 2, 3]
    lost = sum(p * max(0, 8 - FALL_SAVED.read(Result(o, n))) for o, n, p in odds.joint)
    assert found.life_lost == pytest.approx(odds.of(Outcome.CRITICAL) * lost)
    frail = leap(fight(roof_street(), fighter("a", "north", (6, 12, 8), lp=6)), (12.7, 12, 8))
    dies = sum(p for o, n, p in odds.joint if max(0, 8 - FALL_SAVED.read(Result(o, n))) >= 6)
    assert frail.dies == pytest.approx(odds.of(Outcome.CRITICAL) * dies)


@pytest.mark.rule("DICE-13", "JUMP-08", "FALL-02", "ABIL-Flight", "ABIL-Aerial-Attack")
@pytest.mark.parametrize(
    ("able", "controlled", "harm", "needed"),
    [((), False, 8, 7), ((), True, 8, 5), (("Flight",), False, 6, 7), (("Aerial Attack",), False, 8, 7)],
)
def test_what_a_fall_of_eight_inches_costs(able: tuple[str, ...], controlled: bool, harm: int, needed: int) -> None:
    """Straight over the edge: every result but a Critical falls."""
    before = [PointsSpent(who="a", what="wp", points=1, on="test")] if not controlled else []
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=20, wp=1, abilities=able), before=before)
    found = leap(table, (11, 12, 8), controlled=controlled)
    odds = roll_odds(5, needed)
    lost = sum(p * max(0, harm - FALL_SAVED.read(Result(o, n))) for o, n, p in odds.joint)
    fails = 1 - found.lands
    assert [end.harm for end in found.ends][:2] in ([harm, harm], [0, harm])
    assert found.life_lost == pytest.approx(fails * lost, abs=1e-9)
    assert found.will == 0


@pytest.mark.rule("DICE-13", "FALL-02", "TURN-05")
@pytest.mark.parametrize("life", [3, 6, 7, 8, 9])
def test_the_chance_to_die_of_a_fall(life: int) -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=life))
    found = leap(table, (11, 12, 8))
    fallen = roll_odds(5)
    dies = sum(p for o, n, p in fallen.joint if max(0, 8 - FALL_SAVED.read(Result(o, n))) >= life)
    assert found.dies == pytest.approx((1 - found.lands) * dies)
    lost = sum(p * min(life, max(0, 8 - FALL_SAVED.read(Result(o, n)))) for o, n, p in fallen.joint)
    assert found.life_lost == pytest.approx((1 - found.lands) * lost)


@pytest.mark.rule("DICE-13", "FALL-02", "DICE-05")
@pytest.mark.parametrize("life", [7, 20])
def test_will_points_that_the_jump_leaves_are_for_the_fall(life: int) -> None:
    """A jump of 1" and more from the roof's edge falls, be it rolled with two Will Points or with none."""
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=life, wp=2))
    found = leap(table, (10.6, 12, 8))
    assert found.lands == 0.0
    odds = roll_odds(7)
    lost = {(o, n): max(0, 8 - FALL_SAVED.read(Result(o, n))) for o, n, _ in odds.joint}
    assert found.life_lost == pytest.approx(sum(p * min(life, lost[o, n]) for o, n, p in odds.joint))
    assert found.dies == pytest.approx(sum(p for o, n, p in odds.joint if lost[o, n] >= life))


@pytest.mark.rule("DICE-13", "JUMP-01", "FALL-02", "DICE-05")
@pytest.mark.parametrize("will", [0, 1, 2, 3, 4])
def test_will_points_are_shared_out_between_a_jump_and_its_fall(will: int) -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=20, wp=will))
    found = leap(table, (14.7, 12, 8))
    costs = []
    for spent in range(min(2, will) + 1):
        odds = roll_odds(5 + min(2, will - spent))
        lost = sum(p * max(0, 8 - FALL_SAVED.read(Result(o, n))) for o, n, p in odds.joint)
        costs.append((1 - chance(roll_odds(5 + spent), 5)) * lost)
    assert found.life_lost == pytest.approx(min(costs))


@pytest.mark.rule("DICE-13", "JUMP-01", "TURN-05", "DICE-05")
@pytest.mark.parametrize("will", [1, 2, 3])
def test_will_points_are_shared_out_to_live_through_a_jump_and_its_fall(will: int) -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=6, wp=will))
    deaths = []
    for spent in range(min(2, will) + 1):
        odds = roll_odds(5 + min(2, will - spent))
        dies = sum(p for o, n, p in odds.joint if max(0, 8 - FALL_SAVED.read(Result(o, n))) >= 6)
        deaths.append((1 - chance(roll_odds(5 + spent), 5)) * dies)
    assert leap(table, (14.7, 12, 8)).dies == pytest.approx(min(deaths))


@pytest.mark.rule("DICE-13", "FALL-02", "FALL-03", "JUMP-05")
def test_whoever_jumps_up_and_comes_down_again_is_foreseen_unharmed() -> None:
    """Three inches up into mid-air, and down to where the jump began, sharp as that is."""
    spikes = ("spikes/ground", Meaning(landing=Landing.DANGEROUS), block((0, 0, -2), (24, 24, 0)))
    table = fight(Board.from_parts([spikes], size=(24.0, 24.0)), fighter("a", "north", (6, 6, 0), lp=20))
    found = leap(table, (6.5, 6, 3))
    assert any(end.sweep.falls for end in found.ends)
    assert {end.harm for end in found.ends} == {0}


@pytest.mark.rule("DICE-13", "FALL-02", "FALL-03", "JUMP-05")
@pytest.mark.parametrize(("height", "harm"), [(1.0, 0), (1.1, 5)])
def test_whoever_jumps_up_from_a_step_falls_its_height_alone(height: float, harm: int) -> None:
    spikes = ("spikes/ground", Meaning(landing=Landing.DANGEROUS), block((10, 0, -2), (24, 24, 0)))
    board = Board.from_parts([spikes, house((4, 4), (10, 20), height)], size=(24.0, 24.0))
    found = leap(fight(board, fighter("a", "north", (9.4, 12, height), lp=20)), (12.4, 12, height + 3))
    fallen = {end.harm for end in found.ends if end.sweep.falls and end.length in (3, 4)}
    assert fallen == {harm}


@pytest.mark.rule("DICE-13", "FALL-03")
def test_a_second_softening_is_for_water_alone() -> None:
    table = fight(roof_street(), mini("a", "north", (9.4, 12, 8), lp=20), options={"water_fall_twice": True})
    assert {end.harm for end in leap(table, (10.6, 12, 8)).ends} == {8}


@pytest.mark.rule("DICE-13", "FALL-02")
@pytest.mark.parametrize(("height", "harm"), [(0.9, 0), (1.3, 1), (2.0, 2)])
def test_a_low_fall_is_foreseen_to_the_whole_inch(height: float, harm: int) -> None:
    table = fight(street(house((4, 4), (10, 20), height)), fighter("a", "north", (9.4, 12, height), lp=20))
    found = leap(table, (10.6, 12, height))
    assert {end.harm for end in found.ends} == {harm}
    lost = sum(p * max(0, harm - FALL_SAVED.read(Result(o, n))) for o, n, p in roll_odds(5).joint)
    assert found.life_lost == pytest.approx(lost)


@pytest.mark.rule("DICE-13", "FALL-02", "FALL-03")
@pytest.mark.parametrize(("height", "harm"), [(0.9, 0), (1.0, 0), (1.1, 5), (2.0, 6)])
def test_where_it_lands_counts_only_for_a_fall_of_more_than_an_inch(height: float, harm: int) -> None:
    spikes = ("spikes/ground", Meaning(landing=Landing.DANGEROUS), block((10, 0, -2), (24, 24, 0)))
    paving = ("ground/paving", Meaning(), block((0, 0, -2), (10, 24, 0)))
    board = Board.from_parts([paving, spikes, house((4, 4), (10, 20), height)], size=(24.0, 24.0))
    table = fight(board, fighter("a", "north", (9.4, 12, height), lp=20), dice=[2] * 5)
    assert {end.harm for end in leap(table, (10.6, 12, height)).ends} == {harm}
    events = do(table, "a", {"act": "run", "path": [(11, 12, height)]})
    assert sum(event.lost for event in of(events, LostLife)) == harm


@pytest.mark.rule("DICE-13", "ABIL-Acrobatic", "FALL-02")
def test_an_acrobats_fall_is_foreseen_with_its_re_rolls() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=20, abilities=("Acrobatic (2)",)))
    found = leap(table, (10.6, 12, 8))
    lost = sum(p * max(0, 8 - FALL_SAVED.read(Result(o, n))) for o, n, p in roll_odds(5, rerolls=2).joint)
    assert found.life_lost == pytest.approx(lost, abs=0.05)


@pytest.mark.rule("DICE-13", "FALL-03")
@pytest.mark.parametrize(("twice", "harm"), [(False, 1), (True, 0)])
def test_a_low_fall_into_water_costs_nothing_twice_softened(twice: bool, harm: int) -> None:
    board = canal(house((2, 2), (9.9, 22), 2.3))
    table = fight(board, mini("a", "north", (9.3, 12, 2.3), lp=20), options={"water_fall_twice": twice})
    assert {end.harm for end in leap(table, (13, 12, 2.3)).ends if 2 <= end.length <= 4} == {harm}


@pytest.mark.rule("DICE-13", "FALL-03")
@pytest.mark.parametrize(("twice", "harm"), [(False, 4), (True, 2)])
def test_water_is_foreseen_as_the_soft_landing_that_it_is(twice: bool, harm: int) -> None:
    board = canal(house((2, 2), (9.9, 22), 6.0))
    table = fight(board, mini("a", "north", (9.3, 12, 6), lp=20), options={"water_fall_twice": twice})
    assert {end.harm for end in leap(table, (13, 12, 6)).ends if 2 <= end.length <= 4} == {harm}


@pytest.mark.rule("DICE-13", "MOVE-12", "ABIL-Engage", "ABIL-Slippery")
@pytest.mark.parametrize(
    ("a", "b", "chance"),
    [((), (), None), (("Slippery",), (), 1.0), ((), ("Engage",), 0.0), (("Slippery",), ("Engage",), None)],
)
def test_a_jump_breaks_away_first(a: tuple[str, ...], b: tuple[str, ...], chance: float | None) -> None:
    minis = duel(a={"abilities": a, "wp": 1, "dexterity": 4}, b={"abilities": b, "wp": 2, "size": 40}, apart=1.37)
    found = leap(fight(plain_street(), *minis), (9, 6, 0))
    expected = opposed_odds(4 + 1 + 1, 5 + 2).succeeds  # the smaller base has one die more
    assert found.breaks_away == pytest.approx(expected if chance is None else chance)


@pytest.mark.rule("DICE-13", "MOVE-12")
def test_of_several_enemies_the_best_holds_on() -> None:
    minis = [*duel(b={"dexterity": 3}), fighter("c", "south", (6 + TOUCH, 6, 0), dexterity=8)]
    found = leap(fight(plain_street(), *minis), (3, 6, 0))
    assert found.breaks_away == pytest.approx(opposed_odds(5, 8).succeeds)


@pytest.mark.rule("DICE-13", "SPELL-Cantrip-of-the-Stars")
def test_whoever_may_re_roll_the_destiny_die_is_foreseen_to() -> None:
    destiny = EffectBegan(who="a", effect=Effect("test", "game", trait=Trait("Master of Destiny")))
    minis = [fighter("a", "north", (6, 6, 0), abilities=("Acrobatic (1)",), dexterity=1)]
    plain, free = (fight(plain_street(), *minis, before=before) for before in ([], [destiny]))
    assert leap(plain, (9, 6, 0)).arrives == pytest.approx(0.4)
    assert leap(free, (9, 6, 0)).arrives == pytest.approx(1 - 0.6**2)


# --- runs and climbs ----------------------------------------------------------------------------------------


def climb(table: Table, *path: tuple[float, float, float], to: Any = None) -> ClimbOdds:
    found: ClimbOdds = shown(table, action_odds.climb(table.state, "a", Run(path=path, to=to)))
    return found


@pytest.mark.rule("DICE-13", "MOVE-03", "TERR-02", "DICE-05")
@pytest.mark.parametrize(("will", "spread"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (4, (2, 2))])
def test_will_points_are_shared_out_over_all_rolls_of_a_way(will: int, spread: tuple[int, int]) -> None:
    mud = ("mud/mud", Meaning(kind=Kind.DIFFICULT), block((2, 7, -0.1), (10, 8, 0.01)))
    board = street(mud, house((2, 10), (10, 14), 2.0))
    table = fight(board, fighter("a", "north", (6, 6, 0), move=9, wp=will))
    found = climb(table, to=(6, 11, 2))
    assert found.rolls == (PendingRoll(5), PendingRoll(5))
    one, other = (roll_odds(5 + n).succeeds for n in spread)
    assert found.arrives == pytest.approx(one * other, rel=2e-3)
    assert found.breaks_away == 1.0


@pytest.mark.rule("DICE-13", "MOVE-12", "DICE-05", "WEAP-Two-handed")
@pytest.mark.parametrize(("mine", "theirs", "life"), [(0, 0, 1), (1, 0, 1), (0, 2, 2), (2, 1, 3)])
def test_a_run_out_of_contact_with_the_will_of_both(mine: int, theirs: int, life: int) -> None:
    maul = armed(Weapon("Maul", damage=3, abilities=("Two-handed",)), wp=theirs)
    table = fight(plain_street(), *duel(a={"lp": life, "wp": mine, "weapons": (KNIFE,)}, b=maul))
    found = climb(table, (6, 3, 0))
    blow = Blow(min(10, 5 + theirs), 6, 3, 3)

    def lives(left: int) -> float:
        return max(1 - fall_chance(strikes(blow, 1), Side(99), Side(life, n)) for n in range(min(2, left) + 1))

    chances = []
    for spent in range(min(2, mine) + 1):
        odds = opposed_odds(5 + spent, 5 + theirs)
        chances.append(odds.succeeds + odds.of(Outcome.FAIL) * lives(mine - spent))
    assert found.arrives == pytest.approx(max(chances))
    assert found.breaks_away == pytest.approx(opposed_odds(5 + min(2, mine), 5 + theirs).succeeds)


@pytest.mark.rule("DICE-13", "MOVE-03", "MOVE-12", "DICE-05")
@pytest.mark.parametrize("will", [0, 1, 2, 4])
@pytest.mark.parametrize("life", [1, 3])
def test_a_climb_out_of_contact_with_the_will_that_is_left(will: int, life: int) -> None:
    """The disengage, the blow after a Fail and the climb are paid for from the same Will Points."""
    minis = duel(a={"lp": life, "wp": will, "dexterity": 4, "weapons": (KNIFE,)}, b=armed(Weapon("Maul", damage=2)))
    found = climb(fight(street(house((2, 2), (10, 5.0), 2.0)), *minis), (6, 4, 2))
    assert found.rolls == (PendingRoll(4),)
    blow = Blow(5, 4, 2, 3)

    def up(left: int) -> float:
        return roll_odds(4 + min(2, left)).succeeds

    def lives(left: int) -> float:
        struck = [fall_chance(strikes(blow, 1), Side(99), Side(life, n)) for n in range(min(2, left) + 1)]
        return max((1 - falls) * up(left - n) for n, falls in enumerate(struck))

    chances = []
    for spent in range(min(2, will) + 1):
        odds = opposed_odds(4 + spent, 5)
        chances.append(odds.succeeds * up(will - spent) + odds.of(Outcome.FAIL) * lives(will - spent))
    assert found.arrives == pytest.approx(max(chances))
    assert found.breaks_away == pytest.approx(opposed_odds(4 + min(2, will), 5).succeeds)


@pytest.mark.rule("DICE-13", "MOVE-03", "ABIL-Slippery")
def test_whoever_slips_away_has_all_its_will_for_the_climb() -> None:
    minis = duel(a={"wp": 2, "abilities": ("Slippery",)})
    found = climb(fight(street(house((2, 2), (10, 5.0), 2.0)), *minis), (6, 4, 2))
    assert (found.arrives, found.breaks_away) == (pytest.approx(roll_odds(7).succeeds), 1.0)


@pytest.mark.rule("DICE-13", "SPELL-Otherworldly-Oddity")
@pytest.mark.parametrize(("piece", "rerolls"), [("house", 2), ("shed", 0)])
def test_a_climb_over_odd_ground_is_foreseen_with_its_re_rolls(piece: str, rerolls: int) -> None:
    odd = Effect("Otherworldly Oddity", "game", trait=Trait("Otherworldly Oddity", 2, of=piece))
    board = street(house((2, 7), (10, 14), 2.0))
    table = fight(board, fighter("a", "north", (6, 6, 0)), before=[EffectBegan(who="a", effect=odd)])
    assert climb(table, (6, 8, 2)).rolls == (PendingRoll(5, rerolls=rerolls),)


@pytest.mark.rule("DICE-13", "MOVE-12", "ABIL-Engage", "ABIL-Slippery")
def test_a_run_out_of_contact_that_is_settled_beforehand() -> None:
    found = climb(
        fight(plain_street(), *duel(a={"lp": 2}, b={"abilities": ("Engage",), "weapons": (KNIFE,)})), (6, 3, 0)
    )
    assert found.breaks_away == 0.0
    # unarmed is the worse choice for the one that strikes: PROTECTION 4 against 3
    assert found.arrives == pytest.approx(1 - fall_chance(strikes(Blow(5, 5, 0, 3), 1), Side(99), Side(2)))
    free = climb(fight(plain_street(), *duel(a={"lp": 2, "abilities": ("Slippery",)})), (6, 3, 0))
    assert (free.breaks_away, free.arrives) == (1.0, 1.0)


@pytest.mark.rule("DICE-13", "MOVE-12")
def test_of_several_enemies_the_worst_is_left_behind() -> None:
    minis = [*duel(b={"dexterity": 3}), fighter("c", "south", (6 + TOUCH, 6, 0), dexterity=8)]
    alone = climb(fight(plain_street(), duel(b={"dexterity": 3})[0], minis[2]), (3, 3, 0))
    both = climb(fight(plain_street(), *minis), (3, 3, 0))
    assert both.arrives == pytest.approx(alone.arrives)
