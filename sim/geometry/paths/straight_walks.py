"""Whether straight walks to many places need a climb. Inches, z up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit
from sim.geometry.ground.discs import Base
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walk import ARRIVED, Walker, walked
from sim.geometry.ground.walk_marks import MARK_GROUND
from sim.geometry.paths.heightfield import GROUND, X, Y
from sim.geometry.tolerance import STEP

__all__ = ["may_climb"]

_MARKS = 64  # of a walk, as many as are noted


@njit(cache=True, nogil=True)
def may_climb(scene: Scene, start: Floats, places: Floats, base: Base, over: float, buf: Floats) -> NDArray[np.bool_]:
    """May a climb on the straight line lead to each place (x, y, rest)?

    The walk there ends at a wall or a ledge, no more than `over` before the place; or it passes below or above that.
    `start`: x, y and ground of where a base stands. Nobody is in the way.
    """
    walker = Walker(scene, np.zeros((0, 5)), base, False, buf)
    marks = np.empty((_MARKS, 7))
    may = np.empty(len(places), np.bool_)
    for n in range(len(places)):
        x, y, rest = places[n]
        went = walked(walker, Segment(start[X], start[Y], x, y), start[GROUND], marks, False)
        if went.why == ARRIVED:
            may[n] = went.marks > _MARKS or abs(marks[went.marks - 1, MARK_GROUND] - rest) > STEP
        else:
            may[n] = ((x - start[X]) ** 2 + (y - start[Y]) ** 2) ** 0.5 - went.gone <= over
    return may
