"""Whom an ability or a spell serves, by how much and how long: in each case the engine once went by something else."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.characters import Command, Effect, Trait, Weapon
from sim.carnevale.events import EffectBegan, Event, LostLife, PointsGained, Rolled, Stunned
from tests.carnevale.fighters import TOUCH, fighter, lp, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    of,
    plain_street,
    prompts_of,
    question,
    refused,
    street,
    take_turn,
)


def mage(*spells: str, discipline: str, level: int = 1) -> dict[str, Any]:
    keyword = f"Discipline ({discipline})"
    return {"abilities": (f"Mage ({level})",), "keywords": (keyword,), "spells": spells, "wp": 6, "mind": 4}


def rolls(events: list[Event], who: str, purpose: str) -> list[int]:
    """How many dice were thrown."""
    return [roll.dice for roll in of(events, Rolled) if (roll.who, roll.purpose) == (who, purpose)]


def ability(name: str) -> dict[str, Any]:
    return {"act": "ability", "name": name}


# --- auras between actions ------------------------------------------------------------------------------------


@pytest.mark.rule("TURN-09", "ABIL-Primitive")
def test_an_aura_counts_at_the_start_of_a_turn() -> None:
    focus = Command("Focus", "aura", on="friends", reach=6.0, stat="mind", change=2)
    minis = [
        fighter("l", "north", (6, 6, 0), cp=3, commands=(focus,)),
        fighter("p", "north", (8, 6, 0), abilities=("Primitive",), mind=2),
        fighter("e", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 40)
    do(table, "l", ability("Focus"))
    assert rolls(take_turn(table, "p"), "p", "primitive") == [4]


@pytest.mark.rule("TURN-09", "MOVE-04")
def test_an_aura_counts_for_the_fall_at_the_end_of_a_turn_and_not_beyond() -> None:
    grace = Command("Grace", "aura", on="friends", reach=6.0, stat="dexterity", change=2)
    minis = [
        fighter("l", "north", (4, 6, 0), cp=3, commands=(grace,)),
        fighter("p", "north", (6, 7.4, 0), dexterity=4),
        fighter("e", "south", (20, 20, 0)),
    ]
    table = fight(street(house((2, 8), (10, 14), 8.0)), *minis, dice=[9, 2, 2, 2, 2, 2] + [2] * 40)
    do(table, "l", ability("Grace"))
    do(table, "p", {"act": "run", "path": [(6, 7.409, 0), (6, 7.409, 4)]})
    assert rolls(end_turn(table), "p", "fall") == [6]
    assert not [e for e in table.state["p"].effects if e.until == "end_of_action"]


@pytest.mark.rule("TURN-09", "ABIL-Stacking")
def test_the_same_aura_of_two_bearers_stacks() -> None:
    focus = Command("Focus", "aura", on="friends", reach=6.0, grants=("Parry (1)",))
    minis = [
        fighter("l", "north", (6, 6, 0), cp=3, commands=(focus,), name="Cap"),
        fighter("k", "north", (8, 6, 0), cp=3, commands=(focus,), name="Cap"),
        fighter("p", "north", (7, 8, 0)),
        fighter("e", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 40)
    do(table, "l", ability("Focus"))
    do(table, "k", ability("Focus"))
    take_turn(table, "p")
    assert sum(e.trait.x for e in table.state["p"].effects if e.trait is not None) == 2


# --- abilities ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Companion", "ACT-09")
@pytest.mark.parametrize(
    ("befell", "dice"),
    [
        ((), 4),
        ((Stunned(who="x", why="test"),), 3),
        ((EffectBegan(who="x", effect=Effect("Curse", "end_of_round", stat="mind", change=-3)),), 1),
    ],
)
def test_the_mind_of_a_companion_is_what_it_is_now(befell: tuple[Event, ...], dice: int) -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), abilities=("Companion (Boss)", "Primitive"), mind=2),
        fighter("x", "north", (8, 6, 0), keywords=("Boss",), mind=4),
        fighter("e", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 40, before=befell)
    assert rolls(take_turn(table, "a"), "a", "primitive") == [dice]


def blasted(table: Table) -> list[Event]:
    return do(table, "a", strike("Bomb"))


BOMB = Weapon("Bomb", abilities=("Blast",))


@pytest.mark.rule("ABIL-Vampiric-Attack", "WEAP-Blast")
def test_the_vampiric_drink_of_their_target_alone_not_of_all_under_the_marker() -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), weapons=(BOMB,), abilities=("Vampiric Attack (2)",)),
        fighter("b", "south", (6, 6 + TOUCH, 0)),
        fighter("f", "north", (6 + 1.02, 6 + 0.59, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[9, 9, 2, 2, 2] + [2] * 30)
    table.state.set("a", lp=4)
    events = blasted(table)
    assert {each.who for each in of(events, LostLife)} == {"a", "b", "f"}
    assert [(each.who, each.points) for each in of(events, PointsGained)] == [("a", 2)]


@pytest.mark.rule("ABIL-Hunter", "WEAP-Blast")
@pytest.mark.parametrize(("seat", "dice"), [("south", 2), ("north", 5)])
def test_hunters_hunt_no_friends(seat: str, dice: int) -> None:
    minis = [
        fighter(
            "a", "north", (6, 3, 0), weapons=(Weapon("Bomb", range=8, abilities=("Blast",)),), abilities=("Hunter",)
        ),
        fighter("b", "south", (6, 9, 0)),
        fighter("f", seat, (7.1, 9.6, 0), size=40, protection=5),
    ]
    table = fight(plain_street(), *minis, dice=[9, 2, 2, 2, 2] + [2] * 30)
    assert rolls(blasted(table), "f", "protection") == [dice]


# --- spells ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Mother-Hydras-Claws")
def test_whoever_casts_the_claws_stands_in_for_nobody_who_is_there() -> None:
    minis = [fighter("m", "north", (6, 6, 0), **mage("Mother Hydra's Claws", discipline="Blood Rites", level=2))]
    minis += [fighter(id, "north", (x, 9, 0)) for id, x in (("b", 6), ("c", 8), ("d", 4))]
    table = fight(plain_street(), *minis, fighter("e", "south", (20, 20, 0)), dice=[9, 9, 2, 2] + [2] * 40)
    question(table, "m", {"act": "cast", "spell": "Mother Hydra's Claws"}, "spell_targets")
    for few in ((), ("b",)):
        refusal = table.refusal(few)
        assert refusal is not None
        assert refusal.rule == "MAGIC-02"
    table.answer(("b", "c"))
    assert lp(table, "m") == 10


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
def test_the_krakens_breath_leads_away_from_its_caster() -> None:
    caster = fighter("m", "north", (6, 6, 0), **mage("Kraken's Breath", discipline="Blood Rites"))
    table = fight(plain_street(), caster, fighter("e", "south", (6, 10, 0)), dice=[9, 9, 2, 2] + [2] * 40)
    itself = {"act": "cast", "spell": "Kraken's Breath", "target": "m"}
    assert refused(table, "m", itself).rule == "MAGIC-02"
    assert table.refusal({**itself, "target": "e"}) is None


@pytest.mark.rule("SPELL-Fates-Bounty")
def test_a_second_bounty_adds_to_what_is_left_of_the_first() -> None:
    caster = fighter("m", "north", (6, 6, 0), **mage("Fate's Bounty", discipline="Fateweaving"))
    dice = [9, 9, 9, 9] + [9, 2] + [9, 2, 2, 2] + [2] * 40
    table = fight(plain_street(), caster, fighter("z", "south", (20, 20, 0)), dice=dice)
    cast = {"act": "cast", "spell": "Fate's Bounty"}
    do(table, "m", cast)
    first = table.state["m"].kept["Fate's Bounty"]
    end_turn(table)
    take_turn(table, "z")
    end_turn(table)
    do(table, "m", cast)
    assert (first, table.state["m"].kept["Fate's Bounty"]) == (5, 7)


@pytest.mark.rule("SPELL-Gateway", "TERR-12")
@pytest.mark.parametrize(("riders", "refusal"), [(1, None), (2, "TERR-12")])
def test_no_gateway_leads_onto_a_gondola_without_room(riders: int, refusal: str | None) -> None:
    minis = [
        fighter("m", "north", (9, 6, 0), **mage("Gateway", discipline="Wild Magic")),
        fighter("f", "north", (8.5, 7.5, 0)),
        *(fighter(id, "south", (11.6, y, -0.45), weapons=()) for id, y in (("c", 6.0), ("d", 9.4))[:riders]),
    ]
    table = fight(canal(gondola(11.6, 8)), *minis, dice=[9] * 4 + [2] * 40)
    question(table, "m", {"act": "cast", "spell": "Gateway", "target": "f"}, "gateway")
    found = table.refusal((11.6, 7.7, -0.45))
    assert (None if found is None else found.rule) == refusal


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "MOVE-03")
@pytest.mark.parametrize("part", ["tower", "tower/walls", "other/walls"])
def test_an_oddity_of_a_single_part_helps_as_any_other(part: str) -> None:
    odd = Effect("Otherworldly Oddity", "game", trait=Trait("Otherworldly Oddity", 2, of="tower"))
    before = [EffectBegan(who="a", effect=odd)]
    minis = [fighter("a", "north", (6, 7.4, 0)), fighter("e", "south", (20, 20, 0))]
    table = fight(street((part, Meaning(), block((2, 8, 0), (10, 14, 8.0)))), *minis, before=before, dice=[2] * 60)
    asked = prompts_of(table, "a", {"act": "run", "path": [(6, 7.409, 0), (6, 7.409, 3)]})
    assert ("reroll" in [each.prompt for each in asked]) is part.startswith("tower")
