"""Dives and what water does at the start of a turn (WATER)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.events import CounterGained, CounterLost, LostLife, Moved, PointsSpent
from tests.carnevale.tables import Table, canal, do, end_turn, fight, mini, of, only, refused, street, take_turn

DIVE = {"act": "dive"}
WET = (13, 12, -0.75)


@cache
def water() -> Board:
    return canal()


def swimmer(dice: list[int], **profile: Any) -> Table:
    return fight(water(), mini("a", "north", WET, **profile), mini("b", "south", (4, 12, 0)), dice=dice)


@pytest.mark.rule("WATER-01")
@pytest.mark.parametrize(
    ("dice", "counters", "lost"),
    [([7, 8, 2, 2, 2], 1, 0), ([10, 7, 2, 2, 2], 2, 0), ([2, 2, 2, 2, 2], 0, 0), ([1, 2, 2, 2, 2], 0, 1)],
)
def test_a_dive_costs_two_ap_and_gives_counters(dice: list[int], counters: int, lost: int) -> None:
    table = swimmer(dice)
    events = do(table, "a", DIVE)
    assert only(events, PointsSpent).points == 2
    assert table.state["a"].underwater == counters
    assert table.state["a"].lp == 10 - lost


@pytest.mark.rule("WATER-01")
def test_nobody_dives_on_land() -> None:
    table = fight(street(), mini("a", "north", (6, 6, 0)))
    assert refused(table, "a", DIVE).rule == "WATER-01"


@pytest.mark.rule("WATER-02")
def test_underwater_counters_are_lost_by_any_other_action() -> None:
    table = swimmer([10, 7, 2, 2, 2])
    do(table, "a", DIVE)
    events = do(table, "a", {"act": "run", "path": [(13, 14, -0.75)]})
    assert only(events, CounterLost).counter == "underwater"
    assert table.state["a"].underwater == 0


@pytest.mark.rule("WATER-03")
def test_a_diver_may_move_four_inches_a_counter_as_its_next_turn_begins() -> None:
    table = swimmer([10, 7, 2, 2, 2, 9, 3])
    do(table, "a", DIVE)
    end_turn(table)
    take_turn(table, "b")
    end_turn(table)
    events = take_turn(table, "a", underwater={"path": [(13, 19.5, -0.75)]})
    moved = only(events, Moved)
    assert (moved.how, moved.cost) == ("underwater", pytest.approx(7.5))
    assert only(events, CounterLost).counter == "underwater"
    assert table.state["a"].ap == 3


@pytest.mark.rule("WATER-03")
def test_an_underwater_move_stays_in_water_and_is_no_longer_than_its_counters() -> None:
    table = swimmer([7, 2, 2, 2, 2, 9, 3])
    do(table, "a", DIVE)
    end_turn(table)
    take_turn(table, "b")
    end_turn(table)
    table.answer("a")
    assert table.refusal({"path": [(13, 17, -0.75)]}) is not None
    ashore = table.refusal({"path": [(17, 12, 0)]})
    assert ashore is not None
    assert ashore.rule == "WATER-03"
    table.answer(None)
    assert table.state["a"].underwater == 1


@pytest.mark.rule("WATER-03")
def test_a_water_creature_moves_eight_inches_a_counter() -> None:
    table = swimmer([7, 2, 2, 2, 2, 9, 3], abilities=("Water Creature",))
    do(table, "a", DIVE)
    end_turn(table)
    take_turn(table, "b")
    end_turn(table)
    events = take_turn(table, "a", underwater={"path": [(13, 20, -0.75)]})
    assert only(events, Moved).cost == pytest.approx(8.0)


@pytest.mark.rule("WATER-06")
def test_whoever_is_stunned_in_water_as_its_turn_begins_loses_two_life_points() -> None:
    from sim.carnevale.effects import stun

    table = swimmer([])
    stun(table.state, "a", "test")
    events = take_turn(table, "a")
    assert only(events, LostLife).lost == 2


@pytest.mark.rule("WATER-01")
def test_a_dive_is_told_as_a_counter_gained() -> None:
    events = do(swimmer([7, 2, 2, 2, 2]), "a", DIVE)
    assert [(e.counter, e.number) for e in of(events, CounterGained)] == [("underwater", 1)]


@pytest.mark.rule("MOVE-07", "MOVE-08", "MOVE-09")
@pytest.mark.parametrize(("x", "may"), [(8.1, True), (7.9, False), (6.1, False), (5.9, False)])
def test_whoever_leaves_water_over_its_edge_has_two_inches_less(x: float, may: bool) -> None:
    table = fight(canal(), mini("a", "north", (11, 6, -0.75), move=5))
    action = {"act": "run", "path": [(x, 6, 0)]}
    if may:
        do(table, "a", action)
        assert table.state["a"].here == (x, 6, 0)
    else:
        assert refused(table, "a", action).rule == ("MOVE-07" if x > 6 else "MOVE-01")
