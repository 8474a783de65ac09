"""Dear ImGui in a Panda3D window: `p3dimgui` with our own fonts, and panels that are drawn only where they change."""

from __future__ import annotations

from typing import Any

from sim.app.hud.panel_picture import PanelPicture
from sim.app.hud.pictures import Pictures
from sim.app.render.screen import Screen

__all__ = ["begin_frame", "close_lists", "draw_anew", "install", "stop_typing", "unheard"]

AT_ONCE = 1e-5  # seconds: ImGui takes no frame for one without time
TINY = 3  # pixels: letters smaller than all that are read
TINIES = 5  # sizes of them, which take turns


def install(screen: Screen, window: Any = None) -> tuple[Any, PanelPicture]:
    """Start ImGui for a screen with a ShowBase. `window`: where pointer and size come from, if not the base's own.

    Returns the backend, and the picture of its panels, which are drawn in answer to the base's event "imgui-new-frame".
    Of mouse and keys ImGui hears what it is told by the backend's `tell_button` and `tell_letter`, in answer to
    "imgui-input" before each of them. Its `pictures` are those that panels show.
    """
    from panda3d.core import load_prc_file_data

    load_prc_file_data("", "notify-level-imgui error")
    from imgui_bundle import imgui
    from p3dimgui import ImGuiBackend

    backend = ImGuiBackend(window, None, "dark")
    io = imgui.get_io()
    io.set_ini_filename("")
    io.config_flags &= ~int(imgui.ConfigFlags_.nav_enable_keyboard)
    size = (int(io.display_size.x), int(io.display_size.y))
    picture = PanelPicture(screen, backend.root, backend.textures, size)

    def begin(task: Any) -> Any:
        if not backend.root.is_hidden():
            backend.io.delta_time = screen.base.clock.dt
            screen.base.messenger.send("imgui-input")
            begin_frame()
            screen.base.messenger.send("imgui-new-frame")
        return task.cont

    def render(task: Any) -> Any:
        if backend.root.is_hidden():
            picture.rest()
            return task.cont
        imgui.render()
        backend._ImGuiBackend__updateTextures()
        picture.take(imgui.get_draw_data())
        return task.cont

    for event in ("buttonDown", "buttonUp", "keystroke"):
        backend.ignore(event)
    backend.tell_button, backend.tell_letter = backend._ImGuiBackend__onButton, backend._ImGuiBackend__onKeystroke
    backend.pictures = Pictures(backend)
    tasks = screen.base.task_mgr
    tasks.remove("imgui-new-frame")
    tasks.add(begin, "imgui-new-frame", 0)
    tasks.remove("imgui-render-frame")
    tasks.add(render, "imgui-render-frame", 40)
    return backend, picture


def begin_frame() -> None:
    """Begin a frame of ImGui, in which new letters are as large as those before.

    Where the texture of letters is full, ImGui drops sizes of them that are not shown, and moves those that it keeps to
    their places. FreeType knows by its place alone which size it draws at, and draws the next new letter of a size that
    was moved as large as one that was dropped. A size that was never wanted before, of each font, has it look again.
    """
    from imgui_bundle import imgui

    imgui.new_frame()
    letters = imgui.get_io().fonts
    for font in letters.fonts:
        font.get_font_baked(float(TINY + letters.tex_data.unique_id % TINIES))


def close_lists() -> None:
    """Close what lies open over the panels."""
    from imgui_bundle import imgui

    imgui.internal.close_popup_to_level(0, True)


def draw_anew() -> None:
    """What was drawn in this frame is dropped: all of it is drawn once more, and hears nothing twice."""
    from imgui_bundle import imgui

    imgui.end_frame()
    imgui.get_io().delta_time = AT_ONCE
    begin_frame()


def unheard() -> int:
    """How many of the letters, keys and moves that ImGui was told of it has not dealt with yet: it takes the next one
    of a key, or of a field that is typed into, in the next frame."""
    from imgui_bundle import imgui

    return len(imgui.get_current_context().input_events_queue)


def stop_typing() -> None:
    """The field that was typed into is left. ImGui knows it by its name alone: one of that name on a new page would
    have what was typed and the next letters, and keys would do nothing."""
    from imgui_bundle import imgui

    context = imgui.get_current_context()
    imgui.internal.clear_active_id()
    context.input_text_deactivated_state.id_ = context.input_text_state.id_ = 0
    context.want_text_input_next_frame = -1
    imgui.get_io().want_text_input = False
