"""The random bot: any legal answer."""

from __future__ import annotations

from random import Random
from typing import Any

from sim.bots.base import bot
from sim.bots.proposals import proposals
from sim.carnevale.actions.base import END
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.state import State
from sim.engine.requests import Choice, GameError, Measure

ENDS = 0.1  # of its choices of an action that end the turn instead


class NoAnswer(GameError):
    """A bot found no legal answer; the message says to what."""


@bot("random")
class RandomBot:
    """Plays any legal answer that it can think of, nothing weighed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: State, choice: Choice, measure: Measure) -> Any:
        rng = self._rng
        if choice.options and (choice.region is None or rng.random() < self._shun(choice)):
            return rng.choice(choice.options)
        for answer in proposals(view, choice, measure, rng):
            return answer
        place = "; the zone has no room left" if isinstance(choice, SetUpMini) else ""
        raise NoAnswer(f"the bot of {choice.seat} found no answer to '{choice.prompt}'{place}")

    def _shun(self, choice: Choice) -> float:
        """How often it takes an option where it might answer freely."""
        return ENDS if END in choice.options else 0.5
