"""The shaders of a board that moves in software: light and haze are reckoned at the vertices, and a pixel reads one
texture and one shadow.

They reckon with square roots of light: textures hold roots, and so does what is shown, near enough.
"""

from __future__ import annotations

from sim.app.render.glsl import CUBE, INPUTS, LIGHT, RIM, UNMIRRORED, WATER_HEAD

__all__ = [
    "FAST_FIGURE_FRAGMENT",
    "FAST_FIGURE_VERTEX",
    "FAST_FRAGMENT",
    "FAST_STUCCO_FRAGMENT",
    "FAST_STUCCO_VERTEX",
    "FAST_UNMIRRORED_FRAGMENT",
    "FAST_VERTEX",
    "FAST_WATER_FRAGMENT",
]

_SHOWN = """
uniform sampler2D all_depth; uniform vec3 haze_root;
bool in_sun(vec3 s) { return texture(all_depth, s.xy).r >= min(s.z, 1.0); }  // what lies beyond the map is lit
vec4 shown(vec3 r) {  // the full shaders' curve within a hundredth
  vec3 c = r * (r * 3.08 + 0.273) / (r * (r * 3.226 - 0.377) + 1.0);
  float l = dot(c, vec3(0.3, 0.6, 0.1));
  return vec4((l + (c - l) * 1.06) * (vec3(0.98, 1.0, 1.03) + vec3(0.035, 0.0, -0.05) * l), 1.0);
}
"""

_COMMON = INPUTS + LIGHT.replace("float sunlight(vec4 place) { return sun_at(place.xyz * 0.5 + 0.5); }", "") + _SHOWN

_HEAD = """#version 150
in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec3 place; in vec4 tint; in vec4 light;
uniform mat4 p3d_ModelMatrix; uniform mat4 p3d_ViewProjectionMatrix; uniform mat4 sun_matrix; uniform float floor_z;
out vec3 uv, dark, bright; out float far; out vec3 sun_place;
"""

_BODY = """
  vec4 p = p3d_ModelMatrix * p3d_Vertex;
  p.z = max(p.z, floor_z);
  vec3 w = p.xyz, n = mat3(p3d_ModelMatrix) * p3d_Normal;
  if (dot(n, eye - w) < 0.0) n = -n;
  gl_Position = p3d_ViewProjectionMatrix * p;
  float open = light.a;
  vec3 tone = tint.rgb * (0.35 + 0.65 * tint.rgb), paint = tone;
"""

_TAIL = """
  float algae = algae_at(w.z, 0.5) * (floor(place.z + 0.5) == L_PAVING ? DRY : 1.0);
  vec3 seen = mix(vec3(1.0), ALGAE, algae) * paint * look.x;
  vec3 shade = ambient * 0.97 + tint.a * (2.4 * look.y);
  dark = sqrt(shade * seen); bright = sqrt((shade + sun_colour * max(dot(n, sun), 0.0)) * seen);
  far = haze_at(w); far *= 1.3 - 0.3 * far; uv = place;
  vec4 s = sun_matrix * vec4(w + n * 0.03, 1.0);
  sun_place = s.xyz * 0.5 + 0.5; sun_place.z -= sun_jitter.z;
}
"""

_BAKED = "vec3 ambient = light.rgb * light.rgb * 3.0 * mix(0.75, 1.0, open);"

FAST_VERTEX = _HEAD + _COMMON + "void main() {" + _BODY + _BAKED + _TAIL

FAST_STUCCO_VERTEX = (
    _HEAD.replace("out vec3 uv", "out vec3 plaster, at, uv")
    + _COMMON
    + "void main() {"
    + _BODY
    + _BAKED
    + "paint = vec3(1.0); plaster = sqrt(tone); at = vec3((w.x + w.y) * 0.11, w.z * 0.11, w.z);"
    + _TAIL
)

FAST_FIGURE_VERTEX = (
    _HEAD
    + "uniform vec3 cube[6]; uniform vec4 wash; uniform float pictured;\n"
    + _COMMON
    + "void main() {"
    + _BODY
    + "paint = mix(tone, wash.rgb, wash.a * (1.0 - pictured)); n = normalize(n); vec3 V = normalize(eye - w);"
    + RIM
    + CUBE
    + "ambient += cube[4] * (0.7 * rim);"
    + _TAIL
)

