"""What a small obstacle or debris carries (TERR-09): the base that has its centre over it, and no other ground."""

from __future__ import annotations

import math
from random import Random

import pytest
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry import Point as Dot

from sim.board.board import Board
from sim.board.model.queries import DropOf, GroundOf
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.terrain import Meaning, Obstacle
from sim.board.model.verdicts import Drop, Ground, Level
from tests.board.movement.scenes import HOUSE, WATER, R, Scene, block, board, street
from tests.board.sight.under import FEW, Under

SMALL = Meaning(obstacle=Obstacle.SMALL)
DEBRIS = Meaning(obstacle=Obstacle.DEBRIS)
MAPS = ("san-canciano", "calle-lunga", "campiello-dei-remi")
HIGH = 0.3  # inches: lower places have nothing below them


def stage(rail: float) -> Board:
    """A stage 4" high with a rail along its west side, so much higher or lower than its floor."""
    floor = block(8, 4, 3.8, 14, 16, 4)
    return board(street(), ("stage/floor", HOUSE, floor), ("stage/rail", SMALL, block(7.8, 4, 3, 8, 16, 4 + rail)))


@pytest.mark.rule("TERR-09", "FALL-01")
@pytest.mark.parametrize("rail", [-0.5, -0.2, 0.0, 0.3])
@pytest.mark.parametrize("inland", [0.05, 0.3, R - 0.01])
def test_a_rail_does_not_hold_a_base_that_is_partly_over_a_drop(rail: float, inland: float) -> None:
    scene = Scene(stage(rail), (10, 10, 4))
    rest = 4 + max(0.0, rail) if inland < R else 4
    assert not scene.ground((8 + inland, 10, rest)).whole
    assert scene.ground((8 + R + 0.01, 10, 4)).whole
    assert not scene.drop((8 + inland, 10, rest)).whole


@pytest.mark.rule("TERR-09")
@pytest.mark.parametrize("outside", [0.05, 0.1, 0.15])
def test_a_rail_carries_the_base_that_is_over_its_top_and_rests_on_it(outside: float) -> None:
    assert Scene(stage(0.3), (10, 10, 4)).ground((8 - outside, 10, 4.3)).whole
    assert not Scene(stage(-0.2), (10, 10, 4)).ground((8 - outside, 10, 4)).whole


@pytest.mark.rule("TERR-09")
def test_a_post_carries_the_base_whose_centre_is_over_it() -> None:
    post = board(street(), ("lamp/post", SMALL, block(9.9, 9.9, 0, 10.1, 10.1, 3)))
    scene = Scene(post, (2, 2, 0))
    on_top = scene.ground((10.08, 10, 3))
    assert (on_top.whole, on_top.obstacle) == (True, "small")
    assert scene.drop((10.08, 10, 6)).rest == (10.08, 10, 3)
    assert scene.drop((10.1 + R, 10, 6)).rest == pytest.approx((10.1 + R, 10, 0), abs=0.003)


@pytest.mark.rule("TERR-09", "TERR-10")
def test_a_boat_at_the_quay_does_not_widen_it() -> None:
    """Half on the street and half on a raft beside it: partly over the canal, whatever lies in it."""
    canal = ("canal/water", WATER, block(20, 0, -3, 26, 20, -0.75))
    harbour = board(street(), canal, ("raft/planks", DEBRIS, block(20, 4, -1, 24, 16, 0)))
    scene = Scene(harbour, (2, 2, 0))
    assert not scene.ground((19.8, 10, 0)).whole
    assert scene.ground((19.8 - R, 10, 0)).whole
    assert scene.ground((20.2, 10, 0)).obstacle == "debris"
    assert scene.ground((20.2, 10, 0)).whole


@pytest.mark.rule("TERR-01", "TERR-09")
@pytest.mark.parametrize("x", [5.0 - R / 2, 5.0, 5.3])
def test_a_low_crate_on_the_street_carries_a_base_that_is_partly_on_it(x: float) -> None:
    crate = board(street(), ("crate/box", SMALL, block(5, 5, 0, 6, 6, 0.7)))
    assert Scene(crate, (2, 2, 0)).ground((x, 5.5, 0.7)).whole


@pytest.mark.rule("TERR-09", "MOVE-01")
def test_what_is_reached_on_a_stage_with_a_rail_is_where_a_drop_stands() -> None:
    scene = Scene(stage(0.0), (10, 10, 4))
    levels = [level for level in scene.reach(3, climb=False).levels if level.z[0] > 3]
    shape = MultiPolygon([Polygon(rings[0], rings[1:]) for level in levels for rings in level.polygons])
    rng = Random(1)
    for _ in range(200):
        x, y = round(rng.uniform(7, 13), 3), round(rng.uniform(7, 13), 3)
        inside = shape.buffer(-0.03).contains(Dot(x, y))
        if inside:
            assert scene.drop((x, y, 4)).whole, (x, y)
        if x < 8 + R - 0.05:
            assert not inside


