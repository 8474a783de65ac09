"""Films to be looked at: of a game's journal, which can be gone on with, or of a film's own file, which cannot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sim.app.table.games import SUFFIX, Note, games_dir, read_note, write_note_of
from sim.board.files.finding import find_map
from sim.carnevale.events import Event
from sim.carnevale.film import Film, read_film
from sim.carnevale.film_making import film_of
from sim.carnevale.replay import kit, replay
from sim.carnevale.saved_boards import begun_on
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.engine.branching import BranchPoint, branch, branch_point, branch_points
from sim.engine.requests import GameError
from sim.version import __version__

__all__ = ["FilmSource", "NoBranch", "branched", "open_film"]


class NoBranch(GameError):
    """No new game can go on from a moment."""


class FilmSource:
    """A film and where it comes from. `board`: what its board is loaded from; `log`: its events, of a journal's."""

    def __init__(self, path: Path, film: Film, board: str, game: State | None = None, notice: str = "") -> None:
        self.path, self.film, self.board, self.notice = path, film, board, notice
        self.game = game
        self._points: list[BranchPoint] | None = None
        self._past: State | None = None

    def address(self, number: int) -> str:
        """Of a moment, as `bauta film` and `bauta replay` take it."""
        return f"{self.path}#{number}"

    def seen(self, number: int) -> tuple[Event, State] | None:
        """The last of so many events, and the state before it; None of a film's file, or where it may not be seen."""
        game = self.game
        if game is None or not number:
            return None
        event = game.log[number - 1]
        if not all(event.seen_by(seat) for seat in self.film.veiled_for):
            return None
        past = self._past
        if past is None or len(past.log) > number - 1:
            past = begin(game.setup)
        for each in game.log[len(past.log) : number - 1]:
            past.apply(each)
        self._past = past
        return event, past

    def point(self, number: int) -> BranchPoint | None:
        """Where a new game would go on from a moment: the last choice before it, before the first that one; None where
        none can. Raises CorruptJournal."""
        if self.game is None:
            return None
        if self._points is None:
            self._points = branch_points(kit(), self.path)
        return branch_point(self._points, number) or next(iter(self._points), None)


def open_film(path: Path) -> FilmSource:
    """The film of a journal, or of a film's own file (`.json`, `.json.gz`).

    Of a game that still goes on, the film holds what every seat may know. Raises BautaError.
    """
    if path.name.removesuffix(".gz").endswith(".json"):
        film = read_film(path)
        return FilmSource(path, film, str(find_map(film.board)))
    session = replay(path).session
    source, notice = begun_on(path)
    veiled = () if session.over else tuple(session.state.seats)
    film = film_of(session.state, session.state.log, veiled, session.reasons)
    return FilmSource(path, film, str(source), session.state, notice)


def branched(source: FilmSource, number: int, players: Mapping[str, str] | None = None) -> Path:
    """Begin a new game that goes on from the last choice before a moment; its journal. `players`: who plays it, seat by
    seat; else whoever played the other. Raises BautaError."""
    point = source.point(number)
    if point is None:
        raise NoBranch(f"{source.path.name}: no new game can go on from here")
    to = _fresh(source.path)
    branch(source.path, point.answers, to, __version__)
    played = source.film.moments[: point.events]
    score = {seat.id: 0 for seat in source.film.seats}
    for moment in played:
        score.update(moment.points)
    note = read_note(source.path)
    write_note_of(to, Note(dict(players or note.players), played[-1].round if played else 0, score, hour=note.hour))
    return to


def _fresh(path: Path) -> Path:
    """A name among the games: that of the game it branches off, and a number."""
    stem = path.name.removesuffix(".gz").removesuffix(SUFFIX)
    for number in range(1, 10_000):
        to = games_dir() / f"{stem}-branch-{number}{SUFFIX}"
        if not to.exists():
            return to
    raise NoBranch(f"{games_dir()} holds too many branches of {stem}; remove some")
