"""Luck as a picture: for each kind of it the whole distribution, and where this game lies in it."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.carnevale.luck import LuckCount, SeatLuck, luck_words
from sim.words import say

__all__ = ["draw_luck"]

SEEN = 0.002  # odds under this are not drawn


def draw_luck(fonts: Fonts, luck: SeatLuck, width: float) -> None:
    """Aces, rolls with an Ace, golden tens and ones; then how often each face came up."""
    f = fonts
    for what, count, low in (
        (say("Aces"), luck.aces, False),
        (say("Rolls with an Ace"), luck.successes, False),
        (say("Tens on the golden die"), luck.tens, False),
        (say("Ones on the golden die"), luck.ones, True),
    ):
        at = imgui.get_cursor_screen_pos()
        _distribution(f, count, V(at.x + f.px(8), at.y), width * 0.42, f.px(34), low=low)
        imgui.set_cursor_screen_pos(V(at.x + width * 0.42 + f.px(24), at.y))
        with font(f, "bold", 13.5):
            colour(say("{what}: {words}", what=what, words=count.had), theme.PARCHMENT)
        imgui.same_line(0, f.px(8))
        with font(f, "text", 12.5):
            colour(say("{expected:.1f} expected", expected=count.expected), theme.FADED)
        imgui.set_cursor_screen_pos(V(at.x + width * 0.42 + f.px(24), at.y + f.px(19)))
        with font(f, "text", 12.5):
            squeezed(f, luck_words(count, low=low), width * 0.58 - f.px(30), theme.FADED)
        imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(44)))
    _faces(f, luck, width)


def _distribution(f: Fonts, count: LuckCount, at: imgui.ImVec2, width: float, tall: float, *, low: bool) -> None:
    """A column for each number of times; what this game had is bright."""
    draw = imgui.get_window_draw_list()
    seen = [n for n, p in enumerate(count.odds) if p > SEEN or n == count.had]
    first, last = min(seen), max(seen)
    step = width / (last - first + 1)
    most = max(count.odds)
    draw.add_line(V(at.x, at.y + tall), V(at.x + width, at.y + tall), ink(theme.GOLD_DIM), 1.0)
    for n in range(first, last + 1):
        h, x = max(1.0, tall * count.odds[n] / most), at.x + (n - first) * step
        worse = n > count.had if low else n < count.had
        paint = theme.GOLD_BRIGHT if n == count.had else theme.WILL if worse else theme.GOLD_DIM
        edge = min(1.0, step * 0.12)
        draw.add_rect_filled(V(x + edge, at.y + tall - h), V(x + step - edge, at.y + tall), ink(paint), 1.0)
        if n == count.had:
            middle = x + step / 2
            draw.add_triangle_filled(
                V(middle - 4, at.y + tall + 7), V(middle + 4, at.y + tall + 7), V(middle, at.y + tall + 1),
                ink(theme.GOLD_BRIGHT),
            )  # fmt: skip


def _faces(f: Fonts, luck: SeatLuck, width: float) -> None:
    """How often each face came up, in a row."""
    dice = sum(luck.faces)
    with font(f, "text", 12.5):
        colour(say("{dice} dice in {throws} throws; faces:", dice=dice, throws=len(luck.throws)), theme.FADED)
        for face, times in enumerate(luck.faces, start=1):
            imgui.same_line(0, f.px(10))
            colour(f"{face}:", theme.GOLD)
            imgui.same_line(0, f.px(3))
            colour(str(times), theme.PARCHMENT)
    imgui.dummy(V(width, f.px(8)))
