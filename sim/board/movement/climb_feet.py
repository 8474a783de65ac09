"""Where climbs begin and end at the foot of a wall, and what a climber holds on to (MOVE-03, 08, TERR-07)."""

from __future__ import annotations

import math

import numpy as np

from sim.board.model.tableau import Point
from sim.board.movement.trail import HAIR, Stop, Trail
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at
from sim.geometry.ground.walls import Heights, climbable, wall_distance
from sim.geometry.paths.climb_faces import ANY_WAY, NARROW, NO_FACE, OVERHUNG, SLICK_WALL, Rise, Top, edge_of, hold
from sim.geometry.paths.climb_links import RELIEF
from sim.geometry.paths.foot_search import NO_FOOT, NO_ROOM, TOO_FAR, Climb, Places, nearest_foot
from sim.words import say

__all__ = ["NO_WAY_DOWN", "SCAN", "ClimbFeet"]

SCAN = 1 / 32
NO_WAY_DOWN = ("MOVE-03", say("there is no face to climb down here; step off the edge to fall"))
_WHY = {
    NO_FOOT: ("MOVE-03", say("there is no place at the foot of the climb where the base can stand")),
    OVERHUNG: ("TERR-06", say("something overhangs the climb")),
    NO_FACE: ("MOVE-03", say("there is no face to climb in base contact all the way")),
    SLICK_WALL: ("MOVE-08", say('the walls of a canal higher than 1" are too slick to climb: use a water access')),
    NO_ROOM: ("TERR-06", say("something stands in the way at the top of the climb")),
    TOO_FAR: (
        "MOVE-14",
        say('the way over the edge is too long: it may be as long as the base is wide, and 0.3" more'),
    ),
}


class ClimbFeet(Trail):
    """A mover at the foot of a wall, or on its edge.

    A climb leads from a foot straight up to the height of a place on top, and level on to that; or level out from
    there, and straight down. Its foot is the same both ways: of the places on the line where the base stands whole the
    one nearest to the wall, from where it has room up to the top and a face to hold on to all the way up to the edge.
    """

    def is_over(self, corner: Point, *following: Point) -> bool:
        """The same for whoever hangs: above the edge, on the way over it, there is no face to hold on to."""
        if self.on_ground:
            return super().is_over(corner, *following)
        return bool(following) and corner[2] > self.at[2] and self._is_top(corner, following[0])

    def _back_to_foot(self, high: float, top: tuple[Point, float] | None = None) -> None:
        """Back on its walk to the foot of a climb to this height and on to a place on top, over ground of that height.
        Raises Stop where there is none."""
        (x, y, _), begun = self.at, self.walks_from
        there, ground = ((x, y), high) if top is None else (top[0][:2], top[1])
        back = math.dist((x, y), begun[:2])
        far = min(back, max(0.0, self.over_edge - math.dist(there, (x, y))) + SCAN)
        count = math.ceil(far / SCAN)
        gone = back - far * np.arange(count + 1) / max(count, 1)
        tops = self._walked_over(gone) + 0.01
        tops[0] = self.ground + 0.01
        part = far / back if count else 0.0
        line = Segment(x, y, x + part * (begun[0] - x), y + part * (begun[1] - y))
        climb = Climb(Top(*there, ground, high), self.over_edge, self._reach, True)
        base = Base(self.r, self.tall)
        foot = nearest_foot(self.scene, Places(line, tops, self.discs), base, climb, self.buf)
        if foot.part < 0.0:
            raise Stop(*_WHY[foot.refused])
        if foot.part > 0.0:
            self._walk_only(back - far * foot.part)
        elif foot.rest < self.at[2] - HAIR:
            self._rest_low()

    def _foot_down(self, corner: Point) -> tuple[Point, float]:
        """The foot of a climb down from here on the way to a corner, and the ground there. Raises Stop where there is
        none."""
        x, y, z = self.at
        flat = math.dist((x, y), corner[:2])
        reach = min(flat, self.over_edge + SCAN)
        part = reach / flat if flat > 0.0 else 0.0
        line = Segment(x, y, x + part * (corner[0] - x), y + part * (corner[1] - y))
        tops = np.full(max(1, math.ceil(reach / SCAN)) + 1, z - bits.STEP - bits.STEP_SLACK)
        climb = Climb(Top(x, y, self.ground, z), self.over_edge, self._reach, False)
        base = Base(self.r, self.tall)
        foot = nearest_foot(self.scene, Places(line, tops, self.discs), base, climb, self.buf)
        if foot.part < 0.0:
            raise Stop(*(NO_WAY_DOWN if foot.refused == NO_FOOT else _WHY[foot.refused]))
        return (foot.x, foot.y, foot.rest), foot.ground

    @property
    def _reach(self) -> float:
        """How far from its centre a base holds on to a face."""
        return self.figure.radius + RELIEF

    def _edge(self, top: Point, ground: float, foot: tuple[float, ...]) -> float:
        """How high the edge is between a foot and a place on top, over ground of this height."""
        return float(edge_of(self.scene, Top(*top[:2], ground, top[2]), self.figure.radius, *foot[:2]))

    def _hung_from(self) -> float:
        """Where it holds on while it hangs: at the edge below, where it goes over that up to a steep roof."""
        x, y, z = self.at
        for down in np.arange(0.0, bits.STEP + 2 * self.r, SCAN):
            wall = Heights(z - down - NARROW, z - down)
            if climbable(self.scene, x, y, wall, self._reach, bits.LADDER | bits.CLIMB, self.buf)[0]:
                return float(z - down)
        return z

    def _hold(self, x: float, y: float, low: float, high: float, edge: float = math.inf) -> None:
        """Raises Stop where there is no face to hold on to all the way up to an edge."""
        if high - low < HAIR:
            low, high = low - 0.1, high + 0.1
        rise = Rise(low, high, _below(low, min(edge, high)))
        refused = hold(self.scene, x, y, rise, self._reach, self.wet, self.buf)
        if refused != ANY_WAY:
            raise Stop(*_WHY[refused])

    def _ladder(self, x: float, y: float, low: float, high: float) -> tuple[bool, str | None]:
        if abs(high - low) < HAIR:
            low, high = low - 0.1, high + 0.1
        wall = _below(low, high)
        found = climbable(self.scene, x, y, wall, self._reach, bits.LADDER, self.buf)
        if found[0]:
            return True, self._part((0, 0, found[1], found[2]))
        found = climbable(self.scene, x, y, wall, self._reach, bits.LADDER | bits.CLIMB, self.buf)
        return False, self._part((0, 0, found[1], found[2]))

    def _is_access(self, x: float, y: float, low: float, high: float) -> bool:
        which = bits.LADDER | bits.CLIMB
        for wanted in (bits.LADDER, which):
            found = climbable(self.scene, x, y, _below(low, high), self._reach, wanted, self.buf)
            if found[0]:
                return bool(bits_at(self.scene, found[1], found[2]) & bits.ACCESS)
        return False

    def _way_over(self, a: Point, b: Point) -> bool:
        """Is the way level over the edge of a climb free of walls?"""
        low = max(a[2], b[2])
        line = Segment(a[0], a[1], b[0], b[1])
        return bool(wall_distance(self.scene, line, low, low + self.tall, self.r * 0.5, self.buf)[1] < 0)


def _below(low: float, edge: float) -> Heights:
    """Between what heights one holds on who hangs on a wall and goes from one height to another, or to an edge."""
    return Heights(min(low, edge - NARROW), edge)
