"""What a painter has before him: every spot of a body's skin, with what is to be known of it, and the paint on it."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.materials import Colour, hex_colour
from sim.app.render.paint.noises import smooth
from sim.app.render.surface import Floats, Ints

__all__ = ["FAR", "Canvas", "Piece", "Spots", "Where", "srgb"]

Where = NDArray[Any]  # which spots: true or false, or how much, from 0 to 1
FAR = 9.0  # inches: no edge is near


def srgb(text: str | Colour) -> Colour:
    """A colour as it is written, or as it is."""
    return hex_colour(text) if isinstance(text, str) else text


class Piece(msgspec.Struct, frozen=True):
    """One colour of one part, as the body's file has it: `head`, `skin`, and its colour in sRGB."""

    part: str
    word: str
    colour: Colour


class Spots(msgspec.Struct, frozen=True, eq=False):
    """Where the spots are, (m,) and (m, 3), in inches before the body was grown, standing on a base as a man does.

    `open`: how much of what is round it a spot sees, 0 to 1. `ridge`: how round the skin is there, -1 in a valley to 1
    on a ridge. `edge`: inches to the next sharp edge of its face; `rim`: to one as sharp as where cloth ends. `fine`:
    inches that a spot is wide.
    """

    at: Floats
    normal: Floats
    piece: Ints
    open: Floats
    ridge: Floats
    edge: Floats
    rim: Floats
    fine: Floats


class Canvas:
    """`base`: colours in sRGB, of which `dye` (0 to 1) is in the colour of the gang. `value`: how much darker (-1) or
    lighter (1) it is painted. `gloss`: how much it shines, 0 to 1."""

    def __init__(self, pieces: tuple[Piece, ...], spots: Spots) -> None:
        self.pieces, self.spots = pieces, spots
        count = len(spots.at)
        self.base = np.ones((count, 3))
        self.dye, self.value, self.gloss = np.zeros(count), np.zeros(count), np.zeros(count)
        self.x, self.y, self.z = spots.at.T
        self.turn = np.arctan2(self.y, self.x)  # round the body, 0 to the front

    def on(self, part: str = "", word: str = "", colour: str = "") -> NDArray[np.bool_]:
        """The spots of a part, of a material, of a colour as the body's file has it; of several, spaced apart."""
        parts, words = part.split(), word.split()
        named = [
            (not parts or p.part in parts)
            and (not words or p.word in words)
            and (not colour or _near(p.colour, srgb(colour)))
            for p in self.pieces
        ]
        return np.array(named, np.bool_)[self.spots.piece]

    def lay(self, where: Where, colour: str | Colour, dye: float = 0.0) -> None:
        """Paint over what is there; as thinly as `where` says."""
        much = np.asarray(where, np.float64)
        self.base += much[:, None] * (np.array(srgb(colour)) - self.base)
        self.dye += much * (dye - self.dye)

    def shade(self, where: Where, value: float | Floats) -> None:
        """Make lighter or darker."""
        self.value += np.asarray(where, np.float64) * value

    def shine(self, where: Where, gloss: float) -> None:
        much = np.asarray(where, np.float64)
        self.gloss += much * (gloss - self.gloss)

    def within(self, distance: Floats) -> Floats:
        """1 where a distance from an outline, in inches, is below 0: softly, over the width of a spot."""
        return 1.0 - smooth(-0.6, 0.6, distance / self.spots.fine)


def _near(one: Colour, other: Colour) -> bool:
    """Files hold linear colours, out of which dark ones come a little lighter."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.03
