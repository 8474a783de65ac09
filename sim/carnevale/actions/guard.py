"""Guard (ACT-02)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.actions.hide import unwatched
from sim.carnevale.events import CounterGained, TurnCutShort
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Guard"]


class Guard(Action, frozen=True, tag="guard"):
    """Gain a Guard counter, for 1 AP, and end the turn; out of base contact and out of water (ACT-02)."""

    ends_turn = True

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return (yield from unwatched(game, who, "ACT-02"))

    def perform(self, game: State, who: str) -> Rule[None]:
        ground = yield from rulings.as_evidence(rulings.ground(who))
        game.emit(CounterGained(who=who, counter="guarding", ground=ground))
        game.emit(TurnCutShort(who=who, why=say("Guard")))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return (cls(),)
        yield
