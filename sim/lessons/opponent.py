"""The opponent of a lesson: does what the step in hand says, and else lets its turns pass."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sim.bots.base import BOTS
from sim.carnevale.state import State
from sim.engine.answers import checked
from sim.engine.requests import Choice, Measure, Refused
from sim.engine.script import WrongScript, default_answer
from sim.lessons.walk import EndOfWalk, Walk

__all__ = ["ScriptedOpponent"]


class ScriptedOpponent:
    """A bot. What it is told and cannot do now waits for the next time that it is asked."""

    def __init__(self) -> None:
        self._walk = Walk(())

    def tell(self, entries: tuple[dict[str, Any], ...]) -> None:
        """What it is to do next, in place of what it was told before."""
        self._walk = Walk(entries, joins=False)

    @property
    def has_done_all(self) -> bool:
        """Is nothing left of what it was told?"""
        return not self._walk.left

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        """An answer. What it was told and the rules refuse now is left out: the learner may stand where nobody thought
        of."""
        with suppress(EndOfWalk, WrongScript, Refused):
            return checked(choice, self._walk.next(choice, view), view, measure)
        with suppress(WrongScript):
            return default_answer(choice)
        return BOTS.make("random", 1).choose(view, choice, measure)
