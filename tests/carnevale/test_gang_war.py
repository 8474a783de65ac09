"""Gang War from the first gondola to the last point (SCEN-01, 02, 05)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.board.model.terrain import Kind, Meaning
from sim.carnevale.characters import Profile
from sim.carnevale.events import Entered, GameEnded, Killed, RoundBegan, Scored
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.setup import WrongSetup
from sim.carnevale.state import State
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, Refused
from sim.engine.session import Session
from tests.carnevale.tables import GAME, block, sheet

Table = Session[State]


def quarter() -> Board:
    """36 x 36" with a canal 8" wide from west to east, and a house 8" high on the north edge."""
    return Board.from_parts(
        [
            ("ground/south", Meaning(climbable=False), block((0, 0, -4), (36, 14, 0))),
            ("ground/north", Meaning(climbable=False), block((0, 22, -4), (36, 36, 0))),
            ("canal/water", Meaning(kind=Kind.WATER), sheet((0, 14), (36, 22), -0.75)),
            ("house/walls", Meaning(), block((2, 30, 0), (8, 36, 8))),
            ("pool/water", Meaning(kind=Kind.WATER), sheet((30, 30), (34, 34), 0.01)),
        ]
    )


def member(id: str, **profile: Any) -> dict[str, Any]:
    return {"id": id, "profile": msgspec.to_builtins(Profile(**{"name": id.upper(), "cp": 2, **profile}))}


def war(*dice: int, north: list[dict[str, Any]] | None = None, board: Board | None = None) -> Table:
    """Gang War with two characters a side; agendas B1, B4, B6 for both, then the dice given."""
    gangs = [
        {"seat": "north", "members": north or [member("n1"), member("n2")]},
        {"seat": "south", "members": [member("s1"), member("s2")]},
    ]
    setup = {"board": "quarter", "scenario": "gang-war", "gangs": gangs}
    agendas = [4, 1, 4, 4, 4, 6] * 2
    return Session(GAME, GAME.begin(setup), ScriptedDice([*agendas, *dice]), Referee(board or quarter()))


def moor(table: Table) -> None:
    """Both players moor their gondola."""
    table.answer({"x": 10.0, "y": 18.0, "turn": 0.0})
    table.answer({"x": 24.0, "y": 18.0, "turn": 0.0})


def pending(table: Table) -> Choice:
    assert isinstance(table.request, Choice)
    return table.request


@pytest.mark.rule("SCEN-01", "SCEN-05")
def test_setup_runs_from_scenery_to_agendas_to_the_roll_off_to_deployment() -> None:
    table = war(7, 3)
    asked = [pending(table).prompt]
    moor(table)
    asked.append(pending(table).prompt)
    table.answer("south edge")
    asked.append(pending(table).prompt)
    assert asked == ["gondola", "zone", "deploy"]
    assert {v.piece for v in table.state.vessels} == {"gondola#north", "gondola#south"}
    assert table.state.seats["north"].agendas == table.state.seats["south"].agendas == ("B1", "B4", "B6")


@pytest.mark.rule("SCEN-05")
def test_a_gondola_is_set_up_wholly_in_water_and_clear_of_the_other() -> None:
    table = war(7, 3)
    for place, why in (
        ({"x": 10.0, "y": 10.0}, "there is no water"),
        ({"x": 10.0, "y": 14.0}, "the place is taken|wholly"),
    ):
        with pytest.raises(Refused, match=f"SCEN-05: .*({why})"):
            table.answer(place)
    table.answer({"x": 10.0, "y": 18.0})
    with pytest.raises(Refused, match="SCEN-05: the place is taken by North's gondola"):
        table.answer({"x": 12.0, "y": 18.0})


@pytest.mark.rule("SCEN-02")
def test_ties_roll_again_and_the_highest_takes_a_zone_and_deploys_first() -> None:
    table = war(4, 4, 2, 9)
    moor(table)
    choice = pending(table)
    assert (choice.seat, choice.prompt, choice.options) == ("south", "zone", ("north edge", "south edge"))
    table.answer("north edge")
    table.answer({"who": "s1", "at": [20, 30, 0]})
    table.answer({"who": "s2", "at": [22, 30, 0]})
    assert (pending(table).seat, pending(table).options) == ("north", ("south edge",))


def deploying(north: list[dict[str, Any]] | None = None) -> Table:
    """North deploys on the north edge; south's s1 stands at (20, 7), s2 at (22, 7)."""
    table = war(3, 7, north=north)
    moor(table)
    table.answer("south edge")
    table.answer({"who": "s1", "at": [20, 7, 0]})
    table.answer({"who": "s2", "at": [22, 7, 0]})
    table.answer("north edge")
    return table


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ([20, 27, 0], "wholly inside the north edge"),
        ([20, 28.5, 0], "wholly inside the north edge"),
        ([5, 33, 8], "within 3 inches of ground level"),
        ([32, 32, 0.01], "may not be set up in water"),
        ([5, 33, 0], "cannot be placed there"),
        ([20, 32, 1.5], "cannot be placed there"),
    ],
)
def test_deployment_keeps_to_the_zone_to_ground_level_and_out_of_water(at: list[float], why: str) -> None:
    table = deploying()
    with pytest.raises(Refused, match=f"SCEN-02: .*{why}"):
        table.answer({"who": "n1", "at": at})


