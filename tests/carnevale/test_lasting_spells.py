"""Spells that leave something lying, and the four that reach beyond one roll (MAGIC-05 to 10)."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.actions.grapple import WhereThrown
from sim.carnevale.characters import Command, Effect, Trait, Weapon
from sim.carnevale.events import (
    EffectBegan,
    Killed,
    LostLife,
    Moved,
    Pushed,
    SpellCast,
    SpellLaid,
    SpellLifted,
    Stunned,
    Swayed,
    Used,
)
from sim.carnevale.magic import spells
from sim.carnevale.narration import sentences
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    GAME,
    Kind,
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
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

WET = -0.75  # height of the canal's water


def mage(*known: str, level: int = 1, **profile: Any) -> dict[str, Any]:
    able = (f"Mage ({level})", *profile.pop("abilities", ()))
    return {"abilities": able, "spells": known, "wp": 5, "mind": 3, "cp": 1, **profile}


def cast(spell: str, target: str | None = None, to: Any = None) -> dict[str, Any]:
    return {"act": "cast", "spell": spell, "target": target, **({"to": to} if to is not None else {})}


def finish_round(table: Table) -> list[Any]:
    """Everybody ends its turn, up to the first question of the next round."""
    first, now = len(table.events), table.state.round
    while table.state.round == now:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    return list(table.events[first:])


def ask(table: Table, who: str, action: dict[str, Any], prompt: str) -> Choice:
    """The character acts, up to this question; others take their defaults."""
    take_turn(table, who)
    table.answer(action)
    while isinstance(table.request, Choice) and table.request.prompt != prompt:
        table.answer(table.request.default)
    assert isinstance(table.request, Choice)
    return table.request


def rule_of(table: Table, answer: Any) -> str:
    refusal = table.refusal(answer)
    assert refusal is not None
    return refusal.rule


# --- markers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Abyssal-Mist", "MAGIC-10")
def test_nobody_sees_through_abyssal_mist_and_it_stuns_as_it_clears() -> None:
    under = fighter("d", "south", (7.7, 10.5, 0))
    minis = [*duel(a=mage("Abyssal Mist"), apart=9), under]
    table = fight(plain_street(), *minis, dice=[8, 2, 2])
    do(table, "a", cast("Abyssal Mist", to=[6, 10.5, 0]))
    assert refused(table, "a", strike("Bow", "b")).rule == "GEO-06"
    events = finish_round(table)
    assert [(e.who, e.why) for e in of(events, Stunned)] == [("d", "Abyssal Mist")]
    assert only(events, SpellLifted).spell == "Abyssal Mist"
    assert table.refusal("a") is None
    table.answer("a")
    assert table.refusal(strike("Bow", "b")) is None


@pytest.mark.rule("SPELL-Abyssal-Mist")
def test_mist_is_laid_on_firm_ground_in_reach_and_in_sight() -> None:
    wall = ("wall/stones", Meaning(), block((3, 8, 0), (9, 8.5, 4)))
    table = fight(street(wall), *duel(a=mage("Abyssal Mist"), apart=5))
    assert refused(table, "a", cast("Abyssal Mist", to=[6, 10, 0])).rule == "GEO-06"
    assert refused(table, "a", cast("Abyssal Mist", to=[20, 6, 0])).rule == "MAGIC-02"
    assert refused(table, "a", cast("Abyssal Mist", to=[6, 3, 2])).rule == "MAGIC-10"
    ashore = fighter("a", "north", (8, 6, 0), **mage("Abyssal Mist"))
    assert refused(fight(canal(), ashore), "a", cast("Abyssal Mist", to=[12, 6, WET])).rule == "MAGIC-10"


@pytest.mark.rule("MAGIC-10", "MAGIC-02")
def test_a_place_may_be_named_after_the_roll_and_may_be_nowhere() -> None:
    table = fight(plain_street(), *duel(a=mage("Abyssal Mist"), apart=9), dice=[8, 2, 2])
    assert ask(table, "a", cast("Abyssal Mist"), "spell_place").default is None
    assert rule_of(table, (6, 20, 0)) == "MAGIC-02"
    table.answer((6, 10, 0))
    assert only(table.events, SpellLaid).effect.marker.at == (6, 10, 0)
    table = fight(plain_street(), *duel(a=mage("Abyssal Mist"), apart=9), dice=[8, 2, 2])
    assert not of(do(table, "a", cast("Abyssal Mist")), SpellLaid)
    assert refused(fight(plain_street(), *duel(a=mage("Healing"))), "a", cast("Healing", "a", [6, 9, 0])).rule == (
        "MAGIC-02"
    )


@pytest.mark.rule("SPELL-Aqua-Curativa", "MAGIC-10")
def test_aqua_curativa_heals_friends_and_stuns_enemies_under_it_when_the_round_ends() -> None:
    minis = [
        *duel(a=mage("Aqua Curativa"), apart=7),
        fighter("c", "north", (7, 6, 0)),
        fighter("d", "south", (7, 8, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[8, 2, 2])
    for who in "ac":
        table.state.emit(LostLife(who=who, lost=5, why="before the fight"))
    do(table, "a", cast("Aqua Curativa", "c"))
    assert lp(table, "c") == 5
    events = finish_round(table)
    assert [lp(table, who) for who in "acd"] == [8, 8, 10]
    assert [e.who for e in of(events, Stunned)] == ["d"]
    assert table.state.persistent_effects == ()


@pytest.mark.rule("SPELL-Ice-Lock", "MAGIC-10")
def test_ice_lock_throws_swimmers_out_and_is_ground_until_it_melts() -> None:
    caster = fighter("a", "north", (9, 6, 0), **mage("Ice Lock"))
    swimmer = fighter("b", "south", (13, 6.5, WET))
    walker = fighter("c", "north", (9.2, 8, 0))
    table = fight(canal(), caster, swimmer, walker, dice=[6, 2, 2])
    events = do(table, "a", cast("Ice Lock", to=[13, 6, WET]))
    assert [e.who for e in of(events, Stunned)] == ["b"]
    assert dist(table.state["b"].here, (13, 6, WET)) == pytest.approx(1.5 + 15 / 25.4, abs=0.02)
    do(table, "c", {"act": "run", "path": [[12.5, 6.5, WET]]})
    assert table.state["c"].here[:2] == (12.5, 6.5)
    assert table.state["c"].ap == 2
    assert table.refusal({"act": "jump", "to": [9, 6, 0]}) is None  # nobody jumps out of water: this is ice
    finish_round(table)
    take_turn(table, "c")
    assert rule_of(table, {"act": "jump", "to": [9, 6, 0]}) == "JUMP-01"


@pytest.mark.rule("SPELL-Ice-Lock")
def test_ice_is_laid_on_water() -> None:
    caster = fighter("a", "north", (9, 6, 0), **mage("Ice Lock"))
    table = fight(canal(), caster)
    assert refused(table, "a", cast("Ice Lock", to=[7, 6, 0])).rule == "MAGIC-10"
    assert refused(table, "a", cast("Ice Lock", to=[13, 15, WET])).rule == "MAGIC-02"


@pytest.mark.rule("SPELL-Groundsnap", "MAGIC-10")
def test_groundsnap_hurts_sweeps_aside_and_cannot_be_crossed_until_it_closes() -> None:
    minis = [*duel(a=mage("Groundsnap", level=3), apart=6), fighter("c", "north", (6, 8, 0))]
    table = fight(plain_street(), *minis, dice=[7, 2, 2] + [2] * 3)
    events = do(table, "a", cast("Groundsnap", to=[6, 11.5, 0]))
    assert lp(table, "b") == 7
    assert only(events, Moved).how == "swept aside"
    there = table.state["b"].here
    assert dist(there, (6, 11.5, 0)) == pytest.approx(1.5 + 15 / 25.4, abs=0.01)
    assert dist(there, (6, 12, 0)) == pytest.approx(1 + 15 / 25.4, abs=0.02)  # the shortest way
    assert refused(table, "c", {"act": "run", "path": [[6, 11.5, 0]]}) is not None
    round_it = table.refusal({"act": "run", "to": [8.8, 11.5, 0]})
    assert round_it is None
    finish_round(table)
    take_turn(table, "c")
    assert table.refusal({"act": "run", "path": [[6, 11.5, 0]]}) is None


# --- odd ground ---------------------------------------------------------------------------------------------


def terrace() -> Any:
    return ("terrace/walls", Meaning(), block((8, 8, 0), (12, 12, 2)))


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
def test_odd_ground_is_impassable_to_enemies_until_the_casters_next_turn() -> None:
    a = fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity"))
    enemy = fighter("b", "south", (10, 7, 0))
    up = {"act": "run", "path": [[10, 8.8, 2]]}
    hang = {"act": "run", "path": [[10, 7.4, 0], [10, 7.4, 1.6]]}
    before = fight(street(terrace()), a, enemy)
    take_turn(before, "b")
    assert (before.refusal(up), before.refusal(hang)) == (None, None)
    table = fight(street(terrace()), a, enemy, dice=[5, 2, 2])
    do(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2]))
    for way in (up, hang, {"act": "run", "to": [10, 8.8, 2]}):
        refusal = refused(table, "b", way)
        assert refusal.rule == "TERR-05"
        assert str(refusal.why) == "Terrace is impassable to it now, by Otherworldly Oddity"
    finish_round(table)
    take_turn(table, "a")
    assert table.state.persistent_effects == ()
    assert table.state["a"].effects == ()
    take_turn(table, "b")
    assert table.refusal(up) is None
    assert table.refusal(hang) is None


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
@pytest.mark.parametrize(("long", "told"), [(12, None), (15, 'Terrace is 8.1" long, and 6" is the most')])
def test_odd_ground_is_a_piece_of_at_most_six_inches(long: float, told: str | None) -> None:
    walls = ("terrace/walls", Meaning(), block((8, 8, 0), (long, 12, 2)))
    table = fight(street(walls), fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity")))
    take_turn(table, "a")
    refusal = table.refusal(cast("Otherworldly Oddity", to=[10, 10, 2]))
    assert (refusal.why if refusal is not None else None) == told


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "WEAP-Knockback", "FALL-02")
def test_whoever_is_knocked_down_onto_odd_ground_does_not_move_over_it() -> None:
    maul = {"weapons": (Weapon("Maul", abilities=("Knockback",)),), "attack": 8}
    a = fighter("a", "north", (10, 7.5 + TOUCH, 2), **maul)
    b = fighter("b", "south", (10, 7.5, 2), dexterity=3)
    odd = Effect("Otherworldly Oddity", "game", trait=Trait("Otherworldly Oddity", 2, of="ground"))
    platform = ("platform/top", Meaning(), block((8, 7, 0), (12, 12, 2)))
    table = fight(street(platform), a, b, dice=[9] * 8 + [2] * 30, before=[EffectBegan(who="b", effect=odd)])
    asked = prompts_of(table, "a", strike("Maul"))
    assert table.state["b"].here[2] == 0
    assert "reroll" not in [choice.prompt for choice in asked]


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "MAGIC-10")
def test_odd_ground_is_as_it_was_when_the_round_ends_in_which_its_caster_fell() -> None:
    minis = [fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity")), fighter("c", "north", (14, 4, 0))]
    table = fight(street(terrace()), *minis, fighter("b", "south", (20, 20, 0)), dice=[5, 2, 2, 9, 3])
    do(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2]))
    assert table.state["c"].effects
    table.state.emit(Killed(who="a", by=None, why="test", where=(10, 4, 0)))
    assert [lifted.spell for lifted in of(finish_round(table), SpellLifted)] == ["Otherworldly Oddity"]
    assert (table.state.persistent_effects, table.state["c"].effects) == ((), ())


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "ABIL-Acrobatic")
def test_friends_are_acrobatic_on_odd_ground_alone() -> None:
    a = fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity", level=2))
    friend = fighter("c", "north", (10, 7, 0))
    other = ("shed/walls", Meaning(), block((14, 4, 0), (18, 7, 2)))
    board = street(terrace(), other)
    table = fight(board, a, friend, dice=[5, 2, 2, 2, 2, 2, 2, 2, 7, 7])
    do(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2]))
    do(table, "c", {"act": "run", "path": [[10, 8.8, 2]]}, reroll=(1, 2))
    assert table.state["c"].here[2] == 2
    elsewhere = fighter("c", "north", (13, 5, 0))
    table = fight(board, a, elsewhere, dice=[5, 2, 2, 2, 2, 2, 2, 2])
    do(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2]))
    do(table, "c", {"act": "run", "path": [[14.8, 5, 2]]})  # no re-roll is offered
    assert table.state["c"].here[2] == 0


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
def test_oddity_takes_a_small_piece_with_nobody_on_it() -> None:
    a = fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity"))
    on_top = fighter("b", "south", (10, 10, 2))
    table = fight(street(terrace()), a, on_top)
    assert refused(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2])).rule == "MAGIC-07"
    assert refused(table, "a", cast("Otherworldly Oddity", to=[10, 6, 0])).rule == "MAGIC-07"  # all the paving


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
@pytest.mark.parametrize(("y", "free"), [(7.7, False), (7.35, True)])
def test_oddity_takes_no_piece_that_the_rim_of_a_base_is_over(y: float, free: bool) -> None:
    """A step 1/2" high: the centre of a base beside it is on the paving."""
    step = ("step/stone", Meaning(), block((8, 8, 0), (12, 12, 0.5)))
    a = fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity"))
    beside = fighter("b", "south", (10, y, 0 if free else 0.5))
    table = fight(street(step), a, beside)
    take_turn(table, "a")
    refusal = table.refusal(cast("Otherworldly Oddity", to=[10, 10, 0.5]))
    assert (refusal is None) if free else (refusal is not None and refusal.rule == "MAGIC-07")


