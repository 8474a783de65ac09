"""Vessels go round bends, sideways and turned, and never through what is in the way (TERR-13, TERR-14)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin
from random import Random
from typing import Any

import pytest
from shapely import Polygon, box

from sim.app.table.previews import preview_rowing
from sim.board.board import Board, Part, Vessel
from sim.board.model.queries import RowTo, SailTo, WatersOf
from sim.board.model.tableau import Figure, Tableau, VesselAt
from sim.board.model.terrain import VesselKind as Afloat
from sim.board.model.verdicts import VesselMove, Waters
from sim.carnevale.events import Rowed
from sim.engine.requests import Choice
from tests.carnevale.tables import (
    Kind,
    Meaning,
    Obstacle,
    Table,
    block,
    do,
    fight,
    mini,
    only,
    refused,
    sheet,
    take_turn,
)

STONE = Meaning(climbable=False)
DECK, WATER = -0.35, -0.75
LONG, BROAD = 3.0, 0.7  # half of the hull's sides


def vessel(x: float, y: float, turn: float = 0.0, kind: Afloat = Afloat.BOAT, id: str = "barge") -> Vessel:
    """1.4" by 6", from south to north at a turn of 0, and 0.4" high."""
    meaning = Meaning(vessel=kind, obstacle=Obstacle.LARGE, unstable=kind is Afloat.GONDOLA)
    hull = Part(f"{id}/deck", meaning, block((-BROAD, -LONG, -0.3), (BROAD, LONG, 0.4)))
    return Vessel(id, (hull,), VesselAt(id, (x, y, WATER), turn))


@cache
def bend(wide: float = 6.0, bridge: float | None = None, kind: Afloat = Afloat.BOAT, *, other: bool = False) -> Board:
    """A canal from the south, from x = 10 on, that turns to the east below y = 20; a boat at its beginning.

    `bridge`: so high over the street the underside of one across the eastern arm is; `other`: a boat lies across it.
    """
    parts = [
        ("ground/corner", STONE, block((10 + wide, 0, -4), (40, 20 - wide, 0))),
        ("ground/west", STONE, block((0, 0, -4), (10, 40, 0))),
        ("ground/north", STONE, block((10, 20, -4), (40, 40, 0))),
        ("canal/water", Meaning(kind=Kind.WATER), sheet((10, 0), (40, 20), WATER)),
    ]
    if bridge is not None:
        parts.append(("bridge/arch", Meaning(), block((19, 12, bridge), (21, 22, bridge + 0.5))))
    fixed = Board.from_parts(parts, size=(40.0, 40.0))
    afloat = [vessel(10 + wide / 2, 8, kind=kind), *([vessel(20, 17, id="other")] if other else [])]
    return Board("bend", fixed.size, fixed.parts, tuple(afloat))


def aboard(board: Board, *others: dict[str, Any], **more: Any) -> Table:
    at = (*board.vessel("barge").start.at[:2], DECK)
    table = fight(board, mini("a", "north", at, cp=2), *others, mini("z", "south", (4, 36, 0)), **more)
    take_turn(table, "a")
    table.state.set("a", aboard="barge")
    return table


ROUND = {"act": "cast_off", "to": (18, 17, WATER), "turn": -90}
BEYOND = {"act": "cast_off", "to": (23.2, 17, WATER), "turn": -90}


@pytest.mark.rule("TERR-14")
def test_a_boat_is_cast_off_round_a_bend() -> None:
    rowed = only(do(aboard(bend()), "a", ROUND), Rowed)
    assert rowed.to == VesselAt("barge", (18, 17, WATER), 270)
    assert rowed.riders == (("a", (18, 17, DECK)),)
    assert rowed.row is not None
    assert rowed.row.way[-1] == (18, 17, 270)
    assert dist((13, 8), (18, 17)) < rowed.row.rider_moved <= 12


@pytest.mark.rule("TERR-14")
def test_straight_the_same_pose_is_barred() -> None:
    """So a bend it is, and no wall that a hull goes through."""
    tableau = Tableau((Figure("a", (13, 8, DECK)),))
    straight = bend().answer(RowTo("barge", (18, 17, WATER), 270, ("a",), 12.0), tableau)
    assert isinstance(straight, VesselMove)
    assert straight.refusal is not None


@pytest.mark.rule("TERR-14")
def test_round_a_bend_no_rider_goes_further_either() -> None:
    table = aboard(bend())
    assert "no way" in refused(table, "a", {**ROUND, "to": (21, 17, WATER)}).why
    assert not refused_at_all(aboard(bend(), mini("c", "north", (13, 9, DECK), abilities=("Boat Crew",))), BEYOND)


def refused_at_all(table: Table, answer: dict[str, Any]) -> bool:
    do(table, "a", answer)
    return False


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize(("underside", "passes"), [(-0.4, False), (-0.2, True)])
def test_a_bridge_must_be_higher_than_the_hull(underside: float, passes: bool) -> None:
    """The deck is 0.35" under the street; whoever stands on it ducks."""
    assert sailed(bend(bridge=underside), (24, 17), 270, 18.0) is passes


