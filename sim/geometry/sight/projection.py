"""Compiled kernels: what stands in a shaft, laid over one plane (extended projections: Durand and others,
"Conservative visibility preprocessing using extended projections", 2000).

What is laid there are the outlines of surfaces: the edges beyond which a set of triangles does not go on. A ray of the
shaft through a place of the plane is beside that place where an outline stands, the more the further the outline is
from the plane. By how much it can be is written beside each outline.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.bvh import DEEP
from sim.geometry.ray.ray_kernels import Floats, Ints, Soup
from sim.geometry.sight.workspace import Shaft, Workspace
from sim.geometry.tolerance import JOINT, NO_LENGTH, ROUNDING

__all__ = [
    "HEAD_U",
    "HEAD_V",
    "OUTLINES",
    "REACH_U",
    "REACH_V",
    "TAIL_U",
    "TAIL_V",
    "TWIST",
    "Projection",
    "align",
    "gather",
    "project",
    "tube_of",
]

OUTLINES = 500  # at most, in one shaft
TAIL_U, TAIL_V, HEAD_U, HEAD_V, REACH_U, REACH_V, TWIST = range(7)
"""Columns of an outline: from where to where it runs, its surface to its left. A ray through a place of the plane may
be so far beside that place where the outline is; and how much that differs along the outline."""
TAIL, HEAD, OWNER = 0, 3, 6
"""Columns of an edge: from where to where it runs, each by its place between the planes of a tube, from 0 to 1, to the
side and upwards; and the number of its triangle among those that were gathered."""
PLACE_U, PLACE_V = 1, 2  # after the first column of a place of an edge


class Tube(NamedTuple):
    """The rays of a cell by where they cross two planes square to the sight. In the frame of the pair: along the
    sight, to its side, upwards."""

    near: float  # along the sight
    far: float
    middle_near: Floats  # (2,) of the rectangle that they cross, to the side and upwards
    middle_far: Floats
    half_near: Floats  # (2,) half its sides
    half_far: Floats
    axes: Floats  # (3, 4), as `align` writes them


class Projection(NamedTuple):
    """Outlines on one plane square to the sight, measured from where the middle ray of a tube crosses it."""

    outlines: Floats  # (n, 7), as the columns above, those of a surface in a row
    first: Ints  # of each surface, and their end
    half_u: float  # of the rectangle that the rays of the tube cross
    half_v: float


@njit(cache=True)
def tube_of(shaft: Shaft) -> Tube:
    """The rays between two boxes that stand one behind the other: `far` is below `near` where they do not."""
    box_a, box_b = shaft.box_a, shaft.box_b
    near, far = box_a[3], box_b[0]
    middle_near, middle_far, half_near, half_far = np.empty(2), np.empty(2), np.empty(2), np.empty(2)
    # a ray runs on from its end to the plane, and may have drawn nearer to the other box by so much
    on_a = (box_a[3] - box_a[0]) / max(far - box_a[0], NO_LENGTH)
    on_b = (box_b[3] - box_b[0]) / max(box_b[3] - near, NO_LENGTH)
    for k in range(2):
        a0, a1, b0, b1 = box_a[1 + k], box_a[4 + k], box_b[1 + k], box_b[4 + k]
        low, high = min(a0, a0 + on_a * (b0 - a0)), max(a1, a1 + on_a * (b1 - a1))
        middle_near[k], half_near[k] = 0.5 * (low + high), 0.5 * (high - low)
        low, high = min(b0, b0 + on_b * (a0 - b0)), max(b1, b1 + on_b * (a1 - b1))
        middle_far[k], half_far[k] = 0.5 * (low + high), 0.5 * (high - low)
    return Tube(near, far, middle_near, middle_far, half_near, half_far, np.empty((3, 4)))


@njit_noref
def align(tube: Tube, frame: Floats) -> None:
    """Write the axes of a tube: rows (x, y, z, constant) that take a place of the world to how far it is between the
    planes of the tube, from 0 to 1, and how far to the side and upwards from its middle ray."""
    axes = tube.axes
    long = tube.far - tube.near
    for k in range(3):
        axes[0, k] = frame[0, k] / long
    axes[0, 3] = -tube.near / long
    for i in range(2):
        slope = tube.middle_far[i] - tube.middle_near[i]
        for k in range(3):
            axes[1 + i, k] = frame[1 + i, k] - slope * axes[0, k]
        axes[1 + i, 3] = -tube.middle_near[i] - slope * axes[0, 3]


@njit_noref
def _half_at(tube: Tube, i: int, along: float) -> float:
    """Half the side of the rectangle that the rays of a tube cross there."""
    return float(tube.half_near[i] + (tube.half_far[i] - tube.half_near[i]) * along)


@njit_noref
def _coordinate(axes: Floats, i: int, triangles: Floats, q: int, corner: int) -> float:
    """A corner of a triangle along an axis of a tube; `corner` is the column of its x."""
    made = axes[i, 3]
    for k in range(3):
        made += axes[i, k] * triangles[q, corner + k]
    return float(made)


@njit_noref
def _span(axes: Floats, i: int, boxes: Floats, node: int) -> tuple[float, float]:
    """The middle of a node's box along an axis of a tube, and half of how far it reaches."""
    middle, half = axes[i, 3], 0.0
    for k in range(3):
        middle += axes[i, k] * 0.5 * (boxes[node, k] + boxes[node, 3 + k])
        half += abs(axes[i, k]) * 0.5 * (boxes[node, 3 + k] - boxes[node, k])
    return middle, half


