"""The first action of a plan: a plan says where a mini wants to be, this says how it sets out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import PathTo
from sim.board.model.verdicts import Path
from sim.bots import candidate_places
from sim.bots.contact import touch
from sim.bots.hauling_out import hauls_out
from sim.bots.long_climbs import onto_the_wall
from sim.bots.places_in_reach import Rows
from sim.bots.run_evaluation import side_of
from sim.bots.stops_inside import stops_inside
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.action import Action
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.legality import END

__all__ = ["first_steps", "rolls_on_the_way"]

TRIED, APART, ASHORE = 24, 6, 3  # steps of which every so many is tried
SHARES = (0.98, 0.9, 0.75)  # of a run, to where on a way a step is tried
SIDES = 5  # of an enemy to which a flight is tried


def first_steps(plans: TurnPlans, plan: TurnPlan, points: int) -> Iterator[Action | str]:
    """The actions to try for a plan of so many AP, one after the other: those of its first that are legal, at best.

    Where a run or two come before an attack, none is told that leaves too little MOVE for the rest.
    """
    if plans.flies:
        yield from _flights(plans, plan, points)
        return
    if isinstance(plan.first, Run) and plan.beside is not None:
        mover = candidate_places.runner(plans.view, plans.who, plans.measure)
        if plan.to is not None and plan.to == plans.charge(plan.beside):
            yield Run(to=plan.to)
        elif plan.to is not None:
            path: Path = plans.measure(plans.view, PathTo(mover, plan.to))
            if path.refusal is None and any(c.id == plan.beside for c in path.contacts):
                yield Run(to=plan.to)
        path = plans.measure(plans.view, PathTo(mover, plans.view[plan.beside].here))
        if path.refusal is None and any(c.id == plan.beside for c in path.contacts):
            yield plan.first
        elif not mover.move < path.cost <= mover.move + (points - 1) * plans.dry:
            return  # at its side is no room, or no way leads there in so many runs
        if points < 2:
            return  # there is nothing to follow a run to its side
        if path.refusal is not None:
            yield from _along(path, mover.move)
    elif plan.first != END or (plan.to is None and plan.beside is None):
        yield plan.first
        if not isinstance(plan.first, Run) or plan.to is None:
            return
    goal = plan.to or (plans.view[plan.beside].here if plan.beside is not None else None)
    if goal is not None:
        yield from hauls_out(plans, goal)
    left = _left(plans, plan)
    more = plans.runs_on(left)
    rows = np.flatnonzero((plans.runs == 1) & (left < left[0] - 0.05))
    if plan.beside is not None:
        rows = rows[more[rows] < points]
    rows = rows[np.lexsort((left[rows], more[rows]))]
    if goal is not None and (not len(rows) or more[rows[0]] > max(1, more[0] - 1)):
        apart = touch(plans.view, plans.who, plan.beside) if plan.beside is not None else 0.0
        yield from (Run(to=at) for at in stops_inside(plans, goal, points, apart))
    if plan.to is not None and plan.beside is None:
        climb = onto_the_wall(plans, plan.to, min(points, 1 + int(more[rows[0]])) if len(rows) else points)
        if climb is not None:
            yield climb
        runs = 1 + int(more[rows[0]]) if len(rows) else points + 1
        if plan.first == END and runs > _runs_to(plans, plan.to) and rolls_on_the_way(plans, plan.to):
            yield Run(to=plan.to)  # at once, where a way about has no place to stop that leads on as far as was planned
    for row in rows[:TRIED:APART]:
        yield Run(to=candidate_places.as_point(plans.at[row]))
    if plans.wet[0]:  # a short way ashore may be just within its MOVE, or an access spares it what swimming costs
        spared = candidate_places.runner(plans.view, plans.who, plans.measure, spared=True).move
        ashore = np.flatnonzero(~plans.wet & (plans.cost <= spared) & (left < left[0]))
        for row in ashore[np.argsort(plans.cost[ashore], kind="stable")][:TRIED:ASHORE]:
            yield Run(to=candidate_places.as_point(plans.at[row]))


def _runs_to(plans: TurnPlans, to: Point) -> int:
    """How many runs lead to one of the places, as they tell."""
    return int(plans.runs[int(np.argmin(np.linalg.norm(plans.at - np.array(to), axis=1)))])


def rolls_on_the_way(plans: TurnPlans, to: Point) -> int:
    """How many rolls a run takes that leads to a place at once; 0: none leads there so, or without."""
    mover = candidate_places.runner(plans.view, plans.who, plans.measure)
    path: Path = plans.measure(plans.view, PathTo(mover, to))
    return 0 if path.refusal is not None else sum(leg.roll for leg in path.legs)


def _along(path: Path, move: float) -> Iterator[Run]:
    """Places on a way that takes longer than a run, as far as one leads: places that are next to each other may be far
    apart for a base that does not fit between."""
    points = np.array(path.points)
    far = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    for share in SHARES:
        at = share * far[-1] * move / path.cost
        yield Run(to=candidate_places.as_point([float(np.interp(at, far, points[:, axis])) for axis in range(3)]))


def _flights(plans: TurnPlans, plan: TurnPlan, points: int) -> Iterator[Action | str]:
    """The same of whoever flies: to where a plan leads or, with AP to spare, to a place to land from where the next
    flight leads there, or on in mid-air."""
    goal = plan.to or (plans.view[plan.beside].here if plan.beside is not None else None)
    if goal is None or not (plan.first == END or isinstance(plan.first, Run)):
        yield plan.first
        return
    ends = _sides(plans, plan.beside, plan.to) if plan.beside is not None else [goal]
    if plan.first != END:
        yield from (run for place in ends for run in plans.going_to(place, plan.beside))
    left = _left(plans, plan)
    rows = np.flatnonzero((plans.runs == 1) & (left < left[0] - 0.05))
    rows = rows[np.argsort(left[rows], kind="stable")]
    leading_on = rows[plans.runs_on(left)[rows] < points]
    yield from _first_of(plans, leading_on)
    hops = (plans.hop_to(place, points, plan.beside) for place in ends)
    hop = next((hop for hop in hops if hop is not None), None)
    if hop is not None:
        yield hop
    elif plan.beside is None:
        yield from _first_of(plans, rows)


def _sides(plans: TurnPlans, enemy: str, to: Point | None) -> list[Point]:
    """Where a flight may meet an enemy: where it stands best then, straight on, and on other sides."""
    n, here, apart = _number(plans, enemy), plans.view[enemy].here, touch(plans.view, plans.who, enemy)
    rows = np.flatnonzero((plans.left[n] <= 0.0) & (plans.runs > 0))
    rows = rows[np.argsort(plans.cost[rows], kind="stable")]
    others = plans.at[rows[:: len(rows) // SIDES + 1]]
    return [
        *([to] if to is not None else []),
        here,
        *(side_of(here, candidate_places.as_point(at), apart) for at in others),
    ]


def _first_of(plans: TurnPlans, rows: Rows) -> Iterator[Run]:
    """A run to the first of these places that can be gone to."""
    for row in rows[:TRIED:APART]:
        for run in plans.going_to(candidate_places.as_point(plans.at[row])):
            yield run
            return


def _number(plans: TurnPlans, enemy: str) -> int:
    return [c.id for c in plans.foes].index(enemy)


def _left(plans: TurnPlans, plan: TurnPlan) -> NDArray[np.float64]:
    """The walk from every place of the plans to where the plan leads."""
    if plan.beside is not None:
        return np.asarray(plans.left[_number(plans, plan.beside)])
    assert plan.to is not None
    return plans.walk_to(plan.to)
