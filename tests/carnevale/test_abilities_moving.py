"""The abilities of movers: disengaging, charging, swimming, deploying (ABIL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sim.board.model.tableau import MM
from sim.carnevale import abilities, action_odds, hooks, weapons
from sim.carnevale.acting import possible
from sim.carnevale.action import How
from sim.carnevale.actions import Jump
from sim.carnevale.characters import Command
from sim.carnevale.events import (
    ActionBegan,
    Charged,
    CounterGained,
    Disengaged,
    Fell,
    Moved,
    PointsGained,
    PointsLost,
    Rerolled,
    Rolled,
)
from sim.carnevale.sighting import sees
from sim.engine.requests import Refusal, measured
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Point,
    Table,
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
    take_turn,
)

AWAY = {"act": "run", "path": [[6, 2, 0]]}


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def run(*points: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": points}


def actors(events: list[Any]) -> list[tuple[str, str]]:
    return [(event.who, event.action) for event in of(events, ActionBegan)]


def test_every_plug_in_has_a_name_of_the_rulebook() -> None:
    assert abilities
    assert weapons
    assert "Slippery" in hooks.names()
    assert len(set(hooks.names())) == len(list(hooks.names()))


# --- disengaging --------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Slippery")
def test_the_slippery_get_away_without_a_roll() -> None:
    table = fight(plain_street(), *duel(a=has("Slippery")))
    events = do(table, "a", AWAY)
    assert rolled(events, "disengage").faces == ()
    assert actors(events) == [("a", "run")]
    assert table.state["a"].here == (6, 2, 0)


@pytest.mark.rule("ABIL-Engage")
def test_whoever_leaves_an_engaging_enemy_is_struck_at() -> None:
    table = fight(plain_street(), *duel(b=has("Engage")), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    assert only(events, Disengaged).outcome == "fail"
    assert actors(events) == [("a", "run"), ("b", "combat")]
    assert lp(table, "a") == 9
    assert table.state["a"].here == (6, 2, 0)


@pytest.mark.rule("ABIL-Slippery", "ABIL-Engage")
def test_slippery_against_engage_rolls_as_normal() -> None:
    table = fight(plain_street(), *duel(a=has("Slippery"), b=has("Engage")), dice=[2] * 5 + [7, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    assert [len(r.faces) for r in of(events, Rolled)] == [5, 5]
    assert only(events, Disengaged).outcome == "success"


@pytest.mark.rule("ABIL-Pickpocket")
def test_a_pickpocket_takes_a_will_point_as_it_slips_away() -> None:
    friend = fighter("c", "north", (6, 1.0, 0), wp=2)
    table = fight(plain_street(), *duel(a=has("Pickpocket", "Slippery", wp=2), b={"wp": 2}), friend, dice=[2] * 11)
    do(table, "a", strike(), will=2)
    events = do(table, "a", run((6, 3, 0)))
    assert only(events, PointsLost).who == "b"
    assert table.state["b"].wp == 1
    assert (only(events, PointsGained).who, table.state["a"].wp) == ("a", 1)


@pytest.mark.rule("ABIL-Pickpocket")
def test_a_failed_disengage_picks_no_pocket() -> None:
    table = fight(plain_street(), *duel(a=has("Pickpocket", wp=0), b={"wp": 2, "abilities": ("Engage",)}))
    events = do(table, "a", AWAY, opportunity="decline")
    assert not of(events, PointsLost)


@pytest.mark.rule("TURN-09", "ABIL-Slippery")
def test_the_capodecinas_training_makes_friends_near_him_slippery() -> None:
    training = Command("Guild Training", "aura", grants=("Slippery",))
    capo = fighter("capo", "north", (9, 6, 0), cp=5, commands=(training,))
    table = fight(plain_street(), *duel(), capo)
    do(table, "capo", {"act": "ability", "name": "Guild Training"})
    events = do(table, "a", AWAY)
    assert rolled(events, "disengage").outcome == "success"


@pytest.mark.rule("ABIL-Acrobatic")
def test_an_acrobat_re_rolls_its_own_dexterity_in_a_run_or_jump() -> None:
    dice = [2] * 5 + [2, 2, 2, 2, 2, 7]
    table = fight(plain_street(), *duel(a=has("Acrobatic (1)"), b=has("Acrobatic (1)")), dice=dice)
    events = do(table, "a", AWAY, reroll=(1,))
    assert only(events, Rerolled).who == "a"
    assert only(events, Disengaged).outcome == "success"


# --- charging -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-First-Strike", "MOVE-10")
def test_first_strike_adds_dice_to_the_attack_of_a_charge_alone() -> None:
    table = fight(plain_street(), *duel(a=has("First Strike (2)"), apart=5), dice=[2] * 30)
    events = do(table, "a", run((6, 11 - TOUCH, 0)))
    assert rolled(events, "combat").dice == 7
    assert rolled(do(table, "a", strike()), "combat").dice == 5


@pytest.mark.rule("ABIL-Bodyguard")
def test_a_bodyguard_charges_the_charger_and_strikes_first() -> None:
    minis = [
        fighter("a", "north", (6, 7, 0)),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 10)
    events = do(table, "a", run((6, 12 - TOUCH, 0)), bodyguard=run((7.18, 10.82, 0)))
    assert actors(events) == [("a", "run"), ("guard", "run"), ("guard", "combat"), ("a", "combat")]
    assert [e.who for e in of(events, Charged)] == ["a", "guard"]
    assert table.state["guard"].used_ap == 0


@pytest.mark.rule("ABIL-Bodyguard")
def test_a_bodyguard_in_base_contact_is_not_free_and_others_are_no_wards() -> None:
    minis = [
        fighter("a", "north", (6, 7, 0)),
        fighter("c", "north", (9, 10.82, 0)),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 10)
    events = do(table, "a", run((6, 12 - TOUCH, 0)))
    assert actors(events) == [("a", "run"), ("a", "combat")]


@pytest.mark.rule("ABIL-Bodyguard", "MOVE-06", "FALL-04")
@pytest.mark.parametrize("height", [4.0, 8.0])
def test_a_bodyguard_steps_off_a_roof_onto_the_charger(height: float) -> None:
    minis = [
        fighter("a", "north", (9.2, 16, 0)),
        fighter("ward", "south", (9.2, 10, 0), keywords=("Leader",)),
        fighter("guard", "south", (10.7, 12, height), abilities=("Bodyguard (Leader)", "Aerial Attack")),
    ]
    table = fight(street(house((10, 4), (14, 20), height)), *minis, dice=[2] * 20)
    events = do(table, "a", run((9.2, 10 + TOUCH, 0)), bodyguard=run((9.2, 11.9, height)))
    assert actors(events) == [("a", "run"), ("guard", "run"), ("guard", "combat"), ("a", "combat")]
    assert [(e.who, e.from_above) for e in of(events, Charged)] == [("a", ()), ("guard", ("a",))]


@pytest.mark.rule("ABIL-Bodyguard")
def test_a_bodyguards_run_must_reach_the_charger() -> None:
    minis = [
        fighter("a", "north", (6, 7, 0)),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 10)
    table.answer("a")
    table.answer(run((6, 12 - TOUCH, 0)))
    refusal = table.refusal(run((9, 10, 0)))
    assert refusal is not None
    assert refusal.rule == "ABIL-Bodyguard"


@pytest.mark.rule("ABIL-Aerial-Attack", "MOVE-11")
def test_an_aerial_attack_loses_nothing_by_falling_on_an_enemy_and_pierces_five() -> None:
    board = street(house((2, 2), (10, 8), 5.0))
    minis = [
        fighter("a", "north", (6, 7.3, 5), abilities=("Aerial Attack",)),
        fighter("b", "south", (6, 9.6, 0), protection=7),
    ]
    table = fight(board, *minis, dice=[2] * 5 + [5, 2, 2, 2, 2] + [2] * 2)
    events = do(table, "a", run((6, 8.7, 5)))
    assert only(events, Fell).fallen == 5
    assert lp(table, "a") == 10
    armour = rolled(events, "protection")
    assert armour.dice == 2
    assert "-5 charge from above" in [str(m) for m in armour.modifiers]


@pytest.mark.rule("ABIL-Aerial-Attack", "MOVE-11", "FALL-04")
def test_an_aerial_attack_loses_nothing_where_there_is_no_room_beside_whom_it_falls_on() -> None:
    board = street(house((2, 2), (10, 8), 8.0), house((5.3, 8.3), (6.7, 9.7), 3.5, "pillar"))
    minis = [
        fighter("a", "north", (6, 7.3, 8), abilities=("Aerial Attack",)),
        fighter("b", "south", (6, 9, 3.5)),
    ]
    table = fight(board, *minis, dice=[2] * 20)
    events = do(table, "a", run((6, 8.9, 8)))
    assert only(events, Fell).rest[2] == 0
    assert only(events, Charged).from_above == ("b",)
    assert lp(table, "a") == 10


@pytest.mark.rule("ABIL-Aerial-Attack", "MOVE-11", "JUMP-09", "DICE-13")
@pytest.mark.parametrize("aim", [(6, 9.83, 3.6), (6, 10.9, 8)], ids=["beside", "over"])
def test_an_aerial_attack_loses_nothing_by_falling_past_whom_its_jump_has_charged(aim: Point) -> None:
    board = street(house((2, 2), (10, 8), 8.0), house((5.3, 10.3), (6.7, 11.7), 3.5, "pillar"))
    minis = [
        fighter("a", "north", (6, 7.3, 8), abilities=("Aerial Attack",)),
        fighter("b", "south", (6, 11, 3.5)),
    ]
    table = fight(board, *minis, dice=[10, 8, 8, 8, 2] + [2] * 20)
    take_turn(table, "a")
    found = measured(action_odds.jump(table.state, "a", Jump(to=aim)), table.state, table.measure)
    events = do(table, "a", {"act": "jump", "to": aim})
    assert only(events, Fell).rest[2] == 0
    assert only(events, Charged).from_above == ("b",)
    assert lp(table, "a") == 10
    assert {end.harm for end in found.ends if end.sweep.end == found.ends[-1].sweep.end} == {0}


# --- water and deployment -----------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Fast-Swimmer", "ABIL-Water-Creature", "MOVE-07")
@pytest.mark.parametrize(
    ("able", "inches"),
    [((), 3), (("Fast Swimmer (2)",), 5), (("Water Creature",), 5), (("Water Creature", "Fast Swimmer (1)"), 6)],
)
def test_how_far_a_swimmer_goes(able: tuple[str, ...], inches: int) -> None:
    table = fight(canal(), fighter("a", "north", (13, 6, -0.75), abilities=able))
    assert refused(table, "a", run((13, 6 + inches + 0.1, -0.75))).rule in ("MOVE-01", "MOVE-07")
    do(table, "a", run((13, 6 + inches, -0.75)))
    assert table.state["a"].here == (13, 6 + inches, -0.75)


@pytest.mark.rule("ABIL-Infiltration", "ABIL-Boat-Crew", "ABIL-Water-Creature")
def test_who_may_be_set_up_where() -> None:
    deploys = {name: plug_in.deploys for name, plug_in in hooks._ABILITIES.items() if plug_in.deploys}
    assert deploys == {"Infiltration": {"height"}, "Boat Crew": {"boat"}, "Water Creature": {"water"}}


@pytest.mark.rule("ABIL-Flight")
def test_whoever_flies_rolls_for_no_wall() -> None:
    board = street(house((2, 8), (10, 14), 4.0))
    table = fight(board, fighter("a", "north", (6, 7, 0), abilities=("Flight",), move=7))
    events = do(table, "a", {"act": "run", "path": [[6, 7, 4], [6, 9, 4]], "fly": True})
    assert not of(events, Rolled)
    assert table.state["a"].here == (6, 9, 4)


@pytest.mark.rule("ABIL-Limited-Movement")
def test_limited_movement_is_two_inches_in_water_and_up_walls() -> None:
    table = fight(canal(), fighter("a", "north", (13, 6, -0.75), abilities=("Limited Movement",)))
    assert refused(table, "a", run((13, 8.1, -0.75))).rule in ("MOVE-01", "MOVE-07")
    do(table, "a", run((13, 8, -0.75)))
    assert table.state["a"].here == (13, 8, -0.75)
    board = street(house((2, 8), (10, 14), 4.0), house((14, 8), (20, 14), 1.9, "low"))
    table = fight(board, fighter("a", "north", (6, 7, 0), abilities=("Limited Movement",), move=7), dice=[2] * 5)
    assert refused(table, "a", run((6, 9, 4))).rule == "ABIL-Limited-Movement"
    table = fight(board, fighter("a", "north", (17, 7, 0), abilities=("Limited Movement",), move=7), dice=[7] * 5)
    do(table, "a", run((17, 9, 1.9)))
    assert table.state["a"].here == (17, 9, 1.9)


@pytest.mark.rule("ABIL-Limited-Movement", "MOVE-07")
@pytest.mark.parametrize(("out", "legal"), [(11.9, True), (12.1, False)])
def test_limited_movement_swims_two_inches_of_a_run_that_begins_ashore(out: float, legal: bool) -> None:
    """The canal begins at x = 10."""
    table = fight(canal(), fighter("a", "north", (9, 6, 0), abilities=("Limited Movement",)))
    if legal:
        do(table, "a", run((out, 6, -0.75)))
        assert table.state["a"].here == (out, 6, -0.75)
    else:
        assert refused(table, "a", run((out, 6, -0.75))).rule == "ABIL-Limited-Movement"


@pytest.mark.rule("ABIL-Limited-Movement", "WATER-03")
def test_limited_movement_glides_its_four_inches_underwater_which_is_no_run() -> None:
    diver = fighter("a", "north", (13, 6, -0.75), abilities=("Limited Movement",))
    table = fight(canal(), diver, before=[CounterGained(who="a", counter="underwater")])
    assert [each.prompt for each in prompts_of(table, "a", None, underwater={"path": [(13, 10, -0.75)]})] == [
        "underwater"
    ]
    assert table.state["a"].here == (13, 10, -0.75)


@pytest.mark.rule("ABIL-Limited-Movement", "ABIL-Flight", "SPELL-Walk-Between-Worlds")
@pytest.mark.parametrize(("height", "legal"), [(1.9, True), (2.0, True), (2.1, False), (4.5, False)])
def test_limited_movement_is_two_inches_up_or_down_through_the_air_too(height: float, legal: bool) -> None:
    flier = fighter("a", "north", (6, 6, 0), abilities=("Limited Movement", "Flight"), move=7)
    table = fight(plain_street(), flier)
    up = {"act": "run", "to": (6, 6.5, height), "fly": True}
    if legal:
        do(table, "a", up)
        assert table.state["a"].here == (6, 6.5, height)
    else:
        assert refused(table, "a", up).rule == "ABIL-Limited-Movement"


@pytest.mark.rule("ABIL-Limited-Movement", "ABIL-Flight")
@pytest.mark.parametrize(("height", "legal"), [(0.9, True), (1.1, False)])
def test_up_and_down_again_are_both_counted_to_whoever_has_limited_movement(height: float, legal: bool) -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), abilities=("Limited Movement", "Flight"), move=7))
    take_turn(table, "a")
    refusal = table.refusal({"act": "run", "path": [(6, 7, height), (6, 9, 0)], "fly": True})
    assert (refusal is None) is legal


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
@pytest.mark.parametrize(("able", "x"), [((), 6.467), (("Ethereal",), 9.0)])
def test_an_ethereal_jump_goes_through_walls(able: tuple[str, ...], x: float) -> None:
    """It sees its point through a slit that its base is too wide for."""
    walls = house((7, 4), (7.3, 9.75), 5, "one"), house((7, 10.25), (7.3, 16), 5, "other")
    minis = fighter("a", "north", (5, 10, 0), abilities=able), fighter("b", "south", (20, 20, 0))
    table = fight(street(*walls), *minis, dice=[9, 9, 2, 2, 2])
    do(table, "a", {"act": "jump", "to": (9, 10, 0)})
    assert table.state["a"].here == pytest.approx((x, 10, 0), abs=0.01)


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
def test_an_ethereal_jump_that_would_end_inside_a_wall_ends_at_it() -> None:
    """2" of it, through what it sees its point past, are too little."""
    walls = house((6.5, 4), (9, 10.05), 5, "one"), house((6.5, 10.35), (9, 16), 5, "other")
    minis = fighter("a", "north", (5, 10, 0), abilities=("Ethereal",)), fighter("b", "south", (20, 20, 0))
    table = fight(street(*walls), *minis, dice=[2] * 5)
    do(table, "a", {"act": "jump", "to": (10.5, 10, 0)})
    assert table.state["a"].here == pytest.approx((5.909, 10, 0), abs=0.01)
    assert not table.state["a"].inside


