"""The pages over a game: the book of rules, the game so far, its end, and who agrees to an undo."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sim.app.hud import dialog_frames, theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.consent_dialog import ConsentDialog
from sim.app.hud.end_page import EndPage
from sim.app.hud.layout import Rect
from sim.app.hud.rules_page import RulesPage
from sim.app.hud.story_page import StoryPage
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.app.table.controller import TableController
from sim.words import say

__all__ = ["PAGES", "GamePages"]

PAGES = ("rules", "story")  # dialogs that are pages
WIDE, TALL = 940, 600  # at 1280x800


class PageHost(Protocol):
    """What pages have to do with of a window."""

    fonts: Fonts
    dialog: str


class GamePages:
    """The pages of one game. They are made when they are first opened, and stay as they were left."""

    def __init__(self, table: TableController, fonts: Fonts) -> None:
        self.table = table
        self.rules, self.story = RulesPage(fonts), StoryPage(table.model, fonts)
        self.end, self.consent = EndPage(table.model, fonts), ConsentDialog(table.model)

    def draw(self, window: PageHost, width: float, height: float) -> str:
        """Draw the page that is open, if any. Returns a command, or nothing."""
        f = window.fonts
        rect = dialog_frames.centred(width, height, f.px(WIDE), f.px(TALL))
        if window.dialog == "rules":
            dialog_frames.dim(width, height)
            return self.rules.draw(rect)
        if window.dialog == "story":
            dialog_frames.dim(width, height)
            return self._story(rect)
        if not window.dialog and self._ended:
            dialog_frames.dim(width, height)
            return self.end.draw_whole(rect)
        return ""

    @property
    def _ended(self) -> bool:
        return self.table.model.over and not self.table.worker.busy

    def press(self, key: str, dialog: str) -> str:
        """A key went down: the command that it is on the page that is open, `TURNED`, or nothing."""
        if dialog in PAGES:
            return (self.story if dialog == "story" else self.rules).press(key)
        return self.end.press(key) if not dialog and self._ended else ""

    def _story(self, rect: Rect) -> str:
        f = self.story.fonts
        with widgets.panel("the game so far", rect, alpha=0.98, front=True):
            widgets.title(f, say("The game so far"), 26)
            self.story.draw_tabs(rect.w - f.px(26))
            top = rect.y + f.px(92)
            self.story.draw(Rect(rect.x + f.px(14), top, rect.w - f.px(28), rect.bottom - f.px(54) - top))
            if self.story.scroll.key:
                imgui.set_cursor_screen_pos(V(rect.x + f.px(16), rect.bottom - f.px(38)))
                with font(f, "bold", 11):
                    widgets.colour(on_keyboard(f.keys.shown(self.story.scroll.key)), theme.GOLD)
            imgui.set_cursor_screen_pos(V(rect.right - f.px(116), rect.bottom - f.px(44)))
            return "back" if key_button(f, say("Back"), "Esc", width=f.px(100)) else ""
