"""The lattice of places and the climbs of a land, for one base size: measured where wanted, or whole and kept on disk.

What a search needs near a mover is measured when it is first wanted. What plans over the whole board needs all of it:
that takes seconds, is done once a board and base size, and waits in the cache folder ever after.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.cache import content_key, sources_key
from sim.board.model.queries import Mover
from sim.board.model.tableau import MM
from sim.board.most_recent import MostRecent
from sim.board.movement.askew_climbs import FollowedClimbs
from sim.board.movement.climb_search import Climbs, climb_points, climbs_over
from sim.board.movement.move_ends import KeptEnds
from sim.board.movement.nav_scene import NavScene, body_height
from sim.board.movement.ways_to import LONGER, WaysTo
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, Base
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import Scene, Terrain
from sim.geometry.paths.climb_links import COST, NO_CLIMB_LINKS
from sim.geometry.paths.distance_field import SearchRoom, Travel
from sim.geometry.paths.fine_rooms import fine_rooms
from sim.geometry.paths.heightfield import (
    LEVELS,
    Heightfield,
    Window,
    copy_of,
    empty_heightfield,
    forget,
    grown,
    whole_window,
    window_around,
)
from sim.geometry.paths.lattice_places import Longs, occupied_places, places_around, points_at
from sim.geometry.paths.measuring import measure
from sim.geometry.paths.neighbours import UNLINKED, link_neighbours, reverse_links
from sim.geometry.paths.place_graph import PlaceGraph, place_graph
from sim.geometry.paths.surroundings import search_scratch

__all__ = [
    "EDGE",
    "LONGER",
    "Lattice",
    "base_sizes",
    "field_over",
    "fixed_climb_points",
    "fixed_lattice",
    "lattice_of",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

_KEPT = 4  # arrangements of movable things, by base size: some 40 MB each on a board of 36" by 36"
_CLIMBS_KEPT = 8  # places and reaches whose climbs are kept
_NEVER = 1000.0  # inches: what a roll is worth avoiding to whoever makes none
EDGE = 0.5  # inches beyond a terrain that its field reaches
_FROM = 1.5  # inches: so far from a start ways may begin, and more
_KINDS = ("straight", "askew")  # of climbs, as they are kept
# of a field: what is kept of each level
_PLACES = ("ground", "rest_z", "clearance", "stay_clearance", "flatness", "bits", "slope", "rim")


class Lattice:
    """The places and climbs of a land for one base size.

    `climbs`: first those straight out from the walls of the fixed terrain, then others.
    `steps`, of a whole lattice: the level that each of the 8 next columns is entered on from each place (see
    `link_neighbours`).
    """

    def __init__(
        self,
        nav: NavScene,
        base_mm: float,
        field: Heightfield,
        climbs: tuple[Climbs, ...],
        steps: NDArray[np.int8] | None = None,
    ) -> None:
        self.nav, self.base_mm, self.field, self.climbs, self.steps = nav, base_mm, field, climbs, steps
        self.base = Base(base_mm * MM / 2, body_height(base_mm))
        self.fine = fine_rooms(field)  # the room between its places, where it was measured
        self.scratch = search_scratch()  # a board answers one question at a time
        self._is_measured = steps is not None
        self._linked: NDArray[np.int8] | None = None  # steps near movers, while it is not whole
        self.followed = FollowedClimbs()
        self._climbs_within = MostRecent[tuple[float, float, float], Floats](_CLIMBS_KEPT)
        self._graphs: dict[bool, PlaceGraph] = {}  # of a whole one, outward and not
        self._room: SearchRoom | None = None  # for searches outward
        self.move_ends = KeptEnds()  # of a whole one
        self.variants: dict[object, Lattice] = {}  # without the ways into what a mover keeps out of

    @property
    def is_whole(self) -> bool:
        """Are all its places measured?"""
        return self.steps is not None

    def measure(self, window: Window) -> None:
        """Measure the columns of a window that are not yet known."""
        if not self._is_measured:
            measure(self.nav.scene, self.field, window, self.base, self.scratch.buf)

    def complete(self) -> None:
        """Measure all columns and find all climbs."""
        self.complete_places()
        for own in self.climbs:
            own.all()

    def complete_places(self) -> None:
        """Measure all columns; climbs are found when they are wanted."""
        everywhere = whole_window(self.field)
        self.measure(everywhere)
        self._is_measured = True
        self.steps = self._unlinked()
        self._link(self.steps, everywhere)

    def renew(self, box: tuple[float, float, float, float]) -> None:
        """Measure the columns within x, y, X, Y again: something else lies there."""
        window = window_around(self.field, box)
        forget(self.field, window)
        self.fine = fine_rooms(self.field)
        self.followed = FollowedClimbs()
        self._climbs_within.clear()
        self.move_ends.clear()
        if self.steps is not None:
            measure(self.nav.scene, self.field, window, self.base, self.scratch.buf)
            wider = grown(self.field, window, 1)
            self.steps.reshape(self.field.rows, self.field.columns, LEVELS, 8)[_within(wider)] = UNLINKED
            self._link(self.steps, wider)
            self._graphs.clear()
            self._room = None
            self.__dict__.pop("ways_to", None)

    def _unlinked(self) -> NDArray[np.int8]:
        return np.full((len(self.field.count), LEVELS, 8), UNLINKED, np.int8)

    def _link(self, steps: NDArray[np.int8], window: Window) -> None:
        link_neighbours(self.nav.scene, self.field, self.base, steps, window, self.scratch.buf)

    def climbs_near(self, x: float, y: float, reach: float) -> Floats:
        """The climbs within so many inches of a point."""
        return np.concatenate([c.near(x, y, reach) for c in self.climbs])

    def climbs_within(self, at: Sequence[float] | Floats, move: float) -> Floats:
        """The climbs that a move of so many inches from a point may get over: wanted for each way that a mover looks
        at."""
        x, y = float(at[0]), float(at[1])
        return self._climbs_within.of((x, y, move), lambda: np.concatenate([c.within(x, y, move) for c in self.climbs]))

    def graph(self, *, outward: bool = True) -> PlaceGraph:
        """All places and what leads from each to others, or (not `outward`) to it. Of a whole lattice."""
        assert self.steps is not None
        if outward not in self._graphs:
            steps = self.steps if outward else reverse_links(self.field, self.steps)
            climb_links = np.concatenate([c.all() for c in self.climbs])
            self._graphs[outward] = place_graph(
                self.field, whole_window(self.field), steps, climb_links, outward=outward
            )
        return self._graphs[outward]

    @cached_property
    def points(self) -> Floats:
        """Where the nodes of the graph are: x, y, rest. Of a whole lattice."""
        return points_at(self.field, self.graph().place)

    @cached_property
    def ways_to(self) -> WaysTo:
        """What is known of ways to goals. Of a whole lattice."""
        return WaysTo(self.field, self.base, self.graph(outward=False), self._highest)

    @property
    def _highest(self) -> float:
        """No climb of a whole lattice costs more inches, and no floor is so far over another."""
        rest = self.field.rest_z[_used(self.field)]
        costs = [float(own.all()[:, COST].max(initial=0.0)) for own in self.climbs]
        return max(float(np.ptp(rest)) if len(rest) else 0.0, *costs)

    def around(self, start: Floats) -> tuple[NDArray[np.int64], Ints]:
        """The places round a start (x, y, ground, rest), and how far from it they are. Of a whole lattice."""
        assert self.steps is not None
        return places_around(self.field, self.steps, start[0], start[1], start[2])

    def steps_within(self, window: Window) -> NDArray[np.int8]:
        """The level that each of the 8 next columns is entered on, of all places inside a window; measured there."""
        if self.steps is not None:
            return self.steps
        self.measure(window)
        if self._linked is None:
            self._linked = self._unlinked()
        self._link(self._linked, grown(self.field, window, -1))  # beside it nothing is known
        return self._linked

    def outward(
        self, start: Floats, mover: Mover, rolls: bool, window: Window, discs: Floats, limit: float
    ) -> tuple[PlaceGraph, Longs, Ints]:
        """A graph that holds a window, and its nodes that are no further from a start (x, y, ground, rest) than so many
        inches of the move, in their order, and how far each is, in units.

        The window must have been measured; `discs` are other bases, which no way leads over.
        """
        steps = self.steps_within(window)
        if self.is_whole:
            graph = self.graph()
            room = self._room = self._room or SearchRoom(graph)
        else:
            climb_links = self.climbs_within(start, mover.move) if mover.climb else NO_CLIMB_LINKS
            graph = place_graph(self.field, window, steps, climb_links)
            room = SearchRoom(graph)
        sources, begun = places_around(self.field, steps, start[0], start[1], start[2])
        if not rolls and len(sources) and self.field.bits.ravel()[sources[np.argmin(begun)]] & bits.DIFFICULT:
            sources, begun = sources[[np.argmin(begun)]], begun[[np.argmin(begun)]]  # it takes a roll to move at all
        travel = Travel(
            climb=mover.climb,
            swim=mover.water_only,
            limit=limit,
            highest=float(mover.move),
            caution=0.0 if rolls else _NEVER,
        )
        taken = occupied_places(self.field, self.close(discs, start, limit), self.base)
        return graph, *room.within(travel, sources, begun, taken)

    def close(self, discs: Floats, start: Floats, move: float) -> Floats:
        """Those of other bases that are in the way of a move from a start (x, y, ...), or of where it ends."""
        apart = np.hypot(discs[:, DISC_X] - start[0], discs[:, DISC_Y] - start[1]) - discs[:, DISC_RADIUS]
        return np.asarray(discs[apart <= LONGER * move + self.base.radius + _FROM])


def _within(window: Window) -> tuple[slice, slice]:
    """The rows and columns of a window, of an array of all."""
    return slice(window.j, window.j + window.rows), slice(window.i, window.i + window.columns)


def lattice_of(board: Board, nav: NavScene, base_mm: float, *, whole: bool = False) -> Lattice:
    """The lattice of a land for a base size, kept with the board, made anew near movable things.

    `whole`: with all places of the fixed terrain measured and all climbs found, and kept on disk for the next time.
    """
    fixed = fixed_lattice(board, nav, base_mm)
    if whole and not fixed.is_whole:
        fixed.complete()
        _keep(board, fixed)
    kept = board.derived("lattices", lambda: MostRecent[object, Lattice](_KEPT))
    own = (id(nav), base_mm, fixed.is_whole)  # a lattice that is kept keeps its land: no other has its number
    return kept.of(own, lambda: _with_movable(fixed, nav))


def fixed_lattice(board: Board, nav: NavScene, base_mm: float, given: Lattice | None = None) -> Lattice:
    """The lattice of the fixed terrain, as far as it is measured by now; `given` where there is none yet."""

    def made() -> Lattice:
        _sizes(board)[base_mm] = None
        return given or _fixed(board, nav, base_mm)

    return board.derived(f"lattice {base_mm:g}", made)


def fixed_climb_points(board: Board, terrain: Terrain) -> tuple[Floats, Floats]:
    """Where climbs over the fixed terrain are looked for, for whatever base."""
    return board.derived("climb points", lambda: climb_points(terrain))


def base_sizes(board: Board) -> tuple[float, ...]:
    """The base sizes in mm, for which something of a board is measured."""
    return tuple(_sizes(board))


def _sizes(board: Board) -> dict[float, None]:
    return board.derived("base sizes", dict[float, None])


def _with_movable(fixed: Lattice, nav: NavScene) -> Lattice:
    """The lattice of the fixed terrain, measured anew where movable things lie, and their climbs besides."""
    movable = nav.scene.terrains[1]
    if not len(movable.corners):
        return fixed
    field, steps = copy_of(fixed.field), None if fixed.steps is None else fixed.steps.copy()
    made = Lattice(
        nav, fixed.base_mm, field, (*fixed.climbs, *climbs_over(nav, climb_points(movable), fixed.base_mm)), steps
    )
    pad = fixed.base.radius + 1.0
    for part in np.unique(movable.part):
        own = movable.bounds[movable.part == part]
        low, high = own[:, [0, 2]].min(axis=0) - pad, own[:, [1, 3]].max(axis=0) + pad
        made.renew((float(low[0]), float(low[1]), float(high[0]), float(high[1])))
    return made


def _fixed(board: Board, nav: NavScene, base_mm: float) -> Lattice:
    """Of the fixed terrain: as it was kept, else with nothing measured yet."""
    terrain = nav.scene.terrains[0]
    bare = msgspec.structs.replace(nav, scene=Scene((terrain, empty_terrain())))
    field = field_over(terrain.bounds)
    kept = ("count", "steps", *_KINDS, *_PLACES)
    held = None if board.passing else read_arrays(_name(board, base_mm), kept)
    if held is None or len(held["count"]) != len(field.count):
        return Lattice(bare, base_mm, field, climbs_over(bare, fixed_climb_points(board, terrain), base_mm))
    field.count[:] = held["count"]
    used = _used(field)
    for name in _PLACES:
        getattr(field, name)[used] = held[name]
    steps = np.full((*used.shape, 8), -1, np.int8)
    steps[used] = held["steps"]
    over = climbs_over(bare, fixed_climb_points(board, terrain), base_mm)
    climbs = (Climbs(bare, own.points, base_mm, held[kind]) for kind, own in zip(_KINDS, over, strict=True))
    return Lattice(bare, base_mm, field, tuple(climbs), steps)


def field_over(bounds: Floats) -> Heightfield:
    """An empty field over triangles, given by their bounds: x, X, y, Y."""
    low = bounds[:, [0, 2]].min(axis=0) - EDGE if len(bounds) else np.zeros(2)
    high = bounds[:, [1, 3]].max(axis=0) + EDGE if len(bounds) else np.ones(2)
    return empty_heightfield((float(low[0]), float(low[1]), float(high[0]), float(high[1])))


def _keep(board: Board, lattice: Lattice) -> None:
    """Write it to the cache folder: only the levels that there are."""
    assert lattice.steps is not None
    used = _used(lattice.field)
    arrays = {name: getattr(lattice.field, name)[used] for name in _PLACES}
    arrays |= {"count": lattice.field.count, "steps": lattice.steps[used]}
    arrays |= {kind: climbs.rows for kind, climbs in zip(_KINDS, lattice.climbs, strict=True)}
    if not board.passing:
        write_arrays(_name(board, lattice.base_mm), arrays)


def _used(field: Heightfield) -> NDArray[np.bool_]:
    """Which levels of each column there are."""
    return np.asarray(np.arange(LEVELS)[None, :] < field.count[:, None])


def _name(board: Board, base_mm: float) -> str:
    """In the cache: by what the board is made of, and by the program text that measures."""
    size = f"{base_mm:g}".encode()  # as the game gives it, or as a number typed in
    return f"lattice-{content_key(board.key.encode(), size, sources_key())}"
