"""What building has to know of a piece: its outline, its height, what a ray meets of it, and how it is drawn."""

from __future__ import annotations

import math
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from sim.app.editor.mesh_rays import MeshRays
from sim.app.render.patches import piece_patches
from sim.app.render.piece_models import PieceModel, is_lit, piece_model, unlit_model
from sim.app.render.surface import Patch
from sim.board.architecture.plans import PiecePlan
from sim.board.files.canals import canal_shape, polygons
from sim.board.files.folders import assets_dir
from sim.board.files.map_marks import MapNote, MapObjective
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import library_dir, piece_path, read_piece
from sim.board.model.errors import BoardError
from sim.board.model.tableau import Point
from sim.board.model.terrain import Obstacle
from sim.builder.shaping import kind_of
from sim.builder.snapping import edges_of, placed_edges

__all__ = ["PieceShape", "PieceShapes", "outline_of"]

Floats = NDArray[np.float64]
Vector = tuple[float, float, float]

FOOT = 0.6  # inches over the street: what stands so low is the walls of a piece, without its balconies
ROOM = np.array([[[-0.1], [0.1]]])  # inches round the box of a piece
ANGLES = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
SPOT = 0.75 * np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)  # round an objective or a note
LARGE = 1_000_000  # bytes: a file that is larger takes longer to read than a frame may
ROUND = 0.04  # inches: outlines are simplified by as much


class PieceShape(msgspec.Struct, frozen=True, eq=False):
    """A piece about its own origin. `afloat`: it lies on water, as vessels and debris do.

    `outline`: its hull seen from above, (n, 2). `edges`: its walls at their foot, which snap, (m, 2, 2).
    """

    outline: Floats
    edges: Floats
    low: float
    high: float
    afloat: bool
    rays: MeshRays
    normals: Floats

    @property
    def sides(self) -> tuple[float, float]:
        """How wide and deep it is."""
        wide, deep = np.ptp(self.outline, axis=0)
        return (float(wide), float(deep))

    @property
    def small(self) -> bool:
        """A thing that may stand on another: a crate, a pot, a chimney."""
        return self.sides[0] * self.sides[1] < 9.0 and self.high - self.low < 3.0


