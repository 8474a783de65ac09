"""Moving over the board: Run/Climb, swimming, disengaging and charging (MOVE-01 to 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from math import dist
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import Mover
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance, Ground, Leg, Path
from sim.carnevale import rulings
from sim.carnevale.acting import answer_guards, charge
from sim.carnevale.action import kinds
from sim.carnevale.characters import Point
from sim.carnevale.dice import Outcome
from sim.carnevale.disengaging import disengage
from sim.carnevale.events import ActionBegan, ActionEnded, Moved, MoveGained, MoveLost, TurnBegan
from sim.carnevale.falling import HAIR, Fallen, above, fall
from sim.carnevale.hook_values import Purpose
from sim.carnevale.hooks import RollContext
from sim.carnevale.landing import settle, touching, where
from sim.carnevale.names import names_of, refusal_of, roll_named
from sim.carnevale.questions import Declinable
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.carnevale.unstable_ground import shake
from sim.carnevale.ways import Way, barred, foreseen, mover, path_for, way_refusal
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say

__all__ = [
    "WORTH",
    "Further",
    "MoveOn",
    "Movement",
    "Parting",
    "begin",
    "come_away",
    "crossing",
    "go",
    "going_on",
    "land",
    "met",
    "past_defenders",
    "walk",
    "watched",
]

CRITICAL_CLIMB = 2  # inches (MOVE-03)
WORTH = 0.1  # inches: no question is asked over less
OFF_GROUND = ("climb", "fly")  # ways of moving that may end off solid ground and stay there (MOVE-04)

HOW = {  # what a leg of a path is told as
    "run": "run",
    "difficult": "run",
    "barricade": "run",
    "enter_water": "run",
    "leave_water": "run",
    "off_edge": "run",
    "climb": "climb",
    "ladder": "climb",
    "ruin": "climb",
    "swim": "swim",
    "fly": "fly",
    "inside": "run",
}


class Movement(msgspec.Struct):
    """A movement in hand: how it began, and what is left of it. No part of the state."""

    who: str
    action: str
    start: Point
    touching: Mapping[str, Distance]  # enemies in base contact when it began
    in_water: bool  # it began in water
    inches: float = 0.0  # in all
    spent: float = 0.0
    gained: float = 0.0  # of these inches, on top of what the action began with
    left: tuple[str, ...] = ()  # enemies that it has come away from
    how: str | None = None  # told as this, whatever the ground
    mover: Mover | None = None
    fallen: Fallen | None = None  # it has lost its hold
    touched: dict[str, Distance] = msgspec.field(default_factory=dict)  # enemies that it met, and has fallen away from


class Parting(Enum):
    """What comes of leaving base contact, and of the attack that may answer it (MOVE-12)."""

    STAYS = "stays"  # or is no more
    GOES = "goes"
    THROWN = "thrown"  # it goes, but from elsewhere: what was legal where it stood may be so no more


def begin(game: State, who: str, action: str) -> Rule[Movement]:
    """A movement begins where the character stands."""
    touching = yield from rulings.contacts(game, who)
    in_water = yield from rulings.in_water(who)
    return Movement(who, action, game[who].here, touching, in_water)


# --- going (MOVE-02 to 06, 10 to 12) --------------------------------------------------------------------


def go(game: State, move: Movement, path: Path) -> Rule[None]:
    """Disengage, go along the path leg by leg, and on with what a Critical brought; then land and charge."""
    parting = Parting.GOES
    if path.left:
        parting = yield from come_away(game, move, [contact.id for contact in path.left])
    if parting is Parting.STAYS:
        yield from watched(game, move)
    else:
        moved = parting is Parting.THROWN  # the path is void
        arrived = True if moved else (yield from walk(game, move, path))
        while arrived and (move.gained or moved):
            further = yield from _further(game, move)
            if further is None:
                break
            moved = False
            arrived = yield from walk(game, move, further)
        yield from land(game, move)


def come_away(game: State, move: Movement, enemies: Sequence[str]) -> Rule[Parting]:
    """Leave base contact (MOVE-12). Whoever calls this must ask again whether one who was thrown may still do it."""
    here = game[move.who].here
    goes, extra = yield from disengage(game, move.who, enemies, move.action, touching=move.touching)
    if extra:
        _gain(game, move, extra, say("Critical disengage"))
    move.left += tuple(enemies)
    thrown = yield from _thrown_from(game, move, here)
    if not goes:
        return Parting.STAYS
    return Parting.THROWN if thrown else Parting.GOES


def _thrown_from(game: State, move: Movement, here: Point) -> Rule[bool]:
    """Has an enemy's answer taken it from its place? Whom it was thrown against it has not charged (WEAP-Knockback)."""
    if not game[move.who].on_board or game[move.who].here == here:
        return False
    move.touching = yield from rulings.contacts(game, move.who)
    move.left = tuple(enemy for enemy in move.left if enemy not in move.touching)
    return True


