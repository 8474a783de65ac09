"""What is opened from the start screen: a game, a film, a board to build, a gang, lessons, campaigns, real tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.start_screen import StartScreen
from sim.app.table.games import NewGame
from sim.app.window.campaign_door import CampaignRequest
from sim.app.window.film_door import FilmRequest
from sim.app.window.rooms import Rooms, RoomsHost

__all__ = ["lead_in"]


class StartWindow(RoomsHost, Protocol):
    """A window that shows the start screen."""

    rooms: Rooms
    plan: NewGame | None

    def close(self) -> None: ...

    def attempt(self, open_game: Callable[[], None]) -> None: ...

    def open_editor(self, asked: BuildRequest) -> None: ...

    def open_new(self, plan: NewGame) -> None: ...

    def go_on(self, path: Path) -> None: ...


def lead_in(window: StartWindow, start: StartScreen) -> None:
    """Open what was asked for on the start screen, if anything was."""
    if start.quit:
        window.close()
    elif start.learn:
        window.rooms.learn.enter(window)
    elif start.campaigns:
        window.plan = start.drafted
        window.rooms.campaigns.enter(window, CampaignRequest())
    elif (asked := start.build) is not None:
        window.attempt(lambda: window.open_editor(asked))
    elif (other := start.muster or start.measure) is not None:
        window.plan = start.drafted
        window.attempt(lambda: window.rooms.enter(window, other))
    elif (plan := start.take_plan()) is not None:
        window.attempt(lambda: window.open_new(plan))
    elif (kept := start.saved.take()) is not None:
        window.open_film(FilmRequest(kept.path)) if start.saved.as_film else window.go_on(kept.path)
