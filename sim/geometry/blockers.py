"""What stands in the way: the board's own triangles, and solids that move (minis, gondolas, smoke).

The board is built once. A thing that moves has its own small ray scene, built once in its own frame; to place it
somewhere costs a pose and nothing else, because rays are carried into its frame. For the exact kernels, the
moved triangles and boxes are written behind the board's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.rays import Bools, Floats, Ints, RayScene

if TYPE_CHECKING:
    from sim.geometry.kernels import Soup

TREE = ("triangles", "source", "beyond", "sound", "boxes", "left", "count", "first")
"""The arrays of a solid's exact tree."""


class Pose:
    """A turn about the upright and a shift: from a thing's own frame to the world."""

    __slots__ = ("_cos", "_sin", "at")

    def __init__(self, at: Sequence[float] = (0.0, 0.0, 0.0), degrees: float = 0.0) -> None:
        self._cos, self._sin = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
        self.at: Floats = np.asarray(at, np.float64)

    def out(self, points: Floats) -> Floats:
        """Points (..., 3) of the thing, in the world."""
        return self.turned_out(points) + self.at

    def into(self, points: Floats) -> Floats:
        """Points (..., 3) of the world, in the frame of the thing."""
        return self.turned_into(points - self.at)

    def turned_out(self, ways: Floats) -> Floats:
        """Directions (..., 3) of the thing, in the world."""
        return _turned(ways, self._cos, self._sin)

    def turned_into(self, ways: Floats) -> Floats:
        """Directions (..., 3) of the world, in the frame of the thing."""
        return _turned(ways, self._cos, -self._sin)


def _turned(ways: Floats, c: float, s: float) -> Floats:
    # Written out: a matrix product of this shape waits for the threads of the linear algebra library.
    made = np.empty_like(ways)
    x, y = ways[..., 0], ways[..., 1]
    made[..., 0] = c * x - s * y
    made[..., 1] = s * x + c * y
    made[..., 2] = ways[..., 2]
    return made


class Solid:
    """Triangles with everything that questions need: a ray scene, and for proofs a tree and how they hang together.

    Args:
        triangles: (n, 3, 3) in inches.
        part_of: for each triangle, its number in `names`; None where there is one name for all.
        names: what a blocking triangle is called in verdicts.
    """

    def __init__(self, triangles: Floats, part_of: Ints | None = None, names: Sequence[str] = ("",)) -> None:
        self.rays = RayScene(triangles)
        self.part_of = part_of
        self.names = tuple(names)

    def __len__(self) -> int:
        return len(self.rays)

    @cached_property
    def corners(self) -> Floats:
        """The points of its triangles, each once."""
        corners = np.ascontiguousarray(self.rays.triangles.reshape(-1, 3))
        _, once = np.unique(corners.view([("", np.float64)] * 3).ravel(), return_index=True)
        return corners[once]

    def name_of(self, triangle: int) -> str:
        return self.names[0 if self.part_of is None else int(self.part_of[triangle])]

    @cached_property
    def tree(self) -> dict[str, NDArray[Any]]:
        """The exact tree, as arrays that may be kept in a file: see `kernels.Soup`. `source` is the row of each
        of its triangles in `rays.triangles`; cracks are stitched, so there may be more of them."""
        from sim.geometry.kernels import build
        from sim.geometry.surface import stitched

        triangles, source, beyond, sound = stitched(self.rays.triangles)
        flat = np.ascontiguousarray(triangles.reshape(-1, 9))
        boxes, left, count, first, order = build(flat)
        ranks = np.empty(len(order), np.int32)
        ranks[order] = np.arange(len(order), dtype=np.int32)
        moved = np.where(beyond >= 0, ranks[np.maximum(beyond, 0)], -1).astype(np.int32)[order]
        return {
            "triangles": flat[order],
            "source": source[order],
            "beyond": moved,
            "sound": sound[order],
            "boxes": boxes,
            "left": left,
            "count": count,
            "first": first,
        }


class Placed:
    """A solid that stands somewhere.

    Args:
        name: what it is called in verdicts; "" leaves that to the solid.
        murky: a convex cloud: nothing within it sees or is seen.
    """

    def __init__(self, solid: Solid, pose: Pose, name: str = "", murky: bool = False) -> None:
        self.solid = solid
        self.pose = pose
        self.name = name
        self.murky = murky
        self.low, self.high = solid.rays.low, solid.rays.high
        if not len(solid):
            return
        corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
        moved = pose.out(solid.rays.low + corners * (solid.rays.high - solid.rays.low))
        self.low = moved.min(axis=0)
        self.high = moved.max(axis=0)

    def name_of(self, triangle: int) -> str:
        return self.name or self.solid.name_of(triangle)

    def shares(self, triangles: Ints) -> dict[str, int]:
        """How many of some triangles belong to each name."""
        if self.name or self.solid.part_of is None:
            return {self.name or self.solid.names[0]: len(triangles)}
        counts = np.bincount(self.solid.part_of[triangles], minlength=len(self.solid.names))
        return {self.solid.names[i]: int(counts[i]) for i in np.flatnonzero(counts)}

    def meets(self, low: Floats, high: Floats) -> bool:
        """Whether its box meets a box: if not, it cannot matter to rays inside that."""
        return bool(len(self.solid) and (self.low <= high).all() and (self.high >= low).all())

    def occluded(self, starts: Floats, ends: Floats) -> Bools:
        """As `RayScene.occluded`, in the world."""
        return self.solid.rays.occluded(self.pose.into(starts), self.pose.into(ends))

    def first_hits(self, starts: Floats, ways: Floats, limits: Floats | None = None) -> tuple[Ints, Floats]:
        """As `RayScene.first_hits`, in the world."""
        return self.solid.rays.first_hits(self.pose.into(starts), self.pose.turned_into(ways), limits)

    @cached_property
    def triangles(self) -> Floats:
        """In the world, in the solid's own order."""
        return self.pose.out(self.solid.rays.triangles)

    @cached_property
    def moved(self) -> tuple[Floats, Floats]:
        """Triangles in the order of the tree (n, 9), and the tree's boxes, in the world."""
        from sim.geometry.kernels import refit

        tree = self.solid.tree
        flat = np.ascontiguousarray(self.pose.out(tree["triangles"].reshape(-1, 3, 3)).reshape(-1, 9))
        boxes = np.empty_like(tree["boxes"], np.float64)
        refit(boxes, tree["left"], tree["count"], tree["first"], flat)
        return flat, boxes


