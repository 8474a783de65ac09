"""Games of Carnevale from their journals: replayed, resumed, verified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.board.board import Board
from sim.carnevale.game import Carnevale
from sim.carnevale.referee import Referee
from sim.carnevale.saved_boards import agreed_on, begun_on
from sim.carnevale.setup import Setup, setup_of
from sim.carnevale.state import State
from sim.engine import replay as journals
from sim.engine.dice import Dice, SeededDice, TypedDice
from sim.engine.header import Agreed
from sim.engine.kit import GameKit
from sim.engine.replay import Replayed
from sim.engine.requests import Measure
from sim.engine.session import Session
from sim.version import __version__

__all__ = ["GAME", "dice_of", "kit", "replay", "resume"]

GAME = Carnevale()


def kit(board: Board | None = None) -> GameKit[State]:
    """The game with its dice, on a board: the one that a setup names, unless it is given."""

    def measure(plain: dict[str, Any]) -> Measure:
        return Referee(board or Board.load(str(plain["board"])))

    def agreed(plain: dict[str, Any]) -> Agreed:
        return agreed_on(board or Board.load(str(plain["board"])), plain)

    return GameKit(GAME, measure, lambda plain: dice_of(setup_of(plain)), agreed, __version__)


def replay(
    path: Path, *, to: int | None = None, verify: bool = False, complete: bool = False, board: Board | None = None
) -> Replayed[State]:
    """Play a journal's answers again, the first `to` of them. No board is needed unless `verify` or `complete`.

    `verify`: every ruling is measured again; `complete`: evidence that an older journal lacks is measured now. Both on
    the board that the game was begun on, unless one is given.

    Raises CorruptJournal where the journal does not fit the rules.
    """
    notice = ""
    if board is None and (verify or complete):
        source, notice = begun_on(path)
        board = Board.load(source)
    replayed = journals.replay(kit(board), path, to=to, verify=verify, complete=complete)
    replayed.notice = notice or replayed.notice
    return replayed


def resume(path: Path, board: Board | None = None) -> Session[State]:
    """Go on with an interrupted game, at the request that it was at; answers are added to the same journal.

    On the board that it was begun on, unless one is given. Its journal's `notice` says what the players should know.
    """
    notice = ""
    if board is None:
        source, notice = begun_on(path)
        board = Board.load(source)
    session = journals.resume(kit(board), path)
    if session.journal is not None:
        session.journal.notice = notice or session.journal.notice
    return session


def dice_of(setup: Setup) -> Dice:
    """The dice of a game: its seed's, or the players' own."""
    if setup.options.typed_dice or setup.seed is None:
        return TypedDice()
    return SeededDice(setup.seed)
