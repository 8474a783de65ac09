"""How stuffs are painted: cloth, leather, metal, skin, hair and all else that bodies are made of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sim.app.render.materials import Colour
from sim.app.render.paint.canvas import Canvas, Piece
from sim.app.render.paint.noises import clouds, smooth, streaks
from sim.app.render.surface import Floats

__all__ = ["primed"]

Bools = NDArray[np.bool_]
FLOWING = ("torso", "cloak", "dress", "legs")  # cloth that hangs straight down
METALS = ("steel", "gold", "iron", "lead")


def primed(canvas: Canvas) -> None:
    """The first coat of everything, each stuff in its own way."""
    for number, piece in enumerate(canvas.pieces):
        mine = canvas.spots.piece == number
        if not mine.any():
            continue
        dye = 1.0 if piece.word in ("tint", "tint_dark") else 0.0
        colour = (0.6, 0.6, 0.6) if piece.word == "tint_dark" else (1.0, 1.0, 1.0) if dye else piece.colour
        canvas.lay(mine, colour, dye)
        _STUFFS.get(piece.word, _plain)(canvas, mine, piece)


def _set(canvas: Canvas, mine: Bools, value: Floats, gloss: float = 0.0) -> None:
    canvas.value[mine] += value
    canvas.gloss[mine] = gloss


def _tone(canvas: Canvas, mine: Bools, colour: Colour, much: Floats) -> None:
    canvas.base[mine] += much[:, None] * (np.array(colour) - canvas.base[mine])


def _cloth(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Folds: long ones where it hangs, creases where it is worn round a limb; and a weave."""
    at = canvas.spots.at[mine]
    hanging = piece.part in FLOWING
    fold = streaks(at, 0.085, 7.0, 3) if hanging else streaks(at, 0.075, 0.8, 5)
    deep = smooth(1.05, 0.35, at[:, 2]) * 0.5 + 0.5 if hanging else np.ones(len(at))
    weave = clouds(at, 0.012, 8, 1) - 0.5
    worn = clouds(at, 0.16, 12) - 0.5
    _set(canvas, mine, 0.52 * deep * (fold - 0.48) + 0.10 * weave + 0.24 * worn)


