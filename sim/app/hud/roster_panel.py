"""The gangs: who lives, with how much life, and who has had a turn."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V, font
from sim.app.table.controller import TableController
from sim.app.table.tools import Tool
from sim.carnevale.characters import Character
from sim.carnevale.names import names_of, seat_called
from sim.words import say
from sim.words.tongues import told

__all__ = ["LEAST", "RosterPanel", "choose", "is_lit"]


NARROW = 190  # at 1280x800: a row that holds no name beside its bar
BESIDE = 98  # at 1280x800: what mark and bar take of a row
LEAST = 0.75  # of the size of names: a longer one has a line to itself
NAME = 13.0  # the size of names, where they fit


class RosterPanel(Panel):
    """A row a mini."""

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants."""
        f, table = self.fonts, self.table
        state = table.model.shown
        name = names_of(state)
        with widgets.panel("roster", rect):
            for number, seat in enumerate(state.seats.values()):
                own = [c for c in state.characters.values() if c.seat == seat.id]
                widgets.headline(f, seat_called(seat.id, seat.gang), 17, rect.w - f.px(40))
                imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(8), f.px(1)))
                for c in own:
                    self._row(c, number, name(c.id))
                imgui.pop_style_var()
                if number + 1 < len(state.seats):
                    imgui.dummy(V(1, f.px(3)))
            return widgets.used(f)

    def _row(self, c: Character, number: int, name: str) -> None:
        f, table = self.fonts, self.table
        imgui.push_id(c.id)
        at = imgui.get_cursor_screen_pos()
        wide, line = imgui.get_content_region_avail().x, f.px(18)
        narrow = wide < f.px(NARROW)
        alone = narrow or self._is_long(name, wide - f.px(BESIDE))  # the name has a line to itself
        tall = 2 * line if alone else line
        pressed, _ = imgui.selectable("##row", is_lit(table, c), int(imgui.SelectableFlags_.none), V(wide, tall))
        if pressed:
            self.commands += choose(table, c)
        if imgui.is_item_hovered() and table.tool is Tool.LOOK:
            table.hovered = c.id
        draw = imgui.get_window_draw_list()
        fade = 1.0 if c.alive else 0.35
        middle = at.y + line / 2
        widgets.seat_mark(at.x + f.px(7), middle, f.px(4.2), number, hollow=c.had_turn or not c.alive)
        face, room = "bold" if table.model.shown.active == c.id else "text", wide - f.px(20 if alone else BESIDE)
        with font(f, face, NAME):
            place = V(at.x + f.px(17), middle - imgui.get_text_line_height() / 2)
            widgets.draw_fitted(draw, place, name, room, ink(theme.PARCHMENT, fade))
        middle += line if alone else 0.0
        x = at.x + (f.px(17) if narrow else wide - f.px(76))
        if not c.alive or c.escaped:
            with font(f, "text", 12):
                draw.add_text(
                    V(x, middle - f.px(7)), ink(theme.FADED, 0.7), told(say("away") if c.alive else say("fallen"))
                )
        else:
            share = c.lp / max(1, c.profile.lp)
            draw.add_rect_filled(V(x, middle - f.px(4)), V(x + f.px(44), middle + f.px(4)), ink((0, 0, 0, 0.6)), 2)
            draw.add_rect_filled(V(x, middle - f.px(4)), V(x + f.px(44) * share, middle + f.px(4)), ink(theme.LIFE), 2)
            with font(f, "bold", 12.5):
                draw.add_text(V(x + f.px(50), middle - f.px(7)), ink(theme.PARCHMENT), f"{c.lp}")
        imgui.pop_id()

    def _is_long(self, name: str, room: float) -> bool:
        """Would it be much smaller than the others beside its bar, in the letters of whoever acts?"""
        with font(self.fonts, "bold", NAME):
            return imgui.calc_text_size(told(name)).x * LEAST > room


def is_lit(table: TableController, c: Character) -> bool:
    """Is it the mini in hand: the one that is set up now, or else the selected one?"""
    return c.id == (table.deploying if table.tool is Tool.DEPLOY else table.selected)


def choose(table: TableController, c: Character) -> list[str]:
    """A mini is clicked in a list: it answers what is asked, or is looked at. Returns what is asked of the window."""
    choice = table.choice
    if choice is not None and table.tool is Tool.PICK and c.id in choice.options:
        table.give(c.id)
    elif choice is not None and table.tool is Tool.DEPLOY and c.seat == choice.seat:
        table.deploying = c.id
    elif table.tool is Tool.ATTACK and any(a.target == c.id for a in table.attacks):
        table.click(c.id, c.at)
    else:
        table.selected = c.id
        return ["centre"]
    return []
