"""Jumps, boats, command abilities and what is set by agreement, at their bounds."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model.verdicts import Distance
from sim.carnevale import effects, rulings, sighting
from sim.carnevale.action import Action
from sim.carnevale.actions import Dive, Order, Run
from sim.carnevale.actions.favour import FavourAwarded
from sim.carnevale.actions.jump import JumpLength, RunOn
from sim.carnevale.characters import Command, Effect, Trait
from sim.carnevale.events import (
    CommandUsed,
    CounterGained,
    Disengaged,
    EffectBegan,
    EffectsEnded,
    Event,
    Fell,
    Jumped,
    Killed,
    LostLife,
    Moved,
    Overruled,
    PointsGained,
    PointsSpent,
    Rolled,
    Rowed,
)
from sim.carnevale.legality import Acts
from sim.engine.requests import Choice, Refused, measured
from tests.carnevale.fighters import TOUCH, duel, fighter, rolled
from tests.carnevale.tables import (
    Barricade,
    Meaning,
    Obstacle,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    roof_street,
    street,
    take_turn,
)
from tests.carnevale.test_boats import aboard, barge, lagoon
from tests.carnevale.test_boats import to as cast_off
from tests.carnevale.test_magic import cast, mage

BASE = 30 / 25.4
FIVE = [7, 7, 7, 2, 2]  # three Aces: a jump of 5"
DECK = -0.45


def jump(x: float, y: float, z: float, **more: Any) -> dict[str, Any]:
    return {"act": "jump", "to": (x, y, z), **more}


def fallen(who: str) -> list[Event]:
    """Who is a casualty when it begins."""
    return [LostLife(who=who, lost=10, why="test"), Killed(who=who, by=None, why="test", where=(0, 0, 0))]


def may(table: Table, who: str, action: dict[str, Any]) -> bool:
    if table.state.active != who:
        take_turn(table, who)
    return table.refusal(action) is None


# --- jumps --------------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("start", "up", "legal"),
    [(0.0, 2.99, True), (0.0, 3.0, True), (0.0, 3.02, False), (4.0, 3.0, True), (4.0, 3.02, False), (4.0, -4.0, True)],
)
def test_a_jump_is_aimed_three_inches_over_the_base_at_most(start: float, up: float, legal: bool) -> None:
    table = fight(
        street(house((2, 2), (8, 8), max(start, 1.1))) if start else plain_street(), mini("a", "north", (7.2, 5, start))
    )
    assert may(table, "a", jump(11, 5, start + up)) is legal


@pytest.mark.rule("JUMP-01", "GEO-12")
@pytest.mark.parametrize(("to", "seen"), [((9, 6, 2.5), 3.5), ((6, 9, 0), 0.05)])
def test_the_point_of_a_jump_is_shown_to_be_seen_at_its_ground_or_an_inch_above(to: Any, seen: float) -> None:
    table = fight(street(house((8, 4), (14, 10), 2.5)), fighter("a", "north", (6, 6, 0)), dice=FIVE)
    sight = only(do(table, "a", jump(*to)), Jumped).sight
    assert sight.visible
    assert sight.witness[1] == (to[0], to[1], seen)


@pytest.mark.rule("JUMP-01")
def test_a_jump_leads_away() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    assert refused(table, "a", jump(6, 6, 0)).why == "a jump needs a point to jump to"
    assert may(table, "a", jump(6.5, 6, 0))


@pytest.mark.rule("JUMP-08")
@pytest.mark.parametrize(
    ("will", "controlled", "legal"), [(0, False, True), (0, True, False), (1, True, True), (3, True, True)]
)
def test_a_controlled_landing_costs_one_will_point(will: int, controlled: bool, legal: bool) -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8), wp=will), dice=[2] * 20)
    action = jump(12, 12, 8, controlled=controlled)
    assert may(table, "a", action) is legal
    if legal:
        events = do(table, "a", action)
        assert table.state["a"].wp == will - controlled
        assert only(events, Jumped).controlled is controlled


@pytest.mark.rule("JUMP-09", "MOVE-12")
@pytest.mark.parametrize(
    ("dice", "outcome", "length"),
    [
        ([2] * 5 + [7, 2, 2, 2, 2] + [7, 2, 2, 2, 2], "success", 3),
        ([2] * 5 + [10, 7, 2, 2, 2] + [7, 2, 2, 2, 2], "critical", 5),
        ([2] * 5 + [1, 2, 2, 2, 2], "fumble", None),
    ],
)
def test_a_jump_out_of_base_contact_disengages_first(dice: list[int], outcome: str, length: int | None) -> None:
    table = fight(plain_street(), *duel(), dice=dice)
    answers = {"opportunity": "decline"} if length is None else {}
    events = do(table, "a", jump(18, 6, 0), **answers)
    assert only(events, Disengaged).outcome == outcome
    assert [event.rolled for event in of(events, Jumped)] == ([] if length is None else [length])


@pytest.mark.rule("JUMP-01")
def test_a_jump_out_of_no_contact_disengages_from_nobody() -> None:
    events = do(fight(plain_street(), *duel(apart=6), dice=FIVE), "a", jump(18, 6, 0))
    assert not of(events, Disengaged)
    assert [roll.purpose for roll in of(events, Rolled)] == ["jump"]


@pytest.mark.rule("JUMP-03")
@pytest.mark.parametrize(
    ("far", "offers"),
    [
        (3.0, [1, 2]),
        (2.5, [1, 2, 2.5]),
        (2.96, [1, 2]),
        (2.9, [1, 2, 2.1]),
        (4.0, [1]),
        (4.5, [0.5]),
        (4.95, None),
        (5.5, None),
    ],
)
def test_what_is_left_is_offered_in_whole_inches_and_all_of_it(far: float, offers: list[float] | None) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=FIVE)
    asked = prompts_of(table, "a", jump(4 + far, 6, 0))
    assert len(asked) == (offers is not None)
    if offers is not None:
        run_on = asked[0]
        assert isinstance(run_on, RunOn)
        assert (run_on.options, run_on.default) == ((0,), 0)
        assert run_on.offers(table.state, table.measure) == pytest.approx(offers)


@pytest.mark.rule("JUMP-03")
def test_no_more_is_offered_than_can_be_run_on_to_a_wall() -> None:
    """ "Run on 2" ran 0.8", where a house stands in the way."""
    near_a_house = street(house((8.39, 4), (10, 8), 5.0))
    table = fight(near_a_house, mini("a", "north", (4, 6, 0)), dice=FIVE)
    run_on = question(table, "a", jump(7, 6, 0), "run_on")
    assert isinstance(run_on, RunOn)
    assert run_on.offers(table.state, table.measure) == pytest.approx([0.801])
    assert run_on.detail(table.state) == 'Of the 2.0" of the jump that are left, 0.8" can be run.'
    table.answer(0.801)
    assert table.state["a"].here == (7.801, 6, 0)


