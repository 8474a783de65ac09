"""Objectives of all four kinds, handled in a free fight (SCEN-04)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.actions.objective import Destroy
from sim.carnevale.events import ActionBegan, CounterGained, Event, Moved
from sim.carnevale.events.objectives import (
    ObjectiveClaimed,
    ObjectiveDestroyed,
    ObjectiveDropped,
    ObjectiveMarked,
    ObjectivePlaced,
    ObjectiveRevealed,
    ObjectiveTaken,
    TurnBeganAt,
)
from sim.carnevale.objective import Kind, Objective
from sim.carnevale.objectives import carrying
from sim.engine.requests import Choice, measured
from tests.carnevale.fighters import TOUCH, fighter, strike
from tests.carnevale.tables import (
    GAME,
    Point,
    Table,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    of,
    only,
    plain_street,
    refused,
    take_turn,
)
from tests.carnevale.tables import street as board_with

LIES = (6 + TOUCH, 6.0, 0.0)  # east of a, in base contact with it
HIDE = {"act": "hide"}


def lying(*kinds: Kind, at: Point = LIES) -> Event:
    return ObjectivePlaced(objective=Objective("chest-1", 2, kinds, at=at))


def carried(who: str) -> list[Event]:
    return [lying("mobile"), ObjectiveTaken(objective="chest-1", who=who)]


def street(*minis: dict[str, Any], before: list[Event], dice: tuple[int, ...] = ()) -> Table:
    """A stands at (6, 6); whoever is not named stands far off."""
    known = {m["id"]: m for m in minis}
    a = known.pop("a", fighter("a", "north", (6, 6, 0)))
    b = known.pop("b", fighter("b", "south", (20, 20, 0)))
    return fight(plain_street(), a, b, *known.values(), before=before, dice=dice)


def ending(table: Table, who: str) -> tuple[str | None, ...]:
    """What the end of this character's turn offers to do with objectives."""
    take_turn(table, who)
    table.answer("end")
    request = table.request
    if not isinstance(request, Choice) or request.prompt != "objective":
        return ()
    return tuple(request.options)  # type: ignore[arg-type]


def chest(table: Table) -> Objective:
    return table.state.objectives["chest-1"]


# --- Mobile -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-04")
def test_a_mobile_objective_is_picked_up_at_the_end_of_a_turn_in_base_contact() -> None:
    table = street(before=[lying("mobile")])
    assert [marker.id for marker in table.state.tableau().markers] == ["chest-1"]
    take_turn(table, "a")
    events = end_turn(table, objective="pick up chest-1")
    assert only(events, ObjectiveTaken).who == "a"
    assert (chest(table).carrier, chest(table).at, table.state.tableau().markers) == ("a", None, ())


@pytest.mark.rule("SCEN-04")
def test_it_is_left_out_of_contact_or_beside_an_enemy_and_if_it_is_not_mobile() -> None:
    far, beside = (6 + TOUCH + 0.05, 6.0, 0.0), fighter("b", "south", (6, 6 - TOUCH, 0))
    assert ending(street(before=[lying("mobile", at=far)]), "a") == ()
    assert ending(street(beside, before=[lying("mobile")]), "a") == ()
    assert ending(street(before=[lying()]), "a") == ()


@pytest.mark.rule("SCEN-04", "ABIL-Limited-Movement")
def test_one_objective_is_the_most_and_those_of_limited_movement_carry_none() -> None:
    second = ObjectivePlaced(objective=Objective("chest-2", 2, ("mobile",), at=LIES))
    assert ending(street(before=[*carried("a"), second]), "a") == ()
    slow = fighter("a", "north", (6, 6, 0), abilities=("Limited Movement",))
    assert ending(street(slow, before=[lying("mobile")]), "a") == ()


