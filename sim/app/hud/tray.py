"""The dice tray: the last roll, dice to throw again, and real dice to type in."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.part import Part
from sim.app.hud.widgets import V, colour, font, key_button
from sim.app.table import tools
from sim.carnevale.telling import names_of


class Tray(Part):
    """The dice on the table."""

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants."""
        table, f = self.table, self.fonts
        choice = table.choice
        region = tools.dice_region(choice) if choice is not None else None
        with widgets.panel("tray", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            tray = table.tray
            if table.roll is not None:
                self._typed(rect)
                return widgets.used(f)
            if tray is None:
                widgets.title(f, "Dice", 17)
                widgets.wrapped("The Destiny Die is the golden one.", theme.FADED)
                return widgets.used(f)
            name = names_of(table.model.shown)
            with font(f, "title", 17):
                colour(widgets.fitted(f"{name(tray.who)}: {tray.purpose}", rect.w - f.px(28)), theme.GOLD_BRIGHT)
            self._dice(rect, region is not None)
            resting = tray.tumbling <= 0
            with font(f, "text", 12.5):
                if tray.needed and tray.outcome and resting:
                    aces = f", {tray.aces} Ace{'s' if tray.aces != 1 else ''}"
                    with font(f, "bold", 15):
                        paint = theme.ALERT if tray.outcome in ("fail", "fumble") else theme.GOLD_BRIGHT
                        colour(f"{tray.outcome.capitalize()}{aces}", paint)
                    if tray.modifiers:
                        colour(widgets.fitted(", ".join(tray.modifiers), rect.w - f.px(28)), theme.FADED)
                        if imgui.is_item_hovered():
                            widgets.tooltip(f, "\n".join(tray.modifiers))
                elif region is not None:
                    colour("Click the dice to throw again.", theme.FADED)
                elif not resting:
                    colour("…", theme.FADED)
                    if tray.needed and tray.outcome:  # room for what is told when they rest
                        imgui.dummy(V(1, f.px(20)))
            return widgets.used(f)

    def _dice(self, rect: Rect, picking: bool) -> None:
        table, f = self.table, self.fonts
        tray = table.tray
        assert tray is not None
        choice = table.choice
        if picking and choice is not None:  # the roll is not read yet: what it needs is in the question
            tray.needed = choice.facts["needed"]
        count = len(tray.faces)
        columns = 5
        radius = f.px(19)
        step = (rect.w - f.px(24)) / columns
        top = imgui.get_cursor_screen_pos().y + radius + f.px(4)
        for i in range(count):
            x = rect.x + f.px(12) + step * (i % columns + 0.5)
            y = top + (i // columns) * (2 * radius + f.px(8))
            loose = tray.tumbling > 0 and i in tray.loose
            shake = f.px(2) if loose and int(tray.tumbling * 20) % 2 else 0
            picked = i in table.picked
            widgets.die(
                f, x + shake, y - (f.px(4) if picked else 0), radius, tray.seen(i), destiny=i == 0,
                ace=tray.ace(i) or not tray.needed, picked=picked, loose=loose, changed=i in tray.rerolled,
            )  # fmt: skip
            if picking:
                imgui.set_cursor_screen_pos(V(x - radius, y - radius))
                if imgui.invisible_button(f"die{i}", V(2 * radius, 2 * radius)):
                    table.pick_die(i)
        imgui.set_cursor_screen_pos(
            V(rect.x + f.px(12), top + ((count - 1) // columns) * (2 * radius + f.px(8)) + radius + f.px(8))
        )
        if not count:
            widgets.wrapped("No dice at all: a Fail.", theme.FADED)

    def _typed(self, rect: Rect) -> None:
        """Real dice: their faces are typed in, one by one."""
        table, f = self.table, self.fonts
        roll = table.roll
        assert roll is not None
        left = roll.dice - len(table.typed)
        with font(f, "title", 17):
            who = names_of(table.model.shown)(roll.who)
            colour(widgets.fitted(f"{who}: {roll.purpose}", rect.w - f.px(28)), theme.GOLD_BRIGHT)
        widgets.wrapped(f"Throw {roll.dice} dice and click their faces, the Destiny Die first. {left} left.")
        wide = (rect.w - f.px(24) - 4 * f.px(6)) / 5
        for face in range(1, 11):
            if key_button(f, f"{face}##face", width=wide):
                table.type_die(face)
            if face % 5:
                imgui.same_line(0, f.px(6))
        with font(f, "bold", 13):
            imgui.text(" ".join(map(str, table.typed)))
