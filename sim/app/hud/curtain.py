"""The curtain before a secret: heavy folds over the whole window, until one player is alone with the screen."""

from __future__ import annotations

from math import cos, pi

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.hud.widgets import FIXED, V, font
from sim.app.table.controller import TableController
from sim.app.table.key_bindings import WAYS_OUT_KEYS
from sim.words import listed, say
from sim.words.tongues import told

__all__ = ["draw_curtain"]

FOLDS = 22
DEEP: Rgba = (0.130, 0.016, 0.030, 1.0)
RIDGE: Rgba = (0.430, 0.060, 0.085, 1.0)


def draw_curtain(table: TableController, fonts: Fonts, width: float, height: float) -> str | None:
    """Over everything, while it hangs. Returns a command, or nothing; None: it does not hang."""
    f, seat = fonts, table.curtain.before
    if seat is None:
        return None
    imgui.set_next_window_pos(V(0, 0))
    imgui.set_next_window_size(V(width, height))
    imgui.set_next_window_bg_alpha(1.0)
    imgui.begin("curtain", None, FIXED | int(imgui.WindowFlags_.no_scrollbar))
    imgui.set_window_focus()
    _folds(f, width, height)
    under = _words(table, f, seat, width, height)
    said = "" if table.curtain.may_leave else _way_out(f, width, under + f.px(14))
    imgui.dummy(V(0, 0))
    imgui.end()
    return said


def _folds(f: Fonts, width: float, height: float) -> None:
    """Velvet: each fold goes from a dark valley over a lit ridge to the next valley; a gold fringe at the foot."""
    draw = imgui.get_window_draw_list()
    draw.push_clip_rect(V(0, 0), V(width, height))
    parts, fringe = FOLDS * 8, height - f.px(34)
    for i in range(parts):
        left, right = (_lit(j * FOLDS / parts) for j in (i, i + 1))
        x, end = width * i / parts, width * (i + 1) / parts
        top = (ink(_dimmed(left, 0.45)), ink(_dimmed(right, 0.45)))
        draw.add_rect_filled_multi_color(V(x, 0), V(end, height), *top, ink(right), ink(left))
    draw.add_rect_filled(V(0, fringe), V(width, fringe + f.px(5)), ink(theme.GOLD_DIM))
    step = f.px(9)
    for i in range(int(width / step) + 1):
        draw.add_line(V(i * step, fringe + f.px(5)), V(i * step, height), ink(theme.GOLD_DIM, 0.8), 2.0)
    draw.pop_clip_rect()


def _lit(fold: float) -> Rgba:
    share = 0.5 - 0.5 * cos(2 * pi * fold)
    r, g, b = (deep + (ridge - deep) * share**1.6 for deep, ridge in zip(DEEP[:3], RIDGE[:3], strict=True))
    return (r, g, b, 1.0)


def _dimmed(paint: Rgba, by: float) -> Rgba:
    return (paint[0] * by, paint[1] * by, paint[2] * by, 1.0)


def _way_out(f: Fonts, width: float, top: float) -> str:
    """Whoever must stop now lifts nobody's curtain."""
    with font(f, "text", 13):
        label = say("Save and go to the start")
        wide = min(key_width(f, label, WAYS_OUT_KEYS[0]), width - 20)
        imgui.set_cursor_screen_pos(V((width - wide) / 2, top))
        return "leave" if key_button(f, label, WAYS_OUT_KEYS[0], width=wide) else ""


def _words(table: TableController, f: Fonts, seat: str, width: float, height: float) -> float:
    """Whom it hangs for, and who looks away; returns where that ends."""
    model = table.model
    gang = model.names(seat)
    others = listed(map(model.names, (each for each in model.humans if each != seat)))
    wide, tall = min(f.px(560), width - 20), f.px(196)
    x, y = (width - wide) / 2, (height - tall) / 2
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(V(x, y), V(x + wide, y + tall), ink(theme.LACQUER_DEEP), 4.0)
    draw.add_rect(V(x + 4, y + 4), V(x + wide - 4, y + tall - 4), ink(theme.GOLD), 3.0)
    inner = wide - f.px(48)
    widgets.seat_mark(x + f.px(36), y + f.px(38), f.px(11), model.seat_number(seat))
    with font(f, "title", 26):
        imgui.set_cursor_screen_pos(V(x + f.px(58), y + f.px(20)))
        widgets.colour(widgets.fitted(say("For {gang} alone", gang=gang), inner - f.px(40)), theme.GOLD_BRIGHT)
    imgui.set_cursor_screen_pos(V(x + f.px(24), y + f.px(66)))
    imgui.push_text_wrap_pos(x + wide - f.px(24))
    imgui.text(
        told(
            say(
                "A secret of {seat} is behind this curtain. {others}: please look away.",
                seat=model.names(seat),
                others=others,
            )
        )
    )
    imgui.pop_text_wrap_pos()
    may_leave = table.curtain.may_leave
    half = (inner - f.px(8)) * 0.62 if may_leave else inner
    imgui.set_cursor_screen_pos(V(x + f.px(24), y + tall - f.px(54)))
    if key_button(f, say("Nobody else looks: {seat}", seat=model.names(seat)), "Enter", width=half, lit=True):
        table.curtain.lift()
    if may_leave:
        imgui.same_line(0, f.px(8))
        if key_button(f, say("Not now"), "Esc", width=inner - half - f.px(8)):
            table.curtain.leave()
    return y + tall
