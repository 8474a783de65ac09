"""What the dice are asked for, be they thrown by the program or typed in, is what is thrown and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.app.table.glossary import roll_words
from sim.carnevale.agendas.draw import DrawAgendas
from sim.carnevale.characters import Weapon
from sim.carnevale.dice import has_destiny
from sim.carnevale.events import DiceThrown, Rolled
from sim.carnevale.luck import throws_of
from sim.carnevale.scenarios.deployment import RollOff
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Roll
from sim.engine.session import Session
from tests.carnevale.fighters import duel, strike
from tests.carnevale.stages import setup
from tests.carnevale.tables import GAME, Table, canal, do, fight, mini, of, plain_street
from tests.carnevale.test_scenarios import TWO


class Dice(ScriptedDice):
    """Remembers what it is asked for."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__(faces)
        self.asked: list[Roll] = []

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        self.asked.append(roll)
        return super().throw(roll, thrown)


def begun(plain: dict[str, Any], dice: Dice, *steps: Any) -> Session[State]:
    game = GAME.begin(plain)
    game.todo = []
    game.then(*steps)
    return Session(GAME, game, dice, lambda _state, _query: None)


def setting_up(dice: Dice) -> Session[State]:
    return begun(setup("acquisition", TWO), dice, DrawAgendas("north", 2), RollOff())


def initiative(dice: Dice) -> Session[State]:
    gangs = [
        {"seat": s, "members": [{"id": s[0], "at": (0, 0, 0), "profile": {"name": s, "cp": 2}}]}
        for s in ("north", "south")
    ]
    return begun({"board": "none", "gangs": gangs}, dice, BeginRound(2))


def foul_blow(dice: Dice) -> Table:
    """A poisoned weapon, re-rolls of both sides, and a doublet."""
    a = {"abilities": ("Expert Offence (1)",), "weapons": (Weapon("Fang", abilities=("Poisoned",)),)}
    minis = duel(a=a, b={"abilities": ("Parry (1)",), "dexterity": 6})
    table = fight(plain_street(), *minis, equipment={"south": ("leather-doublet",)})
    table.dice = dice
    do(table, "a", strike("Fang"), reroll=[(1,), (4,)], equipment=True)
    return table


def swimmers(dice: Dice) -> Table:
    minis = [mini("a", "north", (13, 6, -0.75)), mini("b", "south", (13, 7.18, -0.75))]
    table = fight(canal(), *minis)
    table.dice = dice
    do(table, "a", {"act": "drown", "target": "b"})
    do(table, "a", {"act": "dive"})
    return table


SCENES: list[tuple[Callable[[Dice], Any], list[int], list[str]]] = [
    (setting_up, [4, 1, 4, 4, 5, 5, 7, 3], ["agenda"] * 2 + ["deployment"] * 4),
    (initiative, [7, 2, 8, 9], ["initiative"] * 2),
    (
        foul_blow,
        [2, 2, 7, 7, 7, 8, 3, 1, 2, 2, 2, 3],
        ["combat", "combat re-roll", "combat re-roll", "leather doublet", "protection", "poison"],
    ),
    (swimmers, [2] * 15, ["drown", "drown", "dive"]),
]


@pytest.mark.rule("DICE-01", "DICE-06", "TURN-02", "SCEN-02", "WEAP-Poisoned", "EQUIP-11", "WATER-01", "WATER-05")
@pytest.mark.parametrize(("scene", "faces", "purposes"), SCENES, ids=[scene.__name__ for scene, *_ in SCENES])
def test_what_the_dice_are_asked_for_is_what_is_thrown(
    scene: Callable[[Dice], Any], faces: list[int], purposes: list[str]
) -> None:
    dice = Dice(faces)
    events = list(scene(dice).state.log)
    assert [roll.purpose for roll in dice.asked] == purposes
    thrown = [(e.who, e.purpose, e.faces) for e in of(events, DiceThrown)]
    asked = [(roll.who, roll.purpose.removesuffix(" re-roll"), roll.dice) for roll in dice.asked]
    assert [(who, purpose, len(shown)) for who, purpose, shown in thrown] == asked
    assert [face for *_, shown in thrown for face in shown] == faces
    assert {roll.sides for roll in dice.asked} == {10}


