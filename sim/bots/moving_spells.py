"""Spells that help friends to move: worth what plans gain by them, once they have come off.

Whoever has had its turn gains by a ride alone. What others do in between is left out.
"""

from __future__ import annotations

import msgspec

from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.actions import Run
from sim.carnevale.characters import MOST_AP, Character, Effect, Trait
from sim.carnevale.disciplines.runes import CantripOfTheChariot, NoCharge, RideAtOnce, WalkBetweenWorlds
from sim.carnevale.disciplines.wild import TheySleepUnderwater
from sim.carnevale.magic.spells import out_of_reach
from sim.carnevale.state import State
from sim.engine.requests import measured

__all__ = ["ridden", "ride", "sped", "walks_between"]


def walks_between(plans: TurnPlans, target: str, points: int) -> float:
    """What it is worth that a friend is Ethereal, Slippery and flies. `points`: AP that its mage has left."""
    gifts = (Effect(WalkBetweenWorlds.name, "end_of_round", trait=trait) for trait in WalkBetweenWorlds.gifts)
    return _gained(plans, plans.view[target], tuple(gifts), points)


def sped(plans: TurnPlans, x: int, points: int) -> float:
    """What it is worth that X friends swim faster to the end of the round."""
    view, swift = plans.view, Effect(TheySleepUnderwater.name, "end_of_round", trait=Trait("Fast Swimmer", x))
    afloat = [c for c in (plans.me, *view.friends(plans.who)) if plans.outlook.wet(c.id)]
    near = [c for c in afloat if _sees(plans, c.id, TheySleepUnderwater.carries)]
    return sum(sorted((_gained(plans, c, (swift,), points) for c in near), reverse=True)[:x])


def ride(plans: TurnPlans, target: str, points: int) -> float:
    """What it is worth that a friend runs at once, and charges nobody."""
    found = ridden(plans.outlook, target, points if target == plans.who else None)
    return 0.0 if found is None else found[0]


def ridden(outlook: Outlook, who: str, points: int | None = None) -> tuple[float, Run] | None:
    """The run that serves it best, and what that is worth; None: it is best off where it is. `points`: AP that it has
    after it; those of its turn to come, unless given."""
    view, c = outlook.view, outlook.view[who]
    left = (0 if c.had_turn else c.usable_ap) if points is None else points
    peace = view.copy()
    peace.set(who, effects=(*c.effects, Effect(CantripOfTheChariot.name, "end_of_action", trait=Trait(NoCharge.name))))
    plans = TurnPlans(outlook.where(peace), who, leaping=False, most=min(MOST_AP, left + 1))
    stays = plans.best(left).worth
    plan = max(plans.going(min(MOST_AP, left + 1)), key=lambda plan: plan.worth, default=None)
    if plan is None or plan.worth <= stays or not isinstance(plan.first, Run):
        return None
    region = RideAtOnce(seat=c.seat, who=who, caster=who, spell=CantripOfTheChariot.name).region
    for step in first_steps(plans, plan, left + 1):
        if isinstance(step, Run) and region.refusal(peace, outlook.measure, step) is None:
            return plan.worth - stays, step
    return None


def _gained(plans: TurnPlans, c: Character, gifts: tuple[Effect, ...], points: int) -> float:
    """How much more its turn is worth with these."""
    left = points if c.id == plans.who else 0 if c.had_turn else c.usable_ap
    if not left:
        return 0.0
    before = plans if c.id == plans.who else TurnPlans(plans.outlook, c.id, leaping=False, most=left)
    trial: State = plans.view.copy()
    trial.characters[c.id] = msgspec.structs.replace(c, effects=(*c.effects, *gifts))
    after = TurnPlans(plans.outlook.where(trial), c.id, leaping=False, most=left)
    return max(0.0, after.best(left).worth - before.best(left).worth)


def _sees(plans: TurnPlans, who: str, inches: float) -> bool:
    """Is a friend near enough, and in sight?"""
    return measured(out_of_reach(plans.view, plans.who, who, inches), plans.view, plans.measure) is None
