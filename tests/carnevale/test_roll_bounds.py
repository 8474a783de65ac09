"""Rolls, falls, water and what weapons do, at their bounds (DICE, FALL, WATER, WEAP)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.board.model.terrain import Landing
from sim.carnevale import action_odds, effects
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Effect, Weapon
from sim.carnevale.dice import Outcome
from sim.carnevale.events import (
    CounterGained,
    CounterLost,
    DiceThrown,
    EffectBegan,
    Escaped,
    Event,
    Fell,
    Killed,
    LostLife,
    Moved,
    PointsSpent,
    Pushed,
    Rolled,
    Stunned,
)
from sim.carnevale.events.objectives import ObjectivePlaced, TurnBeganAt
from sim.carnevale.falling import harm
from sim.carnevale.objective import Objective
from sim.carnevale.odds import opposed_odds, roll_odds
from sim.carnevale.pushing import away
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice, measured
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    GAME,
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    street,
    take_turn,
)

GRAPPLE = {"act": "grapple", "target": "b"}
AWAY = {"act": "run", "path": [[6, 2, 0]]}
BASE = 30 / 25.4
MAGE = {"spells": ("Blood Drain",), "wp": 5, "mind": 3}
DRAIN = {"act": "cast", "spell": "Blood Drain", "target": "b"}
FAIL = [2] * 5


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def armed(*abilities: str, **weapon: Any) -> dict[str, Any]:
    return {"weapons": (Weapon("Thing", abilities=abilities, **weapon),)}


def wills(table: Table, action: dict[str, Any], **answers: Any) -> list[SpendWill]:
    return [asked for asked in prompts_of(table, "a", action, **answers) if isinstance(asked, SpendWill)]


def told(question: SpendWill, *fields: str) -> tuple[Any, ...]:
    return tuple(getattr(question, field) for field in fields)


# --- will points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-05", "DICE-13")
def test_a_will_point_question_tells_all_of_a_basic_roll() -> None:
    able = has("Expert Offence (2)", wp=3, attack=6, weapons=(Weapon("Axe", damage=2),))
    table = fight(plain_street(), *duel(a=able, b=has("Parry (1)", dexterity=4)), dice=[2] * 20)
    first = wills(table, strike("Axe"))[0]
    facts = told(first, "seat", "who", "purpose", "against", "dice", "needed", "most", "weapon", "stake")
    assert facts == ("north", "a", "combat", "b", 6, 4, 2, "Axe", 2)
    assert told(first, "rerolls", "forced", "opposing", "opposing_rerolls", "defends") == (2, 1, None, 0, False)
    assert [chance.succeeds for chance in first.chances()] == pytest.approx(
        [roll_odds(dice, 4, 2, 1).succeeds for dice in (6, 7, 8)]
    )


@pytest.mark.rule("DICE-05", "DICE-06")
def test_whose_roll_it_is_and_against_whom_is_asked_by_name() -> None:
    minis = duel(a=has("Expert Offence (1)", wp=1), b=has("Acrobatic (1)", wp=1))
    table = fight(plain_street(), *minis, dice=[2] * 20)
    first, again, *_ = prompts_of(table, "a", strike())
    assert first.asks(table.state) == "Will Points for A's combat roll against B?"
    assert again.asks(table.state) == "Re-roll dice of A's combat roll against B?"
    table = fight(plain_street(), *duel(a={"wp": 1}, apart=9), dice=[2] * 20)
    first, *_ = prompts_of(table, "a", {"act": "jump", "to": (6, 9, 1)})
    assert first.asks(table.state) == "Will Points for A's jump roll?"


@pytest.mark.rule("DICE-05", "ABIL-Fear", "ABIL-Expert-Offence")
@pytest.mark.parametrize(("dice", "rerolls"), [([2] * 4, 10), ([7, 2, 2, 2], 1)])
def test_a_will_point_question_counts_what_fear_re_rolls(dice: list[int], rerolls: int) -> None:
    table = fight(plain_street(), *duel(a=has("Fear (0)", "Expert Offence (1)", wp=1)), dice=[*dice, *[2] * 20])
    assert [asked.rerolls for asked in wills(table, strike())] == [rerolls]


@pytest.mark.rule("DICE-05", "DICE-08", "DICE-13")
def test_a_will_point_question_tells_both_sides_of_an_opposed_roll() -> None:
    minis = duel(a=has("Expert Grappler (2)", wp=1, attack=4), b=has("Expert Grappler (1)", wp=2, attack=6))
    table = fight(plain_street(), *minis, dice=[2] * 30)
    asked = wills(table, GRAPPLE, will=[1, 2])
    fields = ("seat", "dice", "opposing", "most", "defends", "rerolls", "opposing_rerolls", "most_against", "weapon")
    assert [told(each, *fields) for each in asked] == [
        ("north", 4, 6, 1, False, 2, 1, 10, None),
        ("south", 6, 5, 2, True, 1, 2, 10, None),
    ]
    own, other = asked
    assert [chance.succeeds for chance in own.chances()] == pytest.approx(
        [opposed_odds(dice, 6, 7, 2, 1, 10).succeeds for dice in (4, 5, 6)]
    )
    assert [chance.succeeds for chance in other.chances()] == pytest.approx(
        [1 - opposed_odds(5, dice, 7, 2, 1, 10).succeeds for dice in (6, 7, 8)]
    )
    assert own.gain().split(":")[0] == other.gain().split(":")[0] == "With 1 or 2 WP"
    assert "success" in own.gain()
    assert "held off" in other.gain()


@pytest.mark.rule("DICE-05", "MAGIC-04")
def test_a_will_point_question_tells_how_many_aces_of_a_dispeller_count() -> None:
    minis = duel(a=has("Mage (1)", **MAGE), b=has("Mage (2)", **{**MAGE, "mind": 4}), apart=5)
    asked = wills(fight(plain_street(), *minis, dice=[2] * 30), DRAIN, dispel=True)
    assert [told(each, "seat", "dice", "opposing", "most_against") for each in asked] == [
        ("north", 3, 4, 2),
        ("south", 4, 3, 2),
    ]


@pytest.mark.rule("DICE-05")
@pytest.mark.parametrize(
    ("attack", "will", "most"), [(5, 1, 1), (5, 2, 2), (5, 3, 2), (8, 2, 2), (9, 2, 1), (10, 2, None), (5, 0, None)]
)
def test_at_most_two_will_points_and_ten_dice(attack: int, will: int, most: int | None) -> None:
    table = fight(plain_street(), *duel(a={"attack": attack, "wp": will}, b={"lp": 30}), dice=[2] * 30)
    asked = wills(table, strike())
    assert [each.options for each in asked] == ([] if most is None else [tuple(range(most + 1))])
    assert [len(each.chances()) for each in asked] == ([] if most is None else [min(2, 10 - attack) + 1])
    assert all(each.default == 0 for each in asked)


@pytest.mark.rule("DICE-05")
@pytest.mark.parametrize(
    ("answers", "order", "spent"),
    [
        ([0, 0], ["a", "b"], (0, 0)),
        ([1, 0], ["a", "b"], (1, 0)),
        ([1, 1, 0], ["a", "b", "a"], (1, 1)),
        ([1, 1, 1], ["a", "b", "a", "b"], (2, 1)),
        ([0, 1, 1, 1], ["a", "b", "a", "b", "a"], (1, 2)),
        ([2, 0], ["a", "b"], (2, 0)),
    ],
)
def test_what_one_declares_the_other_may_answer(answers: list[int], order: list[str], spent: tuple[int, int]) -> None:
    table = fight(plain_street(), *duel(a={"wp": 4}, b={"wp": 4}), dice=[2] * 30)
    asked = wills(table, GRAPPLE, will=answers)
    assert [each.who for each in asked] == order
    assert (4 - table.state["a"].wp, 4 - table.state["b"].wp) == spent
    dice = {roll.who: roll.dice for roll in of(list(table.events), Rolled)}
    assert (dice["a"], dice["b"]) == (5 + spent[0], 5 + spent[1])


@pytest.mark.rule("DICE-01", "DICE-05", "DICE-08")
@pytest.mark.parametrize(
    ("attack", "answers", "asked"),
    [
        (9, [1, 1], [("a", 9, 5, 1), ("b", 5, 10, 2)]),
        (8, [1, 1, 1], [("a", 8, 5, 2), ("b", 5, 9, 2), ("a", 9, 6, 1), ("b", 6, 10, 1)]),
    ],
)
def test_whoever_is_asked_again_is_told_what_both_have_spent(attack: int, answers: list[int], asked: list[Any]) -> None:
    table = fight(plain_street(), *duel(a={"wp": 4, "attack": attack}, b={"wp": 4}), dice=[2] * 30)
    found = wills(table, GRAPPLE, will=answers)
    assert [told(each, "who", "dice", "opposing", "most") for each in found] == asked


@pytest.mark.rule("DICE-05", "ABIL-Frenzied")
@pytest.mark.parametrize(("will", "points", "left"), [(0, 2, (0, 4)), (1, 2, (0, 5)), (1, 1, (0, 6)), (3, 2, (1, 6))])
def test_will_points_are_spent_before_life(will: int, points: int, left: tuple[int, int]) -> None:
    able = has("Brave", "Frenzied", "Slippery", wp=will, lp=6)
    table = fight(plain_street(), *duel(a=able), dice=[2] * 20)
    events = do(table, "a", strike(), will=points)
    assert (table.state["a"].wp, table.state["a"].lp) == left
    assert all(event.points for event in of(events, PointsSpent))
    assert rolled(events, "combat").modifiers[-1].change == points


# --- rolls ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-01", "DICE-08")
@pytest.mark.parametrize(
    ("attack", "theirs", "dice", "outcome"),
    [
        (5, [2] * 5, 5, "fail"),
        (5, [7, 2, 2, 2, 2], 4, "fail"),
        (10, [7, 7, 2, 2, 2], 8, "fail"),
        (1, [7] * 5, 0, "fail"),
    ],
)
def test_aces_come_off_the_dice_that_are_rolled(attack: int, theirs: list[int], dice: int, outcome: str) -> None:
    table = fight(plain_street(), *duel(a={"attack": attack}), dice=[*theirs, *[2] * dice])
    roll = rolled(do(table, "a", GRAPPLE), "grapple", "a")
    assert (roll.dice, roll.outcome, len(roll.faces)) == (dice, outcome, dice)
    lost = sum(face >= 7 for face in theirs)
    assert [(m.change, m.source) for m in roll.modifiers] == ([(-lost, "Aces of B")] if lost else [])


@pytest.mark.rule("DICE-08")
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [([1, 2, 2, 2, 2], "fail"), ([10, 7, 2, 2, 2], "success"), ([7, 2, 2, 2, 2], "success"), ([2] * 5, "fail")],
)
def test_the_side_that_is_opposed_succeeds_or_fails(faces: list[int], outcome: str) -> None:
    table = fight(plain_street(), *duel(), dice=[*faces, *[2] * 5])
    assert rolled(do(table, "a", GRAPPLE), "grapple", "b").outcome == outcome


@pytest.mark.rule("ABIL-Slippery", "DICE-04")
def test_what_is_settled_without_dice_is_told_with_its_source() -> None:
    events = do(fight(plain_street(), *duel(a=has("Slippery"))), "a", AWAY)
    roll = rolled(events, "disengage")
    assert (roll.dice, roll.aces, roll.faces, roll.outcome, roll.needed) == (0, 0, (), Outcome.SUCCESS, 7)
    assert [(m.change, m.source) for m in roll.modifiers] == [(0, "Slippery")]
    assert not of(events, DiceThrown)


@pytest.mark.rule("DICE-02", "DICE-06")
def test_all_dice_thrown_are_told_re_rolls_too() -> None:
    table = fight(plain_street(), *duel(a=has("Expert Offence (2)")), dice=[2] * 5 + [9, 2] + [2] * 3)
    events = do(table, "a", strike(), reroll=(1, 2))
    assert [thrown.faces for thrown in of(events, DiceThrown)] == [(2,) * 5, (9, 2), (2, 2, 2)]
    assert rolled(events, "combat").faces == (2, 9, 2, 2, 2)


@pytest.mark.rule("EQUIP-07", "FALL-02")
def test_a_parachutes_ten_stands_for_the_destiny_die_alone() -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    faller = mini("a", "north", (9.3, 12, 6))
    table = fight(board, faller, dice=[3, 4, 5, 6, 7], equipment={"north": ["parachute"]})
    step = {"act": "run", "path": [(11.5, 12, 6)]}
    question = next(each for each in prompts_of(table, "a", step) if each.prompt != "will")
    table = fight(board, faller, dice=[3, 4, 5, 6, 7], equipment={"north": ["parachute"]})
    events = do(table, "a", step, **{question.prompt: question.options[0]})
    assert rolled(events, "fall").faces == (10, 4, 5, 6, 7)


# --- damage -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TURN-05", "DICE-12")
@pytest.mark.parametrize(("life", "killed"), [(1, True), (2, False)])
def test_a_character_is_a_casualty_at_no_life_points(life: int, killed: bool) -> None:
    table = fight(plain_street(), *duel(b={"lp": life}), dice=[5] + [2] * 7)
    events = do(table, "a", strike())
    assert bool(of(events, Killed)) is killed
    assert table.state["b"].alive is not killed
    assert only(events, LostLife).lost == 1


@pytest.mark.rule("TURN-05", "ACT-03")
def test_a_casualty_loses_no_more_life() -> None:
    table = fight(plain_street(), *duel(b={"lp": 1}), dice=[10, 9, 2, 2, 2] + [2] * 3)
    events = do(table, "a", strike())
    assert len(of(events, LostLife)) == len(of(events, Killed)) == 1


@pytest.mark.rule("TURN-05", "SCEN-09")
@pytest.mark.parametrize("event", [Killed(who="a", by=None, why="fall", where=(6, 6, 0)), Escaped("a", (6, 6, 0))])
def test_whoever_is_gone_holds_on_to_nothing(event: Event) -> None:
    state = fight(plain_street(), *duel()).state
    state.emit(EffectBegan(who="a", effect=Effect("test", "game", stat="move", change=1)))
    state.set("a", on_wall=True, aboard="gondola")
    state.emit(event)
    c = state["a"]
    assert (c.alive, c.escaped) in ((False, False), (True, True))
    assert (c.on_board, c.ap, c.on_wall, c.aboard, c.effects) == (False, 0, False, None, ())


@pytest.mark.rule("ACT-01", "ACT-02", "ACT-09", "WATER-02")
@pytest.mark.parametrize("counter", ["hidden", "guarding", "stunned", "underwater"])
def test_a_counter_that_is_lost_is_gone_from_what_is_saved_too(counter: str) -> None:
    state = fight(plain_street(), *duel()).state
    before = GAME.encode(state)
    state.set("a", **{counter: 3 if counter == "underwater" else True})
    kept = len(state.log)
    state.emit(CounterLost(who="a", counter=counter, why="test"))
    del state.log[kept:]
    assert GAME.encode(state) == before


@pytest.mark.rule("EQUIP-11", "DICE-11")
@pytest.mark.parametrize(("weapon", "asked"), [({}, True), ({"damage": -1}, False)])
def test_a_leather_doublet_is_offered_for_a_single_damage_and_for_none_not(weapon: dict[str, int], asked: bool) -> None:
    minis = duel(a={"weapons": (Weapon("Thing", **weapon),)})  # type: ignore[arg-type]
    table = fight(plain_street(), *minis, equipment={"south": ("leather-doublet",)}, dice=[5] + [2] * 7)
    assert ("south" in [choice.seat for choice in prompts_of(table, "a", strike("Thing"))]) is asked


# --- falls --------------------------------------------------------------------------------------------------------


def off_the_roof(height: float, dice: list[int], **profile: Any) -> tuple[Table, dict[str, Any]]:
    board = street(house((4, 4), (10, 20), height))
    table = fight(board, mini("a", "north", (9.3, 12, height), **{"lp": 20, **profile}), dice=dice)
    return table, {"act": "run", "path": [(11.5, 12, height)]}


@pytest.mark.rule("FALL-02")
@pytest.mark.parametrize(
    ("inches", "lost"),
    [(0.99, 0), (1.0, 0), (1.004, 0), (1.02, 1), (1.99, 1), (1.996, 2), (2.0, 2), (2.99, 2), (3.0, 3)],
)
def test_whole_inches_are_lost_beyond_the_first(inches: float, lost: int) -> None:
    assert harm(inches) == lost
    if inches > 1.01:
        table, step = off_the_roof(inches, FAIL)
        do(table, "a", step)
        assert lp(table, "a") == 20 - lost


@pytest.mark.rule("FALL-02")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [([10, 7, 7, 2, 2], 0), ([10, 7, 2, 2, 2], 0), ([7, 7, 2, 2, 2], 0), ([7, 2, 2, 2, 2], 1), (FAIL, 2)],
)
def test_a_roll_saves_no_more_than_there_is_to_lose(dice: list[int], lost: int) -> None:
    table, step = off_the_roof(2.0, dice)
    events = do(table, "a", step)
    assert lp(table, "a") == 20 - lost
    assert len(of(events, LostLife)) == (lost > 0)
    assert (only(events, Fell).height, only(events, Fell).fallen) == (2.0, 2.0)


@pytest.mark.rule("FALL-03")
@pytest.mark.parametrize("twice", [True, False])
def test_what_water_takes_off_is_taken_off_no_fall_on_land(twice: bool) -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    faller = mini("a", "north", (9.3, 12, 6), lp=20)
    table = fight(board, faller, dice=FAIL, options={"water_fall_twice": twice})
    do(table, "a", {"act": "run", "path": [(11.5, 12, 6)]})
    assert lp(table, "a") == 14


@pytest.mark.rule("FALL-02", "FALL-03")
@pytest.mark.parametrize(
    ("landing", "height", "counts"),
    [("soft", 3.0, 0.0), ("soft", 6.0, 2.0), ("difficult", 3.0, 5.0), ("dangerous", 3.0, 7.0), ("solid", 3.0, 3.0)],
)
def test_where_it_lands_changes_what_a_fall_counts_for(landing: str, height: float, counts: float) -> None:
    ground = ("ground/east", Meaning(landing=Landing(landing)), block((10, 0, -2), (24, 24, 0)))
    paving = ("ground/west", Meaning(), block((0, 0, -2), (10, 24, 0)))
    board = Board.from_parts([paving, ground, house((4, 4), (10, 20), height)], size=(24.0, 24.0))
    table = fight(board, mini("a", "north", (9.3, 12, height), lp=20), dice=FAIL)
    events = do(table, "a", {"act": "run", "path": [(11.5, 12, height)]})
    fell = only(events, Fell)
    assert (fell.height, fell.fallen, fell.landing, fell.part) == (counts, height, landing, "ground/east")
    assert lp(table, "a") == 20 - int(counts)
    assert (fell.drop.rest, fell.drop.height) == (fell.rest, height)


@pytest.mark.rule("JUMP-05", "FALL-02")
def test_whoever_comes_down_above_where_its_jump_began_has_not_fallen() -> None:
    ledge = street(house((8, 4), (12, 8), 1.5))
    table = fight(ledge, mini("a", "north", (6, 6, 0)), dice=[7, 7, 2, 2, 2])
    events = do(table, "a", {"act": "jump", "to": (9, 6, 3)})
    fell = only(events, Fell)
    assert (fell.height, fell.fallen, table.state["a"].here[2]) == (0.0, 0.0, 1.5)
    assert not of(events, LostLife)


@pytest.mark.rule("JUMP-08", "FALL-02")
@pytest.mark.parametrize(("controlled", "needed"), [(True, 5), (False, 7)])
def test_only_a_controlled_landing_is_rolled_on_fives(controlled: bool, needed: int) -> None:
    board = street(house((4, 4), (10, 20), 8.0))
    table = fight(board, mini("a", "north", (9.3, 12, 8), wp=1, lp=20), dice=[2] * 10)
    events = do(table, "a", {"act": "jump", "to": (12, 12, 8), "controlled": controlled})
    assert rolled(events, "fall").needed == needed
    table, step = off_the_roof(6.0, FAIL)
    assert rolled(do(table, "a", step), "fall").needed == 7


@pytest.mark.rule("FALL-02", "ACT-09")
@pytest.mark.parametrize(("dice", "stunned"), [([1, 2, 2, 2, 2], True), (FAIL, False), ([7, 2, 2, 2, 2], False)])
def test_only_a_fumbled_fall_stuns(dice: list[int], stunned: bool) -> None:
    table, step = off_the_roof(4.0, dice)
    assert bool(of(do(table, "a", step), Stunned)) is stunned


@pytest.mark.rule("ACT-09", "DICE-01")
@pytest.mark.parametrize(
    ("attack", "change", "dice"),
    [
        (5, 0, 4),
        (2, 0, 1),
        (1, 0, 1),
        (0, 0, 0),
        (3, -2, 1),
        (4, -2, 1),
        (3, -4, 0),
        (1, 2, 2),
        (10, 2, 10),
        (9, 2, 10),
    ],
)
def test_stunned_costs_a_die_but_not_the_last(attack: int, change: int, dice: int) -> None:
    before = [
        EffectBegan(who="a", effect=Effect("test", "game", stat="attack", change=change)),
        Stunned(who="a", why="test"),
    ]
    table = fight(plain_street(), *duel(a={"attack": attack}, b={"lp": 30}), before=before, dice=[2] * 30)
    assert rolled(do(table, "a", strike()), "combat").dice == dice


@pytest.mark.rule("ACT-09", "TURN-05")
def test_no_casualty_is_stunned_and_nobody_twice() -> None:
    table = fight(plain_street(), *duel(), before=[Killed(who="b", by=None, why="fall", where=(6, 7, 0))])
    first = len(table.state.log)
    for who in "bba":
        effects.stun(table.state, who, "test")
    effects.stun(table.state, "a", "test")
    assert [(event.who, event.why) for event in of(table.state.log[first:], Stunned)] == [("a", "test")]


@pytest.mark.rule("FALL-03", "TERR-12")
@pytest.mark.parametrize(("y", "aboard"), [(12, "gondola"), (4, None)])
def test_the_log_tells_of_a_fall_into_a_gondola(y: float, aboard: str | None) -> None:
    board = canal(house((2, 2), (9.9, 22), 6.0), gondola(11.2, 12, wide=2.0))
    table = fight(board, mini("a", "north", (9.3, y, 6), lp=20), dice=[2] * 20)
    events = do(table, "a", {"act": "run", "path": [(12.4, y, 6)]})
    assert of(events, Fell)[0].aboard == aboard


@pytest.mark.rule("MOVE-11", "ABIL-Aerial-Attack", "FALL-04")
@pytest.mark.parametrize(("height", "from_above"), [(2.9, False), (3.0, True), (3.1, True)])
def test_a_fall_onto_an_enemy_from_three_inches_is_a_charge_from_above(height: float, from_above: bool) -> None:
    board = street(house((2, 2), (10, 8), height))
    minis = [
        fighter("a", "north", (6, 7.3, height), abilities=("Aerial Attack",)),
        fighter("b", "south", (6, 9.6, 0), protection=7),
    ]
    table = fight(board, *minis, dice=FAIL + [5, 2, 2, 2, 2] + [2] * 9)
    events = do(table, "a", {"act": "run", "path": [(6, 8.7, height)]})
    assert lp(table, "a") == (10 if from_above else 10 - int(height))
    changes = [m.source for m in rolled(events, "protection").modifiers]
    assert ("charge from above" in changes) is from_above


@pytest.mark.rule("MOVE-11", "ABIL-Aerial-Attack", "FALL-04")
@pytest.mark.parametrize(("deck", "from_above"), [(2.0, True), (2.2, False), (2.5, False)])
def test_a_charge_from_above_is_three_inches_over_the_enemy_not_over_the_street(deck: float, from_above: bool) -> None:
    board = street(house((2, 2), (10, 8), 5.0), house((2, 8.001), (10, 14), deck, "deck"))
    minis = [
        fighter("a", "north", (6, 7.3, 5), abilities=("Aerial Attack",)),
        fighter("b", "south", (6, 9.6, deck), protection=7),
    ]
    table = fight(board, *minis, dice=FAIL + [5, 2, 2, 2, 2] + [2] * 9)
    events = do(table, "a", {"act": "run", "path": [(6, 8.7, 5)]})
    assert lp(table, "a") == (10 if from_above else 8)
    changes = [m.source for m in rolled(events, "protection").modifiers]
    assert ("charge from above" in changes) is from_above


@pytest.mark.rule("MOVE-11", "ABIL-Aerial-Attack", "ACT-07")
def test_whoever_is_thrown_onto_an_enemy_charges_nobody() -> None:
    board = street(house((2, 2), (10, 8), 4.0))
    minis = [
        fighter("a", "north", (6, 6.1, 4)),
        fighter("b", "south", (6, 7.28, 4), abilities=("Aerial Attack",)),
        fighter("c", "north", (6, 9.7, 0)),
    ]
    table = fight(board, *minis, dice=[*FAIL, 7, 2, 2, 2, 2, *FAIL])
    events = do(table, "a", GRAPPLE, push=(6, 10, 4))
    assert only(events, Fell).rest[2] == 0
    assert lp(table, "b") == 6


@pytest.mark.rule("FALL-01", "ACT-07")
def test_whoever_is_thrown_over_the_edge_of_the_board_lands_on_it() -> None:
    board = street(house((0, 2), (4, 10), 5.0))
    minis = [fighter("a", "north", (2.2, 6, 5)), fighter("b", "south", (1.02, 6, 5), lp=20)]
    table = fight(board, *minis, dice=[*FAIL, 7, 7, 7, 2, 2, *FAIL])
    do(table, "a", GRAPPLE, push=(-3, 6, 5))
    x, y, _ = table.state["b"].here
    assert 0 <= x <= 24
    assert 0 <= y <= 24


@pytest.mark.rule("FALL-01", "FALL-02")
def test_whoever_falls_where_the_board_has_no_ground_lands_on_the_nearest() -> None:
    """The roof to the east is nearer than the one that it left, and 3" lower."""
    roofs = [("west", block((0, 0, -2), (8, 24, 6))), ("east", block((20.7, 0, -2), (24, 24, 3)))]
    board = Board.from_parts([(f"{name}/roof", Meaning(), mesh) for name, mesh in roofs], size=(24.0, 24.0))
    table = fight(board, mini("a", "north", (7.3, 12, 6), lp=20, move=8), dice=[10] * 5 + FAIL)
    events = do(table, "a", {"act": "jump", "to": (15, 12, 6)})
    *_, placed = of(events, Moved)
    assert (placed.how, placed.path) == ("placed", ((15, 12, 6), (21.291, 12, 6)))
    fell = only(events, Fell)
    assert (fell.rest, fell.height, fell.fallen, fell.part) == ((21.291, 12, 3), 3.0, 3.0, "east/roof")
    drop = fell.drop
    assert (drop.start, drop.rest, drop.height, drop.part) == ((15, 12, 6), (21.291, 12, 3), 3.0, "east/roof")
    assert (drop.whole, drop.ground, drop.landing) == (False, placed.placing.ground, Landing.SOLID)
    assert lp(table, "a") == 17


