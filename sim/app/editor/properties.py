"""What is chosen, in numbers that can be typed in; and the board's own where nothing is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.mark_fields import TITLES, draw_mark
from sim.app.editor.model import EditorModel
from sim.app.editor.palette import nice
from sim.app.editor.plan_fields import PlanFields
from sim.app.editor.remake_panel import draw_remaking
from sim.app.editor.tools import EditorTool
from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font, key_button
from sim.board.architecture.plans import Building, HousePlan, PalazzoPlan
from sim.board.files.mapfile import Canal, PiecePlacement
from sim.builder.edits import PiecePose, Poses, Recolour, Remove, Rename, SetBoard, SetFlat
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FLAT, FlatThing, list_of, points_of
from sim.builder.shaping import building_on

__all__ = ["Properties"]

SWATCHES = ("#b4573f", "#c9876a", "#d3a08a", "#d8c08a", "#c77f62", "#a8523c", "#8f9a7a", "#b8b0a0")
ALIGN = (("west", "W"), ("middle x", "|"), ("east", "E"), ("south", "S"), ("middle y", "-"), ("north", "N"))


class Properties:
    """The panel of what is chosen. `commands`: what its buttons ask of the window."""

    def __init__(self, model: EditorModel, hand: EditorController, fonts: Fonts, commands: list[str]) -> None:
        self.model, self.hand, self.fonts, self.commands = model, hand, fonts, commands
        self.plan = PlanFields(model, fonts)
        self._typed: dict[str, str] = {}  # what stands in fields that are being typed into

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
        widgets.title(f, nice(placed.called), 20)
        self._name(placed.id)
        if not isinstance(placed.piece, str):
            self.plan.draw(placed, placed.piece)
        shown = model.piece(placed.id, shown=True) or placed
        x = self._number("East", f"{placed.id} x", shown.at[0])
        y = self._number("North", f"{placed.id} y", shown.at[1])
        z = self._number("Height", f"{placed.id} z", shown.z)
        turn = self._number("Turned", f"{placed.id} turn", shown.turn, "°")
        if any(value is not None for value in (x, y, z, turn)):
            at = (placed.at[0] if x is None else x, placed.at[1] if y is None else y)
            pose = PiecePose(placed.id, at, placed.z if z is None else z, placed.turn if turn is None else turn)
            model.commit(Poses((pose,)))
        if isinstance(placed.piece, str):
            self._colours([placed])
        shape = model.shapes.shape(placed.piece)
        if shape is not None:
            a, b = shape.sides
            self._row("Measures")
            imgui.text(f'{a:.1f}" x {b:.1f}", {shape.high:.1f}" high')
        else:
            widgets.wrapped("This piece is not there: it is not drawn.", theme.ALERT)
        self._buttons(many=False)

    def _flat(self, thing: FlatThing) -> None:
        if isinstance(thing, Canal):
            self._canal(thing)
            return
        widgets.title(self.fonts, TITLES[type(thing)], 20)
        self._name(thing.id)
        draw_mark(thing, self.model, self.fonts, self._number, self._text)
        if key_button(self.fonts, "Take away", "Del"):
            self.model.commit(Remove((thing.id,)))

    def _canal(self, canal: Canal) -> None:
        f, model = self.fonts, self.model
        widgets.title(f, "Canal" if canal.line else "Canal within an outline", 20)
        self._name(canal.id)
        if canal.line:
            width = self._number("Width", f"{canal.id} width", canal.width)
            if width is not None:
                self._set_canal(canal, width=width)
        surface = self._number("Water at", f"{canal.id} surface", canal.surface)
        bed = self._number("Bed at", f"{canal.id} bed", canal.bed)
        if surface is not None or bed is not None:
            self._set_canal(
                canal, surface=canal.surface if surface is None else surface, bed=canal.bed if bed is None else bed
            )
        self._row("Corners")
        imgui.text(str(len(points_of(canal))))
        with font(f, "text", 13):
            words = "Drag a corner to move it, the dot between two to add one; Delete over a corner takes it away."
            widgets.wrapped(words, theme.FADED)
        if canal.outline:
            for kind, plan in (("house", HousePlan), ("palazzo", PalazzoPlan)):
                if key_button(f, f"As a {kind}", hint="A building on this ground plan, in place of the water"):
                    self._build(canal, plan)
                imgui.same_line(0, f.px(4))
            imgui.new_line()
        if canal.line and key_button(f, "As an outline"):
            ring = tuple((round(float(x), 2), round(float(y), 2)) for x, y in model.outline(canal.id))
            model.commit(SetFlat(Canal(canal.id, ring, surface=canal.surface, bed=canal.bed)))
        if key_button(f, "Take away", "Del"):
            model.commit(Remove((canal.id,)))

    def _build(self, canal: Canal, kind: type[Building]) -> None:
        try:
            done = self.model.commit(building_on(canal.outline, kind, canal.id))
        except EditRefused as error:
            self.model.say(str(error), alert=True)
            return
        if done:
            self.model.selected = self.model.fresh

    def _set_canal(self, canal: Canal, **values: float) -> None:
        try:
            self.model.commit(SetFlat(msgspec.structs.replace(canal, **values)))
        except ValueError as error:
            self.model.say(str(error), alert=True)

    def _many(self, pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing]) -> None:
        f = self.fonts
        widgets.title(f, f"{len(pieces) + len(flat)} things", 20)
        kinds: dict[str, int] = {}
        for placed in pieces:
            kinds[nice(placed.called)] = kinds.get(nice(placed.called), 0) + 1
        words = [f"{count} {kind}" if count > 1 else kind for kind, count in sorted(kinds.items())]
        for name in FLAT:
            count = sum(list_of(thing) == name for thing in flat)
            words += [f"{count} {name if count > 1 else name[:-1]}"] if count else []
        with font(f, "text", 13):
            widgets.wrapped(", ".join(words), theme.FADED)
        if pieces:
            self._colours(pieces)
            self._row("Align")
            for number, (side, label) in enumerate(ALIGN):
                if number:
                    imgui.same_line(0, f.px(3))
                if key_button(f, f"{label}##align {side}", width=f.px(24), hint=f"Align: {side}"):
                    self.commands.append(f"align {side}")
            self._row("Spread")
            for axis, label in (("x", "east-west"), ("y", "north-south")):
                if key_button(f, f"{label}##spread {axis}", hint="Even gaps between them"):
                    self.commands.append(f"spread {axis}")
                imgui.same_line(0, f.px(3))
            imgui.new_line()
        self._buttons(many=True)

    def _board(self) -> None:
        f, model = self.fonts, self.model
        made = model.map
        widgets.title(f, "The board", 20)
        name = self._text("Name", "board name", made.name)
        about = self._text("About", "board about", made.about)
        w = self._number("East", "board w", made.size[0])
        d = self._number("North", "board d", made.size[1])
        if any(value is not None for value in (name, about, w, d)):
            size = (made.size[0] if w is None else w, made.size[1] if d is None else d)
            model.commit(SetBoard(made.name if name is None else name, size, made.about if about is None else about))
        imgui.dummy(V(1, f.px(4)))
        with font(f, "text", 13.5):
            widgets.wrapped(
                "Cut a canal from edge to edge (L), take houses from the left, bridge the water, and leave room at two "
                "edges for the gangs. A board is about a third of water, of ground and of buildings.",
                theme.FADED,
            )

    # -- fields -----------------------------------------------------------------------------------------------

    def _row(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(self.fonts.px(86))

    def _field(self, label: str, key: str, now: str, wide: float) -> str | None:
        """A field to type into; what was typed, once Enter or a click elsewhere ends it."""
        self._row(label)
        imgui.set_next_item_width(wide)
        whole = int(imgui.InputTextFlags_.auto_select_all)  # what is typed takes the place of what stands there
        _, text = imgui.input_text(f"##{key}", self._typed.get(key, now), whole)
        if imgui.is_item_active():
            self._typed[key] = text
            return None
        typed = self._typed.pop(key, None)
        return typed if typed is not None and typed != now else None

    def _text(self, label: str, key: str, now: str) -> str | None:
        return self._field(label, key, now, -1)

    def _number(self, label: str, key: str, now: float, unit: str = '"') -> float | None:
        """A number typed in; one that is none is refused with a word."""
        typed = self._field(label, key, f"{now:g}", self.fonts.px(96))
        imgui.same_line(0, self.fonts.px(4))
        colour(unit, theme.FADED)
        if typed is None:
            return None
        try:
            return float(typed.replace(",", "."))
        except ValueError:
            self.model.say(f"'{typed}' is no number", alert=True)
            return None

    def _name(self, id: str) -> None:
        typed = self._field("Id", f"{id} id", id, -1)
        if typed is not None and self.model.commit(Rename(id, typed.strip())):
            self.model.selected = (typed.strip(),)

    def _colours(self, pieces: Sequence[PiecePlacement]) -> None:
        f, model = self.fonts, self.model
        ids = tuple(p.id for p in pieces)
        now = pieces[0].colour
        self._row("Stucco")
        for number, swatch in enumerate(("", *SWATCHES)):
            if number % 5:
                imgui.same_line(0, f.px(4))
            elif number:
                imgui.set_cursor_pos_x(f.px(86))
            at, side = imgui.get_cursor_screen_pos(), f.px(26)
            if imgui.invisible_button(f"swatch {number}", V(side, side * 0.8)):
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
                widgets.tooltip(f, swatch or "As the piece comes")
        typed = self._field("", f"{ids} colour", now or "#", f.px(96))
        if typed is not None:
            model.commit(Recolour(ids, typed.strip() if typed.strip(" #") else None))

    def _buttons(self, *, many: bool) -> None:
        f = self.fonts
        imgui.dummy(V(1, f.px(2)))
        wide = (imgui.get_content_region_avail().x - f.px(4)) / 2
        rows = (
            ("Copies", "Ctrl D", "duplicate"), ("Take away", "Del", "remove"),
            ("Flip E-W", "M", "mirror x"), ("Flip N-S", "Shift M", "mirror y"),
            ("Turn", "Q", "turn left"), ("Turn back", "E", "turn right"),
            *((("Group", "Ctrl G", "group"), ("Ungroup", "", "ungroup")) if many else ()),
        )  # fmt: skip
        for number, (label, key, command) in enumerate(rows):
            if number % 2:
                imgui.same_line(0, f.px(4))
            if key_button(f, f"{label}##{command}", key, width=wide):
                self.commands.append(command)
