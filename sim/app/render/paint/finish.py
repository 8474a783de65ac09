"""The last steps: a dark wash that runs into the recesses, edges drawn with a dry brush, light from above; and what a
gang's colour makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.materials import Colour
from sim.app.render.paint.canvas import Canvas
from sim.app.render.paint.noises import clouds, smooth
from sim.app.render.surface import Floats

__all__ = ["LAYERS", "composed", "finished", "packed", "roots"]

LAYERS = 6  # red, green, blue, dye, value, gloss: a byte each
WASH = np.array([0.96, 0.90, 0.78])  # how much of red, green and blue a full wash takes
WARM = np.array([1.0, 0.97, 0.88])  # what colours go to where they are painted light
EDGE = 0.016  # inches: how wide a brush draws an edge
FLOOR = 0.933  # sRGB: of the even texture that a body had before it was painted; it stays as bright as it was


def finished(canvas: Canvas) -> None:
    """Wash, edges and light over all that is painted."""
    spots = canvas.spots
    shut = 1.0 - spots.open
    canvas.value -= 1.05 * smooth(0.12, 0.90, shut) + 0.06
    rough = 0.6 + 0.8 * clouds(spots.at, 0.04, 90)
    canvas.value += 0.24 * rough * smooth(0.20, 0.85, spots.ridge) - 0.40 * smooth(0.15, 0.8, -spots.ridge)
    wide = np.maximum(EDGE, 0.8 * spots.fine)
    brush = np.where(canvas.on(word="skin"), 0.22, np.where(canvas.on(word="tint tint_dark cloth hair"), 0.48, 0.66))
    canvas.value += brush * rough * (1.0 - smooth(0.35, 1.0, spots.edge / wide)) * spots.open
    canvas.value += 0.15 * spots.normal[:, 2] - 0.06
    low = smooth(0.42, 0.12, canvas.z)  # feet and hems are dusty and dark: they part from what they stand on
    canvas.value -= 0.16 * low


def packed(canvas: Canvas) -> NDArray[np.uint8]:
    """The paint of each spot as bytes, (m, 6)."""
    rows = np.column_stack([canvas.base, canvas.dye, 0.5 + 0.5 * canvas.value, canvas.gloss])
    return np.asarray(np.clip(rows, 0.0, 1.0) * 255 + 0.5).astype(np.uint8)


def composed(paint: NDArray[Any], clothes: Colour) -> Floats:
    """Colours in sRGB, (..., 3), of paint (..., 6), as bytes, in a gang that wears this."""
    rows = paint.astype(np.float32) / 255
    base, dye, value = rows[..., :3], rows[..., 3:4], rows[..., 4:5] * 2 - 1
    colour = base * (1 + dye * (np.array(clothes, np.float32) - 1))
    dark, light = np.maximum(-value, 0), np.maximum(value, 0)
    colour = colour * (1 - dark * WASH.astype(np.float32))
    bright = np.minimum(colour * 1.85 + 0.11, 1.0) * WARM.astype(np.float32)  # its own hue, lighter
    return np.asarray(colour + 0.9 * light * np.maximum(bright - colour, 0))


def roots(colours: Floats) -> NDArray[np.uint8]:
    """Square roots of the light that such colours give back, as textures hold them."""
    floor = np.float32(FLOOR**2.2)
    return np.asarray(np.sqrt(floor * colours * (0.35 + 0.65 * colours)) * 255 + 0.5).astype(np.uint8)
