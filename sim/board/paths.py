"""Checking a path (MOVE): `PathAlong` gives its legs, cost, rolls, contacts, and the rule that refuses it.

What a path costs: the horizontal length of a run, measured along the slope where the ground slopes; steps up and
down of at most 1" cost nothing. A climb costs the inches up or down, and the horizontal inches between its foot and
the place on top where the base stands whole. Flying and ethereal moves cost their straight length.
"""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.barricades import defended
from sim.board.board import Board
from sim.board.queries import Mover, PathAlong
from sim.board.standing import ON, ground_at, point
from sim.board.tableau import Figure, Point, Tableau
from sim.board.terrains import Land, body_height, discs_of, land_of, piece_of
from sim.board.verdicts import Contact, Ground, Leg, LegKind, Path
from sim.geometry import terrain as bits
from sim.geometry.ground import bits_at, clearance, climbable, footing, part_at, scratch, surface, wall_distance
from sim.geometry.sweep import LIFT, sweep
from sim.geometry.tolerance import TOUCH
from sim.geometry.walk import BASE, DRY, LEDGE, WALL, column_free, walk

Floats = NDArray[np.float64]

RELIEF = 0.3  # how far a climbed face may lie behind the rim of the base: sills, doorways, the thickness of a ladder
OVER = 1.5  # how far beyond two radii the ground on top of a climb may begin (cornices)
SCAN = 1 / 32
HAIR = 1e-6
_SLICK = ("MOVE-08", 'the walls of a canal higher than 1" are too slick to climb: use a water access')


