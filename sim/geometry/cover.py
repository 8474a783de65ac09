"""Cover: the share of a body's silhouette that an eye does not see (GEO-08, GEO-09).

The silhouette is the body's outline on a plane square to the sight, perspective included; the body does not hide
itself. The eye looks through a window of pixels round it: those through which no outline runs are known for certain,
and the others bound the error (`outlines`). The window is made finer while the threshold lies within that bound or the
bound is wide, and only where it is not known yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.geometry.blockers import Blockers, Placed
from sim.geometry.rays import Floats, sides

if TYPE_CHECKING:
    from sim.geometry.sheets import Sheet

THRESHOLD = 0.25  # of the silhouette hidden is cover
SIZES = (64, 256, 512, 1024)  # pixels across the window, while the threshold lies within the bound or the bound is wide
PRECISE = 0.02  # players read the share: it is refined until it is known so well
RAYS = 160  # through pixels that are open; half as many through hidden ones, for what hides them
BESIDE = 0.05  # of the way to the body: of what lies nearer to the plane of the eye, directions are counted


class Hidden(NamedTuple):
    """`share` of the silhouette is hidden; the true share differs by `error` at most. `by` says how much of it each
    part hides, most first."""

    share: float
    error: float
    by: tuple[tuple[str, float], ...]
    size: int = 0  # pixels across the window


class _Window(NamedTuple):
    """`frame`: rows are unit vectors, along the sight, to its side, upwards; low, high on the plane at distance 1."""

    frame: Floats
    low: Floats
    high: Floats


def hidden_share(
    eye: Floats, body: Placed, obstacles: Blockers, placed: Sequence[Placed] = (), threshold: float = THRESHOLD
) -> Hidden:
    """How much of a body is hidden from a point by `obstacles` and what is placed among them.

    Args:
        eye: (3,) inches.
        body: all parts of the target; it may not stand among the obstacles.
        threshold: where the answer matters; it is refined until it is clearly above or below and known to `PRECISE`, or
            as fine as it gets.
    """
    from sim.geometry.outlines import look
    from sim.geometry.sheets import TILE

    eye = np.ascontiguousarray(eye, np.float64)
    low, high = np.minimum(eye, body.box[0]), np.maximum(eye, body.box[1])
    things = [p for p in placed if p.meets(low, high)]
    forest, walls, target = obstacles.trees_and_target(things, body)
    windows = _windows(eye, body)
    around = len(windows) > 1
    kept = np.zeros(8)
    parts: dict[str, float] = {}
    opened = [np.ones((1, 1), np.uint8)] * len(windows)
    for size, finer in zip(SIZES, (*SIZES[1:], TILE), strict=True):
        sums = kept.copy()
        page = _sheet(size)
        hiding: dict[str, float] = {}
        found, weights = np.empty(4 * RAYS, np.int32), np.empty(4 * RAYS)
        for i, window in enumerate(windows):
            page.open[:] = opened[i]
            opened[i] = np.empty((finer // TILE, finer // TILE), np.uint8)
            number = look(
                forest,
                walls,
                target,
                eye,
                *window,
                around,
                page,
                RAYS,
                sums,
                opened[i],
                kept,
                found,
                weights,
            )
            for name, weight in obstacles.shares(found[:number], weights[:number]).items():
                hiding[name] = hiding.get(name, 0.0) + weight
        parts = parts or hiding  # of the whole body: finer sheets see but part of it
        share, error = _bounded(sums)
        if abs(share - threshold) > error and error <= PRECISE:
            break
    known = sum(parts.values())
    told = ((name, weight * share / known) for name, weight in parts.items())
    return Hidden(share, error, tuple(sorted(told, key=lambda item: (-item[1], item[0]))), size)


def _bounded(sums: Floats) -> tuple[float, float]:
    """The hidden share of sums as `outlines.look` makes them, and how wrong it can be."""
    hidden, seen, maybe_hidden, hidden_rim, seen_rim, maybe_rim = sums[:6].tolist()
    most = hidden + maybe_hidden + hidden_rim + maybe_rim
    if not most:
        return 0.0, 0.0
    if not seen + maybe_hidden + seen_rim + maybe_rim:
        return 1.0, 0.0
    low, high = hidden / (hidden + seen + maybe_hidden + seen_rim + maybe_rim), most / (most + seen)
    share = float(sums[7] / sums[6]) if sums[6] else (low + high) / 2
    # As near to what the rays say as lets the bound be narrow, if it can be.
    least, most = min(max(low, high - PRECISE), (low + high) / 2), max(min(high, low + PRECISE), (low + high) / 2)
    share = min(max(share, least), most)
    return share, max(high - share, share - low)


def _windows(eye: Floats, body: Placed) -> list[_Window]:
    """The smallest window round a body; for an eye beside it or within it, six that look all round."""
    from sim.geometry.outlines import window

    one = _Window(np.empty((3, 3)), np.empty(2), np.empty(2))
    if window(body.solid.corners, body.pose.row, eye, BESIDE, *one):
        return [one]
    ahead = np.concatenate([np.eye(3), -np.eye(3)])
    square = np.ones(2)
    return [_Window(np.array([way, *sides(way)]), -square, square) for way in ahead]


@lru_cache(maxsize=3)
def _sheet(size: int) -> Sheet:
    from sim.geometry.sheets import sheet

    return sheet(size)
