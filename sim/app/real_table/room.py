"""A real table in the window: its mouse and keys, its panels, and what is told of whatever is pointed at."""

from __future__ import annotations

import math
import time
from typing import Any, Protocol

import msgspec
from imgui_bundle import imgui

from sim.app.clipboard import SystemClipboard
from sim.app.hud import theme, widgets
from sim.app.hud.layer_labels import LayerLabels
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.app.real_table.deeds import TableDeeds
from sim.app.real_table.desk import TableAim, TableDesk, TableTool
from sim.app.real_table.framing import TableFraming
from sim.app.real_table.keys import command_of
from sim.app.real_table.marks import RealTableMarks, told_of_tool
from sim.app.real_table.matrix_panel import MatrixPanel
from sim.app.real_table.measures import TableMeasures
from sim.app.real_table.mini_panel import MiniPanel
from sim.app.real_table.table_bar import draw_table_bar
from sim.app.render.board_view import BoardView
from sim.app.render.cutaway import Cutaway
from sim.app.render.figures import FigureLook
from sim.app.render.screen import Screen
from sim.app.render.silhouettes import Silhouettes
from sim.app.table.board_camera import BoardCamera
from sim.app.table.picking import Picker
from sim.app.table.worker import Worker
from sim.board.model.tableau import Point
from sim.board.sight.seen_pairs import SeenPair
from sim.carnevale.pair_words import pair_sentence
from sim.words import say
from sim.words.tongues import told

__all__ = ["RealTableHost", "RealTableRoom"]

