"""Hide (ACT-01)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.events import CounterGained, TurnCutShort
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Hide", "unwatched"]


class Hide(Action, frozen=True, tag="hide"):
    """Gain a Hidden counter, for 1 AP, and end the turn; out of base contact and out of water (ACT-01)."""

    ends_turn = True

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return (yield from unwatched(game, who, "ACT-01"))

    def perform(self, game: State, who: str) -> Rule[None]:
        ground = yield from rulings.as_evidence(rulings.ground(who))
        game.emit(CounterGained(who=who, counter="hidden", ground=ground))
        game.emit(TurnCutShort(who=who, why=say("Hide")))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return (cls(),)
        yield


def unwatched(game: State, who: str, rule: str) -> Rule[Refusal | None]:
    """Not in base contact with enemies and not in water: the limits of Hide and Guard."""
    enemies = yield from rulings.in_contact(game, who)
    if enemies:
        return Refusal(
            rule,
            say("{who} is in base contact with {enemies}", who=names_of(game)(who), enemies=names_of(game)(enemies[0])),
        )
    if (yield from rulings.in_water(who)):
        return Refusal(rule, say("{who} is in water", who=names_of(game)(who)))
    return None
