"""The ground under a point: the highest face that carries a base there, and what it is. Inches, z up.

The kernels take a scene of two terrains, what is fixed and what may move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.plan_distances import triangle_holds
from sim.geometry.ground.terrain_mesh import (
    BOTTOM,
    CLOSED,
    EAST,
    LADDER,
    NORTH,
    SOUTH,
    TOP,
    WATER,
    WEST,
    Scene,
    Terrain,
    area_above,
    bin_at,
    cells,
    plane_at,
    slab_of,
)
from sim.geometry.tolerance import HOLD, SLACK, STEP, STEP_SLACK

__all__ = [
    "NOTHING",
    "GroundPoint",
    "bits_at",
    "column_free",
    "inside",
    "part_at",
    "rest_height",
    "rises_to",
    "surface",
]

NOTHING = -1e9  # the height of no ground
_PACE = 0.05  # inches: so often it is looked whether ground rises


class GroundPoint(NamedTuple):
    """Ground at a point: its height, the terrain of the scene and the triangle (NOTHING, -1, -1: there is none)."""

    height: float
    terrain: int
    triangle: int


@njit_noref
def surface(scene: Scene, x: float, y: float, top: float) -> GroundPoint:
    """The highest ground at a point that is no higher than `top`."""
    best = NOTHING
    which = -1
    index = -1
    number = 0
    for terrain in scene.terrains:
        b = bin_at(terrain, x, y)
        if b >= 0:
            for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                box = terrain.ground_box[k]
                if x < box[WEST] - HOLD or x > box[EAST] + HOLD or y < box[SOUTH] - HOLD or y > box[NORTH] + HOLD:
                    continue
                if box[BOTTOM] > top or box[TOP] <= best:
                    continue
                t = terrain.ground_item[k]
                if terrain.bounds[t, TOP] <= best:
                    continue  # as high: those in brief are a hair wider
                if not triangle_holds(terrain.corners[t], x, y, HOLD):
                    continue
                z = plane_at(terrain, t, x, y)
                if best < z <= top:
                    best = z
                    which = number
                    index = t
        number += 1
    return GroundPoint(best, which, index)


@njit_noref
def bits_at(scene: Scene, which: int, index: int) -> int:
    """The flags of a triangle of the scene; 0 where there is none."""
    if which < 0:
        return 0
    return int(scene.terrains[which].flag[index])


@njit_noref
def part_at(scene: Scene, which: int, index: int) -> int:
    """The part of a triangle of the scene; -1 where there is none."""
    if which < 0:
        return -1
    return int(scene.terrains[which].part[index])


@njit_noref
def inside(scene: Scene, x: float, y: float, z: float) -> bool:
    """Is the point within a solid? Counts the closed faces above it, in and out."""
    x += 1.3e-5  # off the edges that models share
    y += 2.7e-5
    depth = 0
    for terrain in scene.terrains:
        lowest = bin_at(terrain, x, y)
        if lowest < 0:
            continue
        s0 = slab_of(terrain, z - 1e-6)
        for s in range(s0, terrain.slabs):
            b = s * terrain.rows * terrain.columns + lowest
            for k in range(terrain.start[b], terrain.start[b + 1]):
                t = terrain.item[k]
                if s > s0 and slab_of(terrain, terrain.bounds[t, BOTTOM] - HOLD) < s:
                    continue  # counted in a slab below
                if not terrain.flag[t] & CLOSED or terrain.bounds[t, TOP] < z:
                    continue
                if not triangle_holds(terrain.corners[t], x, y, 0.0) or plane_at(terrain, t, x, y) <= z:
                    continue
                depth += 1 if area_above(terrain.corners[t]) > 0.0 else -1
    return depth > 0


@njit_noref
def column_free(scene: Scene, x: float, y: float, low: float, high: float) -> bool:
    """Does no face cross the upright line over a point between two heights?"""
    for terrain in scene.terrains:
        lowest = bin_at(terrain, x, y)
        if lowest < 0:
            continue
        for s in range(slab_of(terrain, low - 1e-6), slab_of(terrain, high) + 1):
            b = s * terrain.rows * terrain.columns + lowest
            for k in range(terrain.start[b], terrain.start[b + 1]):
                t = terrain.item[k]
                if terrain.flag[t] & (LADDER | WATER):
                    continue
                if terrain.bounds[t, TOP] <= low or terrain.bounds[t, BOTTOM] >= high:
                    continue
                if triangle_holds(terrain.corners[t], x, y, 0.0) and low < plane_at(terrain, t, x, y) < high:
                    return False
    return True


@njit_noref
def rest_height(scene: Scene, x: float, y: float, ground: float, r: float) -> float:
    """Where a base over ground of this height at its centre rests: on the highest ground under it.

    More than a step over its centre that is ground that rises to there: what hangs there carries nobody.
    """
    best = ground
    r = max(r - SLACK, 1e-4)
    for terrain in scene.terrains:
        i0, i1, j0, j1 = cells(terrain, x - r, y - r, x + r, y + r)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                b = j * terrain.columns + i
                for k in range(terrain.ground_start[b], terrain.ground_start[b + 1]):
                    box = terrain.ground_box[k]
                    if box[TOP] <= best or box[BOTTOM] > ground + STEP + STEP_SLACK + r:
                        continue
                    if box[WEST] > x + r or box[EAST] < x - r or box[SOUTH] > y + r or box[NORTH] < y - r:
                        continue
                    t = terrain.ground_item[k]
                    if terrain.bounds[t, TOP] > best:
                        best = max(best, _highest(scene, terrain, t, x, y, r, ground))
    return best


@njit_noref
def _highest(scene: Scene, terrain: Terrain, t: int, x: float, y: float, r: float, ground: float) -> float:
    """The highest point of a face under a disc that can be stepped on to from the ground at its centre."""
    best = NOTHING
    tri = terrain.corners[t]
    gx = terrain.slope[t, 0]
    gy = terrain.slope[t, 1]
    steep = (gx * gx + gy * gy) ** 0.5
    if steep > 1e-9:
        px = x + r * gx / steep
        py = y + r * gy / steep
        if triangle_holds(tri, px, py, 0.0):
            z = plane_at(terrain, t, px, py)
            if z <= ground + STEP + STEP_SLACK + r and rises_to(scene, x, y, ground, px, py, z):
                best = z
    for i in range(3):
        ax = tri[3 * i] - x
        ay = tri[3 * i + 1] - y
        az = tri[3 * i + 2]
        d2 = ax * ax + ay * ay
        near = d2 <= r * r and best < az <= ground + STEP + STEP_SLACK + d2**0.5
        if near and rises_to(scene, x, y, ground, tri[3 * i], tri[3 * i + 1], az):
            best = az
        j = (i + 1) % 3
        ux = tri[3 * j] - tri[3 * i]
        uy = tri[3 * j + 1] - tri[3 * i + 1]
        a = ux * ux + uy * uy
        if a < 1e-12:
            continue
        # where the edge crosses the rim of the disc
        half = ax * ux + ay * uy
        root = half * half - a * (d2 - r * r)
        if root <= 0.0:
            continue
        for sign in (-1.0, 1.0):
            s = (-half + sign * root**0.5) / a
            if 0.0 <= s <= 1.0:
                z = az + s * (tri[3 * j + 2] - az)
                if best < z <= ground + STEP + STEP_SLACK + r:
                    px = x + ax + s * ux
                    py = y + ay + s * uy
                    best = z if rises_to(scene, x, y, ground, px, py, z) else best
    return best


@njit_noref
def rises_to(scene: Scene, x: float, y: float, ground: float, px: float, py: float, z: float) -> bool:
    """Does the ground rise from this height at one point to that at another, straight there, by slopes and steps?"""
    if z <= ground + STEP + STEP_SLACK:
        return True
    far = ((px - x) ** 2 + (py - y) ** 2) ** 0.5
    paces = max(1, int(np.ceil(far / _PACE)))
    most = STEP + STEP_SLACK + far / paces
    for pace in range(1, paces):
        at = surface(scene, x + (px - x) * pace / paces, y + (py - y) * pace / paces, ground + most)
        ground = max(ground, at.height)
        if z <= ground + STEP + STEP_SLACK:
            return True
    return bool(z <= ground + most)
