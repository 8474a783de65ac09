"""The keys and clicks of the tool in hand, along the lower edge."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.handles import cornered
from sim.app.editor.tools import EditorTool
from sim.app.hud import theme
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.words import say
from sim.words.tongues import told

__all__ = ["draw_hints"]

WIDTH = "WIDTH"  # in a hint: how wide the line or brush in hand is
HINTS: dict[EditorTool, tuple[tuple[str, str], ...]] = {
    EditorTool.SELECT: (
        (say("Click"), say("choose")),
        (say("drag"), say("move, or box")),
        (say("Shift click"), say("more")),
        (say("right drag"), say("turn the view")),
        ("F1", say("all keys")),
        ("Q E", say("turn")),
        (say("Page Up Down"), say("raise")),
        ("Ctrl D", say("copies")),
        ("B", say("one like it")),
        ("M", say("mirror")),
        ("Del", say("take away")),
    ),
    EditorTool.PLACE: (
        (say("Click"), say("put down")),
        ("Q E", say("turn by 15°")),
        (say("Shift Q E"), say("by 1°")),
        (say("Ctrl wheel"), say("turn")),
        (say("Page Up Down"), say("raise")),
        ("Alt", say("freely")),
        ("Y", say("symmetry")),
        ("Esc", say("enough")),
    ),
    EditorTool.LINE: (
        (say("Click"), say("next point")),
        (". ,", WIDTH),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.LANE: (
        (say("Click"), say("next point of the street")),
        (". ,", WIDTH),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.OUTLINE: (
        (say("Click"), say("next corner")),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.STREET: (
        (say("Click"), say("next corner of the street")),
        (say("Shift U"), say("along a line")),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.WATER: (
        (say("Drag"), say("paint water")),
        (say("Alt drag"), say("paint it away")),
        (". ,", WIDTH),
        ("Esc", say("enough")),
    ),
    EditorTool.PLOT: (
        (say("Click"), say("next corner of the house")),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.BRIDGE: (
        (say("Click"), say("from here, to there")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.ROW: (
        (say("Click"), say("from here, to there")),
        ("", say("its fronts look to the right of the way")),
        ("Alt", say("freely")),
        ("Esc", say("leave it")),
    ),
    EditorTool.REMAKE: (
        (say("Click"), say("next corner of the part")),
        ("Enter", say("make it again")),
        ("Shift I", say("another like it")),
        ("Backspace", say("take back")),
        ("Esc", say("enough")),
    ),
    EditorTool.MINI: (
        (say("Click"), say("put a mini, choose one")),
        (say("drag"), say("move it")),
        ("[ ]", say("MOVE")),
        (";", say("base")),
        ("Del", say("take it away")),
        ("J", say("jumps")),
        ("H", say("heat")),
        ("Esc", say("enough")),
    ),
    EditorTool.ZONE: (
        (say("Click"), say("next corner of the zone")),
        ("Enter", say("done")),
        ("Backspace", say("take back")),
        ("Alt", say("freely")),
        ("Y", say("symmetry")),
        ("Esc", say("leave it")),
    ),
    EditorTool.OBJECTIVE: (
        (say("Click"), say("an objective lies here")),
        ("Y", say("symmetry")),
        ("Esc", say("enough")),
    ),
    EditorTool.NOTE: (
        (say("Click"), say("a note stands here, its words go on the right")),
        ("Esc", say("leave it")),
    ),
    EditorTool.IMPORT: (
        (say("Click"), say("choose a part, a point")),
        (say("Drag"), say("brush over faces")),
        (say("Right drag"), say("turn the view")),
        ("Esc", say("back")),
    ),
    EditorTool.MEASURE: (
        (say("Click"), say("from here, to there: how far, and by which way")),
        ("[ ]", say("MOVE")),
        (";", say("base")),
        ("Esc", say("enough")),
    ),
}
CORNERS = (
    (say("Drag"), say("a corner, or a dot for one more")),
    ("Del", say("take the corner away")),
    (say("Shift C"), say("next corner, for the arrows")),
    (say("Shift N"), say("one more after it")),
)  # of what is shaped by them


def draw_hints(rect: Rect, hand: EditorController, fonts: Fonts) -> None:
    """The keys of the tool in hand."""
    f, draw = fonts, imgui.get_background_draw_list()
    draw.add_rect_filled(V(rect.x, rect.y), V(rect.right, rect.bottom), ink((0.05, 0.03, 0.03, 0.62)), 3.0)
    x = rect.x + f.px(12)
    shaped = hand.tool is EditorTool.SELECT and len(hand.model.selected) == 1 and bool(cornered(hand.model))
    for key, words in (*(CORNERS if shaped else ()), *HINTS[hand.tool]):
        key = told(on_keyboard(f.keys.shown(key)))
        words = told(say('{inches:g}" wide', inches=hand.width) if words == WIDTH else words)
        with font(f, "bold", 12.5):
            mark = imgui.calc_text_size(key)
        with font(f, "text", 12.5):
            said = imgui.calc_text_size(words)
        wide = mark.x + f.px(5) + said.x
        if x + wide > rect.right - f.px(8):
            break
        y = rect.y + (rect.h - mark.y) / 2
        with font(f, "bold", 12.5):
            draw.add_text(V(x, y), ink(theme.GOLD), key)
        with font(f, "text", 12.5):
            draw.add_text(V(x + mark.x + f.px(5), y), ink(theme.PARCHMENT), words)
        x += wide + f.px(14)
