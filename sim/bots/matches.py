"""Many games between bots, in pairs: each is played twice with the same dice and gangs, and the bots exchanged.

What luck, gangs and zones are worth falls out of a pair, so that fewer games tell two bots apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import lru_cache
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.bots.duel import SEATS, Record, one_game, setup_of
from sim.engine.jobs import KeptResults, processes, results, whole_lines
from sim.words import in_english

__all__ = ["DuelPlayed", "DuelToPlay", "PairToPlay", "pairs_of", "play_all", "read_played"]

BOARDS = 4  # kept at hand by each worker


class DuelToPlay(msgspec.Struct, frozen=True):
    """A game to be played: gangs and bots in the order of the seats. No gangs: those that the scenario fields."""

    map: str
    scenario: str
    gangs: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    seats: tuple[str, ...] = SEATS
    journal: str = ""  # where it is kept; nowhere if empty


class DuelPlayed(msgspec.Struct, frozen=True):
    """A game, and how it went."""

    game: DuelToPlay
    record: Record

    def share(self, seat: int) -> float:
        """Of the game that a seat won, 0 for the first: 1, a half for a draw, or 0."""
        return 0.5 if self.record.winner is None else float(self.record.winner == self.game.seats[seat])

    @property
    def margin(self) -> int:
        """Victory Points that the first seat is ahead of the best of the others."""
        first, *others = (self.record.score[seat] for seat in self.game.seats)
        return first - max(others)


class PairToPlay(msgspec.Struct, frozen=True):
    """One seed on one board; `bots`: the one that is asked about, and its rival."""

    map: str
    scenario: str
    gangs: tuple[str, str]
    bots: tuple[str, str]
    seed: int

    @property
    def games(self) -> tuple[DuelToPlay, DuelToPlay]:
        """The first bot north, and then south."""
        there = DuelToPlay(self.map, self.scenario, self.gangs, self.bots, self.seed)
        return there, msgspec.structs.replace(there, bots=(self.bots[1], self.bots[0]))


def pairs_of(
    boards: Sequence[tuple[str, str]], gangs: Sequence[tuple[str, str]], bots: tuple[str, str], seed: int
) -> Iterator[PairToPlay]:
    """Pairs without end: over all boards (map, scenario) in turn, each time with the next gangs and the next seed."""
    for n in itertools.count():
        map_, scenario = boards[n % len(boards)]
        yield PairToPlay(map_, scenario, gangs[n // len(boards) % len(gangs)], bots, seed + n)


def play_all(games: Iterable[DuelToPlay], workers: int = 1, kept: Path | None = None) -> Iterator[DuelPlayed]:
    """Play games, as many at a time as there are workers, and give them in their order.

    What stands in the file `kept` is not played again, and what is played is written there at once: who is stopped
    goes on. What a game comes to depends on nothing but the game. Raises whatever a setup or a bot raises, InUse and
    Unwritten.
    """
    with ExitStack() as held:
        crew = held.enter_context(processes(workers))
        file = None if kept is None else held.enter_context(closing(KeptResults(kept, _game_in)))
        for line in results(map(msgspec.json.encode, games), _work, crew, file):
            yield msgspec.json.decode(line, type=DuelPlayed)


def read_played(kept: Path) -> list[DuelPlayed]:
    """The games that a file holds; a last line that was cut is left out."""
    if not kept.exists():
        return []
    return [msgspec.json.decode(line, type=DuelPlayed) for line in whole_lines(kept)]


def _game_in(line: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(line, type=DuelPlayed).game, enc_hook=in_english)


def _work(game: bytes) -> bytes:
    return msgspec.json.encode(_play(msgspec.json.decode(game, type=DuelToPlay)), enc_hook=in_english)


def _play(game: DuelToPlay) -> DuelPlayed:
    board = _board(game.map)
    setup = setup_of(board, game.map, game.scenario, game.seats, game.gangs, game.seed)
    journal = Path(game.journal) if game.journal else None
    record, _ = one_game(board, setup, dict(zip(game.seats, game.bots, strict=True)), game.map, journal)
    return DuelPlayed(game, record)


@lru_cache(maxsize=BOARDS)
def _board(name: str) -> Board:
    return Board.load(name)
