"""Batches of rays through a ray tree of our own, in float64: what answers where Embree is not installed. Inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.ray.bvh import build_bvh
from sim.geometry.ray.ray_kernels import axes_of, meets, meets_box

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class OwnTree:
    """A ray tree of triangles (n, 3, 3): see `ray_scene.RayTree`."""

    def __init__(self, triangles: Floats) -> None:
        flat = np.ascontiguousarray(triangles, np.float64).reshape(-1, 9)
        self._boxes, self._left, self._count, self._first, self._order = build_bvh(flat)
        self._triangles = flat[self._order]

    def occluded(self, origins: Floats, ways: Floats) -> Bools:
        """Whether anything is met from each origin to the end of its way."""
        return self._cast(origins, ways, np.ones(len(origins)), True)[0] >= 0

    def first_hits(self, origins: Floats, ways: Floats, limits: Floats) -> tuple[Ints, Floats]:
        """The first triangle that each ray meets, -1 where none, and how far along."""
        which, along = self._cast(origins, ways, limits, False)
        return np.where(which >= 0, self._order[which], -1).astype(np.int32), along

    def _cast(self, origins: Floats, ways: Floats, limits: Floats, any_one: bool) -> tuple[Ints, Floats]:
        which = np.empty(len(origins), np.int32)
        along = np.array(limits, np.float64)
        origins, ways = (np.ascontiguousarray(each, np.float64) for each in (origins, ways))
        boxes, left, count, first = self._boxes, self._left, self._count, self._first
        cast_rays(self._triangles, boxes, left, count, first, origins, ways, any_one, which, along)
        return which, along


@njit(cache=True, nogil=True)
def cast_rays(
    triangles: Floats,
    boxes: Floats,
    left: Ints,
    count: Ints,
    first: Ints,
    origins: Floats,
    ways: Floats,
    any_one: bool,
    which: Ints,
    along: Floats,
) -> None:
    """Write to `which` the first triangle that each ray meets (-1: none; with `any_one`: any) and to `along`, which
    holds how far each ray goes, where it is met. The tree's arrays are as `bvh.build_bvh` gives them."""
    stack = np.empty(96, np.int32)
    for i in range(origins.shape[0]):
        which[i] = -1
        d = (ways[i, 0], ways[i, 1], ways[i, 2])
        o = (origins[i, 0], origins[i, 1], origins[i, 2])
        x, y, z = axes_of(d[0], d[1], d[2])
        if d[z] == 0:
            continue
        ix = 1.0 / d[0] if d[0] != 0 else 1e300
        iy = 1.0 / d[1] if d[1] != 0 else 1e300
        iz = 1.0 / d[2] if d[2] != 0 else 1e300
        sz = 1.0 / d[z]
        sx = d[x] * sz
        sy = d[y] * sz
        far = along[i]
        depth = 1
        stack[0] = 0
        while depth > 0:
            depth -= 1
            node = stack[depth]
            if not meets_box(boxes, node, o[0], o[1], o[2], ix, iy, iz, 0.0, far):
                continue
            if count[node] == 0:
                stack[depth] = left[node]
                stack[depth + 1] = left[node] + 1
                depth += 2
                continue
            for q in range(first[node], first[node] + count[node]):
                at, _ = meets(triangles, q, o, x, y, z, sx, sy, sz)
                if at >= 0 and at <= far:
                    far = at
                    which[i] = q
            if any_one and which[i] >= 0:
                break
        along[i] = far
