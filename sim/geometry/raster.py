"""Compiled kernels: a body, and what hides it from an eye, drawn on a raster of one sample a pixel.

Each pixel is looked at through one point of its own, at random (stratified sampling: Cook, Stochastic Sampling in
Computer Graphics, 1986): samples in rows and columns would all meet the edge of a wall alike. The body is drawn first
and keeps how far it is at each sample. Then the obstacles' trees are walked from near to far, and what lies outside
the window, behind the body, or before samples that are all hidden already is left out with its whole branch
(hierarchical visibility: Greene, Kass, Miller 1993).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.kernels import Floats, Ints, Soup
from sim.geometry.shared import Shared
from sim.geometry.tolerance import PULL

TILE = 8  # pixels across
CELL = 64  # pixels across the pattern of samples, which is repeated; a power of two
NEAR = 1e-4  # inches along the sight: what is nearer to the plane of the eye is cut off
FREE = -1  # in place of a triangle
DEEP = 96  # nodes that wait on a walk through a tree


class View(NamedTuple):
    """An eye and its window: a rectangle on the plane at distance 1."""

    eye: Floats  # (3,) inches
    frame: Floats  # (3, 3) unit vectors as rows: along the sight, to its side, upwards
    low: Floats  # (2,) to the side and upwards
    high: Floats  # (2,)


@dataclass(frozen=True, eq=False)
class Raster(Shared):
    """The samples of a window, one in each of n by n pixels: rows upwards, columns to the side."""

    inverse: Floats  # (n, n) 1 / how far the body is along the sight, in inches; 0 where it is not
    hider: Ints  # (n, n) the triangle of the forest that was found to stand before the body; FREE where none does
    seen: Ints  # (n / TILE, n / TILE) samples of a tile that show the body
    side: Floats  # (CELL, CELL) where in its pixel a sample lies, from 0 to 1
    up: Floats  # (CELL, CELL)


def raster(size: int) -> Raster:
    """A raster of so many pixels across, a multiple of `TILE`. Its samples are the same each time."""
    rng = np.random.default_rng(size)
    return Raster(
        inverse=np.zeros((size, size)),
        hider=np.full((size, size), FREE, np.int32),
        seen=np.zeros((size // TILE, size // TILE), np.int32),
        side=rng.random((CELL, CELL)),
        up=rng.random((CELL, CELL)),
    )


class _Flat(NamedTuple):
    """Room for one triangle as it is seen in a window."""

    camera: Floats  # (3, 3) its corners along the sight, to its side, upwards, in inches from the eye
    corners: Floats  # (4, 2) on the plane at distance 1, counter-clockwise; four where it was cut off near the eye
    sides: Floats  # (4, 3) a, b, c of each side: a s + b t + c >= 0 within
    slope: Floats  # (3,) 1 / distance of its plane is slope[0] + slope[1] s + slope[2] t


@njit(cache=True, nogil=True)
def _room() -> _Flat:
    return _Flat(np.empty((3, 3)), np.empty((4, 2)), np.empty((4, 3)), np.empty(3))


@njit(cache=True, nogil=True)
def _flatten(soup: Soup, q: int, view: View, flat: _Flat) -> tuple[int, bool]:
    """Write a triangle to `flat`: how many corners it has in the window's plane, 0 where it is seen edge-on or lies
    behind the eye; and whether its front is seen."""
    t = soup.forest.triangles
    camera, frame = flat.camera, view.frame
    for c in range(3):
        x, y, z = t[q, 3 * c] - view.eye[0], t[q, 3 * c + 1] - view.eye[1], t[q, 3 * c + 2] - view.eye[2]
        for k in range(3):
            camera[c, k] = frame[k, 0] * x + frame[k, 1] * y + frame[k, 2] * z
    if camera[0, 0] < NEAR and camera[1, 0] < NEAR and camera[2, 0] < NEAR:
        return 0, False
    ux, uy, uz = camera[1, 0] - camera[0, 0], camera[1, 1] - camera[0, 1], camera[1, 2] - camera[0, 2]
    vx, vy, vz = camera[2, 0] - camera[0, 0], camera[2, 1] - camera[0, 1], camera[2, 2] - camera[0, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    away = nx * camera[0, 0] + ny * camera[0, 1] + nz * camera[0, 2]
    if abs(away) <= 1e-12 * (abs(nx) + abs(ny) + abs(nz)):
        return 0, False
    flat.slope[0], flat.slope[1], flat.slope[2] = nx / away, ny / away, nz / away
    m = 0
    for c in range(3):
        n = (c + 1) % 3
        within, next_within = camera[c, 0] >= NEAR, camera[n, 0] >= NEAR
        if within:
            flat.corners[m, 0], flat.corners[m, 1] = camera[c, 1] / camera[c, 0], camera[c, 2] / camera[c, 0]
            m += 1
        if within != next_within:
            s = (NEAR - camera[c, 0]) / (camera[n, 0] - camera[c, 0])
            for k in range(2):
                flat.corners[m, k] = (camera[c, k + 1] + (camera[n, k + 1] - camera[c, k + 1]) * s) / NEAR
            m += 1
    turn = 1.0 if away > 0 else -1.0  # so that they run counter-clockwise
    for c in range(m):
        n = c + 1 if c + 1 < m else 0
        a = turn * (flat.corners[c, 1] - flat.corners[n, 1])
        b = turn * (flat.corners[n, 0] - flat.corners[c, 0])
        flat.sides[c, 0], flat.sides[c, 1] = a, b
        flat.sides[c, 2] = -(a * flat.corners[c, 0] + b * flat.corners[c, 1])
    return m, away < 0


@njit(cache=True, nogil=True)
def _paint(flat: _Flat, m: int, q: int, view: View, page: Raster) -> int:
    """Draw a flattened triangle with m corners: of the body, if its number q is FREE; else as what hides the body. How
    many more samples are hidden."""
    is_body = q == FREE
    size = page.hider.shape[0]
    wide, tall = (view.high[0] - view.low[0]) / size, (view.high[1] - view.low[1]) / size
    s0 = t0 = np.inf
    s1 = t1 = -np.inf
    for c in range(m):
        s0, s1 = min(s0, flat.corners[c, 0]), max(s1, flat.corners[c, 0])
        t0, t1 = min(t0, flat.corners[c, 1]), max(t1, flat.corners[c, 1])
    if s1 <= view.low[0] or s0 >= view.high[0] or t1 <= view.low[1] or t0 >= view.high[1]:
        return 0
    i0, i1 = int(max(0.0, (s0 - view.low[0]) / wide)), int(min(size - 1.0, (s1 - view.low[0]) / wide))
    j0, j1 = int(max(0.0, (t0 - view.low[1]) / tall)), int(min(size - 1.0, (t1 - view.low[1]) / tall))
    several = i1 - i0 >= TILE or j1 - j0 >= TILE
    hidden = 0
    for tj in range(j0 // TILE, j1 // TILE + 1):
        for ti in range(i0 // TILE, i1 // TILE + 1):
            if not is_body and page.seen[tj, ti] == 0:
                continue
            if several and _misses(flat, m, view.low[0] + ti * TILE * wide, view.low[1] + tj * TILE * tall, wide, tall):
                continue
            for j in range(max(j0, tj * TILE), min(j1, tj * TILE + TILE - 1) + 1):
                for i in range(max(i0, ti * TILE), min(i1, ti * TILE + TILE - 1) + 1):
                    before = page.inverse[j, i]
                    if not is_body and (before == 0.0 or page.hider[j, i] != FREE):
                        continue
                    s = view.low[0] + (i + page.side[j & (CELL - 1), i & (CELL - 1)]) * wide
                    t = view.low[1] + (j + page.up[j & (CELL - 1), i & (CELL - 1)]) * tall
                    within = True
                    for c in range(m):
                        if flat.sides[c, 0] * s + flat.sides[c, 1] * t + flat.sides[c, 2] < 0:
                            within = False
                            break
                    if not within:
                        continue
                    inverse = flat.slope[0] + flat.slope[1] * s + flat.slope[2] * t
                    if is_body:
                        if inverse > before:
                            page.inverse[j, i] = inverse
                            page.seen[tj, ti] += before == 0.0
                    elif inverse > before * (1 + PULL * before):
                        page.hider[j, i] = q
                        page.seen[tj, ti] -= 1
                        hidden += 1
    return hidden


@njit(cache=True, nogil=True)
def _misses(flat: _Flat, m: int, s: float, t: float, wide: float, tall: float) -> bool:
    """Whether a tile, from its corner (s, t) on, lies beyond one side of a triangle."""
    for c in range(m):
        a, b = flat.sides[c, 0], flat.sides[c, 1]
        if a * s + b * t + flat.sides[c, 2] + TILE * (max(a, 0.0) * wide + max(b, 0.0) * tall) < 0:
            return True
    return False


@njit(cache=True, nogil=True)
def draw_body(body: Soup, view: View, page: Raster) -> tuple[int, float]:
    """Draw a body on a clean raster: how many samples show it, and how far along the sight the furthest is."""
    page.inverse[:] = 0.0
    page.hider[:] = FREE
    page.seen[:] = 0
    flat = _room()
    stack = np.empty(DEEP, np.int32)
    for r in range(body.roots.shape[0]):
        depth = 1
        stack[0] = body.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if body.forest.leaf[node] == 0:
                stack[depth] = body.forest.left[node]
                stack[depth + 1] = body.forest.left[node] + 1
                depth += 2
                continue
            first = body.forest.first[node]
            for q in range(first, first + body.forest.leaf[node]):
                m, front = _flatten(body, q, view, flat)
                if m and (front or not body.forest.sound[q]):  # else its front covers the same
                    _paint(flat, m, FREE, view, page)
    count = 0
    least = np.inf
    for inverse in page.inverse.flat:
        if inverse > 0:
            count += 1
            least = min(least, inverse)
    return count, 1 / least


@njit(cache=True, nogil=True)
def _span(soup: Soup, node: int, axis: int, view: View) -> tuple[float, float]:
    """From where to where the box of a node reaches along an axis of the window's frame, from the eye."""
    low = high = 0.0
    for k in range(3):
        a = view.frame[axis, k] * (soup.forest.boxes[node, k] - view.eye[k])
        b = view.frame[axis, k] * (soup.forest.boxes[node, 3 + k] - view.eye[k])
        low += min(a, b)
        high += max(a, b)
    return low, high