# --- water ----------------------------------------------------------------------------------------------------------


def under(who: str, number: int) -> CounterGained:
    return CounterGained(who=who, counter="underwater", number=number)


@pytest.mark.rule("WATER-03")
@pytest.mark.parametrize(
    ("able", "counters", "inches"), [((), 1, 4), ((), 2, 8), (("Water Creature",), 1, 8), (("Water Creature",), 2, 16)]
)
def test_an_underwater_move_has_so_many_inches_a_counter(able: tuple[str, ...], counters: int, inches: float) -> None:
    for far, may in ((inches, True), (inches + 0.02, False)):
        table = fight(canal(), mini("a", "north", (13, 2, -0.75), abilities=able), before=[under("a", counters)])
        assert isinstance(table.request, Choice)
        table.answer("a")
        asked = table.request
        assert isinstance(asked, Choice)
        assert (asked.prompt, asked.inches, asked.counters, asked.options) == (  # type: ignore[attr-defined]
            "underwater",
            inches,
            counters,
            (None,),
        )
        way = {"path": [(13, 2 + far, -0.75)]}
        assert (table.refusal(way) is None) is may
        assert table.refusal({"path": [(17, 2, 0)]}) is not None


@pytest.mark.rule("WATER-03")
def test_underwater_counters_are_given_up_for_the_move_and_kept_without_it() -> None:
    for way, left in ((None, 2), ({"path": [(13, 5, -0.75)]}, 0)):
        table = fight(canal(), mini("a", "north", (13, 2, -0.75)), before=[under("a", 2)])
        events = take_turn(table, "a", underwater=way)
        assert table.state["a"].underwater == left
        assert [e.counter for e in of(events, CounterLost)] == ([] if left else ["underwater"])
        assert [e.how for e in of(events, Moved)] == ([] if left else ["underwater"])


