"""The games of a play-test: pairs of the same gangs, dice and bots, in which the zones are exchanged."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from sim.carnevale.options import Forgone
from sim.engine.requests import GameError
from sim.errors import meant
from sim.version import __version__

__all__ = [
    "SEATS",
    "WITHOUT",
    "Asked",
    "GameSeen",
    "PlaytestGame",
    "Restriction",
    "RoundScore",
    "SeenEvent",
    "pairs",
    "restrictions_of",
]

SEATS = ("north", "south")
Restriction = Forgone
WhichOfTwo = Annotated[int, Meta(ge=0, le=1)]
Number = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]
WITHOUT: tuple[str, ...] = get_args(Restriction)


class Asked(msgspec.Struct, frozen=True):
    """What is play-tested."""

    map: str
    board: str  # the key of what the board is made of: games on a map that was changed since are others
    scenario: str
    zones: tuple[str, str]  # sorted
    gangs: tuple[str, str]
    bot: str
    seed: int
    players: str  # the key of the gangs, and of a bot of one's own: games of those that were changed since are others


class PlaytestGame(msgspec.Struct, frozen=True):
    """One game of a pair: all that it follows from. Gangs in the order of the seats; `zones`: what each seat takes."""

    map: str
    board: str
    scenario: str
    gangs: tuple[str, str]
    zones: tuple[str, str]
    bot: str
    seed: int
    program: str  # its version: another one may play otherwise
    without: Restriction | None = None
    players: str = ""  # as in `Asked`; games that were kept before it was told have none, and are others


class RoundScore(msgspec.Struct, frozen=True, array_like=True):
    """What each zone's gang would have scored, had the game ended after a round."""

    round: Number
    vp: tuple[Points, Points]


class SeenEvent(msgspec.Struct, frozen=True, array_like=True):
    """That something happened at a place, and to a mini of which zone. `to`: where it went, or whom it met."""

    what: str
    zone: WhichOfTwo
    at: tuple[float, float, float]
    to: tuple[float, float, float] | None = None


class GameSeen(msgspec.Struct, frozen=True):
    """How a game went. Pairs of numbers are in the order of the test's zones, not of the seats."""

    game: PlaytestGame
    vp: tuple[Points, Points]
    rounds: Number
    began: WhichOfTwo  # the zone whose gang had the initiative first
    deployed: WhichOfTwo  # the zone that was taken first
    standings: tuple[RoundScore, ...]
    left: tuple[int, int]  # minis on the board at the end
    events: tuple[SeenEvent, ...]
    used: dict[str, tuple[int, int]]  # piece -> how often minis of each zone were on it
    objectives: dict[str, tuple[int, int]]  # objective -> how often it was reached
    answers: int
    seconds: float = 0.0  # of the processor

    @property
    def winner(self) -> int | None:
        """The zone that won, 0 or 1; None: a draw."""
        first, second = self.vp
        return None if first == second else int(second > first)

    @property
    def share(self) -> float:
        """Of the game that the first zone won: 1, a half for a draw, or 0."""
        first, second = self.vp
        return 0.5 if first == second else float(first > second)

    @property
    def decided(self) -> int:
        """The first round after which whoever won never was behind; the last one for a draw."""
        winner = self.winner
        if winner is None:
            return self.rounds
        behind = [s.round for s in self.standings if s.vp[winner] < s.vp[1 - winner]]
        return min(self.rounds, max(behind, default=0) + 1)


def restrictions_of(words: Sequence[str]) -> tuple[Restriction, ...]:
    """What is forgone, each once. Raises GameError."""
    for word in words:
        if word not in WITHOUT:
            raise GameError(f"--without {word}: {meant(word, WITHOUT)}")
    return tuple(each for each in get_args(Restriction) if each in words)


def pairs(asked: Asked, without: Restriction | None = None) -> Iterator[tuple[PlaytestGame, PlaytestGame]]:
    """Pairs without end: each with the next seed, and the gangs at the other seat than before."""
    for n in itertools.count():
        gangs = asked.gangs if n % 2 == 0 else asked.gangs[::-1]
        there = PlaytestGame(
            map=asked.map,
            board=asked.board,
            scenario=asked.scenario,
            gangs=gangs,
            zones=asked.zones,
            bot=asked.bot,
            seed=asked.seed + n,
            program=__version__,
            without=without,
            players=asked.players,
        )
        yield there, msgspec.structs.replace(there, zones=asked.zones[::-1])
