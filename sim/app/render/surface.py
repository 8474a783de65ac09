"""From triangles with a material to vertices that can be drawn and lit.

Normals are smooth over edges flatter than the material's crease, textures are laid on in world inches along
the slope of each face, and long edges are halved until baked light has enough vertices to live on.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.materials import Colour, Material, find
from sim.app.render.row_sets import row_sets

__all__ = ["Floats", "Ints", "Patch", "Surface", "build", "clusters", "face_normals", "halve", "join", "surface"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


LEVEL_GRAIN = 1.1


class Patch(msgspec.Struct, frozen=True, eq=False):
    """Triangles of one material, placed on the board: (n, 3, 3) inches. `normals`: (n, 3, 3), or None to be made."""

    triangles: Floats
    material: str
    tint: Colour | None = None
    normals: Floats | None = None
    uv: Floats | None = None  # (n, 3, 2) inches, in place of the world's
    shades: Floats | None = None  # (n, 3, 3) sRGB, a colour a corner, in place of the tint
    fine: bool = False  # detail that may be left out from afar


class Surface(msgspec.Struct, frozen=True, eq=False):
    """Corners of triangles, three rows each, in order."""

    points: Floats  # (3n, 3)
    normals: Floats  # (3n, 3)
    uv: Floats  # (3n, 3): u, v, texture layer
    tint: Floats  # (3n, 4): sRGB, glow

    @property
    def count(self) -> int:
        return len(self.points) // 3

    def part(self, triangles: NDArray[np.bool_]) -> Surface:
        """The triangles that the mask names."""
        corners = np.repeat(triangles, 3)
        return Surface(self.points[corners], self.normals[corners], self.uv[corners], self.tint[corners])


EMPTY = Surface(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 4)))


def build(patches: list[Patch], fine: bool = True) -> Surface:
    """All patches as one surface. `fine`: with extra vertices for baked light."""
    made = [surface(patch, fine) for patch in patches if len(patch.triangles)]
    return join(made)


def join(surfaces: list[Surface]) -> Surface:
    if not surfaces:
        return EMPTY
    return Surface(
        np.concatenate([s.points for s in surfaces]),
        np.concatenate([s.normals for s in surfaces]),
        np.concatenate([s.uv for s in surfaces]),
        np.concatenate([s.tint for s in surfaces]),
    )


def surface(patch: Patch, fine: bool = True, grain: float | None = None, coarser: float = 1.0) -> Surface:
    """One patch. Faces of no area are left out. `grain`: in place of the material's own. `coarser`: than grains are."""
    material = find(patch.material)
    triangles = np.asarray(patch.triangles, dtype=np.float64)
    flat = face_normals(triangles)
    sound = np.linalg.norm(flat, axis=1) > 0.5
    triangles, flat = triangles[sound], flat[sound]
    given = None if patch.normals is None else patch.normals[sound]
    normals = smooth_normals(triangles, flat, material.crease) if given is None else given
    if fine and not patch.fine and patch.shades is None and patch.uv is None:
        triangles, normals, flat = _graded(
            triangles,
            normals,
            flat,
            coarser * (material.grain if grain is None else grain),
            coarser * (LEVEL_GRAIN if grain is None else grain),
        )
    uv = _around(triangles, material) if material.around else _along(triangles, flat, material)
    if patch.uv is not None:
        uv[:, :2] = patch.uv[sound].reshape(-1, 2) / material.inches
    tint = np.empty((len(triangles) * 3, 4))
    tint[:, :3] = material.tint if patch.tint is None else patch.tint
    if patch.shades is not None:
        tint[:, :3] = patch.shades[sound].reshape(-1, 3)
    tint[:, 3] = material.glow
    return Surface(triangles.reshape(-1, 3), normals.reshape(-1, 3), uv, tint)