@pytest.mark.rule("ABIL-Ethereal")
def test_the_ethereal_walk_through_walls_but_do_not_stop_inside() -> None:
    wall = house((2, 8), (10, 9), 4.0)
    table = fight(street(wall), fighter("a", "north", (6, 7, 0), abilities=("Ethereal",)))
    events = do(table, "a", run((6, 11, 0)))
    assert not of(events, Rolled)
    assert table.state["a"].here == (6, 11, 0)


def haunted(*others: dict[str, Any], ap: int = 3, move: int = 5, dice: Sequence[int] = ()) -> Table:
    """An ethereal before a house 8" deep and 6" high."""
    a = fighter("a", "north", (6, 6, 0), abilities=("Ethereal",), ap=ap, move=move)
    return fight(street(house((2, 8), (10, 16), 6.0)), a, *others, dice=dice)


@pytest.mark.rule("ABIL-Ethereal", "TERR-05")
@pytest.mark.parametrize("height", [0, 3])
def test_the_ethereal_may_end_a_run_inside_a_house_and_run_on_from_there(height: float) -> None:
    table = haunted(move=8)
    do(table, "a", run((6, 11, height)))
    assert (table.state["a"].here, table.state["a"].inside) == ((6, 11, height), True)
    events = do(table, "a", run((6, 17, 0)))
    assert not of(events, Rolled)
    assert (table.state["a"].here, table.state["a"].inside, lp(table, "a")) == ((6, 17, 0), False, 10)


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize(
    "action", [{"act": "hide"}, {"act": "guard"}, {"act": "jump", "to": (6, 6, 0)}, strike(), strike("Bow")]
)
def test_inside_a_house_the_ethereal_can_only_run_on(action: dict[str, Any]) -> None:
    table = haunted(fighter("b", "south", (8, 7, 0)))
    do(table, "a", run((5, 9, 0)))
    assert refused(table, "a", action).rule == "ABIL-Ethereal"


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize(("ap", "legal"), [(1, False), (2, True)])
def test_the_ethereal_end_no_run_inside_without_an_action_left_to_come_out_by(ap: int, legal: bool) -> None:
    table = haunted(ap=ap)
    take_turn(table, "a")
    refusal = table.refusal(run((6, 10, 0)))
    assert (None if refusal is None else refusal.rule) == (None if legal else "ABIL-Ethereal")


