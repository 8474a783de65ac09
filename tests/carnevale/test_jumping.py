"""Jumps, chained jumps and controlled landings (JUMP), with the worked examples of the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import action_odds
from sim.carnevale.actions.jump import Jump
from sim.carnevale.events import Attacked, Charged, Fell, Jumped, LostLife, Moved, PointsSpent, Rolled, Shaken, Used
from sim.engine.requests import measured
from tests.carnevale.tables import (
    Meaning,
    Obstacle,
    Point,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    roof_street,
    street,
    take_turn,
)

R = 0.5906


def jump(x: float, y: float, z: float, **more: Any) -> dict[str, Any]:
    return {"act": "jump", "to": (x, y, z), **more}


def near(a: tuple[float, ...], b: tuple[float, ...], by: float = 0.02) -> bool:
    return all(abs(p - q) <= by for p, q in zip(a, b, strict=True))


# --- how far ----------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("dice", "outcome", "length"),
    [
        ([7, 2, 2, 2, 2], "success", 3),
        ([7, 8, 9, 2, 2], "success", 5),
        ([2, 2, 2, 2, 2], "fail", 2),
        ([10, 7, 2, 2, 2], "critical", 6),
        ([1, 2, 2, 2, 2], "fumble", 1),
    ],
)
def test_the_roll_tells_how_far_a_jump_carries(dice: list[int], outcome: str, length: float) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=dice)
    jumped = only(do(table, "a", jump(16, 6, 0)), Jumped)
    assert (jumped.outcome, jumped.length, jumped.falls) == (outcome, pytest.approx(length, abs=0.01), False)
    assert near(table.state["a"].here, (4 + length, 6, 0))


@pytest.mark.rule("JUMP-01")
def test_a_jump_is_aimed_at_most_three_inches_up_and_in_sight() -> None:
    board = street(house((8, 4), (12, 8), 3.0), house((8, 12), (12, 16), 3.2), house((4, 18), (10, 19), 6.0, "wall"))
    table = fight(board, mini("a", "north", (6, 6, 0)), mini("c", "north", (6, 14, 0)), mini("d", "north", (6, 21, 0)))
    assert refused(table, "a", jump(9, 13, 3.2)).rule == "JUMP-01"
    assert table.refusal(jump(9, 6, 3)) is None
    end_turn(table)
    assert "does not see" in refused(table, "d", jump(6, 16.5, 0)).why


@pytest.mark.rule("JUMP-01", "TERR-04")
def test_nobody_jumps_out_of_water() -> None:
    table = fight(canal(), mini("a", "north", (13, 6, -0.75)))
    assert refused(table, "a", jump(18, 6, 0)).rule == "JUMP-01"


@pytest.mark.rule("JUMP-02")
def test_a_jump_stops_at_a_wall_and_clears_what_is_under_one_inch() -> None:
    board = street(house((8, 4), (8.5, 8), 0.9, "crates"), house((12, 4), (13, 8), 5.0))
    table = fight(board, mini("a", "north", (6, 6, 0)), dice=[10, 7, 7, 7, 7])
    jumped = only(do(table, "a", jump(11.9, 6, 0)), Jumped)
    assert jumped.stopped_by == "house/walls"
    assert near(table.state["a"].here, (12 - R, 6, 0), 0.05)


@pytest.mark.rule("JUMP-03")
def test_what_is_left_beyond_the_point_may_be_run_on() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=[7, 8, 9, 2, 2])
    jumped = only(do(table, "a", jump(7, 6, 0), run_on=1.5), Jumped)
    assert jumped.length == pytest.approx(3.0, abs=0.01)
    assert near(table.state["a"].here, (8.5, 6, 0))


@pytest.mark.rule("JUMP-03")
def test_no_more_than_the_rest_may_be_run_on() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=[7, 8, 9, 2, 2])
    with pytest.raises(Exception, match="JUMP-03"):
        do(table, "a", jump(7, 6, 0), run_on=2.5)


@pytest.mark.rule("JUMP-03", "JUMP-01")
def test_the_worked_example_of_three_aces_reaches_the_roof_with_an_inch_left() -> None:
    board = street(house((4, 4), (10, 20), 8.0, "west"), house((12.8, 4), (20, 20), 8.0, "east"))
    table = fight(board, mini("a", "north", (9.4, 12, 8)), dice=[7, 8, 9, 2, 2])
    events = do(table, "a", jump(13.4, 12, 8), run_on=1)
    assert only(events, Jumped).rolled == 5
    assert near(table.state["a"].here, (14.4, 12, 8))
    assert not of(events, Fell)


# --- where it ends ----------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-04")
def test_a_landing_that_is_partly_on_is_moved_wholly_on() -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)), dice=[7, 8, 9, 2, 2])
    events = do(table, "a", jump(16, 12, 8))
    assert not of(events, Fell)
    assert near(table.state["a"].here, (14 + R, 12, 8), 0.05)


@pytest.mark.rule("JUMP-05", "FALL-01")
def test_a_short_jump_falls_and_the_height_counts_from_its_start() -> None:
    """Worked example: a jump of 7" with 3 Aces carries 5", down to the far side of the bridge 8" below its start."""
    bridge = house((14, 9), (14.4, 15), 3.0, "parapet")
    board = street(house((4, 4), (10, 20), 8.0, "roof"), bridge)
    table = fight(board, mini("a", "north", (9.3, 12, 8)), dice=[7, 8, 9, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", jump(14.2, 12, 3))
    jumped, fell = only(events, Jumped), only(events, Fell)
    assert (jumped.rolled, jumped.falls) == (5, True)
    assert jumped.to[2] < 8
    assert fell.fallen == pytest.approx(8.0)
    assert only(events, LostLife).lost == 8


@pytest.mark.rule("JUMP-01")
def test_a_player_may_jump_shorter_than_the_aces_allow() -> None:
    table = fight(roof_street(), mini("a", "north", (6, 12, 8)), dice=[7, 8, 9, 2, 2])
    events = do(table, "a", jump(12.5, 12, 8), jump_length=3)
    assert not only(events, Jumped).falls
    assert near(table.state["a"].here, (9, 12, 8))


@pytest.mark.rule("JUMP-01", "FALL-02", "DICE-13")
def test_a_player_may_jump_shorter_into_a_lesser_fall() -> None:
    """All that three Aces allow ends in a fall: on to the shed below, or beyond it into the street."""
    shed = house((10, 4), (12, 20), 5.0, "shed")
    dice = [7, 8, 9, 2, 2, *[2] * 5]
    table = fight(street(house((4, 4), (10, 20), 8.0), shed), mini("a", "north", (9.4, 12, 8), lp=20), dice=dice)
    found = measured(action_odds.jump(table.state, "a", Jump((15, 12, 8))), table.state, table.measure)
    assert {end.harm for end in found.ends if 2 <= end.length <= 5} == {3, 8}
    asked = question(table, "a", jump(15, 12, 8), "jump_length")
    assert (asked.options, asked.default, asked.falls) == ((5, 4, 3, 2), 5, {5: 8.0, 4: 8.0, 3: 8.0, 2: 3.0})
    table.answer(2)
    assert only(list(table.events), LostLife).lost == 3


@pytest.mark.rule("JUMP-06", "FALL-03")
def test_a_jump_may_be_meant_to_end_in_mid_air() -> None:
    board = canal(house((2, 2), (9, 22), 6.0))
    table = fight(board, mini("a", "north", (8.3, 12, 6)), dice=[10, 7, 7, 2, 2, 7, 2, 2, 2, 2])
    events = do(table, "a", jump(13, 12, 7))
    fell = only(events, Fell)
    assert (fell.landing, fell.fallen, fell.height) == ("water", pytest.approx(6.75), pytest.approx(4.75))
    assert only(events, LostLife).lost == 3
    assert near(table.state["a"].here, (13, 12, -0.75), 0.05)


@pytest.mark.rule("JUMP-08")
def test_a_controlled_landing_costs_a_will_point_and_saves_on_fives() -> None:
    """Worked example: 2 Aces carry 4", then down; the falling roll has Aces on 5 and more."""
    dice = [7, 8, 2, 2, 2, 5, 6, 2, 2, 2]
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8), wp=1), dice=dice)
    events = do(table, "a", jump(12, 12, 8.5, controlled=True))
    assert only(events, Jumped).controlled
    assert [(e.what, e.points) for e in of(events, PointsSpent)] == [("ap", 1), ("wp", 1)]
    fall = of(events, Rolled)[1]
    assert (fall.needed, fall.aces) == (5, 2)
    assert only(events, Fell).controlled
    assert only(events, LostLife).lost == 6


