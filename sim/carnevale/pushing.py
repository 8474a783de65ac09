"""Moved by force: thrown in a grapple, knocked back by a weapon (ACT-07, WEAP-Knockback)."""

from __future__ import annotations

from math import hypot

from sim.board.model.verdicts import Push
from sim.carnevale import landing, rulings, unstable_ground
from sim.carnevale.characters import Point
from sim.carnevale.events import Pushed
from sim.carnevale.state import State, rounded
from sim.engine.requests import Rule

__all__ = ["away", "pushed"]

MOVED = 0.001  # inches; positions are kept to this


def pushed(game: State, who: str, by: str, push: Push, why: str) -> Rule[None]:
    """Carry out a push; it may end in a fall. No charge, no disengaging, no attacks of opportunity."""
    if push.moved < MOVED:
        return
    path = tuple(map(rounded, push.path))
    place = yield from rulings.ground(who, path[-1])
    game.emit(Pushed(who=who, by=by, path=path, why=why, push=push, **landing.where(place)))
    yield from unstable_ground.come_down(game, who, by, why, place)


def away(game: State, by: str, who: str, inches: float) -> Point:
    """The point so far beyond a character as seen from another, level."""
    (x0, y0, _), (x, y, z) = game[by].here, game[who].here
    gap = hypot(x - x0, y - y0)
    ux, uy = ((x - x0) / gap, (y - y0) / gap) if gap > 1e-9 else (1.0, 0.0)
    return rounded((x + ux * inches, y + uy * inches, z))
