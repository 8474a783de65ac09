"""Shortest ways at any angle."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import DIFFICULT, LADDER, RUIN, WATER
from sim.geometry.paths.climb_links import DOWN_ONLY, NO_CLIMB_LINKS
from sim.geometry.paths.heightfield import LEVELS
from sim.geometry.paths.open_list import open_list
from sim.geometry.paths.search_graph import NO_GOAL, SETTLED, SearchGraph, search_graph, way_to_goal
from sim.geometry.paths.theta_star import search, search_on_with_rolls
from tests.geometry.ground.scenes import block, disc
from tests.geometry.paths.lattices import BASE, ROLLS, SWIMS, WALKS, Floats, Land, at, found, land_of

FAR = math.inf
R = BASE.radius


@pytest.fixture(scope="module")
def plain() -> Land:
    return land_of()


@pytest.fixture(scope="module")
def walled() -> Land:
    """A wall across the street with one door, 1" wide, in the north."""
    return land_of(block((1.4, -0.5, 0.0), (1.6, 1.5, 3.0)), block((1.4, 2.5, 0.0), (1.6, 3.5, 3.0)), size=(3.0, 3.0))


@pytest.fixture(scope="module")
def house() -> Land:
    """A house 2" high with a ladder on its west wall, and rubble north of it."""
    return land_of(
        block((1.5, 0.0, 0.0), (3.0, 1.5, 2.0)),
        block((1.45, 0.65, 0.0), (1.5, 0.85, 2.0), LADDER),
        block((1.5, 2.0, 0.0), (3.0, 3.0, 0.1), DIFFICULT),
        size=(3.0, 3.0),
    )


