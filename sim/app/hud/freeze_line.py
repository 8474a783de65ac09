"""A line at the foot of the window that says that it stood still, and where it is written what it was busy with."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sim.app.freeze_watch import FreezeWatch
from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, draw_fitted, font
from sim.words.tongues import told

__all__ = ["draw_freeze"]

SHOWN = 30.0  # seconds: long enough to note the file; `bauta doctor` names it, too


def draw_freeze(watch: FreezeWatch | None, fonts: Fonts, width: float, height: float, now: Callable[[], float]) -> None:
    """For a while after a window stood still, and as it opens after one that was ended while it did. It takes no click,
    and lies below what the panels of most pages reach. `now`: seconds of any clock."""
    news = watch.shown(now(), SHOWN) if watch is not None else None
    if news is None:
        return
    f, draw, room = fonts, imgui.get_foreground_draw_list(), width - fonts.px(24)
    with font(f, "text", 13):
        top = height - imgui.get_font_size() - f.px(7)
        wide = min(imgui.calc_text_size(told(news.words)).x, room)
        left = (width - wide) / 2
        low, high = V(left - f.px(8), top - f.px(3)), V(left + wide + f.px(8), height - f.px(2))
        draw.add_rect_filled(low, high, ink(theme.LACQUER_DEEP, 0.95), f.px(4))
        draw.add_rect(low, high, ink(theme.GOLD_DIM), f.px(4))
        draw_fitted(draw, V(left, top), news.words, room, ink(theme.PARCHMENT))
