"""The chronicle of a film: a line for an action, of which each is a place to jump to."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.film.player import FilmPlayer
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.line_filter import LineFilter
from sim.app.hud.log_panel import draw_rows
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import font
from sim.words import say

__all__ = ["LineList"]

HEADINGS = ("round", "turn")


class LineList:
    """Draws the lines that pass the filter. `commands`: what a click on one asks for."""

    def __init__(self, player: FilmPlayer, fonts: Fonts, commands: list[str]) -> None:
        self.player, self.fonts, self.commands = player, fonts, commands
        names = {mini.id: mini.name for mini in player.film.minis}
        self.filter = LineFilter(names)
        self._shown = -1  # the number of the line that was scrolled to last

    def draw(self, rect: Rect) -> None:
        f, player = self.fonts, self.player
        told = player.line
        with widgets.panel("lines", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Chronicle"), 17)
            self.filter.draw(f, rect.w - f.px(26), max((line.round for line in player.film.lines), default=0))
            imgui.begin_child("film lines")
            top = imgui.get_window_pos().y
            bottom = top + imgui.get_window_size().y
            with font(f, "text", 13):
                for line in player.film.lines:
                    if not self.filter.passes(line.words, line.kind, line.concerns, line.round):
                        continue
                    now = told is not None and line.first == told.first
                    heading = line.kind in HEADINGS
                    paint = theme.GOLD_BRIGHT if now or heading else theme.PARCHMENT
                    if line.first > player.number:
                        paint = (*paint[:3], 0.55)
                    imgui.begin_group()
                    if line.within:
                        imgui.indent(f.px(10))
                    draw_rows(line.words, paint, top, bottom)
                    if line.within:
                        imgui.unindent(f.px(10))
                    imgui.end_group()
                    if imgui.is_item_hovered():
                        widgets.explain(f, line.words)
                        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
                        imgui.get_window_draw_list().add_rect_filled(low, high, ink(theme.GOLD, 0.12), 2.0)
                    if imgui.is_item_clicked():
                        self.commands.append(f"seek {line.number}")
                        self._shown = line.first  # it is in sight
                    if now and self._shown != line.first:
                        imgui.set_scroll_here_y(0.5)
                        self._shown = line.first
            imgui.end_child()