@pytest.mark.rule("JUMP-03")
@pytest.mark.parametrize(("inches", "legal"), [(0.4, True), (2.0, True), (2.004, True), (2.02, False), (-0.1, False)])
def test_no_more_is_run_on_than_is_left(inches: float, legal: bool) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=FIVE)
    question(table, "a", jump(7, 6, 0), "run_on")
    assert (table.refusal(inches) is None) is legal


@pytest.mark.rule("JUMP-03")
@pytest.mark.parametrize(("inches", "legal"), [(0.5, True), (0.8, True), (0.9, False), (2.0, False)])
def test_nobody_runs_on_off_the_board(inches: float, legal: bool) -> None:
    beyond = street(("ground/beyond", Meaning(), block((24, 0, -2), (28, 24, 0))))
    table = fight(beyond, mini("a", "north", (19.6, 9, 0)), dice=FIVE)
    question(table, "a", jump(22.6, 9, 0), "run_on")
    assert (table.refusal(inches) is None) is legal
    table.answer(0.5)
    assert table.state["a"].here == (pytest.approx(23.1), 9, 0)


@pytest.mark.rule("JUMP-03", "JUMP-09")
def test_nothing_is_run_on_by_whoever_was_stopped_has_charged_or_falls() -> None:
    stopped = fight(street(house((9, 4), (10, 8), 5.0)), mini("a", "north", (6, 6, 0)), dice=FIVE)
    charged = fight(plain_street(), *duel(apart=4), dice=FIVE + [2] * 20)
    nudged = fight(street(house((9, 9.8), (12, 14), 8.0, "ledge")), mini("a", "north", (9.7, 13, 8)), dice=[7] * 5)
    falls = fight(roof_street(), mini("a", "north", (9.3, 12, 8), lp=20), dice=[7, 7, 2, 2, 2] + [2] * 5)
    for table, action in (
        (stopped, jump(8.9, 6, 0)),
        (charged, jump(6, 10 - TOUCH, 0)),
        (nudged, jump(11.6, 10.6, 8)),
        (falls, jump(10.5, 12, 8)),
    ):
        assert "run_on" not in [asked.prompt for asked in prompts_of(table, "a", action)]


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("dice", "lengths", "falls"),
    [
        (FIVE, (5, 4, 3, 2), {5, 4}),  # from 6" to the roof's edge at 10": a base stands up to 9.41"
        ([7, 7, 2, 2, 2], (4, 3, 2), {4}),
        ([10, 7, 2, 2, 2], (6, 5, 4), None),
    ],
)
def test_where_the_whole_way_falls_a_shorter_one_may_be_chosen(
    dice: list[int], lengths: tuple[int, ...], falls: set[int] | None
) -> None:
    table = fight(roof_street(), mini("a", "north", (6, 12, 8), lp=20), dice=[*dice, *[2] * 5])
    asked = [each for each in prompts_of(table, "a", jump(12.7, 12, 8)) if isinstance(each, JumpLength)]
    if falls is None:  # each of them falls
        assert asked == []
        return
    assert [(each.options, each.default, set(each.falls)) for each in asked] == [(lengths, lengths[0], falls)]
    assert all(depth == pytest.approx(8) for depth in asked[0].falls.values())


