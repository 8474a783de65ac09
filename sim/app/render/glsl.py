"""The shaders. `#version 150`, as macOS wants it; no division without a floor under it.

All light is linear; each shader ends in the same tone-mapping curve and writes screen values, so that a picture is
the plain mean of its jittered frames.
"""

# ruff: noqa: E501 (lines of GLSL)

from __future__ import annotations

from sim.app.render.textures import LAYERS

__all__ = [
    "BOARD_FRAGMENT",
    "CUBE",
    "DEPTH_FRAGMENT",
    "FIGURE_FRAGMENT",
    "INPUTS",
    "LIGHT",
    "LIT_VERTEX",
    "PLAIN_FRAGMENT",
    "PLAIN_VERTEX",
    "QUAD_FRAGMENT",
    "QUAD_VERTEX",
    "RIM",
    "SHADOW_FRAGMENT",
    "SHADOW_VERTEX",
    "SKY_FRAGMENT",
    "SKY_VERTEX",
    "STUCCO_FRAGMENT",
    "UNMIRRORED",
    "UNMIRRORED_FRAGMENT",
    "WATER_FRAGMENT",
    "WATER_HEAD",
    "WATER_VERTEX",
]

_LAYER_DEFINES = "".join(f"const float L_{name.upper()} = {i}.0;\n" for i, name in enumerate(LAYERS))

INPUTS = (
    """
uniform vec3 sun; uniform vec3 sun_colour; uniform vec3 zenith; uniform vec3 horizon; uniform vec3 sky_glow; uniform vec4 cloud; uniform vec3 depths; uniform vec4 look; uniform vec3 eye; uniform float haze; uniform float water_z;
uniform sampler2DArray colours; uniform sampler2DArray normals;
uniform vec4 sun_jitter;
"""
    + _LAYER_DEFINES
)

_SOFT_SHADOWS = """
uniform sampler2DShadow sun_map; uniform sampler2DShadow moving_map;
float sun_at(vec3 s) {
  vec2 at = s.xy + sun_jitter.xy;
  return min(texture(sun_map, vec3(at, s.z - sun_jitter.z)), texture(moving_map, vec3(at, s.z - sun_jitter.w)));
}
"""

_TONE_MAP = """
vec3 tone_map(vec3 x) {
  x *= 0.75 * look.x;
  vec3 c = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  float l = dot(c, vec3(0.3, 0.6, 0.1));
  c = clamp(l + (c - l) * 1.10, 0.0, 1.0) * mix(vec3(0.96, 1.0, 1.06), vec3(1.03, 1.0, 0.955), clamp(l * 1.5, 0.0, 1.0));
  vec3 r = sqrt(c), q = 1.0 - sqrt(r);
  return r * (1.0 + q * (0.16 + 0.26 * q));  // near enough to the power 1/2.2, and much cheaper
}
"""

LIGHT = """
vec3 sky(vec3 d) {
  float u = 1.0 - clamp(d.z, 0.0, 1.0), s = clamp(dot(d, sun), 0.0, 1.0), s2 = s * s;
  vec3 c = mix(zenith, horizon, u * u * (0.35 + 0.65 * u));
  return c + sky_glow * (s2 * s2 * s2 * 0.35);
}
float sunlight(vec4 place) { return sun_at(place.xyz * 0.5 + 0.5); }
float haze_at(vec3 w) {
  float k = length(w - eye) * haze, x = k * sqrt(k);
  return (1.0 - 1.0 / (1.0 + x + 0.5 * x * x)) * mix(1.0, 0.7, clamp(w.z / 14.0, 0.0, 1.0));
}
float fifth(float x) { float y = x * x; return y * y * x; }
vec3 hazed(vec3 c, vec3 w) {
  vec3 d = w - eye; d /= max(length(d), 0.001);
  return mix(c, sky(vec3(d.xy, max(d.z, 0.0) * 0.6)) * 0.92, haze_at(w));
}
float bare_brick(vec3 n, float z) {
  return smoothstep(0.78, 0.86, n.r + 0.42 * n.b + 0.40 * exp(-max(z + 0.1, 0.0) * 0.9) - 0.28);
}
float algae_at(float z, float ragged) { return 1.0 - smoothstep(0.10, 0.52, z - water_z + (ragged - 0.5) * 0.7); }
const vec3 ALGAE = vec3(0.30, 0.42, 0.26); const float DRY = 0.15;  // of sunken paving, which is seldom wet
"""

COMMON = INPUTS + _SOFT_SHADOWS + _TONE_MAP + LIGHT