_IN = """#version 150
in vec3 uv, dark, bright; in float far; in vec3 sun_place; out vec4 colour;
"""

_LIT = """
  colour = shown(mix(a * (in_sun(sun_place) ? bright : dark), haze_root, far));
}
"""

FAST_FRAGMENT = _IN + _COMMON + "void main() { vec3 a = texture(colours, uv).rgb;" + _LIT

FAST_FIGURE_FRAGMENT = (
    _IN
    + "uniform vec4 wash; uniform float pictured;\n"
    + _COMMON
    + "void main() { vec3 a = mix(texture(colours, uv).rgb, sqrt(wash.rgb), wash.a * pictured);"
    + _LIT
)

FAST_STUCCO_FRAGMENT = (
    _IN
    + "in vec3 plaster, at;\n"
    + _COMMON
    + """
void main() {
  vec3 worn = texture(colours, vec3(at.xy, L_NOISE)).rgb;
  float bare = bare_brick(worn, at.z);
  vec3 a = texture(colours, bare > 0.5 ? vec3(uv.xy * (4.0 / 1.25), L_BRICK) : uv).rgb;
  a *= (bare > 0.5 ? vec3(1.0) : plaster) * (1.0 - 0.16 * (1.0 - abs(bare * 2.0 - 1.0)));
  a *= mix(vec3(1.0), vec3(0.933, 0.922, 0.911), smoothstep(0.40, 0.75, worn.g));
"""
    + _LIT
)

FAST_WATER_FRAGMENT = (
    WATER_HEAD
    + _COMMON
    + """
void main() {
  vec3 V = eye - w; float i = inversesqrt(max(dot(V, V), 0.0001)), d = 1.0 / i; V *= i;
  vec2 g = (texture(normals, vec3(w.xy * vec2(0.30, 0.25) + vec2(-0.02, 0.02) * time, L_NOISE)).xy - 0.5) * 1.5;
  float k = 1.0 / (1.0 + d * 0.035);
  vec3 n = vec3(g * (0.23 * k), 1.0); n.z -= 0.5 * dot(n.xy, n.xy);
  vec2 at = tile.xy + tile.zw * (clip.xy / max(clip.w, 0.001) * 0.5 + 0.5);
  vec3 seen = texture(mirror, clamp(at + n.xy * vec2(0.20, 0.42) * k, 0.004, 0.996) * mirror_part.xy).rgb;
  seen *= seen * (1.05 + 0.5 * seen) / look.x;
  float fresnel = 0.03 + 0.97 * fifth(1.0 - max(dot(V, n), 0.0));
  float s = in_sun(sun_place.xyz * 0.5 + vec3(0.5, 0.5, 0.5 - sun_jitter.z)) ? 1.0 : 0.0;
  vec3 body = depths * (0.80 + 0.50 * s) * (1.0 + 0.5 * (g.x + g.y));
  vec3 H = V + sun;
  float glint = 1.0 / (1.0 + 52.5 * max(1.0 - dot(n, H) * inversesqrt(max(dot(H, H), 0.0001)), 0.0));
  glint *= glint; glint *= glint; glint *= glint;  // near enough to the power 420 of the cosine
  vec3 c = mix(body, seen, clamp(fresnel * 1.15 + 0.10, 0.0, 1.0))
         + sun_colour * (3.0 * glint * s * smoothstep(-0.05, 0.5, g.x + g.y));
  float x = d * haze; x *= sqrt(x); float y = d * (1.0 - V.z); y *= haze > 0.0 ? y * 0.00004 : 0.0;
  float kept = 1.0 / ((1.0 + x + 0.5 * x * x) * (1.0 + y + 0.5 * y * y));
  float glow = clamp(-dot(V.xy, sun.xy), 0.0, 1.0); glow *= glow; glow *= glow * glow * 0.35;
  colour = shown(sqrt(mix((horizon + sky_glow * glow) * 0.92, c, kept) * look.x));
}
"""
)

FAST_UNMIRRORED_FRAGMENT = FAST_WATER_FRAGMENT.replace(*UNMIRRORED)
