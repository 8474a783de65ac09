"""Laws of the reach: it grows with the move, and holds exactly where a path leads."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Point, Polygon

from sim.board.board import Board
from sim.board.model.queries import Mover, ReachOf
from sim.board.model.tableau import Figure
from sim.board.model.terrain import Kind, Meaning
from sim.board.model.verdicts import Reach
from tests.board.movement.scenes import HOUSE, LADDER, ROUGH, STREET, WATER, R, Scene, block, board, street, town

HOME = town()
STALL = str(Path(__file__).parent / "bridge-and-stall.toml")
STREETS = st.tuples(st.floats(1, 19), st.floats(1, 19))
SLOW = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


def shapes(reach: Reach) -> list[tuple[MultiPolygon, Any]]:
    return [(MultiPolygon([Polygon(p[0], p[1:]) for p in level.polygons]), level) for level in reach.levels]


def stand(x: float, y: float) -> Scene | None:
    """A mini in the town, on whatever is there."""
    rest = Scene(HOME, (2, 2, 0)).drop((x, y, 9)).rest
    return Scene(HOME, rest) if rest is not None else None


@SLOW
@given(STREETS, st.floats(1, 3), st.floats(0.5, 3))
def test_reach_grows_with_the_move(at: tuple[float, float], move: float, more: float) -> None:
    scene = stand(*at)
    if scene is not None:
        assert scene.reach(move).area <= scene.reach(move + more).area + 0.02


@SLOW
@given(STREETS, st.floats(2, 6), st.randoms(use_true_random=False))
def test_every_place_of_a_reach_has_a_path(at: tuple[float, float], move: float, random: Any) -> None:
    scene = stand(*at)
    if scene is None:
        return
    for shape, level in shapes(scene.reach(move)):
        x0, y0, x1, y1 = shape.bounds
        for _ in range(6):
            x, y = random.uniform(x0, x1), random.uniform(y0, y1)
            if not shape.contains(Point(x, y)):
                continue
            heights = [level.z[0] + 0.45 * k for k in range(1 + math.ceil((level.z[1] - level.z[0]) / 0.45))]
            paths = [scene.path((x, y, z), move) for z in heights]
            assert any(p.refusal is None and p.cost <= move + 1e-3 for p in paths), (x, y, level.z)


@SLOW
@given(STREETS, st.floats(2, 6), st.floats(0, 2 * math.pi), st.floats(0.2, 1))
def test_no_path_leaves_the_reach(at: tuple[float, float], move: float, way: float, share: float) -> None:
    scene = stand(*at)
    if scene is None:
        return
    x, y, z = scene.tableau.figures[0].at
    found = scene.along((x + share * move * math.cos(way), y + share * move * math.sin(way), z), move=move)
    if found.refusal is None and found.ends.whole and found.ends.free:
        end = Point(found.ends.at[:2])
        assert any(shape.distance(end) < 0.03 for shape, _ in shapes(scene.reach(move)))


@SLOW
@given(STREETS, st.floats(0, 12))
def test_a_drop_ends_on_ground(at: tuple[float, float], z: float) -> None:
    found = Scene(HOME, (2, 2, 0)).drop((*at, z))
    if found.rest is not None:
        assert found.ground is not None
        assert found.ground.whole
        assert Scene(HOME, found.rest).drop(found.rest).rest == found.rest


@pytest.fixture(scope="module")
def island() -> Board:
    return board(street(), ("tower/walls", HOUSE, block(8, 8, 0, 13, 13, 3)))


@pytest.mark.rule("MOVE-03")
def test_what_takes_a_climb_is_told_apart(island: Board) -> None:
    scene = Scene(island, (6, 10.5, 0))
    levels = {(level.z[0] > 2, level.needs_roll) for level in scene.reach(7).levels}
    assert levels == {(False, False), (True, True)}
    assert all(level.z[1] < 1 for level in scene.reach(7, climb=False).levels)


@pytest.mark.rule("MOVE-03")
def test_the_roof_is_reached_by_what_is_left_after_the_climb(island: Board) -> None:
    roof = [level for level in Scene(island, (8 - R, 10.5, 0)).reach(3 + 2 * R + 1).levels if level.needs_roll]
    assert len(roof) == 1
    # What is left is an inch, from just over the edge on. Whoever climbs askew comes further along the roof: at best to
    # all of the roof within two radii and an inch of the foot; the climbs that are looked for lead to most of it.
    far, edge = 2 * R + 1, 2 * R
    whole = far**2 * math.acos(edge / far) - edge * math.sqrt(far**2 - edge**2)
    assert 0.8 * whole < roof[0].area < 1.02 * whole
    assert roof[0].area > 1.3 * math.pi / 2


@pytest.mark.rule("MOVE-03", "MOVE-04")
def test_who_hangs_on_a_wall_reaches_what_is_left_after_the_climb_up_or_down(island: Board) -> None:
    up, down = 3 - 1.8 + 2 * R, 1.8
    street_level, roof = Scene(island, (8 - R, 10.5, 1.8)).reach(up + 1).levels
    assert (street_level.z, roof.z) == ((0, 0), (3, 3))
    assert street_level.needs_roll
    assert roof.needs_roll
    assert roof.area == pytest.approx(math.pi / 2, rel=0.02)
    assert street_level.area == pytest.approx(math.pi / 2 * (up + 1 - down) ** 2, rel=0.02)
    assert Scene(island, (8 - R, 10.5, 1.8)).reach(min(up, down) - 0.1).levels == ()


@pytest.mark.rule("MOVE-03")
def test_who_hangs_on_a_ladder_needs_no_roll() -> None:
    tower = board(
        street(),
        ("tower/walls", HOUSE, block(8, 8, 0, 13, 13, 3)),
        ("tower/ladder", LADDER, block(7.9, 10, 0, 8, 11, 3)),
    )
    levels = Scene(tower, (8 - R, 10.5, 1.8)).reach(5).levels
    assert {(level.z, level.needs_roll) for level in levels} == {((0, 0), False), ((3, 3), False)}


@SLOW
@given(st.floats(0.6, 2.4), st.floats(2, 6), st.randoms(use_true_random=False))
def test_every_place_that_is_reached_from_a_wall_has_a_path(z: float, move: float, random: Any) -> None:
    scene = Scene(HOME, (6 - R, 8, z))
    for shape, level in shapes(scene.reach(move)):
        x0, y0, x1, y1 = shape.bounds
        for _ in range(6):
            x, y = random.uniform(x0, x1), random.uniform(y0, y1)
            if shape.contains(Point(x, y)):
                path = scene.path((x, y, level.z[0]), move)
                assert path.refusal is None, (x, y, level.z, path)
                assert path.cost <= move + 1e-3


def test_flight_reaches_a_ball(island: Board) -> None:
    flown = Scene(island, (6, 10.5, 0)).reach(6, fly=True)
    assert any(level.z[0] == 3 for level in flown.levels)
    assert not any(level.needs_roll for level in flown.levels)


def alley(width: float, middle: float) -> Board:
    """Two houses with an alley between them, so much wider than the base."""
    side = R + width / 2
    return board(
        street(),
        ("west/walls", HOUSE, block(4, 6, 0, middle - side, 14, 3)),
        ("east/walls", HOUSE, block(middle + side, 6, 0, 17, 14, 3)),
    )


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("width", [0.03, 0.06, 0.1, 0.12])
@pytest.mark.parametrize("middle", [10.0, 10.03, 10.0625, 10.1])
def test_an_alley_hardly_wider_than_the_base_is_reached(width: float, middle: float) -> None:
    scene = Scene(alley(width, middle), (middle + 0.5, 4, 0))
    levels = shapes(scene.reach(6, climb=False))
    for y in (6.6, 7.2, 8.37, 9.0):
        path = scene.path((middle, y, 0), 6, climb=False)
        assert path.refusal is None
        assert min(shape.distance(Point(middle, y)) for shape, _ in levels) <= 0.05
    beyond = max(shape.bounds[3] for shape, _ in levels)
    assert scene.path((middle, beyond + 0.06, 0), 6, climb=False).refusal is not None


def steps(edge: float) -> Board:
    """Two steps of 0.9" up to the east: a wide landing in the south, and north of y = 8 a tread 0.29" deep."""
    return board(
        street(),
        ("stair/landing", HOUSE, block(edge, 0, 0, 16, 16, 0.9)),
        ("stair/upper", HOUSE, block(edge + 0.29, 8, 0, 16, 16, 1.8)),
    )


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("edge", [9.02, 9.05, 9.08, 9.11])
def test_the_area_on_a_narrow_tread_ends_where_the_tread_does(edge: float) -> None:
    # With its middle over the street a wide base has the upper step in its way; over the tread that is a step up.
    scene = Scene(steps(edge), (edge + 0.5, 6.5, 0.9), base_mm=40.0)
    levels = shapes(scene.reach(5, climb=False))
    for y in (9.3, 9.87, 10.4):
        assert scene.path((edge + 0.01, y, 1.8), 5, climb=False).refusal is None
        assert min(shape.distance(Point(edge + 0.01, y)) for shape, _ in levels) <= 0.03
        assert min(shape.distance(Point(edge - 0.06, y)) for shape, _ in levels) >= 0.01


@pytest.mark.rule("MOVE-01", "WATER-01")
@pytest.mark.parametrize("more", [0.05, 0.07, 0.1, 0.15])
@pytest.mark.parametrize("shore", [10.0, 10.03, 10.0625, 10.1])
def test_the_last_of_a_move_into_water_is_told(shore: float, more: float) -> None:
    # A cap between the end of the move and the places where the base is wholly in the water, lower than the lattice is
    # wide; at its tips it is thinner than 1/32", and may be left out.
    canal = board(
        ("quay/stones", STREET, block(0, 0, -2, 20, shore, 0)),
        ("canal/water", WATER, block(0, shore, -2, 20, 20, -0.75)),
    )
    start, chord = shore - 3.0, math.sqrt((3.0 + R + more) ** 2 - (3.0 + R) ** 2)
    levels = [
        (shape, level) for shape, level in shapes(Scene(canal, (10, start, 0)).reach(3 + R + more)) if level.z[0] < -0.5
    ]
    for x, y in ((10.0, shore + R + more), (10 - 0.5 * chord, shore + R), (10 + 0.5 * chord, shore + R)):
        assert min(shape.distance(Point(x, y)) for shape, _ in levels) <= 0.05
    assert all(shape.bounds[1] > shore + R - 0.03 and shape.bounds[3] < shore + R + more + 0.01 for shape, _ in levels)


@pytest.mark.rule("MOVE-01", "TERR-01")
@pytest.mark.parametrize("steep", [0.0, 0.01])
def test_who_stands_under_an_awning_close_over_its_head_goes_out_from_there(steep: float) -> None:
    """It is a step and a little more over the ground: none that is stepped on to."""
    cloth = block(4, 4, 1.15, 16, 16, 1.25)
    cloth[..., 2] += steep * (cloth[..., 0] - 4)
    stall = board(street(), ("stall/cloth", Meaning(climbable=False), cloth))
    ((shape, level),) = shapes(Scene(stall, (10.06, 9.93, 0.0), base_mm=25.0).reach(3.0))
    assert level.z == (0.0, 0.0)
    assert shape.area == pytest.approx(9 * math.pi, rel=0.01)


@pytest.mark.rule("MOVE-01", "GEO-03")
@pytest.mark.parametrize("off", [0.0, 5e-7, -5e-7])
def test_a_step_that_begins_in_line_with_the_lattice_is_reached_straight(off: float) -> None:
    """Places of the lattice lie on its edge, by a rounding: models are kept in short floats."""
    low = board(street(), ("steps/low", HOUSE, block(10 + off, 0, 0, 14, 20, 0.66)))
    found = shapes(Scene(low, (6, 10.06, 0)).reach(4.4))
    assert max(shape.bounds[2] for shape, _ in found) == pytest.approx(10.4, abs=0.03)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("name", "at", "base", "move", "to"),
    [
        ("san-canciano", (23.649, 18.371, -0.75), 40.0, 4.0, (20.95, 15.586, 0.35)),  # on to a jetty
        ("san-canciano", (2.277, 13.092, 1.02), 30.0, 6.0, (3.281, 16.632, -0.75)),  # beside the corner of one
        ("san-canciano", (1.526, 5.87, 0.0), 25.0, 6.0, (5.061, 7.158, 1.34)),  # over crates
        ("san-canciano", (18.502, 5.845, 0.0), 30.0, 6.0, (15.022, 3.896, 0.0)),  # past rubble, by a shore
        ("campiello-dei-remi", (4.828, 7.105, 1.0), 25.0, 5.0, (6.735, 7.158, 0.66)),  # at the edge of a crate
        ("isole-di-san-marcuola", (24.935, 20.207, -0.366), 25.0, 5.0, (23.591, 16.133, -0.75)),  # between two shores
        ("calle-lunga", (13.84, 3.37, 2.079), 30.0, 4.0, (12.055, 4.077, 0.0)),  # where a climb ends
        ("campiello-dei-remi", (9.868, 1.038, -0.75), 40.0, 5.0, (8.289, 1.752, 0.78)),  # between two crates
        ("san-canciano", (26.84, 19.303, -0.75), 40.0, 4.0, (27.776, 19.845, -0.75)),  # a tip between two shores
        ("le-do-rive", (27.346, 31.58, 7.93), 25.0, 5.0, (25.357, 29.494, 8.499)),  # on to the rail of a terrace
    ],
)
def test_the_area_is_true_where_room_jumps(name: str, at: Any, base: float, move: float, to: Any) -> None:
    scene = Scene(Board.load(name), at, base_mm=base)
    assert scene.path(to, move).refusal is None
    near = [shape for shape, level in shapes(scene.reach(move)) if level.z[0] - 1.02 <= to[2] <= level.z[1] + 1.02]
    assert min(shape.distance(Point(to[:2])) for shape in near) <= 0.05


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("name", "at", "base", "move", "to", "reached"),
    [
        ("corte-nova", (8.438, 18.6, 0.374), 25.0, 4.0, (11.3, 19.3, -0.75), True),  # by a bridge
        ("campiello-dei-remi", (7.468, 5.085, 0.842), 40.0, 6.0, (10.83, 1.496, -0.75), True),  # under one
        ("riva-del-mercato", (6.556, 22.701, 0.64), 40.0, 5.0, (10.242, 25.734, -0.75), False),  # a barrel
        ("fondamenta-longa", (14.145, 31.97, 0.0), 25.0, 6.0, (19.104, 34.963, -0.75), True),  # a corner
        ("fondamenta-longa", (12.535, 43.945, 6.976), 25.0, 5.0, (16.287, 44.498, 7.739), True),  # a crack
        ("calle-brusada", (16.375, 7.964, 6.265), 25.0, 4.0, (19.649, 7.903, 7.415), True),  # a forgotten climb
        (STALL, (13.069, 13.945, 1.202), 25.0, 5.0, (10.145, 12.157, 2.031), True),  # another
    ],
)
def test_what_the_area_holds_is_reached(name: str, at: Any, base: float, move: float, to: Any, reached: bool) -> None:
    scene = Scene(Board.load(name), at, base_mm=base)
    near = [shape for shape, level in shapes(scene.reach(move)) if level.z[0] - 0.02 <= to[2] <= level.z[1] + 0.02]
    deep = any(shape.buffer(-0.05).contains(Point(to[:2])) for shape in near)
    assert (deep, scene.path(to, move).refusal is None) == (reached, reached)


@pytest.mark.rule("MOVE-03")
@pytest.mark.parametrize("sill", [0.03, 0.06, 0.1])
def test_the_rail_of_a_terrace_with_a_sill_is_climbed(sill: float) -> None:
    """Out from the rail it falls to the sill and then to the street, no more than an inch each: below it is a wall."""
    rail = block(9.94, 0, 0.8, 10, 20, 1.25)
    home = board(street(), ("house/deck", HOUSE, block(4, 0, 0, 10 + sill, 20, 0.8)), ("house/rail", HOUSE, rail))
    for at, to in (((8.5, 10.0, 0.8), (12.5, 10.4, 0.0)), ((12.5, 10.0, 0.0), (9.97, 10.4, 1.25))):
        scene = Scene(home, at)
        way = scene.path(to, 9.0)
        assert [leg.kind for leg in way.legs if leg.roll] == ["climb"]
        near = [
            min((s.distance(Point(to[:2])) for s, level in shapes(scene.reach(move)) if level.needs_roll), default=9.0)
            for move in (way.cost + 0.2, way.cost - 0.15)
        ]
        assert near[0] <= 0.05 < near[1]


@pytest.mark.rule("MOVE-01")
def test_a_level_is_as_low_and_as_high_as_a_base_rests_in_it() -> None:
    # Between places of the lattice the rim of the base comes to lie on debris that it does not touch at them.
    at, to = (23.233, 26.255, -0.75), (24.545, 20.459)
    scene = Scene(Board.load("riva-del-mercato"), at, Figure("b", (26.001, 23.678, 1.792), 30.0), base_mm=25.0)
    rest = scene.drop((*to, 0.9)).rest
    assert rest is not None
    levels = [level for shape, level in shapes(scene.reach(6)) if shape.contains(Point(to)) and level.z[0] > -0.5]
    assert any(level.z[0] - 0.02 <= rest[2] <= level.z[1] + 0.02 for level in levels)


@pytest.mark.rule("MOVE-10")
def test_nobody_reaches_past_whoever_stands_in_an_alley() -> None:
    middle = 10.0625
    other = Figure("b", (middle, 8.0, 0.0), 30.0)
    levels = shapes(Scene(alley(0.06, middle), (middle, 4, 0), other).reach(6, climb=False))
    end = 8.0 - 2 * R
    assert min(shape.distance(Point(middle, end - 0.1)) for shape, _ in levels) <= 0.05
    assert min(shape.distance(Point(middle, end + 0.1)) for shape, _ in levels) > 0.03


@pytest.mark.rule("MOVE-03")
def test_an_alley_that_rubble_lies_before_takes_a_roll() -> None:
    middle = 10.0625
    parts = [(part.name, part.meaning, part.triangles) for part in alley(0.06, middle).parts]
    rubble = ("rubble/stones", ROUGH, block(5, 5.5, 0, 16, 7, 0.1))
    levels = Scene(board(*parts, rubble), (middle, 4, 0)).reach(6, climb=False).levels
    found = [level for level in levels if MultiPolygon([Polygon(p[0]) for p in level.polygons]).bounds[3] > 8]
    assert found
    assert all(level.needs_roll for level in found)


@pytest.mark.rule("MOVE-09")
def test_who_leaves_the_water_by_an_access_goes_on_as_far_as_it_would_ashore() -> None:
    """Steps lead out in the middle of a low quay: over them lies more than over the wall beside."""
    quay = board(
        street(),
        ("rio/water", WATER, block(20, 0, -3, 26, 20, -0.75)),
        ("steps/stone", Meaning(access=True), block(20, 9, -3, 20.6, 11, -0.4)),
    )
    scene = Scene(quay, (22, 10, -0.75))
    found = scene.ask(ReachOf(Mover("a", 3.0), spared=5.0))
    assert isinstance(found, Reach)
    places = [(18.5, 10), (17.5, 10), (17.2, 10), (16.8, 10), (17.3, 10.8), (19.2, 7.5), (18.7, 7.3), (18, 12)]
    spared = 0
    for x, y in places:
        short, long = scene.path((x, y, 0), 3.0), scene.path((x, y, 0), 5.0)
        out = next(leg for leg in long.legs if leg.kind == "leave_water")
        may = short.cost <= 3.0 or (long.cost <= 5.0 and out.access)
        spared += may and short.cost > 3.0
        assert any(shape.contains(Point(x, y)) for shape, _ in shapes(found)) == may, (x, y, long.cost)
    assert 2 <= spared <= 6
    assert found.area > scene.reach(3.0).area + 1
    assert found.area < scene.reach(5.0).area - 1


@pytest.mark.rule("MOVE-09")
def test_a_ladder_out_of_the_water_spares_it_too() -> None:
    deep = board(
        street(),
        ("rio/water", WATER, block(20, 0, -3, 26, 20, -1.5)),
        ("rungs/rails", Meaning(kind=Kind.LADDER, access=True), block(20, 9.8, -2, 20.1, 10.2, 0)),
    )
    scene = Scene(deep, (21, 10, -1.5))
    found = scene.ask(ReachOf(Mover("a", 3.0), spared=5.0))
    assert isinstance(found, Reach)
    cost = scene.path((18.5, 10, 0)).cost
    assert 3 < cost < 5
    assert any(shape.contains(Point(18.5, 10)) for shape, _ in shapes(found))
