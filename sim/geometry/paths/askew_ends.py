"""Which ends of climbs a straight line over the wall may bring a mover to by a shorter way than the climbs that are
known. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.climb_links import COST
from sim.geometry.paths.heightfield import REST, X, Y

__all__ = ["ALIKE_HEIGHT", "come_by", "leave_out", "worth_following", "worth_most"]

_DIRECT, _KNOWN = 4, 5  # columns of an end, after x, y, ground and rest: see `worth_following`
ALIKE_HEIGHT = 0.05  # inches: what differs by less is as high


@njit(cache=True, nogil=True)
def worth_following(start: Floats, links: Floats, first: int, last: int, budget: float, gain: float) -> Floats:
    """The ends of climbs, x, y, ground and rest, that a straight line from a start may lead to, no further than
    `budget`, by a way that is shorter by more than `gain`; how long it is, and the known way.

    Args:
        start: x, y, ground, rest.
        links: climbs, as rows of `climb_links`.
        first: of the columns where they begin; `last`: of those where they end.
    """
    rows = np.empty((len(links), 6))
    direct = np.empty(len(links))
    number = 0
    for k in range(len(links)):
        direct[k] = _direct(start, links, k, first, last)
        known = _apart(start, links[k, first:]) + links[k, COST]
        if direct[k] <= budget and known - direct[k] > gain:
            rows[number, :4] = links[k, last : last + 4]
            rows[number, _DIRECT] = direct[k]
            rows[number, _KNOWN] = known
            number += 1
    for row in rows[:number]:
        for k in range(len(links)):
            end = links[k, last:]
            if direct[k] <= budget and abs(end[REST] - row[REST]) <= ALIKE_HEIGHT:
                by = _apart(start, links[k, first:]) + links[k, COST]
                row[_KNOWN] = min(row[_KNOWN], by + _apart(row, end))
    return rows[:number].copy()


@njit(cache=True, nogil=True)
def worth_most(ends: Floats, gain: float) -> int:
    """The end that a straight line shortens the way to the most, and by more than `gain`; -1 where there is none."""
    best = -1
    for k in range(len(ends)):
        if ends[k, _KNOWN] - ends[k, _DIRECT] > gain:
            best = k
            gain = ends[k, _KNOWN] - ends[k, _DIRECT]
    return best


@njit(cache=True, nogil=True)
def come_by(ends: Floats, best: int) -> None:
    """The straight line to an end leads over a climb: it is known, and so is a way by it to those beside."""
    for k in range(len(ends)):
        if abs(ends[k, REST] - ends[best, REST]) <= ALIKE_HEIGHT:
            ends[k, _KNOWN] = min(ends[k, _KNOWN], ends[best, _DIRECT] + _apart(ends[k], ends[best]))


@njit(cache=True, nogil=True)
def leave_out(ends: Floats, best: int, alike: float) -> None:
    """The straight line to an end leads over no climb, and none to an end that lies so near: they do not wait."""
    for k in range(len(ends)):
        if abs(ends[k, REST] - ends[best, REST]) <= ALIKE_HEIGHT and _apart(ends[k], ends[best]) <= alike:
            ends[k, _KNOWN] = -np.inf


@njit_noref
def _apart(one: Floats, other: Floats) -> float:
    """How far two places are apart, seen from above."""
    far: float = ((one[X] - other[X]) ** 2 + (one[Y] - other[Y]) ** 2) ** 0.5
    return far


@njit_noref
def _direct(start: Floats, links: Floats, k: int, first: int, last: int) -> float:
    """How long the straight way to the end of a climb is, up or down on the way included.

    It is likely to begin its climb as high as what is known to begin nearest to it there: along the side of a bridge or
    of steps that is not what the end's own climb begins at.
    """
    end = links[k, last:]
    east = end[X] - start[X]
    north = end[Y] - start[Y]
    squared = max(east * east + north * north, 1e-9)
    nearest = np.inf
    begins = 0.0
    for q in range(len(links)):
        ax = links[q, first + X] - start[X]
        ay = links[q, first + Y] - start[Y]
        along = east * ax + north * ay
        share = min(max(along / squared, 0.0), 1.0)
        off = ax * ax + ay * ay + share * (share * squared - 2.0 * along)  # squared
        if off < nearest:
            nearest = off
            begins = links[q, first + REST]
    way: float = (east * east + north * north) ** 0.5 + abs(end[REST] - begins)
    return way
