"""What boards and pieces look like where nothing draws them but rays: coloured triangles, and pictures of these.

No screen and no renderer are needed, and the same shapes give the same picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, placed
from sim.board.files.glb import Skin, read_nodes
from sim.board.files.pieces import piece_path
from sim.board.model.terrain import Kind, Meaning
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["Painted", "from_above", "look_of_board", "look_of_ground", "look_of_piece", "picture"]

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]

# Materials that the renderer paints by their textures, as sRGB.
TEXTURED = {"brick": "#a8624c", "paving": "#b9ac97", "ashlar": "#cfc6b4", "stripes": "#c8553d", "glass": "#2c3d4a"}
WATER, STREET, QUAY = "#3f7f80", "#c3b69f", "#ded6c6"
SKY = "#e8e0d0"
SUN = np.array([-0.45, -0.55, 0.70]) / np.linalg.norm([-0.45, -0.55, 0.70])
SHADE, SUNLIGHT = 0.52, 0.62  # the light of the sky alone, and what the sun adds
BIRD = (0.35, -0.80, 0.75)  # whence pictures are taken: from the south, a little to the east, above


class Painted(msgspec.Struct, frozen=True, eq=False):
    """Triangles (n, 3, 3), and the colour of each (n, 3): sRGB from 0 to 1."""

    triangles: Floats
    colours: Floats

    @classmethod
    def of(cls, triangles: Floats, colour: str) -> Painted:
        return cls(triangles, np.tile(_rgb(colour), (len(triangles), 1)))

    @classmethod
    def together(cls, some: Iterable[Painted]) -> Painted:
        every = list(some)
        if not every:
            return cls(np.zeros((0, 3, 3)), np.zeros((0, 3)))
        return cls(np.concatenate([p.triangles for p in every]), np.concatenate([p.colours for p in every]))


def look_of_piece(path: Path, colour: str | None = None) -> Painted:
    """A piece about its own origin; `colour` takes the place of its stucco's. Raises MeshError."""
    made = []
    for node in read_nodes(path):
        word = str(node.extras.get("material", ""))
        if word != "none":  # ruled by, but not drawn: a decor node shows it
            made += [Painted(skin.triangles, _paint(skin, word, colour)) for skin in node.skins]
    return Painted.together(made)


def _paint(skin: Skin, word: str, colour: str | None) -> Floats:
    name, _, own = (skin.material or word).partition(":")
    if colour is not None and name == "stucco":
        return np.tile(_rgb(colour), (len(skin.faces), 1))
    if own or name in TEXTURED:
        return np.tile(_rgb(own if own.startswith("#") and len(own) == 7 else TEXTURED.get(name, STREET)),
                       (len(skin.faces), 1))  # fmt: skip
    base = np.array(skin.base[:3])
    linear = np.tile(base, (len(skin.faces), 1))
    if skin.colours is not None:
        linear = skin.colours[:, :3][skin.faces].mean(axis=1) * base
    return np.asarray(np.clip(linear, 0.0, 1.0) ** (1 / 2.2))


def look_of_board(board: Board) -> Painted:
    """A board as it begins, its vessels too."""
    made = [
        look_of_ground(part.triangles, part.meaning)
        for part in board.parts
        if board.map is None or part.is_street or part.meaning.kind is Kind.WATER
    ]
    if board.map is None:
        afloat = [(v.start, part.triangles) for v in board.vessels for part in v.parts]
        made += [look_of_ground(placed(triangles, start.at, start.turn), Meaning()) for start, triangles in afloat]
        return Painted.together(made)
    beside = board.source.parent if board.source else None
    for where in board.map.pieces:
        look = look_of_piece(piece_path(where.piece, beside), where.colour)
        made.append(Painted(placed(look.triangles, (*where.at, where.z), where.turn, where.mirror), look.colours))
    return Painted.together(made)


