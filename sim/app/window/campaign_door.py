"""The way to campaigns and back: the one that is opened, its games at the table, and their films."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from sim.app.campaign.room import CampaignRoom, CampaignRoomHost
from sim.app.campaign.view import OpenedCampaign, opened_campaign
from sim.app.hud.loading_screen import Loading
from sim.app.table.campaign_games import table_of
from sim.app.table.model import TableModel
from sim.app.window.board_opening import BoardOpening
from sim.app.window.film_door import FilmRequest
from sim.board.board import Board
from sim.campaign.campaign import Campaign
from sim.campaign.next_game import NextGame
from sim.errors import BautaError
from sim.words import capital, reason, say

__all__ = ["CampaignDoor", "CampaignHost", "CampaignRequest"]


class CampaignRequest(msgspec.Struct, frozen=True):
    """A campaign to open, by its file; without one, the list of all."""

    path: Path | None = None


class CampaignHost(CampaignRoomHost, Protocol):
    """What is needed of the window besides."""

    loading: Loading | None
    boards: BoardOpening

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...

    def open_board(self, source: str, make: Callable[[Board], TableModel]) -> None: ...

    def open_film(self, asked: FilmRequest) -> None: ...


class CampaignDoor:
    """`room`: campaigns, while they are open."""

    def __init__(self) -> None:
        self.room: CampaignRoom | None = None

    def enter(self, window: CampaignHost, asked: CampaignRequest, trouble: str = "") -> None:
        """Show a campaign, or all, in place of what was open; what is wrong is said there."""
        window.close_game()
        opened: OpenedCampaign | None = None
        if (path := asked.path) is not None:
            try:
                opened = window.boards.aside(
                    lambda: opened_campaign(path), Loading(path.stem, words=say("The campaign is read"))
                )
            except BautaError as error:
                trouble = capital(reason(error))
        self.room = CampaignRoom(window, opened, trouble)
        window.loading = None

    def obey(self, window: CampaignHost) -> None:
        """Back to the start, or on to a game or a film."""
        assert self.room is not None
        wants, desk, plan, film = self.room.wants, self.room.desk, self.room.plan, self.room.film
        self.close()
        if wants == "play" and desk is not None:
            self._play(window, desk.campaign, plan)
        elif wants == "film" and film is not None:
            window.open_film(FilmRequest(film))
        else:
            window.show_start()

    def _play(self, window: CampaignHost, campaign: Campaign, plan: NextGame | None) -> None:
        """Begin a game, or go on with the one under way; where that cannot be, the campaign says why."""
        game = campaign.state.open_game
        source = plan.map if plan is not None else "" if game is None else game.map
        try:
            window.open_board(source, lambda board: table_of(campaign, plan, board))
        except BautaError as error:
            self.enter(window, CampaignRequest(campaign.path), capital(reason(error)))

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None
