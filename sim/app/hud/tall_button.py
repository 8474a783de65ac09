"""A button with words on as many lines as they need: of answers that differ in their last word all of it is read."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import HEADLINE, V, font, key_button
from sim.app.key_map import on_keyboard
from sim.app.table.glossary import terms_told
from sim.words import joined
from sim.words.tongues import told

__all__ = ["tall_button"]


def tall_button(
    fonts: Fonts, label: str, key: str, *, able: bool, lit: bool, width: float, hint: str | None = ""
) -> bool:
    """As `key_button`, which it is where one line of letters that are read easily holds the words."""
    words, mark = told(label).split("##")[0], told(on_keyboard(fonts.keys.shown(key)))
    pad = imgui.get_style().frame_padding
    with font(fonts, "bold", 11):
        size = imgui.calc_text_size(mark)
    room = width - 2 * pad.x - (size.x + 6 * fonts.scale if key else 0)
    if imgui.calc_text_size(words).x * HEADLINE[-1] <= room:
        return key_button(fonts, label, key, able=able, lit=lit, width=width, hint=hint)
    tall = imgui.calc_text_size(words, wrap_width=room).y + 2 * pad.y
    at, draw, fade = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), 1.0 if able else 0.45
    if lit:
        imgui.push_style_color(imgui.Col_.button, imgui.ImVec4(*theme.CRIMSON))
        imgui.push_style_color(imgui.Col_.border, imgui.ImVec4(*theme.GOLD_BRIGHT))
    imgui.begin_disabled(not able)
    pressed = bool(imgui.button(f"##{told(label)}", V(width, tall)))
    place, paint = V(at.x + pad.x, at.y + pad.y), ink(theme.PARCHMENT, fade)
    draw.add_text(imgui.get_font(), imgui.get_font_size(), place, paint, words, None, room)
    with font(fonts, "bold", 11):
        draw.add_text(V(at.x + width - pad.x - size.x, at.y + (tall - size.y) / 2), ink(theme.GOLD, fade), mark)
    imgui.end_disabled()
    if lit:
        imgui.pop_style_color(2)
    if hint is not None and imgui.is_item_hovered(0 if able else int(imgui.HoveredFlags_.allow_when_disabled)):
        whole = joined("\n\n", (hint, terms_told(f"{words} {hint}")))
        if whole:
            widgets.tooltip(fonts, whole)
    return pressed
