"""Dear ImGui in a Panda3D window: `p3dimgui` with our own fonts, and panels that are drawn only where they change."""

from __future__ import annotations

from typing import Any

from sim.app.hud.panel_picture import PanelPicture
from sim.app.render.screen import Screen

__all__ = ["install"]


def install(screen: Screen, window: Any = None) -> tuple[Any, PanelPicture]:
    """Start ImGui for a screen with a ShowBase. `window`: where pointer and size come from, if not the base's own.

    Returns the backend, and the picture of its panels, which are drawn in answer to the base's event "imgui-new-frame".
    Of the mouse ImGui hears nothing but what it is told in answer to "imgui-input", before each of them.
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
            imgui.new_frame()
            screen.base.messenger.send("imgui-new-frame")
        return task.cont

    def hear(name: str, down: bool) -> None:
        if not any(mouse in name for mouse in ("mouse", "wheel_")):
            backend._ImGuiBackend__onButton(name, down)

    def render(task: Any) -> Any:
        if backend.root.is_hidden():
            picture.rest()
            return task.cont
        imgui.render()
        backend._ImGuiBackend__updateTextures()
        picture.take(imgui.get_draw_data())
        return task.cont

    backend.accept("buttonDown", lambda name: hear(name, True))
    backend.accept("buttonUp", lambda name: hear(name, False))
    tasks = screen.base.task_mgr
    tasks.remove("imgui-new-frame")
    tasks.add(begin, "imgui-new-frame", 0)
    tasks.remove("imgui-render-frame")
    tasks.add(render, "imgui-render-frame", 40)
    return backend, picture
