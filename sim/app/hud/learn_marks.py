"""Small marks of what was learnt: stars, ticks, and beads for the steps of a lesson."""

from __future__ import annotations

from math import cos, pi, sin

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V

__all__ = ["progress_beads", "star", "stars_row", "tick"]


def star(x: float, y: float, radius: float, *, earned: bool) -> None:
    """A star, filled where it is earned."""
    draw = imgui.get_window_draw_list()
    points: Points = []
    for i in range(10):
        far = radius if i % 2 == 0 else radius * 0.42
        angle = -pi / 2 + i * pi / 5
        points.append(V(x + far * cos(angle), y + far * sin(angle)))
    if earned:
        draw.add_concave_poly_filled(points, ink(theme.GOLD_BRIGHT))
    draw.add_polyline(points, ink(theme.GOLD if earned else theme.GOLD_DIM), int(imgui.ImDrawFlags_.closed), 1.4)


def stars_row(fonts: Fonts, x: float, y: float, earned: int, most: int, radius: float = 7.0) -> None:
    """A row of stars, the first at a place."""
    r = fonts.px(radius)
    for i in range(most):
        star(x + r + i * r * 2.5, y, r, earned=i < earned)


def tick(fonts: Fonts, x: float, y: float, size: float = 7.0) -> None:
    """Done."""
    draw, s = imgui.get_window_draw_list(), fonts.px(size)
    points: Points = [V(x - s, y), V(x - s * 0.25, y + s * 0.75), V(x + s, y - s * 0.8)]
    draw.add_polyline(points, ink((0, 0, 0, 0.6)), 0, 5.0)
    draw.add_polyline(points, ink(theme.ACTION), 0, 3.0)


def progress_beads(fonts: Fonts, now: int, count: int, width: float) -> None:
    """A bead for each step, those that are done filled, the one in hand larger."""
    draw, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    step = min(fonts.px(14), width / count)
    y = at.y + fonts.px(5)
    for i in range(count):
        x = at.x + step * (i + 0.5)
        if i < now:
            draw.add_circle_filled(V(x, y), fonts.px(3), ink(theme.GOLD))
        elif i == now:
            draw.add_circle_filled(V(x, y), fonts.px(4.5), ink(theme.GOLD_BRIGHT))
        else:
            draw.add_circle(V(x, y), fonts.px(3), ink(theme.GOLD_DIM), 0, 1.2)
    imgui.dummy(V(width, fonts.px(10)))
