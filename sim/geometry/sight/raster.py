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

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.bvh import DEEP
from sim.geometry.ray.ray_kernels import Floats, Ints, Soup
from sim.geometry.tolerance import NEAR_EYE, PULL

__all__ = ["FREE", "Raster", "View", "draw_body", "draw_obstacles", "raster"]

TILE = 8  # pixels across
FREE = -1  # in place of a triangle


class View(NamedTuple):
    """An eye and its window: a rectangle on the plane at distance 1."""

    eye: Floats  # (3,) inches
    frame: Floats  # (3, 3) unit vectors as rows: along the sight, to its side, upwards
    low: Floats  # (2,) to the side and upwards
    high: Floats  # (2,)


@dataclass(frozen=True, eq=False)
class Flat(KernelStruct):
    """Room for one triangle as it is seen, in pixels from the window's low corner."""

    camera: Floats  # (3, 3) its corners along the sight, to its side, upwards, in inches from the eye
    corners: Floats  # (4, 2) counter-clockwise; four where it was cut off near the eye
    sides: Floats  # (4, 3) a, b, c of each side: a x + b y + c >= 0 within
    slope: Floats  # (3,) 1 / distance of its plane is slope[0] + slope[1] x + slope[2] y


@dataclass(frozen=True, eq=False)
class Raster(KernelStruct):
    """The samples of a window, one in each of n by n pixels: rows upwards, columns to the side."""

    inverse: Floats  # (n, n) 1 / how far the body is along the sight, in inches; 0 where it is not
    hider: Ints  # (n, n) the triangle of the arena that was found to stand before the body; FREE where none does
    seen: Ints  # (n / TILE, n / TILE) samples of a tile that show the body
    x: Floats  # (n, n) where the samples lie, in pixels from the window's low corner: to the side
    y: Floats  # (n, n) and upwards
    flat: Flat
    stack: Ints  # (DEEP,) room for the nodes of a tree that are to be looked at


