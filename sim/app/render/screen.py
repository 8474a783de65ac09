"""A window, or an offscreen buffer, on whatever this machine can draw with.

Tried in this order: the window system's OpenGL (`pandagl`), OpenGL without a display (`p3headlessgl`, EGL),
Panda3D's own small software renderer (`p3tinydisplay`, no shaders). Sound is opened with a window alone.
"""

from __future__ import annotations

import atexit
import os
import sys
from functools import cache
from typing import Any

import msgspec

from sim.app.system import has_display, has_sound, missing_libraries, missing_line, missing_table
from sim.errors import BautaError
from sim.words import reason, say

__all__ = ["Hand", "NoScreen", "Screen", "Size", "open_screen", "open_window"]

Size = tuple[int, int]

SETTINGS = """
audio-library-name null
sync-video 0
gl-version 3 2
textures-power-2 none
cache-generated-shaders 0
notify-level-glgsg fatal
notify-level-egldisplay fatal
notify-level-glxdisplay fatal
notify-level-x11display fatal
notify-level-device fatal
notify-level-display error
gl-coordinate-system default
garbage-collect-states 1
model-cache-dir
dpi-aware 1
"""


class NoScreen(BautaError):
    """Nothing here can draw; the message names what to install."""


class Screen(msgspec.Struct, eq=False):
    """What pictures are drawn with: an engine, its pipe, and the output that all buffers share.

    `base` is the ShowBase of a table, or None where only pictures are made. `software`: the processor draws.
    `shaders` is False on the tiny renderer, which then shows baked light in plain colours. `text`: how large labels on
    the board are, of their size at 1280x800. `programs`: its shaders, by their texts.
    `arrays`: colours and normals of all surfaces, once they were made.
    """

    module: str
    engine: Any
    pipe: Any
    host: Any
    renderer: str
    software: bool
    shaders: bool
    base: Any = None
    asked: Size | None = None
    text: float = 1.0
    programs: dict[tuple[str, str], Any] = msgspec.field(default_factory=dict)
    arrays: list[Any] = msgspec.field(default_factory=list)

    @property
    def size(self) -> Size:
        """Of the window, or of the pictures that were asked for."""
        return self.asked or (self.host.get_x_size(), self.host.get_y_size())

    @property
    def audio(self) -> Any:
        """What plays sounds where they are; None where nothing can be heard."""
        managers = self.base.sfxManagerList if self.base is not None else []
        return managers[0] if managers and managers[0].is_valid() else None

    def shader(self, vertex: str, fragment: str) -> Any:
        """A GLSL program; the same for the same text, as drivers take long over each new one. No two screens share
        one: it holds the matrices that it was last given, and Panda3D gives it only those that changed on its screen.
        """
        from panda3d.core import Shader

        if (vertex, fragment) not in self.programs:
            self.programs[vertex, fragment] = Shader.make(Shader.SL_GLSL, vertex, fragment)
        return self.programs[vertex, fragment]

    def close(self) -> None:
        """Close the window. The host of pictures stays for the next: opening several in turn crashes drivers."""
        if self.base is not None:
            self.base.destroy()


def wanted_modules(window: bool) -> tuple[str, ...]:
    """The renderers to try, best first. Only Linux has OpenGL without a display."""
    if not sys.platform.startswith("linux"):
        return ("pandagl", "p3tinydisplay")
    return (("pandagl",) if window else ()) + ("p3headlessgl", "p3tinydisplay")


def settings(module: str, size: Size, window: bool, title: str = "Bauta") -> str:
    """The configuration of Panda3D for this renderer, as the text of a .prc file."""
    # What comes first holds.
    audio = "audio-library-name p3openal_audio\nnotify-level-audio fatal\n" if window and has_sound() else ""
    own = f"load-display {module}\naux-display\nwin-size {size[0]} {size[1]}\nwindow-title {title}\n"
    return audio + SETTINGS + own + f"window-type {'onscreen' if window else 'offscreen'}\n"


def open_screen(size: Size = (1280, 800), tiny: bool = False) -> Screen:
    """An offscreen screen for pictures, without a ShowBase. `tiny` asks for the renderer without shaders.

    Raises:
        NoScreen: no renderer opens here.
    """
    if missing := missing_table():
        raise NoScreen(missing)
    for module in ("p3tinydisplay",) if tiny else wanted_modules(window=False):
        made = _offscreen(module, size if module == "p3tinydisplay" else (64, 64))
        if made is not None:
            return msgspec.structs.replace(made, asked=size)
    raise NoScreen(f"nothing here can draw a picture. {missing_line(missing_libraries())}".rstrip(". "))


@cache
def _offscreen(module: str, size: Size) -> Screen | None:
    """The one host of its kind and size in this process, or None where it does not open."""
    from panda3d.core import (
        FrameBufferProperties,
        GraphicsEngine,
        GraphicsPipe,
        WindowProperties,
        load_prc_file_data,
    )

    load_prc_file_data("bauta", settings(module, size, window=False))
    pipe = _pipe(module)
    if pipe is None or not (pipe.is_valid() or module == "p3tinydisplay"):
        return None  # the tiny pipe calls itself invalid without a display, and yet draws to a buffer
    engine = GraphicsEngine()  # its own: the global one would draw a window's panels here, too, and crash
    asked = FrameBufferProperties()
    asked.set_rgb_color(True)
    asked.set_depth_bits(16)
    host = engine.make_output(pipe, "host", 0, asked, WindowProperties.size(*size), GraphicsPipe.BF_refuse_window)
    if host is None:
        return None
    engine.open_windows()
    if not host.is_valid():
        engine.remove_window(host)
        return None
    atexit.register(engine.remove_all_windows)  # an open pipe may end the process with a crash
    return _screen(module, engine, pipe, host, None)


