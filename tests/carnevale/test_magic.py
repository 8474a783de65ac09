"""Casting, dispelling, and spells (MAGIC, SPELL)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.characters import Effect, Weapon
from sim.carnevale.events import DispelTried, EffectBegan, LostLife, PointsGained, SpellCast, Stunned
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate
from tests.carnevale.fighters import duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    house,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    street,
)


def mage(*spells: str, level: int = 1, **profile: Any) -> dict[str, Any]:
    able = (f"Mage ({level})", *profile.pop("abilities", ()))
    return {"abilities": able, "spells": spells, "wp": 5, "mind": 3, **profile}


def cast(spell: str, target: str | None = None) -> dict[str, Any]:
    return {"act": "cast", "spell": spell, "target": target}


def scene(*spells: str, dice: list[int], b: Any = None, apart: float = 5, **a: Any) -> Table:
    """A casts; B is an enemy, C a friend 2" away."""
    friend = fighter("c", "north", (8, 6, 0), wp=3)
    return fight(plain_street(), *duel(a=mage(*spells, **a), b=b, apart=apart), friend, dice=dice)


def wound(table: Table, who: str, lost: int) -> None:
    table.state.emit(LostLife(who=who, lost=lost, why="before the fight"))


# --- casting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAGIC-01")
def test_a_mage_knows_its_spells_and_the_cantrip_of_their_discipline() -> None:
    table = scene("Blood Drain", dice=[])
    assert refused(table, "a", cast("Healing", "c")).rule == "MAGIC-01"
    assert table.refusal(cast("Cantrip of the Devil", "b")) is not None  # 3" only
    assert table.refusal(cast("Blood Drain", "b")) is None
    assert refused(fight(plain_street(), *duel(apart=2)), "a", cast("Blood Drain", "b")).rule == "MAGIC-01"


@pytest.mark.rule("MAGIC-01", "ABIL-Mage")
def test_a_mage_of_level_nothing_knows_the_cantrip_of_its_keyword() -> None:
    novice = {"abilities": ("Mage (0)",), "keywords": ("Discipline (Divinity)",), "mind": 1}
    table = fight(plain_street(), *duel(a=novice, apart=5), dice=[7])
    wound(table, "a", 2)
    events = do(table, "a", cast("Cantrip of the Sun", "a"), sun="lp")
    assert lp(table, "a") == 9
    assert only(events, SpellCast).sight is None  # nobody sees itself


@pytest.mark.rule("MAGIC-02", "DICE-10", "SPELL-Healing")
def test_a_spell_is_mind_on_its_difficulty_and_costs_will_whatever_happens() -> None:
    table = scene("Healing", dice=[5, 2, 2], level=2)
    wound(table, "c", 4)
    events = do(table, "a", cast("Healing", "c"))
    assert (rolled(events, "cast").dice, rolled(events, "cast").needed) == (3, 5)
    assert (lp(table, "c"), table.state["a"].wp, table.state["a"].ap) == (8, 4, 2)
    table = scene("Healing", dice=[4, 2, 2])
    do(table, "a", cast("Healing", "c"))
    assert table.state["a"].wp == 4


@pytest.mark.rule("MAGIC-02")
def test_each_spell_is_tried_once_a_round_and_not_in_water() -> None:
    table = scene("Healing", dice=[5, 2, 2])
    do(table, "a", cast("Healing", "c"))
    assert refused(table, "a", cast("Healing", "c")).rule == "MAGIC-02"
    swimmer = fighter("a", "north", (12, 6, -0.75), **mage("Healing"))
    assert refused(fight(canal(), swimmer), "a", cast("Healing", "a")).rule == "MAGIC-02"
    creature = fighter("a", "north", (12, 6, -0.75), **mage("Healing", abilities=("Water Creature",)))
    table = fight(canal(), creature, dice=[5, 2, 2])
    assert of(do(table, "a", cast("Healing", "a")), SpellCast)


@pytest.mark.rule("MAGIC-02")
def test_a_spell_needs_sight_range_and_will() -> None:
    wall = ("wall/stones", Meaning(), block((3, 8, 0), (9, 8.5, 4)))
    table = fight(street(wall), *duel(a=mage("Summon Vermin"), apart=5))
    assert refused(table, "a", cast("Summon Vermin", "b")).rule == "GEO-06"
    assert refused(scene("Summon Vermin", dice=[], apart=15), "a", cast("Summon Vermin", "b")).rule == "MAGIC-02"
    assert refused(scene("Summon Vermin", dice=[], wp=0), "a", cast("Summon Vermin", "b")).rule == "MAGIC-02"