@pytest.mark.rule("JUMP-01", "JUMP-03")
def test_a_jump_cut_short_goes_so_far() -> None:
    for length in (2, 3):
        table = fight(roof_street(), mini("a", "north", (6, 12, 8)), dice=FIVE)
        events = do(table, "a", jump(12.7, 12, 8), jump_length=length)
        assert table.state["a"].here == (6 + length, 12, 8)
        assert (only(events, Jumped).length, only(events, Jumped).rolled) == (length, 5)


@pytest.mark.rule("JUMP-04")
def test_the_inch_that_helps_onto_the_ground_counts_in_the_log() -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)), dice=FIVE)
    jumped = only(do(table, "a", jump(16, 12, 8)), Jumped)
    assert jumped.length == pytest.approx(14 + BASE / 2 - 9.3, abs=0.05)
    assert jumped.aboard is None


@pytest.mark.rule("FALL-01", "TERR-12")
def test_whoever_falls_into_a_gondola_has_not_jumped_aboard() -> None:
    board = canal(house((2, 2), (9.9, 22), 6.0), gondola(12.5, 12, wide=2.0))
    events = do(fight(board, mini("a", "north", (9.3, 12, 6), lp=20), dice=[7] + [2] * 30), "a", jump(12.4, 12, 6))
    assert only(events, Jumped).aboard is None
    assert of(events, Fell)[0].aboard == "gondola"


@pytest.mark.rule("MOVE-12", "ABIL-Flight")
@pytest.mark.parametrize("fly", [True, False])
def test_what_a_critical_gives_to_a_flight_is_flown_and_to_a_run_is_run(fly: bool) -> None:
    table = fight(plain_street(), *duel(a={"abilities": ("Flight",)}), dice=[2] * 5 + [10, 7, 2, 2, 2])
    more = question(table, "a", {"act": "run", "path": [[6, 4, 0]], "fly": fly}, "move_on")
    assert more.by.fly is fly  # type: ignore[attr-defined]
    assert [table.refusal(way) is None for way in ({"path": [[7, 4, 0]]}, {"to": [7, 4, 0]}, {})] == [True, True, False]
    assert table.refusal({"path": [[7, 4, 0]], "to": [7, 4, 0]}) is not None


@pytest.mark.rule("MOVE-12", "MOVE-03")
@pytest.mark.parametrize(("far", "asked"), [(4.0, 2), (4.85, 2), (4.95, 1), (5.0, 1)])
def test_no_question_is_asked_over_less_than_a_tenth_of_an_inch(far: float, asked: int) -> None:
    table = fight(plain_street(), *duel(b={"lp": 30}), dice=[2] * 5 + [10, 7, 2, 2, 2])
    away = {"act": "run", "path": [[6, 4, 0]]}  # 2" of 5" and the 2" of a Critical
    found = prompts_of(table, "a", away, move_on=[{"path": [[6 + far, 4, 0]]}, *[None] * (asked - 1)])
    assert [each.prompt for each in found].count("move_on") == asked


BOXES = ("boxes/stack", Meaning(obstacle=Obstacle.LARGE), block((8, 4, 0), (10, 8, 2)))


@pytest.mark.rule("JUMP-07")
def test_a_chained_jump_may_be_declined_and_comes_again_next_turn() -> None:
    table = fight(street(BOXES), mini("a", "north", (5, 6, 0), cp=1), dice=FIVE * 2 + [9] + FIVE * 3)
    chained = question(table, "a", jump(8.7, 6, 2), "chained_jump")
    assert chained.options == (None,)
    assert table.refusal(jump(9, 6, 9)) is not None
    table.answer(None)
    assert (table.state["a"].here, table.state["a"].ap) == ((8.7, 6, 2), 2)
    do(table, "a", jump(5, 6, 0))
    end_turn(table)
    take_turn(table, "a")
    events = do(table, "a", jump(8.7, 6, 2), chained_jump={"to": (5, 6, 0)})
    assert [event.chained for event in of(events, Jumped)] == [False, True]


@pytest.mark.rule("JUMP-07")
def test_neither_plain_ground_nor_a_fall_gives_a_chained_jump() -> None:
    plain = fight(plain_street(), mini("a", "north", (5, 6, 0)), dice=FIVE)
    falls = fight(
        street(house((2, 2), (6, 10), 6.0), BOXES), mini("a", "north", (5.4, 6, 6), lp=20), dice=[7] + [2] * 9
    )
    for table, action in ((plain, jump(10, 6, 0)), (falls, jump(11, 6, 6))):
        assert "chained_jump" not in [asked.prompt for asked in prompts_of(table, "a", action)]


@pytest.mark.rule("JUMP-07", "JUMP-09", "TURN-05")
def test_whoever_dies_of_the_charge_that_it_jumped_into_jumps_no_more() -> None:
    minis = [
        mini("a", "north", (5, 6, 0), lp=1),
        mini("b", "south", (8.7, 6 + TOUCH, 2)),
        mini("c", "north", (1, 1, 0)),
    ]
    table = fight(street(BOXES), *minis, dice=[*FIVE, 1, 2, 2, 2, 2])
    asked = [each.prompt for each in prompts_of(table, "a", jump(8.7, 6, 2))]
    assert not table.state["a"].alive
    assert "chained_jump" not in asked