@pytest.mark.rule("SCEN-04")
def test_a_carrier_can_only_run_and_climb() -> None:
    table = street(fighter("b", "south", (6, 6 + TOUCH, 0)), before=carried("a"))
    for action in (HIDE, strike(), {"act": "jump", "to": [6, 9, 0]}, {"act": "grapple", "target": "b"}):
        assert refused(table, "a", action).rule == "SCEN-04"
    free = street(before=carried("a"))
    do(free, "a", {"act": "run", "to": [9, 6, 0]})
    assert free.state["a"].here == (9, 6, 0)


@pytest.mark.rule("SCEN-04", "MOVE-10", "MOVE-13")
def test_a_carrier_that_charges_has_no_attack_of_opportunity() -> None:
    table = street(fighter("b", "south", (6, 9, 0)), before=carried("a"))
    events = do(table, "a", {"act": "run", "to": [6, 9 - TOUCH, 0]})
    assert [event.action for event in of(events, ActionBegan)] == ["run"]


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(("aces", "drops"), [(2, False), (3, True)])
def test_three_life_points_lost_in_an_action_drop_it_in_base_contact(aces: int, drops: bool) -> None:
    carrier = fighter("b", "south", (6, 6 + TOUCH, 0))
    dice = (7,) * aces + (2,) * (5 - aces) + (2, 2, 2)
    table = street(carrier, before=carried("b"), dice=dice)
    events = do(table, "a", strike())
    assert bool(of(events, ObjectiveDropped)) is drops
    if drops:
        x, y, z = chest(table).at or (0, 0, 0)
        bx, by, _ = table.state["b"].here
        assert ((x - bx) ** 2 + (y - by) ** 2) ** 0.5 == pytest.approx(TOUCH, abs=0.02)
        assert z == 0


@pytest.mark.rule("SCEN-04", "MOVE-04")
def test_a_climber_that_falls_hard_at_the_end_of_its_turn_drops_it() -> None:
    climber = fighter("a", "north", (7.4, 12, 5))
    hanging = Moved(who="a", how="climb", path=((7.4, 12.0, 5.0),), on_wall=True)
    board = board_with(house((8, 4), (14, 20), 8.0))
    before = [*carried("a"), hanging]
    table = fight(board, climber, fighter("b", "south", (20, 20, 0)), before=before, dice=[2] * 5)
    take_turn(table, "a")
    events = end_turn(table, objective=None)
    assert only(events, ObjectiveDropped).why == "5 Life Points lost"
    assert (chest(table).at or (0, 0, 9))[2] == 0


@pytest.mark.rule("SCEN-04")
def test_a_casualty_leaves_it_where_it_stood() -> None:
    carrier = fighter("b", "south", (6, 6 + TOUCH, 0), lp=1)
    table = street(carrier, before=carried("b"), dice=(7, 2, 2, 2, 2, 2, 2, 2))
    do(table, "a", strike())
    assert not table.state["b"].alive
    assert chest(table).carrier is None
    assert chest(table).at == pytest.approx((6, 6 + TOUCH, 0), abs=0.02)


@pytest.mark.rule("SCEN-04")
def test_it_is_put_down_after_an_action_and_then_anything_may_be_done() -> None:
    table = street(before=carried("a"))
    assert refused(table, "a", {"act": "drop"}).why == "A may drop it after an action"
    do(table, "a", {"act": "run", "to": [9, 6, 0]})
    do(table, "a", {"act": "drop"})
    assert chest(table).at is not None
    assert table.state["a"].ap == 2
    do(table, "a", HIDE)
    assert table.state["a"].hidden