@pytest.mark.rule("JUMP-08")
def test_a_controlled_landing_needs_a_will_point() -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)))
    assert refused(table, "a", jump(12, 12, 8, controlled=True)).rule == "JUMP-08"


# --- chained jumps and charges ----------------------------------------------------------------------------

BOXES = ("boxes/stack", Meaning(obstacle=Obstacle.LARGE), block((8, 4, 0), (10, 8, 2)))


@pytest.mark.rule("JUMP-07", "TERR-09")
def test_a_jump_onto_an_obstacle_gives_another_for_nothing_once_a_turn() -> None:
    table = fight(street(BOXES), mini("a", "north", (5, 6, 0)), dice=[7, 7, 7, 2, 2, 7, 8, 9, 2, 2])
    events = do(table, "a", jump(8.7, 6, 2), chained_jump={"to": (12.5, 6, 0)})
    assert [e.chained for e in of(events, Jumped)] == [False, True]
    assert only(events, Used).what == "chained_jump"
    assert [e.points for e in of(events, PointsSpent)] == [1]
    assert table.state["a"].ap == 2


@pytest.mark.rule("JUMP-07")
def test_a_second_jump_onto_an_obstacle_chains_no_more_that_turn() -> None:
    dice = [7, 7, 7, 2, 2, 7, 8, 9, 2, 2, 7, 8, 9, 2, 2]
    table = fight(street(BOXES), mini("a", "north", (5, 6, 0)), dice=dice)
    do(table, "a", jump(8.7, 6, 2), chained_jump={"to": (5, 6, 0)})
    events = do(table, "a", jump(8.7, 6, 2))
    assert len(of(events, Jumped)) == 1


