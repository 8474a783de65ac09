"""Small things that panels are made of: frames, words in their room, pips, dice, seat marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import cos, pi, sin
from typing import Any

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, Rgba, ink
from sim.app.table.glossary import terms_told
from sim.words.tongues import told

__all__ = [
    "FIXED",
    "HEADLINE",
    "LINE",
    "Points",
    "V",
    "bar",
    "colour",
    "die",
    "draw_fitted",
    "explain",
    "fitted",
    "font",
    "headline",
    "marked",
    "panel",
    "pips",
    "seat_mark",
    "shrunk",
    "title",
    "tooltip",
    "used",
    "wrapped",
]

FIXED = int(
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_collapse
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)
LINGERS = int(imgui.HoveredFlags_.delay_normal | imgui.HoveredFlags_.no_shared_delay)
BEHIND = int(imgui.WindowFlags_.no_bring_to_front_on_focus)
V = imgui.ImVec2
LOW = 150  # pixels: a panel so low keeps its tooltips outside
TIP, TIP_LETTERS = 300, 13.5  # at 1280x800: of a tooltip's words, at most, and of its letters
SLIM = 0.5  # of that: so narrow a tooltip may become to lie beside its panel
HEADLINE = (1.0, 0.92, 0.85, 0.78, 0.72)  # of the size of a headline, the first that fits
LINE = (*HEADLINE, 0.66, 0.6, 0.54, 0.48)  # the same, of a line that has to do with its room
TWO_LINES = 0.68  # the same, of letters on two lines in the room of one
LEAST = 6.0  # pixels of letters that are made smaller
WORD = (*HEADLINE, 0.65, 0.58, 0.52)  # the same, of a word that no line holds
Points = list[Any]  # of ImVec2, for ImGui's draw lists


@contextmanager
def panel(name: str, rect: Rect, *, flags: int = 0, alpha: float = 0.93, front: bool = False) -> Iterator[None]:
    """A lacquer panel with a double gold hairline. `front`: over all others."""
    imgui.set_next_window_pos(V(rect.x, rect.y))
    imgui.set_next_window_size(V(rect.w, rect.h))
    imgui.set_next_window_bg_alpha(alpha)
    imgui.begin(name, None, FIXED | flags | (0 if front else BEHIND))
    hairline(rect)
    try:
        yield
    finally:
        imgui.dummy(V(0, 0))  # ImGui wants an item after the last move of its cursor
        imgui.end()


def used(fonts: Fonts) -> float:
    """How tall a panel is that ends here, under what was drawn last."""
    return float(imgui.get_cursor_pos_y() + imgui.get_scroll_y() + fonts.px(12))


def hairline(rect: Rect) -> None:
    draw = imgui.get_window_draw_list()
    draw.push_clip_rect(V(rect.x, rect.y), V(rect.right, rect.bottom))
    draw.add_rect(V(rect.x + 0.5, rect.y + 0.5), V(rect.right - 0.5, rect.bottom - 0.5), ink(theme.GOLD), 3.0)
    draw.add_rect(V(rect.x + 3.5, rect.y + 3.5), V(rect.right - 3.5, rect.bottom - 3.5), ink(theme.GOLD_DIM, 0.55), 2.0)
    draw.pop_clip_rect()


@contextmanager
def font(fonts: Fonts, face: str = "text", size: float = 15.0) -> Iterator[None]:
    """Text in another face and size (at 1280x800)."""
    imgui.push_font(getattr(fonts, face), size * fonts.scale)
    try:
        yield
    finally:
        imgui.pop_font()


def title(fonts: Fonts, text: str, size: float = 20.0) -> None:
    with font(fonts, "title", size):
        imgui.text_colored(imgui.ImVec4(*theme.GOLD_BRIGHT), told(text))


def headline(
    fonts: Fonts, text: str, size: float, width: float, rgba: Rgba = theme.GOLD_BRIGHT, face: str = "title"
) -> None:
    """A line that is never cut: in smaller letters where it is wider, at their smallest on several lines."""
    with font(fonts, face, size):
        share = shrunk(told(text), width)
        longest = max(told(text).split(), key=lambda word: imgui.calc_text_size(word).x, default="")
        share = min(share, shrunk(longest, width, WORD)) if share == HEADLINE[-1] else share
    with font(fonts, face, size * share):
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width)
        colour(text, rgba)
        imgui.pop_text_wrap_pos()


def shrunk(text: str, width: float, sizes: Sequence[float] = ()) -> float:
    """The largest share of the letters' size in which a text is so wide at most; the least, where none is."""
    letters = imgui.get_font_size()
    sizes = [share for share in sizes or HEADLINE if share == 1.0 or share * letters >= LEAST]
    for share in sizes:
        imgui.push_font(imgui.get_font(), letters * share)  # sizes are whole pixels: what it comes to is measured
        fits = imgui.calc_text_size(text).x <= width
        imgui.pop_font()
        if fits:
            return share
    return sizes[-1]