LIT_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec3 place; in vec4 tint; in vec4 light;
uniform mat4 p3d_ModelMatrix; uniform mat4 p3d_ViewProjectionMatrix; uniform mat4 sun_matrix; uniform float floor_z;
out vec3 N, uv, w, gi; out vec4 C; out vec4 sun_place; out float open;
void main() {
  vec4 p = p3d_ModelMatrix * p3d_Vertex;
  p.z = max(p.z, floor_z);
  N = mat3(p3d_ModelMatrix) * p3d_Normal;
  gl_Position = p3d_ViewProjectionMatrix * p;
  uv = place; w = p.xyz; C = tint; gi = light.rgb * light.rgb * 3.0; open = light.a;
  sun_place = sun_matrix * vec4(w + N * 0.03, 1.0);
}
"""

_SURFACE = """
  vec3 V = eye - w; float far = max(length(V), 0.001); V /= far;
  vec3 n = normalize(N); if (dot(n, V) < 0.0) n = -n;
  vec2 flat_n = vec2(-n.y, n.x); float slope = length(flat_n);
  vec3 t = slope > 0.31 ? vec3(flat_n / max(slope, 0.001), 0.0) : vec3(1.0, 0.0, 0.0);
  vec3 b = cross(n, t);
  float L = floor(uv.z + 0.5);
  vec3 a = texture(colours, uv).rgb; a *= a;
  vec4 nm = texture(normals, uv); vec3 nt = nm.xyz * 2.0 - 1.0; float rough = nm.a;
  vec3 tone = C.rgb * (0.35 + 0.65 * C.rgb);
"""

_SHADE = """
  vec3 nn = normalize(t * nt.x + b * nt.y + n * max(nt.z, 0.2));
  float nl = max(dot(nn, sun), 0.0) * step(0.0, dot(n, sun) + 0.02);
  float s = nl > 0.0 ? nl * sunlight(sun_place) : 0.0;
  vec3 c = a * (ambient * (0.62 + 0.38 * dot(nn, n)) + sun_colour * s + C.a * (2.4 * look.y));
  if (rough < 0.70) {
    float sheen = 1.0 - smoothstep(0.45, 0.70, rough);
    vec3 H = normalize(V + sun); float p = exp2(10.0 * (1.0 - rough) + 1.0);
    c += sun_colour * (sheen * s * (0.04 + 0.5 * fifth(1.0 - max(dot(V, H), 0.0))) * (p + 2.0) * 0.125 * pow(max(dot(nn, H), 0.0), p));
    float gloss = sheen * (1.0 - rough) * (1.0 - rough);
    c += sky(reflect(-V, nn)) * ((0.04 + 0.96 * fifth(1.0 - max(dot(nn, V), 0.0))) * open * gloss * (L == L_GLASS ? 2.2 : 0.9));
  }
  colour = vec4(tone_map(hazed(c, w)), 1.0);
"""

_FULL_HEAD = """#version 150
in vec3 N, uv, w, gi; in vec4 C; in vec4 sun_place; in float open; out vec4 colour;
"""

BOARD_FRAGMENT = (
    _FULL_HEAD
    + COMMON
    + "void main() {"
    + _SURFACE
    + """
  float algae = algae_at(w.z, a.g + 0.2) * (L == L_PAVING ? DRY : 1.0);
  a *= tone;
  a = mix(a, a * ALGAE + vec3(0.004, 0.012, 0.004), algae);
  rough = mix(rough, 0.3, algae);
  vec3 ambient = gi * mix(0.75, 1.0, open);
"""
    + _SHADE
    + "}"
)

STUCCO_FRAGMENT = (
    _FULL_HEAD
    + COMMON
    + "void main() {"
    + _SURFACE.replace("texture(colours, uv)", "texture(colours, place)")
    .replace("texture(normals, uv)", "texture(normals, place)")
    .replace(
        "vec3 a =",
        """vec3 worn = texture(colours, vec3(w.x + w.y, w.z, L_NOISE / 0.11) * 0.11).rgb;
  float bare = bare_brick(worn, w.z);
  vec3 place = bare > 0.5 ? vec3(uv.xy * (4.0 / 1.25), L_BRICK) : uv;
  vec3 a =""",
    )
    + """
  float edge = 1.0 - abs(bare * 2.0 - 1.0);
  a *= mix(tone, vec3(1.0), step(0.5, bare)) * (1.0 - 0.30 * edge);
  a *= mix(vec3(1.0), vec3(0.87, 0.85, 0.83), smoothstep(0.40, 0.75, worn.g));
  a = mix(a, a * ALGAE + vec3(0.004, 0.012, 0.004), algae_at(w.z, worn.g));
  vec3 ambient = gi * mix(0.75, 1.0, open);
