"""Heat maps: numbers of squares of a board as small pictures, to be laid over the board's own.

Their colours differ in lightness first, so that they are told apart by every eye and in print.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import gaussian_filter

__all__ = [
    "BANDS",
    "BOTH",
    "SHARES",
    "ZONES",
    "HeatMap",
    "Ramp",
    "as_jpeg",
    "as_png",
    "banded_picture",
    "heat",
    "heat_picture",
    "shaded_picture",
]

Floats = NDArray[np.float64]
Ramp = Sequence[tuple[int, int, int, int]]

LEVELS = 64
FINER = 2  # pixels of a counted square's side
BLUR = 0.9  # squares: what is counted at a point is about there
BOTH: Ramp = ((255, 225, 140, 0), (255, 205, 100, 150), (236, 120, 40, 205), (170, 25, 45, 230), (60, 5, 35, 245))
ZONES: tuple[Ramp, Ramp] = (
    ((255, 214, 170, 0), (250, 170, 95, 160), (214, 96, 20, 215), (140, 45, 4, 235), (70, 18, 0, 245)),
    ((190, 222, 245, 0), (120, 180, 222, 160), (45, 118, 178, 215), (8, 66, 122, 235), (3, 28, 62, 245)),
)
SHARES: Ramp = ((255, 247, 214, 175), (199, 220, 170, 175), (90, 170, 160, 180), (30, 95, 130, 185), (30, 20, 80, 190))
BANDS: Ramp = ((252, 240, 195, 175), (233, 190, 115, 175), (196, 120, 80, 180), (132, 62, 84, 185), (62, 28, 74, 190))
QUALITY = 82  # of the board's picture


class HeatMap(NamedTuple):
    """A picture as a `data:` address, and the number that its darkest colour stands for."""

    picture: str
    most: float

    @property
    def is_empty(self) -> bool:
        return self.most <= 0.0


def heat(counts: NDArray[np.int64], ramp: Ramp) -> HeatMap:
    """Counts of squares as `heat_picture` draws them, for a page."""
    picture, most = heat_picture(counts, ramp)
    return HeatMap(as_png(picture), most)


def heat_picture(counts: NDArray[np.int64], ramp: Ramp) -> tuple[Image.Image, float]:
    """Counts of squares (rows from the south, columns), blurred to what lies about there; the root of a count is drawn,
    so that what is rare is seen beside what is common. With the number that the darkest colour stands for."""
    fine = np.kron(counts.astype(np.float64), np.ones((FINER, FINER)))
    blurred = gaussian_filter(fine, BLUR * FINER)
    most = float(blurred.max(initial=0.0))
    levels = np.sqrt(blurred / most) * (LEVELS - 1) if most > 0.0 else blurred
    return _picture(np.round(levels).astype(np.uint8), _colours(ramp, LEVELS)), most


def shaded_picture(values: Floats, at: Floats, side: float, size: tuple[float, float]) -> Image.Image:
    """Shares (n,) from 0 to 1 of squares with places (n, 3) in them; what is not known is left open."""
    grid = _grid(values, at, side, size)
    levels = np.where(np.isnan(grid), 0, 1 + np.round(np.nan_to_num(grid) * (LEVELS - 2))).astype(np.uint8)
    return _picture(_larger(levels), [(0, 0, 0, 0), *_colours(SHARES, LEVELS - 1)])


def banded_picture(values: Floats, at: Floats, side: float, size: tuple[float, float], step: float) -> Image.Image:
    """Lengths (n,) of squares in bands of `step`, the last of them for all that is longer or never reached."""
    grid = _grid(np.where(np.isfinite(values), values, 1e6), at, side, size)
    band = np.minimum(np.nan_to_num(grid, nan=-1.0) // step, len(BANDS) - 1) + 1
    return _picture(_larger(np.maximum(band, 0).astype(np.uint8)), [(0, 0, 0, 0), *BANDS])


def as_jpeg(picture: Image.Image) -> str:
    """A picture as the `data:` address of a JPEG."""
    held = io.BytesIO()
    picture.convert("RGB").save(held, "JPEG", quality=QUALITY, optimize=True)
    return f"data:image/jpeg;base64,{b64encode(held.getvalue()).decode()}"


def _grid(values: Floats, at: Floats, side: float, size: tuple[float, float]) -> Floats:
    columns, rows = (int(np.ceil(length / side)) for length in size)
    grid = np.full((rows, columns), np.nan)
    i, j = (np.clip(np.floor(at[:, k] / side).astype(int), 0, most - 1) for k, most in ((0, columns), (1, rows)))
    grid[j, i] = values
    return grid


def _larger(levels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Squares with edges, however the page scales them."""
    return np.asarray(np.kron(levels, np.ones((8, 8), np.uint8)))


def _colours(ramp: Ramp, count: int) -> list[tuple[int, int, int, int]]:
    stops = np.array(ramp, dtype=np.float64)
    where = np.linspace(0.0, len(stops) - 1.0, count)
    mixed = [np.interp(where, np.arange(len(stops)), stops[:, k]) for k in range(4)]
    return [(int(r), int(g), int(b), int(a)) for r, g, b, a in np.round(np.array(mixed).T)]


def _picture(levels: NDArray[np.uint8], colours: Sequence[tuple[int, int, int, int]]) -> Image.Image:
    """Levels, the southernmost row first, in the colours of a palette."""
    rows, columns = levels.shape
    picture = Image.frombytes("P", (columns, rows), np.ascontiguousarray(levels[::-1]).tobytes())
    picture.putpalette([part for colour in colours for part in colour[:3]])
    picture.info["transparency"] = bytes(colour[3] for colour in colours)
    return picture


def as_png(picture: Image.Image) -> str:
    """A picture as the `data:` address of a PNG."""
    held = io.BytesIO()
    picture.save(held, "PNG", optimize=True, transparency=picture.info["transparency"])
    return f"data:image/png;base64,{b64encode(held.getvalue()).decode()}"
