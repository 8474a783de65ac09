"""The panel of the generator: its style and number, and what is made again."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.editor.kind_hints import STYLE_HINTS
from sim.app.editor.remaking import Remaker
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.builder.generator.making import MOST_SEEDS
from sim.builder.generator.styles import Style
from sim.words import capital, say, term
from sim.words.tongues import told

__all__ = ["draw_remaking"]


def draw_remaking(remaker: Remaker, fonts: Fonts) -> None:
    """Everything that can be said to the generator."""
    f = fonts
    widgets.title(f, say("Made again"), 20)
    with font(f, "text", 13):
        words = say(
            "Draw round a part of the board: its houses, squares and boats are made anew; canals and bridges stay."
        )
        widgets.wrapped(words, theme.FADED)
    for number, style in enumerate(Style):
        marked = widgets.marked(capital(term(str(style))), "style")
        hint = STYLE_HINTS[style]
        if key_button(f, marked, lit=remaker.style is style, hint=hint, beside=number > 0):
            remaker.style = style
    imgui.set_next_item_width(f.px(110))
    changed, seed = imgui.input_int(told(say("Number")), remaker.seed)
    f.stops.here()
    if changed:
        remaker.seed = min(max(seed, 0), MOST_SEEDS)
    imgui.dummy(V(1, f.px(4)))
    if key_button(
        f, say("Another like it"), able=remaker.may_again, hint=say("The next number, in place of what was made last")
    ):
        remaker.again()
    imgui.dummy(V(1, f.px(4)))
    hint = say("The whole board is made its own half turn, so that nobody has the better side")
    _, remaker.symmetric = imgui.checkbox("##both find the same", remaker.symmetric)
    f.stops.here()
    pointed = imgui.is_item_hovered()
    imgui.same_line(0, f.px(4))
    widgets.wrapped(say("Both gangs find the same"))
    if pointed or imgui.is_item_hovered():
        widgets.tooltip(f, hint)
    if key_button(
        f, say("The whole board"), able=not remaker.busy, hint=say("Canals and zones, too: undo brings this map back")
    ):
        remaker.whole()
    if remaker.busy:
        drafted, measured = remaker.tried
        words = say("At work: draft {number}; {measured} measured so far", number=drafted + 1, measured=measured)
        widgets.wrapped(words, theme.GOLD_BRIGHT)
        if key_button(f, say("Stop"), "Esc", lit=True, hint=say("The board stays as it is")):
            remaker.stop()
