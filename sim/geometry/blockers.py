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

    __slots__ = ("_cos", "_sin", "at", "row")

    def __init__(self, at: Sequence[float] = (0.0, 0.0, 0.0), degrees: float = 0.0) -> None:
        self._cos, self._sin = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
        self.at: Floats = np.asarray(at, np.float64)
        self.row: Floats = np.array([self._cos, self._sin, *self.at])

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


def corners_of(triangles: Floats) -> Floats:
    """The points of some triangles, each once."""
    corners = np.ascontiguousarray(triangles.reshape(-1, 3))
    _, once = np.unique(corners.view([("", np.float64)] * 3).ravel(), return_index=True)
    return corners[once]


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
        return corners_of(self.rays.triangles)

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

    def shares(self, triangles: Ints, weights: Floats) -> dict[str, float]:
        """The weights of some triangles, by name."""
        if self.name or self.solid.part_of is None:
            return {self.name or self.solid.names[0]: float(weights.sum())}
        sums = np.bincount(self.solid.part_of[triangles], weights, minlength=len(self.solid.names))
        return {self.solid.names[i]: float(sums[i]) for i in np.flatnonzero(sums)}

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


def _size(thing: Placed) -> int:
    return len(thing.solid.tree["source"])


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
        self._slots: dict[Placed, tuple[int, int]] = {}  # where its first triangle and its tree begin
        self._used = (0, 0)  # triangles and nodes of the arena

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
        """Board and movable things for the exact kernels. Valid until the next call.

        What was placed before stays where it was written, so that asking about many pairs of a crowd writes each
        of its bodies once.
        """
        fresh = [p for p in placed if len(p.solid) and p not in self._slots]
        if self._arena is None or self._used[0] + sum(_size(p) for p in fresh) > len(self._arena.seen):
            fresh = [p for p in placed if len(p.solid)]
            arena = self._cleared(sum(_size(p) for p in fresh))
        else:
            arena = self._arena
        for thing in fresh:
            self._write(arena, thing)
        roots = [0] if len(self.board) else []
        roots += [self._slots[p][1] for p in placed if len(p.solid)]
        return arena._replace(roots=np.array(roots, np.int32))

    def soup_and_target(self, placed: Sequence[Placed], target: Placed) -> tuple[Soup, Soup]:
        """As `soup`, and one more thing apart from the rest."""
        soup = self.soup([*placed, target])
        if not len(target.solid):
            return soup, soup._replace(roots=soup.roots[:0])
        return soup._replace(roots=soup.roots[:-1]), soup._replace(roots=soup.roots[-1:])

    def _cleared(self, wanted: int) -> Soup:
        """An arena with the board alone, and room behind it."""
        self._slots = {}
        if self._arena is None or 2 * wanted > self._room:
            while self._room < 2 * wanted:  # so that others, and these once more where they go, find room too
                self._room *= 2
            self._arena = self._laid_out()
        self._used = (len(self.board.tree["triangles"]), len(self.board.tree["left"]) if len(self.board) else 0)
        return self._arena

    def _laid_out(self) -> Soup:
        """The board's arrays with room behind them."""
        from sim.geometry.kernels import Soup

        tree = self.board.tree
        n = len(tree["triangles"])
        more, more_nodes = self._room, 2 * self._room

        def grown(values: NDArray[Any], rows: int) -> NDArray[Any]:
            made = np.empty((len(values) + rows, *values.shape[1:]), values.dtype)
            made[: len(values)] = values
            return made

        return Soup(
            grown(tree["triangles"], more),
            grown(tree["beyond"], more),
            grown(tree["sound"], more),
            grown(tree["boxes"], more_nodes),
            grown(tree["left"], more_nodes),
            grown(tree["count"], more_nodes),
            grown(tree["first"], more_nodes),
            np.zeros(1, np.int32),
            np.zeros(n + more, np.int32),
            np.zeros(1, np.int32),
        )

    def _write(self, arena: Soup, thing: Placed) -> None:
        """Write a movable thing behind what is there."""
        from sim.geometry.kernels import carry, refit

        base, node = self._used
        tree = thing.solid.tree
        n, nodes = len(tree["triangles"]), len(tree["left"])
        carry(tree["triangles"], thing.pose.row, arena.triangles[base : base + n])
        boxes = arena.boxes[node : node + nodes]
        refit(boxes, tree["left"], tree["count"], tree["first"], arena.triangles[base : base + n])
        arena.beyond[base : base + n] = np.where(tree["beyond"] >= 0, tree["beyond"] + base, -1)
        arena.sound[base : base + n] = tree["sound"]
        arena.left[node : node + nodes] = tree["left"] + node
        arena.leaf[node : node + nodes] = tree["count"]
        arena.first[node : node + nodes] = tree["first"] + base
        self._slots[thing] = (base, node)
        self._used = (base + n, node + nodes)

    def name_of(self, number: int) -> str | None:
        """What the triangle with this number in the soup belongs to."""
        return next(iter(self.shares(np.array([number]), np.ones(1))), None) if number >= 0 else None

    def shares(self, numbers: Ints, weights: Floats) -> dict[str, float]:
        """The weights of triangles of the soup, by the names of what they belong to."""
        things = (Placed(self.board, Pose()), *self._slots)
        bases = np.array([0, *(base for base, _ in self._slots.values())])
        if not len(self.board):
            things, bases = things[1:], bases[1:]
        owner = np.searchsorted(bases, numbers, side="right") - 1
        told: dict[str, float] = {}
        for which in np.unique(owner):
            own = owner == which
            thing = things[which]
            triangles = thing.solid.tree["source"][numbers[own] - bases[which]]
            for name, weight in thing.shares(triangles, weights[own]).items():
                told[name] = told.get(name, 0.0) + weight
        return told

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