@pytest.mark.rule("MAGIC-03")
def test_after_a_fail_no_other_spell_this_turn() -> None:
    table = scene("Healing", "Summon Vermin", dice=[2, 2, 2])
    events = do(table, "a", cast("Healing", "c"))
    assert only(events, SpellCast).outcome == "fail"
    assert refused(table, "a", cast("Summon Vermin", "b")).rule == "MAGIC-03"


@pytest.mark.rule("MAGIC-03")
def test_a_fumble_stuns_and_costs_another_will_point() -> None:
    table = scene("Healing", dice=[1, 2, 2])
    events = do(table, "a", cast("Healing", "c"))
    assert only(events, Stunned).who == "a"
    assert table.state["a"].wp == 3


@pytest.mark.rule("MAGIC-03")
def test_a_critical_gives_a_will_point_back_and_one_to_every_x() -> None:
    table = scene("Healing", dice=[10, 5, 2])
    wound(table, "c", 5)
    do(table, "a", cast("Healing", "c"))
    assert (lp(table, "c"), table.state["a"].wp) == (7, 5)


# --- dispelling ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MAGIC-04")
def test_an_enemy_mage_in_sight_may_pay_to_make_the_roll_opposed() -> None:
    table = scene("Healing", dice=[5, 5, 2, 5, 2], b=mage())
    events = do(table, "a", cast("Healing", "c"), dispel=True)
    assert only(events, DispelTried).who == "b"
    assert table.state["b"].wp == 4
    assert rolled(events, "dispel").needed == 5
    assert rolled(events, "cast").dice == 2  # two Aces, but Mage (1) counts one


@pytest.mark.rule("MAGIC-04")
def test_whoever_dispels_without_an_ace_dispels_no_more_this_round() -> None:
    table = scene("Healing", "Summon Vermin", dice=[2, 2, 2, 5, 2, 2, 5, 2, 2, 2, 2, 2], b=mage())
    do(table, "a", cast("Healing", "c"), dispel=True)
    assert "dispel" not in [choice.prompt for choice in prompts_of(table, "a", cast("Summon Vermin", "b"))]
    assert table.state["b"].wp == 4


@pytest.mark.rule("MAGIC-04", "ABIL-Frenzied")
@pytest.mark.parametrize(
    ("will", "label", "said"),
    [
        (1, ("Dispel: 1 WP", "2 left"), "B spends 1 Will Point: dispel."),
        (0, ("Dispel: 1 LP in place of 1 WP", "1 LP left"), "B spends 1 Life Point: dispel."),
    ],
)
def test_whoever_pays_life_to_dispel_is_told_so(will: int, label: tuple[str, str], said: str) -> None:
    """With none of it left as Will: that the question named, and took Life."""
    table = scene("Healing", dice=[5, 2, 2, 5, 2, 2], b={**mage(abilities=("Frenzied",)), "lp": 2, "wp": will})
    asked = TryToDispel(seat="south", who="b", against="a", target="c", spell="Healing", needed=5, level=1)
    assert tuple(asked.label(table.state, True)) == label
    events = do(table, "a", cast("Healing", "c"), dispel=True)
    assert said in [narrate(event, names_of(table.state)) for event in events]


@pytest.mark.rule("MAGIC-04", "ACT-09")
def test_whoever_could_dispel_is_told_the_dice_that_it_would_roll() -> None:
    table = scene("Healing", dice=[5, 2, 2], b=mage())
    asked = TryToDispel(seat="south", who="b", against="a", target="c", spell="Healing", needed=5, level=1)
    mind = table.state["b"].profile.mind
    assert f"MIND {mind} on 5+" in asked.detail(table.state)
    table.state.emit(Stunned(who="b", why="test"))
    assert f"MIND {mind - 1} on 5+" in asked.detail(table.state)


@pytest.mark.rule("ABIL-Expert-Sorcerer")
def test_an_expert_sorcerer_re_rolls_magic() -> None:
    table = scene("Healing", dice=[2, 2, 2, 5], abilities=("Expert Sorcerer (1)",))
    events = do(table, "a", cast("Healing", "c"), reroll=(1,))
    assert only(events, SpellCast).outcome == "success"


# --- Blood Rites --------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Cantrip-of-the-Devil")
def test_the_devil_takes_a_life_point_or_two_damage() -> None:
    for how, dice, left in (("life", [7, 2, 2], 9), ("damage", [7, 2, 2, 2], 8)):
        table = scene("Blood Drain", dice=dice, apart=3)
        do(table, "a", cast("Cantrip of the Devil", "b"), devil=how)
        assert lp(table, "b") == left


