"""Run, climb, swim, charge and disengage (MOVE), on real boards."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale.events import (
    ActionBegan,
    Charged,
    DiceThrown,
    Disengaged,
    Fell,
    LostLife,
    Moved,
    MoveGained,
    MoveLost,
    PointsSpent,
    Pushed,
    Rolled,
    Stunned,
)
from sim.carnevale.referee import Referee
from sim.engine.requests import Choice, Roll, Ruling
from sim.engine.session import Session
from tests.carnevale.tables import (
    GAME,
    Kind,
    Meaning,
    block,
    canal,
    do,
    end_turn,
    fight,
    house,
    mini,
    of,
    only,
    plain_street,
    question,
    refused,
    roof_street,
    street,
    take_turn,
)

R = 0.5906  # of a 30 mm base
FOOT = 4 - R  # in base contact with a west wall at x = 4


def run(*path: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": path}


def to(x: float, y: float, z: float) -> dict[str, Any]:
    return {"act": "run", "to": (x, y, z)}


def near(a: tuple[float, ...], b: tuple[float, ...], by: float = 0.02) -> bool:
    return all(abs(p - q) <= by for p, q in zip(a, b, strict=True))


@cache
def low_house() -> Board:
    """A roof 3" over the street."""
    return street(house((4, 4), (10, 20), 3.0))


# --- running ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MOVE-01")
def test_a_run_goes_up_to_move_inches_for_one_ap() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    events = do(table, "a", run((11, 6, 0)))
    assert table.state["a"].at == (11.0, 6.0, 0.0)
    assert only(events, Moved).cost == pytest.approx(5.0)
    assert only(events, PointsSpent).points == 1
    assert refused(table, "a", run((16.2, 6, 0))).rule == "MOVE-01"


@pytest.mark.rule("MOVE-01")
def test_a_run_along_corners_costs_the_whole_way() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    assert refused(table, "a", run((9, 6, 0), (9, 9, 0))).rule == "MOVE-01"
    assert only(do(table, "a", run((8, 6, 0), (8, 9, 0))), Moved).cost == pytest.approx(5.0)


@pytest.mark.rule("MOVE-01")
def test_a_part_under_one_inch_is_stepped_over_at_no_cost() -> None:
    board = street(house((8, 4), (8.4, 8), 0.9, "wall"))
    table = fight(board, mini("a", "north", (6, 6, 0)))
    assert only(do(table, "a", run((11, 6, 0))), Moved).cost == pytest.approx(5.0, abs=0.01)


def test_a_refused_run_changes_nothing() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    refused(table, "a", run((20, 6, 0)))
    assert (table.state["a"].at, table.state["a"].ap) == ((6.0, 6.0, 0.0), 3)


@pytest.mark.rule("MOVE-01")
def test_a_run_to_a_place_takes_the_shortest_legal_way() -> None:
    board = street(house((8, 4), (9, 8), 6.0))
    table = fight(board, mini("a", "north", (7, 6, 0), move=8))
    events = do(table, "a", to(10, 6, 0))
    assert near(table.state["a"].here, (10, 6, 0))
    assert 5.5 < sum(event.cost for event in of(events, Moved)) < 7.5


@pytest.mark.rule("MOVE-01")
def test_a_run_names_either_a_path_or_a_place() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    assert refused(table, "a", {"act": "run"}).rule == "MOVE-01"
    assert refused(table, "a", {"act": "run", "to": (7, 6, 0), "path": [(8, 6, 0)]}).rule == "MOVE-01"
    assert "cannot fly" in refused(table, "a", {"act": "run", "to": (7, 6, 0), "fly": True}).why


@pytest.mark.rule("MOVE-01", "JUMP-01")
def test_nobody_leaves_the_board() -> None:
    table = fight(plain_street(), mini("a", "north", (2, 6, 0)))
    refused(table, "a", run((-1, 6, 0)))
    assert refused(table, "a", {"act": "jump", "to": (0.2, 6, 0)}).why == "the point lies off the board"


@pytest.mark.rule("MOVE-02")
def test_nobody_moves_through_a_base() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("c", "north", (8, 6, 0)))
    assert refused(table, "a", run((10, 6, 0))).rule == "MOVE-02"


