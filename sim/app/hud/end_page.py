"""The end of a game: who won and how the points were made, and all that can be told of it."""

from __future__ import annotations

from collections import defaultdict

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.layout import Rect
from sim.app.hud.story_page import STORY, StoryPage
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.app.table.campaign_games import campaign_of
from sim.app.table.glossary import agenda_words
from sim.app.table.key_bindings import TURNED
from sim.app.table.model import TableModel
from sim.carnevale.events import Forfeited, Scored
from sim.carnevale.names import seat_called
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["END", "EndPage"]

LOW = 0.36  # of the score's room: the chances below it
END = say("Score")  # the first tab, before those of the story
BUTTONS = (
    (say("Look at the board"), "L", "look"),
    (say("The film"), "F", "film"),
    (say("Play again"), "A", "again"),
    (say("To the start"), "S", "leave"),
)
CAMPAIGN = (say("To the campaign"), "C", "campaign")  # in place of another game of the kind


class EndPage(StoryPage):
    """The story of a game that is over, and its score first."""

    def __init__(self, model: TableModel, fonts: Fonts) -> None:
        super().__init__(model, fonts, (END, *STORY))
        journal = model.session.journal
        self.of_campaign = campaign_of(None if journal is None else journal.path) is not None
        self._points = defaultdict[str, KeyScroll](KeyScroll)  # how each gang made them, by its seat
        self.ways = tuple(CAMPAIGN if self.of_campaign and way[2] == "again" else way for way in BUTTONS)

    def draw_whole(self, rect: Rect) -> str:
        """Returns "look", "film", "film#NUMBER" from an event on, "again" or "campaign", "leave", or nothing."""
        f, said = self.fonts, ""
        with widgets.panel("end", rect, alpha=0.98, front=True, flags=int(imgui.WindowFlags_.no_scrollbar)):
            self._winner(rect)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(20), imgui.get_cursor_screen_pos().y + f.px(4)))
            self.draw_tabs(rect.w - f.px(40))
            top = imgui.get_cursor_screen_pos().y + f.px(6)
            inner = Rect(rect.x + f.px(20), top, rect.w - f.px(40), rect.bottom - f.px(56) - top)
            if self.tab == END:
                self._score(inner)
            else:
                self.draw(inner)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(20), rect.bottom - f.px(46)))
            wide = (rect.w - f.px(40) - (len(self.ways) - 1) * f.px(8)) / len(self.ways)
            for i, (label, key, command) in enumerate(self.ways):
                if i:
                    imgui.same_line(0, f.px(8))
                if key_button(f, label, key, width=wide, lit=command in ("again", "campaign"), able=self._may(command)):
                    said = command
        said, self.asked = said or self.asked, ""
        return said

    def _score(self, rect: Rect) -> None:
        """Each gang's, side by side; below, where there is room, how likely each was to win."""
        seats, told = list(self.model.shown.seats), bool(self.story().standings[0].chances)
        low = rect.h * LOW if told and rect.h * LOW > self.fonts.px(120) else 0.0
        step = rect.w / len(seats)
        for number, seat in enumerate(seats):
            self._seat_end(seat, number, Rect(rect.x + number * step, rect.y, step, rect.h - low))
        if low:
            imgui.set_cursor_screen_pos(V(rect.x, rect.bottom - low))
            self.draw_chances(Rect(rect.x, rect.bottom - low, rect.w, low))

    def press(self, key: str) -> str:
        """As for the story; of the buttons below, what they ask for."""
        asked = next((command for _, own, command in self.ways if own.lower() == key), "")
        if asked and self._may(asked):
            return asked
        turned = [points.turn(key) for points in self._points.values() if self.tab == END]
        return TURNED if any(turned) else super().press(key)

    @property
    def has_film(self) -> bool:
        return self.model.session.journal is not None

    def _may(self, command: str) -> bool:
        return command != "film" or self.has_film

    def _winner(self, rect: Rect) -> None:
        f, state = self.fonts, self.model.shown
        winners = [seat_called(w, state.seats[w].gang) for w in state.winners]
        words = (
            say("Victory for {gang}", gang=winners[0])
            if len(winners) == 1
            else say("A draw")
            if winners
            else say("The game is over")
        )
        with font(f, "title", 36):
            share = widgets.shrunk(told(words), rect.w - f.px(40))
        with font(f, "title", 36 * share):
            size = imgui.calc_text_size(told(words))
            imgui.set_cursor_screen_pos(V(rect.x + (rect.w - size.x) / 2, rect.y + f.px(12)))
            colour(words, theme.GOLD_BRIGHT)
        with font(f, "text", 14):
            line = counted("After {n} round", "After {n} rounds", state.round)
            x = rect.x + (rect.w - imgui.calc_text_size(told(line)).x) / 2
            imgui.set_cursor_screen_pos(V(x, imgui.get_cursor_screen_pos().y - f.px(4)))
            colour(line, theme.FADED)

    def _seat_end(self, id: str, number: int, rect: Rect) -> None:
        """A gang's points and how it made them."""
        f, state = self.fonts, self.model.shown
        seat, x, top, wide = state.seats[id], rect.x, rect.y, rect.w
        widgets.seat_mark(x + f.px(12), top + f.px(14), f.px(9), number, hollow=id not in state.winners)
        imgui.set_cursor_screen_pos(V(x + f.px(30), top))
        widgets.headline(f, term(seat.gang or id.capitalize()), 20, wide - f.px(50))
        imgui.set_cursor_screen_pos(V(x + f.px(8), top + f.px(28)))
        with font(f, "bold", 44):
            colour(str(seat.vp), theme.PARCHMENT)
            after = imgui.get_item_rect_max()
        with font(f, "text", 15):
            imgui.set_cursor_screen_pos(V(after.x + f.px(8), top + f.px(54)))
            colour(say("Victory Points"), theme.FADED)
        own = [c for c in state.characters.values() if c.seat == id]
        stand = sum(c.on_board for c in own)  # whoever fled or left the board does not
        lines: list[str] = [counted("{n} of {own} still stands", "{n} of {own} still stand", stand, own=len(own))]
        made = [each for each in state.log if isinstance(each, (Scored, Forfeited)) and each.seat == id]
        lines += [joined("  ", (f"{'+' if isinstance(e, Scored) else '-'}{e.vp}", term(e.why))) for e in made]
        lines += [say("open: {agenda}", agenda=agenda_words(a)[0]) for a in seat.agendas]
        imgui.set_cursor_screen_pos(V(x + f.px(8), top + f.px(92)))
        size = V(max(wide - f.px(16), 1.0), max(rect.bottom - top - f.px(92), 1.0))
        if imgui.begin_child(f"lines of {id}", size):
            with font(f, "text", 13.5):
                for line in lines:
                    widgets.wrapped(line)
            self._points[id].draw()
        imgui.end_child()
