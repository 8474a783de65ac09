"""Where a base can stand on a board: the places of its lattice, and the areas that hang together dry-shod."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.files.mapfile import MapFile
from sim.board.model.part_names import piece_of
from sim.board.model.queries import GroundOf
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Ground
from sim.board.movement.lattice import fixed_lattice
from sim.board.movement.nav_scene import nav_scene_of, take_over_land
from sim.board.movement.relaid_lattice import Box, HandOver, relay
from sim.board.parts import Part
from sim.builder.measuring.boxes import box_of
from sim.builder.measuring.versions import standing_otherwise
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.terrain_mesh import Scene
from sim.geometry.ground.under_base import carried_by
from sim.geometry.paths.dry_areas import NOWHERE, Areas, Labels, dry_areas
from sim.geometry.paths.heightfield import LEVELS, SPACING, whole_window
from sim.geometry.paths.leap_search import APART, place_near
from sim.geometry.paths.neighbours import DI, DJ
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["STREET", "Ints", "Land"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Known = dict[object, Any]

KEPT_SCENES = 4  # of what hides
SMALL = 12  # places: a smaller area is a sill, and nobody lands there
NOBODY = np.zeros((0, 5))  # in the way
STREET = 1.0  # inches: what lies higher is above the street


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
        self._stands: tuple[RayScene, ...] = ()  # what hides, where what stands as it did was sorted while in hand
        self._map: MapFile | None = board.map

    @classmethod
    def after(
        cls,
        before: Land,
        board: Board,
        boxes: Sequence[Box],
        within: Box | None = None,
        whole: MapFile | None = None,
        over: HandOver | None = None,
    ) -> Land:
        """The land of a board that differs from that of another within boxes; measured anew only there.

        `within`: only the part in a box, for whoever cannot wait, of a board that is a part of the `whole` map. `over`:
        the other one's lattice itself, which is not wanted any more.
        """
        own = {id(part) for part in before.board.parts}
        other = [part.triangles for part in board.parts if id(part) not in own]  # what is low of one may be another
        boxes = (*boxes, *(box_of(triangles) for triangles in other))
        take_over_land(board, before.board, boxes)
        relay(board, before.board, before.base_mm, boxes, within, over)
        made = cls(board, before.base_mm)
        made.earlier = ((before.known, tuple(boxes)),)
        if within is not None:
            made.hurried, made._from, made._map = True, before._from or before, whole or board.map
        else:
            made._stands = before._sorted_without(board)
        return made

    # -- places -----------------------------------------------------------------------------------------------

    @cached_property
    def linked(self) -> NDArray[np.bool_]:
        """To or from which of all places a step leads."""
        return np.asarray(self.labels != NOWHERE)

    @cached_property
    def links(self) -> tuple[Ints, Ints]:
        """The steps between places: from, to."""
        steps = self.steps.reshape(-1)
        some = np.flatnonzero(steps >= 0)
        start, way = np.divmod(some, len(DI))
        return start, (start // LEVELS + (DJ * self.field.columns + DI)[way]) * LEVELS + steps[some]

    @cached_property
    def wet(self) -> NDArray[np.bool_]:
        """Which of all places lie in water."""
        return np.asarray((self.field.bits.ravel() & bits.WATER) != 0)

    @property
    def stays(self) -> NDArray[np.bool_]:
        """On which of all places a move can end dry."""
        return self._areas.stays

    def at(self, nodes: Ints) -> Floats:
        """Where places are: x, y, and the height of a base there, (n, 3)."""
        column = nodes // LEVELS
        x = self.field.x + (column % self.field.columns) * SPACING
        y = self.field.y + (column // self.field.columns) * SPACING
        return np.column_stack([x, y, self.field.rest_z.ravel()[nodes]])

    def node_near(self, point: Floats | Point, apart: float = APART) -> int:
        """The place next to a point, within two columns and so many inches of height; -1 where none is."""
        x, y, z = map(float, point)
        return int(place_near(self.field, self.labels, x, y, z, apart))

    # -- areas ------------------------------------------------------------------------------------------------

    @cached_property
    def _areas(self) -> Areas:
        return dry_areas(self.field, self.steps)

    @property
    def labels(self) -> Labels:
        """The number of the area that each of all places is of; AFLOAT in water, NOWHERE where no step leads."""
        return self._areas.label

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
            self._rims[label] = self.at(nodes[self._areas.edge[nodes]])
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
        """The areas, least number first: their numbers, least and greatest x, y and height, and whether most of
        each lies over the street."""
        labels = sorted(self.areas)
        if not labels:
            return np.zeros(0, np.int64), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, np.bool_)
        own = [self.areas[label] for label in labels]
        at, counts = self.at(np.concatenate(own)), np.array([len(each) for each in own])
        first = np.cumsum(counts) - counts
        over = np.add.reduceat((at[:, 2] > STREET).astype(np.int64), first)
        low, high = np.minimum.reduceat(at, first), np.maximum.reduceat(at, first)
        return np.array(labels, np.int64), low, high, 2 * over > counts

    def around(self, point: Point, reach: float) -> Any:
        """Which of the places round a point are of its own area, as something that can be compared."""
        label = self.labels[self.node_near(point)]
        i, j = round((point[0] - self.field.x) / SPACING), round((point[1] - self.field.y) / SPACING)
        wide = int(reach / SPACING)
        west, south = max(i - wide, 0), max(j - wide, 0)
        own = self.labels.reshape(self.field.rows, self.field.columns, LEVELS)
        return np.packbits(own[south : j + wide + 1, west : i + wide + 1] == label).tobytes()

    def part_under(self, point: Point) -> str:
        """The part that a base at a place stands on."""
        ground = self.board.answer(GroundOf("base"), Tableau((Figure("base", point, self.base_mm),)))
        assert isinstance(ground, Ground)
        return ground.part or "ground"

    def part_on(self, scene: Scene, room: Floats, point: Point) -> str:
        """As `part_under`, for a thread that has a scene and room of its own."""
        x, y, z = map(float, point)
        _, part, carried, _, _ = carried_by(scene, NOBODY, x, y, z, self.lattice.base, room)
        return self.nav.names[part] if carried else "ground"

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
            return self._stands or (self._without(frozenset()),)
        own = {part.name: part for part in self.board.parts}
        assert self._from.board.map is not None
        assert self._map is not None
        moved = standing_otherwise(self._from.board.map, self._map)
        other = frozenset(
            p.name
            for p in self._from.board.parts
            if (p.name in own and own[p.name] is not p) or piece_of(p.name) in moved
        )
        old = {part.name: part for part in self._from.board.parts}
        return self._from._without(other), _opaque(p for p in self.board.parts if old.get(p.name) is not p)

    def _sorted_without(self, board: Board) -> tuple[RayScene, ...]:
        """What hides on another board: what stands there as here, if that was sorted by itself, and the rest."""
        own = {part.name: part for part in board.parts}
        other = frozenset(p.name for p in self.board.parts if own.get(p.name) is not p)
        old = {id(part) for part in self.board.parts}
        known = self._opaque.get(other)
        return () if known is None else (known, _opaque(p for p in board.parts if id(p) not in old))

    def _without(self, names: frozenset[str]) -> RayScene:
        if names not in self._opaque:
            self._opaque = {} if len(self._opaque) >= KEPT_SCENES else self._opaque
            self._opaque[names] = _opaque(p for p in self.board.parts if p.name not in names)
        return self._opaque[names]


def _opaque(parts: Iterable[Part]) -> RayScene:
    """What hides of some parts: all but water and what is low (GEO-03)."""
    shapes = [p.triangles[~p.low_faces] for p in parts if p.meaning.kind is not Kind.WATER]
    return RayScene(np.concatenate([np.zeros((0, 3, 3)), *shapes]))
