"""Whoever stands on a boat is shown that it is cast off, what that costs, how far it goes, and who goes along."""

from __future__ import annotations

from typing import Any

import pytest

from sim.app.table import previews
from sim.app.table.preview_requests import needs_confirmation
from sim.app.table.tools import Button, Tool, menu
from tests.carnevale.stages import asked
from tests.carnevale.tables import Table, canal, do, fight, gondola, mini, take_turn
from tests.carnevale.test_boats import aboard, barge


def vessel(table: Table) -> Button:
    return next(button for button in menu(table.state, table.measure, asked(table)).buttons if button.tool is Tool.ROW)


def aimed(table: Table, y: float) -> Any:
    return previews.preview_rowing(table.state, table.measure, asked(table).region, (17.0, y, 0.0), None)


@pytest.mark.rule("TERR-14")
def test_a_boat_is_cast_off_for_command_points_and_no_action() -> None:
    """It was told to be rowed, as a gondola, for an Action Point; its Command Points were spent without a word."""
    table = barge(aboard("a", "north"), aboard("c", "north", 8.0))
    take_turn(table, "a")
    button = vessel(table)
    assert (button.label, button.ap, button.why) == ("Cast off", 0, "")
    assert button.hint == '2 CP. Move the boat up to 12", with all aboard'
    shown = aimed(table, 14.0)
    assert (shown.title, shown.words) == ("Cast off", ('8.0" of 12"', "2 CP", "takes C along"))
    assert needs_confirmation(shown)
    table.answer(shown.answer)
    assert table.state["a"].cp == 1


@pytest.mark.rule("TERR-14", "ABIL-Boat-Crew")
def test_with_boatmen_aboard_it_is_told_that_it_goes_further_for_less() -> None:
    table = barge(aboard("a", "north", abilities=("Boat Crew",)))
    take_turn(table, "a")
    assert vessel(table).hint == '1 CP. Move the boat up to 18", with all aboard'
    assert aimed(table, 20.0).words == ('14.0" of 18"', "1 CP")


@pytest.mark.rule("TERR-14", "TURN-05", "TURN-10")
@pytest.mark.parametrize(
    ("minis", "why"),
    [
        ((aboard("a", "north", cp=1),), "Cast Off costs 2 CP and A has 1"),
        ((aboard("a", "north"), aboard("b", "south", 9.0)), "B is aboard, and is an enemy"),
    ],
)
def test_why_a_boat_cannot_be_cast_off_is_told_before_it_is_aimed(minis: tuple[dict[str, Any], ...], why: str) -> None:
    table = barge(*minis)
    take_turn(table, "a")
    assert why in vessel(table).why


@pytest.mark.rule("TERR-14", "TURN-10")
def test_a_boat_is_cast_off_once_and_without_an_action_left() -> None:
    table = barge(aboard("a", "north", cp=4, ap=1))
    do(table, "a", {"act": "run", "to": (17, 7, 0.25)})
    assert (table.state["a"].ap, vessel(table).why) == (0, "")
    table.answer(aimed(table, 10.0).answer)
    assert "has used a command ability this round" in vessel(table).why


@pytest.mark.rule("TERR-13")
def test_a_gondola_is_rowed_also_by_whoever_began_the_game_in_it() -> None:
    """In a fight without a set-up there was no such button until one had run along the gondola."""
    table = fight(canal(gondola(13, 12)), mini("a", "north", (13, 12, -0.45)), mini("b", "south", (4, 4, 0)))
    take_turn(table, "a")
    assert (vessel(table).label, vessel(table).ap) == ("Row", 1)
    shown = previews.preview_rowing(table.state, table.measure, asked(table).region, (13.0, 14.0, 0.0), None)
    assert (shown.refusal, shown.piece) == (None, "gondola")