@pytest.mark.rule("SPELL-Cantrip-of-the-Devil")
def test_the_devil_is_told_of_the_protection_that_his_victim_has_now() -> None:
    table = scene("Blood Drain", b={"protection": 3}, dice=[7, 2, 2], apart=3)
    lowered = Effect("Sunder Armour", "end_of_round", stat="protection", change=-2)
    table.state.emit(EffectBegan(who="b", effect=lowered))
    asked = question(table, "a", cast("Cantrip of the Devil", "b"), "devil")
    assert "PROTECTION 1" in asked.detail(table.state)


@pytest.mark.rule("SPELL-Curse-of-the-Rent", "ACT-09")
def test_what_is_cursed_is_told_as_it_is_now() -> None:
    table = scene("Curse of the Rent", b={"attack": 4}, dice=[7, 2, 2], apart=3)
    table.state.emit(Stunned(who="b", why="before the fight"))
    asked = question(table, "a", cast("Curse of the Rent", "b"), "which_stat")
    assert asked.label(table.state, "attack").hint == "3 now, -1 by this spell"


@pytest.mark.rule("SPELL-Boiling-Veins")
def test_boiling_veins_burst_whoever_they_kill() -> None:
    near = fighter("d", "south", (7.3, 11, 0))
    a = mage("Boiling Veins", mind=4)
    table = fight(plain_street(), *duel(a=a, b={"lp": 3, "protection": 1}, apart=5), near, dice=[3, 3, 3, 3])
    do(table, "a", cast("Boiling Veins", "b"))
    assert not table.state["b"].alive
    assert lp(table, "d") == 6


@pytest.mark.rule("SPELL-Bloodlust")
def test_bloodlust_costs_one_life_point_and_adds_attack() -> None:
    table = scene("Bloodlust", dice=[6, 2, 2] + [2] * 6, apart=5, level=1)
    do(table, "a", cast("Bloodlust", "a"))
    assert lp(table, "a") == 9
    assert rolled(do(table, "a", strike("Bow")), "combat").dice == 6


@pytest.mark.rule("SPELL-Blood-Drain")
def test_blood_drain_feeds_friends_near_the_target() -> None:
    table = scene("Blood Drain", dice=[7, 2, 2], level=2)
    wound(table, "a", 3)
    wound(table, "c", 3)
    events = do(table, "a", cast("Blood Drain", "b"))
    assert lp(table, "b") == 8
    assert [lp(table, who) for who in "ac"] == [9, 9]
    assert {e.who for e in of(events, PointsGained)} == {"a", "c"}


# --- Divinity -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Cantrip-of-the-Sun")
def test_the_sun_gives_a_point_of_life_or_will() -> None:
    table = scene("Holy Light", dice=[7, 2, 2])
    wound(table, "c", 2)
    do(table, "a", cast("Cantrip of the Sun", "c"), sun="lp")
    assert lp(table, "c") == 9


@pytest.mark.rule("SPELL-Protection-of-the-Eye", "SPELL-Eldritch-Armour")
@pytest.mark.parametrize(("spell", "dice"), [("Protection of the Eye", 3), ("Eldritch Armour", 2)])
def test_spells_that_armour_last_to_the_end_of_the_next_turn(spell: str, dice: int) -> None:
    ram = {"weapons": (Weapon("Ram", penetration=-2),)}
    friend = fighter("c", "north", (6, 7.18, 0))
    minis = [fighter("a", "north", (8, 6, 0), **mage(spell, cp=1)), friend, fighter("b", "south", (6, 8.36, 0), **ram)]
    table = fight(plain_street(), *minis, dice=[9, 2, 2] + [5, 2, 2, 2, 2] + [2] * dice + [2] * 4)
    do(table, "a", cast(spell, "c"))
    events = do(table, "b", strike("Ram", "c"))
    assert rolled(events, "protection").dice == dice
    while table.state["c"].turns_ended == 0:
        table.answer(table.request.default if table.request.prompt != "turn" else "c")  # type: ignore[union-attr]
    assert table.state["c"].effects == ()


@pytest.mark.rule("SPELL-Rejuvenation")
def test_rejuvenation_is_shared_out() -> None:
    table = scene("Rejuvenation", dice=[7, 2, 2], level=2)
    wound(table, "a", 3)
    wound(table, "c", 3)
    do(table, "a", cast("Rejuvenation"), rejuvenate=["a", "c", "c"])
    assert [lp(table, who) for who in "ac"] == [8, 9]


