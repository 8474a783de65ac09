"""The numbers of every spell: its cost, what it needs, whom it reaches and how far, and how much it does."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from sim.carnevale import hooks
from sim.carnevale.characters import Character, Profile, Weapon
from sim.carnevale.events import (
    CounterGained,
    CounterLost,
    Damaged,
    DispelTried,
    EffectBegan,
    LostLife,
    Moved,
    PointsGained,
    PointsLost,
    Remembered,
    SpellCast,
    SpellLaid,
    SpellReached,
    Stunned,
    TemplateTouched,
    Used,
)
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import casting_of, dispelling_of
from sim.carnevale.magic.spells import Pick
from sim.carnevale.weapons.use import uses_key
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    street,
    take_turn,
)
from tests.carnevale.test_lasting_spells import WET, ask, cast, finish_round, mage, rule_of

BASE = 30 / 25.4  # inches between the centres of two bases in contact

AIMED = {  # spell: WP, difficulty, on whom, inches
    "Cantrip of the Devil": (0, 7, "enemy", 3),
    "Boiling Veins": (1, 3, "enemy", 8),
    "Bloodlust": (1, 6, "any", 6),
    "Blood Drain": (1, 7, "enemy", 6),
    "Cantrip of the Sun": (0, 7, "friend", 6),
    "Protection of the Eye": (1, 5, "friend", 6),
    "Eldritch Armour": (1, 6, "friend", 6),
    "Aqua Curativa": (2, 8, "friend", 6),
    "Marksman's Misfortune": (1, 4, "enemy", 18),
    "Blessing of the Sky": (1, 7, "friend", 6),
    "Curse of the Rent": (1, 7, "enemy", 6),
    "Glimpse of Glory": (1, 8, "friend", 6),
    "Cantrip of the Chariot": (0, 7, "friend", 6),
    "Fiery Rhetoric": (1, 7, "friend", 1),
    "Walk Between Worlds": (2, 6, "friend", 6),
    "Madness": (2, 4, "enemy", 3),
    "Healing": (1, 5, "friend", 6),
    "Summon Vermin": (1, 5, "enemy", 12),
    "Gateway": (1, 8, "any", 1),
    "Sunder Armour": (2, 7, "enemy", 6),
}
OTHERS = {  # spell: WP, difficulty
    "Kraken's Breath": (2, 6),
    "Mother Hydra's Claws": (2, 6),
    "Abyssal Mist": (2, 8),
    "Rejuvenation": (1, 7),
    "Holy Light": (1, 8),
    "Defender of Destiny": (1, 8),
    "Cantrip of the Stars": (0, 5),
    "Otherworldly Oddity": (1, 5),
    "Fate's Bounty": (2, 4),
    "Renewed Vigour": (1, 6),
    "Waves of Force": (1, 8),
    "Ice Lock": (2, 6),
    "Cantrip of Justice": (0, 7),
    "They Sleep Underwater": (1, 5),
    "Groundsnap": (2, 7),
}
AROUND = {  # spell: inches, whom, does it need sight?
    "Mother Hydra's Claws": (6, "enemy", True),
    "Rejuvenation": (12, "friend", True),
    "Holy Light": (6, "enemy", False),
    "Defender of Destiny": (6, "friend", False),
    "Renewed Vigour": (12, "friend", True),
    "They Sleep Underwater": (12, "friend", True),
}


def rule(name: str) -> Any:
    return pytest.mark.rule("SPELL-" + name.replace(" ", "-").replace("'", ""))


def each(*rows: Any) -> list[Any]:
    """Parameters that begin with a spell's name, marked with its rule."""
    return [pytest.param(*row, marks=rule(row[0])) for row in rows]


def pair(spell: str, seat: str, apart: float, *, wall: bool = False, dice: Any = (), **b: Any) -> Table:
    """A, who casts, and B so many inches from base to base; a wall may stand between. Z is far off."""
    board = street(("wall/stones", Meaning(), block((2, 7.0, 0), (10, 7.3, 4)))) if wall else plain_street()
    a = fighter("a", "north", (6, 2.5, 0), **mage(spell))
    return fight(
        board, a, fighter("b", seat, (6, 2.5 + BASE + apart, 0), **b), fighter("z", "south", (23, 23, 0)), dice=dice
    )


def cast_at(*known: str, level: int = 1, apart: float = 2, dice: Any = (), a: Any = None, b: Any = None) -> Table:
    """A casts; B is an enemy, C a friend 2" from A."""
    minis = duel(a=mage(*known, level=level, **(a or {})), b=b, apart=apart)
    return fight(plain_street(), *minis, fighter("c", "north", (8, 6, 0), wp=3, cp=0), dice=dice)


def wound(table: Table, **lost: int) -> None:
    for who, points in lost.items():
        table.state.emit(LostLife(who=who, lost=points, why="before the fight"))


# --- whom, how far, what it costs ---------------------------------------------------------------------------


@pytest.mark.parametrize(("spell", "on", "reach"), each(*((s, on, reach) for s, (_, _, on, reach) in AIMED.items())))
def test_an_aimed_spell_reaches_so_far_and_no_further(spell: str, on: str, reach: float) -> None:
    seat = "north" if on == "friend" else "south"
    near = pair(spell, seat, reach)
    take_turn(near, "a")
    assert near.refusal(cast(spell, "b")) is None
    assert refused(pair(spell, seat, reach + 0.05), "a", cast(spell, "b")).rule == "MAGIC-02"


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize(("spell", "on"), each(*((s, on) for s, (_, _, on, _) in AIMED.items())))
def test_an_aimed_spell_is_cast_on_friends_the_caster_among_them_or_on_enemies(spell: str, on: str) -> None:
    for seat, target, kind in (("north", "b", "friend"), ("south", "b", "enemy"), ("north", "a", "friend")):
        table = pair(spell, seat, 0.9)
        take_turn(table, "a")
        assert (table.refusal(cast(spell, target)) is None) is (on in (kind, "any"))
    assert refused(pair(spell, "north", 0.9), "a", cast(spell)).rule == "MAGIC-02"


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize("spell", each(*((s,) for s in AIMED)))
def test_nothing_is_cast_on_whoever_is_not_there(spell: str) -> None:
    assert refused(pair(spell, "south", 0.9), "a", cast(spell, "nobody")).rule == "MAGIC-02"


@pytest.mark.parametrize(
    ("spell", "cost", "difficulty"),
    each(*((s, row[0], row[1]) for s, row in {**AIMED, **OTHERS}.items())),
)
def test_a_spell_costs_will_points_and_needs_its_difficulty(spell: str, cost: int, difficulty: int) -> None:
    on = AIMED.get(spell, (0, 0, "enemy", 0))[2]
    for face, outcome in ((difficulty - 1, "fail"), (difficulty, "success")):
        table = pair(spell, "north" if on == "friend" else "south", 0.9, dice=[face, 2, 2] + [2] * 12)
        target = "b" if spell in AIMED or spell == "Kraken's Breath" else None
        events = do(table, "a", cast(spell, target))
        assert only(events, SpellCast).outcome == outcome
        assert rolled(events, "cast").needed == difficulty
        assert table.state["a"].wp == 5 - cost


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize(("will", "may"), [(1, False), (2, True)])
def test_a_spell_that_costs_two_will_points_needs_two(will: int, may: bool) -> None:
    table = fight(plain_street(), *duel(a={**mage("Sunder Armour"), "wp": will}, apart=3))
    take_turn(table, "a")
    assert (table.refusal(cast("Sunder Armour", "b")) is None) is may


