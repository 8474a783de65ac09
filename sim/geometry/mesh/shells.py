"""What a triangle soup bounds: which of its shells are closed, and which way their faces look. Inches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Shells", "chosen", "shells"]

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
    neighbour: NDArray[np.int32]


def shells(triangles: Floats, part: NDArray[np.int32], once: bool = False) -> Shells:
    """Sort triangles into shells by shared edges within a part, turn inside-out ones, and say which are closed.

    `part` (n,) says which part each is of; those of a part stand in a row. `once`: of triangles that lie on each
    other, looking the same way, the first alone is kept.
    """
    from sim.geometry.mesh.adjacency import connected_pieces
    from sim.geometry.mesh.faces import flip_shells, shell_sums, with_area
    from sim.geometry.mesh.vertices import rounded

    triangles = np.ascontiguousarray(triangles)
    kept = with_area(triangles, 1e-9)
    faces, part = chosen(triangles, kept), np.ascontiguousarray(part[kept], np.int32)
    count = len(faces)
    if not count:
        none = np.zeros(0, dtype=np.bool_)
        return Shells(faces, kept, none, none, np.zeros((0, 3), dtype=np.int32))
    vertex = rounded(faces.reshape(-1, 3), _GRAIN)[0].reshape(-1, 3)
    shell, across, uneven, clashes, doubles = connected_pieces(vertex, part)
    if once and len(doubles):
        rest = np.delete(np.arange(count), doubles)
        fewer = connected_pieces(vertex[rest], part[rest])
        # A face that two solids have in common may be what closes both: then doubles stay.
        if not ((uneven[shell[rest]] == 0) & (fewer[2][fewer[0]] > 0)).any():
            kept, faces = kept[rest], faces[rest]
            shell, across, uneven, clashes, _ = fewer
    open_shell = uneven > 0
    muddled = open_shell & (clashes > 0.01 * np.bincount(shell))
    volume, up, down = shell_sums(faces, shell, len(uneven))
    # a closed shell inside out, or an open sheet that looks down only
    flip_shells(faces, across, shell, np.where(open_shell, (up <= 1e-9) & (down > 0), volume < 0))
    return Shells(faces, kept, ~open_shell[shell], muddled[shell], across)


def chosen(triangles: Floats, kept: NDArray[np.int64]) -> Floats:
    """Some of the triangles, in order, as an array of their own: copied in one go where they are all of them."""
    return triangles.copy() if len(kept) == len(triangles) else triangles[kept]
