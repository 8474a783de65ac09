"""The abilities of characters in attacks and turns (ABIL)."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from sim.carnevale.characters import Effect, Trait, Weapon
from sim.carnevale.events import (
    Attacked,
    CounterLost,
    EffectBegan,
    LostLife,
    PointsGained,
    PointsSpent,
    Rerolled,
    Rolled,
    Stunned,
)
from sim.carnevale.hook_values import Flag
from sim.carnevale.hooks import Ability
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice
from tests.carnevale.fighters import duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    do,
    end_turn,
    fight,
    of,
    only,
    plain_street,
    prompts_of,
    refused,
    street,
    take_turn,
)

GRAPPLE = {"act": "grapple", "target": "b"}
WALL = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def most(table: Table) -> int:
    """How many dice may be re-rolled now."""
    assert isinstance(table.request, RerollDice)
    return table.request.most


# --- the Experts ------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Expert-Offence", "ABIL-Expert-Marksman")
def test_offence_re_rolls_in_base_contact_and_the_marksman_out_of_it() -> None:
    both = has("Expert Offence (1)", "Expert Marksman (2)")
    near = fight(plain_street(), *duel(a=both), dice=[2] * 20)
    near.answer("a")
    near.answer(strike())
    assert most(near) == 1
    far = fight(plain_street(), *duel(a=both, apart=6), dice=[2] * 20)
    far.answer("a")
    far.answer(strike("Bow"))
    assert most(far) == 2


@pytest.mark.rule("ABIL-Expert-Grappler")
def test_an_expert_grappler_re_rolls_on_either_side() -> None:
    both = has("Expert Grappler (1)")
    table = fight(plain_street(), *duel(a=both, b=both), dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2, 2, 7])
    events = do(table, "a", GRAPPLE, reroll=[(1,), (1,)])
    assert [(e.seat, e.who) for e in of(events, Rerolled)] == [("south", "b"), ("north", "a")]


@pytest.mark.rule("ABIL-Expert-Protection")
def test_expert_protection_re_rolls_protection() -> None:
    table = fight(plain_street(), *duel(b=has("Expert Protection (1)")), dice=[5, 2, 2, 2, 2, 2, 2, 2, 8])
    events = do(table, "a", strike(), reroll=(2,))
    assert only(events, Rerolled).sources == ("Expert Protection (1)",)
    assert lp(table, "b") == 10


@pytest.mark.rule("ABIL-Stacking")
def test_an_ability_stacks_to_three_and_universal_shielding_beyond() -> None:
    offence = has("Expert Offence (2)", "Expert Offence (2)")
    table = fight(plain_street(), *duel(a=offence), dice=[2] * 20)
    table.answer("a")
    table.answer(strike())
    assert most(table) == 3
    ram = Weapon("Ram", penetration=-9)
    shielded = has("Universal Shielding (3)", "Universal Shielding (2)", protection=6)
    table = fight(plain_street(), *duel(a={"weapons": (ram,)}, b=shielded), dice=[5, 2, 2, 2, 2] + [2] * 5)
    assert rolled(do(table, "a", strike("Ram")), "protection").dice == 5


# --- attackers --------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Berserk")
def test_a_berserk_with_five_life_points_has_one_ap_and_one_attack_more_this_turn() -> None:
    table = fight(plain_street(), *duel(a=has("Berserk", lp=5, ap=2), apart=6), dice=[2] * 20)
    events = take_turn(table, "a")
    assert only(events, PointsGained).what == "ap"
    assert table.state["a"].ap == 3
    events = do(table, "a", strike("Bow"))
    assert [str(m) for m in rolled(events, "combat").modifiers] == ["+1 Berserk"]
    end_turn(table)
    assert table.state["a"].effects == ()


@pytest.mark.rule("ABIL-Berserk")
@pytest.mark.rule("TURN-04")
def test_a_berserk_with_three_ap_gains_attack_but_no_fourth_ap() -> None:
    table = fight(plain_street(), *duel(a=has("Berserk", lp=5, ap=3), apart=6), dice=[2] * 20)
    assert not of(take_turn(table, "a"), PointsGained)
    assert table.state["a"].ap == 3
    assert [str(m) for m in rolled(do(table, "a", strike("Bow")), "combat").modifiers] == ["+1 Berserk"]


@pytest.mark.rule("ABIL-Berserk")
def test_a_berserk_with_six_life_points_is_calm() -> None:
    table = fight(plain_street(), *duel(a=has("Berserk", lp=6, ap=2), apart=6))
    take_turn(table, "a")
    assert (table.state["a"].ap, table.state["a"].effects) == (2, ())


@pytest.mark.rule("ABIL-Brawler")
def test_a_brawler_needs_two_enemies_in_contact() -> None:
    other = fighter("c", "south", (7.18, 6, 0))
    table = fight(plain_street(), *duel(a=has("Brawler (2)")), other, dice=[2] * 7)
    assert rolled(do(table, "a", strike()), "combat").dice == 7
    table = fight(plain_street(), *duel(a=has("Brawler (2)")), dice=[2] * 5)
    assert rolled(do(table, "a", strike()), "combat").dice == 5


@pytest.mark.rule("ABIL-Fear")
def test_fear_without_an_ace_re_rolls_all_but_destiny() -> None:
    table = fight(plain_street(), *duel(a=has("Fear (2)")), dice=[6, 6, 2, 2, 2, 2, 2, 9, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike(), reroll=(1, 2, 3, 4))
    order = [(r.who, r.purpose) for r in of(events, Rolled)]
    assert order == [("b", "fear"), ("a", "combat"), ("b", "protection")]
    nerve = rolled(events, "fear")
    assert (nerve.dice, [str(m) for m in nerve.modifiers]) == (2, ["-2 Fear (2)"])
    assert lp(table, "b") == 9


@pytest.mark.rule("ABIL-Fear")
def test_an_ace_stands_against_fear_and_one_die_is_always_left() -> None:
    table = fight(plain_street(), *duel(a=has("Fear (3)"), b={"mind": 2}), dice=[7, 2, 2, 2, 2, 2])
    asked = prompts_of(table, "a", strike())
    assert rolled(table.events, "fear").dice == 1
    assert not any(question.prompt == "reroll" for question in asked)


@pytest.mark.rule("ABIL-Brave")
def test_the_brave_do_not_roll_against_fear() -> None:
    table = fight(plain_street(), *duel(a=has("Fear (3)"), b=has("Brave")), dice=[2] * 5)
    events = do(table, "a", strike())
    assert (rolled(events, "fear").faces, rolled(events, "fear").outcome) == ((), "success")


@pytest.mark.rule("ABIL-Hunter")
def test_a_hunter_pierces_larger_bases_but_not_with_its_fists() -> None:
    big = {"size": 40, "protection": 6, "lp": 30}
    table = fight(plain_street(), *duel(a=has("Hunter"), b=big, apart=1.37), dice=[5, 2, 2, 2, 2] * 6)
    assert [str(m) for m in rolled(do(table, "a", strike()), "protection").modifiers] == ["-3 Hunter"]
    assert rolled(do(table, "a", strike("Unarmed")), "protection").dice == 7
    table = fight(plain_street(), *duel(a=has("Hunter")), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert rolled(do(table, "a", strike()), "protection").dice == 3


@pytest.mark.rule("ABIL-Vampiric-Attack")
def test_a_vampire_regains_life_from_life_lost_in_contact() -> None:
    table = fight(plain_street(), *duel(a=has("Vampiric Attack (2)")), dice=[5, 2, 2, 2, 2, 7, 2, 2] + [5, 5] + [2] * 6)
    wound(table, "a", 3)
    do(table, "a", strike())
    assert lp(table, "a") == 7  # all Damage was saved
    do(table, "a", strike())
    assert lp(table, "a") == 9


def wound(table: Table, who: str, lost: int) -> None:
    """Before the fight: so many LP fewer."""
    table.state.emit(LostLife(who=who, lost=lost, why="before the fight"))


# --- defenders --------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Bulky")
def test_the_bulky_gain_nothing_from_cover_and_cannot_hide() -> None:
    table = fight(street(WALL), *duel(b=has("Bulky", "Concealment (2)"), apart=6), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert rolled(do(table, "a", strike("Bow")), "protection").dice == 3
    assert refused(table, "b", {"act": "hide"}).rule == "ABIL-Bulky"


@pytest.mark.rule("ABIL-Bulky", "GEO-10")
@pytest.mark.parametrize(
    ("abilities", "said"),
    [((), "in cover: "), (("Bulky",), "in cover that is worth nothing to it (Bulky): ")],
)
def test_what_is_told_of_a_hit_says_what_cover_was_worth(abilities: tuple[str, ...], said: str) -> None:
    table = fight(street(WALL), *duel(b=has(*abilities), apart=6), dice=[9, 2, 2, 2, 2, 2, 2, 2, 2])
    (hit,) = of(do(table, "a", strike("Bow")), Attacked)
    assert f", {said}" in narrate(hit, names_of(table.state))


@pytest.mark.rule("ABIL-Concealment")
def test_concealment_adds_protection_in_cover() -> None:
    table = fight(street(WALL), *duel(b=has("Concealment (2)"), apart=6), dice=[5, 2, 2, 2, 2] + [2] * 6)
    assert rolled(do(table, "a", strike("Bow")), "protection").dice == 6
    table = fight(plain_street(), *duel(b=has("Concealment (2)"), apart=6), dice=[5, 2, 2, 2, 2] + [2] * 3)
    assert rolled(do(table, "a", strike("Bow")), "protection").dice == 3


@pytest.mark.rule("ABIL-Parry")
def test_parry_needs_base_contact() -> None:
    table = fight(plain_street(), *duel(b=has("Parry (2)"), apart=6), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert "reroll" not in [choice.prompt for choice in prompts_of(table, "a", strike("Bow"))]
    assert rolled(list(table.events), "combat").aces == 1


@pytest.mark.rule("ABIL-Universal-Shielding")
def test_universal_shielding_is_a_floor_no_higher_than_the_profile() -> None:
    ram = {"weapons": (Weapon("Ram", penetration=-5),)}
    table = fight(plain_street(), *duel(a=ram, b=has("Universal Shielding (2)", protection=4)), dice=[5] + [2] * 6)
    events = do(table, "a", strike("Ram"))
    assert rolled(events, "protection").dice == 2
    assert str(rolled(events, "protection").modifiers[-1]) == "+3 Universal Shielding (2)"
    table = fight(plain_street(), *duel(a=ram, b=has("Universal Shielding (3)", protection=1)), dice=[5] + [2] * 5)
    assert rolled(do(table, "a", strike("Ram")), "protection").dice == 1


# --- minds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Frenzied")
def test_the_frenzied_spend_life_as_will_but_never_the_last() -> None:
    table = fight(plain_street(), *duel(a=has("Frenzied", lp=2, wp=1), apart=6), dice=[2] * 20)
    events = do(table, "a", strike("Bow"), will=2)
    spent = [(e.what, e.points) for e in of(events, PointsSpent) if e.what != "ap"]
    assert spent == [("wp", 1), ("lp", 1)]
    assert lp(table, "a") == 1
    events = do(table, "a", strike("Bow"))
    assert lp(table, "a") == 1


@pytest.mark.rule("ABIL-Primitive")
def test_the_primitive_roll_mind_or_are_stunned() -> None:
    table = fight(plain_street(), *duel(a=has("Primitive", mind=2), apart=6), dice=[6, 6])
    assert only(take_turn(table, "a"), Stunned).who == "a"
    table = fight(plain_street(), *duel(a=has("Primitive", mind=2), apart=6), dice=[6, 7])
    assert not of(take_turn(table, "a"), Stunned)


@pytest.mark.rule("ABIL-Primitive")
def test_whoever_is_asked_for_will_there_reads_what_a_failure_comes_to() -> None:
    table = fight(plain_street(), *duel(a=has("Primitive", mind=2, wp=1), apart=6), dice=[6, 6])
    table.answer("a")
    assert isinstance(table.request, SpendWill)
    assert table.request.detail(table.state).startswith("Without an Ace it is Stunned. Dice ")


@pytest.mark.rule("ABIL-Companion")
def test_a_companion_in_sight_lends_its_mind_and_a_will_point() -> None:
    master = fighter("c", "north", (9, 6, 0), mind=6, keywords=("Doctor",))
    a = has("Companion (Doctor)", "Primitive", mind=1, wp=2)
    table = fight(plain_street(), *duel(a=a, apart=6), master, dice=[2, 2, 2, 2, 2, 7])
    events = take_turn(table, "a")
    assert rolled(events, "primitive").dice == 6
    alone = fight(plain_street(), *duel(a=a, apart=6), dice=[7])
    assert rolled(take_turn(alone, "a"), "primitive").dice == 1


@pytest.mark.rule("ABIL-Companion")
def test_a_companion_gives_one_will_point_back_at_the_start_of_the_turn() -> None:
    master = fighter("c", "north", (9, 6, 0), keywords=("Doctor",))
    minis = [*duel(a=has("Companion (Doctor)", wp=2, cp=1), apart=6), master]
    table = fight(plain_street(), *minis, dice=[2] * 30)
    do(table, "a", strike("Bow"), will=2)
    assert table.state["a"].wp == 0
    end_turn(table)
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    take_turn(table, "a")
    assert table.state["a"].wp == 1


# --- stunned ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-09")
def test_the_stunned_have_one_less_of_four_stats_but_never_less_than_one() -> None:
    table = fight(plain_street(), *duel(a={"attack": 1}, b={"attack": 4}, apart=6), dice=[2] * 20)
    for who in ("a", "b"):
        table.state.emit(Stunned(who=who, why="test"))
    events = do(table, "a", strike("Bow"))
    assert (rolled(events, "combat").dice, rolled(events, "combat").needed) == (1, 4)
    events = do(table, "b", strike("Bow", "a"))
    assert [str(m) for m in rolled(events, "combat").modifiers] == ["-1 Stunned"]


@pytest.mark.rule("ACT-09")
def test_a_stun_ends_with_the_end_of_the_next_turn() -> None:
    stunning = Weapon("Cosh", abilities=("Stun",))
    table = fight(plain_street(), *duel(a={"weapons": (stunning,), "cp": 1}), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    do(table, "a", strike("Cosh"))
    assert table.state["b"].stunned
    take_turn(table, "b")
    events = end_turn(table)
    assert only(events, CounterLost).counter == "stunned"


@pytest.mark.rule("ACT-09")
def test_a_stun_in_ones_own_turn_lasts_through_the_next_one() -> None:
    table = fight(plain_street(), *duel(a={"cp": 1}, apart=6))
    take_turn(table, "a")
    table.state.emit(Stunned(who="a", why="test"))
    end_turn(table)
    assert table.state["a"].stunned
    take_turn(table, "b")
    take_turn(table, "a")
    end_turn(table)
    assert not table.state["a"].stunned


@pytest.mark.rule("TURN-03")
def test_effects_to_the_end_of_the_round_end_in_initiative_order() -> None:
    table = fight(plain_street(), *duel(apart=6), dice=[2] * 9 + [3, 2])
    for who in ("b", "a"):
        table.state.emit(EffectBegan(who=who, effect=Effect("test", "end_of_round", trait=Trait("Brave"))))
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    ended = [e.who for e in table.events if type(e).__name__ == "EffectsEnded"]
    assert ended == ["a", "b"]


@pytest.mark.rule("ABIL-Vampiric-Attack", "TURN-05")
@pytest.mark.parametrize(("lost", "back"), [(3, [2]), (1, [1]), (0, [])])
def test_the_log_tells_of_no_point_that_did_not_come_back(lost: int, back: list[int]) -> None:
    table = fight(plain_street(), *duel(a=has("Vampiric Attack (2)")), dice=[5, 5] + [2] * 6)
    if lost:
        wound(table, "a", lost)
    gained = of(do(table, "a", strike()), PointsGained)
    assert [event.points for event in gained] == back
    assert lp(table, "a") == 10 - lost + sum(back)


def test_what_a_trait_may_make_of_its_bearer_is_said_of_nobody_by_default() -> None:
    assert {getattr(Ability, flag) for flag in get_args(Flag)} == {False}
