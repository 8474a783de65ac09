"""The random bot: any legal answer."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sim.bots.base import bot
from sim.bots.no_answer import no_answer
from sim.bots.proposals import proposals
from sim.carnevale.legality import END
from sim.carnevale.state import State
from sim.engine import bots
from sim.engine.requests import Choice, Measure

__all__ = ["RandomCarnevaleBot"]

ENDS = 0.1  # of its choices of an action that end the turn instead


@bot("random")
class RandomCarnevaleBot(bots.RandomBot[State]):
    """Plays any legal answer that it can think of, nothing weighed."""

    def proposals(self, view: State, choice: Choice, measure: Measure, rng: Random) -> Iterable[object]:
        return proposals(view, choice, measure, rng)

    def takes_option(self, choice: Choice) -> float:
        return ENDS if END in choice.options else 0.5

    def no_answer(self, choice: Choice) -> bots.NoAnswer:
        return no_answer(choice)
