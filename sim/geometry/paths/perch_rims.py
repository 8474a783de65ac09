"""The rims of small obstacles and debris, on which a base stands as soon as its centre is over them (TERR-09).

They are no ledges: what stands on other ground is not kept from them. But they are climbed, on to and down from.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.ground.terrain_mesh import (
    LEDGE_DROP,
    LEDGE_TO_X,
    LEDGE_TO_Z,
    LEDGE_X,
    LEDGE_Z,
    PERCH,
    WALK,
    Floats,
    Terrain,
)
from sim.geometry.paths.climb_links import HIGHEST

__all__ = ["NO_LEDGES", "outer_edges", "perch_rims"]

NO_LEDGES: Floats = np.zeros((0, 8))
_SAME = 1000  # to the inch: corners that are the same when rounded to so many are one
_MOST = 2**62
_FLAT = 1e-6  # square inches: what covers no more of the ground has no rim


def perch_rims(terrain: Terrain) -> Floats:
    """The outer edges of what is a perch, as rows of `Terrain.ledges`: the ground beside them is still to be found, so
    each drops as far as a climb may lead."""
    both = WALK | PERCH
    rows = outer_edges(terrain.corners[(terrain.flag & both) == both].reshape(-1, 3, 3))
    rows[:, LEDGE_DROP] = HIGHEST
    return rows


def outer_edges(corners: Floats) -> Floats:
    """The edges of triangles (n, 3, 3), seen from above, that no two of them share, as rows of `Terrain.ledges`: the
    triangle lies to the left."""
    if not len(corners):
        return NO_LEDGES
    number = _numbered(np.rint(corners.reshape(-1, 3) * _SAME).astype(np.int64))
    faces = number.reshape(-1, 3)
    ends = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)  # of each side
    low, high = np.sort(ends, axis=1).T
    _, first, count = np.unique(low * (high.max() + 1) + high, return_index=True, return_counts=True)
    face, side = np.divmod(first[count == 1], 3)
    a, b, c = (corners[face, (side + n) % 3] for n in range(3))
    left = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    rows = np.zeros((len(face), NO_LEDGES.shape[1]))
    rows[:, LEDGE_X : LEDGE_Z + 1] = np.where(left[:, None] > 0.0, a, b)  # the drop lies to the right
    rows[:, LEDGE_TO_X : LEDGE_TO_Z + 1] = np.where(left[:, None] > 0.0, b, a)
    return np.asarray(rows[np.abs(left) > _FLAT])


def _numbered(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each of some rows (n, 3), the least first: by one number for a row, as long as there is one."""
    rows = rows - rows.min(axis=0)
    x, y, z = (int(most) + 1 for most in rows.max(axis=0))
    if x * y * z < _MOST:
        rows = (rows[:, 0] * y + rows[:, 1]) * z + rows[:, 2]
    _, number = np.unique(rows, axis=0, return_inverse=True)
    return np.asarray(number.reshape(-1))
