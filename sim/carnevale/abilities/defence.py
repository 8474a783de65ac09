"""Abilities of those who are attacked."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale.action import Action
from sim.carnevale.actions.hide import Hide
from sim.carnevale.characters import Character, Trait
from sim.carnevale.dice import MOST_DICE
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal
from sim.words import say

__all__ = ["Bulky", "Concealment", "UniversalShielding"]


@ability
class Bulky(Ability):
    """Gains nothing from cover and cannot Hide."""

    name = "Bulky"
    no_cover: ClassVar[bool] = True

    def forbids(self, game: State, bearer: Character, action: Action, trait: Trait) -> Refusal | None:
        return (
            Refusal("ABIL-Bulky", say("{bearer} is too bulky to hide", bearer=names_of(game)(bearer.id)))
            if isinstance(action, Hide)
            else None
        )


@ability
class Concealment(Ability):
    """PROTECTION +X while in cover."""

    name = "Concealment"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.stat == "protection" and context.who == bearer.id and context.in_cover else 0


@ability
class UniversalShielding(Ability):
    """PROTECTION is never under X after all modifiers, nor lifted over its starting number by this. Stacks beyond 3."""

    name = "Universal Shielding"
    most: ClassVar[int] = MOST_DICE

    def least(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.stat == "protection" else 0
