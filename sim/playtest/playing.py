"""One game of a play-test, from its job to what was seen of it."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from sim.board.board import Board
from sim.bots.base import BOTS, Bot
from sim.bots.duel import fielded_in, setup_of
from sim.bots.players import players_key
from sim.carnevale import scenarios
from sim.carnevale.options import Options
from sim.carnevale.referee import Referee
from sim.carnevale.replay import GAME, kit
from sim.carnevale.saved_boards import files_held
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.setup import Setup, WrongSetup, begin
from sim.carnevale.state import State
from sim.engine import duel as duels
from sim.engine.requests import GameError
from sim.engine.session import Session
from sim.playtest.games import SEATS, Asked, GameSeen, PlaytestGame
from sim.playtest.observing import Observer
from sim.words import in_english, listed, say

__all__ = [
    "ChangedBoard",
    "ChangedPlayers",
    "ask",
    "board_of",
    "game_in",
    "journal_of",
    "play_game",
    "setup_for",
    "work",
]

BOARDS = 2  # kept at hand by each worker


class ChangedBoard(GameError):
    """The map is not what it was when the games were handed out."""


class ChangedPlayers(GameError):
    """A gang, or a bot of one's own, is not what it was when the games were handed out."""


def ask(map_: str, scenario: str, gangs: tuple[str, ...], bot: str, seed: int) -> Asked:
    """What is to be play-tested, checked. Raises WrongSetup, or what is wrong with a map, a gang or the bot."""
    board = board_of(map_)
    BOTS.make(bot, seed)
    setup = setup_of(board, map_, scenario, SEATS, gangs, seed)
    state = begin(msgspec.to_builtins(setup, enc_hook=in_english))
    page = scenarios.of(state)
    assert page is not None
    names = tuple(zone.name for zone in scenarios.zones(state))
    if len(names) != len(SEATS):
        raise WrongSetup(
            say(
                "{map}: {scenario} has {n} zones on this board, and a play-test compares two: give two of the map's "
                'zones scenarios = ["{id}"]',
                map=map_, scenario=page.title, n=len(names), id=scenario,
            )
        )  # fmt: skip
    given = gangs or fielded_in(page, len(SEATS))
    first, second = sorted(names)
    return Asked(
        map=map_,
        board=board.key,
        scenario=scenario,
        zones=(first, second),
        gangs=(given[0], given[1]),
        bot=bot,
        seed=seed,
        players=players_key(setup, bot),
    )


def setup_for(board: Board, asked: Asked) -> dict[str, object]:
    """The setup of the first game, as plain values."""
    made: dict[str, object] = msgspec.to_builtins(
        setup_of(board, asked.map, asked.scenario, SEATS, asked.gangs, asked.seed), enc_hook=in_english
    )
    return made


def work(job: bytes) -> bytes:
    """A game as it is handed to a worker, and what was seen of it, both as JSON."""
    return msgspec.json.encode(play_game(msgspec.json.decode(job, type=PlaytestGame)), enc_hook=in_english)


def journal_of(job: bytes) -> bytes:
    """The journal of a game that is played once more: what stands in its file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        play_game(msgspec.json.decode(job, type=PlaytestGame), path)
        return path.read_bytes()


def game_in(result: bytes) -> bytes:
    """The job that is in a result. Raises GameError where it is none."""
    try:
        return msgspec.json.encode(msgspec.json.decode(result, type=GameSeen).game, enc_hook=in_english)
    except msgspec.DecodeError as error:
        raise GameError(f"a line of the games that were played is none ({error}): put the file away") from None


def play_game(game: PlaytestGame, journal: Path | None = None) -> GameSeen:
    """Play it; everything follows from the job. Raises ChangedBoard, ChangedPlayers, and whatever a setup or a bot
    raises."""
    began = time.process_time()
    board = board_of(game.map, game.board)
    fielded = _setup(board, game)
    if players_key(fielded, game.bot) != game.players:
        changed = listed((*game.gangs, game.bot), last="or")
        raise ChangedPlayers(f"{changed} was changed while games with it were played: call again")
    setup = msgspec.to_builtins(fielded, enc_hook=in_english)
    session = kit(board).start(setup, journal)
    try:
        _play(
            session, BOTS.seated(dict.fromkeys(SEATS, game.bot), game.seed), dict(zip(SEATS, game.zones, strict=True))
        )
    finally:
        if session.journal is not None:
            session.journal.close()
    return _seen(game, setup, session, board, time.process_time() - began)


def _play(session: Session[State], bots: dict[str, Bot], zones: dict[str, str]) -> None:
    """The bots choose everything but their zones."""
    while True:
        duels.play(session, bots, until=lambda: isinstance(session.request, WhichZone))
        if not isinstance(session.request, WhichZone):
            return
        session.answer(zones[session.request.seat])


def _seen(game: PlaytestGame, setup: dict[str, object], session: Session[State], board: Board, took: float) -> GameSeen:
    begun, played = GAME.begin(setup), session.state
    watcher = Observer(begun, sorted(game.zones), Referee(board))
    watcher.follow(played.log[len(begun.log) :])
    left = {seat: sum(c.seat == seat for c in played.on_board()) for seat in SEATS}
    return GameSeen(
        game=game,
        vp=watcher.by_zone({seat.id: seat.vp for seat in played.seats.values()}),
        rounds=played.round,
        began=watcher.began,
        deployed=watcher.deployed,
        standings=tuple(watcher.standings),
        left=watcher.by_zone(left),
        events=(*watcher.lay, *watcher.seen),
        used={piece: (a, b) for piece, (a, b) in sorted(watcher.used.items())},
        objectives={o: (a, b) for o, (a, b) in sorted(watcher.objectives.items())},
        answers=session.count,
        seconds=round(took, 2),
    )


def _setup(board: Board, game: PlaytestGame) -> Setup:
    """Where a scenario has sides, each gang is of the side whose zone it takes."""
    setup = setup_of(board, game.map, game.scenario, SEATS, game.gangs, game.seed)
    if game.without is not None:
        setup = msgspec.structs.replace(setup, options=Options(without=(game.without,)))
    page = scenarios.find(game.scenario)
    if page is None or not page.sides:
        return setup
    for sides in (page.sides, page.sides[::-1]):
        gangs = tuple(msgspec.structs.replace(g, side=s) for g, s in zip(setup.gangs, sides, strict=True))
        dealt = msgspec.structs.replace(setup, gangs=gangs)
        state = begin(msgspec.to_builtins(dealt, enc_hook=in_english))
        if any(zone.name == game.zones[0] for zone in scenarios.zones_for(state, SEATS[0])):
            return dealt
    raise WrongSetup(f"no side of {page.title} takes the {game.zones[0]}")


def board_of(name: str, key: str | None = None) -> Board:
    """A board, kept for the next game on it; `key`: what it was when it was asked about. Raises ChangedBoard."""
    board = _loaded(name)
    if key not in (None, board.key):
        raise ChangedBoard(f"{name} was changed while games on it were played: call again")
    return board


@lru_cache(maxsize=BOARDS)
def _loaded(name: str) -> Board:
    board = Board.load(name)
    files_held(board)  # for journals, which are written at the end
    return board
