"""A line that keeps to its room: in smaller letters where it is wider; where even those are, it is cut, and told whole
by a tooltip while it is pointed at."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.theme import Fonts, Rgba
from sim.words.tongues import told

__all__ = ["squeezed"]


def squeezed(fonts: Fonts, text: str, width: float, rgba: Rgba = theme.PARCHMENT) -> None:
    """A line of a panel, in the letters in hand where they fit."""
    letters, share = imgui.get_font_size(), widgets.shrunk(told(text), width, widgets.LINE)
    imgui.push_font(imgui.get_font(), letters * share)
    words = widgets.fitted(text, width)
    widgets.colour(words, rgba)
    imgui.pop_font()
    if words != told(text) and imgui.is_item_hovered():
        widgets.tooltip(fonts, text)
