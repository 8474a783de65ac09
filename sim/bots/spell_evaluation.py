"""What casting a spell is worth to the greedy bot, in Victory Points: harm and healing by exact odds.

Spells that help or hinder a fighter are worth a share of what fighters do, where a fight is near. Spells whose use
needs a plan (those that carry somebody elsewhere, or change the ground) are worth nothing to a bot without one.
"""

from __future__ import annotations

from math import dist
from typing import NamedTuple

from sim.bots import evaluation
from sim.carnevale import action_odds, preview
from sim.carnevale.characters import Character
from sim.carnevale.dice import Outcome
from sim.carnevale.disciplines.blood import CantripOfTheDevil, LifeOrDamage
from sim.carnevale.disciplines.divinity import HolyLight
from sim.carnevale.hooks import RollContext
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import SpellHarm, mage_level, named
from sim.carnevale.odds import Odds, roll_odds
from sim.carnevale.state import State
from sim.carnevale.stats import stat

__all__ = ["FUMBLE", "HEALS", "STUNNED", "WILL", "casting", "life_or_damage", "magic_roll", "mean_aces"]

WILL = 0.03  # a Will Point kept
FUMBLE = 0.1  # stunned, and a Will Point gone
STUNNED = 0.08
NEAR = 8.0  # inches: whoever has an enemy so near will fight


class Amount(NamedTuple):
    """So much for every Ace, so much for every X, and so much anyway."""

    aces: int = 0
    x: int = 0
    more: int = 0

    def of(self, aces: float, x: int) -> float:
        return self.aces * aces + self.x * x + self.more


HEALS = {  # Life Points back
    "Cantrip of the Sun": Amount(more=1),
    "Healing": Amount(x=1),
    "Rejuvenation": Amount(aces=1, x=1),
}
HELPS = {  # a friend that will fight, for each X
    "Bloodlust": 0.05,
    "Eldritch Armour": 0.05,
    "Protection of the Eye": 0.03,
    "Blessing of the Sky": 0.05,
    "Glimpse of Glory": 0.07,
}
COSTS = {"Bloodlust": 1}  # Life Points of whom it helps
HINDERS = {"Curse of the Rent": 0.06, "Sunder Armour": 0.1, "Marksman's Misfortune": 0.06}  # an enemy, for each X


def casting(view: State, who: str, action: Cast) -> float:
    """What it is worth to try this spell, on this target."""
    spell, x = named(action.spell), mage_level(view[who]) or 0
    if spell is None:
        return 0.0
    odds = magic_roll(view, who, spell.difficulty)
    found = 0.0
    if spell.harms(x, 1) and action.target is not None and view[action.target].seat != view[who].seat:
        lost = action_odds.spell_loss(view, who, spell, action.target, odds).life_lost
        found += evaluation.life(view, view[who].seat, action.target, lost)
    if spell.name in HEALS:
        found += odds.succeeds * _healed(view, who, action, HEALS[spell.name].of(mean_aces(odds), x))
    if spell.name in HELPS and action.target is not None:
        found += odds.succeeds * _helped(view, who, spell.name, action.target, x)
    if spell.name in HINDERS and action.target is not None and _worth_hindering(view, spell.name, view[action.target]):
        found += odds.succeeds * HINDERS[spell.name] * x
    if spell.name == HolyLight.name:
        mages = [
            c
            for c in view.enemies(who)
            if mage_level(c) is not None and dist(c.here, view[who].here) <= HolyLight.glare
        ]
        blinded = (0.0,) * x + (1.0,)
        found += odds.succeeds * sum(STUNNED + evaluation.life(view, view[who].seat, c.id, blinded) for c in mages)
    if spell.name == "Defender of Destiny":
        near = [c for c in (view[who], *view.friends(who)) if c.on_board and dist(c.here, view[who].here) <= 6]
        found += odds.succeeds * 0.04 * x * sum(_will_fight(view, c) for c in near)
    return found - WILL * spell.cost - FUMBLE * odds.of(Outcome.FUMBLE) if found else 0.0


def life_or_damage(view: State, choice: LifeOrDamage) -> str:
    """What takes more of its target's life, by the odds of the rules; that it dies for sure is worth most."""
    devil, c = CantripOfTheDevil(), view[choice.target]

    def taken(harm: SpellHarm) -> float:
        lost = action_odds.harm_loss(view, choice.who, choice.target, harm)
        return sum(p * min(n, c.lp) for n, p in lost.items())

    life, damage = (taken(harm) for harm in devil.harms(mage_level(view[choice.who]) or 0, 1))
    return "damage" if damage > life else "life"


def magic_roll(view: State, who: str, needed: int) -> Odds:
    """Of the magic roll, nobody dispelling it."""
    context = RollContext(purpose="cast", who=who, stat="mind", action="cast")
    return roll_odds(stat(view, context).total, needed, preview.rerolls(view, context, who))


def mean_aces(odds: Odds) -> float:
    """Aces of a roll that succeeds."""
    return sum(n * p for n, p in enumerate(odds.aces)) / max(odds.succeeds, 1e-9)


def _healed(view: State, who: str, action: Cast, points: float) -> float:
    """Life Points that come back, at what they would be worth to the enemy."""
    among = [view[action.target]] if action.target is not None else [view[who], *view.friends(who)]
    missing = {c.id: c.profile.lp - c.lp for c in among if c.on_board and dist(c.here, view[who].here) <= 12}
    back = min(points, sum(missing.values()))
    share = max((evaluation.WOUND / view[id].profile.lp for id, less in missing.items() if less), default=0.0)
    return back * share


def _helped(view: State, who: str, spell: str, target: str, x: int) -> float:
    """What it is worth that a fighter is helped, less the Life that this costs it; of an enemy the other way round."""
    own, theirs = view[who].seat, view[target].seat
    lost = (0.0,) * COSTS.get(spell, 0) + (1.0,)
    dies = COSTS.get(spell, 0) >= view[target].lp
    helped = HELPS[spell] * x if _will_fight(view, view[target]) and not dies else 0.0
    if theirs != own:
        return evaluation.life(view, own, target, lost) - helped
    return helped - max((evaluation.life(view, seat, target, lost) for seat in view.seats if seat != own), default=0.0)


def _will_fight(view: State, c: Character) -> bool:
    found = evaluation.nearest(view, c.id)
    return found is not None and found[1] <= NEAR


def _worth_hindering(view: State, spell: str, c: Character) -> bool:
    if spell == "Marksman's Misfortune":
        return any(trait.name == "Reload" for weapon in c.profile.weapons for trait in weapon.traits)
    return _will_fight(view, c)