@pytest.mark.rule("ACT-02", "JUMP-01")
def test_a_guard_answers_a_jump_in_its_sight() -> None:
    table = fight(
        plain_street(), *duel(apart=9), dice=FIVE + [2] * 5, before=[CounterGained(who="b", counter="guarding")]
    )
    assert ("south", "guard") in [(asked.seat, asked.prompt) for asked in prompts_of(table, "a", jump(9, 6, 0))]


@pytest.mark.rule("MOVE-10", "ACT-02", "ACT-03", "TURN-05")
def test_a_guard_that_dies_of_its_own_attack_is_not_attacked_any_more() -> None:
    minis = [*duel(b={"lp": 1}, apart=4), fighter("d", "south", (20, 20, 0))]
    before: list[Event] = [CounterGained(who="b", counter="guarding")]
    table = fight(plain_street(), *minis, dice=[1, 2, 2, 2, 2], before=before)
    asked = prompts_of(table, "a", {"act": "run", "to": (6, 10 - TOUCH, 0)}, guard=True)
    assert [(each.seat, each.prompt) for each in asked] == [("south", "guard"), ("south", "opportunity")]
    assert not table.state["b"].alive


# --- boats --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TERR-14", "TURN-05")
@pytest.mark.parametrize(
    ("points", "crew", "far", "legal"),
    [
        (1, False, 10, False),
        (2, False, 12, True),
        (2, False, 12.1, False),
        (0, True, 10, False),
        (1, True, 18, True),
        (1, True, 18.1, False),
    ],
)
def test_what_casting_off_costs_and_how_far_it_goes(points: int, crew: bool, far: float, legal: bool) -> None:
    able = {"abilities": ("Boat Crew",)} if crew else {}
    table = barge(aboard("a", "north", cp=points), aboard("c", "north", 8.0, **able))
    assert may(table, "a", cast_off(6 + far)) is legal
    if legal:
        do(table, "a", cast_off(6 + far))
        assert table.state["a"].cp == 0
        assert table.state.vessels[0].at[1] == pytest.approx(6 + far, abs=0.01)


@pytest.mark.rule("TERR-14")
def test_nobody_casts_off_from_the_quay_and_a_boat_may_be_turned() -> None:
    table = fight(lagoon(), aboard("a", "north"), mini("c", "north", (8, 6, 0), cp=3), mini("z", "south", (4, 50, 0)))
    do(table, "a", cast_off(14, turn=10))
    assert (table.state.vessels[0].at[1], table.state.vessels[0].turn) == (14, 10)
    end_turn(table)
    assert refused(table, "c", cast_off(8)).rule == "TERR-14"


def row(*path: float, **more: Any) -> dict[str, Any]:
    return {"act": "row", "path": [(13, y, -0.75) for y in path], **more}


def rowers(*more: dict[str, Any], dice: list[int]) -> Table:
    return fight(canal(gondola(13, 12)), mini("a", "north", (13, 11, DECK)), *more, dice=dice)


@pytest.mark.rule("TERR-13")
def test_a_row_names_either_a_place_or_a_path() -> None:
    table = rowers(dice=[2] * 20)
    assert refused(table, "a", {"act": "row"}).rule == "TERR-13"
    assert refused(table, "a", row(14, to=(13, 16, -0.75))).rule == "TERR-13"
    assert may(table, "a", row(14))
    assert may(table, "a", {"act": "row", "to": (13, 16, -0.75)})


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize(
    ("path", "lengths"), [((14,), [2]), ((14, 15), [2, 1]), ((14, 13), [2, 1]), ((14, 16, 17), [2, 2]), ((17, 12), [4])]
)
def test_a_gondola_is_rowed_from_corner_to_corner_as_far_as_the_roll_goes(
    path: tuple[float, ...], lengths: list[float]
) -> None:
    table = rowers(dice=[7, 7, 2, 2, 2])
    events = do(table, "a", row(*path))
    assert [event.length for event in of(events, Rowed)] == pytest.approx(lengths, abs=0.1)
    assert [roll.purpose for roll in of(events, Rolled)] == ["row"]


@pytest.mark.rule("TERR-13")
def test_where_to_row_may_be_said_again_once_it_is_known_how_far() -> None:
    table = rowers(dice=[7, 7, 2, 2, 2])
    choice = question(table, "a", row(20), "row")
    assert (choice.options, choice.inches, choice.piece) == ((None,), 4, "gondola")  # type: ignore[attr-defined]
    assert table.refusal({"to": (13, 16.1, -0.75)}) is not None
    assert table.refusal({"to": (19, 12, -0.75)}) is not None
    table.answer({"to": (13, 9, -0.75)})
    assert table.state.vessels[0].at[1] == pytest.approx(9, abs=0.01)


@pytest.mark.rule("TERR-13", "MOVE-12")
def test_an_enemy_aboard_comes_along_and_is_not_disengaged_from() -> None:
    table = rowers(mini("b", "south", (13, 11 + TOUCH, DECK)), dice=[7, 7, 2, 2, 2])
    events = do(table, "a", row(20))
    assert not of(events, Disengaged)
    assert table.state["b"].here[1] == pytest.approx(15 + TOUCH, abs=0.1)


