"""Which triangles hang together: corners welded, cracks stitched, each edge paired with its neighbour's.

Proofs of "not visible" follow a blocking surface from triangle to triangle. They need to know where it goes on
and where it ends; models leave cracks at joints (corners that differ in the last digits, corners in the middle
of another's edge) through which no beam passes. This module closes those for the proofs; rays keep to the
triangles as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.tolerance import WELD

__all__ = ["closed", "outside", "outward", "refined", "stitched", "weld"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]

STITCHES = 24  # rounds: one corner an edge and round


def weld(triangles: Floats, within: float = WELD) -> tuple[Floats, Indices]:
    """Corners closer than `within` made one: the points (m, 3), and the triangles as rows of point numbers."""
    from sim.geometry.mesh.vertices import welded

    corners = np.ascontiguousarray(triangles, np.float64).reshape(-1, 3)
    numbers, first = welded(corners, within)
    return corners[first], numbers.reshape(-1, 3)


def stitched(triangles: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]:
    """Triangles with the cracks of their joints closed, which triangle each came from, the neighbour over each of
    their edges (0-1, 1-2, 2-0; -1 where it is open), and 1 for those of closed surfaces that are wound one way.

    Corners are welded. Where a corner of an open edge lies within `STITCH` of another open edge, that edge's
    triangle is cut in two there, so that the surface goes on. Nothing moves further than `STITCH`.
    """
    from sim.geometry.mesh.splitting import split_at_corners

    points, faces = weld(triangles)
    faces, source, beyond, sound = split_at_corners(points, faces, STITCHES)
    return points[faces], source, beyond, sound


def closed(faces: Indices) -> bool:
    """Whether every edge has a partner that runs the other way: a surface with an inside, wound one way."""
    if not len(faces):
        return False
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    size = np.int64(faces.max() + 1)
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


def outside(triangles: Floats, hull: Floats, by: float = 0.0) -> Floats:
    """What of some triangles lies outside a convex solid, given by its own triangles wound outwards, by more than so
    many inches."""
    normals = np.cross(hull[:, 1] - hull[:, 0], hull[:, 2] - hull[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    limits = np.einsum("ij,ij->i", normals, hull[:, 0]) + by
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
