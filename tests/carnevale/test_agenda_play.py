"""Agendas as a game that is really played achieves them (AGENDA-...)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import agendas
from sim.carnevale.agendas.history import History
from sim.carnevale.events import Disengaged, Fell, Killed, PointsLost
from sim.engine.requests import Choice
from tests.carnevale.fighters import TOUCH, fighter
from tests.carnevale.tables import Table, canal, do, fight, house, of, only, plain_street, street

FAR_OFF = fighter("z", "south", (22, 22, 0))


def achieved(table: Table, id: str, seat: str = "north") -> bool:
    agenda = agendas.find(id)
    assert agenda is not None
    return agenda.achieved(History(table.state), seat, 0)


def to_and_fro(dice: list[int], equipment: tuple[str, ...] = (), **profile: Any) -> Table:
    """A stands between two enemies' ways: it leaves one, comes to the other, and leaves that."""
    minis = [fighter("a", "north", (6, 6, 0), **profile), fighter("b", "south", (6, 6 + TOUCH, 0))]
    return fight(plain_street(), *minis, dice=dice, equipment={"north": equipment})


OUT = {"act": "run", "path": [[6, 3, 0]]}
BACK = {"act": "run", "path": [[6, 6, 0]]}


@pytest.mark.rule("AGENDA-B10", "ABIL-Slippery")
def test_to_slip_away_twice_is_to_disengage_twice() -> None:
    table = to_and_fro([], abilities=("Slippery",))
    do(table, "a", OUT)
    assert not achieved(table, "B10")
    do(table, "a", BACK, opportunity="decline")
    do(table, "a", OUT)
    assert achieved(table, "B10")


@pytest.mark.rule("AGENDA-B10", "EQUIP-02")
def test_a_flash_grenade_and_a_success_are_two() -> None:
    dice = [*[2] * 5, 7, 2, 2, 2, 2]
    table = to_and_fro(dice, equipment=("flash-grenade",))
    do(table, "a", OUT, equipment=True)
    do(table, "a", BACK, opportunity="decline")
    events = do(table, "a", OUT)
    assert only(events, Disengaged).outcome == "success"
    assert achieved(table, "B10")


@pytest.mark.rule("AGENDA-B10", "MOVE-12")
def test_a_fail_that_gets_away_all_the_same_is_none() -> None:
    dice = [*[2] * 5, 2, 2, 2, 2, 2, *[2] * 5, 7, 2, 2, 2, 2]
    table = to_and_fro(dice)
    first = do(table, "a", OUT, opportunity="decline")
    assert (only(first, Disengaged).outcome, table.state["a"].here) == ("fail", (6, 3, 0))
    do(table, "a", BACK, opportunity="decline")
    do(table, "a", OUT)
    assert not achieved(table, "B10")


@pytest.mark.rule("AGENDA-D2", "FALL-02")
@pytest.mark.parametrize(("life", "survives"), [(7, True), (6, False)])
def test_whoever_dies_of_its_own_fall_has_not_survived_it(life: int, survives: bool) -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    table = fight(board, fighter("a", "north", (9.3, 12, 6), lp=life), FAR_OFF, dice=[2] * 5)
    events = do(table, "a", {"act": "run", "path": [(11.5, 12, 6)]})
    assert only(events, Fell).fallen == 6
    assert bool(of(events, Killed)) is not survives
    assert achieved(table, "D2") is survives


@pytest.mark.rule("AGENDA-A10")
def test_a_will_point_that_is_taken_away_is_not_spent_and_does_not_come_back() -> None:
    minis = [fighter(id, "north", (6 + 2 * i, 6, 0), wp=2) for i, id in enumerate("abc")]
    stolen = [PointsLost(who=id, what="wp", points=1, why="Pickpocket") for id in "abc"]
    table = fight(plain_street(), *minis, FAR_OFF, before=stolen, dice=[2] * 18)
    for n, id in enumerate("abc"):
        assert not achieved(table, "A10")
        while table.state.active != id:
            assert isinstance(table.request, Choice)
            table.answer(id if id in table.request.options else table.request.default)
        do(table, id, {"act": "jump", "to": [6 + 2 * n, 9, 0]}, will=1)
        assert table.state[id].wp == 0
    assert achieved(table, "A10")


@pytest.mark.rule("AGENDA-C3", "ACT-06")
def test_whoever_swims_already_is_not_thrown_into_the_canal() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (12, 6 + TOUCH, -0.75), lp=30)]
    table = fight(canal(), *minis, dice=[*[2] * 5, 7, 2, 2, 2, 2])
    do(table, "a", {"act": "grapple", "target": "b"}, push=(12, 12, -0.75))
    moments = History(table.state).moments
    assert "b" in moments[-1].in_water  # it is told where a push ends
    assert not achieved(table, "C3")
