"""The coach's words beside the board: the step in hand, what is said of a mistake, and ways to go on."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.fitted_letters import FittedLetters
from sim.app.hud.key_scroll import KeyScroll
from sim.app.hud.key_words import with_keys
from sim.app.hud.layout import Rect
from sim.app.hud.learn_marks import progress_beads
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font, marked
from sim.app.table.lesson_table import LessonTable
from sim.lessons.lesson_file import LessonStep
from sim.words import joined, say, term

__all__ = ["CoachPanel"]


SQUEEZED = 1.2  # of a button's room: a label that wants so much is written a little smaller


class CoachPanel:
    """Words and buttons of the coach. Its height follows its words; where there is less, they scroll, and the button
    that goes on stays.
    """

    is_shown = True  # always, in place of the agendas

    def __init__(self, table: LessonTable, fonts: Fonts, commands: list[str]) -> None:
        self.table, self.fonts, self.commands = table, fonts, commands
        self._foot = 0.0  # how tall the buttons below were
        self._number = 0  # of the step that is told: it changes once all that led to it was shown
        self.letters, self.scroll = FittedLetters(), KeyScroll()

    def draw(self, rect: Rect) -> float:
        """Returns the height that it wants."""
        if rect.h <= 0:
            return self._drawn(Rect(rect.x, -5000.0, rect.w, 600.0))
        whole = self.fonts
        with self.letters.fonts(whole, (self._number, self.table.quiz is not None, rect.w)) as self.fonts:
            tall = self._drawn(rect)
        self.fonts = whole
        self.letters.drawn(tall, rect.h)
        return tall

    def _drawn(self, rect: Rect) -> float:
        table, f = self.table, self.fonts
        coach = table.coach
        if table.rests:
            self._number = min(coach.number, len(coach.lesson.steps) - 1)
        step = coach.lesson.steps[min(self._number, len(coach.lesson.steps) - 1)]
        with widgets.panel("coach", rect, alpha=0.95, flags=int(imgui.WindowFlags_.no_scrollbar)):
            self._head(term(step.title), rect)
            words = imgui.get_cursor_pos_y()
            imgui.begin_child("words", V(0, max(f.px(40), rect.h - words - self._foot)))
            self._words(step)
            if not self._is_close:
                self._quiz()
            self._stars()
            if not table.shows:
                self._again()
            tall = imgui.get_cursor_pos_y() + imgui.get_scroll_y() + f.px(4)
            imgui.dummy(V(1, 0))
            self.scroll.draw()
            imgui.end_child()
            foot = imgui.get_cursor_pos_y()
            if self._is_close:
                self._quiz()
            self._go_on()
            self._foot = widgets.used(f) - foot
            return float(words + tall + self._foot)

    def _head(self, title: str, rect: Rect) -> None:
        """The step's title, and how far one is."""
        table, f = self.table, self.fonts
        lesson = table.coach.lesson
        what = say("Puzzle") if lesson.kind == "puzzle" else say("Lesson {order}", order=lesson.order)
        words = say("{what}: {words}", what=what, words=term(lesson.title))
        widgets.headline(f, words, 12, rect.w - f.px(52), theme.FADED, face="text")
        with font(f, "title", 20):
            widgets.wrapped(title, theme.GOLD_BRIGHT)
        if len(lesson.steps) > 1:
            progress_beads(f, self._number, len(lesson.steps), rect.w - f.px(26))

    @property
    def _is_close(self) -> bool:
        """Is there so little room that words are scrolled to? Answers never are."""
        return self.letters.share < 1.0

    def _words(self, step: LessonStep) -> None:
        """What the coach says: where there is little room, what is new of it first."""
        coach, rests = self.table.coach, self.table.rests
        praise = (term(coach.praise), theme.ACTION) if coach.praise and rests else None
        said = (term(step.say), theme.PARCHMENT)
        news = (self.news(), theme.ALERT) if (coach.failed or coach.hint) and rests else None
        told = (praise, news, said) if self._is_close else (praise, said, news)
        with font(self.fonts, "text", 14.5):
            for number, (words, ink) in enumerate(each for each in told if each is not None):
                if number:
                    imgui.dummy(V(1, self.fonts.px(2)))
                widgets.wrapped(with_keys(words, self.fonts.keys), ink)

    def news(self) -> str:
        """What is said of the last mistake; and the way out, where the step cannot be done from here."""
        coach = self.table.coach
        said = term(coach.failed or coach.hint)
        if not coach.offers_beginning:
            return said
        return joined(" ", (said, say("{key} begins the step again.", key=self.fonts.keys.shown("F7"))))

    def _quiz(self) -> None:
        """The answers that can be picked: one under the other, where there is room."""
        table, f = self.table, self.fonts
        if (quiz := table.quiz) is None:
            return
        close = self._is_close
        wide = 0.0 if close else imgui.get_content_region_avail().x
        for number, option in enumerate(quiz.options):
            label, key, lit = marked(term(option.say), number), str(number + 1), number in table.options
            if key_button(f, label, key, lit=lit, width=wide, beside=close and number > 0):
                table.choose_option(number)

    def _stars(self) -> None:
        """What stars a puzzle has."""
        stars = self.table.coach.lesson.stars
        with font(self.fonts, "text", 12.5):
            for star in stars:
                widgets.wrapped(say("A star more: {say}", say=term(star.say)), theme.GOLD)

    def _go_on(self) -> None:
        """What leads to the next step, where something here does."""
        table, f = self.table, self.fonts
        coach = table.coach
        wide = imgui.get_content_region_avail().x
        if table.shows:
            colour(say("So it is done."), theme.FADED)
            return
        if coach.reads and table.rests and key_button(f, say("Go on"), "Enter", lit=True, width=wide):
            self.commands.append("coach on")
        able = bool(table.options)
        if table.quiz is not None and key_button(f, say("That is my answer"), "Enter", lit=able, able=able, width=wide):
            self.commands.append("coach pick")
        if coach.offers_help and key_button(f, say("Show me"), "F6", width=wide):
            self.commands.append("coach show")

    def _again(self) -> None:
        """The step, or all of it, once more."""
        f, gap, wide = self.fonts, self.fonts.px(6), imgui.get_content_region_avail().x
        imgui.dummy(V(1, f.px(2)))
        half, again, first = (wide - gap) / 2, say("Step again"), say("From the start")
        beside = max(key_width(f, again, "F7"), key_width(f, first, "F9")) <= half * SQUEEZED
        if key_button(f, again, "F7", lit=self.table.coach.offers_beginning, width=half if beside else wide):
            self.commands.append("coach step")
        if beside:
            imgui.same_line(0, gap)
        if key_button(f, first, "F9", width=half if beside else wide, hint=say("Begin the whole of it again")):
            self.commands.append("coach again")
