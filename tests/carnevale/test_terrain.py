"""Kinds of terrain (TERR): unstable ground, ruins, obstacles, debris, barricades, gondolas."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale import rulings
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Charged,
    CounterGained,
    Disengaged,
    Fell,
    Jumped,
    LostLife,
    Moved,
    MoveGained,
    Pushed,
    Rolled,
    Rowed,
    Shaken,
)
from sim.carnevale.landing import overboard
from sim.engine.requests import measured
from tests.carnevale.tables import (
    Barricade,
    Kind,
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
    question,
    refused,
    sheet,
    street,
    take_turn,
)

R = 0.5906


def near(a: tuple[float, ...], b: tuple[float, ...], by: float = 0.05) -> bool:
    return all(abs(p - q) <= by for p, q in zip(a, b, strict=True))


def run(*path: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": path}


def jump(x: float, y: float, z: float) -> dict[str, Any]:
    return {"act": "jump", "to": (x, y, z)}


# --- unstable ground --------------------------------------------------------------------------------------

CART = ("cart/bed", Meaning(unstable=True), block((10, 4, 0), (14, 10, 1.5)))


def cart(dice: list[int], *, size: int = 30) -> Table:
    """b stands on a cart, 1" from its east side; a is about to jump onto it."""
    return fight(
        street(CART),
        mini("a", "north", (7, 7, 0), size=size),
        mini("b", "south", (12.4, 7, 1.5)),
        dice=[7, 8, 9, 2, 2, *dice],
    )


@pytest.mark.rule("TERR-03")
def test_a_jump_onto_unstable_ground_makes_all_others_on_it_roll() -> None:
    events = do(cart([7, 2, 2, 2, 2]), "a", jump(10.7, 7, 1.5))
    assert (only(events, Shaken).who, only(events, Shaken).outcome) == ("b", "success")
    (roll,) = [e for e in of(events, Rolled) if e.purpose == "unstable ground"]
    assert (roll.dice, roll.modifiers) == (5, ())  # their bases are of one size
    assert not of(events, Pushed)


@pytest.mark.rule("TERR-03", "MOVE-04")
def test_a_fall_onto_unstable_ground_as_a_turn_ends_makes_all_others_on_it_roll() -> None:
    wall = ("wall/stones", Meaning(), block((14, 4, 0), (16, 10, 8)))
    minis = mini("a", "north", (14 - 0.5906, 7, 5), lp=30), mini("b", "south", (11, 7, 1.5))
    table = fight(street(CART, wall), *minis, dice=[2] * 20)
    table.state.set("a", on_wall=True)
    take_turn(table, "a")
    events = end_turn(table)
    assert [fell.who for fell in of(events, Fell)] == ["a", "b"]
    assert (only(events, Shaken).who, only(events, Shaken).by) == ("b", "a")


