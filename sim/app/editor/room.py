"""The editor in the window: its mouse and keys, its panels and dialogs, and what it asks of the window."""

from __future__ import annotations

import time
from collections.abc import Callable

from imgui_bundle import imgui

from sim.app.editor import dialogs
from sim.app.editor.commands import command_of, run
from sim.app.editor.controller import DOUBLE, Clipboard, EditorController
from sim.app.editor.host import RoomHost
from sim.app.editor.live import LiveMeasures
from sim.app.editor.making_ready import ReadyMap
from sim.app.editor.measure_marks import MeasureMarks
from sim.app.editor.mending import Mender
from sim.app.editor.model import EditorModel
from sim.app.editor.panels import EditorPanels, editor_layout
from sim.app.editor.remaking import Remaker
from sim.app.editor.scene import EditorScene
from sim.app.editor.tools import BoxDrag, EditorTool, Pixel
from sim.app.editor.trial import BoardTrial
from sim.app.editor.trial_panel import draw_trial
from sim.app.editor.workshop import Workshop
from sim.app.editor.workshop_marks import WorkshopMarks
from sim.app.hud import theme
from sim.app.hud.layer_labels import LayerLabels
from sim.app.hud.layout import Rect
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V
from sim.app.render.screen import Size
from sim.app.table.worker import Worker
from sim.board.files.mapfile import PiecePlacement
from sim.builder.drafts import ChangedOutside, LeftDraft, Version
from sim.builder.errors import BuilderError
from sim.words import reason, say

__all__ = ["EditorRoom", "RoomHost"]

FAR = 5.0  # pixels that the mouse moves before a press becomes a drag
LOOKS_EVERY = 1.0  # seconds: so often the file is looked at
HUSHED_AFTER = 3  # frames: a button that is pressed is done with by then
MODIFIERS = {"shift", "control", "alt", "meta"}


