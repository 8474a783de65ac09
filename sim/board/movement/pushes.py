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
from sim.geometry.ground.walls import scratch, wall_distance

Floats = NDArray[np.float64]

EDGE = "the edge of the board"
_ROUND = 16  # places round a rim under which there must be something of the board
_FINE = 1e-3  # inches: so near the edge a push is stopped
_PACE = 1 / 32
ROOMLESS = (NOWHERE, WALLED, BURIED)  # why a base has no room at a place


def answer_push_along(board: Board, query: PushAlong, tableau: Tableau) -> Push:
    """A base pushed straight towards `to`, at most `length` inches of plan, never over 1" above its start.

    It follows the ground; where that ends it goes on level, and falls from where the push ends. Terrain, other bases
    and the edge of the board stop it. `contacts` are the bases that it then touches, whoever's they are.
    """
    nav = nav_scene_of(board, tableau, query.figure)
    figure = tableau.figure(query.figure)
    discs, others = discs_of(tableau, (query.figure, *query.ignore))
    r, tall, buf = figure.radius, body_height(figure.base_mm), scratch()
    x, y, z = map(float, figure.at)
    far = math.hypot(query.to[0] - x, query.to[1] - y)
    path: list[Point] = [figure.at]
    stopped: str | None = None
    highest = z + bits.STEP + bits.STEP_SLACK
    way = ((query.to[0] - x) / far, (query.to[1] - y) / far) if far > 0 else (0.0, 0.0)
    wanted = min(float(query.length), far)
    length = wanted
    if board.source is not None:  # of a map, terrain may go on beyond the board; what is built in code has no edge
        length = min(wanted, _to_edge(board.size, x, y, way, r))
    left = length
    under = z  # the ground under its centre
    airborne = False
    for _ in range(32):
        if left <= 1e-4:
            break
        found = footing(nav.scene, x, y, z + 0.05, r, tall, buf)
        on = carries(found, z) and not airborne
        if on:
            to = (x + way[0] * left, y + way[1] * left)
            _, _, why, marks, begun = walk(
                nav.scene, discs, Segment(x, y, to[0], to[1]), float(found[0]), Base(r, tall), False, buf
            )
            if not begun:
                airborne = True
                continue
            under = float(found[0])
            for row in marks[1:]:
                here = (float(row[1]), float(row[2]))
                rest = float(rest_height(nav.scene, here[0], here[1], float(row[3]), r))
                if rest > highest:
                    stopped = nav.name(part_at(nav.scene, int(row[5]), int(row[6])))
                    break
                x, y, z, under = here[0], here[1], rest, float(row[3])
                path.append(point(x, y, z))
            left = length - math.hypot(x - figure.at[0], y - figure.at[1])
            if stopped is not None or why == 0:
                break
            if why == BASE:
                stopped = _nearest_base(x, y, r, others, way)
                break
            if why == WALL:
                _, which, index = wall_distance(
                    nav.scene,
                    Segment(x, y, x + way[0] * 0.02, y + way[1] * 0.02),
                    float(marks[-1, 3]),
                    z + tall,
                    r,
                    buf,
                )
                stopped = nav.name(part_at(nav.scene, which, index))
                break
            assert why == LEDGE
            airborne = True
            continue
        # over the edge: level, as far as the push goes
        start, end = np.array([x, y, z]), np.array([x + way[0] * left, y + way[1] * left, z])
        free, which, index, base = sweep(nav.scene, discs, start, end, r, LIFT, buf)
        over = _over_board(nav, start, start + (end - start) * free, r)
        at = start + (end - start) * free * over
        x, y = float(at[0]), float(at[1])
        path.append(point(x, y, z))
        if over < 1.0:
            stopped = EDGE
        elif free < 1.0:
            stopped = others[base].id if base >= 0 else nav.name(part_at(nav.scene, which, index))
        break
    if stopped is None and length < wanted:
        stopped = EDGE
    end_at = point(x, y, z)
    here_now = ground_at(nav, figure, end_at, discs)
    if not here_now.free and len(path) > 1:
        gone = math.hypot(x - figure.at[0], y - figure.at[1])
        x, y, z = _back(nav, figure, (x, y, under), way, gone)
        end_at = point(x, y, z)
        here_now = ground_at(nav, figure, end_at, discs)
    if here_now.whole and here_now.kind != "air":
        end_at = here_now.at
    if len(path) > 1:
        path[-1] = end_at
    moved = math.hypot(end_at[0] - figure.at[0], end_at[1] - figure.at[1])
    contacts = tuple(Contact(f.id, round(moved, 3), end_at) for f in others if touching(end_at, r, f))
    return Push(tuple(path), end_at, round(moved, 3), not here_now.whole, stopped, contacts, here_now)


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
    r, tall, buf = figure.radius, body_height(figure.base_mm), scratch()

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


def _nearest_base(x: float, y: float, r: float, others: tuple[Figure, ...], way: tuple[float, float]) -> str | None:
    ahead = [f for f in others if (f.at[0] - x) * way[0] + (f.at[1] - y) * way[1] > 0]
    if not ahead:
        return None
    nearest = min(ahead, key=lambda f: math.hypot(f.at[0] - x, f.at[1] - y) - f.radius)
    return nearest.id
