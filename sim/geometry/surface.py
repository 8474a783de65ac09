"""Which triangles hang together: corners welded, cracks stitched, each edge paired with its neighbour's.

Proofs of "not visible" follow a blocking surface from triangle to triangle. They need to know where it goes on
and where it ends; models leave cracks at joints (corners that differ in the last digits, corners in the middle
of another's edge) through which no beam passes. This module closes those for the proofs; rays keep to the
triangles as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.tolerance import STITCH, WELD

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

STITCHES = 24  # rounds: one corner an edge and round


def weld(triangles: Floats, within: float = WELD) -> tuple[Floats, Indices]:
    """Corners closer than `within` made one: the points (m, 3), and the triangles as rows of point numbers."""
    corners = triangles.reshape(-1, 3)
    if not len(corners):
        return np.empty((0, 3)), np.empty((0, 3), np.int64)
    # Cells four times as wide as `within`, looked at twice with a shift: corners on either side of one grid's
    # border share a cell of the other.
    cell = within * 4.0
    groups = np.arange(len(corners))
    for shift in (0.0, 0.5):
        keys = np.floor(corners / cell + shift).astype(np.int64)
        _, same = np.unique(hashed(keys), return_inverse=True)
        groups = _joined(groups, same)
    _, first, numbers = np.unique(groups, return_index=True, return_inverse=True)
    return corners[first], numbers.reshape(-1, 3).astype(np.int64)


def hashed(keys: Indices) -> NDArray[np.uint64]:
    """One number for three; equal rows get equal numbers, others different ones but for a chance of 2^-64."""
    mixed = np.zeros(len(keys), np.uint64)
    with np.errstate(over="ignore"):
        for column in keys.astype(np.uint64).T:
            # the mixing of splitmix64 (Steele, Lea, Flood 2014): opposite signs must not cancel
            mixed = (mixed ^ column) + np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed = mixed ^ (mixed >> np.uint64(31))
    return mixed


def _joined(groups: Indices, same: Indices) -> Indices:
    """Groups merged where `same` puts members of several of them together: each takes its lowest number."""
    labels = groups
    while True:
        lowest = np.full(int(same.max()) + 1, len(groups), np.int64)
        np.minimum.at(lowest, same, labels)
        spread = np.full(len(groups), len(groups), np.int64)
        np.minimum.at(spread, groups, lowest[same])
        merged = spread[groups]
        if (merged == labels).all():
            return labels
        labels = merged


def neighbours(faces: Indices, wound: bool = False) -> NDArray[np.int32]:
    """For each triangle and each of its edges (0-1, 1-2, 2-0) the triangle beyond that edge; -1 at an open edge.

    An edge of more than two triangles, where solids touch, joins those that run along it in opposite directions
    first; any pairing keeps a surface closed, which is all that a proof by parity asks. `wound` joins those only.
    """
    if not len(faces):
        return np.empty((0, 3), np.int32)
    ends = np.stack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]], axis=1).reshape(-1, 2)
    key = ends.min(axis=1) * (int(faces.max()) + 1) + ends.max(axis=1)
    none = ends[:, 0] == ends[:, 1]
    found = np.where(none, np.arange(len(key)) // 3, -1).astype(np.int32)  # nothing lies beyond an edge of no length
    back = ends[:, 0] > ends[:, 1]
    for there in (~back,) if wound else (~back, np.ones(len(key), np.bool_)):
        rest = np.flatnonzero(found < 0)
        # The n-th of an edge that runs there meets the n-th that runs back; what is left, any other.
        order = rest[np.lexsort((there[rest], key[rest]))]
        ranked, run = key[order], there[order]
        place = _rank(ranked * 2 + run)
        both = order[np.lexsort((place, ranked))] if not there.all() else order
        same = key[both]
        rank = place[np.lexsort((place, ranked))] if not there.all() else _rank(same) // 2
        pairs = np.flatnonzero((same[1:] == same[:-1]) & (rank[1:] == rank[:-1]))
        one, other = both[pairs], both[pairs + 1]
        found[one] = other // 3
        found[other] = one // 3
    return found.reshape(-1, 3)


def _rank(keys: Indices) -> Indices:
    """The place of each of some sorted keys among its equals."""
    start = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    return np.arange(len(keys)) - np.repeat(start, np.diff(np.r_[start, len(keys)]))


def stitched(triangles: Floats) -> tuple[Floats, Indices, NDArray[np.int32], NDArray[np.uint8]]:
    """Triangles with the cracks of their joints closed, which triangle each came from, its neighbours, and `sound`.

    Corners are welded. Where a corner of an open edge lies within `STITCH` of another open edge, that edge's
    triangle is cut in two there, so that the surface goes on. Nothing moves further than `STITCH`.
    """
    points, faces = weld(triangles)
    source = np.arange(len(faces), dtype=np.int64)
    for _ in range(STITCHES):
        beyond = neighbours(faces, wound=True)
        cut = _cuts(points, faces, beyond)
        if not len(cut):
            break
        which, edge, corner = cut.T
        turn = (edge[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(faces[which], turn, axis=1).T
        faces = faces.copy()
        faces[which] = np.column_stack([a, corner, c])
        faces = np.concatenate([faces, np.column_stack([corner, b, c])])
        source = np.concatenate([source, source[which]])
    beyond = neighbours(faces)
    return points[faces], source, beyond, sound(faces, beyond)


def sound(faces: Indices, beyond: NDArray[np.int32]) -> NDArray[np.uint8]:
    """1 for triangles of surfaces that are closed and wound one way: each edge runs there on one side, back on the
    other."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    count = len(faces)
    if not count:
        return np.empty(0, np.uint8)
    ends = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2)  # of each triangle's edges
    own = np.repeat(np.arange(count), 3)
    other = beyond.ravel()
    mine, theirs = ends.reshape(-1, 2), ends[np.maximum(other, 0)]
    fits = (theirs == mine[:, None, ::-1]).all(axis=2).any(axis=1) & (other >= 0)
    fits |= mine[:, 0] == mine[:, 1]
    links = coo_matrix((np.ones(len(own), np.int8), (own, np.maximum(other, 0))), shape=(count, count))
    _, group = connected_components(links, directed=False)
    return (~np.isin(group, np.unique(group[own[~fits]]))).astype(np.uint8)


