"""AP (TURN-04) and the commands ORDER, COUNTER and ABILITY (TURN-07 to 10)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.action import Action
from sim.carnevale.actions import Run
from sim.carnevale.actions.counter import CounterAction
from sim.carnevale.actions.dive import Dive
from sim.carnevale.actions.order import Order
from sim.carnevale.characters import Command
from sim.carnevale.events import ActionBegan, CommandUsed, EffectBegan, Fell, Rerolled
from sim.carnevale.legality import refusal
from sim.engine.requests import Choice, measured
from tests.carnevale.fighters import duel, fighter, lp, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    house,
    mini,
    of,
    only,
    plain_street,
    question,
    refused,
    street,
    take_turn,
)

GUARD, HIDE = {"act": "guard"}, {"act": "hide"}
COUNTER = {"act": "counter", "by": "d", "who": "b"}


def run(to: tuple[float, float]) -> dict[str, Any]:
    return {"act": "run", "path": [(*to, 0.0)]}


def gangs(**profiles: Any) -> list[dict[str, Any]]:
    """A and C of the north; B and D of the south, 9" away."""
    places = {
        "a": ("north", (6, 6, 0)),
        "c": ("north", (9, 6, 0)),
        "b": ("south", (6, 15, 0)),
        "d": ("south", (9, 15, 0)),
    }
    return [fighter(id, seat, at, **profiles.get(id, {})) for id, (seat, at) in places.items()]  # type: ignore[arg-type]


def prompt(table: Table) -> str:
    assert isinstance(table.request, Choice)
    return table.request.prompt


@pytest.mark.rule("TURN-04")
def test_actions_cost_ap_and_what_is_left_is_lost_with_the_turn() -> None:
    table = fight(plain_street(), *duel(apart=6), dice=[2] * 20)
    do(table, "a", strike("Bow"))
    assert (table.state["a"].ap, table.state["a"].used_ap) == (2, 1)
    table.answer("end")
    assert table.state["a"].ap == 0


@pytest.mark.rule("TURN-04")
def test_an_action_that_cannot_be_paid_is_refused() -> None:
    table = fight(plain_street(), *duel(a={"ap": 1}, apart=6), dice=[2] * 20)
    do(table, "a", strike("Bow"))
    assert refused(table, "a", strike("Bow")).rule == "TURN-04"


@pytest.mark.rule("TURN-04")
def test_nobody_uses_more_than_three_ap_a_round() -> None:
    table = fight(plain_street(), *duel(a={"ap": 4}, apart=6), dice=[2] * 20)
    for _ in range(3):
        do(table, "a", strike("Bow"))
    assert table.state["a"].ap == 1
    assert refused(table, "a", strike("Bow")).rule == "TURN-04"


RUN, DIVE, ORDER = Run(path=((13, 8, -0.75),)), Dive(), Order("b")


@pytest.mark.rule("TURN-04", "TURN-08")
@pytest.mark.parametrize(
    ("action", "ap", "used", "how", "rule"),
    [
        (RUN, 3, 0, {}, None),
        (RUN, 1, 2, {}, None),
        (RUN, 0, 0, {}, "TURN-04"),
        (RUN, 1, 3, {}, "TURN-04"),
        (RUN, 0, 3, {"free": True}, "TURN-04"),
        (RUN, 0, 2, {"out_of_sequence": True}, None),
        (RUN, 0, 3, {"out_of_sequence": True}, "TURN-04"),
        (RUN, 0, 3, {"out_of_sequence": True, "free": True}, None),
        (DIVE, 2, 1, {}, None),
        (DIVE, 1, 1, {}, "TURN-04"),
        (DIVE, 3, 2, {}, "TURN-04"),
        (DIVE, 2, 0, {"out_of_sequence": True}, "TURN-08"),
        (ORDER, 3, 0, {"out_of_sequence": True}, "TURN-08"),
    ],
)
def test_how_many_action_points_an_action_takes(
    action: Action, ap: int, used: int, how: dict[str, bool], rule: str | None
) -> None:
    table = fight(canal(), mini("a", "north", (13, 6, -0.75)), mini("b", "north", (13, 20, -0.75), cp=1))
    take_turn(table, "a")
    table.state.set("a", ap=ap, used_ap=used)
    refused_ = measured(refusal(table.state, "a", action, **how), table.state, table.measure)
    assert (refused_ and refused_.rule) == rule


@pytest.mark.rule("TURN-07")
def test_an_order_gives_a_friend_one_ap_at_the_start_of_its_turn() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 2}, c={"cp": 2}))
    do(table, "a", {"act": "order", "by": "c"})
    assert table.state["a"].ap == 3
    assert table.state["c"].cp == 1


@pytest.mark.rule("TURN-07")
def test_an_order_comes_before_the_first_action() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 2}, c={"cp": 2}), dice=[2] * 9)
    do(table, "a", strike("Bow"))
    assert refused(table, "a", {"act": "order", "by": "c"}).rule == "TURN-07"


