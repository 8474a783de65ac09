"""Vessels go round bends (TERR-13, TERR-14)."""

from __future__ import annotations

from functools import cache

import pytest

from sim.board.board import Board, Part, Vessel
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import VesselKind as Afloat
from sim.carnevale.events import Rowed
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
DECK = -0.35


@cache
def bend(kind: Afloat = Afloat.BOAT, wide: float = 6.0) -> Board:
    """A canal from the south that turns to the east after 20", and a boat of 1.4" by 6" in its middle."""
    parts = [
        ("ground/corner", STONE, block((10 + wide, 0, -4), (40, 20 - wide, 0))),
        ("ground/west", STONE, block((0, 0, -4), (10, 40, 0))),
        ("ground/north", STONE, block((10, 20, -4), (40, 40, 0))),
        ("canal/water", Meaning(kind=Kind.WATER), sheet((10, 0), (40, 20), -0.75)),
    ]
    fixed = Board.from_parts(parts, size=(40.0, 40.0))
    meaning = Meaning(vessel=kind, obstacle=Obstacle.LARGE)
    hull = Part("barge/deck", meaning, block((-0.7, -3, -0.3), (0.7, 3, 0.4)))
    return Board(
        "bend", fixed.size, fixed.parts, (Vessel("barge", (hull,), VesselAt("barge", (10 + wide / 2, 8, -0.75))),)
    )


def aboard(board: Board, cp: int = 2) -> Table:
    table = fight(board, mini("a", "north", (13, 8, DECK), cp=cp), mini("z", "south", (4, 36, 0)))
    take_turn(table, "a")
    table.state.set("a", aboard="barge")
    return table


@pytest.mark.rule("TERR-14")
def test_a_boat_is_cast_off_round_a_bend() -> None:
    table = aboard(bend())
    rowed = only(do(table, "a", {"act": "cast_off", "to": (17.5, 17, -0.75), "turn": -90}), Rowed)
    assert rowed.to == VesselAt("barge", (17.5, 17, -0.75), 270)
    assert rowed.row is not None
    assert rowed.row.way
    assert 10.1 < rowed.row.rider_moved < 12  # by the straight way: 10.06"
    print(rowed.row)