@njit_noref
def _misses(boxes: Floats, node: int, tube: Tube, margin: float, grow: float) -> bool:
    """Whether a node's box is outside a tube that is widened by `grow` and shortened by `margin` of its length."""
    along, long = _span(tube.axes, 0, boxes, node)
    if along + long < margin or along - long > 1 - margin:
        return True
    for i in range(2):
        middle, half = _span(tube.axes, 1 + i, boxes, node)
        most = max(_half_at(tube, i, max(0.0, along - long)), _half_at(tube, i, min(1.0, along + long)))
        if abs(middle) - half > most + grow:
            return True
    return False


@njit_noref
def _area_in(triangles: Floats, q: int, tube: Tube, margin: float, grow: float) -> float:
    """Twice the area of a triangle as it is seen along a tube, below 0 where it faces its near plane. 0 where it may
    not be in the tube: see `_misses`; it has to be within its length wholly."""
    axes = tube.axes
    x0, x1, x2 = (
        _coordinate(axes, 0, triangles, q, 0),
        _coordinate(axes, 0, triangles, q, 3),
        _coordinate(axes, 0, triangles, q, 6),
    )
    first, last = min(x0, x1, x2), max(x0, x1, x2)
    if first < margin or last > 1 - margin:
        return 0.0
    u0, u1, u2 = (
        _coordinate(axes, 1, triangles, q, 0),
        _coordinate(axes, 1, triangles, q, 3),
        _coordinate(axes, 1, triangles, q, 6),
    )
    most = max(_half_at(tube, 0, first), _half_at(tube, 0, last)) + grow
    if min(u0, u1, u2) > most or max(u0, u1, u2) < -most:
        return 0.0
    v0, v1, v2 = (
        _coordinate(axes, 2, triangles, q, 0),
        _coordinate(axes, 2, triangles, q, 3),
        _coordinate(axes, 2, triangles, q, 6),
    )
    most = max(_half_at(tube, 1, first), _half_at(tube, 1, last)) + grow
    if min(v0, v1, v2) > most or max(v0, v1, v2) < -most:
        return 0.0
    return (u1 - u0) * (v2 - v0) - (v1 - v0) * (u2 - u0)


@njit(cache=True)
def gather(soup: Soup, work: Workspace, tube: Tube, ends: float, grow: float) -> tuple[int, int]:
    """Write to the workspace's queue the triangles that may stand in a tube, wholly between its planes (`ends` inches
    off) and facing its near one (all, where a surface is open): how many, -1 if there is no room for them.

    Each is marked in `seen`: with a base, which is returned too, and twice its place in the queue, and 1 if it faces
    the far plane.
    """
    margin = ends / (tube.far - tube.near)
    arena, found = soup.arena, work.queue
    base = arena.mark[0] + 1
    arena.mark[0] += 2 * found.shape[0]
    stack = np.empty(DEEP, np.int32)
    number = visits = looked = 0
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            visits += 1
            if _misses(arena.boxes, node, tube, margin, grow):
                continue
            if arena.leaf[node] == 0:
                stack[depth] = arena.left[node]
                stack[depth + 1] = arena.left[node] + 1
                depth += 2
                continue
            looked += arena.leaf[node]
            for q in range(arena.first[node], arena.first[node] + arena.leaf[node]):
                area = _area_in(arena.triangles, q, tube, margin, grow)
                if area == 0 or (area > 0 and arena.sound[q]):
                    continue
                if number == found.shape[0]:
                    return -1, base
                arena.seen[q] = base + 2 * number + (1 if area > 0 else 0)
                found[number] = q
                number += 1
    work.spent[0] += visits // 8 + looked // 4
    return number, base