@pytest.mark.rule("WATER-06")
@pytest.mark.parametrize(
    ("at", "stunned", "left"), [((13, 6, -0.75), True, 8), ((13, 6, -0.75), False, 10), ((6, 6, 0), True, 10)]
)
def test_a_stunned_swimmer_gulps_water(at: tuple[float, float, float], stunned: bool, left: int) -> None:
    before = [Stunned(who="a", why="test")] if stunned else [under("a", 1)]
    table = fight(canal(), mini("a", "north", at), before=before)
    take_turn(table, "a")
    assert lp(table, "a") == left


@pytest.mark.rule("WATER-06", "WATER-03", "TURN-05")
def test_whoever_drowns_as_its_turn_begins_goes_nowhere() -> None:
    wreck = ObjectivePlaced(objective=Objective("wreck", kinds=("destructible",), at=(13.0, 7.1, -0.75)))
    before = [under("a", 1), Stunned(who="a", why="test"), LostLife(who="a", lost=8, why="test"), wreck]
    minis = [mini("a", "north", (13, 6, -0.75)), mini("c", "north", (4, 4, 0)), mini("b", "south", (20, 20, 0))]
    table = fight(canal(), *minis, before=before)
    table.answer("a")
    assert not table.state["a"].alive
    assert isinstance(table.request, Choice)
    assert table.request.prompt != "underwater"
    assert not of(list(table.events), TurnBeganAt)