@pytest.mark.rule("TERR-13")
def test_a_gondola_that_lies_aslant_keeps_its_turn_or_takes_another() -> None:
    for turn, lies in ((None, 20), (20.0, 20), (0.0, 0)):
        table = fight(canal(gondola(13, 12)), mini("a", "north", (13, 12, DECK)), dice=[2] * 10)
        do(table, "a", {"act": "row", "to": (13, 12, -0.75), "turn": 20.0})
        do(table, "a", {"act": "row", "to": (13, 13, -0.75), "turn": turn})
        assert table.state.vessels[0].turn == pytest.approx(lies, abs=0.01)


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize("turn", [20.0, -20.0, 340.0])
def test_a_gondola_turns_the_short_way(turn: float) -> None:
    table = fight(canal(gondola(13, 12)), mini("a", "north", (13, 14, DECK)), dice=[2] * 5)
    events = do(table, "a", {"act": "row", "to": (13, 12, -0.75), "turn": turn})
    lies = only(events, Rowed).to.turn % 360
    assert lies == pytest.approx(turn % 360, abs=0.01)


# --- command abilities ----------------------------------------------------------------------------------------


def commander(command: Command, cp: int = 1, **b: Any) -> Table:
    """A commands; C is a friend 3" away, F one 6.1" away; B is an enemy 3" away, G one 6.1" away."""
    minis = [
        fighter("a", "north", (12, 12, 0), cp=cp, commands=(command,), wp=2),
        fighter("c", "north", (12 + BASE + 3, 12, 0), wp=2),
        fighter("f", "north", (12 - BASE - 6.1, 12, 0), wp=2),
        fighter("b", "south", (12, 12 + BASE + 3, 0), **{"wp": 2, **b}),
        fighter("g", "south", (12, 12 - BASE - 6.1, 0), wp=2),
    ]
    before: list[Event] = [PointsSpent(who=who, what="wp", points=2, on="test") for who in "acfbg"]
    return fight(plain_street(), *minis, before=before, dice=[2] * 40)


def use(name: str, target: str | None = None) -> dict[str, Any]:
    return {"act": "ability", "name": name, "target": target}


@pytest.mark.rule("TURN-09", "GEO-15")
@pytest.mark.parametrize(
    ("on", "target", "gainers"),
    [
        ("friends", None, "ac"),
        ("enemies", None, "b"),
        ("self", None, "a"),
        ("friend", "c", "c"),
        ("friend", "a", "a"),
        ("enemy", "b", "b"),
    ],
)
def test_a_pulse_is_for_those_it_names_within_its_reach(on: Any, target: str | None, gainers: str) -> None:
    table = commander(Command("Heart", "pulse", on=on, gains={"wp": 1}))
    events = do(table, "a", use("Heart", target))
    assert {event.who: event.points for event in of(events, PointsGained)} == dict.fromkeys(gainers, 1)
    for event in of(events, PointsGained):
        assert isinstance(event.near, Distance) is (event.who != "a")
    assert isinstance(only(events, CommandUsed).near, Distance) is (target not in (None, "a"))


@pytest.mark.rule("TURN-09")
@pytest.mark.parametrize(
    ("on", "legal"), [("friend", "ac"), ("enemy", "b"), ("friends", "*"), ("enemies", "*"), ("self", "*")]
)
def test_who_may_be_named_for_a_command_ability(on: Any, legal: str) -> None:
    table = commander(Command("Heart", "pulse", on=on, gains={"wp": 1}))
    take_turn(table, "a")
    named = [who for who in "acfbg" if table.refusal(use("Heart", who)) is None]
    if legal == "*":
        assert named == []
        assert {refused(table, "a", use("Heart", who)).rule for who in (*"acfbg", "nobody")} == {"TURN-09"}
        assert table.refusal(use("Heart")) is None
    else:
        assert "".join(named) == legal
        assert refused(table, "a", use("Heart")).rule == refused(table, "a", use("Heart", "f")).rule == "TURN-09"
    assert isinstance(table.request, Choice)
    offers = table.request.region.offers(table.state, table.measure)  # type: ignore[union-attr]
    targets = [each.target for each in offers if each.name() == "ability"]
    assert targets == ([None] if legal == "*" else list(legal))


@pytest.mark.rule("TURN-09")
@pytest.mark.parametrize(("apart", "legal"), [(5.99, True), (6.0, True), (6.02, False)])
def test_a_command_ability_reaches_six_inches_unless_it_says_otherwise(apart: float, legal: bool) -> None:
    heart = Command("Heart", "pulse", on="friend", gains={"wp": 1})
    minis = [
        fighter("a", "north", (6, 6, 0), cp=1, commands=(heart,)),
        fighter("c", "north", (round(6 + BASE + apart, 4), 6, 0), wp=1),
    ]
    assert may(fight(plain_street(), *minis), "a", use("Heart", "c")) is legal


@pytest.mark.rule("TURN-09", "TURN-05")
@pytest.mark.parametrize(("points", "legal"), [(1, False), (2, True), (3, True)])
def test_a_command_ability_costs_what_it_says(points: int, legal: bool) -> None:
    table = commander(Command("Heart", "pulse", cost=2, gains={"wp": 1}), cp=points)
    assert refused(table, "a", use("Liver")).rule == "TURN-09"
    assert may(table, "a", use("Heart")) is legal
    if legal:
        do(table, "a", use("Heart"))
        assert (table.state["a"].cp, table.state["a"].ap) == (points - 2, 3)
    else:
        assert refused(table, "a", use("Heart")).rule == "TURN-05"