@pytest.mark.parametrize(("spell", "reach", "whom", "sight"), each(*((s, *row) for s, row in AROUND.items())))
def test_a_spell_all_around_reaches_so_far_and_behind_walls_or_not(
    spell: str, reach: float, whom: str, sight: bool
) -> None:
    seat, profile = ("north", {}) if whom == "friend" else ("south", mage())
    for apart, wall, comes in ((reach, False, True), (reach + 0.05, False, False), (5.5, True, not sight)):
        table = pair(spell, seat, apart, wall=wall, dice=[9, 2, 2] + [2] * 8, **profile)
        events = do(table, "a", cast(spell))
        assert any("b" in event.targets for event in of(events, SpellReached)) is comes


@pytest.mark.rule("SPELL-Blood-Drain")
@pytest.mark.parametrize(("apart", "drinks"), [(6.0, True), (6.05, False)])
def test_friends_within_six_inches_of_the_drained_drink_unseen_too(apart: float, drinks: bool) -> None:
    wall = ("wall/stones", Meaning(), block((2, 9, 0), (10, 9.3, 4)))
    minis = duel(a=mage("Blood Drain"), apart=1.5)
    friend = fighter("c", "north", (6, 7.5 + BASE + apart, 0))
    table = fight(street(wall), *minis, friend, dice=[7, 2, 2])
    wound(table, a=3, c=3)
    do(table, "a", cast("Blood Drain", "b"))
    assert (lp(table, "a"), lp(table, "c")) == (8, 8 if drinks else 7)


# --- places -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spell", "reach"), each(("Abyssal Mist", 12.0), ("Groundsnap", 8.0)))
def test_a_marker_is_laid_so_far_from_the_base_and_no_further(spell: str, reach: float) -> None:
    table = fight(plain_street(), *duel(a=mage(spell), apart=2))
    take_turn(table, "a")
    edge = 6 + BASE / 2 + reach
    assert table.refusal(cast(spell, to=[edge, 6, 0])) is None
    assert rule_of(table, cast(spell, to=[edge + 0.05, 6, 0])) == "MAGIC-02"
    assert table.refusal(cast(spell, to=[9, 6, 0.1])) is None
    assert rule_of(table, cast(spell, to=[9, 6, 0.15])) == "MAGIC-10"


@pytest.mark.parametrize(("spell", "reach"), each(("Ice Lock", 8.0), ("Waves of Force", 12.0)))
def test_what_is_aimed_at_water_reaches_so_far_and_no_further(spell: str, reach: float) -> None:
    caster = fighter("a", "north", (13, 3, WET), **mage(spell, abilities=("Water Creature",)))
    table = fight(canal(), caster)
    take_turn(table, "a")
    edge = 3 + BASE / 2 + reach
    assert table.refusal(cast(spell, to=[13, edge, WET])) is None
    assert rule_of(table, cast(spell, to=[13, edge + 0.05, WET])) == "MAGIC-02"
    assert rule_of(table, cast(spell, to=[9, 4, 0])) == "MAGIC-10"


@pytest.mark.rule("SPELL-Groundsnap", "MAGIC-10")
def test_a_chasm_opens_in_water_too() -> None:
    table = fight(canal(), fighter("a", "north", (9, 6, 0), **mage("Groundsnap")))
    take_turn(table, "a")
    assert table.refusal(cast("Groundsnap", to=[13, 6, WET])) is None


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
@pytest.mark.parametrize(("long", "may"), [(4.8, True), (4.9, False)])
def test_oddity_takes_a_piece_six_inches_from_corner_to_corner_at_the_most(long: float, may: bool) -> None:
    piece = ("terrace/walls", Meaning(), block((8, 8, 0), (8 + long, 11.6, 2)))
    table = fight(street(piece), fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity")))
    take_turn(table, "a")
    assert (table.refusal(cast("Otherworldly Oddity", to=[10, 8.5, 2])) is None) is may


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
def test_oddity_takes_the_smallest_piece_but_no_ice_of_a_spell() -> None:
    crate = ("crate/wood", Meaning(), block((8, 8, 0), (8.5, 8.5, 0.5)))
    caster = fighter("a", "north", (9, 6, 0), **mage("Otherworldly Oddity", "Ice Lock"))
    table = fight(canal(crate), caster, dice=[6, 2, 2])
    do(table, "a", cast("Ice Lock", to=[13, 6, WET]))
    assert table.refusal(cast("Otherworldly Oddity", to=[8.2, 8.2, 0.5])) is None
    assert rule_of(table, cast("Otherworldly Oddity", to=[13, 6, WET])) == "MAGIC-07"


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "MAGIC-10", "GEO-06")
@pytest.mark.parametrize(
    ("to", "rule_"),
    [((13, 6, WET), "MAGIC-10"), ((8, 12, 0), "GEO-06"), ((2, 2, 3), "MAGIC-10"), ((2, 2, 0), "MAGIC-07")],
)
def test_oddity_takes_a_piece_of_firm_ground_that_is_seen(to: Any, rule_: str) -> None:
    wall = ("wall/stones", Meaning(), block((6, 9, 0), (10, 9.5, 4)))
    table = fight(canal(wall), fighter("a", "north", (8, 6, 0), **mage("Otherworldly Oddity")))
    assert refused(table, "a", cast("Otherworldly Oddity", to=list(to))).rule == rule_


# --- how much -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Cantrip-of-the-Devil")
def test_the_devils_damage_is_two_at_penetration_two() -> None:
    table = cast_at("Cantrip of the Devil", level=2, dice=[7, 2, 2] + [2] * 5, b={"protection": 5})
    events = do(table, "a", cast("Cantrip of the Devil", "b"), devil="damage")
    assert rolled(events, "protection").dice == 3
    assert lp(table, "b") == 8


@pytest.mark.rule("SPELL-Boiling-Veins")
def test_boiling_veins_do_aces_less_x_and_burst_nobody_who_lives() -> None:
    near = fighter("d", "south", (7.3, 11, 0))
    minis = duel(a=mage("Boiling Veins", level=2, mind=5), apart=5)
    table = fight(plain_street(), *minis, near, dice=[3, 3, 3, 3, 2, 2])
    events = do(table, "a", cast("Boiling Veins", "b"))
    assert rolled(events, "protection").dice == 1
    assert [lp(table, who) for who in "bd"] == [8, 10]


