"""Many games between bots, in pairs: each is played twice with the same dice and gangs, and the bots exchanged.

What luck, gangs and zones are worth falls out of a pair, so that fewer games tell two bots apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.bots.duel import SEATS, Record, one_game, setup_of
from sim.bots.players import players_key
from sim.carnevale.options import Options
from sim.engine.jobs import KeptResults, processes, results, whole_lines
from sim.engine.requests import GameError
from sim.errors import BautaError
from sim.version import __version__
from sim.words import in_english, listed

__all__ = [
    "ChangedGame",
    "DuelPlayed",
    "DuelToPlay",
    "PairToPlay",
    "as_it_is_now",
    "pairs_of",
    "play_all",
    "read_played",
]

BOARDS = 4  # kept at hand by each worker


class ChangedGame(GameError):
    """A map, a gang or a bot of one's own is not what it was when the games were handed out."""


class DuelToPlay(msgspec.Struct, frozen=True):
    """A game to be played: gangs and bots in the order of the seats. No gangs: those that the scenario fields.

    `board`, `players` and `program` are told of games that are kept (`as_it_is_now`): keys of what the map is made of,
    and of the gangs and bots of one's own, and the version of Bauta. Games of those that were changed since are others.
    """

    map: str
    scenario: str
    gangs: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    seats: tuple[str, ...] = SEATS
    journal: str = ""  # where it is kept; nowhere if empty
    morale: bool = False  # do characters take morale tests (CAMP-04)?
    board: str = ""
    players: str = ""
    program: str = ""


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
    goes on. Games of a map, a gang, a bot of one's own or a version of Bauta that was another are played anew, and
    stand beside the old ones. Raises whatever a setup or a bot raises, ChangedGame, InUse and Unwritten.
    """
    with ExitStack() as held:
        crew = held.enter_context(processes(workers))
        file = None if kept is None else held.enter_context(closing(KeptResults(kept, _game_in)))
        asked = games if kept is None else map(as_it_is_now, games)
        for line in results(map(msgspec.json.encode, asked), _work, crew, file):
            yield msgspec.json.decode(line, type=DuelPlayed)


def read_played(kept: Path) -> list[DuelPlayed]:
    """The games that a file holds, without those that would be others by now; a last line that was cut is left out."""
    if not kept.exists():
        return []
    keys = cache(_keys)
    played = (msgspec.json.decode(line, type=DuelPlayed) for line in whole_lines(kept))
    return [each for each in played if _is_current(each.game, keys)]


def as_it_is_now(game: DuelToPlay) -> DuelToPlay:
    """A game with the keys of its board and its players, and the version of Bauta, as they are now.

    Raises whatever is wrong with a map, a gang or a bot.
    """
    board, players = _keys(game.map, game.scenario, game.seats, game.gangs, game.bots)
    return msgspec.structs.replace(game, board=board, players=players, program=__version__)


def _keys(
    map_: str, scenario: str, seats: tuple[str, ...], gangs: tuple[str, ...], bots: tuple[str, ...]
) -> tuple[str, str]:
    """Of the board and of the players."""
    board = _board(map_)
    return board.key, players_key(setup_of(board, map_, scenario, seats, gangs, seed=1), *bots)


def _is_current(game: DuelToPlay, keys: Callable[..., tuple[str, str]]) -> bool:
    """Would it be played now as it was? Not where its map, a gang or a bot is gone."""
    if game.program != __version__:
        return False
    try:
        return keys(game.map, game.scenario, game.seats, game.gangs, game.bots) == (game.board, game.players)
    except BautaError:
        return False


def _game_in(line: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(line, type=DuelPlayed).game, enc_hook=in_english)


def _work(game: bytes) -> bytes:
    return msgspec.json.encode(_play(msgspec.json.decode(game, type=DuelToPlay)), enc_hook=in_english)


def _play(game: DuelToPlay) -> DuelPlayed:
    if game.program and as_it_is_now(game) != game:
        changed = listed((game.map, *game.gangs, *game.bots), last="or")
        raise ChangedGame(f"{changed} was changed while games with it were played: call again")
    board = _board(game.map)
    options = Options(morale=game.morale)
    setup = setup_of(board, game.map, game.scenario, game.seats, game.gangs, game.seed, options)
    journal = Path(game.journal) if game.journal else None
    record, _ = one_game(board, setup, dict(zip(game.seats, game.bots, strict=True)), game.map, journal)
    return DuelPlayed(game, record)


@lru_cache(maxsize=BOARDS)
def _board(name: str) -> Board:
    return Board.load(name)
