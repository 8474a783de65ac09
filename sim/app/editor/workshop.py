"""A mesh on its way to becoming a piece: chosen, scaled, parted, given kinds and brushed, as it stands on the board.

Nothing of it is in the map: it stands beside what is built until it is kept in the library.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.editor.mesh_rays import MeshRays
from sim.app.editor.model import EditorModel
from sim.app.render.patches import patches_of
from sim.app.render.piece_models import PieceModel, unlit_model
from sim.app.table.worker import Worker
from sim.board.files.glb import read_nodes
from sim.board.model.errors import BoardError
from sim.board.model.tableau import Point
from sim.builder.errors import BuilderError
from sim.builder.importing.laying import laid_down
from sim.builder.importing.levelling import levelling
from sim.builder.importing.library import kept
from sim.builder.importing.pieces import Brushed, ImportedPiece, ImportWishes, PieceSizeError, imported, slug
from sim.builder.importing.scans import ScanWishes
from sim.words import reason, say

__all__ = ["MODEL", "RADII", "Does", "Workshop"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Vector = tuple[float, float, float]
T = TypeVar("T")

MODEL = "the workshop's"  # the name of what is drawn
RADII = (0.15, 0.3, 0.6, 1.2)  # inches of the brush
ASIDE = 0.25  # of a face's way round the brush: faces that look elsewhere are not brushed (cosine)
BIGGEST = 200_000_000  # bytes of a file


class Does(Enum):
    """What a click on the piece does."""

    CHOOSE = "choose a part"
    MEASURE = "two points"
    LEVEL = "three points"
    CROP = "two corners"
    BRUSH = "brush"
    UNBRUSH = "brush off"


class _Came(msgspec.Struct, frozen=True, eq=False):
    """What a file became, with what is drawn and picked of it; or why nothing did."""

    made: ImportedPiece | None = None
    model: PieceModel | None = None
    rays: MeshRays | None = None
    trouble: str = ""
    missized: bool = False


class Workshop:
    """`wishes` are what was said so far; `made` is what came of them, once it did."""

    def __init__(self, model: EditorModel, worker: Worker, mean: Floats) -> None:
        """`mean`: linear mean colour of each texture, for what is drawn."""
        self.model, self.worker, self._mean = model, worker, mean
        self.path: Path | None = None
        self.name = ""
        self.wishes = ImportWishes()
        self.made: ImportedPiece | None = None
        self.drawn: PieceModel | None = None
        self.version = 0  # of what is drawn
        self.trouble = ""
        self.missized = False  # the file is read, and of no size that a piece has
        self.does = Does.CHOOSE
        self.crop: tuple[Point, Point] | None = None  # two corners of what becomes a board, where they are shown
        self.chosen = ""  # a part
        self.points: tuple[Point, ...] = ()  # on the board
        self.radius = RADII[1]
        self.under: Point | None = None  # of the piece, under the mouse
        self.spot: Point = (0.0, 0.0, 0.0)
        self.brushed: Bools = np.zeros(0, np.bool_)  # of the faces of `made`
        self.took: str = ""  # the piece that was kept last
        self.laid: Path | None = None  # the board that was made of it
        self._rays: MeshRays | None = None
        self._pressed = False
        self._again = False
        self._file = 0  # how many were laid aside: what comes of one of them is not wanted any more

    # -- what is wished ---------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self.worker.busy

    def open(self, path: Path) -> None:
        """Take up a file."""
        self.close_file()
        try:
            if path.stat().st_size > BIGGEST:
                self.trouble = say(
                    "{file} is larger than {n} MB: make it coarser first", file=path.name, n=BIGGEST // 1_000_000
                )
                return
        except OSError as error:
            self.trouble = say("{file}: cannot be read: {error}", file=path, error=error.strerror or error)
            return
        self.path = path
        w, d = self.model.map.size
        self.spot = (w / 2, d / 2, 0.0)
        try:
            self.name = slug(path.stem)
        except BuilderError:
            self.name = "piece"
        self.make()

    def wish(self, **changes: object) -> None:
        """Something is wished otherwise."""
        self.wishes, self.crop = msgspec.structs.replace(self.wishes, **changes), None
        self.make()

    def kind(self, part: str, words: str) -> None:
        """Say what a part is."""
        self.wish(kinds={**self.wishes.kinds, part: words})

    def scale_by(self, inches: float) -> None:
        """The two points that were clicked are so far apart."""
        if len(self.points) == 2 and self.made is not None:
            one, two = (self._of_file(point) for point in self.points)
            if math.dist(one, two) > 0:
                self.points, self.does = (), Does.CHOOSE
                self.wish(points=(one, two, inches), size=None)

    def level_by_points(self) -> None:
        """The three points that were clicked are to lie level, the first two from west to east."""
        if len(self.points) == 3:
            one, two, three = (self._of_file(point) for point in self.points)
            self.points, self.does = (), Does.CHOOSE
            self.wish(level=(one, two, three))

    def crop_to_points(self) -> None:
        """What becomes a board lies between the two corners that were clicked."""
        if len(self.points) == 2:
            self.crop = (self.points[0], self.points[1])
            self.points, self.does = (), Does.CHOOSE

    def _crop_of(self, level: Sequence[Point], inches: float) -> tuple[float, float, float, float] | None:
        """The ends of the board, in inches from the first of the points that are level."""
        if self.crop is None:
            return None
        turn = levelling(level)[0]
        corners = np.array([self._of_file(corner) for corner in self.crop]) - np.array(level[0])
        (west, south, _), (east, north, _) = (np.sort(corners @ turn.T * inches, axis=0)).tolist()
        return (west, south, east, north)

    def unscaled(self, **changes: object) -> None:
        """A scale said in another way: what two points said holds no longer."""
        self.wish(points=None, size=None, **changes)

    def part_of_brushed(self, name: str) -> None:
        """Make what is brushed a part."""
        if self.made is None or not self.brushed.any():
            return
        middles = self.made.of_file(self.made.triangles[self.brushed].mean(axis=1))
        taken = {part.name for part in self.made.parts}
        count, called = 2, name
        while called in taken:
            called, count = f"{name}-{count}", count + 1
        self.chosen = called
        self.wish(brushed=(*self.wishes.brushed, Brushed(called, middles)))

    def corners(self) -> list[Point]:
        """Of the box round it on the board, the first and the last opposite."""
        if self.made is None:
            return []
        low, high = self.made.triangles.min((0, 1)) + self.spot, self.made.triangles.max((0, 1)) + self.spot
        ends = [(float(a), float(b)) for a, b in zip(low, high, strict=True)]
        return [(x, y, z) for x in ends[0] for y in ends[1] for z in ends[2]]

    def _of_file(self, at: Point) -> Point:
        """A point of the board in the units of the file."""
        assert self.made is not None
        x, y, z = map(float, self.made.of_file(np.subtract(at, self.spot)[None])[0])
        return (x, y, z)

    # -- what comes of it -------------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the piece anew, beside the window."""
        if self.path is None:
            return
        if self.worker.busy:
            self._again = True
            return
        path, wishes, mean = self.path, self.wishes, self._mean
        self._again = False

        def work() -> _Came:
            try:
                made = imported(path, wishes)
                with TemporaryDirectory(prefix="bauta-") as folder:
                    file = Path(folder) / "piece.glb"
                    file.write_bytes(made.content)
                    model = unlit_model(patches_of(read_nodes(file)), mean)
                rays = MeshRays(made.triangles)
                rays.prepare()
                return _Came(made, model, rays)
            except (BoardError, BuilderError, OSError) as error:
                return _Came(trouble=reason(error), missized=isinstance(error, PieceSizeError))

        self.worker.submit(work, self._of_this_file(self._take))

    def _of_this_file(self, take: Callable[[T], None]) -> Callable[[T], None]:
        """What takes a result, unless the file was laid aside meanwhile: then what could not be kept is told."""
        file = self._file

        def taken(came: T) -> None:
            if file == self._file:
                take(came)
            elif isinstance(came, str) and came:
                self.model.notify(came, alert=True)

        return taken

    def _take(self, came: _Came) -> None:
        self.trouble, self.missized = came.trouble, came.missized
        if came.made is None:
            if self.made is None and not came.missized:
                self.path = None  # another one is chosen: there is nothing to do with this
            return
        self.made, self.drawn, self._rays = came.made, came.model, came.rays
        self.version += 1
        self.brushed = np.zeros(len(came.made.triangles), np.bool_)
        if self.chosen not in {part.name for part in came.made.parts}:
            self.chosen = came.made.parts[0].name

    def poll(self) -> None:
        self.worker.poll()
        if self._again and not self.worker.busy:
            self.make()

    def keep(self, *, over: bool = False) -> None:
        """Put it into the library. `took` names it once it is there."""
        made, name = self.made, self.name
        if made is None or self.worker.busy:
            return

        def work() -> str:
            try:
                kept(slug(name), made.content, over=over)
                return ""
            except (BoardError, BuilderError) as error:
                return reason(error)

        self.worker.submit(work, self._of_this_file(self._kept(slug(name))))

    def lay_down(self, water: float | None) -> None:
        """Make a board of it: what is level is street, what lies lower than the water is a canal. `laid` is its map
        once it is there. `water`: inches below the street; None: none."""
        made, path, name = self.made, self.path, self.name
        if made is None or path is None or self.wishes.level is None or self.worker.busy:
            return
        wishes = ScanWishes(
            self.wishes.level,
            ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), made.inches),
            None if water is None else -water,
            crop=self._crop_of(self.wishes.level, made.inches),
            licence=self.wishes.licence,
            up=made.up,
            measured=self.wishes.measured,
        )

        def work() -> Path | str:
            try:
                return laid_down(path, name, wishes)[0]
            except (BoardError, BuilderError) as error:
                return reason(error)

        self.worker.submit(work, self._of_this_file(self._laid))

    def _laid(self, came: Path | str) -> None:
        self.laid, self.trouble = (came, "") if isinstance(came, Path) else (None, came)

    def _kept(self, name: str) -> Callable[[str], None]:
        def take(trouble: str) -> None:
            self.trouble = trouble
            if not trouble:
                self.took = name

        return take

    def close_file(self) -> None:
        """Lay the file aside."""
        self.path, self.made, self.drawn, self._rays = None, None, None, None
        self.wishes, self.trouble, self.points, self.chosen = ImportWishes(), "", (), ""
        self.missized = False
        self.version += 1
        self.does, self.took, self.laid = Does.CHOOSE, "", None
        self.crop, self.under, self.brushed = None, None, np.zeros(0, np.bool_)
        self._again = False
        self._file += 1

    def close(self) -> None:
        """Do no more; a file that is being read is read for nobody."""
        self.worker.close(wait=False)

    # -- the mouse --------------------------------------------------------------------------------------------

    def point(self, start: Point, way: Vector) -> None:
        """The mouse is here."""
        self.under = None
        hit = self._hit(start, way)
        if hit is None:
            return
        face, at = hit
        self.under = at
        if self._pressed and self.does in (Does.BRUSH, Does.UNBRUSH):
            self._brush(face, at)

    def press(self, start: Point, way: Vector) -> None:
        self._pressed = True
        hit = self._hit(start, way)
        if hit is None:
            return
        face, at = hit
        match self.does:
            case Does.CHOOSE:
                self.chosen = self._part_of(face)
            case Does.MEASURE | Does.LEVEL | Does.CROP:
                most = 3 if self.does is Does.LEVEL else 2
                self.points = (at,) if len(self.points) >= most else (*self.points, at)
            case Does.BRUSH | Does.UNBRUSH:
                self._brush(face, at)

    def release(self) -> None:
        self._pressed = False

    def _hit(self, start: Point, way: Vector) -> tuple[int, Point] | None:
        if self._rays is None:
            return None
        met = self._rays.first_hit(np.subtract(start, self.spot), way)
        if met is None:
            return None
        face, far = met
        x, y, z = (float(s + w * far) for s, w in zip(start, way, strict=True))
        return face, (x, y, z)

    def _part_of(self, face: int) -> str:
        assert self.made is not None
        ends = np.cumsum([len(part.triangles) for part in self.made.parts])
        return self.made.parts[int(np.searchsorted(ends, face, side="right"))].name

    def _brush(self, face: int, at: Point) -> None:
        """Mark the faces near a point that look about the same way."""
        assert self.made is not None
        triangles = self.made.triangles
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        middles = triangles.mean(axis=1) + np.array(self.spot)
        near = np.linalg.norm(middles - np.array(at), axis=1) <= self.radius
        near &= normals @ normals[face] >= ASIDE
        near[face] = True
        self.brushed = np.where(near, self.does is Does.BRUSH, self.brushed)
