"""Where values over a lattice are positive, as areas: marching squares (Lorensen and Cline 1987, in the plane), storey
by storey. Inches, z up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window, column_at, level_at

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = ["FOREIGN", "NO_LEVEL", "areas", "extent", "storeys"]

_LEAST = 3  # corners of a ring
_SPECK = 1e-4  # square inches: smaller rings are left out
_EVEN = 0.003  # inches: an edge that turns by less is straight

NO_LEVEL, FOREIGN = -1, -2  # in a storey
_BESIDE, _OF = 1, 2

Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]


class _Flood(NamedTuple):
    """Storeys being filled: what with, and which places belong to one (`_BESIDE` it, or `_OF` it)."""

    field: Heightfield
    values: Floats
    window: Window
    taken: Bytes


@njit(cache=True, nogil=True)
def storeys(field: Heightfield, values: Floats, window: Window, nearly: float = 0.0) -> Longs:
    """Sort the places of a window into storeys, one level a column each: rows of levels (or `NO_LEVEL`) by column.

    `values` (columns * rows, LEVELS) are positive within the area; a storey is an area that hangs together, and the
    places round it. Each is filled from a seed, place by place. `nearly`, below 0: also the places round those that
    lack no more, `FOREIGN` where one belongs to another storey; and such places that are beside no area make storeys.
    """
    size = window.columns * window.rows
    out = np.full((8, size), NO_LEVEL, np.int64)
    used = 0
    flood = _Flood(field, values, window, np.zeros((size, LEVELS), np.uint8))
    queue = np.empty(size * LEVELS + 1, np.int64)  # places: column of the window * LEVELS + level
    for least in (0.0, nearly):
        for seed in range(size):
            for level in range(field.count[column_at(field, window, seed)]):
                if flood.taken[seed, level] == _OF or values[seed, level] <= least:
                    continue
                if least < 0.0 and flood.taken[seed, level] == _BESIDE:
                    continue
                if used == len(out):
                    more = np.full((2 * used, size), NO_LEVEL, np.int64)
                    more[:used] = out
                    out = more
                _fill(flood, seed * LEVELS + level, out[used], queue, least)
                if nearly < 0.0:
                    _spread_once(flood, out[used], queue, nearly)
                used += 1
        if nearly == 0.0:
            break
    return out[:used].copy()


@njit_noref
def _fill(flood: _Flood, seed: int, storey: Longs, queue: Longs, least: float) -> None:
    """Fill a storey from a seed with all places that have more than the least."""
    queue[0] = seed
    flood.taken[seed // LEVELS, seed % LEVELS] = _OF
    storey[seed // LEVELS] = seed % LEVELS
    waiting = 1
    n = 0
    while n < waiting:
        waiting += _spread(flood, queue[n], storey, queue[waiting:], least)
        n += 1


@njit_noref
def _spread_once(flood: _Flood, storey: Longs, queue: Longs, nearly: float) -> None:
    """Take the places round those of a storey that lack no more than `nearly`, too."""
    waiting = 0
    for w in range(len(storey)):
        k = storey[w]
        if k >= 0 and nearly < flood.values[w, k] <= 0.0:
            queue[waiting] = w * LEVELS + k
            waiting += 1
    for n in range(waiting):
        _spread(flood, queue[n], storey, queue[waiting:waiting], 0.0)


@njit_noref
def _spread(flood: _Flood, place: int, storey: Longs, queue: Longs, least: float) -> int:
    """Go on from a place to those round it that belong to its storey; how many of them are to be gone on from. None is,
    where there is no room in the queue."""
    field = flood.field
    window = flood.window
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
            taken = flood.taken[n, q] if q >= 0 else _OF
            own = q >= 0 and flood.values[n, q] > least
            if len(queue) == 0:
                if q >= 0:
                    storey[n] = FOREIGN if own or taken == _OF else q
            elif own and taken != _OF and (least == 0.0 or taken != _BESIDE):
                storey[n] = q
                flood.taken[n, q] = _OF
                queue[found] = n * LEVELS + q
                found += 1
            elif q >= 0 and not (own and taken == _OF):
                storey[n] = q
                flood.taken[n, q] = max(flood.taken[n, q], _BESIDE)
    return found


@njit_noref
def extent(
    field: Heightfield, window: Window, values: Floats, storey: Longs, nearly: float
) -> tuple[Window, float, float]:
    """Where a storey lies: the columns of the window that it has a part in, and one more each way, counted from the
    window's first; and the lowest and the highest that a base rests in its area, or, where that lies between places, at
    those round it that lack no more than `nearly`, below 0."""
    i0 = window.columns
    j0 = window.rows
    i1 = -1
    j1 = -1
    within = False
    low = np.inf
    high = -np.inf
    for w in range(len(storey)):
        k = storey[w]
        if k < 0:
            continue
        i = w % window.columns
        j = w // window.columns
        i0 = min(i0, i)
        j0 = min(j0, j)
        i1 = max(i1, i)
        j1 = max(j1, j)
        if values[w, k] > 0.0 and not within:
            within = True
            low = np.inf
            high = -np.inf
        if values[w, k] > (0.0 if within else nearly):
            rest = field.rest_z[column_at(field, window, w), k]
            low = min(low, rest)
            high = max(high, rest)
    i0 = max(0, i0 - 1)
    j0 = max(0, j0 - 1)
    i1 = min(window.columns - 1, i1 + 1)
    j1 = min(window.rows - 1, j1 + 1)
    return Window(i0, j0, i1 - i0 + 1, j1 - j0 + 1), low, high


class _Parts(NamedTuple):
    """Squares that are looked at, numbered from 1 on (0: not looked at), and how many parts a side each has. Of the
    edges of parts: the next one round the area (`onward`, -1: it is not crossed), where it is crossed (`points`), and
    which are (`crossed`)."""

    number: Ints
    across: int
    onward: Ints
    points: Floats
    crossed: Ints


@njit(cache=True, nogil=True)
def _rings(values: Floats, squares: Bytes, across: int) -> tuple[Floats, Longs]:
    """The corners of the rings, one behind the other, in parts of the distance, and where each ring begins."""
    looked = 0
    number = np.zeros(squares.shape, np.int32)
    for j in range(squares.shape[0]):
        for i in range(squares.shape[1]):
            if squares[j, i]:
                looked += 1
                number[j, i] = looked
    edges = 2 * (looked + 1) * across * across  # two of each part, to the south and to the west
    onward = np.full(edges, -1, np.int32)
    parts = _Parts(number, across, onward, np.empty((edges, 2)), np.empty(edges, np.int32))
    used = 0
    for j in range(squares.shape[0]):
        for i in range(squares.shape[1]):
            if number[j, i] == 0:
                continue
            for b in range(j * across, (j + 1) * across):
                for a in range(i * across, (i + 1) * across):
                    used = _segments(values, parts, a, b, used)
    out = np.empty((used, 2))
    starts = np.empty(used + 1, np.int64)
    rings = 0
    total = 0
    for k in range(used):
        n = parts.crossed[k]
        if onward[n] < 0:
            continue
        starts[rings] = total
        rings += 1
        while onward[n] >= 0:
            out[total, 0] = parts.points[n, 0]
            out[total, 1] = parts.points[n, 1]
            total += 1
            then = onward[n]
            onward[n] = -1
            n = then
    starts[rings] = total
    return out[:total].copy(), starts[: rings + 1].copy()


@njit_noref
def _edge(parts: _Parts, i: int, j: int, side: int) -> int:
    """The number of a side of a part, south, east, north, west; 0 where it is one of a square that is not looked at,
    which no edge of the area crosses."""
    if side == 1:
        i += 1
    elif side == 2:
        j += 1
    across = parts.across
    if i // across >= parts.number.shape[1] or j // across >= parts.number.shape[0]:
        return 0
    square = parts.number[j // across, i // across]
    return int(2 * ((square * across + j % across) * across + i % across) + side % 2) if square > 0 else 0


@njit_noref
def _segments(values: Floats, parts: _Parts, i: int, j: int, used: int) -> int:
    """Each crossed edge of a part -> the next one round the area, which lies to the left; and where they are. The edges
    are listed behind those that are `crossed` already; how many there are now."""
    v = (values[j, i], values[j, i + 1], values[j + 1, i + 1], values[j + 1, i])
    inner = 0
    for k in range(4):
        inner += 1 if v[k] > 0.0 else 0
    if inner == 0 or inner == 4:
        return used
    for k in range(4):
        n = (k + 1) % 4
        if (v[k] > 0.0) == (v[n] > 0.0):
            continue
        t = v[k] / (v[k] - v[n])
        kx = i + (1 if k == 1 or k == 2 else 0)
        ky = j + (1 if k >= 2 else 0)
        nx = i + (1 if n == 1 or n == 2 else 0)
        ny = j + (1 if n >= 2 else 0)
        edge = _edge(parts, i, j, k)
        parts.points[edge, 0] = kx + t * (nx - kx)
        parts.points[edge, 1] = ky + t * (ny - ky)
    saddle = inner == 2 and (v[0] > 0.0) == (v[2] > 0.0)
    joined = saddle and v[0] + v[1] + v[2] + v[3] > 0.0
    for k in range(4):
        n = (k + 1) % 4
        if not (v[k] > 0.0 and v[n] <= 0.0):
            continue
        # the area is left through edge k: round the outside to where it is entered again; where it is joined at a
        # saddle the outer corner is cut off alone
        turn = 1 if joined else 3
        m = n if joined else (k + 3) % 4
        while not (v[m] <= 0.0 and v[(m + 1) % 4] > 0.0):
            m = (m + turn) % 4
        edge = _edge(parts, i, j, k)
        parts.onward[edge] = _edge(parts, i, j, m)
        parts.crossed[used] = edge
        used += 1
    return used


def areas(values: Floats, squares: Bytes, x: float, y: float, apart: float) -> list[Polygon]:
    """The polygons where `values` (rows from y on, of columns from x on, so far apart) are positive.

    `squares`: not 0 where edges may run, of rows of squares with as many parts each; in others nothing is read.
    """
    import shapely

    corners, starts = _rings(values, squares, (values.shape[1] - 1) // squares.shape[1])
    length = starts[1:] - starts[:-1]
    if (length < _LEAST).any():
        corners, length = corners[np.repeat(length >= _LEAST, length)], length[length >= _LEAST]
    if not len(length):
        return []
    drawn = shapely.linearrings(corners * apart + (x, y), indices=np.repeat(np.arange(len(length)), length))
    plain = shapely.simplify(shapely.polygons(drawn), _EVEN, preserve_topology=False)
    outside = _turns_left(corners, length)
    rings = plain
    if (shapely.get_type_id(plain) == shapely.GeometryType.MULTIPOLYGON).any():  # what was narrow has come apart
        rings, of = shapely.get_parts(plain, return_index=True)
        outside = outside[of]
    size = shapely.area(rings)
    whole = size > _SPECK
    outer, holes = np.flatnonzero(whole & outside), np.flatnonzero(whole & ~outside)
    if len(holes):
        _cut_out(rings, size, outer, holes)
    made = rings[outer]
    if not shapely.is_valid(made).all():
        made = shapely.get_parts(shapely.buffer(made, 0.0))
    return list(made[shapely.area(made) > _SPECK])


def _turns_left(corners: Floats, length: Longs) -> NDArray[np.bool_]:
    """Do rings, one behind the other, each of so many corners, turn counterclockwise?"""
    ends = np.cumsum(length)
    following = np.arange(1, len(corners) + 1)
    following[ends - 1] = ends - length
    x, y = corners.T
    return np.asarray(np.add.reduceat(x * y[following] - x[following] * y, ends - length) > 0.0)


def _cut_out(rings: NDArray[np.object_], size: Floats, outer: Longs, holes: Longs) -> None:
    """Cut each hole out of the smallest of the outer rings that is round it."""
    import shapely

    mine: dict[int, list[int]] = {int(ring): [] for ring in outer}
    inner = shapely.point_on_surface(rings[holes])
    for hole, at in zip(holes, inner, strict=True):
        round_it = [ring for ring in outer if size[ring] > size[hole] and shapely.contains(rings[ring], at)]
        if round_it:
            mine[int(min(round_it, key=lambda ring: size[ring]))].append(int(hole))
    for ring, own in mine.items():
        if own:
            rings[ring] = shapely.polygons(
                shapely.get_exterior_ring(rings[ring]), shapely.get_exterior_ring(rings[own])
            )
