"""The barge that ships: a boat for a gang, boarded from a quay and cast off."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.model.queries import GroundOf
from sim.board.model.verdicts import Ground
from sim.carnevale.actions import CastOff, Run
from sim.carnevale.events import Rowed
from tests.carnevale.tables import Table, fight, mini, of, take_turn

MAP = """
format = 1
name = "Lagoon"
size = [24, 30]

[[canals]]
id = "laguna"
line = [[0, 15], [24, 15]]
width = 16

[[pieces]]
piece = "peata"
id = "peata"
at = [12, 8.9]
z = -0.75
"""
DECK = -0.45


@pytest.fixture
def lagoon(tmp_path: Path) -> Board:
    path = tmp_path / "lagoon.toml"
    path.write_text(MAP)
    return Board.load(path)


def landed(board: Board) -> Table:
    """One who stands on the quay beside the barge."""
    table = fight(board, mini("a", "north", (12, 6.2, 0), cp=2), mini("z", "south", (12, 27, 0)))
    take_turn(table, "a")
    return table


@pytest.mark.rule("TERR-14")
def test_it_is_boarded_and_cast_off(lagoon: Board) -> None:
    table = landed(lagoon)
    table.answer(Run(to=(12, 8.9, DECK)))
    assert table.state["a"].aboard == "peata"
    table.answer(CastOff((12, 20.5, -0.75)))
    assert of(table.state.log, Rowed)[-1].length == pytest.approx(11.6, abs=0.01)
    assert table.state["a"].here[1] == pytest.approx(20.5, abs=0.01)
    table.answer(Run(to=(12, 24.2, 0)))
    assert table.state["a"].here == pytest.approx((12, 24.2, 0), abs=0.01)


@pytest.mark.rule("TERR-14")
def test_six_of_a_gang_stand_on_it(lagoon: Board) -> None:
    places = [(x, y) for x in (9.8, 12.0, 14.2) for y in (8.3, 9.5)]
    assert min(hypot(a - c, b - d) for a, b in places for c, d in places if (a, b) != (c, d)) >= 1.19
    table = fight(lagoon, *(mini(f"m{n}", "north", (x, y, DECK)) for n, (x, y) in enumerate(places)))
    for n in range(len(places)):
        ground: Ground = table.measure(table.state, GroundOf(f"m{n}"))
        assert (ground.vessel, ground.whole, ground.free, ground.gondola) == ("peata", True, True, False)