@pytest.mark.rule("TERR-13")
def test_a_boat_across_the_canal_is_in_the_way() -> None:
    assert sailed(bend(), (24, 17), 270, 18.0)
    assert not sailed(bend(other=True), (24, 17), 270, 18.0)


@pytest.mark.rule("TERR-13")
def test_a_swimmer_is_in_the_way_where_there_is_no_room_beside() -> None:
    assert sailed(bend(), (24, 17), 270, 18.0, Figure("b", (20, 15, WATER)))
    narrow = bend(2.4)
    assert sailed(narrow, (11.2, 14), 0, 8.0)
    assert not sailed(narrow, (11.2, 14), 0, 8.0, Figure("b", (11.2, 12.5, WATER)))


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize(("wide", "turns"), [(5.0, False), (7.0, True)])
def test_a_canal_must_be_as_wide_as_the_hull_that_turns_in_it(wide: float, turns: bool) -> None:
    """Its diagonal is 6.16". Straight on it goes in both."""
    x = 10 + wide / 2
    board = bend(wide)
    assert sailed(board, (x, 5), 0, 4.0)
    assert sailed(board, (x, 6), 180, 2.5) is turns


@pytest.mark.rule("TERR-13")
def test_turning_about_its_only_rider_costs_nothing() -> None:
    board = bend(10.0)
    tableau = Tableau((Figure("a", (15, 7, DECK)),))  # 1" astern
    found = board.answer(SailTo("barge", (14, 7, WATER), 90, ("a",), 0.1), tableau)
    assert isinstance(found, VesselMove)
    assert found.refusal is None
    assert found.rider_moved < 0.1


@pytest.mark.rule("TERR-13")
def test_a_gondola_is_rowed_as_far_round_a_bend_as_the_roll_carries_it() -> None:
    board = bend(kind=Afloat.GONDOLA)
    table = aboard(board, dice=[8, 8, 2, 2, 2, 2, 2])
    rowed = only(do(table, "a", {"act": "row", "to": (18, 17, WATER), "turn": -90}), Rowed)
    assert rowed.row is not None
    assert rowed.rolled - 0.06 <= rowed.row.rider_moved <= rowed.rolled
    assert 0 < rowed.row.rider_moved < 9


@pytest.mark.rule("TERR-13")
def test_poses_on_the_way_are_kept_to() -> None:
    table = aboard(bend())
    by = ((11.5, 12.0, 0.0),)
    rowed = only(do(table, "a", {"act": "cast_off", "to": (14, 15, WATER), "turn": 0, "by": by}), Rowed)
    assert rowed.row is not None
    assert rowed.row.by == by
    assert min(dist(at[:2], (11.5, 12)) for at in rowed.row.way) < 0.4
    refusal = refused(aboard(bend()), "a", {"act": "cast_off", "to": (18, 17, WATER), "turn": 270, "by": ((18, 8, 0),)})
    assert "the way is barred by" in refusal.why


# --- by brute force -------------------------------------------------------------------------------------------------


def sailed(board: Board, to: tuple[float, float], turn: float, length: float, *others: Figure) -> bool:
    """Does a way of so many inches lead there, for one who stands in the middle?"""
    seat = Figure("a", (*board.vessel("barge").start.at[:2], DECK))
    found = board.answer(SailTo("barge", (*to, WATER), turn, ("a",), length), Tableau((seat, *others)))
    assert isinstance(found, VesselMove)
    return found.refusal is None


def hull_at(x: float, y: float, turn: float) -> Polygon:
    c, s = cos(radians(turn)), sin(radians(turn))
    corners = [(BROAD, LONG), (-BROAD, LONG), (-BROAD, -LONG), (BROAD, -LONG)]
    return Polygon([(x + c * u - s * v, y + s * u + c * v) for u, v in corners])


WATERS = box(10, 0, 40, 20).difference(box(16, 0, 40, 14))
"""Of the bend, as an area of its own: no mesh is asked."""


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize(("seat", "most"), [((13.0, 8.0), 10.0), ((13.0, 6.2), 14.0)])
def test_every_pose_that_is_told_has_a_way_that_a_plan_bears_out(seat: tuple[float, float], most: float) -> None:
    """The way is gone in small steps by another program: the whole hull on the water, no rider further than allowed."""
    board, tableau = bend(), Tableau((Figure("a", (*seat, DECK)),))
    waters = board.answer(WatersOf("barge", ("a",), most), tableau)
    assert isinstance(waters, Waters)
    assert len(waters.poses) > 1000
    chosen = Random(7).sample(range(len(waters.poses)), 60)
    bent = 0
    for n in chosen:
        x, y, turn = waters.poses[n].tolist()
        found = board.answer(SailTo("barge", (x, y, WATER), turn, ("a",), most), tableau)
        assert isinstance(found, VesselMove)
        assert found.refusal is None, waters.poses[n]
        assert found.rider_moved <= waters.cost[n] + 0.1
        bent += bool(found.by)
        poses = [(13.0, 8.0, 0.0), *(found.way or [(x, y, turn)])]
        assert went(poses, seat) <= most + 0.01
    assert bent > 20


