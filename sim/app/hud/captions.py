"""What is heard, written: for whom it cannot be heard, or who plays without sound."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.sound.stage import Caption
from sim.board.model.tableau import Point
from sim.words import say
from sim.words.tongues import told

__all__ = ["draw_captions"]

ABOVE = 0.70  # of the height of the window: where the lowest caption stands
SIDE = 0.22  # of the width from the middle: beyond it a sound is to the left or right


def draw_captions(
    captions: tuple[Caption, ...], fonts: Fonts, to_screen: Callable[[Point], tuple[float, float] | None]
) -> None:
    """One line each, the latest lowest, over the board."""
    draw, size = imgui.get_background_draw_list(), imgui.get_io().display_size
    for row, each in enumerate(reversed(captions)):
        words = told(say("[{what}]", what=_placed(each, to_screen, size.x)))
        with font(fonts, "text", 17):
            wide = imgui.calc_text_size(told(words))
            x, y = (size.x - wide.x) / 2, size.y * ABOVE - row * fonts.px(28)
            pad = fonts.px(7)
            alpha = min(1.0, 2 * each.left)
            low, high = V(x - pad, y - pad / 2), V(x + wide.x + pad, y + wide.y + pad / 2)
            draw.add_rect_filled(low, high, ink((0.05, 0.03, 0.03, 0.72), alpha), fonts.px(4))
            draw.add_text(V(x, y), ink(theme.PARCHMENT, alpha), told(words))


def _placed(heard: Caption, to_screen: Callable[[Point], tuple[float, float] | None], width: float) -> str:
    """What is heard, and where it is heard from as one looks now."""
    if heard.at is None:
        return heard.words
    place = to_screen(heard.at)
    if place is None:
        return say("{sound}, behind", sound=heard.words)
    share = place[0] / max(width, 1.0) - 0.5
    if share < -SIDE:
        return say("{sound}, to the left", sound=heard.words)
    return say("{sound}, to the right", sound=heard.words) if share > SIDE else heard.words
