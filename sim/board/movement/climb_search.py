"""The climbs over the walls of a land: found, and checked, where they are first wanted. Inches, z up."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import MM
from sim.board.movement.nav_scene import NavScene, body_height
from sim.board.movement.paths import NO_COST, climb_cost
from sim.geometry.ground.discs import Base
from sim.geometry.ground.terrain_mesh import Terrain
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
    nearest_ends,
    points_on,
)
from sim.geometry.paths.narrow_rims import narrow_rims
from sim.geometry.paths.perch_rims import perch_rims
from sim.geometry.tolerance import STEP

__all__ = ["NO_POINTS", "Climbs", "climb_points", "climbs_over"]

Floats = NDArray[np.float64]

NO_POINTS: Floats = np.zeros((0, 5))

_UNEVEN = STEP  # inches: by so much less the edge of a bridge or of steps rises where a way askew leads over it
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
        return self._those(x, y, reach, reach, nearest_ends)

    def within(self, x: float, y: float, move: float) -> Floats:
        """Those that a move of so many inches from a point may get over, or may where the edge is less high."""
        # Looked for in whole inches: moves that differ by parts of one find them checked.
        return self._those(x, y, move + _UNEVEN, float(np.ceil(move)) + _UNEVEN, _least_way)

    def _those(
        self, x: float, y: float, reach: float, checked: float, far: Callable[[Floats, float, float], Floats]
    ) -> Floats:
        """Those that are no further from a point than `reach`, which is no less than the inches from above; all that
        are no further than `checked` are checked by then."""
        if not self.known.all():
            fresh = np.flatnonzero(~self.known)
            apart = np.abs(self.points[fresh, :2] - (x, y)).max(axis=1, initial=0.0)
            self._find(fresh[apart <= checked + 2 * self.base.radius + OVER])
        if len(self._found):
            self._check(far(self._found, x, y) <= checked)
        return np.ascontiguousarray(self.rows[far(self.rows, x, y) <= reach])

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
        """A climb as the check of paths allows it, as rows: none, or one, or one more for a shorter way down.

        Down is as up where the climb begins and ends at the very places (see `ClimbFeet`): it is asked about else.
        """
        foot = (float(row[FOOT_X]), float(row[FOOT_Y]), float(row[FOOT_REST]))
        top = (float(row[TOP_X]), float(row[TOP_Y]), float(row[TOP_REST]))
        rows = np.array([row, row])
        up = NO_COST if row[SLICK] else climb_cost(self.nav, self.base_mm, foot, top)
        rows[1, COST] = up.inches
        if up.whole:
            return rows[1:]
        down = climb_cost(self.nav, self.base_mm, top, foot).inches
        rows[0, COST], rows[0, DOWN_ONLY] = down, 1.0
        rows[1, COST] = max(up.inches, down)
        if not math.isfinite(down):
            return rows[:0]
        if not math.isfinite(up.inches):
            return rows[:1]
        return rows[1:] if up.inches <= down + _ALIKE else rows


def _least_way(rows: Floats, x: float, y: float) -> Floats:
    """No way from a point over each climb is shorter: straight to where it leads, and the inches up or down."""
    return nearest_ends(rows, x, y) + rows[:, TOP_REST] - rows[:, FOOT_REST]


def climb_points(terrain: Terrain) -> tuple[Floats, Floats]:
    """Where climbs are looked for: straight out from the walls of a terrain and from what a base perches on, and askew
    over its walls: where a way comes along a wall, these shorten it."""
    straight = np.concatenate([terrain.ledges, narrow_rims(terrain), perch_rims(terrain)])
    return points_on(straight, STRAIGHT), points_on(terrain.ledges, ASKEW)


def climbs_over(nav: NavScene, points: tuple[Floats, Floats], base_mm: float) -> tuple[Climbs, Climbs]:
    """The climbs over such points."""
    straight, askew = points
    return Climbs(nav, straight, base_mm), Climbs(nav, askew, base_mm)
