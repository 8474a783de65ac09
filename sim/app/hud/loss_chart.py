"""A chart of how likely each loss of Life Points is, or was."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.words.tongues import told

__all__ = ["CHART", "draw_loss"]

CHART = 76  # pixels at 1280x800 that it takes
MOST = 13  # columns


def draw_loss(fonts: Fonts, lost: Sequence[float], life: int, width: float, came: int | None = None) -> None:
    """How likely each loss is; what kills is crimson. `came`: what was lost, framed."""
    f = fonts
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    shown = min(len(lost), MOST)
    tall, step = f.px(44), width / max(shown, 1)
    most = max(lost[:shown]) or 1.0
    for n in range(shown):
        h, x = (tall - f.px(2)) * lost[n] / most, at.x + n * step
        paint = theme.LIFE if n >= life else theme.GOLD
        draw.add_rect_filled(V(x + 2, at.y + tall - h), V(x + step - 2, at.y + tall), ink(paint), 1.0)
        if n == came:
            draw.add_rect(V(x, at.y - 1), V(x + step, at.y + tall + f.px(16)), ink(theme.PARCHMENT), 2.0, 0, 1.6)
        with font(f, "text", 11):
            words = str(n)
            place = V(x + step / 2 - imgui.calc_text_size(told(words)).x / 2, at.y + tall + f.px(2))
            draw.add_text(place, ink(theme.PARCHMENT if n == came else theme.FADED), told(words))
    imgui.dummy(V(width, tall + f.px(18)))
