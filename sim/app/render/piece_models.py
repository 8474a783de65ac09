"""What a piece looks like by itself, ready to be drawn anywhere on a board: its vertices, lit as if it stood alone.

Building a board moves pieces about, so that none of them can be lit together with the others; what the sun shades is
drawn every time anyway. Made once for each piece and kept in the cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene, bake
from sim.app.render.lod_meshes import DetailLevel, coarse_surface, is_big, light_of
from sim.app.render.materials import Colour
from sim.app.render.patches import grouped
from sim.app.render.surface import Patch, Surface, join, surface
from sim.app.render.vertex_buffers import lit_rows, plain_rows, weld
from sim.board.files.array_cache import read_arrays, write_arrays

__all__ = ["Mesh", "PieceModel", "is_lit", "key_of_patches", "open_light", "piece_model", "unlit_model"]

Floats = NDArray[np.float64]

VERSION = 4
RAYS = 20
MADE_BY = f"{VERSION} {RAYS}"
LEVELS = (DetailLevel(3.0, 0.15, 0.24), DetailLevel(6.0, 0.40, 0.55), DetailLevel(6.0, 0.40, 0.55, 0.30))  # coarser
GROUPS = ("stucco", "other", "detail")
MIRRORED_GRAIN = 2.6  # inches: the finest triangle edge of what moving water mirrors
ROUND_IT = 15.0  # inches of street round a piece that throw light on it
IN_WATER = -0.3  # what reaches lower stands in water


class Mesh(msgspec.Struct, frozen=True, eq=False):
    """Vertices in one of the layouts of `vertex_buffers`, and the triangles' corners among them."""

    rows: NDArray[Any]
    index: NDArray[np.uint32]

    @property
    def mirror_image(self) -> Mesh:
        """East and west swapped; faces look outward still."""
        rows = self.rows.copy()
        for name in ("vertex", "normal"):
            if name in (rows.dtype.names or ()):
                rows[name][:, 0] *= -1.0
        return Mesh(rows, np.ascontiguousarray(self.index.reshape(-1, 3)[:, ::-1]))


class PieceModel(msgspec.Struct, frozen=True, eq=False):
    """The shapes of a piece about its own origin: for each of the renderer's groups the finest first.

    `mirrored` is what moving water shows of it. Only the group "stucco" takes another colour.
    """

    groups: Mapping[str, Sequence[Mesh]]
    mirrored: Mesh
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def painted(self, group: str, level: int, colour: Colour | None) -> Mesh:
        """One shape, its stucco in another colour."""
        mesh = self.groups[group][level]
        if colour is None or group != "stucco":
            return mesh
        rows = mesh.rows.copy()
        rows["tint"][:, :3] = np.clip(np.array(colour), 0, 1) * 255 + 0.5
        return Mesh(rows, mesh.index)


def piece_model(patches: Sequence[Patch], mean: Floats, *, levels: bool) -> PieceModel:
    """The model of a piece with these patches. `levels`: with coarser shapes, for drawing in software.

    `mean`: linear mean colour of each texture layer.
    """
    count = 1 + len(LEVELS) if levels else 1
    names = [f"{group}-{level}" for group in GROUPS for level in range(count)] + ["mirrored"]
    wanted = [f"{part} {name}" for name in names for part in ("rows", "index")]
    key = f"piece-{key_of_patches(patches, MADE_BY)}-{count}"
    kept = read_arrays(key, wanted)
    if kept is None:
        meshes = _made(patches, mean, levels)
        kept = {f"{part} {n}": getattr(mesh, part) for n, mesh in meshes.items() for part in ("rows", "index")}
        write_arrays(key, kept)
    arrays = kept
    groups = {
        group: [Mesh(arrays[f"rows {group}-{n}"], arrays[f"index {group}-{n}"]) for n in range(count)]
        for group in GROUPS
        if len(arrays[f"rows {group}-0"])
    }
    corners = np.concatenate([patch.triangles.reshape(-1, 3) for patch in patches] or [np.zeros((1, 3))])
    low, high = corners.min(0), corners.max(0)
    mirrored = Mesh(arrays["rows mirrored"], arrays["index mirrored"])
    return PieceModel(groups, mirrored, (low[0], low[1], low[2]), (high[0], high[1], high[2]))


