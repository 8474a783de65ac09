"""The way to a film and back: whose it is, on which board it is shown, and the game that goes on from it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import msgspec

from sim.app.film.room import FilmRoom, FilmRoomHost
from sim.app.film.sources import open_film
from sim.app.hud.loading_screen import Loading
from sim.app.table.games import read_note
from sim.app.window.board_opening import BoardOpening
from sim.carnevale.film import still_at, tableau_of
from sim.words import say

__all__ = ["FilmDoor", "FilmHost", "FilmRequest"]


class FilmRequest(msgspec.Struct, frozen=True):
    """A film to be looked at: of a journal or a film's file, from the moment after so many events on."""

    path: Path
    number: int = 0


class FilmHost(FilmRoomHost, Protocol):
    """What is needed of the window besides."""

    loading: Loading | None
    boards: BoardOpening

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...

    def load(self, loading: Loading) -> None: ...

    def go_on(self, path: Path) -> None: ...

    def leave_to_home(self, journal: Path | None) -> None: ...


class FilmDoor:
    """`room`: the film, while it is looked at."""

    def __init__(self) -> None:
        self.room: FilmRoom | None = None
        self._path: Path | None = None

    def enter(self, window: FilmHost, asked: FilmRequest) -> None:
        """Look at a film, in place of what was open. Raises BautaError, and that stays open."""
        source = window.boards.aside(
            lambda: open_film(asked.path), Loading(say("The film"), words=say("The film is made"))
        )
        window.boards.read(source.board)
        window.close_game()
        window.load(Loading(say("The film"), words=say("The board is set up")))
        hour = read_note(asked.path).hour  # the light that the game was seen in, which is worked out already
        view = window.boards.view(source.board, tableau_of(source.film, still_at(source.film, 0)), hour)
        self.room, self._path = FilmRoom(window, source, view, asked.number), asked.path
        window.loading = None

    def obey(self, window: FilmHost) -> None:
        """Back to the start or to the campaign that it is of, or on with the game that branches off."""
        assert self.room is not None
        branch = self.room.branch if self.room.wants == "go on" else None
        self.close()
        if branch is None:
            window.leave_to_home(self._path)
        else:
            window.go_on(branch)

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None