@pytest.mark.rule("WATER-02", "WATER-03")
def test_ashore_there_is_no_underwater_move() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), before=[under("a", 1)])
    assert prompts_of(table, "a", None) == []


# --- weapons --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WEAP-Knockback")
@pytest.mark.parametrize(
    ("weapon", "dice", "moved"),
    [
        (armed("Knockback"), [5, 2, 2, 2, 2, 2, 2, 2], True),
        (armed("Knockback"), [5, 2, 2, 2, 2, 9, 9, 9], True),
        (armed("Knockback", "Harmless"), [5, 2, 2, 2, 2], False),
        (armed("Knockback", damage=-1), [5, 2, 2, 2, 2], False),
        (armed(), [5, 2, 2, 2, 2, 2, 2, 2], False),
    ],
)
def test_knockback_needs_damage(weapon: dict[str, Any], dice: list[int], moved: bool) -> None:
    table = fight(plain_street(), *duel(a=weapon), dice=dice)
    pushes = of(do(table, "a", strike("Thing")), Pushed)
    assert [(p.who, p.by) for p in pushes] == ([("b", "a")] if moved else [])


@pytest.mark.rule("WEAP-Knockback", "WEAP-Blast", "TURN-05")
def test_neither_casualties_nor_the_attacker_itself_are_knocked_back() -> None:
    bomb = {**armed("Knockback", "Blast", damage=2), "lp": 30}
    minis = [*duel(a=bomb, b={"lp": 3}), fighter("d", "south", (7.18, 6, 0), lp=30)]
    table = fight(plain_street(), *minis, dice=[5, 2, 2, 2, 2] + [2] * 9)
    events = do(table, "a", strike("Thing"))
    assert not table.state["b"].alive
    assert {p.who for p in of(events, Pushed)} == {"d"}