# --- waves, madness, justice, bounty ------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Waves-of-Force", "ACT-07")
def test_waves_throw_whoever_the_line_touches_as_a_grapple_would() -> None:
    caster = fighter("a", "north", (8, 6, 0), **mage("Waves of Force"))
    swimmer = fighter("b", "south", (13, 6, WET))
    aside = fighter("d", "south", (13, 9, WET))
    table = fight(canal(), caster, swimmer, aside, dice=[8, 8, 2])
    ask(table, "a", cast("Waves of Force", to=[11, 6, WET]), "wave")
    assert rule_of(table, (17.1, 6, WET)) == "MAGIC-08"
    first = len(table.events)
    table.answer((15, 6, WET))
    request = table.request
    assert isinstance(request, WhereThrown)
    assert (request.who, request.inches) == ("b", 4)
    table.answer((13, 3, WET))
    assert only(table.events[first:], Pushed).who == "b"
    assert table.state["b"].here == (13, 3, WET)
    assert table.state["d"].here == (13, 9, WET)


def pool(side: float) -> Board:
    """A square of water with walls of 2" around it."""
    stone, low, high = Meaning(climbable=False), 12 - side / 2, 12 + side / 2
    around = [
        ("ground/west", stone, block((0, 0, -4), (low, 24, 0))),
        ("ground/east", stone, block((high, 0, -4), (24, 24, 0))),
        ("ground/south", stone, block((low, 0, -4), (high, low, 0))),
        ("ground/north", stone, block((low, high, -4), (high, 24, 0))),
    ]
    water = ("pool/water", Meaning(kind=Kind.WATER), sheet((low, low), (high, high), -2.0))
    return Board.from_parts([*around, water], size=(24.0, 24.0))


