"""The part of the start screen from which gangs are built, and campaigns are played."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
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
    """`asked` is set once a gang is to be built, `campaigns` once campaigns are to be seen."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.asked: GangRequest | None = None
        self.campaigns = False

    def draw(self, rect: Rect, ducats: int, *, brief: bool = False) -> None:
        """`brief`: in a line."""
        f = self.fonts
        with widgets.panel("gangs", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            wide = rect.w - f.px(26)
            if brief:
                tall = imgui.get_frame_height()
                imgui.set_cursor_screen_pos(V(rect.x + f.px(13), rect.y + (rect.h - tall) / 2))
            else:
                widgets.title(f, say("Gangs and campaigns"), 22)
                with font(f, "text", 12.5):
                    words = say("Gangs of your own, to play with or to print; games that follow on each other.")
                    squeezed(f, words, wide, theme.FADED)
            half = (wide - f.px(6)) / 2
            hint = say("Gangs from a roster, with their cards")
            if key_button(f, say("Build a gang"), "G", width=half, hint=hint):
                self.asked = GangRequest(ducats=ducats)
            imgui.same_line(0, f.px(6))
            hint = say("Games that follow on each other: gangs learn, are hurt, earn, and hire")
            self.campaigns |= key_button(f, say("Campaign"), "K", width=half, hint=hint)
