"""Dear ImGui in a Panda3D window: `p3dimgui` with shaders that any OpenGL 3.2 takes, and our own fonts."""

from __future__ import annotations

from typing import Any

__all__ = ["install"]

VERTEX = """
#version 150
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec4 p3d_Color;
out vec2 texcoord;
out vec4 colour;
void main() {
    texcoord = p3d_Vertex.zw;
    colour = p3d_Color.bgra;
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.x, 0.0, -p3d_Vertex.y, 1.0);
}
"""

FRAGMENT = """
#version 150
uniform sampler2D p3d_Texture0;
in vec2 texcoord;
in vec4 colour;
out vec4 seen;
void main() {
    seen = colour * texture(p3d_Texture0, texcoord);
}
"""


def install(base: Any, window: Any = None) -> Any:
    """Start ImGui for this ShowBase. `window`: where pointer and size come from, if not the base's own.

    Returns the backend; panels are drawn in answer to the base's event "imgui-new-frame".
    """
    from panda3d.core import Shader, load_prc_file_data

    load_prc_file_data("", "notify-level-imgui error")
    from imgui_bundle import imgui
    from p3dimgui import ImGuiBackend

    backend = ImGuiBackend(window, None, "dark")
    backend.root.set_shader(Shader.make(Shader.SL_GLSL, VERTEX, FRAGMENT))
    io = imgui.get_io()
    io.set_ini_filename("")
    # Made anew for each picture: now and then Panda3D draws new indices with the vertices of the last one, and stops.
    backend.accept("imgui-new-frame", backend.geomData.clear)
    io.config_flags &= ~int(imgui.ConfigFlags_.nav_enable_keyboard)
    return backend
