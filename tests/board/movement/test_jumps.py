"""Jumps, pushes and rowing on small boards."""

from __future__ import annotations

import pytest

from sim.board.board import Board
from sim.board.model.queries import JumpAlong, RowTo
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import VesselMove
from tests.board.movement.scenes import HOUSE, WATER, R, Scene, afloat, block, board, street, town


@pytest.fixture(scope="module")
def home() -> Board:
    return town()


@pytest.fixture(scope="module")
def roofs() -> Board:
    """Two roofs 8" up, 3" apart over the street, and a bridge 2" up beyond a third side."""
    return board(
        street(),
        ("west/house", HOUSE, block(2, 4, 0, 6, 12, 8)),
        ("east/house", HOUSE, block(9, 4, 0, 14, 12, 8)),
        ("bridge/deck", HOUSE, block(2, 14, 1.6, 10, 18, 2)),
    )


@pytest.mark.rule("JUMP-02", "JUMP-03")
def test_the_first_worked_jump_reaches_the_roof_and_runs_on(roofs: Board) -> None:
    """The jump carries further than the point on the other roof: what is left is run on."""
    found = Scene(roofs, (6 - R, 8, 8)).jump((10 + R, 8, 8), 6 + 2 * R, run_on=2)
    assert not found.falls
    assert found.run_on == pytest.approx(2, abs=0.002)
    assert found.rest == pytest.approx((12 + R, 8, 8), abs=0.002)


@pytest.mark.rule("JUMP-05", "JUMP-06")
def test_the_second_worked_jump_falls_on_the_bridge_below(roofs: Board) -> None:
    """A jump of 4" ends over the bridge, and falls straight down from there."""
    found = Scene(roofs, (4, 12 - R, 8)).jump((4, 18, 8), 4)
    assert found.falls
    assert found.end == pytest.approx((4, 16 - R, 8), abs=0.002)
    assert found.rest == pytest.approx((4, 16 - R, 2), abs=0.002)
    assert found.fall_height == 6


@pytest.mark.rule("JUMP-05")
def test_the_third_worked_jump_is_a_fumble_into_the_street(roofs: Board) -> None:
    """1" forward is not enough for the other roof: 8" down."""
    found = Scene(roofs, (6 - R, 8, 8)).jump((10, 8, 8), 1)
    assert found.falls
    assert found.fall_height == 8
    assert found.rest[0] == pytest.approx(6 + R, abs=0.2)


@pytest.mark.rule("JUMP-05")
def test_the_fall_of_the_fourth_worked_jump_counts_from_the_start(roofs: Board) -> None:
    """Towards something low and far: 5" along a line that sinks, and still 8" of fall."""
    found = Scene(roofs, (10, 12 - R, 8)).jump((14, 17, 4), 5)
    assert found.falls
    assert found.end[2] < 7
    assert found.rest[2] == 0
    assert found.fall_height == 8


@pytest.mark.rule("JUMP-04")
def test_a_landing_on_the_edge_is_moved_on(roofs: Board) -> None:
    found = Scene(roofs, (6 - R, 8, 8)).jump((12, 8, 8), 3 + R)
    assert not found.falls
    assert found.nudged == pytest.approx(R, abs=0.005)
    assert found.rest[0] == pytest.approx(9 + R, abs=0.005)


@pytest.mark.rule("JUMP-04")
def test_an_inch_is_the_most_that_it_is_moved_on(roofs: Board) -> None:
    assert Scene(roofs, (6 - R, 8, 8)).jump((12, 8, 8), 2 + 2 * R - 0.05).falls


@pytest.mark.rule("JUMP-02")
def test_a_wall_stops_a_jump(home: Board) -> None:
    found = Scene(home, (3, 8, 0)).jump((10, 8, 0), 6)
    assert found.stopped_by == "house/walls"
    assert found.rest == pytest.approx((6 - R, 8, 0), abs=0.005)


@pytest.mark.rule("JUMP-02")
def test_a_jump_that_is_stopped_at_once_stays_where_it_is() -> None:
    """Up and over a wall that it touches, under a roof: it does not rise through that on its way to nowhere."""
    wall, roof = block(8, 0, 0, 14, 20, 4), block(0, 0, 2, 8, 20, 2.2)
    under = board(street(), ("house/wall", HOUSE, wall), ("house/roof", HOUSE, roof))
    at = (8 - R - 0.001, 10.0, 0.0)
    found = Scene(under, at).jump((12.0, 10.0, 2.5), 5.0)
    assert (found.falls, found.length) == (False, 0.0)
    assert found.path == (pytest.approx(at, abs=0.002), found.end)
    assert found.end == pytest.approx(at, abs=0.002)


@pytest.mark.rule("JUMP-02")
def test_a_roof_three_inches_up_can_be_jumped_to(home: Board) -> None:
    found = Scene(home, (2.8, 8, 0)).jump((6 + R, 8, 3), 5)
    assert not found.falls
    assert found.rest == pytest.approx((6 + R, 8, 3), abs=0.003)


