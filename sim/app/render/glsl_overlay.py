"""Shaders of the overlays, which are drawn over the finished picture.

What lies behind the board (by the scene's depth) keeps the share of its colour that `through` says.
"""

# ruff: noqa: E501 (lines of GLSL)

from __future__ import annotations

__all__ = ["DRAWN_FRAGMENT", "DRAWN_VERTEX"]

_BEHIND = """
uniform sampler2D depth; uniform vec4 depth_part; uniform float through;
float seen(float z) {
  return z - 0.00002 > texture(depth, gl_FragCoord.xy * depth_part.zw * depth_part.xy).r ? through : 1.0;
}
"""

DRAWN_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec4 color; uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 p3d_ColorScale; out vec4 C;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; gl_Position.z -= 0.0002; C = color * p3d_ColorScale; }
"""
DRAWN_FRAGMENT = (
    """#version 150
in vec4 C; out vec4 colour;
"""
    + _BEHIND
    + "void main() { float k = C.a * seen(gl_FragCoord.z); colour = vec4(C.rgb * k, k); }"
)

LINE_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec3 toward; in vec3 side; in vec4 color;
uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 p3d_ColorScale; uniform vec4 view_size; out vec4 C; out float across;
void main() {
  vec4 a = p3d_ModelViewProjectionMatrix * p3d_Vertex;
  vec4 b = p3d_ModelViewProjectionMatrix * vec4(toward, 1.0);
  vec2 along = (b.xy / max(b.w, 0.01) - a.xy / max(a.w, 0.01)) * side.z * view_size.xy;
  float l = length(along);
  along = l > 1e-4 ? along / l : vec2(1.0, 0.0);
  a.xy += vec2(-along.y, along.x) * (side.x * side.y) / view_size.xy * max(a.w, 0.01) * view_size.z;
  a.z -= 0.0003;
  gl_Position = a; C = color * p3d_ColorScale; across = side.x;
}
"""
LINE_FRAGMENT = (
    """#version 150
in vec4 C; in float across; out vec4 colour;
"""
    + _BEHIND
    + """void main() {
  float k = C.a * (1.0 - smoothstep(0.6, 1.0, abs(across))) * seen(gl_FragCoord.z);
  colour = vec4(C.rgb * k, k);
}"""
)

LABEL_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec4 color; uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 view_size; uniform vec2 nudge; out vec2 at;
void main() {
  vec4 a = p3d_ModelViewProjectionMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  at = color.xy;
  vec2 pixel = 2.0 / view_size.xy;
  vec2 centre = (floor(a.xy / max(a.w, 0.01) / pixel + 0.5) + nudge) * pixel;
  gl_Position = a.w > 0.0 ? vec4((centre + p3d_Vertex.xz * pixel * view_size.z) * a.w, 0.0, a.w) : vec4(0.0, 0.0, 2.0, 1.0);
}
"""
LABEL_FRAGMENT = """#version 150
in vec2 at; out vec4 colour; uniform sampler2D picture;
void main() { vec4 c = texture(picture, at); colour = vec4(c.rgb * c.a, c.a); }
"""
