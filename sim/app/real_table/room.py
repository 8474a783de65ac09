"""A real table in the window: its mouse and keys, its panels, and what is told of whatever is pointed at."""

from __future__ import annotations

import math
import time
from typing import Any, Protocol

import msgspec
from imgui_bundle import imgui

from sim.app.clipboard import SystemClipboard
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button, key_width
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.key_map import on_keyboard
from sim.app.real_table.desk import BASES, TableDesk, TableTool
from sim.app.real_table.keys import command_of
from sim.app.real_table.marks import RealTableMarks, told_of_tool
from sim.app.real_table.matrix_panel import MatrixPanel
from sim.app.real_table.measures import TableAim, TableMeasures
from sim.app.real_table.mini_panel import MiniPanel, bodies
from sim.app.render.board_view import BoardView
from sim.app.render.figures import FigureLook
from sim.app.render.screen import Screen
from sim.app.render.silhouettes import Silhouettes
from sim.app.table.board_camera import BoardCamera, Glide
from sim.app.table.picking import Picker
from sim.app.table.worker import Worker
from sim.app.window.layer_labels import LayerLabels
from sim.board.model.tableau import Point
from sim.board.movement.nav_scene import body_height
from sim.board.sight.seen_pairs import SeenPair
from sim.carnevale.pair_words import pair_sentence
from sim.words import joined, say
from sim.words.tongues import told

__all__ = ["RealTableHost", "RealTableRoom"]

Pixel = tuple[float, float]
FAR = 5.0  # pixels that the mouse moves before a press is a drag
LOOKS_EVERY = 1.0  # seconds: so often the file is looked at
NEAR = 26.0  # inches: from no farther away a mini is looked at
TITLE = 150  # at 1280x800: of the table's name in the bar, at the least
MOST = {TableTool.JUMP: 14.0, TableTool.MARKER: 12.0}  # inches
TOOLS = {"put": TableTool.PUT, "tape": TableTool.TAPE, "jump": TableTool.JUMP, "marker": TableTool.MARKER,
         "teardrop": TableTool.TEARDROP}  # fmt: skip


class RealTableHost(Protocol):
    """What a real table needs of a window. `ui`: its ImGui, whose library has no types."""

    ui: Any
    fonts: Fonts
    screen: Screen
    threaded: bool

    def size(self) -> tuple[int, int]: ...


