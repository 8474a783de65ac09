"""Where values over a lattice are positive, as areas: marching squares (Lorensen and Cline 1987, in the plane), storey
by storey. Inches, z up."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, column_at, level_at

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = ["FOREIGN", "NO_LEVEL", "areas", "storeys"]

_EVEN = 0.003  # inches: an edge that turns by less is straight

NO_LEVEL, FOREIGN = -1, -2  # in a storey

Longs = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@njit(cache=True, nogil=True)
def storeys(field: Heightfield, values: Floats, window: Window, nearly: float = 0.0) -> Longs:
    """Sort the places of a window into storeys, one level a column each: rows of levels (or `NO_LEVEL`) by column.

    `values` (columns * rows, LEVELS) are positive within the area; a storey is an area that hangs together, and the
    places round it. Each is filled from a seed, place by place. `nearly`, below 0: also those round any of these that
    lacks no more; where one of them belongs to another area, `FOREIGN`.
    """
    size = window.columns * window.rows
    out = np.full((8, size), NO_LEVEL, np.int64)
    used = 0
    taken = np.zeros((size, LEVELS), np.uint8)
    queue = np.empty(size * LEVELS + 1, np.int64)  # places: column of the window * LEVELS + level
    for seed in range(size):
        for level in range(field.count[column_at(field, window, seed)]):
            if taken[seed, level] or values[seed, level] <= 0.0:
                continue
            if used == len(out):
                more = np.full((2 * used, size), NO_LEVEL, np.int64)
                more[:used] = out
                out = more
            queue[0] = seed * LEVELS + level
            taken[seed, level] = 1
            out[used, seed] = level
            waiting = 1
            n = 0
            while n < waiting:
                waiting += _spread(field, values, window, queue[n], out[used], taken, queue[waiting:])
                n += 1
            if nearly < 0.0:
                _spread_once(field, values, window, out[used], taken, queue, nearly)
            used += 1
    return out[:used].copy()


@njit_noref
def _spread_once(
    field: Heightfield, values: Floats, window: Window, storey: Longs, taken: Bytes, queue: Longs, nearly: float
) -> None:
    """Take the places round those of a storey that lack no more than `nearly`, too; `FOREIGN` where another area is."""
    waiting = 0
    for w in range(len(storey)):
        k = storey[w]
        if k >= 0 and nearly < values[w, k] <= 0.0:
            queue[waiting] = w * LEVELS + k
            waiting += 1
    for n in range(waiting):
        _spread(field, values, window, queue[n], storey, taken, queue[waiting:waiting])


@njit_noref
def _spread(
    field: Heightfield, values: Floats, window: Window, place: int, storey: Longs, taken: Bytes, queue: Longs
) -> int:
    """Go on from a place to those round it that belong to its storey; how many of them are to be gone on from. None is,
    where there is no room in the queue."""
    w = place // LEVELS
    k = place % LEVELS
    i = window.i + w % window.columns
    j = window.j + w // window.columns
    c = j * field.columns + i
    found = 0
    for dj in range(-1, 2):
        for di in range(-1, 2):
            u = i + di - window.i
            v = j + dj - window.j
            if (di == 0 and dj == 0) or not (0 <= u < window.columns and 0 <= v < window.rows):
                continue
            n = v * window.columns + u
            if storey[n] != NO_LEVEL:
                continue
            # carried on to half way between the two columns
            half = 0.5 * SPACING * (di * field.slope[c, k, 0] + dj * field.slope[c, k, 1])
            x = field.x + (i + 0.5 * di) * SPACING
            y = field.y + (j + 0.5 * dj) * SPACING
            q = level_at(field, i + di, j + dj, x, y, field.ground[c, k] + half, 0.0)[0]
            if q < 0 or (taken[n, q] and values[n, q] > 0.0 and len(queue) > 0):
                continue
            storey[n] = q
            if values[n, q] > 0.0 and len(queue) == 0:
                storey[n] = FOREIGN
            elif values[n, q] > 0.0:
                taken[n, q] = 1
                queue[found] = n * LEVELS + q
                found += 1
    return found


@njit(cache=True, nogil=True)
def _segments(values: Floats, columns: int, rows: int, points: Floats) -> Longs:
    """Each crossed edge of the lattice -> the next one round the area, which lies to the left; and where they are."""
    onward = np.full(2 * columns * rows, -1, np.int64)
    v = np.empty(4)
    edge = np.empty(4, np.int64)
    for j in range(rows - 1):
        for i in range(columns - 1):
            a = j * columns + i
            v[0] = values[a]
            v[1] = values[a + 1]
            v[2] = values[a + columns + 1]
            v[3] = values[a + columns]
            edge[0] = 2 * a
            edge[1] = 2 * (a + 1) + 1
            edge[2] = 2 * (a + columns)
            edge[3] = 2 * a + 1
            inner = 0
            for k in range(4):
                if v[k] > 0.0:
                    inner += 1
            if inner == 0 or inner == 4:
                continue
            for k in range(4):
                n = (k + 1) % 4
                if (v[k] > 0.0) == (v[n] > 0.0):
                    continue
                t = v[k] / (v[k] - v[n])
                kx = i + (1 if k == 1 or k == 2 else 0)
                ky = j + (1 if k >= 2 else 0)
                nx = i + (1 if n == 1 or n == 2 else 0)
                ny = j + (1 if n >= 2 else 0)
                points[edge[k], 0] = kx + t * (nx - kx)
                points[edge[k], 1] = ky + t * (ny - ky)
            saddle = inner == 2 and (v[0] > 0.0) == (v[2] > 0.0)
            joined = saddle and v[0] + v[1] + v[2] + v[3] > 0.0
            for k in range(4):
                n = (k + 1) % 4
                if not (v[k] > 0.0 and v[n] <= 0.0):
                    continue
                # the area is left through edge k: round the outside to where it is entered again
                m = n
                if joined:
                    # the other inner corner belongs to the same area: the outer corner is cut off alone
                    while not (v[m] <= 0.0 and v[(m + 1) % 4] > 0.0):
                        m = (m + 1) % 4
                else:
                    m = (k + 3) % 4
                    while not (v[m] <= 0.0 and v[(m + 1) % 4] > 0.0):
                        m = (m + 3) % 4
                onward[edge[k]] = edge[m]
    return onward


@njit(cache=True, nogil=True)
def _rings(onward: Longs) -> tuple[Longs, Longs]:
    """The rings, one behind the other, and where each begins."""
    out = np.empty(len(onward), np.int64)
    starts = np.empty(len(onward) + 1, np.int64)
    used = 0
    rings = 0
    done = np.zeros(len(onward), np.uint8)
    for e in range(len(onward)):
        if onward[e] < 0 or done[e]:
            continue
        starts[rings] = used
        rings += 1
        n = e
        while n >= 0 and not done[n]:
            done[n] = 1
            out[used] = n
            used += 1
            n = onward[n]
    starts[rings] = used
    return out[:used].copy(), starts[: rings + 1].copy()


def areas(values: Floats, x: float, y: float, apart: float) -> list[Polygon]:
    """The polygons where `values` (rows from y on, of columns from x on, so far apart) are positive."""
    import shapely
    from shapely.geometry import Polygon

    rows, columns = values.shape
    points = np.empty((2 * columns * rows, 2))
    order, starts = _rings(_segments(values.ravel(), columns, rows, points))
    outer: list[Polygon] = []
    holes: list[Polygon] = []
    for a, b in pairwise(starts):
        if b - a < 3:
            continue
        ring = Polygon(points[order[a:b]] * apart + (x, y)).simplify(_EVEN, preserve_topology=False)
        if not ring.is_empty and isinstance(ring, Polygon):
            (outer if ring.exterior.is_ccw else holes).append(ring)
    made = []
    for ring in outer:
        shapely.prepare(ring)
        own = [h for h in holes if ring.contains(h.representative_point()) and ring.area > h.area]
        made.append((ring, own))
    out: list[Polygon] = []
    for ring, own in made:
        # a hole belongs to the smallest ring round it
        mine = [h for h in own if not any(o is not ring and o.area < ring.area and h in hs for o, hs in made)]
        polygon = Polygon(ring.exterior, [h.exterior for h in mine])
        if not polygon.is_valid:
            polygon = polygon.buffer(0)
        out.extend(p for p in getattr(polygon, "geoms", [polygon]) if p.area > 1e-4)
    return out
