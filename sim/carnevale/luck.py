"""Luck: what the dice of a game showed, against all that they might have shown.

Every die that was thrown for Aces is weighed by its exact chance of one, and every roll by its chance of any. What
could have come of the same throws is a sum of unlike coins, a Poisson-binomial distribution, which is worked out whole
by convolution; nothing is sampled. A re-roll is a throw of its own: its dice were as fair as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum

import msgspec

from sim.carnevale.dice import DESTINY, SIDES, destiny_among, has_destiny, is_ace
from sim.carnevale.events import DiceThrown, Event, Rerolled, Rolled, Swayed
from sim.carnevale.odds import plain_odds
from sim.percent import percent
from sim.words import say

__all__ = ["LuckCount", "SeatLuck", "Throw", "luck_of", "luck_words", "share_words", "sum_of", "throws_of"]

EXPECTED = 2 / 3  # while neither fewer nor more would have come more often than this, there was no luck in it
ORDINARY = 0.16  # of all that might have come, so much at either end is more than ordinary luck
RARE = 0.025  # so much at either end is seldom seen


class Throw(msgspec.Struct, frozen=True):
    """Dice that left a hand together, for Aces on `needed`. `again`: they were re-rolled; `destiny`: which of them is
    the Destiny Die."""

    number: int  # of the event, from 1
    round: int
    seat: str
    who: str
    purpose: str
    faces: tuple[int, ...]
    needed: int
    against: str | None = None
    again: bool = False
    destiny: int | None = None

    @property
    def aces(self) -> int:
        return sum(is_ace(face, self.needed) for face in self.faces)

    @property
    def chance(self) -> float:
        """Of an Ace, on each of its dice."""
        return sum(is_ace(face, self.needed) for face in range(1, SIDES + 1)) / SIDES

    @property
    def expected(self) -> float:
        """Aces on average."""
        return self.chance * len(self.faces)

    def at_least(self) -> float:
        """The chance of so many Aces or more."""
        return fsum(plain_odds(len(self.faces), self.needed)[self.aces :])


class LuckCount(msgspec.Struct, frozen=True):
    """How often something came, and how likely each number of times was: `odds` of 0, 1, 2, ... times."""

    had: int
    odds: tuple[float, ...]

    @property
    def expected(self) -> float:
        return fsum(n * p for n, p in enumerate(self.odds))

    @property
    def fewer(self) -> float:
        """The chance of fewer times."""
        return fsum(self.odds[: self.had])

    @property
    def more(self) -> float:
        """The chance of more times."""
        return fsum(self.odds[self.had + 1 :])

    @property
    def rank(self) -> float:
        """The share of all that might have come that lies below, what is the same counted half: 0.5 is the middle."""
        return self.fewer + self.odds[self.had] / 2


class SeatLuck(msgspec.Struct, frozen=True):
    """What a seat's dice showed."""

    seat: str
    throws: tuple[Throw, ...]
    faces: tuple[int, ...]  # how often each face came up, a 1 first
    aces: LuckCount  # of all dice
    successes: LuckCount  # rolls that showed an Ace as they fell
    tens: LuckCount  # of the Destiny Die
    ones: LuckCount  # of the Destiny Die


