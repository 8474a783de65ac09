"""Over a film: its keys; beside it, what is told of the moment."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.film.sources import FilmSource
from sim.app.hud import theme, widgets
from sim.app.hud.keys_page import KeySheet
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.words import say
from sim.words.tongues import told

__all__ = ["SHEET", "draw_told", "moment_words"]

SHEET = KeySheet(
    say("Keys of a film"),
    (
        (
            say("Time"),
            (
                ("Space", say("play, pause")), (say("Left, Right"), say("a line of the chronicle")),
                (say("Shift arrows"), say("a turn")),
                (", .", say("a single event")), ("+ -", say("faster, slower")),
                ("N", say("the next large swing of the chances")), (say("click"), say("on the timeline: any moment")),
            ),
        ),
        (
            say("View"),
            (
                (say("left drag"), say("move")), (say("right drag"), say("turn")),
                (say("wheel"), say("nearer, farther")), ("W A S D", say("fly")),
                ("Q, E", say("turn")), ("T, Home", say("from above; the whole board")),
                ("F", say("follow whose turn it is")),
            ),
        ),
        (
            say("Film"),
            (
                ("L", say("the chronicle")), ("C", say("copy the moment's address")), ("P", say("photo")),
                ("G", say("a new game from here")), ("F1", say("this page")), ("Esc", say("back")),
            ),
        ),
    ),
    (940, 330),
    wide=118,
)  # fmt: skip


def moment_words(source: FilmSource, number: int) -> tuple[str, str]:
    """What a moment says, and what was measured for it."""
    if not number:
        return say("The beginning."), ""
    moment = source.film.moments[number - 1]
    return moment.words, moment.evidence


def draw_told(fonts: Fonts, rect: Rect, said: str, words: tuple[str, str]) -> None:
    """What happens now; what was measured; what was copied or kept."""
    f = fonts
    lines = [text for text in (*words, said) if text]
    inner = rect.w - f.px(26)
    with font(f, "text", 13):
        tall = sum(imgui.calc_text_size(told(text), wrap_width=inner).y + f.px(5) for text in lines) + f.px(22)
    if not lines or rect.h < f.px(40):
        return
    with widgets.panel("told", Rect(rect.x, rect.y, rect.w, min(tall, rect.h))), font(f, "text", 13):
        for text in lines:
            widgets.wrapped(text, theme.PARCHMENT if text == words[0] else theme.FADED)
