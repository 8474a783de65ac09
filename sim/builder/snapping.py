"""What a thing in hand snaps to: edges of other pieces, quays, the board's edges, and the grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["Snap", "edges_of", "on_grid", "placed_edges", "snap_to_edges"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

PARALLEL = math.radians(1.5)
ALONG = 1.5  # inches between the ends of two edges that still line up
SHORT = 0.8  # inches: shorter edges are no walls
ASIDE = 0.2  # of the gap along the edges, that counts as if it lay across


class Snap(msgspec.Struct, frozen=True, eq=False):
    """How far a thing is moved to lie against edges, and those edges: (n, 2, 2)."""

    by: Point
    edges: Floats


def edges_of(ring: Sequence[Point] | Floats) -> Floats:
    """The edges (n, 2, 2) of a closed ring of corners, without those too short to be a wall."""
    corners = np.asarray(ring, dtype=np.float64).reshape(-1, 2)
    edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    return np.asarray(edges[np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1) > SHORT])


def placed_edges(edges: Floats, at: Point, turn: float) -> Floats:
    """Edges about a piece's own origin, where it stands."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.asarray(edges @ np.array([[cos, sin], [-sin, cos]]) + np.asarray(at))


def on_grid(at: Point, step: float) -> Point:
    """The nearest crossing of a grid with so many inches between its lines; 0: the point itself."""
    if step <= 0:
        return at
    return (round(at[0] / step) * step, round(at[1] / step) * step)


def snap_to_edges(moving: Floats, others: Iterable[Floats], reach: float) -> Snap | None:
    """The move of at most `reach` inches that lays an edge of `moving` on a parallel line of `others`.

    Of edges across one another two are met at once: into a corner. None where nothing is near.
    """
    still = [edges for edges in others if len(edges)]
    if not len(moving) or not still:
        return None
    targets = np.concatenate(still)
    offsets, normals, weights = _offsets(moving, targets)
    near = np.abs(offsets) <= reach
    if not near.any():
        return None
    weights = np.where(near, weights, np.inf)
    i, j = np.unravel_index(int(weights.argmin()), weights.shape)
    first, normal = offsets[i, j], normals[i]
    by = normal * first
    met = [targets[j]]
    across = np.abs(normals @ normal) < math.cos(math.radians(20.0))
    second = np.where(across[:, None], weights, np.inf)
    if np.isfinite(second).any():
        k, m = np.unravel_index(int(second.argmin()), second.shape)
        by = np.linalg.solve(np.stack([normal, normals[k]]), np.array([first, offsets[k, m]]))
        met.append(targets[m])
    return Snap((float(by[0]), float(by[1])), np.array(met))


def _offsets(moving: Floats, targets: Floats) -> tuple[Floats, Floats, Floats]:
    """How far (n, m) each moving edge lies from each target across itself, the normals (n, 2), and what counts."""
    along = moving[:, 1] - moving[:, 0]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1)
    theirs = targets[:, 1] - targets[:, 0]
    theirs = theirs / np.linalg.norm(theirs, axis=1, keepdims=True)
    parallel = np.abs(normals @ theirs.T) < math.sin(PARALLEL)
    between = targets.mean(1)[None] - moving.mean(1)[:, None]
    offsets = np.einsum("nmk,nk->nm", between, normals)
    own = np.einsum("nek,nk->ne", moving, along)
    other = np.einsum("mek,nk->nme", targets, along)
    gap = np.maximum(other.min(2) - own.max(1)[:, None], own.min(1)[:, None] - other.max(2))
    gap = np.maximum(gap, 0.0)
    weights = np.where(parallel & (gap < ALONG), np.abs(offsets) + ASIDE * gap, np.inf)
    return np.where(np.isfinite(weights), offsets, np.inf), normals, weights