@pytest.mark.rule("WEAP-Knockback")
@pytest.mark.parametrize(
    ("at", "to"),
    [((6, 7.2, 0), (6, 9.2, 0)), ((6, 6.5, 3), (6, 8.5, 3)), ((5.4, 6, 3), (3.4, 6, 3)), ((6, 6, 3), (8, 6, 3))],
)
def test_away_is_straight_on_and_level_from_however_near(at: Any, to: Any) -> None:
    """From right above there is no such way: east then."""
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0)), fighter("b", "south", at))
    assert away(table.state, "a", "b", 2.0) == pytest.approx(to)


@pytest.mark.rule("WEAP-Knockback", "WEAP-Blast", "TURN-05")
def test_a_casualty_of_its_own_blast_knocks_nobody_back_after_that() -> None:
    bomb = {**armed("Knockback", "Blast", damage=2), "lp": 3}
    minis = [*duel(a=bomb, b={"lp": 30}), fighter("d", "south", (7.18, 6, 0), lp=30)]
    table = fight(plain_street(), *minis, dice=[5, 2, 2, 2, 2] + [2] * 9)
    events = do(table, "a", strike("Thing", "d"))
    fell = next(i for i, event in enumerate(events) if isinstance(event, Killed) and event.who == "a")
    assert not of(events[fell:], Pushed)


