"""What a scheme has painted over the first coats: hems, piping, linings, patterns, scales, stains and emblems."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sim.app.render.paint.canvas import Canvas
from sim.app.render.paint.noises import cells, clouds, smooth, streaks
from sim.app.render.paint.schemes import BrushStroke, Scheme
from sim.app.render.surface import Floats

__all__ = ["KINDS", "dressed"]

Kind = Callable[[Canvas, BrushStroke, Floats], None]
GANG = {"gang": ((1.0, 1.0, 1.0), 1.0), "gang dark": ((0.55, 0.55, 0.55), 1.0)}


def dressed(canvas: Canvas, scheme: Scheme) -> None:
    """Paint all strokes of a scheme, one over the other."""
    for stroke in scheme.strokes:
        mine = canvas.on(stroke.part, stroke.on, stroke.was)
        mine &= _faces(canvas, stroke.facing)
        soft = 0.5 * canvas.spots.fine
        between = smooth(-1.0, 1.0, (canvas.z - stroke.low) / soft) * smooth(-1.0, 1.0, (stroke.high - canvas.z) / soft)
        where = np.where(mine, between, 0.0) * stroke.much
        if where.any():
            KINDS[stroke.kind](canvas, stroke, where)
            if stroke.gloss >= 0:
                canvas.shine(where, stroke.gloss)


def _faces(canvas: Canvas, way: str) -> NDArray[np.bool_]:
    """Which spots look that way: in (to the middle of the body), out, front, back, up, down, left, right."""
    x, y, z = canvas.spots.normal.T
    outward = x * np.cos(canvas.turn) + y * np.sin(canvas.turn)
    ways = {"in": -outward, "out": outward, "front": x, "back": -x, "up": z, "down": -z, "left": y, "right": -y}
    return np.ones(len(z), np.bool_) if not way else ways[way] > 0.05


def _lay(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    if stroke.colour:
        colour, dye = GANG.get(stroke.colour, (stroke.colour, 0.0))
        canvas.lay(where, colour, dye)
    if stroke.light:
        canvas.shade(where, stroke.light)


def _coat(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """All of it, evenly."""
    _lay(canvas, stroke, where)


def _band(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Between two heights, with a dark line at both ends, as a hem is sewn on."""
    _lay(canvas, stroke, where)
    for end in (stroke.low, stroke.high):
        canvas.shade(np.where(where > 0, canvas.within(np.abs(canvas.z - end) - 0.004), 0.0), -0.4)


