"""Jumps against analytic answers: the way of the base is an arc (JUMP-02 to 06)."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist, hypot, sqrt

import numpy as np
import pytest
from shapely.geometry import Point as Dot
from shapely.geometry import box as rectangle

from sim.board.board import Board
from sim.board.model.tableau import Figure, Point
from sim.board.model.verdicts import JumpSweep
from tests.board.movement.scenes import HOUSE, R, Scene, block, board, street, wedge

Box = tuple[float, float, float, float, float, float]


def on(*boxes: Box) -> Board:
    return board(street(), *((f"box-{n}/box", HOUSE, block(*box)) for n, box in enumerate(boxes)))


def near(at: Point, x: float, y: float, z: float, by: float = 0.004) -> bool:
    return dist(at, (x, y, z)) <= by


# --- edges --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-02")
def test_the_edge_of_the_landing_stops_no_jump_up() -> None:
    """Towers 2" apart, the one 3" higher: the base rises 3", and goes level to its point."""
    found = Scene(on((2, 4, 0, 6, 12, 3), (8, 4, 0, 14, 12, 6)), (6 - R, 8, 3)).jump((8 + R, 8, 6), 5)
    assert (found.falls, found.stopped_by) == (False, None)
    assert near(found.rest, 8 + R, 8, 6)
    assert np.allclose(found.path, [(6 - R, 8, 3), (6 - R, 8, 6), (8 + R, 8, 6)], atol=0.002)
    assert found.length == pytest.approx(hypot(2 + 2 * R, 3), abs=0.002)


@pytest.mark.rule("JUMP-02", "JUMP-05")
@pytest.mark.parametrize("inside", [R, 1.5, 3.0])
def test_the_edge_of_its_own_roof_stops_no_jump_down(inside: float) -> None:
    """Level until the whole base has left the roof, then straight to the point."""
    x = 10 - inside
    found = Scene(on((2, 4, 0, 10, 12, 3)), (x, 8, 3)).jump((13, 8, 0), 12)
    assert (found.falls, found.stopped_by) == (False, None)
    assert np.allclose(found.path, [(x, 8, 3), (10 + R, 8, 3), (13, 8, 0)], atol=0.003)


@pytest.mark.rule("JUMP-02")
def test_a_corner_of_a_roof_is_left_where_the_disc_leaves_it() -> None:
    """Diagonally over the corner: the disc has left it one radius beyond the corner."""
    found = Scene(on((2, 2, 0, 8, 8, 4)), (6.5, 6.5, 4)).jump((12, 12, 0), 12)
    corner = 8 + R / sqrt(2)
    assert near(found.path[1], corner, corner, 4)
    assert near(found.rest, 12, 12, 0)


@pytest.mark.rule("JUMP-02")
@pytest.mark.parametrize(("high", "stops"), [(0.99, False), (1.0, False), (1.01, True), (2.0, True)])
def test_a_parapet_of_more_than_an_inch_stops_a_jump(high: float, stops: bool) -> None:
    """At the take-off of a jump down and of a level one, and at the landing of a jump up."""
    roof, far = (2.0, 4.0, 0.0, 8.0, 12.0, 3.0), (11.0, 4.0, 0.0, 16.0, 12.0, 5.0)
    own = on(roof, (7.8, 4, 3, 8, 12, 3 + high))
    for to in ((11, 8, 0), (11, 8, 3)):
        assert (Scene(own, (6, 8, 3)).jump(to, 12).stopped_by == "box-1/box") == stops
    landing = on(roof, far, (11, 4, 5, 11.2, 12, 5 + high))
    up = Scene(landing, (6, 8, 3)).jump((13, 8, 5), 12)
    assert (up.stopped_by == "box-2/box") == stops
    assert near(up.rest, 13, 8, 5) != stops


@pytest.mark.rule("JUMP-02")
@pytest.mark.parametrize("floor", [0.212, 1.219, 3.942, *(round(0.1 + 0.193 * n, 3) for n in range(20))])
def test_a_wall_stops_a_level_jump_from_floors_of_any_height(floor: float) -> None:
    """A disc that goes level has no height: what was cut at one height only was now and then lost to rounding."""
    walled = board(
        street(), ("floor/f", HOUSE, block(2, 4, 0, 14, 12, floor)), ("wall/w", HOUSE, block(8, 4, 0, 9, 12, 9))
    )
    assert Scene(walled, (5, 8, floor)).jump((12, 8, floor), 8).stopped_by == "wall/w"