@njit_noref
def _root(parent: Ints, i: int) -> int:
    """The one that stands for a set of numbers (union-find with path halving: Tarjan and van Leeuwen 1984)."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@njit_noref
def _edges(soup: Soup, axes: Floats, found: Ints, base: int, parent: Ints, rows: Floats) -> int:
    """Write the edges beyond which the surfaces of some triangles end, as rows with the columns above: how many, -1
    without room. `parent` joins the triangles that hang together."""
    t, seen = soup.arena.triangles, soup.arena.seen
    m = 0
    for j in range(parent.shape[0]):
        parent[j] = j
    for j in range(parent.shape[0]):
        q = found[j]
        for e in range(3):
            n = soup.arena.beyond[q, e]
            if n >= 0 and seen[n] >= base and (seen[n] - base) & 1 == (seen[q] - base) & 1:
                parent[_root(parent, j)] = _root(parent, (seen[n] - base) >> 1)
                continue
            if m == rows.shape[0]:
                return -1
            tail, head = 3 * e, 3 * (e + 1 if e < 2 else 0)
            if (seen[q] - base) & 1 == 0:  # front faces turn right as they are looked at
                tail, head = head, tail
            for i in range(3):
                rows[m, TAIL + i] = _coordinate(axes, i, t, q, tail)
                rows[m, HEAD + i] = _coordinate(axes, i, t, q, head)
            rows[m, OWNER] = j
            m += 1
    return m


@njit(cache=True)
def _without_seams(rows: Floats, m: int, long: float, parent: Ints) -> int:
    """Leave out the edges that lie on each other, where two surfaces go on as one: a joint between them is closed."""
    key = np.empty(m)
    for i in range(m):
        key[i] = (
            rows[i, TAIL] * long
            + rows[i, HEAD] * long
            + 1.3 * (rows[i, TAIL + PLACE_U] + rows[i, HEAD + PLACE_U])
            + 1.7 * (rows[i, TAIL + PLACE_V] + rows[i, HEAD + PLACE_V])
        )
    order = np.argsort(key)
    gone = np.zeros(m, np.uint8)
    for i in range(m):
        one = order[i]
        if gone[one]:
            continue
        for j in range(i + 1, m):
            two = order[j]
            if key[two] - key[one] > 8 * JOINT:
                break
            if gone[two]:
                continue
            tails = ((rows[one, TAIL] - rows[two, HEAD]) * long) ** 2
            heads = ((rows[one, HEAD] - rows[two, TAIL]) * long) ** 2
            for k in range(1, 3):
                tails += (rows[one, TAIL + k] - rows[two, HEAD + k]) ** 2
                heads += (rows[one, HEAD + k] - rows[two, TAIL + k]) ** 2
            if max(tails, heads) < JOINT * JOINT:
                gone[one] = gone[two] = 1
                parent[_root(parent, int(rows[one, OWNER]))] = _root(parent, int(rows[two, OWNER]))
                break
    left = 0
    for i in range(m):
        if not gone[i]:
            rows[left] = rows[i]
            left += 1
    return left


@njit(cache=True)
def project(soup: Soup, tube: Tube, found: Ints, base: int) -> Projection:
    """Lay the outlines of triangles that were gathered over the plane that is in the midst of them. No outlines: there
    was no room."""
    rows = np.empty((OUTLINES, 7))
    parent = np.empty(found.shape[0], np.int32)
    m = _edges(soup, tube.axes, found, base, parent, rows)
    if m > 0:
        m = _without_seams(rows, m, tube.far - tube.near, parent)
    lines = np.empty((max(m, 0), 7))
    first = np.empty(max(m, 0) + 1, np.int32)
    if m <= 0:
        return Projection(lines, first[:1], 0.0, 0.0)
    at = 0.0
    surface = np.empty(m, np.int32)
    for i in range(m):
        at += (rows[i, TAIL] + rows[i, HEAD]) / (2 * m)
        surface[i] = _root(parent, int(rows[i, OWNER]))
    order = np.argsort(surface)
    turn_u, turn_v = tube.half_near[0] + tube.half_far[0], tube.half_near[1] + tube.half_far[1]
    count = 0
    for i in range(m):
        row = rows[order[i]]
        if i == 0 or surface[order[i]] != surface[order[i - 1]]:
            first[count] = i
            count += 1
        off = max(abs(row[TAIL] - at), abs(row[HEAD] - at))
        lines[i, TAIL_U], lines[i, TAIL_V] = row[TAIL + PLACE_U], row[TAIL + PLACE_V]
        lines[i, HEAD_U], lines[i, HEAD_V] = row[HEAD + PLACE_U], row[HEAD + PLACE_V]
        lines[i, REACH_U], lines[i, REACH_V] = off * turn_u + ROUNDING, off * turn_v + ROUNDING
        lines[i, TWIST] = 2 * abs(row[TAIL] - row[HEAD]) * (turn_u + turn_v) + ROUNDING
    first[count] = m
    return Projection(lines, first[: count + 1], _half_at(tube, 0, at), _half_at(tube, 1, at))
