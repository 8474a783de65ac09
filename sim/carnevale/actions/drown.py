"""Drown (WATER-05)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import hooks, rulings
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.actions.grapple import contest, not_touching
from sim.carnevale.damage import lose_life
from sim.carnevale.dice import DROWN, Outcome
from sim.carnevale.names import names_of
from sim.carnevale.rolls import opposed_roll
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["FUMBLED", "Drown"]

FUMBLED = 2  # LP that a fumble costs, a creature of the water too


class Drown(Attack, frozen=True, tag="drown"):
    """Hold an enemy in base contact and in water under, for 1 AP: opposed ATTACK, and no armour helps (WATER-05)."""

    def barred(self, game: State, who: str, how: How) -> Rule[Refusal | None]:
        refusal = yield from not_touching(game, who, self.target, "WATER-05")
        if refusal is not None:
            return refusal
        target = game[self.target]
        if target.seat == game[who].seat:
            return Refusal("WATER-05", say("{target} is no enemy", target=names_of(game)(target.id)))
        if hooks.at_home_in_water(game, self.target):
            return Refusal("WATER-05", say("{target} cannot be drowned", target=names_of(game)(target.id)))
        if not (yield from rulings.in_water(self.target)):
            return Refusal("WATER-05", say("{target} is not in water", target=names_of(game)(target.id)))
        return None

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return [cls(enemy) for enemy in rulings.within(game, who, game.enemies(who), rulings.CLOSE)]
        yield

    def strike(self, game: State, who: str, how: How) -> Rule[None]:
        context, by, bigger, smaller = yield from contest(game, "drown", who, self.target, how)
        result, _ = yield from opposed_roll(game, context, by, extra=bigger, extra_against=smaller)
        if result.outcome is Outcome.FUMBLE:
            lose_life(game, who, FUMBLED, say("fumbled drown"))
        else:
            lose_life(game, self.target, DROWN.read(result), "drown", by=who)