class _Stop(Exception):
    """The path breaks a rule here."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.refusal = (rule, why)


class Tracer:
    """Follows a mover along corners, leg by leg. Positions are x, y and rest height; `ground` is under the centre."""

    def __init__(
        self, land: Land, mover: Mover, figure: Figure, discs: Floats, others: tuple[Figure, ...] = ()
    ) -> None:
        self.mover = mover
        self.figure = figure
        self.land = land
        self.scene = land.scene
        self.r = figure.radius
        self.tall = body_height(figure.base_mm)
        self.buf = scratch()
        self.discs, self.others = discs, others
        self.at: Point = (float(self.figure.at[0]), float(self.figure.at[1]), float(self.figure.at[2]))
        self.legs: list[Leg] = []
        self.on_ground = True
        self.width = self.r  # of the base where it began: one that overlaps terrain may still walk away
        self.ground = self.at[2]
        x, y, z = self.at
        height, rest, which, index, code = footing(self.scene, x, y, z + 0.05, self.r, self.tall, self.buf)
        if which >= 0 and (abs(rest - z) <= ON or abs(height - z) <= ON):
            self.ground = height
            if code not in (0, 3):
                self.width = min(self.r, clearance(self.scene, x, y, height, self.tall, self.r, self.buf) + 1e-4)
            self.wet = bool(bits_at(self.scene, which, index) & bits.WATER)
        else:
            self.on_ground = False
            self.wet = False

    # -- walking --------------------------------------------------------------------------------------------

    def run(self, corner: Point, *, last: bool) -> None:
        """Along the ground to a corner; climbs where the corner lies on another level."""
        for _ in range(64):
            x, y, _z = self.at
            tx, ty, tz = corner
            if not self.on_ground:
                self._from_wall(corner)
                if self._is_at(corner):
                    return
                continue
            gone, _, why, marks, begun = walk(
                self.scene,
                self.discs,
                float(x),
                float(y),
                float(self.ground),
                tx,
                ty,
                float(self.width),
                self.tall,
                self.mover.water_only,
                self.buf,
            )
            if not begun:
                raise _Stop("MOVE-01", "there is no ground under the base")
            if gone > 1e-3:
                self.width = self.r
            self._tell_walk(marks)
            rest = self.at[2]
            if why == 0:
                if abs(rest - tz) <= bits.STEP + bits.STEP_SLACK or abs(self.ground - tz) <= bits.STEP:
                    return
                self._change_level(corner, last=last)
                if self._is_at(corner):
                    return
                continue
            if why == DRY:
                raise _Stop("WATER-03", "this way leaves the water")
            if why == BASE:
                self._blocked_by_base(corner)
                return
            assert why in (WALL, LEDGE)
            if tz > rest + bits.STEP + bits.STEP_SLACK or tz < rest - bits.STEP - bits.STEP_SLACK:
                self._change_level(corner, last=last)
                if self._is_at(corner):
                    return
                continue
            if why == LEDGE and last:
                self._off_edge(corner)
                return
            if why == WALL:
                raise _Stop("TERR-06", f"{self._wall_name(corner)} stands in the way")
            raise _Stop("MOVE-06", "the ground ends here; a path may step off an edge only at its end")
        raise _Stop("MOVE-01", "this way leads nowhere")

    def _is_at(self, corner: Point) -> bool:
        flat = math.hypot(self.at[0] - corner[0], self.at[1] - corner[1])
        return flat < 2e-3 and (
            abs(self.at[2] - corner[2]) <= bits.STEP + bits.STEP_SLACK
            or (self.on_ground and abs(self.ground - corner[2]) <= bits.STEP)
        )

    def _tell_walk(self, marks: Floats) -> None:
        """Turn a walk into legs, one for each kind of ground."""
        points: list[Point] = []
        kind: LegKind = "run"
        part: str | None = None
        begun = 0.0
        wet = self.wet
        for row in range(len(marks)):
            _, x, y, height, cost, which, index = (float(v) for v in marks[row])
            flags = bits_at(self.scene, int(which), int(index))
            name = self.land.name(part_at(self.scene, int(which), int(index)))
            here = self._place(x, y, height)
            final = row == len(marks) - 1
            now = _kind(flags)
            if not points:
                kind, part, begun = now, name, cost
                points.append(here)
                wet = bool(flags & bits.WATER)
                continue
            points.append(here)
            step = not final and marks[row + 1, 0] - marks[row, 0] < 1e-9 and row + 1 < len(marks)
            if (now != kind or (now == "barricade" and name != part)) and not step:
                self._add(Leg(kind, _thin(points), cost - begun, roll=kind == "difficult", part=part))
                dry = not flags & bits.WATER
                if wet and dry:
                    access = bool(flags & bits.ACCESS)
                    self._add(Leg("leave_water", _thin([points[-2], here]), 0.0, part=name, access=access))
                elif not wet and not dry:
                    self._add(Leg("enter_water", _thin([points[-2], here]), 0.0, part=name))
                kind, part, begun, points, wet = now, name, cost, [here], not dry
        self._add(Leg(kind, _thin(points), float(marks[-1, 4]) - begun, roll=kind == "difficult", part=part))
        last = marks[-1]
        self.ground = float(last[3])
        self.at = self._place(float(last[1]), float(last[2]), self.ground)
        self.wet = wet

    def _add(self, leg: Leg) -> None:
        """Put a leg behind the others; a walk goes on where the last one ended."""
        if len(leg.points) < 2 or (leg.cost < HAIR and leg.kind not in ("enter_water", "leave_water")):
            return
        if self.legs and self.legs[-1].kind == leg.kind and leg.kind in ("run", "swim", "difficult"):
            before = self.legs.pop()
            points = (*before.points, *leg.points[1:])
            leg = Leg(leg.kind, points, before.cost + leg.cost, before.roll, before.part, before.access)
        self.legs.append(leg)

    def _place(self, x: float, y: float, ground: float) -> Point:
        from sim.geometry.ground import rest_height

        return (x, y, float(rest_height(self.scene, x, y, ground, self.r)))

    def _wall_name(self, corner: Point) -> str:
        x, y, _ = self.at
        _, which, index = wall_distance(
            self.scene, x, y, x, y, self.ground, self.ground + self.tall, self.r + 0.05, self.buf
        )
        return self.land.name(part_at(self.scene, which, index)) or "a wall"

    def _blocked_by_base(self, corner: Point) -> None:
        x, y, _ = self.at
        beyond = math.hypot(corner[0] - x, corner[1] - y) > 2 * TOUCH
        for other in self.others:
            apart = math.hypot(other.at[0] - x, other.at[1] - y) - other.radius - self.r
            if apart <= TOUCH and other.id in self.mover.enemies and self.mover.charge:
                return  # a charge: the path ends in base contact
            if apart <= TOUCH and beyond:
                raise _Stop("MOVE-02", f"the base of {other.id} is in the way")
        if beyond:
            raise _Stop("MOVE-02", "a base is in the way")

    # -- changing levels ------------------------------------------------------------------------------------

    def _change_level(self, corner: Point, *, last: bool) -> None:
        if self._through_ruin(corner):
            return
        if not self.mover.climb:
            raise _Stop("MOVE-03", "this way needs a climb")
        if corner[2] > self.at[2]:
            self._climb_up(corner)
            return
        if self._climb_down(corner):
            return
        raise _Stop("MOVE-03", "there is no face to climb down here; step off the edge to fall")

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
            raise _Stop("MOVE-03", "this way needs a climb")
        end = (x, y, float(above[1]))
        self.legs.append(Leg("ruin", _thin([self.at, end]), abs(end[2] - z), roll=True, part=self._part(above)))
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
            raise _Stop("MOVE-03", "there is no place on top where the base can stand within reach of the wall")
        end, ground = spot
        self._hold(x, y, z, end[2])
        top = (x, y, end[2])
        if not self._way_over(top, end):
            raise _Stop("TERR-06", "something stands in the way at the top of the climb")
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
            raise _Stop("MOVE-03", "it hangs on a wall, and this way needs a climb")
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
                raise _Stop("TERR-06", "something stands in the way of the climb")
            self._leg_up([self.at, turn, end], (*foot, low, high), ground)
            return
        steps = max(1, math.ceil(math.dist(self.at, corner) / 0.1))
        for step in range(steps + 1):
            s = step / steps
            px, py, pz = x + s * (tx - x), y + s * (ty - y), z + s * (tz - z)
            self._hold(px, py, pz - 0.1, pz + 0.1)
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
        kept = _thin(points)
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

    def _hold(self, x: float, y: float, low: float, high: float) -> None:
        """Raises _Stop where there is no face to hold on to all the way."""
        if high - low < HAIR:
            low, high = low - 0.1, high + 0.1
        if not column_free(self.scene, x, y, low + 0.05, high + 0.05):
            raise _Stop("TERR-06", "something overhangs the climb")
        if climbable(self.scene, x, y, low, high, self.r, RELIEF, bits.LADDER, self.buf)[0]:
            return
        which = bits.LADDER | bits.CLIMB
        held, terrain, index = climbable(self.scene, x, y, low, high, self.r, RELIEF, which, self.buf)
        if self.wet and not (held and bits_at(self.scene, terrain, index) & bits.ACCESS):
            raise _Stop(*_SLICK)
        if not held:
            raise _Stop("MOVE-03", "there is no face to climb in base contact all the way")

    def _ladder(self, x: float, y: float, low: float, high: float) -> tuple[bool, str | None]:
        if high - low < HAIR:
            low, high = low - 0.1, high + 0.1
        found = climbable(self.scene, x, y, low, high, self.r, RELIEF, bits.LADDER, self.buf)
        if found[0]:
            return True, self._part((0, 0, found[1], found[2]))
        found = climbable(self.scene, x, y, low, high, self.r, RELIEF, bits.LADDER | bits.CLIMB, self.buf)
        return False, self._part((0, 0, found[1], found[2]))

    def _is_access(self, x: float, y: float, low: float, high: float) -> bool:
        which = bits.LADDER | bits.CLIMB
        for wanted in (bits.LADDER, which):
            found = climbable(self.scene, x, y, low, high, self.r, RELIEF, wanted, self.buf)
            if found[0]:
                return bool(bits_at(self.scene, found[1], found[2]) & bits.ACCESS)
        return False

    def _part(self, found: tuple[float, ...]) -> str | None:
        return self.land.name(part_at(self.scene, int(found[2]), int(found[3])))

    def _stands(self, x: float, y: float, top: float) -> bool:
        return bool(footing(self.scene, float(x), float(y), float(top), self.r, self.tall, self.buf)[4] == 0)

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
        return bool(
            wall_distance(self.scene, a[0], a[1], b[0], b[1], low, low + self.tall, self.r * 0.5, self.buf)[1] < 0
        )

    def _blocking_base(self, x: float, y: float, z: float) -> bool:
        from sim.geometry.spots import crowd

        return bool(crowd(self.discs, x, y, z, self.r, self.tall) >= 0)

    # -- off the ground -------------------------------------------------------------------------------------

    def _off_edge(self, corner: Point) -> None:
        """MOVE-06: over the edge on purpose; the base goes level to the corner and falls from there."""
        end = (corner[0], corner[1], self.at[2])
        free, which, index, base = sweep(
            self.scene, self.discs, np.array(self.at), np.array(end), self.r, LIFT, self.buf
        )
        if free < 1.0:
            name = self.others[base].id if base >= 0 else self.land.name(part_at(self.scene, which, index))
            raise _Stop("TERR-06", f"{name or 'a wall'} stands in the way")
        self.legs.append(Leg("off_edge", _thin([self.at, end]), math.dist(self.at, end)))
        self.at, self.on_ground = end, False

    def fly(self, corner: Point) -> None:
        """A straight line through the air, the base lifted 1" over it."""
        end = corner
        free, which, index, base = sweep(
            self.scene, self.discs, np.array(self.at, dtype=float), np.array(end), self.r, LIFT, self.buf
        )
        start = self.at
        if free < 1.0 and base >= 0 and self.others[base].id in self.mover.enemies and self.mover.charge:
            end = (
                start[0] + free * (end[0] - start[0]),
                start[1] + free * (end[1] - start[1]),
                start[2] + free * (end[2] - start[2]),
            )
        elif free < 1.0:
            name = self.others[base].id if base >= 0 else self.land.name(part_at(self.scene, which, index))
            raise _Stop("MOVE-02" if base >= 0 else "ABIL-Flight", f"{name or 'a wall'} is in the way of the flight")
        self.legs.append(Leg("fly", _thin([start, end]), math.dist(start, end)))
        self.at = end

    def pass_through(self, corner: Point) -> None:
        """Ethereal: all terrain is ignored on the way."""
        end = corner
        self.legs.append(Leg("run", _thin([self.at, end]), math.dist(self.at, end)))
        self.at = end


