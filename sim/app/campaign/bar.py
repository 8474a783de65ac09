"""The bar over a campaign: its name, how far it is, and what can be done with it."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.words import counted, say

__all__ = ["CampaignBar"]

STILL = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)


class CampaignBar:
    """The bar of one desk. `commands`: what its buttons ask for."""

    def __init__(self, desk: CampaignDesk, fonts: Fonts, commands: list[str]) -> None:
        self.desk, self.fonts, self.commands = desk, fonts, commands

    def draw(self, rect: Rect, *, story: bool) -> None:
        """`story`: it is shown."""
        f, view = self.fonts, self.desk.view
        with widgets.panel("campaign bar", rect, flags=STILL, alpha=0.96):
            draw = imgui.get_window_draw_list()
            with font(f, "title", 26):
                room = rect.w * 0.55
                place = V(rect.x + f.px(14), rect.y + f.px(8))
                wide = widgets.draw_fitted(draw, place, view.story.name, room, ink(theme.GOLD_BRIGHT))
            games = counted("{n} game was played", "{n} games were played", view.played)
            words = say("{games}; {ducats} ducats at the beginning", games=games, ducats=view.story.ducats)
            with font(f, "text", 14):
                place = V(rect.x + wide + f.px(32), rect.y + f.px(17))
                widgets.draw_fitted(draw, place, words, rect.right - place.x - f.px(14), ink(theme.FADED))
            imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.y + f.px(52)))
            self._buttons(story)

    def _buttons(self, story: bool) -> None:
        f, desk = self.fonts, self.desk
        state = desk.view.state
        plays = state.open_game is None and not state.over
        undoable = not desk.busy and (desk.seat in desk.view.undoable or bool(desk.draft))
        items = (
            (
                say("Next game"),
                "N",
                "game",
                plays,
                plays and not desk.view.asked,
                say("Where, what, and who takes part"),
            ),
            (say("The story"), "F4", "story", True, story, say("All games so far, and their films")),
            (say("Undo"), "Ctrl Z", "undo", undoable, False, say("The last decision; dice stay as they fell")),
            (say("Rules"), "F3", "rules", True, False, say("Talents, spells and what cards name")),
            (say("All campaigns"), "C", "campaigns", True, False, say("The others, and a new one")),
            (say("Keys"), "F1", "help", True, False, say("All keys")),
            (say("Leave"), "Esc", "leave", True, False, say("Back to the start")),
        )
        for number, (label, key, command, able, lit, hint) in enumerate(items):
            if number:
                imgui.same_line(0, f.px(5))
            if key_button(f, widgets.marked(label, command), key, able=able, lit=lit, hint=hint):
                self.commands.append(command)
