"""Bots answer what spells ask: every kind of region of theirs has proposals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sim.bots import make
from sim.bots.proposals import proposals
from sim.bots.spell_evaluation import casting
from sim.carnevale.disciplines.blood import LifeOrDamage
from sim.carnevale.magic.casting import Cast
from sim.engine.requests import Choice
from tests.carnevale.fighters import duel, fighter
from tests.carnevale.tables import Table, canal, fight, plain_street, take_turn

WET = -0.75


def asked(table: Table, spell: str, target: str | None, prompt: str) -> Choice:
    take_turn(table, "a")
    table.answer({"act": "cast", "spell": spell, "target": target})
    while isinstance(table.request, Choice) and table.request.prompt != prompt:
        table.answer(table.request.default)
    assert isinstance(table.request, Choice)
    return table.request


def mage(spell: str) -> dict[str, Any]:
    return {"abilities": ("Mage (1)",), "spells": (spell,), "wp": 5, "mind": 3}


def found(table: Table, choice: Choice) -> Any:
    """The first answer that is proposed; it must be legal and not the default."""
    answer = next(proposals(table.state, choice, table.measure, Random(3)))
    assert answer is not None
    table.answer(answer)
    return answer


@pytest.mark.parametrize(
    ("spell", "target", "prompt", "die"),
    [
        ("Abyssal Mist", None, "spell_place", 8),
        ("Gateway", "a", "gateway", 8),
        ("Cantrip of the Chariot", "a", "chariot", 7),
        ("Madness", "b", "madness", 4),
        ("Cantrip of Justice", None, "justice", 7),
    ],
)
def test_a_bot_answers_what_a_spell_asks(spell: str, target: str | None, prompt: str, die: int) -> None:
    table = fight(plain_street(), *duel(a=mage(spell), apart=3), dice=[die, 2, 2] + [5] * 30)
    choice = asked(table, spell, target, prompt)
    if prompt == "justice":
        assert choice.region.offers(table.state, table.measure) == []  # it knows no other spell
    else:
        found(table, choice)


def test_a_bot_sends_a_wave_over_an_enemy() -> None:
    minis = [fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), fighter("b", "south", (13, 6, WET))]
    table = fight(canal(), *minis, dice=[8, 2, 2])
    assert found(table, asked(table, "Waves of Force", None, "spell_place")) == (13, 6, WET)
    assert isinstance(table.request, Choice)
    assert found(table, table.request) == (13, 6, WET)


@pytest.mark.rule("SPELL-Bloodlust")
@pytest.mark.parametrize(("target", "lp", "cast"), [("a", 1, False), ("a", 9, True), ("b", 9, False), ("b", 1, True)])
def test_bloodlust_is_for_whoever_lives_on(target: str, lp: int, cast: bool) -> None:
    own = mage("Bloodlust") | {"abilities": ("Mage (2)",), "mind": 6}
    table = fight(plain_street(), *duel(a=own, apart=3), dice=[5] * 40)
    table.state.set(target, lp=lp)
    take_turn(table, "a")
    worth = casting(table.state, "a", Cast(spell="Bloodlust", target=target))
    assert (worth > 0.0) is cast


@pytest.mark.rule("SPELL-Cantrip-of-the-Devil")
@pytest.mark.parametrize(
    ("protection", "lp", "said"), [(2, 9, "damage"), (9, 9, "life"), (2, 1, "life")], ids=["bare", "armoured", "dying"]
)
def test_the_devil_takes_what_costs_more_life(protection: int, lp: int, said: str) -> None:
    foe = {"protection": protection, "lp": 9}
    table = fight(plain_street(), *duel(a=mage("Boiling Veins"), b=foe, apart=2), dice=[5] * 40)
    table.state.set("b", lp=lp)
    choice = LifeOrDamage(seat="north", who="a", target="b", spell="Cantrip of the Devil")
    assert make("greedy", 1).choose(table.state, choice, table.measure) == said
