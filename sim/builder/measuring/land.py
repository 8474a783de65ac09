"""Where a base can stand on a board: the places of its lattice, and the areas that hang together dry-shod."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.plans import PiecePlan
from sim.board.board import Board
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import PiecePart, piece_path, read_piece
from sim.board.model.queries import GroundOf
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Ground
from sim.board.movement.lattice import fixed_lattice
from sim.board.movement.nav_scene import nav_scene_of
from sim.board.movement.relaid_lattice import Box, relay
from sim.board.parts import Part, build_parts, placed, with_low
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.paths.heightfield import LEVELS, SPACING, whole_window
from sim.geometry.paths.leap_search import NOWHERE, Labels, place_near
from sim.geometry.paths.neighbours import DI, DJ
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["STREET", "Boards", "Ints", "Land", "around", "touches", "wider"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

KEPT_PIECES = 256  # pieces whose meshes are held
KEPT_BOXES = 5000  # boxes round pieces where they stand
SMALL = 12  # places: a smaller area is a sill, and nobody lands there
STREET = 1.0  # inches: what lies higher is above the street


class Boards:
    """Builds the boards of one map's versions, one after another: each piece is read once."""

    def __init__(self, source: Path) -> None:
        """`source`: where the map lies."""
        self.source = source
        self._read = lru_cache(KEPT_PIECES)(_read)
        self._boxes: dict[object, Box] = {}

    def board(self, made: MapFile, text: str = "") -> Board:
        """The board of a map. Raises BoardError, which names the line of the map's `text`."""
        parts = build_parts(self.source, made, text or None, self._shapes)
        return Board.of_parts_of_map(made, self.source, parts, passing=True)

    def board_near(self, made: MapFile, within: Box, before: Board, changed: Sequence[Box]) -> Board:
        """The board of a map, with all its ground and those pieces that reach into a box.

        What is low is looked for within what was `changed` since the board `before`; the rest is as it was there.
        Raises BoardError.
        """
        near = tuple(p for p in made.pieces if touches(self._box(p), within))
        made = msgspec.structs.replace(made, pieces=near)

        def low(parts: Iterable[Part]) -> list[Part]:
            return _low_near(parts, before.parts, changed)

        parts = build_parts(self.source, made, None, self._shapes, low)
        return Board.of_parts_of_map(made, self.source, parts, passing=True)

    def changed(self, before: MapFile, after: MapFile) -> tuple[Box, ...] | None:
        """Boxes round the pieces that stand otherwise in two versions; None where the ground is another."""
        if (before.size, before.canals) != (after.size, after.canals):
            return None
        old, new = ({p.id: _bare(p) for p in made.pieces} for made in (before, after))
        ids = sorted(id for id in old.keys() | new.keys() if old.get(id) != new.get(id))
        return tuple(self._box(p) for id in ids for p in (old.get(id), new.get(id)) if p is not None)

    def _shapes(self, piece: str | PiecePlan, beside: Path) -> tuple[PiecePart, ...]:
        return self._parts(piece_path(piece, beside))

    def _parts(self, path: Path) -> tuple[PiecePart, ...]:
        return self._read(path, path.stat().st_mtime_ns)

    def _box(self, where: PiecePlacement) -> Box:
        key = (where.piece, where.at, where.turn, where.mirror)
        if key not in self._boxes:
            if len(self._boxes) > KEPT_BOXES:
                self._boxes.clear()
            parts = self._parts(piece_path(where.piece, self.source.parent))
            corners = np.concatenate([placed(p.triangles, (*where.at, 0.0), where.turn, where.mirror) for p in parts])
            (west, south, _), (east, north, _) = corners.min((0, 1)), corners.max((0, 1))
            self._boxes[key] = (float(west), float(south), float(east), float(north))
        return self._boxes[key]


def _low_near(parts: Iterable[Part], before: Sequence[Part], changed: Sequence[Box]) -> list[Part]:
    """Parts that know what of them is low: those that reach into boxes by themselves, the others as they were."""
    old = {part.name: part for part in before}
    made, anew = list(parts), []
    for number, part in enumerate(made):
        was = old.get(part.name)
        (west, south, _), (east, north, _) = part.triangles.min((0, 1)), part.triangles.max((0, 1))
        if (
            was is None
            or len(was.triangles) != len(part.triangles)
            or any(touches((west, south, east, north), box) for box in changed)
        ):
            anew.append(number)
        else:
            made[number] = msgspec.structs.replace(part, low=was.low, things=was.things)
    for number, part in zip(anew, with_low([made[number] for number in anew]), strict=True):
        made[number] = part
    return made


def _read(path: Path, _written: int) -> tuple[PiecePart, ...]:
    return read_piece(path)


def _bare(placed: PiecePlacement) -> PiecePlacement:
    """What of a piece tells on rulings."""
    return msgspec.structs.replace(placed, colour=None)


