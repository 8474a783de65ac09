"""What panes of a campaign are made of: rows that are picked, portraits that miss a game, dice with what they meant."""

from __future__ import annotations

import time

from imgui_bundle import imgui

from sim.app.gang_builder.gallery import Gallery
from sim.app.gang_builder.portraits import PORTRAIT
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.hud.widgets import V, font
from sim.carnevale.characters import Profile
from sim.words.tongues import told

__all__ = [
    "FACE",
    "DoubleClick",
    "die_line",
    "die_tall",
    "draw_face",
    "ducats_row",
    "face_tall",
    "row",
    "tall_of",
    "tick_box",
    "wrapped_at",
]

FACE = 44.0  # at 1280x800: how wide a portrait is
USUAL = (75, 100, 125, 150)  # ducats of most scenarios
TWICE = 0.5  # seconds between two clicks that are one, also where frames are slow
LETTERS = 12.5


class DoubleClick:
    """Tells when the same thing is clicked twice."""

    def __init__(self) -> None:
        self._last = ("", 0.0)

    def again(self, id: str) -> bool:
        now = time.monotonic()
        twice = self._last[0] == id and now - self._last[1] < TWICE
        self._last = ("", 0.0) if twice else (id, now)
        return twice


def row(id: str, tall: float, *, lit: bool = False, follow: bool = False) -> tuple[bool, imgui.ImVec2, float]:
    """A row as wide as there is room: was it pressed, where does it begin, how wide is it? `follow`: into view."""
    at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    if follow:
        imgui.set_scroll_here_y(0.5)
    imgui.set_next_item_allow_overlap()
    pressed, _ = imgui.selectable(f"##{id}", lit, 0, V(wide, tall))
    return bool(pressed), at, float(wide)


def tall_of(fonts: Fonts, text: str, width: float, size: float = LETTERS, face: str = "text") -> float:
    """How tall a text is in letters of this size, in so many pixels."""
    if not text:
        return 0.0
    with font(fonts, face, size):
        return float(imgui.calc_text_size(told(text), wrap_width=max(width, 1.0)).y)


def wrapped_at(
    fonts: Fonts,
    x: float,
    y: float,
    text: str,
    width: float,
    paint: Rgba = theme.PARCHMENT,
    size: float = LETTERS,
    face: str = "text",
) -> float:
    """A text at a place of the window, on as many lines as it needs; returns where it ends."""
    if not text:
        return y
    with font(fonts, face, size):
        draw = imgui.get_window_draw_list()
        draw.add_text(imgui.get_font(), imgui.get_font_size(), V(x, y), ink(paint), told(text), None, max(width, 1.0))
    return y + tall_of(fonts, text, width, size, face)


def draw_face(fonts: Fonts, gallery: Gallery, profile: Profile, x: float, y: float, *, gone: bool = False,
              misses: bool = False, wide: float = FACE) -> float:  # fmt: skip
    """A portrait; darker of those who are gone, with a red frame of those who miss a game. How tall it is."""
    width = fonts.px(wide)
    tall = gallery.draw(profile, x, y, width)
    if gone or misses:
        draw, corner = imgui.get_window_draw_list(), V(x + width, y + tall)
        draw.add_rect_filled(V(x, y), corner, ink((0.05, 0.03, 0.03, 0.72 if gone else 0.45)), 2.0)
        if misses and not gone:
            draw.add_rect(V(x, y), corner, ink(theme.ALERT), 2.0, 0, 2.0)
    return tall


def face_tall(fonts: Fonts, wide: float = FACE) -> float:
    """How tall a portrait of this width is."""
    return float(round(fonts.px(wide) * PORTRAIT[1] / PORTRAIT[0]))


def die_line(fonts: Fonts, words: str, face: int) -> None:
    """A die that fell, and what it meant."""
    f = fonts
    at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    radius, left = f.px(13), f.px(38)
    tall = die_tall(f, words, wide)
    imgui.dummy(V(wide, tall))
    widgets.die(f, at.x + radius + f.px(3), at.y + tall / 2, radius, face, destiny=False, ace=True, loose=True)
    own = tall_of(f, words, wide - left, 13.5)
    wrapped_at(f, at.x + left, at.y + (tall - own) / 2, words, wide - left, size=13.5)


def die_tall(fonts: Fonts, words: str, width: float) -> float:
    """How tall a die is with its words, in so many pixels."""
    return float(max(fonts.px(32), tall_of(fonts, words, width - fonts.px(38), 13.5) + fonts.px(4)))


def ducats_row(fonts: Fonts, now: int) -> int | None:
    """The usual limits as buttons, and a field for any other; the one that was chosen, if any was."""
    chosen = None
    for usual in USUAL:
        if key_button(fonts, f"{usual}##limit", lit=now == usual):
            chosen = usual
        imgui.same_line(0, fonts.px(4))
    imgui.set_next_item_width(fonts.px(96))
    _, other = imgui.input_int("##limit", now, 5, 25)
    fonts.stops.here()
    return other if other != now and not imgui.is_item_active() else chosen


def tick_box(fonts: Fonts, x: float, y: float, *, ticked: bool, able: bool) -> None:
    """A box to tick, from there to the right, at this height in the middle."""
    draw, side = imgui.get_window_draw_list(), fonts.px(14)
    low = V(x, y - side / 2)
    draw.add_rect(low, V(low.x + side, low.y + side), ink(theme.GOLD if able else theme.GOLD_DIM), 2.0)
    if ticked:
        inner = V(low.x + 3, low.y + 3), V(low.x + side - 3, low.y + side - 3)
        draw.add_rect_filled(*inner, ink(theme.GOLD_BRIGHT), 1.0)
