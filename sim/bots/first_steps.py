"""The first action of a plan: a plan says where a mini wants to be, this says how it sets out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import PathTo, ProspectOf
from sim.board.model.verdicts import Path, Prospect
from sim.bots import candidate_places
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.carnevale import hooks
from sim.carnevale.action import Action
from sim.carnevale.actions import Run
from sim.carnevale.legality import END

__all__ = ["first_steps"]

AT_IT = 0.3  # inches: so near to a place is there
AFLOAT = 2.0  # inches less has a MOVE that begins in water
TRIED, APART, ASHORE = 24, 6, 3  # steps of which every so many is tried


def first_steps(plans: TurnPlans, plan: TurnPlan) -> Iterator[Action | str]:
    """The actions to try for a plan, one after the other: those of its first that are legal, at best.

    Where a run or two come before an attack, none is told that leaves too little MOVE for the rest.
    """
    if isinstance(plan.first, Run) and plan.beside is not None:
        mover = candidate_places.runner(plans.view, plans.who, plans.measure)
        path: Path = plans.measure(plans.view, PathTo(mover, plans.view[plan.beside].here))
        if path.refusal is None and any(c.id == plan.beside for c in path.contacts):
            yield plan.first
    elif plan.first != END or (plan.to is None and plan.beside is None):
        yield plan.first
        if not isinstance(plan.first, Run):
            return
    left = _left(plans, plan)
    afloat = 0.0 if hooks.at_home_in_water(plans.view, plans.who) else AFLOAT
    more = np.ceil((left + np.where(plans.wet, afloat, 0.0)) / max(0.1, plans.dry))  # runs that come after
    rows = np.flatnonzero((plans.runs == 1) & (left < left[0] - 0.05))
    if plan.beside is not None:
        rows = rows[more[rows] < plans.me.ap]
    rows = rows[np.lexsort((left[rows], more[rows]))]
    for row in rows[:TRIED:APART]:
        yield Run(to=candidate_places.as_point(plans.at[row]))
    if plans.wet[0]:  # a short way ashore may be just within its MOVE, or an access spares it what swimming costs
        ashore = np.flatnonzero(~plans.wet & (plans.cost <= plans.dry) & (left < left[0]))
        for row in ashore[np.argsort(plans.cost[ashore], kind="stable")][:TRIED:ASHORE]:
            yield Run(to=candidate_places.as_point(plans.at[row]))


def _left(plans: TurnPlans, plan: TurnPlan) -> NDArray[np.float64]:
    """The walk from every place of the plans to where the plan leads."""
    if plan.beside is not None:
        return np.asarray(plans.left[[c.id for c in plans.foes].index(plan.beside)])
    assert plan.to is not None
    goal = ((*plan.to, AT_IT),)
    found: Prospect = plans.measure(plans.view, ProspectOf(plans.wide, (goal,), False, within=plans.within))
    if len(found.cost) != len(plans.near):  # the plans think of ways with rolls
        return np.asarray(np.linalg.norm(plans.at - np.array(plan.to), axis=1))
    return np.concatenate([found.now, found.left[0, plans.near]])