def _kind(flags: int) -> LegKind:
    if flags & bits.WATER:
        return "swim"
    if flags & bits.DIFFICULT:
        return "difficult"
    return "barricade" if flags & bits.BARRICADE else "run"


def _thin(points: list[Point]) -> tuple[Point, ...]:
    """Points rounded as they enter the game, repeats left out."""
    out: list[Point] = []
    for p in points:
        q = point(*p)
        if not out or out[-1] != q:
            out.append(q)
    return tuple(out) if len(out) > 1 else (out[0], out[0])


def trace(board: Board, mover: Mover, corners: tuple[Point, ...], tableau: Tableau) -> Path:
    """Follow the corners; the verdict ends at the first contact with an enemy, or where a rule refuses it."""
    discs, others = discs_of(tableau, (mover.figure, *mover.ignore))
    tracer = Tracer(land_of(board, tableau, mover.figure), mover, tableau.figure(mover.figure), discs, others)
    corners = tuple((float(x), float(y), float(z)) for x, y, z in corners)
    refusal: tuple[str, str] | None = None
    try:
        for number, corner in enumerate(corners):
            if mover.fly:
                tracer.fly(corner)
            elif mover.ethereal:
                tracer.pass_through(corner)
            else:
                tracer.run(corner, last=number == len(corners) - 1)
    except _Stop as stop:
        refusal = stop.refusal
    path = finish(board, tracer, refusal)
    shut = {b.piece for b in tableau.barred if mover.figure in b.to}
    crossed = next((leg.part for leg in path.legs if leg.part and piece_of(leg.part) in shut), None) if shut else None
    if crossed is not None and not mover.fly:
        path = msgspec.structs.replace(path, refusal=("TERR-05", f"{crossed} is impassable to it now"))
    return path


