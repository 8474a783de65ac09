"""What stands in the way: the board's own triangles, and solids that move (minis, gondolas, smoke).

The board is built once. A thing that moves has its own small ray scene, built once in its own frame; to place it
somewhere costs a pose and nothing else, because rays are carried into its frame. For the exact kernels, the
moved triangles and boxes are written behind the board's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.ray.ray_scene import Ints, RayScene
from sim.geometry.ray.rays import Bools, Floats

if TYPE_CHECKING:
    from sim.geometry.ray.ray_kernels import BvhArena

__all__ = ["TREE", "Blockers", "PlacedSolid", "Pose", "Solid", "corners_of"]

TREE = ("triangles", "source", "beyond", "sound", "boxes", "left", "count", "first")
"""The arrays of a solid's exact tree."""

_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)  # of a cube
_ABSENT, _EMPTY = -1, -2  # a tree that is not in the arena, and one that need not be


class Pose:
    """A turn about the upright and a shift: from a thing's own frame to the world."""

    __slots__ = ("_cos", "_sin", "at", "row")

    def __init__(self, at: Sequence[float] = (0.0, 0.0, 0.0), degrees: float = 0.0) -> None:
        turn = math.radians(degrees)
        self._cos, self._sin = math.cos(turn), math.sin(turn)
        self.row: Floats = np.array((self._cos, self._sin, *at), np.float64)
        self.at: Floats = self.row[2:]

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
        return self.names[self.part(triangle)]

    def part(self, triangle: int) -> int:
        """The number of a triangle's part."""
        return 0 if self.part_of is None else int(self.part_of[triangle])

    @cached_property
    def own_tree(self) -> BvhArena:
        """The exact tree as the kernels read it, in the solid's own frame."""
        from sim.geometry.ray.ray_kernels import BvhArena

        tree = self.tree
        none = np.zeros(1, np.int32)
        return BvhArena(
            tree["triangles"],
            tree["beyond"],
            tree["sound"],
            tree["boxes"],
            tree["left"],
            tree["count"],
            tree["first"],
            none,
            none,
        )

    @cached_property
    def tree(self) -> dict[str, NDArray[Any]]:
        """The exact tree, as arrays that may be kept in a file: see `ray_kernels.BvhArena`. `source` is the row of each
        of its triangles in `rays.triangles`; cracks are stitched, so there may be more of them."""
        from sim.geometry.mesh.stitching import stitched
        from sim.geometry.ray.bvh import build_bvh, renumber_neighbours

        triangles, source, beyond, sound = stitched(self.rays.triangles)
        flat = np.ascontiguousarray(triangles.reshape(-1, 9))
        boxes, left, count, first, order = build_bvh(flat)
        return {
            "triangles": flat[order],
            "source": source[order],
            "beyond": renumber_neighbours(beyond, order),
            "sound": sound[order],
            "boxes": boxes,
            "left": left,
            "count": count,
            "first": first,
        }


class PlacedSolid:
    """A solid that stands somewhere.

    Args:
        name: what it is called in verdicts, or what each part of the solid is called, in their order; "" leaves that
            to the solid.
        is_volume: a convex cloud: nothing within it sees or is seen.
    """

    def __init__(self, solid: Solid, pose: Pose, name: str | Sequence[str] = "", is_volume: bool = False) -> None:
        self.solid = solid
        self.pose = pose
        self.name = name if isinstance(name, str) else name[0]
        self._names = solid.names if not name else (name,) * len(solid.names) if isinstance(name, str) else tuple(name)
        self.is_volume = is_volume

    @cached_property
    def box(self) -> tuple[Floats, Floats]:
        """An upright box round it, in the world: low and high."""
        low, high = self.solid.rays.box
        if not len(self.solid):
            return low, high
        moved = self.pose.out(low + _CORNERS * (high - low))
        return moved.min(axis=0), moved.max(axis=0)

    def name_of(self, triangle: int) -> str:
        return self._names[self.solid.part(triangle)]

    def shares(self, triangles: Ints, weights: Floats) -> dict[str, float]:
        """The weights of some triangles, by name."""
        if self.solid.part_of is None or len(set(self._names)) == 1:
            return {self._names[0]: float(weights.sum())}
        sums = np.bincount(self.solid.part_of[triangles], weights, minlength=len(self._names))
        return {self._names[i]: float(sums[i]) for i in np.flatnonzero(sums)}

    def meets(self, low: Floats, high: Floats) -> bool:
        """Whether its box meets a box: if not, it cannot matter to rays inside that."""
        return bool(len(self.solid) and (self.box[0] <= high).all() and (self.box[1] >= low).all())

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


