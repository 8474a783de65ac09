"""What Will Points, Life in their place, and equipment are spent for, and what they are kept for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.bots import make
from sim.bots.spending import command_point, dispels, uses_item
from sim.carnevale.actions import Combat
from sim.carnevale.equipment import UseItem
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.odds import roll_odds
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice
from tests.carnevale.tables import Table, fight, mini, plain_street, take_turn
from tests.carnevale.test_agendas import war


def struck(**profile: Any) -> Table:
    """A mini that is asked about the protection roll against a hit of 5 Damage."""
    blade = {"name": "Axe", "damage": 0}
    strong = mini("a", "north", (6, 6, 0), attack=5, weapons=(blade,))
    table = fight(plain_street(), strong, mini("b", "south", (7.1, 6, 0), **profile), dice=[8, 8, 8, 8, 2])
    take_turn(table, "a")
    table.answer(Combat("b", "Axe"))
    return table


def will_asked(table: Table) -> SpendWill:
    while isinstance(table.request, Choice) and not (
        isinstance(table.request, SpendWill) and table.request.purpose == "protection"
    ):
        table.answer(table.request.default)
    assert isinstance(table.request, SpendWill)
    return table.request


def answer(table: Table, choice: Choice) -> object:
    return make("seasoned", 1).choose(table.game.view(table.state, choice.seat), choice, table.measure)


@pytest.mark.rule("ABIL-Frenzied")
def test_life_is_not_spent_for_dice_that_save_less_of_it() -> None:
    table = struck(lp=9, wp=0, protection=3, abilities=("Frenzied",))
    choice = will_asked(table)
    assert choice.most > 0
    assert choice.stake < 9
    assert answer(table, choice) == 0


@pytest.mark.rule("ABIL-Frenzied")
def test_life_is_spent_where_that_is_how_it_likeliest_lives() -> None:
    table = struck(lp=9, wp=0, protection=3, abilities=("Frenzied",))
    choice = msgspec.structs.replace(will_asked(table), stake=9, most=4)
    odds = {}
    for points in range(5):
        saved = roll_odds(choice.dice + points, choice.needed).aces
        odds[points] = sum(p for aces, p in enumerate(saved) if 9 - aces < 9 - points)
    spent = answer(table, choice)
    assert isinstance(spent, int)
    assert odds[spent] >= max(odds.values()) - 0.03


@pytest.mark.rule("ABIL-Frenzied")
def test_life_is_not_spent_to_strike() -> None:
    blade = {"name": "Axe", "damage": 0}
    frenzied = mini("a", "north", (6, 6, 0), lp=9, wp=0, attack=4, weapons=(blade,), abilities=("Frenzied",))
    table = fight(plain_street(), frenzied, mini("b", "south", (7.1, 6, 0), lp=15), dice=[5] * 40)
    take_turn(table, "a")
    table.answer(Combat("b", "Axe"))
    choice = table.request
    assert isinstance(choice, SpendWill)
    assert choice.most > 0
    assert answer(table, choice) == 0


@pytest.mark.rule("MAGIC-04")
@pytest.mark.parametrize(("level", "tries"), [(0, False), (1, True)])
def test_whose_aces_do_not_count_does_not_try_to_dispel(level: int, tries: bool) -> None:
    asked = TryToDispel(seat="south", who="b", against="a", target=None, spell="Boiling Veins", needed=7, level=level)
    assert dispels(asked) is tries


def used(item: str, purpose: str, stake: int, **profile: Any) -> bool:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), **profile), mini("b", "south", (7.1, 6, 0)))
    asked = UseItem(seat="north", item=item, title=item, text="", who="a", purpose=purpose, against="b", stake=stake)
    return uses_item(table.state, asked)


@pytest.mark.rule("EQUIP-11", "EQUIP-07", "EQUIP-02")
@pytest.mark.parametrize(
    ("item", "purpose", "stake", "profile", "uses"),
    [
        ("leather-doublet", "protection", 1, {"lp": 12}, False),
        ("leather-doublet", "protection", 4, {"lp": 12}, True),
        ("leather-doublet", "protection", 1, {"lp": 1}, True),
        ("parachute", "fall", 1, {"lp": 12}, False),
        ("parachute", "fall", 5, {"lp": 12}, True),
        ("parachute", "fall", 1, {"lp": 1}, True),
        ("flash-grenade", "disengage", 0, {}, True),
        ("flash-grenade", "disengage", 0, {"abilities": ("Slippery",)}, False),
    ],
)
def test_an_item_is_used_for_what_it_is_worth(
    item: str, purpose: str, stake: int, profile: dict[str, Any], uses: bool
) -> None:
    assert used(item, purpose, stake, **profile) is uses


@pytest.mark.parametrize(
    ("round_", "points", "worth"), [(1, 4, 1.0), (4, 1, 1.0), (4, 3, 0.5), (5, 1, 0.5), (5, 5, 0.1)]
)
def test_command_points_are_cheap_where_more_are_left_than_can_be_used(round_: int, points: int, worth: float) -> None:
    """A Gang War has five rounds."""
    state = war()
    for n, who in enumerate(("nl", "nh", "nk", "nm", "sl", "sh", "sk", "sm")):
        state.set(who, at=(2.0 * n, 1.0, 0.0), cp=points if who == "nl" else 9 if who[0] == "s" else 0)
    state.round = round_
    assert command_point(state, "north", 1.0) == pytest.approx(worth)