@pytest.mark.rule("TURN-07")
def test_an_order_needs_sight_another_friend_and_use_for_the_ap() -> None:
    wall = ("wall/stones", Meaning(), block((7.3, 0, 0), (7.6, 12, 4)))
    table = fight(street(wall), *gangs(a={"ap": 2, "cp": 1}, c={"cp": 1, "ap": 3}))
    assert refused(table, "a", {"act": "order", "by": "c"}).rule == "GEO-06"
    assert refused(table, "a", {"act": "order", "by": "a"}).rule == "TURN-07"
    table = fight(plain_street(), *gangs(a={"cp": 1}, c={"cp": 1}))
    assert refused(table, "a", {"act": "order", "by": "c"}).rule == "TURN-04"


@pytest.mark.rule("TURN-10")
def test_each_command_is_used_once_a_round_by_a_character() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 1}, c={"cp": 5}))
    do(table, "a", {"act": "order", "by": "c"})
    assert refused(table, "a", {"act": "order", "by": "c"}).rule == "TURN-10"


@pytest.mark.rule("TURN-05")
def test_a_command_needs_a_command_point() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 1}, c={"cp": 0}))
    assert refused(table, "a", {"act": "order", "by": "c"}).rule == "TURN-05"


@pytest.mark.rule("TURN-08")
def test_a_counter_is_an_action_after_an_enemys() -> None:
    table = fight(plain_street(), *gangs(d={"cp": 1}), dice=[2] * 18)
    do(table, "a", strike("Bow"), counter=COUNTER)
    assert prompt(table) == "act"
    assert table.request == CounterAction(seat="south", who="b")
    table.answer(strike("Bow", "a"))
    b = table.state["b"]
    assert (b.used_ap, b.ap, table.state["d"].cp) == (1, 2, 0)
    assert [e.who for e in of(list(table.events), ActionBegan)] == ["a", "b"]
    assert table.state.active == "a"


@pytest.mark.rule("TURN-08")
def test_a_counter_comes_after_the_attacks_of_opportunity() -> None:
    minis = [*duel(), fighter("d", "south", (9, 9, 0), cp=1)]
    table = fight(plain_street(), *minis, dice=[1, 2, 2, 2, 2] + [2] * 5 + [2] * 9)
    do(table, "a", strike(), counter=COUNTER)
    assert [(e.who, e.opportunity) for e in of(list(table.events), ActionBegan)] == [("a", False), ("b", True)]
    assert prompt(table) == "act"


@pytest.mark.rule("TURN-08", "TURN-04")
def test_whoever_used_three_ap_cannot_counter() -> None:
    table = fight(plain_street(), *gangs(d={"cp": 1}), dice=[2] * 40)
    take_turn(table, "b")
    for _ in range(3):
        do(table, "b", strike("Bow", "a"))
    do(table, "c", strike("Bow", "b"))
    assert prompt(table) == "act"  # B has used its 3 AP and D cannot command itself: nobody was asked


@pytest.mark.rule("TURN-08")
def test_a_counter_is_one_action_of_one_ap() -> None:
    table = fight(plain_street(), *gangs(d={"cp": 1}), dice=[2] * 40)
    do(table, "a", strike("Bow"), counter=COUNTER)
    refusal = table.refusal({"act": "order", "by": "d"})
    assert refusal is not None
    assert refusal.rule == "TURN-08"


@pytest.mark.rule("TURN-08")
def test_a_counter_may_be_to_guard_and_does_not_end_the_enemys_turn() -> None:
    table = fight(plain_street(), *gangs(d={"cp": 1}), dice=[2] * 40)
    do(table, "a", strike("Bow"), counter=COUNTER)
    table.answer(GUARD)
    assert table.state["b"].guarding
    assert table.state.active == "a"
    assert not table.state.turn_over


TRAINING = Command("Training", "aura", grants=("Parry (1)",))
HEART = Command("Heart", "pulse", on="friend", gains={"wp": 1})
ALL_HEARTS = Command("All Hearts", "pulse", gains={"wp": 1})


def ability(name: str, target: str | None = None) -> dict[str, Any]:
    return {"act": "ability", "name": name, "target": target}


@pytest.mark.rule("TURN-09")
def test_a_pulse_is_at_once_and_points_never_pass_their_start() -> None:
    table = fight(plain_street(), *gangs(a={"cp": 1, "commands": (HEART,)}, c={"wp": 1}))
    events = do(table, "a", ability("Heart", "c"))
    assert [e.command for e in of(events, CommandUsed)] == ["Heart"]
    assert (table.state["c"].wp, table.state["a"].cp) == (1, 0)


@pytest.mark.rule("TURN-09", "GEO-15")
def test_every_friend_includes_the_character_itself_and_leaves_out_those_beyond_reach() -> None:
    a = {"cp": 2, "wp": 3, "commands": (ALL_HEARTS,)}
    far = fighter("far", "north", (6, 23, 0), wp=3)
    table = fight(plain_street(), *gangs(a=a, c={"wp": 3}), far, dice=[2] * 11)
    do(table, "a", strike("Bow"), will=2)
    do(table, "a", ability("All Hearts"))
    assert table.state["a"].wp == 2


