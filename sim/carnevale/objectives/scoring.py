"""Who holds an objective when the game ends (SCEN-03, 04)."""

from __future__ import annotations

from sim.carnevale import hooks, rulings
from sim.carnevale.objectives.objective import Objective
from sim.carnevale.state import State
from sim.engine.requests import Rule

REACH = 3.0  # inches


def holder(game: State, o: Objective) -> Rule[str | None]:
    """The one gang with a character within 3" of it; the Mindless do not count, for either side."""
    near = set()
    for c in list(game.on_board()):
        counts = c.seat not in near and not hooks.is_so(game, c.id, "scores_nothing")
        if counts and (yield from within(game, c.id, o, REACH)):
            near.add(c.seat)
    return near.pop() if len(near) == 1 else None


def claimant(o: Objective) -> str | None:
    """A claimed objective scores for whoever claimed it, wherever anybody stands."""
    return o.claimed


def within(game: State, who: str, o: Objective, reach: float) -> Rule[bool]:
    """Is the character within reach of the objective, or of its carrier?"""
    if o.carrier is not None:
        return game[o.carrier].on_board and (yield from rulings.within(game, who, o.carrier, reach))
    return (yield from rulings.near(game, who, o.id, reach))
