"""Climbs to where a mini would score, up walls that no way without a roll leads over: caches lie on roofs, too.

Plans look at ways with a roll only where no other gets on. Here the end of such a way is weighed as it would be once it
is there, by the chance of all its rolls; where one fails, the mini stays below or falls (MOVE-03, MOVE-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import msgspec
import numpy as np

from sim.board.model.queries import Mover, PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.long_climbs import SPARE, onto_the_wall
from sim.bots.turn_plans import TurnPlans
from sim.bots.ways_up import climbs
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.legality import WhichAction
from sim.engine.requests import Measure

__all__ = ["ClimbToAim", "climb_to_aim"]

TRIED, APART = 3, 2.0  # places that are tried, the nearest first; inches between them
SHORT = 0.5  # inches: no run to the foot of a wall is shorter
LEAST = 0.5  # inches: with less left of a MOVE no climb is begun
FALLS = 0.5  # of the height: how far it falls on average, where a roll fails


class ClimbToAim(NamedTuple):
    """How it begins, what the turn is worth by it, and how likely it gets there."""

    worth: float
    run: Run
    chance: float


def climb_to_aim(choice: WhichAction, measure: Measure, plans: TurnPlans, points: int) -> ClimbToAim | None:
    """The climb to somewhere it scores, with so many AP; None: there is none, or it gets to such a place without."""
    if not plans.aims or plans.aims[0].away or plans.touched or plans.wet[0] or plans.flies or points < 1:
        return None
    if (plans.left[len(plans.foes), plans.runs <= points] <= 0.0).any():
        return None
    mover = candidate_places.runner(plans.view, plans.who, measure)
    wide = msgspec.structs.replace(mover, move=mover.move + (points - 1) * (plans.dry - SPARE))
    for place in _places(plans, wide):
        path: Path = measure(plans.view, PathTo(wide, place))
        run = _first(plans, mover, path, place, points) if path.refusal is None and path.rolls else None
        if run is not None and choice.region.refusal(plans.view, measure, run) is None:
            chance = climbs(plans.view, plans.who) ** _rolls(plans, path, mover.move, foot=run.to not in (None, place))
            return ClimbToAim(_worth(plans, path, place, points, chance), run, chance)
    return None


def _places(plans: TurnPlans, wide: Mover) -> Iterator[Point]:
    """Where it would score, as far as such a move leads, the nearest first."""
    goal = tuple((*a.at, a.radius) for a in plans.aims)
    found = candidate_places.prospect(plans.view, wide, plans.measure, goal, rolls=True)
    if not len(found.at):
        return
    rows = np.flatnonzero((found.left[0] <= 0.0) & ~found.wet & ~found.perch)
    rows = rows[np.argsort(found.cost[rows], kind="stable")]
    for _ in range(TRIED):
        if not len(rows):
            return
        yield candidate_places.as_point(found.at[rows[0]])
        rows = rows[np.linalg.norm(found.at[rows] - found.at[rows[0]], axis=1) > APART]


def _first(plans: TurnPlans, mover: Mover, path: Path, place: Point, points: int) -> Run | None:
    """The first run of it: all the way, on to the wall, or to its foot."""
    if path.cost <= mover.move - SPARE:
        return Run(to=place)
    on_wall, gone = onto_the_wall(plans, place, points), 0.0
    if on_wall is not None or points < 2:
        return on_wall
    for leg in path.legs:
        if leg.roll:
            return Run(to=leg.points[0]) if SHORT <= gone <= mover.move - SPARE else None
        gone += leg.cost
    return None


def _rolls(plans: TurnPlans, path: Path, move: float, *, foot: bool) -> int:
    """How many rolls it takes: each action that climbs a part of a wall has one of its own (MOVE-04). `foot`: the first
    action ends at the foot of the first of them."""
    left, found, further = move - SPARE, 0, plans.dry - SPARE
    for leg in path.legs:
        if left < LEAST or (foot and leg.roll and not found):
            left = further
        actions = max(0, ceil((leg.cost - left) / further))
        found += (1 + actions) * leg.roll
        left += actions * further - leg.cost
    return found


def _worth(plans: TurnPlans, path: Path, place: Point, points: int, chance: float) -> float:
    trial = plans.view.copy()
    trial.set(plans.who, at=place, guarding=False)
    left = max(0, points - ceil(path.cost / max(1.0, plans.dry)))
    there = TurnPlans(plans.outlook.where(trial), plans.who, leaping=False, most=left).best(left).worth
    _, health = plans.outlook.worth.parts(plans.who)
    fallen = FALLS * max(0.0, place[2] - plans.me.here[2]) * health / plans.me.profile.lp
    return chance * there + (1.0 - chance) * (float(plans.ending()[0]) - fallen)