"""
    + _SHADE
    + "}"
)

CUBE = """
  vec3 sq = n * n;
  vec3 ambient = sq.x * (n.x > 0.0 ? cube[0] : cube[1]) + sq.y * (n.y > 0.0 ? cube[2] : cube[3])
               + sq.z * (n.z > 0.0 ? cube[4] : cube[5]);
  ambient *= open * open * 0.85 + 0.15;
"""

RIM = "float rim = 1.0 - abs(dot(n, V)); rim *= rim * rim;"  # light from behind parts a mini from what is behind it

# of a picture that is laid round a mini, the fourth number is how dull its paint is; other surfaces have none
_PAINTED = """
  float metal = 0.0;
  if (picked.a < 0.99) { rough = mix(0.20, 0.90, picked.a); nt = vec3(0.0, 0.0, 1.0); metal = 1.0 - smoothstep(0.18, 0.32, picked.a); }
  a = mix(a * tone, wash.rgb, wash.a);
  float base = mix(0.04, 0.42, metal);
"""

FIGURE_FRAGMENT = (
    _FULL_HEAD
    + "uniform vec3 cube[6]; uniform vec4 wash;\n"
    + COMMON
    + "void main() {"
    + _SURFACE.replace(
        "vec3 a = texture(colours, uv).rgb; a *= a;",
        "vec4 picked = texture(colours, uv); vec3 a = picked.rgb * picked.rgb;",
    )
    + _PAINTED
    + RIM
    + CUBE
    + _SHADE.replace("0.04 + 0.5 *", "base + 0.5 *")
    .replace("0.04 + 0.96 *", "base + (1.0 - base) *")
    .replace("c += sun_colour * (sheen", "c += mix(vec3(1.0), a, metal) * sun_colour * (sheen")
    .replace("c += sky(reflect(-V, nn)) * (", "c += mix(vec3(1.0), a, metal) * sky(reflect(-V, nn)) * (")
    .replace("  if (rough < 0.70)", "  c += cube[4] * (0.22 * rim * open);\n  if (rough < 0.70)")
    + "}"
)

WATER_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix, sun_matrix;
out vec3 w; out vec4 sun_place, clip;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; clip = gl_Position;
  w = (p3d_ModelMatrix * p3d_Vertex).xyz; sun_place = sun_matrix * vec4(w, 1.0);
}
"""

WATER_HEAD = """#version 150
in vec3 w; in vec4 sun_place, clip; out vec4 colour; uniform sampler2D mirror;
uniform vec4 mirror_part, tile; uniform float time;
"""

_WAVES = """
  vec2 g = (texture(normals, vec3(p * 0.16 + vec2(0.013, 0.021) * time, L_NOISE)).xy - 0.5)
         + (texture(normals, vec3(p * vec2(0.43, 0.36) + vec2(-0.031, 0.017) * time, L_NOISE)).xy - 0.5) * 0.9;
  if (d < 40.0) g += (texture(normals, vec3(p * 1.1 + vec2(0.02, -0.05) * time, L_NOISE)).xy - 0.5) * 0.45;
"""

_WATER = """
  float k = 1.0 / (1.0 + d * 0.035);
  vec3 n = normalize(vec3(g * 0.23 * k, 1.0));
  vec2 at = tile.xy + tile.zw * (clip.xy / max(clip.w, 0.001) * 0.5 + 0.5);
  vec3 seen = texture(mirror, clamp(at + n.xy * vec2(0.20, 0.42) * k, 0.004, 0.996) * mirror_part.xy).rgb;
  seen *= seen * (1.05 + 0.5 * seen) / look.x;
  float fresnel = 0.03 + 0.97 * fifth(1.0 - max(dot(V, n), 0.0));
  float s = sunlight(sun_place);
  vec3 body = depths * (0.80 + 0.50 * s) * (1.0 + 0.5 * (g.x + g.y));
  vec3 H = normalize(V + sun);
  float glint = pow(max(dot(n, H), 0.0), 420.0) * 3.0 * s * smoothstep(-0.05, 0.5, g.x + g.y);
  vec3 c = mix(body, seen, clamp(fresnel * 1.15 + 0.10, 0.0, 1.0)) + sun_colour * glint;
  c = hazed(c, w);
  float low = 1.0 - V.z, away = haze > 0.0 ? 1.0 - exp(-d * d * low * low * 0.00004) : 0.0;
  colour = vec4(tone_map(mix(c, sky(vec3(-V.xy, 0.0)) * 0.92, away)), 1.0);
}
"""

