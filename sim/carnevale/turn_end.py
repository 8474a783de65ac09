"""Where no turn may end: on a wall, on a small obstacle, on debris, inside terrain (MOVE-04, TERR-09, TERR-12)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sim.board.model.verdicts import Ground, Spot
from sim.carnevale import rulings
from sim.carnevale.acting import charge
from sim.carnevale.events import Moved
from sim.carnevale.falling import fall
from sim.carnevale.landing import full_for, touching, where
from sim.carnevale.state import State, rounded
from sim.carnevale.unstable_ground import shake
from sim.engine.requests import Rule
from sim.words import say

__all__ = ["PutOff", "end_of_turn", "put_off"]


class PutOff(NamedTuple):
    """Off what, as a way of moving, and where to."""

    how: str
    spot: Spot


def end_of_turn(game: State, who: str) -> Rule[None]:
    """A turn that ends off solid ground ends in a fall (MOVE-04); none ends on a small obstacle or debris.

    Others who climb out of sequence hang no longer than the turn that they broke into.
    """
    for climber in [who, *(c.id for c in game.on_board() if c.on_wall and c.id != who)]:
        if game[climber].on_board and not game[climber].inside:
            yield from _let_go(game, climber)
    if not game[who].on_board:
        return
    off = yield from put_off(game, who)
    if off is not None and off.spot.at is not None:
        path = (game[who].here, rounded(off.spot.at))
        game.emit(Moved(who=who, how=off.how, path=path, placing=off.spot, **where(off.spot.ground)))


def put_off(game: State, who: str) -> Rule[PutOff | None]:
    """Where the end of its turn would put it aside from where it stands; None where a turn may end."""
    if game[who].inside:  # ABIL-Ethereal
        spot = yield from rulings.spot(who, game[who].here, rulings.across(game), stays=True)
        return PutOff("out of the solid", spot)
    place = yield from rulings.ground(who)
    if place.obstacle == "small":  # TERR-09
        return (yield from _aside(game, who, place, "any", "off obstacle"))
    if place.obstacle == "debris" or (yield from full_for(game, who, place)):  # TERR-10, 12
        return (yield from _aside(game, who, place, "water", "off debris"))
    return None


def _let_go(game: State, who: str) -> Rule[None]:
    """It falls, in no action of its own: whom it charges so, it does not charge from above (a ruling on MOVE-11)."""
    place = yield from rulings.ground(who)
    if place.whole:
        return
    before = yield from rulings.contacts(game, who)
    fallen = yield from fall(game, who, why=say("fall at the end of its turn"))
    if game[who].on_board:
        beside = yield from touching(game, who, fallen)
        charged = {enemy: contact for enemy, contact in beside.items() if enemy not in before}
        if charged and fallen.height > 0:
            yield from charge(game, who, charged, watched=False)
    if fallen.ground is not None:
        yield from shake(game, who, fallen.ground)


def _aside(game: State, who: str, place: Ground, on: Literal["water", "any"], how: str) -> Rule[PutOff]:
    """The shortest distance off a small obstacle or debris: put there, without a fall."""
    here = game[who].here
    far, off = rulings.across(game), rulings.piece_of(place)
    spot = yield from rulings.spot(who, here, far, on=on, off=off, stays=True)
    if spot.at is None and on == "water":  # boats and others may leave no water wide enough for a large base
        spot = yield from rulings.spot(who, here, far, on="any", off=off, stays=True)
    return PutOff(how, spot)