@pytest.mark.rule("SPELL-Waves-of-Force", "ACT-07")
@pytest.mark.parametrize(("side", "at"), [(2.4, (12, 12)), (6.0, (14.3, 12)), (6.0, (12, 12))])
def test_a_wave_that_catches_its_caster_throws_it_as_far_as_there_is_room(side: float, at: tuple[float, float]) -> None:
    here = (*at, -2.0)
    caster = fighter("a", "north", here, **mage("Waves of Force", abilities=("Water Creature",)))
    table = fight(pool(side), caster, fighter("b", "south", (3, 3, 0)), dice=[8] * 3)
    thrown = ask(table, "a", cast("Waves of Force", to=here), "push")
    assert isinstance(thrown, WhereThrown)
    assert (thrown.who, thrown.by) == ("a", "a")
    for to in (thrown.default, (at[0] - 5, at[1], -2.0), (at[0], at[1] + 5, -2.0)):
        assert table.refusal(to) is None
    table.answer(thrown.default)
    assert abs(table.state["a"].here[0] - 12) <= side / 2 - TOUCH / 2 + 0.005


@pytest.mark.rule("MAGIC-02")
@pytest.mark.parametrize("target", ["b", "fallen", "nobody"])
def test_a_spell_that_is_cast_on_nobody_takes_no_target(target: str) -> None:
    minis = [fighter("a", "north", (6, 6, 0), **mage("Renewed Vigour")), fighter("b", "south", (9, 6, 0))]
    gone = [
        LostLife(who="fallen", lost=10, why="test"),
        Killed(who="fallen", by=None, why="test", where=(12, 12, 0)),
    ]
    table = fight(plain_street(), *minis, fighter("fallen", "north", (12, 12, 0)), before=gone, dice=[8] * 3)
    refusal = refused(table, "a", cast("Renewed Vigour", target))
    assert refusal.rule == "MAGIC-02"
    assert "nobody" in refusal.why
    assert only(do(table, "a", cast("Renewed Vigour")), SpellCast).outcome == "success"