class EditorRoom:
    """A map being built in a window. `wants`: what the window is to do next: "play", "leave", "quit", "laid" (open
    the board that the workshop laid down), or nothing."""

    def __init__(
        self,
        host: RoomHost,
        model: EditorModel,
        ready: ReadyMap,
        pause: Callable[[], None],
        clipboard: Clipboard,
    ) -> None:
        """`pause` draws the window while its scene is made of what is `ready`."""
        self._host, self._size = host, host.size()
        self.fonts = fonts = host.fonts
        self.model = model
        self.worker = Worker(threaded=host.threaded)
        size, ui = self._size, host.ui
        self.scene = EditorScene(host.screen, self.model, size, self.worker, pause)
        self._show_scene_in(editor_layout(*size, fonts.scale).seen)
        self.scene.stand(ready, pause)
        self.model.shapes.aside = host.threaded
        self.remaker = Remaker(self.model, Worker(threaded=host.threaded))
        mean = self.scene.view.textures.mean
        self.workshop = Workshop(self.model, Worker(threaded=host.threaded), mean)
        self.hand = EditorController(self.model, self.scene, clipboard, self.remaker, self.workshop)
        self.workshop_marks = WorkshopMarks(self.scene.view.renderer, self.workshop)
        self.live = LiveMeasures(self.model)
        self.mender = Mender(self.model, Worker(threaded=host.threaded))
        self.trial = BoardTrial(self.model)
        self.panels = EditorPanels(self.model, self.hand, self.live, self.mender, self.trial, fonts, ui)
        self.panels.go_to = self.scene.go_to
        self.measured = MeasureMarks(self.scene.view.renderer, self.model, self.live)
        self.labels = LayerLabels()
        self.ui = ui
        self.wants = ""
        self.panels_shown = True
        self.left: LeftDraft | None = model.drafts.left()
        self.dialog = "recover" if self.left is not None else ""
        self._versions: list[Version] = []
        self._held: set[str] = set()  # modifiers
        self._camera: dict[str, tuple[Pixel, bool]] = {}  # button -> where it went down, dragged?
        self._last: Pixel = (0.0, 0.0)
        self._clicked: tuple[float, Pixel] = (0.0, (-99.0, -99.0))
        self._looked = 0.0
        self._news = False
        self._opens = True  # is it to be drawn for the first time?

    @property
    def in_motion(self) -> bool:
        """Is there something to draw, or something on its way?"""
        done = self.live.complete and self.scene.view.settled
        return self._moves or not (done or self.live.is_awaited)

    @property
    def hush(self) -> int:
        """How many frames show what a hand did, where measures of it are awaited and want the processors to themselves;
        0: there is something else to draw."""
        if self._moves or not self.live.is_awaited:
            return 0
        return 1 if self.model.pending is not None else HUSHED_AFTER

    @property
    def _moves(self) -> bool:
        at_work = self.remaker.busy or self.mender.busy or self.workshop.busy
        busy = at_work or self.scene.in_motion or not self.panels.palette.complete
        return busy or self._news or self.live.has_news or self.trial.has_news

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def down(self, key: str, modifiers: set[str], place: Pixel, captured: bool, typing: bool) -> None:
        """A button or key went down. `captured`: over a panel; `typing`: into a field."""
        if key in MODIFIERS:
            self._held.add(key)
        held = modifiers | self._held
        if self.dialog:
            if not typing:
                self._dialog_key(key, held)
        elif key == "mouse1" and not captured:
            self.hand.press(place, more=bool(held & {"shift", "control"}), free="alt" in held)
        elif key in ("mouse2", "mouse3") and not captured:
            self._camera[key] = (place, False)
            self._last = place
        elif key in ("wheel_up", "wheel_down") and not captured:
            self._wheel(1.0 if key == "wheel_up" else -1.0, held)
        elif not key.startswith(("mouse", "wheel")) and not typing:
            self.command(command_of(key, held))

    def up(self, key: str, place: Pixel) -> None:
        self._held.discard(key)
        if key == "mouse1":
            now = time.monotonic()
            near = max(abs(a - b) for a, b in zip(place, self._clicked[1], strict=True)) < FAR
            double = near and now - self._clicked[0] < DOUBLE
            self._clicked = (now, place)
            if not self.dialog:
                self.hand.release(place, more=bool(self._held & {"shift", "control"}), double=double,
                                  free="alt" in self._held)  # fmt: skip
        elif key in self._camera:
            _, dragged = self._camera.pop(key)
            if not dragged and key == "mouse3" and not self.dialog:
                self.hand.cancel()

    def _wheel(self, way: float, held: set[str]) -> None:
        if "control" in held:
            self.hand.turn(15.0 * way)
        elif "shift" in held:
            self.hand.turn(way)
        else:
            toward = self.hand.hovered.at if self.hand.hovered is not None else None
            self.scene.zoom(0.87 if way > 0 else 1.15, toward)

    def _point(self, mouse: Pixel, keys: set[str], seconds: float) -> None:
        """Once a frame: drag the view, or say what is pointed at."""
        self._held = {name for name in self._held if name in keys}
        for key, (start, dragged) in list(self._camera.items()):
            if dragged or max(abs(a - b) for a, b in zip(mouse, start, strict=True)) > FAR:
                self._camera[key] = (start, True)
                self.scene.drag(key, mouse[0] - self._last[0], mouse[1] - self._last[1], self._size)
        self._last = mouse
        if self.ui.io.want_text_input:
            keys = set()
        self.scene.fly(keys, seconds, nudging=bool(self.model.selected))
        if not self._camera and (self.hand.drag is not None or not self.ui.isMouseCaptured()):
            self.hand.hover(mouse, free="alt" in self._held)

    def _dialog_key(self, key: str, held: set[str]) -> None:
        if self.dialog == "pause" and (said := dialogs.menu_command(self.model, key, held)):
            self.dialog = ""
            self.command(said)
        elif self.dialog in ("recover", "outside"):
            if key in ("enter", "return", "escape"):
                self._answer("keep" if key == "escape" else "take")
        elif key in ("escape", "f1"):
            self.dialog = ""

    def command(self, name: str) -> None:
        """What a key or button asks for."""
        if not name or run(name, self.hand):
            return
        match name:
            case "top":
                self.scene.top()
            case "home":
                self.scene.home()
            case "centre" if (middle := self.model.middle(self.model.selected)) is not None:
                self.scene.go_to(middle)
            case "panels":
                self.panels_shown = not self.panels_shown
            case "find":
                self.panels_shown = self.panels.palette.focus = True
            case "help" | "pause":
                self.dialog = name
            case "menu":
                if not self.hand.cancel():
                    self.dialog = "pause"
            case "save":
                self.save()
            case "play":
                if self.save():
                    self.wants = "play"
            case "trial":
                if self.save():
                    self.dialog = name
            case "versions":
                self._versions, self.dialog = self.model.drafts.versions(), "versions"
            case "leave" | "quit":
                self.wants = name
            case "back":
                self.dialog = ""

    def save(self) -> bool:
        """False where the map could not be saved; why is shown."""
        try:
            if self.model.document.changed or not self.model.source.is_file():
                self.model.save()
        except ChangedOutside:
            self.dialog = "outside"
            return False
        except BuilderError as error:
            self.model.notify(reason(error), alert=True)
            return False
        return True

    def _answer(self, said: str) -> None:
        """The answer to what is asked about the file."""
        model = self.model
        if self.dialog == "recover" and self.left is not None:
            if said == "take":
                model.take_draft(self.left)
            else:
                model.drafts.drop()
            self.left = None
        elif self.dialog == "outside":
            theirs = model.drafts.outside()
            model.drafts.acknowledge()
            if said == "take" and theirs is not None:
                model.take_text(theirs, say("Take over the file"))
                model.document.was_saved(theirs)
            elif theirs is not None:
                model.drafts.keep_version(theirs)
                model.document.was_saved(theirs)
        self.dialog = ""

    # -- frames -----------------------------------------------------------------------------------------------

    def draw(self, seconds: float, size: Size, mouse: Pixel, keys: set[str]) -> None:
        """One frame: between ImGui's new frame and its render."""
        if mouse != self._last or keys or self.live.is_awaited:
            self.scene.view.stir()
        self._size = size
        width, height = size
        if not self.dialog:
            self._point(mouse, keys, seconds)
        self._news = self.live.poll()
        self.remaker.poll()
        self.mender.poll()
        self.trial.poll()
        self.workshop.poll()
        self._take_made()
        self._look_outside()
        self.scene.sync(seconds, self.hand)
        self.workshop_marks.sync(self.hand.tool is EditorTool.IMPORT)
        self.measured.sync(self.hand)
        layout = editor_layout(width, height, self.fonts.scale, self.panels.tool_rows)
        self._show_scene_in(layout.seen if self.panels_shown else Rect(0, 0, width, height))
        layers = (*self.scene.labelled, *self.measured.labelled)
        self.labels.spread(layers, self.scene.pixel, layout.panels if self.panels_shown else ())
        if self._opens:
            self._opens = False
            self.scene.home()
        if self.panels_shown:
            imgui.begin_disabled(bool(self.dialog))  # what lies behind a dialog takes no click
            self.panels.draw(layout)
            imgui.end_disabled()
            self.scene.marks.show_place(*self.panels.pointed)
        if isinstance(self.hand.drag, BoxDrag):
            (x0, y0), (x1, y1) = self.hand.drag.start, self.hand.drag.now
            drawn = imgui.get_background_draw_list()
            drawn.add_rect_filled(V(x0, y0), V(x1, y1), ink((*theme.GOLD[:3], 0.12)))
            drawn.add_rect(V(x0, y0), V(x1, y1), ink(theme.GOLD_BRIGHT))
        self._dialogs(width, height)
        for name in self.panels.commands:
            self.command(name)
        self.panels.commands.clear()

    def _show_scene_in(self, rect: Rect) -> None:
        """In software the scene is drawn beside the panels only, which stand on plain ground then."""
        width, height = self._size
        screen = self._host.screen
        if min(self._size) <= 0:
            return
        self.scene.free = (rect.x / width, rect.right / width, 1 - rect.bottom / height, 1 - rect.y / height)
        if screen.software:
            screen.host.set_clear_color(theme.LACQUER_DEEP)
            self.scene.view.renderer.show_within(self.scene.free)

    def _take_made(self) -> None:
        """A piece that the workshop kept comes into the hand; a board that it laid down is opened."""
        if self.workshop.took:
            name = self.workshop.took
            self.workshop.close_file()
            self.model.shapes.forget(name)
            self.scene.forget(name)
            self.panels.palette.renew()
            self.hand.hold([PiecePlacement(name, (0.0, 0.0))])
            self.model.notify(say("{name} is in your library, and in hand", name=name))
        if self.workshop.laid is not None and not self.wants:
            self.wants = "laid"

    def _look_outside(self) -> None:
        now = time.monotonic()
        if self.dialog or now - self._looked < LOOKS_EVERY:
            return
        self._looked = now
        theirs = self.model.drafts.outside()
        if theirs is not None:
            self.dialog = "outside"

    def _dialogs(self, width: float, height: float) -> None:
        f, model = self.fonts, self.model
        match self.dialog:
            case "pause":
                said = dialogs.draw_menu(model, f, width, height)
                if said:
                    self.dialog = ""
                    self.command(said)
            case "trial":
                if draw_trial(self.trial, f, width, height):
                    self.dialog = ""
            case "versions":
                chosen = dialogs.draw_versions(self._versions, f, width, height)
                if isinstance(chosen, Version):
                    self._take_version(chosen)
                if chosen is not None:
                    self.dialog = ""
            case "recover" | "outside":
                answer = dialogs.draw_asked(self.dialog, self.left, model, f, width, height)
                if answer:
                    self._answer(answer)

    def _take_version(self, version: Version) -> None:
        try:
            self.model.take_text(version.text, say("Take up the version of {when:%d/%m, %H:%M}", when=version.when))
        except (OSError, UnicodeDecodeError) as error:
            self.model.notify(say("{file}: cannot be read: {error}", file=version.path, error=error), alert=True)

    def resize(self, size: Size) -> None:
        self._size = size
        self.scene.resize(size)

    def close(self) -> None:
        """Leave the map to others; what is not saved stays as a draft."""
        self.live.close()
        self.panels.palette.close()
        self.worker.close()
        self.remaker.close()
        self.mender.close()
        self.trial.close()
        self.workshop.close()
        self.workshop_marks.close()
        self.measured.close()
        self.scene.close()
        self.model.drafts.close()
