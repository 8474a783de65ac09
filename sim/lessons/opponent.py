"""The opponent of a lesson: does what the step in hand says, and else lets its turns pass."""

from __future__ import annotations

from typing import Any

from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure
from sim.engine.script import default_answer
from sim.lessons.walk import EndOfWalk, Walk

__all__ = ["ScriptedOpponent"]


class ScriptedOpponent:
    """A bot. What it is told and cannot do now waits for the next time that it is asked."""

    def __init__(self) -> None:
        self._walk = Walk(())

    def tell(self, entries: tuple[dict[str, Any], ...]) -> None:
        """What it is to do next, in place of what it was told before."""
        self._walk = Walk(entries, joins=False)

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        """An answer. Raises WrongScript where what it was told does not fit."""
        try:
            return self._walk.next(choice, view)
        except EndOfWalk:
            return default_answer(choice)