class Land:
    """The places of a board for one base size.

    Places count as the lattice does: six levels to a column of 1/8". Boats are left out.
    """

    changed: tuple[Box, ...] = ()  # where it differs from the one before
    hurried = False  # is it only what is near something that a hand moves?

    def __init__(self, board: Board, base_mm: float) -> None:
        self.board, self.base_mm = board, base_mm
        self.nav = nav_scene_of(board, Tableau())
        self.lattice = fixed_lattice(board, self.nav, base_mm)
        self.field = self.lattice.field
        if self.lattice.steps is None:
            self.lattice.complete_places()
        self.steps = self.lattice.steps_within(whole_window(self.field))
        self.radius = self.lattice.base.radius
        self.known: dict[object, Any] = {}  # what was measured between places, for the next land
        self._rims: dict[int, Floats] = {}

    @classmethod
    def after(cls, before: Land, board: Board, boxes: Sequence[Box], within: Box | None = None) -> Land:
        """The land of a board that differs from that of another within boxes; measured anew only there.

        `within`: only the part in a box, for whoever cannot wait.
        """
        relay(board, before.board, before.base_mm, boxes, within)
        made = cls(board, before.base_mm)
        made.changed = tuple(wider(box, 2.0) for box in boxes)
        made.hurried = within is not None
        return made

    # -- places -----------------------------------------------------------------------------------------------

    @cached_property
    def linked(self) -> NDArray[np.bool_]:
        """To or from which of all places a step leads."""
        made = np.zeros(self.field.rest_z.size, np.bool_)
        for ends in self.links:
            made[ends] = True
        return made

    @cached_property
    def nodes(self) -> Ints:
        """The numbers of those places."""
        return np.flatnonzero(self.linked)

    @cached_property
    def links(self) -> tuple[Ints, Ints]:
        """The steps between places: from, to."""
        column, level, way = np.nonzero(self.steps >= 0)
        following = column + DJ[way] * self.field.columns + DI[way]
        return column * LEVELS + level, following * LEVELS + self.steps[column, level, way]

    @cached_property
    def wet(self) -> NDArray[np.bool_]:
        """Which of all places lie in water."""
        return np.asarray((self.field.bits.ravel() & bits.WATER) != 0)

    @cached_property
    def stays(self) -> NDArray[np.bool_]:
        """On which of all places a move can end dry."""
        held = (self.field.bits.ravel() & bits.PERCH) == 0
        return np.asarray(self.linked & held & ~self.wet & (self.field.stay_clearance.ravel() >= 0.0))

    def at(self, nodes: Ints) -> Floats:
        """Where places are: x, y, and the height of a base there, (n, 3)."""
        column = nodes // LEVELS
        x = self.field.x + (column % self.field.columns) * SPACING
        y = self.field.y + (column // self.field.columns) * SPACING
        return np.column_stack([x, y, self.field.rest_z.ravel()[nodes]])

    def node_near(self, point: Floats | Point, apart: float = 0.3) -> int:
        """The place next to a point, within two columns and so many inches of height; -1 where none is."""
        x, y, z = map(float, point)
        return int(place_near(self.field, self.marks, x, y, z, apart))

    @cached_property
    def marks(self) -> Labels:
        """Of each of all places the number of its area, as kernels read it."""
        return np.where(self.linked, self.labels, NOWHERE).astype(np.int32)

    # -- areas ------------------------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> Ints:
        """The number of the area that each of all places is of, -1 where it is of none."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        one, two = self.links
        dry = ~self.wet[one] & ~self.wet[two]
        index = np.full(self.field.rest_z.size, -1, np.int64)
        index[self.nodes] = np.arange(len(self.nodes))
        edges = (np.ones(int(dry.sum()), np.int8), (index[one[dry]], index[two[dry]]))
        _, label = connected_components(coo_array(edges, (len(self.nodes), len(self.nodes))), directed=False)
        made = np.full(self.field.rest_z.size, -1, np.int64)
        made[self.nodes] = np.where(self.wet[self.nodes], -1, label)
        return made

    @cached_property
    def areas(self) -> dict[int, Ints]:
        """The places of each area on which a move can end; sills and the like are left out."""
        nodes = np.flatnonzero(self.stays)
        label = self.labels[nodes]
        order = np.argsort(label, kind="stable")
        nodes, label = nodes[order], label[order]
        cuts = np.flatnonzero(np.diff(label)) + 1
        groups = np.split(nodes, cuts) if len(nodes) else []
        return {int(self.labels[own[0]]): own for own in groups if len(own) >= SMALL and self.labels[own[0]] >= 0}

    def rim(self, label: int) -> Floats:
        """Where the edge of an area runs: those of its places from which not all eight steps stay in it, (n, 3)."""
        if label not in self._rims:
            nodes = self.areas[label]
            own = np.zeros(self.field.rest_z.size, np.bool_)
            own[nodes] = True
            column, level = nodes // LEVELS, nodes % LEVELS
            inner = np.ones(len(nodes), np.bool_)
            for way in range(8):
                step = self.steps[column, level, way].astype(np.int64)
                following = (column + DJ[way] * self.field.columns + DI[way]) * LEVELS + np.maximum(step, 0)
                inner &= (step >= 0) & own[np.clip(following, 0, len(own) - 1)]
            self._rims[label] = self.at(nodes[~inner])
        return self._rims[label]

    def part_under(self, point: Point) -> str:
        """The part that a base at a place stands on."""
        ground = self.board.answer(GroundOf("base"), Tableau((Figure("base", point, self.base_mm),)))
        assert isinstance(ground, Ground)
        return ground.part or "ground"

    @cached_property
    def opaque(self) -> RayScene:
        """What hides: all that is fixed, but for water and what is low (GEO-03)."""
        shapes = [p.triangles[~p.low_faces] for p in self.board.parts if p.meaning.kind is not Kind.WATER]
        return RayScene(np.concatenate([np.zeros((0, 3, 3)), *shapes]))


def wider(box: Box, by: float) -> Box:
    """A box with so many inches more on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def touches(one: Box, two: Box) -> bool:
    """Do two boxes have a point in common?"""
    return one[0] <= two[2] and one[2] >= two[0] and one[1] <= two[3] and one[3] >= two[1]


def around(boxes: Sequence[Box]) -> Box:
    """The box round some boxes."""
    west, south, east, north = zip(*boxes, strict=True)
    return (min(west), min(south), max(east), max(north))