@pytest.mark.rule("TURN-09")
@pytest.mark.parametrize(
    ("on", "side"), [("friends", "friends"), ("friend", "friends"), ("enemies", "enemies"), ("enemy", "enemies")]
)
def test_an_aura_is_over_one_side(on: Any, side: str) -> None:
    table = commander(Command("Dread", "aura", on=on, reach=4.0, stat="attack", change=-1, grants=("Brave",)))
    target = {"friend": "c", "enemy": "b"}.get(on)
    began = [event.effect for event in of(do(table, "a", use("Dread", target)), EffectBegan)]
    auras = [effect for effect in began if effect.aura]
    assert [(e.aura, e.reach, e.until) for e in auras] == [(side, 4.0, "end_of_round")] * 2
    assert [(e.trait is not None, e.change) for e in auras] == [(True, 0), (False, -1)]


@pytest.mark.rule("TURN-09")
def test_an_aura_of_ones_own_is_an_effect_on_oneself() -> None:
    table = commander(Command("Rage", "aura", on="self", stat="attack", change=2))
    effect = only(do(table, "a", use("Rage")), EffectBegan)
    assert (effect.who, effect.effect.aura, effect.effect.change) == ("a", "", 2)
    nothing = commander(Command("Rage", "aura", on="self", stat="attack"))
    assert not of(do(nothing, "a", use("Rage")), EffectBegan)


@pytest.mark.rule("TURN-09", "DICE-01")
@pytest.mark.parametrize(("on", "own", "enemys"), [("friends", 7, 5), ("enemies", 5, 7)])
def test_an_aura_counts_once_and_on_its_own_side_alone(on: Any, own: int, enemys: int) -> None:
    table = commander(Command("Song", "aura", on=on, reach=6.0, stat="attack", change=2))
    do(table, "a", use("Song"))
    for who, target, dice in (("a", "b", own), ("b", "a", enemys)):
        events = do(table, who, {"act": "combat", "target": target, "weapon": "Bow"})
        assert rolled(events, "combat", who).dice == dice


# --- agreements -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TURN-11")
@pytest.mark.parametrize(
    ("spent", "story", "gained"), [(3, "", 1), (3, "So!", 2), (1, "So!", 1), (0, "So!", 0), (0, "", 0)]
)
def test_favour_gives_back_no_more_than_was_spent(spent: int, story: str, gained: int) -> None:
    before = [PointsSpent(who="a", what="wp", points=spent, on="test")] if spent else []
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), wp=3), mini("b", "south", (12, 6, 0)), before=before)
    table.answer({"act": "favour", "character": "a", "story": story})
    assert isinstance(table.request, Choice)
    assert (table.request.options, table.request.default) == ((True, False), False)
    table.answer(True)
    assert only(list(table.events), FavourAwarded).story == story
    assert [event.points for event in of(list(table.events), PointsGained)] == ([gained] if gained else [])


@pytest.mark.rule("TURN-11", "TURN-12")
def test_nothing_is_awarded_to_or_set_of_a_casualty() -> None:
    minis = [mini("a", "north", (6, 6, 0)), mini("c", "north", (9, 6, 0)), mini("b", "south", (12, 6, 0))]
    table = fight(plain_street(), *minis, before=fallen("c"))
    for answer in (
        {"act": "favour", "character": "c"},
        override({"c": {"wp": 0}}),
        override({"a": {"sees": {"c": True}}}),
    ):
        with pytest.raises(Refused, match=r"no character|no verdict"):
            table.answer(answer)


def override(changes: dict[str, Any]) -> dict[str, Any]:
    return {"act": "override", "changes": changes, "why": "as agreed"}


@pytest.mark.rule("TURN-12", "TURN-05")
@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ({"lp": 10}, True),
        ({"lp": 1}, True),
        ({"lp": 11}, False),
        ({"lp": 0}, False),
        ({"lp": -1}, False),
        *(({point: 2}, True) for point in ("wp", "cp")),
        *(({point: 0}, True) for point in ("wp", "cp", "ap")),
        *(({point: 3}, False) for point in ("wp", "cp")),
        *(({point: -1}, False) for point in ("wp", "cp", "ap")),
        ({"ap": 3}, True),
        ({"ap": 4}, False),
        ({"underwater": 0}, True),
        ({"underwater": 2}, True),
        ({"underwater": 3}, False),
        ({"underwater": -1}, False),
        ({"at": [0, 0, 0]}, True),
        ({"at": [24, 24, 3]}, True),
        ({"at": [0.5, 0.5, 0]}, True),
        ({"at": [24.01, 12, 0]}, False),
        ({"at": [-0.01, 12, 0]}, False),
        ({"at": [12, 24.01, 0]}, False),
        ({"at": [12, -0.01, 0]}, False),
        ({"at": [12, 12, float("inf")]}, False),
        ({"sees": {"a": False}}, True),
        ({"in_cover": {"a": True}}, True),
        ({"sees": {"b": False}}, False),
        ({"in_cover": {"nobody": True}}, False),
    ],
)
def test_what_may_be_set_by_agreement(change: dict[str, Any], legal: bool) -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (12, 6, 0), wp=2, cp=2, ap=2))
    assert may(table, "a", override({"b": change})) is legal
    if legal:
        table.answer(override({"b": change}))
        assert isinstance(table.request, Choice)
        assert (table.request.options, table.request.default) == ((True, False), True)


