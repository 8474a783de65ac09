"""A climb that is allowed one way is allowed the other way too, and costs the same (MOVE-14)."""

from __future__ import annotations

import math
from random import Random

import pytest
from shapely.geometry import Point, Polygon

from sim.board.board import Board
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Path
from sim.board.movement.nav_scene import nav_scene_of
from tests.board.movement.scenes import HOUSE, STREET, R, Scene, block, board, street, wedge
from tools.climbs import ALIKE, MAPS, gone, lines

NAMES = sorted(path.stem for path in MAPS.glob("*.toml"))


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize("name", NAMES)
def test_lines_over_the_walls_of_a_board_are_climbed_both_ways_for_the_same(name: str) -> None:
    """But for one in twenty at most: by statues, ruins and steps narrower than the base one way leads past others."""
    nav = nav_scene_of(Board.load(name), Tableau(), "")
    count, unlike = 0, []
    for line in lines(nav, Random(11), 16):
        up, down = gone(nav, line.base_mm, line.foot, line.top), gone(nav, line.base_mm, line.top, line.foot)
        if up.slick:
            continue
        count += 1
        alike = (math.isinf(up.cost) and math.isinf(down.cost)) or abs(up.cost - down.cost) <= ALIKE
        unlike += [] if alike else [(line, up, down)]
    assert count > 40
    assert len(unlike) <= count // 20, unlike


@pytest.mark.rule("MOVE-14", "TERR-06")
@pytest.mark.parametrize("eaves", [0.0, 0.3, 0.65, 0.8])
@pytest.mark.parametrize("far", [1.0, 0.1])
def test_a_climb_begins_before_the_eaves(eaves: float, far: float) -> None:
    """A wall 2" high to the east, and a roof that juts out over it: as long up as down, from near and from afar."""
    wall, roof = block(8, 4, 0, 14, 12, 2), block(8 - eaves, 4, 2, 14, 12, 2.2)
    home = board(street(), ("house/wall", HOUSE, wall), ("house/roof", HOUSE, roof))
    foot, top = (8 - max(eaves, R) - far, 8.0, 0.0), (10.0, 8.0, 2.2)
    up, down = Scene(home, foot).along(top), Scene(home, top).along(foot)
    assert (up.refusal, down.refusal) == (None, None)
    assert up.cost == pytest.approx(top[0] - foot[0] + 2.2, abs=0.01)
    assert down.cost == pytest.approx(up.cost, abs=0.01)


@pytest.mark.rule("MOVE-14", "TERR-06")
@pytest.mark.parametrize("eaves", [0.95, 1.2])
def test_under_eaves_too_wide_to_hold_on_to_the_wall_nobody_climbs(eaves: float) -> None:
    wall, roof = block(8, 4, 0, 14, 12, 2), block(8 - eaves, 4, 2, 14, 12, 2.2)
    home = board(street(), ("house/wall", HOUSE, wall), ("house/roof", HOUSE, roof))
    foot, top = (6.0, 8.0, 0.0), (10.0, 8.0, 2.2)
    assert Scene(home, foot).along(top).refusal is not None
    assert Scene(home, top).along(foot).refusal is not None


