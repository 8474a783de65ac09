"""Standing, walking, climbing and jumping where the answer can be worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.board.model.tableau import MM, Figure
from tests.board.movement.scenes import HOUSE, R, Scene, block, board, street, wedge
from tests.shapes import cylinder


@pytest.mark.parametrize("base_mm", [30.0, 40.0, 50.0])
def test_a_base_stands_on_a_platform_its_radius_from_the_edges(base_mm: float) -> None:
    # Its centre keeps r from each edge of the square of 4: a square of 4 - 2r.
    found = Scene(board(("p/p", HOUSE, block(5, 5, 0, 9, 9, 2))), (7, 7, 2), base_mm=base_mm).reach(10)
    assert found.area == pytest.approx((4 - base_mm * MM) ** 2, rel=1e-3)


@pytest.mark.parametrize("gap", [0.05, 0.3, 1.0])
def test_a_base_over_a_gap_is_never_wholly_supported(gap: float) -> None:
    # The gap runs right across: a centre within r of either edge has part of the disc over it, however narrow it is.
    roofs = board(street(), ("p/p", HOUSE, block(4, 4, 0, 8, 8, 3)), ("q/q", HOUSE, block(8 + gap, 4, 0, 12, 8, 3)))
    scene = Scene(roofs, (6, 6, 3))
    for x in np.linspace(8 - R + 0.01, 8 + gap + R - 0.01, 15):
        assert not scene.ground((float(x), 6, 3)).whole
    assert scene.ground((8 - R, 6, 3)).whole


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize("gap", [0.0, 0.001, 0.01, 0.02])
@pytest.mark.parametrize("middle", [8.0, 8.06])
def test_roofs_are_one_over_a_crack_between_them(gap: float, middle: float) -> None:
    # No more than 0.02" is open: as two roofs that meet, also for a base with its centre over it, and for ways along
    # and over it. A move of 4" from 2" before it has 2" beyond; the centre keeps r from all edges round about.
    west = ("p/p", HOUSE, block(4, 4, 0, middle - gap / 2, 8, 3))
    scene = Scene(board(street(), west, ("q/q", HOUSE, block(middle + gap / 2, 4, 0, 12, 8, 3))), (middle - 2, 6, 3))
    over = (round(middle, 3), 6.0, 3.0)
    found = scene.ground(over)
    assert (found.whole, found.free, found.at) == (True, True, over)
    assert scene.drop((middle, 6, 5)).rest == over
    assert scene.path(over).cost == pytest.approx(2.0, abs=1e-3)
    assert scene.path((middle + 2, 6, 3), climb=False).cost == pytest.approx(4.0, abs=1e-3)
    assert scene.reach(20, climb=False).area == pytest.approx((8 - 2 * R) * (4 - 2 * R), rel=2e-3)


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize("higher", [0.4, 0.95])
def test_a_crack_before_a_step_is_stepped_over(higher: float) -> None:
    steps = board(
        street(), ("p/p", HOUSE, block(4, 4, 0, 8, 8, 3)), ("q/q", HOUSE, block(8.02, 4, 0, 12, 8, 3 + higher))
    )
    scene = Scene(steps, (6, 6, 3))
    found = scene.ground((8.01, 6, 3 + higher))
    assert found.whole
    assert found.at[2] == pytest.approx(3 + higher)
    assert scene.path((10, 6, 3 + higher), climb=False).cost == pytest.approx(4.0, abs=1e-3)


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize("higher", [0.4, 0.95])
def test_a_crack_below_a_step_carries_nobody_up_there(higher: float) -> None:
    # Whose rim reaches into the crack and not over the step stands where it did, and is not lifted on to it.
    steps = board(
        street(), ("p/p", HOUSE, block(4, 4, 0, 8, 8, 3)), ("q/q", HOUSE, block(8.02, 4, 0, 12, 8, 3 + higher))
    )
    scene = Scene(steps, (6, 6, 3))
    assert scene.ground((8.01 - R, 6, 3)).at[2] == pytest.approx(3.0)
    assert not scene.ground((8.01 - R, 6, 3 + higher)).whole
    assert scene.drop((8.01 - R, 6, 5)).rest == pytest.approx((8.01 - R, 6, 3), abs=2e-3)


@pytest.mark.parametrize("gap", [0.021, 0.03, 0.06])
def test_a_gap_wider_than_a_crack_carries_nobody_over_it(gap: float) -> None:
    roofs = board(street(), ("p/p", HOUSE, block(4, 4, 0, 8, 8, 3)), ("q/q", HOUSE, block(8 + gap, 4, 0, 12, 8, 3)))
    scene = Scene(roofs, (6, 6, 3))
    assert not scene.ground((8 + gap / 2, 6, 3)).whole
    assert scene.reach(20, climb=False).area == pytest.approx((4 - 2 * R) ** 2, rel=2e-3)


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize(("base_mm", "tall"), [(25.0, 1.1), (30.0, 1.3), (40.0, 1.9)])
@pytest.mark.parametrize("over", [0.02, 0.1, 0.3])
def test_an_awning_over_the_head_ends_no_ground(base_mm: float, tall: float, over: float) -> None:
    # Its rim lies less than a step and a radius above the street, and is no ledge of it: a body that fits under it
    # stands beside, half under and under it.
    rim = tall + over
    awning = ("awning/cloth", HOUSE, block(10, 5, rim, 12, 15, rim + 0.05))
    scene = Scene(board(street(), awning), (6, 10, 0), base_mm=base_mm)
    assert all(scene.ground((float(x), 10, 0)).whole for x in np.linspace(9.2, 12.8, 37))
    assert scene.path((14, 10, 0), climb=False).cost == pytest.approx(8.0, abs=1e-3)


@pytest.mark.parametrize("base_mm", [25.0, 30.0, 40.0])
def test_the_end_of_a_ramp_is_a_ledge_of_the_ramp(base_mm: float) -> None:
    # 40 degrees up to 4": a base stands down to its radius from the end, where its centre lies up to r tan 40 lower.
    t, r = math.tan(math.radians(40)), base_mm * MM / 2
    ramp = wedge(8, 6, 8 + 4 / t, 14, 4)
    scene = Scene(board(street(), ("w/w", HOUSE, ramp)), (4, 10, 0), base_mm=base_mm)
    end = 8 + 4 / t
    for short, whole in ((r + 0.01, True), (r - 0.01, False)):
        x = end - short
        assert scene.ground((x, 10, (x - 8) * t + r * t)).whole is whole


def test_roofs_that_meet_are_one_roof() -> None:
    roofs = board(street(), ("p/p", HOUSE, block(4, 4, 0, 8, 8, 3)), ("q/q", HOUSE, block(8, 4, 0, 12, 8, 3)))
    assert all(Scene(roofs, (6, 6, 3)).ground((x, 6, 3)).whole for x in (7.5, 8.0, 8.3))


def test_the_shortest_path_round_a_box() -> None:
    # Radius 0.63, a box of 6 by 6 in the middle: tangents from (3, 10) and (17, 10) to circles of 0.63 round two
    # corners, (7, 13) and (13, 13), with an arc on each and 6 between them: 2 * (4.9602 + 0.4850) + 6 = 16.8903.
    scene = Scene(board(street(), ("b/b", HOUSE, block(7, 7, 0, 13, 13, 3))), (3, 10, 0), base_mm=1.26 / MM)
    assert scene.path((17, 10, 0)).cost == pytest.approx(16.89030, abs=0.01)


def test_the_shortest_path_round_a_column() -> None:
    # Two tangents to a circle of both radii, and the arc between where they touch it.
    post = cylinder(2.0, 3.0, at=(10, 10, 0))
    radius, away = 2.0 + R, 6.0
    straight = math.sqrt(away**2 - radius**2)
    turned = math.pi - 2 * math.acos(radius / away)
    found = Scene(board(street(), ("c/c", HOUSE, post)), (4, 10, 0)).path((16, 10, 0))
    assert found.cost == pytest.approx(2 * straight + radius * turned, abs=0.03)


@pytest.mark.parametrize("degrees", [10, 25, 40])
def test_a_base_rests_on_a_slope_by_its_upper_rim(degrees: float) -> None:
    # A level disc on a slope t touches it r further up than its centre.
    t = math.tan(math.radians(degrees))
    scene = Scene(board(street(), ("w/w", HOUSE, wedge(4, 4, 12, 12, 8 * t))), (2, 2, 0))
    rest = scene.drop((8, 8, 20)).rest
    assert rest is not None
    assert rest[2] == pytest.approx((8 - 4) * t + R * t, abs=0.003)


@pytest.mark.parametrize(("degrees", "walks"), [(44.9, True), (45.5, False)])
def test_slopes_are_walked_up_to_45_degrees(degrees: float, walks: bool) -> None:
    t = math.tan(math.radians(degrees))
    scene = Scene(board(street(), ("w/w", HOUSE, wedge(4, 4, 12, 12, 8 * t))), (2, 2, 0))
    assert scene.ground((8, 8, 4 * t + R * t)).whole is walks


def test_a_run_up_a_slope_is_measured_along_it() -> None:
    # An inch over the street, then 5 inches of plan at 30 degrees.
    t = math.tan(math.radians(30))
    scene = Scene(board(street(), ("w/w", HOUSE, wedge(4, 4, 12, 12, 8 * t))), (3, 8, 0))
    found = scene.along((9, 8, 5 * t))
    assert found.refusal is None
    assert found.cost == pytest.approx(1 + 5 / math.cos(math.radians(30)), abs=0.003)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("width", [0.05, 0.2, 0.79, 0.81])
def test_the_steep_side_of_something_low_is_stepped_over_at_no_cost(width: float) -> None:
    # 0.8" high: steeper than 45 degrees it is a step; gentler, ground that is measured along its slope.
    scene = Scene(board(street(), ("h/h", HOUSE, wedge(8, 6, 8 + width, 14, 0.8))), (4, 10, 0))
    found = scene.along((13, 10, 0))
    assert found.refusal is None
    assert found.cost == pytest.approx(9 - width + (width if width < 0.8 else math.hypot(width, 0.8)), abs=0.003)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(("height", "climbs"), [(0.5, False), (1.0, False), (1.01, True), (1.2, True)])
def test_a_step_of_an_inch_is_stepped_over_and_more_is_climbed(height: float, climbs: bool) -> None:
    scene = Scene(board(street(), ("s/s", HOUSE, block(6, 0, 0, 20, 20, height))), (4, 10, 0))
    found = scene.path((8, 10, height))
    assert found.refusal is None
    assert (found.rolls == 1) is climbs
    assert found.cost == pytest.approx(4 + (height if climbs else 0), abs=0.005)


@pytest.mark.parametrize(("ceiling", "fits"), [(1.29, False), (1.31, True)])
def test_a_body_needs_its_height(ceiling: float, fits: bool) -> None:
    scene = Scene(board(street(), ("c/c", HOUSE, block(6, 6, ceiling, 14, 14, 5))), (2, 2, 0))
    assert scene.ground((10, 10, 0)).whole is fits


@pytest.mark.parametrize(("more", "passes"), [(0.02, True), (-0.03, False)])
def test_a_passage_must_be_as_wide_as_the_base(more: float, passes: bool) -> None:
    # Two walls 2r + 0.02 from each other let a disc of r through, in a straight line; 2r - 0.03 does not.
    half = R + more / 2
    walls = [
        ("a/a", HOUSE, block(8, 0, 0, 12, 10 - half, 3)),
        ("b/b", HOUSE, block(8, 10 + half, 0, 12, 20, 3)),
    ]
    found = Scene(board(street(), *walls), (4, 10, 0)).path((16, 10, 0), climb=False)
    assert (found.refusal is None) is passes
    if passes:
        assert found.cost == pytest.approx(12.0, abs=0.01)


def test_a_move_on_open_ground_reaches_a_circle() -> None:
    # The centre may go 5 any way.
    assert Scene(board(street()), (10, 10, 0)).reach(5).area == pytest.approx(math.pi * 25, rel=2e-3)


def test_a_wall_cuts_a_segment_off_the_circle() -> None:
    # The wall stands 2 + r east: the centre comes as near as 2, a chord of the circle of 5.
    scene = Scene(board(street(), ("w/w", HOUSE, block(12 + R, 0, 0, 13 + R, 20, 9))), (10, 10, 0))
    segment = 25 * math.acos(2 / 5) - 2 * math.sqrt(21)
    assert scene.reach(5).area == pytest.approx(math.pi * 25 - segment, rel=2e-3)


@pytest.mark.parametrize("height", [1.5, 3.0, 6.0])
def test_a_climb_costs_its_height_and_the_way_over_the_edge(height: float) -> None:
    # Up the face in base contact, then 2r over the edge until the whole base stands.
    scene = Scene(board(street(), ("h/h", HOUSE, block(6, 0, 0, 20, 20, height))), (6 - R, 10, 0))
    found = scene.along((6 + R, 10, height))
    assert found.cost == pytest.approx(height + 2 * R, abs=0.01)


@pytest.mark.parametrize(("parapet", "clears"), [(0.98, True), (1.05, False)])
def test_a_jump_clears_an_inch(parapet: float, clears: bool) -> None:
    scene = Scene(board(street(), ("w/w", HOUSE, block(8, 0, 0, 8.2, 20, parapet))), (6, 10, 0))
    found = scene.jump((11, 10, 0), 5)
    assert (found.stopped_by is None) is clears
    assert found.rest[0] == pytest.approx(11 if clears else 8 - R, abs=0.005)


@pytest.mark.parametrize("lacking", [0.2, 0.6, 1.0])
def test_a_jump_that_lands_partly_on_the_edge_is_moved_on_until_it_stands(lacking: float) -> None:
    # The jump ends with the centre `lacking` short of r beyond the edge: so far it is moved on.
    roofs = board(street(), ("p/p", HOUSE, block(2, 4, 0, 6, 8, 3)), ("q/q", HOUSE, block(9, 4, 0, 14, 8, 3)))
    scene = Scene(roofs, (6 - R, 6, 3))
    found = scene.jump((12, 6, 3), 9 + R - lacking - (6 - R))
    assert not found.falls
    assert found.nudged == pytest.approx(lacking, abs=0.004)


def test_a_base_dropped_on_an_edge_is_put_aside_by_what_it_overlaps() -> None:
    # From 2.0 the base meets the wall's face with 0.2 of its width.
    scene = Scene(board(street(), ("p/p", HOUSE, block(6, 4, 0, 12, 12, 3))), (3, 8, 0))
    found = scene.drop((6 - R + 0.2, 8, 2.0))
    assert found.nudged == pytest.approx(0.2, abs=0.004)
    assert found.rest == pytest.approx((6 - R, 8, 0), abs=0.005)


@pytest.mark.parametrize(("more", "passes"), [(0.05, True), (-0.05, False)])
def test_a_base_passes_between_two_others_where_there_is_room(more: float, passes: bool) -> None:
    # Two bases whose axes are 4r and a little from each other leave 2r and that little between their rims.
    apart = 4 * R + more
    others = [Figure("b", (10, 10 - apart / 2, 0)), Figure("c", (10, 10 + apart / 2, 0))]
    found = Scene(board(street()), (7, 10, 0), *others).along((13, 10, 0))
    assert (found.refusal is None) is passes