def face_normals(triangles: Floats) -> Floats:
    """Unit normals, (n, 3); zero where a face has no area."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(np.where(length > 1e-10, normals / np.maximum(length, 1e-12), 0.0))


def smooth_normals(triangles: Floats, flat: Floats, crease: float) -> Floats:
    """A normal for each corner: the mean of the faces there that lie within `crease` degrees of its own.

    Returns (n, 3, 3).
    """
    count = len(triangles)
    corner = np.repeat(flat, 3, axis=0)
    if count == 0 or crease < 1.0:
        return corner.reshape(-1, 3, 3)
    keys = np.round(triangles.reshape(-1, 3) * 2000).astype(np.int64)
    vertex = row_sets(keys).which
    order = np.argsort(vertex, kind="stable")
    sizes = np.bincount(vertex)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    weight = _corner_angles(triangles).reshape(-1)
    limit = np.cos(np.radians(crease))
    total = np.zeros_like(corner)
    for lag in range(int(min(sizes.max(), 64))):  # every corner meets the lag-th corner of its vertex
        has = sizes[vertex] > lag
        mine = np.flatnonzero(has)
        other = order[starts[vertex[mine]] + lag]
        near = np.einsum("ij,ij->i", corner[mine], corner[other]) >= limit
        total[mine[near]] += corner[other[near]] * weight[other[near], None]
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.asarray(np.where(length > 1e-9, total / np.maximum(length, 1e-12), corner)).reshape(-1, 3, 3)


def _corner_angles(triangles: Floats) -> Floats:
    made = np.empty((len(triangles), 3))
    for k in range(3):
        a = triangles[:, (k + 1) % 3] - triangles[:, k]
        b = triangles[:, (k + 2) % 3] - triangles[:, k]
        sine = np.linalg.norm(np.cross(a, b), axis=1)
        made[:, k] = np.arctan2(sine, np.einsum("ij,ij->i", a, b))
    return made


def halve(triangles: Floats, normals: Floats, flat: Floats, longest: float) -> tuple[Floats, Floats, Floats]:
    """Halve the longest edge of each triangle until none is longer than `longest`.

    Neighbours halve a common edge at the same point, so no cracks open.
    """
    done: list[tuple[Floats, Floats, Floats]] = []
    for _ in range(40):
        edges = np.linalg.norm(np.roll(triangles, -1, axis=1) - triangles, axis=2)
        which = edges.argmax(1)
        big = edges[np.arange(len(edges)), which] > longest
        done.append((triangles[~big], normals[~big], flat[~big]))
        triangles, normals, flat, which = triangles[big], normals[big], flat[big], which[big]
        if not len(triangles):
            break
        rows = np.arange(len(triangles))
        i, j, k = which, (which + 1) % 3, (which + 2) % 3
        middle = (triangles[rows, i] + triangles[rows, j]) / 2
        bent = normals[rows, i] + normals[rows, j]
        bent /= np.maximum(np.linalg.norm(bent, axis=1, keepdims=True), 1e-9)
        triangles = np.concatenate(
            [
                np.stack([triangles[rows, i], middle, triangles[rows, k]], 1),
                np.stack([middle, triangles[rows, j], triangles[rows, k]], 1),
            ]
        )
        normals = np.concatenate(
            [
                np.stack([normals[rows, i], bent, normals[rows, k]], 1),
                np.stack([bent, normals[rows, j], normals[rows, k]], 1),
            ]
        )
        flat = np.concatenate([flat, flat])
    else:
        done.append((triangles, normals, flat))
    return (
        np.concatenate([d[0] for d in done]),
        np.concatenate([d[1] for d in done]),
        np.concatenate([d[2] for d in done]),
    )


def _graded(
    triangles: Floats, normals: Floats, flat: Floats, grain: float, floor: float
) -> tuple[Floats, Floats, Floats]:
    """Halved to the grain; level faces finer, since floors between walls take their light from their middle."""
    level = flat[:, 2] > 0.97
    parts = [
        halve(triangles[some], normals[some], flat[some], longest)
        for some, longest in ((~level, grain), (level, min(grain, floor)))
    ]
    return (
        np.concatenate([p[0] for p in parts]),
        np.concatenate([p[1] for p in parts]),
        np.concatenate([p[2] for p in parts]),
    )


def _along(triangles: Floats, flat: Floats, material: Material) -> Floats:
    """World inches on the plane of each face: u level, v up the slope."""
    level = np.abs(flat[:, 2:]) > 0.95
    across = np.where(level, np.array([[1.0, 0.0, 0.0]]), np.stack([-flat[:, 1], flat[:, 0], 0 * flat[:, 0]], 1))
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    up = np.cross(flat, across)
    made = np.empty((len(triangles), 3, 3))
    made[..., 0] = np.einsum("nij,nj->ni", triangles, across) / material.inches
    made[..., 1] = np.einsum("nij,nj->ni", triangles, up) / material.inches
    made[..., 2] = material.layer
    return made.reshape(-1, 3)


def _around(triangles: Floats, material: Material) -> Floats:
    """Once round the vertical axis through the middle of the triangles, and up it.

    Poles that stand apart are told apart by a coarse grid of their places.
    """
    made = np.empty((len(triangles), 3, 3))
    middles = triangles.mean(1)[:, :2]
    _, pole = np.unique(clusters(middles, 0.45), return_inverse=True)
    for which in range(int(pole.max()) + 1 if len(pole) else 0):
        mine = pole == which
        corners = triangles[mine]
        axis = (corners[..., :2].reshape(-1, 2).min(0) + corners[..., :2].reshape(-1, 2).max(0)) / 2
        turn = np.arctan2(corners[..., 1] - axis[1], corners[..., 0] - axis[0]) / (2 * np.pi)
        turn = turn[:, :1] + (turn - turn[:, :1] + 0.5) % 1.0 - 0.5  # a face across the seam stays whole
        made[mine, :, 0] = turn
        made[mine, :, 1] = corners[..., 2] / material.inches
    made[..., 2] = material.layer
    return made.reshape(-1, 3)


def clusters(points: Floats, reach: float) -> Ints:
    """Which group each point belongs to: points within `reach` of one another share a group."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray")
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)
