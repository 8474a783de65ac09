"""Ways that may take many actions, before they are cut into these: by which a journey is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist

import numpy as np

from sim.board.model.tableau import Point
from sim.board.model.verdicts import Leg, Path
from sim.carnevale.journeys.traveller import Stance, Wayfarer
from sim.carnevale.journeys.walks import CutWay, Route

__all__ = ["walks_to"]

MOST_PARTS = 60  # of a way that is found part by part
THERE = 0.3  # inches: a part that ends so near the goal leads on to it
NEARER = 0.2  # inches by which each part leads on
DETOUR = 1.6  # times the inches left, as a lattice measures them, that the last part may take
WET = ("swim", "enter_water")


def walks_to(walker: Wayfarer, goal: Point) -> Iterator[CutWay]:
    """By the shortest way; the one with the fewest rolls; the shortest without climbs that one turn is too short for;
    the shortest dry-shod, as swimming costs MOVE (MOVE-07)."""
    turn = float(walker.traveller.move * walker.traveller.actions)
    yield CutWay(walker, goal, lambda here: _route(walker.way(here, goal)))
    yield CutWay(walker, goal, lambda here: _route(walker.way(here, goal, avoid_rolls=True)))
    yield CutWay(walker, goal, _by_parts(walker, goal, turn))
    yield CutWay(walker, goal, _by_parts(walker, goal, float(walker.traveller.move), dry=True), dry=True)


def _route(path: Path | None) -> Route | None:
    return None if path is None else Route.of(path.legs)


def _by_parts(walker: Wayfarer, goal: Point, inches: float, *, dry: bool = False) -> Callable[[Stance], Route | None]:
    """Part by part, each of at most so many inches, to where the way on is shortest."""

    def plan(here: Stance) -> Route | None:
        legs = list[Leg]()
        for _ in range(MOST_PARTS):
            if dist(here.at, goal) <= THERE:
                break
            part, there = _part(walker, here, goal, inches, dry)
            if part is None:
                return None
            legs += part.legs
            if there:
                return Route.of(legs)
            here = Stance(part.points[-1])
        last = walker.way(here, goal, inches=inches)
        return None if last is None else Route.of((*legs, *last.legs))

    return plan


def _part(walker: Wayfarer, here: Stance, goal: Point, inches: float, dry: bool) -> tuple[Path | None, bool]:
    """The next part; is it the last?"""
    found = walker.prospect(here, inches, (goal,), dry=dry)
    now = float(found.now[0])
    if here.on_wall or not np.isfinite(now):
        return None, False
    if now * DETOUR <= inches or not len(found.at):
        last = walker.way(here, goal, inches=inches)
        if last is not None and not (dry and _swims(last)):
            return last, True
    most = inches
    for _ in range(3):
        left = np.where(found.cost <= most, found.left[0], np.inf)
        if not len(left) or left.min() > now - min(NEARER, now / 2):
            return None, False
        x, y, z = found.at[int(np.argmin(left))].tolist()
        path = walker.way(here, (x, y, z), inches=inches)
        if path is not None and not (dry and _swims(path)):
            return path, False
        most /= 2
    return None, False


def _swims(path: Path) -> bool:
    return any(leg.kind in WET for leg in path.legs)