@pytest.mark.rule("SPELL-Waves-of-Force")
def test_waves_break_under_whoever_stands_too_high() -> None:
    house = ("tower/walls", Meaning(), block((16, 4, 0), (20, 8, 4)))
    caster = fighter("a", "north", (8, 6, 0), **mage("Waves of Force"))
    high = fighter("b", "south", (17, 6, 4))
    table = fight(canal(house), caster, high, dice=[8, 8, 2])
    events = do(table, "a", cast("Waves of Force", to=[13, 6, WET]), wave=(18, 6, WET))
    assert not of(events, Pushed)
    assert refused(fight(canal(), caster), "a", cast("Waves of Force", to=[7, 6, 0])).rule == "MAGIC-10"


@pytest.mark.rule("SPELL-Madness")
def test_the_mad_make_one_action_as_the_casters_friend() -> None:
    sane = fighter("d", "south", (6, 13, 0))
    table = fight(plain_street(), *duel(a=mage("Madness"), apart=3), sane, dice=[4, 2, 2] + [5, 2, 2, 2, 2] + [2] * 3)
    for _ in range(3):  # it has used its 3 AP: this action costs none
        table.state.emit(Used(who="b", what="test", each="round"))
    table.state.set("b", used_ap=3)
    asked = ask(table, "a", cast("Madness", "b"), "madness")
    assert asked.seat == "north"
    assert rule_of(table, strike("Sword", "a")) != ""
    table.answer(strike("Bow", "d"))
    while isinstance(table.request, Choice) and table.request.prompt not in ("act", "turn"):
        table.answer(table.request.default)
    assert table.state["b"].used_ap == 3
    assert rolled(list(table.events), "combat").who == "b"
    assert table.state["b"].seat == "south"


