"""Who may re-roll which dice (DICE-06), a giver at a time."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.characters import Effect, Trait
from sim.carnevale.equipment import EquipmentUsed
from sim.carnevale.events import EffectBegan, Event, Remembered, Rerolled
from sim.carnevale.rerolls import DiceToReroll
from sim.engine.requests import Choice, Refused
from tests.carnevale.fighters import duel, fighter, rolled, strike
from tests.carnevale.tables import Table, do, fight, of, only, plain_street, prompts_of, take_turn

FAILED = [6, 2, 9, 2, 9, 2, 2, 2]  # MIND 3 against Fear: no Ace. Then five dice on 5+: places 1 and 3 are Aces


def asked(table: Table, who: str, action: dict[str, Any]) -> Choice:
    """The question to re-roll that the action comes to."""
    take_turn(table, who)
    table.answer(action)
    while isinstance(table.request, Choice) and table.request.prompt != "reroll":
        table.answer(table.request.default)
    assert isinstance(table.request, Choice)
    return table.request


def region(choice: Choice) -> DiceToReroll:
    assert isinstance(choice.region, DiceToReroll)
    return choice.region


def has(*abilities: str, **more: Any) -> dict[str, Any]:
    return {"abilities": abilities, **more}


def fearful(*abilities: str) -> tuple[Any, ...]:
    return tuple(duel(a=has("Fear (3)", *abilities)))


@pytest.mark.rule("ABIL-Fear", "DICE-06")
def test_fear_re_rolls_failed_dice_only() -> None:
    table = fight(plain_street(), *fearful(), dice=[6, 2, 9, 2, 9, 2, 5, 9, 2, 2, 2, 2])
    choice = asked(table, "a", strike())
    assert region(choice).among == (2, 4)  # neither the Destiny Die nor the Aces
    with pytest.raises(Refused, match="it shows an Ace"):
        table.answer((1,))
    table.answer((2, 4))
    assert only(list(table.events), Rerolled).dice == (2, 4)


@pytest.mark.rule("ABIL-Fear")
def test_fear_asks_nothing_where_no_die_but_destiny_failed() -> None:
    table = fight(plain_street(), *fearful(), dice=[6, 2, 9, 9, 9, 9, 2, 2, 2])
    assert "reroll" not in [choice.prompt for choice in prompts_of(table, "a", strike())]
    assert rolled(list(table.events), "combat").aces == 4


@pytest.mark.rule("ABIL-Fear", "ABIL-Expert-Offence", "DICE-06")
def test_fear_and_expert_offence_re_roll_one_ace_and_all_misses() -> None:
    table = fight(plain_street(), *fearful("Expert Offence (1)"), dice=[6, 2, 9, 2, 9, 2, 9, 9, 9, 2, 2, 2])
    choice = asked(table, "a", strike())
    assert region(choice).among == (1, 2, 3, 4)
    assert region(choice).free == 1
    with pytest.raises(Refused, match="2 of these dice show an Ace, and 1 such"):
        table.answer((1, 3))
    table.answer((1, 2, 4))
    assert only(list(table.events), Rerolled).dice == (1, 2, 4)


@pytest.mark.rule("ABIL-Fear", "EQUIP-04")
def test_bottled_courage_is_kept_where_fear_suffices() -> None:
    dice = [6, 2, 9, 2, 9, 2, 9, 9, 2, 2, 2]
    table = fight(plain_street(), *fearful(), dice=dice, equipment={"north": ["bottled-courage"]})
    choice = asked(table, "a", strike())
    assert region(choice).among == (1, 2, 3, 4)
    table.answer((2, 4))
    assert not of(list(table.events), EquipmentUsed)
    table = fight(plain_street(), *fearful(), dice=[*dice[:6], 9, 2, 2, 2], equipment={"north": ["bottled-courage"]})
    asked(table, "a", strike())
    table.answer((1,))
    assert only(list(table.events), EquipmentUsed).item == "bottled-courage"


@pytest.mark.rule("ABIL-Fear", "SPELL-Fates-Bounty")
def test_fates_bounty_is_kept_where_fear_suffices() -> None:
    bounty: list[Event] = [
        EffectBegan(who="a", effect=Effect("Fate's Bounty", "game", trait=Trait("Fate's Bounty"))),
        Remembered(who="a", what="Fate's Bounty", value=2),
    ]
    table = fight(plain_street(), *fearful(), dice=[6, 2, 9, 2, 9, 2, 9, 9, 9, 2, 2, 2], before=bounty)
    asked(table, "a", strike())
    table.answer((1, 2, 4))
    assert table.state["a"].kept["Fate's Bounty"] == 1


@pytest.mark.rule("SPELL-Fates-Bounty", "ABIL-Expert-Offence", "EQUIP-04", "DICE-06")
@pytest.mark.parametrize(
    ("picked", "left", "bottle", "sources"),
    [
        ((1,), 2, True, ["Expert Offence (1)"]),
        ((1, 2), 1, True, ["Expert Offence (1)", "Fate's Bounty"]),
        ((1, 2, 3), 0, True, ["Expert Offence (1)", "Fate's Bounty"]),
        ((1, 2, 3, 4), 0, False, ["Expert Offence (1)", "Fate's Bounty", "Bottled courage"]),
    ],
)
def test_abilities_are_used_first_then_what_is_stored_then_equipment(
    picked: tuple[int, ...], left: int, bottle: bool, sources: list[str]
) -> None:
    bounty: list[Event] = [
        EffectBegan(who="a", effect=Effect("Fate's Bounty", "game", trait=Trait("Fate's Bounty"))),
        Remembered(who="a", what="Fate's Bounty", value=2),
    ]
    minis = duel(a=has("Expert Offence (1)"))
    table = fight(
        plain_street(), *minis, dice=[2] * 5 + [2] * 4, before=bounty, equipment={"north": ["bottled-courage"]}
    )
    choice = asked(table, "a", strike())
    assert (region(choice).most, region(choice).free, region(choice).among) == (4, 4, (1, 2, 3, 4))
    table.answer(picked)
    assert table.state["a"].kept["Fate's Bounty"] == left
    assert ("bottled-courage" in table.state.seats["north"].equipment) is bottle
    assert list(only(list(table.events), Rerolled).sources) == sources


@pytest.mark.rule("DICE-06")
@pytest.mark.parametrize(
    ("mine", "theirs", "action", "dice", "among", "most"),
    [
        (("Expert Offence (2)",), (), strike(), [9, 9, 2, 2, 2], (1, 2, 3, 4), 2),
        (("Expert Grappler (1)",), (), {"act": "grapple", "target": "b"}, [2] * 5 + [7, 9, 2, 2, 2], (1, 2, 3, 4), 1),
        ((), ("Expert Grappler (3)",), {"act": "grapple", "target": "b"}, [9, 9, 2, 2, 2], (1, 2, 3, 4), 3),
        ((), ("Expert Protection (1)",), strike(), [5, 2, 2, 2, 2, 9, 9, 2], (1, 2), 1),
        ((), ("Parry (2)",), strike(), [5, 9, 2, 2, 2], (1, 2, 3, 4), 2),
    ],
)
def test_others_re_roll_any_dice_but_destiny(
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
    action: dict[str, Any],
    dice: list[int],
    among: tuple[int, ...],
    most: int,
) -> None:
    table = fight(plain_street(), *duel(a=has(*mine), b=has(*theirs)), dice=dice)
    found = region(asked(table, "a", action))
    assert (found.among, found.most, found.free) == (among, most, most)


@pytest.mark.rule("ABIL-Hunter", "ABIL-Brave", "ABIL-Frenzied")
def test_hunters_the_brave_and_the_frenzied_re_roll_nothing() -> None:
    bold = has("Hunter", "Brave", "Frenzied")
    table = fight(plain_street(), *duel(a=bold, b=bold), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    assert "reroll" not in [choice.prompt for choice in prompts_of(table, "a", strike())]
    assert rolled(list(table.events), "combat").aces == 1


@pytest.mark.rule("ABIL-Fear", "ABIL-Companion")
def test_fear_is_taken_off_the_mind_that_stands_in() -> None:
    """MIND 6 of a companion in sight, less 3; not the character's own 2, of which fear could only take 1."""
    minis = duel(a=has("Fear (3)"), b=has("Companion (Sage)", mind=2))
    sage = fighter("c", "south", (12, 8, 0), mind=6, keywords=("Sage",))
    table = fight(plain_street(), *minis, sage, dice=[2] * 3 + [2] * 5)
    assert rolled(do(table, "a", strike()), "fear").dice == 3


@pytest.mark.rule("DICE-06")
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((1, 1), "no die is re-rolled twice"),
        ((1, 2, 3), "2 dice may be re-rolled, not 3"),
        ((0,), "the Destiny Die (0) never may"),
        ((4,), "it shows an Ace, and only failed dice may"),
        ((9,), "it has been re-rolled, or is none of this roll"),
        ((2, 3), "2 of these dice show an Ace, and 1 such may be re-rolled"),
        ((1, 2), None),
        ((), None),
    ],
)
def test_why_a_die_is_not_re_rolled_is_told(answer: tuple[int, ...], why: str | None) -> None:
    table = fight(plain_street(), *duel())
    takes = DiceToReroll(among=(1, 2, 3), most=2, aces=(2, 3, 4), free=1)
    refusal = takes.refusal(table.state, table.measure, answer)
    assert (refusal is None) if why is None else (refusal is not None and why in refusal.why)