@pytest.mark.rule("JUMP-02")
@pytest.mark.parametrize(("ceiling", "rises"), [(3.02, True), (2.98, False), (1.5, False)])
def test_a_ceiling_stops_the_rise(ceiling: float, rises: bool) -> None:
    """2" up under a ceiling: the base, lifted 1", needs 3"; else it comes down where it began."""
    over = on((8, 4, 0, 14, 12, 2), (2, 4, ceiling, 7, 12, ceiling + 0.5))
    found = Scene(over, (5, 8, 0)).jump((10, 8, 2), 8)
    assert (found.stopped_by is None) == rises
    assert near(found.rest, *((10, 8, 2) if rises else (5, 8, 0)))
    assert rises or (found.length, found.falls, found.fall_height) == (0.0, False, 0.0)


@pytest.mark.rule("JUMP-02")
def test_an_eave_overhead_stops_a_jump_onto_its_roof() -> None:
    """A roof juts out over whoever stands below: only from beside it is it jumped to."""
    shed = on((10, 4, 0, 14, 12, 2.8), (8, 4, 2.6, 14, 12, 2.8))
    under, beside = Scene(shed, (9, 8, 0)), Scene(shed, (8 - R - 0.01, 8, 0))
    assert under.jump((11, 8, 2.8), 8).stopped_by == "box-1/box"
    assert near(beside.jump((11, 8, 2.8), 8).rest, 11, 8, 2.8)


@pytest.mark.rule("JUMP-02")
def test_an_eave_of_its_own_is_left_before_it_sinks() -> None:
    shed = on((10, 4, 0, 14, 12, 2.8), (8, 4, 2.6, 14, 12, 2.8))
    found = Scene(shed, (12, 8, 2.8)).jump((6, 8, 0), 8)
    assert found.stopped_by is None
    assert near(found.path[1], 8 - R, 8, 2.8)


@pytest.mark.rule("JUMP-02")
def test_a_chimney_on_its_own_roof_stops_it_and_one_beside_the_way_does_not() -> None:
    scene = Scene(on((2, 4, 0, 10, 12, 3), (8, 7, 3, 8.5, 8, 4.5)), (5, 7.5, 3))
    held = scene.jump((13, 7.5, 0), 12)
    assert (held.stopped_by, held.falls) == ("box-1/box", False)
    assert near(held.rest, 8 - R, 7.5, 3)
    past = Scene(scene.board, (5, 8 + R + 0.01, 3)).jump((13, 8 + R + 0.01, 0), 12)
    assert (past.stopped_by, past.falls) == (None, False)


@pytest.mark.rule("JUMP-02")
def test_stairs_are_one_ground_that_is_left_at_its_last_edge() -> None:
    """Steps of 1" that are one part are left at the last of them, a flight of parts at the first."""
    steps = [(2, 4, 0, 6, 12, 5), (6, 4, 0, 7, 12, 4), (7, 4, 0, 8, 12, 3), (8, 4, 0, 9, 12, 2)]
    stairs = board(street(), ("stairs/flight", HOUSE, np.concatenate([block(*step) for step in steps])))
    for flight, edge in ((stairs, 9), (on(*steps), 6)):
        found = Scene(flight, (5, 8, 5)).jump((11, 8, 0), 12)
        assert found.stopped_by is None
        assert near(found.path[1], edge + R, 8, 5)


@pytest.mark.rule("JUMP-02")
def test_a_ramp_is_one_ground_with_the_street_that_it_runs_out_into() -> None:
    """From half-way up it level to over the point, and down there; off its side, it is left at its edge."""
    ramp = board(street(), ("ramp/slope", HOUSE, wedge(2, 4, 10, 12, 4.0)))
    start = Scene(ramp, (6, 8, 0)).drop((6, 8, 9)).rest
    assert start is not None
    assert start[2] == pytest.approx(2 + R / 2, abs=0.003)
    found = Scene(ramp, start).jump((1, 8, 0), 12)
    assert found.stopped_by is None
    assert np.allclose(found.path[1:], [(1, 8, start[2]), (1, 8, 0)], atol=0.003)
    aside = Scene(ramp, start).jump((6, 15, 0), 12)
    assert near(aside.path[1], 6, 12 + R, start[2])


@pytest.mark.rule("JUMP-02")
def test_a_crate_is_left_though_the_street_lies_less_than_an_inch_below() -> None:
    found = Scene(on((4, 6, 0, 7, 10, 0.9)), (5.5, 8, 0.9)).jump((10, 8, 0), 12)
    assert near(found.path[1], 7 + R, 8, 0.9)
    assert near(found.rest, 10, 8, 0)


