"""What holds for how long, and for which action: each case is one where the engine once went by something else."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.agendas import base
from sim.carnevale.agendas.history import History
from sim.carnevale.characters import Weapon
from sim.carnevale.events import (
    Charged,
    CounterGained,
    Damaged,
    Disengaged,
    Jumped,
    Killed,
    LostLife,
    Rolled,
)
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import Deploy, ZoneTaken
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale.fighters import BOW, TOUCH, duel, fighter, lp, strike
from tests.carnevale.stages import setup
from tests.carnevale.tables import (
    GAME,
    Barricade,
    Kind,
    Meaning,
    Obstacle,
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
    sheet,
    street,
    take_turn,
)

Point = tuple[float, float, float]
WATER, DECK, R = -0.75, -0.45, 0.5906
CRITICAL_AWAY = [2] * 5 + [10, 9, 2, 2, 2]  # B rolls, then A comes away with a Critical


def run(*points: Point, fly: bool = False) -> dict[str, Any]:
    return {"act": "run", "path": points, "fly": fly}


def prompt(table: Table) -> str:
    assert isinstance(table.request, Choice)
    return table.request.prompt


def why(table: Table, answer: object) -> str | None:
    refusal = table.refusal(answer)
    return None if refusal is None else refusal.rule


# --- once a turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("MAGIC-03", "TURN-08")
def test_a_mage_who_failed_in_its_own_turn_may_cast_in_an_enemys() -> None:
    mage = {"abilities": ("Mage (1)",), "keywords": ("Discipline (Wild Magic)",), "spells": ("Healing",), "wp": 5}
    minis = [fighter("m", "north", (6, 6, 0), **mage), fighter("l", "north", (8, 6, 0), cp=2)]
    table = fight(plain_street(), *minis, fighter("e", "south", (6, 16, 0)), dice=[2] * 40)
    do(table, "m", {"act": "cast", "spell": "Healing", "target": "l"})
    again = {"act": "cast", "spell": "Cantrip of Justice"}
    assert why(table, again) == "MAGIC-03"
    table.answer("end")
    question(table, "e", run((6, 15, 0)), "counter")
    table.answer({"act": "counter", "by": "l", "who": "m"})
    assert why(table, again) != "MAGIC-03"


@pytest.mark.rule("JUMP-07", "TURN-08")
def test_a_jump_is_chained_once_in_each_characters_turn() -> None:
    boxes = [house((6, y), (7.5, y + 1.5), 1.5, f"box{y}", obstacle=Obstacle.LARGE) for y in (8, 12)]
    minis = [fighter("a", "north", (6.75, 7, 0)), fighter("l", "north", (3, 10, 0), cp=2)]
    table = fight(street(*boxes), *minis, fighter("e", "south", (20, 20, 0)), dice=[9] * 60)
    onto: dict[str, Any] = {"act": "jump", "to": (6.75, 8.75, 1.5)}
    do(table, "a", onto, chained_jump={"act": "jump", "to": (6.75, 10.7, 0)})
    end_turn(table)
    question(table, "e", run((20, 19, 0)), "counter")
    table.answer({"act": "counter", "by": "l", "who": "a"})
    table.answer({"act": "jump", "to": (6.75, 12.75, 1.5)})
    while prompt(table) in ("run_on", "jump_length"):
        table.answer(table.request.default)  # type: ignore[union-attr]
    assert prompt(table) == "chained_jump"


# --- attacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WEAP-Poisoned", "ABIL-Vampiric-Attack", "ABIL-Frenzied")
def test_life_that_the_frenzied_spend_is_not_lost_to_the_weapon() -> None:
    fang = Weapon("Fang", abilities=("Poisoned",))
    able = duel(
        a={"weapons": (fang,), "abilities": ("Vampiric Attack (2)",)}, b={"abilities": ("Frenzied",), "protection": 3}
    )
    table = fight(plain_street(), *able, dice=[9, 2, 2, 2, 2, *[9] * 5, 3])
    table.state.set("a", lp=5)
    events = do(table, "a", strike("Fang"), will=[2])
    assert only(events, Damaged).damage == 0
    assert not of(events, LostLife)
    assert (lp(table, "a"), lp(table, "b")) == (5, 8)


@pytest.mark.rule("GEO-05", "ABIL-Brawler", "ACT-05")
@pytest.mark.parametrize(("over_the_fence", "attack"), [(False, "grapple"), (True, "grapple"), (True, "combat")])
def test_contact_over_an_obstacle_is_for_combat_alone(over_the_fence: bool, attack: str) -> None:
    fence = house((8, 4), (8.3, 10), 0.9, "fence", obstacle=Obstacle.LARGE)
    minis = [
        fighter("a", "north", (8 - R, 6, 0), abilities=("Brawler (2)",)),
        fighter("b", "south", (8 - R, 6 + TOUCH, 0)),
    ]
    minis += [fighter("c", "south", (8.3 + R, 6, 0))] if over_the_fence else []
    table = fight(street(fence), *minis, dice=[2] * 40)
    act = strike() if attack == "combat" else {"act": "grapple", "target": "b"}
    rolls = [r.dice for r in of(do(table, "a", act), Rolled) if r.who == "a"]
    assert rolls[0] == (7 if attack == "combat" else 5)


@pytest.mark.rule("ACT-01", "ABIL-Bulky")
@pytest.mark.parametrize(("abilities", "refusal"), [((), "ACT-01"), (("Bulky",), None)])
def test_a_wall_hides_nobody_who_gains_nothing_from_cover(abilities: tuple[str, ...], refusal: str | None) -> None:
    wall = ("wall/stones", Meaning(), block((14, 6.05, 0), (14.3, 9, 3)))
    minis = [fighter("a", "north", (4, 6, 0)), fighter("b", "south", (15, 6, 0), abilities=abilities)]
    table = fight(street(wall), *minis, before=[CounterGained(who="b", counter="hidden")])
    take_turn(table, "a")
    assert why(table, strike("Bow")) == refusal


@pytest.mark.rule("ACT-02", "WEAP-Knockback")
def test_a_guard_that_anothers_attack_has_moved_is_on_guard_no_more() -> None:
    bomb = Weapon("Bomb", range=14, abilities=("Blast", "Knockback"))
    minis = [
        fighter("m", "north", (12, 4, 0), lp=30),
        fighter("g", "south", (6, 8, 0), weapons=(bomb,)),
        fighter("h", "south", (13.3, 8, 0), lp=30, weapons=(BOW,)),
    ]
    before = [CounterGained(who=who, counter="guarding") for who in "gh"]
    table = fight(plain_street(), *minis, before=before, dice=[9] * 5 + [2] * 60)
    asked = prompts_of(table, "m", run((12, 8, 0)), guard=[True], opportunity=[strike("Bomb", "m")])
    assert [each.who for each in asked if each.prompt == "guard"] == ["g"]  # type: ignore[attr-defined]
    assert not table.state["h"].guarding


# --- further, after a Critical ------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Limited-Movement", "MOVE-03")
def test_limited_movement_counts_the_whole_climb_with_what_a_critical_adds() -> None:
    able = fighter("a", "north", (6, 7.4, 0), abilities=("Limited Movement",))
    table = fight(street(house((2, 8), (10, 14), 8.0)), able, dice=[10, 9, 2, 2, 2])
    question(table, "a", run((6, 7.409, 0), (6, 7.409, 1.9)), "move_on")
    assert why(table, {"path": [(6, 7.409, 3.0)]}) == "ABIL-Limited-Movement"
    assert why(table, {"path": [(6, 7.409, 2.0)]}) is None


@pytest.mark.rule("ABIL-Limited-Movement", "MOVE-12")
def test_limited_movement_swims_two_inches_with_all_that_a_critical_adds() -> None:
    minis = [
        fighter("a", "north", (13, 6, WATER), abilities=("Limited Movement",)),
        fighter("b", "south", (13, 6 + TOUCH, WATER)),
    ]
    table = fight(canal(), *minis, dice=CRITICAL_AWAY)
    asked = [each.prompt for each in prompts_of(table, "a", run((13, 4, WATER)))]
    assert "move_on" not in asked
    assert only(table.events, Disengaged).outcome == "critical"


@pytest.mark.rule("MOVE-12", "MOVE-01")
def test_what_a_critical_adds_leads_off_the_board_no_more_than_the_run() -> None:
    table = fight(
        plain_street(), fighter("a", "north", (6, 3, 0)), fighter("b", "south", (6, 3 + TOUCH, 0)), dice=CRITICAL_AWAY
    )
    question(table, "a", run((6, 1, 0)), "move_on")
    assert why(table, {"path": [(6, 0.2, 0)]}) == "MOVE-01"


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot", "MOVE-03")
def test_the_chariot_does_not_charge_with_what_a_critical_adds_either() -> None:
    mage = {
        "abilities": ("Mage (1)",),
        "keywords": ("Discipline (Runes of Sovereignty)",),
        "spells": ("Fiery Rhetoric",),
        "wp": 5,
        "mind": 4,
    }
    minis = [
        fighter("m", "north", (6, 4, 0), **mage),
        fighter("l", "north", (6, 7.4, 0)),
        fighter("e", "south", (6, 12, 3)),
    ]
    dice = [9, 2, 2, 2, 10, 9, 2, 2, 2, *[3] * 20]
    table = fight(street(house((2, 8), (10, 14), 3.0)), *minis, dice=dice)
    question(table, "m", {"act": "cast", "spell": "Cantrip of the Chariot", "target": "l"}, "chariot")
    table.answer(run((6, 7.409, 0), (6, 7.409, 3.0), (6, 8.7, 3.0)))
    assert prompt(table) == "move_on"
    assert why(table, {"path": [(6, 12 - TOUCH, 3)]}) == "MAGIC-08"
    table.answer(None)
    assert not of(table.events, Charged)
    assert table.state["l"].effects == ()


# --- in the air and over barricades -------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Flight")
def test_in_mid_air_there_is_nothing_to_be_done_but_to_fly_on() -> None:
    minis = [fighter("a", "north", (6, 6, 0), abilities=("Flight",)), fighter("b", "south", (6, 14, 0))]
    table = fight(plain_street(), *minis)
    do(table, "a", run((6, 8, 3), fly=True))
    for act in (strike("Bow"), {"act": "guard"}, {"act": "hide"}, {"act": "jump", "to": (6, 10, 0)}, run((6, 9, 0))):
        assert refused(table, "a", act).rule == "ABIL-Flight", act
    assert why(table, run((6, 9, 0), fly=True)) is None
    assert why(table, "end") is None
    do(table, "a", run((6, 9, 0), fly=True))
    assert why(table, strike("Bow")) is None


@pytest.mark.rule("ABIL-Flight", "MOVE-04")
def test_a_flyer_that_climbs_hangs_on_a_wall_as_others_do() -> None:
    able = fighter("a", "north", (6, 7.4, 0), abilities=("Flight",))
    table = fight(street(house((2, 8), (10, 14), 8.0)), able, dice=[9, 2, 2, 2, 2])
    do(table, "a", run((6, 7.409, 0), (6, 7.409, 3)))
    assert table.state["a"].on_wall
    assert why(table, {"act": "jump", "to": (6, 4, 0)}) is None


@pytest.mark.rule("TERR-11", "JUMP-01")
@pytest.mark.parametrize("defended", [True, False])
@pytest.mark.parametrize("way", ["jump", "fly", "fly high"])
def test_nobody_jumps_or_flies_low_over_a_defended_barricade_without_a_try(way: str, defended: bool) -> None:
    fence = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    height = 3.0 if way == "fly high" else 0.0
    minis = [
        mini("a", "north", (6.5, 6, 0), move=6, abilities=("Flight",)),
        mini("b", "south", (8.3 + R, 8 if defended else 14, 0)),
    ]
    table = fight(street(fence), *minis, dice=[2] * 5 + [9] * 5 + [9] * 5)
    if way == "fly high":
        do(table, "a", run((6.5, 6, 3.0), fly=True))
    over: dict[str, Any] = {"act": "jump", "to": (10.5, 5.5, 0)}
    events = do(table, "a", over if way == "jump" else run((10.5, 5.5, height), fly=True))
    tried = [(each.against, each.barricade) for each in of(events, Disengaged)]
    assert tried == ([("b", "fence/walls")] if defended and way != "fly high" else [])
    assert bool(of(events, Jumped)) is (way == "jump")


@pytest.mark.rule("TERR-11", "JUMP-01")
def test_whoever_fumbles_at_a_defended_barricade_does_not_take_off() -> None:
    fence = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    minis = [mini("a", "north", (6.5, 6, 0)), mini("b", "south", (8.3 + R, 8, 0))]
    table = fight(street(fence), *minis, dice=[2] * 5 + [1, *[2] * 4])
    events = do(table, "a", {"act": "jump", "to": (10.5, 5.5, 0)})
    assert only(events, Disengaged).stays
    assert not of(events, Jumped)
    assert table.state["a"].here == (6.5, 6, 0)


# --- others' turns, and falls -------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Bodyguard", "ABIL-Fast-Swimmer")
@pytest.mark.parametrize(("abilities", "is_asked"), [((), False), (("Fast Swimmer (3)",), True)])
def test_a_bodyguard_is_asked_as_far_as_its_own_run_goes(abilities: tuple[str, ...], is_asked: bool) -> None:
    guard = ("Bodyguard (Boss)", "Water Creature", *abilities)
    minis = [
        fighter("x", "north", (11, 6, WATER), move=6, weapons=()),
        fighter("w", "south", (13.5, 9, WATER), keywords=("Boss",), weapons=()),
        fighter("g", "south", (11, 15.8, WATER), abilities=guard, weapons=()),
    ]
    table = fight(canal(), *minis, dice=[3] * 60)
    asked = [each.prompt for each in prompts_of(table, "x", {"act": "run", "to": (12.66, 8.17, WATER)})]
    assert ("bodyguard" in asked) is is_asked


@pytest.mark.rule("AGENDA-A6", "FALL-04")
def test_an_enemy_thrown_off_a_roof_onto_one_of_yours_is_passed_to_it() -> None:
    minis = [
        fighter("a", "north", (8.2, 12, 3)),
        fighter("b", "south", (8.2 + TOUCH, 12, 3), lp=20),
        fighter("f", "north", (11.4, 12, 0)),
    ]
    table = fight(street(house((4, 4), (10, 20), 3.0)), *minis, dice=[2] * 5 + [9, 2, 2, 2, 2] + [2] * 20)
    do(table, "a", {"act": "grapple", "target": "b"}, push=(12.4, 12, 3))
    agenda = base.find("A6")
    assert agenda is not None
    assert agenda.achieved(History(table.state), "north", 0)
    end_turn(table)
    assert not agenda.achieved(History(table.state), "south", 0)


@pytest.mark.rule("AGENDA-C2", "WEAP-Poisoned")
def test_whoever_dies_of_a_weapons_poison_falls_to_the_shot() -> None:
    needle = Weapon("Needle", range=12, abilities=("Poisoned",))
    minis = [fighter("a", "north", (6, 4, 0), weapons=(needle,)), fighter("b", "south", (6, 14, 0), lp=3, protection=0)]
    table = fight(plain_street(), *minis, dice=[2, 9, 2, 2, 2] + [2] * 20)
    assert only(do(table, "a", strike("Needle")), Killed).why == "poison"
    agenda = base.find("C2")
    assert agenda is not None
    assert agenda.achieved(History(table.state), "north", 0)


# --- charges that are no run and no jump ----------------------------------------------------------------------


@pytest.mark.rule("ACT-02", "TERR-13")
def test_guards_answer_no_rowing() -> None:
    minis = [
        fighter("a", "north", (12.159, 8, DECK)),
        fighter("b", "south", (13.341, 11.0, WATER)),
        fighter("g", "south", (8, 11, 0)),
    ]
    before = [CounterGained(who="g", counter="guarding")]
    table = fight(canal(gondola(12, 8)), *minis, before=before, dice=[9] * 5 + [2] * 60)
    asked = [each.prompt for each in prompts_of(table, "a", {"act": "row", "to": (12, 11, WATER)})]
    assert "guard" not in asked
    assert only(table.events, Charged).targets == ("b",)


@pytest.mark.rule("ACT-02", "WATER-03")
def test_guards_answer_no_gliding_underwater() -> None:
    minis = [
        fighter("a", "north", (13, 6, WATER), abilities=("Water Creature",)),
        fighter("b", "south", (13, 11, WATER)),
        fighter("g", "south", (8, 11, 0)),
    ]
    before = [CounterGained(who="g", counter="guarding"), CounterGained(who="a", counter="underwater")]
    table = fight(canal(), *minis, before=before, dice=[2] * 60)
    asked = [each.prompt for each in prompts_of(table, "a", None, underwater={"path": [(13, 11 - TOUCH, WATER)]})]
    assert "guard" not in asked
    assert only(table.events, Charged).targets == ("b",)


@pytest.mark.rule("MOVE-10", "MOVE-04")
def test_whoever_lets_go_of_a_wall_charges_nobody_whom_it_touched_before() -> None:
    crate = house((6.0, 6.0), (8.9, 7.99), 0.6, "crate")
    minis = [fighter("a", "north", (4, 7.409, 0), move=8), fighter("b", "south", (6.72, 7.39, 0.6), lp=30)]
    table = fight(street(crate, house((2, 8), (10, 14), 8.0)), *minis, dice=[9, 2, 2, 2, 2] + [2] * 90)
    events = do(table, "a", run((4, 7.409, 0), (4, 7.409, 1.55), (5.542, 7.409, 1.55)))
    assert only(events, Charged).targets == ("b",)
    assert not of(end_turn(table), Charged)


@pytest.mark.rule("TERR-12", "SCEN-02")
def test_no_more_are_set_up_on_a_gondola_than_it_has_room_for() -> None:
    water = Board.from_parts(
        [("lagoon/water", Meaning(kind=Kind.WATER), sheet((0, 0), (24, 24), WATER))], size=(24.0, 24.0)
    )
    board = Board("lagoon", water.size, water.parts, (gondola(3, 3, wide=2.4),))
    game = GAME.begin(setup("acquisition", {"north": ("n", "m", "o"), "south": ("s",)}))
    game.todo = [Deploy("north")]
    game.emit(ZoneTaken(seat="north", zone="south-west corner"))
    table: Table = Session(GAME, game, ScriptedDice(()), Referee(board))
    for who, y in (("n", 1.7), ("m", 3.0)):
        table.answer({"who": who, "at": (3, y, DECK), "aboard": "gondola"})
    assert why(table, {"who": "o", "at": (3, 4.3, DECK), "aboard": "gondola"}) == "TERR-12"
