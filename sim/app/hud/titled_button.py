"""A panel of one line: its title, and beside it the button that it is about."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.words.tongues import told

__all__ = ["titled_button"]

WIDE = 190  # at 1280x800: of the button, at most
SHARE = 0.55  # of the panel: the same, where the title needs the rest


def titled_button(f: Fonts, rect: Rect, title: str, label: str, key: str, *, lit: bool = False) -> bool:
    """The title keeps to what the button leaves it, in smaller letters or on two lines. Was the button pressed?"""
    at, inner = imgui.get_cursor_screen_pos(), rect.w - f.px(26)
    with font(f, "title", 22):
        whole = imgui.calc_text_size(told(title)).x + f.px(12)
    asked = max(key_width(f, label, key) + f.px(6), f.px(130))
    wide = min(asked, f.px(WIDE), max(inner - whole, inner * SHARE))
    with font(f, "title", 22):
        place = V(at.x, rect.y + (rect.h - imgui.get_text_line_height()) / 2)
        widgets.draw_fitted(imgui.get_window_draw_list(), place, title, inner - wide - f.px(10), ink(theme.GOLD_BRIGHT))
    tall = imgui.get_frame_height()
    imgui.set_cursor_screen_pos(V(rect.right - wide - f.px(13), rect.y + (rect.h - tall) / 2))
    return key_button(f, label, key, lit=lit, width=wide)
