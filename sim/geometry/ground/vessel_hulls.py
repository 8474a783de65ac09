"""The outline of a vessel on its water. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ground.footing import bits_at, surface
from sim.geometry.ground.plan_distances import point_segment, polygon_holds
from sim.geometry.ground.sweep import solid_near
from sim.geometry.ground.terrain_mesh import LADDER, WATER, Floats, Scene

AFLOAT, ASHORE, STOPPED, BASE = 0, 1, 2, 3
_GRID = 0.25


def outline(points: Floats) -> Floats:
    """The convex hull of points (n, 2), counter-clockwise, as rows x, y, 0."""
    ordered = np.unique(np.round(points, 6), axis=0)
    chains: list[list[Floats]] = []
    for row in (ordered, ordered[::-1]):
        chain: list[Floats] = []
        for p in row:
            while len(chain) > 1 and np.cross([*(chain[-1] - chain[-2]), 0], [*(p - chain[-1]), 0])[2] <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    ring = np.array(chains[0] + chains[1])
    return np.column_stack([ring, np.zeros(len(ring))])


@njit(cache=True, nogil=True)
def hull_fits(
    scene: Scene, discs: Floats, hull: Floats, z: float, height: float, pad: float, buf: Floats
) -> tuple[int, int, int]:
    """Can a hull lie here on water at height z? A code, and the terrain and triangle (or base) in its way."""
    n = len(hull)
    for k in range(len(discs)):
        if discs[k, 2] >= z + height or discs[k, 2] + discs[k, 4] <= z:
            continue
        near = polygon_holds(hull, n, discs[k, 0], discs[k, 1])
        for i in range(n):
            j = (i + 1) % n
            if (
                point_segment(discs[k, 0], discs[k, 1], hull[i, 0], hull[i, 1], hull[j, 0], hull[j, 1])
                < discs[k, 3] ** 2
            ):
                near = True
        if near:
            return BASE, -1, k
    for i in range(n):
        j = (i + 1) % n
        found = solid_near(
            scene, hull[i, 0], hull[i, 1], hull[j, 0], hull[j, 1], z + 0.02, z + height, pad, 0, WATER | LADDER, buf
        )
        if found[1] >= 0:
            return STOPPED, found[1], found[2]
    x0 = hull[:, 0].min()
    x1 = hull[:, 0].max()
    y0 = hull[:, 1].min()
    y1 = hull[:, 1].max()
    for a in range(int(np.ceil((x1 - x0) / _GRID)) + 1):
        for b in range(int(np.ceil((y1 - y0) / _GRID)) + 1):
            x = x0 + a * _GRID
            y = y0 + b * _GRID
            if polygon_holds(hull, n, x, y):
                h, which, index = surface(scene, x, y, z + 0.3)
                if h < z - 0.3 or not bits_at(scene, which, index) & WATER:
                    return ASHORE, which, index
    for i in range(n):
        j = (i + 1) % n
        length = ((hull[j, 0] - hull[i, 0]) ** 2 + (hull[j, 1] - hull[i, 1]) ** 2) ** 0.5
        steps = max(1, int(np.ceil(length / _GRID)))
        for s in range(steps):
            x = hull[i, 0] + (hull[j, 0] - hull[i, 0]) * s / steps
            y = hull[i, 1] + (hull[j, 1] - hull[i, 1]) * s / steps
            h, which, index = surface(scene, x, y, z + 0.3)
            if h < z - 0.3 or not bits_at(scene, which, index) & WATER:
                return ASHORE, which, index
    return AFLOAT, -1, -1