@pytest.mark.rule("SPELL-Boiling-Veins", "GEO-13")
def test_it_is_told_whom_boiling_veins_burst_over() -> None:
    near = fighter("d", "south", (7.3, 11, 0))
    dying = {"lp": 3, "protection": 1}
    table = fight(plain_street(), *duel(a=mage("Boiling Veins", mind=4), b=dying, apart=5), near, dice=[3] * 4)
    told = only(do(table, "a", cast("Boiling Veins", "b")), TemplateTouched)
    assert (told.who, told.source, told.under.hit) == ("a", "Boiling Veins", ("d",))


@pytest.mark.rule("SPELL-Bloodlust")
def test_bloodlust_adds_x_to_attack_to_the_end_of_the_next_turn() -> None:
    table = cast_at("Bloodlust", level=2, dice=[6, 2, 2])
    events = do(table, "a", cast("Bloodlust", "c"))
    effect = only(events, EffectBegan).effect
    assert (effect.stat, effect.change, effect.until) == ("attack", 2, "end_of_next_turn")
    dying = cast_at("Bloodlust", dice=[6, 2, 2])
    wound(dying, c=9)
    assert not of(do(dying, "a", cast("Bloodlust", "c")), EffectBegan)
    assert not dying.state["c"].alive


@pytest.mark.rule("SPELL-Blood-Drain")
def test_blood_drain_of_nobody_hurt_feeds_nobody() -> None:
    table = cast_at("Blood Drain", dice=[7, 2, 2, 7], b={"protection": 5})
    wound(table, a=3, c=3)
    events = do(table, "a", cast("Blood Drain", "b"))
    assert rolled(events, "protection").dice == 1
    assert not of(events, PointsGained)


@pytest.mark.rule("SPELL-Krakens-Breath")
def test_the_krakens_breath_does_x_and_two_at_penetration_less_x() -> None:
    table = fight(plain_street(), *duel(a=mage("Kraken's Breath", level=2), apart=2), dice=[6, 2, 2, 2])
    events = do(table, "a", cast("Kraken's Breath", "b"))
    assert rolled(events, "protection").dice == 1
    assert lp(table, "b") == 6


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
def test_the_hydra_tears_as_many_as_x_friends_too() -> None:
    third = fighter("d", "south", (4, 6, 0))
    minis = [*duel(a=mage("Mother Hydra's Claws", level=2), apart=3), fighter("c", "north", (8, 6, 0)), third]
    table = fight(plain_street(), *minis, dice=[6, 6, 6])
    asked = question(table, "a", cast("Mother Hydra's Claws"), "spell_targets")
    assert (getattr(asked, "among", ()), getattr(asked, "most", 0), asked.default) == (("b", "d", "c"), 2, ("b", "d"))
    for bad in (("b", "b"), ("b", "c", "d"), ("z",)):
        assert rule_of(table, bad) == "MAGIC-02"
    table.answer(("b", "c"))
    assert [lp(table, who) for who in "abcd"] == [10, 7, 8, 10]


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
def test_the_hydra_tears_its_caster_alone_where_nobody_is_near() -> None:
    table = fight(plain_street(), *duel(a=mage("Mother Hydra's Claws", level=2), apart=9), dice=[6, 2, 2])
    do(table, "a", cast("Mother Hydra's Claws"))
    assert [lp(table, who) for who in "ab"] == [7, 10]


@pytest.mark.rule("SPELL-Cantrip-of-the-Sun")
def test_the_sun_gives_a_will_point_if_its_caster_says_so() -> None:
    table = cast_at("Cantrip of the Sun", dice=[7, 2, 2])
    table.state.emit(PointsLost(who="c", what="wp", points=2, why="before"))
    wound(table, c=2)
    events = do(table, "a", cast("Cantrip of the Sun", "c"), sun="wp")
    assert (only(events, PointsGained).points, table.state["c"].wp, lp(table, "c")) == (1, 2, 8)


TRAITS = [  # spell, target, level: what it gives, and until when
    ("Protection of the Eye", 2, {"Universal Shielding (5)"}, "end_of_next_turn"),
    ("Glimpse of Glory", 1, {"Parry (1)", "Expert Offence (1)", "Expert Marksman (1)", "Expert Protection (1)"}, ""),
    ("Walk Between Worlds", 1, {"Ethereal", "Flight", "Slippery"}, "end_of_next_turn"),
    ("Defender of Destiny", 2, {"Parry (2)", "Expert Protection (2)"}, "end_of_round"),
    ("They Sleep Underwater", 2, {"Fast Swimmer (2)"}, "end_of_round"),
    ("Renewed Vigour", 2, {"Steadfast"}, "end_of_round"),
]


@pytest.mark.parametrize(("spell", "level", "traits", "until"), each(*TRAITS))
def test_what_a_spell_gives_and_until_when(spell: str, level: int, traits: set[str], until: str) -> None:
    table = cast_at(spell, level=level, dice=[9, 2, 2])
    do(table, "a", cast(spell, "c" if spell in AIMED else None))
    assert {str(e.trait) for e in table.state["c"].effects} == traits
    assert {e.until for e in table.state["c"].effects} == {until or "end_of_next_turn"}
    own = {str(e.trait) for e in table.state["a"].effects}
    assert own == (set() if spell in AIMED else traits)
    assert not table.state["b"].effects


@pytest.mark.parametrize(
    ("spell", "target", "stat", "change", "until"),
    each(
        ("Eldritch Armour", "c", "protection", 2, "end_of_next_turn"),
        ("Sunder Armour", "b", "protection", -5, "end_of_round"),
        ("Blessing of the Sky", "c", "attack", 2, "end_of_next_turn"),
        ("Curse of the Rent", "b", "attack", -2, "end_of_next_turn"),
    ),
)
def test_how_much_a_spell_changes_and_until_when(spell: str, target: str, stat: str, change: int, until: str) -> None:
    table = cast_at(spell, level=2, dice=[9, 2, 2])
    events = do(table, "a", cast(spell, target))
    effect = only(events, EffectBegan).effect
    assert (only(events, EffectBegan).who, effect.stat, effect.change, effect.until) == (target, stat, change, until)


@pytest.mark.rule("SPELL-Eldritch-Armour")
def test_what_is_cast_in_the_own_turn_lasts_to_the_end_of_the_next() -> None:
    table = cast_at("Eldritch Armour", dice=[9, 2, 2])
    do(table, "a", cast("Eldritch Armour", "a"))
    end_turn(table)
    assert table.state["a"].effects
    finish_round(table)
    take_turn(table, "a")
    end_turn(table)
    assert not table.state["a"].effects


