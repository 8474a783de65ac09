"""Small boards for the renderer's tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.terrain import Meaning


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> NDArray[np.float64]:
    """A closed box as triangles (12, 3, 3), outward by the right hand."""
    import trimesh

    return np.array(trimesh.creation.box(bounds=[low, high]).triangles, dtype=np.float64)


def house_on_a_quay() -> Board:
    """A street with one house, water north of it."""
    return Board.from_parts(
        [
            ("ground/street", Meaning(material="paving"), box((0, 0, -2), (12, 8, 0))),
            ("house/walls", Meaning(material="stucco:#dfa85a"), box((4, 3, 0), (8, 6, 4))),
        ],
        size=(12, 12),
    )
