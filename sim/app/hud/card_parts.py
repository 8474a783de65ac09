"""What cards of characters are made of: numbers, weapons, and words that explain themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font
from sim.app.table.glossary import explained
from sim.carnevale.characters import Profile, Weapon
from sim.carnevale.stats import STATS, Number
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["draw_stats", "draw_weapons", "draw_words", "weapon_words"]

NONE_SPENT: Mapping[str, str] = MappingProxyType({})
CELLS = (say("MOV"), say("DEX"), say("ATT"), say("PRO"), say("MND"))  # as `STATS`


def draw_stats(fonts: Fonts, p: Profile, width: float, now: Sequence[Number] = ()) -> None:
    """The five numbers in a row of frames; of somebody in a game as they are `now`, which says why when pointed at."""
    f = fonts
    numbers = now or [Number(getattr(p, each)) for each in STATS]
    cells = [*zip(CELLS, numbers, strict=True)]
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    wide, tall = width / len(cells), f.px(34)
    for i, (label, number) in enumerate(cells):
        value, paint = number.total, theme.PARCHMENT
        if value != number.base:
            paint = theme.ALERT if value < number.base else theme.ACTION
        x = at.x + i * wide
        draw.add_rect(V(x + 1, at.y), V(x + wide - 2, at.y + tall), ink(theme.GOLD_DIM), 2.0)
        with font(f, "text", min(10.5, wide / f.px(3.4))):
            size = imgui.calc_text_size(told(label))
            draw.add_text(V(x + (wide - size.x) / 2, at.y + f.px(2)), ink(theme.FADED), told(label))
        with font(f, "bold", 16):
            size = imgui.calc_text_size(str(value))
            draw.add_text(V(x + (wide - size.x) / 2, at.y + f.px(13)), ink(paint), str(value))
    imgui.dummy(V(width, tall))
    changed = [say("{stat} {number}", stat=label, number=str(number)) for label, number in cells if number.modifiers]
    if changed and imgui.is_item_hovered():
        widgets.tooltip(f, joined("\n", changed))


def weapon_words(w: Weapon) -> str:
    """A weapon in a line."""
    reach = say('{range:g}"', range=w.range) if w.range else say("contact")
    numbers = (
        say("Ev{value:+d}", value=w.evasion) if w.evasion else "",
        say("Dmg{value:+d}", value=w.damage) if w.damage else "",
        say("Pen{value:+d}", value=w.penetration) if w.penetration else "",
    )
    parts = joined(", ", (reach, *numbers, *map(term, w.words)))
    return say("{what}: {words}", what=term(w.name), words=parts)


def draw_weapons(fonts: Fonts, p: Profile, spent: Mapping[str, str] = NONE_SPENT, *, whole: bool = False) -> None:
    """All weapons, a line each; those that are cut are whole when pointed at. `whole`: none is cut. `spent`: those that
    are of no use for now, and why."""
    with font(fonts, "text", 12.5):
        for w in p.armoury:
            line = weapon_words(w)
            if whole:
                widgets.wrapped(line, theme.FADED if w.name in spent else theme.PARCHMENT)
                if w.name in spent:
                    widgets.wrapped(say("{why}.", why=spent[w.name]), theme.ALERT)
            else:
                colour(widgets.fitted(line, imgui.get_content_region_avail().x), theme.PARCHMENT)
            if imgui.is_item_hovered():
                known = [(term(word), text) for word in w.words if (text := explained(word))]
                rules = (say("{what}: {words}", what=word, words=text) for word, text in known)
                widgets.tooltip(fonts, joined("\n\n", (line, *rules)))


def draw_words(fonts: Fonts, words: Sequence[str]) -> None:
    """Words in rows, each with its rule when pointed at."""
    f = fonts
    with font(f, "text", 12.5):
        right = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(5), f.px(1)))
        imgui.push_text_wrap_pos(0.0)  # one alone may be wider than the card
        for number, word in enumerate(words):
            shown = told(term(word)) + ("," if number + 1 < len(words) else "")
            if number:
                imgui.same_line()
                if imgui.get_cursor_screen_pos().x + imgui.calc_text_size(told(shown)).x > right:
                    imgui.new_line()
            colour(shown, theme.PARCHMENT)
            if imgui.is_item_hovered() and (text := explained(word)):
                widgets.tooltip(f, say("{what}: {words}", what=term(word), words=text))
        imgui.pop_text_wrap_pos()
        imgui.pop_style_var()
