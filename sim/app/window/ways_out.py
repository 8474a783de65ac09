"""What a game leads on to: its film, the same once more, its campaign, another lesson, the start, or back to building.

It is opened between two frames: while it is made, the window shows how far it is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sim.app.hud.build_panel import BuildRequest
from sim.app.table.games import NewGame
from sim.app.table.lesson_table import LessonTable
from sim.app.window.film_door import FilmRequest
from sim.app.window.learn_door import LearnHost
from sim.app.window.rooms import Rooms

__all__ = ["WAYS_OUT", "lead_out"]

WAYS_OUT = frozenset(("film", "again", "leave", "campaign", "coach again", "coach leave", "coach next"))


class PlayedWindow(LearnHost, Protocol):
    """A window that may show a game."""

    rooms: Rooms
    plan: NewGame | None

    def attempt(self, open_game: Callable[[], None]) -> None: ...

    def open_new(self, plan: NewGame) -> None: ...

    def open_film(self, asked: FilmRequest) -> None: ...

    def open_editor(self, asked: BuildRequest) -> None: ...

    def leave_to_home(self, journal: Path | None) -> None: ...


def lead_out(window: PlayedWindow, way: str) -> None:
    """Open what one of the ways out leads to; to a film after "#", from which event on."""
    table, plan = window.table, window.plan
    command, _, number = way.partition("#")
    if table is None:
        return
    if isinstance(table, LessonTable):
        window.rooms.learn.run(window, command)
    elif command in ("film", "campaign"):
        if (journal := table.model.session.journal) is not None:
            if command == "campaign":
                window.leave_to_home(journal.path)
            else:
                window.open_film(FilmRequest(journal.path, int(number or 0)))
    elif command == "leave" and window.rooms.editor.is_left:
        window.attempt(lambda: window.open_editor(BuildRequest()))
    elif command == "again" and plan is not None:
        window.attempt(lambda: window.open_new(plan))
    else:
        window.show_start()
