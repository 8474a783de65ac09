"""Laws of the reach: it grows with the move, and holds exactly where a path leads."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Point, Polygon

from sim.board.board import Board
from sim.board.model.tableau import Figure
from sim.board.model.verdicts import Reach
from tests.board.movement.scenes import HOUSE, LADDER, ROUGH, R, Scene, block, board, street, town

HOME = town()
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