@pytest.mark.rule("JUMP-07", "TERR-12")
def test_a_gondola_is_an_obstacle_to_jump_on_from() -> None:
    table = fight(canal(gondola(12.5, 12)), mini("a", "north", (9.4, 12, 0)), dice=[7, 8, 9, 2, 2, 7, 8, 9, 2, 2])
    events = do(table, "a", jump(12.5, 12, -0.45), chained_jump={"to": (16.7, 12, 0)})
    assert len(of(events, Jumped)) == 2
    assert table.state["a"].here[0] > 16


@pytest.mark.rule("JUMP-09", "MOVE-10", "MOVE-11")
def test_jumping_down_into_base_contact_is_charging_from_above() -> None:
    table = fight(
        street(house((4, 4), (10, 20), 3.2)),
        mini("a", "north", (9.4, 12, 3.2)),
        mini("b", "south", (15.2, 12, 0)),
        dice=[10, 8, 9, 2, 2],
    )
    events = do(table, "a", jump(15.2 - 2 * R, 12, 0), opportunity="decline")
    charged = only(events, Charged)
    assert (charged.targets, charged.from_above) == (("b",), ("b",))


@pytest.mark.rule("JUMP-02", "JUMP-09", "MOVE-11", "FALL-04")
def test_a_jump_onto_an_enemy_at_the_edge_of_a_lower_roof_lands_beside_him_and_charges() -> None:
    """It meets him 0.3" over the roof, not in the air over the lane, and falls 4" to his side, not 12" past it."""
    roofs = street(house((4, 4), (10, 20), 8.0, "low"), house((12, 4), (20, 20), 12.0, "high"))
    jumper = mini("a", "north", (12.6, 12, 12))
    table = fight(roofs, jumper, mini("b", "south", (9, 12, 8)), dice=[8, 8, 8, 8, 2, *[2] * 30])
    events = do(table, "a", jump(9, 12, 8), opportunity="decline")
    jumped, fell, charged = only(events, Jumped), only(events, Fell), only(events, Charged)
    assert jumped.stopped_by == "b"
    assert near(jumped.to, (9 + 0.295 * 2.409 / 4 + 0.002, 12, 8.295))
    assert (fell.onto, fell.fallen, fell.rest[2]) == (("b",), 4.0, 8.0)
    assert (charged.targets, charged.from_above) == (("b",), ("b",))


@pytest.mark.rule("JUMP-09", "MOVE-10")
def test_a_jump_that_touches_an_enemy_and_falls_away_has_charged_him() -> None:
    """Over the lane it touches him who stands at the other edge, and falls 8" into it: its fists reach nobody there."""
    table = fight(
        roof_street(),
        mini("a", "north", (9.3, 12, 8), lp=20),
        mini("b", "south", (14.6, 12, 8)),
        dice=[7, 7, 7, 2, 2, *[2] * 30],
    )
    events = do(table, "a", jump(14.6, 12, 8))
    assert [type(e) for e in events if isinstance(e, Jumped | Fell | Charged | Attacked)] == [Jumped, Fell, Charged]
    assert only(events, Charged).targets == ("b",)
    assert only(events, Charged).touching[0].base_contact
    assert table.state["a"].here[2] == 0