@pytest.mark.rule("JUMP-02")
def test_a_neighbours_roof_is_not_what_it_stood_on() -> None:
    """A gap narrower than the base: it sinks once it has left its own roof, and the neighbour's edge stops it."""
    roofs = on((2, 4, 0, 8, 12, 6), (8.4, 4, 0, 14, 12, 6))
    found = Scene(roofs, (6, 8, 6)).jump((16, 8, 0), 14)
    assert near(found.path[1], 8 + R, 8, 6)
    assert (found.stopped_by, found.falls) == ("box-1/box", False)
    assert found.rest[2] == 6


@pytest.mark.rule("JUMP-02", "JUMP-06")
def test_a_point_overhead_and_one_underfoot() -> None:
    scene = Scene(on((2, 4, 0, 8, 12, 3)), (5, 8, 3))
    over, under = scene.jump((5, 8, 5), 6), scene.jump((5, 8, 0), 6)
    assert over.path == ((5, 8, 3), (5, 8, 5))
    assert near(over.rest, 5, 8, 3)
    assert over.fall_height == 0
    assert near(under.rest, 5, 8, 3)
    assert not under.falls


# --- too short ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-02", "JUMP-05")
def test_a_jump_too_short_ends_over_its_place_on_the_straight_line() -> None:
    """4" on and 3" up are 5": of these 2" are jumped, 1.6" in plan, at the point's height; it comes down unharmed."""
    found = Scene(on((12, 4, 0, 16, 12, 3)), (5, 8, 0)).jump((9, 8, 3), 2)
    assert (found.falls, found.fall_height, found.length) == (True, 0.0, 2.0)
    assert near(found.end, 6.6, 8, 3)
    assert near(found.rest, 6.6, 8, 0)


@pytest.mark.rule("JUMP-02")
def test_a_place_on_the_line_inside_the_wall_lies_under_the_roof_where_it_ends() -> None:
    """Its place on the straight line lies 1.2" under the roof, and the base goes over the edge."""
    found = Scene(on((6, 4, 0, 12, 12, 3)), (5, 8, 0)).jump((9, 8, 3), 3)
    assert (found.falls, found.stopped_by, found.nudged) == (False, None, 0.0)
    assert near(found.rest, 7.4, 8, 3)


@pytest.mark.rule("JUMP-04")
def test_partly_over_the_edge_of_a_higher_roof_it_is_moved_on() -> None:
    found = Scene(on((6, 4, 0, 12, 12, 3)), (5, 8, 0)).jump((9, 8, 3), 1.6)
    assert (found.falls, found.length) == (False, 1.6)
    assert found.nudged == pytest.approx(6 + R - (5 + 1.6 * 0.8), abs=0.004)
    assert near(found.rest, 6 + R, 8, 3)


@pytest.mark.rule("JUMP-02", "JUMP-05")
def test_a_ledge_between_its_way_and_the_straight_line_is_landed_on() -> None:
    """Down from 8": at 5 of 10 inches the line is 4" lower; a balcony that lies between it and the way is met."""
    found = Scene(on((2, 4, 0, 6, 12, 8), (7, 4, 5, 11, 12, 5.2)), (6 - R, 8, 8)).jump((6 - R + 6, 8, 0), 5)
    assert (found.falls, found.fall_height) == (False, 0.0)
    assert near(found.rest, 6 - R + 3, 8, 5.2)


# --- minis --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-02", "JUMP-09")
def test_a_mini_in_the_way_stops_it_and_one_below_the_arc_does_not() -> None:
    other = Figure("b", (7, 8, 0))
    level = Scene(on((9, 4, 0, 14, 12, 3)), (3, 8, 0), other).jump((8, 8, 0), 5, enemies=("b",))
    assert level.stopped_by == "b"
    assert [c.id for c in level.contacts] == ["b"]
    assert level.rest[0] == pytest.approx(7 - 2 * R, abs=0.005)
    over = Scene(on((9, 4, 0, 14, 12, 3)), (3, 8, 0), other).jump((10, 8, 3), 9, enemies=("b",))
    assert (over.stopped_by, over.contacts) == (None, ())
    touching = Scene(on((9, 4, 0, 14, 12, 3)), (7 - 2 * R, 8, 0), other)
    assert touching.jump((10, 8, 3), 9).stopped_by is None  # it rises over its head
    assert touching.jump((10, 8, 0), 9).stopped_by == "b"
    assert touching.jump((2, 8, 0), 9).stopped_by is None