@pytest.mark.rule("ABIL-Ethereal", "TURN-08")
def test_out_of_sequence_the_ethereal_end_no_run_inside() -> None:
    table = haunted(fighter("c", "north", (16, 3, 0), cp=1), fighter("b", "south", (16, 6, 0)))
    question(table, "b", run((18, 6, 0)), "counter")
    table.answer({"act": "counter", "by": "c", "who": "a"})
    refusal = table.refusal(run((6, 10, 0)))
    assert refusal is not None
    assert refusal.rule == "ABIL-Ethereal"
    assert table.refusal(run((6, 4, 0))) is None


@pytest.mark.rule("ABIL-Ethereal")
def test_a_turn_that_ends_inside_puts_the_ethereal_out_by_the_least_distance() -> None:
    table = haunted()
    do(table, "a", run((6, 9, 0)))
    out = only(end_turn(table), Moved)
    assert (out.how, out.path[0]) == ("out of the solid", (6, 9, 0))
    assert table.state["a"].here == pytest.approx((6, 8 - 15 * MM, 0), abs=0.01)
    assert (table.state["a"].inside, lp(table, "a")) == (False, 10)


@pytest.mark.rule("ABIL-Ethereal", "GEO-06")
def test_whoever_is_inside_a_house_is_not_seen_from_without() -> None:
    table = haunted(fighter("b", "south", (6, 2, 0)))
    do(table, "a", run((6, 10, 0)))
    assert isinstance(measured(sees(table.state, "b", "a"), table.state, table.measure), Refusal)


@pytest.mark.rule("ABIL-Ethereal", "MOVE-13")
@pytest.mark.parametrize("inside", [False, True])
def test_the_ethereal_have_no_attacks_of_opportunity_from_inside(inside: bool) -> None:
    table = fight(plain_street(), *duel(a=has("Ethereal")))
    state = table.state.copy()
    state.set("a", inside=inside)
    attacks = measured(possible(state, "a", "b", How(opportunity=True)), state, table.measure)
    assert bool(attacks) is not inside


def test_a_turn_begins_without_questions() -> None:
    table = fight(plain_street(), *duel())
    assert of(take_turn(table, "a"), Rolled) == []
