"""The columns of a lattice that a search has come over, and whether somebody who stands or stood there would have made
any difference to it. Inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield
from sim.geometry.paths.lattice_places import Longs
from sim.geometry.paths.place_graph import PlaceGraph

__all__ = ["Columns", "is_near", "trodden_columns"]

Columns = NDArray[np.uint8]  # a bit for each

_A_MOVE = 2  # columns that a move leads over at most: a knight's


def trodden_columns(graph: PlaceGraph, nodes: Longs) -> Columns:
    """The columns of the nodes that a search has come to, and those that climbs lead to from there."""
    columns = np.zeros(len(graph.field.count) // 8 + 1, np.uint8)
    _tread(graph, nodes, columns)
    return columns


@njit_noref
def _tread(graph: PlaceGraph, nodes: Longs, columns: Columns) -> None:
    climbs = graph.climbs
    for node in nodes:
        _set(columns, graph.place[node] // LEVELS)
        number = climbs.first[node]
        while number > 0:
            _set(columns, graph.place[climbs.to[number]] // LEVELS)
            number = climbs.following[number]


@njit_noref
def _set(columns: Columns, c: int) -> None:
    columns[c >> 3] |= np.uint8(1 << (c & 7))


@njit_noref
def is_near(field: Heightfield, columns: Columns, discs: Floats, radius: float) -> bool:
    """Do any other bases, `discs`, keep a base of this radius out of one of the columns, or of one that a move leads to
    from there? However high they stand."""
    for d in range(len(discs)):
        x, y = (discs[d, DISC_X] - field.x) / SPACING, (discs[d, DISC_Y] - field.y) / SPACING
        apart = (discs[d, DISC_RADIUS] + radius) / SPACING + 1.5 * _A_MOVE  # which may lead askew
        for j in range(max(0, int(y - apart)), min(field.rows, int(y + apart) + 2)):
            for i in range(max(0, int(x - apart)), min(field.columns, int(x + apart) + 2)):
                c = j * field.columns + i
                if columns[c >> 3] >> (c & 7) & 1 and (i - x) ** 2 + (j - y) ** 2 <= apart * apart:
                    return True
    return False
