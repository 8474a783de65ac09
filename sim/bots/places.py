"""Places on the board that a bot may think of: within reach, to jump to, to deploy on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin
from random import Random

import msgspec

from sim.board.queries import DropOf, GroundOf, PathTo, ReachOf
from sim.board.verdicts import Drop, Ground, Leg, Level, Path, Reach
from sim.carnevale import moving
from sim.carnevale.characters import Point
from sim.carnevale.state import State
from sim.engine.requests import Measure

TRIES = 40  # points thrown at a polygon before it is given up
OVER_HEAD = 3.0  # inches: how much higher a jump may be aimed (JUMP-01)
FAR = 60.0  # inches: across a board and back
HAIR = 0.05  # inches kept back where a way is cut off
LEVEL = ("run", "swim", "difficult")  # legs that may be cut off anywhere
LONGEST = 8.0  # inches: no jump that a bot aims is longer


def reach(state: State, who: str, measure: Measure) -> Reach:
    """Everywhere that a Run/Climb of this character can end."""
    ground: Ground = measure(state, GroundOf(who))
    inches = moving.allowance(state, who, in_water=ground.water).total
    verdict: Reach = measure(state, ReachOf(moving.mover(state, who, inches, in_water=ground.water)))
    return verdict


def within(state: State, who: str, measure: Measure, rng: Random, *, rolls: bool = True) -> Iterator[Point]:
    """Places within reach, at random, levels weighed by their area, without end while there is any."""
    levels = [level for level in reach(state, who, measure).levels if rolls or not level.needs_roll]
    if not levels:
        return
    while True:
        (level,) = rng.choices(levels, weights=[max(level.area, 0.01) for level in levels])
        spot = inside(level, rng)
        if spot is not None:
            yield on_ground(state, who, measure, spot, level)


def way(state: State, who: str, measure: Measure, goal: Point) -> tuple[Leg, ...]:
    """The shortest way to a goal however far off; no legs where there is none."""
    ground: Ground = measure(state, GroundOf(who))
    path: Path = measure(state, PathTo(moving.mover(state, who, FAR, in_water=ground.water), goal, shun_rolls=True))
    return () if path.refusal is not None else path.legs


def along(state: State, who: str, measure: Measure, legs: Sequence[Leg]) -> tuple[Point | None, tuple[Leg, ...]]:
    """How far one Run/Climb carries on a way, and what is left of the way from there."""
    ground: Ground = measure(state, GroundOf(who))
    left = moving.allowance(state, who, in_water=ground.water).total - HAIR
    reached: Point | None = None
    for i, leg in enumerate(legs):
        if leg.cost <= left:
            left, reached = left - leg.cost, leg.points[-1]
            continue
        if leg.kind not in LEVEL or left < HAIR:
            return reached, tuple(legs[i:])
        reached, rest = _cut(leg.points, left)
        return reached, (msgspec.structs.replace(leg, points=rest, cost=leg.cost - left), *legs[i + 1 :])
    return reached, ()


def _cut(points: Sequence[Point], inches: float) -> tuple[Point, tuple[Point, ...]]:
    """The point so far along a polyline, and the polyline from there."""
    for i, (a, b) in enumerate(pairwise(points)):
        length = dist(a, b)
        if length > inches:
            share = inches / length
            here = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2]))
            return here, (here, *points[i + 1 :])
        inches -= length
    return points[-1], (points[-1],)


def inside(level: Level, rng: Random) -> tuple[float, float] | None:
    """A point of the level, at random."""
    polygon = rng.choice(level.polygons)
    xs, ys = zip(*polygon[0], strict=True)
    for _ in range(TRIES):
        x, y = rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys))
        if _in_ring(x, y, polygon[0]) and not any(_in_ring(x, y, hole) for hole in polygon[1:]):
            return x, y
    return None


def on_ground(state: State, who: str, measure: Measure, spot: tuple[float, float], level: Level) -> Point:
    """The place of a level over a point seen from above."""
    x, y = spot
    for z in level.z:
        ground: Ground = measure(state, GroundOf(who, (x, y, z)))
        if ground.whole and ground.free:
            return ground.at
    drop: Drop = measure(state, DropOf(who, (x, y, level.z[1])))
    return drop.rest or (x, y, level.z[0])


def to_jump_to(state: State, who: str, measure: Measure, rng: Random) -> Iterator[Point]:
    """Places in every direction where a base could land, at random."""
    x, y, z = state[who].here
    for _ in range(TRIES):
        turn, far = rng.uniform(0, 2 * pi), rng.uniform(1.0, LONGEST)
        over = (x + far * cos(turn), y + far * sin(turn), z + OVER_HEAD)
        if not (0 < over[0] < state.size[0] and 0 < over[1] < state.size[1]):
            continue
        drop: Drop = measure(state, DropOf(who, over))
        if drop.rest is not None:
            yield drop.rest


def _in_ring(x: float, y: float, ring: Sequence[tuple[float, float]]) -> bool:
    """Is the point inside the ring (even-odd rule)?"""
    inside = False
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
