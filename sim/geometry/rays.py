"""Rays against triangles: a robust Embree scene for batches, and an exact check in float64.

Embree's default mode leaks at edges (up to a tenth of the rays aimed at an edge pass); the robust mode does not.
Its hits are float32, good to about 1e-5 inch, so segments are pulled in at both ends by `tolerance.PULL`, and
what a ruling rests on is checked again by `beam_clear`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.tolerance import BEAM, BEAM_PULL, JOINT, PULL

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

UPRIGHT = 0.95  # a steeper ray has its sides by the x axis
FAR = np.float32(1e30)


class RayScene:
    """Triangles that rays meet; both sides of a triangle block.

    Args:
        triangles: (n, 3, 3) corners in inches. None at all is a scene that blocks nothing.
    """

    def __init__(self, triangles: Floats) -> None:
        self.triangles: Floats = np.ascontiguousarray(triangles, np.float64).reshape(-1, 3, 3)
        self._scene: Any = None
        if len(self.triangles):
            self.low, self.high = bounds(self.triangles.reshape(-1, 3))
        else:
            self.low = np.full(3, np.inf)
            self.high = np.full(3, -np.inf)

    def __len__(self) -> int:
        return len(self.triangles)

    def _embree(self) -> Any:
        if self._scene is None:
            from embreex.mesh_construction import TriangleMesh
            from embreex.rtcore_scene import EmbreeScene

            self._scene = EmbreeScene(robust=True)
            TriangleMesh(self._scene, np.ascontiguousarray(self.triangles, np.float32))
        return self._scene

    def prepare(self) -> None:
        """Build the ray tree now; otherwise the first question builds it."""
        if len(self):
            probe = np.ones((1, 3), np.float32)
            self._embree().run(probe, probe, query="OCCLUDED")

    def occluded(self, starts: Floats, ends: Floats) -> Bools:
        """Whether anything stands between each start and its end. (n, 3) each, inches."""
        if not len(self) or not len(starts):
            return np.zeros(len(starts), np.bool_)
        origins, ways = _pulled(starts, ends)
        hits = self._embree().run(origins, ways, dists=np.ones(len(origins), np.float32), query="OCCLUDED")
        return np.asarray(hits != -1)

    def first_hits(self, starts: Floats, ways: Floats, limits: Floats | None = None) -> tuple[Ints, Floats]:
        """The first triangle that each ray meets (-1 where none) and how far along `ways` (inf where none).

        `limits` are in lengths of `ways`; so with `ways = ends - starts`, 1 is the end.
        """
        count = len(starts)
        if not len(self) or not count:
            return np.full(count, -1, np.int32), np.full(count, np.inf)
        far = np.full(count, FAR) if limits is None else np.ascontiguousarray(limits, np.float32)
        found = self._embree().run(
            np.ascontiguousarray(starts, np.float32),
            np.ascontiguousarray(ways, np.float32),
            dists=far,
            query="INTERSECT",
            output=1,
        )
        which = np.asarray(found["primID"], np.int32)
        along = np.asarray(found["tfar"], np.float64)
        return which, np.where(which >= 0, along, np.inf)


def bounds(points: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest of each coordinate of points (n, k); faster than numpy's along rows."""
    columns = np.ascontiguousarray(points.T)
    return columns.min(axis=1), columns.max(axis=1)


def _pulled(starts: Floats, ends: Floats) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Origins and ways of the segments, both ends pulled in by PULL."""
    ways = ends - starts
    lengths = np.sqrt(np.einsum("ij,ij->i", ways, ways))
    pull = np.minimum(PULL, lengths * 0.25) / np.maximum(lengths, 1e-12)
    return (
        (starts + ways * pull[:, None]).astype(np.float32),
        (ways * (1.0 - 2.0 * pull)[:, None]).astype(np.float32),
    )


def parallels(start: Floats, end: Floats, width: float = BEAM) -> tuple[Floats, Floats]:
    """The rays of a beam: the segment itself, four parallels at `width` to its sides, above and below, and four between
    those: where two joints cross, the others may all run in a joint."""
    way = end - start
    if not way.any():
        return start[None], end[None]
    side, above = sides(way)
    corners = [(i * side + k * above) * (0.5 * JOINT / BEAM) for i in (1, -1) for k in (1, -1)]
    offsets = np.array([np.zeros(3), side, -side, above, -above, *corners]) * width
    return start + offsets, end + offsets


def sides(way: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors square to a direction and to each other, the first of them level where it can be."""
    length = float(np.sqrt(way @ way))
    forward = way / length
    upright = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < UPRIGHT else np.array([1.0, 0.0, 0.0])
    side = np.cross(upright, forward)
    side /= np.sqrt(side @ side)
    return side, np.cross(forward, side)


def beam_clear(triangles: Floats, start: Floats, end: Floats, width: float = BEAM) -> bool:
    """Whether a beam passes between two points: exact in float64, on the triangles (n, 3, 3) themselves."""
    if not len(triangles):
        return True
    starts, ends = parallels(start, end, width)
    low = np.minimum(starts, ends).min(axis=0)
    high = np.maximum(starts, ends).max(axis=0)
    near = np.ones(len(triangles), np.bool_)
    for axis in range(3):
        corners = triangles[:, :, axis]
        near &= (corners.min(axis=1) <= high[axis]) & (corners.max(axis=1) >= low[axis])
    some = triangles[near]
    return not any(
        crosses(some, a, b, BEAM_PULL if i else PULL).any() for i, (a, b) in enumerate(zip(starts, ends, strict=True))
    )


def crosses(triangles: Floats, start: Floats, end: Floats, pull: float = PULL) -> Bools:
    """Which triangles the segment meets, its ends pulled in. Edges and corners count as the triangle."""
    way = end - start
    length = float(np.sqrt(way @ way))
    if length == 0:
        return np.zeros(len(triangles), np.bool_)
    # The axes are turned so that the ray runs along z: a shared edge then gives both its triangles the same
    # number, and nothing slips between them (Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, 2013).
    z = int(np.argmax(np.abs(way)))
    x, y = (z + 1) % 3, (z + 2) % 3
    moved = triangles - start
    depth = moved[:, :, z]
    across = moved[:, :, x] - way[x] / way[z] * depth
    upward = moved[:, :, y] - way[y] / way[z] * depth
    u = across[:, 2] * upward[:, 1] - upward[:, 2] * across[:, 1]
    v = across[:, 0] * upward[:, 2] - upward[:, 0] * across[:, 2]
    w = across[:, 1] * upward[:, 0] - upward[:, 1] * across[:, 0]
    total = u + v + w
    inside = ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0))
    meets = inside & (total != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (u * depth[:, 0] + v * depth[:, 1] + w * depth[:, 2]) / (total * way[z])
    pull = min(pull / length, 0.25)
    return np.asarray(meets & (along >= pull) & (along <= 1.0 - pull))