@pytest.mark.rule("JUMP-09")
def test_a_jump_into_an_enemy_is_a_charge(home: Board) -> None:
    scene = Scene(home, (2, 2, 0), Figure("b", (6, 2, 0)))
    found = scene.jump((8, 2, 0), 5, enemies=("b",))
    assert found.stopped_by == "b"
    assert [c.id for c in found.contacts] == ["b"]
    assert found.rest[0] == pytest.approx(6 - 2 * R, abs=0.01)


@pytest.mark.rule("JUMP-05")
def test_a_jump_into_the_canal_falls_into_water(home: Board) -> None:
    found = Scene(home, (18, 10, 0)).jump((22, 10, 0), 4)
    assert found.falls
    assert found.ground.landing is Landing.WATER
    assert found.fall_height == 0.75


@pytest.mark.rule("JUMP-05", "FALL-01")
def test_nobody_falls_upwards() -> None:
    """Its arc just clears the side of the sandolo, and a part of its base comes to rest on that."""
    remi = Board.load("campiello-dei-remi")
    jumper = Figure("a", (6.387, 15.445, 0.0))
    found = remi.answer(JumpAlong("a", (12.375, 18.5, -0.75), 5.0), Tableau((jumper,)))
    assert found.falls
    assert found.rest[2] == pytest.approx(-0.2)
    assert found.end == found.path[-1] == pytest.approx(found.rest)


@pytest.mark.rule("JUMP-02", "MOVE-05")
def test_nobody_is_helped_upwards() -> None:
    """Its arc clears the corner of a ledge a little higher than it aimed at: it does not end within the ledge."""
    ledge = board(
        street(), ("a/house", HOUSE, block(2, 2, 0, 6, 6, 2)), ("b/ledge", HOUSE, block(9, 2, 0, 12, 4, 2.05))
    )
    found = Scene(ledge, (6 - R, 4, 2)).jump((10.5, 4 - R + 0.3, 2), 6, wobble=0.5)
    assert not found.falls
    assert found.helped == pytest.approx(0.3, abs=0.15)
    assert found.rest[2] == pytest.approx(2.05)
    assert found.end == found.path[-1] == pytest.approx((10.5, 4 - R + 0.3, 2.05), abs=0.001)


@pytest.mark.rule("JUMP-05")
def test_nobody_flies_below_the_water() -> None:
    """A jump to a lower point goes down along its line, and ends where it meets the water, not under it."""
    deep = board(street(12), ("canal/water", WATER, block(12, 0, -2, 20, 12, -0.2)))
    found = Scene(deep, (12 - R, 6, 0)).jump((17, 6, -1.5), 3)
    assert found.falls
    assert found.ground.water
    assert found.rest[2] == pytest.approx(-0.2)
    assert min(corner[2] for corner in found.path) >= found.rest[2]
    assert found.end == pytest.approx(found.rest, abs=1e-9)


@pytest.mark.rule("FALL-01", "JUMP-05")
@pytest.mark.parametrize("z", [-0.75, -0.45, 0.0])
def test_a_jump_into_a_strip_of_water_narrower_than_the_base_ends_at_its_rim(z: float) -> None:
    """Half an inch of water between the quay and a barge: it lies on both, and ends on one of them; nobody comes out of
    the water on the other side of the barge."""
    moored = board(
        street(10),
        ("canal/water", WATER, block(10, 0, -2, 20, 10, -0.75)),
        ("barge/hull", HOUSE, block(10.5, 1, -1.5, 12.5, 9, -0.45)),
    )
    found = Scene(moored, (9.4, 1.5, 0)).jump((10.25, 6, z), 6)
    assert found.end == pytest.approx((10.25, 6, 0), abs=0.002)
    assert found.rest in (pytest.approx((10 - R, 6, 0), abs=0.006), pytest.approx((10.5 + R, 6, -0.45), abs=0.006))


@pytest.mark.rule("JUMP-02", "FALL-04", "JUMP-09")
def test_a_jump_stops_where_it_comes_down_on_a_head() -> None:
    """Down from the roof in a slant of 45 degrees: lifted by an inch, it meets the head 0.3" over the ground."""
    b = Figure("b", (9.6, 9.5, 2))
    low = board(street(), ("a/house", HOUSE, block(2, 4, 0, 6, 14, 6)), ("b/low", HOUSE, block(7, 4, 0, 14, 14, 2)))
    found = Scene(low, (6 - R, 9.5, 6), b).jump((10 + R, 9.5, 2), 10, enemies=("b",))
    head = 3.3 - 1.005
    assert found.stopped_by == "b"
    assert found.end == pytest.approx((6 + R + (6 - head), 9.5, head), abs=0.006)
    assert found.falls
    assert found.fall_height == 4
    assert [c.id for c in found.contacts] == ["b"]


