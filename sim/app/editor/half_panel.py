"""One half of the board made the image of the other: by a button, or by a key over the half that is kept."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.model import EditorModel
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.builder.halves import HALVES, Half, MirrorHalf
from sim.builder.symmetry import Symmetry
from sim.words import say, sense

__all__ = ["draw_halves", "mirror_here"]

KEEP: dict[Half, str] = {
    "west": sense("half of a board", "West"),
    "east": sense("half of a board", "East"),
    "south": sense("half of a board", "South"),
    "north": sense("half of a board", "North"),
}
USUAL: Symmetry = "half turn"  # where no symmetry of two halves is kept


def draw_halves(model: EditorModel, fonts: Fonts) -> None:
    """A button for each half that can be kept."""
    f, symmetry = fonts, _symmetry(model)
    imgui.dummy(V(1, f.px(4)))
    widgets.title(f, say("Both halves alike"), 20)
    with font(f, "text", 13):
        words = (
            say("The half that you keep is turned about the middle, in place of the other one (Shift Y over it).")
            if symmetry == USUAL
            else say("The half that you keep is mirrored, in place of the other one (Shift Y over it).")
        )
        widgets.wrapped(words, theme.FADED)
    hint = say(
        "Pieces, water, zones and objectives of the other half go; what is its own image stays. Ctrl Z takes it back"
    )
    for number, half in enumerate(HALVES[symmetry]):
        if key_button(f, widgets.marked(KEEP[half], f"keep {half}"), hint=hint, beside=number > 0):
            _mirror(model, half)


def mirror_here(hand: EditorController) -> None:
    """The half under the mouse is kept."""
    model = hand.model
    if hand.hovered is None:
        model.notify(say("Point at the half of the board that is to stay"))
        return
    wide, deep = model.map.size
    x, y = hand.hovered.at[0] / wide - 0.5, hand.hovered.at[1] / deep - 0.5
    across: Half = "west" if x < 0 else "east"
    along: Half = "south" if y < 0 else "north"
    nearer: tuple[Half, Half] = (across, along) if abs(x) > abs(y) else (along, across)
    _mirror(model, next(half for half in nearer if half in HALVES[_symmetry(model)]))


def _symmetry(model: EditorModel) -> Symmetry:
    return model.symmetry if model.symmetry in HALVES else USUAL


def _mirror(model: EditorModel, keep: Half) -> None:
    edit = MirrorHalf(keep, _symmetry(model))
    if not model.commit(edit) and not model.alert:
        model.notify(say("Both halves are alike already"))