@pytest.mark.rule("WEAP-Poisoned", "DICE-07")
@pytest.mark.parametrize(
    ("face", "outcome", "left"), [(6, "fail", 6), (7, "success", 9), (10, "success", 9), (1, "fail", 6)]
)
def test_poison_is_one_die_on_seven(face: int, outcome: str, left: int) -> None:
    table = fight(plain_street(), *duel(a=armed("Poisoned")), dice=[5, 2, 2, 2, 2, 2, 2, 2, face])
    events = do(table, "a", strike("Thing"))
    roll = rolled(events, "poison")
    assert (roll.who, roll.faces, roll.dice, roll.needed, roll.outcome) == ("b", (face,), 1, 7, outcome)
    assert roll.aces == (outcome == "success")
    assert of(events, DiceThrown)[-1].purpose == "poison"
    assert lp(table, "b") == left


@pytest.mark.rule("WEAP-Poisoned", "TURN-05")
@pytest.mark.parametrize(("life", "dice"), [(1, [5, 2, 2, 2, 2, 2, 2, 2]), (9, [5, 2, 2, 2, 2, 7, 2, 2]), (9, [2] * 5)])
def test_neither_casualties_nor_the_unhurt_roll_for_poison(life: int, dice: list[int]) -> None:
    table = fight(plain_street(), *duel(a=armed("Poisoned"), b={"lp": life}), dice=dice)
    events = do(table, "a", strike("Thing"))
    assert not [roll for roll in of(events, Rolled) if roll.purpose == "poison"]