@cache
def _pipe(module: str) -> Any:
    """A renderer's way to its display, kept: EGL's pipes share one, and the first that goes closes it for all."""
    from panda3d.core import GraphicsPipeSelection

    return GraphicsPipeSelection.get_global_ptr().make_module_pipe(module)


def open_window(size: Size = (1280, 800), title: str = "Bauta", offscreen: bool = False) -> Screen:
    """A ShowBase in a window; `offscreen` makes one without a display, to be driven by tests (see `Hand`).

    Raises:
        NoScreen: there is no display, or no renderer for it.
    """
    if missing := missing_table():
        raise NoScreen(missing)
    from panda3d.core import load_prc_file_data

    if not offscreen and not has_display():
        raise NoScreen(say("no display: set DISPLAY, or play without a window"))
    modules = wanted_modules(window=False) if offscreen else ("pandagl", "p3tinydisplay")
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")  # OpenAL tells the terminal of every device that is not there
    for module in modules:
        load_prc_file_data("bauta", settings(module, size, not offscreen, title))
        pipe = _pipe(module)
        if pipe is None or not pipe.is_valid():
            continue
        from direct.showbase.ShowBase import ShowBase

        try:
            base = ShowBase()
        except Exception as error:
            raise NoScreen(
                say(
                    "the window did not open: {error}. {missing}",
                    error=reason(error),
                    missing=missing_line(missing_libraries()),
                )
            ) from error
        base.disable_mouse()
        return _screen(module, base.graphics_engine, base.pipe, base.win, base)
    raise NoScreen(f"nothing here can open a window. {missing_line(missing_libraries())}".rstrip(". "))


def _screen(module: str, engine: Any, pipe: Any, host: Any, base: Any) -> Screen:
    engine.render_frame()
    renderer = host.gsg.driver_renderer if module != "p3tinydisplay" else "TinyPanda"
    software = not renderer or any(word in renderer.lower() for word in ("llvmpipe", "softpipe", "swrast", "tiny"))
    return Screen(module, engine, pipe, host, renderer, software, module != "p3tinydisplay", base)


class Hand:
    """Mouse and keys for a ShowBase that has no window: the same path as real ones.

    `move`, `press`, `release`, `click`, `key` and `write` act on pixels from the top left corner; the caller
    steps the task manager in between.
    """

    def __init__(self, base: Any) -> None:
        from panda3d.core import (
            ButtonThrower,
            FrameBufferProperties,
            GraphicsPipe,
            ModifierButtons,
            MouseAndKeyboard,
            MouseWatcher,
            WindowProperties,
        )

        window = base.graphics_engine.make_output(
            base.pipe,
            "hand",
            0,
            FrameBufferProperties(),
            WindowProperties.size(base.win.get_x_size(), base.win.get_y_size()),
            GraphicsPipe.BF_require_callback_window,
            base.win.gsg,
            None,
        )
        window.create_input_device("hand")
        window.set_active(False)
        self.window = window
        self.device = window.get_input_device(0)
        devices = base.dataRoot.attach_new_node(MouseAndKeyboard(window, 0, "hand"))
        base.mouseWatcher = devices.attach_new_node(MouseWatcher("hand"))
        base.mouseWatcherNode = base.mouseWatcher.node()
        modifiers = ModifierButtons()
        for name in ("shift", "control", "alt", "meta"):
            modifiers.add_button(self._button(name))
        base.mouseWatcherNode.set_modifier_buttons(modifiers)
        thrower = base.mouseWatcher.attach_new_node(ButtonThrower("buttons"))
        thrower.node().set_modifier_buttons(modifiers)
        base.buttonThrowers = [thrower]
        base.pointerWatcherNodes = [base.mouseWatcherNode]

    @staticmethod
    def _button(name: str) -> Any:
        from panda3d.core import ButtonRegistry, KeyboardButton

        return KeyboardButton.ascii_key(name) if len(name) == 1 else ButtonRegistry.ptr().get_button(name)

    def move(self, x: float, y: float) -> None:
        self.device.set_pointer_in_window(round(x), round(y))  # windows tell whole pixels

    def press(self, name: str = "mouse1") -> None:
        self._tell_place()
        self.device.button_down(self._button(name))

    def release(self, name: str = "mouse1") -> None:
        self._tell_place()
        self.device.button_up(self._button(name))

    def _tell_place(self) -> None:
        """With a button a window tells where the pointer is."""
        pointer = self.window.get_pointer(0)
        if pointer.get_in_window():
            self.move(pointer.get_x(), pointer.get_y())

    def letter(self, letter: str) -> None:
        """What typing a letter sends beside its key."""
        self.device.keystroke(ord(letter))
