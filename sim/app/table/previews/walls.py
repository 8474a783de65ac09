"""Runs that end on a wall: a climber stays there between actions, and climbs on with the next (MOVE-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, dist, pi, sin

import msgspec

from sim.board.model.queries import DropOf, Mover, PathAlong, PathTo
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Drop, Leg, Path
from sim.carnevale import hooks, moving, rulings, ways
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.questions import OfOne
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, measured
from sim.words import say

__all__ = ["CLIMBS", "FARTHER", "hold", "mover_of", "movers_of", "words"]

SIDES = 32  # directions in which a base is tried beside the point of a wall that one points at
AIR = 0.02  # inches between the base and the wall
FARTHER = 16.0  # inches beyond its MOVE: so far a way is looked for that goes over a wall
LEAST = 0.5  # inches: so high a climb is, at least, that ends on the wall
LIP = 0.1  # inches: so far under the edge that it climbs to
EAVES = 3  # times a climb is tried so much shorter
HERE = 0.05  # inches: so near to where it hangs it stays there
CLIMBS = ("climb", "ladder")


def hold(state: State, measure: Measure, region: OfOne, at: Point) -> tuple[ways.Way | Run, Path] | None:
    """The run of this choice that ends on a wall: at the place that one points at, or as far towards it as MOVE goes.

    None where no wall is climbed on the way, or where what is left would take it all the way.
    """
    by, answered = mover_of(state, measure, region)
    farther = msgspec.structs.replace(by, move=by.move + FARTHER)
    for corners in _ways(state, measure, farther, rounded(at)):
        path: Path = measure(state, PathAlong(farther, corners))
        if path.refusal is not None or path.contacts:
            continue
        cut = _cut(path, by.move) if path.legs else corners
        if cut is None:
            continue
        for shorter in _no_farther(cut):
            answer = answered(shorter)
            if region.refusal(state, measure, answer) is None:
                kept: Path = measure(state, PathAlong(by, shorter))
                if kept.refusal is None and not kept.ends.whole and _hangs(kept):
                    on = isinstance(region, moving.Further)
                    return answer, moving.going_on(state, by.figure, kept) if on else kept
    return None


def mover_of(
    state: State, measure: Measure, region: OfOne
) -> tuple[Mover, Callable[[tuple[Point, ...]], ways.Way | Run]]:
    """Who moves on foot, how far, and the answer that corners make."""
    if isinstance(region, moving.Further):
        return region.by, lambda corners: ways.Way(path=corners)
    in_water = measured(rulings.in_water(region.who), state, measure)
    move = ways.allowance(state, region.who, in_water=in_water).total
    return ways.mover(state, region.who, move, in_water=in_water), lambda corners: Run(path=corners)


def movers_of(state: State, measure: Measure, region: OfOne) -> tuple[Mover, ...]:
    """How whoever moves may move: through the air first, if it flies (ABIL-Flight), and on foot."""
    by, _ = mover_of(state, measure, region)
    if by.fly or isinstance(region, moving.Further) or not hooks.flies(state, region.who):
        return (by,)
    return msgspec.structs.replace(by, fly=True), by


def _ways(state: State, measure: Measure, by: Mover, at: Point) -> list[tuple[Point, ...]]:
    """Corners that may lead there: the shortest way to a place to stand, or to places beside the wall's face."""
    whole: Path = measure(state, PathTo(by, at, beyond=0.0))
    if whole.refusal is None and whole.ends.whole:
        return [whole.points[1:]]
    hung = _beside(state, measure, by.figure, at)
    if hung is None:
        return []
    beside, foot = hung
    if state[by.figure].on_wall and dist(beside, state[by.figure].here) < HERE:
        return [(rounded(state[by.figure].here),)]
    found: list[tuple[Point, ...]] = [(beside,)]
    walk: Path = measure(state, PathTo(by, foot, beyond=0.0))
    if walk.refusal is None:
        found.append((*walk.points[1:], beside))
    return found


