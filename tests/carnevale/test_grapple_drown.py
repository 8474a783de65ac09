"""Grapple (ACT-06 to 08) and Drown (WATER-05)."""

from __future__ import annotations

import pytest

from sim.carnevale.events import ActionBegan, Fell, Pushed, Rolled, Stunned
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled
from tests.carnevale.tables import (
    Meaning,
    block,
    canal,
    do,
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

GRAPPLE = {"act": "grapple", "target": "b"}
DROWN = {"act": "drown", "target": "b"}


@pytest.mark.rule("ACT-06", "DICE-08")
def test_the_target_rolls_first_and_its_aces_take_dice_away() -> None:
    table = fight(plain_street(), *duel(), dice=[7, 8, 2, 2, 2, 7, 2, 2])
    events = do(table, "a", GRAPPLE)
    first, second = of(events, Rolled)
    assert (first.who, first.aces) == ("b", 2)
    assert (second.who, second.dice, second.outcome) == ("a", 3, "success")
    assert [str(m) for m in second.modifiers] == ["-2 Aces of B"]


@pytest.mark.rule("DICE-08")
def test_the_target_of_an_opposed_roll_neither_fumbles_nor_is_critical() -> None:
    table = fight(plain_street(), *duel(), dice=[10, 8, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert of(events, Rolled)[0].outcome == "success"


@pytest.mark.rule("ACT-06")
def test_a_success_moves_the_target_two_inches_and_one_more_an_ace() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 7, 8, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert only(events, Pushed).by == "a"
    assert table.state["b"].here == (6, 6 + TOUCH + 4, 0)


@pytest.mark.rule("ACT-06")
def test_the_grappler_may_move_the_target_less_far_and_past_itself() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 7, 8, 2, 2, 2])
    do(table, "a", GRAPPLE, push=(6, 4.5, 0))
    assert table.state["b"].here == (6, 4.5, 0)


@pytest.mark.rule("ACT-07")
def test_nobody_is_put_down_on_top_of_the_grappler() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2])
    table.answer("a")
    table.answer(GRAPPLE)
    refusal = table.refusal([6, 5.0, 0])
    assert refusal is not None
    assert refusal.rule == "ACT-07"


@pytest.mark.rule("ACT-07")
@pytest.mark.parametrize("to", [(6, 5.0, 0), (6, 6.0, 0)])
def test_a_place_on_top_of_the_grappler_that_was_named_beforehand_is_asked_for_again(to: tuple[float, ...]) -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2])
    asked = prompts_of(table, "a", {**GRAPPLE, "to": to}, push=(8, 6 + TOUCH, 0))
    assert [choice.prompt for choice in asked] == ["push"]
    assert only(list(table.events), Pushed).path[-1] == (8, 6 + TOUCH, 0)


@pytest.mark.rule("ACT-06")
def test_a_legal_place_that_was_named_beforehand_is_asked_for_no_more() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2])
    assert prompts_of(table, "a", {**GRAPPLE, "to": (6, 10, 0)}) == []
    assert table.state["b"].here == (6, 10, 0)


@pytest.mark.rule("ACT-06", "MOVE-13")
def test_nobody_is_thrown_to_where_it_stands_in_an_attack_of_opportunity_either() -> None:
    table = fight(plain_street(), *duel(apart=4), dice=[2] * 5 + [8] * 5)
    waits = question(table, "a", {"act": "run", "to": (6, 10 - TOUCH, 0)}, "opportunity")
    refusal = table.refusal({**GRAPPLE, "to": (6, 10, 0)})
    assert refusal is not None
    assert refusal.rule == "ACT-06"
    assert table.request is waits
    table.answer({**GRAPPLE, "to": (6, 13, 0)})
    assert table.state["b"].here == (6, 13, 0)


@pytest.mark.rule("ACT-06", "ACT-09")
def test_a_critical_also_stuns() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 10, 8, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert only(events, Stunned).who == "b"


