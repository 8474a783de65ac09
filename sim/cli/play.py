"""`bauta play`: opens the table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sim.board.model.hours import HOURS, HourName
from sim.cli.compile_progress import prepare_kernels
from sim.cli.errors import UserError
from sim.cli.options import (
    FILE,
    PIXELS,
    SEED,
    example,
)
from sim.words import joined, listed, reason, say, term

if TYPE_CHECKING:
    from sim.app.table.games import NewGame

__all__ = ["command"]


@click.command(
    epilog=example(
        "bauta play",
        "bauta play --map san-canciano --scenario gang-war --seat north=human --seat south=greedy --seed 7",
        "bauta play --map calle-lunga --scenario street-fight --hour fog",
        "bauta play --text --map san-canciano --seat north=human --seat south=seasoned",
    )
)
@click.option("--map", "map_", default=None, help="A map's name or file.")
@click.option("--scenario", default=None, help="The scenario  [default: the first that the map has the size for].")
@click.option("--gang", "gangs", multiple=True, metavar="FILE", help="A gang for each seat, by name or file.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=human|BOT",
    help="Who plays where; a BOT by name or as FILE.py:CLASS.",
)
@click.option("--seed", type=SEED, default=None, help="Of the dice, which it foretells; none: by chance.")
@click.option("--sealed", is_flag=True, help="Dice of a secret that is opened at the end: nobody foretells them.")
@click.option("--morale", is_flag=True, help="Gangs that lose too much take morale tests, and may flee (CAMP-04).")
@click.option(
    "--resume",
    type=FILE,
    default=None,
    help="Go on with a game from its journal.",
)
@click.option("--hour", type=click.Choice(HOURS), help="At which hour the board is shown.  [default: its own]")
@click.option("--text", is_flag=True, help="In the terminal: all is told in lines, and answered in words.")
@click.option("--size", type=PIXELS, help="Of the window, in pixels  [default: as it was left; 1280x800 at first]")
@click.option(
    "--frames",
    type=FILE,
    default=None,
    help="Write there how many frames took over 100 ms, and what each was busy with.",
)
def command(
    map_: str | None,
    scenario: str | None,
    gangs: tuple[str, ...],
    seats: tuple[str, ...],
    seed: int | None,
    sealed: bool,
    morale: bool,
    resume: Path | None,
    hour: HourName | None,
    text: bool,
    size: tuple[int, int] | None,
    frames: Path | None,
) -> None:
    """Open the table and play, with the mouse, against a person or a bot.

    Without options the start screen asks for everything. Every answer is kept in a journal as it is given; --resume
    goes on from there, on the board that the game was begun on. The journal holds the seed, and whoever reads that can
    foretell all dice; with --sealed it holds only a hash of the dice's secret, which is opened at the end. Where there
    is no display, bots play the game without a window, and a picture of the final board is left beside the journal.

    With --text the same game is told in lines and answered in words, by people who see nothing, over ssh, or by a
    script on standard input, a line for each answer. Journals are the same: either goes on with what the other began.
    """
    from sim.app.system import has_display

    if not text:
        _need_table()
    pixels = (max(size[0], 960), max(size[1], 640)) if size is not None else None
    if sealed and seed is not None:
        raise UserError(say("--sealed dice come of a secret, and have no --seed: give one of them"))
    players = _players(seats)
    _find(resume)
    _begin_list(frames)
    from sim.app.table.games import NewGame, show_at

    made = NewGame(
        players=players or NewGame().players, gangs=gangs, seed=seed, sealed_dice=sealed, morale=morale, hour=hour
    )
    page = scenario or (_fitting(map_) if map_ else "") or made.scenario
    new_game = msgspec.structs.replace(made, map=map_ or made.map, scenario=page)
    asked = any((map_, scenario, gangs, seats, sealed, morale, hour, seed is not None))
    if resume is not None and hour is not None:
        show_at(resume, hour)
    if text:
        _play_text(new_game if asked else None, resume)
        return
    if not has_display():
        _play_without_window(say("There is no display to open a window on."), new_game, players, resume)
        return
    if asked:
        _check(new_game)
    why = _play_in_window(new_game if asked else None, resume, pixels, frames)
    if why:  # a display is named, but does not take a window
        _play_without_window(why, new_game, players, resume)


def _play_in_window(
    plan: NewGame | None, resume: Path | None, pixels: tuple[int, int] | None, frames: Path | None
) -> str:
    """Returns why no window opens, and is empty once it was closed."""
    from sim.app.render.screen import NoScreen
    from sim.app.window.frame_watch import FrameWatch
    from sim.app.window.table_window import TableWindow

    try:
        window = TableWindow(pixels)
    except NoScreen as error:
        return say("No window opens: {why}.", why=str(error).rstrip("."))
    window.watch = FrameWatch(frames)
    window.run(plan, resume)
    return ""


def _need_table() -> None:
    """Raises UserError where what draws the table is not installed."""
    from sim.app.system import missing_table

    if missing := missing_table():
        raise UserError(
            say("{missing}; without it, play in words: bauta play --text; or bots play: bauta duel", missing=missing)
        )


def _find(resume: Path | None) -> None:
    """Raises UserError where there is no such journal."""
    if resume is not None and not os.path.isfile(resume):
        raise UserError(say("{file}: there is no such file; give the journal of a game (.jsonl)", file=resume))


def _begin_list(frames: Path | None) -> None:
    """Empty the file that long frames are told in. Raises UserError where it cannot be written."""
    if frames is not None:
        try:
            frames.write_text("", encoding="utf-8")
        except OSError as error:
            raise UserError(
                say("{file}: cannot be written: {error}", file=frames, error=error.strerror or error)
            ) from None


def _play_text(plan: NewGame | None, resume: Path | None) -> None:
    """Without a window and what draws it."""
    from sim.app.table.games import board_of
    from sim.app.table.view_choices import ViewSettings
    from sim.app.text.start import play_text

    if resume is not None:
        board_of(resume)
    elif plan is not None:
        _check(plan)
    prepare_kernels()
    ViewSettings()  # in the language that was chosen in the window, where none is asked for
    play_text(plan, resume)


def _play_without_window(why: str, new_game: NewGame, players: dict[str, str], resume: Path | None) -> None:
    """Bots play what was asked for, people's seats too. A game that was begun is a person's: it is not gone on with."""
    from sim.app.table.model import HUMAN
    from sim.cli.demo import BOT, play_without_window

    if resume is not None:
        raise UserError(
            say(
                "{why} Go on in words: bauta play --text --resume {file}; `bauta replay {file}` tells it",
                why=why,
                file=resume,
            )
        )
    people = [seat for seat, kind in players.items() if kind == HUMAN]
    if people:
        nobody = say(
            "Nobody can play {seats} by hand here; the {bot} bot does. In words: bauta play --text.",
            seats=listed(map(term, people)), bot=term(BOT),
        )  # fmt: skip
        why = joined(" ", (why, nobody))
    if new_game.sealed_dice:
        why = joined(" ", (why, say("Their dice follow from a seed, not from a secret.")))
    bots = {seat: BOT if kind == HUMAN else kind for seat, kind in players.items()}
    play_without_window(why, new_game, bots)


def _players(seats: tuple[str, ...]) -> dict[str, str]:
    """`north=human` and so on, in the order given; a single seat is given an opponent."""
    from sim.app.table.model import HUMAN
    from sim.bots.base import BOTS, UnknownBot
    from sim.cli.duel import seats_of

    if not seats:
        return {}
    if len(seats) == 1:
        other = "south" if seats[0].startswith("north") else "north"
        seats = (*seats, f"{other}={HUMAN}")
    players = seats_of(seats)
    for seat, kind in players.items():
        try:
            if kind != HUMAN:
                BOTS.maker(kind)
        except UnknownBot as unknown:
            raise UserError(
                say("--seat {seat}={kind}: {why}, or {human}", seat=seat, kind=kind, why=reason(unknown), human=HUMAN)
            ) from unknown
    return players


def _fitting(map_: str) -> str:
    """The first scenario that a map has the size for; empty: there is none, or no such map."""
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import read_map
    from sim.board.model.errors import BoardError
    from sim.carnevale import scenarios

    try:
        return next(iter(scenarios.fitting(read_map(find_map(map_)).size)), "")
    except BoardError:
        return ""  # which is told where the game is begun


def _check(plan: NewGame) -> None:
    """Wrong maps, gangs and scenarios are told before a window opens."""
    from sim.app.table.games import setup_of
    from sim.board.board import Board

    setup_of(plan, Board.load(plan.map))