@pytest.mark.rule("MOVE-02")
def test_a_climber_ignores_others_on_the_way_but_does_not_end_among_them() -> None:
    table = fight(
        low_house(), mini("a", "north", (FOOT, 12, 0)), mini("c", "north", (4.65, 12, 3)), dice=[7, 2, 2, 2, 2]
    )
    assert refused(table, "a", run((4.65, 12, 3))).rule == "MOVE-02"


@pytest.mark.rule("TERR-05", "TERR-06")
def test_walls_and_impassable_terrain_are_not_walked_through() -> None:
    board = street(house((8, 4), (9, 8), 6.0), house((8, 12), (9, 16), 6.0, "rock", kind=Kind.IMPASSABLE))
    table = fight(board, mini("a", "north", (6, 6, 0)), mini("c", "north", (6, 14, 0)))
    assert refused(table, "a", run((10.5, 6, 0))).rule == "TERR-06"
    end_turn(table)
    take_turn(table, "c")
    refused(table, "c", run((10.5, 14, 0)))
    refused(table, "c", run((8 - R, 14, 0), (8 - R, 14, 3)))


@pytest.mark.rule("TERR-01")
def test_a_ramp_of_thirty_degrees_is_walked() -> None:
    import numpy as np

    rise = np.array([[[8, 4, 0], [12, 4, 2.3], [12, 8, 2.3]], [[8, 4, 0], [12, 8, 2.3], [8, 8, 0]]], float)
    board = street(("ramp/slope", Meaning(), rise), house((12, 4), (16, 8), 2.3, "deck"))
    table = fight(board, mini("a", "north", (6, 6, 0), move=9))
    events = do(table, "a", run((14, 6, 2.3)))
    assert not of(events, Rolled)
    assert near(table.state["a"].here, (14, 6, 2.3))


@pytest.mark.rule("TERR-02")
@pytest.mark.parametrize(("dice", "arrives"), [([7, 2, 2, 2, 2], True), ([2, 2, 2, 2, 2], False)])
def test_difficult_ground_takes_a_roll(dice: list[int], arrives: bool) -> None:
    rubble = ("rubble/stones", Meaning(kind=Kind.DIFFICULT), block((8, 4, 0), (12, 8, 0.1)))
    table = fight(street(rubble), mini("a", "north", (6.5, 6, 0)), dice=dice)
    events = do(table, "a", run((10.5, 6, 0.1)))
    assert only(events, Rolled).purpose == "difficult ground"
    assert near(table.state["a"].here, (10.5, 6, 0.1)) is arrives


# --- climbing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MOVE-03", "TERR-06")
def test_a_climb_that_succeeds_goes_on_with_the_remaining_move() -> None:
    table = fight(low_house(), mini("a", "north", (3, 12, 0)), dice=[7, 2, 2, 2, 2])
    events = do(table, "a", run((4.65, 12, 3)))
    assert only(events, Rolled).purpose == "climb"
    assert near(table.state["a"].here, (4.65, 12, 3))
    assert [event.how for event in of(events, Moved)][:2] == ["run", "climb"]
    assert not table.state["a"].on_wall


@pytest.mark.rule("MOVE-03")
def test_a_failed_climb_stays_at_the_foot_and_loses_the_rest() -> None:
    table = fight(low_house(), mini("a", "north", (3, 12, 0)), dice=[2, 2, 2, 2, 2])
    events = do(table, "a", run((4.65, 12, 3)))
    assert near(table.state["a"].here, (FOOT, 12, 0))
    assert only(events, MoveLost).inches == pytest.approx(5 - (FOOT - 3), abs=0.02)


@pytest.mark.rule("MOVE-03")
def test_a_critical_climb_gives_two_more_inches_that_may_be_used() -> None:
    table = fight(low_house(), mini("a", "north", (3, 12, 0)), dice=[10, 7, 2, 2, 2])
    events = do(table, "a", run((4.65, 12, 3)), move_on={"path": [(6.6, 12, 3)]})
    assert only(events, MoveGained).inches == 2
    assert near(table.state["a"].here, (6.6, 12, 3))


