"""The page of lessons and puzzles: what there is, with pictures, and what was learnt so far."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.learn_marks import stars_row, tick
from sim.app.hud.loading_screen import backdrop
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.lessons.catalogue import shipped_lessons
from sim.lessons.lesson_file import Lesson
from sim.lessons.progress import MOST_STARS, read_progress
from sim.words import say, term
from sim.words.tongues import told

__all__ = ["LearnPage"]

ACROSS = 3  # puzzles in a row


class LearnPage:
    """`wants`: the name of what was chosen, or "leave"."""

    def __init__(self, fonts: Fonts, ui: Any = None, trouble: str = "") -> None:
        self.fonts, self.trouble = fonts, trouble
        self.wants = ""
        self.pictures = MapPictures(ui)
        self.progress = read_progress()
        held = shipped_lessons()
        self.lessons = [each for each in held if each[1].kind == "lesson"]
        self.puzzles = [each for each in held if each[1].kind == "puzzle"]
        self.chosen = self.next
        self._led = False  # arrows have chosen

    @property
    def next(self) -> str:
        """What comes next: the first that is not done."""
        return self.after("")

    def after(self, name: str) -> str:
        """What comes after one that was played: the next of its kind that is not done, else the first that is not."""
        own = self.puzzles if any(each == name for each, _ in self.puzzles) else self.lessons
        place = next((number for number, (each, _) in enumerate(own, 1) if each == name), 0)
        left = [
            each
            for each, _ in (*own[place:], *own[:place], *self.lessons, *self.puzzles)
            if each != name and not self.progress.of(each)
        ]
        return left[0] if left else ""

    def down(self, key: str) -> None:
        """A key went down."""
        if key == "escape":
            self.wants = "leave"
        elif key in ("enter", "return") and self.chosen:
            self.wants = self.chosen
        elif key.startswith("arrow_"):
            self._lead(key)
        elif key.isdecimal() and 0 < int(key) <= len(self.lessons):
            self.wants = self.lessons[int(key) - 1][0]

    def _lead(self, key: str) -> None:
        """Arrows choose: among lessons, which lie in a column, and puzzles beside them, in rows."""
        self._led = True
        lessons, puzzles = [name for name, _ in self.lessons], [name for name, _ in self.puzzles]
        across, down = (key == "arrow_right") - (key == "arrow_left"), (key == "arrow_down") - (key == "arrow_up")
        if self.chosen not in puzzles:
            place = lessons.index(self.chosen) if self.chosen in lessons else 0
            rows = -(-len(puzzles) // ACROSS)
            if across > 0 and puzzles:
                self.chosen = puzzles[min(place * rows // len(lessons), rows - 1) * ACROSS]
            elif self.chosen in lessons:
                self.chosen = lessons[min(max(place + down, 0), len(lessons) - 1)]
            else:
                self.chosen = lessons[place]
            return
        place = puzzles.index(self.chosen)
        if across < 0 and place % ACROSS == 0:
            self.chosen = lessons[min(place * len(lessons) // len(puzzles), len(lessons) - 1)]
        elif 0 <= (to := place + across + ACROSS * down) < len(puzzles):
            self.chosen = puzzles[to]

    def draw(self, size: tuple[float, float]) -> None:
        """Draw it all."""
        f, (width, height) = self.fonts, size
        backdrop(f, width, height, self.pictures.held)
        draw = imgui.get_background_draw_list()
        with font(f, "title", 44):
            words = imgui.calc_text_size(told(say("Learn")))
            draw.add_text(V((width - words.x) / 2, f.px(12)), ink(theme.GOLD_BRIGHT), told(say("Learn")))
        top = f.px(14) + words.y + f.px(8)
        gap = f.px(16)
        wide = min(width - 2 * gap, f.px(1160))
        tall = min(height - top - f.px(20), f.px(700))
        left = Rect((width - wide) / 2, top, round((wide - gap) * 0.5), tall)
        self._lessons(left)
        self._puzzles(Rect(left.right + gap, top, wide - gap - left.w, tall))

    def _lessons(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("lessons", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("A first evening"), 22)
            with font(f, "text", 12.5):
                colour(say("Six short games, an idea each, about ten minutes long."), theme.FADED)
                if self.trouble:
                    widgets.wrapped(self.trouble, theme.ALERT)
            foot = f.px(46)
            room = rect.bottom - imgui.get_cursor_screen_pos().y - foot
            tall = min(room / max(1, len(self.lessons)), f.px(104))
            for number, (name, lesson) in enumerate(self.lessons):
                self._lesson(number, name, lesson, tall)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(13), rect.bottom - f.px(42)))
            half = (rect.w - f.px(32)) / 2
            label = (
                say("Begin")
                if not any(self.progress.stars.values()) or (self.chosen and self.chosen != self.next)
                else say("Go on")
                if self.next
                else say("All is learnt")
            )
            if key_button(f, label, "Enter", lit=bool(self.chosen), able=bool(self.chosen), width=half):
                self.wants = self.chosen
            imgui.same_line(0, f.px(6))
            if key_button(f, say("Back"), "Esc", width=half):
                self.wants = "leave"

    def _lesson(self, number: int, name: str, lesson: Lesson, tall: float) -> None:
        """A lesson as a row: its picture, its number and title, what it is about."""
        f, at = self.fonts, imgui.get_cursor_screen_pos()
        wide = imgui.get_content_region_avail().x
        picture = Rect(at.x, at.y + f.px(3), (tall - f.px(8)) * 1.6, tall - f.px(8))
        if self._framed(name, picture, Rect(at.x, at.y, wide, tall - f.px(2)), lit=name == self.chosen):
            self.wants = name
        x = picture.right + f.px(12)
        imgui.set_cursor_screen_pos(V(x, at.y + f.px(4)))
        with font(f, "title", 19):
            colour(say("{number}. {title}", number=number + 1, title=term(lesson.title)), theme.GOLD_BRIGHT)
        imgui.set_cursor_screen_pos(V(x, at.y + f.px(28)))
        with font(f, "text", 13):
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + at.x + wide - x - f.px(34))
            widgets.colour(term(lesson.about), theme.PARCHMENT)
            imgui.pop_text_wrap_pos()
        if self.progress.of(name):
            tick(f, at.x + wide - f.px(18), at.y + tall / 2, 9)
        imgui.set_cursor_screen_pos(V(at.x, at.y + tall))

    def _puzzles(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("puzzles", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Puzzles"), 22)
            earned = sum(self.progress.of(name) for name, _ in self.puzzles)
            with font(f, "text", 12.5):
                colour(
                    say(
                        "{earned} of {puzzles} stars. What the dice show is known.",
                        earned=earned,
                        puzzles=len(self.puzzles) * MOST_STARS,
                    ),
                    theme.FADED,
                )
            start = imgui.get_cursor_screen_pos()
            gap = f.px(8)
            rows = -(-len(self.puzzles) // ACROSS) or 1
            wide = (rect.w - f.px(26) - gap * (ACROSS - 1)) / ACROSS
            tall = (rect.bottom - start.y - f.px(8)) / rows
            for number, (name, lesson) in enumerate(self.puzzles):
                x, y = start.x + number % ACROSS * (wide + gap), start.y + number // ACROSS * tall
                self._puzzle(name, lesson, Rect(x, y, wide, tall - gap))

    def _puzzle(self, name: str, lesson: Lesson, rect: Rect) -> None:
        """A puzzle as a small card: its picture, title, stars."""
        f = self.fonts
        foot = f.px(42)
        picture = Rect(rect.x, rect.y, rect.w, rect.h - foot)
        if self._framed(name, picture, rect, lit=name == self.chosen, hint=term(lesson.about)):
            self.wants = name
        imgui.set_cursor_screen_pos(V(rect.x + f.px(4), picture.bottom + f.px(2)))
        with font(f, "title", 15.5):
            squeezed(f, term(lesson.title), rect.w - f.px(8), theme.GOLD_BRIGHT)
        stars_row(f, rect.x + f.px(4), rect.bottom - f.px(11), self.progress.of(name), MOST_STARS, 6.0)

    def _framed(self, name: str, picture: Rect, whole: Rect, *, lit: bool, hint: str = "") -> bool:
        """A picture in a frame that is a button as a whole. True: pressed."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        imgui.set_cursor_screen_pos(V(whole.x, whole.y))
        pressed = bool(imgui.invisible_button(f"##{name}", V(whole.w, whole.h)))
        hovered = imgui.is_item_hovered()
        if hovered or lit:
            paint = ink((0.32, 0.10, 0.08, 0.85) if hovered else (0.22, 0.08, 0.07, 0.75))
            draw.add_rect_filled(V(whole.x - 3, whole.y - 1), V(whole.right + 3, whole.bottom + 1), paint, 3.0)
        if hint and (hovered or (lit and self._led)):
            widgets.tooltip(f, hint)
        low, high = V(picture.x, picture.y), V(picture.right, picture.bottom)
        shown = self.pictures.lesson(name)
        if shown is not None:
            over = max(0.0, 1 - (picture.h / picture.w) / (300 / 480)) / 2  # cut above and below, never squeezed
            draw.add_image(shown, low, high, V(0, over), V(1, 1 - over))
        else:
            draw.add_rect_filled(low, high, ink((0.12, 0.09, 0.085, 1)), 2.0)
        edge = theme.GOLD_BRIGHT if lit else theme.GOLD if hovered else theme.GOLD_DIM
        draw.add_rect(low, high, ink(edge), 2.0, 0, 2.5 if lit else 1.0)
        return pressed

    def close(self) -> None:
        self.pictures.close()