@pytest.mark.rule("MOVE-14", "TERR-06")
@pytest.mark.parametrize(("rise", "height"), [(0.4, 1.15), (0.5, 1.2), (0.5, 1.25), (0.3, 1.1)])
def test_a_chimney_on_a_sloping_roof_is_climbed_from_beside_as_it_is_climbed_down(rise: float, height: float) -> None:
    """Over the ground beside it more than an inch high, over what the base rests on there less: it is climbed by as
    much as the base rises."""
    x = 9.0
    high = x * rise + height
    home = board(
        ("roof/roof", HOUSE, wedge(0, 0, 20, 20, 20 * rise)), ("chimney/stack", HOUSE, block(8, 10, 0, 10, 12, high))
    )
    foot, top = (x, 9.0, (x + R) * rise), (x, 11.0, max(high, (x + R) * rise))
    rests = Scene(home, foot).ground(foot).at[2]
    up, down = Scene(home, (x, 9.0, rests)).along(top), Scene(home, top).along((x, 9.0, rests))
    assert (up.refusal, down.refusal) == (None, None)
    assert [leg.kind for leg in up.legs if leg.kind == "climb"] == ["climb"]
    assert up.cost == pytest.approx(2.0 + top[2] - rests, abs=0.02)
    assert down.cost == pytest.approx(up.cost, abs=0.01)


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize(("gap", "climbed"), [(0.0, True), (0.2, False), (0.6, False)])
def test_nobody_leaves_a_quay_to_hold_on_to_a_boat_across_a_gap(gap: float, climbed: bool) -> None:
    """A narrow boat as high as the quay lies so far before it: its far side is climbed from the boat alone."""
    quay, bed = ("quay/stones", STREET, block(0, 0, -2, 10, 20, 2)), ("canal/bed", STREET, block(10, 0, -3, 20, 20, -2))
    home = board(quay, bed, ("boat/hull", HOUSE, block(10 + gap, 10, -2, 10.7 + gap, 16, 2)))
    top, foot = (9.0, 13.0, 2.0), (10.71 + gap + R, 13.0, -2.0)
    for way in (Scene(home, top).along(foot), Scene(home, foot).along(top)):
        assert (way.refusal is None) is climbed, way


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize(("askew", "climbed"), [(0, True), (20, True), (35, True), (39, False), (60, False)])
def test_nobody_climbs_far_askew_over_an_edge(askew: float, climbed: bool) -> None:
    """A base of 30 mm goes level over it for 1.18" and 0.3" at most: 37 degrees from straight over a plain wall."""
    home = board(street(), ("house/wall", HOUSE, block(8, 0, 0, 14, 20, 2)))
    far = 1.5 * math.tan(math.radians(askew))
    foot, top = (6.5, 10.0 - far, 0.0), (9.5, 10.0 + far, 2.0)
    for way in (Scene(home, foot).along(top), Scene(home, top).along(foot)):
        assert (way.refusal is None) is climbed, way


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize("base_mm", [25.0, 30.0, 40.0])
def test_a_climb_down_by_less_than_a_step_can_be_gone_as_it_is_told(base_mm: float) -> None:
    """Off a bridge over its rail, to a foot on the rim of the bank: the base rests 0.4" lower, over the canal."""
    tableau = Tableau((Figure("a", (26.625, 28.625, 1.091), base_mm),))
    home, mover = Board.load("san-canciano"), Mover("a", 12.0)
    path = home.answer(PathTo(mover, (25.625, 25.25, -0.75)), tableau)
    assert isinstance(path, Path)
    assert "climb" in [leg.kind for leg in path.legs]
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.cost == pytest.approx(path.cost, abs=0.01)


@pytest.mark.rule("MOVE-03", "MOVE-14")
def test_a_ledge_where_only_the_rim_rests_on_a_stack_is_climbed_on_to_as_it_is_climbed_down_from() -> None:
    """Crates 1.34" high on lower ones that jut out by 0.1": whoever stands before them has a wall, not two steps. The
    area of a move has such a place, too."""
    tall, low = block(8, 8, 0, 8.7, 8.7, 1.34), block(7.9, 7.9, 0, 8.8, 8.8, 0.75)
    home = board(street(), ("crates/tall", HOUSE, tall), ("crates/low", HOUSE, low))
    foot, on = (8.35, 5.0, 0.0), (8.35, 7.95, 1.34)
    assert Scene(home, foot).ground(on).whole
    up, down = Scene(home, foot).along(on), Scene(home, on).along(foot)
    assert (up.refusal, down.refusal) == (None, None)
    assert up.cost == pytest.approx(down.cost, abs=0.05)
    assert any(
        Polygon(rings[0]).distance(Point(on[:2])) <= 0.05
        for level in Scene(home, foot).reach(up.cost + 0.1).levels
        for rings in level.polygons
        if level.z[1] > 1.3
    )


@pytest.mark.rule("MOVE-06")
def test_nobody_steps_off_a_crate_into_the_higher_one_beyond_a_gap() -> None:
    """Its own rests 0.68" high, the next, 0.3" further, 1.34": it is no fall, and no way leads up there."""
    low, tall = block(6, 6, 0, 8, 10, 0.68), block(8.3, 6, 0, 8.9, 10, 1.34)
    home = board(street(), ("crates/low", HOUSE, low), ("crates/tall", HOUSE, tall))
    found = Scene(home, (7.0, 8.0, 0.68)).along((8.6, 8.0, 1.34))
    assert found.refusal is not None