@pytest.mark.rule("SPELL-Madness")
def test_the_mad_are_given_back_though_they_do_nothing() -> None:
    table = fight(plain_street(), *duel(a=mage("Madness"), apart=3), dice=[4, 2, 2])
    do(table, "a", cast("Madness", "b"))
    assert table.state["b"].seat == "south"
    assert table.state["b"].here == (6, 9, 0)


HURRY = Command("Hurry", "aura", on="friends", reach=4.0, stat="move", change=2)
SHIELD = Command("Shield", "aura", on="friends", reach=4.0, stat="protection", change=3)


def maddened(south: Command, north: Command = SHIELD) -> Table:
    """D and A have auras about them, and A has just made B mad, who stands in both."""
    a = mage("Madness", commands=(north,))
    d = fighter("d", "south", (6, 12, 0), cp=2, commands=(south,))
    table = fight(plain_street(), d, *duel(a={**a, "cp": 2}, apart=3), dice=[4, 2, 2] + [2] * 60)
    do(table, "d", {"act": "ability", "name": south.name})
    do(table, "a", {"act": "ability", "name": north.name})
    question(table, "a", cast("Madness", "b"), "madness")
    return table


@pytest.mark.rule("SPELL-Madness", "TURN-09")
def test_the_mad_have_no_aura_of_the_gang_that_they_fight_against() -> None:
    """What its own leader gave it before the spell, it kept for what it did against its leader."""
    table = maddened(HURRY)
    assert not [effect for effect in table.state["b"].effects if effect.source.startswith("Hurry")]
    assert table.refusal({"act": "run", "path": [[10.9, 9, 0]]}) is None
    assert rule_of(table, {"act": "run", "path": [[11.1, 9, 0]]}) == "MOVE-01"


