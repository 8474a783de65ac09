"""A Gateway that a mage steps through itself: worth what the rest of its turn is from where it leads best."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.board.model.queries import Mover
from sim.bots import candidate_places, spell_evaluation
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.characters import Point
from sim.carnevale.dice import Outcome
from sim.carnevale.disciplines.wild import Exit, Gateway, WhereOut
from sim.carnevale.magic.casting import Cast

__all__ = ["stepping_through", "steps_out_at"]

LOOKS = 4  # goals, the nearest first, of which a place near each is looked at


def stepping_through(plans: TurnPlans, cast: Cast, points: int) -> float:
    """What it is worth to a mage to try that, with so many AP left after it; 0: it is another spell, or for another."""
    if cast.spell != Gateway.name or cast.target != plans.who:
        return 0.0
    odds = spell_evaluation.magic_roll(plans.view, plans.who, Gateway.difficulty)
    now = plans.best(points).worth
    gain = max((worth - now for worth, _ in _exits(plans, points)), default=0.0)
    costs = spell_evaluation.WILL * Gateway.cost + spell_evaluation.FUMBLE * odds.of(Outcome.FUMBLE)
    return odds.succeeds * gain - costs


def steps_out_at(outlook: Outlook, choice: WhereOut) -> Point | None:
    """Where a mage comes out of its own Gateway; None: it stays, or lets another stay."""
    if choice.who != choice.caster:
        return None
    points = outlook.view[choice.who].usable_ap
    plans = TurnPlans(outlook, choice.who, leaping=False, most=points)
    worth, at = max(_exits(plans, points), default=(-np.inf, None), key=lambda each: each[0])
    return at if worth > plans.best(points).worth else None


def _exits(plans: TurnPlans, points: int) -> Iterator[tuple[float, Point]]:
    """Places that are nearest to its goals, each with what the rest of its turn would be worth there."""
    view, who = plans.view, plans.who
    through = Mover(who, Gateway.leap, ethereal=True)
    found = candidate_places.prospect(view, through, plans.measure, *plans.goals, rolls=False)
    apart = np.linalg.norm(found.at - np.array(view[who].here), axis=1)
    able = np.flatnonzero((apart <= Gateway.leap) & ~found.wet & ~found.perch)
    goals = np.argsort(plans.left[:, 0], kind="stable")[:LOOKS]
    region = Exit(who, Gateway.leap)
    for row in sorted({int(able[np.argmin(found.left[n, able])]) for n in goals} if len(able) else ()):
        at = candidate_places.as_point(found.at[row])
        if region.refusal(view, plans.measure, at) is None:
            trial = view.copy()
            trial.set(who, at=at, aboard=None, on_wall=False)
            there = TurnPlans(plans.outlook.where(trial), who, leaping=False, most=points)
            yield there.best(points).worth, at