def reached(land: Land, graph_distances: np.ndarray, x: float, y: float, level: int = 0) -> float:
    return float(graph_distances[land.place(x, y) // LEVELS, level])


def test_over_an_open_plain_every_place_is_as_far_as_the_crow_flies(plain: Land) -> None:
    far = found(plain, at(0.6, 0.7)).place_distances[:, 0].reshape(plain.field.rows, plain.field.columns)
    for j in range(2, 15):
        for i in range(2, 15):
            assert far[j, i] == pytest.approx(math.hypot(i * 0.125 - 0.6, j * 0.125 - 0.7))


def test_nothing_beyond_the_budget_is_gone_to(plain: Land) -> None:
    far = found(plain, at(0.5, 0.5), budget=0.6).place_distances
    assert far[np.isfinite(far)].max() <= 0.6 + 0.25
    assert np.isinf(reached(plain, far, 1.5, 0.5))


def test_a_way_through_a_door_goes_tight_round_its_corners(walled: Land) -> None:
    graph = found(walled, at(0.75, 0.75), at(2.25, 0.75))
    corners = way_to_goal(graph)
    assert corners is not None
    # a taut string: a tangent to the circle of the base's radius about a corner of the wall, an arc of it, 0.2" beside
    # the wall, and the same again
    across, along = 1.4 - 0.75, 1.5 - 0.75
    tangent = math.sqrt(across**2 + along**2 - R**2)
    arc = R * (math.atan2(along, across) + math.asin(R / math.hypot(across, along)))
    taut = 2 * (tangent + arc) + 0.2
    assert taut - 1e-9 <= graph.distance[graph.start + 1] <= taut + 0.15
    assert corners[-1] == (2.25, 0.75, 0.0)
    points = np.array([(0.75, 0.75), *((x, y) for x, y, _ in corners)])
    assert np.hypot(*np.diff(points, axis=0).T).sum() == pytest.approx(graph.distance[graph.start + 1])


def towards(land: Land, start: Floats, beside: Floats, budget: float) -> SearchGraph:
    return search(search_graph(land.around(WALKS), start, NO_GOAL, NO_CLIMB_LINKS, budget, R, beside))


def test_a_search_towards_a_place_finds_what_is_near_it_as_one_to_everywhere(walled: Land) -> None:
    start, beside, budget = at(0.75, 0.75), np.array([2.25, 0.75, 0.6]), 4.2
    anywhere, there = found(walled, start, budget=budget), towards(walled, start, beside, budget)
    apart = np.hypot(*(there.positions[: there.places, :2] - beside[:2]).T)
    near = np.flatnonzero((apart <= 0.6) & (anywhere.distance[: there.places] <= budget))
    assert len(near) > 20
    # corners come in another order, and ways over a lattice are a hair too long
    assert there.distance[near] == pytest.approx(anywhere.distance[near], abs=0.03)


def test_a_search_towards_a_place_goes_nowhere_else(plain: Land) -> None:
    start, budget = at(0.6, 0.7), 0.8
    anywhere, there = found(plain, start, budget=budget), towards(plain, start, np.array([1.4, 0.7, 0.3]), budget)
    behind = [reached(plain, graph.place_distances, 0.25, 0.75) for graph in (anywhere, there)]
    assert behind == [pytest.approx(0.3536, abs=1e-3), FAR]


def test_where_no_way_leads_none_is_found(walled: Land) -> None:
    graph = found(walled, at(0.75, 0.75), at(2.25, 0.75), discs=disc(1.5, 2.0, radius=0.3))
    assert way_to_goal(graph) is None


def test_nodes_are_settled_once_and_those_beside_are_tried_from_where_it_was_left(walled: Land) -> None:
    graph = found(walled, at(0.75, 0.75))
    order = graph.tried.order[graph.tried.order > 0]
    assert sorted(order) == list(range(1, graph.tried.settled[0] + 1))
    assert np.array_equal(graph.tried.order > 0, graph.state & SETTLED != 0)
    beside = np.flatnonzero(graph.tried.since)  # behind the door, where no line from the start leads
    assert len(beside) > 0
    led = beside[graph.tried.best[beside] >= 0]
    assert (graph.distance[led] <= graph.tried.by_best[led] + 1e-9).all()
    assert (graph.tried.failed[beside] > 0).all()


def test_other_bases_are_gone_round(plain: Land) -> None:
    graph = found(plain, at(0.5, 0.5), at(1.5, 1.5), discs=disc(1.0, 1.0, radius=0.2))
    straight = math.hypot(1.0, 1.0)
    assert straight + 0.05 < graph.distance[graph.start + 1] < straight + 0.5


def test_a_ladder_costs_its_height_and_takes_no_roll(house: Land) -> None:
    links = house.climbs()
    graph = found(house, at(0.8, 0.75), at(2.25, 0.75, 2.0), links=links)
    corners = way_to_goal(graph)
    assert corners is not None
    assert graph.distance[graph.start + 1] == pytest.approx(2.0 + 1.45, abs=0.05)
    assert [z for _, _, z in corners] == [0.0, 2.0, 2.0]


def test_walls_are_climbed_by_who_rolls(house: Land) -> None:
    links = house.climbs()
    links = links[abs(links[:, 1] - 0.75) > 0.65]
    assert way_to_goal(found(house, at(1.0, 0.75), at(2.25, 0.75, 2.0), links=links)) is None
    assert way_to_goal(found(house, at(1.0, 0.75), at(2.25, 0.75, 2.0), rules=ROLLS, links=links)) is not None


def test_out_of_slick_climbs_nobody_comes_but_down_them(house: Land) -> None:
    links = house.climbs()
    links[:, DOWN_ONLY] = 1.0
    assert way_to_goal(found(house, at(1.0, 0.75), at(2.25, 0.75, 2.0), rules=ROLLS, links=links)) is None
    assert way_to_goal(found(house, at(2.25, 0.75, 2.0), at(1.0, 0.75), rules=ROLLS, links=links)) is not None


def test_a_search_that_goes_on_with_rolls_finds_what_a_fresh_one_finds(house: Land) -> None:
    links = house.climbs()
    before = found(house, at(0.75, 1.75), links=links)
    assert np.isinf(reached(house, before.place_distances, 2.25, 2.5))
    on = search_on_with_rolls(before).place_distances
    fresh = found(house, at(0.75, 1.75), rules=ROLLS, links=links).place_distances
    assert np.array_equal(np.isfinite(on), np.isfinite(fresh))
    there = np.isfinite(fresh)
    assert np.allclose(on[there], fresh[there], atol=0.02)


def test_floors_of_a_ruin_are_climbed_straight_up_by_who_rolls() -> None:
    ruin = land_of(
        block((0.5, 0.5, 0.0), (2.5, 2.5, 0.05), RUIN), block((0.5, 0.5, 2.5), (2.5, 2.5, 2.6), RUIN), size=(3.0, 3.0)
    )
    place = ruin.place(1.5, 1.5) // LEVELS
    start = np.array([1.5, 1.5, 0.05, 0.05])
    assert ruin.field.count[place] == 2
    assert found(ruin, start, rules=ROLLS).place_distances[place, 0] == pytest.approx(2.55)
    assert found(ruin, start, rules=WALKS).place_distances[place, 0] == FAR
    held = found(ruin, start, rules=ROLLS, discs=disc(1.0, 1.0, 2.6, radius=1.2))
    assert held.place_distances[place, 0] == FAR


def test_who_swims_stays_in_the_water() -> None:
    canal = land_of(block((1.0, 0.0, 0.0), (2.0, 2.0, 0.1), WATER))
    far = found(canal, at(1.5, 1.0, 0.1), rules=SWIMS).place_distances
    assert reached(canal, far, 1.625, 1.0) == pytest.approx(0.125)
    assert np.isinf(far[canal.field.bits & WATER == 0]).all()


def test_a_full_open_list_grows(plain: Land) -> None:
    land = plain.around()
    graph = search_graph(land, at(0.6, 0.7), np.zeros(0), np.zeros((0, 11)), 9.0, R)
    small = search(replace(graph, waiting=open_list(70)))
    assert len(small.waiting.keys) > 70
    assert np.array_equal(small.place_distances, found(plain, at(0.6, 0.7)).place_distances)
