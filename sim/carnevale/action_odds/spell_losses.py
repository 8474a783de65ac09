"""What a spell that harms takes from one enemy, exactly (MAGIC-02, 03; DICE-11, 13): nobody dispels it, and nobody
spends Will Points on either roll."""

from __future__ import annotations

from sim.carnevale import preview
from sim.carnevale.damage import saving
from sim.carnevale.dice import PROTECTION, Modifier, Outcome
from sim.carnevale.magic.casting import casting_of
from sim.carnevale.magic.spells import Spell, SpellHarm, mage_level
from sim.carnevale.odds import Loss, Odds, roll_odds
from sim.carnevale.state import State
from sim.carnevale.stats import number, stat
from sim.engine.requests import Rule

__all__ = ["harm_loss", "magic_roll", "spell_loss"]


def magic_roll(game: State, who: str, spell: Spell) -> Rule[Odds]:
    """What a mage would roll for a spell."""
    context = casting_of(who)
    dice = yield from number(game, context)
    return roll_odds(dice.total, spell.difficulty, preview.rerolls(game, context, who))


def spell_loss(game: State, who: str, spell: Spell, target: str, roll: Odds) -> Loss:
    """A spell of a mage's that harms, aimed at an enemy, as its caster would have it: what takes most on average."""
    level = mage_level(game[who]) or 0
    ways = [_taken(game, who, target, spell, roll, level, way) for way in range(len(spell.harms(level, 1)))]
    lost = max(ways, key=lambda way: sum(n * p for n, p in way.items()), default={0: 1.0})
    return Loss(roll, tuple(lost.get(n, 0.0) for n in range(max(lost) + 1)))


def harm_loss(game: State, who: str, target: str, harm: SpellHarm) -> dict[int, float]:
    """How likely a harm that is done takes each number of Life Points."""
    if harm.damage <= 0 or harm.penetration is None:
        return {max(0, harm.damage): 1.0}
    lost: dict[int, float] = {}
    for off, p in _saved(game, who, target, harm.penetration).items():
        left = max(0, harm.damage - off)
        lost[left] = lost.get(left, 0.0) + p
    return lost


def _taken(game: State, who: str, target: str, spell: Spell, roll: Odds, level: int, way: int) -> dict[int, float]:
    """Life Points lost by one of the harms that the caster may choose among."""
    lost = {0: 0.0}
    done: dict[SpellHarm, dict[int, float]] = {}
    for outcome, aces, p in roll.joint:
        harm = spell.harms(level + (outcome is Outcome.CRITICAL), aces)[way] if outcome.succeeded else SpellHarm(0)
        if harm not in done:
            done[harm] = harm_loss(game, who, target, harm)
        for life, q in done[harm].items():
            lost[life] = lost.get(life, 0.0) + p * q
    return lost


def _saved(game: State, who: str, target: str, penetration: int) -> dict[int, float]:
    """How likely a protection roll takes so much Damage off."""
    context = saving(who, target)
    dice = stat(game, context, [Modifier(penetration, "Penetration")]).total
    return roll_odds(dice, rerolls=preview.rerolls(game, context, target)).read(PROTECTION)
