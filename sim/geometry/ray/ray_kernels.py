"""Compiled kernels: a ray tree in float64, and its exact, watertight questions.

Importing this module imports numba (most of a second); ask `sim.geometry.ray.blockers` instead, which does it late.
Compiled code is kept beside the module (or in the user's cache), so that it is compiled once an installation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.bvh import DEEP
from sim.geometry.ray.rays import UPRIGHT
from sim.geometry.tolerance import BEAM, BEAM_PULL, JOINT

__all__ = [
    "MARKS",
    "BvhArena",
    "Floats",
    "Ints",
    "Longs",
    "Point",
    "Soup",
    "aimed",
    "axes_of",
    "bounds",
    "clear",
    "clear_beam",
    "first_hit",
    "hits",
    "meets",
    "meets_box",
    "near",
    "nearest",
    "parallel",
    "point",
    "ray_along",
    "ray_between",
    "renew_marks",
    "write_tree",
]

CORNER = 0.5 * JOINT / BEAM  # of a beam's half-width: where its outer parallels are, to its side and upwards

MARKS = 2_000_000_000  # of the 2 ** 31 that an int32 counts to: a search takes some millions

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Flags = NDArray[np.uint8]
Point = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class BvhArena(KernelStruct):
    """Triangles in the order of their ray trees. The first tree is the board's; more follow for what moves."""

    triangles: Floats  # (n, 9) float64
    beyond: Ints  # (n, 3) int32: the neighbour over each edge, -1 where the surface is open
    sound: Flags  # (n,) uint8: 1 where the triangle is of a closed surface wound one way
    boxes: Floats  # (nodes, 6) float64
    left: Ints  # (nodes,) int32: the first of two children
    leaf: Ints  # (nodes,) int32: triangles in a leaf, 0 in a branch
    first: Ints  # (nodes,) int32: a leaf's first triangle
    seen: Ints  # (n,) int32: marks of surfaces followed
    mark: Ints  # (1,) int32: the last mark given


class Soup(NamedTuple):
    """Some trees of an arena."""

    arena: BvhArena
    roots: Ints  # (trees,) int32


class Ray(NamedTuple):
    """A ray, ready to meet boxes (by slabs: Kay and Kajiya 1986) and triangles: with the axes turned so that it runs
    along the last of them (Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, 2013)."""

    origin: Point
    inverse: Point  # 1 / its direction
    x: int  # the axes turned
    y: int
    z: int
    start: Point  # its origin along those
    shear: Point  # how far it goes along the first two, and 1, in lengths of the last


@njit(cache=True, nogil=True)
def write_tree(arena: BvhArena, base: int, node: int, tree: BvhArena, pose: Floats) -> None:
    """Write a tree behind what is in an arena, its triangles from `base` and its nodes from `node` on, turned about
    the upright and moved: `pose` is cosine, sine, x, y, z."""
    for i in range(tree.triangles.shape[0]):
        for c in range(0, 9, 3):
            x, y = tree.triangles[i, c], tree.triangles[i, c + 1]
            arena.triangles[base + i, c] = pose[0] * x - pose[1] * y + pose[2]
            arena.triangles[base + i, c + 1] = pose[1] * x + pose[0] * y + pose[3]
            arena.triangles[base + i, c + 2] = tree.triangles[i, c + 2] + pose[4]
        for e in range(3):
            n = tree.beyond[i, e]
            arena.beyond[base + i, e] = n + base if n >= 0 else -1
        arena.sound[base + i] = tree.sound[i]
    for me in range(tree.left.shape[0] - 1, -1, -1):  # children stand after their parents
        own = node + me
        arena.left[own] = tree.left[me] + node
        arena.leaf[own] = tree.leaf[me]
        arena.first[own] = tree.first[me] + base
        for k in range(3):
            low = np.inf
            high = -np.inf
            if tree.leaf[me] == 0:
                a = arena.left[own]
                low = min(arena.boxes[a, k], arena.boxes[a + 1, k])
                high = max(arena.boxes[a, 3 + k], arena.boxes[a + 1, 3 + k])
            else:
                for q in range(arena.first[own], arena.first[own] + tree.leaf[me]):
                    for c in range(k, 9, 3):
                        low = min(low, arena.triangles[q, c])
                        high = max(high, arena.triangles[q, c])
            arena.boxes[own, k] = low
            arena.boxes[own, 3 + k] = high


@njit(cache=True, inline="always")
def meets_box(boxes: Floats, node: int, ray: Ray, near: float, far: float) -> bool:
    """Whether the part near..far of a ray meets a node's box."""
    a = (boxes[node, 0] - ray.origin[0]) * ray.inverse[0]
    b = (boxes[node, 3] - ray.origin[0]) * ray.inverse[0]
    enter = min(a, b)
    leave = max(a, b)
    a = (boxes[node, 1] - ray.origin[1]) * ray.inverse[1]
    b = (boxes[node, 4] - ray.origin[1]) * ray.inverse[1]
    enter = max(enter, min(a, b))
    leave = min(leave, max(a, b))
    a = (boxes[node, 2] - ray.origin[2]) * ray.inverse[2]
    b = (boxes[node, 5] - ray.origin[2]) * ray.inverse[2]
    enter = max(enter, min(a, b))
    leave = min(leave, max(a, b))
    return bool(max(enter, near) <= min(leave, far) * (1 + 1e-12) + 1e-12)


