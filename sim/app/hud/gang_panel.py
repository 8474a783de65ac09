"""The part of the start screen from which gangs are built."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.titled_button import titled_button
from sim.app.hud.widgets import font
from sim.words import say

__all__ = ["GangPanel", "GangRequest"]


class GangRequest(msgspec.Struct, frozen=True):
    """A gang to build: by name or file, or a new one of a faction; with neither, the list of all is shown first.

    `seat`: the number of the seat that it is for. `ducats` and `leader`: how many its scenario allows, 0 if that is not
    known, and whether it demands a Leader.
    """

    gang: str = ""
    faction: str = ""
    ducats: int = 0
    seat: int = 0
    leader: bool = True


class GangPanel:
    """`asked` is set once a gang is to be built."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.asked: GangRequest | None = None

    def draw(self, rect: Rect, ducats: int, *, brief: bool = False) -> None:
        """`brief`: in a line."""
        f = self.fonts
        with widgets.panel("gangs", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            title, label, wide = say("Build a gang"), say("Gangs, and new ones"), rect.w - f.px(26)
            if brief:
                pressed = titled_button(f, rect, title, label, "G")
            else:
                widgets.title(f, title, 22)
                with font(f, "text", 12.5):
                    squeezed(f, say("From a roster, with its cards: to play with, or to print."), wide, theme.FADED)
                pressed = key_button(f, label, "G", width=wide)
            if pressed:
                self.asked = GangRequest(ducats=ducats)
