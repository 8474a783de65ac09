"""A mesh in parts: what hangs together, or what lies between given heights."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST", "RawPart", "cut_by_heights", "hanging_together", "indexed"]

Floats = NDArray[np.float64]

MOST = 40  # parts of one piece: smaller ones go with the one that they are nearest to
SMALL = 0.02  # share of the longest side: what is smaller is no part of its own
GRAIN = 1e-6  # share of the longest side to which corners are one


class RawPart(msgspec.Struct, frozen=True, eq=False):
    """A part, and its triangles (n, 3, 3)."""

    name: str
    triangles: Floats


def indexed(triangles: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Triangles (n, 3, 3) as points, each once, and the corners (n, 3) among them."""
    from sim.geometry.mesh.vertices import unique_rows

    corners = np.ascontiguousarray(triangles.reshape(-1, 3) + 0.0, dtype=np.float64)  # so that -0.0 is 0.0
    number, first = unique_rows(corners.view(np.int64))
    return corners[first], number.reshape(-1, 3).astype(np.int64)


def hanging_together(part: RawPart, most: int = MOST) -> list[RawPart]:
    """The pieces of a surface that share no corner, the largest first and named by number. Small ones, and those that
    are too many, go with the larger one whose middle is nearest."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    from sim.geometry.mesh.vertices import unique_rows

    triangles = part.triangles
    longest = max(float(np.ptp(triangles.reshape(-1, 3), axis=0).max()), 1e-30)
    index, _ = unique_rows(np.round(triangles.reshape(-1, 3) / (GRAIN * longest)).astype(np.int64))
    faces = index.reshape(-1, 3)
    count = int(faces.max()) + 1
    rows, columns = faces[:, [0, 1]].reshape(-1), faces[:, [1, 2]].reshape(-1)
    graph = coo_matrix((np.ones(len(rows), np.int8), (rows, columns)), shape=(count, count))
    label = connected_components(graph, directed=False)[1][faces[:, 0]]
    pieces = int(label.max()) + 1
    if pieces == 1:
        return [part]
    low, high = np.full((pieces, 3), np.inf), np.full((pieces, 3), -np.inf)
    np.minimum.at(low, label, triangles.min(axis=1))
    np.maximum.at(high, label, triangles.max(axis=1))
    size = np.prod(np.maximum(high - low, 1e-9 * longest), axis=1)
    order = np.argsort(-size, kind="stable")
    large = [k for k in order[:most] if (high[k] - low[k]).max() > SMALL * longest] or [int(order[0])]
    _, nearest = cKDTree((low[large] + high[large]) / 2).query((low + high) / 2)
    home = np.asarray(nearest)
    home[large] = np.arange(len(large))
    if len(large) == 1:
        return [part]
    return [RawPart(f"{part.name}-{n + 1}", triangles[home[label] == n]) for n in range(len(large))]


def cut_by_heights(part: RawPart, heights: Sequence[float]) -> list[RawPart]:
    """The triangles whose middles lie between some heights, from below; no triangle is cut."""
    bins = np.searchsorted(np.sort(heights), part.triangles[..., 2].mean(axis=1))
    found = [RawPart(f"{part.name}-level-{n + 1}", part.triangles[bins == n]) for n in np.unique(bins)]
    return found if len(found) > 1 else [part]