@pytest.mark.rule("SPELL-Blessing-of-the-Sky", "SPELL-Curse-of-the-Rent", "MAGIC-07")
def test_blessing_and_curse_are_not_cast_on_whoever_is_under_them() -> None:
    other = fighter("d", "north", (6, 4, 0), **mage("Blessing of the Sky", "Eldritch Armour"))
    minis = duel(a=mage("Blessing of the Sky", "Curse of the Rent", level=3), apart=3)
    table = fight(plain_street(), *minis, other, fighter("c", "north", (8, 6, 0)), dice=[9, 2, 2, 9, 2, 2])
    do(table, "a", cast("Blessing of the Sky", "c"), which_stat=["attack", "mind", "mind"])
    assert {(e.stat, e.change) for e in table.state["c"].effects} == {("attack", 1), ("mind", 2)}
    asked = question(table, "a", cast("Curse of the Rent", "b"), "which_stat", which_stat=[])
    assert (asked.options, getattr(asked, "left", 0), getattr(asked, "shares", {})) == (
        ("attack", "dexterity", "mind"),
        3,
        {"attack": 0, "dexterity": 0, "mind": 0},
    )
    table.answer("dexterity")
    assert getattr(table.request, "left", 0) == 2
    assert getattr(table.request, "shares", {})["dexterity"] == -1
    for _ in range(2):
        table.answer("dexterity")
    assert [(e.stat, e.change) for e in table.state["b"].effects] == [("dexterity", -3)]
    take_turn(table, "d")
    assert rule_of(table, cast("Blessing of the Sky", "c")) == "MAGIC-07"
    assert table.refusal(cast("Blessing of the Sky", "a")) is None
    assert table.refusal(cast("Eldritch Armour", "c")) is None


@pytest.mark.rule("SPELL-Rejuvenation")
def test_rejuvenation_is_offered_for_the_hurt_alone_own_ones_first_until_nobody_is() -> None:
    table = cast_at("Rejuvenation", level=3, dice=[7, 7, 2])
    wound(table, b=1, c=2)
    asked = question(table, "a", cast("Rejuvenation"), "rejuvenate")
    assert (asked.options, asked.default, getattr(asked, "left", 0)) == (("c", "b", None), "c", 5)
    table.answer("c")
    assert getattr(table.request, "left", 0) == 4
    table.answer("b")
    assert getattr(table.request, "options", ()) == ("c", None)
    table.answer("c")
    assert [lp(table, who) for who in "abc"] == [10, 10, 10]
    assert getattr(table.request, "prompt", "") == "act"


@pytest.mark.rule("SPELL-Rejuvenation")
def test_rejuvenation_gives_an_enemy_nothing_unasked_and_ends_when_its_caster_says_so() -> None:
    table = cast_at("Rejuvenation", level=2, dice=[7, 2, 2])
    wound(table, b=3)
    asked = question(table, "a", cast("Rejuvenation"), "rejuvenate")
    assert (asked.options, asked.default) == (("b", None), None)
    table.answer(None)
    assert lp(table, "b") == 7
    assert getattr(table.request, "prompt", "") == "act"


@pytest.mark.rule("SPELL-Rejuvenation")
def test_rejuvenation_shares_out_aces_and_x() -> None:
    table = cast_at("Rejuvenation", level=2, dice=[7, 7, 2])
    wound(table, a=3, c=8)
    do(table, "a", cast("Rejuvenation"), rejuvenate=["c", "c", "c", "c"])
    assert [lp(table, who) for who in "ac"] == [7, 6]


@pytest.mark.rule("SPELL-Fates-Bounty")
def test_bounty_stores_aces_and_x() -> None:
    table = cast_at("Fate's Bounty", level=2, dice=[4, 4, 2])
    assert only(do(table, "a", cast("Fate's Bounty")), Remembered).value == 4


@pytest.mark.rule("SPELL-Cantrip-of-the-Stars")
def test_the_stars_are_read_until_the_casters_next_turn_begins() -> None:
    table = cast_at("Cantrip of the Stars", dice=[5, 2, 2])
    do(table, "a", cast("Cantrip of the Stars"))
    assert hooks.has(table.state, "a", "Master of Destiny")
    end_turn(table)
    finish_round(table)
    assert hooks.has(table.state, "a", "Master of Destiny")
    take_turn(table, "a")
    assert not hooks.has(table.state, "a", "Master of Destiny")


@pytest.mark.rule("SPELL-Marksmans-Misfortune", "WEAP-Reload")
@pytest.mark.parametrize(("shots", "more"), [(0, 2), (1, 1), (2, 0)])
def test_misfortune_uses_up_the_shots_that_are_left_of_reload_weapons_alone(shots: int, more: int) -> None:
    guns = (Weapon("Musket", range=12, abilities=("Reload (2)", "Smoke")), Weapon("Bow", range=12))
    table = cast_at("Marksman's Misfortune", dice=[4, 2, 2], b={"weapons": guns})
    for _ in range(shots):
        table.state.emit(Used(who="b", what=uses_key(guns[0]), each="round"))
    events = do(table, "a", cast("Marksman's Misfortune", "b"))
    assert [e.what for e in of(events, Used) if e.who == "b"] == [uses_key(guns[0])] * more
    end_turn(table)
    take_turn(table, "b")
    assert rule_of(table, strike("Musket", "a")) == "WEAP-Reload"
    assert table.refusal(strike("Bow", "a")) is None


@pytest.mark.rule("SPELL-Aqua-Curativa")
def test_aqua_curativa_gives_x_and_two_back() -> None:
    table = cast_at("Aqua Curativa", level=2, dice=[8, 2, 2])
    wound(table, c=7)
    events = do(table, "a", cast("Aqua Curativa", "c"))
    assert only(events, SpellLaid).effect.marker.at == table.state["c"].here
    finish_round(table)
    assert lp(table, "c") == 7


@pytest.mark.rule("SPELL-Holy-Light")
def test_holy_light_leaves_friendly_mages_alone_and_takes_x() -> None:
    friend = fighter("c", "north", (8, 6, 0), **mage())
    table = fight(plain_street(), *duel(a=mage("Holy Light", level=3), b=mage(), apart=3), friend, dice=[8, 2, 2])
    events = do(table, "a", cast("Holy Light"))
    assert [e.who for e in of(events, Stunned)] == ["b"]
    assert [lp(table, who) for who in "abc"] == [10, 7, 10]


@pytest.mark.rule("SPELL-Healing", "SPELL-Summon-Vermin")
def test_healing_gives_x_and_vermin_bite_for_x_and_one() -> None:
    table = cast_at("Healing", "Summon Vermin", level=3, dice=[5, 2, 2, 5, 2, 2, 2, 2, 2])
    wound(table, c=5)
    events = do(table, "a", cast("Healing", "c"))
    assert only(events, PointsGained).points == 3
    events = do(table, "a", cast("Summon Vermin", "b"))
    assert rolled(events, "protection").dice == 3
    assert lp(table, "b") == 6


@pytest.mark.rule("SPELL-Renewed-Vigour")
def test_renewed_vigour_wakes_the_stunned_alone_and_x_of_them() -> None:
    more = fighter("d", "north", (4, 6, 0))
    minis = [*duel(a=mage("Renewed Vigour", level=2), apart=4), fighter("c", "north", (8, 6, 0)), more]
    table = fight(plain_street(), *minis, dice=[6, 2, 2])
    table.state.emit(Stunned(who="d", why="test"))
    asked = question(table, "a", cast("Renewed Vigour"), "spell_targets")
    assert (getattr(asked, "among", ()), getattr(asked, "most", 0)) == (("a", "c", "d"), 2)
    first = len(table.events)
    table.answer(("c", "d"))
    assert [e.who for e in of(table.events[first:], CounterLost)] == ["d"]
    assert [e.who for e in of(table.events[first:], EffectBegan)] == ["c", "d"]


