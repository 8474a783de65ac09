"""What injuries of a campaign do in the game after (CAMP-05)."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale.characters import Character
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.state import State

__all__ = ["BrokenArm"]


@ability
class BrokenArm(Ability):
    """An injury of a campaign: every Ace of its Combat actions is thrown again, but for the Destiny Die, before
    anything else is re-rolled; and no die twice."""

    name = "Broken Arm"
    printed: ClassVar[bool] = False

    def aces_again(self, game: State, context: RollContext, bearer: Character, x: int) -> bool:
        return context.who == bearer.id and context.purpose == "combat"
