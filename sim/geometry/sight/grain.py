"""Compiled kernels: the grain of what stands between two bodies, along which a search lays its boxes.

Bars, slats and tiles run along one or two directions. In a frame with an axis along these, how far a ray is along a
bar is no matter to whether the bar stops it, so that cells need be cut across the bars only: a louvre is a question in
one plane then. That is how axes of separation are chosen for boxes (Gottschalk and others, "OBBTree", 1996), by
directions of edges instead of by scatter.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import Floats, Soup

__all__ = ["DIRECTIONS", "add_edges", "lay_along"]

DIRECTIONS = 24  # that are told apart
ALIKE = 0.9998  # cosine between directions that are one: a degree
CREASE = 0.98  # cosine between faces, above which the edge between them is none
LONGEST = 1.0  # inches that one edge counts for at most
MOST = 0.6  # of all edges, by length, that run along the grain
OBLIQUE = 0.5  # cosine between the sight and the frame at least


@njit_noref
def _normal(t: Floats, q: int, out: Floats) -> None:
    """Write the normal of a triangle, of length 1 where it has an area."""
    ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
    wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
    x, y, z = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    length = max((x * x + y * y + z * z) ** 0.5, 1e-12)
    out[0], out[1], out[2] = x / length, y / length, z / length


@njit(cache=True)
def add_edges(soup: Soup, q: int, grains: Floats, number: int) -> int:
    """Count the edges of a triangle to the directions (n, 4) that they run along, x, y, z and inches: how many
    directions there are then."""
    t, beyond = soup.arena.triangles, soup.arena.beyond
    own, other = np.empty(3), np.empty(3)
    _normal(t, q, own)
    for e in range(3):
        n = beyond[q, e]
        if n >= 0:
            _normal(t, n, other)
            if own[0] * other[0] + own[1] * other[1] + own[2] * other[2] > CREASE:
                continue
        tail, head = 3 * e, 3 * (e + 1 if e < 2 else 0)
        x, y, z = t[q, head] - t[q, tail], t[q, head + 1] - t[q, tail + 1], t[q, head + 2] - t[q, tail + 2]
        length = (x * x + y * y + z * z) ** 0.5
        if length < 1e-9:
            continue
        k = 0
        while k < number and abs(grains[k, 0] * x + grains[k, 1] * y + grains[k, 2] * z) < ALIKE * length:
            k += 1
        if k == number:
            if number == grains.shape[0]:
                continue
            grains[k, 0], grains[k, 1], grains[k, 2], grains[k, 3] = x / length, y / length, z / length, 0.0
            number += 1
        grains[k, 3] += min(length, LONGEST)
    return number


@njit(cache=True)
def lay_along(grains: Floats, number: int, axes: Floats) -> bool:
    """Turn a frame, whose first row is the sight, so that its others run along the grain; False where it is left as it
    is, for the grain runs along the sight or there is none."""
    if number == 0:
        return False
    way = axes[0].copy()
    first = grains[:number, 3].argmax()
    d = grains[first, :3]
    if grains[first, 3] < MOST * grains[:number, 3].sum():
        return False
    n = np.empty(3)
    along = d[0] * way[0] + d[1] * way[1] + d[2] * way[2]
    for k in range(3):
        n[k] = way[k] - along * d[k]
    length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) ** 0.5
    cosine = n[0] * way[0] + n[1] * way[1] + n[2] * way[2]
    if abs(cosine) < OBLIQUE * length or length < 1e-6:
        return False
    if cosine < 0:
        length = -length
    for k in range(3):
        n[k] /= length
    upright = abs(d[2]) > 0.7
    row, rest = (2, 1) if upright else (1, 2)
    axes[0] = n
    axes[row] = d
    if upright:  # to its side: upwards x ahead
        axes[rest, 0], axes[rest, 1], axes[rest, 2] = (
            d[1] * n[2] - d[2] * n[1],
            d[2] * n[0] - d[0] * n[2],
            d[0] * n[1] - d[1] * n[0],
        )
    else:  # upwards: ahead x to its side
        axes[rest, 0], axes[rest, 1], axes[rest, 2] = (
            n[1] * d[2] - n[2] * d[1],
            n[2] * d[0] - n[0] * d[2],
            n[0] * d[1] - n[1] * d[0],
        )
    return True
