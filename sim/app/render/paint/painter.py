"""A body is painted: unfolded, primed stuff by stuff, dressed by its scheme, given its face, washed and brushed.

What comes of it is kept in the cache, since it is the same for every gang but for the colour of its clothes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.materials import find
from sim.app.render.paint.canvas import FAR, Canvas, Piece, Spots
from sim.app.render.paint.charts import neighbours, rasterised, unfolded
from sim.app.render.paint.creature_eyes import paint_eyeballs, paint_glow
from sim.app.render.paint.faces import paint_face
from sim.app.render.paint.finish import LAYERS, finished, packed
from sim.app.render.paint.patterns import dressed
from sim.app.render.paint.schemes import Scheme, scheme_of
from sim.app.render.paint.stuffs import primed
from sim.app.render.surface import Floats, Ints, Patch, Surface, build, face_normals
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.model.tableau import BASE_HEIGHT
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["BARE", "PaintedBody", "painted_body", "piece_of"]

PAINT = 1  # of what is kept; a change paints all anew
SIDE, LARGE_SIDE, LARGE = 512, 1024, 14.0  # pixels of a square; of that of bodies with more square inches of skin
RAYS, DEEP = 14, 0.40  # to each spot, to see what shuts it in; inches: what is farther away does not
WORTH = {
    "head": 1.9,
    "mask": 1.9,
    "hat": 1.15,
    "torso": 1.1,
    "dress": 1.1,
    "weapon": 0.85,
    "flame": 0.6,
    "smoke": 0.6,
    "base": 0.6,
}
BARE = 24  # pixels a side of the upper right corner of a square, which is left white
SHARP, RIM = 0.80, 0.35  # cosines between faces: less makes an edge, or one where cloth or felt ends


class PaintedBody(msgspec.Struct, frozen=True, eq=False):
    """`uv`: where each corner of the body's surface lies on the square, (3n, 2) from 0 to 1. `paint`: the square,
    (side, side, 6), row 0 below; see `finish.composed`. Its upper right corner, `BARE` pixels a side, is white."""

    uv: Floats
    paint: NDArray[np.uint8]


def painted_body(name: str, parts: Sequence[tuple[str, Patch]]) -> PaintedBody:
    """Of the named parts of a body, as `figures.body_patches` has them, and the top of its base."""
    key = f"paint-{_key(name, parts)}"
    kept = read_arrays(key, ("uv", "paint"))
    if kept is None:
        made = _painted(name, parts)
        kept = {"uv": made.uv.astype(np.float32), "paint": made.paint}
        write_arrays(key, kept, packed=True)
    return PaintedBody(kept["uv"].astype(np.float64), kept["paint"])


def _key(name: str, parts: Sequence[tuple[str, Patch]]) -> str:
    told = hashlib.blake2b(f"{PAINT} {_brushes()} {name}".encode(), digest_size=12)
    told.update(repr(scheme_of(name)).encode())
    for part, patch in parts:
        told.update(f"{part} {patch.material} {patch.tint}".encode())
        told.update(np.ascontiguousarray(patch.triangles).tobytes())
    return told.hexdigest()


@cache
def _brushes() -> str:
    """What paints, as a word: whoever changes a brush need not count `PAINT` up."""
    text = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text.update(path.read_bytes())
    return text.hexdigest()


def _painted(name: str, parts: Sequence[tuple[str, Patch]]) -> PaintedBody:
    scheme = scheme_of(name)
    surface = build([patch for _, patch in parts], fine=False)
    triangles = surface.points.reshape(-1, 3, 3)
    flat = face_normals(triangles)
    counts = [len(build([patch], fine=False).points) // 3 for _, patch in parts]
    piece = np.repeat(np.arange(len(parts)), counts)
    pieces = tuple(piece_of(part, patch) for part, patch in parts)
    area = 0.5 * np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    side = LARGE_SIDE if float(area.sum()) > LARGE else SIDE
    scene = RayScene(np.concatenate([triangles, _ground(triangles)]))
    scene.prepare()
    worth = np.array([WORTH.get(p.part, 1.0) for p in pieces])[piece] * _seen(scene, triangles, flat)
    plane = unfolded(triangles, flat, piece, worth, (side, side - BARE))
    texels = rasterised(plane, side)
    spots = _spots(surface, flat, piece, plane, texels.face, texels.share, scheme.scale)
    spots = msgspec.structs.replace(spots, open=_open(scene, spots, scheme.scale, texels.pixel, side))
    canvas = Canvas(pieces, spots)
    _coats(canvas, scheme)
    return PaintedBody((plane / side).reshape(-1, 2), _laid_out(texels.pixel, packed(canvas), side))


def _coats(canvas: Canvas, scheme: Scheme) -> None:
    primed(canvas)
    dressed(canvas, scheme)
    for face in scheme.faces:
        paint_face(canvas, face)
    finished(canvas)
    paint_eyeballs(canvas)
    paint_glow(canvas)


def piece_of(part: str, patch: Patch) -> Piece:
    """What a part of a body is made of."""
    material = find(patch.material)
    return Piece(part, patch.material.partition(":")[0], patch.tint if patch.tint is not None else material.tint)


def _ground(triangles: Floats) -> Floats:
    r = float(np.abs(triangles[..., :2]).max()) + 1.0
    a, b, c, d = ((x * r, y * r, BASE_HEIGHT) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return np.array([[a, b, c], [a, c, d]])


def _seen(scene: RayScene, triangles: Floats, flat: Floats) -> Floats:
    """How large a face is worth being: little where it lies within another part of the body."""
    middle = triangles.mean(1) + flat * 0.004
    rng = np.random.default_rng(4)
    free = np.zeros(len(flat))
    for _ in range(8):
        way = flat + 0.9 * rng.normal(size=flat.shape)
        way *= np.sign(np.einsum("ij,ij->i", way, flat))[:, None]
        way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
        free += ~scene.occluded(middle, middle + way * 0.8)
    under = (flat[:, 2] < -0.9) & (triangles[..., 2].max(1) < BASE_HEIGHT + 0.05)
    return np.asarray(np.where(under, 0.12, np.where(free == 0, 0.35, 1.0)))


def _spots(
    surface: Surface, flat: Floats, piece: Ints, plane: Floats, face: Ints, share: Floats, scale: float
) -> Spots:
    triangles, normals = surface.points.reshape(-1, 3, 3), surface.normals.reshape(-1, 3, 3)
    inside = np.clip(share, 0.0, 1.0)
    inside /= inside.sum(1, keepdims=True)
    at = np.einsum("mk,mkj->mj", inside, triangles[face])
    normal = np.einsum("mk,mkj->mj", inside, normals[face])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    at[:, 2] -= BASE_HEIGHT
    at /= scale
    at[:, 2] += BASE_HEIGHT
    ridge, cosine = _bends(triangles, flat, piece)
    long = np.linalg.norm(np.roll(triangles, -1, axis=1) - np.roll(triangles, -2, axis=1), axis=2)
    area2 = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    high = area2[:, None] / np.maximum(long, 1e-9)
    height = inside * high[face]
    edge, rim = (np.where(cosine[face] < least, height, FAR * scale).min(1) / scale for least in (SHARP, RIM))
    pixels = np.linalg.norm(plane[:, 1] - plane[:, 0], axis=1)
    inches = np.linalg.norm(triangles[:, 1] - triangles[:, 0], axis=1)
    fine = (inches / np.maximum(pixels, 1e-9))[face] / scale
    return Spots(
        at,
        normal,
        piece[face],
        np.ones(len(at)),
        np.einsum("mk,mk->m", inside, ridge[face]),
        edge,
        rim,
        np.clip(fine, 1e-4, 0.1),
    )


def _bends(triangles: Floats, flat: Floats, piece: Ints) -> tuple[Floats, Floats]:
    """How much the skin is bent at each corner of each face, -1 to 1 for a ridge, (n, 3); and for each edge that stands
    out the cosine between its faces, else 1."""
    from sim.app.render.row_sets import row_sets

    beside = neighbours(triangles, piece)
    middle = triangles.mean(1)
    other = np.where(beside >= 0, beside, np.arange(len(flat))[:, None])
    cosine = np.einsum("nj,nkj->nk", flat, flat[other])
    outward = np.einsum("nj,nkj->nk", flat, middle[other] - middle[:, None])
    bend = np.where(outward < 0, 1.0, -1.0) * np.arccos(np.clip(cosine, -1, 1))
    bend[beside < 0] = 0.0
    cosine[(beside < 0) | (outward >= 0)] = 1.0
    corner = row_sets(np.round(triangles.reshape(-1, 3) * 2000).astype(np.int64)).which.reshape(-1, 3)
    total, count = np.zeros(int(corner.max()) + 1), np.zeros(int(corner.max()) + 1)
    for edge in range(3):
        for end in (1, 2):
            np.add.at(total, corner[:, (edge + end) % 3], bend[:, edge])
            np.add.at(count, corner[:, (edge + end) % 3], beside[:, edge] >= 0)
    mean = total / np.maximum(count, 1)
    return np.clip((mean[corner] - 0.12) / 0.45, -1, 1), cosine


def _open(scene: RayScene, spots: Spots, scale: float, pixel: Ints, side: int) -> Floats:
    """How much each spot sees of what is round it, evened out among those beside it."""
    from scipy.ndimage import uniform_filter

    apart = side // 256  # pixels between those that are asked: the others are as their neighbours are
    asked = np.flatnonzero((pixel % side % apart == 0) & (pixel // side % apart == 0))
    at, normal = spots.at[asked], spots.normal[asked]
    at[:, 2] -= BASE_HEIGHT
    at *= scale
    at[:, 2] += BASE_HEIGHT
    rng = np.random.default_rng(9)
    start, total = at + normal * 0.006 * scale, np.zeros(len(at))
    for _ in range(RAYS):
        way = rng.normal(size=at.shape)
        way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
        way += normal  # lies as the cosine does
        way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
        _, far = scene.first_hits(start, way)
        total += np.minimum(far / (DEEP * scale), 1.0) ** 0.7
    seen, there = np.zeros(side * side), np.zeros(side * side)
    seen[pixel[asked]], there[pixel[asked]] = total / RAYS, 1.0
    wide = 2 * apart + 3
    much = uniform_filter(there.reshape(side, side), wide).reshape(-1)[pixel]
    even = uniform_filter(seen.reshape(side, side), wide).reshape(-1)[pixel]
    return np.asarray(np.where(much > 1e-6, even / np.maximum(much, 1e-6), 0.8).clip(0.0, 1.0))


def _laid_out(pixel: Ints, rows: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """The square: what is bare between the charts has the colour of what is nearest, so that nothing shines through
    from afar."""
    from scipy.ndimage import distance_transform_edt

    square = np.zeros((side * side, LAYERS), np.uint8)
    square[pixel] = rows
    bare = np.ones(side * side, np.bool_)
    bare[pixel] = False
    nearest = distance_transform_edt(bare.reshape(side, side), return_distances=False, return_indices=True)
    made = square.reshape(side, side, LAYERS)[tuple(nearest)]
    made[side - BARE :, side - BARE :] = (255, 255, 255, 0, 128, 0)
    return np.asarray(made)
