"""Jumps (JUMP-02 to 06): the way of the base through the air, where it lands, what it runs on, what it falls."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.queries import JumpAlong
from sim.board.standing import drop, ground_at, point
from sim.board.tableau import Figure, Point, Tableau
from sim.board.terrains import Land, body_height, discs_of, land_of
from sim.board.verdicts import Contact, Drop, JumpSweep
from sim.geometry import terrain as bits
from sim.geometry.ground import bits_at, footing, part_at, scratch, wall_distance
from sim.geometry.spots import crowd
from sim.geometry.sweep import LIFT, partly_on, sweep
from sim.geometry.tolerance import TOUCH
from sim.geometry.walk import walk

Floats = NDArray[np.float64]

NUDGE = 1.0  # the most that a base is moved on to stand wholly (JUMP-04)
_PACE = 1 / 32


def answer_jump_along(board: Board, query: JumpAlong, tableau: Tableau) -> JumpSweep:
    """JUMP-02 to 06. The base goes along the straight line, `length` inches or as far as the point `to`.

    `end` is where the jump leaves it, its nudge and what it runs on included. It falls where it does not end wholly
    on solid ground at most one step above or below its line; water is no solid ground. `fall_height` counts from
    the height that it jumped from (JUMP-05), and is 0 where it comes to rest higher.
    """
    figure = tableau.figure(query.figure)
    land = land_of(board, tableau, query.figure)
    discs, others = discs_of(tableau, (query.figure, *query.ignore))
    return _Jump(land, figure, discs, others, query).verdict()


class _Jump:
    def __init__(self, land: Land, figure: Figure, discs: Floats, others: tuple[Figure, ...], query: JumpAlong) -> None:
        self.land, self.scene, self.figure, self.query = land, land.scene, figure, query
        self.discs, self.others = discs, others
        self.r, self.tall, self.buf = figure.radius, body_height(figure.base_mm), scratch()
        self.start = np.array(figure.at, dtype=np.float64)
        self.path: list[Point] = [figure.at]
        self.stopped_by: str | None = None

    def verdict(self) -> JumpSweep:
        target = np.array(self.query.to, dtype=np.float64)
        far = float(np.linalg.norm(target - self.start))
        length = max(0.0, float(self.query.length))
        aim = target if far <= length or far == 0.0 else self.start + (target - self.start) * (length / far)
        end = self._through_air(aim)
        self._go(end)
        nudged = ran = 0.0
        stands = self._stand(end)
        if stands is None and partly_on(
            self.scene, end[0], end[1], end[2] - bits.STEP, end[2] + bits.STEP, self.r, self.buf
        ):
            nudged, stands = self._nudge(end)
        if stands is not None:
            rest = stands
            self.path[-1] = point(*rest)
            spare = min(float(self.query.run_on), length - far)
            if spare > 0.0 and self.stopped_by is None:
                ran, rest = self._run_on(rest, spare)
            return self._landed(rest, nudged, ran)
        return self._fallen(end)

    def _through_air(self, aim: Floats) -> Floats:
        free, which, index, base = sweep(self.scene, self.discs, self.start, aim, self.r, LIFT, self.buf)
        if free < 1.0:
            own = self.land.name(part_at(self.scene, which, index))
            self.stopped_by = self.others[base].id if base >= 0 else own
        return np.asarray(self.start + (aim - self.start) * free)

    def _go(self, end: Floats) -> None:
        self.path.append(point(*map(float, end)))

    def _stand(self, at: Floats) -> Floats | None:
        """Where a base that ends here stands wholly on solid ground, within a step of its line."""
        top = float(at[2]) + bits.STEP + bits.STEP_SLACK
        for _ in range(4):
            ground, rest, which, index, code = footing(
                self.scene, float(at[0]), float(at[1]), top, self.r, self.tall, self.buf
            )
            if code == 1 or rest < at[2] - bits.STEP - bits.STEP_SLACK:
                return None
            if code == 0 and rest <= at[2] + bits.STEP + bits.STEP_SLACK:
                if bits_at(self.scene, which, index) & bits.WATER:
                    return None
                free = crowd(self.discs, float(at[0]), float(at[1]), rest, self.r, self.tall) < 0
                return np.array([at[0], at[1], rest]) if free else None
            top = ground - 1e-4
        return None

    def _nudge(self, end: Floats) -> tuple[float, Floats | None]:
        """JUMP-04: up to 1" on along the line, until it stands wholly."""
        way = self._direction()
        if way is None:
            return 0.0, None
        steps = round(NUDGE / _PACE)
        for step in range(1, steps + 1):
            found = self._stand(end + way * (step * _PACE))
            if found is None:
                continue
            low, high = (step - 1) * _PACE, step * _PACE
            while high - low > 5e-4:
                mid = (low + high) / 2
                if self._stand(end + way * mid) is None:
                    low = mid
                else:
                    high = mid
            found = self._stand(end + way * high)
            assert found is not None
            z = float(found[2])
            ends = (float(end[0]), float(end[1]), float(found[0]), float(found[1]))
            walled = wall_distance(self.scene, *ends, z, z + self.tall, self.r * 0.5, self.buf)[1] >= 0
            if walled:
                return 0.0, None
            self.path.append(point(*map(float, found)))
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
                x,
                y,
                float(ground),
                float(to[0]),
                float(to[1]),
                self.r,
                self.tall,
                False,
                self.buf,
            )
            if not begun:
                return 0.0, rest
            if cost <= inches + 1e-6:
                break
            reach *= inches / cost
        last = marks[-1]
        end = footing(self.scene, float(last[1]), float(last[2]), float(last[3]) + 0.01, self.r, self.tall, self.buf)
        at = np.array([last[1], last[2], end[1]])
        self.path.append(point(*map(float, at)))
        return round(float(cost), 3), at

    def _landed(self, rest: Floats, nudged: float, ran: float) -> JumpSweep:
        at = point(*map(float, rest))
        return JumpSweep(
            path=tuple(self.path),
            end=at,
            stopped_by=self.stopped_by,
            nudged=round(nudged, 3),
            run_on=ran,
            falls=False,
            fall_height=0.0,
            rest=at,
            ground=ground_at(self.land, self.figure, at, self.discs),
            contacts=self._contacts(at),
        )

    def _fallen(self, end: Floats) -> JumpSweep:
        at = point(*map(float, end))
        fall: Drop = drop(self.land, self.figure, at, self.discs, self.others)
        rest = fall.rest or at
        ground = fall.ground or ground_at(self.land, self.figure, at, self.discs)
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
            contacts=self._contacts(rest),
        )

    def _contacts(self, at: Point) -> tuple[Contact, ...]:
        """Enemies in base contact where it comes to stand (JUMP-09); not those that it jumped away from."""
        after = round(math.fsum(math.dist(a, b) for a, b in pairwise(self.path)), 3)
        return tuple(
            Contact(f.id, after, at) for f in self.others if f.id in self.query.enemies and touching(at, self.r, f)
        )


def touching(at: Point, r: float, other: Figure) -> bool:
    """Base contact (GEO-04)."""
    flat = math.hypot(at[0] - other.at[0], at[1] - other.at[1])
    return flat <= r + other.radius + TOUCH and abs(at[2] - other.at[2]) <= bits.STEP
