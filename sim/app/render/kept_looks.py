"""All the shapes of a board in its light, as a window draws them, kept in the cache: a board that was opened before is
only read.

They are known by all that they are made from: the board's files, its patches, and what makes shapes of these.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.cell_shapes import CellLook, Shape
from sim.app.render.quarters_beyond import HouseBlock
from sim.app.render.surface import Surface
from sim.app.render.vertex_buffers import LIT, PLAIN
from sim.board.architecture.identity import drawn_by
from sim.board.board import Board
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.version import __version__
from sim.words import in_english

__all__ = ["BeyondShapes", "KeptLooks", "kept_looks", "kept_whole", "key_of_looks", "write_looks"]

DRAWN, WHOLE = ("told", "lit", "plain", "index", "corners"), ("points", "layers", "tints")  # what light falls on, last


class BeyondShapes(msgspec.Struct, frozen=True, eq=False):
    """What lies round a board of this size: the shape of ground and islands, then one for each block of houses."""

    size: tuple[float, float] = (0.0, 0.0)
    blocks: tuple[HouseBlock, ...] = ()
    shapes: tuple[Shape, ...] = ()


class KeptLooks(msgspec.Struct, frozen=True, eq=False):
    """`triangles`: how many light falls on. `tall`: the highest point of them. `cells`: with all their shapes."""

    triangles: int
    tall: float
    cells: list[CellLook]
    proxy: Shape | None
    beyond: BeyondShapes


class _Part(msgspec.Struct, frozen=True, array_like=True):
    """Where a shape lies in the arrays. `level`: what of its cell it is; its own name is `name`."""

    group: str
    where: str
    level: str
    name: str
    rows: tuple[int, int]
    index: tuple[int, int]


class _Told(msgspec.Struct, frozen=True):
    """What the arrays hold. `blocks`: how many corners each block of houses has."""

    parts: list[_Part]
    size: tuple[float, float]
    blocks: list[int]
    triangles: int
    tall: float


NEAR, FAR, PROXY, BEYOND = "near", "far", "proxy", "beyond"


def key_of_looks(board: Board, surfaces: BoardSurfaces, *, levels: bool) -> str:
    """The name that a board's shapes are kept under; empty where its files do not tell what it is.

    `levels`: with coarser shapes, and what the water mirrors, for drawing in software.
    """
    if not board.key:
        return ""
    painted = "" if board.map is not None else " ".join(part.name for part in board.parts)  # parts are by their names
    made_by = f"{__version__} {_sources()} {drawn_by()} {board.key} {painted} {surfaces.hour} {levels}"
    return f"looks-{hashlib.blake2b(made_by.encode(), digest_size=12).hexdigest()}"


@cache
def _sources() -> str:
    """What makes shapes: the sources beside this module, and those that read a board's files (a frozen program has its
    version alone)."""
    made = hashlib.blake2b(digest_size=12)
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *(here.parents[1] / "board" / "files").glob("*.py")]):
        made.update(path.read_bytes())
    return made.hexdigest()


def kept_looks(key: str) -> KeptLooks | None:
    """The shapes that are kept under a name."""
    kept = read_arrays(key, DRAWN)
    if kept is None:
        return None
    told = msgspec.json.decode(kept["told"].tobytes(), type=_Told)
    cells = dict[tuple[str, str], CellLook]()
    others: dict[str, list[Shape]] = {PROXY: [], BEYOND: []}
    for part in told.parts:
        rows = kept["plain" if part.level == PROXY else "lit"][slice(*part.rows)]
        shape = Shape(part.name, rows, kept["index"][slice(*part.index)])
        if part.level in others:
            others[part.level].append(shape)
            continue
        cell = cells.setdefault((part.group, part.where), CellLook(part.group, part.where, [], []))
        (cell.near if part.level == NEAR else cell.far).append(shape)
    ends = np.cumsum([0, *told.blocks])
    blocks = tuple(HouseBlock((), kept["corners"][a:b]) for a, b in pairwise(ends))
    beyond = BeyondShapes(told.size, blocks, tuple(others[BEYOND]))
    return KeptLooks(told.triangles, told.tall, list(cells.values()), next(iter(others[PROXY]), None), beyond)


def kept_whole(key: str) -> Surface | None:
    """What light falls on, without its normals, of the shapes that are kept under a name."""
    kept = read_arrays(key, WHOLE)
    if kept is None:
        return None
    layers, tints = np.repeat(kept["layers"], 3), np.repeat(kept["tints"], 3, axis=0)
    uv = np.zeros((len(layers), 3))
    uv[:, 2] = layers
    return Surface(kept["points"].astype(np.float64), np.zeros((0, 3)), uv, tints.astype(np.float64))


def write_looks(key: str, looks: KeptLooks, whole: Surface) -> None:
    """Keep shapes under a name. `whole`: what light falls on."""
    parts, lit, plain, index = list[_Part](), list[Any](), list[Any](), list[Any]()
    ends = {"lit": 0, "plain": 0, "index": 0}
    for group, where, level, shape in _all(looks):
        to, kind = (plain, "plain") if level == PROXY else (lit, "lit")
        rows = (ends[kind], ends[kind] + len(shape.rows))
        corners = (ends["index"], ends["index"] + shape.index.size)
        parts.append(_Part(group, where, level, shape.name, rows, corners))
        ends[kind], ends["index"] = rows[1], corners[1]
        to.append(shape.rows)
        index.append(shape.index.reshape(-1))
    beyond = looks.beyond
    blocks = [len(block.corners) for block in beyond.blocks]
    told = _Told(parts, beyond.size, blocks, looks.triangles, looks.tall)
    write_arrays(
        key,
        {
            "told": np.frombuffer(msgspec.json.encode(told, enc_hook=in_english), np.uint8),
            "lit": _joined(lit, LIT),
            "plain": _joined(plain, PLAIN),
            "index": _joined(index, np.dtype(np.uint32)),
            "corners": np.concatenate([np.zeros((0, 3)), *(block.corners for block in beyond.blocks)]),
            "points": whole.points.astype(np.float32),
            "layers": whole.uv[::3, 2].astype(np.uint8),
            "tints": whole.tint[::3].astype(np.float32),
        },
    )


def _all(looks: KeptLooks) -> Iterator[tuple[str, str, str, Shape]]:
    for cell in looks.cells:
        yield from ((cell.group, cell.where, NEAR, shape) for shape in cell.near)
        yield from ((cell.group, cell.where, FAR, shape) for shape in cell.far)
    if looks.proxy is not None:
        yield "", "", PROXY, looks.proxy
    yield from (("", "", BEYOND, shape) for shape in looks.beyond.shapes)


def _joined(arrays: list[NDArray[Any]], dtype: np.dtype[Any]) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype), *arrays])