def went(poses: list[tuple[float, float, float]], seat: tuple[float, float]) -> float:
    """How far a rider goes on a way, every pose of which lies on the water."""
    far, before = 0.0, seat
    for (x, y, turn), (to_x, to_y, to_turn) in pairwise(poses):
        more = (to_turn - turn + 180) % 360 - 180
        steps = 1 + int(hypot(to_x - x, to_y - y) / 0.1 + abs(more) / 3)
        for step in range(1, steps + 1):
            share = step / steps
            pose = (x + share * (to_x - x), y + share * (to_y - y), turn + share * more)
            assert WATERS.buffer(0.02).contains(hull_at(*pose)), pose
            c, s = cos(radians(pose[2])), sin(radians(pose[2]))
            u, v = seat[0] - 13.0, seat[1] - 8.0
            here = (pose[0] + c * u - s * v, pose[1] + s * u + c * v)
            far += dist(before, here)
            before = here
    return far


@pytest.mark.rule("TERR-13")
def test_what_random_rowing_comes_to_is_told() -> None:
    """Another program stumbles about: where it comes to in 6 inches, a way is told with half an inch more."""
    board, chance = bend(), Random(11)
    tableau = Tableau((Figure("a", (13, 8, DECK)),))
    for _ in range(25):
        x, y, turn, left = 13.0, 8.0, 0.0, 6.0
        while left > 0.3:
            step, way, more = min(0.3, left), chance.uniform(0, 2 * pi), chance.uniform(-6, 9)
            next_pose = (x + step * cos(way), y + abs(step * sin(way)), turn + more)
            left -= 0.1 if not WATERS.buffer(-0.1).contains(hull_at(*next_pose)) else step
            if WATERS.buffer(-0.1).contains(hull_at(*next_pose)):
                x, y, turn = next_pose
        found = board.answer(SailTo("barge", (round(x, 3), round(y, 3), WATER), turn % 360, ("a",), 6.5), tableau)
        assert isinstance(found, VesselMove)
        assert found.refusal is None, (x, y, turn)


def mirrored(wide: float = 6.0) -> Board:
    """The bend, west and east exchanged about x = 20."""
    parts = [
        ("ground/corner", STONE, block((0, 0, -4), (30 - wide, 20 - wide, 0))),
        ("ground/east", STONE, block((30, 0, -4), (40, 40, 0))),
        ("ground/north", STONE, block((0, 20, -4), (30, 40, 0))),
        ("canal/water", Meaning(kind=Kind.WATER), sheet((0, 0), (30, 20), WATER)),
    ]
    fixed = Board.from_parts(parts, size=(40.0, 40.0))
    return Board("mirrored", fixed.size, fixed.parts, (vessel(30 - wide / 2, 8),))


@pytest.mark.rule("TERR-13")
def test_a_mirrored_board_has_mirrored_answers() -> None:
    one, other = bend(), mirrored()
    seats = (Tableau((Figure("a", (13, 8, DECK)),)), Tableau((Figure("a", (27, 8, DECK)),)))
    waters = [
        board.answer(WatersOf("barge", ("a",), 9.0), seat) for board, seat in zip((one, other), seats, strict=True)
    ]
    here, there = (
        {(round(flip + sign * x, 2), round(y, 2), round(sign * turn, 1) % 360): cost for (x, y, turn), cost in both}
        for (flip, sign), both in zip(
            ((0.0, 1), (40.0, -1)),
            (zip(each.poses.tolist(), each.cost.tolist(), strict=True) for each in waters),  # type: ignore[attr-defined]
            strict=True,
        )
    )
    assert len(here) > 1000
    assert len(here.keys() ^ there.keys()) < 0.02 * len(here)  # at its edge, by rounding
    assert all(abs(cost - there[pose]) < 0.02 for pose, cost in here.items() if pose in there)


@pytest.mark.rule("TERR-14")
def test_the_table_turns_the_hull_where_it_could_not_lie_as_it_does() -> None:
    table = aboard(bend())
    assert isinstance(table.request, Choice)
    region: Any = table.request.region
    shown = preview_rowing(table.state, table.measure, region, (18, 17, WATER), None)
    assert shown is not None
    assert shown.refusal is None
    assert shown.turn != 0  # across the eastern arm there is no room
    assert shown.way[-1][:2] == (18, 17)
    table.answer(shown.answer)
    assert table.state.vessels[0].at[:2] == (18, 17)
