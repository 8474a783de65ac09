"""Grapples and drownings to succeed, spells with a dispeller about (ACT-06, WATER-05, MAGIC-02 to 04)."""

from __future__ import annotations

import msgspec

from sim.carnevale import preview
from sim.carnevale.action import Attack
from sim.carnevale.action_odds.rolls import pending_roll
from sim.carnevale.magic.casting import DISPEL, Cast, casting_of, dispellers, dispelling_of
from sim.carnevale.magic.spells import mage_level, named
from sim.carnevale.optimal_roll import PendingRoll, contest_success, success
from sim.carnevale.state import State
from sim.carnevale.stats import number
from sim.carnevale.will import will_left
from sim.engine.requests import Rule

__all__ = ["SpellOdds", "cast", "contest"]


def contest(game: State, who: str, action: Attack) -> Rule[float]:
    """The chance that a Grapple or Drown succeeds, will points and re-rolls of both sides played best."""
    shown = yield from preview.opposed(game, who, action)
    own = PendingRoll(shown.attack.total, rerolls=shown.rerolls)
    held = will_left(game, who)
    if shown.against is None:
        return success(own, held)
    other = PendingRoll(shown.against.total, rerolls=shown.against_rerolls)
    return contest_success(own, other, held, will_left(game, action.target))


class SpellOdds(msgspec.Struct, frozen=True):
    """A spell: what it would be cast with, alone and against whoever dispels it best."""

    roll: PendingRoll
    plain: float  # alone, without Will Points
    alone: float
    dispeller: str | None = None
    dispelled: float | None = None  # the chance to succeed all the same

    @property
    def succeeds(self) -> float:
        """With a dispeller about that pays where it serves."""
        return self.alone if self.dispelled is None else min(self.alone, self.dispelled)


def cast(game: State, who: str, action: Cast) -> Rule[SpellOdds]:
    """The chance that a spell succeeds. Its own cost is paid first, and so is the dispeller's will point."""
    spell = named(action.spell)
    assert spell is not None, f"there is no spell '{action.spell}'"
    held = max(0, will_left(game, who) - spell.cost)
    context = casting_of(who)
    dice = yield from number(game, context)
    roll = pending_roll(game, context, spell.difficulty, dice=dice.total)
    shown = SpellOdds(roll, success(roll, 0), success(roll, held))
    for mage in (yield from dispellers(game, who)):
        by = dispelling_of(mage, who)
        against = yield from number(game, by)
        level = mage_level(game[mage])
        assert level is not None
        other = pending_roll(game, by, spell.difficulty, dice=against.total)
        left = contest_success(roll, other, held, will_left(game, mage) - DISPEL, level)
        if shown.dispelled is None or left < shown.dispelled:
            shown = msgspec.structs.replace(shown, dispeller=mage, dispelled=left)
    return shown