def draw_fitted(draw: imgui.ImDrawList, at: imgui.ImVec2, text: str, width: float, paint: int) -> float:
    """A text at a place of the window, in smaller letters where it is wider, on two lines in the room of one where it
    had to be smaller still, and cut where even so it is too wide.

    Returns how wide it became.
    """
    letters, share = imgui.get_font_size(), shrunk(told(text), width, LINE)
    lines = _halves(told(text), width, letters * TWO_LINES) if share < TWO_LINES else []
    tall = letters * (TWO_LINES if lines else share)
    imgui.push_font(imgui.get_font(), tall)
    lines = lines or [fitted(text, width)]
    for number, words in enumerate(lines):
        draw.add_text(V(at.x, at.y + letters / 2 + (number - len(lines) / 2) * tall), paint, words)
    wide = max(imgui.calc_text_size(words).x for words in lines)
    imgui.pop_font()
    return float(wide)


def _halves(text: str, width: float, letters: float) -> list[str]:
    """A text on two lines, the first as full as can be; empty where the other is too wide in letters of this size."""
    words = text.split(" ")
    imgui.push_font(imgui.get_font(), letters)
    ways = ([" ".join(words[:n]), " ".join(words[n:])] for n in range(len(words) - 1, 0, -1))
    found = next((way for way in ways if imgui.calc_text_size(way[0]).x <= width), [])
    fits = bool(found) and imgui.calc_text_size(found[1]).x <= width
    imgui.pop_font()
    return found if fits else []


def colour(text: str, rgba: Rgba) -> None:
    imgui.text_colored(imgui.ImVec4(*rgba), told(text))


def wrapped(text: str, rgba: Rgba = theme.PARCHMENT) -> None:
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*rgba))
    imgui.text_wrapped(told(text))
    imgui.pop_style_color()


def fitted(text: str, width: float) -> str:
    """The text as it is told, cut with an ellipsis where it is wider."""
    text = told(text)
    if imgui.calc_text_size(text).x <= width:
        return text
    while text and imgui.calc_text_size(text + "…").x > width:
        text = text[:-1]
    return text.rstrip() + "…"


def seat_mark(
    x: float, y: float, size: float, number: int, *, hollow: bool = False, over: imgui.ImDrawList | None = None
) -> None:
    """A seat's shape in its colour, centred at a place of the window; `over`: on this list, not on the panel's."""
    draw, paint = over or imgui.get_window_draw_list(), ink(theme.seat_colour(number))
    shape = theme.SHAPES[number % len(theme.SHAPES)]
    if shape == "circle":
        (draw.add_circle if hollow else draw.add_circle_filled)(V(x, y), size, paint)
        return
    sides, turn = {"diamond": (4, 0.0), "triangle": (3, -pi / 2), "square": (4, pi / 4)}[shape]
    points: Points = [
        V(x + size * 1.15 * cos(turn + 2 * pi * i / sides), y + size * 1.15 * sin(turn + 2 * pi * i / sides))
        for i in range(sides)
    ]
    if hollow:
        draw.add_polyline(points, paint, int(imgui.ImDrawFlags_.closed), 1.5)
    else:
        draw.add_convex_poly_filled(points, paint)


def pips(fonts: Fonts, now: int, most: int, paint: Rgba, size: float = 4.2) -> None:
    """Points as a row of beads, the lost ones hollow; smaller where they are wider than the panel."""
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    room = imgui.get_content_region_avail().x / max(1, now, most)
    step, line = min(2.5 * size * fonts.scale, room), imgui.get_text_line_height()
    for i in range(max(now, most)):
        centre = V(at.x + (i + 0.4) * step, at.y + line / 2)
        if i < now:
            draw.add_circle_filled(centre, 0.4 * step, ink(paint))
        else:
            draw.add_circle(centre, 0.4 * step - 0.5, ink(paint, 0.55))
    imgui.dummy(V(max(1, max(now, most)) * step, line))


def bar(fonts: Fonts, now: int, most: int, paint: Rgba, width: float, height: float = 7.0) -> None:
    """A share of something, with a tick for each point."""
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    h = height * fonts.scale
    draw.add_rect_filled(at, V(at.x + width, at.y + h), ink((0, 0, 0, 0.55)), 2.0)
    if most:
        draw.add_rect_filled(at, V(at.x + width * now / most, at.y + h), ink(paint), 2.0)
        for i in range(1, most):
            x = at.x + width * i / most
            draw.add_line(V(x, at.y + 1), V(x, at.y + h - 1), ink((0, 0, 0, 0.6)))
    draw.add_rect(at, V(at.x + width, at.y + h), ink(theme.GOLD_DIM), 2.0)
    imgui.dummy(V(width, h))


def marked(words: str, id: object) -> str:
    """Words of a button or a line of a list, as ImGui takes them: it tells them apart by an id that is not shown."""
    return f"{told(words)}##{id}"


def explain(fonts: Fonts, words: str) -> None:
    """While the last item is pointed at, after a moment: what the words of the rules in it mean."""
    if not imgui.is_item_hovered(LINGERS) or not (meaning := terms_told(words)):
        return
    tooltip(fonts, meaning)


