"""Combat (ACT-03 to 05), cover in it (GEO-10, 11), and water (WATER-04)."""

from __future__ import annotations

import pytest

from sim.carnevale.characters import Weapon
from sim.carnevale.events import ActionBegan, Attacked, Damaged, Killed, LostLife
from tests.carnevale.fighters import BOW, SWORD, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import Barricade, Meaning, block, canal, do, fight, of, only, plain_street, refused, street


@pytest.mark.rule("ACT-03", "DICE-09")
def test_each_ace_on_the_targets_dexterity_is_one_damage() -> None:
    table = fight(plain_street(), *duel(), dice=[5, 6, 4, 2, 9, 2, 2, 2])
    events = do(table, "a", strike())
    roll = rolled(events, "combat")
    assert (roll.needed, roll.aces, roll.outcome) == (5, 3, "success")
    assert only(events, Damaged).before_protection == 3
    assert lp(table, "b") == 7


@pytest.mark.rule("DICE-11")
def test_protection_takes_off_damage_an_ace() -> None:
    table = fight(plain_street(), *duel(), dice=[5, 6, 4, 2, 9, 7, 8, 2])
    events = do(table, "a", strike())
    assert only(events, Damaged).damage == 1
    assert lp(table, "b") == 9


@pytest.mark.rule("DICE-11")
def test_a_fumbled_protection_roll_adds_one_damage() -> None:
    table = fight(plain_street(), *duel(), dice=[5, 2, 2, 2, 2, 1, 3, 4])
    do(table, "a", strike())
    assert lp(table, "b") == 8


@pytest.mark.rule("DICE-11", "DICE-04")
def test_a_critical_protection_roll_counts_one_ace_more_and_damage_never_falls_under_nothing() -> None:
    table = fight(plain_street(), *duel(), dice=[5, 6, 4, 2, 2, 10, 7, 3])
    events = do(table, "a", strike())
    assert only(events, Damaged).damage == 0
    assert lp(table, "b") == 10


@pytest.mark.rule("ACT-03", "DICE-12", "DICE-04")
def test_a_critical_also_costs_a_life_point_that_no_armour_saves() -> None:
    table = fight(plain_street(), *duel(), dice=[10, 6, 4, 2, 2, 7, 8, 9])
    events = do(table, "a", strike())
    assert only(events, Damaged).damage == 0
    assert only(events, LostLife).why == "critical"
    assert lp(table, "b") == 9


