"""Agendas as a game that is really played achieves them (AGENDA-...)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import agendas
from sim.carnevale.agendas.history import History
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Change,
    Disengaged,
    Event,
    Fell,
    Jumped,
    Killed,
    LostLife,
    Moved,
    Overruled,
    PointsLost,
    Pushed,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from sim.engine.requests import Choice
from sim.words.tongues import load
from tests.carnevale.fighters import TOUCH, fighter
from tests.carnevale.tables import Point, Table, canal, do, fight, house, of, only, plain_street, street

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


WHERE: list[tuple[Event, Point | None, bool]] = [  # what happens to A, where it is then, and whether it swims
    (Moved(who="a", how="swim", path=((1, 1, 0), (2, 2, -1)), in_water=True), (2, 2, -1), True),
    (Overruled(who="a", change=Change(lp=3), why="agreed"), (2, 2, -1), True),
    (Overruled(who="a", change=Change(at=(3, 3, 0)), why="agreed"), (3, 3, 0), False),
    (Overruled(who="a", change=Change(at=(4, 4, -1)), why="agreed", in_water=True), (4, 4, -1), True),
    (Jumped(who="a", path=((4, 4, 0), (5, 5, 0)), to=(5, 5, 0), length=2.0, outcome="success"), (5, 5, 0), False),
    (Pushed(who="a", by="b", path=((5, 5, 0), (6, 6, -1)), why="grapple", in_water=True), (6, 6, -1), True),
    (Pushed(who="a", by="b", path=((6, 6, -1), (7, 7, 0)), why="grapple"), (7, 7, 0), False),
    (Fell(who="a", start=(7, 7, 3), rest=(7, 7, -1), height=1.0, landing="water", part=None), (7, 7, -1), True),
    (Fell(who="a", start=(7, 7, 3), rest=(7, 8, 0), height=3.0, landing="solid", part=None), (7, 8, 0), False),
    (Killed(who="a", by="b", why="combat", where=(7, 8, 0)), None, False),
]


@pytest.mark.rule("SCEN-11", "TURN-12", "ACT-07", "FALL-01")
def test_the_log_alone_tells_who_stands_where_and_who_swims() -> None:
    table = fight(plain_street(), fighter("a", "north", (1, 1, 0)), fighter("b", "south", (20, 20, 0)))
    for event, at, swims in WHERE:
        table.state.emit(event)
        moment = History(table.state).moments[-1]
        assert (moment.event, moment.places.get("a"), "a" in moment.in_water) == (event, at, swims)
        assert (moment.places["b"], "b" in moment.in_water) == ((20, 20, 0), False)


@pytest.mark.rule("SCEN-11", "MOVE-13")
def test_the_log_alone_tells_in_which_action_of_whose_turn_something_happened() -> None:
    def began(who: str, action: str) -> Event:
        return ActionBegan(who=who, action=action, ap=1, target=None)

    def ended(who: str, action: str) -> Event:
        return ActionEnded(who=who, action=action)

    table = fight(plain_street(), fighter("a", "north", (1, 1, 0)), fighter("b", "south", (20, 20, 0)))
    steps: list[tuple[Event, str | None, str | None]] = [
        (TurnBegan(who="a"), "a", None),
        (began("a", "run"), "a", "run"),
        (began("b", "combat"), "a", "combat"),
        (ended("b", "combat"), "a", "combat"),
        (LostLife(who="a", lost=1, why="fall"), "a", "run"),
        (ended("a", "run"), "a", "run"),
        (LostLife(who="a", lost=1, why="fall"), "a", None),
        (TurnEnded(who="a"), None, None),
        (RoundBegan(round=2), None, None),
    ]
    for event, turn, action in steps:
        table.state.emit(event)
        moment = History(table.state).moments[-1]
        assert (moment.turn, moment.action and moment.action.action) == (turn, action)
    assert moment.round == 2


@pytest.mark.rule("TURN-06")
def test_an_agenda_that_may_be_dropped_is_quoted_as_in_the_chronicle() -> None:
    """In French its title ran into the sentence about who drops it."""
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0)), FAR_OFF)
    label = DropAgenda(seat="north", agendas=("B10",), planners=("a",)).label(table.state, Plan("a", "B10"))
    (found,) = [each for each in (agendas.find("B10"),) if each is not None]
    assert label.text == f"A drops “{found.title}”"
    assert load("fr").told(label.text).endswith("\u00a0»")
