"""Beside a real table: who stands on it, and the chosen one in numbers and words that can be typed in."""

from __future__ import annotations

from functools import cache

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.open_list import one_of
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.typed_fields import TypedFields
from sim.app.hud.widgets import V, font, marked
from sim.app.real_table.desk import TableDesk, TableTool
from sim.board.files.folders import assets_dir
from sim.board.model.tableau import BASES_MM, Figure
from sim.words import counted, say

__all__ = ["MiniPanel", "bodies"]

LABELS = 78  # at 1280x800: how far fields stand behind their labels


@cache
def bodies() -> tuple[str, ...]:
    """The names of all bodies that come with the program."""
    return tuple(sorted(path.stem for path in (assets_dir() / "bodies").glob("*.glb")))


class MiniPanel:
    """`commands`: what its buttons ask of the window. `focus`: the name is to be typed next."""

    def __init__(self, desk: TableDesk, fonts: Fonts, commands: list[str]) -> None:
        self.desk, self.fonts, self.commands = desk, fonts, commands
        self.focus = False
        self._typed = TypedFields(fonts, lambda words: desk.notify(words, alert=True))

    def draw(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        figure = desk.figures.get(desk.chosen)
        below = min(f.px(394), rect.h * 0.69)
        with widgets.panel("minis of a table", Rect(rect.x, rect.y, rect.w, rect.h - below - f.px(8))):
            widgets.title(f, counted("{n} mini", "{n} minis", len(desk.figures)), 20)
            if key_button(f, say("Put a mini down"), "N", lit=desk.tool is TableTool.PUT, width=rect.w - f.px(26)):
                self.commands.append("put")
            for each in desk.figures.values():
                self._line(each, rect.w)
        with widgets.panel("mini of a table", Rect(rect.x, rect.bottom - below, rect.w, below)):
            if figure is None or desk.tool is TableTool.PUT:
                self._coming()
            else:
                self._fields(figure)

    def _line(self, figure: Figure, wide: float) -> None:
        """A mini's name with the mark of its side; a click chooses it."""
        f, desk = self.fonts, self.desk
        at = imgui.get_cursor_screen_pos()
        if imgui.selectable(f"##mini {figure.id}", figure.id == desk.chosen, 0, V(0, f.px(20)))[0]:
            self.commands.append(f"choose {figure.id}")
        widgets.seat_mark(at.x + f.px(8), at.y + f.px(10), f.px(6), desk.seat(figure.id))
        side = desk.sides.get(figure.id, "")
        words = say("{mini}, {side}", mini=figure.id, side=side) if side else figure.id
        imgui.set_cursor_screen_pos(V(at.x + f.px(22), at.y + f.px(1)))
        squeezed(f, words, wide - f.px(52), theme.GOLD_BRIGHT if figure.id == desk.chosen else theme.PARCHMENT)
        imgui.set_cursor_screen_pos(V(at.x, at.y + f.px(20) + imgui.get_style().item_spacing.y))

    def _coming(self) -> None:
        """What the next mini is like."""
        f, desk = self.fonts, self.desk
        widgets.title(f, say("The next mini"), 20)
        if (base := self._base(desk.base)) is not None:
            desk.base = base
        if (body := self._body(desk.body)) is not None:
            desk.body = body
        if (side := self._field(say("Side"), "next side", desk.side)) is not None:
            desk.side = side
        with font(f, "text", 13):
            words = say("Click where it stands: on the street, a bridge or a roof; it comes to rest there.")
            widgets.wrapped(words, theme.FADED)

    def _fields(self, figure: Figure) -> None:
        f, desk, id = self.fonts, self.desk, figure.id
        if self.focus:
            imgui.set_keyboard_focus_here()
            self.focus = False
        if (name := self._field(say("Name"), f"{id} name", id)) is not None and name.strip():
            desk.change(id=name.strip())
        if (side := self._field(say("Side"), f"{id} side", desk.sides.get(id, ""))) is not None:
            desk.change(side=side.strip())
        if (base := self._base(figure.base_mm)) is not None:
            desk.change(base=base)
        if (body := self._body(figure.body)) is not None:
            desk.change(body=body)
        own = ", ".join(desk.top.abilities.get(id, ()))
        if (typed := self._field(say("Abilities"), f"{id} abilities", own)) is not None:
            desk.change(abilities=[each.strip() for each in typed.split(",") if each.strip()])
        at = list(figure.at)
        for number, label in enumerate((say("East"), say("North"), say("Height"))):
            if (place := self._number(label, f"{id} at {number}", at[number])) is not None:
                at[number] = place
                desk.change(at=tuple(at))
        if (facing := self._number(say("Turned"), f"{id} facing", figure.facing, "°")) is not None:
            desk.change(facing=facing % 360.0)
        half = (imgui.get_content_region_avail().x - f.px(4)) / 2
        for number, (label, key, command) in enumerate(
            ((say("Up"), "PgUp", "lift"), (say("Down"), "PgDn", "lower"), (say("Turn"), "Q", "turn 15"),
             (say("Take away"), "Del", "remove"))
        ):  # fmt: skip
            if number % 2:
                imgui.same_line(0, f.px(4))
            if key_button(f, marked(label, command), key, width=half):
                self.commands.append(command)

    # -- fields -----------------------------------------------------------------------------------------------

    def _label(self, label: str) -> None:
        imgui.align_text_to_frame_padding()
        with font(self.fonts, "text", 15):
            squeezed(self.fonts, label, self.fonts.px(LABELS - 14), theme.FADED)
        imgui.same_line(self.fonts.px(LABELS))

    def _field(self, label: str, key: str, now: str, wide: float = -1.0) -> str | None:
        """A field to type into; what was typed, once Enter or a click elsewhere ends it."""
        self._label(label)
        return self._typed.text(key, now, wide)

    def _number(self, label: str, key: str, now: float, unit: str = '"') -> float | None:
        """A number typed in; one that is none is refused with a word."""
        self._label(label)
        return self._typed.number(key, now, unit, self.fonts.px(92))

    def _base(self, now: float) -> float | None:
        """One of the usual sizes, or any that is typed."""
        typed = self._number(say("Base"), f"{self.desk.chosen} base {self.desk.tool.value}", now, "mm")
        imgui.same_line(0, self.fonts.px(4))
        if key_button(self.fonts, marked("", "base"), ";", hint=say("The next size of base")):
            return next((size for size in BASES_MM if size > now), BASES_MM[0])
        return typed

    def _body(self, now: str) -> str | None:
        """A body that comes with the program, or a mesh of one's own."""
        known = bodies()
        self._label(say("Body"))
        chosen = one_of(self.fonts, "body", now, known, str, -1, shown=now if now in known else "")
        if chosen != now:
            return chosen
        return self._field(say("or a mesh"), f"{self.desk.chosen} body", "" if now in known else now) or None
