"""Printable solids of a board, in tiles of a printer's size, and of single pieces: closed, in mm, as STL files.

What overlaps is made one; crumbs that a cut leaves in the air are left out, and what else hangs free is counted.
Streets stand on a plate, canals are filled to their surface. Surfaces with holes, as some meshes of one's own have, are
given walls of `WALL`. Details that are only seen are left out, and boats are printed by themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Part
from sim.board.files.canals import canal_shape, polygons, slab
from sim.board.model.terrain import Kind
from sim.builder.errors import BuilderError
from sim.words import say

__all__ = ["MM", "Print", "board_tiles", "grown_walls", "piece_print", "stl_bytes"]

Floats = NDArray[np.float64]

MM = 25.4  # millimetres of an inch of the board, as minis of 28 to 32 mm have it
WALL = 0.05  # inches: how thick a surface is made that bounds no solid
MOST_WALLS = 6000  # triangles of one such surface
MOST_TILES = 400
CRUMB = 100.0  # cubic mm: what hangs free and is no larger is left out, as the tip of a roof that the cut takes off
STANDING = 0.05  # mm over the printer's bed
WELD = 5  # digits of an inch to which corners of a part are one


class Print(msgspec.Struct, frozen=True, eq=False):
    """A closed solid: its file's name without ending, triangles (n, 3, 3) and size in mm, its volume in ml.

    `loose`: how many bodies of it stand on nothing, as an arch does whose feet are on the next tile.
    """

    name: str
    triangles: NDArray[np.float32]
    size: tuple[float, float, float]
    volume: float
    loose: int = 0


def board_tiles(
    board: Board,
    bed: tuple[float, float, float] = (220.0, 220.0, 250.0),
    scale: float = 1.0,
    plate: float = 3.0,
    *,
    bare: bool = False,
) -> Iterator[Print]:
    """The board in equal tiles that fit on a printer's `bed` (mm); `plate`: mm under the lowest water. A1 is in the
    south-west. `bare`: the ground alone, as a board to put printed pieces on.

    Raises:
        BuilderError: there are too many tiles, or a part cannot be made solid.
    """
    wide, deep = board.size
    across, up = (max(1, math.ceil(side * MM * scale / room - 1e-9)) for side, room in ((wide, bed[0]), (deep, bed[1])))
    if across * up > MOST_TILES:
        raise BuilderError(
            say(
                "{count:,} tiles, {most} are the most: choose a smaller --print-scale or larger --bed",
                count=across * up,
                most=MOST_TILES,
            )
        )
    whole = _board_solid(board, plate / MM / scale, bare)
    step = wide / across, deep / up
    for row in range(up):
        for column in range(across):
            low, high = (column * step[0], row * step[1]), ((column + 1) * step[0], (row + 1) * step[1])
            tile = _within(whole, low, high)
            if not tile.is_empty():
                name = f"{_letters(column)}{row + 1}"
                yield from _storeys(name, tile.translate((-low[0], -low[1], 0.0)), bed[2], scale)


def piece_print(name: str, parts: Iterable[Floats], scale: float = 1.0) -> Print:
    """A piece by itself, from the triangles (n, 3, 3) of its parts in inches. Raises BuilderError."""
    return _print(name, _union(solid for triangles in parts for solid in _solids(triangles, name)), scale)


def stl_bytes(triangles: NDArray[np.float32]) -> bytes:
    """The content of a binary .stl file."""
    rows = np.zeros(len(triangles), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]))
    rows["corners"] = triangles
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    rows["normal"] = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return b"Bauta".ljust(80) + len(rows).to_bytes(4, "little") + rows.tobytes()


def _board_solid(board: Board, plate: float, bare: bool) -> Any:
    """Everything that stands on the board, cut off at the underside of its plate."""
    water = [part.triangles[..., 2] for part in board.parts if part.meaning.kind is Kind.WATER]
    floor = min([0.0, *(float(z.min()) for z in water)]) - plate
    solids = []
    for part in board.parts:
        if part.meaning.kind is not Kind.WATER and (not bare or part.is_street):
            solids += _solids(part.triangles, part.name)
    solids += [_solid(slab(shape, floor, surface)) for shape, surface in _waters(board)]
    return _union(solids).trim_by_plane((0.0, 0.0, 1.0), floor).translate((0.0, 0.0, -floor))


def _waters(board: Board) -> Iterator[tuple[Any, float]]:
    """The canals from above, and how high their water is."""
    if board.map is None:
        yield from ((shape, z) for part in board.parts for shape, z in _sheets(part))
        return
    for canal in board.map.canals:
        for shape in polygons(canal_shape(canal, board.map)):
            yield shape.buffer(1e-3), canal.surface  # into the quay walls, so that they are one


def _sheets(part: Part) -> Iterator[tuple[Any, float]]:
    import shapely

    if part.meaning.kind is Kind.WATER:
        yield from (
            (shape, float(part.triangles[..., 2].max()))
            for shape in polygons(shapely.union_all(shapely.polygons(part.triangles[..., :2]), grid_size=1e-4))
        )


def _solids(triangles: Floats, name: str) -> list[Any]:
    """The solids of a part: its closed shells, or the surface with walls where it bounds none."""
    solid = _solid(triangles)
    if solid is not None:
        return list(solid.decompose())
    return grown_walls(triangles, name)


def _solid(triangles: Floats) -> Any:
    """The solid that a closed surface bounds, None of one with holes."""
    from manifold3d import Error, Manifold, Mesh64

    points, index = np.unique(np.round(triangles.reshape(-1, 3), WELD), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    made = Manifold(Mesh64(points, faces.astype(np.uint64)))
    if made.status() != Error.NoError or made.is_empty() or made.volume() <= 0:
        return None
    return made


def grown_walls(triangles: Floats, name: str, wall: float = WALL) -> list[Any]:
    """A surface with holes as a solid: every triangle a prism, `wall` inches thick. Raises BuilderError."""
    from manifold3d import Manifold

    if len(triangles) > MOST_WALLS:
        raise BuilderError(
            say(
                "{name}: is a surface with holes, of {triangles:,} triangles: close it in Blender (Remesh), "
                "or make it coarser; {most:,} are the most that are given walls",
                name=name,
                triangles=len(triangles),
                most=MOST_WALLS,
            )
        )
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    off = normals[:, None, :] * (wall / 2)
    return [Manifold.hull_points(corners) for corners in np.concatenate([triangles + off, triangles - off], axis=1)]


def _union(solids: Iterable[Any]) -> Any:
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean([solid for solid in solids if solid is not None], OpType.Add)


def _within(solid: Any, low: Sequence[float], high: Sequence[float]) -> Any:
    for k in (0, 1):
        way = [0.0, 0.0, 0.0]
        way[k] = 1.0
        solid = solid.trim_by_plane(way, low[k])
        way[k] = -1.0
        solid = solid.trim_by_plane(way, -high[k])
    return solid


def _storeys(name: str, tile: Any, most: float, scale: float) -> Iterator[Print]:
    """A tile that is higher than the printer, cut level into equal parts to be put on one another."""
    high = tile.bounding_box()[5]
    count = max(1, math.ceil(high * MM * scale / most - 1e-9))
    for n in range(count):
        part = tile.trim_by_plane((0.0, 0.0, 1.0), n * high / count) if n else tile
        part = part.trim_by_plane((0.0, 0.0, -1.0), -(n + 1) * high / count) if n + 1 < count else part
        if not part.is_empty():
            yield _print(f"{name}-{n + 1}" if count > 1 else name, part.translate((0.0, 0.0, -n * high / count)), scale)


def _print(name: str, solid: Any, scale: float) -> Print:
    grown = solid.scale((MM * scale,) * 3)
    floor = float(grown.bounding_box()[2])
    bodies = [(body, body.bounding_box()[2] < floor + STANDING) for body in grown.decompose()]
    kept = [(body, stands) for body, stands in bodies if stands or body.volume() > CRUMB] or bodies
    if len(kept) < len(bodies):
        grown = _union(body for body, _ in kept)
    mesh = grown.to_mesh()
    triangles = _with_area(np.asarray(mesh.vert_properties, np.float32)[:, :3][np.asarray(mesh.tri_verts, np.int64)])
    box = grown.bounding_box()
    size = (float(box[3] - box[0]), float(box[4] - box[1]), float(box[5] - box[2]))
    return Print(name, triangles, size, float(grown.volume()) / 1000, sum(not stands for _, stands in kept))


def _with_area(triangles: NDArray[np.float32]) -> NDArray[np.float32]:
    """Those of which no two corners fall together, as some do once they are rounded: what is left is as closed."""
    a, b, c = triangles.transpose(1, 0, 2)
    lines: NDArray[np.bool_] = (a == b).all(axis=1) | (b == c).all(axis=1) | (c == a).all(axis=1)
    return np.asarray(triangles[~lines])


def _letters(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else _letters(number // 26 - 1) + _letters(number % 26)
