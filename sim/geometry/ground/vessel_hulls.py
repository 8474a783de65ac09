"""The outline of a vessel on its water. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, is_level_with
from sim.geometry.ground.plan_distances import Segment, point_segment, polygon_holds
from sim.geometry.ground.surface import NOTHING, GroundPoint, bits_at, surface
from sim.geometry.ground.terrain_mesh import LADDER, WATER, Floats, Scene
from sim.geometry.ground.walls import FaceBits, Heights, solid_near

__all__ = ["AFLOAT", "ASHORE", "BASE", "OVER", "STOPPED", "dry_at", "hull_fits", "hulls_fit", "outline"]

AFLOAT, ASHORE, STOPPED, BASE = 0, 1, 2, 3
_GRID = 0.25
OVER = 0.02  # inches: what rises no higher over its water stops no hull
_LEVEL = 0.3  # inches: water so much higher or lower is that of this place


def outline(points: Floats) -> Floats:
    """The convex hull of points (n, 2), counter-clockwise, as rows x, y, 0."""
    ordered = np.unique(np.round(points, 6), axis=0)
    chains: list[list[tuple[float, float]]] = []
    for row in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in row.tolist():
            while len(chain) > 1:
                (x0, y0), (x1, y1) = chain[-2:]
                if (x1 - x0) * (y - y1) - (y1 - y0) * (x - x1) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    ring = np.array(chains[0] + chains[1])
    return np.column_stack([ring, np.zeros(len(ring))])


@njit(cache=True, nogil=True)
def hull_fits(
    scene: Scene, discs: Floats, hull: Floats, z: float, height: float, pad: float, buf: Floats
) -> tuple[int, int, int]:
    """Can a hull lie here on water at height z? A code, and the terrain and triangle (or base) in its way."""
    base = _base_over(discs, hull, z, z + height)
    if base >= 0:
        return BASE, -1, base
    n = len(hull)
    for i in range(n):
        within = Heights(z + OVER, z + height)
        found = solid_near(scene, _side(hull, i), within, FaceBits(0, WATER | LADDER), pad, 0.0, buf)
        if found.terrain >= 0:
            return STOPPED, found.terrain, found.triangle
    ashore, dry = _ashore_within(scene, hull, z)
    if ashore:
        return ASHORE, dry.terrain, dry.triangle
    for i in range(n):
        ashore, dry = _ashore_along(scene, _side(hull, i), z)
        if ashore:
            return ASHORE, dry.terrain, dry.triangle
    return AFLOAT, -1, -1


@njit(cache=True, nogil=True)
def hulls_fit(
    scene: Scene, discs: Floats, hulls: Floats, z: float, height: float, pads: Floats, buf: Floats
) -> tuple[int, int, int, int]:
    """How many of these hulls fit, (hulls, corners, 3), one after the other, and what is said of the first that does
    not."""
    for n in range(len(hulls)):
        code, terrain, triangle = hull_fits(scene, discs, hulls[n], z, height, pads[n], buf)
        if code != AFLOAT:
            return n, code, terrain, triangle
    return len(hulls), AFLOAT, -1, -1


@njit_noref
def _side(hull: Floats, i: int) -> Segment:
    """From a corner of a hull to the next."""
    j = (i + 1) % len(hull)
    return Segment(hull[i, 0], hull[i, 1], hull[j, 0], hull[j, 1])


@njit_noref
def _base_over(discs: Floats, hull: Floats, low: float, high: float) -> int:
    """The first base between two heights that is partly over a hull, or -1."""
    n = len(hull)
    for k in range(len(discs)):
        if not is_level_with(discs, k, low, high):
            continue
        near = polygon_holds(hull, n, discs[k, DISC_X], discs[k, DISC_Y])
        for i in range(n):
            gap = point_segment(discs[k, DISC_X], discs[k, DISC_Y], _side(hull, i))
            near = near or gap < discs[k, DISC_RADIUS] ** 2
        if near:
            return k
    return -1


@njit_noref
def dry_at(scene: Scene, x: float, y: float, z: float) -> bool:
    """Is there no water of about this height at a place?"""
    return _is_dry(surface(scene, x, y, z + _LEVEL), scene, z)


@njit_noref
def _is_dry(ground: GroundPoint, scene: Scene, z: float) -> bool:
    """Is ground no water at about this height?"""
    return ground.height < z - _LEVEL or not bits_at(scene, ground.terrain, ground.triangle) & WATER


@njit(cache=True, nogil=True)
def _ashore_within(scene: Scene, hull: Floats, z: float) -> tuple[bool, GroundPoint]:
    """Is it dry anywhere within a hull, and the ground there?"""
    n = len(hull)
    x0 = hull[:, 0].min()
    x1 = hull[:, 0].max()
    y0 = hull[:, 1].min()
    y1 = hull[:, 1].max()
    ground = GroundPoint(NOTHING, -1, -1)
    for a in range(int(np.ceil((x1 - x0) / _GRID)) + 1):
        for b in range(int(np.ceil((y1 - y0) / _GRID)) + 1):
            x = x0 + a * _GRID
            y = y0 + b * _GRID
            if polygon_holds(hull, n, x, y):
                ground = surface(scene, x, y, z + _LEVEL)
                if _is_dry(ground, scene, z):
                    return True, ground
    return False, ground


@njit_noref
def _ashore_along(scene: Scene, side: Segment, z: float) -> tuple[bool, GroundPoint]:
    """Is it dry anywhere along a side of a hull, and the ground there?"""
    length = ((side.bx - side.ax) ** 2 + (side.by - side.ay) ** 2) ** 0.5
    steps = max(1, int(np.ceil(length / _GRID)))
    ground = GroundPoint(NOTHING, -1, -1)
    for s in range(steps):
        x = side.ax + (side.bx - side.ax) * s / steps
        y = side.ay + (side.by - side.ay) * s / steps
        ground = surface(scene, x, y, z + _LEVEL)
        if _is_dry(ground, scene, z):
            return True, ground
    return False, ground