@pytest.mark.rule("MOVE-03", "TERR-02")
def test_what_a_critical_adds_is_gone_without_another_roll_where_the_climb_or_the_rubble_goes_on() -> None:
    """A Critical moves up to what remains: one that had to roll again for the same wall could fall of its luck."""
    table = fight(roof_street(), mini("a", "north", (FOOT, 12, 0)), dice=[10, 7, 2, 2, 2])
    events = do(table, "a", run((FOOT, 12, 4.5)), move_on=[{"path": [(FOOT, 12, 6.5)]}, None])
    assert [moved.cost for moved in of(events, Moved)] == [4.5, 2.0]
    assert only(events, Rolled).outcome == "critical"
    assert near(table.state["a"].here, (FOOT, 12, 6.5))

    rubble = ("rubble/stones", Meaning(kind=Kind.DIFFICULT), block((8, 4, 0), (18, 8, 0.1)))
    table = fight(street(rubble), mini("a", "north", (8.5, 6, 0.1)), dice=[10, 7, 2, 2, 2])
    events = do(table, "a", run((13, 6, 0.1)), move_on={"path": [(15, 6, 0.1)]})
    assert only(events, Rolled).outcome == "critical"
    assert near(table.state["a"].here, (15, 6, 0.1))


@pytest.mark.rule("MOVE-03")
def test_what_a_critical_adds_to_one_climb_is_rolled_for_on_another_wall() -> None:
    upper = house((6, 4), (10, 20), 5.0, "upper")
    table = fight(
        street(house((4, 4), (10, 20), 2.0), upper), mini("a", "north", (FOOT, 12, 0)), dice=[10, 7, 2, 2, 2] * 2
    )
    events = do(table, "a", run((5, 12, 2)), move_on=[{"path": [(6 - R, 12, 2), (6 - R, 12, 4)]}, None])
    assert [roll.purpose for roll in of(events, Rolled)] == ["climb", "climb"]


@pytest.mark.rule("MOVE-03", "MOVE-04", "FALL-01")
def test_a_climber_stays_on_the_wall_between_actions_and_a_fumble_falls_from_there() -> None:
    dice = [7, 2, 2, 2, 2, 1, 2, 2, 2, 2, 6, 6, 6, 6, 6]  # a fall is saved on 7
    table = fight(roof_street(), mini("a", "north", (FOOT, 12, 0)), dice=dice)
    do(table, "a", run((FOOT, 12, 4.5)))
    assert table.state["a"].on_wall
    assert near(table.state["a"].here, (FOOT, 12, 4.5))
    events = do(table, "a", run((FOOT, 12, 7)))
    fell = only(events, Fell)
    assert fell.fallen == pytest.approx(4.5)
    assert only(events, MoveLost).inches == pytest.approx(5.0)
    assert only(events, LostLife).lost == 4
    assert table.state["a"].here[2] == 0.0


@pytest.mark.rule("MOVE-03", "MOVE-04")
def test_to_stay_on_a_wall_where_one_hangs_takes_no_roll() -> None:
    table = fight(roof_street(), mini("a", "north", (FOOT, 12, 4.5)), dice=[1] * 5)
    table.state.set("a", on_wall=True)
    events = do(table, "a", run((FOOT, 12, 4.5)))
    assert not of(events, DiceThrown)
    assert table.state["a"].on_wall
    assert near(table.state["a"].here, (FOOT, 12, 4.5))


@pytest.mark.rule("MOVE-01", "GEO-12")
def test_what_is_told_of_where_a_stretch_ends_is_of_its_end() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), move=8))
    events = do(table, "a", run((8, 6, 0), (8, 8, 0), (9, 9, 0)))
    moved = only(events, Moved)
    assert len(moved.path) == 4
    assert (moved.ends.at, moved.ends.part, moved.in_water) == ((9, 9, 0), "ground/paving", False)
    assert (moved.how, moved.leg.points, moved.cost) == ("run", moved.path, pytest.approx(5.414, abs=0.01))


