"""The chronicle of a film: a line for an action, of which each is a place to jump to."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.film.player import FilmPlayer
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.line_filter import LineFilter
from sim.app.hud.log_panel import draw_rows
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.carnevale.film import FilmLine
from sim.words import say
from sim.words.tongues import spoken

__all__ = ["LineList"]

HEADINGS = ("round", "turn")


class LineList:
    """Draws the lines that pass the filter. `commands`: what a click on one asks for."""

    def __init__(self, player: FilmPlayer, fonts: Fonts, commands: list[str]) -> None:
        self.player, self.fonts, self.commands = player, fonts, commands
        names = {mini.id: mini.name for mini in player.film.minis}
        self.filter = LineFilter(names)
        self._shown = -1  # the number of the line that was scrolled to last
        self._passed: tuple[tuple[object, ...], list[FilmLine]] | None = None  # what was looked for, and is there
        self._tall: dict[tuple[int, bool], float] = {}  # pixels of lines that were drawn: first event, opened?
        self._tall_of: tuple[object, ...] = ()  # the width, size of letters and language in which they have so many

    def draw(self, rect: Rect) -> None:
        f, player = self.fonts, self.player
        with widgets.panel("lines", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Chronicle"), 17)
            self.filter.draw(f, rect.w - f.px(26), max((line.round for line in player.film.lines), default=0))
            imgui.begin_child("film lines")
            top = imgui.get_window_pos().y
            bottom = top + imgui.get_window_size().y
            with font(f, "text", 13):
                self._forget_heights()
                for line in self._found():
                    tall = self._tall.get((line.first, self._is_told(line)))
                    if tall is not None and not imgui.is_rect_visible(V(1, tall)):
                        imgui.dummy(V(1, tall))  # told, and broken into rows, only where it is seen
                    else:
                        self._line(line, top, bottom)
                    if self._is_told(line) and self._shown != line.first:
                        imgui.set_scroll_here_y(0.5)
                        self._shown = line.first
            imgui.end_child()

    def _found(self) -> list[FilmLine]:
        """The lines that pass the filter."""
        look, film = self.filter, self.player.film
        if self._passed is None or self._passed[0] != look.wanted:
            found = [e for e in film.lines if look.passes(e.words, e.kind, e.concerns, e.round)]
            self._passed = look.wanted, found
        return self._passed[1]

    def _forget_heights(self) -> None:
        """Lines are as tall as before only in the same room, letters and language."""
        of = (imgui.get_content_region_avail().x, imgui.get_font_size(), spoken())
        if of != self._tall_of:
            self._tall_of, self._tall = of, {}

    def _is_told(self, line: FilmLine) -> bool:
        """Is it the line of what is shown now? It stands open: why a bot did it is told below it."""
        return self.player.line is not None and line.first == self.player.line.first

    def _line(self, line: FilmLine, top: float, bottom: float) -> None:
        """A line, of which the rows between `top` and `bottom` are seen."""
        f, player = self.fonts, self.player
        now = self._is_told(line)
        paint = theme.GOLD_BRIGHT if now or line.kind in HEADINGS else theme.PARCHMENT
        if line.first > player.number:
            paint = (*paint[:3], 0.55)
        imgui.begin_group()
        if line.within:
            imgui.indent(f.px(10))
        draw_rows(line.words, paint, top, bottom)
        if now and line.why:
            imgui.indent(f.px(10))
            with font(f, "text", 12):
                for why in line.why:
                    draw_rows(why, theme.ACTION, top, bottom)
            imgui.unindent(f.px(10))
        if line.within:
            imgui.unindent(f.px(10))
        imgui.end_group()
        self._tall[line.first, now] = imgui.get_item_rect_size().y
        if imgui.is_item_hovered():
            widgets.explain(f, line.words)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            imgui.get_window_draw_list().add_rect_filled(low, high, ink(theme.GOLD, 0.12), 2.0)
        if imgui.is_item_clicked():
            self.commands.append(f"seek {line.number}")
            self._shown = line.first  # it is in sight
