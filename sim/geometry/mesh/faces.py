"""Compiled kernels: what each triangle is by itself, and what a heap of them comes to. Inches.

As passes over arrays these are the slowest part of preparing a large board: each pass fetches the heap anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref

__all__ = ["bounds_and_slopes", "flip_shells", "shell_sums", "upward_normals", "with_area"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


@njit_noref
def _normal(triangles: Floats, q: int) -> tuple[float, float, float]:
    """Square to a triangle, as long as twice its area."""
    ax, ay, az = triangles[q, 0, 0], triangles[q, 0, 1], triangles[q, 0, 2]
    bx, by, bz = triangles[q, 1, 0] - ax, triangles[q, 1, 1] - ay, triangles[q, 1, 2] - az
    cx, cy, cz = triangles[q, 2, 0] - ax, triangles[q, 2, 1] - ay, triangles[q, 2, 2] - az
    return by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx


@njit(cache=True, nogil=True)
def with_area(triangles: Floats, least: float) -> Longs:
    """Which triangles (n, 3, 3) have more than half of `least` for an area; none of which a corner is no number."""
    n = triangles.shape[0]
    kept = np.empty(n, np.int64)
    count = 0
    for q in range(n):
        x, y, z = _normal(triangles, q)
        twice = np.sqrt(x * x + y * y + z * z)
        if least < twice < np.inf:
            kept[count] = q
            count += 1
    return kept[:count].copy()


@njit(cache=True, nogil=True)
def shell_sums(triangles: Floats, shell: Ints, shells: int) -> tuple[Floats, Floats, Floats]:
    """Of each shell of triangles (n, 3, 3): six times the volume within it, and twice the area, seen from above, of
    what looks up and of what looks down."""
    volume = np.zeros(shells)
    up = np.zeros(shells)
    down = np.zeros(shells)
    for q in range(triangles.shape[0]):
        x, y, z = _normal(triangles, q)
        dx = triangles[q, 0, 0] - triangles[0, 0, 0]
        dy = triangles[q, 0, 1] - triangles[0, 0, 1]
        dz = triangles[q, 0, 2] - triangles[0, 0, 2]
        volume[shell[q]] += dx * x + dz * z + dy * y
        if z > 0:
            up[shell[q]] += z
        else:
            down[shell[q]] -= z
    return volume, up, down


@njit(cache=True, nogil=True)
def flip_shells(triangles: Floats, neighbour: Ints, shell: Ints, wrong: Bools) -> None:
    """Turn the triangles (n, 3, 3) of some shells over, and what lies beyond their edges (n, 3) with them."""
    for q in range(triangles.shape[0]):
        if wrong[shell[q]]:
            for k in range(3):
                triangles[q, 0, k], triangles[q, 2, k] = triangles[q, 2, k], triangles[q, 0, k]
            neighbour[q, 0], neighbour[q, 1] = neighbour[q, 1], neighbour[q, 0]


@njit(cache=True, nogil=True)
def upward_normals(triangles: Floats) -> Floats:
    """The upward part of the normals of triangles (n, 3, 3), of length 1."""
    up = np.empty(triangles.shape[0])
    for q in range(triangles.shape[0]):
        x, y, z = _normal(triangles, q)
        up[q] = z / np.sqrt(x * x + y * y + z * z)
    return up


@njit(cache=True, nogil=True)
def bounds_and_slopes(triangles: Floats) -> tuple[Floats, Floats]:
    """The box round each triangle (n, 3, 3), as x, X, y, Y, z, Z, and its rise for an inch east and north: 0 where it
    stands upright."""
    n = triangles.shape[0]
    bounds = np.empty((n, 6))
    slope = np.empty((n, 2))
    for q in range(n):
        for k in range(3):
            a, b, c = triangles[q, 0, k], triangles[q, 1, k], triangles[q, 2, k]
            bounds[q, 2 * k] = min(a, b, c)
            bounds[q, 2 * k + 1] = max(a, b, c)
        x, y, z = _normal(triangles, q)
        upright = abs(z) <= 1e-12
        slope[q, 0] = 0.0 if upright else -x / z
        slope[q, 1] = 0.0 if upright else -y / z
    return bounds, slope
