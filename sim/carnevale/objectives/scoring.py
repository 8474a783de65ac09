"""Who holds an objective when the game ends (SCEN-03, 04)."""

from __future__ import annotations

from typing import NamedTuple

from sim.board.model.verdicts import Distance
from sim.carnevale import hooks, rulings
from sim.carnevale.events import Scored
from sim.carnevale.names import names_of
from sim.carnevale.objective import Objective
from sim.carnevale.state import State
from sim.engine.requests import Rule
from sim.words import say

__all__ = ["REACH", "held", "holder", "holders", "score_held"]

REACH = 3.0  # inches


class Held(NamedTuple):
    """The gang that holds an objective, and how near its first character there is."""

    seat: str
    near: Distance


def holder(game: State, o: Objective) -> Rule[Held | None]:
    """The one gang with a character within 3" of it; the Mindless do not count, for either side."""
    near = yield from holders(game, o)
    return next(iter(near.values())) if len(near) == 1 else None


def score_held(game: State, o: Objective) -> Rule[None]:
    """Its points go to the one gang that holds it, if any does."""
    by = yield from holder(game, o)
    if by is not None:
        why = say("{objective} held", objective=names_of(game)(o.id))
        game.emit(Scored(seat=by.seat, vp=o.vp, why=why, near=(by.near,)))


def holders(game: State, o: Objective) -> Rule[dict[str, Held]]:
    """The gangs with a character within 3" of it that counts: alone, a gang holds it."""
    near: dict[str, Held] = {}
    for c in game.on_board():
        counts = c.seat not in near and not hooks.is_so(game, c.id, "scores_nothing")
        if counts and (found := (yield from held(game, c.id, o, REACH))) is not None:
            near[c.seat] = found
    return near


def held(game: State, who: str, o: Objective, reach: float) -> Rule[Held | None]:
    """How the character is within reach of the objective, or of whoever else carries it; None: it is not."""
    c = game[who]
    if o.carrier is None:
        near = yield from rulings.near(game, c.id, o.id, reach)
    else:
        near = yield from rulings.reached(game, c.id, o.carrier, reach)
    return None if near is None else Held(c.seat, near)
