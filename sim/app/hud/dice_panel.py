"""The dice tray: the last roll, dice to throw again, and real dice to type in."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.layout import ACROSS, Rect, rows_of
from sim.app.hud.panel import Panel
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V, colour, font
from sim.app.table.glossary import roll_words, terms_told
from sim.app.table.key_actions import retypes, throw_unseen, throws_unseen
from sim.app.table.playback import DiceTray
from sim.carnevale.dice import COMPARED, has_destiny
from sim.carnevale.names import roll_named
from sim.carnevale.rerolls import RerollDice
from sim.words import capital, counted, joined, say, term

__all__ = ["DicePanel"]


class DicePanel(Panel):
    """The dice on the table."""

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants."""
        table, f = self.table, self.fonts
        asked = table.choice if isinstance(table.choice, RerollDice) else None
        with widgets.panel("tray", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            tray = table.tray
            if table.roll is not None:
                self._typed(rect)
                return widgets.used(f)
            if tray is None:
                widgets.title(f, say("Dice"), 17)
                widgets.wrapped(say("The Destiny Die is the golden one."), theme.FADED)
                return widgets.used(f)
            name = table.model.names
            title = say("{what}: {words}", what=name(tray.who), words=roll_named(tray.purpose))
            widgets.headline(f, title, 17, rect.w - f.px(44))
            self._dice(rect, asked)
            resting = tray.tumbling <= 0
            with font(f, "text", 12.5):
                if tray.needed and tray.outcome and resting:
                    if tray.faces or tray.outcome != "fail":  # else the want of dice says it
                        self._outcome(tray)
                    if tray.modifiers:
                        widgets.wrapped(joined(", ", tray.modifiers), theme.FADED)
                        if imgui.is_item_hovered():
                            changes = joined("\n", tray.modifiers)
                            widgets.tooltip(f, joined("\n\n", (changes, terms_told(changes))))
                elif asked is not None:
                    widgets.wrapped(say("Choose the dice to throw again."), theme.FADED)
                elif not resting:
                    colour("…", theme.FADED)
                    if tray.needed and tray.outcome:  # room for what is shown when they lie still
                        imgui.dummy(V(1, f.px(20)))
            return widgets.used(f)

    def _outcome(self, tray: DiceTray) -> None:
        """What has come of the roll, in large letters."""
        words, poor = capital(term(tray.outcome)), tray.outcome in ("fail", "fumble")
        if tray.purpose in COMPARED:  # whether it has won the others tell
            words, poor = counted("{n} Ace", "{n} Aces", tray.aces), False
        elif tray.faces:
            words = counted("{outcome}, {n} Ace", "{outcome}, {n} Aces", tray.aces, outcome=words)
        with font(self.fonts, "bold", 15):
            colour(words, theme.ALERT if poor else theme.GOLD_BRIGHT)

    def _dice(self, rect: Rect, asked: RerollDice | None) -> None:
        table, f = self.table, self.fonts
        tray = table.tray
        assert tray is not None
        if asked is not None:  # the roll is not read yet: what it needs is in the question
            tray.needed = asked.needed
        radius = self._radius(rect, 19)
        for i, (x, y) in enumerate(self._places(rect, len(tray.faces), radius)):
            loose = tray.tumbling > 0 and i in tray.loose
            shake = f.px(2) if loose and int(tray.tumbling * 20) % 2 else 0
            picked = i in table.picked
            widgets.die(
                f, x + shake, y - (f.px(4) if picked else 0), radius, tray.seen(i), destiny=i == tray.destiny,
                ace=tray.ace(i) or not tray.needed, picked=picked, loose=loose, changed=i in tray.rerolled,
            )  # fmt: skip
            if asked is not None:
                imgui.set_cursor_screen_pos(V(x - radius, y - radius))
                if imgui.invisible_button(f"die{i}", V(2 * radius, 2 * radius)):
                    table.pick_die(i)
        if tray.faces:
            self._below(rect, len(tray.faces), radius)
        else:
            failed = not tray.outcome or tray.outcome == "fail"
            widgets.wrapped(say("No dice at all: a Fail.") if failed else say("Without dice."), theme.FADED)

    def _radius(self, rect: Rect, wanted: float) -> float:
        """Of dice that lie beside each other, ringed, without touching."""
        f = self.fonts
        return min(f.px(wanted), (rect.w - f.px(24)) / ACROSS / 2.5)

    _top = 0.0  # of the dice that were laid out last

    def _places(self, rect: Rect, count: int, radius: float) -> list[tuple[float, float]]:
        """Where the middles of so many dice lie, row by row."""
        f = self.fonts
        self._top = imgui.get_cursor_screen_pos().y
        rows = rows_of(count)
        step = (rect.w - f.px(24)) / ACROSS
        return [
            (rect.x + f.px(12) + step * (i + 0.5), self._top + f.px(4) + radius + row * (2 * radius + f.px(8)))
            for row, wide in enumerate(rows)
            for i in range(wide)
        ]

    def _below(self, rect: Rect, count: int, radius: float) -> None:
        """Go on under the dice."""
        f = self.fonts
        tall = len(rows_of(count)) * (2 * radius + f.px(8)) + f.px(4)
        imgui.set_cursor_screen_pos(V(rect.x + f.px(12), self._top + tall))

    def _typed(self, rect: Rect) -> None:
        """Real dice: their faces are typed in, one by one; a wrong one is taken back by a click on it."""
        table, f = self.table, self.fonts
        roll = table.roll
        assert roll is not None
        title, detail = roll_words(table.model.shown, roll)
        widgets.headline(f, title, 16, rect.w - f.px(44))
        with font(f, "text", 12.5):
            widgets.wrapped(detail, theme.FADED)
        radius, golden = self._radius(rect, 14), 0 if has_destiny(roll.purpose) else roll.apart
        for i, (x, y) in enumerate(self._places(rect, roll.dice, radius)):
            if i < len(table.typed):
                widgets.die(f, x, y, radius, table.typed[i], destiny=i == golden, ace=True)
                imgui.set_cursor_screen_pos(V(x - radius, y - radius))
                if imgui.invisible_button(f"typed{i}", V(2 * radius, 2 * radius)):
                    table.untype_die(i)
                    break
                if imgui.is_item_hovered():
                    widgets.tooltip(f, say("Take it back"))
            else:
                paint = ink(theme.GOLD if i == len(table.typed) else theme.GOLD_DIM)
                imgui.get_window_draw_list().add_circle(V(x, y), radius, paint, 0, 1.5)
        self._below(rect, roll.dice, radius)
        if throws_unseen(table):
            hint = say("A bot's secret: whoever types it in knows it.")
            if key_button(f, say("Throw them unseen"), width=rect.w - f.px(24), hint=hint):
                throw_unseen(table)
                return
        self._faces(rect, roll.sides, len(table.typed) < roll.dice)
        half, anew = (rect.w - f.px(30)) / 2, retypes(table)
        words = {"Enter": say("Confirm"), "Bksp": say("Take back")}
        keyed = all(key_width(f, each, key) <= half for key, each in words.items())  # else the words alone are read
        pad = imgui.get_style().frame_padding
        imgui.push_style_var(imgui.StyleVar_.frame_padding, V(pad.x, min(pad.y, f.px(2.5))))
        if key_button(f, words["Enter"], "Enter" * keyed, able=len(table.typed) == roll.dice, lit=True, width=half):
            table.confirm()
        imgui.same_line(0, f.px(6))
        if key_button(f, words["Bksp"], "Bksp" * keyed, able=anew or bool(table.typed), width=half):
            if anew:
                self.commands.append("undo")
            else:
                table.untype_die()
        imgui.pop_style_var()

    def _faces(self, rect: Rect, sides: int, able: bool) -> None:
        """A button for each face."""
        table, f = self.table, self.fonts
        gap = f.px(4)
        wide = (rect.w - f.px(24) - 4 * gap) / 5
        pad = imgui.get_style().frame_padding
        imgui.push_style_var(imgui.StyleVar_.frame_padding, V(min(pad.x, wide / 8), min(pad.y, f.px(2.5))))
        for face in range(1, sides + 1):
            if key_button(f, f"{face}##face", width=wide, able=able):
                table.type_die(face)
            if face % 5 and face < sides:
                imgui.same_line(0, gap)
        imgui.pop_style_var()