def _cuts(points: Floats, faces: Indices, beyond: NDArray[np.int32]) -> Indices:
    """Rows (triangle, its open edge, the corner that lies on it): at most one a triangle, the middlemost corner."""
    from scipy.spatial import cKDTree

    which, edge = np.nonzero(beyond < 0)
    if not len(which):
        return np.empty((0, 3), np.int64)
    a, b = faces[which, edge], faces[which, (edge + 1) % 3]
    corners = np.unique(np.concatenate([a, b]))
    ways = points[b] - points[a]
    lengths = np.linalg.norm(ways, axis=1)
    near = cKDTree(points[corners]).query_ball_point((points[a] + points[b]) / 2, lengths / 2)
    counts = np.array([len(n) for n in near])
    rows = np.repeat(np.arange(len(which)), counts)
    if not len(rows):
        return np.empty((0, 3), np.int64)
    tried = corners[np.concatenate([np.asarray(n, np.int64) for n in near if n])]
    to = points[tried] - points[a[rows]]
    along = np.einsum("ij,ij->i", to, ways[rows]) / np.maximum(lengths[rows] ** 2, 1e-18)
    off = np.linalg.norm(to - along[:, None] * ways[rows], axis=1)
    inside = np.minimum(along, 1 - along) * lengths[rows]
    on = (off <= STITCH) & (inside > STITCH) & (tried != a[rows]) & (tried != b[rows])
    rows, tried, middling = rows[on], tried[on], np.abs(along[on] - 0.5)
    order = np.lexsort((middling, which[rows]))
    rows, tried = rows[order], tried[order]
    _, first = np.unique(which[rows], return_index=True)
    return np.column_stack([which[rows[first]], edge[rows[first]], tried[first]])