def tooltip(fonts: Fonts, text: str, x: float | None = None) -> None:
    """Words on what was drawn last, whole in the window: beside its panel where that is near, so that they hide nothing
    that is read with it, else over or under it; over or under all of a low panel. `x`: the pixel of something wide that
    they are about. Nothing while keys choose, and the mouse only happens to lie there.
    """
    if not fonts.stops.points:
        return
    low, high, whole = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_io().display_size
    top, size, gap, near = imgui.get_window_pos(), imgui.get_window_size(), 6 * fonts.scale, 48 * fonts.scale
    wrap, flat, pad = TIP * fonts.scale, size.y < LOW * fonts.scale, imgui.get_style().window_padding.x
    tip = _tip_size(fonts, text)
    right, left = top.x + size.x + gap, top.x - gap
    sides = [(whole.x - right, True)] * (right - high.x < near) + [(left, False)] * (low.x - top.x < near)
    beside = next(((room, to) for least in (tip.x, SLIM * wrap) for room, to in sides if room >= least), None)
    if x is None and not flat and beside is not None:
        room, to_right = beside
        wrap = min(wrap, room - pad)
        tip = _tip_size(fonts, text, wrap)
        at = V(right if to_right else left - tip.x, low.y)
    else:
        upper, lower = (top.y, top.y + size.y) if flat else (low.y, high.y)
        at = V(low.x if x is None else x, lower + gap if low.y < whole.y / 2 else upper - gap - tip.y)
    at = V(max(min(at.x, whole.x - tip.x), 0), max(min(at.y, whole.y - tip.y), 0))
    imgui.set_next_window_pos(at, int(imgui.Cond_.always))
    imgui.set_next_window_size(tip)  # of itself it would be as large as its last words wanted it
    if imgui.begin_tooltip():
        with font(fonts, "text", TIP_LETTERS):
            imgui.push_text_wrap_pos(wrap)
            imgui.text_unformatted(told(text))
            imgui.pop_text_wrap_pos()
        imgui.end_tooltip()


def _tip_size(fonts: Fonts, text: str, wrap: float | None = None) -> imgui.ImVec2:
    """How large a tooltip becomes whose words go on below at this pixel of it."""
    pad = imgui.get_style().window_padding
    with font(fonts, "text", TIP_LETTERS):
        size = imgui.calc_text_size(told(text), wrap_width=(wrap or TIP * fonts.scale) - pad.x)
    return V(size.x + 2 * pad.x, size.y + 2 * pad.y)


def die(
    fonts: Fonts, x: float, y: float, radius: float, face: int, *, destiny: bool, ace: bool, picked: bool = False,
    loose: bool = False, changed: bool = False, over: imgui.ImDrawList | None = None,
) -> None:  # fmt: skip
    """A D10: ivory, or gold for the Destiny Die; an Ace is ringed, a picked die lifted and crimson. `over`: on this
    list, not on the panel's."""
    draw = over or imgui.get_window_draw_list()
    turn = (face * 0.7 if loose else 0.0) + pi / 2
    body: Rgba = (0.86, 0.68, 0.24, 1) if destiny else (0.90, 0.86, 0.77, 1)
    shade: Rgba = (0.60, 0.43, 0.10, 1) if destiny else (0.66, 0.60, 0.50, 1)
    if picked:
        body, shade = (0.75, 0.22, 0.20, 1), (0.45, 0.10, 0.10, 1)
    if not ace and not loose and not picked:
        body, shade = (
            (body[0] * 0.62, body[1] * 0.62, body[2] * 0.62, 1),
            (shade[0] * 0.6, shade[1] * 0.6, shade[2] * 0.6, 1),
        )

    def corner(angle: float, far: float) -> imgui.ImVec2:
        return V(x + far * radius * cos(angle), y - far * radius * sin(angle))

    outline: Points = [corner(turn + 2 * pi * i / 10, 1.0 if i % 5 in (0, 2, 3) else 0.94) for i in range(10)]
    shadow: Points = [V(p.x + 1.5, p.y + 2.5) for p in outline]
    draw.add_convex_poly_filled(shadow, ink((0, 0, 0, 0.5)))
    draw.add_convex_poly_filled(outline, ink(shade))
    kite: Points = [corner(turn, 1.0), corner(turn - 0.95, 0.80), corner(turn + pi, 0.52), corner(turn + 0.95, 0.80)]
    draw.add_convex_poly_filled(kite, ink(body))
    for point in kite[1:]:
        draw.add_line(point, corner(turn + pi, 0.98), ink((0, 0, 0, 0.18)))
    draw.add_polyline(outline, ink((0.1, 0.06, 0.04, 0.9)), int(imgui.ImDrawFlags_.closed), 1.2)
    if ace and not loose:
        draw.add_circle(V(x, y), radius * 1.22, ink(theme.GOLD_BRIGHT), 32, 2.0)
    if changed:
        draw.add_circle_filled(V(x + radius * 0.85, y - radius * 0.85), radius * 0.2, ink(theme.WILL))
    text = str(face)
    with font(fonts, "bold", radius * 0.95 / fonts.scale):
        size = imgui.calc_text_size(text)
        draw.add_text(V(x - size.x / 2, y - size.y * 0.60), ink((0.08, 0.05, 0.03, 1)), text)
