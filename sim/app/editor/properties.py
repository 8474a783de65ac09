"""What is chosen, in numbers that can be typed in; and the board's own where nothing is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.half_panel import draw_halves
from sim.app.editor.mark_fields import TITLES, draw_mark
from sim.app.editor.model import EditorModel
from sim.app.editor.palette import piece_term
from sim.app.editor.plan_fields import PlanFields
from sim.app.editor.remake_panel import draw_remaking
from sim.app.editor.tools import EditorTool
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.typed_fields import TypedFields
from sim.app.hud.widgets import V, colour, font
from sim.board.architecture.plans import Building, HousePlan, PalazzoPlan
from sim.board.files.flights import RISE
from sim.board.files.mapfile import Canal, PiecePlacement, Street
from sim.builder.corners import Cornered, corners_of
from sim.builder.edits import PiecePose, Poses, Recolour, Remove, Rename, SetBoard, SetFlat
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FLAT, LEVELS, FlatThing, how_many, list_of
from sim.builder.shaping import building_on
from sim.words import counted, joined, reason, say
from sim.words.tongues import told

__all__ = ["Properties"]

ROOMY = 1.2  # of a button: so much wider words may be, and are written smaller
NOTCH = 0.05  # inches: sliders go by these
TREADS = (0.0, 1.5)
SWATCHES = ("#b4573f", "#c9876a", "#d3a08a", "#d8c08a", "#c77f62", "#a8523c", "#8f9a7a", "#b8b0a0")
ALIGN = (
    ("west", say("W"), say("Align their west sides")),
    ("middle x", "|", say("Align their middles, on a line from south to north")),
    ("east", say("E"), say("Align their east sides")),
    ("south", say("S"), say("Align their south sides")),
    ("middle y", "-", say("Align their middles, on a line from west to east")),
    ("north", say("N"), say("Align their north sides")),
)


class Properties:
    """The panel of what is chosen. `commands`: what its buttons ask of the window."""

    def __init__(self, model: EditorModel, hand: EditorController, fonts: Fonts, commands: list[str]) -> None:
        self.model, self.hand, self.fonts, self.commands = model, hand, fonts, commands
        self.plan = PlanFields(model, fonts)
        self._sliding: Canal | Street | None = None
        self._typed = TypedFields(fonts, lambda words: model.notify(words, alert=True))

    def draw(self, rect: Rect) -> None:
        model = self.model
        pieces, flat = model.chosen_pieces(), model.chosen_flat()
        if len(pieces) != 1 or flat:
            self.plan.finish()
        with widgets.panel("editor properties", rect):
            if self.hand.tool is EditorTool.REMAKE:
                draw_remaking(self.hand.remaker, self.fonts)
            elif len(pieces) == 1 and not flat:
                self._piece(pieces[0])
            elif len(flat) == 1 and not pieces:
                self._flat(flat[0])
            elif pieces or flat:
                self._many(pieces, flat)
            else:
                self._board()

    # -- kinds of things --------------------------------------------------------------------------------------

    def _piece(self, placed: PiecePlacement) -> None:
        f, model = self.fonts, self.model
        widgets.title(f, piece_term(placed.called), 20)
        self._name(placed.id)
        if not isinstance(placed.piece, str):
            self.plan.draw(placed, placed.piece)
        shown = model.piece(placed.id, shown=True) or placed
        x = self._number(say("East"), f"{placed.id} x", shown.at[0])
        y = self._number(say("North"), f"{placed.id} y", shown.at[1])
        z = self._number(say("Height"), f"{placed.id} z", shown.z)
        turn = self._number(say("Turned"), f"{placed.id} turn", shown.turn, "°")
        if any(value is not None for value in (x, y, z, turn)):
            at = (placed.at[0] if x is None else x, placed.at[1] if y is None else y)
            pose = PiecePose(placed.id, at, placed.z if z is None else z, placed.turn if turn is None else turn)
            model.commit(Poses((pose,)))
        if isinstance(placed.piece, str):
            self._colours([placed])
        shape = model.shapes.shape(placed.piece)
        if shape is not None:
            a, b = shape.sides
            self._row(say("Measures"))
            imgui.text(told(say('{w:.1f}" x {d:.1f}", {h:.1f}" high', w=a, d=b, h=shape.high)))
        elif not model.shapes.is_awaited(placed.piece):
            widgets.wrapped(say("This piece is not there: it is not drawn."), theme.ALERT)
        if corners_of(placed):
            self._shaped(placed)
        self._buttons(many=False)

    def _flat(self, thing: FlatThing) -> None:
        if isinstance(thing, Canal):
            self._canal(thing)
            return
        if isinstance(thing, Street):
            self._street(thing)
            return
        widgets.title(self.fonts, TITLES[type(thing)], 20)
        self._name(thing.id)
        draw_mark(thing, self.model, self.fonts, self._number, self._text)
        if key_button(self.fonts, say("Take away"), "Del"):
            self.model.commit(Remove((thing.id,)))

    def _street(self, street: Street) -> None:
        f, model = self.fonts, self.model
        widgets.title(f, say("Street with a level of its own"), 20)
        self._name(street.id)
        if street.line:
            width = self._number(say("Width"), f"{street.id} width", street.width)
            if width is not None:
                self._set(street, width=width)
        self._slider(say("Level"), street, "level", LEVELS, say("Inches above the other streets, or under them"))
        self._steps(street)
        self._shaped(street)
        if key_button(f, say("Take away"), "Del"):
            model.commit(Remove((street.id,)))

    def _steps(self, thing: Canal | Street) -> None:
        """How far each step goes."""
        high = thing.surface if isinstance(thing, Canal) else thing.level
        hint = say("Inches from step to step; 0: none, but a wall")
        self._slider(say("Steps"), thing, "steps", TREADS, hint)
        if thing.steps and isinstance(thing, Canal) and thing.steps_at:
            wide = self._number(say("Their width"), f"{thing.id} steps wide", thing.steps_wide)
            if wide is not None:
                self._set(thing, steps_wide=wide)
            with font(self.fonts, "text", 13):
                words = counted("{n} place of its bank", "{n} places of its banks", len(thing.steps_at))
                widgets.wrapped(words, theme.FADED)
        elif thing.steps:
            count = math.ceil(abs(high) / RISE - 1e-9) - 1
            with font(self.fonts, "text", 13):
                widgets.wrapped(counted("{n} step all along it", "{n} steps all along it", max(count, 0)), theme.FADED)

    def _shaped(self, thing: Cornered) -> None:
        """How many corners it has, and what is done with them."""
        self._row(say("Corners"))
        imgui.text(str(len(corners_of(thing))))
        with font(self.fonts, "text", 13):
            words = say("Drag a corner to move it, the dot between two to add one; Delete over a corner takes it away.")
            widgets.wrapped(words, theme.FADED)
            keys = say("By keys: Shift C goes from corner to corner, arrows move it, Shift N adds one after it.")
            widgets.wrapped(keys, theme.FADED)

    def _slider(self, label: str, thing: Canal | Street, name: str, range_: tuple[float, float], hint: str) -> None:
        """A value that shows on the board while a hand slides it, and is one edit once it lets go."""
        if self._sliding is not None and self._sliding.id != thing.id:
            self._sliding = None
        self._row(label)
        if imgui.is_item_hovered():
            widgets.tooltip(self.fonts, hint)
        imgui.set_next_item_width(-1)
        now = getattr(self._sliding or thing, name)
        imgui.push_style_color(imgui.Col_.slider_grab, imgui.ImVec4(*theme.GOLD_DIM[:3], 0.8))
        moved, got = imgui.slider_float(f"##{thing.id} {name}", now, *range_, '%.2f"')
        self.fonts.stops.here()
        imgui.pop_style_color()
        if imgui.is_item_hovered():
            widgets.tooltip(self.fonts, hint)
        if moved:
            got = round(round(min(max(got, range_[0]), range_[1]) / NOTCH) * NOTCH, 3)
            self._sliding = msgspec.structs.replace(self._sliding or thing, **{name: got})
        if self._sliding is not None and imgui.is_item_active():
            self.model.propose(SetFlat(self._sliding))
        elif self._sliding is not None and imgui.is_item_deactivated():
            self.model.commit(SetFlat(self._sliding))
            self._sliding = None

    def _canal(self, canal: Canal) -> None:
        f, model = self.fonts, self.model
        widgets.title(f, say("Canal") if canal.line else say("Canal within an outline"), 20)
        self._name(canal.id)
        if canal.line:
            width = self._number(say("Width"), f"{canal.id} width", canal.width)
            if width is not None:
                self._set(canal, width=width)
        surface = self._number(say("Water at"), f"{canal.id} surface", canal.surface)
        bed = self._number(say("Bed at"), f"{canal.id} bed", canal.bed)
        if surface is not None or bed is not None:
            self._set(
                canal, surface=canal.surface if surface is None else surface, bed=canal.bed if bed is None else bed
            )
        self._steps(canal)
        self._shaped(canal)
        if canal.outline:
            hint = say("A building on this ground plan, in place of the water")
            for label, plan in ((say("As a house"), HousePlan), (say("As a palazzo"), PalazzoPlan)):
                if key_button(f, label, hint=hint, beside=plan is not HousePlan):
                    self._build(canal, plan)
        if canal.line and key_button(f, say("As an outline")):
            ring = tuple((round(float(x), 2), round(float(y), 2)) for x, y in model.outline(canal.id))
            self._set(canal, outline=ring, line=(), width=0.0)
        if key_button(f, say("Take away"), "Del"):
            model.commit(Remove((canal.id,)))

    def _build(self, canal: Canal, kind: type[Building]) -> None:
        try:
            done = self.model.commit(building_on(canal.outline, kind, canal.id))
        except EditRefused as error:
            self.model.notify(reason(error), alert=True)
            return
        if done:
            self.model.selected = self.model.fresh

    def _set(self, thing: Canal | Street, **values: object) -> None:
        try:
            self.model.commit(SetFlat(msgspec.structs.replace(thing, **values)))
        except ValueError as error:
            self.model.notify(str(error), alert=True)

    def _many(self, pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing]) -> None:
        f = self.fonts
        widgets.title(f, counted("{n} thing", "{n} things", len(pieces) + len(flat)), 20)
        kinds: dict[str, int] = {}
        for placed in pieces:
            kinds[placed.called] = kinds.get(placed.called, 0) + 1
        words = [
            say("{count} x {kind}", count=count, kind=piece_term(kind)) if count > 1 else piece_term(kind)
            for kind, count in sorted(kinds.items())
        ]
        for name in FLAT:
            count = sum(list_of(thing) == name for thing in flat)
            words += [how_many(name, count)] if count else []
        with font(f, "text", 13):
            widgets.wrapped(joined(", ", words), theme.FADED)
        if pieces:
            self._colours(pieces)
            colour(say("Align"), theme.FADED)
            for number, (side, label, hint) in enumerate(ALIGN):
                marked = widgets.marked(label, f"align {side}")
                if key_button(f, marked, hint=hint, beside=number > 0):
                    self.commands.append(f"align {side}")
            colour(say("Spread"), theme.FADED)
            for axis, label in (("x", say("east-west")), ("y", say("north-south"))):
                marked = widgets.marked(label, f"spread {axis}")
                if key_button(f, marked, hint=say("Even gaps between them"), beside=axis == "y"):
                    self.commands.append(f"spread {axis}")
        self._buttons(many=True)

    def _board(self) -> None:
        f, model = self.fonts, self.model
        made = model.map
        widgets.title(f, say("The board"), 20)
        name = self._text(say("Name"), "board name", made.name)
        about = self._text(say("About"), "board about", made.about)
        w = self._number(say("East"), "board w", made.size[0])
        d = self._number(say("North"), "board d", made.size[1])
        if any(value is not None for value in (name, about, w, d)):
            size = (made.size[0] if w is None else w, made.size[1] if d is None else d)
            model.commit(SetBoard(made.name if name is None else name, size, made.about if about is None else about))
        imgui.dummy(V(1, f.px(4)))
        with font(f, "text", 13.5):
            advice = say(
                "Cut a canal from edge to edge (L), take houses from the left or stretch rows of them (U), bridge the "
                "water (K), and leave room at two edges for the gangs. A board is about a third of water, of ground "
                "and of buildings."
            )
            widgets.wrapped(advice, theme.FADED)
        draw_halves(model, f)

    # -- fields -----------------------------------------------------------------------------------------------

    def _row(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(86))

    def _field(self, label: str, key: str, now: str, wide: float) -> str | None:
        """A field to type into; what was typed, once Enter or a click elsewhere ends it."""
        self._row(label)
        if key == f"{self.hand.written} text":
            self.hand.written = ""
            imgui.set_keyboard_focus_here()
        return self._typed.text(key, now, wide)

    def _text(self, label: str, key: str, now: str) -> str | None:
        return self._field(label, key, now, -1)

    def _number(self, label: str, key: str, now: float, unit: str = '"') -> float | None:
        """A number typed in; one that is none is refused with a word."""
        self._row(label)
        return self._typed.number(key, now, unit, self.fonts.px(96))

    def _name(self, id: str) -> None:
        typed = self._field(say("Id"), f"{id} id", id, -1)
        if typed is not None and self.model.commit(Rename(id, typed.strip())):
            self.model.selected = self.model.fresh  # none typed: the one that it has by its order

    def _colours(self, pieces: Sequence[PiecePlacement]) -> None:
        f, model = self.fonts, self.model
        ids = tuple(p.id for p in pieces)
        now = pieces[0].colour
        self._row(say("Stucco"))
        for number, swatch in enumerate(("", *SWATCHES)):
            if number % 5:
                imgui.same_line(0, f.px(4))
            elif number:
                imgui.set_cursor_pos_x(f.px(86))
            at, side = imgui.get_cursor_screen_pos(), f.px(26)
            pressed = imgui.invisible_button(f"swatch {number}", V(side, side * 0.8))
            f.stops.here()
            if pressed:
                model.commit(Recolour(ids, swatch or None))
            draw, low = imgui.get_window_draw_list(), V(at.x + side, at.y + side * 0.8)
            if swatch:
                r, g, b = (int(swatch[i : i + 2], 16) / 255 for i in (1, 3, 5))
                draw.add_rect_filled(at, low, ink((r, g, b, 1.0)), 2.0)
            else:
                draw.add_line(V(at.x + 3, low.y - 3), V(low.x - 3, at.y + 3), ink(theme.FADED), 1.5)
            lit = (now or "") == swatch
            draw.add_rect(at, low, ink(theme.GOLD_BRIGHT if lit else theme.GOLD_DIM), 2.0, 0, 2.0 if lit else 1.0)
            if imgui.is_item_hovered():
                widgets.tooltip(f, swatch or say("As the piece comes"))
        typed = self._field("", f"{ids} colour", now or "#", f.px(96))
        if typed is not None:
            model.commit(Recolour(ids, typed.strip() if typed.strip(" #") else None))

    def _buttons(self, *, many: bool) -> None:
        f = self.fonts
        imgui.dummy(V(1, f.px(2)))
        wide = (imgui.get_content_region_avail().x - f.px(4)) / 2
        rows = (
            (say("Copies"), "Ctrl D", "duplicate"), (say("Take away"), "Del", "remove"),
            (say("Flip E-W"), "M", "mirror x"), (say("Flip N-S"), "Shift M", "mirror y"),
            (say("Turn"), "Q", "turn left"), (say("Turn back"), "E", "turn right"),
            *(((say("Group"), "Ctrl G", "group"), (say("Ungroup"), "", "ungroup")) if many else ()),
        )  # fmt: skip
        beside = all(key_width(f, label, key) <= wide * ROOMY for label, key, _ in rows)
        for number, (label, key, command) in enumerate(rows):
            if beside and number % 2:
                imgui.same_line(0, f.px(4))
            if key_button(f, widgets.marked(label, command), key, width=wide if beside else 2 * wide):
                self.commands.append(command)
