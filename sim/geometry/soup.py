"""What a heap of triangles bounds: which of its shells are closed, and which way their faces look. Inches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_GRAIN = 1e-4  # corners nearer than this are one
_SPAN = 1 << 21


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
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    sound = np.isfinite(triangles).all(axis=(1, 2))
    area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    kept = np.flatnonzero(sound & (np.nan_to_num(area) > 1e-9))
    faces, part = triangles[kept].copy(), part[kept]
    count = len(faces)
    if not count:
        none = np.zeros(0, dtype=np.bool_)
        return Shells(faces, kept, none, none, np.zeros((0, 3), dtype=np.int64))
    vertex = _weld(faces.reshape(-1, 3)).reshape(-1, 3)
    tail, head = vertex.ravel(), np.roll(vertex, -1, axis=1).ravel()
    low, high = np.minimum(tail, head), np.maximum(tail, head)
    owner = np.repeat(np.arange(count), 3)
    order = np.lexsort((high, low, part[owner]))
    same = (
        (low[order][1:] == low[order][:-1])
        & (high[order][1:] == high[order][:-1])
        & (part[owner[order]][1:] == part[owner[order]][:-1])
    )
    group = np.concatenate([[0], np.cumsum(~same)])
    size = np.bincount(group)
    pair = size[group] == 2
    paired = order[pair].reshape(-1, 2)  # pairs lie side by side
    neighbour = np.full(count * 3, -1, dtype=np.int64)
    neighbour[paired[:, 0]], neighbour[paired[:, 1]] = owner[paired[:, 1]], owner[paired[:, 0]]
    first = order[np.concatenate([[True], ~same])]
    joined = first[group]  # every edge of a group is tied to its first
    ties = coo_matrix((np.ones(len(order)), (owner[order], owner[joined])), shape=(count, count))
    shells_count, shell = connected_components(ties, directed=False)
    # closed: along every edge as many faces one way as the other
    way = np.where(tail < head, 1, -1)[order]
    balance = np.abs(np.bincount(group, weights=way)) > 0
    open_shell = np.zeros(shells_count, dtype=np.bool_)
    open_shell[shell[owner[order[balance[group]]]]] = True
    clash = (size == 2) & (np.abs(np.bincount(group, weights=way)) == 2)
    clashes = np.bincount(shell[owner[order[clash[group]]]], minlength=shells_count)
    muddled = open_shell & (clashes > 0.01 * np.bincount(shell, minlength=shells_count))
    centre = faces - faces[0, 0]
    volume = np.bincount(
        shell, weights=np.einsum("ij,ij->i", centre[:, 0], np.cross(centre[:, 1], centre[:, 2])), minlength=shells_count
    )
    normal_z = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])[:, 2]
    up = np.bincount(shell, weights=np.maximum(normal_z, 0), minlength=shells_count)
    down = np.bincount(shell, weights=np.maximum(-normal_z, 0), minlength=shells_count)
    # a closed shell inside out, or an open sheet that looks down only
    turn = np.where(open_shell, (up <= 1e-9) & (down > 0), volume < 0)[shell]
    faces[turn] = faces[turn][:, ::-1]
    across = neighbour.reshape(-1, 3)
    across[turn] = across[turn][:, [1, 0, 2]]
    return Shells(faces, kept, ~open_shell[shell], muddled[shell], across)


def _weld(points: Floats) -> NDArray[np.int64]:
    """A number for each point, the same for points that round to the same place."""
    cells = np.round((points - points.min(axis=0)) / _GRAIN).astype(np.int64)
    if cells.max() < _SPAN:
        key = (cells[:, 0] * _SPAN + cells[:, 1]) * _SPAN + cells[:, 2]
        return np.unique(key, return_inverse=True)[1].astype(np.int64).ravel()
    return np.unique(cells, axis=0, return_inverse=True)[1].astype(np.int64).ravel()
