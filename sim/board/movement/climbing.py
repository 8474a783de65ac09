"""From one level to another (MOVE-03, 04, TERR-08): up and down faces, on along a wall, between floors of a ruin."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from sim.board.model.tableau import Point
from sim.board.model.verdicts import Leg, LegKind
from sim.board.movement.standing import ON, point
from sim.board.movement.trail import HAIR, Stop, Trail, thin
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.footing import footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, column_free, surface
from sim.geometry.ground.walls import Heights, climbable, wall_distance
from sim.geometry.paths.climb_links import OVER, RELIEF
from sim.words import say

__all__ = ["Climber"]

SCAN = 1 / 32
_SLICK = (
    "MOVE-08",
    say('the walls of a canal higher than 1" are too slick to climb: use a water access'),
)


class Climber(Trail):
    """A mover that changes levels on its way to a corner."""

    def _change_level(self, corner: Point, *, last: bool) -> None:
        if self._through_ruin(corner):
            return
        if not self.mover.climb:
            raise Stop("MOVE-03", say("this way needs a climb"))
        if corner[2] > self.ground + bits.STEP:
            self._keep_low()
        if corner[2] > self.at[2]:
            self._climb_up(corner)
            return
        if self._climb_down(corner):
            return
        raise Stop("MOVE-03", say("there is no face to climb down here; step off the edge to fall"))

    def _keep_low(self) -> None:
        """A base that touches a step, and has no room on it for its body, is still on the ground under its centre."""
        x, y, rest_z = self.at
        if rest_z <= self.ground + HAIR or self._has_room(rest_z) or not self._has_room(self.ground):
            return
        self.at = (x, y, self.ground)
        if self.legs and len(self.legs[-1].points) > 1:
            last = self.legs[-1]
            self.legs[-1] = msgspec.structs.replace(last, points=(*last.points[:-1], point(*self.at)))

    def _has_room(self, rest_z: float) -> bool:
        """Is there room for the body here, with the base at this height?"""
        x, y, _ = self.at
        found = wall_distance(
            self.scene, Segment(x, y, x, y), self.ground, rest_z + self.tall, self.r - bits.SLACK, self.buf
        )
        return bool(found[1] < 0)

    def _through_ruin(self, corner: Point) -> bool:
        """TERR-08: straight up or down between floors of a ruin."""
        x, y, z = self.at
        if math.hypot(corner[0] - x, corner[1] - y) > 2e-3:
            return False
        below = footing(self.scene, x, y, self.ground + 0.01, self.r, self.tall, self.buf)
        above = footing(self.scene, x, y, corner[2] + bits.STEP, self.r, self.tall, self.buf)
        ruin = bits_at(self.scene, below[2], below[3]) & bits_at(self.scene, above[2], above[3]) & bits.RUIN
        if not ruin or above[4] != 0 or abs(above[1] - corner[2]) > bits.STEP:
            return False
        if not self.mover.climb:
            raise Stop("MOVE-03", say("this way needs a climb"))
        end = (x, y, float(above[1]))
        self.legs.append(Leg("ruin", thin([self.at, end]), abs(end[2] - z), roll=True, part=self._part(above)))
        self.at, self.ground, self.wet = end, float(above[0]), False
        return True

    def _climb_up(self, corner: Point) -> None:
        x, y, z = self.at
        tx, ty, tz = corner
        flat = math.hypot(tx - x, ty - y)
        if flat <= 2e-3 or not self._stands(tx, ty, tz + bits.STEP):
            # to a place on the wall itself
            found = footing(self.scene, tx, ty, tz + 0.05, self.r, self.tall, self.buf)
            if flat <= RELIEF and found[1] < tz - ON:
                self._hold(x, y, z, tz)
                self._leg_up([self.at, (x, y, tz)], (x, y, z, tz), to_ground=None)
                return
        spot = self._first_stand(corner, z + bits.STEP, tz + bits.STEP)
        if spot is None:
            raise Stop("MOVE-03", say("there is no place on top where the base can stand within reach of the wall"))
        end, ground = spot
        self._hold(x, y, z, end[2])
        top = (x, y, end[2])
        if not self._way_over(top, end):
            raise Stop("TERR-06", say("something stands in the way at the top of the climb"))
        self._leg_up([self.at, top, end], (x, y, z, end[2]), to_ground=ground)

    def _climb_down(self, corner: Point) -> bool:
        x, y, z = self.at
        tx, ty, tz = corner
        flat = math.hypot(tx - x, ty - y)
        if flat > 2e-3 or not self._stands(tx, ty, tz + 0.05):
            low = footing(self.scene, tx, ty, tz + 0.05, self.r, self.tall, self.buf)
            on_face = low[2] < 0 or low[1] < tz - ON
            if on_face and flat <= 2 * self.r + OVER:
                if not column_free(self.scene, tx, ty, tz + 0.05, z) or not self._way_over((tx, ty, z), self.at):
                    return False
                self._hold(tx, ty, tz, z)
                self._leg_up([self.at, (tx, ty, z), corner], (tx, ty, tz, z), to_ground=None)
                return True
        reach = min(flat, 2 * self.r + OVER)
        steps = max(1, math.ceil(reach / SCAN))
        for step in range(steps + 1):
            s = reach * step / steps / flat if flat > 0 else 0.0
            px, py = x + s * (tx - x), y + s * (ty - y)
            found = footing(self.scene, px, py, z - bits.STEP - bits.STEP_SLACK, self.r, self.tall, self.buf)
            if found[4] not in (0, 3) or found[1] > z - bits.STEP:
                continue
            if self._blocking_base(px, py, float(found[1])):
                continue
            if not column_free(self.scene, px, py, float(found[0]) + 0.05, z + 0.05):
                continue
            end = (px, py, float(found[1]))
            top = (px, py, z)
            if not self._way_over(top, self.at):
                continue
            self._hold(px, py, end[2], z)
            self._leg_up([self.at, top, end], (px, py, end[2], z), to_ground=float(found[0]))
            return True
        return False

    def _from_wall(self, corner: Point) -> None:
        """On from a place on a wall: up, down or along it (MOVE-03, 04)."""
        if not self.mover.climb:
            raise Stop("MOVE-03", say("it hangs on a wall, and this way needs a climb"))
        x, y, z = self.at
        tx, ty, tz = corner
        flat = math.hypot(tx - x, ty - y)
        if flat <= 2e-3:
            found = footing(self.scene, x, y, tz + bits.STEP, self.r, self.tall, self.buf)
            lands = found[4] in (0, 3) and abs(found[1] - tz) <= bits.STEP
            end = (x, y, float(found[1]) if lands else tz)
            self._hold(x, y, min(z, end[2]), max(z, end[2]))
            self._leg_up([self.at, end], (x, y, min(z, end[2]), max(z, end[2])), float(found[0]) if lands else None)
            return
        spot = (
            self._first_stand(corner, tz - bits.STEP, tz + bits.STEP) if self._stands(tx, ty, tz + bits.STEP) else None
        )
        if spot is not None and abs(spot[0][2] - tz) <= bits.STEP and flat <= 2 * self.r + OVER:
            end, ground = spot
            low, high = min(z, end[2]), max(z, end[2])
            foot = (x, y) if end[2] >= z else end[:2]
            self._hold(*foot, low, high)
            turn = (foot[0], foot[1], high)
            if not self._way_over(turn, end if end[2] >= z else self.at):
                raise Stop("TERR-06", say("something stands in the way of the climb"))
            self._leg_up([self.at, turn, end], (*foot, low, high), ground)
            return
        steps = max(1, math.ceil(math.dist(self.at, corner) / 0.1))
        for step in range(steps + 1):
            s = step / steps
            px, py, pz = x + s * (tx - x), y + s * (ty - y), z + s * (tz - z)
            self._hold(px, py, pz - 0.1, pz + 0.1)
            if not self._way_over((x, y, pz), (px, py, pz)):  # it would climb into the wall
                raise Stop("TERR-06", say("something stands in the way of the climb"))
        self._leg_up([self.at, (tx, ty, tz)], (x, y, min(z, tz), max(z, tz)), None)

    def _leg_up(self, points: list[Point], face: tuple[float, float, float, float], to_ground: float | None) -> None:
        ladder, part = self._ladder(*face)
        cost = math.fsum(math.dist(a, b) for a, b in pairwise(points))
        wet, end = self.wet, points[-1]
        kind: LegKind = "ladder" if ladder else "climb"
        dry = True
        if to_ground is not None:
            found = surface(self.scene, end[0], end[1], to_ground + 0.01)
            dry = not bits_at(self.scene, found[1], found[2]) & bits.WATER
        access = wet and dry and self._is_access(*face)
        kept = thin(points)
        before = self.legs[-1] if self.legs and not self.on_ground else None
        if before is not None and before.kind == kind:  # on along the wall: one climb
            self.legs.pop()
            access, cost, part = access or before.access, cost + before.cost, before.part
            kept = (*before.points, *kept[1:])
        self.legs.append(Leg(kind, kept, cost, roll=not ladder, part=part, access=access))
        self.at = end
        self.on_ground = to_ground is not None
        if to_ground is not None:
            self.ground = to_ground
        self.wet = not dry

    @property
    def _reach(self) -> float:
        """How far from its centre a base holds on to a face."""
        return self.figure.radius + RELIEF

    def _hold(self, x: float, y: float, low: float, high: float) -> None:
        """Raises Stop where there is no face to hold on to all the way."""
        if high - low < HAIR:
            low, high = low - 0.1, high + 0.1
        if not column_free(self.scene, x, y, low + 0.05, high + 0.05):
            raise Stop("TERR-06", say("something overhangs the climb"))
        if climbable(self.scene, x, y, Heights(low, high), self._reach, bits.LADDER, self.buf)[0]:
            return
        which = bits.LADDER | bits.CLIMB
        held, terrain, index = climbable(self.scene, x, y, Heights(low, high), self._reach, which, self.buf)
        if self.wet and not (held and bits_at(self.scene, terrain, index) & bits.ACCESS):
            raise Stop(*_SLICK)
        if not held:
            raise Stop("MOVE-03", say("there is no face to climb in base contact all the way"))

    def _ladder(self, x: float, y: float, low: float, high: float) -> tuple[bool, str | None]:
        if high - low < HAIR:
            low, high = low - 0.1, high + 0.1
        found = climbable(self.scene, x, y, Heights(low, high), self._reach, bits.LADDER, self.buf)
        if found[0]:
            return True, self._part((0, 0, found[1], found[2]))
        found = climbable(self.scene, x, y, Heights(low, high), self._reach, bits.LADDER | bits.CLIMB, self.buf)
        return False, self._part((0, 0, found[1], found[2]))

    def _is_access(self, x: float, y: float, low: float, high: float) -> bool:
        which = bits.LADDER | bits.CLIMB
        for wanted in (bits.LADDER, which):
            found = climbable(self.scene, x, y, Heights(low, high), self._reach, wanted, self.buf)
            if found[0]:
                return bool(bits_at(self.scene, found[1], found[2]) & bits.ACCESS)
        return False

    def _first_stand(self, corner: Point, over: float, top: float) -> tuple[Point, float] | None:
        """The first place on the way to the corner, higher than `over`, where the base stands whole."""
        x, y, _ = self.at
        flat = math.hypot(corner[0] - x, corner[1] - y)
        reach = min(flat, 2 * self.r + OVER)
        steps = max(1, math.ceil(reach / SCAN))
        for step in range(steps + 1):
            s = reach * step / steps / flat if flat > 0 else 0.0
            px, py = x + s * (corner[0] - x), y + s * (corner[1] - y)
            found = footing(self.scene, px, py, top, self.r, self.tall, self.buf)
            if found[4] == 0 and found[1] > over:
                low, high = max(0.0, s - reach / steps / max(flat, 1e-9)), s
                while (high - low) * flat > 1e-3:
                    mid = (low + high) / 2
                    mx, my = x + mid * (corner[0] - x), y + mid * (corner[1] - y)
                    if footing(self.scene, mx, my, top, self.r, self.tall, self.buf)[4] == 0:
                        high = mid
                    else:
                        low = mid
                px, py = x + high * (corner[0] - x), y + high * (corner[1] - y)
                found = footing(self.scene, px, py, top, self.r, self.tall, self.buf)
                return (px, py, float(found[1])), float(found[0])
        return None

    def _way_over(self, a: Point, b: Point) -> bool:
        """Is the way level over the edge of a climb free of walls?"""
        low = max(a[2], b[2])
        line = Segment(a[0], a[1], b[0], b[1])
        return bool(wall_distance(self.scene, line, low, low + self.tall, self.r * 0.5, self.buf)[1] < 0)
