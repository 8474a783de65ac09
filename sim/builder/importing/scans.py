"""A scan of a real table becomes a map: levelled by three points, scaled by two, its water found by height.

The scan is one piece on the map, and each of its houses a part of that. Streets of the map lie at the level that the
three points say, and take the place of what of the scan lies so near that it is street; water is cut into them where
the scan, seen from above, lies lower than the height that is given for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from sim.board.files.canals import polygons
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement
from sim.board.files.thinned import MeasuredInstead
from sim.board.model.errors import MeshError
from sim.board.model.terrain import Meaning
from sim.builder.document import new_map_text
from sim.builder.errors import BuilderError
from sim.builder.importing.foreign import ColourCloud, read_foreign
from sim.builder.importing.kinds import GuessedKind
from sim.builder.importing.levelling import levelling
from sim.builder.importing.measured import thinned_parts
from sim.builder.importing.parting import RawPart, hanging_together
from sim.builder.importing.piece_files import ImportedPart, piece_bytes
from sim.builder.importing.pieces import DRAWN, FINEST
from sim.builder.importing.thinning import deviation, thinned
from sim.builder.map_writing import rewritten
from sim.builder.water_brush import outlines_of
from sim.geometry.ray.ray_scene import RayScene
from sim.words import say

__all__ = ["ScanWishes", "ScannedBoard", "scanned"]

Floats = NDArray[np.float64]
Point = tuple[float, float, float]

GRAIN = 0.1  # inches between the places at which a scan is looked at from above
FLAKE = 0.2  # inches: what hangs together and is no higher is the unevenness of a street
LEAST_WATER = 2.0  # square inches of a canal
SMOOTH = 0.15  # inches that the bank of a canal may be off
DEEPER = 1.25  # inches from water to bed, where the scan has no deeper place
BOARD = (1.0, 120.0)  # inches that a side may have
DRAWN_SCAN = 4 * DRAWN


class ScanWishes(msgspec.Struct, frozen=True):
    """How a scan is to be laid down.

    `level`: three points of the street, in the file's units and axes; the first two run east. `scale`: two points, and
    the inches between them. `water`: inches below the street from which on it is water, less than 0; None: none.
    `street`: inches from that level within which the scan is taken for the street itself.
    `crop`: west, south, east and north end of the board, in inches after that; None: all of the scan.
    """

    level: tuple[Point, Point, Point]
    scale: tuple[Point, Point, float]
    water: float | None = None
    street: float = 0.1
    crop: tuple[float, float, float, float] | None = None
    licence: str = ""
    up: str | None = None
    measured: int | None = None  # triangles in about which it is measured; None: all of them


class ScannedBoard(msgspec.Struct, frozen=True, eq=False):
    """A map's text, the piece that goes with it, and what is to be said of them."""

    text: str
    piece: bytes
    size: tuple[float, float]
    triangles: int
    drawn: int
    off: float
    tilt: float  # degrees that the scan was tilted by
    below: float  # square inches of the scan that lie under the street and are no water: the map's street covers them
    instead: MeasuredInstead | None = None  # of what the measured surface takes the place


def scanned(path: Path, name: str, title: str, wishes: ScanWishes) -> ScannedBoard:
    """The map of a scan; `name`: of its piece, which lies beside the map.

    Raises MeshError or BuilderError.
    """
    foreign = read_foreign(path, wishes.up or ("z" if path.suffix.lower() not in (".glb", ".gltf") else None))
    one, other, apart = wishes.scale
    between = float(np.linalg.norm(np.subtract(one, other)))
    if between < FINEST:
        raise BuilderError(say("--scale-by: the two points are one: give two that are apart"))
    inches, instead = apart / between, None
    if wishes.measured is not None:
        thin, instead = thinned_parts(foreign.parts, wishes.measured, inches, path)
        foreign = msgspec.structs.replace(foreign, parts=thin)
    (turn, tilt), origin = levelling(wishes.level), np.array(wishes.level[0], dtype=np.float64)

    def put(points: Floats) -> Floats:
        return np.asarray((points - origin) @ turn.T * inches)

    triangles = put(foreign.triangles.reshape(-1, 3)).reshape(-1, 3, 3)
    west, south, east, north = wishes.crop or _bounds(triangles)
    middle = triangles.mean(axis=1)
    inside = (middle[:, 0] > west) & (middle[:, 0] < east) & (middle[:, 1] > south) & (middle[:, 1] < north)
    triangles = triangles[inside] - np.array([west, south, 0.0])
    size = (round(east - west, 2), round(north - south, 2))
    if not all(BOARD[0] <= side <= BOARD[1] for side in size):
        raise MeshError(
            say(
                '{path}: makes a board of {wide:.4g}" x {deep:.4g}", and {least:g}" to {most:g}" are played on: '
                "see --crop",
                path=path,
                wide=size[0],
                deep=size[1],
                least=BOARD[0],
                most=BOARD[1],
            )
        )
    if not len(triangles):
        raise MeshError(say("{path}: has nothing within --crop", path=path))
    cloud = None
    if foreign.colours is not None:
        cloud = ColourCloud(put(foreign.colours.points) - np.array([west, south, 0.0]), foreign.colours.colours)
    canals, below = _canals(triangles, size, wishes.water)
    is_street = (np.abs(triangles[..., 2]) < wishes.street).all(axis=1)
    if is_street.all():
        raise MeshError(say("{path}: has nothing but street: see --level, --scale-by and --street", path=path))
    triangles = triangles[~is_street]
    parts = [ImportedPart(own.name, own.triangles, GuessedKind(Meaning(), "a scan")) for own in _parted(triangles)]
    look = thinned(triangles, DRAWN_SCAN)
    fewer = len(look) < len(triangles)
    content = piece_bytes(parts, look if fewer else None, cloud, wishes.licence, instead)
    text = _map_text(title, name, size, canals)
    off = deviation(triangles, look) if fewer else 0.0
    return ScannedBoard(text, content, size, len(triangles), len(look), off, tilt, below, instead)


