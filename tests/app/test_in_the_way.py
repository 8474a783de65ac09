"""Who is in the way of a run that is refused: all who bar it, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sim.app.table.previews import moves
from sim.carnevale.characters import Point
from sim.carnevale.moving import MoveOn
from sim.engine.requests import Choice
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import fight, house, mini, street, take_turn

LANE = (house((0, 0), (22, 5.4), 20, "south"), house((0, 6.6), (22, 24), 20, "north"))


def refused(
    at: Point, *others: tuple[float, float], corners: Sequence[Point] = (), walls: Sequence[Any] = (), **able: Any
) -> str:
    """Why a cannot run from (6, 6) past others, c, d and so on, of its gang."""
    friends = [fighter(name, "north", (x, y, 0)) for name, (x, y) in zip("cde", others, strict=False)]
    table = fight(street(*walls), mini("a", "north", (6, 6, 0), move=6, **able), *friends)
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    region: Any = table.request.region
    shown = moves.preview_path(table.state, table.measure, region, at, corners)
    assert shown.refusal is not None
    assert shown.refusal.words in shown.words
    return shown.refusal.why


@pytest.mark.rule("TERR-01")
def test_all_whose_bases_are_where_it_would_stand_are_named() -> None:
    assert refused((8.0, 6.6, 0), (8, 6), (8, 7.3), (9.5, 6)) == "C and D are in the way"


@pytest.mark.rule("MOVE-02")
def test_all_who_fill_the_only_way_are_named_and_who_stands_behind_is_not() -> None:
    assert refused((10.6, 6, 0), (8, 6), (9.3, 6), (12.5, 6), walls=LANE) == "C and D are in the way"


@pytest.mark.rule("MOVE-02")
def test_who_stands_beside_the_way_along_corners_is_not_named() -> None:
    corners = ((8.5, 6, 0),)
    assert refused((11, 6, 0), (8, 6), (9.6, 7.5), (9.6, 6), corners=corners) == "C and E are in the way"
    assert refused((11, 6, 0), (8, 6), (9.6, 7.5), corners=corners) == "C is in the way"


@pytest.mark.rule("ABIL-Flight", "MOVE-02")
def test_all_who_are_in_the_way_of_a_flight_are_named() -> None:
    corners = ((8.5, 6, 0),)
    assert refused((11, 6, 0), (8, 6), (9.6, 6), corners=corners, abilities=("Flight",)) == "C and D are in the way"


@pytest.mark.rule("TERR-01")
def test_who_is_but_touched_there_is_not_named() -> None:
    """As the enemy that is charged, whom it touches where it comes to stand."""
    assert refused((9, 6, 0), (9.6, 6), (7.827, 6)) == "C is in the way"


@pytest.mark.rule("MOVE-02", "TERR-01")
def test_where_a_wall_bars_it_too_nobody_is_named() -> None:
    assert "C" not in refused((10, 7.5, 0), (8, 6), walls=LANE)


@pytest.mark.rule("MOVE-02", "MOVE-12")
def test_enemies_in_the_way_of_what_a_critical_adds_are_named() -> None:
    """Whom it goes on past was told as it began: it is thought away there, too."""
    enemies = [mini(name, "south", (x, 6, 0)) for name, x in (("b", 7.18), ("c", 3.6), ("d", 2.4))]
    table = fight(street(*LANE), mini("a", "north", (6, 6, 0)), *enemies, dice=[*[2] * 5, 10, 9, 9, 9, 9, 9])
    take_turn(table, "a")
    table.answer({"act": "run", "path": [(5.5, 6, 0)]})
    assert isinstance(table.request, MoveOn)
    shown = moves.preview_path(table.state, table.measure, table.request.region, (1, 6, 0))
    assert shown.refusal is not None
    assert shown.refusal.why == "C and D are in the way"
