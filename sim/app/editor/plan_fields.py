"""The parameters of a made piece, as sliders, lists, boxes and colours; a change shows at once and is one edit."""

from __future__ import annotations

from enum import Enum

import msgspec
from imgui_bundle import imgui

from sim.app.editor.model import EditorModel
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.open_list import one_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.board.architecture.fields import PlanField, fields
from sim.board.architecture.plans import PiecePlan
from sim.board.files.mapfile import PiecePlacement
from sim.builder.errors import EditRefused
from sim.builder.shaping import Reshape, plan_with
from sim.words import reason, say, term
from sim.words.tongues import told

__all__ = ["PlanFields"]

LABEL = 86.0  # pixels at 1280x800
SEEDS = 9999
SIDES = ("width", "depth")  # a building on a ground plan of its own has none
NO_INPUTS = int(imgui.ColorEditFlags_.no_inputs | imgui.ColorEditFlags_.no_alpha)


class PlanFields:
    """What one shapes now is proposed while a hand moves a slider, and done once it lets go and the piece is built."""

    def __init__(self, model: EditorModel, fonts: Fonts) -> None:
        self.model, self.fonts = model, fonts
        self.shaping: Reshape | None = None
        self._active = False

    def draw(self, placed: PiecePlacement, plan: PiecePlan) -> None:
        """Of a chosen piece."""
        if self.shaping is not None and self.shaping.id != placed.id:
            self.finish()
        now = self.shaping.plan if self.shaping is not None else plan
        self._active = False
        imgui.push_style_color(imgui.Col_.slider_grab, imgui.ImVec4(*theme.GOLD_DIM[:3], 0.8))
        drawn = bool(getattr(now, "outline", ()))
        for field in fields(type(now)):
            if drawn and field.name in SIDES:
                continue
            value = getattr(now, field.name)
            with font(self.fonts, "text", 14):
                got = self._field(field, value)
            if got is not None and got != value:
                self._propose(placed.id, plan_with_or_none(self.model, now, field.name, got))
        imgui.pop_style_color()
        if key_button(self.fonts, say("Another like it"), hint=say("Other details: another seed")):
            self._propose(placed.id, msgspec.structs.replace(now, seed=now.seed % SEEDS + 1))
        if self.shaping is not None and not self._active and self.model.shapes.is_built(self.shaping.plan):
            self.finish()

    def finish(self) -> None:
        """What was shaped is done."""
        edit, self.shaping = self.shaping, None
        if edit is not None and self.model.piece(edit.id) is not None:
            self.model.commit(edit)

    def _propose(self, id: str, plan: PiecePlan | None) -> None:
        if plan is not None:
            self.shaping = Reshape(id, plan)
            self.model.propose(self.shaping)

    def _field(self, field: PlanField, value: object) -> object | None:
        """One parameter; its new value where a hand changed it."""
        f, key = self.fonts, f"##{field.name}"
        if field.make == "points":
            return None  # drawn on the board
        imgui.align_text_to_frame_padding()
        colour(term(field.name.capitalize()), theme.FADED)
        if imgui.is_item_hovered() and field.says:
            widgets.tooltip(f, term(field.says))
        imgui.same_line(f.px(LABEL))
        imgui.set_next_item_width(-1)
        got: object | None = None
        match field.make:
            case "number":
                assert isinstance(value, float | int)
                _, moved = imgui.slider_float(key, float(value), field.low, field.high, "%.2f")
                f.stops.here()
                got = _stepped(moved, field)
            case "whole" if field.high > 100:
                assert isinstance(value, int)
                _, whole = imgui.input_int(key, value, 1, 100)
                f.stops.here()
                got = min(max(whole, int(field.low)), int(field.high))
            case "whole":
                assert isinstance(value, int)
                _, got = imgui.slider_int(key, value, int(field.low), int(field.high))
                f.stops.here()
            case "flag":
                _, got = imgui.checkbox(key, bool(value))
                f.stops.here()
            case "choice":
                words = list(field.choices)
                got = one_of(f, field.name, _word(value), words, term, imgui.calc_item_width())
                return got if got != _word(value) else None
            case "choices":
                got = self._choices(field, value)
            case "colour":
                r, g, b = (int(str(value)[i : i + 2], 16) / 255 for i in (1, 3, 5))
                changed, tone = imgui.color_edit3(key, [r, g, b], NO_INPUTS)
                got = "#" + "".join(f"{round(255 * min(max(c, 0.0), 1.0)):02x}" for c in tone) if changed else value
        self._active |= imgui.is_item_active()
        return got

    def _choices(self, field: PlanField, value: object) -> tuple[str, ...] | None:
        """Several words, each a button by its first letter."""
        assert isinstance(value, tuple)
        held = [_word(word) for word in value]
        changed = False
        for number, word in enumerate(field.choices):
            marked = widgets.marked(told(term(word))[0].upper(), f"{field.name} {word}")
            if key_button(self.fonts, marked, lit=word in held, hint=term(word), beside=number > 0):
                held = [each for each in held if each != word] if word in held else [*held, word][: field.most]
                changed = True
        imgui.dummy(V(0, 0))
        return tuple(held) if changed else None


def plan_with_or_none(model: EditorModel, plan: PiecePlan, name: str, value: object) -> PiecePlan | None:
    """A plan with one key changed; a value that it cannot have is refused with a word."""
    try:
        return plan_with(plan, name, value)
    except EditRefused as error:
        model.notify(reason(error), alert=True)
        return None


def _stepped(value: float, field: PlanField) -> float:
    """A number as the field goes: by steps from nought, within its range."""
    return round(min(max(round(value / field.step) * field.step, field.low), field.high), 3)


def _word(value: object) -> str:
    return str(value.value) if isinstance(value, Enum) else str(value)
