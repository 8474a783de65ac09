"""Boats and Cast Off (TERR-14)."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random
from typing import Any

import pytest

from sim.app.table.previews import preview_rowing
from sim.board.board import Board, Part, Vessel
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import VesselKind as Afloat
from sim.bots.proposals import proposals
from sim.carnevale import action_odds
from sim.carnevale.actions import CastOff
from sim.carnevale.actions.row import VesselPose
from sim.carnevale.dice import ROW, Outcome
from sim.carnevale.events import CommandUsed, PointsGained, PointsSpent, Rowed
from sim.carnevale.events.objectives import ObjectivePlaced
from sim.carnevale.legality import Acts
from sim.carnevale.objective import Objective
from sim.carnevale.odds import roll_odds
from sim.engine.requests import Choice, measured
from sim.percent import percent
from tests.carnevale.tables import (
    Kind,
    Meaning,
    Obstacle,
    Point,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    mini,
    only,
    refused,
    sheet,
    take_turn,
)

DECK = 0.25


def boat(x: float, y: float) -> Vessel:
    """A barge, 9" long from north to south and 3" wide, its deck 1" over the water."""
    hull = Part(
        "barge/deck", Meaning(vessel=Afloat.BOAT, obstacle=Obstacle.LARGE), block((-1.5, -4.5, -0.5), (1.5, 4.5, 1))
    )
    return Vessel("barge", (hull,), VesselAt("barge", (x, y, -0.75)))


@cache
def lagoon() -> Board:
    """Water 14" wide and 60" long beside a quay, and a barge on it."""
    parts = [
        ("ground/quay", Meaning(climbable=False), block((0, 0, -4), (10, 60, 0))),
        ("lagoon/water", Meaning(kind=Kind.WATER), sheet((10, 0), (24, 60), -0.75)),
    ]
    fixed = Board.from_parts(parts, size=(24.0, 60.0))
    return Board("lagoon", fixed.size, fixed.parts, (boat(17, 6),))


def aboard(id: str, seat: str, y: float = 6.0, **profile: Any) -> dict[str, Any]:
    return mini(id, seat, (17, y, DECK), **{"cp": 3, **profile})


def barge(*minis: dict[str, Any]) -> Table:
    return fight(lagoon(), *minis, mini("z", "south", (4, 50, 0)))


def to(y: float, **more: Any) -> dict[str, Any]:
    return {"act": "cast_off", "to": (17, y, -0.75), **more}


def where(table: Table) -> Point:
    return table.state.vessels[0].at


@pytest.mark.rule("TERR-14")
def test_casting_off_moves_a_boat_with_all_aboard_for_two_command_points_and_no_action() -> None:
    table = barge(aboard("a", "north"), aboard("c", "north", 8.0))
    events = do(table, "a", to(18))
    assert only(events, Rowed).length == pytest.approx(12, abs=0.01)
    assert (only(events, PointsSpent).what, only(events, PointsSpent).points) == ("cp", 2)
    assert only(events, CommandUsed).command == "Cast Off"
    assert where(table) == (17, 18, -0.75)
    assert (table.state["a"].here[1], table.state["c"].here[1], table.state["a"].ap) == (18, 20, 3)


@pytest.mark.rule("TERR-14")
def test_no_rider_is_carried_further_than_twelve_inches() -> None:
    table = barge(aboard("a", "north"))
    assert refused(table, "a", to(18.1)).rule == "TERR-13"
    assert "the way is barred by" in refused(table, "a", {"act": "cast_off", "to": (11, 8, -0.75)}).why


@pytest.mark.rule("TERR-14", "ABIL-Boat-Crew")
def test_with_boatmen_aboard_it_costs_one_and_goes_eighteen_inches() -> None:
    crew = aboard("c", "north", 8.0, abilities=("Boat Crew",))
    table = barge(aboard("a", "north", cp=1), crew)
    events = do(table, "a", to(24))
    assert only(events, PointsSpent).points == 1
    assert where(table)[1] == 24
    alone = barge(aboard("a", "north", cp=1))
    assert refused(alone, "a", to(8)).rule == "TURN-05"


