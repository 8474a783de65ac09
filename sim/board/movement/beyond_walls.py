"""Places that no way over the lattice leads to, and a straight line over a wall does (MOVE-03, MOVE-14).

A lattice knows climbs to where a base can stand beside an edge. Where none can, on top of a crate between others, a
straight line may lead over all the same, and whoever points beyond is told it. Such lines are followed one by one: to
the places right behind a wall, and from those that are reached on to their neighbours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.model.verdicts import Path
from sim.board.movement.path_search import PathSearch
from sim.board.movement.paths import trace
from sim.board.movement.standing import ON, point
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.climb_links import OVER
from sim.geometry.paths.heightfield import LEVELS, Window
from sim.geometry.paths.straight_walks import may_climb
from sim.geometry.tolerance import STEP

__all__ = ["Missed", "beyond_walls"]

Longs = NDArray[np.int64]

_ALIKE = 0.3  # inches: where one line leads over no climb, others to places so near do not either


class Missed(NamedTuple):
    """Places of a window that no way was found to: their columns and levels, and where they are (n, 3)."""

    column: Longs
    level: Longs
    at: Floats


def beyond_walls(path_search: PathSearch, window: Window, missed: Missed, budget: float) -> list[tuple[int, Path]]:
    """Those of the missed places, by number, that a straight line over a wall leads to, and the path there."""
    place_of = {(c, k): n for n, (c, k) in enumerate(zip(missed.column.tolist(), missed.level.tolist(), strict=True))}
    waiting = _behind_walls(path_search, missed.at, budget)
    seen = set(waiting)
    found: list[tuple[int, Path]] = []
    while waiting:
        n = waiting.pop()
        path = _straight(path_search, missed.at[n], budget)
        if path is None:
            if not found:
                waiting = [k for k in waiting if math.dist(missed.at[k], missed.at[n]) > _ALIKE]
            continue
        found.append((n, path))
        for beside in _neighbours(window, int(missed.column[n])):
            for other in (place_of.get((beside, k)) for k in range(LEVELS)):
                if other is None or other in seen or abs(missed.at[other, 2] - missed.at[n, 2]) > STEP:
                    continue
                seen.add(other)
                waiting.append(other)
    return found


def _behind_walls(path_search: PathSearch, at: Floats, budget: float) -> list[int]:
    """Which places a climb on the straight line may lead to, within the move."""
    x, y, z = map(float, path_search.figure.at)
    far = np.hypot(at[:, 0] - x, at[:, 1] - y)
    near = np.flatnonzero(far + np.maximum(at[:, 2] - z - STEP, 0.0) <= budget)
    start = path_search.start()
    if start is None or not len(near):
        return []
    base = Base(path_search.r, path_search.tall)
    places, over = np.ascontiguousarray(at[near]), 2 * path_search.r + OVER
    may = may_climb(path_search.scene, start, places, base, over, path_search.buf)
    return [int(n) for n in near[may]]


def _straight(path_search: PathSearch, at: Floats, budget: float) -> Path | None:
    """The straight path to a place, if it leads there and lasts."""
    to = point(*map(float, at))
    path = trace(path_search.board, path_search.mover, (to,), path_search.tableau)
    arrives = path.refusal is None and path.ends.whole and math.dist(path.points[-1], to) <= ON and not path.contacts
    falls = any(leg.kind == "off_edge" for leg in path.legs)
    return path if arrives and not falls and path.cost <= budget else None


def _neighbours(window: Window, column: int) -> list[int]:
    """The columns round one of a window."""
    j, i = divmod(column, window.columns)
    return [
        v * window.columns + u
        for v in range(max(0, j - 1), min(window.rows, j + 2))
        for u in range(max(0, i - 1), min(window.columns, i + 2))
    ]