def _piping(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Along rims: where cloth, felt or plate ends."""
    line = canvas.within(canvas.spots.rim - (stroke.size or 0.022))
    _lay(canvas, stroke, where * line)
    canvas.shade(where * canvas.within(np.abs(canvas.spots.rim - (stroke.size or 0.022)) - 0.004), -0.3)


def _round(canvas: Canvas, stroke: BrushStroke) -> tuple[Floats, Floats]:
    """Round the body and up it, a pattern's width as one; as many whole ones as go round at the waist."""
    size = stroke.size or 0.12
    many = max(2.0, np.round(2 * np.pi * 0.22 / size / 2) * 2)
    return canvas.turn / (2 * np.pi) * many, canvas.z / size


def _diamonds(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """As harlequin wears them, each with a fine light line round it."""
    across, up = _round(canvas, stroke)
    a, b = across + up * 0.62, across - up * 0.62
    odd = (np.floor(a) + np.floor(b)) % 2
    line = np.minimum(np.abs(a - np.round(a)), np.abs(b - np.round(b)))
    _lay(canvas, stroke, where * odd)
    canvas.lay(where * 0.85 * smooth(0.085, 0.045, line), "#e9d9a0")


def _stripes(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Upright ones."""
    across, _ = _round(canvas, stroke)
    _lay(canvas, stroke, where * smooth(0.26, 0.20, np.abs(across - np.round(across))))


def _rings(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Level stripes, or along a limb where it is not upright."""
    up = canvas.z / (stroke.size or 0.1)
    _lay(canvas, stroke, where * smooth(0.27, 0.21, np.abs(up - np.round(up))))


def _damask(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Flowers woven in, lighter than the cloth."""
    across, up = _round(canvas, stroke)
    shift = np.floor(up) % 2 * 0.5
    u, v = (across + shift) % 1.0 - 0.5, up % 1.0 - 0.5
    far, turn = np.hypot(u, v), np.arctan2(v, u)
    petal = 0.27 + 0.12 * np.cos(4 * turn)
    flower = smooth(0.03, -0.03, np.abs(far - petal) - 0.055) + smooth(0.11, 0.07, far)
    _lay(canvas, stroke, where * np.clip(flower, 0, 1))


def _dots(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    across, up = _round(canvas, stroke)
    shift = np.floor(up) % 2 * 0.5
    far = np.hypot((across + shift) % 1.0 - 0.5, up % 1.0 - 0.5)
    _lay(canvas, stroke, where * smooth(0.24, 0.18, far))


def _scales(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Fish's, feathers', or mail's: dark at their rims, light in the middle."""
    at, normal = canvas.spots.at, np.abs(canvas.spots.normal)
    size = stroke.size or 0.05
    across = np.where(normal[:, 0] > normal[:, 1], at[:, 1], at[:, 0]) / size
    tile = cells(across, at[:, 2] / size)
    canvas.shade(where, (tile - 0.45) * 0.85)
    if stroke.colour:
        _lay(canvas, stroke, where * smooth(0.35, 0.85, tile))


def _fur(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    size = stroke.size or 0.02
    canvas.shade(where, (streaks(canvas.spots.at, size, 3.5, 110) - 0.5) * 0.9)
    if stroke.colour:
        _lay(canvas, stroke, where * smooth(0.45, 0.7, clouds(canvas.spots.at, size * 4, 113)))


def _spots(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Blots, as on a toad."""
    blot = clouds(canvas.spots.at, stroke.size or 0.09, 120, 2)
    _lay(canvas, stroke, where * smooth(0.56, 0.62, blot))


def _stains(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Splashed and run down."""
    drawn = canvas.spots.at * np.array([1.0, 1.0, 0.45])
    splash = clouds(drawn, stroke.size or 0.07, 130, 3)
    _lay(canvas, stroke, where * smooth(0.54, 0.60, splash))
    canvas.shade(where * smooth(0.52, 0.60, splash), -0.22)


def _fade(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Full at `low`, nothing at `high`: mud at a hem, a wet foot."""
    rising = smooth(stroke.high, stroke.low, canvas.z + 0.06 * (clouds(canvas.spots.at, 0.06, 140) - 0.5))
    _lay(canvas, stroke, where * rising)


def _tips(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Full at `high`, nothing at `low`."""
    _lay(canvas, stroke, where * smooth(stroke.low, stroke.high, canvas.z))


def _emblem(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """A shape on the front or the back, `at` y and z, `size` inches from its middle to its ends."""
    size = stroke.size or 0.08
    u, v = (canvas.y - stroke.at[0]) / size, (canvas.z - stroke.at[1]) / size
    far, turn = np.hypot(u, v), np.arctan2(v, u)
    shapes: dict[str, Callable[[], Floats]] = {
        "cross": lambda: np.minimum(
            np.maximum(np.abs(u) - 0.24, np.abs(v) - 1.0), np.maximum(np.abs(u) - 0.72, np.abs(v - 0.25) - 0.24)
        ),
        "disc": lambda: far - 1.0,
        "ring": lambda: np.abs(far - 0.82) - 0.16,
        "star": lambda: far - (0.62 + 0.38 * np.cos(5 * (turn - np.pi / 2))),
        "sun": lambda: np.minimum(far - 0.5, np.maximum(far - 1.0, np.abs((turn / np.pi * 6) % 1 - 0.5) - 0.28)),
        "moon": lambda: np.maximum(far - 1.0, 0.85 - np.hypot(u - 0.42, v - 0.1)),
        "eye": lambda: np.minimum(np.abs(np.hypot(u / 1.0, v / 0.52) - 1.0) - 0.16, far - 0.28),
        "wave": lambda: np.maximum(np.abs(v - 0.32 * np.sin(u * 4.2)) - 0.16, np.abs(u) - 1.0),
        "bar": lambda: np.maximum(np.abs(u) - 1.0, np.abs(v) - 0.18),
    }
    _lay(canvas, stroke, where * canvas.within(shapes[stroke.shape]() * size))


def _holes(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """The two eye holes of a mask, `at` y and z, with a rim of the colour; eyes shine out of them."""
    size = stroke.size or 0.03
    across, up = np.abs(canvas.y) - stroke.at[0], canvas.z - stroke.at[1] - 0.22 * (np.abs(canvas.y) - stroke.at[0])
    hole = (np.hypot(across / size, up / (size * 0.62)) - 1.0) * size * 0.7
    front = where * smooth(0.0, 0.3, canvas.spots.normal[:, 0])
    if stroke.colour:
        _lay(canvas, stroke, front * canvas.within(hole - 0.010))
    canvas.lay(front * canvas.within(hole), "#0d0a0a")
    canvas.value *= 1.0 - front * canvas.within(hole)
    eye = np.hypot(across / (size * 0.66), up / (size * 0.34)) - 1.0
    canvas.lay(front * canvas.within(eye * size * 0.4), "#e9e2d2")
    canvas.lay(front * canvas.within(np.hypot(across, up) - size * 0.30), "#1a100c")


def _rim(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """Along the upper and lower rim of a half mask whose middle is at a height (`at`, the second) and half as tall as
    `size`."""
    far = np.abs(np.abs(canvas.z - stroke.at[1]) - stroke.size)
    _lay(canvas, stroke, where * canvas.within(far - 0.007))


def _stitches(canvas: Canvas, stroke: BrushStroke, where: Floats) -> None:
    """A seam that runs upright on the front or the back, at y; or level, at z, for the shape `level`."""
    along, off = (canvas.y, canvas.z - stroke.at[1]) if stroke.shape == "level" else (canvas.z, canvas.y - stroke.at[0])
    off = off + 0.012 * np.sin(along * 22.0)
    seam = canvas.within(np.abs(off) - 0.004)
    stitch = canvas.within(np.abs(off) - (stroke.size or 0.026)) * smooth(0.16, 0.10, np.abs(along / 0.035 % 1.0 - 0.5))
    _lay(canvas, stroke, where * np.maximum(seam, stitch))


KINDS: dict[str, Kind] = {
    "coat": _coat,
    "band": _band,
    "piping": _piping,
    "diamonds": _diamonds,
    "stripes": _stripes,
    "rings": _rings,
    "damask": _damask,
    "dots": _dots,
    "scales": _scales,
    "fur": _fur,
    "spots": _spots,
    "stains": _stains,
    "fade": _fade,
    "tips": _tips,
    "emblem": _emblem,
    "holes": _holes,
    "rim": _rim,
    "stitches": _stitches,
}
