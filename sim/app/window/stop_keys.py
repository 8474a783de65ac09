"""Keys that go from button to button, for whoever has no mouse: the pointer goes along, and Enter clicks there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sim.app.hud.imgui_backend import close_lists, stop_typing
from sim.app.hud.start_screen import StartScreen
from sim.app.hud.theme import GOLD_BRIGHT, Fonts, ink
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable

__all__ = ["StopKeys"]

PRESSES = ("enter", "return", "space")
HELD = ("shift", "lshift", "rshift", "control", "lcontrol", "rcontrol", "alt", "lalt", "ralt", "meta", "lmeta", "rmeta")
PLAIN = ("pause", "view", "yields")  # dialogs of buttons, which hear letters, numbers and Escape alone

Place = tuple[float, float]


class StopRooms(Protocol):
    """What such keys have to know of its rooms."""

    @property
    def asks(self) -> bool: ...


class StopWindow(Protocol):
    """What such keys have to do with of a window. Its ImGui has no type."""

    ui: Any
    fonts: Fonts
    dialog: str

    @property
    def table(self) -> TableController | None: ...

    @property
    def start(self) -> StartScreen | None: ...

    @property
    def rooms(self) -> StopRooms: ...


class StopKeys:
    """`Tab` and arrows where they mean nothing else: on the start screen, in the menu, in dialogs of the gang builder,
    at the end of a lesson, and in every list that is open. With Ctrl, `Tab` on every page."""

    def __init__(
        self, window: StopWindow, point: Callable[[float, float], None], click: Callable[[Place], None]
    ) -> None:
        self.window, self._point, self._click = window, point, click
        self._presses = False  # a click is due, where the pointer has come to

    def owns(self, key: str, modifiers: set[str]) -> bool:
        """Is it a Tab that ImGui is not to hear of, which goes through fields by it, where a list was scrolled?"""
        return key == "tab" and ("control" in modifiers or self._is_plain())

    def leaves(self, key: str, modifiers: set[str]) -> bool:
        """Does it leave a field that is typed into?"""
        return self.owns(key, modifiers) and bool(self.window.ui.io.want_text_input)

    def hear(self, key: str, modifiers: set[str]) -> bool:
        """A key went down. False: it is none of these."""
        stops = self.window.fonts.stops
        if not key.startswith(("mouse", "wheel")) and key not in HELD:
            stops.key_went_down()
        if self.owns(key, modifiers):
            stop_typing()
            return stops.go(key, back="shift" in modifiers)
        if not self._is_plain() or modifiers or self.window.ui.io.want_text_input:
            return False
        if key == "escape" and stops.is_listed:
            close_lists()
            return True
        if key in PRESSES and (stops.comes or stops.takes_click):
            self._presses = True
            return True
        if key in PRESSES and stops.is_listed:  # it is for no button under the list
            return True
        return key.startswith("arrow_") and stops.go(key)

    def _is_plain(self) -> bool:
        """Have these keys no meaning of their own on what is open?"""
        start, table = self.window.start, self.window.table
        if self.window.fonts.stops.is_listed or (table is not None and self.window.dialog in PLAIN):
            return True
        if self.window.rooms.asks:
            return True
        if start is not None:
            return not start.shows_keys and start.measuring is None
        return isinstance(table, LessonTable) and table.ended and not self.window.dialog

    def lead(self, at: Place) -> Place | None:
        """Once a frame, before its panels are drawn: where the pointer is put, if it is."""
        stops = self.window.fonts.stops
        stops.begin(at, ink(GOLD_BRIGHT))
        place = stops.arrived()
        if place is not None:
            self._point(*place)
        if self._presses and not stops.comes:
            self._presses = False
            self._click(place or at)
        return place
