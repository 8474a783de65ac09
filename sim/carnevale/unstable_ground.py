"""Unstable ground (TERR-03): who lands on it shakes it, and whoever else is on it must keep its feet.

A fall that this brings about is a fall like any other: onto an enemy or beside one it is a charge (MOVE-10, FALL-04),
and it shakes what is unstable below.
"""

from __future__ import annotations

from collections.abc import Collection
from math import hypot
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import Mover
from sim.board.model.verdicts import Ground
from sim.carnevale import rulings
from sim.carnevale.acting import charge
from sim.carnevale.characters import Point
from sim.carnevale.dice import Modifier, Outcome
from sim.carnevale.events import Moved, Pushed, Shaken
from sim.carnevale.falling import Fallen
from sim.carnevale.hooks import RollContext
from sim.carnevale.landing import settle, touching, where
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.questions import Declinable
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say

__all__ = ["Footing", "KeepFeet", "Stride", "come_down", "shake"]

SHAKEN = 2.0  # inches that unstable ground throws or lets move


def come_down(game: State, who: str, by: str, why: str, place: Ground) -> Rule[None]:
    """After a push: fall where there is no ground, and shake what is unstable. No attacks of opportunity (ACT-07)."""
    fallen = yield from settle(game, who, by=by, why=why, place=place)
    if fallen is not None and fallen.ground is not None:
        yield from shake(game, who, fallen.ground)


def shake(game: State, who: str, place: Ground) -> Rule[None]:
    """A character has jumped or fallen onto a place; if that is unstable, all others on it must keep their feet.

    It shakes even under a body: the character may have died of the fall.
    """
    piece = rulings.piece_of(place)
    if not place.unstable or piece is None:
        return
    riders = yield from rulings.grounds_on(game, piece)
    stood = {other: game[other].at for other in riders}
    for other, under in riders.items():
        if other == who or not game[other].on_board:
            continue
        if game[other].at != stood[other]:  # what befell those before it has moved it
            under = yield from rulings.ground(other)
        if rulings.piece_of(under) == piece:
            yield from _keep_feet(game, other, who, piece, under)


class KeepFeet(Declinable, frozen=True, kw_only=True):
    """Whoever keeps its feet on unstable ground may step aside (TERR-03)."""

    gesture = Gesture.POINT
    declines = say("Stay")

    who: str
    inches: float

    @property
    def region(self) -> Footing:
        return Footing(self.who, self.inches)

    def asks(self, state: State) -> str:
        return say('{who} keeps its feet: step up to {inches:g}"?', who=names_of(state)(self.who), inches=self.inches)


def _keep_feet(game: State, who: str, by: str, piece: str, under: Ground) -> Rule[None]:
    extra = [Modifier(-1, say("a larger base shakes the ground"))] if _larger(game, by, who) else []
    context = RollContext(purpose="unstable ground", who=who, stat="dexterity")
    result = yield from basic_roll(game, context, extra=extra)
    game.emit(Shaken(who=who, by=by, outcome=result.outcome.value, ground=under))
    match result.outcome:
        case Outcome.FAIL:
            yield from _thrown(game, who, by, piece, SHAKEN)
        case Outcome.FUMBLE:
            yield from _thrown(game, who, by, piece, None)
        case Outcome.CRITICAL:
            way = yield KeepFeet(seat=game[who].seat, who=who, inches=SHAKEN)
            if way is not None:
                before = yield from rulings.contacts(game, who)
                push = yield from rulings.push(who, way.to, SHAKEN)
                path = tuple(map(rounded, push.path))
                place = yield from rulings.ground(who, path[-1])
                game.emit(Moved(who=who, how="balance", path=path, cost=push.moved, placing=push, **where(place)))
                fallen = yield from settle(game, who, wobble=True, by=by, why=say("unstable ground"), place=place)
                yield from _brought_down(game, who, fallen, before)


def _thrown(game: State, who: str, by: str, piece: str, inches: float | None) -> Rule[None]:
    """Moved towards the nearest edge, whoever stands beyond it: so many inches, or off it."""
    x, y, z = game[who].here
    others = tuple(c.id for c in game.on_board() if c.id != who)
    spot = yield from rulings.spot(who, (x, y, z), rulings.across(game), off=piece, ignore=others)
    if spot.at is None:
        return
    beyond = (spot.at[0], spot.at[1], z)
    before = yield from rulings.contacts(game, who)
    push = yield from rulings.push(who, beyond, hypot(beyond[0] - x, beyond[1] - y) if inches is None else inches)
    path = tuple(map(rounded, push.path))
    place = yield from rulings.ground(who, path[-1])
    game.emit(Pushed(who=who, by=by, path=path, why=say("unstable ground"), push=push, **where(place)))
    fallen = yield from settle(game, who, by=by, why=say("unstable ground"), place=place)
    yield from _brought_down(game, who, fallen, before)


def _brought_down(game: State, who: str, fallen: Fallen | None, before: Collection[str]) -> Rule[None]:
    """Whoever was shaken off has fallen: a charge against enemies that it was not in contact with `before`; then what
    it fell to shakes. In no action of its own: not from above (MOVE-11)."""
    if fallen is None or fallen.height <= 0:
        return
    beside = (yield from touching(game, who, fallen)) if game[who].on_board else {}
    charged = {enemy: contact for enemy, contact in beside.items() if enemy not in before}
    if charged:
        yield from charge(game, who, charged, watched=False)
    if fallen.ground is not None:
        yield from shake(game, who, fallen.ground)


class Stride(msgspec.Struct, frozen=True):
    """Where a character keeps its feet."""

    to: Point


class Footing(msgspec.Struct, frozen=True, tag="footing"):
    """What `KeepFeet` takes: any direction, so many inches."""

    answers: ClassVar[Any] = Stride

    who: str
    inches: float

    def refusal(self, state: State, measure: Measure, answer: Stride) -> Refusal | None:
        mover = Mover(self.who, self.inches, climb=False, charge=False)
        path = measured(rulings.path_along(mover, (rounded(answer.to),)), state, measure)
        return refusal_of(state, path)


def _larger(game: State, a: str, b: str) -> bool:
    return game[a].profile.size > game[b].profile.size