def climbs(land: Land, base_mm: float, foot: Point, top: Point) -> bool:
    """Is there a way from the foot of a climb to its top that `trace` allows?"""
    figure = Figure("", foot, base_mm)
    tracer = Tracer(land, Mover("", math.inf), figure, np.zeros((0, 5)))
    try:
        tracer.run(top, last=False)
    except _Stop:
        return False
    return math.dist(tracer.at, top) < ON


def finish(board: Board, tracer: Tracer, refusal: tuple[str, str] | None) -> Path:
    """The verdict on the legs that were followed."""
    figure = tracer.figure
    legs, contacts, left = _meet(tracer)
    enemies = [f for f in tracer.others if f.id in tracer.mover.enemies]
    legs = [defended(board, leg, enemies) for leg in legs]
    cost = math.fsum(leg.cost for leg in legs)
    end = legs[-1].points[-1] if legs else point(*tracer.at)
    ends = ground_at(tracer.land, figure, end, tracer.discs)
    points = [point(*figure.at)]
    for leg in legs:
        points.extend(p for p in leg.points if p != points[-1])
    if refusal is None:
        refusal = _last_word(tracer, legs, cost, ends, contacts)
    return Path(tuple(points), tuple(legs), round(cost, 6), ends, contacts, left, refusal)