@pytest.mark.rule("TERR-03")
def test_whoever_fails_is_moved_two_inches_to_the_nearest_edge_and_may_fall() -> None:
    table = cart([2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", jump(10.7, 7, 1.5))
    assert only(events, Pushed).who == "b"
    assert (only(events, Fell).who, only(events, Fell).by) == ("b", "a")
    assert near(table.state["b"].here, (14.6, 7, 0), 0.3)


@pytest.mark.rule("TERR-03")
def test_whoever_fumbles_is_moved_off() -> None:
    table = cart([1, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", jump(10.7, 7, 1.5))
    assert only(events, Fell).who == "b"


@pytest.mark.rule("TERR-03")
@pytest.mark.parametrize(
    ("at", "fails", "falls"),
    [
        ((13.5, 10), (11.5, 10), [(10.589, 10), (9.409, 10)]),
        ((15, 7.5), (15, 5.5), [(15, 4.589), (15, 3.409)]),
        ((15, 17), (15, 19), [(15, 19.411), (15, 20.591)]),
        ((17.2, 10), (19.2, 10), [(19.411, 10), (20.591, 10)]),
    ],
)
@pytest.mark.parametrize("face", [1, 2])
def test_where_unstable_ground_throws_to(
    at: tuple[float, float], fails: tuple[float, float], falls: list[tuple[float, float]], face: int
) -> None:
    raft = ("raft/bed", Meaning(unstable=True), block((10, 4, 0), (20, 20, 1.5)))
    minis = [mini("a", "north", (7, 12, 0), size=40), mini("b", "south", (*at, 1.5)), mini("c", "south", (2, 2, 0))]
    table = fight(street(raft), *minis, dice=[7, 8, 9, 2, 2, face, 2, 2, 2, *[2] * 5])
    events = do(table, "a", jump(11, 12, 1.5))
    shaken = only(events, Shaken)
    assert (shaken.who, shaken.by, shaken.outcome) == ("b", "a", "fail" if face == 2 else "fumble")
    roll = next(e for e in of(events, Rolled) if e.purpose == "unstable ground")
    assert (roll.who, roll.dice, *map(str, roll.modifiers)) == ("b", 4, "-1 a larger base shakes the ground")
    way = [fails] if face == 2 else falls
    pushed = only(events, Pushed)
    assert (pushed.who, pushed.by, pushed.why) == ("b", "a", "unstable ground")
    assert pushed.path == ((*at, 1.5), *((x, y, 1.5) for x, y in way))
    assert table.state["b"].here == (*way[-1], 1.5 if face == 2 else 0)
    fallen = [(e.who, e.by, e.why, e.fallen) for e in of(events, Fell)]
    assert fallen == ([] if face == 2 else [("b", "a", "unstable ground", 1.5)])


@pytest.mark.rule("TERR-03")
def test_a_critical_lets_its_player_move_it_up_to_two_inches() -> None:
    table = cart([10, 7, 2, 2, 2])
    do(table, "a", jump(10.7, 7, 1.5), keep_feet={"to": (12.4, 8.5, 1.5)})
    assert near(table.state["b"].here, (12.4, 8.5, 1.5))


@pytest.mark.rule("TERR-03")
@pytest.mark.parametrize(
    ("to", "rule"),
    [((12.4, 8.98, 1.5), None), ((12.4, 9.02, 1.5), "MOVE-01"), ((12.4, 7, 4), "MOVE-03"), ((13, 8, 1.5), None)],
)
def test_a_step_to_keep_ones_feet_is_refused_like_any_other(to: tuple[float, float, float], rule: str | None) -> None:
    table = cart([10, 7, 2, 2, 2])
    choice = question(table, "a", jump(10.7, 7, 1.5), "keep_feet")
    assert choice.options == (None,)
    refusal = table.refusal({"to": to})
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("TERR-03", "MOVE-05", "MOVE-06")
@pytest.mark.parametrize(
    ("x", "ends", "moved", "falls"),
    [
        (13.4, (13.4, 7, 1.5), ["balance"], False),
        (13.8, (13.409, 7, 1.5), ["balance", "nudged"], False),  # it just cannot be placed
        (14.2, (14.591, 7, 0), ["balance"], True),
    ],
)
def test_whoever_steps_to_the_edge_to_keep_its_feet_is_helped_and_beyond_it_falls(
    x: float, ends: tuple[float, ...], moved: list[str], falls: bool
) -> None:
    table = cart([10, 7, 2, 2, 2, *[2] * 5])
    events = do(table, "a", jump(10.7, 7, 1.5), keep_feet={"to": (x, 7, 1.5)})
    assert [e.how for e in of(events, Moved) if e.who == "b"] == moved
    assert [(e.who, e.by, e.why) for e in of(events, Fell)] == ([("b", "a", "unstable ground")] if falls else [])
    assert near(table.state["b"].here, ends)


@pytest.mark.rule("TERR-03")
def test_whoever_keeps_its_feet_with_a_critical_may_stay() -> None:
    table = cart([10, 7, 2, 2, 2])
    events = do(table, "a", jump(10.7, 7, 1.5), keep_feet=None)
    assert only(events, Shaken).outcome == "critical"
    assert not [event for event in of(events, Moved) if event.who == "b"]
    assert table.state["b"].here == (12.4, 7, 1.5)


@pytest.mark.rule("TERR-03", "FALL-04", "MOVE-10")
@pytest.mark.parametrize(
    ("at", "onto", "charges"), [((14.6, 7, 0), ("c",), True), ((15.775, 7, 0), (), True), ((15.79, 7, 0), (), False)]
)
def test_whoever_is_shaken_off_onto_an_enemy_or_beside_it_charges_it(
    at: tuple[float, float, float], onto: tuple[str, ...], charges: bool
) -> None:
    """It struck at nobody, and one who stood in its way was taken for a way back on to the cart."""
    minis = [mini("a", "north", (7, 7, 0)), mini("b", "south", (12.4, 7, 1.5)), mini("c", "north", at)]
    table = fight(street(CART), *minis, dice=[7, 8, 9, *[2] * 40])
    events = do(table, "a", jump(10.7, 7, 1.5))
    assert only(events, Fell).onto == onto
    assert [(e.who, e.targets, e.from_above) for e in of(events, Charged)] == ([("b", ("c",), ())] if charges else [])
    struck = [(e.who, e.opportunity) for e in of(events, ActionBegan) if e.who == "b"]
    assert struck == ([("b", True)] if charges else [])


@pytest.mark.rule("TERR-03")
def test_whoever_is_shaken_off_onto_other_unstable_ground_shakes_that_too() -> None:
    planks = ("planks/top", Meaning(unstable=True), block((14, 4, 0), (18, 10, 0.2)))
    minis = [mini("a", "north", (7, 7, 0)), mini("b", "south", (12.4, 7, 1.5)), mini("c", "south", (17, 7, 0.2))]
    table = fight(street(CART, planks), *minis, dice=[7, 8, 9, *[2] * 12, *[7] * 5])
    events = do(table, "a", jump(10.7, 7, 1.5))
    assert [(e.who, e.by) for e in of(events, Shaken)] == [("b", "a"), ("c", "b")]


@pytest.mark.rule("TERR-03", "ABIL-Bodyguard")
@pytest.mark.parametrize("leaves", [True, False])
def test_whoever_has_left_unstable_ground_before_its_turn_comes_is_not_shaken(leaves: bool) -> None:
    """B is thrown off beside E and charges it; its guard C leaves the cart for that, and rolled for it all the same."""
    minis = [
        mini("b", "north", (12.4, 7, 1.5)),
        mini("a", "south", (7, 7, 0)),
        mini("c", "south", (13, 9, 1.5), abilities=("Bodyguard (E)", "Flight")),
        mini("e", "south", (15.775, 7, 0)),
    ]
    table = fight(street(CART), *minis, dice=[7, 8, 9, *[2] * 60])
    flies = {"act": "run", "path": [(14.7, 9, 1.5), (14.6, 8.185, 0)], "fly": True}
    events = do(table, "a", jump(10.7, 7, 1.5), bodyguard=flies if leaves else "pass")
    assert [(e.who, e.by) for e in of(events, Shaken)] == [("b", "a")] + [("c", "a")] * (not leaves)


@pytest.mark.rule("TERR-03")
def test_a_larger_base_shakes_harder() -> None:
    events = do(cart([7, 2, 2, 2], size=40), "a", jump(11.2, 7, 1.5), opportunity="decline")
    shaken = of(events, Rolled)[-1]
    assert (shaken.who, shaken.dice) == ("b", 4)


@pytest.mark.rule("TERR-03", "ACT-07")
def test_whoever_is_thrown_down_onto_unstable_ground_shakes_it() -> None:
    roof = house((4, 4), (10, 10), 4.0)
    minis = [
        mini("a", "north", (8.1, 7, 4)),
        mini("b", "south", (9.28, 7, 4), lp=30),
        mini("c", "south", (13.2, 9.2, 1.5)),
    ]
    table = fight(street(roof, CART), *minis, dice=[2] * 5 + [7, 2, 2, 2, 2] + [2] * 5 + [7, 2, 2, 2, 2])
    events = do(table, "a", {"act": "grapple", "target": "b"}, push=(14, 7, 4))
    fell = only(events, Fell)
    assert (fell.who, fell.by, fell.part) == ("b", "a", "cart/bed")
    assert (only(events, Shaken).who, only(events, Shaken).by) == ("c", "b")


# --- ruins, obstacles, debris -----------------------------------------------------------------------------


@pytest.mark.rule("TERR-08")
def test_ruins_are_entered_by_their_openings_and_climbed_inside() -> None:
    ruin = {"ruin": True}
    board = street(
        house((8, 4), (8.3, 7), 4.0, "ruin-a", **ruin),
        house((8, 9), (8.3, 14), 4.0, "ruin-b", **ruin),
        ("ruin/ground", Meaning(ruin=True), block((8.3, 4, 0), (14, 14, 0.05))),
        ("ruin/floor", Meaning(ruin=True), block((8.3, 4, 2.9), (14, 14, 3.0))),
    )
    table = fight(board, mini("a", "north", (7, 8, 0)), dice=[7, 2, 2, 2, 2])
    assert not of(do(table, "a", run((11, 8, 0.05))), Rolled)
    events = do(table, "a", run((11, 8, 3)))
    assert only(events, Rolled).purpose == "climb"
    assert near(table.state["a"].here, (11, 8, 3))


@pytest.mark.rule("TERR-09")
def test_no_turn_ends_on_a_small_obstacle() -> None:
    barrel = ("barrel/top", Meaning(obstacle=Obstacle.SMALL), block((8.7, 5.7, 0), (9.3, 6.3, 1.3)))
    table = fight(street(barrel), mini("a", "north", (6, 6, 0)), dice=[7, 8, 9, 2, 2])
    events = do(table, "a", jump(9, 6, 1.3), chained_jump=None)
    assert not only(events, Jumped).falls
    assert near(table.state["a"].here, (9, 6, 1.3))
    end_turn(table)
    x, y, z = table.state["a"].here
    assert z == 0.0
    assert abs(x - 9) + abs(y - 6) < 1.5


@pytest.mark.rule("TERR-09")
def test_no_turn_ends_on_the_next_small_obstacle_either() -> None:
    small = Meaning(obstacle=Obstacle.SMALL)
    barrel = ("barrel/top", small, block((8.7, 5.7, 0), (9.3, 6.3, 1.3)))
    crates = ("crates/top", small, block((9.3, 4, 0), (12, 8, 1.3)))  # nearer than the street
    table = fight(street(barrel, crates), mini("a", "north", (6, 6, 0)), dice=[7, 8, 9, 2, 2])
    do(table, "a", jump(9, 6, 1.3), chained_jump=None)
    assert near(table.state["a"].here, (9, 6, 1.3))
    end_turn(table)
    assert table.state["a"].here[2] == 0.0


@pytest.mark.rule("TERR-10")
def test_debris_is_climbed_onto_but_no_turn_ends_on_it() -> None:
    crate = ("debris/crate", Meaning(obstacle=Obstacle.DEBRIS), block((12, 11, -1.5), (14, 13, -0.4)))
    table = fight(canal(crate), mini("a", "north", (11.2, 11, -0.75)))
    do(table, "a", run((13, 12, -0.4)))
    assert near(table.state["a"].here, (13, 12, -0.4))
    end_turn(table)
    assert near(table.state["a"].here[2:], (-0.75,))


@pytest.mark.rule("TERR-10")
def test_off_debris_the_least_way_into_water_may_lead_from_corner_to_corner() -> None:
    parts = [
        ("ground/south", Meaning(), block((0, 0, -2), (24, 20, 0))),
        ("ground/west", Meaning(), block((0, 20, -2), (20, 24, 0))),
        ("pool/water", Meaning(kind=Kind.WATER), sheet((20, 20), (24, 24), -0.75)),
        ("debris/crate", Meaning(obstacle=Obstacle.DEBRIS), block((1, 1, 0), (4, 4, 0.9))),
    ]
    table = fight(Board.from_parts(parts, size=(24.0, 24.0)), mini("a", "north", (2.5, 2.5, 0.9)))
    take_turn(table, "a")
    moved = only(end_turn(table), Moved)
    assert moved.how == "off debris"
    assert table.state["a"].here == pytest.approx((20, 20, -0.75), abs=0.7)


@pytest.mark.rule("TERR-10")
def test_off_debris_it_goes_ashore_where_no_water_is_wide_enough() -> None:
    """A large base in a pool that is full of it: no turn ends on debris all the same."""
    parts = [
        ("ground/south", Meaning(), block((0, 0, -2), (24, 20, 0))),
        ("ground/north", Meaning(), block((0, 22.8, -2), (24, 24, 0))),
        ("ground/west", Meaning(), block((0, 20, -2), (10, 22.8, 0))),
        ("ground/east", Meaning(), block((13, 20, -2), (24, 22.8, 0))),
        ("pool/water", Meaning(kind=Kind.WATER), sheet((10, 20), (13, 22.8), -0.75)),
        ("debris/crate", Meaning(obstacle=Obstacle.DEBRIS), block((10, 20, -1), (13, 22.8, -0.4))),
    ]
    table = fight(Board.from_parts(parts, size=(24.0, 24.0)), mini("a", "north", (11.5, 21.4, -0.4), size=60))
    take_turn(table, "a")
    moved = only(end_turn(table), Moved)
    assert moved.how == "off debris"
    assert table.state["a"].here[2] == pytest.approx(0.0, abs=0.01)


# --- barricades -------------------------------------------------------------------------------------------


@pytest.mark.rule("TERR-11")
def test_crossing_a_defended_barricade_is_disengaging() -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    table = fight(
        street(wall),
        mini("a", "north", (6.5, 6, 0), move=6),
        mini("b", "south", (8.3 + R, 8, 0)),
        dice=[2, 2, 2, 2, 2, 1, 2, 2, 2, 2],
    )
    events = do(table, "a", run((10.5, 5.5, 0)))
    tried = only(events, Disengaged)
    assert (tried.against, tried.stays, tried.barricade) == ("b", True, "fence/walls")
    assert table.state["a"].here[0] < 8


@pytest.mark.rule("TERR-11", "MOVE-12")
@pytest.mark.parametrize(("dice", "gained"), [([10, 7, 2, 2, 2], [2.0]), ([7, 7, 2, 2, 2], [])])
def test_a_critical_at_a_barricade_gives_two_inches_as_any_disengage(dice: list[int], gained: list[float]) -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    minis = [mini("a", "north", (6.5, 6, 0), move=6), mini("b", "south", (8.3 + R, 8, 0))]
    table = fight(street(wall), *minis, dice=[2, 2, 2, 2, 2, *dice])
    events = do(table, "a", run((10.5, 5.5, 0)))
    assert [(event.who, event.inches) for event in of(events, MoveGained)] == [("a", inches) for inches in gained]
    assert near(table.state["a"].here, (10.5, 5.5, 0))


@pytest.mark.rule("TERR-11", "MOVE-12")
@pytest.mark.parametrize(
    ("size", "path", "stop", "costs"),
    [
        (30, [(11.5, 6, 0)], 7.409, [3.409, 0.891, 3.2]),
        (50, [(11.5, 6, 0)], 7.016, [3.016, 1.284, 3.2]),
        (30, [(5, 6, 0), (11.5, 6, 0)], 7.409, [3.409, 0.891, 3.2]),
        (30, [(7.9, 6, 0), (11.5, 6, 0)], 7.9, [3.9, 0.4, 3.2]),  # no further back than the last corner
    ],
)
def test_whoever_fumbles_at_a_barricade_stays_half_a_base_before_it(
    size: int, path: list[tuple[float, float, float]], stop: float, costs: list[float]
) -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    against = [2] * (6 if size > 30 else 5)  # the smaller base has one more
    for dice, gone in (([1, *[2] * 5], 1), ([7] * 6, 3)):
        minis = [mini("a", "north", (4, 6, 0), move=9, size=size), mini("b", "south", (8.3 + R, 7.9, 0))]
        table = fight(street(wall), *minis, dice=[*against, *dice])
        moved = of(do(table, "a", {"act": "run", "path": path}), Moved)
        assert [each.cost for each in moved] == pytest.approx(costs[:gone], abs=0.005)
        assert moved[0].to[:2] == pytest.approx((stop, 6), abs=0.001)
        rim = stop + size / 25.4 / 2
        assert moved[0].to[2] == (0.9 if rim > 8.01 else 0.0)  # on the street, or with its rim on the wood


@pytest.mark.rule("TERR-11", "MOVE-12")
def test_whoever_fumbles_at_a_barricade_in_an_arcade_stays_under_its_roof() -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    roof = ("roof/slab", Meaning(), block((2, 2, 4), (14, 12, 4.3)))
    minis = [mini("a", "north", (4, 6, 0), move=9), mini("b", "south", (8.3 + R, 7.9, 0))]
    table = fight(street(wall, roof), *minis, dice=[*[2] * 5, 1, *[2] * 5])
    (moved,) = of(do(table, "a", {"act": "run", "path": [(11.5, 6, 0)]}), Moved)
    assert moved.to == pytest.approx((7.409, 6, 0), abs=0.001)


@pytest.mark.rule("TERR-11", "TERR-02", "MOVE-12")
def test_whoever_crosses_rough_ground_to_a_barricade_tries_it_from_its_edge() -> None:
    """There is no stretch of street to stop on."""
    rubble = ("rubble/stones", Meaning(kind=Kind.DIFFICULT), sheet((2, 2), (8, 12), 0.02))
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    minis = [mini("a", "north", (6, 6, 0.02), move=9), mini("b", "south", (8.3 + R, 7.9, 0))]
    table = fight(street(rubble, wall), *minis, dice=[7, 2, 2, 2, 2, *[2] * 5, 1, 2, 2, 2, 2, *[2] * 20])
    moved = of(do(table, "a", {"act": "run", "path": [(11, 6, 0)]}), Moved)
    assert [m.leg.kind for m in moved if m.leg] == ["difficult"]
    assert moved[0].to[0] == pytest.approx(8, abs=0.05)


@pytest.mark.rule("TERR-11", "MOVE-12", "WEAP-Knockback")
def test_whoever_is_knocked_back_from_a_barricade_goes_no_further() -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    ram = {"name": "Ram", "range": 2, "abilities": ("Knockback",)}
    minis = [mini("a", "north", (4, 6, 0), move=9), mini("b", "south", (8.3 + R, 7.9, 0), weapons=(ram,))]
    for dice, crosses in (([7] * 5, False), ([2] * 5, True)):
        table = fight(street(wall), *minis, dice=[*[2] * 10, *dice, *[2] * 5])
        blow = {"act": "combat", "target": "a", "weapon": "Ram"}
        do(table, "a", {"act": "run", "path": [(11, 6, 0)]}, opportunity=[blow])
        assert (table.state["a"].here[0] > 10) is crosses
        assert crosses or table.state["a"].here[0] < 7


@pytest.mark.rule("TERR-11", "MOVE-10", "WEAP-Knockback")
def test_whoever_is_knocked_back_from_a_barricade_against_an_enemy_has_not_charged_it() -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    ram = {"name": "Ram", "range": 2, "abilities": ("Knockback",)}
    behind = mini("c", "south", (5.45, 3.49, 0))
    minis = [mini("a", "north", (4, 6, 0), move=9), mini("b", "south", (8.3 + R, 7.9, 0), weapons=(ram,)), behind]
    table = fight(street(wall), *minis, dice=[*[2] * 10, *[7] * 5, *[2] * 20])
    blow = {"act": "combat", "target": "a", "weapon": "Ram"}
    events = do(table, "a", {"act": "run", "path": [(11, 6, 0)]}, opportunity=[blow])
    assert only(events, Pushed).push.contacts[0].id == "c"
    assert not of(events, Charged)


@pytest.mark.rule("TERR-11")
def test_a_barricade_without_defenders_is_simply_crossed() -> None:
    wall = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    table = fight(street(wall), mini("a", "north", (6.5, 6, 0)))
    events = do(table, "a", run((10.5, 6, 0)))
    assert not of(events, Disengaged)
    assert near(table.state["a"].here, (10.5, 6, 0))


# --- gondolas ---------------------------------------------------------------------------------------------

DECK = -0.45


def afloat(*riders: dict[str, Any], dice: list[int] | None = None) -> Table:
    """A gondola that lies along the canal at x = 13, from y = 8.5 to 15.5."""
    return fight(canal(gondola(13, 12)), *riders, dice=dice or [])


@pytest.mark.rule("TERR-12", "TERR-10")
@pytest.mark.parametrize(
    ("size", "aboard", "room"),
    [
        (30, (), True),
        (31, (), True),
        (40, (), True),
        (41, (), False),
        (30, (30,), True),
        (30, (25,), True),
        (31, (30,), False),
        (30, (31,), False),
        (40, (30,), False),
        (30, (40,), False),
        (30, (30, 30), False),
    ],
)
def test_whoever_finds_no_room_on_a_gondola_climbs_on_to_it_as_on_debris(
    size: int, aboard: tuple[int, ...], room: bool
) -> None:
    riders = [mini(f"r{i}", "north", (13, 9.5 + 4 * i, DECK), size=each) for i, each in enumerate(aboard)]
    table = fight(canal(gondola(13, 12, wide=2.4)), mini("a", "north", (10.8, 12, -0.75), size=size), *riders)
    do(table, "a", run((13, 11.6, DECK)))
    assert table.state["a"].aboard == "gondola"
    assert (table.refusal({"act": "row", "to": (13, 14, -0.75)}) is None) is room
    end_turn(table)
    assert table.state["a"].aboard == ("gondola" if room else None)


@pytest.mark.rule("TERR-12")
def test_a_rider_takes_no_room_twice() -> None:
    table = afloat(mini("a", "north", (13, 9.5, DECK)), mini("c", "north", (13, 14, DECK)))
    take_turn(table, "a")
    assert table.refusal(run((13, 11, DECK))) is None


@pytest.mark.rule("TERR-12")
def test_losing_three_life_points_in_an_action_throws_a_rider_into_the_water() -> None:
    musket = {"name": "Musket", "range": 12, "penetration": -5}
    table = fight(
        canal(gondola(13, 12)),
        mini("a", "north", (8, 12, 0), weapons=(musket,)),
        mini("b", "south", (13, 12, DECK)),
        dice=[7, 8, 9, 2, 2],
    )
    events = do(table, "a", {"act": "combat", "target": "b", "weapon": "Musket"})
    assert table.state["b"].lp == 7
    fell = only(events, Fell)
    assert (fell.who, fell.landing, fell.why) == ("b", "water", "overboard")
    assert near(table.state["b"].here[2:], (-0.75,))


@pytest.mark.rule("TERR-12", "MOVE-13")
@pytest.mark.parametrize(
    ("lost", "thrown"), [("2(2)", False), ("2(2)1", True), ("(2)(2)2", False), ("((1)2)2", False), ("1(3)(3)2", True)]
)
def test_what_attacks_of_opportunity_cost_a_rider_is_counted_for_themselves(lost: str, thrown: bool) -> None:
    """Numbers are Life Points lost, brackets other actions within the one that is looked at."""
    table = afloat(mini("b", "south", (13, 12, DECK), lp=30), mini("a", "north", (8, 12, 0)))
    state = table.state
    since = len(state.log)
    state.emit(ActionBegan(who="a", action="combat", ap=1, target="b"))
    for each in lost:
        match each:
            case "(":
                state.emit(ActionBegan(who="b", action="combat", ap=0, target="a", opportunity=True))
            case ")":
                state.emit(ActionEnded(who="b", action="combat"))
            case _:
                state.emit(LostLife(who="b", lost=int(each), why="test"))
    measured(overboard(state, since), state, table.measure)
    assert (state["b"].here[2] == -0.75) is thrown


@pytest.mark.rule("TERR-13")
@pytest.mark.parametrize(("dice", "inches"), [([7, 8, 2, 2, 2], 4), ([2, 2, 2, 2, 2], 2), ([10, 7, 2, 2, 2], 6)])
def test_a_gondola_goes_as_far_as_the_roll_carries_it(dice: list[int], inches: float) -> None:
    table = afloat(mini("a", "north", (13, 11, DECK)), dice=dice)
    events = do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    rowed = only(events, Rowed)
    assert (rowed.rolled, rowed.length) == (inches, pytest.approx(inches, abs=0.15))
    assert near(table.state["a"].here, (13, 11 + inches, DECK), 0.2)
    assert table.state.vessels[0].at[1] == pytest.approx(12 + inches, abs=0.15)


@pytest.mark.rule("TERR-13", "MOVE-12")
@pytest.mark.parametrize(
    ("dice", "length"),
    [([7, 2, 2, 2, 2], 3), ([10, 7, 2, 2, 2], 5), ([2, 2, 2, 2, 2], 3), ([1, 2, 2, 2, 2], None)],
)
def test_to_row_away_from_a_swimmer_in_base_contact_is_to_disengage(dice: list[int], length: float | None) -> None:
    board = canal(gondola(13, 12, wide=1.19))
    minis = [mini("a", "north", (13, 10, DECK)), mini("b", "south", (14.186, 10, -0.75))]
    table = fight(board, *minis, dice=[7, 2, 2, 2, 2] + [2] * 5 + dice + [2] * 10)
    events = do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    assert (only(events, Disengaged).who, only(events, Disengaged).against) == ("a", "b")
    rows = [(rowed.rolled, pytest.approx(rowed.length, abs=0.15)) for rowed in of(events, Rowed)]
    assert rows == ([] if length is None else [(length, length)])


@pytest.mark.rule("TERR-13", "MOVE-10", "MOVE-12")
def test_to_turn_a_gondola_under_oneself_beside_an_enemy_is_neither_to_disengage_nor_to_charge() -> None:
    """It rolled to get away from an enemy on the quay whom it never left, and struck at it as in a charge."""
    board = canal(gondola(10.7, 12, wide=1.3))
    minis = [mini("a", "north", (10.59, 12, DECK)), mini("b", "south", (9.409, 12, 0))]
    table = fight(board, *minis, dice=[7, 2, 2, 2, 2] + [2] * 5 + [7, 2, 2, 2, 2] + [2] * 10)
    events = do(table, "a", {"act": "row", "to": (10.7, 12, -0.75), "turn": 0.5})
    assert only(events, Rowed).to.turn == 0.5
    assert not of(events, Disengaged)
    assert not of(events, Charged)


@pytest.mark.rule("TERR-13", "MOVE-10", "MOVE-12")
def test_whoever_is_only_rowed_along_neither_disengages_nor_charges() -> None:
    """A ruling: the book has those disengage and charge who move, and it is the rower who does."""
    board = canal(gondola(13, 12, wide=1.19))
    minis = [
        mini("a", "north", (13, 14.5, DECK)),
        mini("c", "north", (13, 10, DECK)),
        mini("b", "south", (14.186, 10, -0.75)),
        mini("d", "south", (14.186, 13, -0.75)),
    ]
    table = fight(board, *minis, dice=[7, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13, 15, -0.75)})
    touching = measured(rulings.contacts(table.state, "c"), table.state, table.measure)
    assert set(touching) == {"d"}
    assert not of(events, Disengaged)
    assert not of(events, Charged)


@pytest.mark.rule("TERR-13", "MOVE-12")
def test_whoever_rides_along_is_not_disengaged_from() -> None:
    minis = [mini("a", "north", (13, 10, DECK)), mini("b", "south", (13, 11.182, DECK))]
    table = fight(canal(gondola(13, 12)), *minis, dice=[7, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    assert not of(events, Disengaged)
    assert only(events, Rowed).rolled == 3


@pytest.mark.rule("TERR-13", "ACT-01", "ACT-02")
def test_whoever_is_rowed_is_hidden_and_on_guard_no_more() -> None:
    minis = [mini("a", "north", (13, 10, DECK)), mini("b", "north", (13, 14, DECK))]
    before = [CounterGained(who="b", counter=counter) for counter in ("hidden", "guarding")]
    table = fight(canal(gondola(13, 12)), *minis, dice=[7, 2, 2, 2, 2], before=before)
    do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    rider = table.state["b"]
    assert (rider.hidden, rider.guarding, rider.aboard) == (False, False, "gondola")


@pytest.mark.rule("TERR-13")
def test_a_fumbled_row_puts_all_aboard_into_the_water() -> None:
    table = afloat(mini("a", "north", (13, 11, DECK)), mini("c", "north", (13, 14, DECK)), dice=[1, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13, 18, -0.75)})
    assert {event.who for event in of(events, Fell)} == {"a", "c"}
    assert table.state["a"].here[2] == table.state["c"].here[2] == -0.75


@pytest.mark.rule("TERR-13")
def test_a_gondola_is_never_rowed_out_of_the_water_nor_by_whoever_is_not_aboard() -> None:
    table = afloat(mini("a", "north", (13, 11, DECK)), mini("c", "north", (8, 12, 0)))
    assert refused(table, "a", {"act": "row", "to": (19, 12, -0.75)}).rule == "TERR-13"
    end_turn(table)
    assert refused(table, "c", {"act": "row", "to": (13, 14, -0.75)}).rule == "TERR-13"


@pytest.mark.rule("TERR-13")
def test_turning_counts_by_what_the_riders_move() -> None:
    """The rider stands at the turning point: the gondola may turn as far as the canal lets it."""
    table = afloat(mini("a", "north", (13, 12, DECK)), dice=[2, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13, 12, -0.75), "turn": 20})
    assert only(events, Rowed).to.turn == 20
    assert only(events, Rowed).length < 0.1


@pytest.mark.rule("TERR-13")
def test_a_row_that_falls_short_of_its_turn_turns_by_its_share_of_it() -> None:
    table = afloat(mini("a", "north", (13, 12, DECK)), dice=[2, 2, 2, 2, 2])
    rowed = only(do(table, "a", {"act": "row", "to": (13, 18, -0.75), "turn": -20}), Rowed)
    assert (rowed.to.at[1], rowed.to.turn % 360) == (pytest.approx(14, abs=0.05), pytest.approx(353.3, abs=0.3))


@pytest.mark.rule("TERR-12", "TERR-03")
def test_boarding_by_a_jump_rocks_the_gondola() -> None:
    table = fight(
        canal(gondola(12, 12)),
        mini("a", "north", (9.4, 11, 0)),
        mini("b", "south", (12, 14.5, DECK)),
        dice=[7, 8, 2, 2, 2, 2, 2, 2, 2, 2],
    )
    events = do(table, "a", jump(12, 11, DECK), chained_jump=None)
    assert only(events, Shaken).who == "b"
    assert of(events, Moved) or of(events, Pushed)
    assert table.state["b"].here[2] == -0.75


@pytest.mark.rule("TERR-04")
def test_a_swimmer_stands_with_its_base_on_the_surface() -> None:
    table = fight(canal(), mini("a", "north", (9, 12, 0)))
    do(table, "a", run((13, 12, -0.75)))
    assert table.state["a"].here == (13.0, 12.0, -0.75)


def test_kinds_are_named_as_in_map_files() -> None:
    assert {kind.value for kind in Kind} >= {"solid", "difficult", "water", "impassable", "ladder"}
