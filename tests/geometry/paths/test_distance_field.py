"""How far everything is, on foot."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import DIFFICULT, RUIN, WATER, Floats
from sim.geometry.paths.bucket_queue import FAR
from sim.geometry.paths.climb_links import COLUMNS, NO_CLIMB_LINKS
from sim.geometry.paths.distance_field import DistanceField, GrowingRoom, SearchRoom, Travel
from sim.geometry.paths.heightfield import LEVELS, whole_window
from sim.geometry.paths.neighbours import UNIT, reverse_links
from sim.geometry.paths.place_graph import place_graph
from tests.geometry.ground.scenes import block, ramp
from tests.geometry.paths.lattices import Land, land_of

OUT = Travel(climb=True, swim=False, limit=9.0, highest=9.0)
NONE = np.zeros(0, np.int64)


@pytest.fixture(scope="module")
def plain() -> Land:
    return land_of()


@pytest.fixture(scope="module")
def mixed() -> Land:
    """A house in the east, two floors of a ruin in the west."""
    return land_of(
        block((1.3, 0.0, 0.0), (2.0, 2.0, 2.0)),
        block((0.0, 0.0, 0.0), (0.7, 2.0, 0.05), RUIN),
        block((0.0, 0.0, 2.2), (0.7, 2.0, 2.3), RUIN),
    )


def inches(
    land: Land,
    x: float,
    y: float,
    travel: Travel = OUT,
    links: Floats = NO_CLIMB_LINKS,
    occupied: np.ndarray = NONE,
    level: int = 0,
    outward: bool = True,
) -> Floats:
    """From a place to all others (or from them, where it is not outward), by column and level."""
    steps = land.steps() if outward else reverse_links(land.field, land.steps())
    graph = place_graph(land.field, whole_window(land.field), steps, links, outward=outward)
    sources = np.array([land.place(x, y) + level])
    nodes, units = SearchRoom(graph).within(travel, sources, np.zeros(1, np.int32), occupied)
    far = np.full((len(land.field.count), LEVELS), np.inf)
    far.ravel()[graph.place[nodes]] = units * UNIT
    return far


def column(land: Land, x: float, y: float) -> int:
    return land.place(x, y) // LEVELS


def test_over_open_ground_distances_are_good_to_two_hundredths(plain: Land) -> None:
    far = inches(plain, 0.5, 0.5)
    for x, y in ((1.5, 0.5), (1.5, 1.5), (1.5, 1.0), (1.25, 1.625), (0.5, 1.5)):
        assert far[column(plain, x, y), 0] == pytest.approx(np.hypot(x - 0.5, y - 0.5), rel=0.02)


def test_nothing_is_told_beyond_the_limit(plain: Land) -> None:
    far = inches(plain, 0.5, 0.5, OUT._replace(limit=0.5))
    assert far[column(plain, 0.875, 0.5), 0] == pytest.approx(0.375, rel=0.02)
    assert np.isinf(far[column(plain, 1.5, 1.5), 0])


def test_no_way_leads_over_other_bases(plain: Land) -> None:
    wall = np.array([plain.place(1.0, j * 0.125) for j in range(17)])
    assert np.isinf(inches(plain, 0.5, 1.0, occupied=wall)[column(plain, 1.5, 1.0), 0])
    assert np.isinf(inches(plain, 0.5, 1.0, occupied=wall)[column(plain, 1.0, 1.0), 0])


def test_in_a_crowd_every_inch_counts_for_more(plain: Land) -> None:
    crowd = np.array([plain.place(x, j * 0.125) for x in (0.875, 1.0, 1.125) for j in range(17)])
    far = inches(plain, 0.5, 1.0, OUT._replace(crowding=2.0), occupied=crowd)
    assert 1.0 + 2 * 0.125 * 2.0 - 0.02 < far[column(plain, 1.5, 1.0), 0] < 1.0 + 3 * 0.125 * 2.0 + 0.02


def test_who_is_careful_goes_round_difficult_ground() -> None:
    rough = land_of(block((0.75, 0.0, 0.0), (1.25, 1.25, 0.02), DIFFICULT))
    direct, careful = inches(rough, 0.5, 0.75), inches(rough, 0.5, 0.75, OUT._replace(caution=2.0))
    there = column(rough, 1.5, 0.75)
    assert direct[there, 0] == pytest.approx(1.0, rel=0.02)
    assert 1.2 < careful[there, 0] < 2.0
    assert careful[column(rough, 1.0, 0.75), 0] > direct[column(rough, 1.0, 0.75), 0] + 0.4


def test_a_slope_is_longer_than_it_looks() -> None:
    hill = land_of(ramp(0.0, 2.0, 0.0, 2.0, 1.5))
    far = inches(hill, 0.5, 1.0)
    assert far[column(hill, 1.5, 1.0), 0] == pytest.approx(np.hypot(1.0, 0.75), rel=0.03)


def test_who_swims_stays_in_the_water() -> None:
    canal = land_of(block((1.0, 0.0, 0.0), (2.0, 2.0, 0.1), WATER))
    far = inches(canal, 1.5, 1.0, OUT._replace(swim=True))
    assert far[column(canal, 1.625, 1.0), 0] == pytest.approx(0.125, rel=0.05)
    assert np.isinf(far[canal.field.bits & WATER == 0]).all()


def test_floors_of_a_ruin_are_a_climb_apart(mixed: Land) -> None:
    place = column(mixed, 0.375, 1.0)
    far = inches(mixed, 0.375, 1.0, OUT._replace(caution=1.0), level=1)
    assert far[place, 0] == pytest.approx(2.25 + 1.0, rel=0.02)
    assert np.isinf(inches(mixed, 0.375, 1.0, OUT._replace(climb=False), level=1)[place, 0])
    assert np.isinf(inches(mixed, 0.375, 1.0, OUT._replace(highest=2.0), level=1)[place, 0])


def link(cost: float = 2.5, roll: float = 0.0, slick: float = 0.0) -> Floats:
    """From the street in front of the house to its roof."""
    row = np.array([[1.0, 1.0, 0.0, 0.0, 1.625, 1.0, 2.0, 2.0, cost, roll, slick, slick]])
    assert row.shape[1] == len(COLUMNS)
    return row


def test_a_climb_leads_up_and_down(mixed: Land) -> None:
    assert inches(mixed, 1.0, 1.0, links=link())[column(mixed, 1.625, 1.0), 0] == pytest.approx(2.5, abs=0.01)
    down = inches(mixed, 1.625, 1.0, links=link())
    assert down[column(mixed, 1.0, 1.0), 0] == pytest.approx(2.5, abs=0.01)


def test_a_climb_by_a_roll_is_worth_avoiding(mixed: Land) -> None:
    far = inches(mixed, 1.0, 1.0, OUT._replace(caution=1.5), links=link(roll=1.0))
    assert far[column(mixed, 1.625, 1.0), 0] == pytest.approx(4.0, abs=0.02)


def test_no_climb_is_longer_than_the_highest(mixed: Land) -> None:
    far = inches(mixed, 1.0, 1.0, OUT._replace(highest=2.0), links=link())
    assert np.isinf(far[column(mixed, 1.625, 1.0), 0])


@pytest.mark.parametrize("outward", [True, False])
def test_out_of_slick_water_nobody_climbs(mixed: Land, outward: bool) -> None:
    street, roof = column(mixed, 1.0, 1.0), column(mixed, 1.625, 1.0)
    up = inches(mixed, 1.0, 1.0, OUT, link(slick=1.0), outward=outward)[roof, 0]
    down = inches(mixed, 1.625, 1.0, OUT, link(slick=1.0), outward=outward)[street, 0]
    assert np.isinf(up if outward else down)
    assert (down if outward else up) == pytest.approx(2.5, abs=0.01)


@pytest.mark.parametrize("crowding", [0.0, 2.0])
def test_as_much_as_is_asked_for_is_as_the_whole(mixed: Land, crowding: float) -> None:
    travel = OUT._replace(limit=float(FAR * UNIT), caution=1.0, crowding=crowding)
    crowd = np.array([mixed.place(1.0, j * 0.125) for j in range(9)])
    graph = place_graph(mixed.field, whole_window(mixed.field), mixed.steps(), link())
    begun = (np.array([mixed.place(0.375, 0.25)]), np.zeros(1, np.int32), crowd)
    nodes, units = SearchRoom(graph).within(travel, *begun)
    whole = np.full(len(graph.place), np.inf)
    whole[nodes] = units * UNIT
    asked = np.random.default_rng(3).permutation(len(whole))
    room, elsewhere = GrowingRoom(graph), (np.array([mixed.place(1.0, 1.0)]), *begun[1:])
    field, other = DistanceField(graph, travel, *begun, room), DistanceField(graph, travel, *elsewhere, room)
    for some in np.array_split(asked, 9):
        assert (field.inches(some, len(some)) == whole[some]).all()
        other.inches(some, len(some))
    assert np.isinf(whole).any()
    alone = DistanceField(graph, travel, *begun, room)
    assert (alone.inches(asked[::-1], len(asked)) == whole[asked[::-1]]).all()
    assert (field.inches(asked[:2], 1, 8) == whole[asked[:2]] + (0.0, 8 * UNIT)).all()


def test_searches_in_the_same_room_know_nothing_of_each_other(mixed: Land) -> None:
    crowd = np.array([mixed.place(1.0, j * 0.125) for j in range(9)])
    graph = place_graph(mixed.field, whole_window(mixed.field), mixed.steps(), link())
    room, begun = SearchRoom(graph), np.zeros(1, np.int32)
    for limit, crowding, occupied in ((9.0, 0.0, crowd), (0.5, 2.0, crowd), (9.0, 2.0, crowd), (1.0, 0.0, NONE)):
        for x, y in ((0.375, 0.25), (1.0, 1.0)):
            asked = (OUT._replace(limit=limit, crowding=crowding), np.array([mixed.place(x, y)]), begun, occupied)
            nodes, units = room.within(*asked)
            alone, far = SearchRoom(graph).within(*asked)
            assert len(nodes)
            assert (nodes == alone).all()
            assert (units == far).all()
            assert (np.diff(nodes) > 0).all()
