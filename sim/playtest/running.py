"""A play-test as it is played: pairs in their order, until there are enough, and again without what is forgone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

import msgspec

from sim.engine.jobs import Crew, KeptResults, results
from sim.playtest.games import Asked, GameSeen, Restriction, pairs
from sim.playtest.playing import work
from sim.playtest.stopping import Until
from sim.playtest.tally import GameTally
from sim.words import in_english

__all__ = ["PlayedTest", "Restricted", "run"]


@dataclass(frozen=True)
class Restricted:
    """The same pairs, played without something."""

    without: Restriction
    tally: GameTally


@dataclass(frozen=True)
class PlayedTest:
    """A play-test that was played. `verdict`: why it was enough before all games were played."""

    asked: Asked
    tally: GameTally
    verdict: str | None
    restricted: tuple[Restricted, ...]


def run(
    asked: Asked,
    size: tuple[float, float],
    most: int,
    until: Until | None,
    without: Sequence[Restriction],
    crew: Crew,
    kept: KeptResults | None,
    told: Callable[[int, int], None],
) -> PlayedTest:
    """Play `most` pairs, or fewer where `until` has seen enough, and as many again for each restriction.

    `told` is called after each game with how many there have been of how many there will be at most. The outcome does
    not depend on the crew.
    """
    tally, verdict = GameTally(size), None
    rounds = 1 + len(without)
    for seen in _played(asked, None, most, crew, kept):
        tally.add(seen)
        told(tally.games, 2 * most * rounds)
        if until is not None and tally.games % 2 == 0:
            verdict = until.verdict(tally.pairs)
            if verdict is not None:
                break
    enough = len(tally.pairs)
    again = []
    for n, restriction in enumerate(without, 1):
        other = GameTally(size)
        for seen in _played(asked, restriction, enough, crew, kept):
            other.add(seen)
            told(2 * enough * n + other.games, 2 * enough * rounds)
        again.append(Restricted(restriction, other))
    return PlayedTest(asked, tally, verdict, tuple(again))


def _played(
    asked: Asked, without: Restriction | None, most: int, crew: Crew, kept: KeptResults | None
) -> Iterator[GameSeen]:
    jobs = (
        msgspec.json.encode(game, enc_hook=in_english) for pair in islice(pairs(asked, without), most) for game in pair
    )
    with closing(results(jobs, work, crew, kept)) as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=GameSeen)
