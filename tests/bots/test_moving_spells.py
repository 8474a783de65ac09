"""The seasoned bot casts what lends a spell, stuns those who stay, or helps friends to move, where that brings much."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.actions import Run
from sim.carnevale.disciplines.runes import RideAtOnce
from sim.carnevale.disciplines.wild import WhichSpell
from sim.carnevale.magic.casting import Cast
from tests.bots.test_planned_spells import AXE, asked, chosen, mage, worth
from tests.carnevale.tables import canal, fight, mini, plain_street, take_turn

FIGHTER: dict[str, Any] = {"attack": 9, "weapons": AXE, "ap": 2}


@pytest.mark.rule("SPELL-Abyssal-Mist")
@pytest.mark.parametrize("stays", [True, False])
def test_mist_is_laid_over_those_who_will_stay_in_it(stays: bool) -> None:
    foes = [mini(who, "south", at) for who, at in (("b", (13, 6, 0)), ("c", (14.3, 6, 0)), ("d", (13, 7.3, 0)))]
    table = fight(
        plain_street(), mini("a", "north", (3, 6, 0), **mage("Abyssal Mist", mind=10, move=1)), *foes, dice=[5] * 60
    )
    for who in ("b", "c", "d"):
        table.state.set(who, had_turn=stays)
    found = worth(table, Cast("Abyssal Mist"))
    assert (found > 0.02) if stays else (found == 0.0)
    if stays:
        assert chosen(table) == Cast("Abyssal Mist", to=(13, 6, 0))


@pytest.mark.rule("SPELL-Cantrip-of-Justice")
@pytest.mark.parametrize("lends", [True, False])
def test_justice_casts_what_a_friend_knows(lends: bool) -> None:
    """It knows nothing else itself; without a mage in sight there is nothing to cast."""
    keywords = ("Discipline (Wild Magic)",)
    own = mini("a", "north", (6, 6, 0), **mage(level=0, keywords=keywords))
    spells = ("Summon Vermin",) if lends else ()
    friend = mini("c", "north", (6, 8, 0), **mage(*spells, level=len(spells), keywords=keywords))
    foe = mini("b", "south", (13, 6, 0), lp=1, protection=1, cost=40)
    table = fight(plain_street(), own, friend, foe, dice=[9] * 60)
    found = worth(table, Cast("Cantrip of Justice"))
    assert (found > 0.05) if lends else (found == 0.0)
    if lends:
        take_turn(table, "a")
        table.answer(Cast("Cantrip of Justice"))
        while not isinstance(table.request, WhichSpell):
            table.answer(table.request.default)
        assert asked(table) == Cast("Summon Vermin", "b")


@pytest.mark.rule("SPELL-Walk-Between-Worlds")
@pytest.mark.parametrize("waits", [True, False])
def test_who_walks_between_worlds_strikes_across_a_canal(waits: bool) -> None:
    """It is for a friend whose turn is to come."""
    friend = mini("c", "north", (8.5, 6, 0), **FIGHTER)
    foe = mini("b", "south", (17.5, 6, 0), lp=2, cost=40, attack=1)
    table = fight(canal(), mini("a", "north", (6, 6, 0), **mage("Walk Between Worlds")), friend, foe, dice=[5] * 60)
    table.state.set("c", had_turn=not waits)
    found = worth(table, Cast("Walk Between Worlds", "c"))
    assert (found > 0.1) if waits else (found <= 0.0)
    if waits:
        assert chosen(table) == Cast("Walk Between Worlds", "c")


@pytest.mark.rule("SPELL-They-Sleep-Underwater")
@pytest.mark.parametrize(("at", "casts"), [((13, 4, -0.75), True), ((4, 10, 0), False)])
def test_the_sleepers_are_for_friends_who_swim(at: tuple[float, float, float], casts: bool) -> None:
    """Three inches more bring it to its enemy's side."""
    swimmer = mini("c", "north", at, **FIGHTER | {"ap": 1, "abilities": ("Water Creature",)})
    foe = mini("b", "south", (13, 12.8, -0.75), lp=1, cost=40, attack=1)
    own = mini("a", "north", (9, 6, 0), **mage("They Sleep Underwater", level=3))
    table = fight(canal(), own, swimmer, foe, dice=[5] * 60)
    found = worth(table, Cast("They Sleep Underwater"))
    assert (found > 0.05) if casts else (found == 0.0)


@pytest.mark.rule("SPELL-Cantrip-of-the-Chariot")
@pytest.mark.parametrize(("foe", "inches", "casts"), [((7.5, 12, 0), 8, True), ((22, 22, 0), 1, False)])
def test_the_chariot_carries_a_friend_away_from_an_axe(
    foe: tuple[float, float, float], inches: int, casts: bool
) -> None:
    """And nobody who is as well off where it is."""
    keywords = ("Discipline (Runes of Sovereignty)",)
    own = mini("a", "north", (2, 12, 0), **mage(level=0, keywords=keywords))
    friend = mini("c", "north", (5, 12, 0), lp=3, cost=40, attack=1, move=inches)
    table = fight(plain_street(), own, friend, mini("b", "south", foe, move=3, **FIGHTER | {"ap": 1}), dice=[9] * 60)
    table.state.set("c", had_turn=True)
    found = worth(table, Cast("Cantrip of the Chariot", "c"))
    assert (found > 0.1) if casts else (found < 0.02)
    if casts:
        take_turn(table, "a")
        table.answer(Cast("Cantrip of the Chariot", "c"))
        while not isinstance(table.request, RideAtOnce):
            table.answer(table.request.default)
        run = asked(table)
        assert isinstance(run, Run)
        table.answer(run)
        assert abs(table.state["c"].here[0] - foe[0]) + abs(table.state["c"].here[1] - foe[1]) > 4.5
