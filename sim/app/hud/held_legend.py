"""While a key shows more of the board, such as what it costs to stand where: a line that says what its marks mean."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.render.palettes import AMBER, HIDDEN, SEEN, Colour, Inks
from sim.app.table.controller import TableController
from sim.app.table.preview_marks import PERILS
from sim.app.table.tools import Tool
from sim.words import say
from sim.words.tongues import told

__all__ = ["draw_legend", "legend"]

Entries = tuple[tuple[Colour, str], ...]

COSTS = (say("next to nothing"), say("up to a fifth"), say("up to half"), say("more"))  # for each of the PERILS
SIGHT: Entries = ((SEEN, say("seen")), (AMBER, say("in cover")), (HIDDEN, say("not seen")))
DOT, GAP = 5.0, 16.0  # pixels at 1280x800: of a dot, and between two entries
UNDER = 26  # pixels at 1280x800: below the line that says what is got ready


def legend(table: TableController) -> tuple[str, Entries]:
    """What the marks are about that are held up now, and what each colour of them means; empty where none are."""
    if table.asks_sight:
        return say("Who sees whom"), SIGHT
    if not table.tinted or table.tool is not Tool.RUN:
        return "", ()
    if not table.looks_out or table.perils is None or table.perils_of is not table.asked:
        return say("What it costs to stand where is being reckoned"), ()
    if not len(table.perils.at):
        return "", ()
    entries = tuple((paint, words) for (_, _, paint, _), words in zip(PERILS, COSTS, strict=True))
    return say("Standing there costs, of its Life Points"), entries


def draw_legend(table: TableController, palette: Inks, fonts: Fonts, free: Rect) -> None:
    """At the upper edge of what the panels leave free: on as many lines as it needs."""
    title, entries = legend(table)
    if not title:
        return
    f, draw = fonts, imgui.get_background_draw_list()
    with font(f, "text", 14):
        tall, room = imgui.get_font_size() + f.px(6), free.w - f.px(24)
        parts: list[tuple[Colour | None, str, float]] = [(None, told(title), imgui.calc_text_size(told(title)).x)]
        parts += [
            (paint, told(words), imgui.calc_text_size(told(words)).x + f.px(2 * DOT + 6)) for paint, words in entries
        ]
        lines = list[list[tuple[Colour | None, str, float]]]()
        for part in parts:
            if not lines or _wide(f, [*lines[-1], part]) > room:
                lines.append([])
            lines[-1].append(part)
        wide, y = max(_wide(f, line) for line in lines), free.y + f.px(UNDER)
        left = free.x + (free.w - wide) / 2
        low, high = V(left - f.px(10), y - f.px(3)), V(left + wide + f.px(10), y + tall * len(lines))
        draw.add_rect_filled(low, high, ink(theme.LACQUER_DEEP, 0.85), f.px(4))
        for line in lines:
            x = free.x + (free.w - _wide(f, line)) / 2
            for paint, words, own in line:
                if paint is not None:
                    middle = V(x + f.px(DOT), y + tall / 2 - f.px(2))
                    draw.add_circle_filled(middle, f.px(DOT), ink((*palette.of(paint)[:3], 1.0)))
                at = V(x + (0 if paint is None else f.px(2 * DOT + 6)), y)
                draw.add_text(at, ink(theme.GOLD_BRIGHT if paint is None else theme.PARCHMENT), words)
                x += own + f.px(GAP)
            y += tall


def _wide(f: Fonts, line: list[tuple[Colour | None, str, float]]) -> float:
    return sum(wide for _, _, wide in line) + f.px(GAP) * max(0, len(line) - 1)
