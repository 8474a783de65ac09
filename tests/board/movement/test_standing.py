"""What a base stands on, where it falls to, where it can be put."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from shapely.geometry import Point as MapPoint

from sim.board.board import Board
from sim.board.model.queries import DropOf, NearestSpot
from sim.board.model.tableau import Figure, Marker, Tableau
from sim.board.model.terrain import Landing, Meaning, Obstacle
from sim.board.model.verdicts import Drop, Spot
from tests.board.movement.agreement import area_of
from tests.board.movement.scenes import BARRED, HOUSE, WATER, Part, R, Scene, afloat, block, board, street, town


@pytest.fixture(scope="module")
def home() -> Board:
    return town()


@pytest.mark.rule("TERR-01")
def test_streets_and_roofs_carry_a_base(home: Board) -> None:
    scene = Scene(home, (2, 2, 0))
    assert scene.ground().whole
    roof = scene.ground((8, 8, 3))
    assert (roof.whole, roof.part, roof.kind) == (True, "house/walls", "solid")


@pytest.mark.rule("TERR-01", "GEO-03")
def test_a_base_rests_on_the_highest_of_what_is_low_under_it(home: Board) -> None:
    scene = Scene(home, (2, 2, 0))
    half_on = scene.ground((2.8, 12.5, 0.9))
    assert half_on.whole
    assert half_on.at == (2.8, 12.5, 0.9)


def test_a_base_that_hangs_over_an_edge_is_not_whole(home: Board) -> None:
    scene = Scene(home, (2, 2, 0))
    assert not scene.ground((6.3, 8, 3)).whole
    assert scene.ground((6 + R, 8, 3)).whole


@pytest.mark.rule("TERR-04")
def test_a_swimmer_stands_on_the_surface(home: Board) -> None:
    place = Scene(home, (22, 10, -0.75)).ground()
    assert place.water
    assert place.whole
    assert place.landing is Landing.WATER


@pytest.mark.rule("FALL-01")
def test_a_base_half_over_water_is_not_whole(home: Board) -> None:
    assert not Scene(home, (2, 2, 0)).ground((20.1, 10, 0)).whole


@pytest.mark.rule("TERR-05")
def test_nobody_stands_on_impassable_ground() -> None:
    fire = board(street(), ("fire/flames", BARRED, block(6, 6, 0, 9, 9, 0.1)))
    scene = Scene(fire, (2, 2, 0))
    assert not scene.ground((7.5, 7.5, 0.1)).whole
    assert scene.along((12, 7.5, 0)).refusal is not None


def test_nobody_stands_inside_a_house(home: Board) -> None:
    place = Scene(home, (2, 2, 0)).ground((8, 8, 0))
    assert not place.whole
    assert not place.free


def test_a_base_in_the_air_stands_on_nothing(home: Board) -> None:
    place = Scene(home, (2, 2, 0)).ground((2, 2, 1.5))
    assert (place.kind, place.whole, place.free) == ("air", False, True)


def test_another_base_is_in_the_way(home: Board) -> None:
    scene = Scene(home, (2, 2, 0), Figure("b", (4, 4, 0)))
    assert not scene.ground((4.5, 4, 0)).free
    assert scene.ground((4 + 2 * R, 4, 0)).free


@pytest.mark.rule("FALL-01")
def test_a_fall_ends_on_the_first_ground_that_carries_the_whole_base(home: Board) -> None:
    scene = Scene(home, (2, 2, 0))
    assert scene.drop((8, 8, 9)).rest == (8, 8, 3)
    assert scene.drop((2, 8, 9)).rest == (2, 8, 0)
    past_the_roof = scene.drop((6 - R, 8, 9))
    assert past_the_roof.rest == pytest.approx((6 - R, 8, 0), abs=0.002)
    assert past_the_roof.height == 9


def test_where_it_stands_nothing_falls(home: Board) -> None:
    found = Scene(home, (8, 8, 3)).drop((8, 8, 3))
    assert (found.whole, found.height, found.rest) == (True, 0, (8, 8, 3))


def test_a_fall_into_the_canal_is_told_as_one(home: Board) -> None:
    found = Scene(home, (2, 2, 0)).drop((22, 10, 5))
    assert (found.landing, found.height, found.part) == (Landing.WATER, 5.75, "canal/water")


def test_nothing_lies_below_beyond_the_board(home: Board) -> None:
    assert Scene(home, (2, 2, 0)).drop((50, 50, 5)).rest is None


def test_a_landing_spot_is_that_of_its_part() -> None:
    cart = board(street(), ("cart/straw", Meaning(landing=Landing.SOFT), block(5, 5, 0, 9, 9, 1.2)))
    assert Scene(cart, (2, 2, 0)).drop((7, 7, 6)).landing is Landing.SOFT


@pytest.mark.rule("FALL-04")
def test_a_fall_on_a_mini_ends_beside_it(home: Board) -> None:
    scene = Scene(home, (8, 8, 3), Figure("b", (2, 8, 0)))
    found = scene.drop((2.2, 8, 3))
    assert found.onto == ("b",)
    assert found.rest == pytest.approx((2 + 2 * R, 8, 0), abs=0.01)


@pytest.mark.rule("MOVE-05")
def test_the_nearest_spot_is_the_least_way_off(home: Board) -> None:
    scene = Scene(home, (2, 2, 0))
    found = scene.spot((6.4, 8, 3), 0.5)
    assert found.at == pytest.approx((6 + R, 8, 3), abs=0.003)
    assert found.moved == pytest.approx(R - 0.4, abs=0.003)
    assert scene.spot((5.5, 8, 3), 0.3).at is None


def test_the_nearest_spot_in_water(home: Board) -> None:
    found = Scene(home, (2, 2, 0)).spot((19.5, 10, 0), 3, on="water")
    assert found.at == pytest.approx((20 + R, 10, -0.75), abs=0.005)


@pytest.mark.rule("TERR-09")
def test_the_nearest_spot_off_a_piece(home: Board) -> None:
    found = Scene(home, (3.5, 12.5, 0.9)).spot((3.5, 12.5, 0.9), 3, off="crate")
    assert found.at is not None
    assert found.ground is not None
    assert found.ground.part == "ground/street"


@pytest.mark.rule("TERR-09")
def test_a_large_base_is_put_wholly_off_a_piece_that_is_smaller_than_it() -> None:
    pots = board(street(), ("pots/clay", Meaning(obstacle=Obstacle.SMALL), block(5, 5, 0, 5.4, 5.4, 0.4)))
    scene = Scene(pots, (5.2, 5.2, 0.4), base_mm=60)
    found = scene.spot((5.2, 5.2, 0.4), 5, off="pots")
    assert found.at is not None
    assert found.at[2] == 0
    assert hypot(max(0, abs(found.at[0] - 5.2) - 0.2), max(0, abs(found.at[1] - 5.2) - 0.2)) >= 60 / 50.8 - 0.01


@pytest.mark.rule("TERR-01")
def test_nobody_stands_on_the_ground_under_a_solid() -> None:
    """The street under the bed of a cart is no place: a base there would rest on the bed, which is over its centre."""
    cart = board(street(), ("cart/bed", Meaning(), block(4, 4, 0.2, 6, 6, 0.5)))
    scene = Scene(cart, (2, 2, 0))
    assert not scene.ground((5, 5, 0)).whole
    assert scene.ground((5, 5, 0.5)).whole
    assert scene.spot((5, 5, 0), 1).at == (5, 5, 0.5)


@pytest.mark.rule("TERR-12")
def test_a_gondola_is_unstable_ground_and_a_large_obstacle() -> None:
    land, lies = afloat()
    scene = Scene(land, (22.5, 10, -0.35), vessels=(lies,))
    place = scene.ground()
    assert (place.whole, place.unstable, place.obstacle, place.vessel) == (True, True, "large", "gondola")
    assert not scene.ground((21.9, 10, -0.35)).whole


@pytest.mark.rule("MAGIC-10")
def test_ice_carries_a_base_on_water(home: Board) -> None:
    tableau = Tableau((Figure("a", (22.5, 10, -0.75)),), markers=(Marker("m", "ice", (22.5, 10, -0.75)),))
    found = home.answer(NearestSpot("a", (22.5, 10, -0.75), 1.0, on="ground"), tableau)
    assert found.at is not None  # type: ignore[attr-defined]
    assert found.ground.kind == "solid"  # type: ignore[attr-defined]


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize(("high", "swims"), [(0.4, False), (0.95, False), (1.2, False), (1.5, True)])
def test_a_swimmer_is_under_a_jetty_only_where_the_body_has_room(high: float, swims: bool) -> None:
    jetty = ("jetty/deck", HOUSE, block(6, 6, high - 0.1, 14, 14, high))  # a body is 1.3" tall
    pool = board(("rio/water", WATER, block(0, 0, -2, 20, 20, 0)), jetty)
    found = Scene(pool, (10, 10, 0)).spot((10, 10, 0), 6.0, on="water")
    assert found.at is not None
    assert (found.moved < 1.0) is swims


def test_a_house_and_water_that_touch_leave_no_gap() -> None:
    palace = board(
        street(),
        ("palace/walls", HOUSE, block(20, 0, -2, 24, 20, 6)),
        ("rio/water", WATER, block(24, 0, -2, 30, 20, -0.75)),
    )
    place = Scene(palace, (2, 2, 0)).ground((24 + R, 10, -0.75))
    assert place.whole
    assert place.free


@pytest.mark.rule("FALL-04")
def test_nobody_is_put_over_a_head_and_rounded_into_it() -> None:
    """Beside market stalls: with a hair's margin the base would rest on a kerb over the other's head."""
    square = Board.load("campiello-dei-remi")
    falls = Figure("falls", (17.138, 20.889, 1.136), 30)
    others = (Figure("stands", (16.972, 20.782, 0.0), 30),)
    for asked in (DropOf("falls", falls.at), NearestSpot("falls", falls.at, 6.0)):
        found = square.answer(asked, Tableau((falls, *others)))
        assert isinstance(found, Drop | Spot)
        assert found.ground is not None
        assert found.ground.whole
        assert found.ground.free


def quay(*more: Part) -> Board:
    """A street with a cart 1/2" high close to the water."""
    cart: Part = ("cart/box", HOUSE, block(17, 6, 0, 19.95, 12, 0.5))
    return board(street(), cart, ("canal/water", WATER, block(20, 0, -2, 25, 20, -0.75)), *more)


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize(("inland", "whole"), [(0.1, False), (0.3, False), (R - 0.01, False), (R + 0.01, True)])
@pytest.mark.parametrize("z", [0.0, 0.5])
def test_a_base_by_the_quay_hangs_over_the_water(inland: float, z: float, whole: bool) -> None:
    """On the street, or on the cart, from which it is a step of 1/2" to the street and one of 3/4" to the water."""
    assert Scene(quay(), (20 - inland, 9 if z else 15, z)).ground().whole is whole


