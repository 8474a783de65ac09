"""Faces and masks: eyes, brows, lips, cheeks and beards, seen from the front.

A face is drawn on a plane before it, y to its left and z up, in the measures of an ordinary head; what looks aside or
lies behind is left alone.
"""

from __future__ import annotations

import msgspec
import numpy as np

from sim.app.render.paint.canvas import Canvas
from sim.app.render.paint.noises import clouds, smooth
from sim.app.render.surface import Floats

__all__ = ["FaceLook", "paint_face"]

HEAD = 0.20  # inches from the middle of a head: what is farther is no part of a face


class FaceLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a face is painted. `at`: the middle of the head, x and z; `tilt`: degrees it is bent back; `size`: of an
    ordinary one; `apart` and `up`: where its eyes are, from the middle.

    `eyes`: their colour; "" leaves them out (where the body has eyes of its own, or a mask over them). `white`: of the
    eyes. `wide`: how wide open they are. `lips`, `brows`, `lids`: colours. `cheeks`: how red, 0 to 1; `stubble`: how
    dark, 0 to 1; `old`: how deep its furrows; `parts`: those that it is painted on.
    """

    at: tuple[float, float] = (0.02, 1.2)
    tilt: float = 0.0
    size: float = 1.0
    apart: float = 0.043
    up: float = 0.022
    eyes: str = "#3b2a1c"
    white: str = "#f2ece0"
    wide: float = 0.9
    lips: str = "#a8473f"
    mouth: float = 1.0
    brows: str = "#2e2018"
    heavy: float = 1.0
    angry: float = 0.35
    lids: str = ""
    cheeks: float = 0.5
    stubble: float = 0.0
    old: float = 0.0
    sunken: float = 0.25
    parts: str = "head"
    on: str = "skin bone plain"


def paint_face(canvas: Canvas, look: FaceLook) -> None:
    """Draw a face on the head, or on what covers it."""
    tilt = np.radians(look.tilt)
    dx, dz = canvas.x - look.at[0], canvas.z - look.at[1]
    ahead = (dx * np.cos(tilt) + dz * np.sin(tilt)) / look.size
    v = (dz * np.cos(tilt) - dx * np.sin(tilt)) / look.size
    u = canvas.y / look.size
    facing = canvas.spots.normal[:, 0] * np.cos(tilt) + canvas.spots.normal[:, 2] * np.sin(tilt)
    near = (np.hypot(np.hypot(u, v), ahead) < HEAD) & (ahead > 0.0) & (facing > 0.02)
    mine = canvas.on(look.parts, look.on) & near
    if not mine.any():
        return
    front = np.where(mine, smooth(0.0, 0.3, facing), 0.0)
    side = np.abs(u)
    _flesh(canvas, look, front, side, v)
    if look.eyes:
        _eyes(canvas, look, front, side, u, v)
    if look.brows:
        _brows(canvas, look, front, side, v)
    if look.lips and look.mouth:
        _mouth(canvas, look, front, side, v)


def _spot(across: Floats, up: Floats, wide: float, high: float) -> Floats:
    """1 in the middle, softly 0 at the rim."""
    return np.asarray(np.exp(-((across / wide) ** 2) - (up / high) ** 2))


def _flesh(canvas: Canvas, look: FaceLook, front: Floats, side: Floats, v: Floats) -> None:
    if look.cheeks:
        red = _spot(side - 0.062, v + 0.035, 0.030, 0.026) + 0.8 * _spot(side, v + 0.022, 0.020, 0.020)
        canvas.lay(front * np.clip(red, 0, 1) * 0.62 * look.cheeks, "#c4503f")
    if look.sunken:
        canvas.shade(front * _spot(side - look.apart, v - look.up - 0.006, 0.034, 0.026), -look.sunken)
        canvas.shade(front * _spot(side - 0.068, v + 0.055, 0.020, 0.030), -0.5 * look.sunken)
    canvas.shade(front * _spot(side - 0.055, v + 0.008, 0.022, 0.012), 0.16)  # cheekbones
    canvas.shade(front * _spot(side, v - 0.075, 0.050, 0.024), 0.14)  # forehead
    canvas.shade(front * _spot(side, v + 0.056, 0.026, 0.008), -0.30)  # under the nose
    canvas.shade(front * _spot(side, v + 0.088, 0.030, 0.008), -0.22)  # under the lip
    canvas.shade(front * _spot(side, v + 0.108, 0.050, 0.030), -0.30)  # the chin lies lower than the sun has it
    if look.stubble:
        beard = smooth(-0.035, -0.065, v) * smooth(0.008, 0.022, np.maximum(side - 0.012, np.abs(v + 0.070)))
        grain = clouds(canvas.spots.at, 0.008, 95, 1)
        canvas.lay(front * beard * look.stubble * (0.5 + 0.6 * grain), "#3c342f")
    if look.old:
        furrow = np.minimum(np.abs(v - 0.075), np.abs(v - 0.092)) - 0.002
        canvas.shade(front * canvas.within(furrow) * smooth(0.07, 0.04, side), -0.4 * look.old)
        fold = np.abs(side - 0.036 - 0.35 * np.clip(-v - 0.04, 0, 1)) - 0.003
        canvas.shade(front * canvas.within(fold) * smooth(0.03, 0.016, np.abs(v + 0.066)), -0.55 * look.old)
        canvas.shade(front * _spot(side - 0.044, v, 0.022, 0.008), -0.35 * look.old)


def _eyes(canvas: Canvas, look: FaceLook, front: Floats, side: Floats, u: Floats, v: Floats) -> None:
    """Whites between dark lids, an iris with a spark in it."""
    across, up = side - look.apart, v - look.up - 0.10 * (side - look.apart)
    high = 0.0132 * look.wide
    almond = np.hypot(across / 0.025, up / high) - 1.0
    outline = almond * 0.0145
    canvas.lay(front * canvas.within(outline - 0.004), "#2a1812")
    canvas.lay(front * canvas.within(outline), look.white)
    canvas.shade(front * canvas.within(outline) * smooth(0.0, high, up), -0.25)
    gaze = across + 0.002
    inside = canvas.within(outline)
    canvas.lay(front * inside * canvas.within(np.hypot(gaze, up) - 0.0118), look.eyes)
    canvas.lay(front * inside * canvas.within(np.hypot(gaze, up) - 0.0060), "#0b0807")
    canvas.lay(front * canvas.within(np.hypot(gaze - 0.0045 * np.sign(u), up - 0.0048) - 0.0034), "#ffffff")
    canvas.value *= 1.0 - 0.85 * front * canvas.within(outline)
    canvas.shine(front * canvas.within(outline), 0.9)
    lid = np.hypot(across / 0.029, (up - 0.002) / (high + 0.006)) - 1.0
    canvas.lay(front * canvas.within(np.abs(lid) * 0.018 - 0.0028) * smooth(-0.002, 0.004, up), look.lids or "#241510")
    if look.lids:
        shadow = canvas.within(lid * 0.018 - 0.008) * canvas.within(-(outline - 0.004)) * smooth(0.0, 0.006, up)
        canvas.lay(front * shadow * 0.8, look.lids)


def _brows(canvas: Canvas, look: FaceLook, front: Floats, side: Floats, v: Floats) -> None:
    along = side - look.apart
    arch = look.up + 0.034 + look.angry * 0.42 * along - 6.0 * np.maximum(along, 0.0) ** 2
    thick = 0.0066 * look.heavy * smooth(0.042, 0.006, np.abs(along))
    canvas.lay(front * canvas.within(np.abs(v - arch) - thick) * smooth(0.044, 0.034, np.abs(along)), look.brows)


def _mouth(canvas: Canvas, look: FaceLook, front: Floats, side: Floats, v: Floats) -> None:
    wide = 0.030 * look.mouth
    up = v + 0.070 - 6.0 * side**2 * (1.0 if look.mouth < 1.3 else -1.0)
    lips = (np.hypot(side / wide, up / 0.0125) - 1.0) * 0.011
    canvas.lay(front * canvas.within(lips) * 0.9, look.lips)
    canvas.shade(front * canvas.within(lips) * smooth(0.0, -0.008, up), 0.22)
    canvas.lay(front * canvas.within(np.maximum(np.abs(up) - 0.0024, side - wide * 0.95)), "#3a130f")