@pytest.mark.rule("DICE-03", "DICE-06", "TURN-02", "SCEN-02", "WEAP-Poisoned", "EQUIP-11")
@pytest.mark.parametrize(
    ("scene", "faces"), [scene[:2] for scene in SCENES], ids=[scene.__name__ for scene, *_ in SCENES]
)
def test_a_roll_that_can_be_a_critical_alone_has_a_destiny_die(scene: Callable[[Dice], Any], faces: list[int]) -> None:
    dice = Dice(faces)
    state = scene(dice).state
    told = [roll_words(state, roll)[1] for roll in dice.asked if has_destiny(roll.purpose)]
    assert {roll.purpose for roll in dice.asked if has_destiny(roll.purpose)} <= {
        "combat",
        "protection",
        "drown",
        "dive",
    }
    assert all("the Destiny Die" in how for how in told)
    plain = [roll_words(state, roll)[1] for roll in dice.asked if not has_destiny(roll.purpose)]
    assert not any("Destiny" in how for how in plain)
    assert len(told) + len(plain) == len(dice.asked)
    if scene in (foul_blow, swimmers):
        assert told


@pytest.mark.rule("DICE-07", "DICE-09", "WEAP-Poisoned", "WATER-05")
@pytest.mark.parametrize(("scene", "faces"), [(foul_blow, SCENES[2][1]), (swimmers, SCENES[3][1])])
def test_the_dice_are_asked_for_what_the_log_tells(scene: Callable[[Dice], Any], faces: list[int]) -> None:
    dice = Dice(faces)
    told = {(e.who, e.purpose): (e.needed, e.against, e.dice) for e in of(scene(dice).state.log, Rolled)}
    rolls = [roll for roll in dice.asked if (roll.who, roll.purpose) in told]
    assert len(rolls) == len(told)
    for roll in rolls:
        needed, against, number = told[roll.who, roll.purpose]
        assert (roll.needed, roll.dice) == (needed, number)
        assert roll.against == ("a" if roll.purpose == "poison" else against)
        assert roll.seat == ("north" if roll.who == "a" else "south")


@pytest.mark.rule("TURN-02")
def test_whose_dice_the_initiative_is_thrown_with_is_told_with_the_question() -> None:
    dice = Dice([9, 2, 2, 2])
    initiative(dice)
    assert [roll.asks for roll in dice.asked] == ["North: initiative of north", "South: initiative of south"]


@pytest.mark.rule("DICE-03", "DICE-06", "SPELL-Cantrip-of-the-Stars")
@pytest.mark.parametrize(
    ("again", "apart", "how"),
    [
        ((0,), 0, "Throw 1 die again: the Destiny Die."),
        ((0, 2), 0, "Throw 2 dice again, the Destiny Die first."),
        ((2, 0), 1, "Throw 2 dice again."),
        ((1, 2), None, "Throw 2 dice again."),
    ],
)
def test_a_destiny_die_that_is_thrown_again_is_known_as_such(again: tuple[int, ...], apart: int, how: str) -> None:
    """As it is asked for, and in the list of throws."""
    table = fight(plain_street(), *duel(a={"abilities": ("Expert Offence (2)", "Master of Destiny")}))
    table.dice = dice = Dice([2] * 20)
    do(table, "a", strike(), reroll=[again])
    (asked,) = [roll for roll in dice.asked if roll.purpose == "combat re-roll"]
    assert (asked.apart, asked.how) == (apart, how)
    throws = [throw for throw in throws_of(table.state.log, {"a": "north", "b": "south"}) if throw.purpose == "combat"]
    assert [(throw.again, throw.destiny) for throw in throws] == [(False, 0), (True, apart)]
