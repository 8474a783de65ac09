"""Moved by force: thrown in a grapple, knocked back by a weapon (ACT-07, WEAP-Knockback)."""

from __future__ import annotations

from sim.board.verdicts import Push
from sim.carnevale import landing
from sim.carnevale.events import Pushed
from sim.carnevale.state import State, rounded
from sim.engine.requests import Rule

MOVED = 0.001  # inches; positions are kept to this


def pushed(game: State, who: str, by: str, push: Push, why: str) -> Rule[None]:
    """Carry out a push; it may end in a fall. No charge, no disengaging, no attacks of opportunity."""
    if push.moved < MOVED:
        return
    game.tell(Pushed(who=who, by=by, path=tuple(map(rounded, push.path)), why=why))
    yield from landing.come_down(game, who, by, why)
