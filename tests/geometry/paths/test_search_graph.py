"""The nodes of a search."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sim.geometry.paths.heightfield import LEVELS
from sim.geometry.paths.search_graph import NO_GOAL, ahead_of, flat_distance, search_graph, way_to_goal
from tests.geometry.ground.scenes import block
from tests.geometry.paths.lattices import BASE, Land, at, land_of

ROW = np.array([[1.0, 1.0, 0.0, 0.1, 1.5, 1.0, 2.0, 2.1, 2.5, 1.0, 0.0]])


@pytest.fixture(scope="module")
def yard() -> Land:
    return land_of(block((1.4, 0.0, 0.0), (2.0, 2.0, 3.0)))


def test_places_come_first_then_rims_then_the_rest(yard: Land) -> None:
    graph = search_graph(yard.around(), at(0.5, 0.5), at(0.75, 0.5), ROW, 3.0, BASE.radius)
    column = yard.place(1.125, 1.0) // LEVELS
    place = graph.first_place[column]
    assert graph.first_place[column + 1] == place + 1
    assert graph.column_of[place] == column
    assert graph.positions[place].tolist() == [1.125, 1.0, 0.0]
    assert graph.positions[graph.places + place, 0] == pytest.approx(1.144, abs=0.01)
    assert graph.positions[graph.start :, 0].tolist() == [0.5, 0.75, 1.0, 1.5]
    assert graph.positions[graph.start :, 2].tolist() == [0.0, 0.0, 0.0, 2.0]
    assert len(graph.positions) == 2 * graph.places + 4
    assert graph.places == yard.field.count.sum()


def test_extra_nodes_lie_by_the_column_nearest_to_them(yard: Land) -> None:
    graph = search_graph(yard.around(), at(0.5, 0.5), at(1.02, 0.98), ROW, 3.0, BASE.radius)
    own = graph.first_beside[yard.place(1.0, 1.0) // LEVELS]
    assert [own, graph.next_beside[own], graph.next_beside[graph.next_beside[own]]] == [2, 1, -1]
    assert graph.first_beside[yard.place(0.5, 0.5) // LEVELS] == -1  # nobody goes back to the start


def test_the_way_ahead_is_at_least_the_straight_one(yard: Land) -> None:
    graph = search_graph(yard.around(), at(0.5, 0.5), at(0.8, 0.9), ROW, 3.0, BASE.radius)
    assert ahead_of(graph, graph.start) == pytest.approx(0.5)
    assert flat_distance(graph, graph.start, graph.start + 1) == pytest.approx(0.5)
    without = search_graph(yard.around(), at(0.5, 0.5), NO_GOAL, ROW, 3.0, BASE.radius)
    assert ahead_of(without, without.start) == 0.0


def test_a_way_is_told_by_its_corners(yard: Land) -> None:
    graph = search_graph(yard.around(), at(0.5, 0.5), np.array([0.8, 0.9, 0.0, 0.3]), ROW, 3.0, BASE.radius)
    assert way_to_goal(graph) is None
    place = graph.first_place[yard.place(0.75, 0.5) // LEVELS]
    chain = [graph.start, place, graph.start + 2, graph.start + 3, graph.start + 1]
    for parent, node in pairwise(chain):
        graph.parent[node] = parent
    graph.distance[graph.start + 1] = 3.0
    assert way_to_goal(graph) == ((0.75, 0.5, 0.0), (1.0, 1.0, 0.1), (1.5, 1.0, 2.1), (0.8, 0.9, 0.3))
