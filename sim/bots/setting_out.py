"""Which plan a mini sets out on: where several runs come one after the other, it looks on from where the first of them
ends, as ways in and out of water, over a crate or round a corner are longer than a plan tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sim.bots.first_steps import first_steps, rolls_on_the_way
from sim.bots.stops_inside import ends_inside
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.ways_up import climbs
from sim.carnevale.action import Action
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.ways import path_of_run
from sim.engine.requests import measured

__all__ = ["after", "meets_another", "starts"]

PLANS, WAYS = 4, 2  # that are looked at: plans, and first runs of each
SURE = 0.05  # Victory Points: a plan that turns out so little less is taken


class SetOut(msgspec.Struct):
    """A plan, its first action, and what it is worth once that is done."""

    plan: TurnPlan
    action: Action | str
    worth: float


def starts(
    choice: WhichAction, plans: TurnPlans, ranked: Sequence[TurnPlan], points: int, close: float = -SURE
) -> list[SetOut]:
    """Plans for so many AP that can be begun, by what they are worth after their first action, the best first. `close`:
    those that are at first sight worth so much less than the best are not looked at."""
    found: list[SetOut] = []
    for plan in ranked:
        best = max((start.worth for start in found), default=plan.worth)
        if found and (plan.worth < best - close or len(found) >= PLANS):
            break
        start = _start(choice, plans, plan, points)
        if start is not None:
            found.append(start)
    return sorted(found, key=lambda start: -start.worth)


def _start(choice: WhichAction, plans: TurnPlans, plan: TurnPlan, points: int) -> SetOut | None:
    """How a plan begins best; None: it cannot."""
    best: SetOut | None = None
    for action in _legal(choice, plans, first_steps(plans, plan, points), plan.beside):
        worth = plan.worth
        if isinstance(action, Run) and action.to is not None and goes_on(plans, plan, action.to, points):
            worth = min(plan.worth, after(plans, action.to, points))
        elif isinstance(action, Run) and plan.first == END and plan.to is not None and action.to == plan.to:
            worth = _with_rolls(plans, plan, plan.to)
        if best is None or worth > best.worth:
            best = SetOut(plan, action, worth)
        if worth >= plan.worth - SURE:
            break
    return best


def _with_rolls(plans: TurnPlans, plan: TurnPlan, to: Point) -> float:
    """What a plan of several runs is worth if one leads there at once with rolls; where one fails, it comes nowhere."""
    comes = climbs(plans.view, plans.who) ** rolls_on_the_way(plans, to)
    return comes * plan.worth + (1.0 - comes) * float(plans.ending()[0])


def _legal(
    choice: WhichAction, plans: TurnPlans, actions: Iterable[Action | str], beside: str | None
) -> Iterable[Action | str]:
    """The first few of these that can be done; one that is no run is the only one. `beside`: whom it is to charge."""
    found = 0
    for action in actions:
        if action == END or (
            isinstance(action, Action) and choice.region.refusal(plans.view, plans.measure, action) is None
        ):
            if isinstance(action, Run) and meets_another(plans, action, beside):
                continue
            yield action
            found += 1
            if found >= WAYS or not isinstance(action, Run):
                return


def meets_another(plans: TurnPlans, run: Run, beside: str | None) -> bool:
    """Does a run end in contact with an enemy whom it does not charge (MOVE-10)? The plan leads past that one."""
    path, _ = measured(path_of_run(plans.view, plans.who, run.way, fly=run.fly), plans.view, plans.measure)
    return any(c.id != beside and c.id not in plans.touched for c in path.contacts)


def goes_on(plans: TurnPlans, plan: TurnPlan, to: Point, points: int) -> bool:
    """Does the plan lead further, by another run, than this first one?"""
    if points < 2:
        return False
    if plan.beside is not None:
        return to not in (plans.view[plan.beside].here, plan.to)
    return plan.to is not None and to != plan.to


def after(plans: TurnPlans, to: Point, points: int) -> float:
    """What its turn with so many AP is worth once a run has led there, as far as it can be told without a roll."""
    trial = plans.view.copy()
    trial.set(plans.who, at=to, guarding=False, hidden=False, inside=ends_inside(plans, to))
    then = TurnPlans(plans.outlook.where(trial), plans.who, leaping=False, most=points - 1, sighted=plans.sighted)
    return then.best(points - 1).worth - plans.leaving
