"""What things are worth to the greedy bot, in Victory Points.

The scenario says what it is worth that an enemy is gone; wounding is worth the share of a life that it takes. Attacks
are weighed by their exact odds.
"""

from __future__ import annotations

from math import dist

from sim.carnevale import preview, scenarios
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.characters import Character
from sim.carnevale.dice import DROWN, Outcome, Result
from sim.carnevale.odds import Loss, Odds, expectation
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured

__all__ = ["WOUND", "at_most", "attack", "combat_loss", "life", "nearest"]

WOUND = 0.6  # of that, for taking all its life but the last point
LEADER = 0.3  # more, for whoever commands
FUMBLE = 0.25  # a life point lost, and an attack of opportunity
GRAPPLED = 0.08  # being moved, for itself


def life(view: State, seat: str, who: str, lost: tuple[float, ...]) -> float:
    """What it is worth to a gang to take 0, 1, 2, ... Life Points from a character with these probabilities."""
    c = view[who]
    kill = scenarios.bounty(view, seat, who) + (LEADER if c.cp else 0.0)
    return sum(p * kill * (1.0 if n >= c.lp else WOUND * n / c.profile.lp) for n, p in enumerate(lost))


def attack(view: State, measure: Measure, who: str, action: Action, how: How | None = None) -> float:
    """What an attack is worth, less what its Fumble costs; 0 for what is no attack."""
    match action:
        case Combat():
            return _worth(view, who, action, combat_loss(view, measure, who, action, how or How()))
        case Drown():
            return _drown(view, measure, who, action)
        case Grapple() if view[action.target].seat != view[who].seat:
            return GRAPPLED * _opposed(view, measure, who, action).succeeds
        case _:
            return 0.0


def at_most(view: State, measure: Measure, who: str, action: Combat, how: How) -> float:
    """What an attack is worth at most, whatever cover its target has; it is seen and in reach, or worth nothing."""
    previews = measured(preview.combat_in_any_cover(view, who, action, how), view, measure)
    return max(_worth(view, who, action, found.loss) for found in previews)


def _worth(view: State, who: str, action: Combat, loss: Loss) -> float:
    return life(view, view[who].seat, action.target, loss.life_lost) - FUMBLE * loss.roll.of(Outcome.FUMBLE)


def combat_loss(view: State, measure: Measure, who: str, action: Combat, how: How) -> Loss:
    """The exact odds of a Combat action, both sides' re-rolls included."""
    return measured(preview.combat(view, who, action, how), view, measure).loss


def _opposed(view: State, measure: Measure, who: str, action: Attack) -> Odds:
    return measured(preview.opposed(view, who, action), view, measure).odds


def _drown(view: State, measure: Measure, who: str, action: Drown) -> float:
    odds = _opposed(view, measure, who, action)
    lost = [0.0] * 16
    for outcome, aces, p in odds.joint:
        lost[min(15, DROWN.read(Result(outcome, aces)))] += p
    own = expectation(odds, lambda outcome, _: 2.0 if outcome is Outcome.FUMBLE else 0.0)
    return life(view, view[who].seat, action.target, tuple(lost)) - WOUND * own / view[who].profile.lp


def nearest(view: State, who: str) -> tuple[Character, float] | None:
    """The closest enemy, and how far off it is, straight."""
    here = view[who].here
    far = [(dist(here, c.here), c.id) for c in view.enemies(who)]
    if not far:
        return None
    distance, enemy = min(far)
    return view[enemy], distance
