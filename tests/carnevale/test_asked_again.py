"""What an action was found legal by may be gone when it has left base contact: it is asked again (MOVE-12).

A leaves B, fails, and B's attack of opportunity moves it, hurts it or costs it what the action was to be paid with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Charged, Disengaged, Fell, Jumped, Moved, PointsSpent, Pushed, Rolled, Rowed
from sim.carnevale.will import spend_will
from tests.carnevale.tables import (
    Point,
    Table,
    canal,
    do,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    street,
)

TOUCH = 1.18  # inches between the centres of two bases in contact
KNOCKS = (Weapon("Hammer", abilities=("Knockback",)),)
FAILED = [2] * 10  # the disengage of both
WOUNDS = [8, 8, 8, 8, 8, 2, 2, 2]  # five Damage, none of it saved
BLOW = {"act": "combat", "target": "a", "weapon": "Hammer"}


def leaving(board: Board, a: Point, b: Point, *others: dict[str, Any], dice: Sequence[int] = (), **who: Any) -> Table:
    """A stands in base contact with B, who has a hammer that knocks back."""
    minis = [mini("a", "north", a, **who), mini("b", "south", b, weapons=KNOCKS), *others]
    return fight(board, *minis, dice=[*FAILED, *WOUNDS, *dice])


# --- thrown elsewhere ---------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-01", "MOVE-12", "WEAP-Knockback")
def test_whoever_is_knocked_off_its_roof_jumps_no_more_to_a_point_that_is_too_high_now() -> None:
    board = street(house((4, 4), (10, 20), 8.0))
    table = leaving(board, (9.3, 10, 8), (9.3 - TOUCH, 10, 8), dice=[8] * 9)
    events = do(table, "a", {"act": "jump", "to": (9.3, 14, 9.5)}, opportunity=BLOW)
    assert only(events, Fell).height == 8
    assert not of(events, Jumped)
    assert table.state["a"].here == (11.3, 10, 0)
    assert table.state["a"].ap == 2


@pytest.mark.rule("JUMP-01", "MOVE-12", "WEAP-Knockback")
def test_whoever_is_knocked_into_the_water_jumps_no_more() -> None:
    table = leaving(canal(), (9.3, 10, 0), (9.3 - TOUCH, 10, 0), dice=[8] * 9)
    events = do(table, "a", {"act": "jump", "to": (9.3, 14, 0)}, opportunity=BLOW)
    assert only(events, Pushed).in_water
    assert not of(events, Jumped)
    assert table.state["a"].here == (11.3, 10, -0.75)


@pytest.mark.rule("JUMP-01", "MOVE-12", "TERR-12")
@pytest.mark.parametrize("to", [(12.5, 15.0, -0.45), (9.0, 11.0, 0.0)])
def test_whoever_is_thrown_overboard_jumps_no_more(to: Point) -> None:
    board = canal(gondola(12.5, 10))
    minis = [
        mini("a", "north", (12.5, 11.0, -0.45), lp=12, protection=0),
        mini("b", "south", (12.5, 9.85, -0.45), weapons=(Weapon("Sword", damage=1),)),
    ]
    table = fight(board, *minis, dice=[*FAILED, 8, 8, 8, 2, 2, *[9] * 20])
    events = do(table, "a", {"act": "jump", "to": to})
    assert only(events, Moved).how == "overboard"
    assert not of(events, Jumped)
    assert table.state["a"].here[2] == -0.75


@pytest.mark.rule("JUMP-01", "JUMP-05", "MOVE-12", "WEAP-Knockback")
def test_whoever_may_still_jump_does_from_where_it_was_thrown() -> None:
    table = leaving(plain_street(), (6, 6, 0), (6, 6 + TOUCH, 0), dice=[7, 2, 2, 2, 2])
    events = do(table, "a", {"act": "jump", "to": (9, 4, 0)}, opportunity=BLOW)
    assert only(events, Pushed).path[-1] == (6, 4, 0)
    jumped = only(events, Jumped)
    assert (jumped.path[0], jumped.to) == ((6, 4, 0), (9, 4, 0))
    assert table.state["a"].here == (9, 4, 0)


@pytest.mark.rule("WEAP-Knockback", "MOVE-10")
@pytest.mark.parametrize("action", [{"act": "jump", "to": (9, 4, 0)}, {"act": "run", "path": [(9, 3, 0)]}])
def test_whoever_is_knocked_against_an_enemy_has_not_charged_it(action: dict[str, Any]) -> None:
    third = mini("c", "south", (6, 4 - TOUCH, 0))
    table = leaving(plain_street(), (6, 6, 0), (6, 6 + TOUCH, 0), third, dice=[7, 2, 2, 2, 2])
    further = {} if action["act"] == "jump" else {"move_on": {"path": [(9, 4, 0)]}}
    events = do(table, "a", action, opportunity=BLOW, **further)
    assert only(events, Pushed).path[-1] == (6, 4, 0)
    assert only(events, Disengaged).against == "b"
    assert not of(events, Charged)
    assert table.state["a"].here == (9, 4, 0)


@pytest.mark.rule("TERR-13", "MOVE-12", "WEAP-Knockback")
def test_nobody_rows_a_gondola_that_it_was_knocked_off() -> None:
    board = canal(gondola(11.0, 10))
    minis = [mini("a", "north", (10.7, 10, -0.45)), mini("b", "south", (9.55, 10, 0), weapons=KNOCKS)]
    table = fight(board, *minis, dice=[*[8] * 5, *FAILED, *WOUNDS])
    events = do(table, "a", {"act": "row", "to": (11, 16, -0.75)}, opportunity=BLOW)
    assert only(events, Pushed).in_water
    assert not of(events, Rowed)
    assert not table.state.vessels
    assert table.state["a"].aboard is None


@pytest.mark.rule("TERR-13", "MOVE-12", "WEAP-Knockback")
def test_whoever_is_knocked_along_its_gondola_still_rows_it() -> None:
    board = canal(gondola(13.0, 10, wide=5.8))
    minis = [mini("a", "north", (10.7, 10, -0.45)), mini("b", "south", (9.55, 10, 0), weapons=KNOCKS)]
    table = fight(board, *minis, dice=[*[8] * 5, *FAILED, 8, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13.0, 12, -0.75)}, opportunity=BLOW)
    assert only(events, Pushed).path[-1] == (12.7, 10, -0.45)
    assert only(events, Rowed).riders == (("a", (12.7, 12, -0.45)),)


# --- what it was to be paid with ----------------------------------------------------------------------------


@pytest.mark.rule("JUMP-08", "TURN-05")
@pytest.mark.parametrize("lp", [5, 1])
def test_whoever_has_spent_its_last_will_on_getting_away_lands_as_others_do(lp: int) -> None:
    minis = [mini("a", "north", (6, 6, 0), wp=1, lp=lp), mini("b", "south", (6, 6 + TOUCH, 0))]
    table = fight(plain_street(), *minis, dice=[2] * 5 + [9] * 6 + [2] * 5)
    events = do(table, "a", {"act": "jump", "to": (6, 3, 0), "controlled": True}, will=1)
    assert [(spent.what, spent.points) for spent in of(events, PointsSpent)] == [("ap", 1), ("wp", 1)]
    assert not only(events, Jumped).controlled
    assert (table.state["a"].wp, table.state["a"].lp) == (0, lp)


@pytest.mark.rule("JUMP-08", "ABIL-Frenzied")
@pytest.mark.parametrize(("lp", "left", "controlled"), [(3, 1, False), (4, 1, True)])
def test_the_frenzied_never_pay_for_a_landing_with_their_last_life(lp: int, left: int, controlled: bool) -> None:
    minis = [
        mini("a", "north", (6, 6, 0), lp=lp, abilities=("Frenzied",), protection=0),
        mini("b", "south", (6, 6 + TOUCH, 0), weapons=(Weapon("Hammer"),)),
    ]
    table = fight(plain_street(), *minis, dice=[*FAILED, 9, 9, 2, 2, 2, *[9] * 20])
    events = do(table, "a", {"act": "jump", "to": (6, 3, 0), "controlled": True}, opportunity=BLOW)
    assert only(events, Jumped).controlled is controlled
    assert (table.state["a"].lp, table.state["a"].alive) == (left, True)


@pytest.mark.rule("JUMP-08", "FALL-02")
def test_the_fall_of_a_landing_that_was_not_paid_for_is_saved_as_any_other() -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    minis = [mini("a", "north", (9.3, 10, 6), wp=1), mini("b", "south", (9.3 - TOUCH, 10, 6))]
    table = fight(board, *minis, dice=[2] * 5 + [9] * 6 + [7, 2, 2, 2, 2] + [6] * 5)
    events = do(table, "a", {"act": "jump", "to": (13, 10, 6), "controlled": True}, will=1)
    assert [roll.needed for roll in of(events, Rolled) if roll.purpose == "fall"] == [7]
    assert not only(events, Fell).controlled


@pytest.mark.rule("JUMP-08", "DICE-05")
def test_a_landing_that_can_be_paid_for_is_paid_once_it_is_away() -> None:
    minis = [mini("a", "north", (6, 6, 0), wp=2), mini("b", "south", (6, 6 + TOUCH, 0))]
    table = fight(plain_street(), *minis, dice=[2] * 5 + [9] * 6 + [2] * 5)
    events = do(table, "a", {"act": "jump", "to": (6, 3, 0), "controlled": True}, will=[1])
    assert only(events, Jumped).controlled
    assert table.state["a"].wp == 0


@pytest.mark.rule("DICE-05", "ABIL-Frenzied")
def test_nobody_spends_will_that_it_has_not() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), wp=1, lp=5))
    with pytest.raises(AssertionError, match="a has not 2 Will Points"):
        spend_will(table.state, "a", 2, "test")
    assert (table.state["a"].wp, table.state["a"].lp) == (1, 5)