@pytest.mark.rule("JUMP-09", "FALL-04", "TERR-12")
@pytest.mark.parametrize("aim", [11.8, 12.0, 12.2])
def test_a_jump_down_on_an_enemy_in_a_gondola_is_a_charge(aim: float) -> None:
    """The gondola carries the whole base 0.06" to either side of its keel: he is hit wherever the base comes down."""
    board = canal(house((4, 6), (9, 18), 6.0), gondola(12, 12, wide=1.3))
    enemy = mini("b", "south", (12, 12, -0.45), lp=30)
    table = fight(board, mini("a", "north", (8.35, 12, 6), lp=30), enemy, dice=[8, 8, 8, 8, 8, *[2] * 30])
    events = do(table, "a", jump(aim, 12, 1.0), opportunity="decline")
    assert of(events, Fell)[0].onto == ("b",)
    assert of(events, Fell)[0].aboard == "gondola"
    assert only(events, Charged).targets == ("b",)


@pytest.mark.rule("MOVE-05")
def test_a_base_that_just_cannot_be_placed_is_moved_the_least_distance() -> None:
    ledge = house((9, 9.8), (12, 14), 8.0, "ledge")
    table = fight(street(ledge), mini("a", "north", (9.7, 13, 8)), dice=[7, 8, 2, 2, 2])
    events = do(table, "a", jump(11.6, 10.6, 8))
    nudge = only(events, Moved)
    assert (nudge.how, nudge.path[-1]) == ("nudged", table.state["a"].here)
    assert nudge.placing.at == pytest.approx(nudge.path[-1], abs=0.001)
    assert 0 < nudge.placing.moved <= 0.5
    assert not of(events, Fell)
    assert near(table.state["a"].here, (12 - R, 10.6, 8), 0.1)


@pytest.mark.rule("TURN-12", "JUMP-01")
@pytest.mark.parametrize(
    ("start", "to", "may"),
    [((6, 7.2, 5), (6, 10, 3.5), True), ((6, 9.2, 3.5), (6, 7.2, 5), False), ((6, 14, 0), (6, 12.5, 3), True)],
)
def test_where_roofs_are_forgone_they_are_only_jumped_down_from(start: Point, to: Point, may: bool) -> None:
    board = street(house((2, 2), (10, 8), 5.0), house((2, 8), (10, 11), 3.5, "shed"))
    table = fight(board, mini("a", "north", start), options={"without": ["roofs"]})
    take_turn(table, "a")
    refusal = table.refusal({"act": "jump", "to": to})
    assert (refusal is None) if may else (refusal is not None and refusal.rule == "TURN-12")


PLANKS = ("planks/top", Meaning(unstable=True), block((12, 3, 0), (16, 9, 0.3)))


@pytest.mark.rule("TERR-03", "JUMP-03")
@pytest.mark.parametrize(
    ("to", "on", "shakes"), [((10.5, 6, 0), 3, False), ((13, 6, 0.3), 4, True), ((13, 6, 0.3), 0, True)]
)
def test_unstable_ground_shakes_by_whoever_jumps_on_to_it_and_not_by_whoever_runs_on_to_it(
    to: tuple[float, float, float], on: int, shakes: bool
) -> None:
    minis = [mini("a", "north", (8, 6, 0), dexterity=8), mini("b", "north", (14, 8.2, 0.3))]
    table = fight(street(PLANKS), *minis, dice=[7] * 8 + [8] * 5)
    events = do(table, "a", jump(*to), run_on=on)
    assert table.state["a"].here[0] == pytest.approx(to[0] + on, abs=0.2)
    assert [shaken.who for shaken in of(events, Shaken)] == (["b"] if shakes else [])


@pytest.mark.rule("JUMP-07", "JUMP-03")
@pytest.mark.parametrize(
    ("to", "on", "chains"), [((10.5, 6, 0), 3, False), ((13, 6, 0.3), 4, False), ((13, 6, 0.3), 1, True)]
)
def test_a_jump_is_chained_from_what_was_jumped_on_to_and_not_from_what_was_run_on_to(
    to: tuple[float, float, float], on: int, chains: bool
) -> None:
    stones = ("stones/top", Meaning(obstacle=Obstacle.LARGE), block((12, 3, 0), (16, 9, 0.3)))
    table = fight(street(stones), mini("a", "north", (8, 6, 0), dexterity=8), dice=[7] * 8)
    asked = prompts_of(table, "a", jump(*to), run_on=on)
    assert [choice.prompt for choice in asked] == ["run_on", *(["chained_jump"] if chains else [])]
