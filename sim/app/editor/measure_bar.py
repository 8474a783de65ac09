"""The row of buttons for what the board plays like, and in words what is being shown."""

from __future__ import annotations

from collections.abc import Collection

from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.live import SURE
from sim.app.editor.model import EditorModel
from sim.app.editor.tools import EditorTool
from sim.app.hud import theme
from sim.app.hud.buttons import go_on, key_button, key_width, keyed_first
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font, marked
from sim.app.key_map import on_keyboard
from sim.percent import percent
from sim.words import say
from sim.words.tongues import told

__all__ = ["HEAT", "draw_measure_bar", "heat"]

Rgb = tuple[float, float, float]

HEAT: tuple[Rgb, ...] = (
    (0.17, 0.07, 0.33),
    (0.48, 0.14, 0.43),
    (0.80, 0.28, 0.32),
    (0.97, 0.58, 0.24),
    (0.99, 0.92, 0.55),
)
"""From nothing to the most: told apart by brightness alone."""
MOST_SEEN = 0.5  # of the board: a place that sees more is as bright


def heat(share: float, kind: str) -> Rgb:
    """The colour of a share."""
    at = min(max(share / (MOST_SEEN if kind == "seen" else 1.0), 0.0), 1.0) * (len(HEAT) - 1)
    one = min(int(at), len(HEAT) - 2)
    a, b = HEAT[one], HEAT[one + 1]
    r, g, blue = (x + (y - x) * (at - one) for x, y in zip(a, b, strict=True))
    return (r, g, blue)


LONG = ("remake", "objective")  # whose keys are shown where the row has room for them; else their tooltips tell


def draw_measure_bar(model: EditorModel, hand: EditorController, fonts: Fonts, commands: list[str]) -> int:
    """`commands`: what its buttons ask of the window. Returns how many rows they take."""
    f, shows = fonts, model.shows
    seen = {"": say("Heat: none"), "seen": say("Heat: sight"), "covered": say("Heat: cover")}[shows.outlook]
    tape = hand.tool is EditorTool.MEASURE
    minis = hand.tool is EditorTool.MINI or bool(model.minis) or tape
    rows = (
        (say("Tape"), "R", "measure", tape, say("Measure between two places, and the way there")),
        (
            say("Mini"), "N", "mini", hand.tool is EditorTool.MINI,
            say("Put minis on the board: their reach, sight and cover"),
        ),
        (
            say('Move {inches:g}"', inches=shows.move), "]", "faster", False,
            say("The MOVE to measure by: [ is less, ] more"),
        ),
        (say("Base {mm:g}", mm=shows.base_mm), ";", "base", False, say("The base to measure by, in mm")),
        (
            say("Jumps"), "J", "leaps", shows.leaps,
            say("Roofs that join by jumps: green where {share} of tries arrive", share=percent(SURE)),
        ),
        (say("DEX {n}", n=shows.dexterity), "4 5 6", "dexterity", shows.leaps, say("The DEXTERITY of who jumps")),
        (seen, "H", "outlook", bool(shows.outlook), say("What of the board each place sees; how well it is covered")),
        (say("Zone"), "Z", "zone", hand.tool is EditorTool.ZONE, say("Where a gang deploys")),
        (
            say("Objective"), "Shift Z", "objective", hand.tool is EditorTool.OBJECTIVE,
            say("Where an objective lies"),
        ),
        (
            say("Anew"), "I", "remake", hand.tool is EditorTool.REMAKE,
            say("Mark a part of the board, or take all: it is made again"),
        ),
        (say("Note"), "F", "note", hand.tool is EditorTool.NOTE, say("A remark that is shown while a game is set up")),
    )  # fmt: skip
    wanted = {"faster": minis, "base": minis or shows.leaps, "dexterity": shows.leaps or tape}
    wanted |= dict.fromkeys(
        ("zone", "objective", "remake", "note"), not (minis and shows.leaps)
    )  # there is room for one
    shown = [row for row in rows if wanted.get(row[2], True)]

    def wide(keyed: Collection[str]) -> float:
        """Of the row, where these of the long keys are shown."""
        own = [(label, key if does in keyed or does not in LONG else "") for label, key, does, *_ in shown]
        return sum(key_width(f, *each) + f.px(4) for each in own)

    keyed = keyed_first(LONG, wide, imgui.get_content_region_avail().x)
    first, tops = imgui.get_cursor_pos_x(), list[float]()
    for label, key, command, lit, hint in shown:
        own = "" if command in LONG and command not in keyed else key
        said = hint if own else say("{hint} ({key})", hint=hint, key=on_keyboard(f.keys.shown(key)))
        imgui.set_cursor_pos_x(first)
        if key_button(f, marked(label, command), own, lit=lit, hint=said, beside=bool(tops)):
            commands.append(command)
        tops.append(imgui.get_item_rect_min().y)
    if shows.outlook:
        imgui.set_cursor_pos_x(first)
        go_on(f, f.px(15) * len(HEAT))
        imgui.align_text_to_frame_padding()
        _legend(shows.outlook, fonts)
    return len(set(tops))


def _legend(kind: str, fonts: Fonts) -> None:
    f, draw = fonts, imgui.get_window_draw_list()
    at, wide, tall = imgui.get_cursor_screen_pos(), fonts.px(15), fonts.px(9)
    for number, tone in enumerate(HEAT):
        x = at.x + number * wide
        draw.add_rect_filled(V(x, at.y + f.px(1)), V(x + wide, at.y + f.px(1) + tall), ink((*tone, 1.0)))
    most = say("{share}+", share=percent(MOST_SEEN)) if kind == "seen" else say("all")
    with font(f, "text", 10.5):
        draw.add_text(V(at.x, at.y + f.px(12)), ink(theme.FADED), told(say("0 to {most}", most=most)))
