"""The columns that a search has come over."""

from __future__ import annotations

import numpy as np

from sim.geometry.paths.climb_links import NO_CLIMB_LINKS
from sim.geometry.paths.heightfield import whole_window
from sim.geometry.paths.place_graph import nodes_of, place_graph
from sim.geometry.paths.trodden_columns import is_near, trodden_columns
from tests.geometry.ground.scenes import block
from tests.geometry.paths.lattices import land_of


def test_a_base_is_near_where_it_keeps_another_out_of_a_column_or_of_one_beside_it() -> None:
    land = land_of(block((0.0, 0.0, 3.0), (0.5, 2.0, 3.1)))
    graph = place_graph(land.field, whole_window(land.field), land.steps(), NO_CLIMB_LINKS)
    trodden = trodden_columns(graph, nodes_of(graph, np.array([land.place(1.0, 1.0)])))

    def near(x: float, z: float = 0.0) -> bool:
        return is_near(land.field, trodden, np.array([[x, 1.0, z, 0.25, 1.0]]), 0.25)

    assert near(1.0)
    assert near(1.0, 8.0)  # however high
    assert near(1.4)
    assert near(1.7)  # a knight's move is no longer than 0.28"
    assert near(0.3)
    assert not near(2.0)
    assert not near(0.0)
    assert not is_near(land.field, trodden, np.zeros((0, 5)), 0.25)
