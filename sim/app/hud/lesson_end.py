"""The end of a lesson or puzzle: stars, what was learnt, and where one goes from there."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.learn_marks import star
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.app.table.glossary import explained
from sim.app.table.lesson_table import LessonTable
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["draw_lesson_end"]

WAYS = (
    (say("Again"), "F9", "coach again"),
    (say("All lessons"), "Esc", "coach leave"),
    (say("The next one"), "Enter", "coach next"),
)


def draw_lesson_end(table: LessonTable, fonts: Fonts, width: float, height: float) -> str:
    """Returns "coach next", "coach again", "coach leave", "look", or nothing."""
    f, coach = fonts, table.coach
    lesson = coach.lesson
    rows = len(lesson.learnt) + len(lesson.stars)
    rect = centred(width, height, f.px(560), f.px(230 + 24 * rows))
    dim(width, height)
    said = ""
    with widgets.panel("lesson end", rect, alpha=0.98, front=True, flags=int(imgui.WindowFlags_.no_scrollbar)):
        title = term(lesson.title)
        with font(f, "title", 32):
            share = widgets.shrunk(told(title), rect.w - f.px(40))
        with font(f, "title", 32 * share):
            size = imgui.calc_text_size(told(title))
            imgui.set_cursor_screen_pos(V(rect.x + (rect.w - size.x) / 2, rect.y + f.px(14)))
            colour(title, theme.GOLD_BRIGHT)
        imgui.set_cursor_screen_pos(V(rect.x + f.px(20), rect.y + f.px(64)))
        most = 1 + len(lesson.stars)
        if lesson.kind == "puzzle":
            for i in range(most):
                star(rect.x + rect.w / 2 + f.px(34) * (i - (most - 1) / 2), rect.y + f.px(78), f.px(14),
                     earned=i < coach.stars)  # fmt: skip
            imgui.set_cursor_screen_pos(V(rect.x + f.px(20), rect.y + f.px(104)))
        with font(f, "text", 14.5):
            imgui.push_text_wrap_pos(rect.w - f.px(20))
            widgets.colour(_words(table), theme.PARCHMENT)
            imgui.pop_text_wrap_pos()
        imgui.dummy(V(1, f.px(4)))
        for each in lesson.learnt:
            imgui.set_cursor_pos_x(f.px(20))
            with font(f, "bold", 13):
                colour(each.rule, theme.GOLD)
                linked = imgui.is_item_hovered()
            imgui.same_line(f.px(104))
            with font(f, "text", 14):
                squeezed(f, term(each.say), rect.w - f.px(130))
            f.stops.here(clicked=False)
            if linked or imgui.is_item_hovered():
                widgets.tooltip(f, explained(each.rule))
        imgui.set_cursor_screen_pos(V(rect.x + f.px(20), rect.bottom - f.px(46)))
        wide = (rect.w - f.px(40) - 2 * f.px(8)) / 3
        for i, (label, key, command) in enumerate(WAYS):
            if i:
                imgui.same_line(0, f.px(8))
            if key_button(f, label, key, width=wide, lit=command == "coach next"):
                said = command
    return said


def _words(table: LessonTable) -> str:
    """What it was worth."""
    coach = table.coach
    if coach.lesson.kind == "lesson":
        return say("That was it. The rules that you met; point at one for its words:")
    lost = [term(each.say) for each in coach.lesson.stars]
    if coach.stars > len(coach.lesson.stars):
        return term(coach.praise) or say("Solved, and nobody does it better.")
    return say("{praise} Solved. There are more stars: {stars}.", praise=term(coach.praise), stars=joined("; ", lost))
