"""Compiled kernels: a window of pixels, and triangles drawn on it with their outlines.

An edge is an outline if its two triangles lie on the same side of it as the eye sees them, or if there is but one. A
pixel that one triangle covers wholly is settled whatever outlines run through it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.kernels import Flags, Floats, Ints, Soup
from sim.geometry.shared import Shared

TILE = 4  # pixels
NEAR = 1e-4  # what is nearer to the plane of the eye is cut off

FRONT, BACK, EDGE_ON = 1, 2, 3
CUT = 3  # in place of the number of an edge
UNKNOWN = 2  # whether an edge is an outline: most are never asked
TOUCHED, EDGED, FILLED = 1, 2, 4  # a pixel, by a surface: touched by it, by its outline, covered by one triangle


@dataclass(frozen=True, eq=False)
class Sheet(Shared):
    """The pixels of a window, (n, n) each."""

    body: Flags
    wall: Flags
    near: Floats  # the inverse of how far the body is there at least, along the sight
    far: Floats  # and at most
    filled: Ints  # (n / TILE, n / TILE) pixels of a tile that walls cover
    open: Flags  # (n / TILE, n / TILE) 1 for tiles that are looked at


def sheet(size: int) -> Sheet:
    """A window of so many pixels across, a multiple of `TILE`."""
    tiles = size // TILE
    return Sheet(
        np.zeros((size, size), np.uint8),
        np.zeros((size, size), np.uint8),
        np.zeros((size, size)),
        np.zeros((size, size)),
        np.zeros((tiles, tiles), np.int32),
        np.ones((tiles, tiles), np.uint8),
    )


@njit(cache=True, nogil=True)
def gathered(soup: Soup, eye: Floats, frame: Floats, low: Floats, high: Floats, far: float) -> Ints:
    """Triangles whose tree leaves meet the pyramid through a window, up to `far`."""
    found = np.empty(1024, np.int32)
    number = 0
    planes = np.empty((4, 3))
    for k in range(3):
        planes[0, k] = frame[1, k] - low[0] * frame[0, k]
        planes[1, k] = high[0] * frame[0, k] - frame[1, k]
        planes[2, k] = frame[2, k] - low[1] * frame[0, k]
        planes[3, k] = high[1] * frame[0, k] - frame[2, k]
    stack = np.empty(96, np.int32)
    for r in range(soup.roots.shape[0]):
        depth = 1
        stack[0] = soup.roots[r]
        while depth > 0:
            depth -= 1
            node = stack[depth]
            nearest = 0.0
            furthest = 0.0
            for k in range(3):
                a = frame[0, k] * (soup.forest.boxes[node, k] - eye[k])
                b = frame[0, k] * (soup.forest.boxes[node, 3 + k] - eye[k])
                nearest += min(a, b)
                furthest += max(a, b)
            apart = furthest < NEAR or nearest > far
            for i in range(4):
                most = 0.0
                for k in range(3):
                    a = planes[i, k] * (soup.forest.boxes[node, k] - eye[k])
                    b = planes[i, k] * (soup.forest.boxes[node, 3 + k] - eye[k])
                    most += max(a, b)
                if most < 0:
                    apart = True
            if apart:
                continue
            if soup.forest.leaf[node] == 0:
                stack[depth] = soup.forest.left[node]
                stack[depth + 1] = soup.forest.left[node] + 1
                depth += 2
                continue
            for q in range(soup.forest.first[node], soup.forest.first[node] + soup.forest.leaf[node]):
                if number == found.shape[0]:
                    more = np.empty(2 * number, np.int32)
                    more[:number] = found
                    found = more
                found[number] = q
                number += 1
    return found[:number]


@njit(cache=True, nogil=True)
def _faced(soup: Soup, which: Ints, eye: Floats) -> tuple[int, Flags]:
    """Which side of triangles of a body an eye sees: FRONT, BACK or, where that is unclear, EDGE_ON; 0 for others.

    By their numbers, from the first one returned on.
    """
    if which.shape[0] == 0:
        return 0, np.zeros(0, np.uint8)
    first = which.min()
    faces = np.zeros(which.max() - first + 1, np.uint8)
    t = soup.forest.triangles
    for q in which:
        ux, uy, uz = t[q, 3] - t[q, 0], t[q, 4] - t[q, 1], t[q, 5] - t[q, 2]
        vx, vy, vz = t[q, 6] - t[q, 0], t[q, 7] - t[q, 1], t[q, 8] - t[q, 2]
        x, y, z = eye[0] - t[q, 0], eye[1] - t[q, 1], eye[2] - t[q, 2]
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        facing = x * nx + y * ny + z * nz
        least = 1e-9 * (abs(x * nx) + abs(y * ny) + abs(z * nz)) + 1e-15
        faces[q - first] = FRONT if facing > least else (BACK if facing < -least else EDGE_ON)
    return first, faces


@njit(cache=True, nogil=True)
def _is_outline(soup: Soup, q: int, e: int, eye: Floats) -> bool:
    """Whether an edge of a triangle is an outline to an eye."""
    n = soup.forest.beyond[q, e]
    if n < 0 or n == q:
        return True
    t = soup.forest.triangles
    i, j, k = 3 * e, 3 * ((e + 1) % 3), 3 * ((e + 2) % 3)
    ax, ay, az = t[q, i] - eye[0], t[q, i + 1] - eye[1], t[q, i + 2] - eye[2]
    bx, by, bz = t[q, j] - eye[0], t[q, j + 1] - eye[1], t[q, j + 2] - eye[2]
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    own = nx * (t[q, k] - eye[0]) + ny * (t[q, k + 1] - eye[1]) + nz * (t[q, k + 2] - eye[2])
    # The corner of the other that lies furthest from the edge is the one that is not on it.
    other = 0.0
    for c in range(3):
        v = nx * (t[n, 3 * c] - eye[0]) + ny * (t[n, 3 * c + 1] - eye[1]) + nz * (t[n, 3 * c + 2] - eye[2])
        if abs(v) > abs(other):
            other = v
    least = 1e-9 * (nx * nx + ny * ny + nz * nz) ** 0.5
    return not ((own > least and other < -least) or (own < -least and other > least))


@njit(cache=True, nogil=True)
def _laid(soup: Soup, q: int, eye: Floats, frame: Floats, corners: Floats, edge: Ints, room: Floats) -> int:
    """A triangle on the window's plane: corners (s, t, 1 / distance along the sight), counter-clockwise. How many.

    What is nearer than `NEAR` is cut off; `edge` says of which edge each side is, `CUT` where there was none.
    """
    t = soup.forest.triangles
    for c in range(3):
        x, y, z = t[q, 3 * c] - eye[0], t[q, 3 * c + 1] - eye[1], t[q, 3 * c + 2] - eye[2]
        for k in range(3):
            room[c, k] = frame[k, 0] * x + frame[k, 1] * y + frame[k, 2] * z
    m = 0
    for c in range(3):
        n = (c + 1) % 3
        inside, next_inside = room[c, 0] >= NEAR, room[n, 0] >= NEAR
        if inside:
            corners[m, 2] = 1.0 / room[c, 0]
            corners[m, 0] = room[c, 1] * corners[m, 2]
            corners[m, 1] = room[c, 2] * corners[m, 2]
            edge[m] = c
            m += 1
        if inside != next_inside:
            s = (NEAR - room[c, 0]) / (room[n, 0] - room[c, 0])
            corners[m, 2] = 1.0 / NEAR
            corners[m, 0] = (room[c, 1] + (room[n, 1] - room[c, 1]) * s) / NEAR
            corners[m, 1] = (room[c, 2] + (room[n, 2] - room[c, 2]) * s) / NEAR
            edge[m] = CUT if inside else c
            m += 1
    if m < 3:
        return 0
    area = 0.0
    for c in range(m):
        n = (c + 1) % m
        area += corners[c, 0] * corners[n, 1] - corners[n, 0] * corners[c, 1]
    if area < 0:  # turn it round: side c then runs from the corner that was its end
        for c in range(m // 2):
            for k in range(3):
                corners[c, k], corners[m - 1 - c, k] = corners[m - 1 - c, k], corners[c, k]
        for c in range((m - 1) // 2):
            edge[c], edge[m - 2 - c] = edge[m - 2 - c], edge[c]
    return m


@njit(cache=True, nogil=True)
def draw(
    soup: Soup,
    which: Ints,
    is_body: bool,
    eye: Floats,
    frame: Floats,
    low: Floats,
    high: Floats,
    far: float,
    page: Sheet,
) -> None:
    """Draw triangles on a sheet."""
    size = page.body.shape[0]
    wide_s, wide_t = (high[0] - low[0]) / size, (high[1] - low[1]) / size
    corners = np.empty((6, 3))
    edge = np.zeros(6, np.int32)
    outline = np.ones(4, np.uint8)
    room = np.empty((3, 3))
    side = np.empty((6, 4))  # a s + b t + c >= 0 inside, and how far that may change within a pixel
    first, faces = _faced(soup, which if is_body else which[:0], eye)
    for w in range(which.shape[0]):
        q = which[w]
        wound = is_body and soup.forest.sound[q]
        if wound and faces[q - first] == BACK:
            continue  # its front covers the same
        outline[:3] = UNKNOWN
        m = _laid(soup, q, eye, frame, corners, edge, room)
        if m == 0:
            continue
        s0 = s1 = corners[0, 0]
        t0 = t1 = corners[0, 1]
        q0 = q1 = corners[0, 2]
        for c in range(1, m):
            s0, s1 = min(s0, corners[c, 0]), max(s1, corners[c, 0])
            t0, t1 = min(t0, corners[c, 1]), max(t1, corners[c, 1])
            q0, q1 = min(q0, corners[c, 2]), max(q1, corners[c, 2])
        if q1 * far < 1 or s1 < low[0] or s0 > high[0] or t1 < low[1] or t0 > high[1]:
            continue
        i0 = max(0, int((s0 - low[0]) / wide_s - 1e-6))
        i1 = min(size - 1, int((s1 - low[0]) / wide_s + 1e-6))
        j0 = max(0, int((t0 - low[1]) / wide_t - 1e-6))
        j1 = min(size - 1, int((t1 - low[1]) / wide_t + 1e-6))
        for c in range(m):
            n = c + 1 if c + 1 < m else 0
            a, b = corners[c, 1] - corners[n, 1], corners[n, 0] - corners[c, 0]
            side[c, 0], side[c, 1] = a, b
            side[c, 2] = -(a * corners[c, 0] + b * corners[c, 1])
            side[c, 3] = 0.5 * (abs(a) * wide_s + abs(b) * wide_t) * (1 + 1e-9)
        # The inverse of the distance is a plane over the window: flat where the triangle is seen edge-on.
        ux, uy, uz = room[1, 0] - room[0, 0], room[1, 1] - room[0, 1], room[1, 2] - room[0, 2]
        vx, vy, vz = room[2, 0] - room[0, 0], room[2, 1] - room[0, 1], room[2, 2] - room[0, 2]
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        d = nx * room[0, 0] + ny * room[0, 1] + nz * room[0, 2]
        if abs(d) > 1e-9 * (abs(nx) + abs(ny) + abs(nz)):
            nx, ny, nz = nx / d, ny / d, nz / d
            across = 0.5 * (abs(ny) * wide_s + abs(nz) * wide_t)
        else:
            nx, ny, nz = 0.5 * (q0 + q1), 0.0, 0.0
            across = q1
        for tj in range(j0 // TILE, j1 // TILE + 1):
            for ti in range(i0 // TILE, i1 // TILE + 1):
                if not page.open[tj, ti] or (not is_body and page.filled[tj, ti] == TILE * TILE):
                    continue
                if i1 - i0 >= TILE or j1 - j0 >= TILE:
                    cs = low[0] + (ti + 0.5) * TILE * wide_s
                    ct = low[1] + (tj + 0.5) * TILE * wide_t
                    apart = False
                    for c in range(m):
                        if side[c, 0] * cs + side[c, 1] * ct + side[c, 2] < -TILE * side[c, 3]:
                            apart = True
                    if apart:
                        continue
                for j in range(max(j0, tj * TILE), min(j1, tj * TILE + TILE - 1) + 1):
                    t = low[1] + (j + 0.5) * wide_t
                    for i in range(max(i0, ti * TILE), min(i1, ti * TILE + TILE - 1) + 1):
                        if not is_body and (page.wall[j, i] & FILLED or not page.body[j, i]):
                            continue
                        s = low[0] + (i + 0.5) * wide_s
                        bits = TOUCHED | FILLED
                        for c in range(m):
                            at = side[c, 0] * s + side[c, 1] * t + side[c, 2]
                            if at < side[c, 3]:
                                if at < -side[c, 3]:
                                    bits = 0
                                    break
                                bits &= ~FILLED
                                e = edge[c]
                                if outline[e] == UNKNOWN:
                                    # Of surfaces that are wound one way, two fronts that meet lie on either side of
                                    # their edge.
                                    n = soup.forest.beyond[q, e] - first
                                    inner = wound and faces[q - first] == FRONT
                                    inner = inner and 0 <= n < faces.shape[0] and faces[n] == FRONT
                                    outline[e] = 0 if inner or not _is_outline(soup, q, e, eye) else 1
                                if outline[e]:
                                    bits |= EDGED
                        if bits == 0:
                            continue
                        mid = nx + ny * s + nz * t
                        near, far_off = max(q0, min(q1, mid + across)), max(q0, mid - across)
                        if is_body:
                            empty = page.body[j, i] == 0
                            if bits & FILLED:
                                # as far as this one at most, whatever else there is
                                page.far[j, i] = max(page.far[j, i], far_off) if page.body[j, i] & FILLED else far_off
                            elif not page.body[j, i] & FILLED:
                                page.far[j, i] = far_off if empty else min(page.far[j, i], far_off)
                            page.near[j, i] = near if empty else max(page.near[j, i], near)
                            page.body[j, i] |= bits
                        elif near < page.far[j, i]:
                            continue
                        elif far_off > page.near[j, i]:
                            page.wall[j, i] |= bits
                            if bits & FILLED:
                                page.filled[tj, ti] += 1
                        else:
                            page.wall[j, i] |= EDGED