def look_of_ground(triangles: Floats, meaning: Meaning) -> Painted:
    """Streets, quays and water, or what has no look of its own."""
    if meaning.kind is Kind.WATER or meaning.material == "bed":
        return Painted.of(triangles, WATER)
    up = _normals(triangles)[:, 2] > 0.7
    return Painted(triangles, np.where(up[:, None], _rgb(STREET), _rgb(QUAY)))


def from_above(look: Painted, low: Sequence[float], high: Sequence[float], per_inch: float) -> NDArray[np.uint8]:
    """What lies between two corners seen straight from above, north up: (height, width, 3)."""
    wide, tall = (max(1, round((high[k] - low[k]) * per_inch)) for k in (0, 1))
    x = low[0] + (np.arange(wide) + 0.5) / per_inch
    y = high[1] - (np.arange(tall) + 0.5) / per_inch
    top = float(look.triangles[..., 2].max()) + 1.0 if len(look.triangles) else 1.0
    grid = np.stack(np.broadcast_arrays(x[None, :], y[:, None], np.array(top)), axis=-1).reshape(-1, 3)
    seen = _shaded(RayScene(look.triangles), look, grid, np.array([0.0, 0.0, -1.0]))
    return _bytes(seen.reshape(tall, wide, 3))


def picture(look: Painted, size: tuple[int, int] = (960, 600), fine: int = 2) -> bytes:
    """A PNG of shapes, from the south and above, in parallel projection. `fine`: rays across a pixel."""
    from PIL import Image

    wide, tall = size[0] * fine, size[1] * fine
    toward = np.array(BIRD) / np.linalg.norm(BIRD)
    right = np.array([-toward[1], toward[0], 0.0])
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    corners = look.triangles.reshape(-1, 3)
    across, along = corners @ right, corners @ up
    middle = (across.min() + across.max()) / 2, (along.min() + along.max()) / 2
    step = max(np.ptp(across) / wide, np.ptp(along) / tall, 1e-6) * 1.06
    a = middle[0] + (np.arange(wide) - wide / 2 + 0.5) * step
    b = middle[1] - (np.arange(tall) - tall / 2 + 0.5) * step
    starts = a[None, :, None] * right + b[:, None, None] * up + toward * ((corners @ toward).max() + 1.0)
    seen = _shaded(RayScene(look.triangles), look, starts.reshape(-1, 3), -toward)
    small = seen.reshape(size[1], fine, size[0], fine, 3).mean(axis=(1, 3))
    out = BytesIO()
    Image.fromarray(_bytes(small)).save(out, "PNG", optimize=True)
    return out.getvalue()


def _shaded(scene: RayScene, look: Painted, starts: Floats, way: Floats) -> Floats:
    """The colour that each ray sees: the sun throws shadows, the sky lights what looks up."""
    which, along = scene.first_hits(starts, np.broadcast_to(way, starts.shape).copy())
    seen = np.tile(_rgb(SKY), (len(starts), 1))
    met = np.flatnonzero(which >= 0)
    if not len(met):
        return seen
    normals = _normals(look.triangles)[which[met]]
    normals *= -np.sign(normals @ way)[:, None]  # both sides are seen
    points = starts[met] + along[met, None] * way + normals * 1e-3
    facing = np.maximum(normals @ SUN, 0.0)
    lit = facing > 0
    lit[lit] = ~scene.occluded(points[lit], points[lit] + SUN * 200.0)
    sky = SHADE * (0.75 + 0.25 * normals[:, 2])
    seen[met] = look.colours[which[met]] * (sky + SUNLIGHT * facing * lit)[:, None]
    return seen


def _normals(triangles: Floats) -> Floats:
    made = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-12))


def _rgb(colour: str) -> Floats:
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def _bytes(colours: Floats) -> NDArray[np.uint8]:
    return (np.clip(colours, 0.0, 1.0) * 255 + 0.5).astype(np.uint8)
