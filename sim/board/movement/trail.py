"""A base on its way (MOVE): where it is, what carries it there, and the legs of its path so far."""

from __future__ import annotations

import math
from itertools import pairwise, zip_longest

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import Mover
from sim.board.model.tableau import Figure, Point
from sim.board.model.verdicts import Leg, LegKind
from sim.board.movement.nav_scene import NavScene, body_height
from sim.board.movement.standing import ON, ROUNDED, carries, point
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.footing import WHOLE, clearance, footing
from sim.geometry.ground.placement import PEEK
from sim.geometry.ground.surface import bits_at, part_at, surface
from sim.geometry.ground.sweep import LIFT, partly_on
from sim.geometry.ground.walk_marks import MARK_COST, MARK_GONE, MARK_GROUND, MARK_X, MARK_Y, resting
from sim.geometry.paths.climb_links import OVER

__all__ = ["A_STEP", "FOOT", "HAIR", "Stop", "Trail", "thin"]

Floats = NDArray[np.float64]

HAIR = 1e-6
A_STEP = bits.STEP + bits.STEP_SLACK  # inches: so far up or down one steps, and does not climb
FOOT = 0.01  # inches: whoever is so near to a wall as the foot of a climb lies is there
_PACE = 0.05  # inches: so often it is asked whether a base that steps off an edge is clear of it
_FINE = 1e-3  # inches: so near to where it is first clear it falls
_CLEAR = 0.01  # inches: by so much more than it is wide, that the fall leads along no wall
ALIKE = ("run", "swim", "difficult")  # ways that are one, whatever they go over


