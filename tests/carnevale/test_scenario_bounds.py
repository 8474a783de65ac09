"""The inches and points of the five scenarios, of setting up and of objectives: just within, and just outside."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest

from sim.board.board import Board, Part, Vessel
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import Kind, Meaning, Obstacle, VesselKind
from sim.carnevale import hooks, scenario, scenarios
from sim.carnevale.agendas import base
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept, achieved
from sim.carnevale.agendas.draw import AgendaDrawn, DrawAgendas
from sim.carnevale.agendas.history import Characters, History
from sim.carnevale.agendas.plan import AgendaDiscarded
from sim.carnevale.events import (
    CounterGained,
    DiceThrown,
    Escaped,
    Fell,
    Jumped,
    Killed,
    Moved,
    Pushed,
    Rolled,
    Scored,
    Swayed,
)
from sim.carnevale.events.objectives import ObjectiveClaimed, ObjectivePlaced, ObjectiveTaken
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.referee import Referee
from sim.carnevale.scenario import Aim
from sim.carnevale.scenarios.deployment import Deploy, Deployment, RollOff, TakeZone, ZoneTaken, undeployed, zone_of
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.scenarios.street_fight import GrantCommand
from sim.carnevale.scenarios.take_what_is_theirs import LayTreasure
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound, EndGame
from sim.carnevale.zones import Zone, corners, edges
from sim.engine.dice import ScriptedDice
from sim.engine.session import Session
from tests.carnevale import tables
from tests.carnevale.fighters import duel
from tests.carnevale.stages import asked, played, scores, setup, staged, whole
from tests.carnevale.tables import GAME, Point, block, fight, of, sheet, take_turn
from tests.carnevale.test_scenarios import FOUR, TWO, arms, ended, goods, lay, placing, street, theirs, zones

BASE = 15 / 25.4  # inches: half of a 30 mm base
NEAR = 0.01


def page(game: State) -> Any:
    found = scenarios.of(game)
    assert found is not None
    return found


# --- zones --------------------------------------------------------------------------------------------------

ZONES = [  # scenario, zone, the middle of a base that just fits, and which way it would stand out
    ("gang-war", "north edge", (18, 28 + BASE), (0, -NEAR)),
    ("gang-war", "south edge", (18, 8 - BASE), (0, NEAR)),
    ("gang-war", "south edge", (BASE, 4), (-NEAR, 0)),
    ("gang-war", "south edge", (36 - BASE, 4), (NEAR, 0)),
    ("secure-arms", "north edge", (12 + BASE, 30), (-NEAR, 0)),
    ("secure-arms", "south edge", (24 - BASE, 8 - BASE), (NEAR, 0)),
    ("secure-arms", "south edge", (20, 8 - BASE), (0, NEAR)),
    ("acquisition", "south-west corner", (8 - BASE, BASE), (NEAR, 0)),
    ("take-what-is-theirs", "south-west corner", (12 - BASE - 0.02, BASE), (0.04, 0)),
]


@pytest.mark.rule("SCEN-02", "SCEN-05", "SCEN-06", "SCEN-07", "SCEN-08")
@pytest.mark.parametrize(("scenario", "zone", "at", "out"), ZONES)
def test_a_base_stands_wholly_in_its_zone_or_not(scenario: str, zone: str, at: Any, out: Any) -> None:
    found = zones(scenario, TWO)[zone]
    inner = (at[0] - out[0], at[1] - out[1], 0.0)
    if found.corner is None:
        assert found.holds(inner, BASE)
    else:
        assert found.has((at[0] + BASE - NEAR, 0.0, 0.0))
    assert not found.holds((at[0] + out[0], at[1] + out[1], 0.0), BASE)


@pytest.mark.rule("SCEN-12")
@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("gang-war", ["north edge", "east edge", "south edge", "west edge"]),
        ("acquisition", ["north-east corner", "south-east corner", "south-west corner", "north-west corner"]),
    ],
)
def test_three_gangs_choose_among_four_zones(scenario: str, names: list[str]) -> None:
    three = {seat: FOUR[seat] for seat in ("north", "east", "south")}
    assert list(zones(scenario, three)) == names
    found = zones("gang-war", three)
    assert found["east edge"].outline == ((28, 8), (36, 8), (36, 28), (28, 28))
    assert found["west edge"].outline == ((0, 8), (8, 8), (8, 28), (0, 28))


WIDE = (36.0, 30.0)


@pytest.mark.rule("SCEN-02", "SCEN-12")
@pytest.mark.parametrize(
    ("make", "shapes"),
    [
        (lambda: edges(2, WIDE, 8.0), [("north edge", (0, 36), (22, 30)), ("south edge", (0, 36), (0, 8))]),
        (
            lambda: edges(2, WIDE, 8.0, aside=12.0),
            [("north edge", (12, 24), (22, 30)), ("south edge", (12, 24), (0, 8))],
        ),
        (
            lambda: edges(3, WIDE, 8.0),
            [
                ("north edge", (8, 28), (22, 30)),
                ("east edge", (28, 36), (8, 22)),
                ("south edge", (8, 28), (0, 8)),
                ("west edge", (0, 8), (8, 22)),
            ],
        ),
        (
            lambda: edges(4, WIDE, 8.0, aside=12.0),
            [
                ("north edge", (12, 24), (22, 30)),
                ("east edge", (28, 36), (12, 18)),
                ("south edge", (12, 24), (0, 8)),
                ("west edge", (0, 8), (12, 18)),
            ],
        ),
        (
            lambda: corners(2, WIDE, 8.0),
            [("north-east corner", (28, 36), (22, 30)), ("south-west corner", (0, 8), (0, 8))],
        ),
        (
            lambda: corners(3, WIDE, 8.0),
            [
                ("north-east corner", (28, 36), (22, 30)),
                ("south-east corner", (28, 36), (0, 8)),
                ("south-west corner", (0, 8), (0, 8)),
                ("north-west corner", (0, 8), (22, 30)),
            ],
        ),
    ],
)
def test_where_the_zones_of_two_and_of_more_lie(make: Callable[[], tuple[Zone, ...]], shapes: list[Any]) -> None:
    found = make()
    assert [(zone.name, zone.x, zone.y) for zone in found] == shapes
    for zone in found:
        if zone.corner is not None:
            assert (zone.corner[0] in zone.x, zone.corner[1] in zone.y, zone.reach) == (True, True, 8)
            assert zone.corner[0] in (0, 36)
            assert zone.corner[1] in (0, 30)


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("at", "gap"),
    [
        ((15, 6), 0),
        ((10, 4), 0),
        ((20, 8), 0),
        ((9, 6), 1),
        ((22, 6), 2),
        ((15, 1), 3),
        ((15, 12), 4),
        ((7, 0), 5),
        ((24, 11), 5),
    ],
)
def test_how_far_a_place_is_from_a_zone(at: tuple[float, float], gap: float) -> None:
    oblong = Zone("oblong", (10.0, 20.0), (4.0, 8.0))
    assert oblong.gap((*at, 0.0)) == pytest.approx(gap)
    assert oblong.has((*at, 0.0)) is (gap == 0)
    round_ = Zone("round", (10.0, 22.0), (4.0, 16.0), (10.0, 4.0), 12.0)
    assert round_.gap((*at, 0.0)) == pytest.approx(max(0.0, hypot(at[0] - 10, at[1] - 4) - 12))


@pytest.mark.rule("SCEN-02", "SCEN-12")
def test_the_zone_of_each_corner_is_drawn_from_it_along_both_edges() -> None:
    drawn = {name: zone.outline for name, zone in zones("take-what-is-theirs", FOUR).items()}
    for name, (x, y), (dx, dy) in (
        ("north-east corner", (36, 36), (-1, -1)),
        ("south-east corner", (36, 0), (-1, 1)),
        ("south-west corner", (0, 0), (1, 1)),
        ("north-west corner", (0, 36), (1, -1)),
    ):
        corner, first, *curve, last = drawn[name]
        assert corner == (x, y)
        assert first == pytest.approx((x + 12 * dx, y))
        assert last == pytest.approx((x, y + 12 * dy))
        assert all((px - x) * dx > 0 and (py - y) * dy > 0 for px, py in curve)
        assert all(hypot(px - x, py - y) == pytest.approx(12) for px, py in curve)


# --- roll-off and deployment --------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-02")
def test_the_roll_off_goes_by_the_faces_and_only_ties_roll_again() -> None:
    game = GAME.begin(setup("gang-war", FOUR))
    game.todo = []
    game.then(RollOff())
    table = played(game, [5, 9, 5, 7, 3, 8])  # north and south tie for the last two places
    order = []
    for _ in range(4):
        order.append(asked(table).seat)
        table.answer(asked(table).options[0])
        while asked(table).prompt == "deploy" and asked(table).seat == order[-1]:
            region: Any = asked(table).region
            zone = next(z for z in page(table.state).zones(table.state) if z.name == table.state.seats[order[-1]].zone)
            x, y = (sum(zone.x) / 2, sum(zone.y) / 2)
            table.answer({"who": region.seat[0], "at": [x, y, 0]})
            if len(order) == 4:
                break
    assert order == ["east", "west", "south", "north"]
    thrown = [(e.who, e.purpose) for e in of(list(table.events), DiceThrown)]
    assert thrown == [(seat, "deployment") for seat in ("north", "east", "south", "west", "north", "south")]


def deploying(*parts: Any, board: Board | None = None, **profile: Any) -> Session[Any]:
    """Acquisition on a street with more on it: N1 of north is set up in the south-west corner."""
    profiles = {"n": profile}
    game = GAME.begin(setup("acquisition", {"north": ("n",), "south": ("s",)}, profiles=profiles))
    game.todo = [Deploy("north")]
    game.emit(ZoneTaken(seat="north", zone="south-west corner"))
    return Session(GAME, game, ScriptedDice(()), Referee(board or tables.street(*parts)))


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(("top", "may"), [(2.9, True), (3.0, True), (3.1, False)])
def test_nobody_is_set_up_more_than_three_inches_over_the_ground(top: float, may: bool) -> None:
    table = deploying(("block/walls", Meaning(), block((2, 2, 0), (5, 5, top))))
    assert (table.refusal({"who": "n", "at": (3.5, 3.5, top)}) is None) is may


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(("apart", "may"), [(4.0, True), (3.98, False)])
def test_nobody_is_set_up_less_than_four_inches_from_an_enemy(apart: float, may: bool) -> None:
    table = deploying()
    table.state.set("s", at=(3.0 + 2 * BASE + apart + 0.001, 3.0, 0.0))
    assert (table.refusal({"who": "n", "at": (3, 3, 0)}) is None) is may


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize("answer", [{"who": "s", "at": (3, 3, 0)}, {"who": "nobody", "at": (3, 3, 0)}])
def test_only_the_own_living_are_set_up(answer: dict[str, Any]) -> None:
    refusal = deploying().refusal(answer)
    assert refusal is not None
    assert refusal.rule == "SCEN-02"
    dead = deploying()
    dead.state.emit(Killed(who="n", by=None, why="fall", where=(3, 3, 0)))
    assert dead.refusal({"who": "n", "at": (3, 3, 0)}) is not None
    assert [c.id for c in undeployed(deploying().state, "north")] == ["n"]
    assert undeployed(dead.state, "north") == []


@pytest.mark.rule("SCEN-02")
def test_whoever_says_to_stand_aboard_stands_on_that_vessel() -> None:
    refusal = deploying().refusal({"who": "n", "at": (3, 3, 0), "aboard": "gondola"})
    assert refusal is not None
    assert refusal.rule == "SCEN-02"


@pytest.mark.rule("SCEN-02", "ABIL-Boat-Crew", "TERR-12", "TERR-14")
@pytest.mark.parametrize(
    ("kind", "able", "may"),
    [
        (VesselKind.BOAT, (), False),
        (VesselKind.BOAT, ("Boat Crew",), True),
        (VesselKind.BOAT, ("Infiltration",), False),
        (VesselKind.GONDOLA, (), True),
        (None, (), False),
        (None, ("Boat Crew",), False),
        (None, ("Water Creature",), True),
    ],
)
def test_who_is_set_up_on_a_boat_and_who_in_the_water(
    kind: VesselKind | None, able: tuple[str, ...], may: bool
) -> None:
    meaning = Meaning(vessel=kind, obstacle=Obstacle.LARGE)
    hull = Part("vessel/deck", meaning, block((-1.5, -2, -0.3), (1.5, 2, 0.3)))
    water = ("lagoon/water", Meaning(kind=Kind.WATER), sheet((0, 0), (24, 24), -0.75))
    fixed = Board.from_parts([water], size=(24.0, 24.0))
    afloat = () if kind is None else (Vessel("vessel", (hull,), VesselAt("vessel", (3, 3, -0.75))),)
    table = deploying(board=Board("lagoon", fixed.size, fixed.parts, afloat), abilities=able)
    place = {"who": "n", "at": (3, 3, -0.75)} if kind is None else {"who": "n", "at": (3, 3, -0.45), "aboard": "vessel"}
    refusal = table.refusal(place)
    assert (refusal is None) is may, refusal


# --- laying objectives --------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("at", "may"),
    [
        ((18, 8 + 4 + RADIUS + 0.001), True),
        ((18, 8 + 4 + RADIUS - 0.02), False),
        ((RADIUS + 0.001, 18), True),
        ((RADIUS - 0.02, 18), False),
        ((36 - RADIUS - 0.001, 18), True),
        ((36 - RADIUS + 0.02, 18), False),
        ((24 + 4 + 2 * RADIUS - 0.02, 21), False),
        ((24 + 4 + 2 * RADIUS + 0.002, 21), True),
    ],
)
def test_where_an_objective_may_just_lie(at: Any, may: bool) -> None:
    table = whole("secure-arms", TWO)
    placing(table, (24, 21, 0))
    x, y = (round(c, 3) for c in at)
    refusal = table.refusal({"at": (x, y, 0)})
    assert (refusal is None) is may, refusal
    assert refusal is None or refusal.rule == "SCEN-03"


@pytest.mark.rule("SCEN-03")
def test_all_objectives_that_are_too_near_are_named() -> None:
    table = whole("secure-arms", TWO)
    placing(table, (22, 21, 0))
    placing(table, (27.4, 21, 0))
    refusal = table.refusal({"at": (24.7, 21, 0)})
    assert refusal is not None
    each = '1.5" from {}; 4" is the least'
    assert refusal.why == ", ".join(each.format(name) for name in ("cache 1", "cache 2"))


@pytest.mark.rule("SCEN-03")
def test_an_objective_that_is_too_near_by_a_hair_is_not_told_to_be_far_enough() -> None:
    table = whole("secure-arms", TWO)
    placing(table, (22, 21, 0))
    refusal = table.refusal({"at": (22 + 2 * RADIUS + 3.97, 21, 0)})
    assert refusal is not None
    assert refusal.why == '3.9" from cache 1; 4" is the least'


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(("y", "may"), [(0.58, False), (0.6, True), (35.4, True), (35.42, False)])
def test_an_objective_lies_wholly_on_the_board_from_south_to_north(y: float, may: bool) -> None:
    assert (whole("secure-arms", TWO).refusal({"at": (4, y, 0)}) is None) is may


@pytest.mark.rule("SCEN-03")
def test_an_objective_that_lies_nowhere_is_in_nobodys_way() -> None:
    table = whole("secure-arms", TWO)
    table.state.emit(ObjectivePlaced(objective=Objective("cache-9", 2)))
    assert table.refusal({"at": (18, 18, 0)}) is None


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(("z", "may"), [(0.009, True), (0.02, False)])
def test_an_objective_is_laid_on_the_ground_itself(z: float, may: bool) -> None:
    assert (whole("secure-arms", TWO).refusal({"at": (18, 18, z)}) is None) is may


@pytest.mark.rule("SCEN-03", "SCEN-07")
@pytest.mark.parametrize(("y", "may"), [(12.1, True), (12.12, False), (11.9, True), (11.88, False)])
def test_the_chests_lie_on_the_centre_line_and_nowhere_beside_it(y: float, may: bool) -> None:
    assert (whole("acquisition", TWO).refusal({"at": (9, y, 0)}) is None) is may


@pytest.mark.rule("SCEN-03", "SCEN-07")
@pytest.mark.parametrize(("over", "at"), [((5, 3, 4), (5, 12, 0)), ((20, 22, 9), (20, 12, 0))])
def test_a_chest_set_down_beside_the_line_slides_onto_it(over: Point, at: Point) -> None:
    table = whole("acquisition", TWO)
    region: Any = asked(table).region
    assert region.settle(table.state, table.measure, over).at == at


@pytest.mark.rule("SCEN-06", "SCEN-07", "SCEN-08")
def test_how_many_objectives_there_are_of_which_kind_and_worth_what() -> None:
    game = GAME.begin(setup("secure-arms", TWO))
    laid: list[Any] = list(page(game).objectives(game))
    assert [(step.seat, step.objective.id, step.objective.vp, step.objective.kinds) for step in laid] == [
        (("north", "south")[n % 2], f"cache-{n + 1}", 2, ()) for n in range(6)
    ]
    game = GAME.begin(setup("acquisition", TWO))
    laid = list(page(game).objectives(game))
    assert [(s.objective.id, s.objective.vp, s.objective.kinds, s.line) for s in laid] == [
        (f"chest-{n}", 2, ("mobile",), ((0, 12), (24, 12))) for n in (1, 2)
    ]


@pytest.mark.rule("SCEN-08")
@pytest.mark.parametrize(
    ("corner", "at"),
    [
        ("south-west corner", (8.485, 8.485, 0)),
        ("north-east corner", (27.515, 27.515, 0)),
    ],
)
def test_a_treasure_lies_twelve_inches_in_on_the_diagonal(corner: str, at: Point) -> None:
    game = GAME.begin(setup("take-what-is-theirs", TWO))
    game.todo = []
    game.then(TakeZone("north"))
    table = played(game)
    table.answer(corner)
    treasure = table.state.objectives["treasure-of-north"]
    assert treasure.at == pytest.approx(at, abs=0.001)
    assert (treasure.vp, treasure.kinds) == (3, ("claimable", "mobile"))


@pytest.mark.rule("SCEN-08", "SCEN-03")
def test_a_treasure_that_cannot_lie_in_its_place_lies_beside_it() -> None:
    game = GAME.begin(setup("take-what-is-theirs", TWO))
    game.todo = []
    game.then(TakeZone("north"))
    post = ("post/walls", Meaning(), block((8, 8, 0), (9, 9, 8)))
    board = tables.street(post)
    table = Session(GAME, game, ScriptedDice(()), Referee(board))
    table.answer("south-west corner")
    x, y, z = table.state.objectives["treasure-of-north"].at or (0, 0, 9)
    assert z == 0
    assert 0.5 < hypot(x - 8.485, y - 8.485) < 2


@pytest.mark.rule("SCEN-08", "SCEN-03")
@pytest.mark.parametrize(("half", "aside"), [(5.35, True), (5.5, False)])
def test_a_treasure_lies_up_to_six_inches_aside_of_its_place_and_no_further(half: float, aside: bool) -> None:
    """A tower stands there, so many inches from its middle to its walls."""
    game = GAME.begin(setup("take-what-is-theirs", TWO))
    game.todo = []
    game.emit(ZoneTaken(seat="north", zone="north-east corner"))
    game.then(LayTreasure("north"))
    x = 36 - 8.485
    tower = ("tower/walls", Meaning(), block((x - half, x - half, 0), (x + half, x + half, 8)))
    ground = ("ground/paving", Meaning(), block((0, 0, -2), (36, 36, 0)))
    table = Session(GAME, game, ScriptedDice(()), Referee(Board.from_parts([ground, tower], size=(36.0, 36.0))))
    at = table.state.objectives["treasure-of-north"].at or (0, 0, 9)
    assert (hypot(at[0] - x, at[1] - x) > 5) is aside


# --- Secure Arms and Acquisition ----------------------------------------------------------------------------


@pytest.mark.rule("SCEN-06")
@pytest.mark.parametrize(("apart", "armed"), [(3.0, True), (3.05, False)])
def test_weapons_are_at_hand_within_three_inches(apart: float, armed: bool) -> None:
    game = arms(("n1", "north", (20 + apart + 2 * BASE, 20, 0)), ("s1", "south", (30, 30, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game)
    take_turn(table, "n1")
    for name in ("Expert Offence", "Expert Marksman"):
        assert sum(t.x for p, t in hooks.traits(table.state, "n1") if p.name == name) == (2 if armed else 0)


@pytest.mark.rule("SCEN-06")
def test_the_caches_are_what_a_gang_aims_for() -> None:
    game = arms(("n1", "north", (10, 20, 0)), ("s1", "south", (30, 30, 0)))
    assert list(scenarios.aims(game, "n1")) == [Aim((20, 20, 0), 3.0, 2)]


@pytest.mark.rule("SCEN-07")
def test_the_goods_are_what_a_gang_aims_for_until_it_has_some() -> None:
    minis = (("n1", "north", (12, 14, 0)), ("s1", "south", (20, 4, 0)))
    (aim,) = scenarios.aims(goods(*minis), "n1")
    assert (aim.at, aim.radius, aim.vp) == ((12, 12, 0), pytest.approx(2 * BASE), 3)
    game = goods(*minis, carrier="n1")
    lay(game, "chest-2", (4, 12, 0))
    assert list(scenarios.aims(game, "n1")) == []
    assert [aim.at for aim in scenarios.aims(game, "s1")] == [(4, 12, 0)]


@pytest.mark.rule("SCEN-07")
def test_each_chest_scores_for_itself() -> None:
    minis = (("n1", "north", (12, 14, 0)), ("s1", "south", (4, 13.5, 0)))
    game = goods(*minis, carrier="n1")
    lay(game, "chest-2", (4, 12, 0))
    assert ended(game) == {"north": 3, "south": 2}


@pytest.mark.rule("SCEN-03", "SCEN-07")
def test_what_the_mindless_carry_is_held_within_three_inches_of_them() -> None:
    for apart, vp in ((3.0, 2), (3.05, 0)):
        minis = (("n1", "north", (12, 12, 0)), ("s1", "south", (12, 12 + apart + 2 * BASE, 0)))
        game = goods(*minis, carrier="n1", profiles={"n1": {"abilities": ("Mindless",)}})
        assert ended(game) == {"north": 0, "south": vp}


@pytest.mark.rule("SCEN-03")
def test_two_of_one_gang_hold_an_objective_as_one_does() -> None:
    minis = (("n1", "north", (20, 22, 0)), ("n2", "north", (22, 20, 0)), ("s1", "south", (30, 30, 0)))
    assert ended(arms(*minis)) == {"north": 2, "south": 0}


# --- Take What is Theirs ------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-08")
@pytest.mark.parametrize(("apart", "vp"), [(12.0, 3), (12.02, 0)])
def test_a_treasure_scores_by_its_nearest_edge_and_by_its_carriers(apart: float, vp: int) -> None:
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    lay(game, "treasure-of-north", (apart + RADIUS - 0.001, 0.0, 0), 3, "north")
    assert ended(game)["south"] == vp
    carrier = ("s1", "south", (apart + BASE - 0.001, 0.0, 0))
    game = theirs(("n1", "north", (30, 30, 0)), carrier)
    game.emit(ObjectiveTaken(objective="treasure-of-north", who="s1"))
    assert ended(game)["south"] == vp


@pytest.mark.rule("SCEN-08")
def test_who_may_claim_and_who_may_pick_up_a_treasure() -> None:
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    own = game.objectives["treasure-of-north"]
    may = page(game)
    assert (may.may_claim(game, own, "north"), may.may_claim(game, own, "south")) == (False, True)
    assert (may.may_pick_up(game, own, "north"), may.may_pick_up(game, own, "south")) == (False, True)
    game.emit(ObjectiveClaimed(objective=own.id, seat="south"))
    own = game.objectives[own.id]
    assert (may.may_claim(game, own, "north"), may.may_claim(game, own, "south")) == (False, False)
    assert (may.may_pick_up(game, own, "north"), may.may_pick_up(game, own, "south")) == (True, True)


@pytest.mark.rule("SCEN-05")
@pytest.mark.parametrize("id", ["gang-war", "free"])
def test_where_places_score_nothing_nobody_aims_for_any(id: str) -> None:
    state = fight(tables.plain_street(), *duel()).state
    state.scenario = id
    assert scenarios.aims(state, "a") == ()


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize("id", ["gang-war", "secure-arms", "acquisition", "street-fight", "free"])
@pytest.mark.parametrize("claimed", [None, "north", "south"])
def test_elsewhere_an_objective_is_claimed_once_and_picked_up_by_anybody(id: str, claimed: str | None) -> None:
    state = fight(tables.plain_street(), *duel()).state
    state.scenario = id
    chest = Objective("chest", at=(3.0, 3.0, 0.0), claimed=claimed)
    assert scenario.may_claim(state, chest, "north") is (claimed is None)
    assert scenario.may_pick_up(state, chest, "north") is True


@pytest.mark.rule("SCEN-08")
def test_a_gang_aims_for_treasures_away_from_its_corner_and_then_for_home() -> None:
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    (aim,) = scenarios.aims(game, "s1")
    assert (aim.at, aim.radius, aim.vp) == ((20, 6, 0), pytest.approx(2 * BASE), 3)
    game.emit(ObjectiveTaken(objective="treasure-of-north", who="s1"))
    assert list(scenarios.aims(game, "s1")) == [Aim((0, 0, 0), 12.0, 3, away=False)]
    assert not aim.away
    home = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    lay(home, "treasure-of-north", (6, 6, 0), 3, "north")
    assert list(scenarios.aims(home, "s1")) == []


@pytest.mark.rule("SCEN-08", "ABIL-Brave")
def test_nobody_is_brave_for_a_treasure_that_lies_or_is_in_an_enemys_hands() -> None:
    for carrier, brave in ((None, []), ("n1", ["n1"])):
        game = theirs(("n1", "north", (20, 7.2, 0)), ("s1", "south", (24, 7.2, 0)))
        game.emit(ObjectiveClaimed(objective="treasure-of-north", seat="south"))
        if carrier is not None:
            game.emit(ObjectiveTaken(objective="treasure-of-north", who=carrier))
        game.then(BeginRound(1, "north"))
        table = played(game)
        take_turn(table, "n1")
        assert [who for who in ("n1", "s1") if hooks.has(table.state, who, "Brave")] == brave


@pytest.mark.rule("SCEN-08", "ABIL-Brave", "ACT-01")
@pytest.mark.parametrize(("hidden", "brave"), [("s1", ["s1", "s2"]), ("s2", ["s1"])])
def test_brave_is_who_sees_the_carrier_not_whom_it_sees(hidden: str, brave: list[str]) -> None:
    """They are eight inches apart in the open: whoever is hidden sees nobody so far away, and is seen."""
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (20, 5, 0)), ("s2", "south", (28, 5, 0)))
    game.emit(ObjectiveTaken(objective="treasure-of-north", who="s1"))
    game.emit(CounterGained(who=hidden, counter="hidden"))
    game.then(BeginRound(1, "north"))
    table = played(game)
    take_turn(table, "n1")
    assert [who for who in ("n1", "s1", "s2") if hooks.has(table.state, who, "Brave")] == brave


# --- Street Fight -------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-09")
def test_the_ends_of_a_street_that_lies_across_are_west_and_east() -> None:
    game = GAME.begin({**setup("street-fight", TWO), "size": (48.0, 24.0)})
    found = {zone.name: zone for zone in page(game).zones(game)}
    assert found["attackers' end"].outline == ((0, 0), (6, 0), (6, 24), (0, 24))
    assert found["defenders' end"].outline == ((24, 0), (48, 0), (48, 24), (24, 24))
    aims = scenarios.aims(game, "n1")
    assert [aim.at[1] for aim in aims] == [n + 0.5 for n in range(24)]
    assert all(aim.at[0] == pytest.approx(48 - BASE - 0.05) for aim in aims)


@pytest.mark.rule("SCEN-09")
def test_a_square_street_runs_from_south_to_north() -> None:
    game = GAME.begin({**setup("street-fight", TWO), "size": (36.0, 36.0)})
    found = {zone.name: zone for zone in page(game).zones(game)}
    assert found["attackers' end"].outline == ((0, 0), (36, 0), (36, 6), (0, 6))
    assert found["defenders' end"].outline == ((0, 12), (36, 12), (36, 36), (0, 36))
    assert all(aim.at[1] == pytest.approx(36 - BASE - 0.05) for aim in scenarios.aims(game, "n1"))


@pytest.mark.rule("SCEN-09")
def test_attackers_aim_for_the_far_edge_and_defenders_for_them() -> None:
    game = street(("n1", "north", (12, 4, 0)), ("s1", "south", (20, 44, 0)))
    aims = list(scenarios.aims(game, "n1"))
    assert [aim.at[0] for aim in aims] == [n + 0.5 for n in range(24)]
    assert all(aim == Aim((aim.at[0], 48 - BASE - 0.05, 0.0), 0.05, 1, away=True) for aim in aims)  # it touches there
    assert list(scenarios.aims(game, "s1")) == []
    assert scenarios.bounty(game, "south", "n1") == 1.0
    assert scenarios.bounty(game, "north", "s1") < 1.0


def passing(event: Any, at: Point = (12, 44, 0)) -> list[Any]:
    """Who is away after an action in which this happened, N1 standing there at its end."""
    game = street(("n1", "north", (12, 44, 0)), ("s1", "south", (20, 44, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game)
    take_turn(table, "n1")
    since = len(table.state.log)
    table.state.emit(event)
    table.state.set("n1", at=at)
    list(page(table.state).action_ended(table.state, since))
    return of(table.state.log[since:], Escaped)


EDGE = 48 - BASE


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize(
    ("event", "away"),
    [
        (Moved(who="n1", how="run", path=((12, EDGE - 0.09, 0), (12, 44, 0))), True),
        (Moved(who="n1", how="run", path=((12, EDGE - 0.12, 0), (12, 44, 0))), False),
        (Moved(who="s1", how="run", path=((20, EDGE, 0), (20, 44, 0))), False),
        (Pushed(who="n1", by="s1", path=((12, EDGE, 0), (12, 44, 0)), why="grapple"), True),
        (Jumped("n1", ((12, EDGE, 0), (12, 44, 0)), (12, 44, 0), 4.0, "success"), True),
        (Fell("n1", (12, EDGE, 2), (12, 44, 0), 2.0, "solid", None), True),
    ],
)
def test_an_attacker_that_touched_the_edge_on_its_way_is_away(event: Any, away: bool) -> None:
    assert bool(passing(event)) is away


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize(("y", "away"), [(EDGE - 0.09, 1), (EDGE - 0.12, 0)])
def test_an_attacker_at_the_edge_is_away_once(y: float, away: int) -> None:
    assert len(passing(Moved(who="n1", how="run", path=((12, y, 0), (12, y, 0))), (12, y, 0))) == away


@pytest.mark.rule("SCEN-09", "SPELL-Madness")
def test_an_attacker_in_madness_kills_attackers_for_the_defenders() -> None:
    game = street(("n1", "north", (12, 5, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 44, 0)))
    game.emit(Swayed(who="n2", seat="south", why="Madness"))
    game.emit(Killed(who="n1", by="n2", why="combat", where=(12, 5, 0)))
    game.emit(Swayed(who="n2", seat="north", why="Madness is over"))
    assert ended(game) == {"north": 0, "south": 1}


@pytest.mark.rule("SCEN-09")
def test_the_fallen_score_only_for_enemies_who_killed_attackers() -> None:
    game = street(("n1", "north", (12, 5, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 44, 0)))
    game.emit(Killed(who="n1", by=None, why="fall", where=(12, 5, 0)))
    assert ended(game) == {"north": 0, "south": 0}
    game = street(("n1", "north", (12, 5, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 44, 0)))
    game.emit(Killed(who="n1", by="s1", why="combat", where=(12, 5, 0)))
    game.emit(Killed(who="n2", by="s1", why="combat", where=(12, 5, 0)))
    assert ended(game) == {"north": 0, "south": 2}


@pytest.mark.rule("SCEN-09")
def test_a_defending_gang_without_command_points_gains_none() -> None:
    game = street(("n1", "north", (12, 5, 0)), ("s1", "south", (20, 44, 0)))
    game.then(GrantCommand("south"))
    assert played(game).request is None
    assert [type(step) for step in page(game).scenery(game)] == [GrantCommand]


# --- Gang War -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-05")
def test_a_gang_that_is_all_gone_scores_nothing() -> None:
    game = staged("gang-war", ("n1", "north", (12, 5, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 30, 0)))
    game.emit(Killed(who="s1", by="n1", why="combat", where=(20, 30, 0)))
    game.then(EndGame())
    table = played(game)
    assert [(event.seat, event.vp) for event in of(table.events, Scored)] == [("north", 2)]
    assert scores(table.state) == {"north": 2, "south": 0}
    assert scenarios.bounty(table.state, "north", "s1") == 1.0


@pytest.mark.rule("SCEN-05", "SCEN-06", "SCEN-07", "SCEN-08", "SCEN-09")
@pytest.mark.parametrize(
    ("id", "worth"),
    [("gang-war", 1.0), ("secure-arms", 0.4), ("acquisition", 0.4), ("take-what-is-theirs", 0.4), ("free", 1.0)],
)
def test_what_it_is_worth_that_an_enemy_is_gone(id: str, worth: float) -> None:
    state = fight(tables.plain_street(), *duel()).state
    state.scenario = id
    assert scenarios.bounty(state, "north", "b") == worth


# --- lines, moorings, and what is taken for granted ---------------------------------------------------------


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("line", "over", "at"),
    [
        (((2, 2), (12, 12)), (10, 4, 3), (7, 7, 0)),
        (((4, 12), (20, 12)), (1, 9, 3), (4, 12, 0)),
        (((4, 12), (20, 12)), (23, 9, 3), (20, 12, 0)),
        (((18, 4), (18, 20)), (3, 11, 3), (18, 11, 0)),
        (((2, 4), (12, 9)), (7, 6.5, 3), (7, 6.5, 0)),
        (((2, 4), (12, 9)), (8, 3, 2), (6.4, 6.2, 0)),
        (((10, 12), (18, 12)), (14, 2, 9), (14, 12, 8)),
        (((2, 4), (12, 9)), (5, 8.5, 2), (6.2, 6.1, 0)),
        (((12, 9), (2, 4)), (8, 3, 2), (6.4, 6.2, 0)),
        (((12, 9), (2, 4)), (0, 2, 2), (2, 4, 0)),
        (((2, 4), (12, 9)), (15, 12, 2), (12, 9, 0)),
    ],
)
def test_an_objective_that_lies_on_a_line_slides_to_the_nearest_point_of_it(line: Any, over: Point, at: Point) -> None:
    table = whole("acquisition", TWO)
    spots = ObjectiveSpots(Objective("chest-9", 2, ("mobile",)), line)
    lies = spots.settle(table.state, table.measure, over)
    assert lies is not None
    assert lies.at == pytest.approx(at, abs=0.001)


@pytest.mark.rule("SCEN-03")
def test_what_is_set_down_off_the_board_lies_nowhere() -> None:
    table = whole("secure-arms", TWO)
    region: Any = asked(table).region
    assert region.settle(table.state, table.measure, (50, 18, 3)) is None


@pytest.mark.rule("SCEN-05")
def test_moorings_are_looked_for_every_two_inches_and_turned_four_ways() -> None:
    game = GAME.begin(setup("gang-war", TWO))
    tried = list(Moorings("gondola").candidates(game))
    assert len(tried) == 4 * 17 * 17
    assert {(m.x, m.y) for m in tried} == {(x, y) for x in range(2, 36, 2) for y in range(2, 36, 2)}
    assert {m.turn for m in tried} == {0.0, 45.0, 90.0, 135.0}
    zone = zones("gang-war", TWO)["south edge"]
    assert {m.y for m in Moorings("gondola", zone).candidates(game)} == {2, 4, 6, 8}


@pytest.mark.rule("SCEN-09")
def test_the_first_who_can_commands_the_defence_if_nothing_is_said() -> None:
    game = staged(
        "street-fight",
        ("n1", "north", (12, 5, 0)),
        ("s1", "south", (20, 44, 0)),
        ("s2", "south", (2, 44, 0)),
        profiles={"s1": {"cp": 1}, "s2": {"cp": 1}},
    )
    game.then(GrantCommand("south"))
    table = played(game)
    assert asked(table).default == "s1"
    table.answer("s1")
    assert table.state["s1"].cp == 4


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(("z", "may"), [(0.009, True), (0.02, False)])
def test_a_mini_is_set_down_on_the_ground_itself(z: float, may: bool) -> None:
    assert (deploying().refusal({"who": "n", "at": (3, 3, z)}) is None) is may


@pytest.mark.rule("SCEN-10", "SCEN-11")
def test_what_happened_before_an_agenda_was_drawn_does_not_count() -> None:
    game = staged(
        "gang-war",
        ("n1", "north", (12, 5, 0)),
        ("s1", "south", (20, 30, 0)),
        profiles={"n1": {"keywords": ("Leader",)}, "s1": {"keywords": ("Leader",)}},
    )
    game.emit(Killed(who="s1", by="n1", why="combat", where=(20, 30, 0)))
    game.emit(AgendaDrawn(seat="north", agenda="A1", faces=(1, 1)))
    assert achieved(game) == []


@pytest.mark.rule("SCEN-10")
def test_agendas_are_open_unless_a_scenario_makes_them_secret() -> None:
    assert AgendaDrawn(seat="north", agenda="A1", faces=(1, 1)).seen_by("south")
    assert AgendaDiscarded(seat="north", agenda="A1").seen_by("south")
    assert not AgendaAchieved(seat="north", agenda="A1").reveals
    assert not AgendaKept(seat="north", agenda="A1").reveals


@pytest.mark.rule("SCEN-11")
def test_a_new_agenda_is_known_by_its_id_with_its_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_AGENDAS", {})

    def never(history: History, seat: str, since: int) -> base.AgendaProgress:
        return base.all_of(())

    def nobody(gangs: Characters, seat: str) -> bool:
        return False

    assert base.agenda("A2", "Title", "Text.", nobody, spending="will")(never) is never
    base.agenda("A10", "Other", "Text.")(never)
    made, other = base.find("A2"), base.find("A10")
    assert made is not None
    assert other is not None
    assert (made.progress, made.possible, made.spending, other.spending) == (never, nobody, "will", None)
    assert (base.in_table("A"), base.in_table("B"), list(base.known())) == (("A2", "A10"), (), ["A2", "A10"])
    game = GAME.begin(setup("gang-war", TWO))
    assert other.possible(Characters(game), "north")


@pytest.mark.rule("SCEN-11")
def test_a_free_fight_draws_from_the_four_tables() -> None:
    game = GAME.begin({k: v for k, v in setup("gang-war", TWO).items() if k != "scenario"})
    game.todo = []
    game.then(DrawAgendas("north", 1))
    assert played_free(game, [10, 1]).state.seats["north"].agendas == ("D1",)


def played_free(game: State, dice: list[int]) -> Session[State]:
    return Session(GAME, game, ScriptedDice(dice), Referee(tables.plain_street()))


@pytest.mark.rule("SCEN-03")
def test_it_is_told_how_near_the_first_of_the_holders_is() -> None:
    minis = (("n1", "north", (20, 22, 0)), ("n2", "north", (23, 20, 0)), ("s1", "south", (30, 30, 0)))
    game = arms(*minis)
    game.then(EndGame())
    (near,) = next(event.near for event in of(played(game).events, Scored) if event.seat == "north")
    assert near.distance == pytest.approx(2 - 2 * BASE, abs=0.001)


@pytest.mark.rule("SCEN-03", "SCEN-07")
def test_it_is_told_how_near_goods_that_lie_are_held_and_of_carried_ones_that_they_are() -> None:
    minis = (("n1", "north", (12, 14, 0)), ("s1", "south", (4, 12, 0)))
    game = goods(*minis, carrier="s1")
    lay(game, "chest-2", (12, 12, 0))
    game.then(EndGame())
    told = {event.why: event for event in of(played(game).events, Scored)}
    (near,) = told["chest 2 held"].near
    assert near.distance == pytest.approx(2 - RADIUS - BASE, abs=0.001)
    assert told["chest 1 carried"].near == ()


@pytest.mark.rule("SCEN-02")
def test_the_roll_off_is_told_as_a_roll_of_one_die() -> None:
    game = GAME.begin(setup("acquisition", TWO))
    game.todo = []
    game.then(RollOff())
    told = of(played(game, [9, 2]).events, Rolled)
    assert [(r.who, r.purpose, r.faces, r.outcome, r.dice, r.aces, r.needed) for r in told] == [
        ("north", "deployment", (9,), "success", 1, 0, 0),
        ("south", "deployment", (2,), "success", 1, 0, 0),
    ]


@pytest.mark.rule("SCEN-08")
def test_a_treasure_that_is_nowhere_scores_for_nobody_and_is_no_aim() -> None:
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    game.emit(ObjectivePlaced(objective=Objective("treasure-of-north", 3, ("mobile",), owner="north")))
    assert list(scenarios.aims(game, "s1")) == []
    assert ended(game) == {"north": 0, "south": 0}


@pytest.mark.rule("SCEN-09")
def test_nothing_is_scored_where_nobody_is_away_or_killed() -> None:
    game = street(("n1", "north", (12, 5, 0)), ("s1", "south", (20, 44, 0)))
    game.then(EndGame())
    assert not of(played(game).events, Scored)


@pytest.mark.rule("SCEN-02")
def test_in_a_free_fight_the_whole_board_is_the_zone() -> None:
    game = GAME.begin({k: v for k, v in setup("acquisition", TWO).items() if k != "scenario"})
    zone = zone_of(game, "north")
    assert (zone.x, zone.y, zone.corner) == ((0.0, 24.0), (0.0, 24.0), None)


@pytest.mark.rule("SCEN-02", "TERR-13")
def test_whoever_is_set_down_over_a_gondola_stands_aboard() -> None:
    table = deploying(board=tables.canal(tables.gondola(12.5, 6.0)))
    region = asked(table).region
    assert isinstance(region, Deployment)
    places = [region.settle(table.state, table.measure, "n", (x, 6.0, 9.0)) for x in (12.5, 4.0)]
    assert [place and place.aboard for place in places] == ["gondola", None]
    assert [place and place.at[2] for place in places] == [pytest.approx(-0.45), pytest.approx(0.0)]


@pytest.mark.rule("SCEN-03")
def test_a_free_fight_has_no_zones() -> None:
    state = fight(tables.plain_street(), *duel()).state
    assert (scenarios.zones(state), scenarios.zones_for(state, "north")) == ((), ())