class Blockers:
    """The board as an obstacle to rays, and what may be placed on it.

    Args:
        solids: fixed ones, the first of them the board (its triangles may be many).
        movable: room kept behind the board's triangles for what moves, in triangles; grows when it must.
    """

    def __init__(self, board: Solid, movable: int = 1 << 15) -> None:
        self.board = board
        self._room = movable
        self._arena: Soup | None = None
        self._packed: tuple[Placed, ...] | None = None
        self._roots: NDArray[np.int32] = np.zeros(1, np.int32)

    def occluded(self, starts: Floats, ends: Floats, placed: Sequence[Placed] = ()) -> Bools:
        """Whether the board or one of `placed` stands between each start and its end, (n, 3) each."""
        blocked = self.board.rays.occluded(starts, ends)
        for thing in placed:
            open_ = np.flatnonzero(~blocked)
            if not len(open_):
                break
            blocked[open_] = thing.occluded(starts[open_], ends[open_])
        return blocked

    def soup(self, placed: Sequence[Placed] = ()) -> Soup:
        """Board and movable things for the exact kernels. Valid until the next call."""
        placed = tuple(p for p in placed if len(p.solid))
        if self._arena is None or sum(len(p.solid.tree["source"]) for p in placed) > self._room:
            while sum(len(p.solid.tree["source"]) for p in placed) > self._room:
                self._room *= 2
            self._arena = self._laid_out()
            self._packed = ()
        if placed != self._packed:
            self._pack(self._arena, placed)
            self._packed = placed
        return self._arena._replace(roots=self._roots)

    def _laid_out(self) -> Soup:
        """The board's arrays with room behind them."""
        from sim.geometry.kernels import Soup

        tree = self.board.tree
        n, nodes = len(tree["triangles"]), len(tree["left"])
        more, more_nodes = self._room, 2 * self._room

        def grown(values: NDArray[Any], rows: int) -> NDArray[Any]:
            made = np.empty((len(values) + rows, *values.shape[1:]), values.dtype)
            made[: len(values)] = values
            return made

        self._used = (n, nodes if n else 0)
        return Soup(
            grown(tree["triangles"], more),
            grown(tree["beyond"], more),
            grown(tree["sound"], more),
            grown(tree["boxes"], more_nodes),
            grown(tree["left"], more_nodes),
            grown(tree["count"], more_nodes),
            grown(tree["first"], more_nodes),
            self._roots,
            np.zeros(n + more, np.int32),
            np.zeros(1, np.int32),
        )

    def _pack(self, arena: Soup, placed: tuple[Placed, ...]) -> None:
        """Write the movable things behind the board."""
        base, node = self._used
        roots = [0] if base else []
        for thing in placed:
            triangles, boxes = thing.moved
            tree = thing.solid.tree
            n, nodes = len(triangles), len(boxes)
            roots.append(node)
            arena.triangles[base : base + n] = triangles
            arena.beyond[base : base + n] = np.where(tree["beyond"] >= 0, tree["beyond"] + base, -1)
            arena.sound[base : base + n] = tree["sound"]
            arena.boxes[node : node + nodes] = boxes
            arena.left[node : node + nodes] = tree["left"] + node
            arena.leaf[node : node + nodes] = tree["count"]
            arena.first[node : node + nodes] = tree["first"] + base
            base += n
            node += nodes
        self._roots = np.array(roots, np.int32)

    def name_of(self, number: int, placed: Sequence[Placed] = ()) -> str | None:
        """What the triangle with this number in the soup belongs to."""
        if number < 0:
            return None
        for thing in (Placed(self.board, Pose()), *placed):
            source = thing.solid.tree["source"]
            if number < len(source):
                return thing.name_of(int(source[number]))
            number -= len(source)
        return None

    def beam_clear(self, start: Floats, end: Floats, placed: Sequence[Placed] = ()) -> bool:
        """Whether a beam passes, in float64. By the compiled kernels where they are loaded; the same test in
        numpy otherwise, so that a first question starts at once."""
        import sys

        from sim.geometry.rays import beam_clear
        from sim.geometry.tolerance import BEAM, PULL

        if "sim.geometry.kernels" in sys.modules and self._arena is not None:
            from sim.geometry import kernels

            soup = self.soup(placed)
            one = np.empty(1, np.int32)
            return bool(kernels.clear(soup, start, end, PULL, one) and kernels.clear_beam(soup, start, end, BEAM, one))
        things = [self.board.rays.triangles, *(p.triangles for p in placed)]
        return all(beam_clear(t, start, end) for t in things)
