"""The rooms of the window besides the table: the editor, the gang builder, films, lessons, campaigns and real tables;
one is open at most."""

from __future__ import annotations

import time
from typing import Protocol, TypeAlias

from sim.app.campaign import dialogs as campaign_dialogs
from sim.app.film import dialogs as film_dialogs
from sim.app.gang_builder import dialogs as gang_dialogs
from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.gang_panel import GangRequest
from sim.app.hud.keys_page import KeySheet, draw_keys
from sim.app.hud.measure_page import RealTableRequest
from sim.app.hud.theme import Fonts
from sim.app.real_table import keys as real_table_keys
from sim.app.render.screen import Size
from sim.app.table.own_keys import OwnKeys
from sim.app.window.campaign_door import CampaignDoor, CampaignHost, CampaignRequest
from sim.app.window.editor_door import EditorDoor, EditorHost
from sim.app.window.film_door import FilmDoor, FilmHost
from sim.app.window.gang_door import GangDoor, GangHost
from sim.app.window.learn_door import LearnDoor, LearnHost
from sim.app.window.real_table_door import RealTableDoor, RealTableWindow

__all__ = ["Rooms", "RoomsHost"]

# into rooms with keys of their own
KeyedDoor: TypeAlias = EditorDoor | FilmDoor | GangDoor | CampaignDoor | RealTableDoor


class RoomsHost(EditorHost, FilmHost, GangHost, LearnHost, CampaignHost, RealTableWindow, Protocol):
    """A window with rooms."""


class Rooms:
    """The ways into them and out of them."""

    def __init__(self) -> None:
        self.editor, self.films, self.gangs, self.learn = EditorDoor(), FilmDoor(), GangDoor(), LearnDoor()
        self.campaigns, self.real = CampaignDoor(), RealTableDoor()
        self._keyed: dict[str, KeyedDoor] = {
            "editor": self.editor,
            "film": self.films,
            "gangs": self.gangs,
            "campaign": self.campaigns,
            "real table": self.real,
        }

    def enter(self, window: RoomsHost, asked: BuildRequest | GangRequest | CampaignRequest | RealTableRequest) -> None:
        """Open the room that is asked for, in place of what was open. Raises BautaError, and that stays open."""
        match asked:
            case BuildRequest():
                self.editor.enter(window, asked)
            case GangRequest():
                self.gangs.enter(window, asked)
            case CampaignRequest():
                self.campaigns.enter(window, asked)
            case RealTableRequest():
                self.real.enter(window, asked)

    @property
    def in_motion(self) -> bool:
        """Does something move in the open one, or is it on its way?"""
        rooms = (self.editor.room, self.films.room, self.campaigns.room, self.real.room)
        return any(room is not None and room.in_motion for room in rooms)

    @property
    def awaits(self) -> bool:
        """Is something on its way that need only be looked for now and then?"""
        rooms = (self.gangs.room, self.campaigns.room)
        return any(room is not None and room.awaits for room in rooms)

    @property
    def hush(self) -> int:
        """How many frames show what a hand did, where nothing else is to be drawn for now; 0: there is."""
        return self.editor.room.hush if self.editor.room is not None else 0

    def wait(self, seconds: float) -> None:
        """So long, or until something comes that the open one waits for."""
        if self.editor.room is not None:
            self.editor.room.live.wait(seconds)
        else:
            time.sleep(seconds)

    def obey(self, window: RoomsHost) -> bool:
        """Do what the open room wants; False where it wants nothing."""
        for door in self._keyed.values():
            if door.room is not None and door.room.wants:
                door.obey(window)
                return True
        if self.learn.room is not None and self.learn.room.wants:
            self.learn.obey(window)
            return True
        return False

    @property
    def keyed(self) -> str:
        """The name of the open one that has keys of its own; empty where there is none."""
        return next((name for name, door in self._keyed.items() if door.room is not None), "")

    @property
    def asks(self) -> bool:
        """Does a dialog of buttons lie over the gang builder, so that its keys mean nothing there?"""
        room = self.gangs.room
        return room is not None and room.dialog not in ("", "help", "rules")

    @property
    def shows_keys(self) -> bool:
        """Is the page of the open one's keys open?"""
        room = self._keyed[self.keyed].room if self.keyed else None
        return room is not None and room.dialog == "help"

    def draw_keys(self, own: OwnKeys, fonts: Fonts, size: Size) -> None:
        """The page of the open one's keys, if it is wanted."""
        if not self.shows_keys:
            return
        door = self._keyed[self.keyed]
        if draw_keys(own, _sheet(self.keyed), fonts, *size) and door.room is not None:
            door.room.dialog = ""

    def draw(self, seconds: float, size: Size, mouse: tuple[float, float], keys: set[str]) -> None:
        """A frame of the open one."""
        if self.editor.room is not None:
            self.editor.room.draw(seconds, size, mouse, keys)
        elif self.films.room is not None:
            self.films.room.draw(seconds, size, mouse, keys)
        elif self.gangs.room is not None:
            self.gangs.room.draw(size)
        elif self.campaigns.room is not None:
            self.campaigns.room.draw(size)
        elif self.real.room is not None:
            self.real.room.draw(seconds, size, mouse, keys)
        elif self.learn.room is not None:
            self.learn.room.draw(size)

    @property
    def is_open(self) -> bool:
        return bool(self.keyed) or self.learn.room is not None

    def down(self, key: str, modifiers: set[str], place: tuple[float, float], captured: bool, typing: bool) -> bool:
        """A button or key went down; False where no room is open."""
        if self.editor.room is not None:
            self.editor.room.down(key, modifiers, place, captured, typing)
        elif self.films.room is not None:
            self.films.room.down(key, modifiers, place, captured, typing)
        elif self.gangs.room is not None:
            self.gangs.room.down(key, modifiers, typing)
        elif self.campaigns.room is not None:
            self.campaigns.room.down(key, modifiers, typing)
        elif self.real.room is not None:
            self.real.room.down(key, modifiers, place, captured, typing)
        elif self.learn.room is not None:
            self.learn.room.down(key)
        return self.is_open

    def up(self, key: str, place: tuple[float, float]) -> bool:
        if self.editor.room is not None:
            self.editor.room.up(key, place)
        elif self.films.room is not None:
            self.films.room.up(key)
        elif self.gangs.room is not None:
            self.gangs.room.up(key)
        elif self.real.room is not None:
            self.real.room.up(key, place)
        return self.is_open

    def resize(self, size: Size) -> None:
        if self.editor.room is not None:
            self.editor.room.resize(size)
        if self.films.room is not None:
            self.films.room.resize(size)
        if self.real.room is not None:
            self.real.room.resize(size)

    def close(self) -> None:
        self.editor.close()
        self.films.close()
        self.gangs.close()
        self.campaigns.close()
        self.real.close()
        self.learn.close()


def _sheet(room: str) -> KeySheet:
    """The keys of an open room."""
    if room == "editor":
        from sim.app.editor.dialogs import SHEET  # with all of the editor, which is open

        return SHEET
    sheets = {
        "film": film_dialogs.SHEET,
        "gangs": gang_dialogs.SHEET,
        "campaign": campaign_dialogs.SHEET,
        "real table": real_table_keys.SHEET,
    }
    return sheets[room]
