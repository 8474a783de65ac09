"""Distances in plan: points, segments and convex polygons seen from above, for the compiled kernels. Inches.

Polygons are the first `count` rows of an array of corners; triangles are nine numbers, corner by corner.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref

__all__ = [
    "Heading",
    "Segment",
    "clip_slab",
    "leaves",
    "longer",
    "nearest_on_polygon",
    "nearest_places",
    "point_along",
    "point_segment",
    "points_along",
    "polygon_holds",
    "segment_polygon",
    "segment_segment",
    "triangle_holds",
]

_STEEPEST = 1.001  # of a slope, squared: inches gained an inch
_APART = 0.0625  # inches: so close are points along a line that are looked at one by one
_EDGE_ON = 1e-10  # twice the area, seen from above, of a polygon that is seen edge on


class Segment(NamedTuple):
    """A straight line from a to b, seen from above; a point where both are the same."""

    ax: float
    ay: float
    bx: float
    by: float


class Heading(NamedTuple):
    """A point and a direction of length 1, seen from above."""

    x: float
    y: float
    dx: float
    dy: float


@njit_noref
def points_along(line: Segment) -> int:
    """How many points of a segment are looked at, where each of them counts by itself."""
    length = ((line.bx - line.ax) ** 2 + (line.by - line.ay) ** 2) ** 0.5
    return 1 + int(np.ceil(length / _APART))


@njit_noref
def point_along(line: Segment, number: int, count: int) -> Segment:
    """One of so many points of a segment, its ends among them."""
    share = number / (count - 1)
    x, y = line.ax + share * (line.bx - line.ax), line.ay + share * (line.by - line.ay)
    return Segment(x, y, x, y)


@njit_noref
def point_segment(px: float, py: float, line: Segment) -> float:
    """Squared distance from a point to a segment."""
    dx = line.bx - line.ax
    dy = line.by - line.ay
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = ((px - line.ax) * dx + (py - line.ay) * dy) / length
        t = min(1.0, max(0.0, t))
    ex = line.ax + t * dx - px
    ey = line.ay + t * dy - py
    return ex * ex + ey * ey


@njit_noref
def segment_segment(first: Segment, second: Segment) -> float:
    """Squared distance between two segments; 0 where they cross."""
    ux = first.bx - first.ax
    uy = first.by - first.ay
    vx = second.bx - second.ax
    vy = second.by - second.ay
    cross = ux * vy - uy * vx
    if cross != 0.0:
        wx = second.ax - first.ax
        wy = second.ay - first.ay
        s = (wx * vy - wy * vx) / cross
        t = (wx * uy - wy * ux) / cross
        if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0:
            return 0.0
    from_first = min(point_segment(first.ax, first.ay, second), point_segment(first.bx, first.by, second))
    from_second = min(point_segment(second.ax, second.ay, first), point_segment(second.bx, second.by, first))
    return min(from_first, from_second)


@njit_noref
def _foot(px: float, py: float, line: Segment) -> tuple[float, float]:
    """The place on a segment that is nearest to a point."""
    dx = line.bx - line.ax
    dy = line.by - line.ay
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = min(1.0, max(0.0, ((px - line.ax) * dx + (py - line.ay) * dy) / length))
    return line.ax + t * dx, line.ay + t * dy


@njit_noref
def nearest_places(first: Segment, second: Segment) -> Segment:
    """From the place on one segment to that on another where they are nearest; where they cross, the crossing."""
    ux = first.bx - first.ax
    uy = first.by - first.ay
    vx = second.bx - second.ax
    vy = second.by - second.ay
    cross = ux * vy - uy * vx
    if cross != 0.0:
        wx = second.ax - first.ax
        wy = second.ay - first.ay
        s = (wx * vy - wy * vx) / cross
        t = (wx * uy - wy * ux) / cross
        if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0:
            x, y = first.ax + s * ux, first.ay + s * uy
            return Segment(x, y, x, y)
    best = np.inf
    found = first
    for k in range(4):
        own, other = (first, second) if k < 2 else (second, first)
        px, py = (own.ax, own.ay) if k % 2 == 0 else (own.bx, own.by)
        x, y = _foot(px, py, other)
        d = (x - px) ** 2 + (y - py) ** 2
        if d < best:
            best = d
            found = Segment(px, py, x, y) if k < 2 else Segment(x, y, px, py)
    return found


@njit_noref
def clip_slab(tri: np.ndarray, low: float, high: float, buf: np.ndarray) -> int:
    """The part of a triangle (9 numbers) between two heights, as `buf[0, :k]`; returns k, 0 where nothing is left."""
    for i in range(3):
        buf[0, i, 0] = tri[3 * i]
        buf[0, i, 1] = tri[3 * i + 1]
        buf[0, i, 2] = tri[3 * i + 2]
    count = 3
    if low <= min(tri[2], tri[5], tri[8]) and max(tri[2], tri[5], tri[8]) <= high:
        return count
    for side in range(2):
        source = side
        target = 1 - side
        kept = 0
        for i in range(count):
            j = i + 1 if i + 1 < count else 0
            a = buf[source, i, 2] - low if side == 0 else high - buf[source, i, 2]
            b = buf[source, j, 2] - low if side == 0 else high - buf[source, j, 2]
            if a >= 0.0:
                buf[target, kept, 0] = buf[source, i, 0]
                buf[target, kept, 1] = buf[source, i, 1]
                buf[target, kept, 2] = buf[source, i, 2]
                kept += 1
            if (a > 0.0 and b < 0.0) or (a < 0.0 and b > 0.0):
                t = a / (a - b)
                for k in range(3):
                    buf[target, kept, k] = buf[source, i, k] + t * (buf[source, j, k] - buf[source, i, k])
                kept += 1
        count = kept
        if count == 0:
            return 0
    return count


@njit_noref
def polygon_holds(poly: np.ndarray, count: int, px: float, py: float) -> bool:
    """Is the point inside the convex polygon, seen from above?"""
    positive = False
    negative = False
    area = 0.0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        ax = poly[i, 0] - px
        ay = poly[i, 1] - py
        bx = poly[j, 0] - px
        by = poly[j, 1] - py
        cross = ax * by - ay * bx
        area += cross
        if cross > 0.0:
            positive = True
        elif cross < 0.0:
            negative = True
    return abs(area) > _EDGE_ON and not (positive and negative)


@njit_noref
def segment_polygon(poly: np.ndarray, count: int, line: Segment) -> float:
    """Squared distance in plan from a segment (a point where its ends agree) to a convex polygon."""
    area = 0.0
    holds_a = 0
    holds_b = 0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        ex = poly[j, 0] - poly[i, 0]
        ey = poly[j, 1] - poly[i, 1]
        left_a = ex * (line.ay - poly[i, 1]) - ey * (line.ax - poly[i, 0])
        left_b = ex * (line.by - poly[i, 1]) - ey * (line.bx - poly[i, 0])
        area += left_a
        holds_a |= (1 if left_a > 0.0 else 0) | (2 if left_a < 0.0 else 0)
        holds_b |= (1 if left_b > 0.0 else 0) | (2 if left_b < 0.0 else 0)
    if abs(area) <= _EDGE_ON:
        return _segment_edge_on(poly, count, line)
    if holds_a != 3 or holds_b != 3:
        return 0.0
    least = np.inf
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        least = min(least, _line_edge(line, Segment(poly[i, 0], poly[i, 1], poly[j, 0], poly[j, 1])))
    return least


@njit_noref
def _line_edge(line: Segment, edge: Segment) -> float:
    """Squared distance between a segment, or a point, and an edge."""
    if line.ax == line.bx and line.ay == line.by:
        return point_segment(line.ax, line.ay, edge)
    return segment_segment(line, edge)


@njit_noref
def _segment_edge_on(poly: np.ndarray, count: int, line: Segment) -> float:
    """As `segment_polygon`, of an upright polygon: seen from above it is a segment."""
    low_x = 0
    high_x = 0
    low_y = 0
    high_y = 0
    for i in range(1, count):
        low_x = i if poly[i, 0] < poly[low_x, 0] else low_x
        high_x = i if poly[i, 0] > poly[high_x, 0] else high_x
        low_y = i if poly[i, 1] < poly[low_y, 1] else low_y
        high_y = i if poly[i, 1] > poly[high_y, 1] else high_y
    along_x = poly[high_x, 0] - poly[low_x, 0] > poly[high_y, 1] - poly[low_y, 1]
    first = low_x if along_x else low_y
    last = high_x if along_x else high_y
    return _line_edge(line, Segment(poly[first, 0], poly[first, 1], poly[last, 0], poly[last, 1]))


@njit_noref
def nearest_on_polygon(poly: np.ndarray, count: int, line: Segment) -> tuple[float, float, float, float]:
    """The point of the outline of a polygon that comes nearest to a segment, and the point of the segment there."""
    best = np.inf
    nx = poly[0, 0]
    ny = poly[0, 1]
    fx = line.ax
    fy = line.ay
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        edge = Segment(poly[i, 0], poly[i, 1], poly[j, 0], poly[j, 1])
        for turn in range(3):
            # from either end of the segment to the edge, and from the corner to the segment
            if turn == 2:
                px = edge.ax
                py = edge.ay
                qx, qy = _nearest_point(px, py, line)
            else:
                qx = line.ax if turn == 0 else line.bx
                qy = line.ay if turn == 0 else line.by
                px, py = _nearest_point(qx, qy, edge)
            d = (px - qx) ** 2 + (py - qy) ** 2
            if d < best:
                best = d
                nx = px
                ny = py
                fx = qx
                fy = qy
    return nx, ny, fx, fy


@njit_noref
def _nearest_point(x: float, y: float, line: Segment) -> tuple[float, float]:
    """The point of a segment that is nearest to a point."""
    dx = line.bx - line.ax
    dy = line.by - line.ay
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = min(1.0, max(0.0, ((x - line.ax) * dx + (y - line.ay) * dy) / length))
    return line.ax + t * dx, line.ay + t * dy


@njit_noref
def triangle_holds(tri: np.ndarray, px: float, py: float, slack: float) -> bool:
    """Is the point inside the triangle (9 numbers) seen from above, to within `slack` inches?"""
    x0 = tri[0]
    y0 = tri[1]
    ux = tri[3] - x0
    uy = tri[4] - y0
    vx = tri[6] - x0
    vy = tri[7] - y0
    area = ux * vy - uy * vx
    if area == 0.0:
        return False
    sign = 1.0 if area > 0.0 else -1.0
    for i in range(3):
        j = (i + 1) % 3
        ax = tri[3 * i]
        ay = tri[3 * i + 1]
        ex = tri[3 * j] - ax
        ey = tri[3 * j + 1] - ay
        cross = sign * (ex * (py - ay) - ey * (px - ax))
        if cross < 0.0 and cross * cross > slack * slack * (ex * ex + ey * ey):
            return False
    return True


@njit_noref
def longer(gx: float, gy: float, dx: float, dy: float) -> float:
    """How much longer an inch in a direction is on a slope, which gains gx and gy an inch (MOVE-01).

    What is steeper than 45 degrees and yet walked on is part of low scenery: a step, which costs nothing.
    """
    if gx * gx + gy * gy > _STEEPEST:
        return 1.0
    rise = gx * dx + gy * dy
    long: float = (1.0 + rise * rise) ** 0.5
    return long


@njit_noref
def leaves(tri: np.ndarray, x: float, y: float, dx: float, dy: float) -> float:
    """How far along a line through the triangle it leaves it, seen from above; infinite where it is edge on."""
    area = (tri[3] - tri[0]) * (tri[7] - tri[1]) - (tri[4] - tri[1]) * (tri[6] - tri[0])
    sign = 1.0 if area > 0.0 else -1.0
    far = np.inf
    for i in range(3):
        j = (i + 1) % 3
        ex = sign * (tri[3 * j] - tri[3 * i])
        ey = sign * (tri[3 * j + 1] - tri[3 * i + 1])
        inward = ex * dy - ey * dx
        if inward < -1e-12:
            far = min(far, (ex * (tri[3 * i + 1] - y) - ey * (tri[3 * i] - x)) / inward)
    return far
