"""A line that says how far what measures is compiled, at the foot of the start screen and over the board."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.layout import Layout, Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.board.preparation import Progress
from sim.words import listed, say, term
from sim.words.tongues import told

__all__ = ["draw_at_foot", "draw_over_board"]

ONCE = say("Compiling what measures, once for this installation")


def draw_at_foot(fonts: Fonts, width: float, height: float, kernels: Progress) -> None:
    """A bar along the foot of the window, and what it means."""
    words = say("{what} ({share:.0%})", what=ONCE, share=kernels.share)
    if kernels.measures:
        what = listed(map(term, kernels.measures))
        words = say("{once}: {what} ({share:.0%})", once=ONCE, what=what, share=kernels.share)
    top = height - fonts.px(6)
    _bar(Rect(0, top, width, fonts.px(6)), kernels.share)
    _words(fonts, width / 2, top - fonts.px(22), words)


class Awaited(Protocol):
    """How far the kernels are, and what of them the table waits for."""

    awaited: str

    @property
    def progress(self) -> Progress: ...


def draw_over_board(fonts: Fonts, where: Layout, kernels: Awaited, light: bool) -> None:
    """A hair above the board, and under the turn track what is still got ready: nothing where all is there. `light`:
    that of the board."""
    progress, free = kernels.progress, where.free
    if not progress.over:
        _bar(Rect(free.x, free.y - fonts.px(3), free.w, fonts.px(3)), progress.share)
        what = ONCE
        if kernels.awaited:
            what = say("The table waits, this once, until it can measure {awaited}", awaited=term(kernels.awaited))
        words: str = say("{what} ({share:.0%})", what=what, share=progress.share)
    else:
        words = say("The light of this board is worked out, this once") if light else ""
    _words(fonts, free.x + free.w / 2, max(free.y, where.track.bottom) + fonts.px(3), words)


def _bar(rect: Rect, share: float) -> None:
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled(V(rect.x, rect.y), V(rect.right, rect.bottom), ink((0, 0, 0, 0.6)))
    draw.add_rect_filled(V(rect.x, rect.y), V(rect.x + rect.w * share, rect.bottom), ink(theme.GOLD))


def _words(fonts: Fonts, middle: float, top: float, words: str) -> None:
    draw = imgui.get_background_draw_list()
    with font(fonts, "text", 13):
        size = imgui.calc_text_size(told(words))
        left = middle - size.x / 2
        if words:
            low, high = V(left - fonts.px(8), top - 1), V(left + size.x + fonts.px(8), top + size.y + 1)
            draw.add_rect_filled(low, high, ink((0, 0, 0, 0.55)), fonts.px(4))
        draw.add_text(V(left, top), ink(theme.PARCHMENT), told(words))
