"""What things are worth to the greedy bot, in Victory Points.

Everybody who stands at the end of a Gang War is a point, so killing takes about a point from the enemy, and
wounding is worth the share of a life that it takes. Attacks are weighed by their exact odds.
"""

from __future__ import annotations

from math import hypot

from sim.board.queries import DistanceOf
from sim.board.verdicts import Distance
from sim.carnevale import hooks, sighting
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.actions.base import Action, How
from sim.carnevale.actions.combat import attack_situation, evasion, needed, penetration, protection_situation
from sim.carnevale.characters import Character
from sim.carnevale.dice import DROWN, Outcome, Result
from sim.carnevale.hooks import Situation
from sim.carnevale.odds import Loss, Odds, attack_odds, expectation, opposed_odds
from sim.carnevale.rolls import stat
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured

KILL = 1.0  # the point that a casualty no longer scores
WOUND = 0.6  # of that, for taking all its life but the last point
LEADER = 0.3  # more, for whoever commands
FUMBLE = 0.25  # a life point lost, and an attack of opportunity
GRAPPLED = 0.08  # being moved, for itself


def life(view: State, who: str, lost: tuple[float, ...]) -> float:
    """What it is worth to take 0, 1, 2, ... Life Points from a character with these probabilities."""
    c = view[who]
    kill = KILL + (LEADER if c.cp else 0.0)
    return sum(p * (kill if n >= c.lp else WOUND * n / c.profile.lp) for n, p in enumerate(lost))


def attack(view: State, measure: Measure, who: str, action: Action, how: How | None = None) -> float:
    """What an attack is worth, less what its Fumble costs; 0 for what is no attack."""
    match action:
        case Combat():
            loss = combat_loss(view, measure, who, action, how or How())
            return life(view, action.target, loss.life_lost) - FUMBLE * loss.attack.of(Outcome.FUMBLE)
        case Drown():
            return _drown(view, who, action.target)
        case Grapple():
            return GRAPPLED * _opposed(view, who, action.target, "grapple").succeeds
        case _:
            return 0.0


def combat_loss(view: State, measure: Measure, who: str, action: Combat, how: How) -> Loss:
    """The exact odds of a Combat action, both sides' re-rolls included."""
    weapon = view[who].profile.weapon(action.weapon)
    assert weapon is not None
    apart: Distance = measure(view, DistanceOf(who, action.target))
    about = attack_situation(who, action.target, weapon, how, apart)
    cover = measured(sighting.cover_of(view, who, action.target, apart), view, measure)
    guarded = protection_situation(about, action.target, contact=about.contact, in_cover=cover.in_cover)
    return attack_odds(
        stat(view, about).total,
        needed(evasion(view, about)),
        weapon.damage,
        stat(view, guarded, [*penetration(about), *cover.modifiers]).total,
        rerolls(view, about, who),
        rerolls(view, about, action.target),
        rerolls(view, guarded, action.target),
    )


def rerolls(view: State, about: Situation, whose: str) -> int:
    """Dice of a roll that a character's abilities let its player re-roll."""
    weapon = about.weapon if whose == about.who else None
    return sum(p.rerolls(view, about, view[whose], t.x) for p, t in hooks.traits(view, whose, weapon))


def _opposed(view: State, who: str, target: str, purpose: str) -> Odds:
    about = Situation(purpose=purpose, who=who, stat="attack", against=target, contact=True, action=purpose)
    by = Situation(
        purpose=purpose, who=target, stat="attack", against=who, contact=True, attacker=False, action=purpose
    )
    size, other = view[who].profile.size, view[target].profile.size
    return opposed_odds(
        stat(view, about).total + (size > other),
        stat(view, by).total + (other > size),
        rerolls=rerolls(view, about, who),
        against_rerolls=rerolls(view, by, target),
    )


def _drown(view: State, who: str, target: str) -> float:
    odds = _opposed(view, who, target, "drown")
    lost = [0.0] * 16
    for outcome, aces, p in odds.joint:
        lost[min(15, DROWN.read(Result(outcome, aces)))] += p
    own = expectation(odds, lambda outcome, _: 2.0 if outcome is Outcome.FUMBLE else 0.0)
    return life(view, target, tuple(lost)) - WOUND * own / view[who].profile.lp


def nearest(view: State, who: str) -> tuple[Character, float] | None:
    """The closest enemy, and how far off it is, straight."""
    x, y, z = view[who].here
    far = [(hypot(x - c.here[0], y - c.here[1], z - c.here[2]), c.id) for c in view.enemies(who)]
    if not far:
        return None
    distance, enemy = min(far)
    return view[enemy], distance
