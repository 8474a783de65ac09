"""Bots go by gondola and boat, where their feet lead a long way round or through the water."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.board.board import Board, Part, Vessel
from sim.board.model.queries import FleetOf
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import VesselKind as Afloat
from sim.board.model.verdicts import Fleet
from sim.bots import make
from sim.bots.danger import Outlook
from sim.bots.plan_reasons import GoesByBoat
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import CastOff, Row, Run
from sim.carnevale.events import Rowed
from sim.engine.requests import Choice
from tests.carnevale.tables import Kind, Meaning, Obstacle, Table, block, fight, mini, of, sheet, take_turn

ABOARD = (12.0, 12.5, -0.4)
QUAY = (12.0, 8.5, 0.0)


def moat(kind: Afloat, wide: float, surface: float = -1.75) -> Board:
    """Water so wide from y = 10 between two quays, which nobody climbs out of unless it is high, and a vessel of 3" by
    5" at the nearer one, its deck 0.4" lower than the quay."""
    stone = Meaning(climbable=surface > -1.0)
    parts = [
        ("ground/near", stone, block((0, 0, -4), (24, 10, 0))),
        ("ground/far", stone, block((0, 10 + wide, -4), (24, 36, 0))),
        ("moat/water", Meaning(kind=Kind.WATER), sheet((0, 10), (24, 10 + wide), surface)),
    ]
    meaning = Meaning(vessel=kind, obstacle=Obstacle.LARGE, unstable=kind is Afloat.GONDOLA)
    hull = Part("barge/deck", meaning, block((-1.5, -2.5, -0.3), (1.5, 2.5, -0.4 - surface)))
    fixed = Board.from_parts(parts, size=(24.0, 36.0))
    vessel = Vessel("barge", (hull,), VesselAt("barge", (12, 12.5, surface)))
    return Board("moat", fixed.size, fixed.parts, (vessel,))


def planned(board: Board, *others: dict[str, Any], at: Any = ABOARD) -> tuple[Table, list[TurnPlan]]:
    """A fight across the moat, and the trips among the plans of one who does not mind what Command Points cost."""
    foe = mini("z", "south", (12, 27, 0))
    table = fight(board, mini("a", "north", at, cp=2), *others, foe, dice=[8, 8, 8, 2, 2] * 20)
    take_turn(table, "a")
    for who in ("a", *(other["id"] for other in others)):
        table.state.set(who, aboard="barge" if table.state[who].here[1] > 10 else None)
    weights = msgspec.structs.replace(weights_of("seasoned"), order=0.0)
    plans = TurnPlans(Outlook(table.state, table.measure, weights), "a").ranked()
    return table, [plan for plan in plans if isinstance(plan.why, GoesByBoat)]


@pytest.mark.rule("TERR-13")
def test_whoever_is_aboard_a_gondola_rows() -> None:
    _, trips = planned(moat(Afloat.GONDOLA, 9.0))
    first = trips[0].first
    assert isinstance(first, Row)
    assert first.to is not None
    assert first.to == pytest.approx((12.0, 17.5, -1.75), abs=0.2)  # as far as the water leads, broadside on


@pytest.mark.rule("TERR-14")
def test_a_boat_is_cast_off() -> None:
    _, trips = planned(moat(Afloat.BOAT, 14.0))
    first = trips[0].first
    assert isinstance(first, CastOff)
    assert first.to[1] == pytest.approx(22.4, abs=0.3)


@pytest.mark.rule("TERR-14")
def test_whoever_stands_beside_it_goes_aboard_first() -> None:
    table, trips = planned(moat(Afloat.BOAT, 14.0, surface=-0.75), at=QUAY)
    first = trips[0].first
    assert isinstance(first, Run)
    assert first.to is not None
    assert 10.0 < first.to[1] < 15.0
    assert table.state["a"].here == QUAY  # it only thinks


@pytest.mark.rule("TERR-14")
@pytest.mark.parametrize("seat", ["north", "south"])
def test_no_trip_is_planned_with_an_enemy_aboard(seat: str) -> None:
    _, trips = planned(moat(Afloat.BOAT, 14.0), mini("b", seat, (12.0, 14.3, -0.4)))
    assert bool(trips) == (seat == "north")


def test_the_bot_crosses_where_nobody_can_swim() -> None:
    """The water is left by nobody, and the jump over it is too far."""
    foe = mini("z", "south", (12, 24.0, 0), attack=1)
    table = fight(moat(Afloat.GONDOLA, 9.0), mini("a", "north", ABOARD), foe, dice=[8, 8, 8, 2, 2] * 40)
    take_turn(table, "a")
    table.state.set("a", aboard="barge")
    bot: Any = make("seasoned", 1)
    while table.state["a"].ap and isinstance(table.request, Choice):
        table.answer(bot.choose(table.state, table.request, table.measure))
    assert of(table.state.log, Rowed)
    assert table.state["a"].here[1] > ABOARD[1] + 3.0


def test_the_board_tells_what_floats() -> None:
    board = moat(Afloat.BOAT, 14.0)
    table = fight(board, mini("a", "north", ABOARD))
    table.state.vessels = (VesselAt("barge", (12.0, 20.0, -1.75)), VesselAt("gondola#north", (6.0, 14.0, -1.75)))
    fleet: Fleet = table.measure(table.state, FleetOf())
    assert [(berth.piece, berth.at[1]) for berth in fleet.berths] == [("barge", 20.0), ("gondola#north", 14.0)]