_TO_EYE = "void main() { vec3 V = eye - w; float d = max(length(V), 0.001); V /= d; vec2 p = w.xy;"
WATER_FRAGMENT = WATER_HEAD + COMMON + _TO_EYE + _WAVES + _WATER

# (what the mirror shows, and in its place a sky that houses hide half of)
UNMIRRORED = (
    """vec3 seen = texture(mirror, clamp(at + n.xy * vec2(0.20, 0.42) * k, 0.004, 0.996) * mirror_part.xy).rgb;
  seen *= seen * (1.05 + 0.5 * seen) / look.x;""",
    "vec3 seen = sky(reflect(-V, n)) * 0.5;",
)
UNMIRRORED_FRAGMENT = WATER_FRAGMENT.replace(*UNMIRRORED)

SKY_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ProjectionMatrixInverse, p3d_ViewMatrixInverse; out vec3 toward;
void main() {
  gl_Position = vec4(p3d_Vertex.xy, 0.99999, 1.0);
  vec4 e = p3d_ProjectionMatrixInverse * vec4(p3d_Vertex.xy, 1.0, 1.0);
  toward = (p3d_ViewMatrixInverse * vec4(e.xyz / (abs(e.w) < 1e-6 ? 1e-6 : e.w), 0.0)).xyz;
}
"""

SKY_FRAGMENT = (
    """#version 150
in vec3 toward; out vec4 colour;
"""
    + COMMON
    + """
void main() {
  vec3 d = toward / max(length(toward), 1e-6); vec3 c = sky(d);
  if (d.z > 0.0) {
    vec2 p = d.xy / (d.z + 0.18);
    float n = dot(textureLod(colours, vec3(p * 0.11, L_NOISE), 0.0).rgb, vec3(0.60, 0.30, 0.12));
    float cover = smoothstep(0.50, 0.78, n) * smoothstep(0.0, 0.22, d.z) * cloud.a;
    c = mix(c, cloud.rgb * (1.0 + 0.3 * dot(d, sun)), cover);
    if (look.z > 0.0) {
      vec3 cell = floor(d * 150.0); float spark = fract(sin(dot(cell, vec3(12.99, 78.23, 37.72))) * 43758.5);
      c += vec3(0.9, 0.95, 1.0) * (look.z * (1.0 - cover) * step(0.9982, spark) * d.z);
      c += vec3(1.0, 0.97, 0.88) * smoothstep(0.99955, 0.9997, dot(d, sun)) * (1.0 - 0.6 * cover);
    }
  }
  colour = vec4(tone_map(c), 1.0);
}
"""
)

SHADOW_VERTEX = """#version 150
in vec4 p3d_Vertex; uniform mat4 p3d_ModelViewProjectionMatrix; uniform float lifted;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; gl_Position.z += lifted; }
"""
SHADOW_FRAGMENT = """#version 150
out vec4 colour; void main() { colour = vec4(1.0); }
"""

QUAD_VERTEX = """#version 150
in vec4 p3d_Vertex; out vec2 at; uniform vec4 used;
void main() { gl_Position = vec4(p3d_Vertex.xy, 0.0, 1.0); at = (p3d_Vertex.xy * 0.5 + 0.5) * used.xy + used.zw; }
"""
QUAD_FRAGMENT = """#version 150
in vec2 at; out vec4 colour; uniform sampler2D picture; uniform vec4 share;
void main() { colour = vec4(texture(picture, at).rgb, share.x); }
"""

DEPTH_FRAGMENT = """#version 150
in vec2 at; out vec4 colour; uniform sampler2D picture;
void main() { colour = vec4(1.0); gl_FragDepth = texture(picture, at).r; }
"""

PLAIN_VERTEX = """#version 150
in vec4 p3d_Vertex; in vec4 color; uniform mat4 p3d_ModelMatrix, p3d_ViewProjectionMatrix; uniform float floor_z; out vec3 C;
void main() { vec4 p = p3d_ModelMatrix * p3d_Vertex; p.z = max(p.z, floor_z); gl_Position = p3d_ViewProjectionMatrix * p; C = color.rgb; }
"""
PLAIN_FRAGMENT = """#version 150
in vec3 C; out vec4 colour; void main() { colour = vec4(C, 1.0); }
"""
