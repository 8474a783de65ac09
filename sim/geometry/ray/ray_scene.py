"""Batches of rays against triangles: by Embree where it is installed, else by our own ray tree.

Embree's default mode leaks at edges (up to a tenth of the rays aimed at an edge pass); the robust mode does not.
Its hits are float32, good to about 1e-5 inch, so segments are pulled in at both ends by `tolerance.PULL`, and
what a ruling rests on is checked again by `rays.beam_clear`.

The environment variable BAUTA_RAYS chooses: `embree`, or `own` for our tree, which takes two to four times as long.
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache, cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sim.errors import BautaError
from sim.geometry.ray.rays import Bools, Floats, bounds
from sim.geometry.tolerance import PULL

__all__ = ["CHOICE", "ENGINES", "Ints", "RayScene", "engine", "ray_tree"]

Ints = NDArray[np.int32]

CHOICE = "BAUTA_RAYS"
ENGINES = ("embree", "own")
FAR = 1e30


class RayTree(Protocol):
    """What finds the triangles that rays meet."""

    def occluded(self, origins: Floats, ways: Floats) -> Bools:
        """Whether anything is met from each origin to the end of its way. (n, 3) each, inches."""
        ...

    def first_hits(self, origins: Floats, ways: Floats, limits: Floats) -> tuple[Ints, Floats]:
        """The first triangle that each ray meets, -1 where none, and how far along, in lengths of its way."""
        ...


@cache
def engine() -> str:
    """Which of ENGINES answers: chosen when it is first asked.

    Raises BautaError where BAUTA_RAYS names another, or one that is not installed.
    """
    chosen = os.environ.get(CHOICE, "")
    if chosen and chosen not in ENGINES:
        raise BautaError(f"{CHOICE}={chosen}: there is no such ray engine; write {' or '.join(ENGINES)}, or unset it")
    there = importlib.util.find_spec("embreex") is not None
    if chosen == "embree" and not there:
        raise BautaError(f"{CHOICE}=embree, but embreex is not installed: pip install embreex, or unset {CHOICE}")
    return chosen or ("embree" if there else "own")


def ray_tree(triangles: Floats) -> RayTree:
    """A tree of triangles (n, 3, 3), one or more, by the engine that was chosen."""
    if engine() == "embree":
        return _EmbreeTree(triangles)
    from sim.geometry.ray.ray_batches import OwnTree

    return OwnTree(triangles)


class _EmbreeTree:
    def __init__(self, triangles: Floats) -> None:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene

        self._scene: Any = EmbreeScene(robust=True)
        TriangleMesh(self._scene, np.ascontiguousarray(triangles, np.float32))

    def occluded(self, origins: Floats, ways: Floats) -> Bools:
        hits = self._scene.run(_single(origins), _single(ways), dists=_single(np.ones(len(origins))), query="OCCLUDED")
        return np.asarray(hits != -1)

    def first_hits(self, origins: Floats, ways: Floats, limits: Floats) -> tuple[Ints, Floats]:
        found = self._scene.run(_single(origins), _single(ways), dists=_single(limits), query="INTERSECT", output=1)
        return np.asarray(found["primID"], np.int32), np.asarray(found["tfar"], np.float64)


def _single(values: Floats) -> NDArray[np.float32]:
    return np.ascontiguousarray(values, np.float32)


class RayScene:
    """Triangles that rays meet; both sides of a triangle block.

    Args:
        triangles: (n, 3, 3) corners in inches. None at all is a scene that blocks nothing.
    """

    def __init__(self, triangles: Floats) -> None:
        self.triangles: Floats = np.ascontiguousarray(triangles, np.float64).reshape(-1, 3, 3)
        self._tree: RayTree | None = None

    def __len__(self) -> int:
        return len(self.triangles)

    @cached_property
    def box(self) -> tuple[Floats, Floats]:
        """The least and the greatest of each coordinate; the wrong way round where there are no triangles."""
        return bounds(self.triangles.reshape(-1, 3)) if len(self) else (np.full(3, np.inf), np.full(3, -np.inf))

    def tree(self) -> RayTree:
        """The ray tree; built when it is first wanted."""
        if self._tree is None:
            self._tree = ray_tree(self.triangles)
        return self._tree

    def prepare(self) -> None:
        """Build the ray tree now; otherwise the first question builds it."""
        if len(self):
            self.tree().occluded(np.ones((1, 3)), np.ones((1, 3)))

    def occluded(self, starts: Floats, ends: Floats) -> Bools:
        """Whether anything stands between each start and its end. (n, 3) each, inches."""
        if not len(self) or not len(starts):
            return np.zeros(len(starts), np.bool_)
        return self.tree().occluded(*_pulled(starts, ends))

    def first_hits(self, starts: Floats, ways: Floats, limits: Floats | None = None) -> tuple[Ints, Floats]:
        """The first triangle that each ray meets (-1 where none) and how far along `ways` (inf where none).

        `limits` are in lengths of `ways`; so with `ways = ends - starts`, 1 is the end.
        """
        count = len(starts)
        if not len(self) or not count:
            return np.full(count, -1, np.int32), np.full(count, np.inf)
        far = np.full(count, FAR) if limits is None else limits
        which, along = self.tree().first_hits(starts, ways, far)
        return which, np.where(which >= 0, along, np.inf)


def _pulled(starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """Origins and ways of the segments, both ends pulled in by PULL."""
    ways = ends - starts
    lengths = np.sqrt(np.einsum("ij,ij->i", ways, ways))
    pull = np.minimum(PULL, lengths * 0.25) / np.maximum(lengths, 1e-12)
    return starts + ways * pull[:, None], ways * (1.0 - 2.0 * pull)[:, None]
