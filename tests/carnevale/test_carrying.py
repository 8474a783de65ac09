"""Whatever takes a carrier from its place otherwise than by its own Run/Climb leaves the objective there (SCEN-04)."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from sim.carnevale.characters import Weapon
from sim.carnevale.events import ActionBegan, ActionEnded, Event, Fell, Jumped, Killed, LostLife, Moved, Pushed
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectivePlaced, ObjectiveTaken
from sim.carnevale.objective import Objective
from sim.carnevale.objectives import carrying
from sim.engine.requests import Choice
from sim.words import Message
from tests.carnevale.fighters import TOUCH, fighter, strike
from tests.carnevale.tables import (
    Point,
    Table,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    of,
    only,
    plain_street,
    refused,
    street,
    take_turn,
)

WET = -0.75
NET = [5, 2, 2, 2, 2]  # one Ace of five dice


def carried(who: str) -> list[Event]:
    chest = Objective("chest-1", 2, ("mobile",), at=(1.0, 1.0, 0.0))
    return [ObjectivePlaced(objective=chest), ObjectiveTaken(objective="chest-1", who=who)]


def mage(spell: str, level: int = 3) -> dict[str, Any]:
    return {"abilities": (f"Mage ({level})",), "spells": (spell,), "wp": 3}


def cast(spell: str, target: str | None = None, to: Any = None) -> dict[str, Any]:
    return {"act": "cast", "spell": spell, "target": target, "to": to}


def lies_at(table: Table, place: Point, events: list[Event], by: float = 0.02) -> None:
    """It has been dropped, and lies where its carrier stood."""
    dropped = only(events, ObjectiveDropped)
    assert (dropped.at, dropped.why) == (place, "taken from its place")
    assert isinstance(dropped.why, Message)  # which other languages have
    chest = table.state.objectives["chest-1"]
    assert chest.carrier is None
    assert chest.at is not None
    assert dist(chest.at, place) <= by


@pytest.mark.rule("SCEN-04", "SPELL-Gateway")
@pytest.mark.parametrize("who", ["a", "c"])
def test_a_gateway_leaves_it_behind(who: str) -> None:
    minis = [fighter("a", "north", (6, 6, 0), **mage("Gateway")), fighter("c", "north", (6, 7.5, 0))]
    table = fight(plain_street(), *minis, fighter("b", "south", (20, 20, 0)), dice=[8, 2, 2, 2], before=carried(who))
    stood = table.state[who].here
    if who == "a":  # a carrier casts nothing itself
        assert refused(table, "a", cast("Gateway", "a")).rule == "SCEN-04"
        return
    events = do(table, "a", cast("Gateway", who), gateway=(12, 6, 0))
    assert table.state[who].here == (12, 6, 0)
    lies_at(table, stood, events)


@pytest.mark.rule("SCEN-04", "ACT-06")
def test_a_grapple_leaves_it_behind_where_it_costs_no_life() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (6, 6 + TOUCH, 0))]
    table = fight(plain_street(), *minis, dice=[2] * 5 + [7, 2, 2, 2, 2], before=carried("b"))
    stood = table.state["b"].here
    events = do(table, "a", {"act": "grapple", "target": "b"}, push=(9, 7, 0))
    assert only(events, Pushed).who == "b"
    lies_at(table, stood, events)


@pytest.mark.rule("SCEN-04", "ACT-08")
def test_a_friend_who_throws_a_carrier_throws_it_without_its_burden() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("c", "north", (6, 6 + TOUCH, 0))]
    table = fight(plain_street(), *minis, dice=[7, 2, 2, 2, 2], before=carried("c"))
    stood = table.state["c"].here
    lies_at(table, stood, do(table, "a", {"act": "grapple", "target": "c"}, push=(9, 7, 0)))


@pytest.mark.rule("SCEN-04", "WEAP-Knockback")
def test_knockback_leaves_it_behind_and_a_blow_does_not() -> None:
    for ability, drops in (("Knockback", True), ("Stun", False)):
        maul = {"weapons": (Weapon("Maul", abilities=(ability,)),)}
        minis = [fighter("a", "north", (6, 6, 0), **maul), fighter("b", "south", (6, 6 + TOUCH, 0))]
        table = fight(plain_street(), *minis, dice=[*NET, 2, 2, 2], before=carried("b"))
        stood = table.state["b"].here
        events = do(table, "a", strike("Maul"))
        assert bool(of(events, ObjectiveDropped)) is drops
        if drops:
            lies_at(table, stood, events)


@pytest.mark.rule("SCEN-04", "WEAP-Knockback", "TURN-05")
def test_it_lies_where_the_carrier_stood_though_that_is_killed_by_the_fall() -> None:
    board = street(house((2, 2), (10, 8), 5.0))
    maul = {"weapons": (Weapon("Maul", abilities=("Knockback",)),)}
    minis = [fighter("a", "north", (6, 6, 5), **maul), fighter("b", "south", (6, 6 + TOUCH, 5), lp=2)]
    table = fight(board, *minis, dice=[*NET, 2, 2, 2, 2, 2, 2, 2, 2], before=carried("b"))
    stood = table.state["b"].here
    events = do(table, "a", strike("Maul"))
    assert not table.state["b"].alive
    lies_at(table, stood, events)


@pytest.mark.rule("SCEN-04", "SPELL-Groundsnap")
def test_the_chasm_of_groundsnap_leaves_it_behind() -> None:
    minis = [fighter("a", "north", (6, 6, 0), **mage("Groundsnap", 1)), fighter("b", "south", (6, 12, 0))]
    table = fight(plain_street(), *minis, dice=[7, 2, 2, 2, 2, 2, 2], before=carried("b"))
    events = do(table, "a", cast("Groundsnap", to=[6, 11.5, 0]))
    assert only(events, Moved).how == "swept aside"
    lies_at(table, (6.0, 12.0, 0.0), events, by=5.0)  # the chasm bars the place itself: beside it


@pytest.mark.rule("SCEN-04", "SPELL-Ice-Lock")
def test_ice_that_melts_under_a_carrier_lets_it_swim_where_it_stands() -> None:
    caster = fighter("a", "north", (9, 6, 0), **mage("Ice Lock"))
    minis = [caster, fighter("c", "north", (9.2, 8, 0)), fighter("b", "south", (20, 20, 0))]
    table = fight(canal(surface=-0.9), *minis, dice=[6, 2, 2, 2, 9, 3], before=carried("c"))
    do(table, "a", cast("Ice Lock", to=[13, 6, -0.9]))
    do(table, "c", {"act": "run", "path": [[12.5, 6.5, -0.9]]})
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    assert table.state["c"].here == pytest.approx((12.5, 6.5, -0.9), abs=0.01)
    assert table.state.objectives["chest-1"].carrier == "c"


@pytest.mark.rule("SCEN-04", "TERR-03")
def test_unstable_ground_that_throws_a_carrier_leaves_it_aboard() -> None:
    minis = [
        fighter("a", "north", (9, 12, 0)),
        fighter("c", "north", (13, 10.5, -0.45)),
        fighter("b", "south", (20, 20, 0)),
    ]
    dice = [9, 9, 9, 2, 2, 2, 2, 2, 2, 2]
    table = fight(canal(gondola(13, 12)), *minis, dice=dice, before=carried("c"))
    events = do(table, "a", {"act": "jump", "to": [13, 12, -0.45]})
    assert [event.who for event in of(events, Pushed)] == ["c"]
    lies_at(table, (13.0, 10.5, -0.45), events)
    assert table.state.objectives["chest-1"].aboard == "gondola"


@pytest.mark.rule("SCEN-04", "TERR-13")
def test_a_fumble_at_the_oar_leaves_it_aboard() -> None:
    minis = [
        fighter("a", "north", (13, 13, -0.45)),
        fighter("c", "north", (13, 10.5, -0.45)),
        fighter("b", "south", (20, 20, 0)),
    ]
    table = fight(canal(gondola(13, 12)), *minis, dice=[1, 2, 2, 2, 2], before=carried("c"))
    events = do(table, "a", {"act": "row", "to": (13, 20, WET)})
    assert {event.how for event in of(events, Moved)} == {"overboard"}
    lies_at(table, (13.0, 10.5, -0.45), events)


@pytest.mark.rule("SCEN-04", "TERR-13")
def test_a_gondola_that_is_rowed_takes_carrier_and_objective_along() -> None:
    minis = [
        fighter("a", "north", (13, 13, -0.45)),
        fighter("c", "north", (13, 10.5, -0.45)),
        fighter("b", "south", (20, 20, 0)),
    ]
    table = fight(canal(gondola(13, 12)), *minis, dice=[7, 2, 2, 2, 2], before=carried("c"))
    events = do(table, "a", {"act": "row", "to": (13, 20, WET)})
    assert not of(events, ObjectiveDropped)
    assert table.state.objectives["chest-1"].carrier == "c"


@pytest.mark.rule("SCEN-04", "MOVE-01", "MOVE-06")
def test_its_own_run_takes_it_along_over_an_edge_too() -> None:
    board = street(house((2, 2), (10, 8), 2.0))
    minis = [fighter("a", "north", (6, 7, 2)), fighter("b", "south", (20, 20, 0))]
    table = fight(board, *minis, dice=[2] * 5, before=carried("a"))
    events = do(table, "a", {"act": "run", "path": [[6, 9.5, 2]]})
    assert only(events, Fell).fallen == 2
    assert not of(events, ObjectiveDropped)
    assert not of(end_turn(table), ObjectiveDropped)


@pytest.mark.rule("SCEN-04", "SPELL-Cantrip-of-the-Chariot")
def test_a_ride_on_the_chariot_is_a_run_of_its_own() -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), **mage("Cantrip of the Chariot")),
        fighter("c", "north", (6, 9, 0)),
        fighter("b", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[7, 2, 2, 2], before=carried("c"))
    events = do(table, "a", cast("Cantrip of the Chariot", "c"), chariot={"act": "run", "path": [[9, 9, 0]]})
    assert only(events, Moved).who == "c"
    assert not of(events, ObjectiveDropped)


@pytest.mark.rule("SCEN-04", "TURN-12")
def test_the_golden_rule_sets_what_it_names_and_no_more() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, before=carried("a"))
    take_turn(table, "a")
    do(table, "a", {"act": "override", "changes": {"a": {"at": [7, 6, 0]}}, "why": "a nudge"}, agree=True)
    assert table.state.objectives["chest-1"].carrier == "a"


@pytest.mark.rule("SCEN-04")
def test_whoever_takes_it_up_again_carries_it_as_before() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (6, 6 + TOUCH, 0))]
    table = fight(plain_street(), *minis, dice=[*[2] * 5, 7, 2, 2, 2, 2, 9, 3], before=carried("b"))
    do(table, "a", {"act": "grapple", "target": "b"}, push=(9, 7, 0))
    end_turn(table, objective="pick up chest-1")
    assert table.state.objectives["chest-1"].carrier == "a"
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    events = do(table, "a", {"act": "run", "to": [3, 6, 0]})
    assert not of(events, ObjectiveDropped)


@pytest.mark.rule("SCEN-04", "MOVE-13")
def test_each_of_two_attacks_of_opportunity_counts_for_itself() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), lp=20), before=carried("a"))
    since = len(table.state.log)
    for event in (
        ActionBegan(who="a", action="run", ap=1),
        ActionBegan(who="b", action="combat", ap=0, target="a"),
        ActionEnded(who="b", action="combat"),
        ActionBegan(who="c", action="combat", ap=0, target="a"),
        LostLife(who="a", lost=3, why="combat", by="c"),
        ActionEnded(who="c", action="combat"),
        ActionEnded(who="a", action="run"),
    ):
        table.state.emit(event)
    next(carrying.drops(table.state, since), None)
    assert not of(table.state.log[since:], ObjectiveDropped)


@pytest.mark.rule("SCEN-04", "TURN-05")
def test_a_casualty_drops_it_for_being_gone_however_much_it_lost() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), lp=4), before=carried("a"))
    since = len(table.state.log)
    for event in (
        ActionBegan(who="b", action="combat", ap=1, target="a"),
        LostLife(who="a", lost=4, why="combat", by="b"),
        Killed(who="a", by="b", why="combat", where=(6, 6, 0)),
        ActionEnded(who="b", action="combat"),
    ):
        table.state.emit(event)
    next(carrying.drops(table.state, since), None)
    assert only(table.state.log[since:], ObjectiveDropped).why == "its carrier is gone"


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(
    "befell",
    [
        LostLife(who="a", lost=4, why="combat", by="b"),
        Killed(who="a", by="b", why="combat", where=(6, 6, 0)),
        Pushed(who="a", by="b", path=((6, 6, 0), (7, 6, 0)), why="grapple"),
    ],
)
def test_why_it_is_dropped_can_be_told_in_every_language(befell: Event) -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), lp=9), before=carried("a"))
    since = len(table.state.log)
    for event in (ActionBegan(who="b", action="combat", ap=1, target="a"), befell):
        table.state.emit(event)
    next(carrying.drops(table.state, since), None)
    assert isinstance(only(table.state.log[since:], ObjectiveDropped).why, Message)


WAY = ((6.0, 6.0, 0.0), (7.0, 6.0, 0.0))
THERE = WAY[-1]


def fell(who: str, by: str | None) -> Event:
    return Fell(who=who, start=WAY[0], rest=THERE, height=1.0, landing="solid", part=None, by=by)


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(
    ("event", "drops"),
    [
        *[
            (Moved(who="a", how=how, path=WAY), False)
            for how in ("run", "climb", "swim", "fly", "nudged", "off obstacle", "off debris", "placed")
        ],
        *[(Moved(who="a", how=how, path=WAY), True) for how in ("gateway", "swept aside", "overboard")],
        (Moved(who="c", how="gateway", path=WAY), False),
        (Pushed(who="a", by="b", path=WAY, why="Knockback"), True),
        (Pushed(who="c", by="b", path=WAY, why="Knockback"), False),
        (Jumped(who="a", path=WAY, to=THERE, length=1.0, outcome="success"), True),
        (Jumped(who="c", path=WAY, to=THERE, length=1.0, outcome="success"), False),
        (fell("a", "b"), True),
        (fell("a", None), False),
        (fell("c", "b"), False),
    ],
)
def test_what_takes_a_carrier_from_its_place(event: Event, drops: bool) -> None:
    minis = [fighter("a", "north", THERE), fighter("c", "north", (12, 12, 0)), fighter("b", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, before=[*carried("a"), event])
    dropped = of(take_turn(table, "a"), ObjectiveDropped)
    assert [(each.who, each.at) for each in dropped] == ([("a", WAY[0])] if drops else [])


@pytest.mark.rule("SCEN-04")
def test_what_another_takes_up_meanwhile_changes_nothing() -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("c", "north", (9, 9, 0)), fighter("b", "south", (20, 20, 0))]
    second = ObjectivePlaced(objective=Objective("chest-2", 2, ("mobile",), at=(9, 9, 0)))
    thrown = Pushed(who="a", by="b", path=((6, 6, 0), (7, 6, 0)), why="grapple")
    before = [*carried("a"), second, thrown, ObjectiveTaken(objective="chest-2", who="c")]
    table = fight(plain_street(), *minis, before=before)
    assert only(take_turn(table, "a"), ObjectiveDropped).at == (6, 6, 0)
    assert table.state.objectives["chest-2"].carrier == "c"


@pytest.mark.rule("SCEN-04", "MOVE-13")
@pytest.mark.parametrize(("outer", "inner", "drops"), [(2, 2, False), (3, 0, True), (0, 3, False), (2, 1, False)])
def test_life_lost_to_an_attack_of_opportunity_does_not_count_for_the_action_it_is_made_in(
    outer: int, inner: int, drops: bool
) -> None:
    """What is lost in the attack counts for that alone, when it ends."""
    minis = [fighter("a", "north", (6, 6, 0), lp=20), fighter("b", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, before=carried("a"))
    since = len(table.state.log)
    for event in (
        ActionBegan(who="a", action="run", ap=1),
        LostLife(who="a", lost=outer, why="fall"),
        ActionBegan(who="b", action="combat", ap=0, target="a"),
        LostLife(who="a", lost=inner, why="combat", by="b"),
        ActionEnded(who="b", action="combat"),
        ActionEnded(who="a", action="run"),
    ):
        table.state.emit(event)
    rule = carrying.drops(table.state, since)
    found = next(rule, None)
    assert (found is not None) is drops
    assert bool(of(table.state.log[since:], ObjectiveDropped)) is drops


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(("before", "after", "drops"), [(2, 0, False), (2, 1, True), (0, 3, True), (0, 2, False)])
def test_life_lost_before_and_after_an_attack_of_opportunity_counts_for_the_same_action(
    before: int, after: int, drops: bool
) -> None:
    minis = [fighter("a", "north", (6, 6, 0), lp=20), fighter("b", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, before=carried("a"))
    since = len(table.state.log)
    for event in (
        ActionBegan(who="a", action="run", ap=1),
        LostLife(who="a", lost=before, why="fall"),
        ActionBegan(who="b", action="combat", ap=0, target="a"),
        ActionEnded(who="b", action="combat"),
        LostLife(who="a", lost=after, why="fall"),
        ActionEnded(who="a", action="run"),
    ):
        table.state.emit(event)
    next(carrying.drops(table.state, since), None)
    assert bool(of(table.state.log[since:], ObjectiveDropped)) is drops