@pytest.mark.rule("SPELL-Madness", "TURN-09")
def test_the_mad_have_the_auras_of_those_whom_they_fight_for_until_it_is_over() -> None:
    table = maddened(SHIELD, HURRY)
    assert table.refusal({"act": "run", "path": [[12.9, 9, 0]]}) is None
    assert rule_of(table, {"act": "run", "path": [[13.1, 9, 0]]}) == "MOVE-01"
    table.answer(None)
    last = max(i for i, event in enumerate(table.events) if isinstance(event, Swayed))
    given = [e.effect.source.split(" (")[0] for e in table.events[last:] if isinstance(e, EffectBegan) and e.who == "b"]
    assert given == ["Shield"]
    assert not table.state["b"].effects


@pytest.mark.rule("SPELL-Cantrip-of-Justice")
def test_justice_borrows_a_spell_of_any_mage_in_sight() -> None:
    table = fight(
        plain_street(),
        *duel(a=mage("Summon Vermin"), b=mage("Blood Drain", cp=0), apart=5),
        dice=[7, 2, 2, 7, 2, 2],
    )
    ask(table, "a", cast("Cantrip of Justice"), "justice")
    assert rule_of(table, cast("Healing", "a")) == "MAGIC-01"
    assert rule_of(table, cast("Cantrip of Justice")) == "MAGIC-02"
    assert table.refusal(cast("Summon Vermin", "b")) is None
    table.answer(cast("Blood Drain", "b"))
    while isinstance(table.request, Choice) and table.request.prompt not in ("act", "turn"):
        table.answer(table.request.default)
    assert lp(table, "b") == 9
    assert (table.state["a"].wp, table.state["a"].ap) == (4, 2)


@pytest.mark.rule("SPELL-Fates-Bounty", "DICE-06")
def test_bounty_is_a_store_of_re_rolls_for_any_rolls_until_it_is_spent() -> None:
    friend = fighter("c", "north", (8, 6, 0))
    minis = [*duel(a=mage("Fate's Bounty"), apart=5), friend]
    shot, hit, saves = [2, 2, 2, 2, 2], [5, 2, 2, 2, 2], [2, 2, 2]
    dice = [4, 2, 2, *shot, 5, *saves, *shot, 5, *saves, *hit, *saves]
    table = fight(plain_street(), *minis, dice=dice)
    do(table, "a", cast("Fate's Bounty"))
    assert table.state["a"].kept["Fate's Bounty"] == 2
    asked = ask(table, "a", strike("Bow"), "reroll")
    assert rule_of(table, (0,)) == "DICE-06"
    assert rule_of(table, (1, 2, 3)) == "DICE-06"
    assert getattr(asked, "sources", None) == ("Fate's Bounty",)
    table.answer((1,))
    while isinstance(table.request, Choice) and table.request.prompt not in ("act", "turn"):
        table.answer(table.request.default)
    assert table.state["a"].kept["Fate's Bounty"] == 1
    do(table, "c", strike("Bow"), reroll=[(1,)])  # a friend's roll serves as well
    assert table.state["a"].kept["Fate's Bounty"] == 0
    do(table, "c", strike("Bow"))


