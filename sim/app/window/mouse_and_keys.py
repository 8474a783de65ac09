"""The window's mouse and keys: what is pressed, dragged and clicked, and what lies under the mouse."""

from __future__ import annotations

from math import dist
from typing import Any, Protocol

from sim.app.hud import imgui_backend
from sim.app.hud.layout import BAR
from sim.app.hud.start_screen import StartScreen
from sim.app.hud.theme import Fonts
from sim.app.table.key_bindings import KeyWindow, press_key
from sim.app.table.lesson_table import LessonTable
from sim.app.table.own_keys import OwnKeys
from sim.app.table.tools import Tool
from sim.app.window.board_pointer import steered
from sim.app.window.gamepad import Gamepad, PadState, move_pointer, read_pad
from sim.app.window.pointer_path import PointerPath
from sim.app.window.rooms import Rooms
from sim.app.window.stop_keys import StopKeys
from sim.app.window.table_scene import TableScene

__all__ = ["NUDGE", "MouseAndKeys"]

DRAG = 5.0  # pixels that the mouse moves before a click becomes a drag
SLIP = 24.0  # the same, where it goes down and up between two frames: a hand that clicks and goes on
MODAL = ("help", "pause", "yields", "view", "consent", "by agreement", "rules", "story")  # nothing passes by them

BY_KEY = 0.45  # of the pointer's full pace, while arrow keys move it with Ctrl
NUDGE = 6.0  # pixels that a press of one moves it at once, and seconds until it goes on: what is small is hit
GOES_ON = 0.25
WITH_CTRL = {"enter": "mouse1", "return": "mouse1", "page_up": "wheel_up", "page_down": "wheel_down"}  # at the pointer
SORTS = "gangs"  # the room where Ctrl and an arrow move somebody along a list: there the pointer wants Shift as well

IN_RULES = ("escape", "f3", "arrow_up", "arrow_down", "page_up", "page_down")  # heard while a word is typed there
POINTING = {"mouse1": "enter", "home": "page_up"}  # of a pad's keys, which are others with the board's pointer

NOWHERE = -3.4e38  # to ImGui, a pointer that is not in the window

Place = tuple[float, float]


class InputWindow(KeyWindow, Protocol):
    """What mouse and keys have to do with of a window. Its ImGui, and what its mouse is in, have no types."""

    ui: Any
    pointer: Any
    fonts: Fonts

    @property
    def start(self) -> StartScreen | None: ...

    @property
    def scene(self) -> TableScene | None: ...

    @property
    def rooms(self) -> Rooms: ...

    def mouse(self) -> Place: ...

    def size(self) -> tuple[int, int]: ...


