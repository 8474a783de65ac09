"""What a line of sight meets of one mesh, however large: the window goes on while that is made ready."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Point
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["MeshRays"]

Floats = NDArray[np.float64]

CHUNK = 20_000  # triangles: Embree takes as many in within a fiftieth of a second, and stops all threads meanwhile


class MeshRays:
    """Triangles (n, 3, 3), in trees of no more than can be built between two frames."""

    def __init__(self, triangles: Floats) -> None:
        self._scenes = [RayScene(triangles[n : n + CHUNK]) for n in range(0, len(triangles), CHUNK)]

    def prepare(self) -> None:
        """Build the trees, away from the thread of the window; else the first question builds them."""
        for scene in self._scenes:
            scene.prepare()

    def first_hit(self, start: Point | Floats, way: Point | Floats) -> tuple[int, float] | None:
        """The first triangle that is met, and how far along the way; None where none is."""
        one, along = np.array([start], np.float64), np.array([way], np.float64)
        met = list[tuple[float, int]]()
        for number, scene in enumerate(self._scenes):
            face, far = scene.first_hits(one, along)
            if face[0] >= 0:
                met.append((float(far[0]), number * CHUNK + int(face[0])))
        if not met:
            return None
        far_along, which = min(met)
        return which, far_along