@pytest.mark.rule("SPELL-Fates-Bounty")
def test_bounty_ends_with_the_casters_next_turn() -> None:
    table = fight(plain_street(), *duel(a=mage("Fate's Bounty"), apart=5), dice=[4, 2, 2])
    do(table, "a", cast("Fate's Bounty"))
    end_turn(table)
    finish_round(table)
    take_turn(table, "a")
    assert table.state["a"].effects
    end_turn(table)
    assert table.state["a"].effects == ()


# --- the lists ----------------------------------------------------------------------------------------------

LISTS = [
    pytest.param(
        "Blood Rites",
        "Cantrip of the Devil, Boiling Veins, Bloodlust, Blood Drain, Kraken's Breath, Mother Hydra's Claws, "
        "Abyssal Mist",
        marks=pytest.mark.rule("MAGIC-05"),
    ),
    pytest.param(
        "Divinity",
        "Cantrip of the Sun, Protection of the Eye, Eldritch Armour, Rejuvenation, Holy Light, Defender of Destiny, "
        "Aqua Curativa",
        marks=pytest.mark.rule("MAGIC-06"),
    ),
    pytest.param(
        "Fateweaving",
        "Cantrip of the Stars, Marksman's Misfortune, Otherworldly Oddity, Blessing of the Sky, Curse of the Rent, "
        "Glimpse of Glory, Fate's Bounty",
        marks=pytest.mark.rule("MAGIC-07"),
    ),
    pytest.param(
        "Runes of Sovereignty",
        "Cantrip of the Chariot, Renewed Vigour, Fiery Rhetoric, Waves of Force, Walk Between Worlds, Ice Lock, "
        "Madness",
        marks=pytest.mark.rule("MAGIC-08"),
    ),
    pytest.param(
        "Wild Magic",
        "Cantrip of Justice, They Sleep Underwater, Healing, Summon Vermin, Gateway, Groundsnap, Sunder Armour",
        marks=pytest.mark.rule("MAGIC-09"),
    ),
]


@pytest.mark.parametrize(("discipline", "listed"), LISTS)
def test_every_discipline_has_its_seven_spells_with_one_cantrip(discipline: str, listed: str) -> None:
    found = {name: spells.named(name) for name in listed.split(", ")}
    own = [s for s in map(spells.named, spells.names()) if s is not None and s.discipline == discipline]
    assert set(found) <= {s.name for s in own}
    assert [s.name for s in own if s.cantrip] == [listed.split(", ")[0]]
    assert all(s.text and s.difficulty in range(3, 9) for s in own)


# --- saved and told -----------------------------------------------------------------------------------------


def test_what_lies_is_saved_with_the_game() -> None:
    table = fight(plain_street(), *duel(a=mage("Abyssal Mist"), apart=9), dice=[8, 2, 2])
    do(table, "a", cast("Abyssal Mist", to=[6, 10, 0]))
    again = Session.load(table.save(), GAME, ScriptedDice([]), table.measure)
    assert again.state.persistent_effects == table.state.persistent_effects
    assert [marker.kind for marker in again.state.tableau().markers] == ["smoke"]


def test_spells_that_last_are_told_as_they_come_and_go() -> None:
    table = fight(plain_street(), *duel(a=mage("Aqua Curativa"), apart=9), dice=[8, 2, 2])
    do(table, "a", cast("Aqua Curativa", "a"))
    finish_round(table)
    lines = sentences(table.state, table.events)
    assert "Aqua Curativa lies on the board." in lines
    assert "Aqua Curativa is gone." in lines
    table = fight(plain_street(), *duel(a=mage("Madness"), apart=3), dice=[4, 2, 2])
    do(table, "a", cast("Madness", "b"))
    assert "B fights for North: Madness." in sentences(table.state, table.events)
