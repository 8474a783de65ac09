"""Compiled kernels: which surfaces touch, so that a stack of crates or a fence of rails is one thing. Inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.mesh.vertices import find_set, number_sets, single_sets, unite_sets

__all__ = ["TOUCHING", "join_touching"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

TOUCHING = 0.02  # surfaces this near touch: crates are set down a hair apart
_CELL = 0.5  # of the grid in which neighbours are looked for
_PATIENCE = 30_000_000  # pairs of triangles looked at


@njit(cache=True, nogil=True)
def _parted(a: Floats, b: Floats, x: float, y: float, z: float, within: float) -> bool:
    """Do two triangles lie further apart than `within` along a direction?"""
    length = x * x + y * y + z * z
    if length < 1e-18:
        return False
    low_a = low_b = np.inf
    high_a = high_b = -np.inf
    for k in range(3):
        at = a[3 * k] * x + a[3 * k + 1] * y + a[3 * k + 2] * z
        low_a, high_a = min(low_a, at), max(high_a, at)
        at = b[3 * k] * x + b[3 * k + 1] * y + b[3 * k + 2] * z
        low_b, high_b = min(low_b, at), max(high_b, at)
    return bool(max(low_b - high_a, low_a - high_b) > within * np.sqrt(length))


@njit(cache=True, nogil=True)
def _normal(t: Floats) -> tuple[float, float, float]:
    ax, ay, az = t[3] - t[0], t[4] - t[1], t[5] - t[2]
    bx, by, bz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@njit(cache=True, nogil=True)
def _touch(a: Floats, b: Floats, within: float) -> bool:
    """Do two triangles (9,) come as near as `within`? No two that do are said to be apart (separating axes)."""
    if _parted(a, b, 1.0, 0.0, 0.0, within) or _parted(a, b, 0.0, 1.0, 0.0, within):
        return False
    if _parted(a, b, 0.0, 0.0, 1.0, within):
        return False
    for one in range(2):
        t = a if one == 0 else b
        nx, ny, nz = _normal(t)
        if _parted(a, b, nx, ny, nz, within):
            return False
        for i in range(3):
            j = (i + 1) % 3
            ex, ey, ez = t[3 * j] - t[3 * i], t[3 * j + 1] - t[3 * i + 1], t[3 * j + 2] - t[3 * i + 2]
            if _parted(a, b, ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex, within):
                return False
    for i in range(3):
        j = (i + 1) % 3
        ex, ey, ez = a[3 * j] - a[3 * i], a[3 * j + 1] - a[3 * i + 1], a[3 * j + 2] - a[3 * i + 2]
        for k in range(3):
            m = (k + 1) % 3
            fx, fy, fz = b[3 * m] - b[3 * k], b[3 * m + 1] - b[3 * k + 1], b[3 * m + 2] - b[3 * k + 2]
            if _parted(a, b, ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx, within):
                return False
    return True


@njit(cache=True, nogil=True)
def join_touching(triangles: Floats, shell: Ints) -> Ints:
    """Triangles (n, 9) by the things that they are of: surfaces (numbered by `shell`) that touch are one thing.

    Where too many triangles crowd in one place to look at all of them, everything is one thing.
    """
    n = triangles.shape[0]
    shells = 0
    for q in range(n):
        shells = max(shells, shell[q] + 1)
    groups = single_sets(shells)
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    for q in range(n):
        for k in range(3):
            x0, x1 = min(x0, triangles[q, 3 * k]), max(x1, triangles[q, 3 * k])
            y0, y1 = min(y0, triangles[q, 3 * k + 1]), max(y1, triangles[q, 3 * k + 1])
    cell = max(_CELL, (x1 - x0) / 256, (y1 - y0) / 256)
    columns, rows = int((x1 - x0) / cell) + 2, int((y1 - y0) / cell) + 2
    span = np.empty((n, 4), np.int32)
    start = np.zeros(columns * rows + 1, np.int64)
    for q in range(n):
        t = triangles[q]
        span[q, 0] = int(max(0.0, (min(t[0], t[3], t[6]) - TOUCHING - x0) / cell))
        span[q, 1] = min(columns - 1, int((max(t[0], t[3], t[6]) + TOUCHING - x0) / cell))
        span[q, 2] = int(max(0.0, (min(t[1], t[4], t[7]) - TOUCHING - y0) / cell))
        span[q, 3] = min(rows - 1, int((max(t[1], t[4], t[7]) + TOUCHING - y0) / cell))
        for r in range(span[q, 2], span[q, 3] + 1):
            for c in range(span[q, 0], span[q, 1] + 1):
                start[r * columns + c + 1] += 1
    for i in range(columns * rows):
        start[i + 1] += start[i]
    item = np.empty(start[columns * rows], np.int32)
    room = start[:-1].copy()
    for q in range(n):
        for r in range(span[q, 2], span[q, 3] + 1):
            for c in range(span[q, 0], span[q, 1] + 1):
                item[room[r * columns + c]] = q
                room[r * columns + c] += 1
    looks = 0
    for i in range(columns * rows):
        for j in range(start[i], start[i + 1]):
            own = find_set(groups, shell[item[j]])
            for k in range(start[i], j):
                looks += 1
                other = find_set(groups, shell[item[k]])
                if other != own and _touch(triangles[item[j]], triangles[item[k]], TOUCHING):
                    unite_sets(groups, own, other)
                    own = find_set(groups, own)
            if looks > _PATIENCE:
                return np.zeros(n, np.int32)
    number_sets(groups)
    thing = np.empty(n, np.int32)
    for q in range(n):
        thing[q] = groups[shell[q]]
    return thing