@pytest.mark.rule("TERR-01")
@pytest.mark.parametrize(
    ("inland", "at"), [(0.1, (9, 0.5)), (0.4, (9, 0.5)), (0.1, (15, 0)), (0.4, (15, 0)), (-0.4, (15, 0))]
)
def test_a_jetty_hides_the_water_from_a_base_that_is_partly_on_the_street(
    inland: float, at: tuple[float, float]
) -> None:
    """From the cart over the street to the deck it is a step of 1/2" and one of 1/4"."""
    deck: Part = ("jetty/deck", HOUSE, block(20, 4, -0.35, 23, 18, -0.25))
    assert Scene(quay(deck), (20 - inland, *at)).ground().whole


@pytest.mark.rule("MOVE-02", "FALL-04")
def test_a_base_on_the_brow_of_steps_is_not_free_above_somebody_at_their_foot() -> None:
    """It rests as high as the second step, over the other's head, and its place is lower: it falls beside it."""
    stones = np.vstack([block(6, 0, 0, 9, 9, 0.7), block(6.3, 0, 0, 9, 9, 1.4)])
    steps = board(street(), ("steps/stone", Meaning(), stones))
    low = Figure("low", (5.2, 5, 0))
    scene = Scene(steps, (5.8, 5, 0.7), low)
    above = scene.ground()
    assert above.at == (5.8, 5, 1.4)
    assert not above.free
    assert Scene(steps, (5.8, 5, 0.7)).ground().free
    fallen = scene.drop((5.8, 5, 0.7))
    assert fallen.onto == ("low",)
    assert fallen.rest is not None
    assert hypot(fallen.rest[0] - 5.2, fallen.rest[1] - 5) >= low.radius * 2 - 0.005


