"""The look of the panels: dark lacquer, parchment, gold hairlines; colours that stay apart for every eye."""

from __future__ import annotations

import msgspec
from imgui_bundle import imgui

from sim.app.hud.key_stops import KeyStops
from sim.app.key_map import KeyMap
from sim.app.render.figures import SEAT_COLOURS
from sim.board.files.folders import assets_dir

__all__ = [
    "ACTION",
    "ALERT",
    "COMMAND",
    "CRIMSON",
    "FADED",
    "GOLD",
    "GOLD_BRIGHT",
    "GOLD_DIM",
    "LACQUER_DEEP",
    "LIFE",
    "PARCHMENT",
    "SHAPES",
    "WILL",
    "Fonts",
    "Rgba",
    "apply_style",
    "ink",
    "load_fonts",
    "push_gaps",
    "scale_of",
    "seat_colour",
]

Rgb = tuple[float, float, float]
Rgba = tuple[float, float, float, float]

LACQUER: Rgba = (0.070, 0.045, 0.042, 0.93)
LACQUER_DEEP: Rgba = (0.040, 0.026, 0.026, 0.97)
PARCHMENT: Rgba = (0.925, 0.870, 0.760, 1.0)
FADED: Rgba = (0.690, 0.630, 0.530, 1.0)
GOLD: Rgba = (0.800, 0.640, 0.330, 1.0)
GOLD_BRIGHT: Rgba = (0.980, 0.830, 0.500, 1.0)
GOLD_DIM: Rgba = (0.480, 0.370, 0.200, 1.0)
CRIMSON: Rgba = (0.560, 0.090, 0.110, 1.0)
CRIMSON_DEEP: Rgba = (0.330, 0.055, 0.070, 1.0)
ALERT: Rgba = (0.960, 0.560, 0.340, 1.0)
WILL: Rgba = (0.560, 0.700, 0.950, 1.0)
LIFE: Rgba = (0.860, 0.330, 0.300, 1.0)
COMMAND: Rgba = (0.980, 0.830, 0.500, 1.0)
ACTION: Rgba = (0.720, 0.850, 0.620, 1.0)

SHAPES = ("circle", "diamond", "triangle", "square")
"""A seat is known by its colour and by a shape."""


class Fonts(msgspec.Struct, eq=False):
    """The fonts, and how much larger than at 1280x800 everything is drawn."""

    title: imgui.ImFont
    text: imgui.ImFont
    bold: imgui.ImFont
    scale: float = 1.0
    keys: KeyMap = KeyMap()  # the player's own, as they are shown
    stops: KeyStops = msgspec.field(default_factory=KeyStops)  # what keys go through, of what is drawn

    def px(self, pixels: float) -> float:
        """So many pixels at 1280x800, here."""
        return round(pixels * self.scale)


NO_BREAK = 0xA0  # a space that ends no line, as before a French colon; our fonts lack it
FULL_PAGE = (1040, 650)  # pixels at 1280x800 of a page that fills the window, such as the start screen


def scale_of(width: float, height: float, *, text: float = 1.0, density: float = 1.0, full_page: bool = False) -> float:
    """Panels grow with the window, but slower, with the size of text that was chosen, and with a screen's density.

    `full_page`: what is drawn fills the window, and text grows no further than it has room.
    """
    plain = max(1.0, min(width / density / 1280, height / density / 800) ** 0.7) * density
    most = max(plain, min(width / FULL_PAGE[0], height / FULL_PAGE[1])) if full_page else plain * text
    return float(min(plain * text, most))


def load_fonts(scale: float) -> Fonts:
    """Our fonts, into ImGui's current context."""
    fonts = imgui.get_io().fonts
    folder = assets_dir() / "fonts"
    made = [
        fonts.add_font_from_file_ttf(str(folder / name), 15.0)
        for name in ("Tuffy.ttf", "Tuffy-Bold.ttf", "GoudyBookletter1911.otf")
    ]
    for each in made:
        each.add_remap_char(NO_BREAK, ord(" "))
    imgui.get_io().font_default = made[0]
    return Fonts(title=made[2], text=made[0], bold=made[1], scale=scale)


