"""Whoever flies does so at the table: shown, previewed and told (ABIL-Flight)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import shapely

from sim.app.table.previews import charges, moves
from sim.app.table.previews.areas import joined_reach
from sim.app.table.tools import Tool, menu
from sim.board.model.verdicts import Level, Reach
from sim.carnevale.actions import Run
from sim.carnevale.events import Fell
from sim.carnevale.questions import Question
from sim.engine.requests import Choice
from tests.carnevale.tables import Table, end_turn, fight, mini, roof_street, take_turn

ROOF = (14.7, 12.0, 8.0)  # across the street


def on_a_roof(*able: str, dice: Sequence[int] = ()) -> tuple[Table, Any]:
    """With a MOVE of 6 at the edge of a roof, 8" over the street, an enemy on the roof across it."""
    minis = mini("a", "north", (9.4, 12, 8), move=6, abilities=able), mini("b", "south", (16.5, 13, 8))
    table = fight(roof_street(), *minis, dice=dice)
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    return table, table.request.region


@pytest.mark.rule("ABIL-Flight")
def test_it_flies_where_it_could_not_walk() -> None:
    table, region = on_a_roof("Flight")
    shown = moves.preview_path(table.state, table.measure, region, ROOF)
    assert shown.refusal is None
    assert shown.title == "Fly here"
    assert 'fly 5.3"' in shown.words
    table.answer(shown.answer)
    assert table.state["a"].here == ROOF


@pytest.mark.rule("ABIL-Flight")
def test_who_does_not_fly_runs_as_ever() -> None:
    table, region = on_a_roof()
    assert moves.preview_path(table.state, table.measure, region, ROOF).title == "Climb this far"
    beside = moves.preview_path(table.state, table.measure, region, (8.4, 12, 8))
    assert (beside.answer, beside.title) == (Run(to=(8.4, 12, 8)), "Go here")


@pytest.mark.rule("ABIL-Flight", "MOVE-10")
def test_it_charges_through_the_air() -> None:
    table, region = on_a_roof("Flight")
    shown = charges.preview_charge(table.state, table.measure, region, "b")
    assert shown.refusal is None
    assert isinstance(shown.answer, Run)
    assert shown.answer.fly
    assert shown.title == "Charge"


@pytest.mark.rule("ABIL-Flight")
def test_its_reach_is_that_of_its_flights_and_of_its_runs() -> None:
    table, region = on_a_roof("Flight")
    assert holds(moves.reach_area(table.state, table.measure, region), *ROOF)
    walker, other = on_a_roof()
    assert not holds(moves.reach_area(walker.state, walker.measure, other), *ROOF)


@pytest.mark.rule("ABIL-Flight", "MOVE-04")
def test_end_turn_says_that_it_falls_out_of_the_air() -> None:
    """It said that it hung on a wall."""
    table, region = on_a_roof("Flight", dice=[5] * 10)
    shown = moves.preview_path(table.state, table.measure, region, (12.0, 12.0, 6.0))
    assert "in mid-air: it can only fly on, and falls if its turn ends there" in shown.words
    table.answer(shown.answer)
    assert isinstance(table.request, Question)
    (hint,) = [button.hint for button in menu(table.state, table.measure, table.request).buttons if button.key == "E"]
    (fell,) = [event for event in end_turn(table) if isinstance(event, Fell)]
    assert hint == f'it is in mid-air, and falls {fell.fallen:.1f}"'


@pytest.mark.rule("ABIL-Flight")
@pytest.mark.parametrize(("able", "label"), [(("Flight",), "Fly"), ((), "Run")])
def test_its_button_says_so(able: tuple[str, ...], label: str) -> None:
    table, _ = on_a_roof(*able)
    assert isinstance(table.request, Choice)
    shown = menu(table.state, table.measure, table.request)  # type: ignore[arg-type]
    assert [button.label for button in shown.buttons if button.tool is Tool.RUN] == [label]


@pytest.mark.rule("ABIL-Flight")
def test_a_flight_that_ends_in_mid_air_says_what_becomes_of_it() -> None:
    table, region = on_a_roof("Flight")
    shown = moves.preview_path(table.state, table.measure, region, (12.0, 12.0, 9.0))
    assert shown.refusal is None
    assert "in mid-air: it can only fly on, and falls if its turn ends there" in shown.words


def test_two_areas_become_one_where_neither_takes_a_roll() -> None:
    both = joined_reach(area(0, 4), area(2, 6, z=0.2))
    assert [(level.area, level.needs_roll, level.z) for level in both.levels] == [(24.0, False, (0.0, 0.2))]
    assert both.area == 24.0
    assert joined_reach(area(0, 4), area(1, 2)).area == 16.0


def test_what_takes_a_roll_or_lies_on_another_storey_is_an_area_of_its_own() -> None:
    flown = area(0, 4)
    assert [level.area for level in joined_reach(flown, area(2, 6, roll=True)).levels] == [16.0, 8.0]
    assert [level.area for level in joined_reach(flown, area(2, 6, z=3.0)).levels] == [16.0, 16.0]
    assert joined_reach(flown, area(0, 4, roll=True)) == flown


def area(low: float, high: float, z: float = 0.0, roll: bool = False) -> Reach:
    """From x = low to high, 4" deep."""
    ring = ((low, 0.0), (high, 0.0), (high, 4.0), (low, 4.0), (low, 0.0))
    size = 4.0 * (high - low)
    return Reach((Level((z, z), ((ring,),), roll, size),), size)


def holds(reach: Reach, x: float, y: float, z: float) -> bool:
    return any(
        level.z[0] - 0.1 <= z <= level.z[1] + 0.1
        and any(shapely.Polygon(rings[0], rings[1:]).contains(shapely.Point(x, y)) for rings in level.polygons)
        for level in reach.levels
    )
