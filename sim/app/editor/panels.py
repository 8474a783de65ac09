"""The panels of the editor: bar, palette, properties, findings, and the keys of what is in hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.findings import place_of
from sim.app.editor.hints import draw_hints
from sim.app.editor.live import LiveMeasures
from sim.app.editor.measure_bar import draw_measure_bar
from sim.app.editor.mending import Mender
from sim.app.editor.model import EditorModel
from sim.app.editor.palette import Palette
from sim.app.editor.properties import Properties
from sim.app.editor.tools import EditorTool
from sim.app.editor.trial import BoardTrial
from sim.app.editor.workshop_panel import WorkshopPanel
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width, keyed_first
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.board.model.tableau import Point
from sim.words import counted, joined, say, sense
from sim.words.tongues import told

__all__ = ["EditorLayout", "EditorPanels", "editor_layout"]

SYMMETRY = {
    None: say("Sym."),
    "east-west": say("E|W"),
    "north-south": say("N|S"),
    "half turn": sense("symmetry", "Half"),
    "quarter turns": sense("symmetry", "Four"),
}
LONG_KEYS = ("street", "water")  # tools whose keys are shown where a row has room for them; else their tooltips tell
MEASURED = 2000  # findings whose heights are kept
LONG = 5  # seconds after which it is said for how long something is measured


class EditorLayout(msgspec.Struct, frozen=True):
    """Where the panels lie, and what they leave free."""

    bar: Rect
    palette: Rect
    tools: Rect
    properties: Rect
    findings: Rect
    hints: Rect
    free: Rect

    @property
    def panels(self) -> tuple[Rect, ...]:
        """All that hides what lies under it."""
        return self.bar, self.palette, self.tools, self.properties, self.findings, self.hints

    @property
    def seen(self) -> Rect:
        """What the panels on both sides leave of the window, and those above and below."""
        return Rect(self.palette.right, self.tools.bottom, self.properties.x - self.palette.right,
                    self.hints.y - self.tools.bottom)  # fmt: skip


def editor_layout(width: float, height: float, scale: float, rows: int = 2) -> EditorLayout:
    """The panels of a window of so many pixels. `rows`: of tools."""
    gap, bar = round(8 * scale), round(46 * scale)
    left, right = round(252 * scale), round(264 * scale)
    top, hints = bar + gap, round(34 * scale)
    tall = height - top - gap
    properties = min(round(tall * 0.60), round(430 * scale))
    x = width - right - gap
    middle, wide = left + 2 * gap, width - left - right - 4 * gap
    tools = round((8 + 35 * rows) * scale)
    return EditorLayout(
        bar=Rect(0, 0, width, bar),
        palette=Rect(gap, top, left, tall),
        tools=Rect(middle, top, wide, tools),
        properties=Rect(x, top, right, properties),
        findings=Rect(x, top + properties + gap, right, tall - properties - gap),
        hints=Rect(middle, height - hints - gap, wide, hints),
        free=Rect(middle, top + tools + gap, wide, tall - tools - hints - 2 * gap),
    )


class EditorPanels:
    """Draws the panels of one map. `commands`: what its buttons ask of the window."""

    def __init__(
        self,
        model: EditorModel,
        hand: EditorController,
        live: LiveMeasures,
        mender: Mender,
        trial: BoardTrial,
        fonts: Fonts,
        ui: Any,
    ) -> None:
        self.model, self.hand, self.live, self.mender, self.fonts = model, hand, live, mender, fonts
        self.trial = trial
        self.commands: list[str] = []
        self.palette = Palette(model, hand, fonts, ui)
        self.properties = Properties(model, hand, fonts, self.commands)
        self.workshop = WorkshopPanel(hand.workshop, fonts, self.commands)
        self.pointed: tuple[Point | None, bool] = (None, False)  # the finding under the mouse, and is it an error?
        self.go_to: Callable[[Point], None] | None = None  # flies there
        self.tool_rows = 2  # that the tools took when they were drawn last
        self._widths: dict[str, float] = {}  # of their buttons, by what they do
        self._measured: dict[tuple[tuple[tuple[str, str], ...], float, float], list[float]] = {}  # findings: `_heights`

    def draw(self, where: EditorLayout) -> None:
        self._bar(where.bar)
        self.palette.draw(where.palette)
        self._tools(where.tools)
        if self.hand.tool is EditorTool.IMPORT:
            low, high = where.properties, where.findings
            self.workshop.draw(Rect(low.x, low.y, low.w, high.bottom - low.y))
            self.pointed = (None, False)
        else:
            self.properties.draw(where.properties)
            self._findings(where.findings)
        draw_hints(where.hints, self.hand, self.fonts)
        self._notice(where)

    def _at_work(self, found: str) -> str:
        """What is being measured; where that takes long, for how long."""
        seconds = int(self.live.waited)
        if seconds < LONG:
            return say("{found}, measuring…", found=found) if self.live.fresh else say("checking…")
        if self.live.fresh:
            return say("{found}, measuring for {n} s…", found=found, n=seconds)
        return say("checking for {n} s…", n=seconds)

    def _bar(self, rect: Rect) -> None:
        f, model = self.fonts, self.model
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("editor bar", rect, flags=flags, alpha=0.96):
            errors, warnings = self.live.count("error"), self.live.count("warning")
            found = (
                say("{n} to mend", n=errors)
                if errors
                else say("nothing to mend")
                if not warnings
                else say("{n} to note", n=warnings)
            )
            check = found if self.live.complete else self._at_work(found)
            items = [
                (say("Undo"), "Ctrl Z", "undo", bool(model.document.undo_words), model.document.undo_words),
                (say("Redo"), "Ctrl Y", "redo", bool(model.document.redo_words), model.document.redo_words),
                (say("Top"), "T", "top", True, say("Look straight down")),
                (say("Keys"), "F1", "help", True, say("All keys")),
                (say("Save"), "Ctrl S", "save", model.document.changed, say("Write {file}", file=model.source)),
                (say("Play on it"), "F5", "play", True, say("Save, and begin a game on this board")),
                (say("Menu"), "Esc", "pause", True, say("Earlier versions, leave, quit")),
            ]
            sizes = [key_width(f, label, key) for label, key, *_ in items]
            x = rect.right - sum(sizes) - f.px(5) * len(items) - f.px(8)
            room = x - rect.x - f.px(24)
            draw = imgui.get_window_draw_list()
            with font(f, "title", 23):
                name = widgets.fitted(model.map.name, room * 0.55)
                size = imgui.calc_text_size(name)
                draw.add_text(V(rect.x + f.px(16), rect.y + f.px(9)), ink(theme.GOLD_BRIGHT), name)
            with font(f, "text", 13):
                w, d = model.map.size
                state = say("not saved, kept as a draft") if model.document.changed else say("saved")
                state = model.drafts.trouble or state
                if self.trial.busy:
                    played = say("bots play: {done} of {n}", done=self.trial.done, n=self.trial.games)
                    state = joined(",  ", (played, state))
                size_words = say('{w:g}" x {d:g}"', w=w, d=d)
                pieces = counted("{n} piece", "{n} pieces", len(model.map.pieces))
                line = joined(",  ", (size_words, pieces, check, state))
                left = room - size.x - f.px(20)
                if imgui.calc_text_size(told(line)).x > left:  # what is always true gives way to what is news
                    line = joined(",  ", (check, state))
                paint = theme.ALERT if errors or model.drafts.trouble else theme.FADED
                place = V(rect.x + f.px(30) + size.x, rect.y + f.px(17))
                widgets.draw_fitted(draw, place, line, left, ink(paint))
            for (label, key, command, able, hint), wide in zip(items, sizes, strict=True):
                imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
                if key_button(f, widgets.marked(label, command), key, able=able, width=wide, hint=hint):
                    self.commands.append(command)
                x += wide + f.px(5)

    def _tools(self, rect: Rect) -> None:
        f, hand, buttons = self.fonts, self.hand, self._tool_buttons()
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("editor tools", rect, flags=flags, alpha=0.86):

            def wide(keyed: Collection[str]) -> float:
                """Of all in one row, where these of the long keys are shown."""
                return sum(
                    key_width(f, label, _shown_key(key, command, keyed)) + f.px(2)
                    for label, key, command, *_ in buttons
                )

            row, x, keyed = 0, rect.x + f.px(8), keyed_first(LONG_KEYS, wide, rect.w - f.px(18))
            for label, own, command, told_of, lit in buttons:
                key = _shown_key(own, command, keyed)
                hint = told_of if key else say("{hint} ({key})", hint=told_of, key=on_keyboard(f.keys.shown(own)))
                if x + self._widths.get(command, 0.0) > rect.right - f.px(8):
                    row, x = row + 1, rect.x + f.px(8)
                imgui.set_cursor_screen_pos(V(x, rect.y + f.px(7) + row * f.px(35)))
                if key_button(f, widgets.marked(label, command), key, lit=lit, hint=hint):
                    self.commands.append(command)
                self._widths[command] = imgui.get_item_rect_size().x
                x += self._widths[command] + f.px(2)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(8), rect.y + f.px(7) + (row + 1) * f.px(35)))
            self.tool_rows = row + 1 + draw_measure_bar(self.model, hand, f, self.commands)

    def _tool_buttons(self) -> list[tuple[str, str, str, str, bool]]:
        """Of each tool and setting its label, key, command and hint, and whether it is in hand or on."""
        model, hand = self.model, self.hand
        tools = (
            (
                sense("a tool of the editor", "Choose"),
                "V",
                "select",
                EditorTool.SELECT,
                say("Choose, move and shape things"),
            ),
            (say("Canal"), "L", "line", EditorTool.LINE, say("A canal along a line, with a width")),
            (say("Basin"), "O", "outline", EditorTool.OUTLINE, say("A canal within an outline")),
            (
                sense("a tool of the editor", "Street"),
                "Shift O",
                "street",
                EditorTool.STREET,
                say("A street or square higher or lower than the others, with steps; Shift U: along a line"),
            ),
            (
                sense("a tool of the editor", "Water"),
                "Shift L",
                "water",
                EditorTool.WATER,
                say("Water by a brush; with Alt it is painted away"),
            ),
            (say("Plot"), "P", "plot", EditorTool.PLOT, say("A house on a ground plan that you draw")),
            (
                sense("a tool of the editor", "Bridge"),
                "K",
                "bridge",
                EditorTool.BRIDGE,
                say("A bridge from one point to another"),
            ),
            (sense("a tool of the editor", "Row"), "U", "row", EditorTool.ROW, say("A row of houses along a line")),
        )
        grid = f'{model.grid:g}"' if model.grid else sense("no grid", "Free")
        settings = (
            (grid, "G", "grid", bool(model.grid), say("The grid: things move by so much")),
            (say("Snap"), "X", "snap", model.snaps,
             say("To walls, quays and the board's edges; hold Alt to move freely")),
            (SYMMETRY[model.symmetry], "Y", "symmetry", model.symmetry is not None,
             say("Symmetry: what is done here is done to its images too: mirror, half turn, quarter turns")),
        )  # fmt: skip
        held = EditorTool.STREET if hand.tool is EditorTool.LANE else hand.tool
        in_hand = [(label, key, does, hint, held is tool) for label, key, does, tool, hint in tools]
        return in_hand + [(label, key, does, hint, on) for label, key, does, on, hint in settings]

    def _findings(self, rect: Rect) -> None:
        f, found = self.fonts, self.live
        self.pointed = (None, False)
        with widgets.panel("editor findings", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("What the check says"), 20)
            if found.failed:
                widgets.wrapped(say("The check itself failed; it is tried again after the next change."), theme.ALERT)
            elif not found.issues:
                words = say("Nothing is to be mended.") if found.fresh else say("The board is being checked.")
                widgets.wrapped(words, theme.FADED)
            if found.fresh and found.mendable:
                words = counted("Mend {n} thing", "Mend {n} things", len(found.mendable))
                hint = say("What is safe: doubles, heights, the edge, water; undo takes it back")
                if key_button(f, words, able=not self.mender.busy, lit=True, hint=hint):
                    self.mender.mend(found.mendable)
            imgui.begin_child("issues", V(0, 0))
            for number, issue in enumerate(found.issues):
                self._finding(number, issue)
            imgui.end_child()

    def _finding(self, number: int, issue: Any) -> None:
        f, draw = self.fonts, imgui.get_window_draw_list()
        error = issue.severity == "error"
        at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        inner = wide - f.px(18)
        lines = ((issue.where, theme.PARCHMENT, "bold"), (issue.what, theme.PARCHMENT, "text"),
                 (issue.mend, theme.FADED, "text"))  # fmt: skip
        sizes = self._heights(tuple((words, face) for words, _, face in lines), inner)
        tall = f.px(8) + sum(sizes) + len(lines) * f.px(1)
        mends = self.live.fresh and issue.where in self.live.mendable
        row = f.px(34) if mends else 0.0
        if not imgui.is_rect_visible(V(wide, tall + row)):  # there may be hundreds
            imgui.dummy(V(wide, tall + row))
            return
        imgui.push_id(number)
        pressed, _ = imgui.selectable("##finding", False, 0, V(wide, tall))
        f.stops.here()
        place, ids = place_of(issue, self.model)
        if imgui.is_item_hovered():
            self.pointed = (place, error)
        if pressed:
            if ids:
                self.hand.take(EditorTool.SELECT)
                self.model.selected = ids
            if place is not None and self.go_to is not None:
                self.go_to(place)
        if mends:
            imgui.set_cursor_screen_pos(V(at.x + f.px(12), at.y + tall))
            if key_button(f, say("Mend"), able=not self.mender.busy, hint=say("Do that now; undo takes it back")):
                self.mender.mend((issue.where,))
            imgui.set_cursor_screen_pos(V(at.x, at.y + tall + row))
            imgui.dummy(V(0, 0))
        imgui.pop_id()
        paint = theme.LIFE if error else theme.GOLD
        draw.add_rect_filled(V(at.x + f.px(1), at.y + f.px(4)), V(at.x + f.px(4), at.y + tall - f.px(4)), ink(paint))
        y = at.y + f.px(4)
        for (words, tone, face), size in zip(lines, sizes, strict=True):
            with font(f, face, 13):
                draw.add_text(
                    imgui.get_font(), imgui.get_font_size(), V(at.x + f.px(12), y), ink(tone), words, None, inner
                )
            y += size + f.px(1)

    def _heights(self, lines: tuple[tuple[str, str], ...], inner: float) -> list[float]:
        """How tall the lines of a finding are within a width: words, and the face that they are drawn in."""
        key = (lines, inner, self.fonts.scale)
        if key not in self._measured:
            if len(self._measured) > MEASURED:
                self._measured.clear()
            sizes = self._measured[key] = []
            for words, face in lines:
                with font(self.fonts, face, 13):
                    sizes.append(imgui.calc_text_size(words, None, False, inner).y)
        return self._measured[key]

    def _notice(self, where: EditorLayout) -> None:
        """What was done or refused, over the keys."""
        f, model = self.fonts, self.model
        if not model.notice:
            return
        draw = imgui.get_background_draw_list()
        with font(f, "text", 14):
            words = widgets.fitted(model.notice, where.free.w - f.px(40))
            size = imgui.calc_text_size(words)
            x, y = where.hints.x + f.px(4), where.hints.y - size.y - f.px(14)
            box = V(x + size.x + f.px(20), y + size.y + f.px(8))
            draw.add_rect_filled(V(x, y), box, ink((0.05, 0.03, 0.03, 0.72)), 3.0)
            paint = theme.ALERT if model.alert else theme.PARCHMENT
            draw.add_text(V(x + f.px(10), y + f.px(4)), ink(paint), words)


def _shown_key(key: str, command: str, keyed: Collection[str]) -> str:
    """The key on a tool's button: of those whose keys are long only where it has room."""
    return "" if command in LONG_KEYS and command not in keyed else key
