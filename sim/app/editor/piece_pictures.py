"""Pictures of pieces for the palette, made once by a process of its own and kept in the cache.

`python -m sim.app.editor.piece_pictures FOLDER PIECE...` makes those that are missing, and with them the models that
the pieces are drawn from, so that none of it is waited for in the window.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

import numpy as np
from numpy.typing import NDArray

from sim.app.companion import begun
from sim.board.architecture.identity import BUILDER, drawn_by
from sim.board.architecture.plans import PiecePlan
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.pieces import piece_name, piece_path
from sim.board.model.errors import BoardError
from sim.builder.shaping import like

__all__ = ["MADE", "SIZE", "main", "make_pictures", "picture_name", "picture_of", "piece_of"]

SIZE = (168, 126)  # pixels
VERSION = 2
MADE = "made "
FRAMES = 4  # added up, for smooth edges


def picture_of(piece: str, beside: Path) -> NDArray[np.uint8] | None:
    """The picture of a piece, (height, width, 3) from the top; None while it is not there yet."""
    try:
        kept = read_arrays(picture_name(piece, beside), ("pixels",))
    except (BoardError, OSError):
        return None
    return None if kept is None else kept["pixels"].astype(np.uint8)


def make_pictures(pieces: Sequence[str], beside: Path) -> Popen[bytes]:
    """Begin to make pictures of pieces, in this order, where they are missing."""
    return begun("sim.app.editor.piece_pictures", [str(beside.resolve()), *pieces])


def piece_of(name: str) -> str | PiecePlan:
    """What a name of the palette stands for: a piece, or after "made " the plan of a kind as it comes."""
    return like(name.removeprefix(MADE)) if name.startswith(MADE) else name


def picture_name(piece: str, beside: Path) -> str:
    """What a piece's picture is kept under: it tells one content from another."""
    if piece.startswith(MADE):
        return f"picture-{VERSION}-{BUILDER}-{drawn_by()}-{piece_name(piece_of(piece))}"
    content = hashlib.blake2b(piece_path(piece, beside).read_bytes(), digest_size=12).hexdigest()
    return f"picture-{VERSION}-{content}"


def main() -> None:
    """Make what is missing."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # whoever builds comes first
    beside = Path(sys.argv[1])
    missing = [piece for piece in sys.argv[2:] if picture_of(piece, beside) is None]
    if missing:
        _make(missing, beside)


def _make(pieces: Sequence[str], beside: Path) -> None:
    from sim.app.editor.piece_shapes import PieceShapes
    from sim.app.render.camera import CameraView
    from sim.app.render.map_view import MapView, StandingPiece
    from sim.app.render.screen import NoScreen, open_screen
    from sim.board.files.mapfile import Canal, MapFile

    try:
        screen = open_screen((SIZE[0] * 2, SIZE[1] * 2))
    except NoScreen:
        return
    if not screen.shaders:
        return
    shapes = PieceShapes(beside)
    size = (24.0, 24.0)
    view = MapView(screen, size, screen.size)
    street = MapFile(1, "street", size)
    water = MapFile(1, "water", size, canals=(Canal("lagoon", ((0, 0), (24, 0), (24, 24), (0, 24))),))
    for piece in pieces:
        try:
            model = shapes.model(piece_of(piece), view.textures.mean, levels=screen.software)
        except BoardError:
            continue
        low, high = np.array(model.low), np.array(model.high)
        shape = shapes.shape(piece_of(piece))
        afloat = shape is not None and shape.afloat
        wet = afloat or low[2] < -0.6
        view.show_ground(water if wet else street)
        view.know(piece, model)
        shift = np.array([12.0, 12.0, -0.75 * afloat]) - np.array([*(low + high)[:2] / 2, 0.0])
        view.show({"it": StandingPiece(piece, (float(shift[0]), float(shift[1]), float(shift[2])), 0.0)})
        middle = (low + high) / 2 + shift
        far = max(float(np.linalg.norm(high - low)) * 1.22, float(high[2] - low[2]) * 1.7) + 0.9
        toward = np.array([0.42, -0.78, 0.52])
        eye = middle + toward / np.linalg.norm(toward) * far
        view.look(CameraView((eye[0], eye[1], max(eye[2], 0.4)), (middle[0], middle[1], middle[2]), fov=48.0))
        picture = view.renderer.picture(FRAMES)
        small = picture.reshape(SIZE[1], 2, SIZE[0], 2, 3).mean((1, 3))
        write_arrays(picture_name(piece, beside), {"pixels": (np.clip(small, 0, 1) * 255 + 0.5).astype(np.uint8)})
    view.close()


if __name__ == "__main__":
    main()