@pytest.mark.rule("SCEN-04")
def test_a_friend_in_base_contact_takes_it_over_at_the_end_of_its_turn_if_it_wants() -> None:
    friend = fighter("c", "north", (6, 6 + TOUCH, 0))
    table = street(friend, before=carried("c"))
    assert ending(table, "a") == ("take chest-1", None)
    assert isinstance(table.request, Choice)
    assert table.request.default is None
    table.answer("take chest-1")
    assert chest(table).carrier == "a"
    taken = of(table.events, ObjectiveTaken)[-1]
    assert (taken.who, taken.source, taken.why, taken.touching.base_contact) == ("a", "c", "take", True)


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize("near", [("b",), ("d",), ("b", "d"), ()])
def test_any_enemy_that_touches_it_keeps_it_from_being_claimed(near: tuple[str, ...]) -> None:
    spots = {"b": (6 + 2 * TOUCH, 6), "d": (6 + TOUCH, 6 + TOUCH)}
    minis = [fighter(id, "south", (*(spots[id] if id in near else (20, 20 - 4 * i)), 0)) for i, id in enumerate("bd")]
    assert ending(street(*minis, before=[lying("claimable")]), "a") == (() if near else ("claim chest-1", None))


@pytest.mark.rule("SCEN-04")
def test_it_is_told_what_a_turn_begins_at_and_when_that_is_over() -> None:
    table = street(before=[lying("destructible"), lying_there("chest-2", (16, 16, 0))])
    told = only(take_turn(table, "a"), TurnBeganAt)
    assert (told.objectives, told.touching[0].base_contact, table.state.began_at) == (
        ("chest-1",),
        True,
        ("chest-1",),
    )
    end_turn(table)
    assert only(take_turn(table, "b"), TurnBeganAt).objectives == ()
    plain = street(before=[lying("mobile")])
    assert not of(take_turn(plain, "a"), TurnBeganAt)


@pytest.mark.rule("SCEN-04", "WATER-03")
@pytest.mark.parametrize(("start", "end", "began"), [(14.0, 17.0, ()), (17.0, 14.0, ("sunk",))])
def test_whoever_moves_under_water_first_began_its_turn_where_it_was(
    start: float, end: float, began: tuple[str, ...]
) -> None:
    sunk = ObjectivePlaced(objective=Objective("sunk", 2, ("destructible",), at=(13, 18, -0.75)))
    diver = [CounterGained(who="a", counter="underwater")]
    minis = fighter("a", "north", (13, start, -0.75)), fighter("b", "south", (3, 3, 0))
    table = fight(canal(), *minis, before=[sunk, *diver])
    take_turn(table, "a", underwater={"path": [(13, end, -0.75)]})
    assert table.state["a"].here[1] == end
    assert table.state.began_at == began


def lying_there(id: str, at: Point) -> Event:
    return ObjectivePlaced(objective=Objective(id, 2, ("destructible",), at=at))


@pytest.mark.rule("SCEN-04")
def test_what_is_dropped_where_nothing_lies_beside_its_carrier_lies_below() -> None:
    pillar = house((5.3, 5.3), (6.7, 6.7), 3.0, "pillar")
    table = fight(
        board_with(pillar), fighter("a", "north", (6, 6, 3)), fighter("b", "south", (20, 20, 0)), before=carried("a")
    )
    measured(carrying.drop(table.state, chest(table), "put down"), table.state, table.measure)
    assert (chest(table).at or (0, 0, 9))[2] == 0


@pytest.mark.rule("SCEN-04")
def test_what_is_dropped_where_nothing_can_lie_stays_where_it_was() -> None:
    board = Board.from_parts([house((5.3, 5.3), (6.7, 6.7), 3.0, "pillar")], size=(24.0, 24.0))
    table = fight(board, fighter("a", "north", (6, 6, 3)), before=[*carried("a")])
    measured(carrying.drop(table.state, chest(table), "put down"), table.state, table.measure)
    assert (chest(table).at, chest(table).carrier) == ((6, 6, 3), None)


