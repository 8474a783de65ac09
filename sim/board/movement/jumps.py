"""Jumps (JUMP-02 to 06): the way of the base through the air, where it lands, what it runs on, what it falls."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import JumpAlong, NearestSpot
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Contact, Drop, Ground, JumpSweep
from sim.board.movement.contacts import touching
from sim.board.movement.nav_scene import NavScene, body_height, discs_of, nav_scene_of
from sim.board.movement.standing import answer_nearest_spot, drop, ground_at, is_inside, point
from sim.geometry.ground.descent import let_down
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import part_at, rest_height
from sim.geometry.ground.touch_down import flight, touch_down
from sim.geometry.ground.walk import walk

__all__ = ["answer_jump_along"]

Floats = NDArray[np.float64]

_SAME = 0.002  # inches: places come rounded
_PACE = 0.02  # inches between the places at which an ethereal way looks for others


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
    """MOVE-05: what comes down on something or somebody and just cannot be placed is put where it can be, and does not
    fall.

    Its arc ends no lower than that: nobody is helped upwards out of what the arc just cleared.
    """
    on_somebody = first_overlap(jump.discs, *found.end, jump.r, jump.tall) >= 0
    if not on_somebody and ground_at(jump.nav, jump.figure, found.end, jump.discs).kind == "air":
        return found
    near = NearestSpot(query.figure, found.end, query.wobble, ignore=query.ignore)
    spot = answer_nearest_spot(board, near, tableau)
    if spot.at is None or spot.ground is None or spot.ground.water:
        return found
    end = (found.end[0], found.end[1], max(found.end[2], spot.at[2]))
    return msgspec.structs.replace(
        found,
        path=(*found.path[:-1], end),
        end=end,
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
        way = self._direction()
        base = Base(self.r, self.tall)
        down = touch_down(self.scene, self.discs, end, low, np.zeros(3) if way is None else way, base, self.buf)
        if not down.stands:
            return self._fallen(end)
        if down.nudged > 0.0 and way is not None:
            self.path.append(point(*map(float, end + way * down.nudged)))
        stands = np.array([down.x, down.y, down.z])
        if abs(stands[2] - self.path[-1][2]) > _SAME:
            self.path.append(point(*stands))
        else:
            self.path[-1] = point(*stands)
        ran, spare = 0.0, min(float(self.query.run_on), float(self.query.length) - self.far)
        if spare > 0.0 and self.stopped_by is None:
            ran, stands = self._run_on(stands, spare)
        return self._landed(stands, down.nudged, ran)

    def _through_air(self) -> tuple[Floats, float]:
        """Where its way through the air ends, and the lower of that and of its place on the straight line."""
        flown = flight(self.scene, self.discs, self.start, self.target, float(self.query.length), self.r, self.buf)
        if self.query.ethereal and flown.terrain >= 0 and (end := self._through_terrain()) is not None:
            self.path.append(point(*map(float, end)))
            self.length = float(np.linalg.norm(end - self.start))
            return end, float(end[2])
        self.path += [point(*map(float, corner)) for corner in flown.way[1:]]
        if flown.terrain >= 0 or flown.base >= 0:
            own = self.nav.name(part_at(self.scene, flown.terrain, flown.triangle))
            self.stopped_by = self.others[flown.base].id if flown.base >= 0 else own
        self.length = flown.length
        return flown.way[-1].copy(), flown.low

    def _through_terrain(self) -> Floats | None:
        """Where an ethereal jump ends: straight on, as far as nobody is in the way; None if that is inside a solid."""
        share = min(1.0, float(self.query.length) / self.far) if self.far > 0.0 else 1.0
        end = self.start
        for step in np.linspace(0.0, share, max(2, int(self.far * share / _PACE) + 1))[1:]:
            at = self.start + step * (self.target - self.start)
            x, y, z = map(float, at)
            over = first_overlap(self.discs, x, y, z, self.r, self.tall)
            if over >= 0:
                self.stopped_by = self.others[over].id
                break
            end = at
        return None if is_inside(self.nav, self.figure, point(*map(float, end)), self.discs) else end

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
        x, y, z = point(*map(float, end))
        at = point(x, y, let_down(self.scene, x, y, z, self.r, self.buf))  # on the first that its arc just cleared
        self.path[-1] = at
        if len(self.path) > 2 and at == self.path[-2]:
            self.path.pop()
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
            contacts=self._met_falling(at, rest),
            length=round(self.length, 3),
        )

    def _drop_from(self, at: Point) -> tuple[Point, Ground]:
        """Where it comes to rest when it falls from here, and the ground there."""
        fall: Drop = drop(self.nav, self.figure, at, self.discs, self.others)
        return fall.rest or at, fall.ground or ground_at(self.nav, self.figure, at, self.discs)

    def _met_falling(self, end: Point, rest: Point) -> tuple[Contact, ...]:
        """Those that it falls beside, and those that it touches where its way ends, though it falls away from them."""
        beside = self.contacts(rest, self.length)
        known = {contact.id for contact in beside}
        return (*beside, *(each for each in self.contacts(end, self.length) if each.id not in known))

    def contacts(self, at: Point, after: float) -> tuple[Contact, ...]:
        """Enemies in base contact with it at a place (JUMP-09)."""
        return tuple(
            Contact(f.id, round(after, 3), at)
            for f in self.others
            if f.id in self.query.enemies and touching(at, self.r, f)
        )