@njit(cache=True, nogil=True)
def _may_hide(soup: Soup, node: int, far: float, view: View, page: Raster) -> bool:
    """Whether something in a node's box may stand before a sample that is seen."""
    near, away = _span(soup, node, 0, view)
    if away < NEAR or near > far:
        return False
    if near < NEAR:
        return True
    tiles = page.seen.shape[0]
    left, right = _span(soup, node, 1, view)
    below, above = _span(soup, node, 2, view)
    scale = tiles / (view.high[0] - view.low[0])
    i0 = ((left / near if left < 0 else left / away) - view.low[0]) * scale - 1e-6
    i1 = ((right / away if right < 0 else right / near) - view.low[0]) * scale + 1e-6
    scale = tiles / (view.high[1] - view.low[1])
    j0 = ((below / near if below < 0 else below / away) - view.low[1]) * scale - 1e-6
    j1 = ((above / away if above < 0 else above / near) - view.low[1]) * scale + 1e-6
    if i1 < 0 or j1 < 0 or i0 >= tiles or j0 >= tiles:
        return False
    for j in range(int(max(j0, 0.0)), int(min(j1, tiles - 1.0)) + 1):
        for i in range(int(max(i0, 0.0)), int(min(i1, tiles - 1.0)) + 1):
            if page.seen[j, i]:
                return True
    return False


@njit(cache=True, nogil=True)
def draw_obstacles(walls: Soup, seen: int, far: float, view: View, page: Raster) -> int:
    """Mark what obstacles hide of a body that is drawn: how many samples.

    Args:
        seen: samples that show the body; once they are hidden, the rest need not be drawn.
        far: how far along the sight the body reaches.
    """
    flat = _room()
    stack = np.empty(DEEP, np.int32)
    hidden = 0
    for r in range(walls.roots.shape[0]):
        depth = 1
        stack[0] = walls.roots[r]
        while depth > 0 and hidden < seen:
            depth -= 1
            node = stack[depth]
            if not _may_hide(walls, node, far, view, page):
                continue
            if walls.forest.leaf[node] == 0:
                one = walls.forest.left[node]
                other = one + 1
                if _span(walls, one, 0, view)[0] < _span(walls, other, 0, view)[0]:
                    one, other = other, one
                stack[depth] = one
                stack[depth + 1] = other  # the nearer is looked at first
                depth += 2
                continue
            first = walls.forest.first[node]
            for q in range(first, first + walls.forest.leaf[node]):
                m, _ = _flatten(walls, q, view, flat)
                if m:
                    hidden += _paint(flat, m, q, view, page)
    return hidden
