"""Dive (WATER-01, 02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.damage import lose_life
from sim.carnevale.dice import DIVE, Outcome
from sim.carnevale.events import CounterGained
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Dive"]


class Dive(Action, frozen=True, tag="dive"):
    """Go under water, for 2 AP: a DEXTERITY roll for Underwater counters (WATER-01)."""

    ap: ClassVar[int] = 2

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        if (yield from rulings.in_water(who)):
            return None
        return Refusal("WATER-01", say("{who} is not in water", who=names_of(game)(who)))

    def perform(self, game: State, who: str) -> Rule[None]:
        ground = yield from rulings.as_evidence(rulings.ground(who))
        context = RollContext(purpose="dive", who=who, stat="dexterity", action=self.name(), in_water=True)
        result = yield from basic_roll(game, context)
        counters = DIVE.read(result)
        if counters:
            game.emit(CounterGained(who=who, counter="underwater", number=counters, ground=ground))
        if result.outcome is Outcome.FUMBLE:
            lose_life(game, who, 1, say("fumbled dive"))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return (cls(),)
        yield