def walk(game: State, move: Movement, path: Path) -> Rule[bool]:
    """Along a path, leg by leg. False: it ended before its end."""
    who = move.who
    legs = list(going_on(game, who, path).legs)
    for number, leg in enumerate(legs):
        ahead = legs[number + 1] if number + 1 < len(legs) else None
        if ahead is not None and ahead.defenders:  # it stops short of the barricade to try (TERR-11)
            leg, legs[number + 1] = yield from _short_of(who, leg, ahead, game[who].profile.size * MM / 2)
        if leg.defenders and not (yield from past_defenders(game, move, leg)):
            return False
        if leg.roll and not (yield from _climb(game, move, leg)):
            return False
        yield from _emit_leg(game, move, leg)
    return True


def going_on(game: State, who: str, path: Path) -> Path:
    """A path as it is rolled for: whoever goes on with the climb that it is in, or over the difficult ground that it
    crosses, has rolled for that in this action already (MOVE-03, TERR-02)."""
    walked = _walked(game, who)
    if not walked or not path.legs or walked[-1].kind != path.legs[0].kind:
        return path
    first, *others = path.legs
    if first.kind != "difficult" and not game[who].on_wall:  # it has come to the end of that climb
        return path
    return msgspec.structs.replace(path, legs=(msgspec.structs.replace(first, roll=False), *others))


def past_defenders(game: State, move: Movement, leg: Leg) -> Rule[bool]:
    """Over a barricade with enemies beyond it (TERR-11). False: it stays, or is no longer where it was."""
    here = game[move.who].here
    goes, extra = yield from disengage(game, move.who, leg.defenders, move.action, barricade=leg)
    if extra:
        _gain(game, move, extra, say("Critical disengage"))
    return not (yield from _thrown_from(game, move, here)) and goes


def _short_of(who: str, leg: Leg, ahead: Leg, inches: float) -> Rule[tuple[Leg, Leg]]:
    """The last inches of a leg given to the next one; between them it stands on the ground that is there."""
    *before, a, b = leg.points
    length = dist(a[:2], b[:2])  # its end rests on the barricade already
    if leg.kind != "run" or length < 1e-9:
        return leg, ahead
    share = min(1.0, inches / length)
    spot = rounded(tuple(q + share * (p - q) for p, q in zip(a, b, strict=True)))  # type: ignore[arg-type]
    fallen = yield from rulings.drop(who, (spot[0], spot[1], max(a[2], b[2])))
    between = rounded(fallen.rest) if fallen.rest is not None and fallen.nudged == 0.0 else spot
    cost = min(leg.cost, share * length)
    shorter = msgspec.structs.replace(leg, points=(*before, a, between), cost=leg.cost - cost)
    longer = msgspec.structs.replace(ahead, points=(between, *ahead.points), cost=ahead.cost + cost)
    return shorter, longer


def _climb(game: State, move: Movement, leg: Leg) -> Rule[bool]:
    """The roll to climb, or to cross difficult ground (MOVE-03, TERR-02). False: no further."""
    who = move.who
    context = crossing(who, leg, move.action, in_water=move.in_water)
    purpose = context.purpose
    result = yield from basic_roll(game, context)
    match result.outcome:
        case Outcome.SUCCESS:
            return True
        case Outcome.CRITICAL:
            _gain(game, move, CRITICAL_CLIMB, say("Critical {purpose}", purpose=roll_named(purpose)))
            return True
        case Outcome.FAIL:
            _lose_rest(game, move, say("failed {purpose}", purpose=roll_named(purpose)))
            return False
        case Outcome.FUMBLE:
            _lose_rest(game, move, say("fumbled {purpose}", purpose=roll_named(purpose)))
            yield from _lose_hold(game, move)
            return False


def crossing(who: str, leg: Leg, action: str = "run", *, in_water: bool = False) -> RollContext:
    """What the roll of a leg is about: to climb, or to cross difficult ground. `in_water`: the action began there."""
    purpose: Purpose = "difficult ground" if leg.kind == "difficult" else "climb"
    return RollContext(purpose=purpose, who=who, stat="dexterity", action=action, in_water=in_water, part=leg.part)


def _lose_rest(game: State, move: Movement, why: str) -> None:
    game.emit(MoveLost(who=move.who, inches=round(float(move.inches - move.spent), 3), why=why))


def _lose_hold(game: State, move: Movement) -> Rule[None]:
    """A fumbled climb: down from where it hangs, if it hangs."""
    place = yield from rulings.ground(move.who)
    if not place.whole:
        move.fallen = yield from fall(game, move.who, began=move.start, why=say("fumbled climb"), action=move.action)


def _emit_leg(game: State, move: Movement, leg: Leg) -> Rule[None]:
    points = tuple(map(rounded, leg.points))
    how = move.how or HOW[leg.kind]
    place = yield from rulings.ground(move.who, points[-1])
    move.spent += leg.cost
    game.emit(
        Moved(
            who=move.who,
            how=how,
            path=points,
            cost=round(leg.cost, 3),
            on_wall=how in OFF_GROUND and not place.whole,
            inside=leg.kind == "inside",
            leg=leg,
            **where(place),
        )
    )


