"""What a roll for one's own life is said to cost is what it costs, over all its dice (DICE-05, 11, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import pytest

from sim.app.table.tools import menu
from sim.carnevale.characters import Weapon
from sim.carnevale.chronicle import Chronicle
from sim.carnevale.equipment import UseItem
from sim.carnevale.gain import NOTHING
from sim.carnevale.names import names_of
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.will import SpendWill
from sim.carnevale.window_odds import kill_chance
from sim.engine.requests import Choice
from sim.percent import percent
from tests.carnevale.fighters import duel, fighter, strike
from tests.carnevale.tables import Table, fight, house, plain_street, question, street

CRITICAL, PLAIN = [10, 9, 2, 2, 2], [9, 9, 2, 2, 2]  # both of two Aces
AXE = {"weapons": (Weapon("Axe", damage=2),)}
DESTINY = ((1, 0.1), (2, 0.5), (9, 0.3), (10, 0.1))  # of each kind of face one, and how likely such a one is
OTHERS = ((2, 0.6), (9, 0.4))


def struck(dice: list[int], **b: Any) -> Table:
    """A has hit B with the axe: B's player is asked for its protection roll."""
    table = fight(plain_street(), *duel(AXE, {"protection": 2, **b}), dice=[*dice, *[2] * 9])
    question(table, "a", strike("Axe"), "will")
    return table


def fallen(dice: list[int], **a: Any) -> Table:
    """A walks over the edge of a roof 6" high: its player is asked for its falling roll."""
    board = street(house((4, 4), (10, 20), 6.0))
    table = fight(board, fighter("a", "north", (9.3, 12, 6), dexterity=2, **a), dice=[*dice, *[2] * 9])
    question(table, "a", {"act": "run", "path": [(11.5, 12, 6)]}, "will")
    return table


def throws(dice: int) -> Iterator[tuple[list[int], float]]:
    """All throws of so many dice that differ in anything, each with its probability."""
    for shown in product(DESTINY, *[OTHERS] * (dice - 1)):
        yield [face for face, _ in shown], prod(p for _, p in shown)


def played(made: Any, first: list[int], who: str, points: int, mini: dict[str, Any]) -> tuple[float, float]:
    """The Life Points that this many Will Points cost on average, and how often it falls: all dice thrown."""
    asked = made(first, **mini).request
    assert isinstance(asked, SpendWill)
    lost, dies = 0.0, 0.0
    for faces, p in throws(asked.dice + points):
        table = made([*first, *faces], **mini)
        before = table.state[who].lp
        table.answer(points)
        lost += p * (before - table.state[who].lp)
        dies += p * (not table.state[who].alive)
    return lost, dies


MINIS = [
    {"lp": 12, "wp": 2},
    {"lp": 12, "wp": 1, "abilities": ("Frenzied",)},
    {"lp": 5, "wp": 0, "abilities": ("Frenzied",)},
    {"lp": 6, "wp": 2},
]
CASES = [
    *[(struck, dice, "b", mini) for dice in (PLAIN, CRITICAL) for mini in MINIS],
    *[(fallen, [], "a", mini) for mini in MINIS],
    (fallen, [], "a", {"lp": 4, "wp": 2, "abilities": ("Flight",)}),
]


@pytest.mark.rule("DICE-05", "DICE-11", "DICE-13", "ACT-03", "FALL-02", "ABIL-Frenzied")
@pytest.mark.parametrize(("made", "first", "who", "mini"), CASES)
def test_the_life_that_is_told_beside_will_points_is_that_of_all_dice_played(
    made: Any, first: list[int], who: str, mini: dict[str, Any]
) -> None:
    table = made(first, **mini)
    asked = table.request
    hints = [button.hint for button in menu(table.state, table.measure, asked).buttons]
    falls = []
    for points, hint in enumerate(hints):
        lost, dies = played(made, first, who, points, mini)
        told = [f"loses {lost:.1f} LP", f"dies {percent(dies)}"] if dies else [f"loses {lost:.1f} LP"]
        assert hint == ", ".join(told)
        shown, life = asked.life_lost(table.state, points), table.state[who].lp
        assert (shown.taken(life), shown.kill(life)) == pytest.approx((lost, dies))
        falls.append(dies)
    assert kill_chance(table.state, table.measure, asked) == pytest.approx(max(falls))


@pytest.mark.rule("DICE-06", "DICE-11", "DICE-13", "ACT-03")
@pytest.mark.parametrize("first", [PLAIN, CRITICAL])
@pytest.mark.parametrize("life", [4, 5, 12])
def test_the_life_that_is_told_of_a_re_roll_is_that_of_all_dice_played(first: list[int], life: int) -> None:
    mini = {"protection": 2, "lp": life, "abilities": ("Expert Protection (1)",)}

    def lost(face: int | None) -> float:
        table = fight(plain_street(), *duel(AXE, mini), dice=[*first, 2, 2, face or 2])
        question(table, "a", strike("Axe"), "reroll")
        table.answer((1,) if face else ())
        return life - table.state["b"].lp

    table = fight(plain_street(), *duel(AXE, mini), dice=[*first, 2, 2])
    asked = question(table, "a", strike("Axe"), "reroll")
    assert isinstance(asked, RerollDice)
    now, best = lost(None), sum(p * lost(face) for face, p in OTHERS)
    told = NOTHING if now == best else f"Re-rolling 1 die: Life Points lost {now:.1f} → {best:.1f}."
    assert asked.detail(table.state).endswith(told)
    assert kill_chance(table.state, table.measure, asked) == float(lost(None) >= life)


@pytest.mark.rule("ACT-03", "EQUIP-11")
@pytest.mark.parametrize(("first", "kills"), [(PLAIN, 0.0), (CRITICAL, 1.0)])
def test_an_item_against_damage_counts_the_life_that_a_critical_takes_besides(first: list[int], kills: float) -> None:
    minis = duel(AXE, {"lp": 5})
    table = fight(plain_street(), *minis, dice=[*first, *[2] * 9], equipment={"south": ("leather-doublet",)})
    asked = question(table, "a", strike("Axe"), "equipment")
    assert isinstance(asked, UseItem)
    assert kill_chance(table.state, table.measure, asked) == kills


@pytest.mark.rule("ABIL-Frenzied")
def test_the_chronicle_tells_life_that_was_paid_apart_from_life_that_was_lost() -> None:
    table = struck(CRITICAL, wp=1, lp=12, abilities=("Frenzied",))
    table.answer(2)
    state = table.state
    chronicle = Chronicle().read(state.log)
    said = " ".join(chronicle.line(entry, names_of(state)) for entry in chronicle.entries)
    assert state["b"].lp == 12 - 1 - 4 - 1
    assert "B loses 5 LP; B pays 1 LP as Will Points" in said


@pytest.mark.rule("DICE-05", "ABIL-Frenzied")
@pytest.mark.parametrize(
    ("held", "labels"),
    [
        (2, ["No Will Points", "1 WP: 3 dice", "2 WP: 4 dice"]),
        (1, ["No Will Points", "1 WP: 3 dice", "2 WP (costs 1 LP): 4 dice"]),
        (0, ["No Will Points", "1 WP (costs 1 LP): 3 dice", "2 WP (costs 2 LP): 4 dice"]),
    ],
)
def test_what_is_paid_with_life_is_said_where_it_is_chosen(held: int, labels: list[str]) -> None:
    table = struck(PLAIN, wp=held, abilities=("Frenzied",))
    assert isinstance(table.request, Choice)
    assert [button.label for button in menu(table.state, table.measure, table.request).buttons] == labels