@njit(cache=True, inline="always")
def axes_of(dx: float, dy: float, dz: float) -> tuple[int, int, int]:
    """The axes turned so that the ray's longest is the last (Woop, Benthin, Wald 2013)."""
    ax, ay, az = abs(dx), abs(dy), abs(dz)
    z = 0 if (ax >= ay and ax >= az) else (1 if ay >= az else 2)
    x = z + 1 if z < 2 else 0
    y = x + 1 if x < 2 else 0
    return x, y, z


@njit(cache=True, inline="always")
def ray_along(origin: Point, way: Point) -> Ray:
    """The ray from a place along a direction that is not 0."""
    x, y, z = axes_of(way[0], way[1], way[2])
    scale = 1.0 / way[z]
    inverse = (
        1.0 / way[0] if way[0] != 0 else 1e300,
        1.0 / way[1] if way[1] != 0 else 1e300,
        1.0 / way[2] if way[2] != 0 else 1e300,
    )
    shear = (way[x] * scale, way[y] * scale, scale)
    return Ray(origin, inverse, x, y, z, (origin[x], origin[y], origin[z]), shear)


@njit(cache=True, inline="always")
def ray_between(a: Floats, b: Floats) -> Ray:
    """The ray from one point to another: 1 is how far the other is along it."""
    return ray_along((a[0], a[1], a[2]), (b[0] - a[0], b[1] - a[1], b[2] - a[2]))


@njit(cache=True, inline="always")
def meets(triangles: Floats, q: int, ray: Ray) -> tuple[float, bool]:
    """Where along a ray a triangle is met: (how far, on an edge?); -1 where it is not. Watertight."""
    x, y, z = ray.x, ray.y, ray.z
    az = triangles[q, z] - ray.start[2]
    bz = triangles[q, 3 + z] - ray.start[2]
    cz = triangles[q, 6 + z] - ray.start[2]
    ax = triangles[q, x] - ray.start[0] - ray.shear[0] * az
    ay = triangles[q, y] - ray.start[1] - ray.shear[1] * az
    bx = triangles[q, 3 + x] - ray.start[0] - ray.shear[0] * bz
    by = triangles[q, 3 + y] - ray.start[1] - ray.shear[1] * bz
    cx = triangles[q, 6 + x] - ray.start[0] - ray.shear[0] * cz
    cy = triangles[q, 6 + y] - ray.start[1] - ray.shear[1] * cz
    u = cx * by - cy * bx
    v = ax * cy - ay * cx
    w = bx * ay - by * ax
    if (u < 0 or v < 0 or w < 0) and (u > 0 or v > 0 or w > 0):
        return -1.0, False
    total = u + v + w
    if total == 0:
        return -1.0, False
    return ray.shear[2] * (u * az + v * bz + w * cz) / total, u == 0 or v == 0 or w == 0


@njit(cache=True, nogil=True)
def hits(soup: Soup, start: Point, end: Point, pull: float, found: Ints) -> int:
    """Triangles between two points, ends pulled in by `pull`, written to `found` until it is full: how many."""
    way = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
    length = (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) ** 0.5
    if length == 0:
        return 0
    near = min(pull / length, 0.25)
    far = 1 - near
    ray = ray_along(start, way)
    stack = np.empty(DEEP, np.int32)
    number = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if not meets_box(soup.arena.boxes, node, ray, near, far):
                continue
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
                t, _ = meets(soup.arena.triangles, q, ray)
                if t >= near and t <= far:
                    found[number] = q
                    number += 1
                    if number == found.shape[0]:
                        return number
    return number


@njit(cache=True, inline="always")
def point(a: Floats) -> Point:
    """A point as kernels take it."""
    return (a[0], a[1], a[2])


@njit(cache=True, nogil=True)
def bounds(corners: Floats, pose: Floats, low: Floats, high: Floats) -> None:
    """The upright box round a body, from its corners in its own frame."""
    low[:] = np.inf
    high[:] = -np.inf
    for i in range(corners.shape[0]):
        x = pose[0] * corners[i, 0] - pose[1] * corners[i, 1] + pose[2]
        y = pose[1] * corners[i, 0] + pose[0] * corners[i, 1] + pose[3]
        z = corners[i, 2] + pose[4]
        low[0] = min(low[0], x)
        high[0] = max(high[0], x)
        low[1] = min(low[1], y)
        high[1] = max(high[1], y)
        low[2] = min(low[2], z)
        high[2] = max(high[2], z)


