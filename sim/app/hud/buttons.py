"""Buttons with their key in small letters: of one line, or of as many as their words need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import HEADLINE, Points, V, draw_fitted, font, shrunk, tooltip
from sim.app.key_map import on_keyboard
from sim.app.table.glossary import terms_told
from sim.words import joined, say
from sim.words.tongues import told

__all__ = ["FINAL", "final_mark", "go_on", "key_button", "key_width", "keyed_first", "tall_button"]

FINAL = {  # what ends undo
    "dice": say("Dice are thrown: it cannot be undone."),
    "secret": say("A secret is shown: it cannot be undone."),
}


def key_width(fonts: Fonts, label: str, key: str = "") -> float:
    """How wide a button is for its words and its key to be read whole."""
    wide = imgui.calc_text_size(told(label).split("##")[0]).x + 2 * imgui.get_style().frame_padding.x
    if not key:
        return float(wide)
    with font(fonts, "bold", 11):
        return float(wide + imgui.calc_text_size(told(on_keyboard(fonts.keys.shown(key)))).x + 8 * fonts.scale)


def keyed_first(commands: Sequence[str], wide: Callable[[Collection[str]], float], room: float) -> tuple[str, ...]:
    """Of buttons in a row those whose keys find room, too, the first ones first. `wide`: of the row, where these show
    their keys."""
    keyed: tuple[str, ...] = ()
    for command in commands:
        if wide((*keyed, command)) <= room:
            keyed = (*keyed, command)
    return keyed


def key_button(
    fonts: Fonts,
    label: str,
    key: str = "",
    *,
    able: bool = True,
    lit: bool = False,
    width: float = 0.0,
    hint: str | None = "",
    beside: bool = False,
) -> bool:
    """A button with its key in small letters; `lit`: in hand; `beside`: by `go_on`; `hint`: None for no tooltip."""
    words = _shown(label)
    size, pad = imgui.calc_text_size(words), imgui.get_style().frame_padding
    wide = width or key_width(fonts, label, key)
    if beside:
        go_on(fonts, wide)
    room = wide - 2 * pad.x - _key_room(fonts, key)

    def write(at: imgui.ImVec2, paint: int) -> None:
        aside = 0.0 if key else (wide - min(room, size.x * shrunk(words, room))) / 2 - pad.x
        draw_fitted(imgui.get_window_draw_list(), V(at.x + aside, at.y), words, room, paint)

    return _keyed(fonts, label, key, V(wide, size.y + 2 * pad.y), write, able=able, lit=lit, hint=hint)


def tall_button(
    fonts: Fonts, label: str, key: str, *, able: bool, lit: bool, width: float, hint: str | None = ""
) -> bool:
    """As `key_button`, which it is where one line of letters that are read easily holds the words; else on as many
    lines as they need: of answers that differ in their last word all of it is read."""
    words, pad = _shown(label), imgui.get_style().frame_padding
    room = width - 2 * pad.x - _key_room(fonts, key)
    if imgui.calc_text_size(words).x * HEADLINE[-1] <= room:
        return key_button(fonts, label, key, able=able, lit=lit, width=width, hint=hint)
    tall = imgui.calc_text_size(words, wrap_width=room).y + 2 * pad.y

    def write(at: imgui.ImVec2, paint: int) -> None:
        draw = imgui.get_window_draw_list()
        draw.add_text(imgui.get_font(), imgui.get_font_size(), at, paint, words, None, room)

    return _keyed(fonts, label, key, V(width, tall), write, able=able, lit=lit, hint=hint)


def _keyed(
    fonts: Fonts,
    label: str,
    key: str,
    size: imgui.ImVec2,
    write: Callable[[imgui.ImVec2, int], None],
    *,
    able: bool,
    lit: bool,
    hint: str | None,
) -> bool:
    """A button of this size, whose words `write` draws at a place in a colour."""
    if lit:
        imgui.push_style_color(imgui.Col_.button, imgui.ImVec4(*theme.CRIMSON))
        imgui.push_style_color(imgui.Col_.border, imgui.ImVec4(*theme.GOLD_BRIGHT))
    imgui.begin_disabled(not able)
    at, pad = imgui.get_cursor_screen_pos(), imgui.get_style().frame_padding
    pressed = bool(imgui.button(f"##{told(label)}", size))
    fonts.stops.here(able=able)
    fade = 1.0 if able else 0.45
    write(V(at.x + pad.x, at.y + pad.y), ink(theme.PARCHMENT, fade))
    if mark := _mark(fonts, key):
        with font(fonts, "bold", 11):
            it = imgui.calc_text_size(mark)
            place = V(at.x + size.x - pad.x - it.x, at.y + (size.y - it.y) / 2)
            imgui.get_window_draw_list().add_text(place, ink(theme.GOLD, fade), mark)
    imgui.end_disabled()
    if lit:
        imgui.pop_style_color(2)
    if hint is not None and imgui.is_item_hovered(0 if able else int(imgui.HoveredFlags_.allow_when_disabled)):
        whole = joined("\n\n", (hint, terms_told(f"{label.split('##')[0]} {hint}")))
        if whole:
            tooltip(fonts, whole)
    return pressed


def _shown(label: str) -> str:
    """What is read of a label: without ImGui's id."""
    return told(label).split("##")[0]


def _mark(fonts: Fonts, key: str) -> str:
    """The letters of a key, as the player has it."""
    return told(on_keyboard(fonts.keys.shown(key)))


def _key_room(fonts: Fonts, key: str) -> float:
    """What a key takes of a button's width."""
    with font(fonts, "bold", 11):
        return float(imgui.calc_text_size(mark).x + 6 * fonts.scale) if (mark := _mark(fonts, key)) else 0.0


def go_on(fonts: Fonts, wide: float) -> None:
    """What is so wide comes beside the last item, or under it where that leaves no room for it."""
    gap = fonts.px(4)
    right = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    if imgui.get_item_rect_max().x + gap + wide <= right:
        imgui.same_line(0, gap)


def final_mark(fonts: Fonts, why: str) -> None:
    """The last button cannot be taken back, and is marked: a die that will fall, or an eye for what will be shown."""
    draw, r, corner = imgui.get_window_draw_list(), 4.2 * fonts.scale, imgui.get_item_rect_min()
    x, y = corner.x - r * 0.6, corner.y + r * 0.6
    if why == "dice":
        lozenge: Points = [V(x + r, y - r), V(x + 2 * r, y), V(x + r, y + r), V(x, y)]
        draw.add_convex_poly_filled(lozenge, ink(theme.GOLD))
        draw.add_circle_filled(V(x + r, y), r * 0.28, ink((0.1, 0.05, 0.02, 1)))
    else:
        draw.add_ellipse(V(x + r, y), V(r * 1.2, r * 0.75), ink(theme.GOLD), 0.0, 0, 1.4)
        draw.add_circle_filled(V(x + r, y), r * 0.4, ink(theme.GOLD))
