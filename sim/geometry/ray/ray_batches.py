"""Batches of rays through a ray tree of our own, in float64: what answers where Embree is not installed. Inches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.bvh import DEEP, build_bvh
from sim.geometry.ray.ray_kernels import axes_of, meets, meets_box, ray_along

__all__ = ["OwnTree"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Tree(KernelStruct):
    """Triangles in the order of their tree, which is as `bvh.build_bvh` makes it."""

    triangles: Floats  # (n, 9)
    boxes: Floats  # (nodes, 6)
    left: Ints  # (nodes,) the first of two children
    leaf: Ints  # (nodes,) triangles in a leaf, 0 in a branch
    first: Ints  # (nodes,) a leaf's first triangle


@dataclass(frozen=True, eq=False)
class Batch(KernelStruct):
    """Rays, and what is found of them."""

    origins: Floats  # (n, 3)
    ways: Floats  # (n, 3)
    which: Ints  # (n,) gets the triangle that is met, -1 where there is none
    along: Floats  # (n,) how far each ray goes, in lengths of its way; gets where the triangle is met


class OwnTree:
    """A ray tree of triangles (n, 3, 3): see `ray_scene.RayTree`."""

    def __init__(self, triangles: Floats) -> None:
        flat = np.ascontiguousarray(triangles, np.float64).reshape(-1, 9)
        boxes, left, leaf, first, self._order = build_bvh(flat)
        self._tree = Tree(flat[self._order], boxes, left, leaf, first)

    def occluded(self, origins: Floats, ways: Floats) -> Bools:
        """Whether anything is met from each origin to the end of its way."""
        return self._cast(origins, ways, np.ones(len(origins)), True).which >= 0

    def first_hits(self, origins: Floats, ways: Floats, limits: Floats) -> tuple[Ints, Floats]:
        """The first triangle that each ray meets, -1 where none, and how far along."""
        batch = self._cast(origins, ways, limits, False)
        return np.where(batch.which >= 0, self._order[batch.which], -1).astype(np.int32), batch.along

    def _cast(self, origins: Floats, ways: Floats, limits: Floats, any_one: bool) -> Batch:
        origins, ways = (np.ascontiguousarray(each, np.float64) for each in (origins, ways))
        batch = Batch(origins, ways, np.empty(len(origins), np.int32), np.array(limits, np.float64))
        cast_rays(self._tree, batch, any_one)
        return batch


@njit(cache=True, nogil=True)
def cast_rays(tree: Tree, batch: Batch, any_one: bool) -> None:
    """Write to `batch` the first triangle that each ray meets; with `any_one`, any."""
    stack = np.empty(DEEP, np.int32)
    boxes, left, leaf, first, triangles = tree.boxes, tree.left, tree.leaf, tree.first, tree.triangles
    origins, ways, which, along = batch.origins, batch.ways, batch.which, batch.along
    for i in range(origins.shape[0]):
        which[i] = -1
        way = (ways[i, 0], ways[i, 1], ways[i, 2])
        _, _, longest = axes_of(way[0], way[1], way[2])
        if way[longest] == 0:
            continue
        ray = ray_along((origins[i, 0], origins[i, 1], origins[i, 2]), way)
        far = along[i]
        depth = 1
        stack[0] = 0
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if not meets_box(boxes, node, ray, 0.0, far):
                continue
            if leaf[node] == 0:
                stack[depth] = left[node]
                stack[depth + 1] = left[node] + 1
                depth += 2
                continue
            for q in range(first[node], first[node] + leaf[node]):
                at, _ = meets(triangles, q, ray)
                if at >= 0 and at <= far:
                    far = at
                    which[i] = q
            if any_one and which[i] >= 0:
                break
        along[i] = far