class RealTableRoom:
    """`wants`: what the window does next: "leave", or nothing."""

    def __init__(self, host: RealTableHost, desk: TableDesk, view: BoardView, worker: Worker) -> None:
        self.host, self.desk, self.view, self.fonts = host, desk, view, host.fonts
        self.wants = self.dialog = ""
        self.commands: list[str] = []
        self.picker = Picker(desk.board)
        self.camera = BoardCamera(view, self.picker, host.size())
        self.measures = TableMeasures(desk, worker)
        self.marks = RealTableMarks(view.renderer, desk, self.measures)
        self.silhouettes = Silhouettes(view)
        self.minis = MiniPanel(desk, self.fonts, self.commands)
        self.matrix = MatrixPanel(desk, self.measures, self.fonts)
        self.clipboard = SystemClipboard()
        self.labels = LayerLabels()
        self.pinned: TableAim | None = None  # what a tool was clicked on
        self._over: tuple[str, Point | None] = ("", None)  # the mini and the place under the mouse
        self._pressed: tuple[Pixel, str, bool] | None = None  # where the left button went down, on whom, dragged?
        self._held: dict[str, tuple[Pixel, bool]] = {}  # button that moves the view -> where it went down, dragged?
        self._last: Pixel = (0.0, 0.0)
        self._looked = 0.0
        self._news = True
        self._shown: object = None

    @property
    def in_motion(self) -> bool:
        """Is there something to draw, or something on its way?"""
        moving = self._news or self.camera.gliding or self.silhouettes.owed or not self.view.settled
        return moving or not self.measures.complete

    def close(self) -> None:
        self.measures.close()
        self.marks.close()
        self.silhouettes.remove()
        self.view.renderer.open(None)
        self.view.finish()

    def resize(self, size: tuple[int, int]) -> None:
        self.camera.resize(size)
        self.view.resize(size)

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def down(self, key: str, modifiers: set[str], place: Pixel, captured: bool, typing: bool) -> None:
        """A button or key went down. `captured`: over a panel; `typing`: into a field."""
        self._news = True
        if self.dialog:
            if key in ("escape", "f1") and not typing:
                self.dialog = ""
        elif key == "mouse1" and not captured:
            self._point(place)
            mini = self._over[0]
            if mini and "shift" in modifiers:
                self.desk.other = mini if mini != self.desk.chosen else ""
            else:
                self._pressed = (place, mini, False)
                if mini and self.desk.tool in (TableTool.LOOK, TableTool.PUT):
                    self.desk.choose(mini)
        elif key in ("mouse2", "mouse3") and not captured:
            self._held[key] = (place, False)
        elif key in ("wheel_up", "wheel_down") and not captured:
            self.camera.zoom(0.87 if key == "wheel_up" else 1.15, self._over[1])
        elif not key.startswith(("mouse", "wheel")) and not typing:
            self.commands.append(command_of(key, modifiers))
        self._last = place

    def up(self, key: str, place: Pixel) -> None:
        self._news = True
        dragged = self._held.pop(key, ((0.0, 0.0), True))[1]
        if key == "mouse3" and not dragged:
            self.pinned = None
            self.desk.tool = TableTool.LOOK
        if key != "mouse1" or self._pressed is None:
            return
        _, mini, far = self._pressed
        self._pressed = None
        if self.desk.held is not None:
            self._let_go(place)
        elif not far:
            self._click(mini)

    def _click(self, mini: str) -> None:
        """A click that was no drag: put a mini down, or keep what a tool is held over."""
        desk, at = self.desk, self._over[1]
        if desk.tool is TableTool.PUT and at is not None and not mini:
            desk.put(at)
        elif desk.tool not in (TableTool.LOOK, TableTool.PUT):
            self.pinned = self._aim()

    def _let_go(self, place: Pixel) -> None:
        """The mini in hand comes to stand where it was last."""
        self._point(place)
        at, self.measures.carried = self._over[1], None
        if at is not None:
            self.desk.held = None
            self.measures.worker.finish()
            self.desk.carry(at)
        else:
            self.desk.let_go()

    def _drag(self, mouse: Pixel, size: tuple[int, int]) -> None:
        dx, dy = mouse[0] - self._last[0], mouse[1] - self._last[1]
        for key, (start, dragged) in list(self._held.items()):
            if dragged or _far(mouse, start):
                self._held[key] = (start, True)
                self.camera.drag(key, dx, dy, size)
        if self._pressed is not None:
            start, mini, far = self._pressed
            if far or _far(mouse, start):
                self._pressed = (start, mini, True)
                if mini and mini == self.desk.chosen:
                    self._carry(mouse)
                else:
                    self.camera.drag("mouse1", dx, dy, size)
        self._last = mouse

    def _carry(self, mouse: Pixel) -> None:
        """The chosen mini goes along with the mouse, over whatever is under it."""
        desk = self.desk
        if desk.held is None:
            desk.held = desk.figures[desk.chosen]
        self._point(mouse)
        at = self._over[1]
        if at is not None:
            self.measures.carried = at
            if math.dist(at[:2], desk.held.at[:2]) > 3.0:
                desk.held = msgspec.structs.replace(desk.held, at=at)

    def _point(self, mouse: Pixel) -> None:
        """What lies under the mouse; the mini in hand lies under nothing."""
        (wide, tall), seen, desk = self.host.size(), self.view.size, self.desk
        start, way = self.view.ray(mouse[0] * seen[0] / wide, mouse[1] * seen[1] / tall)
        tableau = desk.tableau
        mini = "" if desk.held is not None else self.picker.figure(start, way, tableau) or ""
        self._over = mini, self.picker.point(start, way, tableau)

    def _aim(self) -> TableAim | None:
        """What the tool in hand is held over: what was clicked, what is pointed at, or else whom the chosen looks at."""
        mini, at = self._over
        figures = self.desk.figures
        if mini in figures and mini != self.desk.chosen:
            return TableAim(mini, figures[mini].at)
        if at is not None:
            return TableAim("", at)
        other = figures.get(self.desk.other)
        return None if other is None else TableAim(other.id, other.at)

    # -- frames -----------------------------------------------------------------------------------------------

    def draw(self, seconds: float, size: tuple[int, int], mouse: Pixel, keys: set[str]) -> None:
        """A frame: what the hand does, what is measured, what is seen."""
        moved = mouse != self._last
        self._news = False
        self._drag(mouse, size)
        captured = self.host.ui.isMouseCaptured()
        if captured or self.dialog:
            self._over = "", None
        elif moved and self.desk.held is None and not self._held:
            self._point(mouse)
        if not self.host.ui.io.want_text_input and not self.dialog and not keys & {"control", "lcontrol", "rcontrol"}:
            right, up = ("d" in keys) - ("a" in keys), ("w" in keys) - ("s" in keys)
            if right or up:
                self.camera.steer(right, up, seconds)
        if time.monotonic() - self._looked > LOOKS_EVERY:
            self._looked = time.monotonic()
            self.desk.look()
        self.measures.aim = self.pinned or self._aim()
        self._news |= self.measures.poll()
        self._show(seconds)
        panels = self._panels(*size)
        self.marks.sync(self.pair, self._ghost())
        self.labels.spread(self.marks.layers, self.view.to_screen, panels)
        for command in [each for each in self.commands if each]:
            self._obey(command)
        self.commands.clear()

    @property
    def pair(self) -> SeenPair | None:
        """The pair that is told of: that of the cell under the mouse, the mini under it, or the one that is kept."""
        chosen = self.desk.chosen
        mini = self._over[0] if self.desk.held is None else ""
        for looks, at in (self.matrix.pointed or ("", ""), (chosen, mini), (chosen, self.desk.other)):
            if looks and at and looks != at and (found := self.measures.fresh(looks, at)) is not None:
                return found
        return None

    def _ghost(self) -> Point | None:
        mini, at = self._over
        return at if self.desk.tool is TableTool.PUT and not mini else None

    def _show(self, seconds: float) -> None:
        tableau = self.desk.tableau
        looks = {figure.id: FigureLook(seat=self.desk.seat(figure.id)) for figure in tableau.figures}
        if self._shown != (tableau, looks):
            self._shown = (tableau, looks)
            self.view.update(tableau, looks)
        self.camera.look(seconds)
        if self.silhouettes.begin() or self._news or self.camera.gliding:
            self.silhouettes.show(self.picker.hidden(self.view.view, tableau))

    def _panels(self, width: float, height: float) -> list[Rect]:
        """Draw them; returns where they lie."""
        f, gap = self.fonts, self.fonts.px(8)
        imgui.begin_disabled(bool(self.dialog))
        bar = Rect(0, 0, width, f.px(46))
        self._bar(bar)
        top = bar.bottom + gap
        left = Rect(gap, top, f.px(244), height - top - gap)
        self.minis.draw(left)
        wide = self.matrix.width(width)
        right = Rect(width - wide - gap, top, wide, height - top - gap)
        panels = [bar, left]
        below = self._told(Rect(left.right + gap, top, right.x - left.right - 2 * gap, height - top - gap))
        if wide:
            self.matrix.draw(right, self.commands)
            panels.append(right)
        else:
            self.matrix.pointed = None
        imgui.end_disabled()
        return [*panels, below]

    def _told(self, free: Rect) -> Rect:
        """At the foot: the pair, what the tool comes to, and what was refused."""
        f, inner = self.fonts, free.w - self.fonts.px(26)
        lines = [(text, theme.PARCHMENT) for text in self.told if text]
        if self.desk.notice:
            lines.append((self.desk.notice, theme.ALERT if self.desk.alert else theme.FADED))
        if not lines:
            return Rect(free.x, free.bottom, 0, 0)
        with font(f, "text", 14):
            tall = sum(imgui.calc_text_size(told(text), wrap_width=inner).y + f.px(5) for text, _ in lines) + f.px(20)
            rect = Rect(free.x, free.bottom - tall, free.w, tall)
            with widgets.panel("told of a table", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
                for text, paint in lines:
                    widgets.wrapped(text, paint)
        return rect

    @property
    def told(self) -> tuple[str, str]:
        """What is told of the pair that is shown, and of the tool in hand."""
        pair, under, desk = self.pair, self.measures.under, self.desk
        words = ""
        if pair is not None:
            names = {"one": pair.looks, "other": pair.at, "what": pair_sentence(pair)}
            words = say("{one} to {other}: {what}", **names)
        elif not desk.figures:
            words = say("Nobody stands here yet: N, or Put a mini down, and then a click where it stands.")
        elif desk.tool is TableTool.LOOK:
            words = say("Point at a mini to be told what {mini} sees of it; drag one to move it.", mini=desk.chosen)
        tool = "" if under is None else told_of_tool(*under, desk.figures, desk.chosen)
        return words, tool

    def _bar(self, rect: Rect) -> None:
        """Whose table it is, and what can be measured."""
        f, desk, tool = self.fonts, self.desk, self.desk.tool
        is_reach, inches = desk.shows_reach, self._inches()
        rows = [
            (
                say("Tape"),
                "M",
                "tape",
                tool is TableTool.TAPE,
                say("From the chosen mini to a place: inches, and sight"),
            ),
            (say("Reach"), "R", "reach", is_reach, say("Where the chosen mini can go in one move")),
            (say("Jump"), "J", "jump", tool is TableTool.JUMP, say("Where a jump towards a place ends")),
            (say("Marker"), "X", "marker", tool is TableTool.MARKER, say("Whom a round marker hits")),
            (say("Teardrop"), "T", "teardrop", tool is TableTool.TEARDROP, say("Whom a teardrop from the chosen hits")),
            (say('{inches:g}"', inches=inches), "] [", "more", False, say("How far or wide that is: ] more, [ less")),
            (say("Matrix"), "U", "table", self.matrix.shown, say("Who sees whom, as a table")),
            (say("Undo"), "Ctrl Z", "undo", False, say("Take the last change back")),
            (say("Top"), "K", "top", False, say("Look straight down")),
            (say("Keys"), "F1", "help", False, say("All keys")),
            (say("Back"), "Esc", "back", False, say("To the start screen; the file has it all")),
        ]
        with widgets.panel("table bar", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.96):
            keyed = sum(key_width(f, label, key) + f.px(5) for label, key, *_ in rows) + f.px(TITLE) <= rect.w
            if sum(key_width(f, label) + f.px(5) for label, *_ in rows) + f.px(TITLE) > rect.w:
                rows = [row for row in rows if row[2] not in ("undo", "top")]  # in a small window keys alone
            x = rect.right - f.px(8)
            for label, own, command, lit, hint in reversed(rows):
                key = own if keyed else ""
                said = hint if keyed else say("{hint} ({key})", hint=hint, key=on_keyboard(own))
                wide = key_width(f, label, key)
                x -= wide + f.px(5)
                imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
                if key_button(f, widgets.marked(label, command), key, lit=lit, hint=said, width=wide):
                    self.commands.append(command)
            with font(f, "title", 21):
                words = joined(", ", (desk.path.stem, desk.board.name))
                place = V(rect.x + f.px(16), rect.y + f.px(10))
                draw = imgui.get_window_draw_list()
                widgets.draw_fitted(draw, place, words, x - rect.x - f.px(28), ink(theme.GOLD_BRIGHT))

    # -- what is asked for ------------------------------------------------------------------------------------

    def _obey(self, command: str) -> None:
        """What a button or key asks for."""
        self._news = True
        desk = self.desk
        word, _, rest = command.partition(" ")
        figure = desk.figures.get(desk.chosen)
        if word == "choose":
            desk.choose(rest)
        elif word == "pair":
            one, _, other = rest.partition("\n")
            same = (desk.chosen, desk.other) == (one, other)
            desk.chosen, desk.other = one, "" if same else other
        elif word == "turn" and figure is not None:
            desk.change(facing=(figure.facing + float(rest)) % 360.0)
        elif word == "nudge" and figure is not None:
            right, up = map(float, rest.split())
            desk.carry((figure.at[0] + right, figure.at[1] + up, figure.at[2]))
        elif command in ("lift", "lower") and figure is not None:
            self._lift(1 if command == "lift" else -1)
        elif command in TOOLS:
            self.pinned = None
            desk.tool = TableTool.LOOK if desk.tool is TOOLS[command] else TOOLS[command]
        elif command in ("less", "more"):
            self._lengthen(1.0 if command == "more" else -1.0)
        else:
            self._obey_plainly(command)

    def _obey_plainly(self, command: str) -> None:
        desk, camera = self.desk, self.camera
        figure = desk.figures.get(desk.chosen)
        match command:
            case "next" | "previous":
                desk.choose(desk.following(desk.chosen, 1 if command == "next" else -1))
            case "other" | "other back":
                desk.other = desk.following(desk.other, 1 if command == "other" else -1, but=desk.chosen)
            case "here":
                if desk.tool is TableTool.PUT:
                    desk.put((*camera.orbit.centre[:2], self._levels(*camera.orbit.centre[:2])[-1]))
            case "reach":
                desk.shows_reach = not desk.shows_reach
            case "base":
                now = desk.base if figure is None or desk.tool is TableTool.PUT else figure.base_mm
                self._dress(base=next((size for size in BASES if size > now), BASES[0]))
            case "body" | "body back":
                now_worn = desk.body if figure is None or desk.tool is TableTool.PUT else figure.body
                known = bodies()
                step = 1 if command == "body" else -1
                at = known.index(now_worn) if now_worn in known else -1
                self._dress(body=known[(at + step) % len(known)])
            case "remove":
                desk.remove()
            case "undo" | "redo":
                desk.undo(again=command == "redo")
            case "copy":
                self.clipboard.put("\n".join(told(text) for text in self.told if text))
                desk.notify(say("Copied"))
            case "name":
                self.minis.focus = figure is not None
            case "table":
                self.matrix.shown = not self.matrix.shown
            case "top":
                camera.orbit.top()
            case "home":
                camera.home()
            case "centre" if figure is not None:
                orbit = camera.orbit
                camera.glide(Glide(figure.at, orbit.turn, orbit.steep, min(orbit.distance, NEAR)))
            case "eye" if figure is not None:
                self._eye()
            case "help":
                self.dialog = "help"
            case "back":
                self._back()

    def _back(self) -> None:
        """Put back what is in hand; with nothing there, leave."""
        desk = self.desk
        if self.camera.orbit.mode == "eye":
            self.camera.orbit.leave()
        elif self.pinned is not None:
            self.pinned = None
        elif desk.tool is not TableTool.LOOK:
            desk.tool = TableTool.LOOK
        elif desk.other:
            desk.other = ""
        else:
            self.wants = "leave"

    def _eye(self) -> None:
        """What the chosen mini sees, towards whom it looks at, or the middle of the table; and back."""
        orbit, figures = self.camera.orbit, self.desk.figures
        if orbit.mode == "eye":
            orbit.leave()
            return
        other = figures.get(self.desk.other) or figures.get(self.desk.following(self.desk.chosen))
        x, y, z = (*(side / 2 for side in self.desk.board.size), 1.0) if other is None else other.at
        orbit.eye(figures[self.desk.chosen], (x, y, z + (body_height(other.base_mm) / 2 if other is not None else 0.0)))

    def _dress(self, **given: Any) -> None:
        """Another base or body for the chosen mini, or for the next one."""
        desk = self.desk
        if desk.tool is TableTool.PUT or desk.chosen not in desk.figures:
            for name, value in given.items():
                setattr(desk, name, value)
        else:
            desk.change(**given)

    def _inches(self) -> float:
        """Of what [ and ] change: of a jump or a marker, or else of a move."""
        desk = self.desk
        return {TableTool.JUMP: desk.length, TableTool.MARKER: desk.across}.get(desk.tool, desk.move)

    def _lengthen(self, by: float) -> None:
        desk = self.desk
        value = min(max(self._inches() + by, 1.0), MOST.get(desk.tool, 12.0))
        match desk.tool:
            case TableTool.JUMP:
                desk.length = value
            case TableTool.MARKER:
                desk.across = value
            case _:
                desk.move = value

    def _levels(self, x: float, y: float) -> list[float]:
        return self.picker.levels(x, y, self.desk.tableau) or [0.0]

    def _lift(self, way: int) -> None:
        """To the next storey over or under the one that it stands on."""
        figure = self.desk.figures[self.desk.chosen]
        x, y, z = figure.at
        levels = [each for each in self._levels(x, y) if (each - z) * way > 0.2]
        if not levels:
            self.desk.notify(say("Nothing lies above it") if way > 0 else say("Nothing lies below it"))
            return
        self.desk.carry((x, y, min(levels) if way > 0 else max(levels)))


def _far(one: Pixel, other: Pixel) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > FAR
