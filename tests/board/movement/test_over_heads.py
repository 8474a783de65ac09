"""A base on a rim goes over the heads of those below it, and meets those beside it, by the height at which it rests."""

from __future__ import annotations

import math
from typing import Any

import pytest
from shapely.geometry import MultiPolygon, Point, Polygon

from sim.board.board import Board
from sim.board.model.tableau import Figure
from sim.board.model.verdicts import Level
from tests.board.movement.scenes import HOUSE, Scene, block, board, street

WIDE = 25 / 25.4  # the radius of a 50 mm base
SMALL = 12.5 / 25.4  # of one of 25 mm, whose body is 1.1" high
TREAD, TOP = 0.6, 1.2  # heights of the two steps: from the upper one a rim is over a head on the street


def stair() -> Board:
    """Two steps up to the east, that begin at x = 8 and x = 9."""
    return board(
        street(),
        ("stair/tread", HOUSE, block(8, 0, 0, 16, 20, TREAD)),
        ("stair/top", HOUSE, block(9, 0, 0, 16, 20, TOP)),
    )


def below(x: float = 7.4, y: float = 10.0) -> Figure:
    return Figure("b", (x, y, 0.0), 25.0)


def above(x: float) -> tuple[float, float, float]:
    """A place of the wide base over the tread: while its rim is over the top it rests on that."""
    return (x, 10.0, TOP if x > 9 - WIDE else TREAD)


@pytest.mark.rule("MOVE-02", "GEO-04")
@pytest.mark.parametrize("x", [8.8, 8.5, 8.2, 8.05])
def test_a_way_along_a_rim_leads_over_the_head_of_whoever_is_below(x: float) -> None:
    """The centre is over the tread, lower than the head, and the base rests on the top, higher than it."""
    scene = Scene(stair(), (10.5, 10, TOP), below(), base_mm=50.0)
    assert x - 7.4 < WIDE + SMALL  # over it, seen from above
    way = scene.path(above(x), 6.0)
    assert (way.refusal, way.ends.at) == (None, above(x))
    assert way.cost == pytest.approx(10.5 - x, abs=0.01)
    back = Scene(stair(), above(x), below(), base_mm=50.0).path((10.5, 10, TOP), 6.0)
    assert (back.refusal, back.cost) == (None, pytest.approx(10.5 - x, abs=0.01))


@pytest.mark.rule("MOVE-02", "GEO-04")
def test_where_a_rim_comes_off_the_top_the_head_below_is_in_the_way() -> None:
    scene = Scene(stair(), (10.5, 10, TOP), below(), base_mm=50.0)
    on = 9 - WIDE  # where it comes off the top, and would come down on the head
    way = scene.along((7.9, 10, TREAD))
    assert way.refusal is not None
    assert way.refusal[0] == "MOVE-02"
    assert way.points[-1][0] == pytest.approx(on, abs=0.01)
    round_it = scene.path((7.0, 13.0, 0.0), 12.0)  # and round it, who has left the top goes free
    assert round_it.refusal is None


@pytest.mark.rule("MOVE-02", "GEO-04")
def test_along_a_rim_that_ends_nobody_comes_down_on_a_head_behind_it() -> None:
    """The top ends in the north, over the middle of whoever is below: past it the base would come down on them."""
    ends = board(
        street(),
        ("stair/tread", HOUSE, block(8, 0, 0, 16, 20, TREAD)),
        ("stair/top", HOUSE, block(9, 0, 0, 16, 9.2, TOP)),
    )
    scene = Scene(ends, (8.4, 7.0, TOP), below(7.4, 9.0), base_mm=50.0)
    rim = math.sqrt(WIDE**2 - 0.6**2)  # so far beyond the end of the top the base still touches it
    way = scene.along((8.4, 14.0, TREAD))
    assert way.refusal is not None
    assert way.cost == pytest.approx(9.2 + rim - 7.0, abs=0.01)
    assert scene.along((8.4, 9.2 + rim - 0.05, TOP)).refusal is None


