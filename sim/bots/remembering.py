"""A policy to play games on with in the mind: the straightforward bot, which remembers what it did where.

Of some hundred playouts from one position most come through the same positions again, with other dice behind them. The
straightforward bot does the same in each of them, as it draws nothing by chance and what happened before is nothing to
it; so it need not look at the board again.
"""

from __future__ import annotations

from operator import attrgetter

from sim.bots.straightforward import StraightforwardBot
from sim.carnevale.acting import WhichAttack
from sim.carnevale.legality import WhichAction
from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure

__all__ = ["RememberingBot"]

MOST = 4096  # arrangements of minis that are remembered: more than some hundred playouts come to
PAST = ("log", "setup", "thrown", "todo")  # what it never asks about

_position = attrgetter(*(field for field in State.__struct_fields__ if field not in PAST))


class RememberingBot(StraightforwardBot):
    """Answers as the straightforward bot does. One can play for all seats, in as many playouts as one likes."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._measure: Measure | None = None  # the board that its memory is of
        self._met: dict[tuple[object, ...], list[tuple[object, Choice, object]]] = {}

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        if not isinstance(choice, WhichAction | WhichAttack):  # others are rare, or answered at once
            return super().choose(view, choice, measure)
        if measure is not self._measure or len(self._met) >= MOST:
            self._measure, self._met = measure, {}
        position = _position(view)
        alike = self._met.setdefault((choice.who, *[(c.at, c.lp) for c in view.characters.values()]), [])
        for other, question, answer in alike:
            if other == position and question == choice:
                return answer
        answer = super().choose(view, choice, measure)
        kept = tuple(dict(part) if isinstance(part, dict) else part for part in position)  # the game goes on
        alike.append((kept, choice, answer))
        return answer
