"""Grapple (ACT-06 to 08)."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot
from typing import Any, ClassVar

import msgspec

from sim.board.model.tableau import MM
from sim.board.model.verdicts import Push
from sim.carnevale import effects, rulings
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.characters import Point
from sim.carnevale.dice import GRAPPLE, Modifier, Outcome
from sim.carnevale.hook_values import Purpose
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.pushing import away, pushed
from sim.carnevale.questions import Question
from sim.carnevale.rolls import basic_roll, opposed_roll
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say

__all__ = [
    "Grapple",
    "ThrowPoints",
    "WhereThrown",
    "at_length",
    "contest",
    "contest_among",
    "crowds_of",
    "flight",
    "not_touching",
    "throw",
]

FUMBLED = 2.0  # inches that the target of a fumbled grapple moves the grappler (ruling)


class Grapple(Attack, frozen=True, tag="grapple"):
    """Throw somebody in base contact, for 1 AP: opposed ATTACK (ACT-06).

    `to`: where to, if that is said beforehand.
    """

    to: Point | None = None

    @property
    def plain(self) -> Attack:
        return Grapple(self.target)

    def barred(self, game: State, who: str, how: How) -> Rule[Refusal | None]:
        if not how.grapple:
            return Refusal("MOVE-12", say("an attack of opportunity against a disengage is no Grapple"))
        if self.target == who:
            return Refusal("ACT-06", say("{who} cannot grapple itself", who=names_of(game)(who)))
        return (yield from not_touching(game, who, self.target, "ACT-06")) or self.unsayable(game)

    def unsayable(self, game: State) -> Refusal | None:
        return None if self.to is None else _pointless(game, self.target, self.to)

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        others = (c for c in game.on_board() if c.id != who)
        return [cls(other) for other in rulings.within(game, who, others, rulings.CLOSE)]
        yield

    def strike(self, game: State, who: str, how: How) -> Rule[None]:
        context, by, bigger, smaller = yield from contest(game, "grapple", who, self.target, how)
        if game[self.target].seat == game[who].seat:
            result = yield from basic_roll(game, context, extra=bigger)  # a friend does not resist (ACT-08)
        else:
            result, _ = yield from opposed_roll(game, context, by, extra=bigger, extra_against=smaller)
        if result.outcome is Outcome.FUMBLE:
            yield from throw(game, self.target, who, FUMBLED, None)
        elif result.outcome.succeeded:
            yield from throw(game, who, self.target, GRAPPLE.read(result), self.to)
            if result.outcome is Outcome.CRITICAL:
                effects.stun(game, self.target, say("critical grapple"))


def not_touching(game: State, who: str, target: str, rule: str) -> Rule[Refusal | None]:
    """Why a character that must be in base contact is not."""
    if target not in game.characters or not game[target].on_board:
        return Refusal(rule, say("'{target}' is not on the board", target=target))
    apart = yield from rulings.distance(who, target)
    if apart.base_contact:
        return None
    return Refusal(
        rule,
        say("{who} is not in base contact with {target}", who=names_of(game)(who), target=names_of(game)(target)),
        apart,
    )


def contest(
    game: State, purpose: Purpose, who: str, target: str, how: How
) -> Rule[tuple[RollContext, RollContext, list[Modifier], list[Modifier]]]:
    """Both sides of an opposed ATTACK roll, and what a larger base is worth to each. Contact over an obstacle is for
    Combat actions alone (GEO-05)."""
    return contest_among(game, purpose, who, target, how, (yield from crowds_of(game, who, target)))


def crowds_of(game: State, who: str, target: str) -> Rule[tuple[int, int]]:
    """How many enemies are in base contact with either."""
    return len((yield from rulings.in_contact(game, who))), len((yield from rulings.in_contact(game, target)))


def contest_among(
    game: State, purpose: Purpose, who: str, target: str, how: How, crowds: tuple[int, int]
) -> tuple[RollContext, RollContext, list[Modifier], list[Modifier]]:
    """The same, with so many enemies in base contact with either."""
    context = RollContext(
        purpose=purpose,
        who=who,
        stat="attack",
        against=target,
        opportunity=how.opportunity,
        charging=how.charging,
        opponents=crowds[0],
        action=purpose,
    )
    by = RollContext(
        purpose=purpose,
        who=target,
        stat="attack",
        against=who,
        attacker=False,
        opponents=crowds[1],
        action=purpose,
    )
    return context, by, _larger(game, who, target), _larger(game, target, who)


def _larger(game: State, who: str, other: str) -> list[Modifier]:
    return [Modifier(1, say("larger base"))] if game[who].profile.size > game[other].profile.size else []


# --- the throw (ACT-07) -----------------------------------------------------------------------------------


class WhereThrown(Question, frozen=True, kw_only=True, tag="push"):
    """Where somebody is thrown (ACT-07)."""

    gesture = Gesture.POINT

    who: str  # is thrown
    by: str
    inches: float
    away: Point  # straight away from whoever throws

    @property
    def region(self) -> ThrowPoints:
        return ThrowPoints(self.by, self.who, self.inches)

    @property
    def default(self) -> Point:
        return self.away

    def asks(self, state: State) -> str:
        return say("Where is {who} thrown?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say('Up to {inches:g}", by {by}.', inches=self.inches, by=names_of(state)(self.by))

    def by_default(self, state: State) -> str:
        return say("Straight away from {by}", by=names_of(state)(self.by))


def throw(game: State, by: str, who: str, inches: float, to: Point | None) -> Rule[None]:
    """Move a grappled character so far; the grappler's player says where to, unless that was said before and is legal
    now that it is known how far."""
    flies = None if to is None else (yield from flight(game, by, who, to, inches))
    if not isinstance(flies, Push):
        to = yield WhereThrown(seat=game[by].seat, who=who, by=by, inches=inches, away=away(game, by, who, inches))
        flies = yield from flight(game, by, who, to, inches)
    assert isinstance(flies, Push), flies
    yield from pushed(game, who, by, flies, "grapple")


def flight(game: State, by: str, who: str, to: Point, inches: float) -> Rule[Push | Refusal]:
    """Where somebody ends who is thrown to a point, or towards it; or why it cannot be thrown there.

    Not on top of whoever throws it; which is said of others, and not of one whom its own wave throws (MAGIC-08).
    """
    refusal = _pointless(game, who, to)
    if refusal is not None:
        return refusal
    verdict = yield from rulings.push(who, at_length(game, who, to, inches), inches, ignore=(by,))
    bases = (game[who].profile.size + game[by].profile.size) * MM / 2
    if who != by and game[by].on_board and not verdict.falls and dist(verdict.end, game[by].here) < bases - 0.01:
        name = names_of(game)
        return Refusal("ACT-07", say("{who} would end on top of {by}", who=name(who), by=name(by)), verdict)
    return verdict


def at_length(game: State, who: str, to: Point, inches: float) -> Point:
    """The point in the direction of `to`: as far as that, but at least 2" and at most `inches` away."""
    x, y, z = game[who].here
    gap = hypot(to[0] - x, to[1] - y)
    length = max(min(GRAPPLE.success.base, inches), min(gap, inches))
    return rounded((x + (to[0] - x) / gap * length, y + (to[1] - y) / gap * length, z))


def _pointless(game: State, who: str, to: Point) -> Refusal | None:
    x, y, _ = game[who].here
    if hypot(to[0] - x, to[1] - y) < 0.01:
        return Refusal("ACT-06", say("{who} stands there already; name a point aside", who=names_of(game)(who)))
    return None


class ThrowPoints(msgspec.Struct, frozen=True, tag="throw"):
    """What `WhereThrown` takes: a point to throw a character to, or towards."""

    answers: ClassVar[Any] = Point

    by: str
    who: str
    inches: float

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        flies = measured(flight(state, self.by, self.who, answer, self.inches), state, measure)
        return flies if isinstance(flies, Refusal) else None