def _beside(state: State, measure: Measure, who: str, at: Point) -> tuple[Point, Point] | None:
    """Where the base hangs beside this point of a wall, and where it stands below that; None where it is no wall.

    Of all directions in which it is free from there to the ground the middle one: straight out from the wall.
    """
    far = state[who].profile.size * MM / 2 + AIR
    found: dict[tuple[float, float], tuple[Point, Point]] = {}
    for side in range(SIDES):
        out = (cos(2 * pi * side / SIDES), sin(2 * pi * side / SIDES))
        beside = rounded((at[0] + far * out[0], at[1] + far * out[1], at[2]))
        drop: Drop = measure(state, DropOf(who, beside, aside=False))
        if drop.whole or drop.rest is None or drop.ground is None or not drop.ground.free:
            continue
        found[out] = (beside, rounded(drop.rest))
    x, y = sum(out[0] for out in found), sum(out[1] for out in found)
    if len(found) > SIDES / 2 or not found:  # open air, or solid all about
        return None
    return found[max(found, key=lambda out: out[0] * x + out[1] * y)]


def _cut(path: Path, most: float) -> tuple[Point, ...] | None:
    """The corners of a path as far as MOVE goes, where that is on a wall; None where it is not."""
    gone = [path.points[0]]
    spent = 0.0
    for leg in path.legs:
        if spent + leg.cost > most + 1e-6:
            end = _on_wall(leg, most - spent) if leg.kind in CLIMBS else None
            return None if end is None else (*gone[1:], end)
        spent += leg.cost
        gone += [p for p in leg.points if p != gone[-1]]
    return tuple(gone[1:]) if not path.ends.whole else None


def _no_farther(cut: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """The corners as they are, then with less and less of the climb at their end: under eaves there is no face."""
    yield cut
    if len(cut) < 2:
        return
    (_, _, foot), (x, y, end) = cut[-2], cut[-1]
    for i in range(1, EAVES + 1):
        high = end - i * LEAST if end > foot else end + i * LEAST
        if abs(high - foot) < LEAST or (high > foot) != (end > foot):
            return
        yield (*cut[:-1], rounded((x, y, high)))


def _on_wall(leg: Leg, left: float) -> Point | None:
    """The point of a climb after so many inches, on the face that it goes up or down; None off the face."""
    over = leg.points[-1][:2] != leg.points[-2][:2]  # it ends with the way over the edge
    for a, b in pairwise(leg.points):
        length = dist(a, b)
        upright = dist(a[:2], b[:2]) < AIR
        if upright and (left <= length or (over and b == leg.points[-2])):
            up = b[2] > a[2]
            gone = min(left, length - LIP if up and over else length)
            return rounded((a[0], a[1], a[2] + gone if up else a[2] - gone)) if gone >= LEAST else None
        left -= length
        if left < 0:
            return None
    return None


def _hangs(path: Path) -> bool:
    """Does it end on a wall, or go nowhere, and not over an edge?"""
    return not path.legs or path.legs[-1].kind in CLIMBS


def words(state: State, measure: Measure, who: str, path: Path) -> str:
    """What a run that ends on a wall comes to (MOVE-04)."""
    leg = path.legs[-1]
    foot = leg.points[0][2]
    rise = path.ends.at[2] - foot
    drop: Drop = measure(state, DropOf(who, path.ends.at))
    climbs = _climbs(leg.kind, rise)
    if drop.rest is None:
        return climbs
    return say('{climbs}; falls {height:.1f}" if the turn ends there', climbs=climbs, height=drop.height)


def _climbs(kind: str, rise: float) -> str:
    """How far up or down what it hangs on."""
    if kind == "ladder":
        if rise >= 0:
            return say('climbs {inches:.1f}" up the ladder and stays on it until the next action', inches=rise)
        return say('climbs {inches:.1f}" down the ladder and stays on it until the next action', inches=-rise)
    if rise >= 0:
        return say('climbs {inches:.1f}" up the wall and stays on it until the next action', inches=rise)
    return say('climbs {inches:.1f}" down the wall and stays on it until the next action', inches=-rise)