CHIMNEY = ("chimney/stack", SMALL, block(10, 10, 0, 10.7, 10.7, 2))
WALL = ("wall/wall", HOUSE, block(7, 8, 0, 9, 13, 9))  # west of it, and so near that no straight way leads past


def _stands_on(levels: list[MultiPolygon], x: float, y: float) -> bool:
    return any(level.distance(Dot(x, y)) < 0.05 for level in levels)


@pytest.mark.rule("TERR-09", "MOVE-03")
def test_what_a_base_perches_on_is_climbed_from_any_side_as_soon_as_its_centre_is_over_it() -> None:
    """From 2" east of its side: 2" less the radius, 2" up, and the radius: 4"."""
    scene = Scene(board(street(), CHIMNEY), (12.7, 10.35, 0))
    for move, reached in ((4.1, True), (3.9, False)):
        tops = [level for level in scene.reach(move).levels if level.z[0] > 1.5]
        assert _stands_on([_area(level) for level in tops], 10.69, 10.35) is reached
        assert all(level.needs_roll for level in tops)


@pytest.mark.rule("TERR-09", "MOVE-03")
def test_who_stands_on_a_chimney_climbs_down_from_it() -> None:
    scene = Scene(board(street(), CHIMNEY, WALL), (10.3, 10.35, 2))
    below = [_area(level) for level in scene.reach(6).levels if level.z[0] < 0.1]
    assert _stands_on(below, 12.5, 10.35)
    assert _stands_on(below, 10.3, 8.0)
    way = scene.path((6.0, 13.8, 0), 12)  # round the wall
    assert way.refusal is None
    assert [leg.kind for leg in way.legs] == ["run", "climb", "run"]


@pytest.mark.rule("TERR-09", "MOVE-03")
def test_a_way_leads_round_a_corner_on_to_a_chimney() -> None:
    scene = Scene(board(street(), CHIMNEY, WALL), (6.0, 13.8, 0))
    way = scene.path((10.3, 10.35, 2), 12)
    assert way.refusal is None
    assert way.ends.whole
    assert way.ends.obstacle == "small"


def _area(level: Level) -> MultiPolygon:
    return MultiPolygon([Polygon(rings[0], rings[1:]) for rings in level.polygons])


def _ground(home: Board, at: Point, base: float) -> Ground:
    found = home.answer(GroundOf("a", at), Tableau((Figure("a", at, base),)))
    assert isinstance(found, Ground)
    return found


@pytest.mark.rule("FALL-01", "TERR-09")
@pytest.mark.parametrize(
    ("x", "y", "z", "base"),
    [(7.9, 38.5, 4.4, 30.0), (22.087, 10.762, 5.2, 40.0), (8.312, 40.24, 2.2, 30.0), (22.393, 9.249, 4.4, 25.0)],
)
def test_the_poles_of_a_scaffold_do_not_hold_who_is_half_off_it(x: float, y: float, z: float, base: float) -> None:
    assert not _ground(Board.load("calle-lunga"), (x, y, z), base).whole


def _places(home: Board, rng: Random, number: int) -> list[tuple[Point, float]]:
    """Places on roofs, decks, bridges and the like, often with a rim below the base."""
    found: list[tuple[Point, float]] = []
    while len(found) < number:
        base = rng.choice((25.0, 30.0, 30.0, 40.0))
        x, y = (round(rng.uniform(0, side), 3) for side in home.size)
        figure = Figure("a", (x, y, 0.0), base)
        fallen = home.answer(DropOf("a", (x, y, rng.choice((2.0, 4.0, 8.0, 12.0)))), Tableau((figure,)))
        assert isinstance(fallen, Drop)
        if fallen.rest is None or fallen.rest[2] < HIGH:
            continue
        far, way = rng.choice((0.0, rng.uniform(0, 1))), rng.uniform(0, 2 * math.pi)
        at = (round(fallen.rest[0] + far * math.cos(way), 3), round(fallen.rest[1] + far * math.sin(way), 3))
        ground = _ground(home, (*at, fallen.rest[2]), base)
        if ground.kind != "air" and ground.vessel is None:
            found.append(((*at, ground.at[2]), base))
    return found


@pytest.mark.rule("FALL-01", "TERR-01", "TERR-09")
@pytest.mark.parametrize("name", MAPS)
def test_who_stands_whole_has_ground_under_the_whole_base(name: str) -> None:
    home = Board.load(name)
    under = Under(home)
    for at, base in _places(home, Random(3), 60):
        if _ground(home, at, base).whole:
            assert under.hangs(at, base) <= FEW, (at, base)