def steep_house(pitch: float, wall: float = 3.0, how: Meaning = HOUSE, bare: float = 0.0) -> Board:
    """A house with its eaves at `wall` inches in the west, from where its roof rises to the east; the topmost `bare`
    inches of its wall are slick."""
    roof = wedge(8, 4, 14, 16, 6 * pitch)
    roof[..., 2] += wall
    parts = [("house/wall", how, block(8, 4, 0, 14, 16, wall - bare)), ("roof/tiles", how, roof)]
    if bare:
        parts.append(("house/band", STREET, block(8, 4, wall - bare, 14, 16, wall)))
    return board(street(), *parts)


def on_roof(pitch: float, wall: float = 3.0, r: float = R, in_from: float = 0.1) -> tuple[float, float, float]:
    """Where a base of this radius rests on it, so far in from its eaves."""
    x = 8 + r + in_from
    return (x, 10.0, wall + pitch * (x + r - 8))


@pytest.mark.rule("MOVE-03", "TERR-06")
@pytest.mark.parametrize("base_mm", [25.0, 30.0, 50.0])
@pytest.mark.parametrize("pitch", [0.2, 0.5, 0.8, 1.0])
def test_a_steep_roof_is_climbed_from_its_eaves(pitch: float, base_mm: float) -> None:
    """The base comes to rest higher than the wall is: one holds on to that up to the eaves. Up and down cost the same,
    and the area of a move leads up there."""
    home, r = steep_house(pitch), base_mm / 50.8
    foot, top = (6.0, 10.0, 0.0), on_roof(pitch, r=r)
    up, down = Scene(home, foot, base_mm=base_mm).along(top), Scene(home, top, base_mm=base_mm).along(foot)
    assert (up.refusal, down.refusal) == (None, None)
    assert [leg.kind for leg in up.legs] == ["run", "climb", "run"]
    assert sum(leg.cost for leg in up.legs if leg.kind == "climb") == pytest.approx(3 + 2 * r * (1 + pitch), abs=0.05)
    assert up.cost == pytest.approx(down.cost, abs=0.01)
    reach = Scene(home, foot, base_mm=base_mm).reach(up.cost + 0.2)
    assert any(level.z[1] > 3.0 for level in reach.levels)


@pytest.mark.rule("MOVE-03", "TERR-06")
@pytest.mark.parametrize(("how", "bare"), [(STREET, 0.0), (HOUSE, 0.5), (HOUSE, 0.3)])
def test_no_steep_roof_is_climbed_over_a_wall_with_nothing_to_hold_on_to(how: Meaning, bare: float) -> None:
    home = steep_house(0.8, how=how, bare=bare)
    foot, top = (6.0, 10.0, 0.0), on_roof(0.8)
    for start, end in ((foot, top), (top, foot)):
        refusal = Scene(home, start).along(end).refusal
        assert refusal is not None
        assert refusal[0] == "MOVE-03"


@pytest.mark.rule("MOVE-03", "MOVE-04")
@pytest.mark.parametrize("over", [0.1, 0.5, 0.9])
def test_whoever_stops_above_the_eaves_goes_on_up_or_back_down(over: float) -> None:
    """A move that ends in the climb ends on the wall, or beside the roof so far above the eaves."""
    home = steep_house(0.8)
    hangs, top = (8 - R - 0.003, 10.0, 3.0 + over), on_roof(0.8)
    for corner in (top, (hangs[0], hangs[1], 0.0), (hangs[0], hangs[1], 1.5)):
        found = Scene(home, hangs).along(corner)
        assert found.refusal is None, corner
    assert Scene(home, hangs).path(top).refusal is None
    assert Scene(home, hangs).path((6.0, 10.0, 0.0)).refusal is None


@pytest.mark.rule("MOVE-03", "MOVE-04")
@pytest.mark.parametrize("over", [-0.5, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("pitch", [0.2, 0.8])
def test_whoever_hangs_by_the_eaves_can_go_the_way_on_as_it_is_told(over: float, pitch: float) -> None:
    """The corner above the eaves, where nothing is to hold on to, is part of the way over them."""
    home, top = steep_house(pitch), on_roof(pitch)
    hangs = (8 - R - 0.003, 10.0, 3.0 + min(over, 2 * R * pitch))
    told = Scene(home, hangs).path(top)
    again = Scene(home, hangs).along(*told.points[1:])
    assert (told.refusal, again.refusal) == (None, None)
    assert again.cost == pytest.approx(told.cost, abs=0.01)