def _parted(triangles: Floats) -> Iterator[RawPart]:
    """What rises over the street by what hangs together, a house or a row of them each; what lies lower; and flakes of
    an uneven street, which are nothing by themselves."""
    rises = (triangles[..., 2] > 0.0).any(axis=1)
    own = hanging_together(RawPart("scan", triangles[rises])) if rises.any() else []
    flakes = [float(np.ptp(part.triangles[..., 2])) < FLAKE for part in own]
    yield from (part for part, flake in zip(own, flakes, strict=True) if not flake)
    if any(flakes):
        flat = [part.triangles for part, flake in zip(own, flakes, strict=True) if flake]
        yield RawPart("uneven", np.concatenate(flat))
    if not rises.all():
        yield RawPart("depths", triangles[~rises])


def _bounds(triangles: Floats) -> tuple[float, float, float, float]:
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _canals(triangles: Floats, size: tuple[float, float], water: float | None) -> tuple[tuple[Canal, ...], float]:
    """Where the scan is lower than the water, as canals; and how many square inches lie under the street else."""
    wide, deep = (max(1, int(np.ceil(side / GRAIN))) for side in size)
    x, y = (np.arange(wide) + 0.5) * size[0] / wide, (np.arange(deep) + 0.5) * size[1] / deep
    top = float(triangles[..., 2].max()) + 1.0
    starts = np.stack(np.broadcast_arrays(x[None, :], y[:, None], np.array(top)), axis=-1).reshape(-1, 3)
    which, along = RayScene(triangles).first_hits(starts, np.broadcast_to([0.0, 0.0, -1.0], starts.shape).copy())
    height = np.where(which >= 0, top - along, 0.0).reshape(deep, wide)
    cell = size[0] / wide * size[1] / deep
    wet = height < water if water is not None else np.zeros_like(height, dtype=np.bool_)
    below = float(((height < -1.0) & ~wet).sum()) * cell
    if water is None or not wet.any():
        return (), below
    rows, columns = np.nonzero(wet)
    dx, dy = size[0] / wide, size[1] / deep
    cells = shapely.box(columns * dx, rows * dy, (columns + 1) * dx, (rows + 1) * dy)
    shape = shapely.union_all(cells).buffer(-GRAIN).buffer(2 * GRAIN).buffer(-GRAIN).simplify(SMOOTH)
    shape = shapely.intersection(shape, shapely.box(0, 0, *size))
    bed = round(max(min(float(height[wet].min()), water - DEEPER), -20.0), 3)
    rings = (ring for each in polygons(shape) if each.area >= LEAST_WATER for ring in outlines_of(each))
    return tuple(Canal(f"water-{n}", ring, surface=round(water, 3), bed=bed) for n, ring in enumerate(rings, 1)), below


def _map_text(title: str, name: str, size: tuple[float, float], canals: tuple[Canal, ...]) -> str:
    empty = new_map_text(title, size)
    before = MapFile(1, title, size)
    placed = PiecePlacement(name, (0.0, 0.0), id="scan")
    return rewritten(empty, before, msgspec.structs.replace(before, canals=canals, pieces=(placed,)))