class MouseAndKeys:
    """Buttons and keys of one window. `down`: those that are held, by name."""

    def __init__(self, window: InputWindow) -> None:
        self.window = window
        self.keys: set[str] = set()
        self._with_control = set[str]()  # a command, which is not to steer once Ctrl is let go first
        self.down: dict[str, tuple[float, float, bool]] = {}  # button -> where it went down, dragged?
        self.waiting: list[tuple[bool | None, str, Place | None]] = []  # not yet told to ImGui; None: a letter
        self._due: list[tuple[bool, str, Place]] = []  # what ImGui knows of, in this frame
        self._at: Place | None = None  # where the button of the mouse was that this frame deals with
        self._leaves = False  # a field is left next, once it has been drawn with all that was typed into it
        self._path: PointerPath | None = None
        self._last: Place = (0.0, 0.0)
        self._pad = Gamepad(self._pressed_pad, self._move, self._turn)
        self._stops = StopKeys(window, lambda x, y: self._point(x, y), self._click)
        places = ("", "editor", "film", "gangs", "campaign", "real table")
        self._owns = {place: OwnKeys(place, self._pad.own) for place in places}
        self._devices: Any = None
        self._rests: Place | None = None  # where the mouse rests while keys point
        self._led = 0.0  # seconds that arrows have led the pointer
        self._dropped = False  # the button of the mouse is down, and nothing was told of it
        self._asked: object = None  # what was asked when it went down

    @property
    def own(self) -> OwnKeys:
        """The keys of the room that is open, or of the table."""
        return self._owns[self.window.rooms.keyed]

    @property
    def snapshot(self) -> tuple[object, ...]:
        """All that a hand may change, to compare, and what of it is not dealt with yet."""
        left = (len(self.waiting), imgui_backend.unheard())
        return (self._pointer, tuple(self.keys), tuple(self.down), left, self._held_pad())

    def listen(self, events: Any, tasks: Any) -> None:
        """Hear of the window's buttons and keys, and of its pointer's path."""
        self._path = PointerPath(self.window.pointer, tasks)
        events.accept("buttonDown", self.pressed, [True])
        events.accept("buttonUp", self.pressed, [False])
        events.accept("keystroke", self.pressed, [None])
        events.accept("imgui-input", self.tell)

    @property
    def place(self) -> Place:
        """Where the pointer is, as far as this frame knows."""
        return self._pointer if self._at is None else self._at

    @property
    def _pointer(self) -> Place:
        pointer = self.window.pointer.get_pointer(0)
        return (pointer.get_x(), pointer.get_y())

    def pressed(self, down: bool | None, name: str) -> None:
        """A button or key went down or up; it is dealt with once ImGui knows what lay under the mouse then. None: it
        wrote a letter.
        """
        self.waiting.append((down, name, None))

    def clicked(self, down: bool, name: str) -> None:
        """As `pressed`, by what is no mouse: it is where the pointer is."""
        self.waiting.append((down, name, self.place))

    def _pressed_pad(self, down: bool, name: str) -> None:
        """A button of a pad: what it is with the board's pointer, where that is out.

        It does the same whichever keys its player has chosen, and is no answer to which key something should have.
        """
        scene, rooms = self.window.scene, self.window.rooms
        out = scene is not None and scene.pointer.at is not None and not rooms.is_open
        name = POINTING.get(name, name) if out else name
        modifiers, _, key = name.rpartition("-")
        if rooms.keyed or not rooms.is_open:
            if self.own.asked and down and name not in ("mouse1", "escape"):
                return
            key = self.own.map.chosen(key)
        self.clicked(down, f"{modifiers}-{key}" if modifiers else key)

    def tell(self) -> None:
        """Tell ImGui of mouse and keys: of one button of the mouse a frame, and of where it was, so that what was done
        one after the other is dealt with one after the other, and each click where it was.
        """
        self._at, now, ui, typed = None, self._pointer, self.window.ui, imgui_backend.unheard() > 0
        new = [(down, name) for down, name, at in self.waiting if at is None]
        places = [now] * len(new)
        if self._path is not None:
            told = self._path.places([(bool(down), name) for down, name in new], now)
            if all(_is_mouse(name) for _, name in new):  # keys tell the pointer's place, too
                places = told
        self.waiting[len(self.waiting) - len(new) :] = [(*press, at) for press, at in zip(new, places, strict=True)]
        while self.waiting and not (self._at is not None and _is_mouse(self.waiting[0][1])):
            down, name, place = self.waiting[0]
            self._leaves = typed and bool(down) and self._stops.leaves(_key(name), _modifiers(name))
            if self._leaves:
                break
            del self.waiting[0]
            typed |= not _is_mouse(name)
            if down is None:
                ui.tell_letter(name)
                continue
            at = place or now
            if self._comes_too_late(down, name, at):
                continue
            self._due.append((down, name, at))
            if _is_mouse(name):
                self._at = at
                ui.io.add_mouse_pos_event(*at)
            if not self._stops.owns(_key(name), _modifiers(name)):
                ui.tell_button(name, down)
        if self._at is None:
            inside = self.window.pointer.get_pointer(0).get_in_window()
            ui.io.add_mouse_pos_event(*(now if inside else (NOWHERE, NOWHERE)))

    def _comes_too_late(self, down: bool, name: str, at: Place) -> bool:
        """Was a click meant for what was there before a question that has just appeared? Nothing takes it, down or up,
        but the bar."""
        window, table = self.window, self.window.table
        if name.rpartition("-")[2] != "mouse1":
            return False
        dropped, self._dropped = self._dropped and not down, False
        over = bool(window.dialog) or window.rooms.is_open or window.start is not None
        if down and table is not None and table.fresh.left > 0 and not over:
            self._dropped = at[1] > window.fonts.px(BAR) or table.curtain.before is not None
            if self._dropped:  # whoever clicks and clicks still means what was there before
                table.fresh.appear()
        return dropped or self._dropped

    def take(self, seconds: float = 0.0) -> None:
        """Deal with what went down and up, as far as ImGui knows of it; the last frame was so many seconds ago."""
        if self.waiting and not self._due and not self._leaves:
            self.tell()
        pad = self._held_pad() or PadState()  # of one that was pulled out nothing stays held
        self._pad.own.plugged = pad.name
        self._pad.take(pad, seconds)
        if (put := self._stops.lead(self._pointer)) is not None and self._rests is not None:
            self._rests = put  # keys point still
        across, along = steered(self.keys) if self._leads(self.keys) else (0.0, 0.0)
        self._led = self._led + seconds if across or along else 0.0
        if self._led > GOES_ON:
            move_pointer(self.window, self._point, (across * BY_KEY, along * BY_KEY), seconds)
        presses, self._due = self._due, []
        for down, name, place in presses:
            (self._down if down else self._up)(name, place)

    def hover(self) -> None:
        """Once a frame: drag the view, or say to the table what is pointed at."""
        window, table, scene = self.window, self.window.table, self.window.scene
        assert table is not None
        assert scene is not None
        mouse = window.mouse()
        dragged = any(far for _, _, far in self.down.values())
        for name, (x, y, far) in list(self.down.items()):
            if far or abs(mouse[0] - x) + abs(mouse[1] - y) > DRAG:
                self.down[name] = (x, y, True)
                scene.camera.drag(name, mouse[0] - self._last[0], mouse[1] - self._last[1], window.size())
        self._last = mouse
        if self._by_keys(mouse):
            if scene.pointer.at is not None:
                table.hover(*scene.pointer.under())
            elif table.tool is not Tool.ATTACK:  # there Tab says who is pointed at
                table.hover(None, None)
            return
        if dragged or window.ui.isMouseCaptured():
            if not dragged and table.tool.value not in ("attack",):
                table.hover(None, None)
            return
        table.hover(*scene.under(mouse, window.size()))

    def steer(self, seconds: float) -> None:
        """Arrow keys that are held: they lead the board's pointer, turn and move the view; with Ctrl, neither."""
        scene, shift = self.window.scene, "shift" in self.keys
        if scene is None or "control" in self.keys:
            return
        if scene.pointer.at is not None and not shift:
            scene.pointer.steer(self.keys, seconds)
        else:
            scene.camera.fly(self.keys, seconds, shift=shift)

    def _nudge(self, across: float, along: float) -> None:
        (x, y), (wide, tall), step = self.window.mouse(), self.window.size(), self.window.fonts.px(NUDGE)
        self._point(min(max(x + across * step, 0.0), wide - 1.0), min(max(y - along * step, 0.0), tall - 1.0))

    def _leads(self, held: set[str]) -> bool:
        """Do arrows lead the pointer over the window, while these are held?"""
        return "control" in held and (self.window.rooms.keyed != SORTS or "shift" in held)

    def _by_keys(self, mouse: Place) -> bool:
        """Do keys point, as the mouse rests where it was?"""
        if self._rests is not None and dist(mouse, self._rests) > SLIP:
            self._rests = None
            if self.window.scene is not None:
                self.window.scene.pointer.put_away()
        return self._rests is not None

    def _press(self, key: str, name: str) -> None:
        if not self._points(key, name):
            press_key(self.window, key, name)
            if key == "tab":
                self._show_chosen()

    def _show_chosen(self) -> None:
        """Bring into view whom a key has chosen."""
        table, scene = self.window.table, self.window.scene
        if table is None or scene is None or self.window.dialog:
            return
        chosen = table.model.shown.characters.get(
            (table.hovered if table.tool is Tool.ATTACK else table.selected) or ""
        )
        if chosen is not None and chosen.on_board:
            scene.camera.follow(chosen.at)

    def _points(self, key: str, name: str) -> bool:
        """Does a key say what is pointed at?"""
        window, table, scene = self.window, self.window.table, self.window.scene
        if table is None or scene is None or window.dialog or table.curtain.before is not None:
            return False
        if isinstance(table, LessonTable) and table.ended:  # what lies over the board then has the keys
            return False
        heard = scene.pointer.hear(key, table, shift="shift" in name)
        if heard or key == "tab":
            self._rests = window.mouse()
            table.evidence = None  # a line that was read makes room for what is pointed at
        return heard

    def _held_pad(self) -> PadState | None:
        """What a gamepad holds; None where there is none."""
        if self._devices is None:
            from panda3d.core import InputDeviceManager

            self._devices = InputDeviceManager.get_global_ptr()
        return read_pad(self._devices)

    def _move(self, way: Place, seconds: float) -> bool:
        """A stick leads the board's pointer, where that is out, or the mouse's."""
        scene = self.window.scene
        if scene is not None and scene.pointer.at is not None and not self.window.rooms.is_open:
            return scene.pointer.push(way, seconds)
        return move_pointer(self.window, self._point, way, seconds)

    def _point(self, x: float, y: float) -> None:
        self.window.pointer.move_pointer(0, round(x), round(y))

    def _click(self, place: Place) -> None:
        """With the left button of the mouse."""
        self.waiting += [(down, "mouse1", place) for down in (True, False)]

    def _turn(self, across: float, along: float) -> None:
        if self.window.scene is not None and not self.window.rooms.is_open and not self.window.dialog:
            self.window.scene.camera.drag("mouse3", across, along, self.window.size())

    def _meant(self, key: str, modifiers: set[str]) -> str:
        """A key as it is at first; nothing where it was the answer to which key something should have."""
        rooms = self.window.rooms
        if key.startswith(("mouse", "wheel")) or self.window.ui.io.want_text_input:
            return key
        if rooms.is_open and not rooms.keyed:
            return key
        start = self.window.start
        if self.window.dialog != "help" and not rooms.shows_keys and (start is None or not start.shows_keys):
            self.own.asked = self._pad.own.asked = ""
        elif not modifiers and self.own.press(key):
            return ""
        if key == "escape" and self._pad.own.asked:
            self._pad.own.asked = ""
            return ""
        return self.own.hear(key, modifiers)

    def _down(self, name: str, place: Place) -> None:
        window = self.window
        key = self._meant(_key(name), _modifiers(name))
        if not key:
            return
        if self._stops.hear(key, _modifiers(name)):
            return
        if key in WITH_CTRL and "control" in name:
            window.rooms.up("control", place)  # a click with it held means another thing
            for down in (True, False):
                self.clicked(down, WITH_CTRL[key])
            return
        self.keys.add(key)
        if "control" in name:
            self._with_control.add(key)
        self.keys |= _modifiers(name)
        if key.startswith("arrow_") and self._leads(_modifiers(name)):
            self._nudge(*steered({key}))
            return
        captured = window.ui.isMouseCaptured()
        if window.rooms.down(key, _modifiers(name), place, captured, window.ui.io.want_text_input):
            return
        if key.startswith("mouse"):
            if not captured:
                self.down[key] = (*place, False)
                self._last, self._asked = place, window.table.asked if window.table is not None else None
        elif key in ("wheel_up", "wheel_down"):
            if not captured and window.scene is not None and not window.dialog:
                window.scene.zoom(0.87 if key == "wheel_up" else 1.15)
        elif not window.ui.io.want_text_input or (window.dialog == "rules" and key in IN_RULES):
            self._press(key, name)

    def _up(self, name: str, place: Place) -> None:
        key = _key(name)
        self.keys.discard(key)
        self.keys.discard(self.own.map.meant(key))
        for held in ("shift", "alt", "control"):
            if key in (held, f"l{held}", f"r{held}"):
                self.keys -= {held, *(self._with_control if held == "control" else ())}
        self._with_control &= self.keys
        down, window = self.down.pop(key, None), self.window
        if window.rooms.up(key, place):
            return
        table, scene = window.table, window.scene
        if down is None or down[2] or table is None or scene is None or window.dialog in MODAL:
            return
        across, along = (now - then for now, then in zip(place, down[:2], strict=True))
        if abs(across) + abs(along) > SLIP:  # all of it between two frames
            scene.camera.drag(key, across, along, window.size())
        elif key == "mouse1" and table.asked is not None and table.asked is not self._asked:
            return  # it is asked only since the button went down
        elif key == "mouse1" and not (table.model.over and window.dialog != "looked"):
            figure, point = scene.under(down[:2], window.size())
            table.click(figure, point, corner="shift" in self.keys)
        elif key == "mouse3":
            table.cancel()


def _key(name: str) -> str:
    """The key itself, of one that was pressed with others, as in `control-z`, `shift--` or `-`."""
    return name.rpartition("-")[2] or "-"


def _modifiers(name: str) -> set[str]:
    """The keys that were held then."""
    return {held for held in name.split("-")[:-1] if held}


def _is_mouse(name: str) -> bool:
    return name.rpartition("-")[2].startswith(("mouse", "wheel_"))