@pytest.mark.rule("SCEN-02", "ABIL-Infiltration", "ABIL-Water-Creature")
def test_abilities_lift_the_limits_of_deployment() -> None:
    table = deploying([member("n1", abilities=("Infiltration",)), member("n2", abilities=("Water Creature",))])
    with pytest.raises(Refused, match="may not be set up in water"):
        table.answer({"who": "n1", "at": [32, 32, 0.01]})
    table.answer({"who": "n1", "at": [5, 33, 8]})
    table.answer({"who": "n2", "at": [32, 32, 0.01]})
    assert table.state.round == 1


@pytest.mark.rule("SCEN-02")
def test_nobody_deploys_within_four_inches_of_an_enemy() -> None:
    table = deploying()
    table.state.set("s1", at=(20.0, 30.0, 0.0))  # an infiltrator, say
    with pytest.raises(Refused, match="SCEN-02: N1 must be 4 inches from S1"):
        table.answer({"who": "n1", "at": [25, 30, 0]})
    table.answer({"who": "n1", "at": [25.2, 30, 0]})


@pytest.mark.rule("SCEN-02")
def test_all_enemies_that_are_too_near_are_named() -> None:
    table = deploying()
    table.state.set("s1", at=(20.0, 30.0, 0.0))
    table.state.set("s2", at=(25.0, 26.0, 0.0))
    with pytest.raises(Refused, match=r"SCEN-02: N1 must be 4 inches from S1 and S2$"):
        table.answer({"who": "n1", "at": [24, 30, 0]})


@pytest.mark.rule("SCEN-02")
def test_who_stands_may_be_put_elsewhere_until_the_whole_gang_stands() -> None:
    table = deploying()
    table.answer({"who": "n1", "at": [20, 30, 0]})
    with pytest.raises(Refused, match="SCEN-02: N2 cannot be placed there"):
        table.answer({"who": "n2", "at": [20.5, 30, 0]})
    with pytest.raises(Refused, match="SCEN-02: s1 is not for North to set up"):
        table.answer({"who": "s1", "at": [24, 30, 0]})
    table.answer({"who": "n1", "at": [24, 30, 0]})
    assert getattr(pending(table), "waiting", None) == ("n2",)
    table.answer({"who": "n2", "at": [20.5, 30, 0]})
    assert (table.state["n1"].here, table.state.round) == ((24, 30, 0), 1)


@pytest.mark.rule("SCEN-02")
def test_a_character_set_down_from_above_settles_on_the_ground() -> None:
    table = deploying()
    region = pending(table).region
    assert isinstance(region, Deployment)
    place = region.settle(table.state, table.measure, "n1", (20.0, 30.0, 3.0))
    assert place is not None
    assert (place.who, place.at, place.aboard) == ("n1", (20.0, 30.0, 0.0), None)
    assert region.settle(table.state, table.measure, "n1", (50.0, 30.0, 3.0)) is None


@pytest.mark.rule("SCEN-05", "TURN-03")
def test_after_five_rounds_everyone_still_on_the_board_scores_a_point() -> None:
    table = deploying()
    table.dice = ScriptedDice([*table.dice.faces, *[7, 7, 2, 2] * 5])  # type: ignore[attr-defined]
    table.answer({"who": "n1", "at": [20, 30, 0]})
    table.answer({"who": "n2", "at": [24, 30, 0]})
    table.state.emit(Killed(who="s2", by="n1", why="combat", where=(22.0, 7.0, 0.0)))
    while table.request is not None:
        choice = pending(table)
        table.answer(choice.default if choice.default is not None else choice.options[0])
    rounds = [event.round for event in table.events if isinstance(event, RoundBegan)]
    assert rounds == [1, 2, 3, 4, 5]
    scored = [(event.seat, event.vp) for event in table.events if isinstance(event, Scored)]
    assert scored == [("north", 2), ("south", 1)]
    (end,) = (event for event in table.events if isinstance(event, GameEnded))
    assert (end.winners, end.scores) == (("north",), {"north": 2, "south": 1})
    assert table.state.over


@pytest.mark.rule("SCEN-05")
def test_gang_war_is_for_two_to_four_gangs() -> None:
    with pytest.raises(WrongSetup, match="Gang War is for 2 to 4 gangs, not 1"):
        GAME.begin({"board": "x", "scenario": "gang-war", "gangs": [{"seat": "north", "members": []}]})


def test_an_unknown_scenario_is_refused_with_those_there_are() -> None:
    with pytest.raises(WrongSetup, match=r"there is no scenario 'peace'; there are: .*gang-war"):
        GAME.begin({"board": "x", "scenario": "peace", "gangs": [{"seat": "north", "members": []}]})


def test_every_character_enters_with_its_points() -> None:
    table = war(7, 3)
    entered = [event.character for event in table.events if isinstance(event, Entered)]
    assert [c.id for c in entered] == ["n1", "n2", "s1", "s2"]
    assert all((c.lp, c.cp) == (10, 2) for c in entered)