class Stop(Exception):
    """The path breaks a rule here."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.refusal = (rule, why)


class Trail:
    """Where a mover is on its way, and the legs behind it. `at`: x, y, rest height; `ground` is under the centre."""

    def __init__(
        self,
        nav: NavScene,
        mover: Mover,
        figure: Figure,
        discs: Floats,
        others: tuple[Figure, ...] = (),
        ease: float = 0.0,
    ) -> None:
        """`ease`: inches by which the base is taken to be narrower than it is, for corners that were rounded."""
        self.mover = mover
        self.figure = figure
        self.nav = nav
        self.scene = nav.scene
        self.ease = ease
        self.r = figure.radius - ease
        self.over_edge = 2 * (figure.radius + ease) + OVER  # inches: no climb leads further level (MOVE-14)
        self.tall = body_height(figure.base_mm)
        self.buf = nav.buf
        self.discs, self.others = discs, others
        self.at: Point = (float(self.figure.at[0]), float(self.figure.at[1]), float(self.figure.at[2]))
        self.legs: list[Leg] = []
        self.walked: list[tuple[float, float, float]] = []  # x, y and the inches gone there, where a walk is marked
        self.walks_from: Point = self.at  # where the last walk began
        self.on_ground = True
        self.width = self.r  # of the base where it began: one that overlaps terrain may still walk away
        self.ground = self.at[2]
        x, y, z = self.at
        found = footing(self.scene, x, y, z + PEEK, self.r, self.tall, self.buf)
        height, _, which, index, code = found
        if carries(found, z):
            self.ground = height
            if code not in (0, 3) or ease > 0.0:
                self.width = self._room()
            self.wet = bool(bits_at(self.scene, which, index) & bits.WATER)
        else:
            self.on_ground = False
            self.wet = False

    def _room(self) -> float:
        """How wide a base may be that goes on from here: as wide as it is, or a little wider than it has room."""
        x, y, _ = self.at
        room = clearance(self.scene, x, y, self.ground, self.tall, self.figure.radius, self.buf)
        return min(self.r, max(0.0, room - self.ease) + 1e-4)

    def _widen(self) -> None:
        """One that overlapped terrain where it began, and came away from it, is wider again: as wide as it has room."""
        if self.width < self.r:
            self.width = max(self.width, self._room())

    def _add_walk(self, marks: Floats) -> None:
        """Turn a walk into legs, one for each kind of ground."""
        self._before, self._marks = (self.at, self.ground, self.wet, tuple(self.legs), len(self.walked)), marks
        self.walks_from = self.at
        points: list[Point] = []
        kind: LegKind = "run"
        part: str | None = None
        begun = 0.0
        wet = self.wet
        before = math.fsum(leg.cost for leg in self.legs)
        rows = self._stepped_over(_without_tips(resting(self.scene, marks, self.r)), marks).tolist()
        for (gone, x, y, rest_z, cost, face, number), following in zip_longest(rows, rows[1:]):
            flags, name, here = int(face), self.nav.name(int(number)), (x, y, rest_z)
            self.walked.append((x, y, before + cost))
            now = _kind(flags)
            if not points:
                kind, part, begun = now, name, cost
                points.append(here)
                wet = bool(flags & bits.WATER)
                continue
            points.append(here)
            step = following is not None and following[MARK_GONE] - gone < 1e-9
            if (now != kind or (now == "barricade" and name != part)) and not step:
                self._add(Leg(kind, thin(points), cost - begun, roll=kind == "difficult", part=part))
                dry = not flags & bits.WATER
                if wet and dry:
                    access = bool(flags & bits.ACCESS)
                    self._add(Leg("leave_water", thin([points[-2], here]), 0.0, part=name, access=access))
                elif not wet and not dry:
                    self._add(Leg("enter_water", thin([points[-2], here]), 0.0, part=name))
                kind, part, begun, points, wet = now, name, cost, [here], not dry
        self._add(Leg(kind, thin(points), cost - begun, roll=kind == "difficult", part=part))
        self.ground, self.at, self.wet = float(marks[-1, MARK_GROUND]), here, wet

    def _stepped_over(self, rows: Floats, marks: Floats) -> Floats:
        """Rows of a walk, water as plain ground where the base goes over it from bank to bank and never down to it: a
        gap between a quay and a boat is stepped over (MOVE-01)."""
        wet = (rows[:, 5].astype(np.int64) & bits.WATER) != 0
        turns = np.flatnonzero(np.diff(wet)) + 1
        for first, after in pairwise(turns):
            if wet[first] and self._keeps_dry(marks[first : after + 1]):
                rows[first:after, 5] = 0.0
        return rows

    def _keeps_dry(self, over: Floats) -> bool:
        """Does the base rest on something else than the ground under its centre all along a stretch of a walk?"""
        places = [over[0]]
        for row, following in pairwise(over):
            steps = max(1, math.ceil((following[MARK_GONE] - row[MARK_GONE]) / _PACE))
            for step in range(1, steps + 1):
                place = row.copy()
                for column in (MARK_X, MARK_Y, MARK_GROUND):
                    place[column] += (following[column] - row[column]) * step / steps
                places.append(place)
        under = np.asarray(places[:-1])  # the last is on dry ground
        return bool((resting(self.scene, under, self.r)[:, 3] > under[:, MARK_GROUND] + HAIR).all())

    def _walked_over(self, gone: Floats) -> Floats:
        """How high the ground is that the last walk led over, so many inches from where it began."""
        return np.asarray(np.interp(gone, self._marks[:, MARK_GONE], self._marks[:, MARK_GROUND]))

    def _walk_only(self, gone: float) -> None:
        """The last walk leads no further than so many inches."""
        marks = self._marks[: max(1, np.count_nonzero(self._marks[:, MARK_GONE] < gone))]
        last = marks[-1].copy()
        for column in (MARK_GONE, MARK_X, MARK_Y, MARK_GROUND, MARK_COST):
            last[column] = np.interp(gone, self._marks[:, MARK_GONE], self._marks[:, column])
        self.at, self.ground, self.wet, legs, walked = self._before
        self.legs, self.walked = list(legs), self.walked[:walked]
        self._add_walk(np.concatenate([marks, last[None]]))

    def rest_as_told(self, corner: Point, following: Point) -> None:
        """At the foot of a climb that is told on the ground under its centre: there it rests, whatever it touches."""
        near = math.hypot(self.at[0] - corner[0], self.at[1] - corner[1]) <= FOOT
        over = math.hypot(following[0] - corner[0], following[1] - corner[1]) <= 2e-3
        if self.on_ground and near and over and following[2] > corner[2] + bits.STEP and self._is_told_low(corner):
            self._rest_low()

    def _rest_low(self) -> None:
        """The last walk ends on the ground under the centre, whatever the base touches there."""
        self.at = (*self.at[:2], self.ground)
        if self.legs and len(self.legs[-1].points) > 1:
            last = self.legs[-1]
            self.legs[-1] = msgspec.structs.replace(last, points=(*last.points[:-1], point(*self.at)))

    def _add(self, leg: Leg) -> None:
        """Put a leg behind the others; a walk goes on where the last one ended."""
        if len(leg.points) < 2 or (leg.cost < HAIR and leg.kind not in ("enter_water", "leave_water")):
            return
        before = self.legs[-1] if self.legs else None
        on = before is not None and before.kind == leg.kind
        if before is not None and on and (leg.kind in ALIKE or (leg.kind == "barricade" and leg.part == before.part)):
            self.legs.pop()
            points = (*before.points, *leg.points[1:])
            leg = Leg(leg.kind, points, before.cost + leg.cost, before.roll, before.part, before.access)
        self.legs.append(leg)

    def inches_at(self, x: float, y: float, low: float, high: float) -> float:
        """The inches gone where a walk comes to a place, which is on it between so many and so many inches."""
        marks = [
            (a, b) for a, b in pairwise(self.walked) if a[2] >= low - HAIR and b[2] <= high + HAIR and b[2] >= a[2]
        ]
        best, inches = math.inf, high
        for (ax, ay, gone), (bx, by, then) in marks:
            ux, uy = bx - ax, by - ay
            length = ux * ux + uy * uy
            s = min(1.0, max(0.0, ((x - ax) * ux + (y - ay) * uy) / length)) if length > 0.0 else 1.0
            apart = math.hypot(ax + s * ux - x, ay + s * uy - y)
            if apart < best - HAIR:
                best, inches = apart, gone + s * (then - gone)
        return min(max(inches, low), high)

    def is_over(self, corner: Point, *following: Point) -> bool:
        """Does the corner hang beside an edge, over the next one or level with it? There a climb begins to go down, or
        ends to go up: it is a part of that."""
        if not self.on_ground or not following:
            return False
        if corner[2] > self.at[2] + bits.STEP:
            return self._is_top(corner, following[0])
        if corner[2] < self.at[2] - bits.STEP:
            return False
        below = following[0]
        # By less than a step too: a foot may rest on something, and its ground lie deeper.
        over = math.hypot(below[0] - corner[0], below[1] - corner[1]) <= 2e-3 and below[2] < corner[2] - ROUNDED
        if not over:
            return False
        found = footing(self.scene, corner[0], corner[1], corner[2] + PEEK, self.r, self.tall, self.buf)
        return bool(found[4] != 0 or found[1] < corner[2] - ROUNDED)

    def _is_top(self, corner: Point, beyond: Point) -> bool:
        """Is the corner where a climb from here goes over the edge, on to a place beyond it? Nothing carries it there:
        where a floor does, as in a ruin, that is a place to go to."""
        here = math.hypot(self.at[0] - corner[0], self.at[1] - corner[1]) <= FOOT
        over = math.hypot(beyond[0] - corner[0], beyond[1] - corner[1]) <= self.over_edge
        level = abs(beyond[2] - corner[2]) <= ROUNDED
        if not (here and over and level and self._stands(beyond[0], beyond[1], beyond[2] + bits.STEP)):
            return False
        found = footing(self.scene, corner[0], corner[1], corner[2] + PEEK, self.r, self.tall, self.buf)
        return bool(found[4] != 0 or found[1] < corner[2] - bits.STEP)

    def _part(self, found: tuple[float, ...]) -> str | None:
        return self.nav.name(part_at(self.scene, int(found[2]), int(found[3])))

    def _is_at_foot(self, corner: Point) -> bool:
        """Is the corner where it rests, up to rounding: the foot of a climb, or the edge that one leads down from?"""
        flat = math.hypot(self.at[0] - corner[0], self.at[1] - corner[1])
        return flat <= FOOT and (abs(self.at[2] - corner[2]) <= ROUNDED or self._is_told_low(corner))

    def _is_told_low(self, corner: Point) -> bool:
        """Is a corner the ground under its centre, far below what the base touches there?"""
        return self.at[2] > corner[2] + bits.STEP and abs(self.ground - corner[2]) <= ROUNDED

    def _clear_of_edge(self, corner: Point) -> Point:
        """The first place on a level line, or its end, where no part of the base is over ground within a step of it, or
        all of it is over ground beyond a gap that is lower."""
        x, y, z = self.at
        dx, dy = corner[0] - x, corner[1] - y
        length = math.hypot(dx, dy)
        if length < HAIR:
            return corner
        gaps = False  # under its centre, so far

        def is_clear(gone: float) -> bool:
            px, py = x + dx * gone / length, y + dy * gone / length
            if not partly_on(self.scene, px, py, z - bits.STEP, z + LIFT, self.r + _CLEAR, self.buf):
                return True
            found = footing(self.scene, px, py, z + PEEK, self.r + _CLEAR, self.tall, self.buf)
            return gaps and bool(found[4] == WHOLE and ON <= z - found[1] <= A_STEP)

        on, off = 0.0, length
        for gone in (*map(float, np.arange(_PACE, length, _PACE)), length):
            under = surface(self.scene, x + dx * gone / length, y + dy * gone / length, z + PEEK)
            gaps = gaps or under.terrain < 0 or under.height < z - bits.STEP - bits.STEP_SLACK
            if is_clear(gone):
                off = gone
                break
            on = gone
        else:
            return corner
        while off - on > _FINE:
            middle = (on + off) / 2
            on, off = (on, middle) if is_clear(middle) else (middle, off)
        return (x + dx * off / length, y + dy * off / length, z)

    def _stands(self, x: float, y: float, top: float) -> bool:
        return bool(footing(self.scene, float(x), float(y), float(top), self.r, self.tall, self.buf)[4] == 0)


def _without_tips(rows: Floats) -> Floats:
    """Rows of a walk (gone, x, y, rest and more), over the tips of what a rim only touches in passing as before and
    after them: a place on a tip, rounded, is none."""
    over = rows[1:-1, 3] > np.maximum(rows[:-2, 3], rows[2:, 3]) + bits.STEP
    rows[1:-1, 3][over] = np.maximum(rows[:-2, 3], rows[2:, 3])[over]
    return rows


def _kind(flags: int) -> LegKind:
    if flags & bits.WATER:
        return "swim"
    if flags & bits.DIFFICULT:
        return "difficult"
    return "barricade" if flags & bits.BARRICADE else "run"


def thin(points: list[Point]) -> tuple[Point, ...]:
    """Points rounded as they enter the game, repeats left out."""
    out: list[Point] = []
    for p in points:
        q = point(*p)
        if not out or out[-1] != q:
            out.append(q)
    return tuple(out) if len(out) > 1 else (out[0], out[0])