# --- the odd ones -------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot")
@pytest.mark.parametrize(("apart", "may"), [(TOUCH, False), (TOUCH + 0.1, True)])
def test_the_chariot_takes_nobody_out_of_base_contact(apart: float, may: bool) -> None:
    minis = [
        fighter("a", "north", (8, 6, 0), **mage("Cantrip of the Chariot")),
        fighter("c", "north", (6, 6, 0)),
        fighter("b", "south", (6, 6 + apart, 0)),
    ]
    table = fight(plain_street(), *minis)
    take_turn(table, "a")
    assert (table.refusal(cast("Cantrip of the Chariot", "c")) is None) is may
    if not may:
        assert rule_of(table, cast("Cantrip of the Chariot", "c")) == "MAGIC-08"


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot")
def test_nobody_need_ride_and_nobody_rides_further_than_it_runs() -> None:
    table = cast_at("Cantrip of the Chariot", dice=[7, 2, 2], apart=9)
    asked = question(table, "a", cast("Cantrip of the Chariot", "c"), "chariot")
    assert asked.default is None
    assert table.refusal({"act": "run", "path": [[20, 6, 0]]}) is not None
    table.answer(None)
    assert table.state["c"].here == (8, 6, 0)


@pytest.mark.rule("SPELL-Gateway")
@pytest.mark.parametrize(
    ("to", "may"),
    [
        ((14, 6, 0), True),
        ((14.05, 6, 0), False),
        ((6, 10 + BASE + 0.02, 0), True),
        ((6, 10 + BASE - 0.01, 0), False),
        ((6, 6.3, 0), True),  # where it stood itself is free
    ],
)
def test_a_gateway_leads_eight_inches_and_out_of_base_contact(to: Any, may: bool) -> None:
    table = fight(plain_street(), *duel(a=mage("Gateway"), apart=4), dice=[8, 2, 2])
    question(table, "a", cast("Gateway", "a"), "gateway")
    assert (table.refusal(to) is None) is may
    if may:
        table.answer(to)
        assert only(table.events, Moved).how == "gateway"
        assert table.state["a"].here == pytest.approx(to, abs=0.001)


@pytest.mark.rule("SPELL-Gateway")
@pytest.mark.parametrize(("top", "may"), [(1.0, False), (1.2, True)])
def test_a_gateway_leads_over_an_enemy_more_than_an_inch_below(top: float, may: bool) -> None:
    box = ("box/walls", Meaning(), block((8, 8, 0), (12, 12, top)))
    minis = [fighter("a", "north", (6, 6, 0), **mage("Gateway")), fighter("b", "south", (7.409, 10, 0))]
    table = fight(street(box), *minis, dice=[8, 2, 2])
    question(table, "a", cast("Gateway", "a"), "gateway")
    assert (table.refusal((8.591, 10, top)) is None) is may


@pytest.mark.rule("SPELL-Gateway")
@pytest.mark.parametrize(("x", "may"), [(7.409, True), (7.6, False)])
def test_a_gateway_leads_nowhere_where_anothers_body_is(x: float, may: bool) -> None:
    """Out of base contact, on a box so high that only the body of the enemy beside it is in the way."""
    box = ("box/walls", Meaning(), block((8, 8, 0), (12, 12, 1.2)))
    minis = [fighter("a", "north", (6, 6, 0), **mage("Gateway")), fighter("b", "south", (x, 10, 0))]
    table = fight(street(box), *minis, dice=[8, 2, 2])
    question(table, "a", cast("Gateway", "a"), "gateway")
    assert (table.refusal((8.591, 10, 1.2)) is None) is may


@pytest.mark.rule("SPELL-Gateway")
def test_nobody_need_go_through_a_gateway() -> None:
    table = fight(plain_street(), *duel(a=mage("Gateway")), dice=[8, 2, 2])
    events = do(table, "a", cast("Gateway", "b"))
    assert not of(events, Moved)


@pytest.mark.rule("SPELL-Waves-of-Force")
@pytest.mark.parametrize(("length", "may"), [(6.0, True), (6.02, False)])
def test_a_wave_is_six_inches_long_at_the_most(length: float, may: bool) -> None:
    table = fight(canal(), fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), dice=[8, 8, 2])
    asked = ask(table, "a", cast("Waves of Force", to=[12, 6, WET]), "wave")
    assert asked.default == (12, 6, WET)
    assert (table.refusal((12, 6 + length, WET)) is None) is may


@pytest.mark.rule("SPELL-Waves-of-Force")
@pytest.mark.parametrize(
    ("at", "caught"),
    [
        ((13, 9 + BASE / 2, WET), True),
        ((13, 9 + BASE / 2 + 0.02, WET), False),
        ((11 - BASE / 2, 9, WET), True),
        ((15 + BASE / 2 - 0.01, 9, WET), True),
        ((15 + BASE / 2 - 0.1, 9 + BASE / 2 - 0.1, WET), False),
    ],
)
def test_a_wave_catches_whoever_its_line_touches_between_its_ends(at: Any, caught: bool) -> None:
    """The line runs from (11, 9) to (15, 9)."""
    minis = [fighter("a", "north", (8, 4, 0), **mage("Waves of Force")), fighter("b", "south", at)]
    table = fight(canal(), *minis, dice=[8, 8, 2])
    question(table, "a", cast("Waves of Force", to=[11, 9, WET]), "wave")
    table.answer((15, 9, WET))
    assert (getattr(table.request, "prompt", "") == "push") is caught
    if caught:
        assert getattr(table.request, "inches", 0) == 4


@pytest.mark.rule("SPELL-Waves-of-Force")
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(
    ("along", "aside", "caught"),
    [
        (1.0, BASE / 2 - 0.01, True),
        (1.0, BASE / 2 + 0.02, False),
        (4.0, BASE / 2 - 0.01, True),
        (4.0, BASE / 2 + 0.02, False),
        (-BASE / 2 + 0.01, 0.0, True),
        (-BASE / 2 - 0.02, 0.0, False),
        (5 + BASE / 2 - 0.01, 0.0, True),
        (5 + BASE / 2 + 0.02, 0.0, False),
    ],
)
def test_a_wave_that_runs_askew_catches_along_its_line_alone(
    along: float, aside: float, caught: bool, side: int
) -> None:
    """The line is five inches long, three to the east and four to the north: or it runs back."""
    (x, y), back = (11.5, 8), side < 0
    start, end = [(x, y, WET), (x + 3, y + 4, WET)][::side]
    at = (start[0] + side * (0.6 * along + 0.8 * aside), start[1] + side * (0.8 * along - 0.6 * aside), WET)
    minis = [fighter("a", "north", (8, 15 if back else 4, 0), **mage("Waves of Force")), fighter("b", "south", at)]
    table = fight(canal(), *minis, dice=[8, 2, 2])
    question(table, "a", cast("Waves of Force", to=list(start)), "wave")
    table.answer(end)
    assert (getattr(table.request, "prompt", "") == "push") is caught


