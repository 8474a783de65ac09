"""Falls (FALL)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.events import Charged, Fell, GameEnded, Killed, LostLife, Stunned
from sim.carnevale.falling import harm
from tests.carnevale.tables import (
    Kind,
    Landing,
    Meaning,
    Table,
    block,
    canal,
    do,
    fight,
    house,
    mini,
    of,
    only,
    roof_street,
    street,
)

FAIL = [2, 2, 2, 2, 2]


def off_the_roof(dice: list[int], *more: Any, height: float = 6.0, **profile: Any) -> Table:
    """A character about to step off a roof onto whatever lies from (10, 10) to (14, 14)."""
    board = street(house((4, 4), (10, 20), height), *more)
    return fight(board, mini("a", "north", (9.3, 12, height), **profile), dice=dice)


def step(height: float = 6.0) -> dict[str, Any]:
    return {"act": "run", "path": [(11.5, 12, height)]}


@pytest.mark.rule("FALL-02")
@pytest.mark.parametrize(("inches", "lost"), [(0.4, 0), (1.0, 0), (1.5, 1), (2.0, 2), (7.9, 7), (7.998, 8), (8.0, 8)])
def test_a_fall_costs_its_whole_inches(inches: float, lost: int) -> None:
    assert harm(inches) == lost


@pytest.mark.rule("FALL-01", "FALL-02", "JUMP-05")
def test_a_fumbled_jump_off_a_roof_falls_eight_inches_and_five_aces_save_five() -> None:
    """The worked example of the rulebook: 8" down, 5 Aces, 3 LP lost."""
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)), dice=[1, 2, 3, 4, 5, 7, 8, 9, 7, 7])
    events = do(table, "a", {"act": "jump", "to": (15, 12, 8)})
    fell = only(events, Fell)
    assert (fell.fallen, fell.height, fell.landing) == (8.0, 8.0, "solid")
    assert [event.lost for event in of(events, LostLife)] == [3]
    assert table.state["a"].here[2] == 0.0


@pytest.mark.rule("FALL-02")
@pytest.mark.parametrize(
    ("dice", "lost", "stunned"),
    [
        ([7, 8, 2, 2, 2], 4, False),
        (FAIL, 6, False),
        ([10, 7, 2, 2, 2], 2, False),
        ([1, 2, 2, 2, 2], 6, True),
    ],
)
def test_the_roll_saves_from_a_fall_of_six_inches(dice: list[int], lost: int, stunned: bool) -> None:
    table = off_the_roof(dice)
    events = do(table, "a", step())
    assert [event.lost for event in of(events, LostLife)] == [lost]
    assert table.state["a"].stunned is stunned
    assert bool(of(events, Stunned)) is stunned


@pytest.mark.rule("FALL-02", "TURN-05")
def test_a_fall_may_kill() -> None:
    events = do(off_the_roof(FAIL, lp=6), "a", step())
    assert (only(events, Killed).who, only(events, Killed).by) == ("a", None)
    assert only(events, GameEnded).scores == {"north": 0, "south": 0}  # nobody is left to play on


@pytest.mark.rule("FALL-03")
@pytest.mark.parametrize(("landing", "counts"), [("soft", 2), ("solid", 6), ("difficult", 8), ("dangerous", 10)])
def test_the_landing_spot_changes_the_distance_fallen(landing: str, counts: float) -> None:
    heap = house((10.1, 10), (14, 14), 0.01, "heap", landing=Landing(landing))
    events = do(off_the_roof(FAIL, heap, lp=20), "a", step())
    fell = only(events, Fell)
    assert fell.landing == landing
    assert fell.height == pytest.approx(counts, abs=0.02)
    assert fell.fallen == pytest.approx(6, abs=0.02)


@pytest.mark.rule("FALL-03")
@pytest.mark.parametrize(("twice", "lost"), [(False, 4), (True, 2)])
def test_water_takes_two_inches_off_once_unless_the_table_says_twice(twice: bool, lost: int) -> None:
    board = canal(house((2, 2), (9.9, 22), 6.0))
    options = {"water_fall_twice": twice}
    table = fight(board, mini("a", "north", (9.3, 12, 6)), dice=FAIL, options=options)
    events = do(table, "a", step())
    assert only(events, Fell).landing == "water"
    assert only(events, LostLife).lost == lost


