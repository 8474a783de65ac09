"""Shaders of the overlays, which are drawn over the finished picture.

What lies behind the board (by the scene's depth) keeps the share of its colour that `through` says.
"""

# ruff: noqa: E501 (lines of GLSL)

from __future__ import annotations

__all__ = ["DRAWN_FRAGMENT", "DRAWN_VERTEX", "HIDDEN_FRAGMENT", "HIDDEN_VERTEX"]

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
const float CASED = 1.4;  // pixels of dark casing on each side
in vec4 p3d_Vertex; in vec3 toward; in vec3 side; in vec4 color;
uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 p3d_ColorScale; uniform vec4 view_size;
out vec4 C; out float across; flat out float half_wide;
void main() {
  vec4 a = p3d_ModelViewProjectionMatrix * p3d_Vertex;
  vec4 b = p3d_ModelViewProjectionMatrix * vec4(toward, 1.0);
  vec2 along = (b.xy / max(b.w, 0.01) - a.xy / max(a.w, 0.01)) * side.z * view_size.xy;
  float l = length(along);
  along = l > 1e-4 ? along / l : vec2(1.0, 0.0);
  half_wide = side.y * 0.5 * view_size.z;
  float reach = side.y + 2.0 * CASED;
  a.xy += vec2(-along.y, along.x) * (side.x * reach) / view_size.xy * max(a.w, 0.01) * view_size.z;
  a.z -= 0.0003;
  gl_Position = a; C = color * p3d_ColorScale; across = side.x * reach * 0.5 * view_size.z;
}
"""
LINE_FRAGMENT = (
    """#version 150
in vec4 C; in float across; flat in float half_wide; out vec4 colour;
"""
    + _BEHIND
    + """void main() {
  float d = abs(across) - half_wide;
  float k = C.a * (1.0 - smoothstep(0.7, 1.4, d)) * seen(gl_FragCoord.z);
  vec3 c = mix(C.rgb, vec3(0.035, 0.025, 0.025), smoothstep(-0.35, 0.35, d));
  colour = vec4(c * k, k);
}"""
)

HATCH_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec4 color; uniform mat4 p3d_ModelViewProjectionMatrix; out vec4 C; out float along;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; gl_Position.z -= 0.0002;
  C = color; along = (p3d_Vertex.x + p3d_Vertex.y + p3d_Vertex.z) * 2.6;
}
"""
HATCH_FRAGMENT = (
    """#version 150
in vec4 C; in float along; out vec4 colour;
"""
    + _BEHIND
    + """void main() {
  float soft = max(fwidth(along), 0.001), d = abs(fract(along) - 0.5);
  float far = smoothstep(0.3, 0.8, soft);  // from where stripes run together
  float stripe = mix(1.0 - smoothstep(0.13 - soft * 0.5, 0.13 + soft * 0.5, d), 0.4, far);
  float edge = (1.0 - smoothstep(0.28 - soft * 0.5, 0.28 + soft * 0.5, d)) * (1.0 - far);
  float k = C.a * seen(gl_FragCoord.z);
  colour = vec4(C.rgb * stripe, max(stripe, edge * 0.85)) * k;
}"""
)

HOLE_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ModelViewProjectionMatrix; out vec4 place;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; gl_Position.z -= 0.0002;
  place = gl_Position; gl_Position.z = -0.999 * gl_Position.w;  // before the veil, which lies at the far end
}
"""
HOLE_FRAGMENT = (
    """#version 150
in vec4 place; out vec4 colour;
"""
    + _BEHIND
    + """void main() {
  if (seen(place.z / max(place.w, 0.0001) * 0.5 + 0.5) < 1.0) discard;
  colour = vec4(0.0);
}"""
)
FIGURE_HOLE_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelViewMatrixInverse; out vec4 place;
void main() {
  vec3 eye = (p3d_ModelViewMatrixInverse * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
  vec3 p = p3d_Vertex.xyz + normalize(eye - p3d_Vertex.xyz) * 0.2;  // its shape is coarser than what is drawn
  gl_Position = p3d_ModelViewProjectionMatrix * vec4(p, 1.0);
  place = gl_Position; gl_Position.z = -0.999 * gl_Position.w;
}
"""
FIGURE_HOLE_FRAGMENT = HOLE_FRAGMENT
VEIL_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 about; uniform vec4 view_size;
out vec2 off;  // from the middle of what is spared, in its own size
void main() {
  gl_Position = vec4(p3d_Vertex.xy, 0.998, 1.0);
  vec4 c = p3d_ModelViewProjectionMatrix * vec4(about.xyz, 1.0);
  vec4 a = p3d_ModelViewProjectionMatrix * vec4(about.x + about.w, about.yz, 1.0);
  vec4 b = p3d_ModelViewProjectionMatrix * vec4(about.x, about.y + about.w, about.z, 1.0);
  float k = 1.0 / max(c.w, 0.01);
  float size = max(length((a.xy - c.xy) * k * view_size.xy), length((b.xy - c.xy) * k * view_size.xy));
  off = (p3d_Vertex.xy - c.xy * k) * view_size.xy / max(size, 1.0);
  if (c.w <= 0.0) off = vec2(0.0);
}
"""
VEIL_FRAGMENT = """#version 150
in vec2 off; uniform vec4 veil; out vec4 colour;
void main() {
  float k = veil.a * mix(1.0, 0.3, smoothstep(1.3, 3.2, length(off)));  // what is far is less in question
  colour = vec4(veil.rgb * k, k);
}
"""

HIDDEN_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec3 p3d_Normal; uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec4 paint; out vec4 place;
void main() {
  float away = (p3d_ModelViewProjectionMatrix * p3d_Vertex).w;
  gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xyz + p3d_Normal * (paint.a * max(0.03, 0.0022 * away)), 1.0);
  place = gl_Position;
}
"""
HIDDEN_FRAGMENT = """#version 150
in vec4 place; out vec4 colour; uniform vec4 paint; uniform vec2 own; uniform mat4 p3d_ModelViewProjectionMatrixInverse;
uniform sampler2D depth; uniform vec4 depth_part;
void main() {
  vec3 p = place.xyz / max(place.w, 0.0001);
  float before = texture(depth, gl_FragCoord.xy * depth_part.zw * depth_part.xy).r;
  if (p.z * 0.5 + 0.5 <= before) discard;
  vec4 met = p3d_ModelViewProjectionMatrixInverse * vec4(p.xy, before * 2.0 - 1.0, 1.0);
  met.xyz /= abs(met.w) < 1e-9 ? 1e-9 : met.w;
  if (length(met.xy) < own.x && met.z > -0.1 && met.z < own.y) discard;  // its own body
  float stripe = step(fract((gl_FragCoord.x + gl_FragCoord.y) / 7.0), 0.62);
  colour = vec4(paint.rgb * mix(0.45, 1.0, stripe), 1.0);
}
"""

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