@pytest.mark.rule("SPELL-Holy-Light")
def test_holy_light_burns_enemy_mages_alone() -> None:
    plain = fighter("d", "south", (9, 10, 0))
    table = fight(plain_street(), *duel(a=mage("Holy Light", level=2), b=mage(), apart=5), plain, dice=[8, 2, 2])
    events = do(table, "a", cast("Holy Light"))
    assert only(events, Stunned).who == "b"
    assert [lp(table, who) for who in "bd"] == [8, 10]


@pytest.mark.rule("SPELL-Defender-of-Destiny")
def test_defender_of_destiny_teaches_friends_to_parry() -> None:
    table = scene("Defender of Destiny", dice=[8, 2, 2])
    do(table, "a", cast("Defender of Destiny"))
    assert {str(e.trait) for e in table.state["c"].effects} == {"Parry (1)", "Expert Protection (1)"}


# --- Fateweaving --------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Marksmans-Misfortune", "WEAP-Reload")
def test_marksmans_misfortune_empties_what_must_be_reloaded() -> None:
    musket = {"weapons": (Weapon("Musket", range=12, abilities=("Reload (1)",)),)}
    table = scene("Marksman's Misfortune", dice=[4, 2, 2], b=musket)
    do(table, "a", cast("Marksman's Misfortune", "b"))
    end_turn(table)
    assert refused(table, "b", strike("Musket", "a")).rule == "WEAP-Reload"


@pytest.mark.rule("SPELL-Blessing-of-the-Sky", "SPELL-Curse-of-the-Rent")
def test_blessing_and_curse_are_shared_among_three_stats_and_do_not_add_up() -> None:
    table = scene("Curse of the Rent", dice=[7, 2, 2], level=2)
    do(table, "a", cast("Curse of the Rent", "b"), which_stat=["attack", "dexterity"])
    assert {(e.stat, e.change) for e in table.state["b"].effects} == {("attack", -1), ("dexterity", -1)}
    table = scene("Blessing of the Sky", dice=[7, 2, 2], level=2)
    do(table, "a", cast("Blessing of the Sky", "c"), which_stat=["mind", "mind"])
    assert [(e.stat, e.change) for e in table.state["c"].effects] == [("mind", 2)]


@pytest.mark.rule("SPELL-Glimpse-of-Glory")
def test_a_glimpse_of_glory_makes_an_expert() -> None:
    table = scene("Glimpse of Glory", dice=[8, 2, 2], level=2)
    do(table, "a", cast("Glimpse of Glory", "c"))
    gifts = {"Parry (2)", "Expert Offence (2)", "Expert Marksman (2)", "Expert Protection (2)"}
    assert {str(e.trait) for e in table.state["c"].effects} == gifts


# --- Runes of Sovereignty and Wild Magic ----------------------------------------------------------------------


@pytest.mark.rule("SPELL-Renewed-Vigour")
def test_renewed_vigour_wakes_and_keeps_awake() -> None:
    table = scene("Renewed Vigour", dice=[6, 2, 2])
    table.state.emit(Stunned(who="c", why="test"))
    do(table, "a", cast("Renewed Vigour"), spell_targets=("c",))
    assert not table.state["c"].stunned
    from sim.carnevale import effects

    effects.stun(table.state, "c", "test")
    assert not table.state["c"].stunned


@pytest.mark.rule("SPELL-Fiery-Rhetoric")
def test_fiery_rhetoric_gives_a_command_point_back() -> None:
    friend = fighter("c", "north", (7.5, 6, 0), ap=2)
    minis = [*duel(a=mage("Fiery Rhetoric", cp=2), apart=5), friend]
    table = fight(plain_street(), *minis, dice=[7, 2, 2])
    do(table, "c", {"act": "order", "by": "a"})
    assert table.state["a"].cp == 1
    do(table, "a", cast("Fiery Rhetoric", "a"))
    assert table.state["a"].cp == 2


@pytest.mark.rule("SPELL-Walk-Between-Worlds")
def test_walking_between_worlds_goes_through_walls_and_out_of_fights() -> None:
    table = scene("Walk Between Worlds", dice=[6, 2, 2])
    do(table, "a", cast("Walk Between Worlds", "c"))
    assert {str(e.trait) for e in table.state["c"].effects} == {"Ethereal", "Flight", "Slippery"}


@pytest.mark.rule("SPELL-They-Sleep-Underwater")
def test_they_sleep_underwater_makes_fast_swimmers() -> None:
    table = scene("They Sleep Underwater", dice=[5, 2, 2])
    do(table, "a", cast("They Sleep Underwater"), spell_targets=("c",))
    assert [str(e.trait) for e in table.state["c"].effects] == ["Fast Swimmer (1)"]