def _gain(game: State, move: Movement, inches: float, why: str) -> None:
    move.inches += inches
    move.gained += inches
    game.emit(MoveGained(who=move.who, inches=float(inches), why=why))


class MoveOn(Declinable, frozen=True, kw_only=True):
    """Where somebody goes with what is left of its move."""

    gesture = Gesture.PATH
    declines = say("Stop here")

    who: str
    inches: float
    by: Mover

    @property
    def region(self) -> Further:
        return Further(self.by)

    def asks(self, state: State) -> str:
        return say('{who} may go {inches:g}" further', who=names_of(state)(self.who), inches=round(self.inches, 1))


def _further(game: State, move: Movement) -> Rule[Path | None]:
    """What is left after a Critical may be used, once it is known."""
    who = move.who
    by = move.mover or mover(game, who, move.inches, in_water=move.in_water)
    inches = round((by.move if move.mover is None else move.inches) - move.spent, 3)
    if not game[who].on_board or inches < WORTH or (yield from met(game, move)):
        return None
    by = msgspec.structs.replace(by, move=inches)
    way = yield MoveOn(seat=game[who].seat, who=who, inches=inches, by=by)
    if way is None:
        return None
    return (yield from path_for(by, way))


class Further(msgspec.Struct, frozen=True, tag="further"):
    """What `MoveOn` and `GlideUnderwater` take: a way of so many inches at most."""

    answers: ClassVar[Any] = Way

    by: Mover

    @property
    def who(self) -> str:
        return self.by.figure

    def refusal(self, state: State, measure: Measure, answer: Way) -> Refusal | None:
        wrong = way_refusal(answer)
        if wrong is not None:
            return wrong
        path = measured(path_for(self.by, answer), state, measure)
        path = measured(foreseen(state, self.who, path), state, measure)
        if path.refusal is None and path.cost < HAIR and rounded(path.points[-1]) == state[self.who].here:
            return Refusal("MOVE-01", say("it is there already: name another place, or stop here"))
        walked = _walked(state, self.who)
        return refusal_of(state, path) or barred(state, self.who, path, walked, glides=self.by.water_only)


def _walked(game: State, who: str) -> list[Leg]:
    """What a character has gone in the action that it is in, leg by leg."""
    legs: list[Leg] = []
    inner = 0  # attacks of opportunity in it: actions of their own, its own among them
    for event in reversed(game.log):
        if isinstance(event, ActionEnded):
            inner += 1
        elif isinstance(event, ActionBegan) and inner:
            inner -= 1
        elif isinstance(event, ActionBegan | TurnBegan):
            break
        elif isinstance(event, Moved) and event.who == who and event.leg is not None and not inner:
            legs.insert(0, event.leg)
    return legs


# --- the end of a movement ------------------------------------------------------------------------------


def met(game: State, move: Movement, fallen: Fallen | None = None) -> Rule[dict[str, Distance]]:
    """The enemies that it has come into base contact with, or down on: charging (MOVE-10)."""
    enemies = yield from touching(game, move.who, fallen)
    return {e: contact for e, contact in enemies.items() if e not in move.touching or e in move.left}


def watched(game: State, move: Movement) -> Rule[None]:
    """The movement is over, and has charged nobody: guards who see it may answer it (ACT-02)."""
    if _is_watched(move):
        yield from answer_guards(game, move.who)


def _is_watched(move: Movement) -> bool:
    return any(kind.watched for kind in kinds() if kind.name() == move.action)


def land(
    game: State, move: Movement, *, jumped: Ground | None = None, top: float | None = None, controlled: bool = False
) -> Rule[Ground | None]:
    """The movement is over: a fall where there is no ground, the charge or what guards do, and the shaking of unstable
    ground.

    `jumped`: the place that it jumped on to, and may have run on from (JUMP-03); `top`, `controlled`: see `fall`.
    Returns the place where it came to stand, if it jumped or fell.
    """
    who, fallen = move.who, move.fallen
    if fallen is None:
        fallen = yield from settle(
            game,
            who,
            wobble=True,
            began=move.start,
            top=top,
            controlled=controlled,
            why=move.action,
            action=move.action,
        )
    place = fallen.ground if fallen is not None else None
    if place is None and jumped is not None and game[who].on_board:
        place = yield from rulings.ground(who)
    if game[who].on_board:
        enemies = move.touched | (yield from met(game, move, fallen))
        if enemies:
            from_above, seen = above(game, move.start, enemies), _is_watched(move)
            yield from charge(game, who, enemies, from_above=from_above, ashore=not move.in_water, watched=seen)
        else:
            yield from watched(game, move)
    shaken = (jumped, fallen.ground if fallen is not None else None)  # what is run on to does not shake (TERR-03)
    for ground in {rulings.piece_of(ground): ground for ground in shaken if ground is not None}.values():
        yield from shake(game, who, ground)
    return place