@pytest.mark.rule("TERR-14", "TURN-10")
def test_it_is_a_command_ability_of_which_a_character_uses_one_a_round() -> None:
    table = barge(aboard("a", "north", cp=4))
    do(table, "a", to(8))
    assert refused(table, "a", to(10)).rule == "TURN-10"


@pytest.mark.rule("TERR-14")
def test_a_boat_with_enemies_aboard_stays() -> None:
    table = barge(aboard("a", "north"), aboard("b", "south", 9.0))
    refusal = refused(table, "a", to(10))
    assert (refusal.rule, refusal.why) == ("TERR-14", "B is aboard, and is an enemy")


@pytest.mark.rule("TERR-14", "TERR-13")
def test_a_gondola_is_rowed_and_a_boat_is_cast_off() -> None:
    table = barge(aboard("a", "north"))
    assert refused(table, "a", {"act": "row", "to": (17, 8, -0.75)}).rule == "TERR-13"
    rower = fight(canal(gondola(13, 12)), mini("a", "north", (13, 12, -0.45), cp=2), mini("b", "south", (4, 4, 0)))
    assert refused(rower, "a", {"act": "cast_off", "to": (13, 14, -0.75)}).rule == "TERR-14"


@pytest.mark.rule("ABIL-Boat-Crew")
def test_a_boatman_regains_will_at_the_start_of_a_turn_on_a_boat() -> None:
    sailor = aboard("a", "north", abilities=("Boat Crew",), wp=2)
    spent = PointsSpent(who="a", what="wp", points=1, on="combat")
    table = fight(lagoon(), sailor, mini("z", "south", (4, 50, 0)), before=[spent])
    do(table, "a", to(8))
    end_turn(table)
    gained = [event for event in table.events if isinstance(event, PointsGained)]
    assert [(event.who, event.why) for event in gained] == [("a", "Boat Crew")]


# --- what lies aboard -----------------------------------------------------------------------------------------


def laden(*at: Point) -> tuple[ObjectivePlaced, ...]:
    """Chests aboard the gondola, and one ashore."""
    aboard = [Objective(f"chest-{i}", at=each, aboard="gondola") for i, each in enumerate(at)]
    return tuple(ObjectivePlaced(objective=o) for o in (*aboard, Objective("ashore", at=(4.0, 4.0, 0.0))))


@pytest.mark.rule("TERR-13", "SCEN-04")
def test_what_lies_aboard_goes_and_turns_with_the_vessel() -> None:
    minis = [mini("a", "north", (13, 12, -0.45)), mini("b", "south", (2, 2, 0))]
    table = fight(canal(gondola(13, 12)), *minis, dice=[7] * 5, before=laden((13.5, 14.0, -0.45)))
    do(table, "a", {"act": "row", "to": (13.25, 13, -0.75), "turn": 30})
    turned = (13.25 + 0.5 * cos(pi / 6) - 2 * sin(pi / 6), 13 + 0.5 * sin(pi / 6) + 2 * cos(pi / 6), -0.45)
    assert table.state.objectives["chest-0"].at == pytest.approx(turned, abs=0.001)
    assert table.state.objectives["ashore"].at == (4, 4, 0)


