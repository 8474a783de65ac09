"""What the tests of single modules look at: walls as ray trees, and a shaft along the x axis."""

from __future__ import annotations

import numpy as np

from sim.geometry.ray.blockers import Blockers, Solid
from sim.geometry.ray.ray_kernels import Soup
from sim.geometry.sight.workspace import Workspace, make_workspace
from tests.shapes import Floats, box


def soup_of(*parts: Floats) -> Soup:
    """Ray trees of some triangles."""
    return Soup(*Blockers(Solid(np.concatenate(parts)), movable=64).trees())


def wall(x: float, thick: float = 0.1, y: tuple[float, float] = (-5, 5), z: tuple[float, float] = (-5, 5)) -> Floats:
    """A wall across the x axis."""
    return box((x, y[0], z[0]), (x + thick, y[1], z[1]))


def sheet(x: float, y: tuple[float, float] = (-5, 5), z: tuple[float, float] = (-5, 5)) -> Floats:
    """A wall without thickness, facing against the x axis."""
    a, b, c, d = (x, y[0], z[0]), (x, y[1], z[0]), (x, y[1], z[1]), (x, y[0], z[1])
    return np.array([(a, c, b), (a, d, c)], np.float64)


def workspace(
    start: tuple[float, float, float] = (0, 0.01, 0.02),
    end: tuple[float, float, float] = (10, 0.013, 0.024),
    half: float = 0.2,
    budget: int = 64,
) -> Workspace:
    """Room for a search, with the shaft between two cubes round the ends of a ray; the frame is the world's."""
    work = make_workspace(64, budget)
    work.pair.axes[:] = np.eye(3)
    work.shaft.a[:], work.shaft.b[:] = start, end
    for middle, cube in ((start, work.shaft.box_a), (end, work.shaft.box_b)):
        cube[:3], cube[3:] = np.array(middle) - half, np.array(middle) + half
    return work
