"""How a game goes on: steps, each a procedure from one rest to the next, kept as plain data in `State.todo`."""

from __future__ import annotations

from sim.carnevale.state import State
from sim.engine.requests import Rule
from sim.engine.state import GameStep

__all__ = ["Step"]


class Step(GameStep[State], frozen=True):
    """A part of the game that is still to come. Its tag is its name in saved games."""

    def run(self, game: State) -> Rule[None]:
        raise NotImplementedError