@pytest.mark.rule("WEAP-Smoke", "TURN-05")
def test_smoke_hides_those_it_hits_once_and_no_casualties() -> None:
    smoke = armed("Smoke", range=8)
    table = fight(plain_street(), *duel(a=smoke, b={"lp": 1}, apart=6), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert not of(do(table, "a", strike("Thing")), CounterGained)
    hidden = CounterGained(who="b", counter="hidden")
    table = fight(plain_street(), *duel(a=smoke, apart=5), dice=[5, 2, 2, 2, 2, 2, 2, 2, 2], before=[hidden])
    assert not of(do(table, "a", strike("Thing")), CounterGained)
    assert table.state["b"].hidden


@pytest.mark.rule("WEAP-Stun")
@pytest.mark.parametrize(
    ("weapon", "stunned"),
    [(armed("Stun"), True), (armed("Stun", "Harmless"), False), (armed("Stun", damage=-1), False)],
)
def test_stun_needs_damage(weapon: dict[str, Any], stunned: bool) -> None:
    table = fight(plain_street(), *duel(a=weapon), dice=[5, 2, 2, 2, 2] + [2] * 3)
    do(table, "a", strike("Thing"))
    assert table.state["b"].stunned is stunned


@pytest.mark.rule("WEAP-Black-Powder")
def test_wet_powder_dries_with_a_turn_that_begins_ashore() -> None:
    pistol = armed("Black Powder", range=12)
    minis = [fighter("a", "north", (11, 6, -0.75), move=9, cp=1, **pistol), fighter("b", "south", (4, 12, 0))]
    table = fight(canal(), *minis, dice=[9])
    do(table, "a", {"act": "run", "to": [8, 6, 0]})
    assert refused(table, "a", strike("Thing")).rule == "WEAP-Black-Powder"
    end_turn(table)
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    take_turn(table, "a")
    assert table.refusal(strike("Thing")) is None


@pytest.mark.rule("WEAP-Black-Powder", "ACT-03")
def test_black_powder_in_one_hand_does_not_burn_the_other() -> None:
    both = {"weapons": (Weapon("Pistol", range=8, abilities=("Black Powder",)), Weapon("Sword"))}
    table = fight(plain_street(), *duel(a=both), dice=[1, 2, 2, 2, 2])
    do(table, "a", strike(), opportunity="decline")
    assert lp(table, "a") == 9


@pytest.mark.rule("WEAP-Two-handed")
def test_a_two_handed_weapon_is_slow_for_its_user_alone() -> None:
    """The attack of opportunity of a charge is one too; what the target holds is another matter."""
    for who, needed in (("a", 6), ("b", 5)):
        minis = duel(**{who: armed("Two-handed")}, apart=4)
        table = fight(plain_street(), *minis, dice=[2] * 20)
        run = {"act": "run", "to": [6, 10 - TOUCH, 0]}
        attack = strike("Thing" if who == "a" else "Sword")
        assert rolled(do(table, "a", run, opportunity=attack), "combat").needed == needed


@pytest.mark.rule("WEAP-Reload")
@pytest.mark.parametrize(("most", "made", "may"), [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)])
def test_a_weapon_is_used_as_often_as_it_reloads(most: int, made: int, may: bool) -> None:
    table = fight(plain_street(), *duel(a=armed(f"Reload ({most})", range=8), apart=6), dice=[2] * 40)
    for _ in range(made):
        do(table, "a", strike("Thing"))
    take_turn(table, "a")
    assert (table.refusal(strike("Thing")) is None) is may


