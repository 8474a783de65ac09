"""The lattice as a graph."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.ground.terrain_mesh import DIFFICULT
from sim.geometry.paths.climb_links import NO_CLIMB_LINKS
from sim.geometry.paths.heightfield import LEVELS, Window, whole_window
from sim.geometry.paths.neighbours import DIAGONAL, KNIGHT, STRAIGHT
from sim.geometry.paths.place_graph import (
    KNIGHTS,
    LENGTH,
    MOVES,
    ON_TO_DIFFICULT,
    TO,
    PlaceGraph,
    nodes_of,
    place_graph,
)
from tests.geometry.ground.scenes import block
from tests.geometry.paths.lattices import Land, land_of


@pytest.fixture(scope="module")
def yard() -> Land:
    """Open ground, rubble in the east, a balcony over the west."""
    return land_of(
        block((1.25, 0.0, 0.0), (2.0, 2.0, 0.02), DIFFICULT),
        block((0.0, 0.0, 3.0), (0.5, 2.0, 3.1)),
    )


@pytest.fixture(scope="module")
def graph(yard: Land) -> PlaceGraph:
    return place_graph(yard.field, whole_window(yard.field), yard.steps(), NO_CLIMB_LINKS)


def node(graph: PlaceGraph, land: Land, x: float, y: float) -> int:
    found = nodes_of(graph, np.array([land.place(x, y)]))
    return int(found[0])


def test_nodes_are_places_in_the_order_of_columns_and_levels(yard: Land, graph: PlaceGraph) -> None:
    levels = np.arange(LEVELS)[None, :] < yard.field.count[:, None]
    assert np.array_equal(graph.place, np.flatnonzero(levels))
    assert np.array_equal(nodes_of(graph, graph.place), np.arange(len(graph.place)))
    assert (yard.field.count.max(), len(graph.place)) == (2, yard.field.count.sum())


def test_moves_lead_as_far_as_they_are_long(yard: Land, graph: PlaceGraph) -> None:
    here = node(graph, yard, 0.875, 1.0)
    moves = graph.moves[here]
    assert [int(move) & LENGTH for move in moves[:4]] == [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL]
    assert here + (int(moves[0]) >> TO) == node(graph, yard, 1.0, 1.0)
    assert here + (int(moves[5]) >> TO) == node(graph, yard, 0.75, 0.875)
    knights = {(here + (int(move) >> TO), int(move) & LENGTH) for move in moves[KNIGHTS:]}
    around = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
    assert knights == {(node(graph, yard, 0.875 + dx / 8, 1.0 + dy / 8), KNIGHT) for dx, dy in around}


def test_the_rim_of_difficult_ground_is_noted(yard: Land, graph: PlaceGraph) -> None:
    bits = graph.bits[node(graph, yard, 1.25, 1.0)], graph.bits[node(graph, yard, 1.125, 1.0)]
    assert [bool(b & DIFFICULT) for b in bits] == [True, False]
    assert graph.moves[node(graph, yard, 1.125, 1.0), 0] & ON_TO_DIFFICULT
    assert not graph.moves[node(graph, yard, 1.0, 1.0), 0] & ON_TO_DIFFICULT
    assert not graph.moves[node(graph, yard, 1.25, 1.0), 0] & ON_TO_DIFFICULT


def test_a_window_holds_its_own_places_and_no_way_out(yard: Land, graph: PlaceGraph) -> None:
    window = Window(6, 5, 4, 3)
    part = place_graph(yard.field, window, yard.steps(), NO_CLIMB_LINKS)
    assert len(part.place) == 12
    assert len(nodes_of(part, graph.place)) == 12
    to = np.arange(12)[:, None] + (part.moves >> TO)
    assert to.min() >= 0
    assert to.max() < 12
    for own, place in enumerate(part.place):
        whole = graph.moves[nodes_of(graph, np.array([place]))[0]]
        for move in range(MOVES):
            if part.moves[own, move]:
                assert part.moves[own, move] & LENGTH == whole[move] & LENGTH
