"""Meshes thinned for drawing, and by how much they are off: a bound, not a guess; or divided, to be painted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.builder.importing.parting import indexed

__all__ = ["deviation", "divided", "thinned"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FINE = 0.05  # inches between the points that are compared
MOST = 400_000  # points that are compared
CUTS, FINEST_CUT = 12, 2000.0  # times that an edge is halved at the most, and by how much it may become shorter
NEAREST = 6  # triangles that are looked at for each


def thinned(triangles: Floats, most: int) -> Floats:
    """A surface in about `most` triangles, by collapsing edges (Garland and Heckbert, Surface simplification using
    quadric error metrics, 1997); as it is where it has no more, or the library for it is not installed."""
    if len(triangles) <= most:
        return triangles
    try:
        import fast_simplification
    except ImportError:
        return triangles
    points, corners = indexed(triangles)
    made, faces = fast_simplification.simplify(
        points.astype(np.float32), corners.astype(np.int32), 1.0 - most / len(triangles)
    )[:2]
    found = np.asarray(made, np.float64)[np.asarray(faces, np.int64)]
    return found if len(found) and np.isfinite(found).all() else triangles


def divided(triangles: Floats, most: int) -> Floats:
    """The same surface in smaller triangles, up to `most`, so that the colours of a picture on it can be told by
    corners."""
    from trimesh import remesh

    cut: Any = remesh.subdivide_to_size  # it has no types
    sides = np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2)
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area, longest = float(np.linalg.norm(across, axis=1).sum()), float(sides.max())
    edge = max(float(np.sqrt(area / most)), longest / FINEST_CUT)
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    while edge < longest:
        points, faces = cut(triangles.reshape(-1, 3), corners, edge, CUTS)
        if len(faces) <= most:
            return np.asarray(points, np.float64)[np.asarray(faces, np.int64)]
        edge *= 1.4
    return triangles


def deviation(one: Floats, other: Floats) -> float:
    """How far any point of either surface is from the other one at the most: an upper bound of the Hausdorff distance.

    Points are laid over both, no point of a surface further than `gap` from one of them; of each the distance to the
    nearest of some triangles of the other is exact, and no less than that to all of them.
    """
    return max(_one_way(one, other), _one_way(other, one))


def _one_way(source: Floats, target: Floats) -> float:
    from scipy.spatial import cKDTree

    points, _, gap = _laid_over(source)
    marks, which, _ = _laid_over(target)
    marks, which = (
        np.concatenate([marks, target.reshape(-1, 3)]),
        np.append(which, np.repeat(np.arange(len(target)), 3)),
    )
    tree = cKDTree(marks, balanced_tree=False, compact_nodes=False)
    count = min(NEAREST, len(marks))
    worst = 0.0
    for start in range(0, len(points), 20_000):
        some = points[start : start + 20_000]
        _, near = tree.query(some, k=count)
        owners = which[np.asarray(near).reshape(len(some), count)]
        far = np.min([_distance(some, target[owners[:, k]]) for k in range(count)], axis=0)
        worst = max(worst, float(far.max()))
    return worst + gap


def _laid_over(triangles: Floats) -> tuple[Floats, Ints, float]:
    """Points on a surface, whose they are, and how far any of its points is from the nearest of them at the most."""
    longest = np.max(np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2), axis=1)
    fine, most = FINE, max(MOST, 2 * len(triangles))
    while (np.ceil(longest / fine) ** 2).sum() > most and fine < longest.max():
        fine *= 1.5
    cuts = np.maximum(np.ceil(longest / fine), 1).astype(np.int64)
    points, owners = [], []
    for n in np.unique(cuts):
        own = np.flatnonzero(cuts == n)
        a, b = (k.reshape(-1) for k in np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
        inside = a + b < n
        a, b = (a[inside] + 1 / 3) / n, (b[inside] + 1 / 3) / n
        weights = np.stack([1 - a - b, a, b], axis=1)
        points.append(np.einsum("pk,tkc->tpc", weights, triangles[own]).reshape(-1, 3))
        owners.append(np.repeat(own, len(weights)))
    return np.concatenate(points), np.concatenate(owners), float((longest / cuts).max()) * 2 / 3


def _distance(points: Floats, triangles: Floats) -> Floats:
    """From each point to a triangle of its own (Ericson, Real-time collision detection, 2005, 5.1.5)."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    safe = np.maximum(length, 1e-30)
    inside = length > 1e-12
    found = np.full(len(points), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("ij,ij->i", np.cross(q - p, points - p), normal) >= 0
        way = q - p
        along = np.einsum("ij,ij->i", points - p, way) / np.maximum(np.einsum("ij,ij->i", way, way), 1e-30)
        nearest = p + np.clip(along, 0.0, 1.0)[:, None] * way
        found = np.minimum(found, np.linalg.norm(points - nearest, axis=1))
    over = np.abs(np.einsum("ij,ij->i", points - a, normal)) / safe
    return np.where(inside, np.minimum(over, found), found)
