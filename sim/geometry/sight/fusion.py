"""Compiled kernels: a third proof that nothing is seen, by everything that stands in a shaft, taken together
(blocker fusion: Durand and others 2000; Cohen-Or and others, "A survey of visibility for walkthrough applications",
2003).

One wall behind another, or a louvre: no surface and no cross-section parts two bodies, yet nothing passes. So the
outlines of everything in the shaft of a cell are laid over one plane, along the middle of the shaft (`projection`). A
ray through a place of the plane crosses as many surfaces as lie over that place, unless it turns away from the middle
so much that it passes an outline on the other side. By how much it can is known: for a small cell, by little.

So a part of the plane is closed if more surfaces lie over its middle than there are outlines that a ray through the
part may be beyond. The plane is halved until all its parts are closed, or one of them is found open.

Any set of triangles makes a proof: outlines are the edges beyond which the set does not go on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import Floats, Longs, Soup
from sim.geometry.sight.projection import (
    HEAD_U,
    HEAD_V,
    REACH_U,
    REACH_V,
    TAIL_U,
    TAIL_V,
    TWIST,
    Projection,
    align,
    gather,
    project,
    tube_of,
)
from sim.geometry.sight.workspace import Workspace
from sim.geometry.tolerance import BEAM_PULL, FINEST_TILE, WELDED

__all__ = ["CLOSED", "NARROW", "OPEN", "UNCLEAR", "Shifts", "Tile", "close", "fuse", "look"]

WORTH = 1500  # work on one plane: more is better spent on smaller cells
HELD = 64  # parts of a plane at once
OPEN, UNCLEAR, NARROW, CLOSED = range(4)


class Tile(NamedTuple):
    """A rectangle on a plane: its middle, and half its sides."""

    u: float
    v: float
    half_u: float
    half_v: float


class Outline(NamedTuple):
    """An outline as it lies to the middle of a tile: see the columns of `projection`."""

    tail_u: float
    tail_v: float
    head_u: float
    head_v: float
    reach_u: float
    reach_v: float


class Shifts(NamedTuple):
    """Where the parallels of a beam are on a plane."""

    ways: Floats  # (n, 2) to the side and upwards from the beam's middle, which is the first of them
    doubt: float  # give or take so much, but for the middle


@njit_noref
def _outline(lines: Floats, i: int, u: float, v: float) -> Outline:
    """An outline as it lies to a place."""
    tail_u, tail_v = lines[i, TAIL_U] - u, lines[i, TAIL_V] - v
    return Outline(tail_u, tail_v, lines[i, HEAD_U] - u, lines[i, HEAD_V] - v, lines[i, REACH_U], lines[i, REACH_V])


@njit_noref
def _meets(line: Outline, half_u: float, half_v: float) -> bool:
    """Whether an outline meets a rectangle of these half sides round the middle."""
    if min(line.tail_u, line.head_u) > half_u or max(line.tail_u, line.head_u) < -half_u:
        return False
    if min(line.tail_v, line.head_v) > half_v or max(line.tail_v, line.head_v) < -half_v:
        return False
    side = line.tail_u * line.head_v - line.head_u * line.tail_v  # times the length: how far the middle is to the left
    return abs(side) <= abs(line.head_u - line.tail_u) * half_v + abs(line.head_v - line.tail_v) * half_u


@njit_noref
def look(plane: Projection, tile: Tile, radius: float) -> int:
    """CLOSED if no ray passes a tile of the plane; OPEN if one passes its middle, however small it is made. NARROW if
    some may pass, but none that stays as far as a radius from all outlines."""
    looked = OPEN
    for i in range(plane.first.shape[0] - 1):
        one = _under(plane.outlines, plane.first[i], plane.first[i + 1], tile)
        if one == CLOSED:
            return CLOSED
        if one == UNCLEAR:
            looked = UNCLEAR
    if radius > 0:
        if _is_near_one(plane.outlines, tile, radius):
            return NARROW
        if looked == OPEN and _is_near_one(plane.outlines, Tile(tile.u, tile.v, 0.0, 0.0), radius):
            looked = UNCLEAR
    return looked


@njit_noref
def _is_near_one(lines: Floats, tile: Tile, radius: float) -> bool:
    """Whether there is an outline that all rays through a tile come nearer than a radius to."""
    squared = radius * radius
    for i in range(lines.shape[0]):
        line = _outline(lines, i, tile.u, tile.v)
        if not _meets(line, radius, radius):
            continue
        du, dv = lines[i, HEAD_U] - lines[i, TAIL_U], lines[i, HEAD_V] - lines[i, TAIL_V]
        wide_u, wide_v = tile.half_u + line.reach_u, tile.half_v + line.reach_v
        if wide_u * wide_u + wide_v * wide_v > squared and min(wide_u, wide_v) > radius:
            continue
        length = max(du * du + dv * dv, 1e-18)
        near = True
        for c in range(-1, 4):  # the middle, and the corners of where they may be: no place is further away
            u0 = 0.0 if c < 0 else (wide_u if c & 1 else -wide_u)
            v0 = 0.0 if c < 0 else (wide_v if c & 2 else -wide_v)
            along = min(1.0, max(0.0, ((u0 - line.tail_u) * du + (v0 - line.tail_v) * dv) / length))
            if (line.tail_u + along * du - u0) ** 2 + (line.tail_v + along * dv - v0) ** 2 > squared:
                near = False
                break
        if near:
            return True
    return False


@njit_noref
def _under(lines: Floats, start: int, end: int, tile: Tile) -> int:
    """Whether every ray through a tile crosses the surface with these outlines; OPEN where some ray through its middle
    may not."""
    over = 0  # how often the surface lies over the middle
    lost = lost_here = 0  # outlines that a ray through the part, through its middle, may be beyond
    unclear = False
    for i in range(start, end):
        line = _outline(lines, i, tile.u, tile.v)
        du, dv = line.head_u - line.tail_u, line.head_v - line.tail_v
        side = line.tail_u * line.head_v - line.head_u * line.tail_v
        if (abs(line.tail_v) < WELDED and line.tail_u > -WELDED) or (
            abs(line.head_v) < WELDED and line.head_u > -WELDED
        ):
            unclear = True
        if (line.tail_v <= 0) != (line.head_v <= 0) and (side > 0) == (dv > 0):
            over += 1 if dv > 0 else -1
        if not _meets(line, tile.half_u + line.reach_u, tile.half_v + line.reach_v):
            continue
        if side < 0 and side * side > lines[i, TWIST] ** 2 * (du * du + dv * dv):
            continue  # who passes this outline finds one more surface beyond it
        lost += 1
        if _meets(line, line.reach_u, line.reach_v):
            lost_here += 1
    if unclear:
        return UNCLEAR
    if over > lost:
        return CLOSED
    return UNCLEAR if over > lost_here else OPEN


@njit_noref
def _crossways(lines: Floats, tile: Tile) -> int:
    """Along which axis a tile is best halved: across the outlines in it."""
    across_u = across_v = 0.0
    for i in range(lines.shape[0]):
        line = _outline(lines, i, tile.u, tile.v)
        if _meets(line, tile.half_u + line.reach_u, tile.half_v + line.reach_v):
            du, dv = abs(line.head_u - line.tail_u), abs(line.head_v - line.tail_v)
            length = max((du * du + dv * dv) ** 0.5, 1e-12)
            across_u += dv / length * tile.half_u
            across_v += du / length * tile.half_v
    if across_u == across_v:
        return 0 if tile.half_u >= tile.half_v else 1
    return 0 if across_u > across_v else 1


@njit_noref
def _look_beside(plane: Projection, tile: Tile, shifts: Shifts, first: int) -> tuple[int, int]:
    """As `look`, for a tile or one of those that are so much beside it, and which of them is closed; `first` is tried
    first."""
    best = OPEN
    count = shifts.ways.shape[0]
    for j in range(count):
        k = (first + j) % count
        off = shifts.doubt if k > 0 else 0.0
        u, v = tile.u + shifts.ways[k, 0], tile.v + shifts.ways[k, 1]
        looked = look(plane, Tile(u, v, tile.half_u + off, tile.half_v + off), 0.0)
        if looked == CLOSED:
            return CLOSED, k
        best = max(best, looked)
    return best, first


@njit_noref
def _halve(tiles: Floats, held: int, tile: Tile, axis: int) -> int:
    """Add the two halves of a tile to those that are to be looked at: how many there are then."""
    for side in range(2):
        for k in range(4):
            tiles[held, k] = tile[k]
        tiles[held, 2 + axis] *= 0.5
        tiles[held, axis] += tiles[held, 2 + axis] if side else -tiles[held, 2 + axis]
        held += 1
    return held


@njit(cache=True)
def close(plane: Projection, shifts: Shifts, radius: float, demand: Floats, spent: Longs) -> int:
    """CLOSED if every tile of the plane is, or one beside it; NARROW if all are closed or narrow; else OPEN, and
    `demand` gets what would help."""
    tiles = np.empty((HELD, 4))
    tiles[0, 0], tiles[0, 1], tiles[0, 2], tiles[0, 3] = 0.0, 0.0, plane.half_u, plane.half_v
    held = 1
    price = 1 + plane.outlines.shape[0] // 12
    last = 0
    furthest = np.abs(shifts.ways).max()
    result = CLOSED
    u = v = 0.0
    limit = spent[0] + WORTH
    while spent[0] < limit:
        if held == 0:
            return result
        held -= 1
        tile = Tile(tiles[held, 0], tiles[held, 1], tiles[held, 2], tiles[held, 3])
        u, v = tile.u, tile.v
        spent[0] += price
        looked = look(plane, tile, radius)
        thin = min(tile.half_u, tile.half_v) < 4 * furthest
        if shifts.ways.shape[0] > 1 and (looked == OPEN or (looked == UNCLEAR and thin)):
            spent[0] += price * shifts.ways.shape[0]
            looked, last = _look_beside(plane, tile, shifts, last)
        if looked >= NARROW:
            result = min(result, looked)
            continue
        if looked == OPEN or held + 2 > HELD or max(tile.half_u, tile.half_v) < FINEST_TILE:
            break
        held = _halve(tiles, held, tile, _crossways(plane.outlines, tile))
    _demand(plane.outlines, u, v, demand)
    return OPEN


@njit_noref
def _demand(lines: Floats, u: float, v: float, demand: Floats) -> None:
    """How far to the side and upwards rays through a place of the plane turn at the outlines that they may be beyond:
    0 and 0 where there are none."""
    demand[:] = 0
    for i in range(lines.shape[0]):
        line = _outline(lines, i, u, v)
        if _meets(line, line.reach_u, line.reach_v):
            du, dv = abs(line.head_u - line.tail_u), abs(line.head_v - line.tail_v)
            length = max((du * du + dv * dv) ** 0.5, 1e-12)
            demand[0] += dv / length * line.reach_u
            demand[1] += du / length * line.reach_v


@njit(cache=True)
def fuse(soup: Soup, work: Workspace, shifts: Shifts, radius: float) -> int:
    """CLOSED if no beam passes the workspace's shaft, as it or one of its parallels is always blocked.

    Args:
        shifts: where the parallels are.
        radius: above 0, the result may be NARROW too: no round beam passes that is so wide.

    Where the result is OPEN, `demand` of the workspace says what would help: cells thinner to the side, or upwards.
    """
    tube = tube_of(work.shaft)
    ends = 2 * BEAM_PULL + radius
    if tube.far - tube.near < 3 * ends:
        return OPEN
    align(tube, work.pair.axes)
    grow = radius
    for k in range(shifts.ways.shape[0]):
        grow = max(grow, abs(shifts.ways[k, 0]) + shifts.doubt, abs(shifts.ways[k, 1]) + shifts.doubt)
    number, base = gather(soup, work, tube, ends, grow)
    if number <= 0:
        return OPEN
    plane = project(soup, tube, work.queue[:number], base)
    work.spent[0] += number + plane.outlines.shape[0]
    if plane.outlines.shape[0] == 0:
        return OPEN
    return close(plane, shifts, radius, work.demand, work.spent)
