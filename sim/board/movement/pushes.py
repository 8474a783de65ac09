"""Bases moved by force (ACT-07, WEAP-Knockback)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import PushAlong
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Contact, Push
from sim.board.movement.contacts import touching
from sim.board.movement.nav_scene import NavScene, body_height, discs_of, nav_scene_of
from sim.board.movement.standing import BURIED, NOWHERE, WALLED, carries, ground_at, point
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import footing
from sim.geometry.ground.placement import PEEK
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import part_at, rest_height, surface
from sim.geometry.ground.sweep import LIFT, sweep
from sim.geometry.ground.walk import BASE, LEDGE, WALL, walk
from sim.geometry.ground.walls import wall_distance

__all__ = ["EDGE", "answer_push_along"]

Floats = NDArray[np.float64]

EDGE = "the edge of the board"
_ROUND = 16  # places round a rim under which there must be something of the board
_FINE = 1e-3  # inches: so near the edge a push is stopped
_PACE = 1 / 32
_NONE = 1e-4  # inches: so little is no way to go
_AHEAD = 0.02  # inches: so far ahead the wall is looked for that a push has met
ROOMLESS = (NOWHERE, WALLED, BURIED)  # why a base has no room at a place


def answer_push_along(board: Board, query: PushAlong, tableau: Tableau) -> Push:
    """A base pushed straight towards `to`, at most `length` inches of plan, never over 1" above its start.

    It follows the ground; where that ends it goes on level, and falls from where the push ends. Terrain, other bases
    and the edge of the board stop it. `contacts` are the bases that it then touches, whoever's they are.
    """
    figure = tableau.figure(query.figure)
    x, y, _ = figure.at
    far = math.hypot(query.to[0] - x, query.to[1] - y)
    way = ((query.to[0] - x) / far, (query.to[1] - y) / far) if far > 0 else (0.0, 0.0)
    wanted = min(float(query.length), far)
    length = wanted
    if board.source is not None:  # of a map, terrain may go on beyond the board; what is built in code has no edge
        length = min(wanted, _to_edge(board.size, x, y, way, figure.radius))
    pushed = _Pushed(nav_scene_of(board, tableau, query.figure), tableau, query, way, length)
    pushed.go()
    if pushed.stopped is None and length < wanted:
        pushed.stopped = EDGE
    return pushed.verdict()


class _Pushed:
    """A base on its way, straight and for at most `length` inches; `left` is what is still to go of them."""

    def __init__(
        self, nav: NavScene, tableau: Tableau, query: PushAlong, way: tuple[float, float], length: float
    ) -> None:
        self.nav, self.way, self.length, self.left = nav, way, length, length
        self.figure = tableau.figure(query.figure)
        self.discs, self.others = discs_of(tableau, (query.figure, *query.ignore))
        self.r, self.tall, self.buf = self.figure.radius, body_height(self.figure.base_mm), nav.buf
        self.x, self.y, self.z = map(float, self.figure.at)
        self.highest = self.z + bits.STEP + bits.STEP_SLACK
        self.under = self.z  # the ground under its centre
        self.path: list[Point] = [self.figure.at]
        self.stopped: str | None = None

    def go(self) -> None:
        """Along the ground as far as that goes, and level from there."""
        if self.left <= _NONE:
            return
        found = footing(self.nav.scene, self.x, self.y, self.z + PEEK, self.r, self.tall, self.buf)
        goes_on = not carries(found, self.z) or self._walk(float(found[0]))
        if goes_on and self.left > _NONE:
            self._go_level()

    def _walk(self, ground: float) -> bool:
        """Along the ground. True: over a ledge, or from where nobody can walk, it goes on through the air."""
        scene, (east, north) = self.nav.scene, self.way
        x, y = self.x + east * self.left, self.y + north * self.left
        line, base = Segment(self.x, self.y, x, y), Base(self.r, self.tall)
        _, _, why, marks, begun = walk(scene, self.discs, line, ground, base, False, self.buf)
        if not begun:
            return True
        self.under = ground
        for row in marks[1:]:
            rest_z = float(rest_height(scene, float(row[1]), float(row[2]), float(row[3]), self.r))
            if rest_z > self.highest:
                self.stopped = self.nav.name(part_at(scene, int(row[5]), int(row[6])))
                break
            self.x, self.y, self.z, self.under = float(row[1]), float(row[2]), rest_z, float(row[3])
            self.path.append(point(self.x, self.y, self.z))
        self.left = self.length - math.hypot(self.x - self.figure.at[0], self.y - self.figure.at[1])
        if self.stopped is None and why == BASE:
            self.stopped = _nearest_base(self.x, self.y, self.others, self.way)
        elif self.stopped is None and why == WALL:
            line = Segment(self.x, self.y, self.x + east * _AHEAD, self.y + north * _AHEAD)
            low, high = float(marks[-1, 3]), self.z + self.tall
            _, which, index = wall_distance(scene, line, low, high, self.r, self.buf)
            self.stopped = self.nav.name(part_at(scene, which, index))
        elif self.stopped is None and why != 0:
            assert why == LEDGE
            return True
        return False

    def _go_level(self) -> None:
        """Over the edge: level, as far as the push goes."""
        start = np.array([self.x, self.y, self.z])
        end = np.array([self.x + self.way[0] * self.left, self.y + self.way[1] * self.left, self.z])
        free, which, index, base = sweep(self.nav.scene, self.discs, start, end, self.r, LIFT, self.buf)
        over = _over_board(self.nav, start, start + (end - start) * free, self.r)
        at = start + (end - start) * free * over
        self.x, self.y = float(at[0]), float(at[1])
        self.path.append(point(self.x, self.y, self.z))
        if over < 1.0:
            self.stopped = EDGE
        elif free < 1.0:
            self.stopped = self.others[base].id if base >= 0 else self.nav.name(part_at(self.nav.scene, which, index))

    def verdict(self) -> Push:
        """Where it ends: out from under what it was pushed under, and on the ground there, if that carries it."""
        nav, figure, path = self.nav, self.figure, self.path
        end = point(self.x, self.y, self.z)
        ground = ground_at(nav, figure, end, self.discs)
        if not ground.free and len(path) > 1:
            gone = math.hypot(self.x - figure.at[0], self.y - figure.at[1])
            end = point(*_back(nav, figure, (self.x, self.y, self.under), self.way, gone))
            ground = ground_at(nav, figure, end, self.discs)
        if ground.whole and ground.kind != "air":
            end = ground.at
        if len(path) > 1:
            path[-1] = end
        moved = round(math.hypot(end[0] - figure.at[0], end[1] - figure.at[1]), 3)
        contacts = tuple(Contact(f.id, moved, end) for f in self.others if touching(end, self.r, f))
        return Push(tuple(path), end, moved, not ground.whole, self.stopped, contacts, ground)


def _to_edge(size: tuple[float, float], x: float, y: float, way: tuple[float, float], r: float) -> float:
    """How far a base may go before it hangs over the edge of the board; no limit for one that does so already."""
    best = math.inf
    for at, step, end in zip((x, y), way, size, strict=True):
        if not r - 2 * bits.SLACK <= at <= end - r + 2 * bits.SLACK:
            return math.inf
        if step:
            best = min(best, max(0.0, ((end - r if step > 0 else r) - at) / step))
    return best


def _back(nav: NavScene, figure: Figure, at: Point, way: tuple[float, float], gone: float) -> Point:
    """Back along its way, at most `gone` inches, to where a base has room that was pushed under something: who walks
    has room over the ground under the centre, who stands over the highest that it rests on."""
    r, tall, buf = figure.radius, body_height(figure.base_mm), nav.buf

    def footed(back: float) -> tuple[float, float, int, int, int]:
        x, y = at[0] - way[0] * back, at[1] - way[1] * back
        found: tuple[float, float, int, int, int] = footing(nav.scene, x, y, at[2] + PEEK, r, tall, buf)
        return found

    steps = int(min(gone, 2 * r) / _PACE) + 1
    clear = next((k * _PACE for k in range(steps + 1) if footed(k * _PACE)[4] not in ROOMLESS), 0.0)
    low = max(0.0, clear - _PACE)
    while clear - low > _FINE:
        mid = (low + clear) / 2
        low, clear = (mid, clear) if footed(mid)[4] in ROOMLESS else (low, mid)
    clear = min(clear, gone)
    found = footed(clear)
    return (at[0] - way[0] * clear, at[1] - way[1] * clear, float(found[1]) if found[2] >= 0 else at[2])


def _over_board(nav: NavScene, start: Floats, end: Floats, r: float) -> float:
    """How far (0 to 1) of a level way a base goes with all of it over something: beyond the board there is nothing."""
    r -= 2 * bits.SLACK  # whoever stands at the edge may be rounded over it
    far = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    if far < _FINE or _all_over(nav, end, r) or not _all_over(nav, start, r):
        return 1.0
    low, high = 0.0, 1.0
    while (high - low) * far > _FINE:
        mid = (low + high) / 2
        if _all_over(nav, start + (end - start) * mid, r):
            low = mid
        else:
            high = mid
    return low


def _all_over(nav: NavScene, at: Floats, r: float) -> bool:
    """Is there ground, however deep, under the whole rim of a base?"""
    turns = np.arange(_ROUND) * (2 * np.pi / _ROUND)
    rim = zip(at[0] + r * np.cos(turns), at[1] + r * np.sin(turns), strict=True)
    return all(surface(nav.scene, float(x), float(y), float(at[2]))[1] >= 0 for x, y in rim)


def _nearest_base(x: float, y: float, others: tuple[Figure, ...], way: tuple[float, float]) -> str | None:
    ahead = [f for f in others if (f.at[0] - x) * way[0] + (f.at[1] - y) * way[1] > 0]
    if not ahead:
        return None
    nearest = min(ahead, key=lambda f: math.hypot(f.at[0] - x, f.at[1] - y) - f.radius)
    return nearest.id
