"""A body's skin unfolded onto a square, so that a picture of its paint can be laid round it.

Faces that look much the same way and touch make a chart, seen from that side; charts lie on shelves.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.row_sets import row_sets
from sim.app.render.surface import Floats, Ints

__all__ = ["Texels", "neighbours", "rasterised", "unfolded"]

GUTTER = 2.0  # pixels round each chart
REACH = 1.6  # pixels: so far over its edge a face is painted, since a texture is read between pixels
STAYS = 0.4  # cosine: so far a face may look aside from the chart that its neighbours are in
_ACROSS = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0]], float)
_UP = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]], float)
_OUT = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)


class Texels(msgspec.Struct, frozen=True, eq=False):
    """The pixels that are painted: where they lie in the square, on which face, and at what shares of its corners."""

    pixel: Ints  # (m,) row * side + column
    face: Ints  # (m,)
    share: Floats  # (m, 3)


def neighbours(triangles: Floats, piece: Ints) -> Ints:
    """The face over each edge, (n, 3); -1 where there is none of the same piece. Edge k lies across from corner k."""
    count = len(triangles)
    corner = row_sets(
        np.column_stack([np.round(triangles.reshape(-1, 3) * 2000).astype(np.int64), np.repeat(piece, 3)])
    )
    at = corner.which.reshape(-1, 3)
    ends = np.stack([np.roll(at, -1, axis=1), np.roll(at, -2, axis=1)], axis=2).reshape(-1, 2)
    edge = row_sets(np.sort(ends, axis=1)).which
    order = np.argsort(edge, kind="stable")
    met = np.flatnonzero(edge[order][1:] == edge[order][:-1])
    found = np.full(count * 3, -1, np.int64)
    found[order[met]] = order[met + 1] // 3
    found[order[met + 1]] = order[met] // 3
    return found.reshape(-1, 3)


def unfolded(triangles: Floats, flat: Floats, piece: Ints, worth: Floats, room: tuple[int, int]) -> Floats:
    """Where the corners of faces lie on a sheet of so many pixels, (n, 3, 2). `flat`: the faces' normals; `worth`: how
    much larger than others a face is wanted."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    beside = neighbours(triangles, piece)
    way = _ways(flat, beside)
    here, edge = np.nonzero(beside >= 0)
    there = beside[here, edge]
    same = (way[here] == way[there]) & (worth[here] == worth[there])
    graph = coo_matrix((np.ones(int(same.sum())), (here[same], there[same])), shape=(len(flat), len(flat)))
    chart = connected_components(graph, directed=False)[1]
    plane = np.stack(
        [np.einsum("nij,nj->ni", triangles, _ACROSS[way]), np.einsum("nij,nj->ni", triangles, _UP[way])], axis=2
    )
    plane *= worth[:, None, None]
    count = int(chart.max()) + 1
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    for corner in range(3):
        np.minimum.at(low, chart, plane[:, corner])
        np.maximum.at(high, chart, plane[:, corner])
    finest, coarsest = 0.0, 4.0 * room[0]
    for _ in range(14):
        middle = (finest + coarsest) / 2
        if _shelved((high - low) * middle + 2 * GUTTER, room) is None:
            coarsest = middle
        else:
            finest = middle
    places = _shelved((high - low) * finest + 2 * GUTTER, room)
    assert places is not None, "a body has more charts than its square has room for"
    return np.asarray((plane - low[chart][:, None]) * finest + places[chart][:, None] + GUTTER)


def _ways(flat: Floats, beside: Ints) -> Ints:
    """Which of six sides each face is seen from; it goes with its neighbours where it can."""
    fit = flat @ _OUT.T
    way = fit.argmax(1)
    rows = np.arange(len(flat))
    for _ in range(3):
        votes = np.zeros((len(flat), 6))
        votes[rows, way] = 0.6
        for edge in range(3):
            has = beside[:, edge] >= 0
            np.add.at(votes, (rows[has], way[beside[has, edge]]), 1.0)
        votes[fit < STAYS] = 0.0
        wanted = votes.argmax(1)
        way = np.where(votes.max(1) > 0, wanted, way)
    return np.asarray(way)


def _shelved(sizes: Floats, room: tuple[int, int]) -> Floats | None:
    """The lower left corners of rectangles on a sheet, the highest first; None where there is no room."""
    whole = np.ceil(sizes)
    order = np.lexsort((-whole[:, 0], -whole[:, 1]))
    places, x, y, tall = np.zeros_like(sizes), 0.0, 0.0, 0.0
    for number in order.tolist():
        wide, high = whole[number]
        if x + wide > room[0]:
            x, y, tall = 0.0, y + tall, 0.0
        tall = max(tall, high)
        if wide > room[0] or y + tall > room[1]:
            return None
        places[number] = (x, y)
        x += wide
    return places


def rasterised(plane: Floats, side: int) -> Texels:
    """The pixels of faces whose corners lie there, (n, 3, 2); where some meet, of the one that it lies deepest in."""
    a, b, c = plane[:, 0], plane[:, 1], plane[:, 2]
    area = _cross(b - a, c - a)
    sound = np.abs(area) > 1e-9
    low = np.clip(np.floor(plane.min(1) - REACH), 0, side - 1).astype(np.int64)
    high = np.clip(np.ceil(plane.max(1) + REACH), 0, side - 1).astype(np.int64)
    wide = np.where(sound, high[:, 0] - low[:, 0] + 1, 0)
    many = wide * (high[:, 1] - low[:, 1] + 1)
    face = np.repeat(np.arange(len(plane)), many)
    step = np.arange(len(face)) - np.repeat(np.cumsum(many) - many, many)
    x, y = low[face, 0] + step % wide[face], low[face, 1] + step // wide[face]
    at = np.stack([x + 0.5, y + 0.5], axis=1)
    share = np.empty((len(face), 3))
    share[:, 0] = _cross(b[face] - at, c[face] - at) / area[face]
    share[:, 1] = _cross(c[face] - at, a[face] - at) / area[face]
    share[:, 2] = 1.0 - share[:, 0] - share[:, 1]
    edges = np.linalg.norm(np.roll(plane, -1, axis=1) - np.roll(plane, -2, axis=1), axis=2)
    deep = (share * (np.abs(area)[:, None] / np.maximum(edges, 1e-9))[face]).min(1)
    kept = np.flatnonzero(deep > -REACH)
    kept = kept[np.argsort(deep[kept], kind="stable")]
    owner = np.full(side * side, -1, np.int64)
    owner[(y * side + x)[kept]] = kept  # the last one stays
    pixel = np.flatnonzero(owner >= 0)
    mine = owner[pixel]
    return Texels(pixel, face[mine], share[mine])


def _cross(a: Floats, b: Floats) -> NDArray[np.float64]:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