class Blockers:
    """The board as an obstacle to rays, and what may be placed on it.

    Args:
        board: what stands fast (its triangles may be many).
        movable: room kept behind the board's triangles for what moves, in triangles; grows when it must.
    """

    def __init__(self, board: Solid, movable: int = 1 << 15) -> None:
        self.board = board
        self._memory = movable
        self._arena: BvhArena | None = None
        self._slots: dict[PlacedSolid, tuple[int, int]] = {}  # where its first triangle and its tree begin
        self._used = (0, 0)  # triangles and nodes of the arena
        self._crowd: Sequence[PlacedSolid] = ()  # what was asked for last
        self._roots = np.empty(0, np.int32)  # and where the tree of each of it begins, or `_ABSENT`, `_EMPTY`
        self._fixed = PlacedSolid(board, Pose())

    def occluded(self, starts: Floats, ends: Floats, placed: Sequence[PlacedSolid] = ()) -> Bools:
        """Whether the board or one of `placed` stands between each start and its end, (n, 3) each."""
        blocked = self.board.rays.occluded(starts, ends)
        for thing in placed:
            open_ = np.flatnonzero(~blocked)
            if not len(open_):
                break
            blocked[open_] = thing.occluded(starts[open_], ends[open_])
        return blocked

    def trees(self, placed: Sequence[PlacedSolid] = (), but: Sequence[PlacedSolid] = ()) -> tuple[BvhArena, Ints]:
        """Board and movable things for the exact kernels: the arena, and the roots of the board's tree and of all of
        `placed` that are not in `but`. Valid until the next call.

        What was placed before stays where it was written, so that asking about many pairs of a crowd, with the same
        `placed`, writes each of its bodies once.
        """
        if placed is not self._crowd:
            self._crowd = placed
            self._roots = np.array([_ABSENT if len(p.solid) else _EMPTY for p in placed], np.int32)
        roots = self._roots.copy()
        for thing in but:
            roots[placed.index(thing)] = _EMPTY
        missing = np.flatnonzero(roots == _ABSENT)
        if self._arena is None or len(missing):
            things = [p for p, root in zip(placed, roots, strict=True) if root != _EMPTY]
            self._hold(things)
            roots[roots != _EMPTY] = [self._slots[p][1] for p in things]
            self._roots = np.where(roots == _EMPTY, self._roots, roots)
        assert self._arena is not None
        roots = roots[roots != _EMPTY]
        if len(self.board):
            roots = np.concatenate([np.zeros(1, np.int32), roots])
        return self._arena, roots

    def trees_and_target(self, placed: Sequence[PlacedSolid], target: PlacedSolid) -> tuple[BvhArena, Ints, Ints]:
        """As `trees`, and the root of one more thing."""
        forest, roots = self.trees([*placed, target])
        last = len(roots) - (1 if len(target.solid) else 0)
        return forest, roots[:last], roots[last:]

    def _hold(self, things: Sequence[PlacedSolid]) -> None:
        """See to it that these are in the arena."""
        fresh = [p for p in things if p not in self._slots]
        if self._arena is None or self._used[0] + _sizes(fresh) > len(self._arena.seen):
            self._clear(_sizes(things))
            fresh = list(things)
        for thing in fresh:
            if thing not in self._slots:
                self._write(thing)

    def _clear(self, wanted: int) -> None:
        """An arena with the board alone, and room behind it."""
        self._slots = {}
        self._roots[self._roots != _EMPTY] = _ABSENT
        if self._arena is None or 2 * wanted > self._memory:
            while self._memory < 2 * wanted:  # so that others, and these once more where they go, find room too
                self._memory *= 2
            self._arena = self._laid_out()
        self._used = (len(self.board.tree["triangles"]), len(self.board.tree["left"]) if len(self.board) else 0)

    def _laid_out(self) -> BvhArena:
        """The board's arrays with room behind them."""
        from sim.geometry.ray.ray_kernels import BvhArena

        board = self.board.own_tree
        more, more_nodes = self._memory, 2 * self._memory

        def grown(values: NDArray[Any], rows: int) -> NDArray[Any]:
            made = np.empty((len(values) + rows, *values.shape[1:]), values.dtype)
            made[: len(values)] = values
            return made

        return BvhArena(
            triangles=grown(board.triangles, more),
            beyond=grown(board.beyond, more),
            sound=grown(board.sound, more),
            boxes=grown(board.boxes, more_nodes),
            left=grown(board.left, more_nodes),
            leaf=grown(board.leaf, more_nodes),
            first=grown(board.first, more_nodes),
            seen=np.zeros(len(board.sound) + more, np.int32),
            mark=np.zeros(1, np.int32),
        )

    def _write(self, thing: PlacedSolid) -> None:
        """Write a movable thing behind what is there."""
        from sim.geometry.ray.ray_kernels import write_tree

        assert self._arena is not None
        base, node = self._used
        tree = thing.solid.own_tree
        write_tree(self._arena, base, node, tree, thing.pose.row)
        self._slots[thing] = (base, node)
        self._used = (base + len(tree.sound), node + len(tree.left))

    def name_of(self, number: int) -> str | None:
        """What the triangle with this number in the arena belongs to."""
        if number < 0:
            return None
        thing, base = self._fixed, 0
        if number >= len(self._fixed.solid.tree["source"]):
            thing, base = max(
                ((p, at) for p, (at, _) in self._slots.items() if at <= number), key=lambda found: found[1]
            )
        return thing.name_of(int(thing.solid.tree["source"][number - base]))

    def shares(self, numbers: Ints, weights: Floats) -> dict[str, float]:
        """The weights of triangles of the arena, by the names of what they belong to."""
        things = [self._fixed, *self._slots]
        bases = np.array([0, *[base for base, _ in self._slots.values()]])
        owner = bases.searchsorted(numbers, side="right") - 1
        by_name: dict[str, float] = {}
        for which in np.flatnonzero(np.bincount(owner)):
            own = owner == which
            thing = things[which]
            triangles = thing.solid.tree["source"][numbers[own] - bases[which]]
            for name, weight in thing.shares(triangles, weights[own]).items():
                by_name[name] = by_name.get(name, 0.0) + weight
        return by_name


def _sizes(things: Sequence[PlacedSolid]) -> int:
    """Triangles of their exact trees."""
    return sum(len(p.solid.tree["source"]) for p in things)