@pytest.mark.rule("TURN-12")
def test_everybody_else_is_asked_and_all_changes_are_made() -> None:
    minis = [mini("a", "north", (6, 6, 0)), mini("b", "south", (12, 6, 0)), mini("c", "east", (12, 12, 0))]
    table = fight(plain_street(), *minis)
    changes = {"a": {"lp": 3}, "b": {"at": [9, 9, 4]}, "c": {"lp": 5}}
    asked = [(choice.seat, choice.prompt) for choice in prompts_of(table, "a", override(changes))]
    assert asked == [("south", "agree"), ("east", "agree")]
    assert (table.state["a"].lp, table.state["b"].here, table.state["c"].lp) == (3, (9, 9, 4), 5)
    assert [event.on_wall for event in of(list(table.events), Overruled)] == [False, True, False]


# --- spells -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SPELL-Rejuvenation")
@pytest.mark.parametrize(("apart", "near"), [(6.1, True), (11.9, True), (12.0, True), (12.02, False)])
def test_rejuvenation_reaches_twelve_inches_friend_and_enemy(apart: float, near: bool) -> None:
    minis = [
        fighter("a", "north", (4, 4, 0), **mage("Rejuvenation")),
        fighter("c", "north", (round(4 + BASE + apart, 4), 4, 0)),
        fighter("b", "south", (4, round(4 + BASE + apart, 4), 0)),
    ]
    hurt = [LostLife(who=who, lost=3, why="test") for who in "cb"]
    table = fight(plain_street(), *minis, dice=[7, 2, 2], before=hurt)
    asked = [choice for choice in prompts_of(table, "a", cast("Rejuvenation")) if choice.prompt == "rejuvenate"]
    assert [choice.options for choice in asked[:1]] == ([("c", "b", None)] if near else [])


@pytest.mark.rule("SPELL-Rejuvenation", "GEO-06")
def test_rejuvenation_needs_sight() -> None:
    minis = [fighter("a", "north", (4, 4, 0), **mage("Rejuvenation")), fighter("c", "north", (10, 4, 0))]
    wall = street(("wall/stones", Meaning(), block((7, 0, 0), (7.3, 12, 4))))
    table = fight(wall, *minis, dice=[7, 2, 2], before=[LostLife(who="c", lost=3, why="test")])
    assert "rejuvenate" not in [choice.prompt for choice in prompts_of(table, "a", cast("Rejuvenation"))]


@pytest.mark.rule("FALL-01", "JUMP-05")
def test_a_jump_is_told_as_one_that_falls_or_stands() -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8), lp=20), dice=[2] * 10)
    events = do(table, "a", jump(12, 12, 8))
    assert only(events, Jumped).falls
    assert only(events, Fell).why == "jump"
    table = fight(plain_street(), mini("a", "north", (9.3, 12, 0)), dice=[2] * 5)
    events = do(table, "a", jump(12, 12, 0))
    assert not of(events, Moved)
    assert not only(events, Jumped).falls


# --- points, effects and cover as they are asked for ----------------------------------------------------------------

SWIM, DIVE, LEAD = Run(path=((13.0, 7.0, -0.75),)), Dive(), Order()


@pytest.mark.rule("TURN-04", "TURN-08")
@pytest.mark.parametrize(
    ("used", "left", "action", "how", "rule"),
    [
        (0, 3, SWIM, {}, None),
        (2, 1, SWIM, {}, None),
        (3, 1, SWIM, {}, "TURN-04"),
        (2, 0, SWIM, {}, "TURN-04"),
        (1, 2, DIVE, {}, None),
        (2, 2, DIVE, {}, "TURN-04"),
        (1, 1, DIVE, {}, "TURN-04"),
        (2, 0, SWIM, {"out_of_sequence": True}, None),
        (3, 3, SWIM, {"out_of_sequence": True}, "TURN-04"),
        (0, 3, DIVE, {"out_of_sequence": True}, "TURN-08"),
        (0, 3, LEAD, {"out_of_sequence": True}, "TURN-08"),
        (3, 1, SWIM, {"free": True}, None),
    ],
)
def test_how_many_points_an_action_takes(used: int, left: int, action: Action, how: Any, rule: str | None) -> None:
    table = fight(canal(), mini("a", "north", (13, 6, -0.75)))
    table.state.set("a", used_ap=used, ap=left)
    takes = Acts("a", **how)
    refusal = takes.refusal(table.state, table.measure, action)
    assert (refusal.rule if refusal and refusal.rule in ("TURN-04", "TURN-08") else None) == rule