def seat_colour(number: int) -> Rgba:
    r, g, b = SEAT_COLOURS[number % len(SEAT_COLOURS)]
    return (min(1.0, 0.25 + r * 0.85), min(1.0, 0.25 + g * 0.85), min(1.0, 0.25 + b * 0.85), 1.0)


def apply_style(scale: float) -> None:
    """Set ImGui's style. Gaps between rows are whole pixels: else an open list is a share of one too low for what it
    holds, and has a bar to scroll it by."""
    style = imgui.get_style()
    style.font_size_base = 15.0 * scale
    style.window_rounding = 3.0
    style.frame_rounding = 2.0
    style.popup_rounding = 3.0
    style.grab_rounding = 2.0
    style.scrollbar_rounding = 2.0
    style.window_border_size = 0.0
    style.frame_border_size = 1.0
    style.popup_border_size = 1.0
    style.scrollbar_size = 11.0 * scale
    style.window_padding = imgui.ImVec2(12 * scale, round(10 * scale))
    style.frame_padding = imgui.ImVec2(9 * scale, round(5 * scale))
    style.item_spacing = imgui.ImVec2(8 * scale, round(6 * scale))
    colours: dict[imgui.Col_, Rgba] = {
        imgui.Col_.text: PARCHMENT,
        imgui.Col_.text_disabled: FADED,
        imgui.Col_.window_bg: LACQUER,
        imgui.Col_.popup_bg: LACQUER_DEEP,
        imgui.Col_.child_bg: (0, 0, 0, 0),
        imgui.Col_.border: GOLD_DIM,
        imgui.Col_.frame_bg: (0.150, 0.095, 0.085, 1.0),
        imgui.Col_.frame_bg_hovered: (0.230, 0.150, 0.120, 1.0),
        imgui.Col_.frame_bg_active: (0.290, 0.190, 0.140, 1.0),
        imgui.Col_.button: (0.190, 0.105, 0.090, 1.0),
        imgui.Col_.button_hovered: CRIMSON_DEEP,
        imgui.Col_.button_active: CRIMSON,
        imgui.Col_.header: (0.260, 0.160, 0.110, 0.85),
        imgui.Col_.header_hovered: (0.330, 0.210, 0.140, 0.95),
        imgui.Col_.header_active: CRIMSON_DEEP,
        imgui.Col_.check_mark: GOLD_BRIGHT,
        imgui.Col_.slider_grab: GOLD,
        imgui.Col_.slider_grab_active: GOLD_BRIGHT,
        imgui.Col_.separator: GOLD_DIM,
        imgui.Col_.scrollbar_bg: (0, 0, 0, 0.25),
        imgui.Col_.scrollbar_grab: GOLD_DIM,
        imgui.Col_.scrollbar_grab_hovered: GOLD,
        imgui.Col_.scrollbar_grab_active: GOLD_BRIGHT,
        imgui.Col_.modal_window_dim_bg: (0.02, 0.01, 0.01, 0.60),
        imgui.Col_.text_selected_bg: CRIMSON_DEEP,
    }
    for which, colour in colours.items():
        style.set_color_(int(which), imgui.ImVec4(*colour))


def ink(colour: Rgba, alpha: float = 1.0) -> int:
    """A colour for draw lists."""
    return int(imgui.color_convert_float4_to_u32(imgui.ImVec4(*colour[:3], colour[3] * alpha)))


def push_gaps(share: float) -> int:
    """Room between and within things, by so much smaller; returns how many style variables are to be popped."""
    style = imgui.get_style()
    gaps = (
        (imgui.StyleVar_.item_spacing, style.item_spacing),
        (imgui.StyleVar_.frame_padding, style.frame_padding),
        (imgui.StyleVar_.window_padding, style.window_padding),
    )
    for which, gap in gaps:
        imgui.push_style_var(which, imgui.ImVec2(gap.x * share, gap.y * share))
    return len(gaps)
