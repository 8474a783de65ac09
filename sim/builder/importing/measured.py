"""What of a mesh is measured: how rough it is, and a thinned surface in its place, off by no more than is said.

A scan by photographs has hundreds of triangles where a printed wall has two, and none of them lies in one plane with
the next: each is a face of its own to whoever stands on it, climbs it or looks along it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.mending import mended
from sim.board.files.pieces import PiecePart
from sim.board.files.thinned import MeasuredInstead
from sim.board.map_checks.solids import DEEP
from sim.builder.errors import BuilderError
from sim.builder.importing.parting import indexed
from sim.builder.importing.thinning import deviation, thinned
from sim.words import say

__all__ = ["ROUGH", "roughness", "thinned_parts", "uneven_foot"]

Floats = NDArray[np.float64]

BENT = np.cos(np.radians(8.0))  # faces that turn by more at their edge are no plane, and no round tower
SHORT = 0.25  # inches: bends that lie further apart are of a shape, not of its surface
ROUGH = 0.3  # of its edges: walls of planes have a hundredth, scans over the half
FEW = 5000  # triangles: no surface of so few takes long, however rough
LEAST = 12  # triangles of a part: a box has so many
DOWNWARD = 0.7  # cosine: faces of a foot
MOST_OF = 0.99  # of the corners of a foot: a few higher ones leave no room under them
GRAIN = 1e-5  # inches between corners that are one


def roughness(triangles: Floats) -> float:
    """The share of the edges of a surface, in inches, that are short and bend; 0 for one of few triangles."""
    if len(triangles) < FEW:
        return 0.0
    corner = indexed(np.round(triangles / GRAIN))[1]
    starts, ends = corner.ravel(), corner[:, (1, 2, 0)].ravel()
    edge = np.minimum(starts, ends) * (int(corner.max()) + 1) + np.maximum(starts, ends)
    order = np.argsort(edge, kind="stable")
    pairs = np.flatnonzero(np.diff(edge[order]) == 0)
    one, two = order[pairs], order[pairs + 1]
    if not len(one):
        return 0.0
    sides = triangles[:, (1, 2, 0)] - triangles
    normals = np.cross(sides[:, 0], sides[:, 1])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
    bent = np.einsum("ij,ij->i", normals[one // 3], normals[two // 3]) < BENT
    short = np.linalg.norm(sides.reshape(-1, 3)[one], axis=1) < SHORT
    return float((bent & short).mean())


def uneven_foot(triangles: Floats) -> float:
    """How far the foot of a rough surface in inches reaches over its lowest point: set down on that alone it would
    leave a gap, and the street in it would be a place that nobody comes to. No more than feet may reach into a street.
    """
    heights = triangles[..., 2] - triangles[..., 2].min()
    sides = triangles[:, (1, 2)] - triangles[:, :1]
    normals = np.cross(sides[:, 0], sides[:, 1])
    down = normals[:, 2] < -DOWNWARD * np.linalg.norm(normals, axis=1)
    foot = heights[down & (heights.max(axis=1) < DEEP)]
    return float(np.quantile(foot, MOST_OF)) if len(foot) else 0.0


def thinned_parts(
    parts: Sequence[PiecePart], most: int, inches: float, path: Path
) -> tuple[tuple[PiecePart, ...], MeasuredInstead | None]:
    """Parts in about `most` triangles together, each by its share of them, and what they take the place of; None where
    they have no more. `inches`: in a unit of the file.

    Raises BuilderError where nothing thins them.
    """
    count = sum(len(part.triangles) for part in parts)
    if count <= most:
        return tuple(parts), None
    made, off = [], 0.0
    for part in parts:
        whole = part.triangles * inches
        fewer = thinned(whole, max(LEAST, round(most * len(whole) / count)))
        if fewer is not whole:
            fewer = mended(fewer)[0]
        if len(fewer) == len(whole) or not len(fewer):
            made.append(part)
            continue
        off = max(off, deviation(whole, fewer))
        made.append(msgspec.structs.replace(part, triangles=fewer / inches))
    if sum(len(part.triangles) for part in made) == count:
        install = "pip install 'bauta-tabletop[workshop]'"
        raise BuilderError(
            say("{path}: --measured {most}: nothing here makes it coarser: {install}",
                path=path, most=most, install=install)
        )  # fmt: skip
    return tuple(made), MeasuredInstead(count, round(off, 4))
