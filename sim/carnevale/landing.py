"""Where a character comes to stand: wobbly models, unstable ground, obstacles, debris and gondolas."""

from __future__ import annotations

from math import hypot
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import Mover
from sim.board.model.verdicts import Ground
from sim.carnevale import rulings
from sim.carnevale.action_log import lost_in_action
from sim.carnevale.characters import Point
from sim.carnevale.dice import Modifier, Outcome
from sim.carnevale.events import Moved, Pushed, Shaken
from sim.carnevale.falling import Fallen, fall
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.questions import Question
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Option, Refusal, Rule, measured
from sim.words import say

__all__ = [
    "Footing",
    "KeepFeet",
    "Stride",
    "come_down",
    "full_for",
    "into_water",
    "overboard",
    "settle",
    "shake",
    "where",
]

SHAKEN = 2.0  # inches that unstable ground throws or lets move (TERR-03)
THROWN = 3  # LP lost in one action that throw a rider off a gondola (TERR-12)
ROOM = 2  # bases of 30 mm on a gondola; one of 40 mm takes the room of two (TERR-12)


def settle(
    game: State,
    who: str,
    *,
    wobble: bool = False,
    began: Point | None = None,
    top: float | None = None,
    controlled: bool = False,
    by: str | None = None,
    why: str = "fall",
    action: str = "",
    place: Ground | None = None,
) -> Rule[Fallen | None]:
    """A character that is off solid ground, or on another's base, falls (FALL-01); a climber stays on its wall, and
    an ethereal inside terrain where it is.

    `wobble`: it moved itself, and is helped where it just cannot be placed (MOVE-05); nobody helps whoever is
    pushed. `place`: what it stands on, where that is known. The rest as in `fall`. Returns the fall, if there was one.
    """
    c = game[who]
    if not c.on_board or c.on_wall or c.inside:
        return None
    if place is None:
        place = yield from rulings.ground(who)
    if place.whole and place.free:
        return None
    if wobble and place.kind != "air":
        spot = yield from rulings.spot(who, c.here, rulings.WOBBLE)
        if spot.at is not None:
            game.emit(Moved(who=who, how="nudged", path=(c.here, rounded(spot.at)), placing=spot, **where(spot.ground)))
            return None
    return (yield from fall(game, who, began=began, top=top, controlled=controlled, by=by, why=why, action=action))


def come_down(game: State, who: str, by: str, why: str, place: Ground) -> Rule[None]:
    """After a push: fall where there is no ground, and shake what is unstable. No attacks of opportunity (ACT-07)."""
    fallen = yield from settle(game, who, by=by, why=why, place=place)
    if fallen is not None and fallen.ground is not None:
        yield from shake(game, who, fallen.ground)


# --- unstable ground (TERR-03) --------------------------------------------------------------------------


def shake(game: State, who: str, place: Ground) -> Rule[None]:
    """A character has jumped or fallen onto a place; if that is unstable, all others on it must keep their feet.

    It shakes even under a body: the character may have died of the fall.
    """
    piece = rulings.piece_of(place)
    if not place.unstable or piece is None:
        return
    for other, under in (yield from rulings.grounds_on(game, piece)).items():
        if other != who and game[other].on_board:
            yield from _keep_feet(game, other, who, piece, under)


class KeepFeet(Question, frozen=True, kw_only=True):
    """Whoever keeps its feet on unstable ground may step aside (TERR-03)."""

    gesture = Gesture.POINT
    declines = say("Stay")

    who: str
    inches: float

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)

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
                push = yield from rulings.push(who, way.to, SHAKEN)
                path = tuple(map(rounded, push.path))
                place = yield from rulings.ground(who, path[-1])
                game.emit(Moved(who=who, how="balance", path=path, cost=push.moved, placing=push, **where(place)))
                yield from settle(game, who, wobble=True, by=by, why=say("unstable ground"), place=place)


def _thrown(game: State, who: str, by: str, piece: str, inches: float | None) -> Rule[None]:
    """Moved towards the nearest edge: so many inches, or off it."""
    x, y, z = game[who].here
    spot = yield from rulings.spot(who, (x, y, z), rulings.across(game), off=piece)
    if spot.at is None:
        return
    beyond = (spot.at[0], spot.at[1], z)
    push = yield from rulings.push(who, beyond, hypot(beyond[0] - x, beyond[1] - y) if inches is None else inches)
    path = tuple(map(rounded, push.path))
    place = yield from rulings.ground(who, path[-1])
    game.emit(Pushed(who=who, by=by, path=path, why=say("unstable ground"), push=push, **where(place)))
    yield from settle(game, who, by=by, why=say("unstable ground"), place=place)


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


# --- gondolas (TERR-12) ---------------------------------------------------------------------------------


def room_taken(size_mm: int) -> int:
    """How much of a gondola's room a base takes."""
    return 1 if size_mm <= 30 else 2 if size_mm <= 40 else ROOM + 1


def full_for(game: State, who: str, place: Ground) -> Rule[bool]:
    """Is this place on a gondola that has no room left for the character? To it, the gondola is debris then."""
    gondola = rulings.gondola_of(place)
    if gondola is None:
        return False
    taken = room_taken(game[who].profile.size)
    for other in (yield from rulings.standing_on(game, gondola)):
        if other != who:
            taken += room_taken(game[other].profile.size)
    return taken > ROOM


def overboard(game: State, since: int) -> Rule[None]:
    """Riders of a gondola who lost 3 or more LP since event `since`, in one action, fall into the water."""
    for who, lost in lost_in_action(game.log, since).items():
        if lost < THROWN or not game[who].on_board:
            continue
        gondola = rulings.gondola_of((yield from rulings.ground(who)))
        if gondola is not None:
            yield from into_water(game, who, gondola, "overboard")


def into_water(game: State, who: str, piece: str, why: str) -> Rule[None]:
    """The shortest way off this piece into the water around it, and down into it."""
    here = game[who].here
    spot = yield from rulings.spot(who, here, rulings.across(game), on="water", off=piece)
    if spot.at is None:
        return
    x, y, z = rounded(spot.at)
    game.emit(Moved(who=who, how=why, path=(here, (x, y, max(z, here[2]))), placing=spot))
    yield from fall(game, who, why=why)


def where(place: Ground | None) -> dict[str, Any]:
    """What an event says of the place where a move ends."""
    return {"aboard": place.vessel, "in_water": place.water, "ends": place} if place is not None else {}
