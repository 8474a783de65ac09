"""Whole games between bots, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.bots.duel import Record

__all__ = ["play_game"]


def play_game(
    board: str = "san-canciano",
    scenario: str = "gang-war",
    north: str = "greedy",
    south: str = "greedy",
    gangs: Sequence[str] = (),
    seed: int = 1,
    journal: str | Path | None = None,
) -> Record:
    """Let two bots play a game without a screen. The same seed plays the same game again.

    Args:
        board: a map's name or file.
        scenario: one of `bauta rules` ("gang-war", "street-fight", ...).
        north, south: the bots' names; a bot of your own is registered with the decorator `sim.bot("name")`.
        gangs: a gang's name or file for each seat; none: gangs of as many ducats as the scenario allows.
        seed: of dice and bots.
        journal: a file to keep the game in, for `bauta replay`.

    Returns the record: `winner` (a seat, or None for a draw), `score`, `rounds`, `seconds` and more.

    >>> import sim
    >>> record = sim.play_game(north="random", south="random", seed=3)
    >>> record.winner in ("north", "south", None), record.seats["north"]
    (True, 'random')

    Raises:
        BautaError: there is no such map, scenario, bot or gang, or they do not fit each other.
    """
    import sim.bots  # noqa: F401  (registers them)
    from sim.board.board import Board
    from sim.bots import duel

    seats = {"north": north, "south": south}
    loaded = Board.load(board)
    setup = duel.setup_of(loaded, board, scenario, tuple(seats), tuple(gangs), seed)
    return duel.one_game(loaded, setup, seats, board, None if journal is None else Path(journal))[0]