@pytest.mark.rule("SCEN-04")
def test_by_default_is_done_what_takes_nothing_from_a_friend() -> None:
    second = ObjectivePlaced(objective=Objective("chest-2", 2, ("hidden",), value=1, at=LIES))
    friend = fighter("c", "north", (6, 6 + TOUCH, 0))
    table = street(friend, before=[*carried("c"), second])
    assert ending(table, "a") == ("take chest-1", "reveal chest-2", None)
    assert isinstance(table.request, Choice)
    assert table.request.default == "reveal chest-2"
    table.answer("reveal chest-2")
    assert table.state.objectives["chest-2"].revealed
    assert chest(table).carrier == "c"
    assert (table.request.options, table.request.default) == (("take chest-1", None), None)


@pytest.mark.rule("SCEN-04", "GEO-04")
@pytest.mark.parametrize(("apart", "may"), [(TOUCH, True), (TOUCH + 0.1, False)])
def test_nothing_is_taken_over_out_of_base_contact(apart: float, may: bool) -> None:
    table = street(fighter("c", "north", (6, 6 + apart, 0)), before=carried("c"))
    assert ending(table, "a") == (("take chest-1", None) if may else ())


@pytest.mark.rule("SCEN-04", "GEO-04")
@pytest.mark.parametrize(("step", "may"), [(0.9, True), (1.1, False)])
def test_it_is_taken_over_from_an_inch_above(step: float, may: bool) -> None:
    board = board_with(house((4, 6.59), (8, 9), step, "step"))
    minis = [fighter("a", "north", (6, 6, 0)), fighter("c", "north", (6, 6 + TOUCH, step))]
    table = fight(board, *minis, fighter("b", "south", (20, 20, 0)), before=carried("c"))
    assert ending(table, "a") == (("take chest-1", None) if may else ())


@pytest.mark.rule("SCEN-04", "ABIL-Pickpocket")
def test_a_pickpocket_that_slips_away_takes_what_the_enemy_carries() -> None:
    thief = fighter("a", "north", (6, 6, 0), abilities=("Pickpocket", "Slippery"))
    table = street(thief, fighter("b", "south", (6, 6 + TOUCH, 0)), before=carried("b"))
    events = do(table, "a", {"act": "run", "to": [6, 3, 0]})
    taken = only(events, ObjectiveTaken)
    assert (taken.who, taken.source, chest(table).carrier) == ("a", "b", "a")


@pytest.mark.rule("SCEN-04", "TERR-13")
def test_an_objective_on_a_gondola_goes_where_it_goes() -> None:
    chest_aboard = Objective("chest-1", 2, ("mobile",), at=(13, 10, -0.45), aboard="gondola")
    table = fight(
        canal(gondola(13, 12)),
        fighter("a", "north", (13, 13.0, -0.45)),
        before=[ObjectivePlaced(objective=chest_aboard)],
        dice=[7, 2, 2, 2, 2],
    )
    start = table.state["a"].here
    do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    gone = table.state["a"].here[1] - start[1]
    assert gone > 2
    assert chest(table).at == pytest.approx((13, 10 + gone, -0.45), abs=0.01)


# --- Claimable, Destructible, Hidden ------------------------------------------------------------------------


@pytest.mark.rule("SCEN-04")
def test_a_claimable_objective_is_claimed_once_where_no_enemy_touches_it() -> None:
    table = street(before=[lying("claimable")])
    assert ending(table, "a") == ("claim chest-1", None)
    table.answer("claim chest-1")
    assert chest(table).claimed == "north"
    assert ending(street(before=[lying("claimable"), claimed("south")]), "a") == ()
    beyond = fighter("b", "south", (6 + 2 * TOUCH, 6, 0))
    assert ending(street(beyond, before=[lying("claimable")]), "a") == ()


def claimed(seat: str) -> Event:
    return ObjectiveClaimed(objective="chest-1", seat=seat)


@pytest.mark.rule("SCEN-04")
def test_a_destructible_objective_is_destroyed_by_whoever_began_its_turn_beside_it() -> None:
    table = street(before=[lying("destructible")])
    events = do(table, "a", {"act": "destroy", "objective": "chest-1"})
    assert only(events, ObjectiveDestroyed).who == "a"
    assert (chest(table).destroyed, table.state.tableau().markers, table.state["a"].ap) == (True, (), 2)