@pytest.mark.rule("SPELL-Summon-Vermin", "SPELL-Sunder-Armour")
def test_vermin_bite_and_sundered_armour_does_not_help() -> None:
    table = scene("Summon Vermin", "Sunder Armour", dice=[7, 2, 2, 5, 2, 2], level=2)
    do(table, "a", cast("Sunder Armour", "b"))
    do(table, "a", cast("Summon Vermin", "b"))
    assert lp(table, "b") == 7


# --- spells that reach further ------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Krakens-Breath")
def test_the_krakens_breath_burns_friend_and_enemy_under_the_template() -> None:
    behind = fighter("c", "north", (6, 10, 0))
    minis = [*duel(a=mage("Kraken's Breath"), apart=2), behind]
    table = fight(plain_street(), *minis, dice=[6, 2, 2] + [2] * 4)
    events = do(table, "a", cast("Kraken's Breath", "b"))
    assert rolled(events, "protection", "b").dice == 2
    assert [lp(table, who) for who in "bc"] == [7, 7]


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
def test_the_hydras_claws_are_shared_evenly_and_the_caster_stands_in() -> None:
    table = fight(plain_street(), *duel(a=mage("Mother Hydra's Claws", level=2), apart=3), dice=[6, 2, 2])
    do(table, "a", cast("Mother Hydra's Claws"))
    assert [lp(table, who) for who in "ba"] == [8, 9]


@pytest.mark.rule("SPELL-Cantrip-of-the-Stars", "DICE-06")
def test_under_the_stars_destiny_is_re_rolled() -> None:
    expert = mage("Curse of the Rent", abilities=("Expert Marksman (1)",))
    table = fight(plain_street(), *duel(a=expert, apart=5), dice=[5, 2, 2, 1, 2, 2, 2, 2, 5, 2, 2, 2])
    do(table, "a", cast("Cantrip of the Stars"))
    events = do(table, "a", strike("Bow"), reroll=(0,))
    assert rolled(events, "combat").faces == (5, 2, 2, 2, 2)


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot")
def test_the_chariot_carries_a_friend_but_never_charges() -> None:
    table = scene("Fiery Rhetoric", dice=[7, 2, 2], apart=4)
    table.answer("a")
    table.answer(cast("Cantrip of the Chariot", "c"))
    for _ in range(2):
        if table.request is not None and getattr(table.request, "prompt", "") == "will":
            table.answer(0)
    refusal = table.refusal({"act": "run", "path": [[6.5, 8.95, 0]]})
    assert refusal is not None
    assert refusal.rule == "MAGIC-08"
    table.answer({"act": "run", "path": [[11, 6, 0]]})
    assert table.state["c"].here == (11, 6, 0)
    assert table.state["c"].used_ap == 0


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot", "FALL-04")
def test_the_chariot_does_not_charge_over_an_edge_either() -> None:
    rider = fighter("c", "north", (10.7, 12, 8))
    caster = fighter("a", "north", (12.5, 12, 8), **mage("Fiery Rhetoric"))
    table = fight(
        street(house((10, 4), (14, 20), 8.0)), caster, rider, fighter("b", "south", (9.2, 12, 0)), dice=[7] + [2] * 30
    )
    assert question(table, "a", cast("Cantrip of the Chariot", "c"), "chariot").seat == "north"
    refusal = table.refusal({"act": "run", "path": [[9.2, 12, 8]]})  # onto B
    assert refusal is not None
    assert refusal.rule == "MAGIC-08"
    assert table.refusal({"act": "run", "path": [[9.2, 16, 8]]}) is None  # beside nobody


@pytest.mark.rule("SPELL-Gateway")
def test_a_gateway_puts_somebody_down_out_of_contact() -> None:
    table = fight(plain_street(), *duel(a=mage("Healing", "Gateway")), dice=[8, 2, 2])
    table.answer("a")
    table.answer(cast("Gateway", "a"))
    while getattr(table.request, "prompt", "") == "will":
        table.answer(0)
    for bad in ((6, 15, 0), (6, 8.3, 0)):
        refusal = table.refusal(bad)
        assert refusal is not None
        assert refusal.rule == "MAGIC-09"
    first = len(table.events)
    table.answer((12, 6, 0))
    assert table.state["a"].here == (12, 6, 0)
    assert "disengaged" not in [type(e).__name__.lower() for e in table.events[first:]]