@pytest.mark.rule("TERR-13", "SCEN-04")
@pytest.mark.parametrize(
    ("start", "to", "at"),
    [
        ((3, 4, 0, 0), (10, 20, 1, 0), (12, 23, 1.5)),
        ((3, 4, 0, 0), (10, 20, -1, 90), (7, 22, -0.5)),
        ((3, 4, 2, 30), (10, 20, 2, 210), (8, 17, 0.5)),
        ((3, 4, 0, 45), (3, 4, 0, -45), (6, 2, 0.5)),
    ],
)
def test_what_lies_aboard_keeps_its_place_on_deck(start: tuple[float, ...], to: tuple[float, ...], at: Point) -> None:
    state = fight(canal(gondola(13, 12)), mini("a", "north", (4, 4, 0)), before=laden((5, 7, 0.5))).state
    poses = [VesselAt("gondola", (x, y, z), turn) for x, y, z, turn in (start, to)]
    state.emit(Rowed(who="a", piece="gondola", start=poses[0], to=poses[1], length=1.0, rolled=1.0))
    assert state.objectives["chest-0"].at == pytest.approx(at, abs=0.001)
    assert state.vessels == (poses[1],)


@pytest.mark.rule("TERR-14")
def test_bots_think_of_casting_off_a_boat_that_nobody_has_moved_yet() -> None:
    """Where it lies is the board's to say: the state knows only what was moved."""
    table = barge(aboard("a", "north"))
    take_turn(table, "a")
    table.state.set("a", aboard="barge")
    assert isinstance(table.request, Choice)
    assert table.state.vessels == ()
    thought = list(proposals(table.state, table.request, table.measure, Random(1)))
    assert any(isinstance(answer, CastOff) for answer in thought)


@pytest.mark.rule("TERR-14")
def test_a_boat_that_nobody_has_moved_yet_is_previewed() -> None:
    table = barge(aboard("a", "north"))
    take_turn(table, "a")
    table.state.set("a", aboard="barge")
    assert isinstance(table.request, Choice)
    region = table.request.region
    assert isinstance(region, Acts)
    seen = preview_rowing(table.state, table.measure, region, (17, 18, 0), None)
    assert seen.refusal is None
    assert seen.at == (17, 18, -0.75)


@pytest.mark.rule("TERR-13", "DICE-13")
@pytest.mark.parametrize("will", [0, 1])
def test_the_preview_of_a_row_says_how_likely_it_arrives_and_throws_all_aboard_into_the_water(will: int) -> None:
    table = fight(
        canal(gondola(13, 12)), mini("a", "north", (13, 12, -0.45), wp=will, dexterity=4), mini("b", "south", (4, 4, 0))
    )
    take_turn(table, "a")
    table.state.set("a", aboard="gondola")
    region = region_of(table)
    odds = [roll_odds(4 + n) for n in range(will + 1)]
    arrives = [sum(chance for inches, chance in each.read(ROW).items() if inches >= 4) for each in odds]
    seen = preview_rowing(table.state, table.measure, region, (13, 16, 0), None)
    more = f", with will points {percent(arrives[1])}" if will else ""
    assert seen.words == (
        '4.0" away',
        f"4 dice: arrives {percent(arrives[0])}{more}",
        f"all aboard go overboard {percent(odds[0].of(Outcome.FUMBLE))}",
    )


@pytest.mark.rule("TERR-13", "DICE-13")
def test_a_gondola_arrives_where_no_rider_is_carried_further_than_the_roll() -> None:
    """It goes an inch; whoever stands at its bow goes 2.3" as it turns, for which 2" of a Fail are too few."""
    table = fight(canal(gondola(13, 12)), mini("a", "north", (13, 14.5, -0.45)), mini("b", "south", (4, 4, 0)))
    take_turn(table, "a")
    found = [
        measured(action_odds.rowing(table.state, "a", VesselPose((13, 11, -0.75), turn)), table.state, table.measure)
        for turn in (None, 40.0)
    ]
    odds = roll_odds(5)
    dry, succeeds = 1.0 - odds.of(Outcome.FUMBLE), odds.succeeds
    assert [each.arrives for each in found] == pytest.approx([dry, succeeds])
    assert [each.overboard for each in found] == pytest.approx([1.0 - dry] * 2)


def region_of(table: Table) -> Acts:
    assert isinstance(table.request, Choice)
    region = table.request.region
    assert isinstance(region, Acts)
    return region
