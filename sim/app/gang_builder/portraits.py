"""Pictures of minis as they stand on the table, made once by a process of its own and kept in the cache.

`python -m sim.app.gang_builder.portraits BODY:MM...` makes those that are missing: a body, and its base in mm.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from subprocess import Popen
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.app.companion import begun
from sim.board.board import Board
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.bodies import body_content
from sim.board.model.errors import BoardError
from sim.board.model.tableau import Figure, Tableau

__all__ = ["EDGE", "PORTRAIT", "Sitter", "main", "make_portraits", "portrait_of", "portrait_png"]

PORTRAIT = (144, 168)  # pixels across and up
VERSION = 3
FRAMES = 4  # added up, for smooth edges
SIDE = 16.0  # inches of the street that they stand on
EDGE = (0.55, 0.47, 0.33)  # of their bases, old brass: they have no seat yet


class Sitter(NamedTuple):
    """Whose picture it is: the body, and the base's diameter in mm."""

    body: str
    size: int


def portrait_of(sitter: Sitter) -> NDArray[np.uint8] | None:
    """The picture of a mini, (height, width, 3) from the top; None while it is not there yet."""
    try:
        kept = read_arrays(_name(sitter), ("pixels",))
    except (BoardError, OSError):
        return None
    return None if kept is None else kept["pixels"].astype(np.uint8)


def portrait_png(sitter: Sitter) -> bytes | None:
    """The same as the content of a PNG file."""
    pixels = portrait_of(sitter)
    if pixels is None:
        return None
    from PIL import Image

    out = BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def make_portraits(sitters: Sequence[Sitter]) -> Popen[bytes]:
    """Begin to make the pictures of minis, in this order, where they are missing."""
    words = [f"{sitter.body}:{sitter.size}" for sitter in sitters]
    return begun("sim.app.gang_builder.portraits", words)


def _name(sitter: Sitter) -> str:
    content = hashlib.blake2b(body_content(sitter.body), digest_size=12).hexdigest()
    return f"portrait-{VERSION}-{sitter.size}-{content}"


def main() -> None:
    """Make what is missing."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # whoever builds comes first
    asked = [(body, int(size)) for body, _, size in (word.rpartition(":") for word in sys.argv[1:])]
    missing = [sitter for sitter in (Sitter(*each) for each in asked) if portrait_of(sitter) is None]
    if missing:
        _make(missing)


def _make(sitters: Sequence[Sitter]) -> None:
    from sim.app.render.board_view import BoardView
    from sim.app.render.camera import CameraView
    from sim.app.render.figures import FigureLook
    from sim.app.render.screen import NoScreen, open_screen
    from sim.board.files.bodies import load_body

    try:
        screen = open_screen((PORTRAIT[0] * 2, PORTRAIT[1] * 2))
    except NoScreen:
        return
    street = np.array([[[0, 0, 0], [SIDE, 0, 0], [SIDE, SIDE, 0]], [[0, 0, 0], [SIDE, SIDE, 0], [0, SIDE, 0]]], float)
    view = BoardView(screen, Board.from_triangles(street, name="street"), size=screen.size)
    middle = SIDE / 2
    for sitter in sitters:
        try:
            high = load_body(sitter.body).height
            it = Figure("it", (middle, middle, 0.0), float(sitter.size), sitter.body, facing=-68.0)
            view.update(Tableau((it,)), {it.id: FigureLook(edge=EDGE)})
        except BoardError:
            continue
        tall = max(high, sitter.size / 25.4 * 1.15)
        far = 1.95 * tall + 0.4
        look = (middle, middle, tall * 0.48)
        view.look(CameraView((middle + far * 0.12, middle - far, tall * 0.48 + far * 0.26), look, fov=34.0))
        picture = np.asarray(view.picture(FRAMES))
        wide, deep = PORTRAIT
        small = picture[: deep * 2, : wide * 2].reshape(deep, 2, wide, 2, 3).mean((1, 3))
        write_arrays(_name(sitter), {"pixels": (np.clip(small, 0, 1) * 255 + 0.5).astype(np.uint8)})
    view.close()


if __name__ == "__main__":
    main()
