"""Compiled kernels: from a ray that just passes to the middle of the opening that it passes through.

A random ray meets a joint a hair wider than the beam once in ten thousand times, and a beam that fits into it once in a
million times. So a clear ray is moved to the middle of what is clear beside it: shifted, and turned about the places
where its parallels are blocked, for a slit takes rays that run along it.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.ray_kernels import Floats, Ints, Soup, axes_of, clear, clear_beam, hits, meets, parallel
from sim.geometry.sight.body_tree import BodyTree

ROUNDS = 3
FURTHEST = 0.25  # inches that an end is moved at once
FIRST_STEP = 0.002


@njit(cache=True)
def _gripped(tree: BodyTree, a: Floats, b: Floats, last: bool) -> float:
    """Where the line through two points meets a body, 2 at the first point and 3 at the second: the last place there
    or the first one; -1 where it misses it."""
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    x, y, z = axes_of(dx, dy, dz)
    d = (dx, dy, dz)
    o = (a[0] - 2 * dx, a[1] - 2 * dy, a[2] - 2 * dz)
    sz = 1.0 / d[z]
    best = -1.0
    for q in range(tree.start[0], tree.end[0]):
        at, _ = meets(tree.triangles, q, o, x, y, z, d[x] * sz, d[y] * sz, sz)
        if at > 0 and (best < 0 or (at > best) == last):
            best = at
    return best


@njit(cache=True)
def _clear_beside(soup: Soup, a: Floats, b: Floats, move_a: Floats, move_b: Floats, pull: float, ends: Floats) -> float:
    """How far the ends of a clear ray can be moved, both at once, before something blocks it."""
    one = np.empty(1, np.int32)
    reach, least, most = FIRST_STEP, 0.0, -1.0
    for _ in range(14):
        for k in range(3):
            ends[0, k] = a[k] + move_a[k] * reach
            ends[1, k] = b[k] + move_b[k] * reach
        if clear(soup, ends[0], ends[1], pull, one):
            least = reach
            if reach >= FURTHEST:
                break
        else:
            most = reach
        if most < 0:
            reach = min(2 * reach, FURTHEST)
        else:
            reach = 0.5 * (least + most)
            if most - least < 0.05 * least or most < 1e-4:
                break
    return least


@njit(cache=True)
def fit_beam(
    soup: Soup, tree_a: BodyTree, tree_b: BodyTree, a: Floats, b: Floats, beam: float, pull: float, found: Ints
) -> bool:
    """Move the ends of a clear ray over the bodies until a beam passes; False where none is found that way."""
    one = np.empty(1, np.int32)
    ends = np.empty((2, 3))
    move_a, move_b = np.empty(3), np.empty(3)
    turning = np.empty(3)
    for _ in range(ROUNDS):
        for axis in range(2):
            x, y, z = parallel(a, b, 2 * axis, 1.0)
            side = (x, y, z)
            # where its parallels are blocked, nearest and furthest
            least, most = 2.0, -1.0
            for way in range(2):
                w = beam if way == 0 else -beam
                for k in range(3):
                    ends[0, k] = a[k] + side[k] * w
                    ends[1, k] = b[k] + side[k] * w
                number = hits(soup, ends[0, 0], ends[0, 1], ends[0, 2], ends[1, 0], ends[1, 1], ends[1, 2], pull, found)
                dx, dy, dz = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1], ends[1, 2] - ends[0, 2]
                i, j, m = axes_of(dx, dy, dz)
                d = (dx, dy, dz)
                sz = 1.0 / d[m]
                for n in range(number):
                    at, _ = meets(
                        soup.arena.triangles,
                        found[n],
                        (ends[0, 0], ends[0, 1], ends[0, 2]),
                        i,
                        j,
                        m,
                        d[i] * sz,
                        d[j] * sz,
                        sz,
                    )
                    least, most = min(least, at), max(most, at)
            if most < 0:
                continue
            turning[0], turning[1], turning[2] = -1.0, least, most
            for turn in range(3):
                s = turning[turn]
                if turn == 2 and most - least < 0.02:
                    continue
                far = 1.0 if s < 0 else max(s, 1 - s)
                for k in range(3):
                    move_a[k] = side[k] * (1.0 if s < 0 else -s / far)
                    move_b[k] = side[k] * (1.0 if s < 0 else (1 - s) / far)
                up = _clear_beside(soup, a, b, move_a, move_b, pull, ends)
                for k in range(3):
                    move_a[k], move_b[k] = -move_a[k], -move_b[k]
                down = _clear_beside(soup, a, b, move_a, move_b, pull, ends)
                by = 0.5 * (down - up)
                for _ in range(3):
                    for k in range(3):
                        ends[0, k] = a[k] + move_a[k] * by
                        ends[1, k] = b[k] + move_b[k] * by
                    first = _gripped(tree_a, ends[0], ends[1], True)
                    last = _gripped(tree_b, ends[0], ends[1], False)
                    if first > 0 and last > first and clear(soup, ends[0], ends[1], pull, one):
                        for k in range(3):
                            way_k = ends[1, k] - ends[0, k]
                            a[k] = ends[0, k] + way_k * (first - 2)
                            b[k] = ends[0, k] + way_k * (last - 2)
                        break
                    by *= 0.5
            if clear(soup, a, b, pull, one) and clear_beam(soup, a, b, beam, one):
                return True
            if not clear(soup, a, b, pull, one):
                return False
    return False