@pytest.mark.rule("SPELL-Waves-of-Force")
@pytest.mark.parametrize(("top", "caught"), [(2.25, True), (2.3, False)])
def test_a_wave_catches_nobody_more_than_three_inches_over_its_start(top: float, caught: bool) -> None:
    tower = ("tower/walls", Meaning(), block((16, 4, 0), (20, 8, top)))
    minis = [fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), fighter("b", "south", (17, 6, top))]
    table = fight(canal(tower), *minis, dice=[8, 8, 2])
    question(table, "a", cast("Waves of Force", to=[13, 6, WET]), "wave")
    table.answer((18, 6, WET))
    assert (getattr(table.request, "prompt", "") == "push") is caught


@pytest.mark.rule("SPELL-Waves-of-Force")
def test_a_wave_that_ends_where_it_begins_catches_whoever_swims_there() -> None:
    minis = [fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), fighter("b", "south", (13, 6.3, WET))]
    table = fight(canal(), *minis, dice=[8, 2, 2])
    question(table, "a", cast("Waves of Force", to=[13, 6, WET]), "wave")
    table.answer((13, 6, WET))
    assert getattr(table.request, "inches", 0) == 3


# --- casting and dispelling ---------------------------------------------------------------------------------


@pytest.mark.rule("MAGIC-03")
def test_after_a_fail_spells_are_cast_again_in_the_next_turn() -> None:
    table = cast_at("Healing", "Summon Vermin", dice=[2, 2, 2])
    do(table, "a", cast("Healing", "c"))
    assert rule_of(table, cast("Summon Vermin", "b")) == "MAGIC-03"
    end_turn(table)
    finish_round(table)
    take_turn(table, "a")
    assert table.refusal(cast("Summon Vermin", "b")) is None
    assert table.refusal(cast("Healing", "c")) is None


@pytest.mark.rule("MAGIC-03")
def test_after_a_success_and_a_critical_more_spells_may_follow() -> None:
    for dice in ([5, 2, 2], [10, 5, 2]):
        table = cast_at("Healing", "Summon Vermin", dice=dice)
        do(table, "a", cast("Healing", "c"))
        assert table.refusal(cast("Summon Vermin", "b")) is None


@pytest.mark.rule("MAGIC-03")
def test_a_fumble_bars_more_spells_and_takes_a_will_point_where_there_is_one() -> None:
    table = cast_at("Healing", "Summon Vermin", dice=[1, 2, 2])
    events = do(table, "a", cast("Healing", "c"))
    assert (only(events, PointsLost).points, only(events, PointsLost).what) == (1, "wp")
    assert rule_of(table, cast("Summon Vermin", "b")) == "MAGIC-03"
    poor = fight(plain_street(), *duel(a={**mage("Healing"), "wp": 1}, apart=3), dice=[1, 2, 2])
    assert not of(do(poor, "a", cast("Healing", "a")), PointsLost)


@pytest.mark.rule("MAGIC-02")
def test_a_cast_costs_one_action_point_and_none_is_cast_by_whoever_is_no_mage() -> None:
    table = cast_at("Healing", dice=[5, 2, 2])
    do(table, "a", cast("Healing", "c"))
    assert table.state["a"].ap == 2
    assert refused(table, "c", cast("Healing", "c")).rule == "MAGIC-01"


def dispelling(*, level: int = 1, dice: Any = (), caster_mind: int = 3, **b: Any) -> Table:
    """A casts Healing, or Summon Vermin; B may dispel."""
    a = mage("Healing", "Summon Vermin", mind=caster_mind)
    return fight(plain_street(), *duel(a=a, b={**mage(level=level, cp=0), **b}, apart=5), dice=dice)


def dispels(table: Table) -> bool:
    """Is it asked whether B dispels?"""
    return any(asked.prompt == "dispel" for asked in prompts_of(table, "a", cast("Healing", "a")))


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(("level", "left"), [(1, 4), (2, 3), (3, 3)])
def test_of_a_dispel_as_many_aces_count_as_the_mage_level(level: int, left: int) -> None:
    table = dispelling(level=level, caster_mind=5, dice=[5, 5, 2] + [5] * left)
    events = do(table, "a", cast("Healing", "a"), dispel=True)
    assert rolled(events, "cast").dice == left
    assert (only(events, DispelTried).who, only(events, DispelTried).against) == ("b", "a")


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(("will", "asked"), [(1, True), (0, False)])
def test_to_dispel_costs_a_will_point_that_must_be_there(will: int, asked: bool) -> None:
    assert dispels(dispelling(wp=will, dice=[5, 2, 2])) is asked


@pytest.mark.rule("MAGIC-04")
def test_only_enemy_mages_dispel_and_only_in_sight() -> None:
    assert not dispels(dispelling(abilities=(), dice=[5, 2, 2]))
    wall = ("wall/stones", Meaning(), block((3, 8, 0), (9, 8.5, 4)))
    minis = duel(a=mage("Healing"), b=mage(cp=0), apart=5)
    assert not dispels(fight(street(wall), *minis, dice=[5, 2, 2]))
    friend = fighter("c", "north", (8, 6, 0), **mage(cp=0))
    assert not dispels(fight(plain_street(), *duel(a=mage("Healing"), apart=5), friend, dice=[5, 2, 2]))


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(("able", "asked"), [((), False), (("Water Creature",), True)])
def test_in_water_only_its_creatures_dispel(able: tuple[str, ...], asked: bool) -> None:
    swimmer = fighter("b", "south", (12, 6, WET), **mage(abilities=able, cp=0))
    table = fight(canal(), fighter("a", "north", (9, 6, 0), **mage("Healing")), swimmer, dice=[5, 2, 2])
    assert dispels(table) is asked


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(("face", "asked"), [(5, True), (4, False)])
def test_a_dispel_with_an_ace_may_be_followed_by_another(face: int, asked: bool) -> None:
    table = dispelling(caster_mind=4, dice=[face, 2, 2] + [5] * 3 + [5] * (face == 4) + [2] * 12)
    do(table, "a", cast("Healing", "a"), dispel=True)
    found = prompts_of(table, "a", cast("Summon Vermin", "b"))
    assert any(question.prompt == "dispel" for question in found) is asked