def closed(faces: Indices) -> bool:
    """Whether every edge has a partner that runs the other way: a surface with an inside, wound one way."""
    if not len(faces):
        return False
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    size = int(faces.max()) + 1
    there = np.sort(edges[:, 0] * size + edges[:, 1])
    back = np.sort(edges[:, 1] * size + edges[:, 0])
    return bool((there == back).all())


def outward(triangles: Floats) -> Floats:
    """Triangles wound so that all that can be seen from outside counts as a front.

    A closed surface is turned inside out where it must be; one that is open or wound both ways gets its back
    faces as well.
    """
    _, faces = weld(triangles)
    if not closed(faces):
        return np.concatenate([triangles, triangles[:, ::-1]])
    volume = np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum()
    return triangles if volume > 0 else np.ascontiguousarray(triangles[:, ::-1])


def refined(triangles: Floats, longest: float) -> Floats:
    """Triangles halved at their longest edges until none is longer than `longest`."""
    done = []
    rest = triangles
    while len(rest):
        lengths = np.linalg.norm(rest - np.roll(rest, -1, axis=1), axis=2)
        fine = lengths.max(axis=1) <= longest
        done.append(rest[fine])
        rest, lengths = rest[~fine], lengths[~fine]
        turn = (np.argmax(lengths, axis=1)[:, None] + np.arange(3)) % 3
        rest = np.take_along_axis(rest, turn[:, :, None], axis=1)  # the longest edge first
        middle = (rest[:, 0] + rest[:, 1]) / 2
        rest = np.concatenate(
            [np.stack([rest[:, 0], middle, rest[:, 2]], axis=1), np.stack([middle, rest[:, 1], rest[:, 2]], axis=1)]
        )
    return np.concatenate(done) if done else triangles


def outside(triangles: Floats, hull: Floats) -> Floats:
    """What of some triangles lies outside a convex solid, given by its own triangles wound outwards."""
    normals = np.cross(hull[:, 1] - hull[:, 0], hull[:, 2] - hull[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    limits = np.einsum("ij,ij->i", normals, hull[:, 0])
    _, once = np.unique(np.column_stack([normals, limits]).round(9), axis=0, return_index=True)
    normals, limits = normals[once], limits[once]
    depth = np.einsum("ij,nkj->nki", normals, triangles) - limits
    apart = (depth.min(axis=1) >= 0).any(axis=1)
    within = (depth.max(axis=1) <= 0).all(axis=1)
    kept = [triangles[apart]]
    for triangle in triangles[~apart & ~within]:
        rest = triangle
        for normal, limit in zip(normals, limits, strict=True):
            if not len(rest):
                break
            kept.append(_fan(_above(rest, normal, limit)))
            rest = _above(rest, -normal, -limit)
    return np.concatenate(kept)


def _above(outline: Floats, normal: Floats, limit: float) -> Floats:
    """The part of a convex outline (n, 3) beyond a plane."""
    height = outline @ normal - limit
    kept = []
    for i in range(len(outline)):
        j = (i + 1) % len(outline)
        if height[i] >= 0:
            kept.append(outline[i])
        if (height[i] > 0 > height[j]) or (height[i] < 0 < height[j]):
            kept.append(outline[i] + (outline[j] - outline[i]) * (height[i] / (height[i] - height[j])))
    return np.array(kept).reshape(-1, 3)


def _fan(outline: Floats) -> Floats:
    """A convex outline as triangles."""
    return np.array([(outline[0], outline[i], outline[i + 1]) for i in range(1, len(outline) - 1)]).reshape(-1, 3, 3)