@pytest.mark.rule("ACT-03", "MOVE-13")
def test_a_fumble_costs_a_life_point_and_gives_the_target_an_attack_of_opportunity() -> None:
    table = fight(plain_street(), *duel(), dice=[1, 2, 2, 2, 2, 5, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike())
    assert lp(table, "a") == 8  # 1 for the fumble, 1 for the attack
    back = of(events, ActionBegan)[1]
    assert (back.who, back.ap, back.opportunity, back.target) == ("b", 0, True, "a")
    assert table.state["b"].ap == 3


@pytest.mark.rule("MOVE-13")
def test_a_fumbled_attack_of_opportunity_gives_one_back() -> None:
    dice = [1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 9, 2, 2, 2, 2, 2, 2, 2]
    table = fight(plain_street(), *duel(), dice=dice)
    events = do(table, "a", strike())
    assert [e.who for e in of(events, ActionBegan)] == ["a", "b", "a"]
    assert (lp(table, "a"), lp(table, "b")) == (9, 8)


@pytest.mark.rule("TURN-05")
def test_at_no_life_points_a_character_is_removed() -> None:
    table = fight(plain_street(), *duel(b={"lp": 2}), dice=[5, 6, 4, 2, 9, 2, 2, 2])
    events = do(table, "a", strike())
    assert only(events, Killed).by == "a"
    assert not table.state["b"].on_board
    assert lp(table, "b") == 0


@pytest.mark.rule("ACT-04")
def test_evasion_damage_and_penetration_change_the_targets_numbers_with_their_sources() -> None:
    spear = Weapon("Spear", evasion=2, damage=1, penetration=-2)
    table = fight(plain_street(), *duel(a={"weapons": (spear,)}), dice=[7, 6, 2, 2, 2, 4])
    events = do(table, "a", strike("Spear"))
    attack, armour = rolled(events, "combat"), rolled(events, "protection")
    assert (attack.needed, attack.aces) == (7, 1)
    assert [str(m) for m in attack.needed_modifiers] == ["+2 Spear: Evasion"]
    assert (armour.dice, [str(m) for m in armour.modifiers]) == (1, ["-2 Spear: Penetration"])
    assert only(events, Damaged).before_protection == 2


@pytest.mark.rule("DICE-09")
def test_the_number_needed_stays_between_two_and_ten() -> None:
    needle, club = Weapon("Needle", evasion=-9), Weapon("Club", evasion=9)
    armed = {"weapons": (needle, club), "ap": 3}
    table = fight(plain_street(), *duel(a=armed, b={"lp": 20}), dice=[1, 2, 1, 1, 1, 4, 4, 4, 9, 9, 9, 9, 9])
    assert rolled(do(table, "a", strike("Needle")), "combat").needed == 2
    assert rolled(do(table, "a", strike("Club")), "combat").needed == 10


@pytest.mark.rule("ACT-05")
def test_a_weapon_without_range_needs_base_contact() -> None:
    table = fight(plain_street(), *duel(apart=1.5))
    assert refused(table, "a", strike()).rule == "ACT-05"


@pytest.mark.rule("ACT-03")
def test_a_target_out_of_range_is_refused_and_nothing_changes() -> None:
    table = fight(plain_street(), *duel(apart=14))
    refusal = refused(table, "a", strike("Bow"))
    assert refusal.rule == "ACT-03"
    assert "12.82" in refusal.why
    assert table.state["a"].ap == 3


@pytest.mark.rule("ACT-03")
def test_a_target_out_of_sight_is_refused_with_what_blocks() -> None:
    wall = ("wall/stones", Meaning(), block((3, 8, 0), (9, 8.5, 4)))
    table = fight(street(wall), *duel(apart=6))
    refusal = refused(table, "a", strike("Bow"))
    assert refusal.rule == "GEO-06"
    assert refusal.why.endswith("behind the wall")


@pytest.mark.rule("ACT-03")
def test_everybody_may_attack_unarmed() -> None:
    table = fight(plain_street(), *duel(a={"weapons": ()}), dice=[5, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Unarmed"))
    assert rolled(events, "protection").dice == 4


@pytest.mark.rule("ACT-03", "GEO-15")
def test_friends_are_not_attacked() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("c", "north", (6, 7.18, 0)), fighter("b", "south", (20, 20, 0))]
    assert refused(fight(plain_street(), *minis), "a", strike(target="c")).rule == "ACT-03"


@pytest.mark.rule("GEO-10")
def test_cover_gives_one_protection_die() -> None:
    wall = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))
    table = fight(street(wall), *duel(apart=6), dice=[5, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Bow"))
    assert only(events, Attacked).in_cover
    armour = rolled(events, "protection")
    assert armour.dice == 4
    assert any(m.source.startswith("cover") and m.change == 1 for m in armour.modifiers)


@pytest.mark.rule("GEO-11")
def test_there_is_no_cover_in_base_contact() -> None:
    post = ("post/wood", Meaning(), block((6.2, 6.5, 0), (7.5, 6.68, 3)))
    table = fight(street(post), *duel(), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike())
    assert not only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == 3


@pytest.mark.rule("GEO-11")
def test_a_swimmer_is_always_in_cover_out_of_base_contact() -> None:
    minis = [fighter("a", "north", (9, 6, 0)), fighter("b", "south", (13, 6, -0.75))]
    table = fight(canal(), *minis, dice=[5, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Bow"))
    assert only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == 4


@pytest.mark.rule("GEO-05", "GEO-11")
def test_over_a_low_obstacle_blades_reach_and_there_is_always_cover() -> None:
    fence = ("fence/wood", Meaning(), block((3, 6.59, 0), (9, 7.2, 0.9)))
    table = fight(street(fence), *duel(apart=1.79), dice=[5, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike())
    assert only(events, Attacked).contact
    assert only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == 4


@pytest.mark.rule("TERR-11")
@pytest.mark.parametrize(("kind", "dice"), [(Barricade.LIGHT, 4), (Barricade.HEAVY, 5)])
def test_a_barricade_protects_whoever_touches_it_from_the_other_side(kind: Barricade, dice: int) -> None:
    planks = ("barricade/planks", Meaning(barricade=kind), block((3, 10.8, 0), (9, 11.4, 0.5)))
    table = fight(street(planks), *duel(apart=6), dice=[5] + [2] * 4 + [2] * dice)
    events = do(table, "a", strike("Bow"))
    assert rolled(events, "protection").dice == dice
    behind = fighter("c", "north", (6, 18, 0))
    table = fight(street(planks), *duel(apart=6), behind, dice=[5] + [2] * 4 + [2] * 3)
    assert rolled(do(table, "c", strike("Bow")), "protection").dice == 3  # from behind it is open


@pytest.mark.rule("TERR-11", "GEO-08")
@pytest.mark.parametrize(
    ("archer", "target", "dice"),
    [
        ((3.0, 6.0), (9.3, 11.9), 4),  # the end of the planks is between them
        ((3.0, 13.0), (9.3, 11.9), 3),  # both are on the same side
        ((13.0, 6.0), (9.5, 11.9), 3),  # past the end
        ((12.0, 9.2), (6.0, 11.995), 4),  # aslant, over the middle
    ],
)
def test_a_barricade_shelters_nobody_from_attacks_past_its_end(
    archer: tuple[float, float], target: tuple[float, float], dice: int
) -> None:
    planks = ("barricade/planks", Meaning(barricade=Barricade.LIGHT), block((3, 10.8, 0), (9, 11.4, 0.05)))
    minis = fighter("a", "north", (*archer, 0)), fighter("b", "south", (*target, 0))
    table = fight(street(planks), *minis, dice=[5] + [2] * 4 + [2] * dice)
    assert rolled(do(table, "a", strike("Bow")), "protection").dice == dice


@pytest.mark.rule("TERR-11", "GEO-05")
def test_over_a_heavy_barricade_blades_meet_two_more_dice() -> None:
    planks = ("barricade/planks", Meaning(barricade=Barricade.HEAVY), block((3, 6.59, 0), (9, 7.2, 0.9)))
    table = fight(street(planks), *duel(apart=1.79), dice=[5] + [2] * 9)
    assert rolled(do(table, "a", strike()), "protection").dice == 5


@pytest.mark.rule("WATER-04", "WEAP-Aquatic")
def test_a_swimmer_attacks_with_aquatic_weapons_only() -> None:
    trident = Weapon("Trident", abilities=("Aquatic",))
    minis = [
        fighter("a", "north", (12, 6, -0.75), weapons=(SWORD, BOW, trident)),
        fighter("b", "south", (13.18, 6, -0.75)),
    ]
    table = fight(canal(), *minis, dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert refused(table, "a", strike()).rule == "WATER-04"
    assert refused(table, "a", strike("Unarmed")).rule == "WATER-04"
    do(table, "a", strike("Trident"))
    assert lp(table, "b") == 9