@pytest.mark.rule("MOVE-04", "MOVE-10", "ACT-02")
@pytest.mark.parametrize(("z", "life", "charges"), [(3.5, 30, True), (3.5, 4, True), (3.5, 3, False), (0.0, 30, False)])
def test_whoever_falls_beside_an_enemy_as_its_turn_ends_charges_it(z: float, life: int, charges: bool) -> None:
    minis = [mini("a", "north", (FOOT, 12, z), lp=life), mini("b", "south", (FOOT - 2 * R, 12, 0), lp=30)]
    table = fight(roof_street(), *minis, dice=[2] * 20)
    table.state.set("a", on_wall=z > 0)
    take_turn(table, "a")
    events = end_turn(table)
    assert [(e.who, e.targets, e.from_above) for e in of(events, Charged)] == ([("a", ("b",), ())] if charges else [])
    assert [e.why for e in of(events, Fell)] == (["fall at the end of its turn"] if z else [])


@pytest.mark.rule("ABIL-Flight", "MOVE-01")
@pytest.mark.parametrize(("able", "may"), [((), False), (("Brave", "Ethereal"), False), (("Brave", "Flight"), True)])
def test_who_may_fly(able: tuple[str, ...], may: bool) -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), abilities=able))
    take_turn(table, "a")
    assert (table.refusal({"act": "run", "to": (7, 6, 0), "fly": True}) is None) is may
    assert table.refusal({"act": "run", "to": (7, 6, 0), "fly": False}) is None


@pytest.mark.rule("MOVE-04")
def test_a_turn_that_ends_on_a_wall_ends_in_a_fall() -> None:
    table = fight(roof_street(), mini("a", "north", (FOOT, 12, 0)), dice=[7, 2, 2, 2, 2, 7, 8, 2, 2, 2])
    do(table, "a", run((FOOT, 12, 4.5)))
    events = end_turn(table)
    assert only(events, Fell).fallen == pytest.approx(4.5)
    assert only(events, LostLife).lost == 2
    assert not table.state["a"].on_wall


@pytest.mark.rule("MOVE-03")
def test_climbing_down_is_climbing() -> None:
    table = fight(low_house(), mini("a", "north", (4.65, 12, 3)), dice=[7, 2, 2, 2, 2])
    events = do(table, "a", run((3.2, 12, 0)))
    assert only(events, Rolled).purpose == "climb"
    assert near(table.state["a"].here, (3.2, 12, 0))


@pytest.mark.rule("TERR-07")
def test_a_ladder_is_climbed_without_a_roll() -> None:
    ladder = ("ladder/rungs", Meaning(kind=Kind.LADDER), block((3.9, 11.7, 0), (4, 12.3, 3.2)))
    table = fight(street(house((4, 4), (10, 20), 3.0), ladder), mini("a", "north", (3, 12, 0), move=6))
    events = do(table, "a", run((4.7, 12, 3)))
    assert not of(events, Rolled)
    assert near(table.state["a"].here, (4.7, 12, 3), 0.1)


@pytest.mark.rule("MOVE-06")
def test_stepping_over_an_edge_by_choice_is_a_fall() -> None:
    table = fight(roof_street(), mini("a", "north", (9, 12, 8)), dice=[2, 2, 2, 2, 2])
    events = do(table, "a", run((11.5, 12, 8)))
    assert only(events, Fell).fallen == pytest.approx(8.0)
    assert near(table.state["a"].here, (10.6, 12, 0), 0.002)  # not where it was to go: where it left the edge


# --- water ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MOVE-07")
def test_a_swimmer_has_two_inches_less() -> None:
    table = fight(canal(), mini("a", "north", (13, 6, -0.75)))
    refusal = refused(table, "a", run((13, 10, -0.75)))
    assert refusal.rule == "MOVE-07"
    events = do(table, "a", run((13, 9, -0.75)))
    assert only(events, Moved).how == "swim"


@pytest.mark.rule("MOVE-07", "ABIL-Water-Creature")
def test_a_water_creature_swims_its_whole_move() -> None:
    table = fight(canal(), mini("a", "north", (13, 6, -0.75), abilities=("Water Creature",)))
    do(table, "a", run((13, 11, -0.75)))
    assert table.state["a"].here == (13.0, 11.0, -0.75)


