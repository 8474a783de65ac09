"""`bauta film`: a game as a film, and pictures of its moments."""

from __future__ import annotations

from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.board.model.hours import HOURS, HourName
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    FILE,
    PICTURE,
    PIXELS,
    WholeType,
    example,
    json_option,
    moment_of,
    print_json,
    progress,
    tell,
)
from sim.errors import meant
from sim.words import counted, listed, reason, say

if TYPE_CHECKING:
    from sim.board.model.tableau import Point
    from sim.carnevale.film import Film, FilmMoment
    from sim.carnevale.state import State

__all__ = ["command"]

EVENTS = WholeType(0, 1_000_000_000)
WRITTEN = {"--video": (".webp", ".mp4"), "--picture": (".png", ".jpg"), "--write": (".film.json.gz",)}


@click.command(
    epilog=example(
        "bauta film game.jsonl --write game.film.json.gz",
        "bauta film game.jsonl#412",
        "bauta film game.jsonl#412 --watch",
        "bauta film game.jsonl --picture moment.png --at 412",
        "bauta film game.jsonl --video fight.webp --from 400 --to 440",
        "bauta film game.jsonl --out game.webp",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=EVENTS, help="The moment after so many events, as in FILE#412.")
@click.option("--out", type=FILE, help="Write this file: a video, a picture or the film itself, as its ending says.")
@click.option("--write", type=click.Path(path_type=Path), help="Write the film to this file (.film.json.gz).")
@click.option("--watch", is_flag=True, help="Open the film in a window, at the moment if one is given.")
@click.option("--picture", type=PICTURE, help="Draw the moment, by default the last, to this file.")
@click.option("--video", type=click.Path(path_type=Path), help="Draw the film to this file: .webp, or .mp4 by ffmpeg.")
@click.option("--from", "first", type=EVENTS, help="Of the video: after so many events.  [default: 0]")
@click.option("--to", "last", type=EVENTS, help="Of the video: until after so many events.")
@click.option("--fps", type=WholeType(1, 60), default=12, show_default=True, help="Of the video, frames a second.")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Of pictures, in pixels.")
@click.option("--hour", type=click.Choice(HOURS), help="At which hour it is drawn.  [default: the board's own]")
@click.option("--seat", help="What this seat may see.")
@click.option("--secrets", is_flag=True, help="All that is still secret in a running game, too.")
@json_option
def command(
    file: Path,
    at: int | None,
    out: Path | None,
    write: Path | None,
    watch: bool,
    picture: Path | None,
    video: Path | None,
    first: int | None,
    last: int | None,
    fps: int,
    size: tuple[int, int],
    hour: HourName | None,
    seat: str | None,
    secrets: bool,
    as_json: bool,
) -> None:
    """Make a film of the game of journal FILE, look at it, or show one moment of it.

    A moment is an event by its number, and has an address: FILE#412. Where nothing is to be watched or written, what
    happened at that moment is told, or how long the film is. --watch takes a film's own file (.film.json.gz) too.

    Of a game that still goes on, the film holds what every seat may know, or with --seat what that one knows, also once
    the game is over; --secrets holds all.
    """
    from sim.carnevale.film import packed, places_of
    from sim.carnevale.film_making import film_of
    from sim.carnevale.replay import replay

    path, number = moment_of(file)
    at = number if at is None else at
    if watch and isfile(path):
        _watch(path, at or 0, size)
        return
    if not isfile(path):
        raise UserError(say("{file}: there is no such file; give the journal of a game (.jsonl)", file=path))
    write, picture, video = _by_ending(out, write, picture, video)
    _check_files(write, video, first, last)
    session = replay(path).session
    state = session.state
    if seat is not None and seat not in state.seats:
        raise UserError(say("--seat {seat}: there is no such seat; {mend}", seat=seat, mend=meant(seat, state.seats)))
    if at is not None and at > len(state.log):
        raise UserError(say("{file}#{number}: the game has {n} events so far", file=path, number=at, n=len(state.log)))
    veiled = (seat,) if seat is not None else () if session.over or secrets else tuple(state.seats)
    film = film_of(state, state.log, veiled, session.reasons)
    if write is not None:
        written(write, packed(film))
        tell(say("{file}: {words}", file=write, words=_summary(film)), err=as_json)
    if picture is not None:
        places = places_of(film, at - 1, at) if at else ()
        _draw(path, state, len(state.log) if at is None else at, picture, size, hour, places)
        click.echo(f"{picture}: {path}#{len(state.log) if at is None else at}", err=as_json)
    if video is not None:
        _film(path, film, video, (first or 0, len(film.moments) if last is None else last), size, fps, hour)
        tell(say("{video}: {path}#{first} and on", video=video, path=path, first=first or 0), err=as_json)
    if as_json:
        print_json(film if at is None else film.moments[max(0, at - 1) : at])
    elif write is None and picture is None and video is None:
        _tell(film, at)


def _tell(film: Film, at: int | None) -> None:
    """A moment in words; without one, the film."""
    if at is None:
        tell(_summary(film))
    elif at == 0:
        tell(say("The beginning."))
    else:
        moment = film.moments[at - 1]
        happened = moment.words or _part_of(film, moment)
        tell(say("{when}: {happened}", when=_when(film, moment), happened=happened))
        if moment.evidence:
            tell(moment.evidence, indent=4)
        for line in film.lines:
            if line.first <= moment.number <= line.last:
                for why in line.why:
                    tell(why, indent=4)


def _part_of(film: Film, moment: FilmMoment) -> str:
    """What a moment belongs to that has no words of its own: a line of the chronicle."""
    if moment.kind == "hidden":
        return say("Something secret.")
    lines = [line.words for line in film.lines if line.first <= moment.number <= line.last and line.words]
    return lines[-1] if lines else say("Nothing that the chronicle tells.")


def _when(film: Film, moment: FilmMoment) -> str:
    names = {mini.id: mini.name for mini in film.minis}
    when = say("Round {round}", round=moment.round) if moment.round else say("Before round 1")
    if moment.active in names:
        return say("{when}, {name}'s turn", when=when, name=names[moment.active])
    return when


def _summary(film: Film) -> str:
    """How long a film is."""
    minutes = sum(moment.seconds for moment in film.moments) / 60
    rounds = max((moment.round for moment in film.moments), default=0)
    return say(
        "{events} in {rounds}, {minutes:.1f} minutes at speed 1",
        events=counted("{n} event", "{n} events", len(film.moments)),
        rounds=counted("{n} round", "{n} rounds", rounds),
        minutes=minutes,
    )


def _by_ending(
    out: Path | None, write: Path | None, picture: Path | None, video: Path | None
) -> tuple[Path | None, Path | None, Path | None]:
    """The files of --write, --picture and --video, where --out takes the place of the one that its ending tells.

    Raises UserError where it tells of none, or of one that is given by itself as well.
    """
    if out is None:
        return write, picture, video
    given: dict[str, Path | None] = {"--write": write, "--picture": picture, "--video": video}
    option = next((option for option, endings in WRITTEN.items() if out.name.lower().endswith(endings)), None)
    if option is None:
        endings = [ending for each in WRITTEN.values() for ending in each]
        raise UserError(
            say(
                "{option} {file}: let its name end in {endings}",
                option="--out",
                file=out,
                endings=listed(endings, last="or"),
            )
        )
    if given[option] is not None:
        raise UserError(say("--out {file} and {option} say the same: give one of them", file=out, option=option))
    check_writable("--out", out)
    given[option] = out
    return given["--write"], given["--picture"], given["--video"]


def _check_files(write: Path | None, video: Path | None, first: int | None, last: int | None) -> None:
    """What is to be written can be. Raises UserError."""
    if write is not None:
        check_writable("--write", write)
    if video is None and (first, last) != (None, None):
        raise UserError(say("--from and --to are of a video: give --video FILE too, or --at for one moment"))
    if video is not None:
        from sim.app.render.film_video import check_video

        check_writable("--video", video)
        check_video(video)


def _watch(path: Path, number: int, size: tuple[int, int]) -> None:
    """The film in a window, until that is closed."""
    from sim.app.system import has_display, missing_table

    if missing := missing_table():
        raise UserError(
            say("{missing}; without it, `bauta film {path}` tells the film in words", missing=missing, path=path)
        )
    from sim.app.film.sources import open_film

    film = open_film(path).film
    if number > len(film.moments):
        raise UserError(
            say("{file}#{number}: the game has {n} events so far", file=path, number=number, n=len(film.moments))
        )
    if not has_display():
        raise UserError(say("--watch: there is no display to open a window on; --picture and --video need none"))
    from sim.app.render.screen import NoScreen
    from sim.app.window.film_door import FilmRequest
    from sim.app.window.table_window import TableWindow

    try:
        window = TableWindow((max(size[0], 960), max(size[1], 640)))
    except NoScreen as error:
        raise UserError(say("--watch: no window opens: {error}", error=reason(error))) from error
    window.run(build=FilmRequest(path, number))


def _draw(
    path: Path,
    state: State,
    number: int,
    picture: Path,
    size: tuple[int, int],
    hour: HourName | None,
    places: tuple[Point, ...],
) -> None:
    """The board after so many events, seen about the places of the last."""
    from sim.board.board import Board
    from sim.carnevale.saved_boards import begun_on
    from sim.carnevale.setup import begin
    from sim.cli.demo import draw

    source, notice = begun_on(path)
    if notice:
        tell(notice, err=True)
    then = begin(state.setup)
    for event in state.log[:number]:
        then.apply(event)
    board = Board.load(source)
    board.hour = hour or board.hour
    if refused := draw(board, then, picture, size, places):
        raise UserError(say("{picture}: no picture: {refused}", picture=picture, refused=refused))


def _film(
    path: Path,
    film: Film,
    video: Path,
    span: tuple[int, int],
    size: tuple[int, int],
    fps: int,
    hour: HourName | None,
) -> None:
    """The film of some events as a video."""
    from sim.app.render.camera import around
    from sim.app.render.film_video import film_frames, save_video
    from sim.app.render.screen import NoScreen
    from sim.board.board import Board
    from sim.carnevale.film import places_of
    from sim.carnevale.saved_boards import begun_on

    first, last = span
    if last <= first:
        raise UserError(say("--from {first} --to {last}: --to comes later", first=first, last=last))
    if last > len(film.moments):
        raise UserError(
            say("--from {first} --to {last}: the game has {n} events", first=first, last=last, n=len(film.moments))
        )
    board = Board.load(begun_on(path)[0])
    board.hour = hour or board.hour
    camera = around(places_of(film, first, last), board.size)
    with progress(last - first, "Drawing") as bar:
        try:
            save_video(film_frames(film, board, camera, size, first, last, fps, lambda _: bar.update(1)), video, fps)
        except NoScreen as error:
            raise UserError(say("{video}: no video: {error}", video=video, error=reason(error))) from error
