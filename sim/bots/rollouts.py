"""Turns that are played on in the mind, some hundreds a second: what a search weighs its answers by."""

from __future__ import annotations

from sim.bots.remembering import RememberingBot
from sim.carnevale.events import TurnEnded
from sim.carnevale.state import State
from sim.engine.dice import Dice
from sim.engine.playout import Playout
from sim.engine.session import Session

__all__ = ["roll_out"]


def roll_out(
    game: Session[State], policy: RememberingBot, dice: Dice | None = None, *, first: object = None, turns: int = 2
) -> State:
    """How a game stands after so many turns have ended, or it has: the turn in hand and the reply to it.

    The policy plays all seats. `dice`: others than the game's; `first`: what is answered before the policy is asked.
    Raises Refused where `first` may not be answered. The game stays as it is.

    The policy looks at the state itself and its answers are taken as they are, as it changes nothing and answers
    legally: that spares a sixth of the time. So this is for games that were imagined, in which nothing is anybody's
    secret.
    """
    playout = Playout(game, dice)
    if first is not None:
        playout.answer(first)
    log, seen = playout.state.log, len(game.events)
    while turns > 0 and (choice := playout.request) is not None:
        playout.take(policy.choose(playout.state, choice, playout.measure))
        turns -= sum(type(event) is TurnEnded for event in log[seen:])
        seen = len(log)
    return playout.state