def _last_word(
    tracer: Tracer, legs: list[Leg], cost: float, ends: Ground, contacts: tuple[Contact, ...]
) -> tuple[str, str] | None:
    mover = tracer.mover
    if mover.avoid_contact and contacts:
        return ("MOVE-10", f"this way comes into base contact with {contacts[0].id}")
    if cost > mover.move + 1e-3:
        return ("MOVE-01", f'this takes {cost:.1f}", and there are {mover.move:.1f}"')
    off = legs and legs[-1].kind == "off_edge"
    if not ends.free and not off and not _still(tracer, legs):
        return ("MOVE-02", "a base or terrain is in the way where this ends")
    if mover.ethereal and not ends.whole:
        return ("ABIL-Ethereal", "an ethereal move ends where the base can stand")
    return None


def _still(tracer: Tracer, legs: list[Leg]) -> bool:
    return not legs or legs[-1].points[-1] == point(*tracer.figure.at)


def _meet(tracer: Tracer) -> tuple[list[Leg], tuple[Contact, ...], tuple[Contact, ...]]:
    """Cut the legs at the first enemy met (MOVE-10); and the enemies at the start that are left (MOVE-12)."""
    mover = tracer.mover
    enemies = [f for f in tracer.others if f.id in mover.enemies]
    if not enemies:
        return tracer.legs, (), ()
    touching = {f.id for f in enemies if _touch(tracer.figure.at, tracer.r, f)}
    begun = set(touching)
    gone: dict[str, Contact] = {}
    after = 0.0
    kept: list[Leg] = []
    for leg in tracer.legs:
        ignores = leg.kind in ("climb", "ladder", "ruin")  # MOVE-02: on vertical terrain others are ignored
        total = math.fsum(math.dist(a, b) for a, b in pairwise(leg.points))
        done = 0.0
        for number, (a, b) in enumerate(pairwise(leg.points)):
            length = math.dist(a, b)
            steps = max(1, math.ceil(length / 0.05))
            for step in range(1, steps + 1):
                if ignores and not (step == steps and number == len(leg.points) - 2):
                    continue
                p = _between(a, b, step / steps)
                now = {f.id for f in enemies if _touch(p, tracer.r, f)}
                share = (done + length * step / steps) / total if total > 0 else 1.0
                for one in sorted(touching - now):
                    if one in begun:
                        gone.setdefault(one, Contact(one, round(after + leg.cost * share, 3), point(*p)))
                met = sorted(now - touching)
                touching = now
                if not met or not mover.charge:
                    continue
                low, high = (step - 1) / steps, step / steps
                while (high - low) * length > 5e-4 and not ignores:
                    mid = (low + high) / 2
                    if any(_touch(_between(a, b, mid), tracer.r, f) for f in enemies if f.id in met):
                        high = mid
                    else:
                        low = mid
                here = point(*_between(a, b, high))
                share = (done + length * high) / total if total > 0 else 1.0
                met = sorted(f.id for f in enemies if f.id in met and _touch(_between(a, b, high), tracer.r, f))
                cost = leg.cost * share
                points = (*leg.points[: number + 1], here)
                kept.append(Leg(leg.kind, points, cost, leg.roll, leg.part, leg.access))
                contacts = tuple(Contact(one, round(after + cost, 3), here) for one in met)
                return kept, contacts, tuple(gone.values())
            done += length
        after += leg.cost
        kept.append(leg)
    return kept, (), tuple(gone.values())


def _touch(at: Point, r: float, other: Figure) -> bool:
    """Base contact (GEO-04)."""
    flat = math.hypot(at[0] - other.at[0], at[1] - other.at[1])
    return flat <= r + other.radius + TOUCH and abs(at[2] - other.at[2]) <= bits.STEP


def _between(a: Point, b: Point, s: float) -> Point:
    return (a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2]))


def answer_path_along(board: Board, query: PathAlong, tableau: Tableau) -> Path:
    """MOVE-01 to 04: see `trace`. A refused path tells how far it came, and why no further."""
    return trace(board, query.mover, query.corners, tableau)
