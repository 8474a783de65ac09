"""A bot game without a window: what `bauta play` does where there is no display."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sim.cli.compile_progress import prepare_kernels
from sim.cli.options import tell
from sim.words import counted, joined, say

if TYPE_CHECKING:
    from sim.app.table.games import NewGame
    from sim.board.board import Board
    from sim.board.model.tableau import Point
    from sim.carnevale.state import State

__all__ = ["BOT", "draw", "play_without_window"]

SIZE = (1280, 800)
BOT = "greedy"  # plays the seats that no bot was named for


def play_without_window(why: str, plan: NewGame, bots: Mapping[str, str]) -> None:
    """Say why no window opens, let bots play what was asked for, and end with the result, the journal and a picture.

    `bots`: seat -> bot; none: two greedy ones. A fresh seed, where none was asked for, is told. Journal and picture lie
    in `games` of the data folder. Raises WrongSetup, IllegalGang or WrongData for a game that cannot be played.
    """
    from sim.board.board import Board
    from sim.bots import duel
    from sim.carnevale.options import Options

    map_, scenario = plan.map, plan.scenario
    seed = 1 + secrets.randbelow(1_000_000) if plan.seed is None else plan.seed
    board = Board.load(map_)
    board.hour = plan.hour or board.hour
    seats = dict(bots) if bots else dict.fromkeys(duel.SEATS, BOT)
    setup = duel.setup_of(board, map_, scenario, tuple(seats), plan.gangs, seed, Options(morale=plan.morale))
    instead = say(
        "Bots play instead, without one: map {map}, scenario {scenario}, seed {seed}.",
        map=map_,
        scenario=scenario,
        seed=str(seed),
    )
    tell(joined(" ", (why, instead)))
    prepare_kernels()
    journal = _fresh(f"{scenario}-{seed}")
    record, session = duel.one_game(board, setup, seats, map_, journal)
    rounds = counted("{n} round", "{n} rounds", record.rounds)
    dice = counted("{n} die", "{n} dice", record.dice)
    tell(say("{rounds}, {dice}, {seconds:.0f} s:", rounds=rounds, dice=dice, seconds=record.seconds))
    for seat, points in record.score.items():
        won = counted("{n} Victory Point", "{n} Victory Points", points)
        tell(say("{gang} ({bot}): {won}", gang=record.gangs[seat], bot=seats[seat], won=won), indent=2)
    drawn = say("The game is a draw.")
    tell(say("The game is won: {gang}.", gang=record.gangs[record.winner]) if record.winner else drawn)
    tell(say("Journal: {path} (told blow by blow by: bauta replay {path})", path=str(journal)))
    picture = journal.with_suffix(".png")
    refused = draw(board, session.state, picture)
    shown = say("Picture of the final board: {path}", path=str(picture))
    tell(say("No picture: {why}", why=refused) if refused else shown)


def draw(board: Board, state: State, picture: Path, size: tuple[int, int] = SIZE, places: Sequence[Point] = ()) -> str:
    """Write the board, seen about some places, to a PNG file. Returns why not, where nothing here can draw."""
    from sim.app.render.camera import around
    from sim.app.render.figures import FigureLook
    from sim.app.render.picture import render_picture
    from sim.app.render.screen import NoScreen

    looks = {id: FigureLook(seat=list(state.seats).index(c.seat)) for id, c in state.characters.items()}
    try:
        render_picture(board, state.tableau(), around(places, board.size), size, picture, looks=looks)
    except NoScreen as error:
        return str(error)
    return ""


def _fresh(name: str) -> Path:
    """A journal that is not there yet."""
    from sim.board.files.folders import data_dir

    folder = data_dir() / "games"
    number = 1
    while (path := folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")).exists():
        number += 1
    return path