@pytest.mark.rule("MOVE-08", "TERR-04")
def test_in_and_out_of_a_canal_over_a_low_wall_is_free() -> None:
    table = fight(canal(), mini("a", "north", (9, 6, 0)), mini("c", "north", (15, 12, -0.75)))
    events = do(table, "a", run((13, 6, -0.75)))
    assert sum(event.cost for event in of(events, Moved)) == pytest.approx(4.0, abs=0.02)
    assert of(events, Moved)[-1].in_water
    end_turn(table)
    events = do(table, "c", run((18, 12, 0)))
    assert table.state["c"].here == (18.0, 12.0, 0.0)
    assert not of(events, Rolled)


@pytest.mark.rule("MOVE-08")
def test_nobody_climbs_out_of_a_canal_over_a_higher_wall() -> None:
    table = fight(canal(surface=-2.0), mini("a", "north", (15, 6, -2), move=8))
    assert refused(table, "a", run((18, 6, 0))).rule == "MOVE-08"


@pytest.mark.rule("MOVE-09")
def test_a_water_access_beats_the_wall_and_spares_the_two_inches() -> None:
    ladder = ("steps/rungs", Meaning(kind=Kind.LADDER, access=True), block((15.9, 5.7, -4), (16, 6.3, 0.1)))
    table = fight(canal(ladder, surface=-2.0), mini("a", "north", (15, 6, -2)))
    events = do(table, "a", run((16.7, 6, 0)))
    assert near(table.state["a"].here, (16.7, 6, 0), 0.1)
    assert sum(event.cost for event in of(events, Moved)) > 3


# --- charging ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MOVE-10", "MOVE-13")
def test_a_charge_stops_at_the_enemy_and_attacks_once_for_no_ap() -> None:
    table = fight(
        plain_street(),
        mini("a", "north", (6, 6, 0)),
        mini("b", "south", (10, 6, 0)),
        dice=[7, 2, 2, 2, 2, 2, 2, 2, 2],
    )
    events = do(table, "a", run((9.5, 6, 0)))
    assert near(table.state["a"].here, (10 - 2 * R, 6, 0))
    assert only(events, Charged).targets == ("b",)
    attack = of(events, ActionBegan)[1]
    assert (attack.action, attack.ap, attack.opportunity) == ("combat", 0, True)
    assert table.state["a"].ap == 2
    assert table.state["b"].lp == 9


@pytest.mark.rule("MOVE-10")
def test_the_attack_of_a_charge_may_be_declined() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (10, 6, 0)))
    events = do(table, "a", run((9.5, 6, 0)), opportunity="decline")
    assert only(events, Charged).targets == ("b",)
    assert table.state["b"].lp == 10


@pytest.mark.rule("MOVE-11", "FALL-04", "MOVE-06")
def test_falling_onto_an_enemy_is_a_charge_from_above() -> None:
    sword = {"name": "Sword"}
    table = fight(
        roof_street(),
        mini("a", "north", (9, 12, 8), weapons=(sword,)),
        mini("b", "south", (11.5, 12, 0)),
        dice=[7, 7, 2, 2, 2, 7, 2, 2, 2, 2],
    )
    events = do(table, "a", run((11.5, 12, 8)), opportunity={"act": "combat", "target": "b", "weapon": "Sword"})
    assert only(events, Fell).onto == ("b",)
    assert only(events, Charged).from_above == ("b",)
    assert only([e for e in events if isinstance(e, LostLife) and e.who == "a"], LostLife).lost == 6
    saved = of(events, Rolled)[-1]
    assert saved.purpose == "protection"
    assert [str(m) for m in saved.modifiers] == ["-5 charge from above"] or saved.dice == 0
    assert table.state["b"].lp == 9


@pytest.mark.rule("MOVE-03", "MOVE-11", "FALL-04")
def test_a_fumbled_climb_that_falls_onto_an_enemy_charges_once() -> None:
    table = fight(
        roof_street(),
        mini("a", "north", (FOOT, 12, 4.5)),
        mini("b", "south", (FOOT - 0.3, 12, 0)),
        dice=[1, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    )
    events = do(table, "a", run((FOOT, 12, 7)), opportunity="decline")
    assert only(events, Fell).onto == ("b",)
    assert only(events, Charged).from_above == ("b",)


# --- disengaging ------------------------------------------------------------------------------------------

AWAY = run((6, 10, 0))


def two(*, size: int = 30, dice: list[int]) -> Any:
    """a and b in base contact, a about to leave."""
    gap = R + size / 50.8
    return fight(
        plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (6 + gap, 6, 0), size=size), dice=dice
    )