@pytest.mark.rule("WEAP-Reload", "DICE-13")
def test_a_use_is_counted_at_once() -> None:
    table = fight(plain_street(), *duel(a=armed("Reload (2)", range=8), apart=6), dice=[2] * 20)
    do(table, "a", strike("Thing"))
    foreseen = measured(action_odds.kill(table.state, "a", Combat("b", "Thing")), table.state, table.measure)
    assert foreseen.attacks == 1


@pytest.mark.rule("WEAP-Reload", "MOVE-13")
def test_in_contact_an_empty_weapon_answers_nothing_before_its_bearers_turn() -> None:
    both = duel(a=armed("Reload (1)", range=8), b={"lp": 30, "cp": 1})
    table = fight(plain_street(), *both, dice=[2] * 5 + [1, 2, 2, 2, 2] + [2] * 20)
    do(table, "a", strike("Thing"))
    end_turn(table)
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    take_turn(table, "b")
    assert not table.state["a"].had_turn
    answer = question(table, "b", strike("Unarmed", "a"), "opportunity")
    weapons = {each.weapon for each in answer.attacks if isinstance(each, Combat)}  # type: ignore[attr-defined]
    assert weapons == {"Unarmed"}


@pytest.mark.rule("WEAP-Reload")
def test_only_the_weapon_that_was_fired_is_empty() -> None:
    two = {"weapons": tuple(Weapon(name, range=8, abilities=("Reload (1)",)) for name in ("Left", "Right"))}
    table = fight(plain_street(), *duel(a=two, apart=6), dice=[2] * 40)
    do(table, "a", strike("Left"))
    assert refused(table, "a", strike("Left")).rule == "WEAP-Reload"
    assert table.refusal(strike("Right")) is None


@pytest.mark.rule("WEAP-Harmless", "DICE-13")
def test_a_harmless_weapon_stakes_nothing() -> None:
    table = fight(plain_street(), *duel(a={**armed("Harmless", damage=3), "wp": 1}), dice=[2] * 20)
    asked = question(table, "a", strike("Thing"), "will")
    assert isinstance(asked, SpendWill)
    assert asked.stake == -10  # no Aces bring it over nothing