@pytest.mark.rule("MAGIC-04")
def test_whoever_dispelled_in_vain_may_dispel_again_in_the_next_round() -> None:
    table = dispelling(dice=[2, 2, 2, 5, 2, 2, 5, 2, 2])
    do(table, "a", cast("Healing", "a"), dispel=True)
    end_turn(table)
    finish_round(table)
    take_turn(table, "a")
    assert dispels(table)


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(
    ("caster", "answers", "asked"),
    [
        ("a", [False, False], [("south", "b", 2), ("east", "c", 0)]),
        ("a", [True], [("south", "b", 2)]),
        ("b", [False, False], [("east", "c", 0), ("north", "a", 1)]),
        ("c", [False, True], [("north", "a", 1), ("south", "b", 2)]),
    ],
)
def test_who_may_dispel_is_asked_clockwise_until_one_pays(caster: str, answers: list[bool], asked: list[Any]) -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), **mage("Healing", cp=0)),
        fighter("b", "south", (6, 10, 0), **mage("Healing", level=2, cp=0)),
        fighter(
            "c", "east", (10, 6, 0), **{**mage("Healing", level=0, cp=0), "keywords": ("Discipline (Wild Magic)",)}
        ),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 40)
    found: list[Any] = prompts_of(table, caster, cast("Healing", caster), dispel=answers)
    tried = [each for each in found if each.prompt == "dispel"]
    assert [(each.seat, each.who, each.level) for each in tried] == asked
    assert {(each.against, each.target, each.spell, each.needed, each.default) for each in tried} == {
        (caster, caster, "Healing", 5, False)
    }


@pytest.mark.rule("MAGIC-01")
def test_every_spell_is_known_by_name() -> None:
    assert set(spells.names()) >= AIMED.keys() | OTHERS.keys()
    assert len(AIMED) + len(OTHERS) == 35


@pytest.mark.rule("MAGIC-01")
@pytest.mark.parametrize(
    ("spells_", "keywords", "known"),
    [
        (("Healing",), (), ["Healing", "Cantrip of Justice"]),
        (("Cantrip of Justice", "Healing"), (), ["Cantrip of Justice", "Healing"]),
        ((), ("Discipline (Wild Magic)",), ["Cantrip of Justice"]),
        ((), ("Discipline (Divinity)", "Discipline (Wild Magic)"), ["Cantrip of the Sun", "Cantrip of Justice"]),
        ((), (), []),
    ],
)
def test_a_cantrip_is_known_once(spells_: tuple[str, ...], keywords: tuple[str, ...], known: list[str]) -> None:
    c = Character.enter("a", "north", Profile("Ada", spells=spells_, keywords=keywords))
    assert [each.name for each in spells.known(c)] == known


# --- what is told and offered -------------------------------------------------------------------------------


@pytest.mark.rule("MAGIC-04")
def test_whoever_dispels_is_not_the_active_side() -> None:
    context = dispelling_of("b", "a")
    told = (context.purpose, context.who, context.stat, context.against, context.attacker, context.action)
    assert told == ("dispel", "b", "mind", "a", False, "cast")
    context = casting_of("a", "b")
    told = (context.purpose, context.who, context.stat, context.against, context.attacker, context.action)
    assert told == ("cast", "a", "mind", "b", True, "cast")


@pytest.mark.rule("MAGIC-02", "SPELL-Gateway", "SPELL-Healing")
def test_it_is_told_by_what_a_spell_was_found_legal() -> None:
    near = only(do(cast_at("Healing", dice=[5, 2, 2]), "a", cast("Healing", "c")), SpellCast)
    assert near.near.distance == pytest.approx(2 - BASE, abs=0.001)
    assert near.sight.visible
    own = only(do(cast_at("Healing", dice=[5, 2, 2]), "a", cast("Healing", "a")), SpellCast)
    assert (own.near, own.sight) == (None, None)
    unseen = only(do(cast_at("Gateway", dice=[8, 2, 2]), "a", cast("Gateway", "c")), SpellCast)
    assert unseen.near is not None
    assert unseen.sight is None


@pytest.mark.rule("DICE-11", "SPELL-Summon-Vermin")
def test_the_damage_of_a_spell_is_told_with_its_caster_and_its_name() -> None:
    events = do(cast_at("Summon Vermin", dice=[7, 2, 2, 2, 2, 2, 2, 2]), "a", cast("Summon Vermin", "b"))
    hurt, lost = only(events, Damaged), only(events, LostLife)
    assert (hurt.who, hurt.by, hurt.why) == (lost.who, lost.by, lost.why) == ("b", "a", "Summon Vermin")
    assert hurt.damage == lost.lost <= hurt.before_protection


@pytest.mark.rule("MAGIC-10", "GEO-12")
def test_a_place_is_shown_to_be_seen_just_over_its_ground() -> None:
    table = cast_at("Groundsnap", dice=[8, 2, 2], apart=9)
    sight = only(do(table, "a", cast("Groundsnap", to=[3, 10, 0])), SpellCast).sight
    assert sight.visible
    assert sight.witness[1] == (3.0, 10.0, 0.05)


@pytest.mark.rule("MAGIC-10", "GEO-12")
@pytest.mark.parametrize("spell", ["Groundsnap", "Abyssal Mist"])
def test_a_marker_is_laid_with_its_place_and_how_it_is_seen(spell: str) -> None:
    table = cast_at(spell, dice=[8, 8, 2], apart=9)
    laid = only(do(table, "a", cast(spell, to=[3, 10, 0])), SpellLaid)
    assert (laid.place.at, laid.place.part, laid.sight.visible) == ((3, 10, 0), "ground/paving", True)
    assert (laid.effect.by, laid.effect.seat, laid.effect.spell) == ("a", "north", spell)
    assert (laid.effect.marker.at, laid.effect.marker.radius) == ((3, 10, 0), 1.5)


@pytest.mark.rule("MAGIC-10")
@pytest.mark.parametrize(
    ("spell", "inches"), [("Abyssal Mist", 12.0), ("Groundsnap", 8.0), ("Otherworldly Oddity", None)]
)
def test_how_far_a_place_may_be_is_told_with_the_question(spell: str, inches: float | None) -> None:
    table = cast_at(spell, dice=[8, 2, 2])
    asked = question(table, "a", cast(spell), "spell_place")
    assert getattr(asked, "inches", 0) == inches
    assert asked.default is None


@pytest.mark.rule("MAGIC-10", "GEO-13")
def test_a_marker_over_nobody_touches_nobody() -> None:
    table = cast_at("Groundsnap", dice=[8, 2, 2], apart=9)
    assert not of(do(table, "a", cast("Groundsnap", to=[3, 10, 0])), TemplateTouched)
    table = cast_at("Groundsnap", dice=[8, 2, 2, 2, 2, 2], apart=5)
    assert only(do(table, "a", cast("Groundsnap", to=[6, 11, 0])), TemplateTouched).under.hit == ("b",)


@pytest.mark.rule("SPELL-Groundsnap")
def test_groundsnap_moves_no_casualty() -> None:
    table = cast_at("Groundsnap", level=3, dice=[8, 2, 2, 2, 2, 2], apart=5, b={"lp": 3})
    assert not of(do(table, "a", cast("Groundsnap", to=[6, 11, 0])), Moved)
    assert not table.state["b"].alive


