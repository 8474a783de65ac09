"""The turn track: a small mark for each mini, at the top of the board: who has acted, who can, whose turn it is."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.roster_panel import choose
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V
from sim.app.table.tools import Tool
from sim.carnevale.characters import Character
from sim.carnevale.names import names_of
from sim.words import say

__all__ = ["TurnTrack"]

STEP = 21  # at 1280x800


class TurnTrack(Panel):
    """Full marks can act, hollow ones have acted; whose turn it is stands in gold, and who may be picked is lined."""

    def draw(self, room: Rect) -> Rect | None:
        """In the middle of as much room as it may take. Returns where it lies."""
        state, f = self.table.model.shown, self.fonts
        whose = enumerate([c for c in state.characters.values() if c.seat == seat] for seat in state.seats)
        gangs = [(number, gang) for number, gang in whose if gang]
        count = sum(len(gang) for _, gang in gangs)
        if not state.round or not count:
            return None
        step = min(f.px(STEP), (room.w - f.px(24) * len(gangs)) / count)
        wide = step * count + f.px(14) * (len(gangs) - 1) + f.px(16)
        rect = Rect(round(room.x + (room.w - wide) / 2), room.y, wide, room.h)
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("track", rect, flags=flags, alpha=0.80):
            x = rect.x + f.px(8)
            for number, gang in gangs:
                for c in gang:
                    self._mark(c, number, Rect(x, rect.y, step, rect.h))
                    x += step
                x += f.px(14)
        return rect

    def _mark(self, c: Character, number: int, cell: Rect) -> None:
        table, f = self.table, self.fonts
        draw, middle = imgui.get_window_draw_list(), cell.x + cell.w / 2
        imgui.set_cursor_screen_pos(V(cell.x, cell.y))
        if imgui.invisible_button(f"track {c.id}", V(cell.w, cell.h)):
            self.commands += choose(table, c)
        if imgui.is_item_hovered():
            if table.tool is Tool.LOOK:
                table.hovered = c.id
            widgets.tooltip(f, self._words(c))
        if not c.alive or c.escaped:
            y, r = cell.y + f.px(13), f.px(4)
            draw.add_line(V(middle - r, y - r), V(middle + r, y + r), ink(theme.FADED, 0.6), 1.5)
            draw.add_line(V(middle - r, y + r), V(middle + r, y - r), ink(theme.FADED, 0.6), 1.5)
            return
        acts = table.model.shown.active == c.id
        widgets.seat_mark(middle, cell.y + f.px(12), f.px(5.2), number, hollow=c.had_turn and not acts)
        if acts:
            draw.add_circle(V(middle, cell.y + f.px(12)), f.px(8.5), ink(theme.GOLD_BRIGHT), 0, f.px(1.8))
        elif table.choice is not None and table.tool is Tool.PICK and c.id in table.choice.options:
            y = cell.y + f.px(3.5)
            draw.add_line(V(middle - f.px(5), y), V(middle + f.px(5), y), ink(theme.GOLD), f.px(1.6))
        left, y = middle - f.px(7), cell.y + f.px(22)
        share = c.lp / max(1, c.profile.lp)
        draw.add_rect_filled(V(left, y), V(left + f.px(14), y + f.px(3)), ink((0, 0, 0, 0.7)))
        draw.add_rect_filled(V(left, y), V(left + f.px(14) * share, y + f.px(3)), ink(theme.LIFE))

    def _words(self, c: Character) -> str:
        state = self.table.model.shown
        name = names_of(state)(c.id)
        if not c.alive:
            return say("{name} has fallen", name=name)
        if c.escaped:
            return say("{name} is away", name=name)
        turn = say("its turn") if state.active == c.id else say("has acted") if c.had_turn else say("can act")
        return say("{name}: {lp} of {most} LP, {turn}", name=name, lp=c.lp, most=c.profile.lp, turn=turn)