@pytest.mark.rule("MOVE-12")
def test_a_disengage_that_succeeds_moves_away() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    assert (only(events, Disengaged).outcome, only(events, Disengaged).stays) == ("success", False)
    assert table.state["a"].here == (6.0, 10.0, 0.0)


@pytest.mark.rule("MOVE-12", "MOVE-13")
def test_a_failed_disengage_is_struck_at_and_then_moves_away() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 7, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    assert only(events, Disengaged).outcome == "fail"
    assert [event.who for event in of(events, ActionBegan)] == ["a", "b"]
    assert table.state["a"].here == (6.0, 10.0, 0.0)
    assert table.state["a"].lp == 9


@pytest.mark.rule("MOVE-12")
def test_a_fumbled_disengage_is_struck_at_and_stays() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 1, 3, 3, 3, 3])
    events = do(table, "a", AWAY, opportunity="decline")
    assert only(events, Disengaged).stays
    assert table.state["a"].here == (6.0, 6.0, 0.0)


@pytest.mark.rule("MOVE-12")
def test_no_grapple_answers_a_disengage() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    take_turn(table, "a")
    table.answer(AWAY)
    assert table.request is not None
    assert table.request.prompt == "opportunity"  # type: ignore[union-attr]
    assert table.refusal({"act": "grapple", "target": "a"}) is not None


@pytest.mark.rule("MOVE-12")
def test_a_critical_disengage_moves_two_inches_further() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 10, 7, 2, 2, 2])
    events = do(table, "a", run((6, 11, 0)), move_on={"path": [(6, 13, 0)]})
    assert only(events, MoveGained).inches == 2
    assert table.state["a"].here == (6.0, 13.0, 0.0)


@pytest.mark.rule("MOVE-12")
def test_a_way_on_leads_somewhere_else() -> None:
    """A game in which whoever has inches left may stand where it stands, again and again, has no end."""
    table = two(dice=[2, 2, 2, 2, 2, 10, 7, 2, 2, 2])
    question(table, "a", run((6, 11, 0)), "move_on")
    for here in ({"to": (6, 11, 0)}, {"path": [(6, 11, 0)]}):
        refusal = table.refusal(here)
        assert refusal is not None
        assert refusal.rule == "MOVE-01"
    assert table.refusal({"to": (6, 11.2, 0)}) is None