def fallen_beam() -> Board:
    """A beam over the street that slants from 4.95" high in the west, under which one stands, down to the street."""
    beam = block(0, 8, 0, 11, 8.14, 0.12)
    beam[..., 2] += 0.45 * (11 - beam[..., 0])
    return board(street(), ("ruin/beam", Meaning(obstacle=Obstacle.SMALL), beam))


@pytest.mark.rule("TERR-01", "MOVE-01")
@pytest.mark.parametrize(
    ("x", "y", "rests"),
    [
        (7.7, 7.5, 0.0),  # its rim is under the beam where that is over its head
        (7.2, 8.07, 0.0),  # all of it
        (8.4, 7.5, None),  # the beam is in the way of its body
        (9.8, 7.6, 0.45 * (1.2 + (R**2 - 0.4**2) ** 0.5) + 0.12),  # and here under its rim, and low
    ],
)
def test_a_base_rests_on_a_slanting_beam_only_where_that_is_low(x: float, y: float, rests: float | None) -> None:
    found = Scene(fallen_beam(), (2, 2, 0)).ground((x, y, 0))
    assert found.whole is (rests is not None)
    if rests is not None:
        assert found.free
        assert found.at == pytest.approx((x, y, rests), abs=0.003)


@pytest.mark.rule("MOVE-01")
def test_a_way_under_a_slanting_beam_stays_on_the_street() -> None:
    scene = Scene(fallen_beam(), (7.7, 6, 0))
    way = scene.along((7.7, 7.5, 0), (7.2, 8.07, 0), (7.2, 10, 0))
    assert way.refusal is None
    assert {z for leg in way.legs for _, _, z in leg.points} == {0.0}
    assert way.cost == pytest.approx(1.5 + hypot(0.5, 0.57) + 1.93, abs=0.01)
    assert scene.path((7.2, 8.07, 0), 2.2).refusal is None
    areas = [area_of(level) for level in scene.reach(2.2, climb=False).levels if level.z[0] < 0.05]
    assert any(area.contains(MapPoint(7.2, 8.07)) for area in areas)
    assert not any(area.contains(MapPoint(8.4, 7.5)) for area in areas)
