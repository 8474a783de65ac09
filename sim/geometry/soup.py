"""What a heap of triangles bounds: which of its shells are closed, and which way their faces look. Inches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_GRAIN = 1e-4  # corners nearer than this are one


class Shells(NamedTuple):
    """Triangles (n, 3, 3) with outward faces, those without area left out; `kept` are their old numbers.

    `closed`: the face belongs to a shell without holes. `two_sided`: its shell says nothing about outside.
    `neighbour` (n, 3): the triangle across the edge from corner k to the next, or -1 where there is not exactly one.
    """

    triangles: Floats
    kept: NDArray[np.int64]
    closed: Bools
    two_sided: Bools
    neighbour: NDArray[np.int64]


def shells(triangles: Floats, part: NDArray[np.int32]) -> Shells:
    """Sort triangles into shells by shared edges within a part, turn inside-out ones, and say which are closed."""
    from sim.geometry.seams import pieces, rounded

    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    twice = np.sqrt(np.einsum("ij,ij->i", normal, normal))  # not a number where a corner is none
    kept = np.flatnonzero((twice > 1e-9) & np.isfinite(twice))
    faces, part, normal = triangles[kept], np.ascontiguousarray(part[kept], np.int32), normal[kept]
    count = len(faces)
    if not count:
        none = np.zeros(0, dtype=np.bool_)
        return Shells(faces, kept, none, none, np.zeros((0, 3), dtype=np.int64))
    vertex = rounded(faces.reshape(-1, 3), _GRAIN)[0].reshape(-1, 3)
    shell, across, uneven, clashes = pieces(vertex, part)
    open_shell = uneven > 0
    muddled = open_shell & (clashes > 0.01 * np.bincount(shell))
    volume = np.bincount(shell, weights=np.einsum("ij,ij->i", faces[:, 0] - faces[0, 0], normal))
    up = np.bincount(shell, weights=np.maximum(normal[:, 2], 0))
    down = np.bincount(shell, weights=np.maximum(-normal[:, 2], 0))
    # a closed shell inside out, or an open sheet that looks down only
    turn = np.where(open_shell, (up <= 1e-9) & (down > 0), volume < 0)[shell]
    if turn.any():
        faces[turn] = faces[turn][:, ::-1]
        across[turn] = across[turn][:, [1, 0, 2]]
    return Shells(faces, kept, ~open_shell[shell], muddled[shell], across)
