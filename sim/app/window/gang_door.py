"""The way into the gang builder and out of it: which gang is opened, and for which seat it is built."""

from __future__ import annotations

from typing import Protocol

import msgspec

from sim.app.gang_builder.room import GangRoom, GangRoomHost
from sim.app.hud.gang_panel import GangRequest
from sim.app.table.games import NewGame
from sim.bots.duel import fielded_in
from sim.carnevale import scenarios

__all__ = ["GangDoor", "GangHost"]


class GangHost(GangRoomHost, Protocol):
    """What is needed of the window besides."""

    plan: NewGame | None

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...


class GangDoor:
    """`room`: the gang builder, while it is open."""

    def __init__(self) -> None:
        self.room: GangRoom | None = None

    def enter(self, window: GangHost, asked: GangRequest) -> None:
        """Build a gang, in place of what was open. Raises WrongData, and that stays open."""
        room = GangRoom(window, asked)
        window.close_game()
        self.room = room

    def obey(self, window: GangHost) -> None:
        """Back to the start; a gang to be played with, or that was changed for its seat, is chosen there."""
        assert self.room is not None
        asked, saved, plays = self.room.asked, self.room.saved, self.room.wants == "play"
        self.close()
        if saved and (plays or asked.gang):
            window.plan = with_gang(window.plan or NewGame(), asked.seat, saved)
        window.show_start()

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None


def with_gang(plan: NewGame, seat: int, gang: str) -> NewGame:
    """A plan with another gang for a seat."""
    page = scenarios.find(plan.scenario)
    named = plan.gangs or (() if page is None else fielded_in(page, len(plan.players)))
    return msgspec.structs.replace(plan, gangs=tuple(gang if i == seat else each for i, each in enumerate(named)))
