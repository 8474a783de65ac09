"""Bases moved by force (ACT-07, WEAP-Knockback)."""

from __future__ import annotations

import math

import numpy as np

from sim.board.board import Board
from sim.board.contacts import touching
from sim.board.queries import PushAlong
from sim.board.standing import ON, ground_at, point
from sim.board.tableau import Figure, Point, Tableau
from sim.board.terrains import body_height, discs_of, land_of
from sim.board.verdicts import Contact, Push
from sim.geometry import terrain as bits
from sim.geometry.ground import footing, part_at, rest_height, scratch, wall_distance
from sim.geometry.sweep import LIFT, sweep
from sim.geometry.walk import BASE, LEDGE, WALL, walk


def answer_push_along(board: Board, query: PushAlong, tableau: Tableau) -> Push:
    """A base pushed straight towards `to`, at most `length` inches of plan, never over 1" above its start.

    It follows the ground; where that ends it goes on level, and falls from where the push ends. Terrain and other
    bases stop it. `contacts` are the bases that it then touches, whoever's they are.
    """
    land = land_of(board, tableau, query.figure)
    figure = tableau.figure(query.figure)
    discs, others = discs_of(tableau, (query.figure, *query.ignore))
    r, tall, buf = figure.radius, body_height(figure.base_mm), scratch()
    x, y, z = map(float, figure.at)
    far = math.hypot(query.to[0] - x, query.to[1] - y)
    length = min(float(query.length), far)
    path: list[Point] = [figure.at]
    stopped: str | None = None
    highest = z + bits.STEP + bits.STEP_SLACK
    way = ((query.to[0] - x) / far, (query.to[1] - y) / far) if far > 0 else (0.0, 0.0)
    left = length
    airborne = False
    for _ in range(32):
        if left <= 1e-4:
            break
        found = footing(land.scene, x, y, z + 0.05, r, tall, buf)
        on = found[2] >= 0 and (abs(found[1] - z) <= ON or abs(found[0] - z) <= ON) and not airborne
        if on:
            to = (x + way[0] * left, y + way[1] * left)
            _, _, why, marks, begun = walk(land.scene, discs, x, y, float(found[0]), to[0], to[1], r, tall, False, buf)
            if not begun:
                airborne = True
                continue
            for row in marks[1:]:
                here = (float(row[1]), float(row[2]))
                rest = float(rest_height(land.scene, here[0], here[1], float(row[3]), r))
                if rest > highest:
                    stopped = land.name(part_at(land.scene, int(row[5]), int(row[6])))
                    break
                x, y, z = here[0], here[1], rest
                path.append(point(x, y, z))
            left = length - math.hypot(x - figure.at[0], y - figure.at[1])
            if stopped is not None or why == 0:
                break
            if why == BASE:
                stopped = _nearest_base(x, y, r, others, way)
                break
            if why == WALL:
                _, which, index = wall_distance(
                    land.scene, x, y, x + way[0] * 0.02, y + way[1] * 0.02, float(marks[-1, 3]), z + tall, r, buf
                )
                stopped = land.name(part_at(land.scene, which, index))
                break
            assert why == LEDGE
            airborne = True
            continue
        # over the edge: level, as far as the push goes
        start, end = np.array([x, y, z]), np.array([x + way[0] * left, y + way[1] * left, z])
        free, which, index, base = sweep(land.scene, discs, start, end, r, LIFT, buf)
        at = start + (end - start) * free
        x, y = float(at[0]), float(at[1])
        path.append(point(x, y, z))
        if free < 1.0:
            stopped = others[base].id if base >= 0 else land.name(part_at(land.scene, which, index))
        break
    end_at = point(x, y, z)
    here_now = ground_at(land, figure, end_at, discs)
    if here_now.whole and here_now.kind != "air":
        end_at = here_now.at
    if len(path) > 1:
        path[-1] = end_at
    moved = math.hypot(end_at[0] - figure.at[0], end_at[1] - figure.at[1])
    contacts = tuple(Contact(f.id, round(moved, 3), end_at) for f in others if touching(end_at, r, f))
    return Push(tuple(path), end_at, round(moved, 3), not here_now.whole, stopped, contacts)


def _nearest_base(x: float, y: float, r: float, others: tuple[Figure, ...], way: tuple[float, float]) -> str | None:
    ahead = [f for f in others if (f.at[0] - x) * way[0] + (f.at[1] - y) * way[1] > 0]
    if not ahead:
        return None
    nearest = min(ahead, key=lambda f: math.hypot(f.at[0] - x, f.at[1] - y) - f.radius)
    return nearest.id
