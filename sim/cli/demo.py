"""A bot game without a window: what `bauta play` does where there is no display."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.carnevale.state import State

SIZE = (1280, 800)


def play_without_window(
    why: str, map_: str, scenario: str, gangs: tuple[str, ...] = (), seed: int | None = None
) -> None:
    """Say why no window opens, let two greedy bots play, and end with the result, the journal and a picture.

    Journal and picture lie in `games` of the data folder. `seed` None: a fresh one, which is told.
    """
    from sim.board.board import Board
    from sim.bots import duel

    seed = secrets.randbelow(1_000_000) if seed is None else seed
    click.echo(f"{why} Two bots play instead, without a window (map {map_}, scenario {scenario}, seed {seed}).")
    board = Board.load(map_)
    seats = dict.fromkeys(duel.SEATS, "greedy")
    setup = duel.setup_of(board, map_, scenario, duel.SEATS, gangs, seed)
    journal = _fresh(f"{scenario}-{seed}")
    record, session = duel.one_game(board, setup, seats, map_, journal)
    click.echo(f"After {record.rounds} rounds, {record.dice} dice and {record.seconds:.0f} seconds:")
    for seat, points in record.score.items():
        click.echo(f"  {record.gangs[seat]} ({seat}): {points} victory points")
    click.echo(f"{record.gangs[record.winner]} wins." if record.winner else "The game is a draw.")
    click.echo(f"Journal: {journal} (told blow by blow by: bauta replay {journal})")
    picture = journal.with_suffix(".png")
    refused = draw(board, session.state, picture)
    click.echo(f"No picture: {refused}" if refused else f"Picture of the final board: {picture}")


def draw(board: Board, state: State, picture: Path) -> str:
    """Write the board as it stands to a PNG file. Returns why not, where nothing here can draw."""
    import numpy as np
    from PIL import Image

    from sim.app.render.camera import bird
    from sim.app.render.figures import FigureLook
    from sim.app.render.scene import BoardView
    from sim.app.render.window import NoScreen, open_screen

    looks = {id: FigureLook(seat=list(state.seats).index(c.seat)) for id, c in state.characters.items()}
    try:
        screen = open_screen(SIZE)
    except NoScreen as error:
        return str(error)
    view = BoardView(screen, board, state.tableau(), looks=looks)
    view.look(bird(board.size, turn=-120.0, steep=50.0, distance=1.9 * max(board.size)))
    pixels = np.clip(view.picture(), 0, 1)
    view.close()
    screen.close()
    Image.fromarray((pixels * 255).round().astype(np.uint8)).save(picture)
    return ""


def _fresh(name: str) -> Path:
    """A journal that is not there yet."""
    from sim.board.files import data_dir

    folder = data_dir() / "games"
    number = 1
    while (path := folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")).exists():
        number += 1
    return path
