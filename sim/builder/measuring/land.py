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
from sim.board.board import GROUND, Board
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import PiecePart, piece_path, read_piece
from sim.board.model.queries import GroundOf
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Ground
from sim.board.movement.lattice import fixed_lattice
from sim.board.movement.nav_scene import nav_scene_of, piece_of
from sim.board.movement.relaid_lattice import Box, relay
from sim.board.parts import Part, build_parts, placed, with_low
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.paths.heightfield import LEVELS, SPACING, whole_window
from sim.geometry.paths.leap_search import APART, NOWHERE, Labels, place_near
from sim.geometry.paths.neighbours import DI, DJ
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["STREET", "Boards", "Ints", "Land", "around", "touches", "wider"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Known = dict[object, Any]

KEPT_PIECES = 256  # pieces whose meshes are held
KEPT_BOXES = 5000  # boxes round pieces where they stand
KEPT_SCENES = 4  # of what hides
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

        What stands as it did on the board `before` is taken from there; what is low is looked for within what was
        `changed` since. Raises BoardError.
        """
        assert before.map is not None
        old = {p.id: _bare(p) for p in before.map.pieces}
        near = tuple(p for p in made.pieces if touches(self._box(p), within))
        moved = tuple(p for p in near if old.get(p.id) != _bare(p))
        alone = msgspec.structs.replace(made, pieces=moved, canals=(), streets=())
        own: dict[str, list[Part]] = {}
        for part in build_parts(self.source, alone, None, self._shapes, list):
            own.setdefault(piece_of(part.name), []).append(part)
        for vessel in before.vessels:
            own.setdefault(vessel.id, list(vessel.parts))
        held: dict[str, list[Part]] = {}
        for part in before.parts:
            held.setdefault(piece_of(part.name), []).append(part)
        fresh = {p.id for p in moved}
        own |= {id: parts for id, parts in held.items() if id not in fresh}
        afloat = {p.id for p in near if any(part.meaning.vessel for part in own[p.id])}
        fixed = [part for part in before.parts if part.name.startswith(GROUND)]
        fixed += [part for p in near if p.id not in afloat for part in own[p.id]]
        parts = _low_near(fixed, before.parts, changed) + [part for p in near if p.id in afloat for part in own[p.id]]
        made = msgspec.structs.replace(made, pieces=near)
        return Board.of_parts_of_map(made, self.source, parts, passing=True)

    def changed(self, before: MapFile, after: MapFile) -> tuple[Box, ...] | None:
        """Boxes round the pieces that stand otherwise in two versions; None where the ground is another."""
        if before.ground != after.ground:
            return None
        old, new = ({p.id: _bare(p) for p in made.pieces} for made in (before, after))
        ids = sorted(_standing_otherwise(before, after))
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
        elif was.triangles is part.triangles:
            made[number] = was
        else:
            made[number] = msgspec.structs.replace(part, low=was.low, things=was.things)
    for number, part in zip(anew, with_low([made[number] for number in anew]), strict=True):
        was = old.get(part.name)
        as_it_was = was is not None and was.triangles is part.triangles and _low_as(was, part)
        made[number] = was if was is not None and as_it_was else part
    return made


def _low_as(one: Part, two: Part) -> bool:
    """Is the same low of two parts?"""
    if one.things is None or two.things is None:
        return one.things is two.things and one.low == two.low
    return bool(np.array_equal(one.things, two.things))


def _read(path: Path, _written: int) -> tuple[PiecePart, ...]:
    return read_piece(path)


def _standing_otherwise(before: MapFile, after: MapFile) -> set[str]:
    """The pieces of two versions that only one has, or that stand otherwise."""
    old, new = ({p.id: _bare(p) for p in made.pieces} for made in (before, after))
    return {id for id in old.keys() | new.keys() if old.get(id) != new.get(id)}


def _bare(placed: PiecePlacement) -> PiecePlacement:
    """What of a piece tells on rulings."""
    return msgspec.structs.replace(placed, colour=None)


class Land:
    """The places of a board for one base size.

    Places count as the lattice does: six levels to a column of 1/8". Boats are left out.
    """

    earlier: tuple[tuple[Known, tuple[Box, ...]], ...] = ()  # what was measured before, and where it differs from that
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
        self.known: Known = {}  # what was measured between places, for the next land
        self._rims: dict[int, Floats] = {}
        self._trees: dict[int, Any] = {}
        self._edges: dict[int, bytes] = {}
        self._opaque: dict[frozenset[str], RayScene] = {}  # without some parts
        self._from: Land | None = None  # of what a hand moves: where the rest of it stands
        self._map: MapFile | None = board.map

    @classmethod
    def after(
        cls, before: Land, board: Board, boxes: Sequence[Box], within: Box | None = None, whole: MapFile | None = None
    ) -> Land:
        """The land of a board that differs from that of another within boxes; measured anew only there.

        `within`: only the part in a box, for whoever cannot wait, of a board that is a part of the `whole` map.
        """
        relay(board, before.board, before.base_mm, boxes, within)
        made = cls(board, before.base_mm)
        made.earlier = ((before.known, tuple(boxes)),)
        if within is not None:
            made.hurried, made._from, made._map = True, before, whole or board.map
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

    def node_near(self, point: Floats | Point, apart: float = APART) -> int:
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

    def rim_tree(self, label: int) -> Any:
        """The edge of an area, sorted for whoever looks for what is next to a place."""
        from scipy.spatial import cKDTree

        if label not in self._trees:
            self._trees[label] = cKDTree(self.rim(label))
        return self._trees[label]

    def edge(self, label: int) -> bytes:
        """The edge of an area as something that can be compared."""
        if label not in self._edges:
            self._edges[label] = self.rim(label).tobytes()
        return self._edges[label]

    @cached_property
    def spans(self) -> tuple[Ints, Floats, Floats, NDArray[np.bool_]]:
        """The areas, least number first: their numbers, least and greatest x, y and height, and whether they lie over
        the street."""
        labels = sorted(self.areas)
        at = [self.at(self.areas[label]) for label in labels]
        low = np.array([own.min(0) for own in at]).reshape(-1, 3)
        high = np.array([own.max(0) for own in at]).reshape(-1, 3)
        up = np.array([float(np.median(own[:, 2])) > STREET for own in at], np.bool_)
        return np.array(labels, np.int64), low, high, up

    def around(self, point: Point, reach: float) -> Any:
        """Which of the places round a point are of its own area, as something that can be compared."""
        label = self.labels[self.node_near(point)]
        i, j = round((point[0] - self.field.x) / SPACING), round((point[1] - self.field.y) / SPACING)
        wide = int(reach / SPACING)
        west, south = max(i - wide, 0), max(j - wide, 0)
        own = self.marks.reshape(self.field.rows, self.field.columns, LEVELS)
        return np.packbits(own[south : j + wide + 1, west : i + wide + 1] == label).tobytes()

    def part_under(self, point: Point) -> str:
        """The part that a base at a place stands on."""
        ground = self.board.answer(GroundOf("base"), Tableau((Figure("base", point, self.base_mm),)))
        assert isinstance(ground, Ground)
        return ground.part or "ground"

    def hidden(self, starts: Floats, ends: Floats) -> NDArray[np.bool_]:
        """Does anything that hides stand between each start and its end? (n, 3) each."""
        found = np.zeros(len(starts), np.bool_)
        for scene in self._hides:
            found |= scene.occluded(starts, ends)
        return found

    @cached_property
    def _hides(self) -> tuple[RayScene, ...]:
        """What hides. Of what is near a hand: what stands as it did, which is sorted once, and what does not."""
        if self._from is None:
            return (self._without(frozenset()),)
        own = {part.name: part for part in self.board.parts}
        assert self._from.board.map is not None
        assert self._map is not None
        moved = _standing_otherwise(self._from.board.map, self._map)
        other = frozenset(
            p.name
            for p in self._from.board.parts
            if (p.name in own and own[p.name] is not p) or piece_of(p.name) in moved
        )
        old = {part.name: part for part in self._from.board.parts}
        return self._from._without(other), _opaque(p for p in self.board.parts if old.get(p.name) is not p)

    def _without(self, names: frozenset[str]) -> RayScene:
        if names not in self._opaque:
            self._opaque = {} if len(self._opaque) >= KEPT_SCENES else self._opaque
            self._opaque[names] = _opaque(p for p in self.board.parts if p.name not in names)
        return self._opaque[names]


def _opaque(parts: Iterable[Part]) -> RayScene:
    """What hides of some parts: all but water and what is low (GEO-03)."""
    shapes = [p.triangles[~p.low_faces] for p in parts if p.meaning.kind is not Kind.WATER]
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
