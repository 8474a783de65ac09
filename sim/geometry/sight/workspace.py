"""Room for one search for sight at a time, used again by the next: kernels that made arrays would take most of their
time for that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.ray_kernels import Floats, Ints, Longs
from sim.geometry.sight.body_tree import BodyTree, Seeds, make_body_tree
from sim.geometry.sight.plane_cuts import Section, make_section

__all__ = [
    "BLOCKER",
    "CROSSED",
    "EXAMINED",
    "FITTED",
    "PROVEN",
    "SEEDS",
    "SIDES",
    "THIN",
    "WIDEST",
    "Crossings",
    "PairFrame",
    "Shaft",
    "Workspace",
    "make_workspace",
]

SEEDS = 8  # surfaces that a ray met, tried for a proof
SIDES = 62  # of a shaft at most: there are 6, and 4 for each axis as a rule
PATCH = 1500  # triangles that a proof follows at most
CROSSED = 64  # surfaces that a ray may cross
EXAMINED, PROVEN, THIN, BLOCKER, WIDEST, FITTED = range(6)
"""What is counted in a search: cells, cells proven, thin openings met; a triangle that blocks (-1: none), the greatest
radius of a round beam that what is left may let through, and clear rays that were moved to the middle of their
opening."""


@dataclass(frozen=True, eq=False)
class PairFrame(KernelStruct):
    """Two bodies as they stand to each other."""

    axes: Floats  # (3, 3) rows are unit vectors: along the sight, to its side, upwards
    low_a: Floats  # (3,) the upright boxes round them, in the world
    high_a: Floats
    low_b: Floats
    high_b: Floats


@dataclass(frozen=True, eq=False)
class Shaft(KernelStruct):
    """The hull of two boxes (Haines and Wallace, "Shaft culling for efficient ray-traced radiosity", 1991), and one
    ray in it."""

    box_a: Floats  # (6,) in the frame of the pair: low, high
    box_b: Floats
    a: Floats  # (3,) the ray, in the world
    b: Floats
    planes: Floats  # (SIDES, 4) in the world: within are the places with n.x <= d, rows are n, d
    sides: Longs  # (1,) how many of them there are


@dataclass(frozen=True, eq=False)
class Crossings(KernelStruct):
    """Closed surfaces that a ray crosses, in order."""

    along: Floats  # (CROSSED,) where, from 0 to 1
    step: Ints  # 1 inwards or -1 outwards
    triangle: Ints


@dataclass(frozen=True, eq=False)
class Workspace(KernelStruct):
    """What a search reads and writes."""

    pair: PairFrame
    a: BodyTree
    b: BodyTree
    cells: Ints  # (budget, 5), as `visibility` has them
    spared: Floats  # (budget,): the greatest radius of a round beam that may pass a cell
    demand: Floats  # (2,): how much cells that are thinner to the side, upwards, would help the proof that failed last
    shaft: Shaft  # of the cell that is looked at
    moved: Shaft  # and beside it, for one of a beam's parallels
    local: Floats  # (SIDES, 4): the planes of a shaft in the frame of the pair
    queue: Ints  # (PATCH,) triangles of a surface that is followed
    found: Ints  # (SEEDS,) triangles that a ray met
    section: Section
    crossings: Crossings
    random: Seeds  # (1,) the state of `body_tree.random`
    spent: Longs  # (1,): work on proofs, counted in triangles that a surface was followed over
    efforts: Longs  # (2, 2): of that on cross-sections and on narrow ones, and how many of them were proofs
    tally: Floats  # (6,), as the columns above
    witness: Floats  # (6,) a clear beam; where nothing is visible, the thin opening found, or the last ray blocked


def _shaft() -> Shaft:
    return Shaft(np.empty(6), np.empty(6), np.empty(3), np.empty(3), np.empty((SIDES, 4)), np.zeros(1, np.int64))


def make_workspace(triangles: int, budget: int) -> Workspace:
    """Room for bodies of so many triangles and so many cells."""

    def integers(*shape: int) -> NDArray[np.int32]:
        return np.empty(shape, np.int32)

    return Workspace(
        pair=PairFrame(np.empty((3, 3)), np.empty(3), np.empty(3), np.empty(3), np.empty(3)),
        a=make_body_tree(4 * triangles + 4 * budget),
        b=make_body_tree(4 * triangles + 4 * budget),
        cells=integers(budget, 5),
        spared=np.empty(budget),
        demand=np.zeros(2),
        shaft=_shaft(),
        moved=_shaft(),
        local=np.empty((SIDES, 4)),
        queue=integers(PATCH),
        found=integers(SEEDS),
        section=make_section(),
        crossings=Crossings(np.empty(CROSSED), integers(CROSSED), integers(CROSSED)),
        random=np.zeros(1, np.uint64),
        spent=np.zeros(1, np.int64),
        efforts=np.zeros((2, 2), np.int64),
        tally=np.zeros(6),
        witness=np.zeros(6),
    )
