"""The chronicle: a line for an action, opened by a click; who points at a line sees on the board what was measured."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.line_filter import LineFilter
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.controller import TableController
from sim.carnevale import evidence
from sim.carnevale.chronicle import HEADINGS, Chronicle, ChronicleEntry
from sim.carnevale.events import DiceThrown, Event, Rerolled, Rolled
from sim.words import listed, say
from sim.words.tongues import told

__all__ = ["LogPanel", "draw_rows", "whole_rows"]

HEADING = say("Chronicle")
NEARLY = 0.1  # of a row: so much of it may be hidden
TAILS = 0.08  # of a row: so far letters of the one above hang into it
SETTLES = 2  # frames after another size: lines wrap anew in one, and a scroll bar takes its room in the next
BRIEF = 2.2  # rows: where there is room for fewer, an entry is told in one
AIRY = 4  # rows: with more, some room is left under the last one
LINES = 160  # of the chronicle that are kept on screen


class _Told(NamedTuple):
    """An entry in words. `of`: how many events it had; `telling`: the event whose evidence it shows."""

    of: int
    line: str
    telling: int
    details: list[tuple[int, str]]  # told when they are first wanted: they take longer than the line


class LogPanel(Panel):
    """What has happened."""

    def __init__(self, table: TableController, fonts: Fonts, commands: list[str]) -> None:
        super().__init__(table, fonts, commands)
        names = table.model.names
        self.filter = LineFilter({c.id: names(c.id) for c in table.model.shown.characters.values()})
        self.finding = False  # is the filter shown?
        self.opened: set[int] = set()  # entries whose details are shown, by the number of their first event
        self._chronicle = Chronicle(table.model.open_to_all)
        self._latest: Event | None = None  # that the chronicle has taken in
        self._found: tuple[tuple[object, ...], list[ChronicleEntry]] | None = None  # what was looked for, and is there
        self._told: dict[int, _Told] = {}  # by the number of the first event
        self._scroll = False
        self._size = (0.0, 0.0)  # of the panel when it was last drawn, wide and tall
        self._settling = 0  # frames that it keeps to the end
        self._seen = (0.0, 0.0)  # from which pixel to which lines are seen
        self._read: int | None = None  # the entry that a key opened, by the number of its first event
        self._goes_to = False  # it is brought into view

    def last_line(self) -> str:
        """What was told last of the turn in hand; nothing of it yet, or dice for something else since: no words."""
        entries = [entry for entry in self._chronicle.entries[-2:] if not entry.sets_out]
        if not entries or entries[-1].kind in HEADINGS:
            return ""
        dice = isinstance(self._latest, (DiceThrown, Rerolled, Rolled)) and entries[-1].events[-1] != self._latest
        return "" if dice else self._words_of(entries[-1]).line

    def read_on(self, steps: int) -> None:
        """Open the line before the one that a key opened last, or after it, as a click does; from none the last one.
        Beyond the last one none is open."""
        entries = [each for each in self._entries() if self._is_line(each) and each.kind not in HEADINGS]
        firsts = [each.numbers[0] for each in entries]
        here = firsts.index(self._read) if self._read in firsts and self.table.evidence is not None else len(firsts)
        self._close()
        there = max(here + steps, 0)
        if there < len(entries):
            self._read, self._goes_to, self.table.evidence = firsts[there], True, entries[there].telling
            if self._opens(entries[there]):
                self.opened.add(self._read)

    def _close(self) -> None:
        """The line that a key opened is open no longer."""
        if self._read is not None:
            self.opened.discard(self._read)
            self._read = self.table.evidence = None

    def _is_line(self, entry: ChronicleEntry) -> bool:
        return bool(self._words_of(entry).line) and not entry.sets_out

    def _opens(self, entry: ChronicleEntry) -> bool:
        """Is there more of it to be told?"""
        return len(self._details_of(entry)) > 1 or bool(self._reasons_of(entry))

    def draw(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        self._read_log()
        with widgets.panel("log", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            rows = self._rows(rect)
            if rows < BRIEF and not self.finding and (entry := self._in_hand()) is not None:
                self._brief(rect, entry, headed=rows >= 1)
                return
            self._heading(rect)
            imgui.begin_child("lines", V(0, 0))
            top = imgui.get_window_pos().y
            self._seen = (top, top + imgui.get_window_size().y)
            with font(f, "text", 13):
                table.line = None
                entries = self._entries()
                for entry in entries:
                    self._entry(entry)
                if not entries and self.filter.is_set:
                    widgets.wrapped(say("Nothing of that."), theme.FADED)
                elif not entries:
                    self._who_meets()
            imgui.dummy(V(1, f.px(10 if rows > AIRY else 1)))
            if (rect.w, rect.h) != self._size:
                self._size, self._settling = (rect.w, rect.h), SETTLES
            if entries and (self._scroll or self._settling):
                imgui.set_scroll_here_y(1.0)
                self._scroll, self._settling = False, max(0, self._settling - 1)
            imgui.end_child()

    def _rows(self, rect: Rect) -> float:
        """How many there is room for under the heading."""
        style = imgui.get_style()
        with font(self.fonts, "title", 17):
            room = rect.h - 2 * style.window_padding.y - imgui.get_text_line_height_with_spacing()
        with font(self.fonts, "text", 12):
            room -= 0 if self._find_beside(rect)[1] else imgui.get_text_line_height_with_spacing()
        with font(self.fonts, "text", 13):
            return float(room / imgui.get_text_line_height())

    def _in_hand(self) -> ChronicleEntry | None:
        """The entry that a key opened, or the last one that is told."""
        lines = [each for each in self._entries() if self._is_line(each)]
        read = [each for each in lines if each.numbers[0] == self._read]
        return next(iter((read or lines)[-1:]), None)

    def _brief(self, rect: Rect, entry: ChronicleEntry, *, headed: bool) -> None:
        """Where there is room for a row alone: one entry, whole, in smaller letters where it is longer. `headed`: under
        the heading, for which there is room, too."""
        f, table = self.fonts, self.table
        if headed:
            self._heading(rect)
        pad, at = imgui.get_style().window_padding, imgui.get_cursor_screen_pos()
        wide = rect.w - 2 * pad.x - (0 if headed else f.px(26))  # left of the corner that folds it
        top = at.y if headed else rect.y + f.px(6)
        shown, words = table.evidence in entry.numbers, told(self._words_of(entry).line)
        table.line = None
        with font(f, "text", 13):
            letters = imgui.get_font_size()
        for share in widgets.LINE:
            imgui.push_font(imgui.get_font(), letters * share)
            size = imgui.calc_text_size(words, wrap_width=wide)
            imgui.pop_font()
            if size.y <= rect.bottom - f.px(6) - top:
                break
        y = top if headed else rect.y + (rect.h - size.y) / 2
        imgui.set_cursor_screen_pos(V(at.x, y))
        imgui.dummy(V(wide, size.y))
        paint = ink(theme.GOLD_BRIGHT if shown or entry.kind in HEADINGS else theme.PARCHMENT)
        imgui.push_font(imgui.get_font(), letters * share)
        draw = imgui.get_window_draw_list()
        draw.add_text(imgui.get_font(), imgui.get_font_size(), V(at.x, y), paint, words, None, wide)
        imgui.pop_font()
        if imgui.is_item_hovered():
            table.line = entry.telling
            widgets.explain(f, words)
        if imgui.is_item_clicked():
            table.evidence = None if shown else entry.telling

    def _find_beside(self, rect: Rect) -> tuple[float, bool]:
        """How wide the button is that looks for lines, and whether it stands beside the heading."""
        f, words = self.fonts, say("Close") if self.finding else say("Find")
        with font(f, "text", 12):
            wide = imgui.calc_text_size(told(words)).x + f.px(16)
        with font(f, "title", 17):
            return wide, imgui.calc_text_size(told(HEADING)).x <= rect.w - wide - f.px(60)

    def _heading(self, rect: Rect) -> None:
        f = self.fonts
        words = say("Close") if self.finding else say("Find")
        wide, fits = self._find_beside(rect)
        widgets.title(f, HEADING, 17)
        with font(f, "text", 12):
            if fits:  # or else it stands below
                imgui.same_line(rect.w - wide - f.px(38))  # left of the corner that folds it
            if imgui.small_button(widgets.marked(words, "find")):
                self.find()
            f.stops.here()
        if self.finding:
            self.filter.draw(f, rect.w - f.px(26), self.table.model.shown.round)

    def find(self) -> None:
        """Look for lines, or no longer."""
        self.finding = not self.finding
        self.filter.clear()
        self.filter.begins = self.finding

    @property
    def reads(self) -> bool:
        """Is a line open that a key opened?"""
        return self._read is not None and self.table.evidence is not None

    def _entries(self) -> list[ChronicleEntry]:
        """Those that pass the filter, the last ones."""
        look, entries = self.filter, self._chronicle.entries
        if not look.is_set:
            return entries[-LINES:]
        wanted = (*look.wanted, self._chronicle.count)
        if self._found is None or self._found[0] != wanted:
            found = [e for e in entries if look.passes(self._words_of(e).line, e.kind, e.concerns, e.round)]
            self._found = wanted, found[-LINES:]
        return self._found[1]

    def _entry(self, entry: ChronicleEntry) -> None:
        table, f = self.table, self.fonts
        _, words, telling, _ = self._words_of(entry)
        if not self._is_line(entry):
            return
        first, heading = entry.numbers[0], entry.kind in HEADINGS
        opened = first in self.opened
        shown = table.evidence in entry.numbers
        if heading:
            imgui.dummy(V(1, f.px(2)))
        inset = f.px(12) if entry.within else 0.0
        if inset:
            imgui.indent(inset)
        if self._line(words, theme.GOLD_BRIGHT if shown or heading else theme.PARCHMENT, telling):
            table.evidence = None if shown else telling
            if self._opens(entry):
                (self.opened.discard if opened else self.opened.add)(first)
        if opened:
            imgui.indent(f.px(10))
            with font(f, "text", 12):
                for why in self._reasons_of(entry):
                    draw_rows(why, theme.ACTION, *self._seen)
                for number, sentence in self._details_of(entry):
                    self._detail(number, sentence)
            imgui.unindent(f.px(10))
        if inset:
            imgui.unindent(inset)
        if self._goes_to and first == self._read:
            imgui.set_scroll_here_y(1.0)
            self._goes_to = False

    def _who_meets(self) -> None:
        """Before anything has happened: who has come."""
        model = self.table.model
        for seat in model.shown.seats:
            own = [model.names(c.id) for c in model.shown.characters.values() if c.seat == seat]
            if own:
                words = say("{gang}: {minis}.", gang=model.names(seat), minis=listed(own))
                draw_rows(words, theme.FADED, *self._seen)

    def _words_of(self, entry: ChronicleEntry) -> _Told:
        """An entry in words, kept until more happens in it: to tell all anew is half of a frame."""
        chronicle, model, first = self._chronicle, self.table.model, entry.numbers[0]
        of = len(entry.numbers)
        kept = self._told.get(first)
        if kept is None or kept.of != of:
            kept = self._told[first] = _Told(of, chronicle.line(entry, model.names), entry.telling, [])
        return kept

    def _details_of(self, entry: ChronicleEntry) -> list[tuple[int, str]]:
        """What happened in an entry, event by event."""
        details = self._words_of(entry).details
        if not details and entry.kind not in HEADINGS:
            details += self._chronicle.details(entry, self.table.model.names)
        return details

    def _reasons_of(self, entry: ChronicleEntry) -> tuple[str, ...]:
        """Why a bot did it, as far as whoever looks may know."""
        return self.table.model.reasons(entry.numbers[0], entry.numbers[-1] + 1)

    def _detail(self, number: int, sentence: str) -> None:
        """An event of an entry, and what was measured for it."""
        table, model = self.table, self.table.model
        event = model.shown.log[number]
        measured = evidence.words(event, model.names) if model.open_to_all(event) else ""
        paint = theme.GOLD_BRIGHT if table.evidence == number else theme.FADED
        if self._line(sentence, paint, number, measured):
            table.evidence = None if table.evidence == number else number

    def _line(self, words: str, paint: theme.Rgba, number: int, measured: str = "") -> bool:
        """A line that shows its evidence while it is pointed at. True: it is clicked."""
        imgui.begin_group()
        draw_rows(words, paint, *self._seen)
        if measured:
            with font(self.fonts, "text", 11):
                draw_rows(measured, theme.FADED, *self._seen)
        imgui.end_group()
        if imgui.is_item_hovered():
            self.table.line = number
            widgets.explain(self.fonts, words)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            imgui.get_window_draw_list().add_rect_filled(low, high, ink(theme.GOLD, 0.10), 2.0)
        return bool(imgui.is_item_clicked())

    def _read_log(self) -> None:
        """Take in what has been shown since; after an undo, begin again."""
        log, count = self.table.model.shown.log, self._chronicle.count
        if count and (len(log) < count or log[count - 1] is not self._latest):
            self._chronicle, self.opened, self._told = Chronicle(self.table.model.open_to_all), set(), {}
            self._read = None
            self._found, count = None, 0
        self._latest = self.table.model.latest
        if len(log) > count:
            self._close()  # what comes now is not to lie under what came before
            self._chronicle.read(log[count:])
            self._scroll = not self.filter.is_set


def draw_rows(words: str, paint: theme.Rgba, top: float, bottom: float) -> None:
    """Words on as many rows as they need, but those that the edges of what is seen would cut."""
    at, right = imgui.get_cursor_screen_pos(), imgui.get_window_pos().x + imgui.get_window_size().x
    top, bottom = whole_rows(at.y, imgui.get_text_line_height(), top, bottom)
    imgui.push_clip_rect(V(at.x, top), V(right, bottom), True)
    widgets.wrapped(words, paint)
    imgui.pop_clip_rect()


def whole_rows(first: float, tall: float, top: float, bottom: float) -> tuple[float, float]:
    """From which pixel to which whole rows are seen between two edges: rows so tall, the first of which begins at
    `first`. What hangs down from a row that is left out is left out, too."""
    above, below = ceil((top - first) / tall - NEARLY), floor((bottom - first) / tall + NEARLY)
    return max(top, first + (above + (TAILS if above > 0 else 0)) * tall), min(bottom, first + below * tall)