@pytest.mark.rule("SPELL-Krakens-Breath")
@pytest.mark.parametrize("seat", ["north", "south"])
def test_the_breath_is_aimed_at_anybody_as_far_as_it_reaches(seat: str) -> None:
    near = pair("Kraken's Breath", seat, 8.0)
    take_turn(near, "a")
    assert near.refusal(cast("Kraken's Breath", "b")) is None
    assert refused(pair("Kraken's Breath", seat, 8.05), "a", cast("Kraken's Breath", "b")).rule == "MAGIC-02"


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
@pytest.mark.parametrize(("apart", "burns"), [(7.9, True), (8.1, False)])
def test_the_breath_begins_at_its_caster(apart: float, burns: bool) -> None:
    last = fighter("d", "south", (6, 6 + BASE + apart, 0))
    table = fight(plain_street(), *duel(a=mage("Kraken's Breath"), apart=4), last, dice=[6, 2, 2] + [2] * 6)
    events = do(table, "a", cast("Kraken's Breath", "b"))
    assert only(events, TemplateTouched).under.hit == (("b", "d") if burns else ("b",))


@pytest.mark.rule("SPELL-Krakens-Breath")
def test_the_dead_are_not_burnt_twice() -> None:
    table = fight(plain_street(), *duel(a=mage("Kraken's Breath"), b={"lp": 1}, apart=2), dice=[6, 2, 2, 2, 2])
    events = do(table, "a", cast("Kraken's Breath", "b"))
    assert not table.state["b"].alive
    assert only(events, TemplateTouched).under.hit == ("b",)


@pytest.mark.rule("SPELL-Cantrip-of-Justice")
def test_justice_offers_own_and_borrowed_spells_of_mages_in_sight_alone() -> None:
    wall = ("wall/stones", Meaning(), block((10, 3, 0), (10.5, 9, 4)))
    hidden = fighter("d", "south", (12, 6, 0), **mage("Sunder Armour", cp=0))
    minis = [*duel(a=mage("Summon Vermin"), b=mage("Blood Drain", cp=0), apart=3), hidden]
    table = fight(street(wall), *minis, fighter("c", "north", (8, 6, 0), **mage("Healing", cp=0)), dice=[7, 2, 2])
    asked: Any = ask(table, "a", cast("Cantrip of Justice"), "justice")
    names = {offer.spell for offer in asked.offers(table.state, table.measure)}
    assert names == {"Summon Vermin", "Blood Drain", "Healing", "Cantrip of the Devil"}
    assert ("Summon Vermin", "b") in {(o.spell, o.target) for o in asked.offers(table.state, table.measure)}


@pytest.mark.rule("SPELL-Cantrip-of-Justice", "ACT-01")
def test_justice_borrows_from_whom_its_caster_sees_not_from_who_sees_it() -> None:
    """B is hidden, in the open: A sees it, and B sees nobody so far away."""
    hidden = CounterGained(who="b", counter="hidden")
    minis = duel(a=mage("Healing"), b=mage("Summon Vermin", cp=0), apart=9)
    table = fight(plain_street(), *minis, dice=[7, 2, 2], before=[hidden])
    asked: Any = ask(table, "a", cast("Cantrip of Justice"), "justice")
    assert "Summon Vermin" in {offer.spell for offer in asked.offers(table.state, table.measure)}


@pytest.mark.rule("SPELL-Gateway", "GEO-04")
def test_a_gateway_does_not_end_in_the_barest_base_contact() -> None:
    table = fight(plain_street(), *duel(a=mage("Gateway"), apart=4), dice=[8, 2, 2])
    question(table, "a", cast("Gateway", "a"), "gateway")
    assert rule_of(table, (6, 10 + BASE + 0.003, 0)) == "MAGIC-09"


@pytest.mark.rule("MAGIC-02")
def test_of_those_in_reach_so_many_are_chosen_and_nobody_twice() -> None:
    region = Pick(("b", "c", "d"), 2)
    table = cast_at("Healing")
    for answer, may in ((("b",), True), ((), True), (("b", "c"), True), (("b", "b"), False), (("b", "c", "d"), False)):
        assert (region.refusal(table.state, table.measure, answer) is None) is may
    assert region.refusal(table.state, table.measure, ("x",)) is not None


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize(("spell", "seen"), [("Rejuvenation", 1), ("Defender of Destiny", 0)])
def test_whom_a_spell_sees_is_told_where_it_needs_sight(spell: str, seen: int) -> None:
    table = cast_at(spell, dice=[9, 2, 2], apart=14)
    event = only(do(table, "a", cast(spell)), SpellReached)
    assert (event.targets, len(event.near), len(event.seen)) == (("a", "c"), 1, seen)


@pytest.mark.rule("MAGIC-02")
def test_how_far_a_spell_reaches_is_measured_from_the_caster() -> None:
    table = cast_at("Rejuvenation", dice=[9, 2, 2], apart=14)
    (near,) = only(do(table, "a", cast("Rejuvenation")), SpellReached).near
    caster, other = (table.state[who].here for who in "ac")
    assert [dist(caster, point) < dist(other, point) for point in near.closest] == [True, False]


@pytest.mark.rule("SPELL-Madness")
def test_the_mad_act_out_of_sequence_for_nothing() -> None:
    table = cast_at("Madness", dice=[4, 2, 2], apart=3)
    asked: Any = question(table, "a", cast("Madness", "b"), "madness")
    assert (asked.region.who, asked.region.out_of_sequence, asked.region.free) == ("b", True, True)
    assert (asked.seat, asked.default) == ("north", None)
    assert table.refusal({"act": "dive"}) is not None


@pytest.mark.rule("MAGIC-01", "GANG-02")
@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ({"spells": ("Healing",)}, "is no mage"),
        ({"abilities": ("Mage (1)",)}, "without a discipline"),
        ({"abilities": ("Mage (1)",), "spells": ("Healing",)}, "without a discipline"),
        ({"abilities": ("Mage (1)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Bloodlust",)}, "knows no"),
        ({"abilities": ("Mage (2)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Healing",)}, "2 spells"),
        (
            {"abilities": ("Mage (1)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Heal",)},
            "no spell 'Heal'",
        ),
        ({"abilities": ("Mage (1)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Healing",)}, None),
        (
            {
                "abilities": ("Mage (1)", "Expert Sorcerer (1)"),
                "keywords": ("Discipline (Wild Magic)",),
                "spells": ("Healing", "Gateway", "Cantrip of Justice"),
            },
            None,
        ),
        (
            {"abilities": ("Mage (2)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Healing", "Healing")},
            "2 times",
        ),
        (
            {"abilities": ("Mage (0)",), "keywords": ("Discipline (Wild Magic)", "Discipline (Divinity)")},
            "of one discipline",
        ),
        ({"abilities": ("Mage (0)",), "keywords": ("Discipline (Divinity)",)}, None),
        ({}, None),
    ],
)
def test_what_a_mage_may_know(profile: dict[str, Any], told: str | None) -> None:
    found = spells.faults(Profile(name="Ada", **profile))
    assert (found == []) if told is None else any(told in fault for fault in found)