@pytest.mark.rule("FALL-03", "FALL-02")
@pytest.mark.parametrize(
    ("fallen", "landing", "lost"),
    [
        (0.5, "dangerous", 0),
        (1.0, "dangerous", 0),
        (1.01, "dangerous", 5),
        (1.0, "difficult", 0),
        (1.01, "difficult", 3),
        (1.01, "solid", 1),
        (5.0, "soft", 0),
        (5.01, "soft", 1),
        (3.0, "water", 0),
        (3.01, "water", 1),
    ],
)
def test_landing_spots_count_for_falls_of_more_than_an_inch(fallen: float, landing: str, lost: int) -> None:
    if landing == "water":
        height = fallen - 0.75
        board = canal(house((2, 2), (9.9, 22), height)) if height > 1 else canal()
        start = (9.3, 12.0, height)
    else:
        height = fallen + 0.01
        heap = house((10.1, 10), (14, 14), 0.01, "heap", landing=Landing(landing))
        board, start = street(house((4, 4), (10, 20), height), heap), (9.3, 12.0, height)
    table = fight(board, mini("a", "north", start, lp=20), dice=FAIL if lost else ())
    events = do(table, "a", step(start[2]))
    fell = of(events, Fell)
    assert [event.landing for event in fell] == ([landing] if fallen > 1 else [event.landing for event in fell])
    assert sum(event.lost for event in of(events, LostLife)) == lost


@pytest.mark.rule("FALL-03")
def test_difficult_ground_is_a_difficult_landing() -> None:
    heap = house((10.1, 10), (14, 14), 0.01, "heap", kind=Kind.DIFFICULT)
    assert only(do(off_the_roof(FAIL, heap), "a", step()), Fell).landing == "difficult"


@pytest.mark.rule("FALL-04")
def test_a_fall_onto_a_friend_ends_beside_it() -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    friend = mini("c", "north", (11.5, 12, 0))
    table = fight(board, mini("a", "north", (9.3, 12, 6)), friend, dice=FAIL)
    events = do(table, "a", step())
    assert only(events, Fell).onto == ("c",)
    assert not of(events, Charged)
    x, y, z = table.state["a"].here
    assert z == 0.0
    assert ((x - 11.5) ** 2 + (y - 12) ** 2) ** 0.5 == pytest.approx(30 / 25.4, abs=0.01)


@pytest.mark.rule("FALL-04", "MOVE-10", "MOVE-11")
def test_a_fall_onto_an_enemy_with_no_room_beside_him_ends_lower_and_has_charged_him() -> None:
    """He stands in a lane between crates of 3": the nearest place is the roof that was left, and nobody falls up."""
    crates = [
        (f"{name}/crate", Meaning(), block((*low, 0), (*high, 3)))
        for name, low, high in (
            ("west", (4, 4), (8.3, 9.9)),
            ("east", (9.7, 4), (20, 9.9)),
            ("south", (8.3, 4), (9.7, 7.2)),
        )
    ]
    board = street(house((4, 10), (20, 14), 8.0), *crates)
    enemies = mini("b", "south", (9, 9.2, 0)), mini("c", "south", (9, 8, 0))
    table = fight(board, mini("a", "north", (9, 10.7, 8)), *enemies, dice=FAIL)
    events = do(table, "a", {"act": "run", "path": [(9, 9.2, 8)]})
    assert only(events, Fell).onto == ("b",)
    charged = only(events, Charged)
    assert (charged.targets, charged.from_above) == (("b",), ("b",))
    assert table.state["a"].here[2] == 3.0


@pytest.mark.rule("FALL-01")
def test_the_rest_of_the_move_is_lost_by_a_fall() -> None:
    table = off_the_roof([1, 2, 2, 2, 2, *FAIL])
    events = do(table, "a", {"act": "jump", "to": (16, 12, 6)})
    assert only(events, Fell).fallen == 6.0
    assert table.state["a"].here[0] < 11