def is_lit(patches: Sequence[Patch], *, levels: bool) -> bool:
    """Is the light of a piece worked out and kept?"""
    return (
        read_arrays(f"piece-{key_of_patches(patches, MADE_BY)}-{1 + len(LEVELS) if levels else 1}", ("rows mirrored",))
        is not None
    )


def unlit_model(patches: Sequence[Patch], mean: Floats) -> PieceModel:
    """A piece as it looks until its light is worked out: its coarser shape under the open sky."""
    groups: dict[str, Sequence[Mesh]] = {}
    for name, own in grouped(list(patches)).items():
        far = join([coarse_surface(patch, LEVELS[0]) for patch in own])
        if len(far.points):
            groups[name] = (Mesh(*weld(lit_rows(far, open_light(far, mean)))),) * (1 + len(LEVELS))
    corners = np.concatenate([patch.triangles.reshape(-1, 3) for patch in patches] or [np.zeros((1, 3))])
    low, high = corners.min(0), corners.max(0)
    nothing = join([])
    mirrored = Mesh(*weld(plain_rows(nothing, open_light(nothing, mean), mean)))
    return PieceModel(groups, mirrored, (low[0], low[1], low[2]), (high[0], high[1], high[2]))


def key_of_patches(patches: Sequence[Patch], made_by: str) -> str:
    """Patches and what makes something of them, as a short word."""
    made = hashlib.blake2b(made_by.encode(), digest_size=12)
    for patch in patches:
        made.update(f"{patch.material} {patch.tint} {patch.fine}".encode())
        for array in (patch.triangles, patch.normals, patch.uv, patch.shades):
            made.update(b"-" if array is None else np.round(array * 1e4).astype(np.int64).tobytes())
    return made.hexdigest()


def _made(patches: Sequence[Patch], mean: Floats, levels: bool) -> dict[str, Mesh]:
    groups = grouped(list(patches))
    fine = {name: join([surface(patch) for patch in own]) for name, own in groups.items()}
    whole = join(list(fine.values()))
    light = LightScene(_with_street(whole), mean)
    baked = bake(whole, light, RAYS)
    made: dict[str, Mesh] = {}
    start = 0
    for name in GROUPS:
        near = fine[name]
        own = _rows(baked, start, start + len(near.points))
        start += len(near.points)
        made[f"{name}-0"] = Mesh(*weld(lit_rows(near, own)))
        for number, how in enumerate(LEVELS if levels else (), 1):
            far = join([coarse_surface(patch, how) for patch in groups[name]])
            made[f"{name}-{number}"] = Mesh(*weld(lit_rows(far, light_of(far, near, own))))
    plain = [
        msgspec.structs.replace(patch, normals=None)
        for patch in patches
        if not patch.fine and patch.shades is None and is_big(patch)
    ]
    mirror = join([surface(patch, grain=MIRRORED_GRAIN) for patch in plain])
    made["mirrored"] = Mesh(*weld(plain_rows(mirror, bake(mirror, light, 12), mean)))
    return made


def _rows(baked: Baked, first: int, end: int) -> Baked:
    """The light of the corners from `first` up to `end`."""
    return Baked(baked.gi[first:end], baked.open[first:end], baked.sun[first:end])


def _with_street(piece: Surface) -> Surface:
    """A piece on a square of paving, as most stand; those that reach lower stand in water."""
    if not len(piece.points) or piece.points[:, 2].min() < IN_WATER:
        return piece
    r = ROUND_IT
    square = np.array([[[-r, -r, 0], [r, -r, 0], [r, r, 0]], [[-r, -r, 0], [r, r, 0], [-r, r, 0]]], dtype=np.float64)
    return join([piece, surface(Patch(square, "paving"), fine=False)])


def open_light(made: Surface, mean: Floats) -> Baked:
    """The light of a surface with nothing near it that shades it: the open sky over water."""
    cube = LightScene(Surface(*(array[:0] for array in (made.points, made.normals, made.uv, made.tint))), mean).cube(
        (0.0, 0.0, 0.5), rays=80
    )
    n = made.normals
    gi = sum(
        (n[:, axis, None] ** 2) * np.where(n[:, axis, None] > 0, cube[2 * axis], cube[2 * axis + 1])
        for axis in range(3)
    )
    return Baked(np.asarray(gi), np.ones(len(n)), np.ones(len(n)))