class PieceShapes:
    """The pieces that a map may use, read when they are first wanted. `beside`: the folder of the map. `aside`: are
    large ones read on a thread of their own, while nothing is known of them?"""

    def __init__(self, beside: Path) -> None:
        self.beside = beside
        self.aside = False
        self._awaited: dict[str, Future[PieceShape | None]] = {}  # pieces that are being read
        self._reader = ThreadPoolExecutor(1, "shapes of pieces")  # has no thread before it has work
        self._shapes: dict[str | PiecePlan, PieceShape | None] = {}
        self._boxes: tuple[MapFile | None, int, Floats] = (None, 0, np.zeros((0, 2, 3)))  # of the map that is shown
        self._plots: tuple[MapFile | None, int, dict[str, shapely.Polygon]] = (None, 0, {})  # of the map in the file
        self._outlines: dict[str, tuple[PiecePlacement, int, Floats]] = {}  # of pieces where they stand, by their ids
        self._version = 0  # of the shapes
        self._built: set[str | PiecePlan] = set()  # plans that were built, or cannot be
        self._like: dict[str, PieceShape | None] = {}  # the last shape of each kind of made piece

    def names(self) -> list[str]:
        """All pieces: the map's own, the program's, and those of the player's library."""
        own = [path.stem for path in self.beside.glob("*.glb")] if self.beside.is_dir() else []
        shipped = [path.stem for path in (assets_dir() / "pieces").glob("*.glb")]
        return sorted({*own, *shipped, *(path.stem for path in library_dir().glob("*.glb"))})

    def shape(self, piece: str | PiecePlan) -> PieceShape | None:
        """None for a piece that is not there, cannot be read or `is_awaited`; of a plan that is not built yet, what was
        like it."""
        if not isinstance(piece, str) and not self.is_built(piece):
            return self._like.get(kind_of(piece))
        if piece not in self._shapes:
            if isinstance(piece, str) and self.aside and self._is_large(piece):
                if piece not in self._awaited:
                    self._awaited[piece] = self._reader.submit(self._read, piece)
                return None
            self._shapes[piece] = self._read(piece)
            self._version += 1
            if not isinstance(piece, str):
                self._like[kind_of(piece)] = self._shapes[piece]
        return self._shapes[piece]

    def _read(self, piece: str | PiecePlan) -> PieceShape | None:
        """A large one with the trees of its rays: built as it is first pointed at, the window stood still for them."""
        try:
            shape = _read(piece_path(piece, self.beside))
        except BoardError:
            return None
        if isinstance(piece, str) and self._is_large(piece):
            shape.rays.prepare()
        return shape

    def _is_large(self, piece: str) -> bool:
        try:
            return piece_path(piece, self.beside).stat().st_size > LARGE
        except (BoardError, OSError):
            return False

    @property
    def reading(self) -> bool:
        """Is there a piece that was asked for and is not known yet?"""
        return bool(self._awaited)

    def take_read(self) -> None:
        """Pieces that were read aside are known from now on."""
        for piece in [name for name, read in self._awaited.items() if read.done()]:
            self._shapes[piece] = self._awaited.pop(piece).result()
            self._version += 1

    def is_awaited(self, piece: str | PiecePlan) -> bool:
        """Is a piece being read?"""
        return piece in self._awaited

    def forget(self, piece: str) -> None:
        """Its file may be another now."""
        self._shapes.pop(piece, None)
        self._awaited.pop(piece, None)
        self._version += 1

    def is_built(self, piece: str | PiecePlan) -> bool:
        """Need nobody wait for its file?"""
        return isinstance(piece, str) or piece in self._built

    def build(self, piece: str | PiecePlan) -> list[Patch]:
        """What is seen of a piece, which is built if need be: a third of a second for a house. Raises BoardError."""
        try:
            return list(piece_patches(piece_path(piece, self.beside)))
        finally:
            if piece not in self._built:
                self._built.add(piece)
                self._version += 1  # another may have stood in for it

    def model(self, piece: str | PiecePlan, mean: Floats, *, levels: bool) -> PieceModel:
        """How it is drawn; takes seconds the first time. Raises BoardError."""
        return piece_model(self.build(piece), mean, levels=levels)

    def first_model(self, piece: str | PiecePlan, mean: Floats, *, levels: bool) -> tuple[PieceModel, bool]:
        """How it is drawn for now, and whether that is for good: its light may not be worked out yet."""
        patches = self.build(piece)
        if is_lit(patches, levels=levels):
            return piece_model(patches, mean, levels=levels), True
        return unlit_model(patches, mean), False

    # -- on the board ---------------------------------------------------------------------------------------

    def outline(self, placed: PiecePlacement) -> Floats:
        """A piece's outline where it stands, (n, 2); a small square for one that is not known."""
        shape = self.shape(placed.piece)
        kept = self._outlines.get(placed.id)
        if kept is not None and kept[0] is placed and kept[1] == self._version:
            return kept[2]
        ring = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) if shape is None else shape.outline
        made = _turned(_sided(ring, placed), placed)
        self._outlines[placed.id] = (placed, self._version, made)
        return made

    def polygons(self, made: MapFile) -> dict[str, shapely.Polygon]:
        """The outlines of all pieces of a map by their ids; those of the last map asked about are kept."""
        if self._plots[0] is not made or self._plots[1] != self._version:
            plots = {placed.id: shapely.polygons(self.outline(placed)) for placed in made.pieces}
            self._plots = (made, self._version, plots)
        return self._plots[2]

    def edges(self, placed: PiecePlacement) -> Floats:
        """Its walls, (n, 2, 2)."""
        shape = self.shape(placed.piece)
        return (
            np.zeros((0, 2, 2)) if shape is None else placed_edges(_sided(shape.edges, placed), placed.at, placed.turn)
        )

    def box(self, placed: PiecePlacement) -> tuple[float, float, float, float]:
        """West, south, east and north end."""
        ring = self.outline(placed)
        (west, south), (east, north) = ring.min(0), ring.max(0)
        return (float(west), float(south), float(east), float(north))

    def heights(self, placed: PiecePlacement) -> tuple[float, float]:
        shape = self.shape(placed.piece)
        return (placed.z, placed.z + 1.0) if shape is None else (placed.z + shape.low, placed.z + shape.high)

    def before(self, made: MapFile, start: Point, way: Vector) -> list[PiecePlacement]:
        """The pieces of a map through whose boxes a line of sight goes."""
        if self._boxes[0] is not made or self._boxes[1] != self._version:
            each = ((self.box(p), self.heights(p)) for p in made.pieces)
            boxes = [(*own[:2], low, *own[2:], high) for own, (low, high) in each]
            self._boxes = (made, self._version, np.array(boxes).reshape(-1, 2, 3) + ROOM)
        safe = np.where(np.abs(way) < 1e-9, 1e-9, way)
        one, two = ((self._boxes[2][:, side] - start) / safe for side in (0, 1))
        enter, leave = np.minimum(one, two).max(1), np.maximum(one, two).min(1)
        return [made.pieces[index] for index in np.flatnonzero(leave >= np.maximum(enter, 0.0)).tolist()]

    def hit(self, placed: PiecePlacement, start: Point, way: Vector) -> tuple[float, bool] | None:
        """How far along a line of sight it meets a piece, and whether a level face there."""
        shape = self.shape(placed.piece)
        if shape is None:
            return None
        angle = math.radians(-placed.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        x, y, z = start[0] - placed.at[0], start[1] - placed.at[1], start[2] - placed.z
        side = -1.0 if placed.mirror else 1.0
        own = (side * (x * cos - y * sin), x * sin + y * cos, z)
        along = (side * (way[0] * cos - way[1] * sin), way[0] * sin + way[1] * cos, way[2])
        met = shape.rays.first_hit(own, along)
        return None if met is None else (met[1], bool(shape.normals[met[0], 2] > 0.9))


def outline_of(made: MapFile, id: str, shapes: PieceShapes) -> Floats:
    """The outline of a thing, (n, 2); empty where there is none of this id."""
    for placed in made.pieces:
        if placed.id == id:
            return shapes.outline(placed)
    for canal in made.areas:
        if canal.id == id:
            water = polygons(canal_shape(canal, made))
            return np.array(water[0].exterior.coords)[:-1, :2] if water else np.array(canal.outline or canal.line)
    for zone in made.zones:
        if zone.id == id:
            return np.array(zone.outline)
    spots: list[MapObjective | MapNote] = [*made.objectives, *made.notes]
    for spot in spots:
        if spot.id == id:
            return np.array(spot.at) + SPOT
    return np.zeros((0, 2))


def _read(path: Path) -> PieceShape:
    parts = read_piece(path)
    triangles = np.concatenate([part.triangles for part in parts])
    ring = _hull(triangles.reshape(-1, 3))
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return PieceShape(
        outline=ring,
        edges=edges_of(_hull(triangles[triangles[..., 2] < max(float(triangles[..., 2].min()), 0.0) + FOOT])),
        low=float(triangles[..., 2].min()),
        high=float(triangles[..., 2].max()),
        afloat=any(part.meaning.vessel is not None or part.meaning.obstacle is Obstacle.DEBRIS for part in parts),
        rays=MeshRays(triangles),
        normals=normals,
    )


def _hull(points: Floats) -> Floats:
    """The hull of points (n, 3) seen from above, (m, 2)."""
    every = shapely.linestrings(np.concatenate([points[:1, :2], points[:, :2]]))  # a million points take seconds
    hull = shapely.convex_hull(every).simplify(ROUND)
    return np.array(hull.exterior.coords)[:-1] if hull.geom_type == "Polygon" else np.asarray(points[:3, :2])


def _sided(points: Floats, placed: PiecePlacement) -> Floats:
    """Points (..., 2) about a piece's own origin, mirrored where it is."""
    return points * np.array((-1.0, 1.0)) if placed.mirror else points


def _turned(ring: Floats, placed: PiecePlacement) -> Floats:
    angle = math.radians(placed.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.asarray(ring @ np.array([[cos, sin], [-sin, cos]]) + np.asarray(placed.at))
