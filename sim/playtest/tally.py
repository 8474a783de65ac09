"""What many games come to, added up game by game: nothing grows with their number but the scores of the pairs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray

from sim.playtest.games import GameSeen, PlaytestGame, SeenEvent

__all__ = ["CELL", "TELLING", "Candidate", "GameTally"]

CELL = 0.5  # inches: the squares that places are counted in
DRAWN = 400  # jumps, falls, shots and places of objectives that are kept one by one
TELLING = 2  # games of each kind that are named
Grid = NDArray[np.int64]


@dataclass(frozen=True, order=True)
class Candidate:
    """A game that may be worth a look: the greater `rank`, the more so; of equals, the first."""

    rank: tuple[float, ...]
    number: int  # the negative number of the game
    seen: GameSeen = field(compare=False)

    @property
    def game(self) -> PlaytestGame:
        return self.seen.game


class GameTally:
    """Everything that the report tells of the games themselves."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.shape = (ceil(size[1] / CELL), ceil(size[0] / CELL))
        self.games = self.draws = 0
        self.pairs: list[float] = []  # the first zone's share of each
        self.wins, self.vp, self.left = [0, 0], [0, 0], [0, 0]
        self.first_turn = self.first_zone = 0.0  # won by who had the first turn, and the first choice of a zone
        self.gangs = defaultdict[str, float](float)  # games won by each, a draw as half
        self.rounds, self.decided, self.margins = Counter[int](), Counter[int](), Counter[int]()
        self.used: dict[str, list[int]] = {}
        self.objectives: dict[str, list[int]] = {}
        self.counts: dict[str, list[int]] = {}
        self.grids: dict[str, tuple[Grid, Grid]] = {}
        self.ends: dict[str, tuple[Grid, Grid]] = {}  # where what goes somewhere ends
        self.drawn: dict[str, list[SeenEvent]] = {}
        self.answers = 0
        self.telling: dict[str, list[Candidate]] = {"closest": [], "most one-sided": [], "longest": []}
        self._half = 0.0

    def same(self, other: GameTally) -> bool:
        """Did as many games take the same course, as far as they were looked at?"""
        seen = (self.games, self.answers, self.counts, self.used)
        return seen == (other.games, other.answers, other.counts, other.used)

    def add(self, seen: GameSeen) -> None:
        """One more game; those of a pair one after the other."""
        self.games += 1
        winner = seen.winner
        if winner is None:
            self.draws += 1
        else:
            self.wins[winner] += 1
        if self.games % 2:
            self._half = seen.share
        else:
            self.pairs.append((self._half + seen.share) / 2)
        self.first_turn += 0.5 if winner is None else float(winner == seen.began)
        self.first_zone += 0.5 if winner is None else float(winner == seen.deployed)
        for gang, taken in zip(seen.game.gangs, seen.game.zones, strict=True):
            self.gangs[gang] += seen.share if taken == min(seen.game.zones) else 1.0 - seen.share
        margin = abs(seen.vp[0] - seen.vp[1])
        self.rounds[seen.rounds] += 1
        self.decided[seen.decided] += winner is not None
        self.margins[margin] += 1
        self.answers += seen.answers
        for zone in (0, 1):
            self.vp[zone] += seen.vp[zone]
            self.left[zone] += seen.left[zone]
        _sum(self.used, seen.used)
        _sum(self.objectives, seen.objectives)
        for event in seen.events:
            self._place(event)
        self._tell(seen, margin)

    def _place(self, event: SeenEvent) -> None:
        self.counts.setdefault(event.what, [0, 0])[event.zone] += 1
        self._count(self.grids, event.what, event.zone, event.at)
        if event.to is not None:
            self._count(self.ends, event.what, event.zone, event.to)
        elif event.what != "lay":
            return
        kept = self.drawn.setdefault(event.what, [])
        if len(kept) < DRAWN:
            kept.append(event)

    def _count(self, grids: dict[str, tuple[Grid, Grid]], what: str, zone: int, at: Sequence[float]) -> None:
        if what not in grids:
            grids[what] = (np.zeros(self.shape, np.int64), np.zeros(self.shape, np.int64))
        rows, columns = self.shape
        row, column = int(at[1] / CELL), int(at[0] / CELL)
        grids[what][zone][min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)] += 1

    def _tell(self, seen: GameSeen, margin: int) -> None:
        ranks = {
            "closest": (-margin, seen.decided, sum(seen.vp)),
            "most one-sided": (margin, -seen.decided, 0),
            "longest": (seen.rounds, seen.answers, 0),
        }
        for kind, rank in ranks.items():
            found = [*self.telling[kind], Candidate(tuple(map(float, rank)), -self.games, seen)]
            self.telling[kind] = sorted(found, reverse=True)[:TELLING]


def _sum(sums: dict[str, list[int]], more: dict[str, tuple[int, int]]) -> None:
    for name, (first, second) in more.items():
        both = sums.setdefault(name, [0, 0])
        both[0] += first
        both[1] += second
