"""Compiled kernels: from a ray that just passes to the middle of the opening that it passes through.

A random ray meets a joint a hair wider than the beam once in ten thousand times, and a beam that fits into it once in a
million times. So a clear ray is moved to the middle of what is clear beside it: shifted, and turned about the places
where its parallels are blocked, for a slit takes rays that run along it.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import (
    Floats,
    Ints,
    Point,
    Soup,
    clear,
    clear_beam,
    hits,
    meets,
    parallel,
    ray_along,
    ray_between,
)
from sim.geometry.sight.body_tree import BodyTree
from sim.geometry.sight.workspace import Workspace
from sim.geometry.tolerance import BEAM, PULL

ROUNDS = 3
FURTHEST = 0.25  # inches that an end is moved at once
FIRST_STEP = 0.002
STEPS = 14  # of a search for how far a ray can be moved
HINGES = 0.02  # of the ray's length: places nearer to each other are one, to turn about


@njit_noref
def _grip(tree: BodyTree, a: Floats, b: Floats, last: bool) -> float:
    """Where the line through two points meets a body, 2 at the first point and 3 at the second: the last place there
    or the first one; -1 where it misses it."""
    way = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    ray = ray_along((a[0] - 2 * way[0], a[1] - 2 * way[1], a[2] - 2 * way[2]), way)
    best = -1.0
    for q in range(tree.start[0], tree.end[0]):
        at, _ = meets(tree.triangles, q, ray)
        if at > 0 and (best < 0 or (at > best) == last):
            best = at
    return best


@njit_noref
def _move(ray: Floats, move: Floats, by: float, out: Floats) -> None:
    """Write the ends of a ray, (2, 3), as moved."""
    for end in range(2):
        for k in range(3):
            out[end, k] = ray[end, k] + move[end, k] * by


@njit_noref
def clear_beside(soup: Soup, ray: Floats, move: Floats, moved: Floats, one: Ints) -> float:
    """How far the ends of a clear ray can be moved, both at once, before something blocks it.

    Args:
        ray, move: (2, 3) its ends, and how they are moved.
        moved, one: (2, 3), (1,) to write to.
    """
    reach, least, most = FIRST_STEP, 0.0, -1.0
    for _ in range(STEPS):
        _move(ray, move, reach, moved)
        if clear(soup, moved[0], moved[1], PULL, one):
            least = reach
            if reach >= FURTHEST:
                break
        else:
            most = reach
        if most < 0:
            reach = min(2 * reach, FURTHEST)
        else:
            reach = 0.5 * (least + most)
            if most - least < 0.05 * least or most < PULL:
                break
    return least


@njit_noref
def _blocked_beside(soup: Soup, ray: Floats, side: Point, moved: Floats, found: Ints) -> tuple[float, float]:
    """Where the two parallels of a beam to a side are blocked, nearest and furthest, from 0 to 1; furthest below 0
    where they are clear."""
    least, most = 2.0, -1.0
    for way in range(2):
        w = BEAM if way == 0 else -BEAM
        for end in range(2):
            for k in range(3):
                moved[end, k] = ray[end, k] + side[k] * w
        start, stop = (moved[0, 0], moved[0, 1], moved[0, 2]), (moved[1, 0], moved[1, 1], moved[1, 2])
        number = hits(soup, start, stop, PULL, found)
        beside = ray_between(moved[0], moved[1])
        for n in range(number):
            at, _ = meets(soup.arena.triangles, found[n], beside)
            least, most = min(least, at), max(most, at)
    return least, most


@njit_noref
def _hinge(side: Point, at: float, move: Floats) -> None:
    """Write how the ends of a ray move when it turns about a place on it; below 0: when it is shifted to a side."""
    far = 1.0 if at < 0 else max(at, 1 - at)
    for k in range(3):
        move[0, k] = side[k] * (1.0 if at < 0 else -at / far)
        move[1, k] = side[k] * (1.0 if at < 0 else (1 - at) / far)


@njit(cache=True)
def _centre(soup: Soup, work: Workspace, ray: Floats, move: Floats, moved: Floats, one: Ints) -> None:
    """Move a clear ray to the middle of where it can be moved, as near to that as the bodies reach."""
    up = clear_beside(soup, ray, move, moved, one)
    for end in range(2):
        for k in range(3):
            move[end, k] = -move[end, k]
    down = clear_beside(soup, ray, move, moved, one)
    by = 0.5 * (down - up)
    for _ in range(3):
        _move(ray, move, by, moved)
        first = _grip(work.a, moved[0], moved[1], True)
        last = _grip(work.b, moved[0], moved[1], False)
        if first > 0 and last > first and clear(soup, moved[0], moved[1], PULL, one):
            for k in range(3):
                way = moved[1, k] - moved[0, k]
                ray[0, k] = moved[0, k] + way * (first - 2)
                ray[1, k] = moved[0, k] + way * (last - 2)
            break
        by *= 0.5


@njit(cache=True)
def fit_beam(soup: Soup, work: Workspace, ray: Floats) -> bool:
    """Move the ends (2, 3) of a clear ray over the bodies until a beam passes; False where none is found that way."""
    one = np.empty(1, np.int32)
    moved, move = np.empty((2, 3)), np.empty((2, 3))
    a, b = ray[0], ray[1]
    for _ in range(ROUNDS):
        for axis in range(2):
            side = parallel(a, b, 2 * axis, 1.0)
            least, most = _blocked_beside(soup, ray, side, moved, work.found)
            if most < 0:
                continue
            for turn in range(3):
                if turn == 2 and most - least < HINGES:
                    continue
                _hinge(side, -1.0 if turn == 0 else (least if turn == 1 else most), move)
                _centre(soup, work, ray, move, moved, one)
            if clear(soup, a, b, PULL, one) and clear_beam(soup, a, b, BEAM, one):
                return True
            if not clear(soup, a, b, PULL, one):
                return False
    return False
