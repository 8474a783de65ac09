"""Meshes as people have them: what is safe to mend is mended, and said; what is not is said too.

Safe is what changes no point of the surface: triangles without area and doubles are left out, and closed shells that
were wound inside out are turned. Holes are left as they are: whoever looks through one sees through it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.soup import shells

Floats = NDArray[np.float64]

NO_AREA = 1e-12  # square units of the file, twice over


def mended(triangles: Floats) -> tuple[Floats, tuple[str, ...]]:
    """Triangles (n, 3, 3) without what is of no use, closed shells outwards, and what was done or found."""
    told = []
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    kept = triangles[np.linalg.norm(normals, axis=1) > NO_AREA]
    if len(kept) < len(triangles):
        told.append(f"left out {_counted(len(triangles) - len(kept), 'triangle')} without area")
    once = kept[_firsts(kept)]
    if len(once) < len(kept):
        told.append(f"left out {_counted(len(kept) - len(once), 'triangle')} that lay on another")
    found = shells(once, np.zeros(len(once), np.int32))
    made = once.copy()
    made[found.kept] = found.triangles
    turned = int((made != once).any(axis=(1, 2)).sum())
    if turned:
        told.append(f"turned {_counted(turned, 'triangle')} that looked the wrong way")
    loose = int((~found.closed).sum())
    if loose:
        told.append(f"{_counted(loose, 'triangle')} of surfaces with holes: nothing is inside them")
    muddled = int(found.two_sided.sum())
    if muddled:
        told.append(f"{_counted(muddled, 'triangle')} wound both ways: both their sides count as ground")
    return np.ascontiguousarray(made), tuple(told)


def _firsts(triangles: Floats) -> NDArray[np.int64]:
    """The first of each of some triangles that have the same corners in the same sense of turning."""
    if not len(triangles):
        return np.zeros(0, np.int64)
    from sim.geometry.corners import distinct

    corners = np.ascontiguousarray(triangles) + 0.0  # so that -0.0 is 0.0
    point = distinct(corners.view(np.int64).reshape(-1, 3))[0].reshape(-1, 3)
    turn = (np.argmin(point, axis=1)[:, None] + np.arange(3)) % 3  # the same corner first
    return distinct(np.take_along_axis(point, turn, axis=1).astype(np.int64))[1]


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
