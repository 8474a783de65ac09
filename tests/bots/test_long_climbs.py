"""Walls that are too high for one action are climbed in two: between them a climber hangs on (MOVE-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.board.model.queries import GroundOf
from sim.board.model.verdicts import Ground
from sim.bots import candidate_places, make
from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.long_climbs import off_the_wall, onto_the_wall
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.actions import Run
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.moving import MoveOn
from sim.carnevale.referee import Referee
from sim.engine.reasons import Reason
from tests.carnevale.stages import staged
from tests.carnevale.tables import Table, fight, house, mini, street, take_turn

ROOF = (8.0, 10.0, 5.2)


def at_a_house(
    x: float, dice: Sequence[int] = (9, 2, 2, 2, 2), bot: str = "seasoned", high: float = ROOF[2]
) -> tuple[Table, TurnPlans]:
    """One with a MOVE of 5 before a house, of 5.2" if nothing else is said, and its plans."""
    minis = mini("a", "north", (x, 10, 0)), mini("b", "south", (22, 22, 0), attack=1)
    table = fight(street(house((6, 6), (14, 14), high)), *minis, dice=[*dice] * 20)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of(bot)), "a")
    return table, plans


@pytest.mark.rule("MOVE-04")
def test_a_wall_is_climbed_in_two_actions() -> None:
    table, plans = at_a_house(5.0)
    run = onto_the_wall(plans, ROOF, 3)
    assert run is not None
    assert 4.0 < run.path[-1][2] < ROOF[2]
    table.answer(run)
    assert table.state["a"].on_wall
    bot: Any = make("seasoned", 1)
    assert isinstance(table.request, WhichAction)
    table.answer(bot.choose(table.state, table.request, table.measure))
    assert bot.reason == Reason(("A climbs on.",))
    assert table.state["a"].here[2] == pytest.approx(ROOF[2], abs=0.01)
    assert not table.state["a"].on_wall


@pytest.mark.rule("MOVE-04")
def test_whoever_hangs_too_low_for_the_roof_climbs_on_up_the_wall() -> None:
    """At the basin a large base climbed half a wall in its first action, hid there and fell, round after round."""
    high = 9.5
    table, plans = at_a_house(5.0, high=high)
    run = onto_the_wall(plans, (8.0, 10.0, high), 3)
    assert run is not None
    table.answer(run)
    heights = [table.state["a"].here[2]]
    bot: Any = make("seasoned", 1)
    while table.state["a"].on_wall:
        assert isinstance(table.request, WhichAction)
        table.answer(bot.choose(table.state, table.request, table.measure))
        assert bot.reason == Reason(("A climbs on.",))
        heights.append(table.state["a"].here[2])
    assert heights == sorted(heights)
    assert len(heights) == 3
    assert heights[-1] == pytest.approx(high, abs=0.01)


@pytest.mark.rule("MOVE-04")
@pytest.mark.parametrize(("high", "actions"), [(5.2, 2), (9.5, 3)])
@pytest.mark.parametrize("bot", ["seasoned", "master"])
def test_whoever_stands_on_a_roof_higher_than_its_move_comes_down(high: float, actions: int, bot: str) -> None:
    """An Astrologer climbed a roof of 6.8" in the first round and stood there to the end, as did others."""
    minis = mini("a", "north", (8, 10, high)), mini("b", "south", (22, 22, 0), attack=1)
    table = fight(street(house((6, 6), (14, 14), high)), *minis, dice=[9, 2, 2, 2, 2] * 20)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of(bot)), "a")
    street_below = TurnPlan(1.0, END, "goes where it stands best", to=(4.0, 10.0, 0.0))
    first = next(first_steps(plans, street_below, 3))
    assert isinstance(first, Run)
    table.answer(first)
    heights = [table.state["a"].here[2]]
    player: Any = make(bot, 1)
    while table.state["a"].on_wall:
        assert isinstance(table.request, WhichAction)
        table.answer(player.choose(table.state, table.request, table.measure))
        assert player.reason == Reason(("A climbs on.",))
        heights.append(table.state["a"].here[2])
    assert len(heights) == actions
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] == pytest.approx(0.0, abs=0.01)


@pytest.mark.rule("MOVE-04")
def test_the_master_hangs_well_under_the_edge() -> None:
    """Under eaves the way on is lost to whoever hangs close to them: of 19 such climbs 12 led down again."""
    hangs = {}
    for bot in ("master", "seasoned"):
        table, plans = at_a_house(5.3, bot=bot, high=4.7)
        run = onto_the_wall(plans, (8.0, 10.0, 4.7), 3)
        assert run is not None
        hangs[bot] = run.path[-1][2]
        table.answer(run)
        player: Any = make(bot, 1)
        assert isinstance(table.request, WhichAction)
        table.answer(player.choose(table.state, table.request, table.measure))
        assert table.state["a"].here[2] == pytest.approx(4.7, abs=0.05)
    assert hangs["master"] == pytest.approx(4.1, abs=0.05)
    assert hangs["seasoned"] > 4.3


@pytest.mark.rule("MOVE-03")
def test_what_a_critical_adds_leads_to_the_roof() -> None:
    table, plans = at_a_house(5.0, dice=(10, 9, 9, 9, 9))
    run = onto_the_wall(plans, ROOF, 3)
    assert run is not None
    table.answer(run)
    assert isinstance(table.request, MoveOn)
    table.answer(make("seasoned", 1).choose(table.state, table.request, table.measure))
    assert table.state["a"].here[2] == pytest.approx(ROOF[2], abs=0.01)


def test_nobody_hangs_on_a_wall_who_cannot_climb_on() -> None:
    _, plans = at_a_house(5.0)
    assert onto_the_wall(plans, ROOF, 1) is None
    assert onto_the_wall(plans, (5.2, 12.0, 0.0), 3) is None  # no climb leads there
    _, plans = at_a_house(1.0)
    assert onto_the_wall(plans, ROOF, 2) is None  # the wall is still far off


def test_a_plan_for_a_roof_begins_with_the_wall() -> None:
    _, plans = at_a_house(5.0)
    first = next(first_steps(plans, TurnPlan(1.0, END, "goes where it stands best", to=ROOF), plans.me.ap))
    assert isinstance(first, Run)
    assert first.path == getattr(onto_the_wall(plans, ROOF, 2), "path", None)


def test_places_off_a_wall_are_where_a_base_rests() -> None:
    """Beside Ca del Ponte, where the street has several heights, one of them hung 1.26" over it."""
    minis = ("n1", "north", (1.705, 9.111, 3.375)), ("s1", "south", (20.0, 20.0, 0.0))
    state = staged("acquisition", *minis)
    measure = Referee(Board.load("campiello-dei-remi"))
    mover = msgspec.structs.replace(candidate_places.runner(state, "n1", measure), move=5.0)
    places = off_the_wall(state, measure, mover)
    assert places
    for at in places:
        ground: Ground = measure(state, GroundOf("n1", at))
        assert ground.whole, at