@pytest.mark.rule("TURN-03")
@pytest.mark.parametrize(("order", "told"), [(("south", "north"), ["b", "a", "c"]), ((), ["a", "c", "b"])])
def test_what_ends_with_the_round_ends_in_initiative_order(order: tuple[str, ...], told: list[str]) -> None:
    state = fight(plain_street(), *duel(), fighter("c", "north", (2, 2, 0))).state
    lasts = [Effect("x", until, stat="move", change=1) for until in ("end_of_round", "game")]  # type: ignore[arg-type]
    for who in "abc":
        for effect in lasts:
            state.emit(EffectBegan(who=who, effect=effect))
    state.initiative, first = order, len(state.log)
    effects.end(state, "end_of_round")
    effects.end(state, "end_of_turn")
    effects.end(state, "end_of_round", "a")
    assert [(e.who, e.effects) for e in of(state.log[first:], EffectsEnded)] == [(who, (lasts[0],)) for who in told]


@pytest.mark.rule("TURN-09", "MAGIC-03")
@pytest.mark.parametrize(
    ("until", "begun", "turns", "over"),
    [
        ("end_of_turn", 9, 0, True),
        ("end_of_next_turn", 1, 0, False),
        ("end_of_next_turn", 1, 1, True),
        ("end_of_next_turn", 1, 2, True),
        ("end_of_round", 0, 5, False),
        ("game", 0, 5, False),
    ],
)
def test_what_ends_with_a_turn(until: Any, begun: int, turns: int, over: bool) -> None:
    state = fight(plain_street(), *duel()).state
    state.emit(EffectBegan(who="a", effect=Effect("x", until, stat="move", change=1, begun=begun)))
    state.set("a", turns_ended=turns)
    effects.end_turn(state, "a")
    assert (state["a"].effects == ()) is over
    assert (effects.next_turn(state, "a"), effects.next_turn(state, "b")) == (turns, 0)
    state.active = "a"
    assert (effects.next_turn(state, "a"), effects.next_turn(state, "b")) == (turns + 1, 0)


WALL, CRATE = block((6.1, 9, 0), (9, 9.5, 4)), house((5, 6.9), (7, 7.2), 0.9, "crate")


def sacks(weight: Barricade) -> Any:
    return house((5, 6.9), (7, 7.2), 0.9, "sacks", barricade=weight)


@pytest.mark.rule("GEO-10", "GEO-11", "TERR-11", "EQUIP-06", "WEAP-Smoke", "TURN-12")
@pytest.mark.parametrize(
    ("parts", "y", "effect", "agreed", "cover", "worth"),
    [
        ((), 12.0, None, None, False, ()),
        ((("wall/stones", Meaning(), WALL),), 12.0, None, None, True, (1,)),
        ((("wall/stones", Meaning(), WALL),), 12.0, "Lantern Light", None, True, ()),
        ((), 12.0, "Lantern Light", None, False, ()),
        ((), 12.0, "In Smoke", None, True, (1,)),
        ((), 6.31 + TOUCH, "In Smoke", None, False, ()),  # base contact
        ((CRATE,), 7.2 + BASE / 2, None, None, True, (1,)),
        ((sacks(Barricade.LIGHT),), 7.2 + BASE / 2, None, None, True, (1,)),
        ((sacks(Barricade.HEAVY),), 7.2 + BASE / 2, None, None, True, (2,)),
        ((), 12.0, None, True, True, (1,)),
        ((), 6.31 + TOUCH, None, True, True, (1,)),
        ((("wall/stones", Meaning(), WALL),), 12.0, None, False, False, ()),
    ],
)
def test_what_cover_there_is_and_what_it_is_worth(
    parts: Any, y: float, effect: str | None, agreed: bool | None, cover: bool, worth: tuple[int, ...]
) -> None:
    minis = [fighter("a", "north", (6, 6.31, 0)), fighter("b", "south", (6, round(y, 3), 0))]
    table = fight(street(*parts), *minis)
    state = table.state
    if effect is not None:
        state.emit(EffectBegan(who="b", effect=Effect("x", "game", trait=Trait(effect))))
    if agreed is not None:
        state.agreed = {"b in_cover a": agreed}
    apart = measured(rulings.distance("a", "b"), state, table.measure)
    found = measured(sighting.cover_of(state, "a", "b", apart), state, table.measure)
    assert (found.in_cover, tuple(m.change for m in found.modifiers)) == (cover, worth)
    assert all(m.source.startswith("cover: ") for m in found.modifiers)
    assert found.why


@pytest.mark.rule("GEO-11")
@pytest.mark.parametrize(
    ("a", "b", "cover"), [("quay", "water", True), ("water", "quay", False), ("water", "water", True)]
)
def test_whoever_is_in_water_has_cover(a: str, b: str, cover: bool) -> None:
    places = {"quay": (8, -0.0), "water": (12, -0.75)}
    minis = [
        fighter("a", "north", (places[a][0], 6, places[a][1])),
        fighter("b", "south", (places[b][0], 9, places[b][1])),
    ]
    table = fight(canal(surface=-0.75), *minis)
    apart = measured(rulings.distance("a", "b"), table.state, table.measure)
    found = measured(sighting.cover_of(table.state, "a", "b", apart), table.state, table.measure)
    assert ([m.source for m in found.modifiers] == ["cover: in water"]) is cover
    assert found.in_cover or not cover
