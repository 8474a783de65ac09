"""Jumps (JUMP-02 to 06): the way of the base through the air, where it lands, what it runs on, what it falls."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import JumpAlong, NearestSpot
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Contact, Drop, Ground, JumpSweep
from sim.board.movement.contacts import touching
from sim.board.movement.nav_scene import NavScene, body_height, discs_of, nav_scene_of
from sim.board.movement.standing import answer_nearest_spot, drop, ground_at, point
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import footing
from sim.geometry.ground.jump_arcs import JumpArc, jump_arc
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, part_at, rest_height, surface
from sim.geometry.ground.sweep import LIFT, partly_on
from sim.geometry.ground.walk import walk

__all__ = ["answer_jump_along"]

Floats = NDArray[np.float64]

NUDGE = 1.0  # the most that a base is moved on to stand wholly (JUMP-04)
CLEARED = LIFT + bits.STEP_SLACK  # a parapet of 1.00" is jumped over, one of 1.01" is not
_LIFTS = 3  # so often the end of an arc is lifted to what holds it
_PACE = 1 / 32
_SAME = 0.002  # inches: places come rounded


def answer_jump_along(board: Board, query: JumpAlong, tableau: Tableau) -> JumpSweep:
    """JUMP-02 to 06. The base goes in an arc, `length` inches of the straight line or as far as the point `to`.

    `end` is where the jump leaves it, its nudge and what it runs on included. It falls where it does not come down
    wholly on solid ground: between a step above its way and a step below its place on the straight line; water is no
    solid ground. `fall_height` counts from the height that it jumped from (JUMP-05), and is 0 where it comes to rest
    higher.
    """
    figure = tableau.figure(query.figure)
    nav = nav_scene_of(board, tableau, query.figure)
    discs, others = discs_of(tableau, (query.figure, *query.ignore))
    jump = _JumpTrace(nav, figure, discs, others, query)
    found = jump.verdict()
    return _helped(board, query, tableau, jump, found) if found.falls and query.wobble else found


def _helped(board: Board, query: JumpAlong, tableau: Tableau, jump: _JumpTrace, found: JumpSweep) -> JumpSweep:
    """MOVE-05: what comes down on something and just cannot be placed is put where it can be, and does not fall."""
    if ground_at(jump.nav, jump.figure, found.end, jump.discs).kind == "air":
        return found
    near = NearestSpot(query.figure, found.end, query.wobble, ignore=query.ignore)
    spot = answer_nearest_spot(board, near, tableau)
    if spot.at is None or spot.ground is None or spot.ground.water:
        return found
    return msgspec.structs.replace(
        found,
        falls=False,
        fall_height=0.0,
        rest=spot.at,
        ground=spot.ground,
        contacts=jump.contacts(spot.at, found.length),
        helped=spot.moved,
    )


class _JumpTrace:
    def __init__(
        self, nav: NavScene, figure: Figure, discs: Floats, others: tuple[Figure, ...], query: JumpAlong
    ) -> None:
        self.nav, self.scene, self.figure, self.query = nav, nav.scene, figure, query
        self.discs, self.others = discs, others
        self.r, self.tall, self.buf = figure.radius, body_height(figure.base_mm), nav.buf
        self.start = np.array(figure.at, dtype=np.float64)
        self.target = np.array(query.to, dtype=np.float64)
        self.far = float(np.linalg.norm(self.target - self.start))
        self.path: list[Point] = [figure.at]
        self.stopped_by: str | None = None
        self.length = 0.0

    def verdict(self) -> JumpSweep:
        end, low = self._through_air()
        nudged = ran = 0.0
        stands = self._stand(end, low - bits.STEP)
        partly = self._partly_on(end, low, stands)
        if partly is not None:
            nudged, stands = self._nudge(end, max(partly, low) - bits.STEP)
        if stands is None:
            here = ground_at(self.nav, self.figure, point(*end), self.discs)
            if not (here.whole and here.free) or here.water:
                return self._fallen(end)
            stands = np.array(here.at)  # rounding alone kept it off
        if abs(stands[2] - self.path[-1][2]) > _SAME:
            self.path.append(point(*stands))
        else:
            self.path[-1] = point(*stands)
        spare = min(float(self.query.run_on), float(self.query.length) - self.far)
        if spare > 0.0 and self.stopped_by is None:
            ran, stands = self._run_on(stands, spare)
        return self._landed(stands, nudged, ran)

    def _through_air(self) -> tuple[Floats, float]:
        """Where its way through the air ends, and the lower of that and of its place on the straight line."""
        share = min(1.0, max(0.0, float(self.query.length)) / self.far) if self.far > 0.0 else 1.0
        way, which, index, base = jump_arc(
            self.scene, self.discs, self.start, self.target, JumpArc(share, self.r, CLEARED), self.buf
        )
        self.path += [point(*map(float, corner)) for corner in way[1:]]
        if which >= 0 or base >= 0:
            own = self.nav.name(part_at(self.scene, which, index))
            self.stopped_by = self.others[base].id if base >= 0 else own
        end = self._over_water(np.asarray(way[-1]))
        if len(self.path) > 1:
            self.path[-1] = point(*map(float, end))
        rise, flat = float(self.target[2] - self.start[2]), self._flat(self.target)
        if flat < _SAME:
            self.length = abs(float(end[2] - self.start[2]))
            return end, float(end[2])
        along = min(1.0, self._flat(end) / flat)
        self.length = along * self.far
        over = self.stopped_by is not None and along > 1.0 - 1e-6  # straight down to its point, and held over it
        return end, float(end[2]) if over else min(float(end[2]), float(self.start[2]) + along * rise)

    def _over_water(self, end: Floats) -> Floats:
        """The end of its arc, or the water over it: water stops no arc, but no base flies below it."""
        x, y, z = map(float, end)
        top = max(z, float(self.start[2]))
        for _ in range(8):
            under = surface(self.scene, x, y, top)
            if under.terrain < 0 or under.height <= z:
                break
            if bits_at(self.scene, under.terrain, under.triangle) & bits.WATER:
                return np.array([x, y, under.height])
            top = under.height - 1e-4
        return end

    def _flat(self, at: Floats) -> float:
        return math.hypot(float(at[0] - self.start[0]), float(at[1] - self.start[1]))

    def _stand(self, at: Floats, lowest: float) -> Floats | None:
        """Where a base that ends here stands wholly on solid ground: a step over it, or below down to `lowest`."""
        x, y = round(float(at[0]), 3), round(float(at[1]), 3)  # as it enters the game
        top = float(at[2]) + bits.STEP + bits.STEP_SLACK
        for _ in range(8):
            ground, rest_z, which, index, code = footing(self.scene, x, y, top, self.r, self.tall, self.buf)
            if code == 1 or rest_z < lowest - bits.STEP_SLACK:
                return None
            if code == 0 and rest_z <= at[2] + bits.STEP + bits.STEP_SLACK:
                if bits_at(self.scene, which, index) & bits.WATER:
                    return None
                free = first_overlap(self.discs, x, y, rest_z, self.r, self.tall) < 0
                return np.array([x, y, rest_z]) if free else None
            top = ground - 1e-4
        return None

    def _partly_on(self, end: Floats, low: float, stands: Floats | None) -> float | None:
        """How high, to an inch, the ground lies on which a part of the base comes down first, over where it stands."""
        x, y = float(end[0]), float(end[1])
        lowest = low - bits.STEP if stands is None else float(stands[2]) + bits.STEP + 2 * bits.STEP_SLACK
        top = float(end[2]) + bits.STEP
        if lowest >= top or not partly_on(self.scene, x, y, lowest, top, self.r, self.buf):
            return None
        while top - bits.STEP > lowest and not partly_on(self.scene, x, y, top - bits.STEP, top, self.r, self.buf):
            top -= bits.STEP
        return top - bits.STEP

    def _nudge(self, end: Floats, lowest: float) -> tuple[float, Floats | None]:
        """JUMP-04: up to 1" on along the line, level, until it stands wholly, on ground no lower than this."""
        way = self._direction()
        if way is None:
            return 0.0, None
        free = jump_arc(self.scene, self.discs, end, end + way * NUDGE, JumpArc(1.0, self.r, CLEARED), self.buf)[0][-1]
        most = math.hypot(float(free[0] - end[0]), float(free[1] - end[1]))
        for step in range(1, math.floor(most / _PACE + 1e-6) + 1):
            found = self._stand(end + way * (step * _PACE), lowest)
            if found is None:
                continue
            low, high = (step - 1) * _PACE, step * _PACE
            while high - low > 5e-4:
                mid = (low + high) / 2
                if self._stand(end + way * mid, lowest) is None:
                    low = mid
                else:
                    high = mid
            found = self._stand(end + way * high, lowest)
            assert found is not None
            self.path.append(point(*map(float, end + way * high)))
            return high, found
        return 0.0, None

    def _direction(self) -> Floats | None:
        way = np.array([self.query.to[0] - self.start[0], self.query.to[1] - self.start[1], 0.0])
        size = float(np.linalg.norm(way))
        return way / size if size > 1e-9 else None

    def _run_on(self, rest: Floats, inches: float) -> tuple[float, Floats]:
        """JUMP-03: on along the line, level, as a run."""
        way = self._direction()
        if way is None:
            return 0.0, rest
        x, y, z = map(float, rest)
        ground = footing(self.scene, x, y, z + 0.05, self.r, self.tall, self.buf)[0]
        reach = inches
        for _ in range(8):
            to = rest + way * reach
            _, cost, _, marks, begun = walk(
                self.scene,
                self.discs,
                Segment(x, y, float(to[0]), float(to[1])),
                float(ground),
                Base(self.r, self.tall),
                False,
                self.buf,
            )
            if not begun:
                return 0.0, rest
            if cost <= inches + 1e-6:
                break
            reach *= inches / cost
        for mark in marks[1:]:
            over = rest_height(self.scene, float(mark[1]), float(mark[2]), float(mark[3]), self.r)
            self.path.append(point(float(mark[1]), float(mark[2]), float(over)))
        last = marks[-1]
        end = footing(self.scene, float(last[1]), float(last[2]), float(last[3]) + 0.01, self.r, self.tall, self.buf)
        at = np.array([last[1], last[2], end[1]])
        self.path[-1] = point(*map(float, at))
        return round(float(cost), 3), at

    def _landed(self, rest: Floats, nudged: float, ran: float) -> JumpSweep:
        at = point(*map(float, rest))
        still = at == point(*self.start)  # stopped before it leaves its place, it does not go up and down either
        return JumpSweep(
            path=(self.path[0], at) if still else tuple(self.path),
            end=at,
            stopped_by=self.stopped_by,
            nudged=round(nudged, 3),
            run_on=ran,
            falls=False,
            fall_height=0.0,
            rest=at,
            ground=ground_at(self.nav, self.figure, at, self.discs),
            contacts=self.contacts(at, self.length + nudged + ran),
            length=round(self.length, 3),
        )

    def _fallen(self, end: Floats) -> JumpSweep:
        at = point(*map(float, end))
        rest, ground = self._drop_from(at)
        for _ in range(_LIFTS):
            if rest[2] <= at[2] + bits.STEP_SLACK:
                break
            at = (at[0], at[1], rest[2])  # a part of it comes down on what its arc just cleared: nobody falls upwards
            self.path[-1] = at
            rest, ground = self._drop_from(at)
        return JumpSweep(
            path=tuple(self.path),
            end=at,
            stopped_by=self.stopped_by,
            nudged=0.0,
            run_on=0.0,
            falls=True,
            fall_height=max(0.0, round(float(self.start[2]) - rest[2], 3)),
            rest=rest,
            ground=ground,
            contacts=self.contacts(rest, self.length),
            length=round(self.length, 3),
        )

    def _drop_from(self, at: Point) -> tuple[Point, Ground]:
        """Where it comes to rest when it falls from here, and the ground there."""
        fall: Drop = drop(self.nav, self.figure, at, self.discs, self.others)
        return fall.rest or at, fall.ground or ground_at(self.nav, self.figure, at, self.discs)

    def contacts(self, at: Point, after: float) -> tuple[Contact, ...]:
        """Enemies in base contact where it comes to stand (JUMP-09); not those that it jumped away from."""
        return tuple(
            Contact(f.id, round(after, 3), at)
            for f in self.others
            if f.id in self.query.enemies and touching(at, self.r, f)
        )