@pytest.mark.rule("MOVE-05", "JUMP-09")
def test_a_jump_that_brushes_a_shoulder_on_its_way_down_is_helped_aside() -> None:
    """It comes down 0.3" over the ground on the edge of somebody's base: there is room 0.1" beside, and no fall."""
    b = Figure("b", (11.4, 9.5, 2))
    low = board(street(), ("a/house", HOUSE, block(2, 4, 0, 6, 14, 6)), ("b/low", HOUSE, block(7, 4, 0, 14, 14, 2)))
    found = Scene(low, (6 - R, 9.5, 6), b).jump((10 + R, 9.5, 2), 10, enemies=("b",), wobble=0.5)
    assert (found.falls, found.stopped_by) == (False, "b")
    assert found.rest == pytest.approx((11.4 - 2 * R, 9.5, 2), abs=0.006)
    assert [c.id for c in found.contacts] == ["b"]


@pytest.mark.rule("JUMP-09", "MOVE-10")
def test_a_jump_that_touches_an_enemy_and_falls_away_is_a_charge(roofs: Board) -> None:
    """Over the lane it touches him who stands at the edge of the roof beyond, and falls into the lane."""
    scene = Scene(roofs, (6 - R, 8, 8), Figure("b", (9 + R, 8, 8)))
    found = scene.jump((9 + R, 8, 8), 7, enemies=("b",))
    assert found.falls
    assert found.end == pytest.approx((9 - R, 8, 8), abs=0.006)
    assert found.rest[2] == 0
    assert [(c.id, c.at) for c in found.contacts] == [("b", found.end)]


@pytest.mark.rule("JUMP-02")
def test_a_canal_is_jumped_over() -> None:
    narrow = board(
        street(),
        ("rio/water", WATER, block(20, 0, -2, 23, 20, -0.75)),
        ("ground/bank", HOUSE, block(23, 0, -2, 28, 20, 0)),
    )
    found = Scene(narrow, (19, 10, 0)).jump((24, 10, 0), 5)
    assert not found.falls
    assert found.rest == (24, 10, 0)


@pytest.mark.rule("ACT-07")
def test_a_push_goes_along_the_ground_and_over_an_edge(home: Board) -> None:
    on_roof = Scene(home, (7, 8, 3))
    assert on_roof.push((9, 8, 3), 2).end == (9, 8, 3)
    over = on_roof.push((2, 8, 3), 3)
    assert over.falls
    assert over.end == pytest.approx((4, 8, 3), abs=0.002)


@pytest.mark.rule("ACT-07")
def test_a_push_never_leads_up_a_wall_or_through_a_mini(home: Board) -> None:
    wall = Scene(home, (4, 8, 0)).push((9, 8, 0), 4)
    assert wall.stopped_by == "house/walls"
    assert wall.end[0] == pytest.approx(6 - R, abs=0.005)
    mini = Scene(home, (2, 2, 0), Figure("b", (4, 2, 0))).push((6, 2, 0), 3)
    assert mini.stopped_by == "b"
    assert [c.id for c in mini.contacts] == ["b"]


@pytest.mark.rule("ACT-07")
def test_a_push_goes_up_an_inch_at_most(home: Board) -> None:
    found = Scene(home, (11, 14.5, 0)).push((16, 14.5, 0), 5)
    assert found.end[2] <= 1.0
    assert found.end[0] < 13.5


@pytest.mark.rule("ACT-07")
def test_a_push_into_the_canal_ends_in_water(home: Board) -> None:
    found = Scene(home, (19, 10, 0)).push((24, 10, 0), 3)
    assert found.end == pytest.approx((22, 10, -0.75), abs=0.002)


def row(land: Board, tableau: Tableau, to: tuple[float, float, float], turn: float, length: float) -> VesselMove:
    found = land.answer(RowTo("gondola", to, turn, ("a",), length), tableau)
    assert isinstance(found, VesselMove)
    return found


@pytest.mark.rule("TERR-13")
def test_a_gondola_carries_its_riders() -> None:
    land, lies = afloat()
    tableau = Tableau((Figure("a", (22.5, 11, -0.35)),), (lies,))
    found = row(land, tableau, (22.5, 7, -0.75), 90, 4)
    assert found.refusal is None
    assert found.riders == (("a", (22.5, 8, -0.35)),)
    assert found.rider_moved == pytest.approx(3)


@pytest.mark.rule("TERR-13")
def test_no_rider_goes_further_than_the_row() -> None:
    land, lies = afloat()
    tableau = Tableau((Figure("a", (22.5, 11, -0.35)),), (lies,))
    assert row(land, tableau, (22.5, 7, -0.75), 90, 2).refusal is not None


@pytest.mark.rule("TERR-13")
def test_a_gondola_never_leaves_the_water() -> None:
    land, lies = afloat()
    tableau = Tableau((Figure("a", (22.5, 11, -0.35)),), (lies,))
    across = row(land, tableau, (22.5, 10, -0.75), 0, 9)
    assert across.refusal is not None
    assert across.refusal[0] == "TERR-13"


@pytest.mark.rule("TERR-13")
def test_a_swimmer_is_in_the_way_of_a_gondola() -> None:
    land, lies = afloat()
    tableau = Tableau((Figure("a", (22.5, 11, -0.35)), Figure("b", (22.5, 4, -0.75))), (lies,))
    assert row(land, tableau, (22.5, 7, -0.75), 90, 9).refusal is not None