@pytest.mark.rule("MOVE-12")
def test_the_smaller_base_has_one_more_die() -> None:
    table = two(size=40, dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    mine = of(events, Rolled)[1]
    assert (mine.dice, [str(m) for m in mine.modifiers]) == (6, ["+1 smaller base"])


@pytest.mark.rule("MOVE-12")
def test_the_opponent_picks_which_of_its_characters_holds_on() -> None:
    table = fight(
        plain_street(),
        mini("a", "north", (6, 6, 0)),
        mini("b", "south", (6 + 2 * R, 6, 0)),
        mini("c", "south", (6 - 2 * R, 6, 0), dexterity=2),
        dice=[2, 2, 7, 2, 2, 2, 2],
    )
    ask = question(table, "a", AWAY, "which_enemy")
    assert (ask.seat, ask.options, ask.default) == ("south", ("b", "c"), "b")
    assert [ask.label(table.state, who).hint for who in ("b", "c")] == ["DEXTERITY 5", "DEXTERITY 2"]
    table.answer("c")
    assert only(list(table.events), Disengaged).against == "c"


@pytest.mark.rule("MOVE-12", "ACT-09")
def test_who_may_hold_on_is_told_with_the_dexterity_that_it_would_roll_now() -> None:
    """It was the one on its card, Stunned or not."""
    minis = [mini("a", "north", (6, 6, 0), size=40)]
    minis += [mini(id, "south", (6 + way * (R + 20 / 25.4), 6, 0)) for id, way in (("b", 1), ("c", -1))]
    table = fight(plain_street(), *minis, before=[Stunned(who="b", why="test")], dice=[2] * 20)
    ask = question(table, "a", AWAY, "which_enemy")
    told = {who: ask.label(table.state, who).hint for who in ("b", "c")}
    table.answer("b")
    assert told == {"b": "DEXTERITY 5", "c": "DEXTERITY 6"}  # the smaller base has one more
    assert of(list(table.events), Rolled)[0].dice == 5


@pytest.mark.rule("MOVE-12", "GEO-15")
@pytest.mark.parametrize(("seat", "holder"), [("north", "b"), ("south", "c"), ("west", "a")])
def test_of_several_opponents_the_next_one_clockwise_holds_on(seat: str, holder: str) -> None:
    """A is of north, B of south, C of west; whoever of them leaves stands between the others."""
    seats = {"north": "a", "south": "b", "west": "c"}
    leaver = seats[seat]
    others = iter([(6 + 2 * R, 6, 0), (6 - 2 * R, 6, 0)])
    minis = [mini(who, s, (6, 6, 0) if who == leaver else next(others)) for s, who in seats.items()]
    table = fight(plain_street(), *minis, dice=[2] * 5 + [7, 2, 2, 2, 2])
    assert only(do(table, leaver, AWAY), Disengaged).against == holder


@pytest.mark.rule("MOVE-12", "MOVE-10")
def test_coming_back_to_the_same_enemy_is_a_charge() -> None:
    table = two(dice=[2, 2, 2, 2, 2, 7, 2, 2, 2, 2])
    events = do(table, "a", run((6, 8, 0), (6.5, 6.5, 0)), opportunity="decline")
    assert only(events, Disengaged).against == "b"
    assert only(events, Charged).targets == ("b",)


@pytest.mark.rule("MOVE-12", "WEAP-Knockback")
@pytest.mark.parametrize(("on", "ends"), [(None, (6, 4, 0)), ({"path": [(6, 2, 0)]}, (6, 2, 0))])
def test_whoever_is_knocked_away_as_it_disengages_goes_on_from_there(on: Any, ends: tuple[float, ...]) -> None:
    ram = {"name": "Ram", "abilities": ("Knockback",)}
    minis = [mini("a", "north", (6, 6, 0)), mini("b", "south", (6, 6 + 2 * R, 0), weapons=(ram,))]
    table = fight(plain_street(), *minis, dice=[2] * 10 + [7, 2, 2, 2, 2, 2, 2, 2])
    blow = {"act": "combat", "target": "a", "weapon": "Ram"}
    events = do(table, "a", run((9, 3, 0)), opportunity=blow, move_on=on)
    assert only(events, Pushed).path[-1] == (6, 4, 0)
    assert table.state["a"].here == ends
    assert [moved.path[0] for moved in of(events, Moved)] == ([] if on is None else [(6, 4, 0)])


# --- interruptions ----------------------------------------------------------------------------------------


def test_a_charge_inside_a_critical_climb_is_the_same_after_saving_at_every_request() -> None:
    """The climb's roll, the move that it gives, the charge and its attack: a game may stop at each."""
    board = low_house()
    table = fight(
        board,
        mini("a", "north", (3, 12, 0), wp=2),
        mini("b", "south", (7.3, 12, 3), wp=1),
        dice=[10, 7, 2, 2, 2, 7, 8, 2, 2, 2, 2, 2, 2, 2],
    )
    setup = table.state.setup
    step = Session(GAME, GAME.begin(setup), table.dice, Referee(board), step=True)
    answers: dict[str, list[Any]] = {
        "turn": ["a"],
        "act": [run((4.65, 12, 3))],
        "move_on": [{"path": [(6.5, 12, 3)]}],
    }
    acted = False
    while not (acted and isinstance(step.request, Choice) and step.request.prompt == "act"):
        again = Session.load(step.save(), GAME, table.dice, Referee(board), step=True)
        assert (again.request, again.state, again.count) == (step.request, step.state, step.count)
        if isinstance(step.request, Choice):
            prompt = step.request.prompt
            acted = acted or prompt == "act"
            left = answers.get(prompt)
            step.answer(left.pop(0) if left else step.request.default)
        elif isinstance(step.request, Ruling):
            step.answer(step.measure(step.state, step.request.query))
        else:
            assert isinstance(step.request, Roll)
            step.answer(table.dice.throw(step.request, step.state.thrown))
    assert only(step.events, Charged).targets == ("b",)
    assert step.state["b"].lp == 8