@pytest.mark.rule("SCEN-04")
def test_whoever_arrives_in_its_turn_cannot_destroy_it_yet() -> None:
    table = street(fighter("a", "north", (3, 6, 0)), before=[lying("destructible")])
    do(table, "a", {"act": "run", "to": [6, 6, 0]})
    assert refused(table, "a", {"act": "destroy", "objective": "chest-1"}).rule == "SCEN-04"


DESTROY = {"act": "destroy", "objective": "chest-1"}


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(
    ("before", "why"),
    [
        ([lying("destructible")], None),
        ([lying("destructible", "mobile")], None),
        ([lying("mobile")], "no Destructible objective"),
        ([lying()], "no Destructible objective"),
        ([], "no Destructible objective"),
        ([lying("destructible", "mobile"), ObjectiveTaken(objective="chest-1", who="b")], "no Destructible objective"),
        ([lying("destructible", at=(9, 6, 0))], "did not begin its turn"),
    ],
)
def test_what_is_destroyed_lies_on_the_board_and_is_destructible(before: list[Event], why: str | None) -> None:
    table = street(before=before)
    take_turn(table, "a")
    refusal = table.refusal(DESTROY)
    assert (refusal is None) if why is None else (refusal is not None and why in refusal.why)


@pytest.mark.rule("SCEN-04")
def test_only_beside_it_and_in_ones_own_turn_an_objective_is_destroyed() -> None:
    beside = fighter("c", "north", (6 + 2 * TOUCH, 6, 0))
    table = street(beside, before=[lying("destructible")])
    take_turn(table, "a")
    refusal = measured(Destroy("chest-1").refusal(table.state, "c"), table.state, table.measure)
    assert refusal is not None
    assert "did not begin its turn" in refusal.why
    do(table, "a", {"act": "run", "to": [3, 6, 0]})
    assert "no longer in base contact" in refused(table, "a", DESTROY).why
    do(table, "a", {"act": "run", "to": [6, 6, 0]})
    assert only(do(table, "a", DESTROY), ObjectiveDestroyed).touching.base_contact


@pytest.mark.rule("SCEN-04")
def test_what_is_carried_is_put_down_after_an_action_and_for_nothing() -> None:
    drop = {"act": "drop"}
    table = street(before=carried("a"))
    assert "may drop it after an action" in refused(table, "a", drop).why
    do(table, "a", {"act": "run", "to": [9, 6, 0]})
    assert drop["act"] in [each.name() for each in table.request.region.offers(table.state, table.measure)]  # type: ignore[union-attr]
    dropped = only(do(table, "a", drop), ObjectiveDropped)
    assert (dropped.who, dropped.why, table.state["a"].ap) == ("a", "put down", 2)
    assert "carries no objective" in refused(table, "a", drop).why


@pytest.mark.rule("SCEN-04")
def test_nobody_sees_the_underside_of_a_hidden_objective_before_it_is_revealed() -> None:
    table = street(before=[lying("hidden"), ObjectiveMarked(objective="chest-1", value=5)])
    for seat in ("north", "south"):
        view = GAME.view(table.state, seat)
        assert view.objectives["chest-1"].value is None
        assert not of(view.log, ObjectiveMarked)
    take_turn(table, "a")
    events = end_turn(table, objective="reveal chest-1")
    assert only(events, ObjectiveRevealed).value == 5
    assert GAME.view(table.state, "south").objectives["chest-1"].value == 5
    assert table.undoable("north") is None  # a secret is out


@pytest.mark.rule("SCEN-04")
def test_a_game_with_objectives_is_saved_and_resumed_as_it_is() -> None:
    table = street(before=carried("a"))
    again = type(table).load(table.save(), GAME, table.dice, table.measure)
    assert GAME.encode(again.state) == GAME.encode(table.state)