def throws_of(log: Iterable[Event], seats: Mapping[str, str]) -> list[Throw]:
    """All throws for Aces, in their order. `seats`: whose each character is at the beginning.

    Dice that are thrown for something else, such as an agenda, have no Aces, and are left out.
    """
    owner, found, turn = dict(seats), list[Throw](), 0
    waiting: list[tuple[int, DiceThrown]] = []  # what they need is told with the roll that they were part of
    golden: dict[int, int | None] = {}  # of dice that were thrown again, by the number of their event
    for number, event in enumerate(log, start=1):
        if isinstance(event, Swayed):
            owner[event.who] = event.seat
        elif isinstance(event, DiceThrown):
            waiting.append((number, event))
        elif isinstance(event, Rerolled):  # it follows the dice
            golden[number - 1] = destiny_among(event.dice)
        elif isinstance(event, Rolled):
            own = [each for each in waiting if (each[1].who, each[1].purpose) == (event.who, event.purpose)]
            waiting = [each for each in waiting if each not in own]
            seat = owner.get(event.who, event.who)
            found += [
                Throw(
                    n, turn, seat, event.who, event.purpose, thrown.faces, event.needed, event.against, again=i > 0,
                    destiny=golden.get(n) if i else DESTINY if has_destiny(event.purpose) else None,
                )
                for i, (n, thrown) in enumerate(own)
                if event.needed and thrown.faces
            ]  # fmt: skip
        turn = getattr(event, "round", turn)
    return sorted(found, key=lambda throw: throw.number)


def luck_of(log: Iterable[Event], seats: Mapping[str, str]) -> tuple[SeatLuck, ...]:
    """The luck of each seat that threw dice. `seats`: whose each character is at the beginning."""
    throws = throws_of(log, seats)
    return tuple(_luck(seat, [each for each in throws if each.seat == seat]) for seat in dict.fromkeys(seats.values()))


def _luck(seat: str, throws: list[Throw]) -> SeatLuck:
    faces = Counter(face for throw in throws for face in throw.faces)
    rolls = [throw for throw in throws if not throw.again]
    golden = [throw.faces[throw.destiny] for throw in throws if throw.destiny is not None]
    one = [1 / SIDES] * len(golden)
    return SeatLuck(
        seat,
        tuple(throws),
        tuple(faces[face] for face in range(1, SIDES + 1)),
        LuckCount(
            sum(throw.aces for throw in throws),
            sum_of(throw.chance for throw in throws for _ in throw.faces),
        ),
        LuckCount(
            sum(throw.aces > 0 for throw in rolls),
            sum_of(1 - (1 - throw.chance) ** len(throw.faces) for throw in rolls),
        ),
        LuckCount(golden.count(SIDES), sum_of(one)),
        LuckCount(golden.count(1), sum_of(one)),
    )


def sum_of(chances: Iterable[float]) -> tuple[float, ...]:
    """How many of some events come about, each by itself with a chance of its own: the odds of 0, 1, 2, ... of them."""
    odds = [1.0]
    for p in chances:
        odds = [a * (1 - p) + b * p for a, b in zip((*odds, 0.0), (0.0, *odds), strict=True)]
    return tuple(odds)


# --- in words -------------------------------------------------------------------------------------------------------


def luck_words(share: LuckCount, *, low: bool = False) -> str:
    """How lucky it is to have so many, against all that might have come of the same throws. `low`: few are better."""
    if len(share.odds) < 2:
        return say("no dice yet")
    if max(share.fewer, share.more) <= EXPECTED:
        fewer, more = percent(share.fewer), percent(share.more)
        return say("as expected: fewer would have come {fewer} of the time, more {more}", fewer=fewer, more=more)
    many = share.fewer > share.more
    rank = share.fewer if many else share.more
    tail = 1 - rank
    if many != low:
        how = say("a little lucky") if tail > ORDINARY else say("lucky") if tail > RARE else say("very lucky")
    else:
        how = say("a little unlucky") if tail > ORDINARY else say("unlucky") if tail > RARE else say("very unlucky")
    if many:
        return say("{how}: fewer would have come {rank} of the time", how=how, rank=percent(rank))
    return say("{how}: more would have come {rank} of the time", how=how, rank=percent(rank))


def share_words(what: str, share: LuckCount, *, low: bool = False) -> str:
    """`Aces: 31, 34.2 expected; a little unlucky: more would have come 71% of the time`."""
    return say(
        "{what}: {had}, {expected:.1f} expected; {luck}",
        what=what,
        had=share.had,
        expected=share.expected,
        luck=luck_words(share, low=low),
    )