def _leather(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    at = canvas.spots.at[mine]
    worn = clouds(at, 0.05, 20, 3)
    _tone(canvas, mine, (0.56, 0.38, 0.22), 0.45 * smooth(0.55, 0.85, worn))
    _set(canvas, mine, 0.35 * (worn - 0.5) + 0.22 * (streaks(at, 0.07, 1.0, 22) - 0.5), 0.35)


def _metal(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """As if it mirrored ground, horizon and sky, painted on: bands of dark and bright that run round and up it."""
    at, normal = canvas.spots.at[mine], canvas.spots.normal[mine]
    round_ = np.arctan2(normal[:, 1], normal[:, 0])
    level = np.sqrt(np.maximum(1.0 - normal[:, 2] ** 2, 0.0))
    band = 1.9 * normal[:, 2] + 0.75 * level * np.sin(2.0 * round_ + 0.9) + 0.5 * (clouds(at, 0.09, 30) - 0.5)
    mirrored = (
        -0.78
        + 0.55 * smooth(-1.6, -0.7, band)
        - 0.45 * smooth(-0.7, -0.05, band)
        + 1.25 * smooth(0.05, 0.50, band)
        - 0.70 * smooth(0.50, 1.15, band)
        + 0.75 * smooth(1.25, 1.75, band)
    )
    scratched = clouds(at * np.array([1.0, 1.0, 0.3]), 0.012, 33, 1) - 0.5
    value = 0.85 * mirrored + 0.22 * scratched
    canvas.base[mine] *= 0.72 if piece.word == "steel" else 0.88
    if piece.word == "iron":
        _tone(canvas, mine, (0.34, 0.17, 0.08), 0.75 * smooth(0.52, 0.78, clouds(at, 0.05, 36, 3)))
        value = 0.6 * value
    if piece.word == "gold":
        red, green, blue = piece.colour
        _tone(canvas, mine, (red * 0.45, green * 0.27, blue * 0.22), 0.75 * smooth(0.10, -0.55, value))
        _tone(canvas, mine, (0.5 + red / 2, 0.28 + green * 0.78, 0.10 + blue * 0.85), 0.85 * smooth(0.0, 0.6, value))
        value = np.where(value > 0, 0.45, 0.55) * value
    _set(canvas, mine, value, 0.85 if piece.word != "iron" else 0.4)


def _skin(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Blood under it, paler where it is stretched; what is no man's has spots."""
    at = canvas.spots.at[mine]
    red, green, blue = piece.colour
    human = red > green + 0.08 and red > 0.7
    mottled = clouds(at, 0.06, 40, 3)
    if human:
        canvas.base[mine] *= np.array([0.93, 0.88, 0.85])
        _tone(canvas, mine, (0.78, 0.36, 0.28), 0.34 * smooth(0.42, 0.75, mottled))
        _set(canvas, mine, 0.20 * (clouds(at, 0.11, 43) - 0.5), 0.12)
        return
    dark = (red * 0.42, green * 0.46, blue * 0.50)
    _tone(canvas, mine, dark, 0.75 * smooth(0.54, 0.66, mottled) * smooth(0.2, 0.5, clouds(at, 0.22, 45)))
    _set(canvas, mine, 0.34 * (clouds(at, 0.03, 47) - 0.5), 0.38)


def _hair(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    at, normal = canvas.spots.at[mine], canvas.spots.normal[mine]
    strands = streaks(at, 0.022, 6.0, 50)
    ring = smooth(0.30, 0.0, np.abs(normal[:, 2] - 0.45))
    _set(canvas, mine, 0.70 * (strands - 0.55) + 0.30 * ring * strands, 0.15)


def _felt(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Black is painted as the darkest blue grey, lighter where the light catches it."""
    at = canvas.spots.at[mine]
    _tone(canvas, mine, (0.30, 0.33, 0.42), 0.14 * smooth(-0.1, 0.9, canvas.spots.normal[mine, 2]) + 0.03)
    _cloth(canvas, mine, piece)
    canvas.value[mine] += 0.14 * (clouds(at, 0.02, 60) - 0.5)


def _bone(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    at = canvas.spots.at[mine]
    _tone(canvas, mine, (0.62, 0.45, 0.25), 0.45 * smooth(0.85, 0.35, canvas.spots.open[mine]))
    _set(canvas, mine, 0.16 * (clouds(at, 0.05, 62, 3) - 0.5), 0.22)


def _wood(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Grain along what is long."""
    at = canvas.spots.at[mine]
    spread = np.ptp(at, axis=0) if len(at) else np.ones(3)
    drawn = at * np.where(spread == spread.max(), 0.12, 1.0)
    grain = clouds(drawn, 0.018, 65, 2)
    _set(canvas, mine, 0.75 * (grain - 0.5) + 0.1, 0.12)


def _rope(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    x, y, z = canvas.spots.at[mine].T
    twist = np.sin((x + y * 1.3) * 60.0 + z * 170.0)
    _set(canvas, mine, 0.30 * twist)


def _glow(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Hottest at its middle."""
    inward = smooth(0.2, 0.95, np.abs(canvas.spots.normal[mine, 0]))
    deep = np.array(piece.colour) ** 2.4 * 0.62  # it shines by itself as well, which takes the colour out of it
    canvas.base[mine] = deep + 0.34 * inward[:, None] * (np.array(piece.colour) - deep)
    _set(canvas, mine, np.zeros(len(inward)))


def _glass(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    normal = canvas.spots.normal[mine]
    _set(canvas, mine, 0.75 * smooth(0.35, -0.75, normal[:, 2]) - 0.35 + 1.1 * smooth(0.62, 0.78, normal @ _GLINT), 1.0)


_GLINT = np.array([0.55, -0.35, 0.76])


def _stone(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    at = canvas.spots.at[mine]
    _set(canvas, mine, 0.5 * (clouds(at, 0.03, 70, 3) - 0.5))
    canvas.value[mine] -= 0.5 * smooth(0.06, 0.0, np.abs(clouds(at, 0.13, 74) - 0.5))


def _leaf(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    at = canvas.spots.at[mine]
    _tone(canvas, mine, (0.62, 0.66, 0.22), 0.6 * smooth(0.5, 0.8, clouds(at, 0.04, 77)))
    _set(canvas, mine, 0.5 * (streaks(at, 0.03, 3.0, 79) - 0.5), 0.25)


def _paving(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    """Grey stones in rows, worn, with weed in the joints where nobody treads."""
    x, y, _ = canvas.spots.at[mine].T
    row = np.floor(y / 0.17 + 0.3)
    along = x / 0.26 + 0.37 * row
    joint = np.minimum(np.abs(along - np.round(along)) * 0.26, np.abs(y / 0.17 + 0.3 - np.round(y / 0.17 + 0.3)) * 0.17)
    at = np.column_stack([x, y, 0 * x])
    stone = clouds(np.column_stack([np.floor(along) * 7.7, row * 3.1, 0 * x]), 1.0, 83, 1)
    canvas.base[mine] = np.array([0.50, 0.49, 0.47]) * (0.74 + 0.42 * stone)[:, None]
    grout = smooth(0.014, 0.006, joint + 0.006 * (clouds(at, 0.02, 85) - 0.5))
    _tone(canvas, mine, (0.20, 0.19, 0.16), 0.9 * grout)
    far = np.hypot(x, y) / max(float(np.hypot(x, y).max()), 1e-6)
    weed = smooth(0.66, 0.80, clouds(at, 0.09, 87, 3) + 0.25 * grout + 0.20 * far - 0.10)
    _tone(canvas, mine, (0.27, 0.30, 0.15), 0.7 * weed)
    edge = smooth(0.030, 0.016, joint) * (1 - grout)
    _set(
        canvas, mine, 0.25 * (clouds(at, 0.018, 89, 2) - 0.5) + 0.22 * edge + 0.3 * weed * (clouds(at, 0.012, 91) - 0.4)
    )


def _plain(canvas: Canvas, mine: Bools, piece: Piece) -> None:
    _set(canvas, mine, 0.2 * (clouds(canvas.spots.at[mine], 0.05, 81) - 0.5))


_STUFFS: dict[str, Callable[[Canvas, Bools, Piece], None]] = {
    "cloth": _cloth,
    "tint": _cloth,
    "tint_dark": _cloth,
    "flower": _cloth,
    "leather": _leather,
    "steel": _metal,
    "gold": _metal,
    "iron": _metal,
    "lead": _metal,
    "skin": _skin,
    "hair": _hair,
    "hat": _felt,
    "bone": _bone,
    "plain": _wood,
    "rope": _rope,
    "lantern": _glow,
    "glass": _glass,
    "stone": _stone,
    "foliage": _leaf,
    "paving": _paving,
}