@pytest.mark.rule("TURN-09", "TURN-10")
def test_one_command_ability_a_turn() -> None:
    table = fight(plain_street(), *gangs(a={"cp": 3, "commands": (HEART, ALL_HEARTS)}))
    do(table, "a", ability("All Hearts"))
    assert refused(table, "a", ability("Heart", "c")).rule == "TURN-10"


@pytest.mark.rule("TURN-09")
def test_a_pulse_does_not_reach_beyond_its_range() -> None:
    far = fighter("far", "north", (20, 20, 0))
    table = fight(plain_street(), *gangs(a={"cp": 1, "commands": (HEART,)}), far)
    assert refused(table, "a", ability("Heart", "far")).rule == "TURN-09"


HURRY = Command("Hurry", "aura", on="friends", reach=4.0, stat="move", change=2)


@pytest.mark.rule("TURN-09", "MOVE-01")
def test_an_aura_of_move_counts_for_the_run_that_begins_in_it() -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), cp=2, commands=(HURRY,)),
        fighter("c", "north", (6, 9, 0), ap=2),
        fighter("b", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis)
    do(table, "a", ability("Hurry"))
    assert table.refusal(run((12.9, 6))) is None, "the commander itself"
    take_turn(table, "c")
    assert refused(table, "c", run((6, 16.1))).rule == "MOVE-01"
    do(table, "c", run((6, 15.9)))
    assert refused(table, "c", run((6, 21.1))).rule == "MOVE-01", "out of range: its own MOVE of 5"


@pytest.mark.rule("TURN-09", "TURN-08")
def test_an_aura_counts_for_a_counter() -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), cp=3, commands=(HURRY,)),
        fighter("c", "north", (6, 9, 0)),
        fighter("b", "south", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis)
    do(table, "a", ability("Hurry"))
    asked = question(table, "b", run((20, 19)), "counter")
    assert asked.seat == "north"
    table.answer({"act": "counter", "by": "a", "who": "c"})
    assert table.refusal(run((6, 15.9))) is None


@pytest.mark.rule("TURN-09")
def test_an_aura_holds_for_those_in_range_until_the_round_ends() -> None:
    minis = [
        fighter("a", "north", (6, 6, 0), cp=2, commands=(TRAINING,)),
        fighter("c", "north", (6, 10, 0)),
        fighter("b", "south", (6, 11.18, 0)),
        fighter("far", "north", (20, 20, 0)),
        fighter("e", "south", (20, 21.18, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[9, 9, 2, 2, 2, 2, 2, 2, 2] + [2] * 8 + [2] * 8)
    do(table, "a", ability("Training"))
    events = do(table, "b", strike(target="c"), reroll=(1,))
    assert {e.who for e in of(events, EffectBegan)} == {"a", "c"}
    assert [e.sources for e in of(events, Rerolled)] == [("Parry (1)",)]
    assert {e.until for e in table.state["c"].effects} == {"end_of_action"}  # it is looked up again for each action
    events = do(table, "e", strike(target="far"))
    assert "far" not in {e.who for e in of(events, EffectBegan)}
    while table.state.round == 1:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)
    assert table.state["a"].effects == ()


@pytest.mark.rule("TURN-09")
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"stat": "attack", "change": 1}, [("attack", 1, None)]),
        ({"stat": "attack"}, []),
        ({"change": 1}, []),
        ({"grants": ("Slippery",)}, [(None, 0, "Slippery")]),
        (
            {"grants": ("Slippery",), "stat": "mind", "change": -1},
            [(None, 0, "Slippery"), ("mind", -1, None)],
        ),
    ],
)
def test_what_a_command_grants_and_changes(changes: dict[str, Any], told: list[Any]) -> None:
    command = Command("Roar", "pulse", on="self", **changes)
    table = fight(plain_street(), *gangs(a={"cp": 1, "commands": (command,)}))
    begun = of(do(table, "a", {"act": "ability", "name": "Roar"}), EffectBegan)
    found = [(e.effect.stat, e.effect.change, str(e.effect.trait) if e.effect.trait else None) for e in begun]
    assert found == told


@pytest.mark.rule("TURN-08", "MOVE-04")
def test_whoever_climbs_as_a_counter_hangs_no_longer_than_the_turn_that_it_broke_into() -> None:
    minis = [
        fighter("a", "north", (20, 20, 0)),
        fighter("b", "south", (6, 7.409, 0), lp=20),
        fighter("d", "south", (9, 3, 0), cp=1),
    ]
    table = fight(street(house((2, 8), (10, 14), 8.0)), *minis, dice=[7, 2, 2, 2, 2] + [2] * 5)
    do(table, "a", run((19, 20)), counter=COUNTER)
    table.answer({"act": "run", "path": [(6, 7.409, 3)]})
    assert table.state["b"].on_wall
    fell = only(end_turn(table), Fell)
    assert (fell.who, fell.fallen) == ("b", 3)
    assert (table.state["b"].on_wall, lp(table, "b")) == (False, 17)