@njit(cache=True, nogil=True)
def aimed(frame: Floats) -> None:
    """Make rows 0 to 2 a frame: row 0 gets length 1, row 1 points to its side, row 2 up (as `rays.sides` has them)."""
    fx, fy, fz = frame[0, 0], frame[0, 1], frame[0, 2]
    length = (fx * fx + fy * fy + fz * fz) ** 0.5
    fx, fy, fz = fx / length, fy / length, fz / length
    if abs(fz) < UPRIGHT:
        sx, sy, sz = -fy, fx, 0.0
    else:
        sx, sy, sz = 0.0, -fz, fy
    length = (sx * sx + sy * sy + sz * sz) ** 0.5
    sx, sy, sz = sx / length, sy / length, sz / length
    frame[0, 0], frame[0, 1], frame[0, 2] = fx, fy, fz
    frame[1, 0], frame[1, 1], frame[1, 2] = sx, sy, sz
    frame[2, 0], frame[2, 1], frame[2, 2] = fy * sz - fz * sy, fz * sx - fx * sz, fx * sy - fy * sx


@njit(cache=True, nogil=True)
def near(soup: Soup, low: Floats, high: Floats) -> Soup:
    """The same triangles, with those trees only that meet an upright box."""
    roots = np.empty(soup.roots.shape[0], np.int32)
    count = 0
    for r in range(soup.roots.shape[0]):
        node = soup.roots[r]
        apart = False
        for k in range(3):
            if soup.arena.boxes[node, k] > high[k] or soup.arena.boxes[node, 3 + k] < low[k]:
                apart = True
        if not apart:
            roots[count] = node
            count += 1
    return Soup(soup.arena, roots[:count])


@njit(cache=True, nogil=True)
def renew_marks(soup: Soup) -> None:
    """Wipe all marks of surfaces that were followed, where few numbers are left to mark with."""
    if soup.arena.mark[0] > MARKS:
        soup.arena.seen[:] = 0
        soup.arena.mark[0] = 0


@njit(cache=True, nogil=True)
def nearest(soup: Soup, a: Floats, b: Floats, found: Ints, number: int) -> int:
    """Of some triangles that a segment meets, the one that it meets first."""
    ray = ray_between(a, b)
    best = np.inf
    which = found[0]
    for i in range(number):
        at, _ = meets(soup.arena.triangles, found[i], ray)
        if at < best:
            best = at
            which = found[i]
    return int(which)


@njit(cache=True, nogil=True)
def first_hit(soup: Soup, a: Floats, b: Floats) -> tuple[int, float]:
    """The first triangle from one point to another, -1 where there is none, and how far along it is."""
    ray = ray_between(a, b)
    stack = np.empty(DEEP, np.int32)
    best = -1
    far = 1.0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if not meets_box(soup.arena.boxes, node, ray, 0.0, far):
                continue
            if soup.arena.leaf[node] == 0:
                stack[depth] = soup.arena.left[node]
                stack[depth + 1] = soup.arena.left[node] + 1
                depth += 2
                continue
            for q in range(soup.arena.first[node], soup.arena.first[node] + soup.arena.leaf[node]):
                t, _ = meets(soup.arena.triangles, q, ray)
                if t >= 0 and t <= far:
                    far = t
                    best = q
    return best, far


@njit(cache=True, nogil=True)
def clear(soup: Soup, a: Floats, b: Floats, pull: float, found: Ints) -> bool:
    """Whether nothing stands between two points. `found` has room for one."""
    return hits(soup, point(a), point(b), pull, found) == 0


@njit(cache=True, nogil=True)
def parallel(a: Floats, b: Floats, k: int, width: float) -> Point:
    """How far the k-th parallel of a beam lies from its middle (as `rays.parallels` lays them): 0 to 3 at `width`, 4 to
    7 between those, so much nearer that they stop a beam where joints cross."""
    fx, fy, fz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    length = (fx * fx + fy * fy + fz * fz) ** 0.5
    if length == 0:
        return 0.0, 0.0, 0.0
    fx, fy, fz = fx / length, fy / length, fz / length
    if abs(fz) < UPRIGHT:
        sx, sy, sz = -fy, fx, 0.0
    else:
        sx, sy, sz = 0.0, -fz, fy
    length = (sx * sx + sy * sy + sz * sz) ** 0.5
    sx, sy, sz = sx / length, sy / length, sz / length
    ux, uy, uz = fy * sz - fz * sy, fz * sx - fx * sz, fx * sy - fy * sx
    w = width if k % 2 == 0 else -width
    if k < 2:
        return sx * w, sy * w, sz * w
    if k < 4:
        return ux * w, uy * w, uz * w
    w *= CORNER
    v = width * CORNER if k < 6 else -width * CORNER
    return sx * w + ux * v, sy * w + uy * v, sz * w + uz * v


@njit(cache=True, nogil=True)
def clear_beam(soup: Soup, a: Floats, b: Floats, width: float, found: Ints) -> bool:
    """Whether the parallels at `width` of a segment are clear too."""
    for k in range(8):
        x, y, z = parallel(a, b, k, width)
        start, end = (a[0] + x, a[1] + y, a[2] + z), (b[0] + x, b[1] + y, b[2] + z)
        if hits(soup, start, end, BEAM_PULL, found) > 0:
            return False
    return True
