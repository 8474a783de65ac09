"""Line of sight between two bodies: a witness, a proof, or what is left open (GEO-06, GEO-12).

Two bodies see each other if any point of one has a clear beam to any point of the other. A few hundred rays in a
fixed order find most sights; `visibility.search` finds the narrow ones and proves the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.geometry.mesh.stitching import outside, outward, refined
from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, corners_of
from sim.geometry.ray.rays import Floats, bounds
from sim.geometry.sight.spread import spread_points
from sim.geometry.tolerance import BEAM, JOINT, SPECK

if TYPE_CHECKING:
    from sim.geometry.ray.ray_kernels import BvhArena, Ints
    from sim.geometry.sight.quick_test import BodySamples
    from sim.geometry.sight.workspace import Workspace

__all__ = ["SAMPLES", "Seen", "Standing", "Target", "sight", "sight_to_point"]


SAMPLES = 128  # points of a body for the first look
CELLS = 20_000
EDGE = 0.2  # of a target's triangles: long thin ones make wide cells


class Seen(NamedTuple):
    """What a sight query found. `blocker` names one thing in the way; `gap_bound` is in inches."""

    visible: bool
    witness: tuple[Floats, Floats] | None
    blocker: str | None
    proven: bool
    grazing: bool
    gap_bound: float
    cells: int = 0


class Target:
    """The part of a body that sees and is seen, in its own frame: `of` makes one from meshes as they come.

    Args:
        triangles: (n, 3, 3) in inches, small, their fronts outwards.
    """

    def __init__(self, triangles: Floats) -> None:
        self.triangles: Floats = np.ascontiguousarray(triangles, np.float64)

    @classmethod
    def of(cls, *parts: Floats) -> Target:
        """From one closed surface each; open or ill-wound ones will do."""
        return cls(np.concatenate([refined(outward(p), EDGE) for p in parts]))

    @cached_property
    def samples(self) -> tuple[Floats, Floats]:
        """Points spread over the surface, in an order whose every beginning is spread too, and their normals."""
        t = self.triangles
        normals = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        areas = np.sqrt(np.einsum("ij,ij->i", normals, normals))
        share = np.cumsum(areas) / areas.sum()
        spread = spread_points(SAMPLES, 3)
        which = np.minimum(np.searchsorted(share, spread[:, 0]), len(t) - 1)
        u, v = spread[:, 1].copy(), spread[:, 2].copy()
        over = u + v > 1
        u[over], v[over] = 1 - u[over], 1 - v[over]
        picked = t[which]
        points = picked[:, 0] + u[:, None] * (picked[:, 1] - picked[:, 0]) + v[:, None] * (picked[:, 2] - picked[:, 0])
        return points, normals[which] / np.maximum(areas[which], 1e-12)[:, None]

    @cached_property
    def body_samples(self) -> BodySamples:
        """What a first look needs of it."""
        from sim.geometry.sight.quick_test import BodySamples

        return BodySamples(corners_of(self.triangles), *self.samples)

    def __len__(self) -> int:
        return len(self.triangles)


class Standing:
    """A target somewhere on the board."""

    def __init__(self, target: Target, pose: Pose) -> None:
        self.target = target
        self.pose = pose

    @cached_property
    def triangles(self) -> Floats:
        return np.ascontiguousarray(self.pose.out(self.target.triangles))

    @cached_property
    def box(self) -> Floats:
        return np.array(bounds(self.triangles.reshape(-1, 3)))

    def out_of(self, cloud: PlacedSolid) -> Standing:
        """What of it stands outside a cloud, by more than a joint: a beam between two points of its surface would meet
        neither where it enters the cloud nor where it leaves it."""
        if not len(self.triangles) or not cloud.meets(*self.box):
            return self
        return Standing(Target(outside(self.triangles, cloud.triangles, JOINT)), Pose())

    @cached_property
    def samples(self) -> tuple[Floats, Floats]:
        points, normals = self.target.samples
        return self.pose.out(points), self.pose.turned_out(normals)

    @cached_property
    def order(self) -> tuple[float, ...]:
        """Something to put two by, so that either of them may be the one who looks."""
        return (*self.pose.row.tolist(), len(self.target), *self.target.triangles[:1].ravel().tolist())


def sight(
    blockers: Blockers,
    a: Standing,
    b: Standing,
    placed: Sequence[PlacedSolid] = (),
    budget: int = CELLS,
    but: Sequence[PlacedSolid] = (),
) -> Seen:
    """Whether two bodies see each other past the board and the movable things `placed`, leaving out those in `but`.

    The same question the other way round has the same answer: the two are put in order first.
    """
    for cloud in placed:
        if cloud.is_volume:
            a, b = a.out_of(cloud), b.out_of(cloud)
            if not len(a.triangles) or not len(b.triangles):
                return Seen(False, None, cloud.name, True, False, 0.0)
    swapped = a.order > b.order
    if swapped:
        a, b = b, a
    found = _seen(blockers, a, b, *blockers.trees(placed, but), budget)
    if swapped and found.witness is not None:
        return found._replace(witness=(found.witness[1], found.witness[0]))
    return found


def sight_to_point(blockers: Blockers, a: Standing, point: Floats, placed: Sequence[PlacedSolid] = ()) -> Seen:
    """Whether a body sees a point: as `sight`, to a body of no size."""
    speck = np.asarray(point, np.float64) + np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]) * SPECK
    return sight(blockers, a, Standing(Target.of(speck[None]), Pose()), placed)


def _seen(blockers: Blockers, a: Standing, b: Standing, arena: BvhArena, roots: Ints, budget: int) -> Seen:
    """By witness or proof."""
    from sim.geometry.sight import quick_test, visibility
    from sim.geometry.sight.workspace import BLOCKER, EXAMINED, THIN, WIDEST

    work = _workspace(max(len(a.target), len(b.target)), budget)
    verdict, number = quick_test.quick_test(
        arena, roots, work, a.target.body_samples, b.target.body_samples, a.pose.row, b.pose.row
    )
    cells, thin, widest = 0, False, 0.0
    if verdict == visibility.UNDECIDED:
        verdict = visibility.search(arena, roots, work, a.triangles.reshape(-1, 9), b.triangles.reshape(-1, 9))
        tally = work.tally
        cells, thin, widest = int(tally[EXAMINED]), bool(tally[THIN] > 0), float(tally[WIDEST])
        number = int(tally[BLOCKER]) if tally[BLOCKER] >= 0 else number
    ray = (work.witness[:3].copy(), work.witness[3:].copy())
    if verdict == visibility.VISIBLE:
        return Seen(True, ray, None, True, False, 0.0, cells)
    bound = 2 * max(widest, BEAM * thin)
    proven = verdict == visibility.BLOCKED
    return Seen(False, ray if thin else None, blockers.name_of(number), proven, thin, bound, cells)


@lru_cache(maxsize=2)
def _made_workspace(triangles: int, budget: int) -> Workspace:
    from sim.geometry.sight.workspace import make_workspace

    return make_workspace(triangles, budget)


def _workspace(triangles: int, budget: int) -> Workspace:
    """Room to work in, kept between searches: to ask the system for it each time costs more than most searches."""
    return _made_workspace(1 << max(12, triangles.bit_length()), budget)
