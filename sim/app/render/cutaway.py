"""Houses that are open: what stands within a box, above a height, is not drawn of the board.

Only while something is open the board is drawn with shaders that leave parts out, as these cost more. They show the
backs of faces, too, a little farther away than they are: many a back lies in one plane with a front, as the foot of a
house with the street under it, and which of the two is nearer would change from pixel to pixel.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import msgspec

__all__ = ["Cutaway", "opened", "set_opening"]

PLACED = "gl_Position = p3d_ViewProjectionMatrix * p;"
_VERSION, _MAIN = "#version 150\n", "void main() {"
_OUT = "out vec3 cut_place;\n"
_EYE = "uniform vec3 eye;\n"
_BACKS_BEHIND = """ cut_place = p.xyz;
  if (dot(mat3(p3d_ModelMatrix) * p3d_Normal, p.xyz - eye) > 0.0) gl_Position.z += 2e-5 * gl_Position.w;
"""
_IN = "in vec3 cut_place; uniform vec4 cut_box; uniform vec4 cut_turn;\n"
_LEFT_OUT = """
  vec2 cut_at = mat2(cut_turn.x, -cut_turn.y, cut_turn.y, cut_turn.x) * (cut_place.xy - cut_box.xy);
  if (cut_place.z > cut_turn.z && all(lessThan(abs(cut_at), cut_box.zw))) discard;
"""


class Cutaway(msgspec.Struct, frozen=True):
    """What is left out: above a height, within a box about a place that is turned by so many degrees. Inches."""

    at: tuple[float, float]
    half: tuple[float, float]
    above: float
    turn: float = 0.0

    def leaves_out(self, place: tuple[float, float, float]) -> bool:
        """Is what lies there not drawn?"""
        x, y, turn = place[0] - self.at[0], place[1] - self.at[1], radians(self.turn)
        across, along = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
        return place[2] > self.above and abs(across) < self.half[0] and abs(along) < self.half[1]


def opened(vertex: str, fragment: str) -> tuple[str, str]:
    """The shaders of a board, that leave out what is open."""
    assert PLACED in vertex
    told = _OUT if _EYE.strip() in vertex else _OUT + _EYE
    return (
        vertex.replace(_VERSION, _VERSION + told, 1).replace(PLACED, PLACED + _BACKS_BEHIND, 1),
        fragment.replace(_VERSION, _VERSION + _IN, 1).replace(_MAIN, _MAIN + _LEFT_OUT, 1),
    )


def set_opening(root: Any, opening: Cutaway) -> None:
    """Give it to the shaders below a node."""
    from panda3d.core import LVector4

    turn = radians(opening.turn)
    root.set_shader_input("cut_box", LVector4(*opening.at, *opening.half))
    root.set_shader_input("cut_turn", LVector4(cos(turn), sin(turn), opening.above, 0.0))
