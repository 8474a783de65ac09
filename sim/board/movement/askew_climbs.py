"""Climbs that go on askew over a wall, straight from where a mover stands (MOVE-03).

A lattice knows the climbs straight out from its walls, and some askew; a path may lead over a wall at any angle. For
whoever stands beside a wall that makes up to half an inch, and these are all climbs but few: so those from the very
start of a way are found by following straight lines from there, where they are shorter than any that are known.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import Mover
from sim.board.model.tableau import MM, Figure, Point
from sim.board.most_recent import MostRecent
from sim.board.movement.nav_scene import NavScene, body_height
from sim.board.movement.paths import Tracer
from sim.board.movement.standing import ON, point
from sim.board.movement.trail import Stop
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.walk import LEDGE, WALL, walk
from sim.geometry.paths.askew_ends import ALIKE_HEIGHT, come_by, leave_out, worth_following, worth_most
from sim.geometry.paths.climb_links import COLUMNS, COST, DOWN_ONLY, FOOT_X, OVER, ROLL, TOP_X

__all__ = ["FollowedClimbs", "askew_from"]

Floats = NDArray[np.float64]
Followed = dict[Point, Floats | None]  # by where a climb from a start leads: its row, None where there is none

_GAIN = 0.05  # inches: what is shorter by less is as long
_MOST = 8  # lines that are followed, up and down
_ALIKE = 0.3  # inches: where one line leads over no climb, others to ends so near do not either
_BACK = 0.002  # inches: so far before the wall its foot is noted, where the base has room
_NOBODY: Floats = np.zeros((0, 5))


_STARTS = 64  # that are kept


class FollowedClimbs:
    """Of the last starts on one land: the climbs askew that were followed from there."""

    def __init__(self) -> None:
        self._starts = MostRecent[bytes, Followed](_STARTS)

    def of(self, start: Floats) -> Followed:
        """Those from a start, to be added to."""
        return self._starts.of(start.tobytes(), dict)


class _Begin(NamedTuple):
    """Where climbs begin, x, y, ground, rest; for which base; and what is known of those that were followed."""

    nav: NavScene
    at: Floats
    base_mm: float
    known: Followed


def askew_from(nav: NavScene, start: Floats, base_mm: float, links: Floats, budget: float, known: Followed) -> Floats:
    """Climbs as rows (see `climb_links`) that lead straight from a start (x, y, ground, rest) to an end of a known one,
    and bring the mover there by a shorter way than the known ones and each other. `known`: those that were followed
    from there before; what is followed now is added."""
    begin = _Begin(nav, start, base_mm, known)
    up = _shorter(begin, links[links[:, DOWN_ONLY] == 0.0], (FOOT_X, TOP_X), budget)
    down = _shorter(begin, links, (TOP_X, FOOT_X), budget)
    return np.array([*up, *down]).reshape(-1, len(COLUMNS))


def _shorter(begin: _Begin, links: Floats, columns: tuple[int, int], budget: float) -> list[Floats]:
    """Those to one end of known climbs; `columns`: the first of where these begin, and of where they end."""
    start = begin.at
    ends = worth_following(
        start, links, *columns, budget, _GAIN
    )  # what comes to an end beside one only makes less of it
    found: list[Floats] = []
    for _ in range(_MOST):
        best = worth_most(ends, _GAIN)
        if best < 0:
            break
        to = point(*ends[best, [0, 1, 3]])
        if to not in begin.known:
            begin.known[to] = _followed(begin.nav, start, begin.base_mm, to)
        row = begin.known[to]
        if row is None:
            leave_out(ends, best, _ALIKE)
        else:
            found.append(row)
            come_by(ends, best)
    return found


def _meets_wall(nav: NavScene, start: Floats, base_mm: float, to: Point) -> bool:
    """Does a straight walk to a point end at a wall, or over one, from where a climb leads there?"""
    x, y, ground, rest = map(float, start)
    base = Base(base_mm * MM / 2, body_height(base_mm))
    gone, _, why, _, _ = walk(nav.scene, _NOBODY, Segment(x, y, *to[:2]), ground, base, False, nav.buf)
    over = math.hypot(to[0] - x, to[1] - y) - gone
    return bool(why == (WALL if to[2] > rest else LEDGE) and over <= 2 * base.radius + OVER)


def _followed(nav: NavScene, start: Floats, base_mm: float, to: Point) -> Floats | None:
    """The climb that the straight line from a start to a point leads over, as a row; None where it leads over none, or
    not there."""
    if not _meets_wall(nav, start, base_mm, to):
        return None
    tracer = Tracer(nav, Mover("", math.inf), Figure("", point(*start[[0, 1, 3]]), base_mm), _NOBODY)
    try:
        tracer.run(to, last=False)
    except Stop:
        return None
    climbs = [leg for leg in tracer.legs if leg.kind in ("climb", "ladder")]
    if len(climbs) != 1 or math.dist(tracer.at, to) >= ON:
        return None
    one, two = climbs[0].points[0], climbs[0].points[-1]
    away = math.hypot(one[0] - start[0], one[1] - start[1])
    back = min(_BACK, away) / away if away > 0.0 else 0.0
    one = (one[0] + back * (start[0] - one[0]), one[1] + back * (start[1] - one[1]), one[2])
    foot, top = (one, two) if one[2] < two[2] else (two, one)
    row = np.zeros(len(COLUMNS))
    for column, at in ((FOOT_X, foot), (TOP_X, top)):
        ground = footing(nav.scene, at[0], at[1], at[2] + ALIKE_HEIGHT, tracer.r, tracer.tall, nav.buf)[0]
        row[column : column + 4] = at[0], at[1], ground, at[2]
    row[COST], row[ROLL] = climbs[0].cost + _BACK, float(climbs[0].roll)
    row[DOWN_ONLY] = float(one[2] > two[2])
    return row