@pytest.mark.rule("JUMP-02", "FALL-04")
def test_a_head_below_stops_a_jump_down() -> None:
    below = Figure("b", (12, 8, 0))
    found = Scene(on((2, 4, 0, 10, 12, 3)), (9, 8, 3), below).jump((12, 8, 0), 9)
    assert (found.stopped_by, found.falls) == ("b", True)
    assert hypot(found.rest[0] - 12, found.rest[1] - 8) == pytest.approx(2 * R, abs=0.01)


# --- the arc measured by brute force --------------------------------------------------------------------------------


TOWERS: list[Box] = []
_rng = random.Random(11)
for _i in range(5):
    for _j in range(5):
        _x, _y = 1 + 5 * _i + _rng.uniform(0, 1), 1 + 5 * _j + _rng.uniform(0, 1)
        _far, _wide, _high = _rng.uniform(2, 3.8), _rng.uniform(2, 3.8), round(_rng.uniform(0.5, 6), 2)
        TOWERS.append((_x, _y, -1, _x + _far, _y + _wide, _high))
        if _rng.random() < 0.5:  # a parapet or a chimney on it
            t = TOWERS[-1]
            TOWERS.append((t[0], t[1], t[5], t[0] + 0.2, t[4], round(t[5] + _rng.uniform(0.5, 2), 2)))


@pytest.fixture(scope="module")
def town() -> Board:
    ground = ("ground/street", HOUSE, block(0, 0, -2, 26, 26, 0))
    parts = [(f"box-{n}/box", HOUSE, block(*b)) for n, b in enumerate(TOWERS)]
    return board(ground, *parts, size=26.0)


def held(at: np.ndarray, slack: float) -> bool:
    """Does the base, lifted 1", reach into a tower by more than so much?"""
    x, y, z = at
    for x0, y0, z0, x1, y1, z1 in TOWERS:
        gap = hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
        if gap < R - slack and z0 + slack < z + 1 < z1 - slack:
            return True
    return False


def leaps(town: Board, count: int) -> list[tuple[Point, Point]]:
    """Starts in the middle of roofs or on the street, and points on other roofs or on the street."""
    rng, found = random.Random(3), []
    while len(found) < count:
        x, y = round(rng.uniform(1, 25), 3), round(rng.uniform(1, 25), 3)
        scene = Scene(town, (x, y, 0))
        below = scene.drop((x, y, 9))
        if below.rest is None or dist(below.rest[:2], (x, y)) > 0.001:
            continue
        far, turn = rng.uniform(1, 7), rng.uniform(0, 6.283)
        tx, ty = round(x + far * np.cos(turn), 3), round(y + far * np.sin(turn), 3)
        there = scene.drop((tx, ty, 9)) if 1 < tx < 25 and 1 < ty < 25 else None
        if there is None or there.rest is None or there.rest[2] > below.rest[2] + 3:
            continue
        found.append((below.rest, (tx, ty, there.rest[2])))
    return found


def own(start: Point) -> list[Box]:
    """What holds the start up: the tower, and what stands on it no higher than an inch."""
    x, y, z = start
    here = [t for t in TOWERS if t[0] <= x <= t[3] and t[1] <= y <= t[4] and abs(t[5] - z) < 0.01]
    return here + [t for t in TOWERS for h in here if t[2] == h[5] and t[0] == h[0] and t[5] <= z + 1]


def arc(start: Point, to: Point, length: float) -> list[np.ndarray]:
    """The way that JUMP-02 tells, by shapely: every 0.004" of it."""
    a, b = np.array(start), np.array(to)
    flat = float(np.hypot(*(b - a)[:2]))
    share = min(1.0, length / dist(start, to))
    corners = [a]
    if b[2] > a[2]:
        corners += [np.array([*a[:2], b[2]]), np.array([*(a + share * (b - a))[:2], b[2]])]
    elif b[2] < a[2]:
        shapes = [rectangle(t[0], t[1], t[3], t[4]) for t in own(start)]
        steps = np.arange(0, flat, 0.001)
        way = ((b - a) / flat)[:2]
        on = [s for s in steps if any(shape.distance(Dot(*(a[:2] + s * way))) < R for shape in shapes)]
        gone = min(flat, max(on) + 0.001) if shapes else flat
        edge = np.array([*(a[:2] + min(gone, share * flat) * way), a[2]])
        corners.append(edge)
        if share * flat >= gone:
            down = (share * flat - gone) / (flat - gone) if flat - gone > 1e-6 else 1.0
            corners.append(np.array([*(a + share * (b - a))[:2], a[2] + down * (b[2] - a[2])]))
    else:
        corners.append(a + share * (b - a))
    made = [a]
    for p, q in pairwise(corners):
        made += [p + (q - p) * t for t in np.linspace(0, 1, max(2, int(dist(p, q) / 0.004)))[1:]]
    return made