def raster(size: int) -> Raster:
    """A raster of so many pixels across, a multiple of `TILE`. Its samples are the same each time."""
    rng = np.random.default_rng(size)
    rows, columns = np.indices((size, size))
    return Raster(
        inverse=np.zeros((size, size)),
        hider=np.full((size, size), FREE, np.int32),
        seen=np.zeros((size // TILE, size // TILE), np.int32),
        x=columns + rng.random((size, size)),
        y=rows + rng.random((size, size)),
        flat=Flat(np.empty((3, 3)), np.empty((4, 2)), np.empty((4, 3)), np.empty(3)),
        stack=np.empty(DEEP, np.int32),
    )


@njit_noref
def _faces(soup: Soup, q: int, eye: Floats) -> bool:
    """Whether an eye is before a triangle, on the side that its corners run round counter-clockwise."""
    t = soup.arena.triangles
    ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
    vx, vy, vz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
    x, y, z = eye[0] - t[q, 0], eye[1] - t[q, 1], eye[2] - t[q, 2]
    return bool(x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx) > 0)


@njit_noref
def _flatten(soup: Soup, q: int, view: View, size: int, flat: Flat) -> int:
    """Write a triangle to `flat`: how many corners it has, 0 where it is seen edge-on or lies behind the eye."""
    t = soup.arena.triangles
    camera, frame = flat.camera, view.frame
    for c in range(3):
        x, y, z = t[q, 3 * c] - view.eye[0], t[q, 3 * c + 1] - view.eye[1], t[q, 3 * c + 2] - view.eye[2]
        for k in range(3):
            camera[c, k] = frame[k, 0] * x + frame[k, 1] * y + frame[k, 2] * z
    if camera[0, 0] < NEAR_EYE and camera[1, 0] < NEAR_EYE and camera[2, 0] < NEAR_EYE:
        return 0
    ux, uy, uz = camera[1, 0] - camera[0, 0], camera[1, 1] - camera[0, 1], camera[1, 2] - camera[0, 2]
    vx, vy, vz = camera[2, 0] - camera[0, 0], camera[2, 1] - camera[0, 1], camera[2, 2] - camera[0, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    away = nx * camera[0, 0] + ny * camera[0, 1] + nz * camera[0, 2]
    if abs(away) <= 1e-12 * (abs(nx) + abs(ny) + abs(nz)):
        return 0
    per_s, per_t = size / (view.high[0] - view.low[0]), size / (view.high[1] - view.low[1])
    flat.slope[0] = (nx + ny * view.low[0] + nz * view.low[1]) / away
    flat.slope[1] = ny / (away * per_s)
    flat.slope[2] = nz / (away * per_t)
    m = 0
    for c in range(3):
        n = c + 1 if c < 2 else 0
        within, next_within = camera[c, 0] >= NEAR_EYE, camera[n, 0] >= NEAR_EYE
        if within:
            inverse = 1.0 / camera[c, 0]
            flat.corners[m, 0] = (camera[c, 1] * inverse - view.low[0]) * per_s
            flat.corners[m, 1] = (camera[c, 2] * inverse - view.low[1]) * per_t
            m += 1
        if within != next_within:
            part = (NEAR_EYE - camera[c, 0]) / (camera[n, 0] - camera[c, 0])
            s = (camera[c, 1] + (camera[n, 1] - camera[c, 1]) * part) / NEAR_EYE
            up = (camera[c, 2] + (camera[n, 2] - camera[c, 2]) * part) / NEAR_EYE
            flat.corners[m, 0], flat.corners[m, 1] = (s - view.low[0]) * per_s, (up - view.low[1]) * per_t
            m += 1
    turn = 1.0 if away > 0 else -1.0  # so that they run counter-clockwise
    for c in range(m):
        n = c + 1 if c + 1 < m else 0
        a = turn * (flat.corners[c, 1] - flat.corners[n, 1])
        b = turn * (flat.corners[n, 0] - flat.corners[c, 0])
        flat.sides[c, 0], flat.sides[c, 1] = a, b
        flat.sides[c, 2] = -(a * flat.corners[c, 0] + b * flat.corners[c, 1])
    if m == 3:  # a fourth side that all lies within
        flat.sides[3, 0], flat.sides[3, 1], flat.sides[3, 2] = 0.0, 0.0, 1.0
    return m


@njit_noref
def _pixels(flat: Flat, m: int, size: int) -> tuple[int, int, int, int]:
    """The pixels that a flattened triangle may meet: first and last to the side, first and last upwards; where there
    are none, the last is before the first."""
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    for c in range(m):
        x0, x1 = min(x0, flat.corners[c, 0]), max(x1, flat.corners[c, 0])
        y0, y1 = min(y0, flat.corners[c, 1]), max(y1, flat.corners[c, 1])
    if x1 <= 0 or y1 <= 0 or x0 >= size or y0 >= size:
        return 0, -1, 0, -1
    return int(max(x0, 0.0)), int(min(x1, size - 1.0)), int(max(y0, 0.0)), int(min(y1, size - 1.0))


@njit_noref
def _covers(sides: Floats, x: float, y: float) -> bool:
    """Whether a place, in pixels, is within the four sides of a flattened triangle."""
    return bool(
        sides[0, 0] * x + sides[0, 1] * y + sides[0, 2] >= 0
        and sides[1, 0] * x + sides[1, 1] * y + sides[1, 2] >= 0
        and sides[2, 0] * x + sides[2, 1] * y + sides[2, 2] >= 0
        and sides[3, 0] * x + sides[3, 1] * y + sides[3, 2] >= 0
    )


@njit_noref
def _show(flat: Flat, m: int, page: Raster) -> None:
    """Draw a flattened triangle of the body."""
    i0, i1, j0, j1 = _pixels(flat, m, page.hider.shape[0])
    sides = flat.sides
    p, px, py = flat.slope[0], flat.slope[1], flat.slope[2]
    a, ax, ay = sides[0, 2], sides[0, 0], sides[0, 1]
    b, bx, by = sides[1, 2], sides[1, 0], sides[1, 1]
    c, cx, cy = sides[2, 2], sides[2, 0], sides[2, 1]
    d, dx, dy = sides[3, 2], sides[3, 0], sides[3, 1]
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            x, y = page.x[j, i], page.y[j, i]
            least = min(a + ax * x + ay * y, b + bx * x + by * y, c + cx * x + cy * y, d + dx * x + dy * y)
            before = page.inverse[j, i]
            inverse = max(before, p + px * x + py * y)
            page.inverse[j, i] = inverse if least >= 0 else before


@njit_noref
def _hide(flat: Flat, m: int, q: int, page: Raster) -> int:
    """Draw a flattened triangle, number q, as what hides the body: how many more samples are hidden."""
    i0, i1, j0, j1 = _pixels(flat, m, page.hider.shape[0])
    several = i1 - i0 >= TILE or j1 - j0 >= TILE
    slope = flat.slope
    hidden = 0
    for tj in range(j0 // TILE, j1 // TILE + 1):
        for ti in range(i0 // TILE, i1 // TILE + 1):
            if page.seen[tj, ti] == 0 or (several and _misses(flat.sides, ti * TILE, tj * TILE)):
                continue
            for j in range(max(j0, tj * TILE), min(j1, tj * TILE + TILE - 1) + 1):
                for i in range(max(i0, ti * TILE), min(i1, ti * TILE + TILE - 1) + 1):
                    body = page.inverse[j, i]
                    if body == 0.0 or page.hider[j, i] != FREE:
                        continue
                    x, y = page.x[j, i], page.y[j, i]
                    if not _covers(flat.sides, x, y):
                        continue
                    if slope[0] + slope[1] * x + slope[2] * y > body * (1 + PULL * body):
                        page.hider[j, i] = q
                        page.seen[tj, ti] -= 1
                        hidden += 1
    return hidden


@njit_noref
def _misses(sides: Floats, x: int, y: int) -> bool:
    """Whether a tile, from its low corner on, lies beyond one of four sides."""
    for c in range(4):
        a, b = sides[c, 0], sides[c, 1]
        if a * x + b * y + sides[c, 2] + TILE * (max(a, 0.0) + max(b, 0.0)) < 0:
            return True
    return False


@njit_noref
def draw_body(body: Soup, view: View, page: Raster) -> tuple[int, float]:
    """Draw a body on a raster: how many samples show it, and how far along the sight the furthest of them is."""
    size = page.hider.shape[0]
    page.inverse[:] = 0.0
    page.hider[:] = FREE
    page.seen[:] = 0
    flat, stack = page.flat, page.stack
    for r in range(body.roots.shape[0]):
        depth = 1
        stack[0] = body.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if body.arena.leaf[node] == 0:
                stack[depth] = body.arena.left[node]
                stack[depth + 1] = body.arena.left[node] + 1
                depth += 2
                continue
            first = body.arena.first[node]
            for q in range(first, first + body.arena.leaf[node]):
                if body.arena.sound[q] and not _faces(body, q, view.eye):
                    continue  # its front covers the same
                m = _flatten(body, q, view, size, flat)
                if m:
                    _show(flat, m, page)
    count = 0
    least = np.inf
    for j in range(size):
        for i in range(size):
            inverse = page.inverse[j, i]
            if inverse > 0:
                count += 1
                least = min(least, inverse)
                page.seen[j // TILE, i // TILE] += 1
    return count, 1 / least


@njit_noref
def _span(soup: Soup, node: int, axis: int, view: View) -> tuple[float, float]:
    """From where to where the box of a node reaches along an axis of the window's frame, from the eye."""
    low = high = 0.0
    for k in range(3):
        a = view.frame[axis, k] * (soup.arena.boxes[node, k] - view.eye[k])
        b = view.frame[axis, k] * (soup.arena.boxes[node, 3 + k] - view.eye[k])
        low += min(a, b)
        high += max(a, b)
    return low, high


@njit_noref
def _may_hide(soup: Soup, node: int, far: float, view: View, page: Raster) -> bool:
    """Whether something in a node's box may stand before a sample that is seen."""
    near, away = _span(soup, node, 0, view)
    if away < NEAR_EYE or near > far:
        return False
    if near < NEAR_EYE:
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


@njit_noref
def draw_obstacles(walls: Soup, seen: int, far: float, view: View, page: Raster) -> int:
    """Mark what obstacles hide of a body that is drawn: how many samples.

    Args:
        seen: samples that show the body; once they are hidden, the rest need not be drawn.
        far: how far along the sight the body reaches.
    """
    flat, stack = page.flat, page.stack
    hidden = 0
    for r in range(walls.roots.shape[0]):
        depth = 1
        stack[0] = walls.roots[r]
        while depth > 0 and hidden < seen:
            depth -= 1
            node = stack[depth]
            if not _may_hide(walls, node, far, view, page):
                continue
            if walls.arena.leaf[node] == 0:
                one = walls.arena.left[node]
                other = one + 1
                if _span(walls, one, 0, view)[0] < _span(walls, other, 0, view)[0]:
                    one, other = other, one
                stack[depth] = one
                stack[depth + 1] = other  # the nearer is looked at first
                depth += 2
                continue
            first = walls.arena.first[node]
            for q in range(first, first + walls.arena.leaf[node]):
                m = _flatten(walls, q, view, page.hider.shape[0], flat)
                if m:
                    hidden += _hide(flat, m, q, page)
    return hidden