@pytest.mark.rule("ACT-06")
def test_a_fumble_turns_the_grapple_round() -> None:
    table = fight(plain_street(), *duel(), dice=[2, 2, 2, 2, 2, 1, 2, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert (only(events, Pushed).who, only(events, Pushed).by) == ("a", "b")
    assert table.state["a"].here == (6, 4, 0)


@pytest.mark.rule("ACT-06")
def test_the_larger_base_has_one_die_more_on_either_side() -> None:
    table = fight(plain_street(), *duel(a={"size": 40}, apart=1.37), dice=[2] * 5 + [2] * 6)
    events = do(table, "a", GRAPPLE)
    assert rolled(events, "grapple", "a").dice == 6
    table = fight(plain_street(), *duel(b={"size": 40}, apart=1.37), dice=[2] * 6 + [2] * 5)
    events = do(table, "a", GRAPPLE)
    assert rolled(events, "grapple", "b").dice == 6


@pytest.mark.rule("ACT-08")
def test_a_friend_does_not_resist() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "north", (6, 7.18, 0)), fighter("x", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, dice=[7, 2, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert [r.who for r in of(events, Rolled)] == ["a"]
    assert table.state["b"].here == (6, 10.18, 0)


@pytest.mark.rule("ACT-06")
def test_a_grapple_needs_base_contact() -> None:
    assert refused(fight(plain_street(), *duel(apart=2)), "a", GRAPPLE).rule == "ACT-06"


@pytest.mark.rule("ACT-07")
def test_a_throw_over_the_edge_is_a_fall_and_answers_no_attack() -> None:
    board = street(house((2, 2), (10, 10), 5.0))
    minis = [
        fighter("a", "north", (6, 7.5, 5)),
        fighter("b", "south", (6, 8.68, 5)),
        fighter("c", "south", (7, 8.3, 5)),
    ]
    table = fight(board, *minis, dice=[2] * 5 + [7, 2, 2, 2, 2] + [2] * 5)
    events = do(table, "a", GRAPPLE, push=(6, 12, 0))
    assert only(events, Fell).fallen == 5
    assert lp(table, "b") == 5
    assert table.state["b"].here[2] == 0
    assert len(of(events, ActionBegan)) == 1


@pytest.mark.rule("ACT-07")
def test_nobody_is_thrown_up_a_wall() -> None:
    board = street(("steps/stone", Meaning(), block((2, 8.5, 0), (10, 12, 2.0))))
    table = fight(board, *duel(), dice=[2] * 5 + [7, 8, 2, 2, 2])
    do(table, "a", GRAPPLE)
    assert table.state["b"].here[1] < 8
    assert table.state["b"].here[2] == 0


@pytest.mark.rule("ACT-06", "FALL-03")
def test_the_ugdru_throws_the_capodecina_into_the_canal() -> None:
    """The worked example of the older rulebook: 1" apart in height is contact; two Aces more are four inches."""
    ledge = ("ledge/stone", Meaning(), block((4, 4, 0), (10, 9, 1.0)))
    capo = fighter("capo", "south", (9.2, 8, 1.0), lp=13, dexterity=6)
    ugdru = fighter("ugdru", "north", (9.2, 9.57, 0.0), size=50, attack=7)
    table = fight(canal(ledge), ugdru, capo, dice=[7, 2, 2, 2, 2, 7, 8, 2, 2, 2, 2, 2])
    events = do(table, "ugdru", {"act": "grapple", "target": "capo"}, push=(13.2, 8, 1))
    assert rolled(events, "grapple", "ugdru").dice == 7  # ATTACK 7, +1 for the base, -1 Ace
    assert only(events, Pushed).path[-1][0] == pytest.approx(13.2)
    fall = only(events, Fell)
    assert (fall.landing, fall.fallen) == ("water", 1.75)
    assert lp(table, "capo") == 13  # 2" less for the water


@pytest.mark.rule("WATER-05")
def test_drowning_costs_two_life_points_and_one_more_an_ace() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (13.18, 6, -0.75))]
    table = fight(canal(), *minis, dice=[2] * 5 + [7, 2, 2, 2, 2])
    do(table, "a", DROWN)
    assert lp(table, "b") == 7


@pytest.mark.rule("WATER-05")
def test_a_critical_drowning_costs_four_and_one_more_an_ace() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (13.18, 6, -0.75))]
    table = fight(canal(), *minis, dice=[2] * 5 + [10, 7, 2, 2, 2])
    do(table, "a", DROWN)
    assert lp(table, "b") == 4


@pytest.mark.rule("WATER-05", "ABIL-Water-Creature")
def test_a_fumbled_drowning_costs_the_attacker_two_be_it_a_water_creature_or_not() -> None:
    minis = [
        fighter("a", "north", (12, 6, -0.75), abilities=("Water Creature",)),
        fighter("b", "south", (13.18, 6, -0.75)),
    ]
    table = fight(canal(), *minis, dice=[2] * 5 + [1, 2, 2, 2, 2])
    do(table, "a", DROWN)
    assert (lp(table, "a"), lp(table, "b")) == (8, 10)


@pytest.mark.rule("WATER-05", "ABIL-Water-Creature")
def test_a_water_creature_and_whoever_is_ashore_cannot_be_drowned() -> None:
    creature = fighter("b", "south", (13.18, 6, -0.75), abilities=("Water Creature",))
    table = fight(canal(), fighter("a", "north", (12, 6, -0.75)), creature)
    assert refused(table, "a", DROWN).rule == "WATER-05"
    assert refused(fight(plain_street(), *duel()), "a", DROWN).rule == "WATER-05"


@pytest.mark.rule("WATER-05")
def test_whoever_stands_on_the_quay_may_drown_a_swimmer_beside_it() -> None:
    minis = [fighter("a", "north", (9.4, 6, 0), size=40), fighter("b", "south", (10.77, 6, -0.75))]
    table = fight(canal(), *minis, dice=[2] * 5 + [7] + [2] * 5)
    events = do(table, "a", DROWN)
    assert rolled(events, "drown", "a").dice == 6
    assert lp(table, "b") == 7


@pytest.mark.rule("ACT-07", "AGENDA-C3")
def test_a_throw_over_a_low_quay_is_told_as_one_into_the_water() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (7.18, 6, 0))]
    table = fight(canal(), *minis, dice=[2] * 5 + [7, 8, 2, 2, 2])
    events = do(table, "a", GRAPPLE, push=(12, 6, 0))
    assert not of(events, Fell)
    assert only(events, Pushed).in_water
