"""The climbs over the walls of a land: found, and checked, where they are first wanted. Inches, z up."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import MM
from sim.board.movement.nav_scene import NavScene, body_height
from sim.board.movement.paths import climb_cost
from sim.geometry.ground.discs import Base
from sim.geometry.paths.climb_links import (
    ASKEW,
    COST,
    DOWN_ONLY,
    FOOT_REST,
    FOOT_X,
    FOOT_Y,
    NO_CLIMB_LINKS,
    OVER,
    SLICK,
    STRAIGHT,
    TOP_REST,
    TOP_X,
    TOP_Y,
    find_climb_links,
    points_on,
)

__all__ = ["Climbs", "climbs_over"]

Floats = NDArray[np.float64]

_ALIKE = 0.05  # inches: ways up and down that differ by no more are one climb


class Climbs:
    """The climbs over some points of ledges for one base size, found and checked where they are first wanted."""

    def __init__(self, nav: NavScene, points: Floats, base_mm: float, rows: Floats | None = None) -> None:
        """`points`: see `climb_links.points_on`. `rows`: all climbs, where they are known already."""
        self.nav, self.base_mm, self.points = nav, base_mm, points
        self.base = Base(base_mm * MM / 2, body_height(base_mm))
        self.known = np.full(len(points), rows is not None, dtype=np.bool_)
        self.rows = NO_CLIMB_LINKS if rows is None else rows
        self._found = NO_CLIMB_LINKS  # and not yet checked

    @property
    def is_whole(self) -> bool:
        """Are all climbs known?"""
        return bool(self.known.all()) and not len(self._found)

    def near(self, x: float, y: float, reach: float) -> Floats:
        """Those whose foot or top lies within so many inches of a point, seen from above."""
        fresh = np.flatnonzero(~self.known)
        apart = np.abs(self.points[fresh, :2] - (x, y)).max(axis=1, initial=0.0)
        self._find(fresh[apart <= reach + self.base.radius + OVER])
        self._check(_is_near(self._found, x, y, reach))
        return np.ascontiguousarray(self.rows[_is_near(self.rows, x, y, reach)])

    def all(self) -> Floats:
        """All of them."""
        self._find(np.flatnonzero(~self.known))
        self._check(np.ones(len(self._found), np.bool_))
        return self.rows

    def _find(self, fresh: NDArray[np.intp]) -> None:
        if len(fresh):
            points = np.ascontiguousarray(self.points[fresh])
            self._found = np.concatenate(
                [self._found, find_climb_links(self.nav.scene, points, self.base, self.nav.buf)]
            )
            self.known[fresh] = True

    def _check(self, those: NDArray[np.bool_]) -> None:
        """Check some of those that were found: that is most of the work."""
        if those.any():
            self.rows = np.concatenate([self.rows, *(self._checked(row) for row in self._found[those])])
            self._found = self._found[~those]

    def _checked(self, row: Floats) -> Floats:
        """A climb as the check of paths allows it, as rows: none, or one, or one more for a shorter way down."""
        foot = (float(row[FOOT_X]), float(row[FOOT_Y]), float(row[FOOT_REST]))
        top = (float(row[TOP_X]), float(row[TOP_Y]), float(row[TOP_REST]))
        down = climb_cost(self.nav, self.base_mm, top, foot)
        up = math.inf if row[SLICK] else climb_cost(self.nav, self.base_mm, foot, top)
        rows = np.array([row, row])
        rows[0, COST], rows[0, DOWN_ONLY] = down, 1.0
        rows[1, COST] = max(up, down)
        if not math.isfinite(down):
            return rows[:0]
        if not math.isfinite(up):
            return rows[:1]
        return rows[1:] if up <= down + _ALIKE else rows


def _is_near(rows: Floats, x: float, y: float, reach: float) -> NDArray[np.bool_]:
    """Which climbs have their foot or top within so many inches of a point?"""
    foot = np.hypot(rows[:, FOOT_X] - x, rows[:, FOOT_Y] - y)
    return np.asarray(np.minimum(foot, np.hypot(rows[:, TOP_X] - x, rows[:, TOP_Y] - y)) <= reach)


def climbs_over(nav: NavScene, ledges: Floats, base_mm: float) -> tuple[Climbs, Climbs]:
    """Those straight out from the walls, and those askew: where a way comes along a wall, these shorten it."""
    return Climbs(nav, points_on(ledges, STRAIGHT), base_mm), Climbs(nav, points_on(ledges, ASKEW), base_mm)
