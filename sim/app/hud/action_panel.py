"""What is asked of the player, and the buttons that answer it."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import FINAL, final_mark, key_button, key_width, tall_button
from sim.app.hud.fitted_letters import FittedLetters
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.key_words import with_keys
from sim.app.hud.layout import Rect
from sim.app.hud.panel import Panel
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font, marked
from sim.app.table import key_actions, tools
from sim.app.table.controller import TableController
from sim.app.table.key_bindings import keys_of
from sim.app.table.lesson_table import LessonTable
from sim.app.table.tools import Button, Tool
from sim.carnevale.events import TurnEnded
from sim.words import capital, counted, joined, say
from sim.words.tongues import told

__all__ = ["CHOSEN", "ActionPanel"]

TURN = 15.0  # degrees of a vessel, a click
SHORT = 32  # letters: longer hints are shown when a button is pointed at
CORNERS = say(
    "Your own way, in place of the shortest: each click, or Enter, is a corner of it; the last one once more, and it "
    "goes there. With Shift a single one is a corner"
)
CHOSEN = say("Choose each corner of the way; the last one once more, and it goes there.")
LATELY = 160  # at 1280x800: the room that what came last takes beside a title, at the least


class ActionPanel(Panel):
    """The question and its buttons. More than the panel holds are scrolled to."""

    _wanted = 0.0
    _enemy_thinks = False

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        self.letters, self.scroll = FittedLetters(), KeyScroll()
        self.lately: Callable[[], str] = str  # what the chronicle told last

    @property
    def is_list(self) -> bool:
        """Is what is asked answered by buttons alone, so that nothing of the board is pointed at?"""
        menu = self.table.menu
        return menu is not None and menu.tool is Tool.LOOK and not any(button.tool for button in menu.buttons)

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants."""
        self._enemy_thinks = self.table.model.bot_turn or (self._enemy_thinks and self.table.busy)
        whole, menu, fits = self.fonts, self.table.menu, self._wanted <= rect.h + 1
        asked = (menu.question, len(menu.buttons), rect.w) if menu is not None else None
        with (
            self.letters.fonts(whole, asked) as self.fonts,
            widgets.panel("actions", rect, flags=int(imgui.WindowFlags_.no_scrollbar) if fits else 0),
        ):
            self._wanted = self._drawn(rect)
            self.scroll.draw()
        self.fonts = whole
        self.letters.drawn(self._wanted, rect.h)
        return self._wanted

    def _drawn(self, rect: Rect) -> float:
        table, f = self.table, self.fonts
        menu = table.menu
        if table.failure:
            widgets.title(f, say("The game stopped"), 18)
            widgets.wrapped(table.failure, theme.ALERT)
            return widgets.used(f)
        if isinstance(table, LessonTable) and table.quiz is not None:  # its digits are not the menu's
            widgets.title(f, say("The coach asks"), 19)
            widgets.wrapped(say("The answers stand beside the board."), theme.FADED)
            return widgets.used(f)
        if menu is None:
            self._idle()
            return widgets.used(f)
        choice = table.choice
        seat = choice.seat if choice is not None else None
        if seat is not None:
            self._mark(seat)
        with font(f, "title", 19):
            widgets.wrapped(menu.question, theme.GOLD_BRIGHT)
        words = table.model.notice or (CHOSEN if table.by_corners else menu.detail)
        if words:
            wide = imgui.get_item_rect_max().x - rect.x + f.px(20)
            paint = theme.ALERT if table.model.notice else theme.FADED
            with font(f, "text", 13):
                if wide + imgui.calc_text_size(told(words)).x < rect.w - f.px(16):
                    imgui.same_line(wide)
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(5))
                widgets.wrapped(with_keys(words, f.keys), paint)  # beside, or below in as many lines as it needs
                widgets.explain(f, words)
        self._buttons(menu.buttons, rect)
        return widgets.used(f)

    def _idle(self) -> None:
        table = self.table
        if table.paused:
            widgets.title(self.fonts, say("Paused"), 19)
        elif (reader := table.curtain.reader) is not None:
            self._mark(reader)
            widgets.title(self.fonts, say("You have drawn a new agenda"), 19)
            widgets.wrapped(say("It stands with your others. The game goes on once they are hidden."), theme.FADED)
            if key_button(self.fonts, say("Hide the agendas"), "Enter", lit=True):
                table.curtain.hide()
        elif table.model.over:
            widgets.title(self.fonts, say("The game is over"), 19)
            if key_button(self.fonts, say("Show the result again"), "Esc"):
                self.commands.append("back")
        elif self._enemy_thinks:
            asked = table.model.pending
            seat = asked.seat if asked is not None else None
            thinks = say("The enemy is thinking")
            if seat is not None and len(table.model.shown.seats) > 2:  # which one
                thinks = say("Thinking: {seat}", seat=table.model.names(seat))
            self._acting(thinks, seat)
            self._hasten()
        elif table.roll is not None:
            widgets.title(self.fonts, say("Throw the dice"), 19)
            widgets.wrapped(say("Type their faces into the tray."), theme.FADED)
        elif table.sets_up_rest and table.busy:
            self._acting(say("The rest is set up"))
            widgets.wrapped(say("Each place is measured first."), theme.FADED)
        elif not table.plays and not table.model.over:
            widgets.title(self.fonts, say("A moment"), 19)
        elif table.plays:
            who = self.actor
            self._acting(say("{who} acts", who=table.model.names(who)) if who else say("So it happens"))
            self._hasten()

    @property
    def actor(self) -> str | None:
        """Who acts, if out of its turn; else whose turn it is, or was just now."""
        shown = self.table.model.shown
        if shown.doing:
            return shown.doing[-1]
        last = shown.log[-1] if shown.log else None
        return last.who if isinstance(last, TurnEnded) else shown.active

    def _acting(self, title: str, thinks: str | None = None) -> None:
        """Who acts, of which gang, and what came of it last. `thinks`: the seat that does, whoever acted last."""
        model, f = self.table.model, self.fonts
        who = self.actor
        seat = thinks or (model.shown[who].seat if who else None)
        if seat is not None:
            self._mark(seat)
        with font(f, "title", 19):
            widgets.wrapped(title, theme.GOLD_BRIGHT)
        if words := self.lately():
            left = imgui.get_item_rect_max().x - imgui.get_window_pos().x + f.px(20)
            room = imgui.get_window_width() - left - f.px(16)
            with font(f, "text", 13):
                wide = imgui.calc_text_size(told(words)).x * widgets.HEADLINE[-1]
                if room >= f.px(LATELY) and wide <= room:
                    imgui.same_line(left)
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(5))
                    squeezed(f, words, room)
                else:  # in letters that can be read, on as many lines as it needs
                    widgets.wrapped(words, theme.PARCHMENT)

    def _mark(self, seat: str) -> None:
        """The gang's, before what follows."""
        f, at = self.fonts, imgui.get_cursor_screen_pos()
        widgets.seat_mark(at.x + f.px(7), at.y + f.px(12), f.px(6.5), self.table.model.seat_number(seat))
        imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y))

    def _hasten(self) -> None:
        """What is being shown can be cut short: at the right end, for answers begin at the left."""
        table, f, at = self.table, self.fonts, imgui.get_cursor_screen_pos()
        room, label = imgui.get_content_region_avail().x, say("Show it at once")
        wide = min(key_width(f, label, "Space"), room) if table.plays else 0.0
        left = room - wide - f.px(10)
        beside = left >= f.px(LATELY)
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + (left if beside else room))
        with font(f, "text", 13):
            imgui.align_text_to_frame_padding()
            widgets.wrapped(
                say("A click on the board shows it at once, too; + and - change the pace.")
                if table.plays
                else say("+ and - change the pace."),
                theme.FADED,
            )
        imgui.pop_text_wrap_pos()
        if not table.plays:
            return
        below = imgui.get_cursor_screen_pos()
        imgui.set_cursor_screen_pos(V(at.x + room - wide, at.y if beside else below.y))
        if key_button(f, label, "Space", width=wide):
            table.skip_animations()
        imgui.set_cursor_screen_pos(V(at.x, max(below.y, imgui.get_cursor_screen_pos().y)))

    def _hand(self, x: float, right: float) -> None:
        """What else the tool in hand does, each with its key."""
        table, f, gap = self.table, self.fonts, self.fonts.px(6)
        offers: list[tuple[str, str, bool, Callable[[], object]]] = []
        if table.tool in (Tool.ROW, Tool.MOOR):
            offers.append((say("Turn it left"), ",", False, lambda: table.turn_by(TURN)))
            offers.append((say("Turn it right"), ".", False, lambda: table.turn_by(-TURN)))
        elif table.tool is Tool.RUN:
            offers.append((say("Choose the way"), "Q", table.by_corners, table.turn_corners))
        elif table.tool is Tool.DEPLOY:
            offers.append((say("The next mini"), "Tab", False, lambda: key_actions.next_mini(table)))
        for label, key, lit, does in offers:
            wide = key_width(f, label, key)
            here = imgui.get_cursor_screen_pos()
            if here.x > x and here.x + wide > right:
                imgui.new_line()
            if key_button(f, label, key, lit=lit, width=wide, hint=CORNERS if table.tool is Tool.RUN else ""):
                does()
            imgui.same_line(0, gap)

    def _buttons(self, buttons: tuple[Button, ...], rect: Rect) -> None:
        table, f = self.table, self.fonts
        right = rect.right - f.px(14) - (0 if self._wanted <= rect.h + 1 else imgui.get_style().scrollbar_size)
        gap = f.px(6)
        x = imgui.get_cursor_screen_pos().x
        if tools.picks_dice(table.choice):
            label = (
                counted("Throw {n} again", "Throw {n} again", len(table.picked))
                if table.picked
                else say("Keep them all")
            )
            if key_button(f, label, "Enter", lit=True):
                table.give_dice()
            return
        if table.tool is Tool.MANY:
            chosen = len(table.chosen)
            if key_button(f, counted("This one", "These {n}", chosen) if chosen else say("Nobody"), "Enter", lit=True):
                table.confirm()
            imgui.same_line(0, gap)
        by_enter, tells = table.by_enter, _tells_hints(buttons)
        for i, (button, key) in enumerate(zip(buttons, keys_of(buttons), strict=True)):
            label = button.label
            if tells and _may_tell_hint(button):
                label = joined("  ", (button.label, button.hint))
            wide = min(key_width(f, label, key), rect.w - f.px(28))
            here = imgui.get_cursor_screen_pos()
            if here.x > x and here.x + wide > right:
                imgui.new_line()
            lit = button is by_enter or table.holds(button)
            hint: str | None = joined("\n", (capital(button.why) or button.hint, FINAL.get(button.final, "")))
            if button.ap:
                hint = say("{ap} AP. {hint}", ap=button.ap, hint=hint)
            if table.pinned and table.preview is not None and table.preview.answer == button.answer:
                hint = None  # the panel that waits to be confirmed tells it, and a tooltip would lie over that
            if tall_button(f, marked(label, i), key, able=not button.why, lit=lit, width=wide, hint=hint):
                table.press(button)
            if button.final:
                final_mark(f, button.final)
            imgui.same_line(0, gap)
        self._hand(x, right)
        imgui.new_line()


def _may_tell_hint(button: Button) -> bool:
    """Is it an answer that its hint could stand beside?"""
    return bool(button.hint) and button.tool is None and not button.key


def _tells_hints(buttons: tuple[Button, ...]) -> bool:
    """Do hints stand in the buttons? All of them or none: what one alone tells would seem to hold for it alone."""
    return all(len(told(button.hint)) <= SHORT for button in buttons if _may_tell_hint(button))
