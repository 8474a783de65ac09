"""From one level to another (MOVE-03, 04, TERR-08): up and down faces, on along a wall, between floors of a ruin."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Point
from sim.board.model.verdicts import Leg, LegKind
from sim.board.movement.climb_feet import NO_WAY_DOWN, SCAN, ClimbFeet
from sim.board.movement.standing import ON, carries
from sim.board.movement.trail import A_STEP, HAIR, Stop, thin
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import footing
from sim.geometry.ground.placement import PEEK
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, column_free, surface
from sim.geometry.ground.walk import ARRIVED, walk
from sim.geometry.ground.walk_marks import MARK_GROUND, MARK_X
from sim.geometry.paths.climb_faces import rise_over
from sim.geometry.paths.climb_links import RELIEF
from sim.words import say

__all__ = ["Climber"]

_NOBODY: NDArray[np.float64] = np.zeros((0, 5))
_LEVEL = 0.02  # inches: ground that differs by less is one


class Climber(ClimbFeet):
    """A mover that changes levels on its way to a corner."""

    def _change_level(self, corner: Point, *, last: bool) -> None:
        if self._through_ruin(corner):
            return
        if not self.mover.climb:
            raise Stop("MOVE-03", say("this way needs a climb"))
        if corner[2] > self.at[2] or corner[2] > self.ground + bits.STEP:
            self._climb_up(corner)
        else:
            self._climb_down(corner)

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
        tx, ty, tz = corner
        flat = math.hypot(tx - self.at[0], ty - self.at[1])
        if flat <= 2e-3 or not self._stands(tx, ty, tz + bits.STEP):
            # to a place on the wall itself
            found = footing(self.scene, tx, ty, tz + 0.05, self.r, self.tall, self.buf)
            if flat <= RELIEF and found[1] < tz - ON:
                self._back_to_foot(tz)
                x, y, z = self.at
                self._leg_up([self.at, (x, y, tz)], (x, y, z, tz), to_ground=None)
                return
        refused = Stop("MOVE-03", say("there is no place on top where the base can stand within reach of the wall"))
        for end, ground in self._tops(corner):
            try:
                self._back_to_foot(end[2], (end, ground))
            except Stop as stop:
                if stop.refusal[0] == "MOVE-14":  # nor does it lead down from there
                    raise
                refused = stop
                continue
            x, y, z = self.at
            rise = rise_over(z, self._edge(end, ground, (x, y)), end[2])
            self._leg_up([self.at, (x, y, end[2]), end], (x, y, *rise.face), to_ground=ground)
            return
        raise refused

    def _tops(self, corner: Point) -> Iterator[tuple[Point, float]]:
        """Where a climb up may end, and the ground there: at the edge that a walk back from the corner comes to, as on
        the way down; else at the first place over the edge where the base stands."""
        x, y, z = corner
        found = footing(self.scene, x, y, z + PEEK, self.r, self.tall, self.buf)
        if carries(found, z) and found[0] > self.ground + HAIR:
            edge = self._walked_back(corner, float(found[0]))
            if edge is not None and edge[0][2] > self.ground + A_STEP:
                yield edge
        spot = self._first_stand(corner, self.ground + A_STEP, z + bits.STEP)
        if spot is not None:
            yield spot

    def _walked_back(self, corner: Point, ground: float) -> tuple[Point, float] | None:
        """Where a walk ends from a corner over ground of this height towards where the mover came from, and the ground
        there; None where no walk leads back from there to the corner, as on steps narrower than the base."""
        base = Base(float(self.r), self.tall)
        line = Segment(*corner[:2], *self.walks_from[:2])
        marks = walk(self.scene, _NOBODY, line, ground, base, False, self.buf)[3]
        x, y, ground = map(float, marks[-1, MARK_X : MARK_GROUND + 1])
        edge = footing(self.scene, x, y, ground + 0.01, self.r, self.tall, self.buf)
        again = Segment(x, y, *corner[:2])
        if edge[4] != 0 and walk(self.scene, _NOBODY, again, ground, base, False, self.buf)[2] != ARRIVED:
            return None
        return (x, y, float(edge[1])), float(edge[0])

    def _climb_down(self, corner: Point) -> None:
        x, y, z = self.at
        tx, ty, tz = corner
        flat = math.hypot(tx - x, ty - y)
        if flat > 2e-3 or not self._stands(tx, ty, tz + 0.05):
            low = footing(self.scene, tx, ty, tz + 0.05, self.r, self.tall, self.buf)
            on_face = low[2] < 0 or low[1] < tz - ON
            if on_face and flat <= self.over_edge:
                if not column_free(self.scene, tx, ty, tz + 0.05, z) or not self._way_over((tx, ty, z), self.at):
                    raise Stop(*NO_WAY_DOWN)
                edge = self._edge(self.at, self.ground, corner)
                self._hold(tx, ty, tz, z, edge)
                self._leg_up([self.at, (tx, ty, z), corner], (tx, ty, tz, edge), to_ground=None)
                return
        foot, ground = self._foot_down(corner)
        rise = rise_over(foot[2], self._edge(self.at, self.ground, foot), z)
        self._leg_up([self.at, (*foot[:2], z), foot], (*foot[:2], *rise.face), to_ground=ground)

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
            low, edge = min(z, end[2]), end[2] if end[2] >= z else self._hung_from()
            self._hold(x, y, low, max(z, end[2]), edge)
            self._leg_up([self.at, end], (x, y, low, edge), float(found[0]) if lands else None)
            return
        spot = (
            self._first_stand(corner, tz - bits.STEP, tz + bits.STEP) if self._stands(tx, ty, tz + bits.STEP) else None
        )
        if spot is not None and abs(spot[0][2] - tz) <= bits.STEP:
            end, ground = spot
            low, high = min(z, end[2]), max(z, end[2])
            foot, edge = ((x, y), self._edge(end, ground, (x, y))) if end[2] >= z else (end[:2], self._hung_from())
            self._hold(*foot, low, high, edge)
            turn = (foot[0], foot[1], high)
            if not self._way_over(turn, end if end[2] >= z else self.at):
                raise Stop("TERR-06", say("something stands in the way of the climb"))
            self._leg_up([self.at, turn, end], (*foot, low, edge), ground)
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

    def _first_stand(self, corner: Point, over: float, top: float) -> tuple[Point, float] | None:
        """The first place on the way to the corner, higher than `over`, where the base stands whole."""
        x, y, _ = self.at
        flat = math.hypot(corner[0] - x, corner[1] - y)
        reach = min(flat, self.over_edge)
        steps = max(1, math.ceil(reach / SCAN))
        ground = self.ground + 0.05 if self.on_ground else -math.inf
        for step in range(steps + 1):
            s = reach * step / steps / flat if flat > 0 else 0.0
            px, py = x + s * (corner[0] - x), y + s * (corner[1] - y)
            found = footing(self.scene, px, py, top, self.r, self.tall, self.buf)
            if found[4] == 0 and found[1] > over and found[0] > ground:
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