Pixel = tuple[float, float]
FAR = 5.0  # pixels that the mouse moves before a press is a drag
LOOKS_EVERY = 1.0  # seconds: so often the file is looked at


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
        self.deeds = TableDeeds(desk, self.camera, self.minis, self.matrix)
        self.framing = TableFraming(desk, self.camera)
        self.clipboard = SystemClipboard()
        self.labels = LayerLabels()
        self._over: tuple[str, Point | None] = ("", None)  # the mini and the place under the mouse
        self._grasped: tuple[float, float] = (0.0, 0.0)  # inches from a boat's middle to where it was taken hold of
        self._pressed: tuple[Pixel, str, bool] | None = None  # where the left button went down, on whom, dragged?
        self._carried: Point | None = None  # where the mouse held the chosen mini last
        self._held: dict[str, tuple[Pixel, bool]] = {}  # button that moves the view -> where it went down, dragged?
        self._last: Pixel = (0.0, 0.0)
        self._looked = 0.0
        self._news = True
        self._shown: object = None
        self._opening: Cutaway | None = None  # of the house over the chosen mini

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
                elif self.desk.tool is TableTool.LOOK:
                    self._choose_boat(place)
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
            self.desk.take(TableTool.LOOK)
        if key != "mouse1" or self._pressed is None:
            return
        _, mini, far = self._pressed
        self._pressed = None
        if self.desk.held_boat is not None:
            self.desk.let_boat_go()
        elif self.desk.held is not None:
            self._let_go(place)
        elif not far:
            self._click(mini)

    def _click(self, mini: str) -> None:
        """A click that was no drag: put a mini down, or keep what a tool is held over."""
        desk, at = self.desk, self._over[1]
        if desk.tool is TableTool.PUT and at is not None and not mini:
            desk.put(at)
        elif desk.tool is TableTool.SMOKE and at is not None:
            desk.smoke(at)
        elif desk.tool not in (TableTool.LOOK, TableTool.PUT):
            desk.pinned = self._aim()

    def _let_go(self, place: Pixel) -> None:
        """The mini in hand comes to stand where it was last."""
        self._point(place)
        at, self.measures.carried, self._carried = self._over[1], None, None
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
                elif self.desk.boat and not mini and self.desk.tool is TableTool.LOOK:
                    self._row(mouse, start)
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
        if at is not None and at != self._carried:
            self.measures.carried = self._carried = at
            if math.dist(at[:2], desk.held.at[:2]) > 3.0:
                desk.held = msgspec.structs.replace(desk.held, at=at)

    def _choose_boat(self, mouse: Pixel) -> None:
        """The boat under the mouse, or none from now on."""
        boat = self.picker.vessel(*self._ray(mouse), self.desk.tableau, self._opening)
        if boat is not None:
            self.desk.choose_boat(boat)
        else:
            self.desk.boat = ""

    def _row(self, mouse: Pixel, start: Pixel) -> None:
        """The chosen boat goes along with the mouse, level with its water."""
        desk = self.desk
        if desk.held_boat is None:
            desk.take_boat()
            assert desk.held_boat is not None
            x, y, z = desk.held_boat.boat.at
            held = self._level_with(z, start)
            self._grasped = (0.0, 0.0) if held is None else (held[0] - x, held[1] - y)
        boat = desk.held_boat.boat
        at = self._level_with(boat.at[2], mouse)
        if at is not None:
            there = (at[0] - self._grasped[0], at[1] - self._grasped[1], boat.at[2])
            desk.held_boat = desk.held_boat.moved(there, boat.turn)

    def _level_with(self, height: float, mouse: Pixel) -> tuple[float, float] | None:
        """Where one looks at this height; None where one looks level or up."""
        (x, y, z), way = self._ray(mouse)
        if way[2] > -1e-6 or z <= height:
            return None
        far = (height - z) / way[2]
        return x + way[0] * far, y + way[1] * far

    def _ray(self, mouse: Pixel) -> tuple[Point, Point]:
        (wide, tall), seen = self.host.size(), self.view.size
        return self.view.ray(mouse[0] * seen[0] / wide, mouse[1] * seen[1] / tall)

    def _point(self, mouse: Pixel) -> None:
        """What lies under the mouse; the mini in hand lies under nothing."""
        desk = self.desk
        start, way = self._ray(mouse)
        tableau = desk.tableau
        mini = "" if desk.held is not None else self.picker.figure(start, way, tableau, self._opening) or ""
        self._over = mini, self.picker.point(start, way, tableau, self._opening)

    def _aim(self) -> TableAim | None:
        """What the tool in hand is held over: what is pointed at, or else whom the chosen mini looks at."""
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
        self.measures.aim = self.desk.pinned or self._aim()
        self._news |= self.measures.poll()
        self._show(seconds)
        panels = self._panels(*size)
        self.marks.sync(self.pair, self._ghost())
        self.labels.spread(self.marks.layers, self.view.to_screen, panels)
        for command in [each for each in self.commands if each]:
            self._obey(command)
        self.commands.clear()

    def _obey(self, command: str) -> None:
        """What a button or key asks for."""
        self._news = True
        match command:
            case "copy":
                self.clipboard.put("\n".join(told(text) for text in self.told if text))
                self.desk.notify(say("Copied"))
            case "page":
                self.measures.page_wanted = True
                self.desk.notify(say("The page is written once all is measured"))
            case "help":
                self.dialog = "help"
            case "back":
                self._back()
            case _:
                self.deeds.obey(command)

    def _back(self) -> None:
        """Put back what is in hand; with nothing there, leave."""
        desk = self.desk
        if self.camera.orbit.mode == "eye":
            self.camera.orbit.leave()
        elif desk.pinned is not None:
            desk.pinned = None
        elif desk.tool is not TableTool.LOOK:
            desk.take(TableTool.LOOK)
        elif desk.other:
            desk.other = ""
        else:
            self.wants = "leave"

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
        laid = self.desk.tool is TableTool.SMOKE or (self.desk.tool is TableTool.PUT and not mini)
        return at if laid else None

    def _show(self, seconds: float) -> None:
        tableau = self.desk.tableau
        looks = {figure.id: FigureLook(seat=self.desk.seat(figure.id)) for figure in tableau.figures}
        chosen = self.desk.figures.get(self.desk.chosen)
        if self._shown != (tableau, looks, chosen):
            self._shown = (tableau, looks, chosen)
            self.view.update(tableau, looks)
            if self.desk.held is None:
                self._opening = None if chosen is None else self.picker.over(chosen)
                self.view.renderer.open(self._opening)
        self.camera.look(seconds)
        if self.silhouettes.begin() or self._news or self.camera.gliding:
            self.silhouettes.show(self.picker.hidden(self.view.view, tableau))

    def _panels(self, width: float, height: float) -> list[Rect]:
        """Draw them; returns where they lie."""
        f, gap = self.fonts, self.fonts.px(8)
        imgui.begin_disabled(bool(self.dialog))
        bar = Rect(0, 0, width, f.px(46))
        draw_table_bar(bar, self.desk, self.commands, f, matrix=self.matrix.shown)
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
        between = Rect(left.right, bar.bottom, right.x - left.right, below.y - bar.bottom)
        self.framing.heed(between, (width, height))
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
        if desk.tool is TableTool.WAY and desk.pinned is None:
            tool = say("Click where {mini} is to go.", mini=desk.chosen)
        return words, tool


def _far(one: Pixel, other: Pixel) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > FAR
