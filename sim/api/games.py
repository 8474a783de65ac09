"""Whole games between bots, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.bots.duel import Record
from sim.carnevale.setup import WrongSetup

__all__ = ["play_game"]


def play_game(
    board: str | Path = "san-canciano",
    scenario: str = "gang-war",
    north: str = "greedy",
    south: str = "greedy",
    gangs: Sequence[str | Path] = (),
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

    source, place = _text("board", board), None if journal is None else Path(_text("journal", journal))
    if isinstance(gangs, (str, Path)) or not isinstance(gangs, Sequence):
        raise WrongSetup(f"gangs is {gangs!r}: give a list, a gang for each seat, or nothing")
    files = tuple(_text(f"gangs[{i}]", each) for i, each in enumerate(gangs))
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise WrongSetup(f"seed is {seed!r}: give a whole number of 0 or more")
    seats = {"north": _text("north", north), "south": _text("south", south)}
    loaded = Board.load(source)
    setup = duel.setup_of(loaded, source, _text("scenario", scenario), tuple(seats), files, seed)
    return duel.one_game(loaded, setup, seats, source, place)[0]


def _text(what: str, value: object) -> str:
    """A word or a path. Raises WrongSetup for anything else."""
    if not isinstance(value, (str, Path)):
        raise WrongSetup(f"{what} is {value!r}: give a text")
    return str(value)
