"""Compiled kernels: a plane laid across a shaft, and the lines that surfaces leave on it (mesh slicing)."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.bvh import DEEP
from sim.geometry.ray.ray_kernels import Floats, Soup
from sim.geometry.sight.plane_cuts import HEAD_U, NORMAL_U, NORMAL_V, SOUND, TAIL_U, Section
from sim.geometry.sight.workspace import Shaft
from sim.geometry.tolerance import ROUNDING

__all__ = ["cut_surfaces", "lay_plane"]

IN_PLANE = 0.5  # sine of the angle between a plane's normal and what a side of its rectangle is to run along, at least


@njit_noref
def _lay_axes(section: Section) -> None:
    """Give a plane two directions: the first along what it has for it, as far as that runs in the plane, else by its
    normal."""
    n, base = section.normal, section.base
    off = n[0] * base[0, 0] + n[1] * base[0, 1] + n[2] * base[0, 2]
    x, y, z = base[0, 0] - off * n[0], base[0, 1] - off * n[1], base[0, 2] - off * n[2]
    length = (x * x + y * y + z * z) ** 0.5
    if length > IN_PLANE:
        base[0, 0], base[0, 1], base[0, 2] = x / length, y / length, z / length
    elif n[0] * n[0] + n[1] * n[1] > 0.04:
        length = (n[0] * n[0] + n[1] * n[1]) ** 0.5
        base[0, 0], base[0, 1], base[0, 2] = -n[1] / length, n[0] / length, 0.0
    else:
        length = (n[1] * n[1] + n[2] * n[2]) ** 0.5
        base[0, 0], base[0, 1], base[0, 2] = 0.0, -n[2] / length, n[1] / length
    base[1, 0] = n[1] * base[0, 2] - n[2] * base[0, 1]
    base[1, 1] = n[2] * base[0, 0] - n[0] * base[0, 2]
    base[1, 2] = n[0] * base[0, 1] - n[1] * base[0, 0]


@njit(cache=True)
def lay_plane(shaft: Shaft, frame: Floats, section: Section) -> float:
    """Find the rectangle in which a shaft meets a plane, whose normal and place are set, and in the first row of `base`
    a direction, of length 1 or 0, that a side of it is to run along.

    Returns how far the plane is from the boxes of the shaft: 0 or less where it does not part them.
    """
    _lay_axes(section)
    n, at, base, low, high = section.normal, section.at, section.base, section.low, section.high
    corner = np.empty((16, 3))  # of both boxes: the height over the plane, and where in it
    apart = np.inf
    for c in range(16):
        box = shaft.box_a if c < 8 else shaft.box_b
        h = u = v = 0.0
        for k in range(3):
            w = -at[k]
            for i in range(3):
                w += frame[i, k] * (box[i] if c & (1 << i) == 0 else box[3 + i])
            h += n[k] * w
            u += base[0, k] * w
            v += base[1, k] * w
        corner[c, 0], corner[c, 1], corner[c, 2] = h, u, v
        apart = min(apart, -h if c < 8 else h)
    if apart <= ROUNDING:
        return 0.0
    low[:] = np.inf
    high[:] = -np.inf
    for c in range(8):
        for e in range(8, 16):
            s = corner[c, 0] / (corner[c, 0] - corner[e, 0])
            for k in range(2):
                w = corner[c, 1 + k] + (corner[e, 1 + k] - corner[c, 1 + k]) * s
                low[k] = min(low[k], w)
                high[k] = max(high[k], w)
    return float(apart)


@njit_noref
def _misses_plane(boxes: Floats, node: int, section: Section, level: float, low: Floats, high: Floats) -> bool:
    """Whether a node's box is apart from an upright box, or all to one side of a plane."""
    n = section.normal
    least = most = -level
    for k in range(3):
        if boxes[node, k] > high[k] or boxes[node, 3 + k] < low[k]:
            return True
        one, two = n[k] * boxes[node, k], n[k] * boxes[node, 3 + k]
        least += min(one, two)
        most += max(one, two)
    return least > 0 or most < 0


@njit_noref
def _cut_triangle(soup: Soup, q: int, section: Section, level: float, margin: float, m: int) -> int:
    """Add the line that a triangle leaves in the rectangle of a section, or so far beside it, to the m that are there:
    how many there are then, or -1 where there is no room for it."""
    t, lines = soup.arena.triangles, section.lines
    n, at, base, low, high = section.normal, section.at, section.base, section.low, section.high
    first = n[0] * t[q, 0] + n[1] * t[q, 1] + n[2] * t[q, 2] - level
    second = n[0] * t[q, 3] + n[1] * t[q, 4] + n[2] * t[q, 5] - level
    third = n[0] * t[q, 6] + n[1] * t[q, 7] + n[2] * t[q, 8] - level
    above = int(first >= 0) + int(second >= 0) + int(third >= 0)
    if above == 0 or above == 3:
        return m
    if m == lines.shape[0]:
        return -1
    heights = (first, second, third)
    end = 0
    for c in range(3):
        o = c + 1 if c < 2 else 0
        if (heights[c] >= 0) != (heights[o] >= 0):
            s = heights[c] / (heights[c] - heights[o])
            for i in range(2):
                w = 0.0
                for k in range(3):
                    w += base[i, k] * (t[q, 3 * c + k] + (t[q, 3 * o + k] - t[q, 3 * c + k]) * s - at[k])
                lines[m, 2 * end + i] = w
            end += 1
    for i in range(2):
        tail, head = lines[m, TAIL_U + i], lines[m, HEAD_U + i]
        if min(tail, head) > high[i] + margin or max(tail, head) < low[i] - margin:
            return m
    ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
    wx, wy, wz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
    nx, ny, nz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
    lines[m, NORMAL_U] = base[0, 0] * nx + base[0, 1] * ny + base[0, 2] * nz
    lines[m, NORMAL_V] = base[1, 0] * nx + base[1, 1] * ny + base[1, 2] * nz
    lines[m, SOUND] = soup.arena.sound[q]
    return m + 1


@njit(cache=True)
def cut_surfaces(soup: Soup, section: Section, margin: float) -> int:
    """Write the lines that surfaces leave in the rectangle of a section, and so far beside it: how many, or -1 where
    there is no room for them."""
    n, at, base, low, high = section.normal, section.at, section.base, section.low, section.high
    world_low = np.empty(3)
    world_high = np.empty(3)
    level = 0.0
    for k in range(3):
        world_low[k] = at[k] - ROUNDING
        world_high[k] = at[k] + ROUNDING
        level += n[k] * at[k]
        for i in range(2):
            one, two = base[i, k] * (low[i] - margin), base[i, k] * (high[i] + margin)
            world_low[k] += min(one, two)
            world_high[k] += max(one, two)
    stack = np.empty(DEEP, np.int32)
    m = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if _misses_plane(soup.arena.boxes, node, section, level, world_low, world_high):
                continue
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
                m = _cut_triangle(soup, q, section, level, margin, m)
                if m < 0:
                    return -1
    return m