def lies(end: np.ndarray, at: np.ndarray) -> bool:
    """Does a jump that falls end at this place of its way, or on the tower there that it just cleared?"""
    x, y, z = at
    near = [(hypot(max(t[0] - x, 0, x - t[3]), max(t[1] - y, 0, y - t[4])), t[5]) for t in TOWERS if z < t[5] <= z + 1]
    high = (max([z, *(top for gap, top in near if gap < R - by)]) for by in (0.0, 0.008))
    return any(dist(end, (x, y, top)) < 0.01 for top in high)


@pytest.mark.rule("JUMP-02")
def test_a_swept_disc_gets_as_far_as_brute_force_says(town: Board) -> None:
    """Where a fine row of discs along the arc meets a tower, the jump stops: neither before it nor behind it."""
    stopped = 0
    for n, (start, to) in enumerate(leaps(town, 250)):
        length = (2, 3, 4, 5, 6, 8, 12)[n % 7]
        found = Scene(town, start).jump(to, length)
        way = arc(start, to, length)
        first = next((p for p in way if held(p, 0.008)), None)
        surely = next((p for p in way if held(p, 0.0)), None)
        end = np.array(_through_air(found))
        stopped += found.stopped_by is not None
        if found.stopped_by is None:
            assert first is None, (start, to, length)
            assert dist(end[:2], way[-1][:2]) < 0.01, (start, to, length)
            assert not found.falls or lies(end, way[-1]), (start, to, length)
        else:
            assert surely is not None, (start, to, length)
            late = first if first is not None else way[-1]
            assert dist(start[:2], end[:2]) <= dist(start[:2], late[:2]) + 0.02, (start, to, length)
            assert any(dist(end, p) < 0.01 or (found.falls and lies(end, p)) for p in way), (start, to, length)
            if dist(start[:2], end[:2]) > dist(start[:2], to[:2]) - 0.01:
                continue  # held on its way straight down
            before = way[: next(i for i, p in enumerate(way) if p is surely)]
            assert _along(way, end) >= len(before) - 6, (start, to, length)
    assert stopped > 20


def _along(way: list[np.ndarray], at: np.ndarray) -> int:
    return min(range(len(way)), key=lambda i: dist(way[i], at))


def _through_air(found: JumpSweep) -> Point:
    """Where the way through the air ends: before its nudge, and before it comes down on what it stands on."""
    if found.falls:
        return found.path[-1]
    start = np.array(found.path[0][:2])
    far = dist(start, found.end[:2]) - found.nudged
    return next(p for p in found.path if dist(start, p[:2]) > far - 0.003)


@pytest.mark.rule("JUMP-02", "GEO-12")
def test_nothing_over_an_inch_stands_in_the_way_that_is_told(town: Board) -> None:
    """The whole path, with its nudge and what is run on; and it ends on the straight line, no longer than the roll."""
    for n, (start, to) in enumerate(leaps(town, 250)):
        length = (2, 3, 4, 5, 6, 8, 12)[n % 7]
        found = Scene(town, start).jump(to, length, run_on=n % 3)
        assert found.length <= length + 0.001
        for p, q in pairwise(found.path):
            if q[2] < p[2] - 1 and dist(p[:2], q[:2]) < 0.002:
                continue  # down on to what it stands on
            for t in np.linspace(0, 1, max(2, int(dist(p, q) / 0.02))):
                assert not held(np.array(p) + t * (np.array(q) - np.array(p)), 0.01), (start, to, length, found.path)
        line, flat = np.subtract(to, start)[:2], dist(start[:2], to[:2])
        aside = float(np.cross([*line, 0], [*np.subtract(found.end, start)[:2], 0])[2]) / flat
        assert abs(aside) < 0.003


@pytest.mark.rule("JUMP-02")
def test_a_longer_jump_never_stops_earlier(town: Board) -> None:
    for start, to in leaps(town, 120):
        reached, before = -1.0, None
        for length in range(1, 13):
            found = Scene(town, start).jump(to, float(length))
            assert found.length >= reached - 0.005, (start, to, length)
            if before is not None:
                assert found.stopped_by == before, (start, to, length)  # what stopped a shorter one stops it too
                assert found.length == pytest.approx(reached, abs=0.005)
            reached, before = found.length, found.stopped_by