@pytest.mark.rule("MOVE-02", "GEO-04")
def test_a_base_whose_rim_comes_on_to_a_step_meets_whoever_stands_above() -> None:
    """On the street its head is 2.5" high, below the feet at 2.6"; with its rim on the step it is 3.3" high."""
    step = board(street(), ("step/stone", HOUSE, block(9, 0, 0, 16, 20, 0.8)))
    scene = Scene(step, (5.0, 10.0, 0.0), Figure("b", (8.5, 10.0, 2.6), 30.0), base_mm=50.0)
    on = 9 - WIDE
    for x in (7.5, on - 0.05):  # beneath the other, whose base begins at x = 6.93
        assert scene.path((x, 10.0, 0.0), 6.0).refusal is None
    way = scene.along((8.9, 10.0, 0.0))
    assert (way.refusal or ("",))[0] == "MOVE-02"
    assert way.cost == pytest.approx(on - 5.0, abs=0.01)
    over = [level for level, told in levels_of(scene, 6.0) if told.z[1] < 0.5]
    assert all(level.distance(Point(7.9, 10.0)) == 0.0 < level.distance(Point(8.2, 10.0)) for level in over)


@pytest.mark.rule("MOVE-10", "GEO-04")
def test_who_points_at_a_place_over_the_head_of_an_enemy_goes_there_and_does_not_charge() -> None:
    scene = Scene(stair(), (10.5, 10, TOP), below(), base_mm=50.0)
    enemy: dict[str, Any] = {"enemies": ("b",), "charge": True}
    way = scene.path(above(8.4), 6.0, **enemy)
    assert (way.refusal, way.ends.at, way.contacts) == (None, above(8.4), ())
    charged = scene.path((7.4, 10.0, 0.0), 9.0, **enemy)
    assert [contact.id for contact in charged.contacts] == ["b"]


def levels_of(scene: Scene, move: float) -> list[tuple[MultiPolygon, Level]]:
    levels = scene.reach(move).levels
    return [(MultiPolygon([Polygon(rings[0], rings[1:]) for rings in level.polygons]), level) for level in levels]


@pytest.mark.rule("MOVE-02", "GEO-04")
@pytest.mark.parametrize("at", [(10.5, 10.0), (9.3, 9.0), (8.3, 10.0)])
def test_the_area_of_a_move_is_where_ways_lead_over_heads_and_no_more(at: tuple[float, float]) -> None:
    start = (*at, TOP)
    scene = Scene(stair(), start, below(), base_mm=50.0)
    levels = [level for level, _ in levels_of(scene, 3.0)]
    for n in range(14):
        for m in range(9):
            x, y = 7.4 + 0.13 * n, 8.9 + 0.27 * m
            over, near = x > 9 - WIDE, math.hypot(x - 7.4, y - 10.0) < WIDE + SMALL
            far = math.dist((x, y), at)
            inside = min(level.distance(Point(x, y)) for level in levels)
            margin = min(abs(x - 8.0), abs(x - 9.0), abs(x - 9 + WIDE), abs(math.hypot(x - 7.4, y - 10) - WIDE - SMALL))
            if margin < 0.06 or abs(far - 3.0) < 0.3:
                continue
            way = scene.path((x, y, TOP if over else TREAD if x > 8 else 0.0), 3.0)
            if near and not over:
                assert inside > 0.0, (x, y)
                continue
            if over and far < 2.7:
                assert inside == 0.0, (x, y)
                assert way.refusal is None, (x, y, way.refusal)
                assert way.cost == pytest.approx(far, abs=0.05), (x, y)


@pytest.mark.rule("MOVE-02", "GEO-04")
def test_a_rim_on_the_boards_of_a_game_leads_over_a_head() -> None:
    start, other = (15.125, 11.875, 1.34), Figure("b", (14.75, 12.875, 0.0), 30.0)
    home = Board.load("san-canciano")
    alone, beside = Scene(home, start, base_mm=50.0), Scene(home, start, other, base_mm=50.0)
    for to in ((15.549, 11.76, 1.34), (15.563, 11.525, 1.34)):
        assert alone.path(to, 3.0).refusal is None
        assert beside.path(to, 3.0).refusal is None
