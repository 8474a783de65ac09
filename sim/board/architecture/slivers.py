"""Triangles that rounding has left without area, taken out of a closed shell without opening it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["SLIVER", "without_slivers"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLIVER = 1e-8  # square inches, twice over: what has less has no area
_THIN = 1e-7  # what is mended, where anything is
_ROUNDS = 50


def without_slivers(points: Floats, corners: Ints, owner: Ints) -> tuple[Floats, Ints, Ints]:
    """A shell of rounded points (n, 3) and triangles (m, 3), each of an owner, without triangles of no area.

    The long side of a sliver is shared with a triangle that has area: both are divided anew, along the other diagonal,
    and both are the neighbour's then. Equal points are made one, and what is folded onto itself is left out.
    """
    points, index = np.unique(points, axis=0, return_inverse=True)
    corners = index.reshape(-1)[corners]
    for _ in range(_ROUNDS):
        corners, owner = _unfolded(corners, owner)
        thin = _thin(points, corners)
        if not thin.any():
            break
        side = {(int(t[k]), int(t[(k + 1) % 3])): n for n, t in enumerate(corners) for k in range(3)}
        used: set[int] = set()
        for among_thin in (False, True):  # where slivers lie only beside slivers, one is turned to reach others
            for sliver in np.flatnonzero(thin).tolist():
                a, b, c = _along(points, corners[sliver])
                other = side.get((a, c))
                if other is None or thin[other] != among_thin or sliver in used or other in used:
                    continue
                d = next(int(v) for v in corners[other] if v not in (a, c))
                corners[sliver], corners[other] = (a, b, d), (b, c, d)
                owner[sliver] = owner[other]
                used |= {sliver, other}
                if among_thin:
                    break
            if used:
                break
        if not used:
            break
    return points, corners, owner


def _thin(points: Floats, corners: Ints) -> NDArray[np.bool_]:
    a, b, c = (points[corners[:, k]] for k in range(3))
    return np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1) < _THIN)


def _along(points: Floats, corners: Ints) -> tuple[int, int, int]:
    """The corners of a triangle from the end of its longest side: that side goes from the third to the first."""
    length = [float(np.linalg.norm(points[corners[k]] - points[corners[(k + 1) % 3]])) for k in range(3)]
    last = int(np.argmax(length))
    return int(corners[(last + 1) % 3]), int(corners[(last + 2) % 3]), int(corners[last])


def _unfolded(corners: Ints, owner: Ints) -> tuple[Ints, Ints]:
    """Without triangles of two corners, and without pairs that lie on each other back to back."""
    kept = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 2] != corners[:, 0])
    corners, owner = corners[kept], owner[kept]
    _, same, counts = np.unique(np.sort(corners, axis=1), axis=0, return_inverse=True, return_counts=True)
    if counts.max(initial=1) == 1:
        return corners.copy(), owner.copy()
    turn = np.sign(np.roll(corners, -1, axis=1) - corners).prod(axis=1)  # which way round a triangle goes
    gone = np.zeros(len(corners), bool)
    for group in np.flatnonzero(counts > 1):
        own = np.flatnonzero(same.reshape(-1) == group)
        for one, back in zip(own[turn[own] > 0], own[turn[own] < 0], strict=False):
            gone[[one, back]] = True
    return corners[~gone], owner[~gone]
